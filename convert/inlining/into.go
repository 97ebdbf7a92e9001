package inlining

import (
	"cmp"
	"math"
	"regexp"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/convert/optimized"
	"github.com/iprof-viz/iprof-viz/convert/sourceline"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// IntoOptions choose the methods, and how many of their callers are shown.
type IntoOptions struct {
	Filter   convert.FilterOptions
	Match    *regexp.Regexp // the methods, by name, see [convert.Names.Matches]; nil: all
	Methods  int            // maximum number, by descending entries, and that of each method's RootCallers; 0: all
	MinShare float64        // omit callers with a lower share of the method's entries, from 0 to 1, unless that is a single row
	Depth    int            // levels of callers; 0: MaxIntoDepth

	// Target asks whether the methods are inlined into matching ones, directly or through others: only these contexts are shown,
	// from a method outwards to the first matching caller, regardless of MinShare and Depth. Into then has an Answer.
	Target *regexp.Regexp

	Calls calls.Options // how the call graph reads class files; its Contexts are set from Filter

	Image *optimized.Units // as in Options

	Lines *sourceline.Lines // for Into.Lines
}

// MaxIntoDepth is the maximum number of levels of callers. The inlining in published profiles is less than 20 deep; each level
// costs time in proportion to the contexts that reach it.
const MaxIntoDepth = 64

// Into shows where methods are inlined: for each of them a tree of callers, from the method outwards to the compilation roots. The
// entries of siblings, including pruned ones, add up to those of the place above them; in the optimized image those that are certain, to at
// most these.
type Into struct {
	Head

	Methods  []IntoMethod // the methods shown, by descending entries
	Matching int          // number of matching methods that the filters keep

	// With a Target: whether the methods are inlined into targets, and how much of their entries, in a sentence; the targets that call
	// them, inlined or not; and if none does, the shortest way of calls. Otherwise "" and nil.
	Answer  string
	Callers []Caller
	Way     []WayStep
}

// An IntoMethod is a method and where it is inlined.
type IntoMethod struct {
	Slot    int32
	Root    int64 // entries as compilation root (not inlined; caller unknown)
	Inlined int64 // entries where it is inlined
	Unclear int64 // of the optimized image: others, of which it is not known which copy they entered
	Known   bool  // false: the file has no count for it, and the entries are meaningless

	// Instances are the copies of the method, as root and inlined, with or without a count. Those with a record are the contexts
	// that package rank counts.
	Instances int
	Units     int // number of units that it is inlined into

	Callers *RootCallers // nil: none is known, with a Target, or no entries as compilation root

	// Places are the callers that it is inlined into, in preorder: each place is directly followed by the places that it is itself
	// inlined into. The first one stands for the method: it has the method's own numbers and those pruned on the first level, and
	// no slot.
	Places []IntoPlace
}

// Total returns the method's entries.
func (m *IntoMethod) Total() int64 { return m.Root + m.Inlined + m.Unclear }

// An IntoPlace is a caller at a call site, on the way from a method outwards.
type IntoPlace struct {
	Parent int32 // the index in IntoMethod.Places of the place inlined here; -1 for the first one
	Depth  int32 // 0 for the first one, 1 for the method's direct callers

	Slot      int32 // as in Instance
	Site      iprof.BCI
	SiteKnown bool // false if the call is somewhere in a <VM>
	Root      bool // the place is a compilation root in all of its contexts

	// End is true for a place that is not a caller: it holds the entries of the contexts in which the place above is a compilation
	// root, if that place is inlined elsewhere. It has only entries and instances.
	End bool

	Entries int64 // of the method, through this place
	Most    int64 // upper bound of the entries, as in Instance
	Known   bool  // false: no context has a count, and Entries is meaningless

	Instances int // of the method, inlined through this place

	// For direct callers, summed over the contexts in which both have a count, as in CallEdge.
	MatchedCallee, MatchedCaller int64

	// The places below it that are not shown.
	PrunedPlaces  int
	PrunedEntries int64
	PrunedKnown   bool
}

// Count returns the entries in one figure, and how certain it is.
func (p *IntoPlace) Count() code.Execution { return code.Bounded(p.Entries, p.Most, p.Known) }

func (p *IntoPlace) tooSmall(minimum float64) bool {
	if p.Most != code.Unlimited {
		return float64(p.Most) < minimum
	}
	return p.Known && float64(p.Entries) < minimum
}

// Frequency returns the calls of the method here per invocation of a direct caller. It returns false if no context has
// both counts.
func (p *IntoPlace) Frequency() (float64, bool) {
	if p.MatchedCaller == 0 {
		return 0, false
	}
	return float64(p.MatchedCallee) / float64(p.MatchedCaller), true
}

// NewInto finds where methods of a profile are inlined. Nil names mean full names. The error is a [convert.NoMatchError] if Match
// matches no method that the filters keep.
func NewInto(p *iprof.Profile, names *convert.Names, opts IntoOptions) (*Into, error) {
	names = names.OrDefault(p)
	b := newBuilder(p, names, opts.Filter)
	in := &Into{Head: b.head(opts.Filter.View, opts.Image, opts.Lines)}
	matches := func(int32) bool { return true }
	if opts.Match != nil {
		matches = convert.SlotMatcher(names, opts.Match)
	}
	var q *question
	if opts.Target != nil {
		q = b.newQuestion(matches, opts.Target)
	}
	seen := map[int32]bool{}
	contexts := map[int32][]cursor{} // by slot, in the order of the file
	var slots []int32
	for i := range int32(p.Contexts.Len()) {
		if !b.counts(i) {
			continue
		}
		slot := b.slot(i)
		in.Base += b.baseOf(i, slot, seen)
		if slot < 0 || !matches(slot) {
			continue
		}
		if contexts[slot] == nil {
			slots = append(slots, slot)
		}
		contexts[slot] = append(contexts[slot], cursor{i, i})
	}
	isCalled := false
	if q != nil && len(b.roots) > 0 {
		if len(q.targets) == 0 {
			return nil, b.noMatch(opts.Target)
		}
		isCalled = q.ask(in, slots, contexts, opts)
	}
	if opts.Match != nil && len(slots) == 0 && !isCalled && len(b.roots) > 0 {
		return nil, b.noMatch(opts.Match).OrCalled(calls.AnyCalled(p, names, opts.Match, opts.Calls))
	}
	if q != nil {
		slots = slices.DeleteFunc(slots, func(slot int32) bool { return !slices.ContainsFunc(contexts[slot], q.reaches) })
	}
	unit := b.units()
	for _, slot := range slots {
		in.Methods = append(in.Methods, b.method(slot, contexts[slot], unit))
	}
	slices.SortFunc(in.Methods, func(x, y IntoMethod) int {
		return b.names.OrByName(cmp.Compare(y.Total(), x.Total()), x.Slot, y.Slot)
	})
	in.Matching = len(in.Methods)
	if opts.Methods > 0 && len(in.Methods) > opts.Methods {
		in.Methods = in.Methods[:opts.Methods]
	}
	for i := range in.Methods {
		m := &in.Methods[i]
		b.places(m, q.reaching(contexts[m.Slot]), q, opts)
	}
	if q == nil && opts.Image == nil && slices.ContainsFunc(in.Methods, func(m IntoMethod) bool { return m.Root > 0 }) {
		b.addRootCallers(in, opts)
	}
	return in, nil
}

// baseOf returns the entries that a node adds to Into.Base.
func (b *builder) baseOf(node, slot int32, seen map[int32]bool) int64 {
	if b.image == nil {
		return b.entries.Count[node]
	}
	if slot < 0 || seen[slot] {
		return 0
	}
	seen[slot] = true
	return max(0, b.image.Methods[slot])
}

// mostOfPlace returns IntoPlace.Most, given the contexts of the place.
func (b *builder) mostOfPlace(p *IntoPlace, contexts []cursor) int64 {
	switch {
	case b.image == nil && p.Known:
		return p.Entries
	case b.image == nil:
		return code.Unlimited
	}
	most := int64(0)
	for _, c := range contexts {
		most = code.AddBounds(most, b.image.Entries[c.leaf].High)
	}
	if all := b.image.Methods[b.slot(contexts[0].leaf)]; all >= 0 {
		most = max(p.Entries, min(most, all))
	}
	return most
}

// counts reports whether the filters keep the records of a node.
func (b *builder) counts(node int32) bool {
	return b.projection == nil || b.projection.Keep[node]
}

// A cursor is a position in a context, moving from its leaf outwards.
type cursor struct {
	leaf, at int32
}

// units returns, by node, the root of its unit.
func (b *builder) units() []int32 {
	unit := make([]int32, b.profile.Contexts.Len())
	for i := range int32(len(unit)) {
		unit[i] = i
		if caller := b.caller(i); caller >= 0 {
			unit[i] = unit[caller]
		}
	}
	return unit
}

func (b *builder) method(slot int32, contexts []cursor, unit []int32) IntoMethod {
	m := IntoMethod{Slot: slot, Instances: len(contexts)}
	units := map[int32]bool{}
	for _, c := range contexts {
		m.Known = m.Known || b.entries.Known[c.leaf]
		if root := unit[c.leaf]; root == c.leaf {
			m.Root += b.entries.Count[c.leaf]
		} else {
			m.Inlined += b.entries.Count[c.leaf]
			units[root] = true
		}
	}
	m.Units = len(units)
	if b.image != nil && b.image.Methods[slot] >= 0 {
		m.Unclear, m.Known = max(0, b.image.Methods[slot]-m.Total()), true
	}
	return m
}

// A callerGroup is a set of contexts with common callers, and the outermost of these callers.
type callerGroup struct {
	place    IntoPlace
	contexts []cursor
}

// places determines where a method is inlined. Level by level it splits the contexts by their next caller, so levels that are not
// shown cost nothing.
func (b *builder) places(m *IntoMethod, contexts []cursor, q *question, opts IntoOptions) {
	depth := MaxIntoDepth
	if opts.Depth > 0 {
		depth = min(depth, opts.Depth)
	}
	minimum := opts.MinShare * float64(m.Total())
	if q != nil {
		depth, minimum = math.MaxInt, 0
	}
	top := callerGroup{IntoPlace{Parent: -1, Slot: convert.NoFrame, Entries: m.Total(), Most: code.Unlimited, Known: m.Known, Instances: m.Instances}, contexts}
	switch {
	case m.Known:
		top.place.Most = m.Total()
	case b.image != nil:
		top.place.Most = b.mostOfPlace(&top.place, contexts)
	}
	stack := []callerGroup{top}
	for len(stack) > 0 {
		g := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		self := int32(len(m.Places))
		if q != nil && q.targets[g.place.Slot] { // never of the method itself, whose place has no frame
			g.place.Root = !slices.ContainsFunc(g.contexts, func(c cursor) bool { return b.caller(c.at) >= 0 })
			m.Places = append(m.Places, g.place)
			continue
		}
		callers := b.callers(g)
		if len(callers) == 1 && callers[0].place.End && self > 0 {
			g.place.Root = true
			callers = nil
		}
		small := func(c callerGroup) bool { return c.place.tooSmall(minimum) }
		if int(g.place.Depth) < depth && b.isOneRow(callers, small) {
			small = func(callerGroup) bool { return false }
		}
		shown := callers[:0]
		for _, c := range callers {
			if int(g.place.Depth) >= depth || small(c) {
				g.place.PrunedPlaces++
				g.place.PrunedEntries += c.place.Entries
				g.place.PrunedKnown = g.place.PrunedKnown || c.place.Known
				continue
			}
			c.place.Parent = self
			shown = append(shown, c)
		}
		m.Places = append(m.Places, g.place)
		for _, c := range slices.Backward(shown) {
			if c.place.End {
				c.contexts = nil
			}
			stack = append(stack, c)
		}
	}
}

// isOneRow reports whether those of some callers that are small are a single row: the row that says so would take as much room.
func (b *builder) isOneRow(callers []callerGroup, small func(callerGroup) bool) bool {
	first := slices.IndexFunc(callers, small)
	if first < 0 || slices.ContainsFunc(callers[first+1:], small) {
		return false
	}
	c := callers[first]
	if c.place.End {
		return true
	}
	c.contexts = slices.Clone(c.contexts) // callers moves them outwards
	further := b.callers(c)
	return len(further) == 1 && further[0].place.End
}

// callers splits the contexts of a group by the next caller, most entries first.
func (b *builder) callers(g callerGroup) []callerGroup {
	next := func(c cursor) (caller, slot int32, site iprof.BCI) {
		caller = b.caller(c.at)
		if caller < 0 {
			return caller, convert.NoFrame, 0
		}
		return caller, b.slot(caller), b.profile.Contexts.Node(iprof.NodeID(c.at)).Site
	}
	compare := func(x, y cursor) int {
		callerX, slotX, siteX := next(x)
		callerY, slotY, siteY := next(y)
		return cmp.Or(convert.CompareBools(callerX < 0, callerY < 0), cmp.Compare(slotX, slotY), cmp.Compare(siteX, siteY))
	}
	slices.SortStableFunc(g.contexts, compare)
	var groups []callerGroup
	for start := 0; start < len(g.contexts); {
		end := start + 1
		for end < len(g.contexts) && compare(g.contexts[start], g.contexts[end]) == 0 {
			end++
		}
		contexts := g.contexts[start:end:end]
		caller, slot, site := next(contexts[0])
		place := IntoPlace{Depth: g.place.Depth + 1, Slot: slot, Site: site, SiteKnown: slot != convert.VMSlot, End: caller < 0, Instances: len(contexts)}
		for i, c := range contexts {
			if b.entries.Known[c.leaf] {
				place.Known = true
				place.Entries += b.entries.Count[c.leaf]
			}
			caller, _, _ := next(c)
			if g.place.Depth == 0 && slot >= 0 && b.isCertain(c.leaf) && b.isCertain(caller) && b.entries.Known[c.leaf] && b.entries.Known[caller] {
				place.MatchedCallee += b.entries.Count[c.leaf]
				place.MatchedCaller += b.entries.Count[caller]
			}
			contexts[i].at = caller
		}
		place.Most = b.mostOfPlace(&place, contexts)
		groups = append(groups, callerGroup{place, contexts})
		start = end
	}
	slices.SortStableFunc(groups, func(x, y callerGroup) int {
		byCount := cmp.Or(cmp.Compare(y.place.Entries, x.place.Entries), cmp.Compare(y.place.Most, x.place.Most), convert.CompareBools(x.place.End, y.place.End))
		return cmp.Or(b.names.OrByName(byCount, x.place.Slot, y.place.Slot), cmp.Compare(x.place.Site, y.place.Site))
	})
	return groups
}
