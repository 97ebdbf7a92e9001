package diff

import (
	"github.com/iprof-viz/iprof-viz/convert/compare"
)

// word returns the kind of change: more, fewer, new or gone.
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

// A methodNames holds the names of a method in both profiles.
type methodNames struct {
	name  string
	old   string // in the old profile, if different
	label string // for people: both, if it was renamed
}

// A methodChange is how a method's count changed.
type methodChange struct {
	number        int32
	count         compare.Counts
	inOld, inNew  bool
	share, before float64 // of the larger run, with both runs scaled to the same length
	spread        float64 // relative standard deviation between runs of one side; negative: unknown
}
