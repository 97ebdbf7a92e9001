// Package stacks merges stacks of named frames into the trees that flame graphs draw, filters and compares them.
package stacks

import (
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A Tree is stacks merged from the root: what a flame graph draws. Frames are told apart by their display name alone;
// call sites are merged.
//
// Nodes[0] is the root of all stacks and has no frame of its own. Every other node comes after its parent, so a loop
// over falling indexes adds children to parents. The order of siblings is that of their first stacks; whoever draws
// sorts what is drawn.
type Tree struct {
	Metric convert.Metric // DefaultMetric where the input does not say, as in folded text
	Unit   string         // what a value counts, in the plural, such as "samples" or "method entries"; convert.UnknownUnit
	Nodes  []Node
	Frames []Frame // by Node.Frame
	Roles  []Role  // by node; nil where nothing is known of them

	// PerSample is what a sample counts, as samples are what is drawn at random: 1 in a tree of samples, the period in one
	// of their time. It is 0 where values are exact, or no such multiples: there chance explains no difference.
	PerSample int64

	// Base is what the tree is compared with; nil where nothing is compared. A node with Total 0 stands only in the base:
	// removed code.
	Base *Base

	Hidden    int64         // value of the stacks that filters dropped; not in Nodes[0].Total
	Tally     convert.Tally // the same by filter, and what they did to other stacks; zero where there were no filters
	Unmatched []string      // the names of the filters that no frame matched: focus, ignore, hide, show-from
	Notes     []string      // what a reader has to know, a sentence each, such as whose inlining is shown

	// entries are those of methods by name, with what filters dropped and the view shows: they tell how long runs were
	// that are compared. nil: those of the frames.
	entries map[string]int64
}

// A Node is a frame under its callers (under its callees, in a reversed tree).
type Node struct {
	Parent int32 // -1 for Nodes[0]
	Frame  int32
	Self   int64 // value of the stacks that end here
	Total  int64 // with those that pass through
}

// A Frame is what is known of a display name.
type Frame struct {
	Name string
	Kind convert.Kind
	Was  string // of a comparison: the name in the base, if the method was renamed since; else ""
}

// Label returns what is shown of a frame: its name or, if it was renamed, both.
func (f Frame) Label() string {
	if f.Was == "" {
		return f.Name
	}
	return compare.Renaming(f.Was, f.Name)
}

// A Role says how a frame was compiled in the instrumented image, as far as the inlining contexts tell. It is a set: a
// node may merge frames of several roles.
type Role uint8

// The roles.
const (
	RoleRoot    Role = 1 << iota // compilation root
	RoleInlined                  // inlined into its caller
)

// Whole returns what shares are of where profiles are compared: all that the view shows, with what the other filters
// dropped. So a method has the same share whatever it is looked at with.
func (t *Tree) Whole() int64 {
	return t.Nodes[0].Total + t.Hidden - t.Tally.ByReason[convert.DroppedByView].Value
}

// emptyCopy returns a tree without stacks that says of itself what t does.
func (t *Tree) emptyCopy() *Tree {
	return &Tree{
		Metric: t.Metric, Unit: t.Unit, PerSample: t.PerSample,
		Hidden: t.Hidden, Tally: t.Tally, Unmatched: t.Unmatched, Notes: t.Notes, entries: t.entries,
	}
}

// methodEntries returns the entries of methods by name, with what filters dropped and the view shows.
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

// addOutside adds the samples of stacks without a frame of the application, before the tree is added up.
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

// addUp makes the totals from the values that nodes have themselves.
func (t *Tree) addUp() {
	for i := range t.Nodes {
		t.Nodes[i].Total = t.Nodes[i].Self
	}
	for i := len(t.Nodes) - 1; i > 0; i-- {
		t.Nodes[t.Nodes[i].Parent].Total += t.Nodes[i].Total
	}
}

// assignContextRoles says of inlining contexts which frames they begin with.
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

// assignKnownRoles takes over roles by the node that each node became.
func (t *Tree) assignKnownRoles(roles []Role, pr *convert.Projection, nodes []int32) {
	t.Roles = make([]Role, len(t.Nodes))
	for i, role := range roles {
		if pr == nil || pr.Frame[i] != convert.NoFrame {
			t.Roles[nodes[i]] |= role
		}
	}
}
