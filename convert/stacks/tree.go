// Package stacks merges stacks of named frames into the trees that flame graphs draw, filters and compares them.
package stacks

import (
	"fmt"
	"slices"

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

	Hidden int64         // value of the stacks that filters dropped; not in Nodes[0].Total
	Tally  convert.Tally // the same by filter, and what they did to other stacks; zero where there were no filters
	Unused []string      // the names of the filters that no frame matched: focus, ignore, hide, show-from
	Notes  []string      // what a reader has to know, a sentence each, such as whose inlining is shown

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

// Options say which stacks make the tree.
type Options struct {
	Metric  convert.Metric // Samples or Calls, or DefaultMetric
	Filter  convert.FilterOptions
	Reverse bool // leaf first: the root's children are where values were counted
	Roles   bool // for samples: find out the nodes' roles from the inlining contexts; calls always have them

	// Compared says that the tree is for Compare, which has to know what filters drop.
	Compared bool
}

// Whole returns what shares are of where profiles are compared: all that the view shows, with what the other filters
// dropped. So a method has the same share whatever it is looked at with.
func (t *Tree) Whole() int64 {
	return t.Nodes[0].Total + t.Hidden - t.Tally.Fates[convert.HiddenByView].Value
}

// NewTree merges a profile's stacks. It fails for metrics that have no stacks.
func NewTree(p *iprof.Profile, names *convert.Names, opts Options) (*Tree, error) {
	return Source{Profile: p}.NewTree(names, opts)
}

// NewTree merges the stacks of a source, with what it tells of them beside its profile.
func (s Source) NewTree(names *convert.Names, opts Options) (*Tree, error) {
	p := s.Profile
	metric := opts.Metric.Resolve(p)
	var from *iprof.Tree
	var records *iprof.List[iprof.Count]
	t := &Tree{Notes: slices.Clone(s.Notes)}
	switch metric {
	case convert.Samples:
		origin := p.Origin()
		from, records, t.Metric, t.Unit, t.PerSample = p.Stacks, &p.Samples, metricOf(origin.Unit), origin.Unit, origin.PerSample
	case convert.Calls:
		from, records, t.Metric, t.Unit = p.Contexts, &p.Calls, metric, convert.EntriesUnit
		t.Notes = append(t.Notes, convert.InstrumentedInlining)
	default:
		return nil, fmt.Errorf("%s have no stacks: samples and calls have", metric)
	}
	pr := convert.Project(p, from, names, opts.Filter)
	nodes := t.merge(p, from, pr, names)
	switch {
	case metric == convert.Calls:
		t.assignContextRoles(from, pr, nodes)
	case s.Roles != nil:
		t.assignKnownRoles(s.Roles, pr, nodes)
	case opts.Roles:
		t.assignRoles(p, nodes)
	}
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
	if pr != nil && opts.Compared && t.Unit == convert.EntriesUnit {
		t.entries = map[string]int64{}
		for _, r := range records.All() {
			if pr.Fate(r.Node) != convert.HiddenByView {
				t.entries[names.Method(p.MethodSlot(from.Node(r.Node).Method))] += r.Value
			}
		}
	}
	t.addUp()
	if opts.Reverse {
		return t.Reversed(), nil
	}
	return t, nil
}

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
func (t *Tree) merge(p *iprof.Profile, from *iprof.Tree, pr *convert.Projection, names *convert.Names) []int32 {
	t.Nodes = append(make([]Node, 0, from.Len()+1), Node{Parent: -1, Frame: -1})
	t.Frames = make([]Frame, 0, p.MethodSlots())
	nodes := make([]int32, from.Len())
	if pr == nil && !p.Origin().IsIprof() && t.takeFrames(p, names) {
		for i, n := range from.All() {
			nodes[i] = int32(i) + 1
			t.Nodes = append(t.Nodes, Node{Parent: int32(n.Parent) + 1, Frame: int32(p.MethodSlot(n.Method))})
		}
		return nodes
	}
	frames := newFrameTable(&t.Frames)
	bySlot := make([]int32, p.MethodSlots()) // frame+1
	vm := int32(0)
	children := edgeTable{nodes: &t.Nodes}
	children.reserve(from.Len())
	for i, n := range from.All() {
		parent := int32(0)
		if n.Parent != iprof.NoNode {
			parent = nodes[n.Parent]
		}
		slot := convert.NoFrame
		if pr == nil {
			slot = int32(p.MethodSlot(n.Method))
		} else {
			slot = pr.Frame[i]
		}
		var frame int32
		switch slot {
		case convert.NoFrame:
			nodes[i] = parent
			continue
		case convert.VMSlot:
			if vm == 0 {
				vm = frames.add(convert.VMFrame, convert.NativeImage) + 1
			}
			frame = vm - 1
		default:
			if bySlot[slot] == 0 {
				bySlot[slot] = frames.add(names.Method(int(slot)), names.Kind(int(slot))) + 1
			}
			frame = bySlot[slot] - 1
		}
		nodes[i] = children.child(parent, frame)
	}
	return nodes
}

// takeFrames makes a frame of each method of a profile without call sites, by its slot. It is false, and there are no
// frames, where some read alike, so that nodes have to be merged.
func (t *Tree) takeFrames(p *iprof.Profile, names *convert.Names) bool {
	if opts := names.Opts; opts.Style != convert.ShortNames && !opts.Normalize { // each name is one method
		for slot := range p.MethodSlots() {
			t.Frames = append(t.Frames, Frame{Name: names.Method(slot), Kind: names.Kind(slot)})
		}
		return true
	}
	frames := newFrameTable(&t.Frames)
	for slot := range p.MethodSlots() {
		if int(frames.add(names.Method(slot), names.Kind(slot))) != slot {
			t.Frames = t.Frames[:0]
			return false
		}
	}
	return true
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
	var s set
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
