package convert

import (
	"fmt"
	"slices"

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
	Unit   string // what a value counts, in the plural, such as "samples" or "method entries"; UnknownUnit
	Nodes  []TreeNode
	Frames []TreeFrame // by TreeNode.Frame
	Roles  []Role      // by node; nil where nothing is known of them

	// PerSample is what a sample counts, as samples are what is drawn at random: 1 in a tree of samples, the period in one
	// of their time. It is 0 where values are exact, or no such multiples: there chance explains no difference.
	PerSample int64

	// Base is what the tree is compared with; nil where nothing is compared. A node with Total 0 stands only in the base:
	// removed code.
	Base *TreeBase

	Hidden int64    // value of the stacks that filters dropped; not in Nodes[0].Total
	Tally  Tally    // the same by filter, and what they did to other stacks; zero where there were no filters
	Unused []string // the names of the filters that no frame matched: focus, ignore, hide, show-from
	Notes  []string // what a reader has to know, a sentence each, such as whose inlining is shown

	// entries are those of methods by name, with what filters dropped and the view shows: they tell how long runs were
	// that are compared. nil: those of the frames.
	entries map[string]int64
}

// entriesUnit is the unit of calls.
const entriesUnit = "method entries"

// UnknownUnit is the unit of values where the input does not say what it counts.
const UnknownUnit = "counts"

// A TreeNode is a frame under its callers (under its callees, in a reversed tree).
type TreeNode struct {
	Parent int32 // -1 for Nodes[0]
	Frame  int32
	Self   int64 // value of the stacks that end here
	Total  int64 // with those that pass through
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
	Roles   bool // for samples: find out the nodes' roles from the inlining contexts; calls always have them

	// Compared says that the tree is for Compare, which has to know what filters drop.
	Compared bool
}

// Whole returns what shares are of where profiles are compared: all that the view shows, with what the other filters
// dropped. So a method has the same share whatever it is looked at with.
func (t *Tree) Whole() int64 {
	return t.Nodes[0].Total + t.Hidden - t.Tally.Fates[HiddenByView].Value
}

// NewTree merges a profile's stacks. It fails for metrics that have no stacks.
func NewTree(p *iprof.Profile, names *Names, opts TreeOptions) (*Tree, error) {
	metric := opts.Metric.Resolve(p)
	var from *iprof.Tree
	var records *iprof.List[iprof.Count]
	t := &Tree{Metric: metric}
	switch metric {
	case Samples:
		from, records, t.Unit, t.PerSample = p.Stacks, &p.Samples, "samples", 1
	case Calls:
		from, records, t.Unit = p.Contexts, &p.Calls, entriesUnit
		t.Notes = append(t.Notes, InstrumentedInlining)
	default:
		return nil, fmt.Errorf("%s have no stacks: samples and calls have", metric)
	}
	pr := Project(p, from, names, opts.Filter)
	nodes := t.merge(p, from, pr, names)
	for _, r := range records.All() {
		if pr != nil && !pr.Keep[r.Node] {
			t.Hidden += r.Value
			continue
		}
		t.Nodes[nodes[r.Node]].Self += r.Value
	}
	if pr != nil {
		t.Unused = pr.Unmatched
		t.Tally = pr.Tally(metric.Records(p))
	}
	if pr != nil && opts.Compared && metric == Calls {
		t.entries = map[string]int64{}
		for _, r := range records.All() {
			if pr.Fate(r.Node) != HiddenByView {
				t.entries[names.Method(p.MethodSlot(from.Node(r.Node).Method))] += r.Value
			}
		}
	}
	if opts.Roles && metric == Samples {
		t.assignRoles(p, nodes)
	}
	t.addUp()
	if opts.Reverse {
		return t.Reversed(), nil
	}
	return t, nil
}

// InstrumentedInlining says whose inlining the contexts of an iprof show.
const InstrumentedInlining = "inlining is that of the instrumented image, not of the optimised one"

// without returns a tree without stacks that says of itself what t does.
func (t *Tree) without() *Tree {
	return &Tree{
		Metric: t.Metric, Unit: t.Unit, PerSample: t.PerSample,
		Hidden: t.Hidden, Tally: t.Tally, Unused: t.Unused, Notes: t.Notes, entries: t.entries,
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

// merge makes the nodes of t from those of another tree and returns which became which. A hidden node becomes its
// caller's.
func (t *Tree) merge(p *iprof.Profile, from *iprof.Tree, pr *Projection, names *Names) []int32 {
	t.Nodes = append(make([]TreeNode, 0, from.Len()+1), TreeNode{Parent: -1, Frame: -1})
	t.Frames = make([]TreeFrame, 0, p.MethodSlots())
	frames := newFrameTable(&t.Frames)
	bySlot := make([]int32, p.MethodSlots()) // frame+1
	if t.Metric == Calls {
		t.Roles = make([]Role, 1, from.Len()+1)
	}
	vm := int32(0)
	children := edgeTable{nodes: &t.Nodes}
	children.reserve(from.Len())
	nodes := make([]int32, from.Len())
	for i, n := range from.All() {
		parent, role := int32(0), RoleRoot
		if n.Parent != iprof.NoNode {
			parent, role = nodes[n.Parent], RoleInlined
		}
		slot := NoFrame
		if pr == nil {
			slot = int32(p.MethodSlot(n.Method))
		} else {
			slot = pr.Frame[i]
		}
		var frame int32
		switch slot {
		case NoFrame:
			nodes[i] = parent
			continue
		case VMSlot:
			if vm == 0 {
				vm = frames.add(VMFrame, NativeImage) + 1
			}
			frame = vm - 1
		default:
			if bySlot[slot] == 0 {
				bySlot[slot] = frames.add(names.Method(int(slot)), names.Kind(int(slot))) + 1
			}
			frame = bySlot[slot] - 1
		}
		nodes[i] = children.child(parent, frame)
		if t.Roles != nil {
			if len(t.Roles) < len(t.Nodes) {
				t.Roles = append(t.Roles, 0)
			}
			t.Roles[nodes[i]] |= role
		}
	}
	return nodes
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

// Reversed returns the tree of the same stacks, leaf first.
func (t *Tree) Reversed() *Tree {
	r := t.without()
	r.Frames = t.Frames
	var s stackSet
	var roles []Role // by node of s
	var path iprof.Context
	for i := range t.Nodes {
		if t.Nodes[i].Self == 0 {
			continue
		}
		path = path[:0]
		for n := int32(i); n > 0; n = t.Nodes[n].Parent {
			path = append(path, iprof.Frame{Method: iprof.MethodID(t.Nodes[n].Frame)})
		}
		slices.Reverse(path) // a stack's root is the innermost frame of the result
		inner := s.add(path, t.Nodes[i].Self)
		if t.Roles == nil {
			continue
		}
		roles = append(roles, make([]Role, s.tree.Len()-len(roles))...)
		// Along the result's path from its root, the stack's frames go from its leaf outwards.
		outward := path[:0]
		for n := inner; n != iprof.NoNode; n = s.tree.Node(n).Parent {
			outward = append(outward, iprof.Frame{BCI: iprof.BCI(n)})
		}
		for n, k := int32(i), len(outward)-1; k >= 0; n, k = t.Nodes[n].Parent, k-1 {
			roles[outward[k].BCI] |= t.Roles[n]
		}
	}
	s.fill(r)
	if t.Roles != nil {
		r.Roles = append([]Role{0}, roles...)
	}
	return r
}

// assignRoles tells which sampled frames were compiled as part of their caller. A stack is followed through the
// inlining contexts from its root on: a frame is inlined where the context reached so far has it at this call site, and
// otherwise begins a context of its own if the profile has one.
func (t *Tree) assignRoles(p *iprof.Profile, nodes []int32) {
	inlined := make(map[iprof.Node]iprof.NodeID, p.Contexts.Len())
	roots := map[iprof.MethodID]iprof.NodeID{}
	for i, n := range p.Contexts.All() {
		if n.Parent == iprof.NoNode {
			roots[n.Method] = iprof.NodeID(i)
		} else {
			inlined[n] = iprof.NodeID(i)
		}
	}
	t.Roles = make([]Role, len(t.Nodes))
	context := make([]iprof.NodeID, p.Stacks.Len())
	for i, n := range p.Stacks.All() {
		context[i] = iprof.NoNode
		role := Role(0)
		if n.Parent != iprof.NoNode && context[n.Parent] != iprof.NoNode {
			if c, ok := inlined[iprof.Node{Parent: context[n.Parent], Site: n.Site, Method: n.Method}]; ok {
				context[i], role = c, RoleInlined
			}
		}
		if role == 0 {
			if c, ok := roots[n.Method]; ok {
				context[i], role = c, RoleRoot
			}
		}
		t.Roles[nodes[i]] |= role
	}
	t.Roles[0] = 0 // of hidden frames
}

// A stackSet merges stacks that come one by one.
type stackSet struct {
	tree  *iprof.Tree // Method: the number of a frame; Site: 0
	stack iprof.List[iprof.Count]
	total int64
}

// add counts a stack, leaf first, and returns its leaf's node; NoNode for an empty stack. The value must not take the
// total past 2^63-1.
func (s *stackSet) add(stack iprof.Context, value int64) iprof.NodeID {
	if s.tree == nil {
		s.tree = iprof.NewTree()
	}
	node := s.tree.Add(stack)
	s.stack.Add(iprof.Count{Node: node, Value: value})
	s.total += value
	return node
}

// fill makes the nodes of t.
func (s *stackSet) fill(t *Tree) {
	if s.tree == nil {
		s.tree = iprof.NewTree()
	}
	t.Nodes = append(make([]TreeNode, 0, s.tree.Len()+1), TreeNode{Parent: -1, Frame: -1})
	for _, n := range s.tree.All() {
		t.Nodes = append(t.Nodes, TreeNode{Parent: int32(n.Parent) + 1, Frame: int32(n.Method)})
	}
	for _, c := range s.stack.All() {
		t.Nodes[c.Node+1].Self += c.Value
	}
	t.addUp()
}
