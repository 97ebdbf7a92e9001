package diff

import (
	"github.com/iprof-viz/iprof-viz/convert/compare"
)

// word says how the count changed.
func (m *methodChange) word() string {
	switch {
	case !m.inNew:
		return "gone"
	case !m.inOld:
		return "new"
	case m.share < m.before:
		return "fewer"
	}
	return "more"
}

// MethodNames are what a method is called.
type methodNames struct {
	name  string
	old   string // in the old profile, if another
	label string // for people: both, if it was renamed
}

// A methodChange is how a method's count changed.
type methodChange struct {
	number        int32
	count         compare.Counts
	inOld, inNew  bool
	share, before float64 // of the larger run, at the same length
}
