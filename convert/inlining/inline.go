// Package inlining shows where methods were inlined: compilation units as trees of inlined copies, and for a method the
// call sites at which it was inlined. Package render prints and draws the trees.
package inlining

import (
	"cmp"
	"regexp"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/application"
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/convert/optimized"
	"github.com/iprof-viz/iprof-viz/convert/sites"
	"github.com/iprof-viz/iprof-viz/convert/sourceline"
	"github.com/iprof-viz/iprof-viz/internal/firstrows"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// Options choose the units to show and their details.
type Options struct {
	Filter convert.FilterOptions

	// Match chooses the units in which a method with a matching name, see [convert.Names.Matches], is the root or
	// inlined. These instances and their callers are shown regardless of Depth and MinShare. nil: all units.
	Match *regexp.Regexp

	Units    int     // maximum number of units, hottest first; 0: all
	AppFirst bool    // units with application code first
	OfApp    int     // number of units with application code to take first, even beyond Units; 0: by their entries alone; ignored with AppFirst
	MinShare float64 // omit instances with a known lower share of their unit's inclusive entries, from 0 to 1
	Depth    int     // omit instances further from the root, which has depth 0; 0: show all
	ByBCI    bool    // siblings by bytecode index instead of hottest first

	// Image has the units of the optimized image, which the profile is then of: see [optimized.NewUnits]. Counts are ranges, and sums
	// are of certain entries; calls that left a unit are those of the log. nil: those of the instrumented image.
	Image *optimized.Units

	Calls *calls.Options    // for Instance.Calls: how the call graph reads class files; its Contexts are set from Filter; nil: no calls
	Lines *sourceline.Lines // for Trees.Lines
}

// Trees are the inlining trees of a profile: a tree for each unit, which is a compilation root with all methods inlined into it.
// They show the inlining of the instrumented image, see [convert.InstrumentedInliningNote], unless Options.Image has the optimized one.
//
// Units are sorted by inclusive entries, which add up to Base over all units. Sums include everything that Depth, MinShare and
// Units leave out, and every instance has the number of instances omitted below it.
//
// Without a Match, all units whose root is [convert.VMFrame] are merged into the last unit, regardless of what is inlined into
// them.
type Trees struct {
	Head

	Units     []Unit // the units shown
	UnitCount int    // number of units that the filters keep
	Matching  int    // number of these that Match chooses
	HasMatch  bool   // there is a Match
	AppFirst  bool   // units with application code come before others

	Application application.Share // zero with a Match

	// Hottest is the name of the method with the most self samples, if the first unit does not show it. It is "" if it does, if there are
	// not enough samples, or with a Match.
	Hottest string
}

// A Head is what trees of either kind are about.
type Head struct {
	Profile *iprof.Profile
	Names   *convert.Names
	View    convert.View

	Total int64 // method entries of the whole profile
	Base  int64 // entries that the filters keep; the base of shares of units

	Lines *sourceline.Lines // of the profile; nil: unknown

	Optimized bool // they are of the optimized image: counts may be ranges, and entries are those that are certain

	Tally convert.Tally // the effect of the filters on call counts; zero without filters
	Notes []string      // notes to show with the trees, one sentence each
}

// A Unit is a compilation root and all methods inlined into it.
type Unit struct {
	Instances []Instance // in preorder: the root first, and each instance directly followed by those below it
	Size      int        // number of instances, including those not shown
	Merged    int        // number of merged units, with <VM> as their root; 0: not merged
	Inclusive int64      // inclusive entries
	Known     bool       // false: no instance has a count, and Inclusive is meaningless
	Kinds     KindSet    // of the code of all instances, including those not shown
}

// A KindSet is a set of kinds of code: 1<<kind for each.
type KindSet uint8

// Root returns the compilation root.
func (u *Unit) Root() *Instance { return &u.Instances[0] }

// An Instance is a method at a place in a unit: the root, or one inlined copy. There may be millions, so flags are grouped to save
// space.
type Instance struct {
	Parent int32 // the index of the caller in Unit.Instances; -1 for the root
	Depth  int32 // the number of displayed callers

	// Slot is the method's slot, VMSlot for folded VM frames, or NoFrame for hidden frames with visible ones
	// below them; Hidden is the number of consecutive hidden frames.
	Slot   int32
	Hidden int32

	Site iprof.BCI // of the call in the caller

	SiteKnown      bool // false for the root, and if the caller is part of a <VM>
	Known          bool // false: the file has no count here (unknown, not zero), so Entries is meaningless
	CallerKnown    bool // false if the caller is hidden, or if either has no count
	InclusiveKnown bool // false if neither the instance nor one of its inlined callees has a count
	PrunedKnown    bool // false if none of the pruned instances has a count
	Matches        bool // Options.Match matches its name
	New            bool // of the optimized image: the instrumented one did not inline it there

	Entries       int64 // in this context only; of the optimized image, those that are certain
	Most          int64 // upper bound of the entries; [code.Unlimited]: unknown. Entries if these are the count
	CallerEntries int64 // of the caller's instance
	Inclusive     int64 // of the instance and its inlined callees

	Conditionals []sites.Conditional // most informative first
	Types        []sites.TypeSite    // of receivers and of instanceof, most informative first

	Calls       []calls.LeavingCall // most frequent first; not part of any sum
	PrunedCalls int                 // number of others that are not shown

	// Inlined callees that are not shown: number of call sites, of the instances there and below, and their inclusive entries.
	PrunedSites     int
	PrunedInstances int
	PrunedInclusive int64
}

// Count returns the entries in one figure, and how certain it is.
func (n *Instance) Count() code.Execution {
	if n.Slot == convert.NoFrame {
		return code.Execution{}
	}
	return code.Bounded(n.Entries, n.Most, n.Known)
}

// Frequency returns the calls per invocation of the caller: above 1 in loops. It returns false if one of the counts is
// unknown or the caller was never entered.
func (n *Instance) Frequency() (float64, bool) {
	if !n.CallerKnown || n.CallerEntries == 0 {
		return 0, false
	}
	return float64(n.Entries) / float64(n.CallerEntries), true
}

// Name returns the name of an instance, a place or a method by its slot: the method's name, <VM>, or (hidden).
func (h *Head) Name(slot int32) string { return convert.SlotName(h.Names, slot) }

// New makes the trees of a profile. Nil names mean full names. The error is a [convert.NoMatchError] if Match matches no method
// that the filters keep.
func New(p *iprof.Profile, names *convert.Names, opts Options) (*Trees, error) {
	names = names.OrDefault(p)
	b := newBuilder(p, names, opts.Filter)
	in := &Trees{Head: b.head(opts.Filter.View, opts.Image, opts.Lines), HasMatch: opts.Match != nil}
	if opts.Match == nil {
		in.Application = application.NewShare(p, names, convert.Calls, b.projection, opts.Filter)
	}
	b.match(opts.Match)

	var units, vm []int32
	for _, root := range b.roots {
		in.Base += b.inclusive[root]
		if opts.Match == nil && b.slot(root) == convert.VMSlot {
			vm = append(vm, root)
			continue
		}
		if b.leadsToMatch == nil || b.leadsToMatch[root] {
			units = append(units, root)
		}
	}
	in.UnitCount = len(b.roots) - len(vm)
	in.Matching = len(units)
	if opts.Match != nil && len(units) == 0 && len(b.roots) > 0 {
		return nil, b.noMatch(opts.Match)
	}
	in.Notes = append(in.Notes, application.RootsNote(p, names, opts.Filter.View, units)...)
	units, in.AppFirst = b.first(units, opts)
	b.index()
	ends := make([]int, len(units))
	for i, root := range units {
		b.place(root, opts)
		ends[i] = len(b.drawn)
	}
	b.instances = make([]Instance, 0, len(b.drawn)) // instances are large: a growing slice takes twice as much
	for i, root := range units {
		first, pruned := len(b.instances), b.pruning(root, opts)
		for _, at := range b.drawn[first:ends[i]] {
			b.instances = append(b.instances, b.instance(at, b.instances[first:], pruned))
		}
	}
	b.attachSites()
	start := 0
	for i, root := range units {
		in.Units = append(in.Units, Unit{
			Instances: b.instances[start:ends[i]:ends[i]],
			Size:      int(b.size[root]),
			Inclusive: b.inclusive[root],
			Known:     b.known[root],
			Kinds:     b.kinds[root],
		})
		start = ends[i]
	}
	switch {
	case opts.Image != nil:
		b.attachCallsOf(opts.Image, in, opts)
	case opts.Calls != nil:
		b.attachCalls(in, opts)
	}
	if opts.Match == nil {
		in.Hottest = b.hottest(in)
	}
	if len(vm) > 0 {
		in.Units = append(in.Units, b.mergedUnit(vm))
		in.UnitCount++
		in.Matching++
	}
	return in, nil
}

// first returns the units to show, sorted: all, or a limited number of those with the most entries. With AppFirst, units with application
// code come before the others; with OfApp, so many of them are taken even if others have more entries. AppFirst of the result reports
// whether there are units of both kinds.
func (b *builder) first(units []int32, opts Options) (first []int32, appFirst bool) {
	var ofApp, others []int32
	if opts.AppFirst || opts.OfApp > 0 {
		hasApp := b.withApplication()
		for _, root := range units {
			if hasApp[root] {
				ofApp = append(ofApp, root)
			} else {
				others = append(others, root)
			}
		}
	}
	limit := opts.Units
	switch {
	case opts.AppFirst:
		appFirst = len(ofApp) > 0 && len(others) > 0
		first = firstrows.Sort(ofApp, limit, b.compareUnits)
		if limit <= 0 || limit > len(ofApp) {
			first = append(first, firstrows.Sort(others, max(0, limit-len(ofApp)), b.compareUnits)...)
		}
		return first, appFirst
	case limit > 0 && limit < len(units) && len(ofApp) > 0:
		first = firstrows.Sort(ofApp, opts.OfApp, b.compareUnits)
		if len(first) >= limit {
			return first, false
		}
		for _, root := range ofApp {
			if b.compareUnits(root, first[len(first)-1]) > 0 {
				others = append(others, root)
			}
		}
		first = append(first, firstrows.Sort(others, limit-len(first), b.compareUnits)...)
		return firstrows.Sort(first, 0, b.compareUnits), false
	}
	return firstrows.Sort(units, limit, b.compareUnits), false
}

// withApplication returns, by node, whether it is the root of a unit with a visible application method.
func (b *builder) withApplication() []bool {
	return application.InUnits(b.profile, b.names, func(node iprof.NodeID) bool { return b.slot(int32(node)) >= 0 && b.isDrawable(int(node)) })
}

// mergedUnit merges the units of several roots, and shows only one instance, that of all roots.
func (b *builder) mergedUnit(roots []int32) Unit {
	u := Unit{Merged: len(roots)}
	n := Instance{Parent: -1, Slot: convert.VMSlot}
	for _, root := range roots {
		u.Size += int(b.size[root])
		u.Inclusive += b.inclusive[root]
		u.Known = u.Known || b.known[root]
		n.Entries += b.entries.Count[root] + b.merged[root]
		n.Known = n.Known || b.entries.Known[root]
		for c := b.child[root]; c >= 0; c = b.next[c] {
			n.PrunedSites++
			n.PrunedInstances += int(b.size[c])
			n.PrunedInclusive += b.inclusive[c]
			n.PrunedKnown = n.PrunedKnown || b.known[c]
		}
	}
	n.Inclusive, n.InclusiveKnown = u.Inclusive, u.Known
	n.Most = b.mostOf(&n)
	u.Instances = []Instance{n}
	return u
}

// A builder makes the trees. "By node" means by node of the context tree.
type builder struct {
	profile      *iprof.Profile
	names        *convert.Names
	projection   *convert.Projection // nil: nothing is hidden
	entries      *convert.Entries
	inclusive    []int64         // by node: it has records that the filters keep
	drawable     []bool          // by node: there is something to draw in it or below; nil: for all nodes
	shownAs      []int32         // by node: the node that it is drawn as, another one in a <VM>; nil: itself
	merged       map[int32]int64 // by node of a <VM>: the entries of the other nodes merged into it
	leadsToMatch []bool          // by node: it or an instance below matches; nil: no Match
	matches      []bool          // by node: it matches
	roots        []int32         // the roots of units, in the order of the file

	size  []int32   // by node: number of instances in it and below
	known []bool    // by node: at least one of these has a count
	kinds []KindSet // by node: of their code
	child []int32   // by node: the first child, or -1
	next  []int32   // by node: the next sibling, or -1

	image *optimized.Units // nil: the profile is of the instrumented image
	most  []int64          // by node: upper bound of the inclusive entries; nil without an image

	instances []Instance
	drawn     []place // by instance
}

// A place is the position of an instance in the drawing.
type place struct {
	node   int32
	parent int32 // the caller's index in the unit; -1 for the root
	depth  int32
}

func newBuilder(p *iprof.Profile, names *convert.Names, filter convert.FilterOptions) *builder {
	b := &builder{profile: p, names: names, entries: convert.NewEntries(p)}
	b.projection = convert.Project(p, p.Contexts, names, filter)
	b.inclusive = b.entries.Inclusive(p)
	if b.projection != nil {
		b.project()
	}
	for i, n := range p.Contexts.All() {
		if n.Parent == iprof.NoNode && b.isDrawable(i) {
			b.roots = append(b.roots, int32(i))
		}
	}
	return b
}

func (b *builder) isDrawable(node int) bool { return b.drawable == nil || b.drawable[node] }

// project determines the nodes to draw, and sums up the entries that the filters keep.
func (b *builder) project() {
	n := b.profile.Contexts.Len()
	keep, frame := b.projection.Keep, b.projection.Frame
	entries := *b.entries // others have them, too
	entries.Known = slices.Clone(entries.Known)
	b.entries = &entries
	b.shownAs = make([]int32, n)
	vm := make([]int32, n) // by node: the <VM> that its callees in the VM are part of, or -1
	for i, node := range b.profile.Contexts.All() {
		b.shownAs[i], vm[i] = int32(i), -1
		switch {
		case frame[i] == convert.VMSlot:
			vm[i] = int32(i)
		case frame[i] == convert.NoFrame && node.Parent != iprof.NoNode:
			vm[i] = vm[node.Parent]
			if keep[i] {
				b.shownAs[i] = vm[i]
			}
		}
	}
	b.drawable = make([]bool, n)
	b.inclusive = make([]int64, n)
	b.merged = map[int32]int64{}
	for i := int32(n) - 1; i >= 0; i-- {
		as := b.shownAs[i]
		if keep[i] {
			b.drawable[as] = true
			b.inclusive[as] += b.entries.Count[i]
		}
		if as != i {
			b.merged[as] += b.entries.Count[i]
			b.entries.Known[as] = b.entries.Known[as] || b.entries.Known[i]
		} else if parent := b.caller(i); parent >= 0 && b.drawable[i] {
			b.drawable[parent] = true
			b.inclusive[parent] += b.inclusive[i]
		}
	}
}

// slot returns Instance.Slot of a node.
func (b *builder) slot(node int32) int32 {
	if b.projection != nil {
		return b.projection.Frame[node]
	}
	return int32(b.profile.MethodSlot(b.profile.Contexts.Node(iprof.NodeID(node)).Method))
}

// caller returns the node that a node is drawn under, or -1.
func (b *builder) caller(node int32) int32 {
	parent := int32(b.profile.Contexts.Node(iprof.NodeID(node)).Parent)
	if parent >= 0 && b.shownAs != nil {
		return b.shownAs[parent]
	}
	return parent
}

// isShown is false for nodes with nothing to draw, and for nodes that are drawn as part of another.
func (b *builder) isShown(node int32) bool {
	return b.isDrawable(int(node)) && (b.shownAs == nil || b.shownAs[node] == node)
}

// match finds the instances with a matching name, and their callers.
func (b *builder) match(re *regexp.Regexp) {
	if re == nil {
		return
	}
	matches := convert.SlotMatcher(b.names, re)
	n := b.profile.Contexts.Len()
	b.leadsToMatch, b.matches = make([]bool, n), make([]bool, n)
	for i := n - 1; i >= 0; i-- {
		if !b.isShown(int32(i)) {
			continue
		}
		b.matches[i] = matches(b.slot(int32(i)))
		b.leadsToMatch[i] = b.leadsToMatch[i] || b.matches[i]
		if parent := b.caller(int32(i)); parent >= 0 && b.leadsToMatch[i] {
			b.leadsToMatch[parent] = true
		}
	}
}

// noMatch returns the error of a pattern that matches no instance.
func (b *builder) noMatch(re *regexp.Regexp) *convert.NoMatchError {
	seen := map[int32]bool{}
	var all []string
	for i := range int32(b.profile.Contexts.Len()) {
		if slot := b.slot(i); b.isShown(i) && slot != convert.NoFrame && !seen[slot] {
			seen[slot] = true
			name := convert.VMFrame
			if slot >= 0 {
				name = b.names.MatchedName(re, int(slot))
			}
			all = append(all, name)
		}
	}
	none := convert.NewNoMatchError(re, all, b.projection != nil && convert.AnyMethodMatches(b.names, b.profile.Contexts, nil, re))
	return none.OrSampled(convert.AnyMethodMatches(b.names, b.profile.Stacks, nil, re))
}

// compareUnits orders units by descending entries; equal ones by name, then in the order of the file.
func (b *builder) compareUnits(x, y int32) int {
	return cmp.Or(b.orByName(b.compareHeat(x, y), x, y), cmp.Compare(x, y))
}

// compareHeat compares nodes by descending inclusive entries: by those that are certain, and then by their bound.
func (b *builder) compareHeat(x, y int32) int {
	if of := cmp.Compare(b.inclusive[y], b.inclusive[x]); of != 0 || b.most == nil {
		return of
	}
	return cmp.Compare(b.most[y], b.most[x])
}

// orByName returns an order of nodes or, where that is 0, the one by the names of their methods.
func (b *builder) orByName(order int, x, y int32) int {
	if order != 0 { // most are, and slots are looked up
		return order
	}
	return b.names.OrByName(order, b.slot(x), b.slot(y))
}

// index links the shown nodes to their children and counts them.
func (b *builder) index() {
	n := b.profile.Contexts.Len()
	b.size, b.known, b.kinds = make([]int32, n), make([]bool, n), make([]KindSet, n)
	b.child, b.next = slices.Repeat([]int32{-1}, n), slices.Repeat([]int32{-1}, n)
	for i := int32(n) - 1; i >= 0; i-- { // so that children end up in ascending order
		if !b.isShown(i) {
			continue
		}
		b.size[i]++
		if slot := b.slot(i); slot >= 0 {
			b.kinds[i] |= 1 << b.names.Kind(int(slot))
		}
		b.known[i] = b.known[i] || b.entries.Known[i] && b.slot(i) != convert.NoFrame
		if parent := b.caller(i); parent >= 0 {
			b.known[parent] = b.known[parent] || b.known[i]
			b.next[i], b.child[parent] = b.child[parent], i
			b.size[parent] += b.size[i]
			b.kinds[parent] |= b.kinds[i]
		}
	}
}

// place appends the places of a unit's instances. It uses an explicit stack, because inlining may be as deep as memory allows.
func (b *builder) place(root int32, opts Options) {
	first := int32(len(b.drawn))
	pruned := b.pruning(root, opts)
	stack := []place{{root, -1, 0}}
	var children []int32
	for len(stack) > 0 {
		at := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		self := int32(len(b.drawn)) - first
		b.drawn = append(b.drawn, at)
		children = children[:0]
		innermost, _ := b.joinHidden(at.node)
		for c := b.child[innermost]; c >= 0; c = b.next[c] {
			if !pruned(c, at.depth) {
				children = append(children, c)
			}
		}
		b.sortSiblings(children, opts.ByBCI)
		for _, c := range slices.Backward(children) {
			stack = append(stack, place{c, self, at.depth + 1})
		}
	}
}

// pruning returns a function that reports whether a node of a unit is left out below a node of a depth.
func (b *builder) pruning(root int32, opts Options) func(node, depth int32) bool {
	minimum := opts.MinShare * float64(b.inclusive[root])
	return func(node, depth int32) bool {
		if b.leadsToMatch != nil && b.leadsToMatch[node] {
			return false
		}
		tooDeep := opts.Depth > 0 && int(depth) >= opts.Depth
		tooSmall := b.known[node] && float64(b.inclusive[node]) < minimum
		if b.most != nil {
			tooSmall = float64(b.most[node]) < minimum
		}
		return tooDeep || tooSmall
	}
}

// joinHidden returns the innermost of the consecutive hidden nodes, starting at a node, that are drawn as one, and their number; 0:
// the node is not hidden.
func (b *builder) joinHidden(node int32) (innermost, hidden int32) {
	if b.slot(node) != convert.NoFrame {
		return node, 0
	}
	hidden = 1
	for b.child[node] >= 0 && b.next[b.child[node]] < 0 && b.slot(b.child[node]) == convert.NoFrame {
		node = b.child[node]
		hidden++
	}
	return node, hidden
}

func (b *builder) sortSiblings(nodes []int32, byBCI bool) {
	slices.SortFunc(nodes, func(x, y int32) int {
		bySite := cmp.Compare(b.profile.Contexts.Node(iprof.NodeID(x)).Site, b.profile.Contexts.Node(iprof.NodeID(y)).Site)
		byHeat := b.compareHeat(x, y)
		if byBCI {
			return cmp.Or(b.orByName(cmp.Or(bySite, byHeat), x, y), cmp.Compare(x, y))
		}
		return cmp.Or(b.orByName(cmp.Or(byHeat, bySite), x, y), cmp.Compare(x, y))
	})
}

// instance makes the Instance at a place, without its sites; unit has the instances before it.
func (b *builder) instance(at place, unit []Instance, pruned func(node, depth int32) bool) Instance {
	n := Instance{
		Parent:         at.parent,
		Depth:          at.depth,
		Slot:           b.slot(at.node),
		Inclusive:      b.inclusive[at.node],
		InclusiveKnown: b.known[at.node],
		Matches:        b.matches != nil && b.matches[at.node],
	}
	var innermost int32
	innermost, n.Hidden = b.joinHidden(at.node)
	for c := b.child[innermost]; c >= 0; c = b.next[c] {
		if pruned(c, at.depth) {
			n.PrunedSites++
			n.PrunedInstances += int(b.size[c])
			n.PrunedInclusive += b.inclusive[c]
			n.PrunedKnown = n.PrunedKnown || b.known[c]
		}
	}
	if n.Slot != convert.NoFrame {
		n.Entries, n.Known = b.entries.Count[at.node]+b.merged[at.node], b.entries.Known[at.node]
	}
	n.Most = b.mostOf(&n)
	if b.image != nil && n.Slot >= 0 {
		n.Most, n.New = b.image.Entries[at.node].High, b.image.New[at.node]
	}
	if at.parent < 0 {
		return n
	}
	caller := b.profile.Contexts.Node(iprof.NodeID(at.node)).Parent
	n.Site = b.profile.Contexts.Node(iprof.NodeID(at.node)).Site
	n.SiteKnown = b.shownAs == nil || b.shownAs[caller] == int32(caller)
	if above := &unit[at.parent]; n.Slot >= 0 && above.Slot >= 0 && n.IsCertain() && above.IsCertain() {
		n.CallerEntries, n.CallerKnown = above.Entries, true
	}
	return n
}
