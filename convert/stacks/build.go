package stacks

import (
	"fmt"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/sourceline"
	"github.com/iprof-viz/iprof-viz/convert/truncation"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// Options choose the stacks and the shape of a tree.
type Options struct {
	Metric  convert.Metric // Samples or Calls, or DefaultMetric
	Filter  convert.FilterOptions
	Reverse bool // leaf first: the root's children are the frames in which values were counted
	Roles   bool // for samples: derive the nodes' roles from the inlining contexts; calls always have roles

	// PatternNames gives frames Plain and Params, for pictures that can be searched.
	PatternNames bool

	// Lines are the source lines of the profile, for File and Line of frames; nil: unknown.
	Lines *sourceline.Lines

	// ByLine makes a frame of each line of a method, Parser.next:118, from Lines: for callers, the line of the call. Such trees
	// have no roles.
	ByLine bool

	// Optimized returns the roles of frames in the optimized image, by node of a tree of the profile; nil: those in the instrumented image.
	Optimized func(*iprof.Tree) []Role

	// SameNames counts the methods that the names do not distinguish, see [Tree]; not ByLine.
	SameNames bool

	// Compared keeps the entries that filters drop, and which contexts have no count, for Compare.
	Compared bool
}

// NewTree merges a profile's stacks. Nil names mean full names. It fails for metrics that have no stacks.
func NewTree(p *iprof.Profile, names *convert.Names, opts Options) (*Tree, error) {
	return Source{Profile: p}.NewTree(names, opts)
}

// hideDropped hides the frames of which filters keep no stack: a value of 0 would be taken for one that was counted, and the names are those
// that the filters are to leave out.
func hideDropped(p *iprof.Profile, pr *convert.Projection, from *iprof.Tree, records *iprof.List[iprof.Count]) {
	if pr == nil {
		return
	}
	kept := slices.Clone(pr.Keep) // at the node or above it: contexts without a count are there, too
	if from == p.Stacks {
		clear(kept)
	}
	for _, r := range records.All() {
		kept[r.Node] = pr.Keep[r.Node]
	}
	for i := from.Len() - 1; i >= 0; i-- {
		switch parent := from.Node(iprof.NodeID(i)).Parent; { // callers come first
		case !kept[i]:
			pr.Frame[i] = convert.NoFrame
		case parent != iprof.NoNode:
			kept[parent] = true
		}
	}
}

// merge builds the nodes of t from another tree's. It returns the node of t for each node of the other; for a hidden node, its
// caller's.
func (t *Tree) merge(p *iprof.Profile, from *iprof.Tree, pr *convert.Projection, names *convert.Names, opts Options) []int32 {
	t.Nodes = append(make([]Node, 0, from.Len()+2), Node{Parent: -1, Frame: -1})
	nodes := make([]int32, from.Len())
	if pr == nil && !p.Origin().IsIprof() && !p.Origin().Lines && t.takeFrames(p, names, opts.PatternNames) {
		for i, n := range from.All() {
			nodes[i] = int32(i) + 1
			t.Nodes = append(t.Nodes, Node{Parent: int32(n.Parent) + 1, Frame: int32(p.MethodSlot(n.Method))})
		}
		return nodes
	}
	bySlot := make([]int32, p.MethodSlots()) // frame+1
	slots, count := nodes, 2                 // by node: the slot, until nodes[i] is known; the number of frames, at most: also <VM> and outside
	for i, n := range from.All() {
		if pr == nil {
			slots[i] = int32(p.MethodSlot(n.Method))
		} else {
			slots[i] = pr.Frame[i]
		}
		if slot := slots[i]; slot >= 0 && bySlot[slot] == 0 {
			bySlot[slot] = 1
			count++
		}
	}
	clear(bySlot)
	t.Frames = make([]Frame, 0, count)
	frames := newFrameTable(&t.Frames)
	vm := int32(0)
	children := newEdgeTable(&t.Nodes)
	children.reserve(from.Len())
	for i, n := range from.All() {
		parent := int32(0)
		if n.Parent != iprof.NoNode {
			parent = nodes[n.Parent]
		}
		var frame int32
		switch slot := slots[i]; slot {
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
				f := &t.Frames[bySlot[slot]-1]
				if opts.PatternNames && f.Plain == "" {
					f.nameForPatterns(names, int(slot))
				}
				if f.File == "" {
					f.File, f.Line = opts.Lines.File(slot), opts.Lines.First(slot)
				}
			}
			frame = bySlot[slot] - 1
		}
		nodes[i] = children.child(parent, frame)
	}
	return nodes
}

// takeFrames makes a frame of each method of a profile without call sites, in the order of slots. It returns false, and makes none,
// if two methods have the same display name, so that nodes must be merged.
func (t *Tree) takeFrames(p *iprof.Profile, names *convert.Names, patternNames bool) bool {
	t.Frames = make([]Frame, 0, p.MethodSlots())
	if opts := names.Options; opts.Style != convert.ShortNames && !opts.Normalize { // each name is one method
		for slot := range p.MethodSlots() {
			t.Frames = append(t.Frames, Frame{Name: names.Method(slot), Kind: names.Kind(slot)})
		}
		return true
	}
	frames := newFrameTable(&t.Frames)
	for slot := range p.MethodSlots() {
		if int(frames.add(names.Method(slot), names.Kind(slot))) != slot {
			t.Frames = nil
			return false
		}
		if patternNames {
			t.Frames[slot].nameForPatterns(names, slot)
		}
	}
	return true
}

// entriesByName returns the entries of methods by name, except for the profiler's own runtime, which is not part of the program.
func entriesByName(p *iprof.Profile, names *convert.Names, from *iprof.Tree, records *iprof.List[iprof.Count]) map[string]int64 {
	entries := make([]int64, p.MethodSlots())
	for _, r := range records.All() {
		entries[p.MethodSlot(from.Node(r.Node).Method)] += r.Value
	}
	all := map[string]int64{}
	for slot, n := range entries {
		if n > 0 && names.Kind(slot) != convert.Profiler {
			all[names.Method(slot)] += n
		}
	}
	return all
}

// FramesOfStacks returns how many frames all stacks have together. A reversed tree has as many nodes if no two stacks end in the same frame,
// where the tree itself has one for the callers that they share.
func (t *Tree) FramesOfStacks() int64 {
	frames := int64(0)
	depth := make([]int64, len(t.Nodes))
	for i := 1; i < len(t.Nodes); i++ {
		depth[i] = depth[t.Nodes[i].Parent] + 1 // callers come first
		if t.isStack(int32(i)) {
			frames += depth[i]
		}
	}
	return frames
}

// isStack reports whether a stack ends in a node.
func (t *Tree) isStack(node int32) bool { return t.Nodes[node].Self != 0 || t.withoutCount(node) }

// Reversed returns the tree of the same stacks, leaf first.
func (t *Tree) Reversed() *Tree {
	r := t.emptyCopy()
	r.Frames = t.Frames
	var s set
	var roles []Role // by node of s
	var uncounted []bool
	var path iprof.Context
	for i := range t.Nodes {
		if !t.isStack(int32(i)) {
			continue
		}
		path = path[:0]
		for n := int32(i); n > 0; n = t.Nodes[n].Parent {
			path = append(path, iprof.Frame{Method: iprof.MethodID(t.Nodes[n].Frame)})
		}
		slices.Reverse(path) // a stack's root is the innermost frame of the result
		inner := s.add(path, t.Nodes[i].Self)
		if t.withoutCount(int32(i)) {
			uncounted = append(uncounted, make([]bool, s.tree.Len()-len(uncounted))...)
			uncounted[inner] = true
		}
		if t.Roles == nil {
			continue
		}
		roles = append(roles, make([]Role, s.tree.Len()-len(roles))...)
		// The path from the root of the result has the frames of the stack in reverse, leaf first.
		outward := path[:0]
		for n := inner; n != iprof.NoNode; n = s.tree.Node(n).Parent {
			outward = append(outward, iprof.Frame{BCI: iprof.BCI(n)})
		}
		for n, k := int32(i), len(outward)-1; k >= 0; n, k = t.Nodes[n].Parent, k-1 {
			roles[outward[k].BCI] |= t.Roles[n]
		}
	}
	s.fill(r)
	if uncounted != nil {
		r.uncounted = append(append([]bool{false}, uncounted...), make([]bool, len(r.Nodes)-1-len(uncounted))...)
	}
	if t.Roles != nil {
		r.Roles = append([]Role{0}, roles...)
	}
	return r
}

// assignRoles derives which sampled frames were compiled as part of their caller. It follows each stack through the inlining
// contexts, from the root: a frame is inlined if the current context has it at this call site, and otherwise begins its own
// context if the profile has one.
func (t *Tree) assignRoles(p *iprof.Profile, nodes []int32) {
	onStack := make([]bool, p.MethodSlots())
	for _, n := range p.Stacks.All() {
		onStack[p.MethodSlot(n.Method)] = true
	}
	inlined := map[iprof.Node]iprof.NodeID{}
	roots := map[iprof.MethodID]iprof.NodeID{}
	among := make([]bool, p.Contexts.Len()) // with all their callers
	for i, n := range p.Contexts.All() {
		switch among[i] = onStack[p.MethodSlot(n.Method)] && (n.Parent == iprof.NoNode || among[n.Parent]); {
		case !among[i]:
		case n.Parent == iprof.NoNode:
			roots[n.Method] = iprof.NodeID(i)
		default:
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

// NewTree merges the stacks of a source, with its roles and notes. It fails for metrics that have no stacks.
func (s Source) NewTree(names *convert.Names, opts Options) (*Tree, error) {
	p := s.Profile
	names = names.OrDefault(p)
	metric := opts.Metric.Resolve(p)
	var from *iprof.Tree
	var records *iprof.List[iprof.Count]
	t := &Tree{Notes: slices.Clone(s.Notes)}
	switch metric {
	case convert.Samples:
		from, records, t.origin = p.Stacks, &p.Samples, p.Origin()
		t.Metric, t.Unit, t.Quantity, t.PerSample = metricOf(t.origin.Unit), t.origin.Unit, s.Quantity, t.origin.PerSample
		cut := truncation.Of(p)
		t.Truncated, t.Caveats = cut.Depth, cut.Notes()
	case convert.Calls:
		from, records, t.Metric, t.Unit = p.Contexts, &p.Calls, metric, convert.EntriesUnit
		if opts.Optimized == nil {
			t.Notes = append(t.Notes, convert.InstrumentedInliningNote)
		} else {
			t.Notes = append(t.Notes, "stacks are the inlining of the instrumented image, colors what the optimized one does with them")
		}
	default:
		return nil, fmt.Errorf("%s have no stacks: samples and calls have", metric)
	}
	pr := convert.Project(p, from, names, opts.Filter)
	hideDropped(p, pr, from, records)
	var leaf func(iprof.Count) int32 // the node of a record
	if opts.ByLine && opts.Lines != nil {
		opts.SameNames = false
		leaf = t.mergeLines(p, from, pr, names, opts)
	} else {
		nodes := t.merge(p, from, pr, names, opts)
		leaf = func(r iprof.Count) int32 { return nodes[r.Node] }
		switch {
		case opts.Optimized != nil:
			t.Optimized = true
			t.assignKnownRoles(opts.Optimized(from), pr, nodes)
		case metric == convert.Calls:
			t.assignContextRoles(from, pr, nodes)
			if opts.Compared {
				t.markUncounted(p, pr, nodes)
			}
		case s.Roles != nil:
			t.assignKnownRoles(s.Roles, pr, nodes)
		case opts.Roles:
			t.assignRoles(p, nodes)
		}
	}
	outside := int64(0)
	for _, r := range records.All() {
		if pr != nil && !pr.Keep[r.Node] {
			t.Hidden += r.Value
			continue
		}
		if pr.IsOutside(r.Node) {
			outside += r.Value
			continue
		}
		n := leaf(r) // which may be new
		t.Nodes[n].Self += r.Value
	}
	t.addOutside(outside)
	if pr != nil {
		t.Tally = pr.Tally(metric.Records(p))
	}
	if opts.Compared && t.Unit == convert.EntriesUnit {
		t.entries = entriesByName(p, names, from, records)
	}
	t.addUp()
	if opts.SameNames {
		t.SameNames = SameNames(names, usedMethods(p, from, records, pr))
	}
	if opts.Reverse {
		return t.Reversed(), nil
	}
	return t, nil
}
