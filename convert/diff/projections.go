package diff

import (
	"github.com/iprof-viz/iprof-viz/convert"
)

// A part is the records of a profile that filters keep.
type part int

// The parts. The length of a run is computed from the whole, because it must not depend on what is shown.
const (
	shownPart part = iota // the view and the filters of the options
	wholePart             // everything that the program did: all but the profiler's own runtime
)

// projections are the effects of filters on a profile, by part.
type projections [2]struct{ contexts, stacks *convert.Projection }

// wholeFilter keeps what the program did.
var wholeFilter = convert.FilterOptions{View: convert.ExpertView}

func project(names *convert.Names, filter convert.FilterOptions) projections {
	var of projections
	p := names.Profile
	of[shownPart].contexts, of[shownPart].stacks = convert.Project(p, p.Contexts, names, filter), convert.Project(p, p.Stacks, names, filter)
	of[wholePart] = of[shownPart]
	if filter != wholeFilter {
		of[wholePart].contexts, of[wholePart].stacks = convert.Project(p, p.Contexts, names, wholeFilter), convert.Project(p, p.Stacks, names, wholeFilter)
	}
	return of
}

// of returns the projection of the tree that has the records of a metric.
func (of *projections) of(which part, m convert.Metric) *convert.Projection {
	if m == convert.Samples {
		return of[which].stacks
	}
	return of[which].contexts
}
