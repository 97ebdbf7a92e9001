package convert

import "github.com/iprof-viz/iprof-viz/iprof"

// TrueSuccessors is p.OwnSuccessors(dst, c).
func TrueSuccessors(dst []iprof.Successor, p *iprof.Profile, c iprof.Conditional) []iprof.Successor {
	return p.OwnSuccessors(dst, c)
}
