package rank

import (
	"fmt"
	"regexp"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/convert/sites"
	"github.com/iprof-viz/iprof-viz/convert/sourceline"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/convert/truncation"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// PeekOptions control [Peek].
type PeekOptions struct {
	Metric convert.Metric // Samples or Calls, or DefaultMetric
	Filter convert.FilterOptions
	Code   calls.Options     // the class files, for Calls; its Contexts are set from Filter
	Limit  int               // maximum number of methods, and of callers and callees of each; 0: all
	Lines  *sourceline.Lines // nil: no lines
}

// A relation relates a row of Peek to the method that its block is about.
type relation uint8

// The relations.
const (
	callerRow relation = iota // a frame that calls it, or its call site
	methodRow                 // the method itself
	selfRow                   // self samples of the method
	calleeRow                 // a frame that it calls
)

// String returns the word for the relation in tables.
func (r relation) String() string {
	return words.Enum(r, "relation", "caller", "method", "self", "callee")
}

// Names of rows of Peek that are not a method.
const (
	noCaller = "<no caller>" // the stack begins here
	selfName = "<self>"
)

// Peek returns the callers and callees of the methods that match, see [convert.Names.Matches], those with the largest counts first.
// A nil pattern matches all.
//
// In samples, an edge is a call between two methods, and its count is the samples of the stacks with the call, once per stack. The
// callers of a method add up to its total, and so do its self samples and its callees. With recursion a stack counts for several
// edges of a method, which then add up to more.
//
// In calls, an edge is a call site and what it calls, inlined or not, over all contexts, see package calls. Its count is the number
// of entries of the callee through it, or a bound of it. Its frequency is the number of calls per entry of the caller, and its
// coverage is the share of the caller's entries in the contexts that this is known of: for inlined calls, those that have both counts.
// Entries through edges and those that no edge accounts for add up to the method's entries, within the bounds. Callees may be methods
// that the profile does not have.
//
// Nil names mean full names. The error is a [convert.NoMatchError] if nothing matches. If the view and the filters keep nothing at
// all, there is neither an error nor a row.
func Peek(p *iprof.Profile, names *convert.Names, re *regexp.Regexp, opts PeekOptions) (*table.Table, error) {
	names = names.OrDefault(p)
	if re == nil {
		re = regexp.MustCompile("")
	}
	metric := opts.Metric.Resolve(p)
	if metric != convert.Samples && metric != convert.Calls {
		return nil, fmt.Errorf("%s have no callers: samples and calls have", metric)
	}
	k := newPeek(p, names, re, metric, opts)
	t := peekTables().NewOf(p, metric, opts.Filter.View)
	t.SetTally(k.pr.Tally(metric.Records(p)), metric.RecordsNoun())
	if !k.match() && (t.Base > 0 || t.Whole == 0) {
		var shown []string
		for _, of := range k.Groups {
			shown = append(shown, k.MatchedName(k.pattern, of))
		}
		hidden := k.pr != nil && convert.AnyMethodMatches(names, k.from, convert.LiveNodes(k.from, nil, metric.StackLeaves(p)), re)
		none := convert.NewNoMatchError(re, shown, hidden)
		return nil, none.OrCalled(metric == convert.Calls && calls.AnyCalled(p, names, re, k.codeOptions(opts.Code)))
	}
	if metric == convert.Samples {
		k.sampled()
		k.counted = newPeek(p, names, re, convert.Calls, opts)
		k.counted.match()
		sampled := map[convert.GroupKey]bool{}
		for g, ok := range k.matched {
			sampled[k.Groups[g].GroupKey] = ok
		}
		k.counted.matchOnly(sampled) // the others have no rows
		t.Notes = append(t.Notes, truncation.Of(p).Notes()...)
		t.Notes = append(t.Notes, names.StatesNote()...)
	} else {
		k.inlined()
		k.stay(opts.Code)
		t.Notes = append(t.Notes, k.callNotes()...)
		if n := k.damagedMethods(); n > 0 {
			t.Notes = append(t.Notes, table.DamageNote(words.Count(n, "method"), "entries", "name"))
		}
	}
	return t.Limited(opts.Limit, func(t *table.Table, limit int) {
		of := opts
		of.Limit = limit
		k.fill(t, of)
	}), nil
}

// A Match sums up the methods whose names match a pattern, for one metric.
type Match struct {
	Methods int
	Value   int64 // samples of stacks with at least one of them, or their entries
	Partly  bool  // that is a lower bound: the entries in some contexts are not counted
}

// Matching counts the matching methods as [Peek] shows them, see [convert.Names.Matches]: nothing if the metric is neither Samples
// nor Calls. Nil names mean the profile's full ones; Limit and Lines of opts are ignored.
func Matching(p *iprof.Profile, names *convert.Names, re *regexp.Regexp, opts PeekOptions) Match {
	names = names.OrDefault(p)
	metric := opts.Metric.Resolve(p)
	if metric != convert.Samples && metric != convert.Calls {
		return Match{}
	}
	k := newPeek(p, names, re, metric, opts)
	k.match()
	return k.matching(metric)
}

// matching counts the matching methods.
func (k *peek) matching(metric convert.Metric) Match {
	var found Match
	for _, ok := range k.matched {
		if ok {
			found.Methods++
		}
	}
	counts := make([]bool, k.from.Len()) // by node
	for i, n := range k.from.All() {
		g := k.tree.Group[i]
		counts[i] = g >= 0 && k.matched[g] || metric == convert.Samples && n.Parent != iprof.NoNode && counts[n.Parent]
	}
	for n, v := range metric.Records(k.Profile) {
		if counts[n] && (k.pr == nil || k.pr.Keep[n]) {
			found.Value += v
		}
	}
	if metric == convert.Calls {
		_, known := convert.EntriesByNode(k.Profile)
		for n, of := range counts {
			found.Partly = found.Partly || of && k.lacksCount(known, n)
		}
	}
	return found
}

// lacksCount reports whether a node of inlining contexts has its own frame, but no count of its entries.
func (k *peek) lacksCount(known []bool, n int) bool {
	return !known[n] && (k.pr == nil || k.pr.Keep[n] && k.pr.Frame[n] >= 0)
}

// newPeek groups the records of samples or calls by method.
func newPeek(p *iprof.Profile, names *convert.Names, re *regexp.Regexp, metric convert.Metric, opts PeekOptions) *peek {
	from := metric.Tree(p)
	pr := convert.Project(p, from, names, opts.Filter)
	live := convert.LiveNodes(from, pr, metric.StackLeaves(p))
	k := &peek{Grouper: convert.NewGrouper(p, names, convert.ByMethod, nil), from: from, pr: pr, live: live, pattern: re, lines: opts.Lines}
	k.tree = k.Grouper.Tree(from, pr, live)
	return k
}

// A peek holds the state of Peek.
type peek struct {
	*convert.Grouper
	from    *iprof.Tree
	pr      *convert.Projection
	live    []bool
	pattern *regexp.Regexp
	lines   *sourceline.Lines
	tree    convert.GroupedTree
	matched []bool // by group

	edges   []peekEdge
	numbers struct{ pairs, edges convert.Keys } // with Calls: the edges' indexes
	methods []peekMethod                        // by group; only for matching groups

	counted *peek        // the same methods for Calls, before its edges are found; with Samples
	graph   *calls.Graph // with Calls
}

// A peekEdge is an edge between groups, or from outside of all groups.
type peekEdge struct {
	peekKey
	sites.InlinedCalls       // for samples, only Count is known
	callerEntries      int64 // over all contexts
	callerPartly       bool  // that is a lower bound
	damaged            bool  // Count includes two numbers read as one: see [iprof.LooksPacked]

	calls    calls.Count // inlined or not
	evidence calls.Evidence
	stayed   bool // some calls may not have been inlined; otherwise calls is Count
	certain  bool // some were not
}

// figure is the count by which edges are sorted.
func (e *peekEdge) figure() int64 {
	if e.stayed {
		return e.calls.Figure()
	}
	return e.Count
}

// onlyAtMost reports whether the count is an upper bound.
func (e *peekEdge) onlyAtMost() bool {
	return e.stayed && e.calls.Execution().Bound == code.AtMost
}

type peekKey struct {
	from, to int32
	bci      iprof.BCI // in the caller; noBCI: none
}

// number returns the number of an edge, and whether it is new.
func (k *peek) number(of peekKey) (number int32, fresh bool) {
	pair := k.numbers.pairs.Number(uint64(uint32(of.from))<<32 | uint64(uint32(of.to)))
	return k.numbers.edges.Add(convert.PlaceKey(pair, of.bci))
}

// Special values of groups and BCIs.
const (
	fromNowhere int32 = -1 // the frame is the outermost
	fromHidden  int32 = -2
	noGroup     int32 = -3 // for a row that sums up several
	fromUnknown int32 = -4 // the method is a compilation root, and no edge accounts for it

	noBCI = iprof.MaxBCI + 1
)

// A peekMethod holds the counts of a method itself.
type peekMethod struct {
	self      int64 // samples in it; entries as root
	total     int64 // samples with it; entries
	known     bool  // total is known
	root      bool  // it is a compilation root; self is known if rootKnown
	rootKnown bool
	partly    bool // total is a lower bound: the entries in some contexts are not counted

	damaged, damagedRoot bool // total, and the entries as root, include two numbers read as one: see [iprof.LooksPacked]

	outside calls.Count    // entries as root that no edge accounts for
	entered *calls.Entered // nil: unknown, or of several methods
}

// fromOutside reports whether the method may have entries that no edge accounts for.
func (m *peekMethod) fromOutside() bool {
	return m.root && (!m.rootKnown || m.outside.High > 0 && !m.outside.OnlyIfThrown())
}

// match finds the groups that match, and reports whether there are any.
func (k *peek) match() bool {
	k.matched, k.methods = k.Matches(k.pattern), make([]peekMethod, len(k.Groups))
	return slices.Contains(k.matched, true)
}

// matchOnly lets no other groups than these match.
func (k *peek) matchOnly(is map[convert.GroupKey]bool) {
	for g, ok := range k.matched {
		k.matched[g] = ok && is[k.Groups[g].GroupKey]
	}
}

// shown reports whether a node has its own frame.
func (k *peek) shown(n iprof.NodeID) bool { return k.pr == nil || k.pr.Frame[n] != convert.NoFrame }

// sampled finds the edges of sampled stacks.
func (k *peek) sampled() {
	var pairs convert.Keys                // from<<32 | to: an edge is much larger, and copied whenever a list of them grows
	edgeOf := make([]int32, k.from.Len()) // by node: from its caller to it
	for i := range edgeOf {
		edgeOf[i] = -1
		to := k.tree.Group[i]
		if !k.live[i] || !k.shown(iprof.NodeID(i)) {
			continue
		}
		from := fromNowhere
		if up := k.tree.Parent[i]; up >= 0 {
			from = k.tree.Group[up] // fromNowhere if no frame above is shown
		}
		if !k.matched[to] && (from < 0 || !k.matched[from]) {
			continue
		}
		edgeOf[i] = pairs.Number(uint64(uint32(from))<<32 | uint64(uint32(to)))
	}
	k.edges = make([]peekEdge, len(pairs.List))
	for n, pair := range pairs.List {
		k.edges[n] = peekEdge{peekKey: peekKey{int32(pair >> 32), int32(pair), noBCI}, InlinedCalls: sites.InlinedCalls{Known: true}}
	}
	value := make([]int64, k.from.Len())
	for n, v := range convert.Samples.Records(k.Profile) {
		if k.pr != nil && !k.pr.Keep[n] {
			continue
		}
		value[n] += v
		if g := k.tree.Group[n]; g >= 0 { // otherwise no frame is application code
			k.methods[g].self += v
		}
	}
	for g, total := range convert.OncePerStack(k.tree.Parent, k.tree.Group, slices.Clone(value), len(k.Groups)) {
		k.methods[g].total, k.methods[g].known = total, true
	}
	for n, total := range convert.OncePerStack(k.tree.Parent, edgeOf, value, len(k.edges)) {
		k.edges[n].Count = total
	}
}

// inlined finds the edges of inlining contexts.
func (k *peek) inlined() {
	count, known := make([]int64, k.from.Len()), make([]bool, k.from.Len())
	damaged := map[iprof.NodeID]bool{}
	for n, v := range convert.Calls.Records(k.Profile) {
		if k.pr != nil && !k.pr.Keep[n] {
			continue
		}
		count[n] += v
		known[n] = true
		m := &k.methods[k.tree.Group[n]]
		m.known = true
		m.total += v
		isRoot := k.from.Node(n).Parent == iprof.NoNode
		if isRoot {
			m.self += v
			m.rootKnown = true
		}
		if iprof.LooksPacked(v) {
			damaged[n], m.damaged, m.damagedRoot = true, true, m.damagedRoot || isRoot
		}
	}
	for n, of := range k.tree.Group[:k.from.Len()] {
		if of >= 0 && k.lacksCount(known, n) {
			k.methods[of].partly = true
		}
	}
	keys, numbers := k.inlinedKeys()
	k.edges = make([]peekEdge, len(keys))
	for i, key := range keys {
		k.edges[i].peekKey = key
	}
	var callerCounts sites.CallerCounts
	for i, n := range k.from.All() {
		at := numbers[i]
		if at < 0 {
			continue
		}
		key := keys[at]
		entries, matched := count[n.Parent], known[n.Parent] && key.bci != noBCI
		if k.Groups[key.to].Slot == convert.VMSlot && known[i] && matched {
			entries = callerCounts.Of(at, n.Parent, entries)
		}
		k.edges[at].Add(count[i], known[i], entries, matched)
		k.edges[at].damaged = k.edges[at].damaged || damaged[iprof.NodeID(i)]
	}
	for i := range k.edges {
		e := &k.edges[i]
		if e.from >= 0 {
			e.callerEntries, e.callerPartly = k.methods[e.from].total, k.methods[e.from].partly
		}
		e.calls = calls.Count{Range: code.Range{Low: e.Count, High: e.Count}}
		if !e.Known {
			e.calls.High = code.Unlimited
		}
	}
}

// damagedMethods returns the number of methods with marked counts: those that match, and what these call.
func (k *peek) damagedMethods() (n int64) {
	marked := slices.Clone(k.matched)
	for i := range k.edges {
		marked[k.edges[i].to] = marked[k.edges[i].to] || k.edges[i].damaged
	}
	for g, ok := range marked {
		if ok && k.methods[g].damaged {
			n++
		}
	}
	return n
}

// inlinedKeys returns the keys of the edges of inlining contexts, as an edge is ten times as large, and copied whenever a list of them grows;
// and by node the number of the edge from its caller to it, or -1. It marks the methods that are compilation roots.
func (k *peek) inlinedKeys() (keys []peekKey, numbers []int32) {
	numbers = make([]int32, k.from.Len())
	for i, n := range k.from.All() {
		numbers[i] = -1
		to := k.tree.Group[i]
		if !k.live[i] || to < 0 || k.pr.Hides(iprof.NodeID(i)) {
			continue
		}
		if n.Parent == iprof.NoNode {
			k.methods[to].root = true
			continue
		}
		key := peekKey{fromHidden, to, noBCI}
		if !k.pr.Hides(n.Parent) {
			key.from = k.tree.Group[n.Parent]
			if k.Groups[key.from].Slot != convert.VMSlot {
				key.bci = n.Site
			}
		}
		if !k.matched[to] && (key.from < 0 || !k.matched[key.from]) {
			continue
		}
		at, fresh := k.number(key)
		if fresh {
			keys = append(keys, key)
		}
		numbers[i] = at
	}
	return keys, numbers
}
