package callgraph

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/application"
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/convert/optimized"
	"github.com/iprof-viz/iprof-viz/convert/sourceline"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// UnitOptions choose the compilation units to show and the contexts in them. The zero value shows all.
type UnitOptions struct {
	// Filter chooses contexts and frames, except for Focus, which chooses the units that have a matching method.
	Filter convert.FilterOptions

	AppFirst     bool    // units with application code first
	Units        int     // maximum number of units, the first; 0: all
	Nodes        int     // maximum number of contexts in all units, by descending inclusive entries; 0: all
	NodeFraction float64 // minimum share of a context in its unit's inclusive entries, and of calls that were not inlined

	// Image has the units of the optimized image, which the profile is then of: see [optimized.NewUnits]. nil: those of the instrumented image.
	Image *optimized.Units

	Calls *calls.Options    // for Units.Leaving: how the call graph reads class files; its Contexts are set from Filter; nil: no calls
	Lines *sourceline.Lines // for Units.Lines
}

// Units holds compilation units: compilation roots, each with the contexts that are inlined into it. They show the inlining of the
// instrumented image, see [convert.InstrumentedInliningNote]. Without a focus, all units whose root is [convert.VMFrame] are merged
// into the last unit, which has one context, regardless of what is inlined into them.
type Units struct {
	Units []Unit     // by descending inclusive entries; with AppFirst, those with application code before the others
	Calls []UnitCall // sampled calls between units, heaviest first

	// Leaving are the calls of shown contexts that were not inlined, by context, most frequent first. They are not entries of the units
	// that they left.
	Leaving []UnitLeaving
	Lines   *sourceline.Lines // of the profile; nil: unknown

	// Totals of everything that the filters keep. The inclusive entries of all units add up to Entries.
	AllUnits, AllContexts int
	Entries, Samples      int64 // method entries; samples
	ShownEntries          int64 // of contexts that are shown

	Optimized   bool // they are of the optimized image: entries are those that are certain, and others have bounds
	Tally       convert.Tally
	AppFirst    bool              // units with application code come before others
	Application application.Share // zero with a focus
	Notes       []string          // explanatory notes, one sentence each
}

// A Unit is a compilation root with all methods inlined into it.
type Unit struct {
	Name      string        // of the root
	Full      string        // with packages and parameters
	Contexts  []UnitContext // each after its parent, the root first
	Size      int           // number of contexts, including those that are not shown
	Merged    int           // number of merged units, with <VM> as their root; 0: not merged
	Inclusive int64         // entries of all contexts
	Shown     int64         // entries of the shown contexts
}

// A UnitContext is a method at a place in a unit.
type UnitContext struct {
	Parent    int32 // index in Unit.Contexts; -1 for the root
	Through   bool  // frames between Parent and this one are not shown
	Site      iprof.BCI
	SiteKnown bool // false for the root, for Through, and in <VM>

	Name, Full       string
	Signature, Plain string // like Node's
	Entries          int64
	Most             int64 // upper bound of the entries; [code.Unlimited]: unknown. Entries if these are the count
	Known            bool  // false: the file has no count, which is not zero
	New              bool  // of the optimized image: the instrumented one did not inline it there
	Inclusive        int64
	Focus            bool

	// CallerEntries are the entries of the parent's context, if CallerKnown.
	CallerEntries int64
	CallerKnown   bool
}

// Count returns the entries in one figure, and how certain it is.
func (c *UnitContext) Count() code.Execution { return code.Bounded(c.Entries, c.Most, c.Known) }

// Frequency returns the calls per entry of the caller. It is false if a count is missing or the caller was never entered.
func (c *UnitContext) Frequency() (float64, bool) {
	if !c.Known || !c.CallerKnown || c.CallerEntries == 0 {
		return 0, false
	}
	return float64(c.Entries) / float64(c.CallerEntries), true
}

// A UnitCall is a call from a context of a unit to the root of a unit, seen in sampled stacks.
type UnitCall struct {
	FromUnit    int32 // index in Units.Units
	FromContext int32 // index in its Contexts, of the innermost visible context
	ToUnit      int32
	Count       int64 // samples, once per stack
}

// A UnitLeaving is a call that was not inlined.
type UnitLeaving struct {
	calls.LeavingCall
	FromUnit    int32 // index in Units.Units
	FromContext int32 // index in its Contexts
	ToUnit      int32 // index in Units.Units of the unit that it entered; -1: it is not shown
	Name        string
}

// A unitBuilder makes [Units]. Its nodes are nodes of the context tree.
type unitBuilder struct {
	*builder
	root      []int32          // by node: its root
	inclusive []int64          // by node
	size      []int32          // by root: the number of contexts of its unit
	focused   []bool           // by node: it matches the focus
	appUnit   []bool           // by root: its unit comes first as it has application code; nil: none does
	shown     []bool           // by node
	image     *optimized.Units // nil: the profile is of the instrumented image
	weight    []int64          // by node, for the choice: inclusive entries, of the optimized image their upper bound
	vm        []int32          // by node: the context whose <VM> it is part of; -1: none
	merged    []int32          // the roots of units that are shown as one

	unit  []int32 // by root: index+1 in Units.Units
	place []int32 // by node: index in Unit.Contexts
	near  []int32 // by node: the innermost shown node on the path to it, including itself
}

// NewUnits makes the compilation units of a profile. Nil names means full names. The error is a
// [convert.NoMatchError] if nothing matches the focus.
func NewUnits(p *iprof.Profile, names *convert.Names, opts UnitOptions) (*Units, error) {
	base, err := newBuilder(p, names, Options{Metric: convert.Calls, Filter: opts.Filter, nodesOnly: true}, nil)
	if err != nil {
		return nil, err
	}
	b := &unitBuilder{builder: base, image: opts.Image}
	b.findVM()
	u := &Units{
		Entries: b.entries, Samples: b.samples, Lines: opts.Lines,
		Notes: []string{convert.InstrumentedInliningNote},
	}
	if opts.Image != nil {
		u.Optimized, u.Notes = true, slices.Clone(opts.Image.Notes)
	}
	u.Tally = b.contexts.projection.Tally(convert.Calls.Records(p))
	u.Application = b.applicationPart()
	roots := b.measure(u)
	u.Notes = append(u.Notes, application.RootsNote(p, b.names, opts.Filter.View, roots)...)
	if opts.AppFirst {
		u.AppFirst = b.applicationFirst(roots)
	}
	roots = b.choose(roots, opts)
	b.build(u, roots)
	b.calls(u)
	switch {
	case opts.Image != nil:
		b.leaveImage(u, opts)
	case opts.Calls != nil:
		b.leave(u, opts)
	}
	if len(b.merged) > 0 {
		u.merge(b)
	}
	return u, nil
}

// findVM finds the contexts that contain calls from VM code to VM code.
func (b *unitBuilder) findVM() {
	c := &b.contexts
	b.vm = make([]int32, len(c.parent))
	around := make([]int32, len(c.parent)) // by node: the <VM> that its callees in the VM are part of
	for i, up := range c.parent {
		b.vm[i], around[i] = -1, -1
		g := c.group[i]
		switch {
		case b.contexts.projection.JoinsVM(iprof.NodeID(i)):
			b.vm[i], around[i] = around[up], around[up]
		case g >= 0 && g == c.vm:
			around[i] = int32(i)
		case g < 0 && up >= 0:
			around[i] = around[up]
		}
	}
}

// measure returns the roots of the units in focus, hottest first.
func (b *unitBuilder) measure(u *Units) (roots []int32) {
	c := &b.contexts
	n := len(c.parent)
	b.root, b.inclusive, b.focused = make([]int32, n), slices.Clone(c.value), make([]bool, n)
	b.size = make([]int32, n)
	inFocus, kept := make([]bool, n), make([]bool, n) // by root
	for i, up := range c.parent {
		b.root[i] = int32(i)
		if up >= 0 {
			b.root[i] = b.root[up]
		}
		if b.contexts.projection == nil || b.contexts.projection.Keep[i] {
			kept[b.root[i]] = true
		}
		if !b.visible(int32(i)) {
			continue
		}
		b.size[b.root[i]]++
		u.AllContexts++
		if b.nodes[c.group[i]].focus {
			b.focused[i] = true
			inFocus[b.root[i]] = true
		}
	}
	for i := n - 1; i >= 0; i-- {
		if up := c.parent[i]; up >= 0 {
			b.inclusive[up] += b.inclusive[i]
		}
	}
	b.weight = b.inclusive
	if b.image != nil {
		b.weight = b.image.Most(func(node int32) int32 { return c.parent[node] })
	}
	for i, up := range c.parent {
		if up >= 0 || b.size[i] == 0 || !kept[i] {
			continue
		}
		if b.focus == nil && c.vm >= 0 && c.group[i] == c.vm {
			b.merged = append(b.merged, int32(i))
			continue
		}
		u.AllUnits++
		if b.focus == nil || inFocus[i] {
			roots = append(roots, int32(i))
		}
	}
	slices.SortFunc(roots, b.hotter)
	return roots
}

// hotter is the order in which nodes are taken.
func (b *unitBuilder) hotter(x, y int32) int {
	if b.appUnit != nil {
		if order := convert.CompareBools(b.appUnit[b.root[y]], b.appUnit[b.root[x]]); order != 0 {
			return order
		}
	}
	return cmp.Or(cmp.Compare(b.inclusive[y], b.inclusive[x]), cmp.Compare(b.weight[y], b.weight[x]), cmp.Compare(x, y))
}

// applicationFirst moves the units with application code, and in choices the contexts in them, to the front. It reports whether there
// are such and others.
func (b *unitBuilder) applicationFirst(roots []int32) bool {
	b.appUnit = application.InUnits(b.profile, b.names, func(node iprof.NodeID) bool { return b.visible(int32(node)) })
	slices.SortFunc(roots, b.hotter)
	return len(roots) > 0 && b.appUnit[roots[0]] && !b.appUnit[roots[len(roots)-1]]
}

// choose chooses the contexts to show and returns the roots of their units. Inclusive entries never grow from caller to callee, so
// the contexts with the most inclusive entries are connected.
func (b *unitBuilder) choose(roots []int32, opts UnitOptions) []int32 {
	c := &b.contexts
	if opts.Units > 0 && len(roots) > opts.Units {
		roots = roots[:opts.Units]
	}
	if opts.Nodes > 0 && len(roots) > opts.Nodes {
		roots = roots[:opts.Nodes]
	}
	chosen := make([]bool, len(c.parent)) // by node of a root
	for _, r := range roots {
		chosen[r] = true
	}
	room := cmp.Or(opts.Nodes, len(c.parent))
	b.shown = make([]bool, len(c.parent))
	some := make([]bool, len(c.parent)) // by root: some of its contexts are shown
	take := func(node int32) {
		// Also take the callers: a context in focus may not have its caller yet. A unit whose root is hidden has several outermost
		// contexts.
		n := 0
		for i := node; i >= 0 && !b.shown[i]; i = c.parent[i] {
			if b.visible(i) {
				n++
			}
		}
		if n > room {
			return
		}
		room -= n
		for i := node; i >= 0 && !b.shown[i]; i = c.parent[i] {
			b.shown[i] = b.visible(i)
			some[b.root[i]] = true
		}
	}
	var inFocus, others []int32
	for i := range c.parent {
		switch {
		case !chosen[b.root[i]] || !b.visible(int32(i)):
		case c.parent[i] < 0:
			take(int32(i))
		case b.focused[i]:
			inFocus = append(inFocus, int32(i))
		case float64(b.weight[i]) >= opts.NodeFraction*float64(b.inclusive[b.root[i]]):
			others = append(others, int32(i))
		}
	}
	slices.SortFunc(inFocus, b.hotter)
	slices.SortFunc(others, b.hotter)
	for _, list := range [][]int32{inFocus, others} {
		for _, i := range list {
			if room == 0 {
				break
			}
			take(i)
		}
	}
	return slices.DeleteFunc(slices.Clone(roots), func(r int32) bool { return !some[r] })
}

// visible reports whether a node is its own context: neither hidden nor a part of a caller's <VM>.
func (b *unitBuilder) visible(i int32) bool { return b.contexts.group[i] >= 0 && b.vm[i] < 0 }

// build makes the units from the shown contexts.
func (b *unitBuilder) build(u *Units, roots []int32) {
	c := &b.contexts
	full := convert.NewNames(b.profile, convert.NameOptions{
		Style: convert.SignatureNames, Normalize: b.names.Options.Normalize, Disambiguate: b.names.Options.Disambiguate,
	})
	plain := convert.NewNames(b.profile, convert.NameOptions{Style: convert.FullNames, Normalize: b.names.Options.Normalize})
	signature := func(slot int) string { return full.MethodWith(slot, convert.WithParams) }
	n := len(c.parent)
	b.unit, b.place, b.near = make([]int32, n), make([]int32, n), make([]int32, n)
	for _, r := range roots {
		u.Units = append(u.Units, Unit{Name: b.name(r, b.names.Method), Full: b.name(r, full.Method), Size: int(b.size[r]), Inclusive: b.inclusive[r]})
		b.unit[r] = int32(len(u.Units))
	}
	for i, up := range c.parent {
		b.near[i] = -1
		if up >= 0 {
			b.near[i] = b.near[up]
		}
		if vm := b.vm[i]; vm >= 0 && b.shown[vm] {
			unit := &u.Units[b.unit[b.root[i]]-1]
			ctx := &unit.Contexts[b.place[vm]]
			ctx.Entries, ctx.Known = ctx.Entries+c.value[i], ctx.Known || c.known[i]
			if ctx.Most = code.Unlimited; b.image == nil && ctx.Known {
				ctx.Most = ctx.Entries
			}
			unit.Shown += c.value[i]
			u.ShownEntries += c.value[i]
		}
		if !b.shown[i] {
			continue
		}
		unit := &u.Units[b.unit[b.root[i]]-1]
		ctx := UnitContext{Parent: -1, Entries: c.value[i], Most: b.mostOf(int32(i)), Known: c.known[i], Inclusive: b.inclusive[i], Focus: b.focused[i]}
		ctx.New = b.image != nil && b.image.New[i]
		ctx.Name, ctx.Full = b.name(int32(i), b.names.Method), b.name(int32(i), full.Method)
		ctx.Signature, ctx.Plain = b.name(int32(i), signature), b.name(int32(i), plain.Method)
		if caller := b.near[i]; caller >= 0 {
			l := c.linkOf(int32(i), caller)
			ctx.Parent, ctx.Through, ctx.Site, ctx.SiteKnown = b.place[caller], l.through, l.site, l.siteKnown
			if l.siteKnown && c.group[i] != c.vm { // <VM> has the entries of several methods
				ctx.CallerEntries, ctx.CallerKnown = c.value[caller], c.known[caller] && b.isCertain(caller) && b.isCertain(int32(i))
			}
		}
		b.near[i], b.place[i] = int32(i), int32(len(unit.Contexts))
		unit.Contexts = append(unit.Contexts, ctx)
		unit.Shown += c.value[i]
		u.ShownEntries += c.value[i]
	}
}

// merge merges the units whose root is <VM> into one, and shows only the context of the roots.
func (u *Units) merge(b *unitBuilder) {
	unit := Unit{Name: convert.VMFrame, Merged: len(b.merged)}
	unit.Full = fmt.Sprintf("%s: %s", convert.VMFrame, words.CountOf(int64(unit.Merged), "units"))
	root := UnitContext{Parent: -1, Name: unit.Full, Full: unit.Full}
	c := &b.contexts
	merged := make([]bool, len(c.parent)) // by node: it is one of these roots
	for _, i := range b.merged {
		unit.Size += int(b.size[i])
		unit.Inclusive += b.inclusive[i]
		merged[i] = true
	}
	for i, vm := range b.vm {
		if merged[i] || vm >= 0 && merged[vm] {
			root.Entries += c.value[i]
			root.Known = root.Known || c.known[i]
		}
	}
	root.Inclusive, unit.Shown = unit.Inclusive, root.Entries
	if root.Most = code.Unlimited; root.Known && b.image == nil {
		root.Most = root.Entries
	}
	unit.Contexts = []UnitContext{root}
	u.Units = append(u.Units, unit)
	u.AllUnits++
	u.ShownEntries += unit.Shown
}

// name returns the name of a node, given the names of methods by slot.
func (b *unitBuilder) name(node int32, method func(int) string) string {
	g := b.contexts.group[node]
	if g < 0 {
		return convert.HiddenFrames
	}
	group := b.groups.Groups[g]
	if group.Slot < 0 {
		return group.Name
	}
	return method(int(group.Slot))
}

// calls adds the calls between units. It follows a stack through the contexts from its root on: a frame is inlined if the context
// reached so far has it at this call site; otherwise it is called, and the stack continues in the unit of its method.
func (b *unitBuilder) calls(u *Units) {
	p := b.profile
	if p.Samples.Len() == 0 {
		return
	}
	inlined, rootOf := b.sampledContexts(), b.rootsBySlot()
	type call struct{ from, to int32 } // nodes: a context that is shown, a root
	var calls numbering[call]
	of := make([]int32, len(b.stacks.parent)) // a view may add nodes after those of the profile
	for i := range of {
		of[i] = -1
	}
	context := make([]int32, p.Stacks.Len())
	for i, n := range p.Stacks.All() {
		context[i] = -1
		up := int32(-1)
		if n.Parent != iprof.NoNode {
			up = context[n.Parent]
		}
		if up >= 0 {
			if at, ok := inlined[iprof.Node{Parent: iprof.NodeID(up), Site: n.Site, Method: n.Method}]; ok {
				context[i] = at
				continue
			}
		}
		root := rootOf[p.MethodSlot(n.Method)]
		if root < 0 {
			continue
		}
		context[i] = root
		if up < 0 || b.near[up] < 0 || b.unit[root] == 0 {
			continue
		}
		of[i] = calls.number(call{b.near[up], root})
	}
	for i, count := range convert.OncePerStack(b.stacks.parent, of, slices.Clone(b.stacks.value), len(calls.all)) {
		if count > 0 {
			k := calls.all[i]
			u.Calls = append(u.Calls, UnitCall{
				FromUnit: b.unit[b.root[k.from]] - 1, FromContext: b.place[k.from], ToUnit: b.unit[k.to] - 1, Count: count,
			})
		}
	}
	slices.SortFunc(u.Calls, func(x, y UnitCall) int {
		return cmp.Or(cmp.Compare(y.Count, x.Count), cmp.Compare(x.FromUnit, y.FromUnit), cmp.Compare(x.ToUnit, y.ToUnit),
			cmp.Compare(x.FromContext, y.FromContext))
	})
}

// sampledContexts returns the contexts that a sampled frame may be inlined into, by themselves: few of all are of a method, at a call site,
// that stacks have.
func (b *unitBuilder) sampledContexts() map[iprof.Node]int32 {
	key := func(n iprof.Node) uint64 { return convert.PlaceKey(int32(n.Method), n.Site) }
	var sampled convert.Keys
	for _, n := range b.profile.Stacks.All() {
		sampled.Number(key(n))
	}
	contexts := map[iprof.Node]int32{}
	for i, n := range b.profile.Contexts.All() {
		if n.Parent != iprof.NoNode && sampled.LookUp(key(n)) >= 0 {
			contexts[n] = int32(i)
		}
	}
	return contexts
}
