package code

import (
	"github.com/iprof-viz/iprof-viz/convert/sites"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// counts reports whether records of a node count.
func counts(opts sites.Options, node iprof.NodeID) bool {
	return (opts.Scope.Contexts == nil || opts.Scope.Contexts[node]) &&
		(opts.Contexts == nil || opts.Contexts.Keep[node] && opts.Contexts.Frame[node] >= 0)
}

// entryCounts are call counts by node of a profile's contexts.
type entryCounts struct {
	count []int64
	known []bool
}

func newEntryCounts(p *iprof.Profile) *entryCounts {
	e := &entryCounts{make([]int64, p.Contexts.Len()), make([]bool, p.Contexts.Len())}
	for _, c := range p.Calls.All() {
		e.count[c.Node] = sum(e.count[c.Node], c.Value)
		e.known[c.Node] = true
	}
	return e
}
