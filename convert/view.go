package convert

import (
	"regexp"

	"github.com/iprof-viz/iprof-viz/iprof"
)

// A View is a standard choice of frames.
type View int

// The views.
const (
	MachineView View = iota // everything as recorded
	ExpertView              // without the profiler's own runtime
	UserView                // and VM and native-image frames folded into <VM>
)

// FilterOptions choose stacks and frames, by the names that are shown. The zero value keeps all.
type FilterOptions struct {
	View     View
	Focus    *regexp.Regexp // only stacks with a frame that matches
	Ignore   *regexp.Regexp // no stacks with a frame that matches
	Hide     *regexp.Regexp // no frames that match
	ShowFrom *regexp.Regexp // no frames outside of the outermost that matches; no stacks without one
}

// VMFrame is the name of the frame that [UserView] folds frames of the VM into.
const VMFrame = "<VM>"

// A Projection says what filters leave of a tree's stacks.
//
// The stacks of the result have, from the root on, the frames of the nodes on the path whose Frame is not NoFrame. A
// record counts if Keep is true for its node.
type Projection struct {
	Frame []int32 // by node: the method's slot, VMSlot, or NoFrame where the frame is not shown
	Keep  []bool  // by node
}

// What a Projection has instead of a method's slot.
const (
	NoFrame int32 = -1 // hidden, or folded into the caller's <VM>
	VMSlot  int32 = -2 // <VM>
)

// Project applies filters to a tree of the profile. It returns nil where they keep everything as it is.
func Project(p *iprof.Profile, t *iprof.Tree, names *Names, opts FilterOptions) *Projection {
	return nil
}
