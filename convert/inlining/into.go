package inlining

import (
	"cmp"
	"regexp"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/order"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// IntoOptions say which methods are looked for, and how much of where they are is shown.
type IntoOptions struct {
	Filter   convert.FilterOptions
	Match    *regexp.Regexp // the methods, by name, see [convert.Names.InStyle]
	Methods  int            // those with the most entries, so many; 0: all
	MinShare float64        // no callers through which a lower share of the method's entries came, from 0 to 1
	Depth    int            // so many callers outwards; 0: up to MaxIntoDepth
}

// MaxIntoDepth is how far outwards callers are followed at the most. The inlining of published profiles is less than 20
// deep; each level costs as much as there are contexts that reach it.
const MaxIntoDepth = 64

// Into is where methods are inlined: for each of them a tree of callers, from the method outwards to the compilation
// roots. The entries of siblings, with what is pruned, add up to those of the place that they are under.
type Into struct {
	Profile *iprof.Profile
	Names   *convert.Names
	View    convert.View

	Total int64 // method entries of the whole profile
	Base  int64 // of those that the filters leave

	Methods  []IntoMethod // those that are shown, the most entries first
	Matching int          // all that match and that the filters leave

	Tally  convert.Tally // what the filters do to call counts; zero where there are none
	Unused []string      // filters that nothing matches
	Notes  []string      // what a reader has to know, a sentence each
}

// An IntoMethod is a method and where it is inlined.
type IntoMethod struct {
	Slot     int32
	Root     int64 // entries as compilation root, from callers that are not known
	Inlined  int64 // entries where it is inlined
	Known    bool  // false: the file has no count of it, and the above say nothing
	Contexts int   // contexts that have it as their leaf, with a count or without
	Units    int   // units that it is inlined into

	// Places are what it is inlined into, as they are drawn: everything that a place is itself inlined into is right
	// behind it. The first of all says what is pruned on the first level; it has no slot and the method's own figures.
	Places []IntoPlace
}

// Total returns the method's entries.
func (m *IntoMethod) Total() int64 { return m.Root + m.Inlined }

// An IntoPlace is a caller at a call site, on the way from a method outwards.
type IntoPlace struct {
	Parent int32 // the index in IntoMethod.Places of the place that is inlined here; -1 for the first of all
	Depth  int32 // 0 for the first of all, 1 for the method's direct callers

	Slot      int32 // as in Instance
	Site      iprof.BCI
	SiteKnown bool // false where the call is somewhere in a <VM>
	Root      bool // the way ends here: the place is a compilation root in all of its contexts

	// End is true for what is not a caller but the end of the way for those contexts in which what it is under is a
	// compilation root, while it is inlined in others. It has nothing but entries and contexts.
	End bool

	Entries  int64 // of the method, through this place
	Known    bool  // false: no context has a count, and Entries says nothing
	Contexts int

	// For direct callers, over the contexts in which both have a count, as in CallEdge.
	MatchedCallee, MatchedCaller int64

	// What is not shown under it.
	PrunedPlaces  int
	PrunedEntries int64
	PrunedKnown   bool
}

// Frequency returns how often an invocation of a direct caller calls the method here. It is false where no context tells.
func (p *IntoPlace) Frequency() (float64, bool) {
	if p.MatchedCaller == 0 {
		return 0, false
	}
	return float64(p.MatchedCallee) / float64(p.MatchedCaller), true
}

// Name returns what a place or a method is called, as [Trees.Name] does.
func (in *Into) Name(slot int32) string { return convert.SlotName(in.Names, slot) }

// NewInto finds where methods of a profile are inlined. The error is a [convert.NoMatchError] where nothing matches Match that the
// filters leave.
func NewInto(p *iprof.Profile, names *convert.Names, opts IntoOptions) (*Into, error) {
	b := newBuilder(p, names, opts.Filter)
	in := &Into{
		Profile: p,
		Names:   names,
		View:    opts.Filter.View,
		Total:   p.Total(iprof.Calls),
		Notes:   []string{convert.InstrumentedInlining},
	}
	if b.projection != nil {
		in.Tally = b.projection.Tally(convert.Calls.Records(p))
		in.Unused = b.projection.Unmatched
	}
	matches := convert.MatchSlots(names, opts.Match)
	contexts := map[int32][]cursor{} // by slot, in the order of the file
	var slots []int32
	for i := range int32(p.Contexts.Len()) {
		if !b.counts(i) {
			continue
		}
		in.Base += b.entries.Count[i]
		slot := b.slot(i)
		if slot < 0 || !matches(slot) {
			continue
		}
		if contexts[slot] == nil {
			slots = append(slots, slot)
		}
		contexts[slot] = append(contexts[slot], cursor{i, i})
	}
	if len(slots) == 0 && len(b.roots) > 0 {
		return nil, b.noMatch(opts.Match)
	}
	unit := b.units()
	for _, slot := range slots {
		in.Methods = append(in.Methods, b.method(slot, contexts[slot], unit))
	}
	slices.SortFunc(in.Methods, func(x, y IntoMethod) int {
		return cmp.Or(cmp.Compare(y.Total(), x.Total()), convert.CompareSlots(b.names, x.Slot, y.Slot))
	})
	in.Matching = len(in.Methods)
	if opts.Methods > 0 && len(in.Methods) > opts.Methods {
		in.Methods = in.Methods[:opts.Methods]
	}
	for i := range in.Methods {
		b.places(&in.Methods[i], contexts[in.Methods[i].Slot], opts)
	}
	return in, nil
}

// counts tells whether the filters leave the records of a node.
func (b *builder) counts(node int32) bool {
	return b.projection == nil || b.projection.Keep[node]
}

// A cursor is on its way from a context's leaf outwards.
type cursor struct {
	leaf, at int32
}

// units returns, by node, the root of the unit that it is drawn in.
func (b *builder) units() []int32 {
	unit := make([]int32, b.Profile.Contexts.Len())
	for i := range int32(len(unit)) {
		unit[i] = i
		if caller := b.caller(i); caller >= 0 {
			unit[i] = unit[caller]
		}
	}
	return unit
}

func (b *builder) method(slot int32, contexts []cursor, unit []int32) IntoMethod {
	m := IntoMethod{Slot: slot, Contexts: len(contexts)}
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
	return m
}

// A callGroup is contexts that have a stretch of callers in common, with the place at its end.
type callGroup struct {
	place    IntoPlace
	contexts []cursor
}

// places fills in where a method is inlined. Level by level it parts the contexts by their next caller, so no more work
// is done than what is shown takes.
func (b *builder) places(m *IntoMethod, contexts []cursor, opts IntoOptions) {
	depth := MaxIntoDepth
	if opts.Depth > 0 {
		depth = min(depth, opts.Depth)
	}
	least := opts.MinShare * float64(m.Total())
	top := callGroup{IntoPlace{Parent: -1, Slot: convert.NoFrame, Entries: m.Total(), Known: m.Known, Contexts: m.Contexts}, contexts}
	stack := []callGroup{top}
	for len(stack) > 0 {
		g := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		self := int32(len(m.Places))
		callers := b.callers(g)
		if len(callers) == 1 && callers[0].place.End && self > 0 {
			g.place.Root = true
			callers = nil
		}
		shown := callers[:0]
		for _, c := range callers {
			if int(g.place.Depth) >= depth || c.place.Known && float64(c.place.Entries) < least {
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

// callers parts the contexts of a group by who calls the place at its end, the most entries first.
func (b *builder) callers(g callGroup) []callGroup {
	next := func(c cursor) (caller, slot int32, site iprof.BCI) {
		caller = b.caller(c.at)
		if caller < 0 {
			return caller, convert.NoFrame, 0
		}
		return caller, b.slot(caller), b.Profile.Contexts.Node(iprof.NodeID(c.at)).Site
	}
	compare := func(x, y cursor) int {
		callerX, slotX, siteX := next(x)
		callerY, slotY, siteY := next(y)
		return cmp.Or(order.Bools(callerX < 0, callerY < 0), cmp.Compare(slotX, slotY), cmp.Compare(siteX, siteY))
	}
	slices.SortStableFunc(g.contexts, compare)
	var groups []callGroup
	for start := 0; start < len(g.contexts); {
		end := start + 1
		for end < len(g.contexts) && compare(g.contexts[start], g.contexts[end]) == 0 {
			end++
		}
		contexts := g.contexts[start:end:end]
		caller, slot, site := next(contexts[0])
		place := IntoPlace{Depth: g.place.Depth + 1, Slot: slot, Site: site, SiteKnown: slot != convert.VMSlot, End: caller < 0, Contexts: len(contexts)}
		for i, c := range contexts {
			if b.entries.Known[c.leaf] {
				place.Known = true
				place.Entries += b.entries.Count[c.leaf]
			}
			caller, _, _ := next(c)
			if g.place.Depth == 0 && slot >= 0 && b.entries.Known[c.leaf] && b.entries.Known[caller] {
				place.MatchedCallee += b.entries.Count[c.leaf]
				place.MatchedCaller += b.entries.Count[caller]
			}
			contexts[i].at = caller
		}
		groups = append(groups, callGroup{place, contexts})
		start = end
	}
	slices.SortStableFunc(groups, func(x, y callGroup) int {
		return cmp.Or(cmp.Compare(y.place.Entries, x.place.Entries), order.Bools(x.place.End, y.place.End),
			convert.CompareSlots(b.names, x.place.Slot, y.place.Slot), cmp.Compare(x.place.Site, y.place.Site))
	})
	return groups
}
