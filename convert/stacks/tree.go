// Package stacks merges stacks of named frames into the trees that flame graphs draw, filters and compares them. Package
// render/flame draws them, package folded writes them.
package stacks

import (
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A Tree has stacks merged from the root, for flame graphs. Frames with the same display name are one frame; call sites are merged.
//
// Nodes[0] is the root of all stacks and has no frame. Every other node comes after its parent, so a loop over descending indexes
// can add children to parents. Siblings are in order of their first stacks, so drawing must sort them.
type Tree struct {
	Metric convert.Metric // DefaultMetric if the input does not say, as in folded text
	Unit   string         // of the values, in the plural, such as "samples" or "method entries"; convert.UnknownUnit
	Nodes  []Node
	Frames []Frame // by Node.Frame
	Roles  []Role  // by node; nil: unknown

	Merged    bool // directly recursive frames are one, see MergeRecursion
	Optimized bool // roles are of the optimized image, not of the instrumented one

	Runs map[int32]Run // by index in Frames: what a frame of CollapseRuns stands for

	// Quantity is copied from the [Source].
	Quantity string

	// PerSample is the value of one sample, because samples are drawn at random: 1 in a tree of samples, the period in a tree of
	// their time. It is 0 if values are exact or not multiples of a sample: then no difference is due to chance.
	PerSample int64

	// Base holds the values of the profile that the tree is compared with; nil: none. A node with a Total of 0 is only in the base:
	// removed code.
	Base *Base

	Hidden int64         // value of the stacks that filters dropped; not in Nodes[0].Total
	Tally  convert.Tally // the same by filter, and the effect on other stacks; zero without filters
	Notes  []string      // facts that a reader must know, one sentence each, such as the image whose inlining is shown

	SameNames int // methods that are summed by name with others, see [SameNames]; only with the option

	Truncated int      // frames at which the recorder cut stacks; 0: it did not, see [truncation.Truncation]
	Caveats   []string // reasons to distrust totals, one sentence each

	origin iprof.Origin // of samples: for Compare

	// uncounted reports by node of a tree of calls whether its contexts have no count, or some of them; nil: all have one.
	uncounted []bool

	// entries are the entries of methods by name, regardless of the view and the filters, except for the profiler's own runtime.
	// Compare estimates the ratio of lengths from them. nil: use the values of the frames.
	entries map[string]int64
}

// A Node is a frame below its callers (below its callees, in a reversed tree).
type Node struct {
	Parent int32 // -1 for Nodes[0]
	Frame  int32
	Self   int64 // value of the stacks that end here
	Total  int64 // including the stacks that pass through
}

// A Frame is a display name and its properties.
type Frame struct {
	Name string
	Kind convert.Kind
	Was  string // in a comparison: the name in the base if the method was renamed; otherwise ""

	// Plain is package.Class.method, which patterns match, in any style of Name; Params are the parameters with their parentheses:
	// (java.lang.String, int). Both are "" without Options.PatternNames, and for frames with only a name.
	Plain, Params string

	// File is the source file of the method, and Line where it begins or, with Options.ByLine, the line of the frame; "" and 0 if
	// they are unknown. If several methods have the name, they belong to one of them.
	File string
	Line int
}

// Label returns the text for a frame: its name or, if it was renamed, both names.
func (f Frame) Label() string {
	if f.Was == "" {
		return f.Name
	}
	return compare.Renaming(f.Was, f.Name)
}

// A Role is the way in which a frame was compiled in the instrumented image, as far as the inlining contexts show, or in the optimized one. It is a set,
// because a node may merge frames with several roles.
type Role uint8

// The roles.
const (
	RoleRoot    Role = 1 << iota // compilation root
	RoleInlined                  // inlined into its caller
)

// Values names the values for a title: "samples", "Total CPU in ms", "time in ms".
func (t *Tree) Values() string {
	switch {
	case t.Quantity != "" && t.Unit == convert.UnknownUnit:
		return t.Quantity
	case t.Quantity != "":
		return t.Quantity + " in " + t.Unit
	case t.Unit == "ms":
		return "time in ms"
	}
	return t.Unit
}

// Whole returns the base of shares in a comparison: all values that the view shows, including those that other filters drop. So the
// share of a method does not depend on those filters.
func (t *Tree) Whole() int64 {
	return t.Nodes[0].Total + t.Hidden - t.Tally.ByReason[convert.DroppedByView].Value
}

// emptyCopy returns a tree without stacks that has the properties of t.
func (t *Tree) emptyCopy() *Tree {
	return &Tree{
		Metric: t.Metric, Unit: t.Unit, Quantity: t.Quantity, PerSample: t.PerSample,
		Hidden: t.Hidden, Tally: t.Tally, Truncated: t.Truncated, Caveats: t.Caveats, Notes: t.Notes, origin: t.origin, entries: t.entries,
	}
}

// methodEntries returns the entries of methods by name, regardless of the view and the filters, if the tree has them.
func (t *Tree) methodEntries() map[string]int64 {
	if t.entries != nil {
		return t.entries
	}
	all := make(map[string]int64, len(t.Frames))
	for _, n := range t.Nodes[1:] {
		if n.Self > 0 {
			all[t.Frames[n.Frame].Name] += n.Self
		}
	}
	return all
}

// addOutside adds the samples of stacks without an application frame, before the tree is summed up.
func (t *Tree) addOutside(samples int64) {
	if samples == 0 {
		return
	}
	t.Nodes = append(t.Nodes, Node{Parent: 0, Frame: int32(len(t.Frames)), Self: samples})
	t.Frames = append(t.Frames, Frame{Name: convert.OutsideFrame, Kind: convert.UnknownKind})
	if t.Roles != nil {
		t.Roles = append(t.Roles, 0)
	}
}

// addUp computes the totals of nodes from their self values.
func (t *Tree) addUp() {
	for i := range t.Nodes {
		t.Nodes[i].Total = t.Nodes[i].Self
	}
	for i := len(t.Nodes) - 1; i > 0; i-- {
		t.Nodes[t.Nodes[i].Parent].Total += t.Nodes[i].Total
	}
}

// assignContextRoles assigns roles in a tree of inlining contexts: their first frames are compilation roots.
func (t *Tree) assignContextRoles(from *iprof.Tree, pr *convert.Projection, nodes []int32) {
	t.Roles = make([]Role, len(t.Nodes))
	for i, n := range from.All() {
		switch {
		case pr != nil && pr.Frame[i] == convert.NoFrame:
		case n.Parent == iprof.NoNode:
			t.Roles[nodes[i]] |= RoleRoot
		default:
			t.Roles[nodes[i]] |= RoleInlined
		}
	}
}

// assignKnownRoles copies roles from the nodes of a source to those of t.
func (t *Tree) assignKnownRoles(roles []Role, pr *convert.Projection, nodes []int32) {
	t.Roles = make([]Role, len(t.Nodes))
	for i, role := range roles {
		if pr == nil || pr.Frame[i] != convert.NoFrame {
			t.Roles[nodes[i]] |= role
		}
	}
}
