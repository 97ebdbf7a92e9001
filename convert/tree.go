package convert

import (
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A Tree is stacks merged from the root: what a flame graph draws. Frames are told apart by their display name alone;
// call sites are merged.
//
// Nodes[0] is the root of all stacks and has no frame of its own. Every other node comes after its parent, so a loop
// over falling indexes adds children to parents. The order of siblings is that of their first stacks; whoever draws
// sorts what is drawn.
type Tree struct {
	Metric Metric // DefaultMetric where the input does not say, as in folded text
	Unit   string // what a value counts, in the plural, such as "samples" or "method entries"
	Nodes  []TreeNode
	Frames []TreeFrame // by TreeNode.Frame

	// Base has the values of another profile, by node, scaled so that both have the same total; nil where nothing is
	// compared. A node with Total 0 stands only in the base: removed code. BaseTotal is the base's total before scaling.
	Base      []BaseValue
	BaseTotal int64

	Hidden int64    // value of the stacks that filters dropped; not in Nodes[0].Total
	Notes  []string // what a reader has to know, a sentence each, such as whose inlining is shown
}

// A TreeNode is a frame under its callers (under its callees, in a reversed tree).
type TreeNode struct {
	Parent int32 // -1 for Nodes[0]
	Frame  int32
	Role   Role
	Self   int64 // value of the stacks that end here
	Total  int64 // with those that pass through
}

// A BaseValue is a node's value in the base of a comparison.
type BaseValue struct {
	Self, Total float64
}

// A TreeFrame is what is known of a display name.
type TreeFrame struct {
	Name string
	Kind Kind
}

// A Role says how a frame was compiled in the instrumented image, as far as the inlining contexts tell. It is a set: a
// node may merge frames of several roles.
type Role uint8

// The roles.
const (
	RoleRoot    Role = 1 << iota // compilation root
	RoleInlined                  // inlined into its caller
)

// TreeOptions say which stacks make the tree.
type TreeOptions struct {
	Metric  Metric // Samples or Calls, or DefaultMetric
	Filter  FilterOptions
	Reverse bool // leaf first: the root's children are where values were counted
}

// NewTree merges a profile's stacks.
func NewTree(p *iprof.Profile, names *Names, opts TreeOptions) (*Tree, error) {
	panic("not yet")
}
