package convert

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/iprof-viz/iprof-viz/iprof"
)

// PeekOptions say what Peek shows.
type PeekOptions struct {
	Metric Metric // Samples or Calls, or DefaultMetric
	Filter FilterOptions
	Limit  int // methods, and neighbours on each side of one; 0: all
}

// What a row of Peek is to the method that the rows around it are about.
const (
	callerRow = "caller" // a frame that calls it, or its call site
	methodRow = "method" // the method itself
	selfRow   = "self"   // samples in the method itself
	calleeRow = "callee" // a frame that it calls
)

// Names of rows of Peek that stand for no method.
const (
	noCaller = "<no caller>" // the stack begins here
	selfName = "<self>"
)

// Peek returns the callers and callees of the methods whose names, as [Names.InStyle] has them, match: those with the most
// first.
//
// From samples an edge has the stacks in which the one calls the other, once each. The callers of a method add up to its
// total, and so do its own samples and its callees; in stacks with recursion an edge of one may be in another's, and
// then they add up to more.
//
// From calls an edge is a call site at which the one was inlined into the other, over all contexts. Its count is the
// callee's entries through it, its frequency how often an invocation of the caller calls, over those contexts that have
// both counts, and its coverage the part of the caller's entries that these are. Entries through edges and those from
// callers unknown, as compilation root, add up to the method's.
//
// The error is a [NoMatchError] where nothing matches. Where the view and the filters leave nothing at all, whatever the
// pattern, there is no error, and no rows.
func Peek(p *iprof.Profile, names *Names, pattern *regexp.Regexp, opts PeekOptions) (*Table, error) {
	metric := opts.Metric.Resolve(p)
	var from *iprof.Tree
	switch metric {
	case Samples:
		from = p.Stacks
	case Calls:
		from = p.Contexts
	default:
		return nil, fmt.Errorf("%s have no callers: samples and calls have", metric)
	}
	pr := Project(p, from, names, opts.Filter)
	live := alive(from, pr, metric.evidence(p))
	k := &peek{grouper: newGrouper(p, names, ByMethod, nil), from: from, pr: pr, live: live, pattern: pattern}
	k.tree = k.grouper.tree(from, pr, live)
	t := &Table{Name: "peek", Metric: metric, Unit: metric.unit(), View: opts.Filter.View, Parts: "neighbours"}
	var unmatched []string
	if pr != nil {
		unmatched = pr.Unmatched
	}
	t.setTally(pr.Tally(metric.Records(p)), metric.recordsNoun(), unmatched)
	if shown, found := k.match(); !found && (t.Base > 0 || t.Whole == 0) {
		hidden := pr != nil && anyMatches(names, from, alive(from, nil, metric.evidence(p)), pattern)
		return nil, newNoMatch(pattern, shown, hidden)
	}
	if metric == Samples {
		k.sampled()
	} else {
		k.inlined()
		t.Notes = append(t.Notes, InstrumentedInlining)
	}
	k.fill(t, opts)
	return t, nil
}

// A NoMatchError says that no method that is shown matches a pattern.
type NoMatchError struct {
	Pattern string
	Nearest []string // names that are most like it, the best first; five at the most
	Hidden  bool     // there are methods that match, but the view or the filters do not show them; Nearest is empty
}

func (e *NoMatchError) Error() string {
	pattern := fmt.Sprintf("%q", e.Pattern)
	if strconv.CanBackquote(e.Pattern) { // backslashes stay single
		pattern = `"` + e.Pattern + `"`
	}
	if e.Hidden {
		return "no method that is left matches " + pattern + ": the view or the filters hide what does"
	}
	return "no method matches " + pattern
}

// newNoMatch returns the error of a pattern that none of the names that are shown matches.
func newNoMatch(pattern *regexp.Regexp, shown []string, hidden bool) *NoMatchError {
	if hidden {
		return &NoMatchError{Pattern: pattern.String(), Hidden: true}
	}
	return &NoMatchError{Pattern: pattern.String(), Nearest: nearest(pattern.String(), shown, 5)}
}

// anyMatches reports whether a method of some nodes (nil: of all) matches, be it shown or not.
func anyMatches(names *Names, t *iprof.Tree, among []bool, pattern *regexp.Regexp) bool {
	matches := matchSlots(names, pattern)
	for i, n := range t.All() {
		if (among == nil || among[i]) && matches(int32(names.p.MethodSlot(n.Method))) {
			return true
		}
	}
	return false
}

// A peek is the work of Peek.
type peek struct {
	*grouper
	from    *iprof.Tree
	pr      *Projection
	live    []bool
	pattern *regexp.Regexp
	tree    groupedTree
	matched []bool // by group

	edges   []peekEdge
	methods []peekMethod // by group; of those that match
}

// A peekEdge is between groups, or from what has no group.
type peekEdge struct {
	peekKey
	count   int64
	known   bool  // the file has a count
	callee  int64 // entries of the callee in contexts that have both counts
	caller  int64 // entries of the caller in these
	coverOf int64 // the caller's entries
}

type peekKey struct {
	from, to int32
	bci      iprof.BCI // in the caller; noBCI: none
}

// What a peekKey has in place of a group, and of a BCI.
const (
	fromNowhere int32 = -1 // the frame is the outermost
	fromHidden  int32 = -2

	noBCI = iprof.MaxBCI + 1
)

// A peekMethod has the method's own figures.
type peekMethod struct {
	self      int64 // samples in it; entries as root
	total     int64 // samples with it; entries
	known     bool  // total is
	root      bool  // it is a compilation root; self is known if rootKnown
	rootKnown bool
}

// match finds the frames that match, and returns the names of all.
func (k *peek) match() (all []string, found bool) {
	k.matched, k.methods = make([]bool, len(k.groups)), make([]peekMethod, len(k.groups))
	for g, of := range k.groups {
		name := k.inStyle(of)
		k.matched[g] = k.pattern.MatchString(name)
		found = found || k.matched[g]
		all = append(all, name)
	}
	return all, found
}

// shown reports whether a node has a frame of its own.
func (k *peek) shown(n iprof.NodeID) bool { return k.pr == nil || k.pr.Frame[n] != NoFrame }

// sampled finds the edges of stacks.
func (k *peek) sampled() {
	numbers := map[peekKey]int32{}
	edgeOf := make([]int32, k.from.Len()) // by node: from its caller to it
	for i := range edgeOf {
		edgeOf[i] = -1
		to := k.tree.group[i]
		if !k.live[i] || !k.shown(iprof.NodeID(i)) {
			continue
		}
		from := fromNowhere
		if up := k.tree.parent[i]; up >= 0 {
			from = k.tree.group[up] // fromNowhere where nothing is shown up there
		}
		if !k.matched[to] && (from < 0 || !k.matched[from]) {
			continue
		}
		key := peekKey{from, to, noBCI}
		n, ok := numbers[key]
		if !ok {
			n = int32(len(k.edges))
			numbers[key] = n
			k.edges = append(k.edges, peekEdge{peekKey: key, known: true})
		}
		edgeOf[i] = n
	}
	value := make([]int64, k.from.Len())
	for n, v := range Samples.Records(k.p) {
		if k.pr != nil && !k.pr.Keep[n] {
			continue
		}
		value[n] += v
		k.methods[k.tree.group[n]].self += v
	}
	for g, total := range oncePerStack(k.tree.parent, k.tree.group, slices.Clone(value), len(k.groups)) {
		k.methods[g].total, k.methods[g].known = total, true
	}
	for n, total := range oncePerStack(k.tree.parent, edgeOf, value, len(k.edges)) {
		k.edges[n].count = total
	}
}

// inlined finds the call sites.
func (k *peek) inlined() {
	count, known := make([]int64, k.from.Len()), make([]bool, k.from.Len())
	for n, v := range Calls.Records(k.p) {
		if k.pr != nil && !k.pr.Keep[n] {
			continue
		}
		count[n] += v
		known[n] = true
		m := &k.methods[k.tree.group[n]]
		m.known = true
		m.total += v
		if k.from.Node(n).Parent == iprof.NoNode {
			m.self += v
			m.rootKnown = true
		}
	}
	numbers := map[peekKey]int32{}
	for i, n := range k.from.All() {
		to := k.tree.group[i]
		if !k.live[i] || to < 0 || k.pr.hides(iprof.NodeID(i)) {
			continue
		}
		if n.Parent == iprof.NoNode {
			k.methods[to].root = true
			continue
		}
		key := peekKey{fromHidden, to, noBCI}
		if !k.pr.hides(n.Parent) {
			key.from = k.tree.group[n.Parent]
			if k.groups[key.from].slot != VMSlot {
				key.bci = n.Site
			}
		}
		if !k.matched[to] && (key.from < 0 || !k.matched[key.from]) {
			continue
		}
		at, ok := numbers[key]
		if !ok {
			at = int32(len(k.edges))
			numbers[key] = at
			k.edges = append(k.edges, peekEdge{peekKey: key})
		}
		if !known[i] {
			continue
		}
		e := &k.edges[at]
		e.known = true
		e.count += count[i]
		if key.bci != noBCI && known[n.Parent] {
			e.callee += count[i]
			e.caller += count[n.Parent]
		}
	}
	for i := range k.edges {
		if e := &k.edges[i]; e.from >= 0 {
			e.coverOf = k.methods[e.from].total
		}
	}
}

// fill makes the table's columns and rows.
func (k *peek) fill(t *Table, opts PeekOptions) {
	sampled := t.Metric == Samples
	if sampled {
		t.Columns = []Column{
			{Key: "count", Heading: "samples", Kind: CountColumn},
			{Key: "share", Heading: "share", Kind: ShareColumn},
			{Key: "interval", Heading: "95 %", Kind: IntervalColumn, Minor: true},
		}
		t.CSV = []string{"method", "relation", "other", "count", "share"}
	} else {
		t.Columns = []Column{
			{Key: "count", Heading: "entries", Kind: CountColumn},
			{Key: "share", Heading: "share", Kind: ShareColumn, Minor: true, Spare: 1},
			{Key: "frequency", Heading: "per call", Brief: "/call", Kind: FactorColumn, Minor: true, Spare: Dear},
			{Key: "coverage", Heading: "coverage", Kind: ShareColumn, Minor: true},
			{Key: "bci", Heading: "site", Kind: BCIColumn},
		}
		t.CSV = []string{"method", "relation", "other", "bci", "count", "share", "frequency", "coverage"}
	}
	t.Columns = append(t.Columns,
		Column{Key: "method", Kind: NameColumn, Shared: true}, Column{Key: "id", Kind: IDColumn, Shared: true},
		Column{Key: "signature", Kind: NameColumn, Shared: true},
		Column{Key: "relation", Heading: "is", Kind: WordColumn}, Column{Key: "other_id", Kind: IDColumn},
		Column{Key: "other", Heading: "method", Kind: NameColumn})

	var methods []int32
	for g, ok := range k.matched {
		if ok {
			methods = append(methods, int32(g))
		}
	}
	slices.SortFunc(methods, func(a, b int32) int {
		return cmp.Or(cmp.Compare(k.methods[b].total, k.methods[a].total), strings.Compare(k.inStyle(k.groups[a]), k.inStyle(k.groups[b])), cmp.Compare(a, b))
	})
	t.Title = "callers and callees of " + plural(int64(len(methods)), "method")
	if opts.Limit > 0 && opts.Limit < len(methods) {
		t.Title += fmt.Sprintf(", %s shown", grouped(int64(opts.Limit)))
	}
	t.Facts = append(t.Facts, Fact{"pattern", TextCell(k.pattern.String())}, Fact{"matched", IntCell(int64(len(methods)))})
	if opts.Limit > 0 && opts.Limit < len(methods) {
		methods = methods[:opts.Limit]
	}

	callers, callees := map[int32][]peekEdge{}, map[int32][]peekEdge{}
	for _, e := range k.edges {
		callers[e.to] = append(callers[e.to], e)
		if e.from >= 0 {
			callees[e.from] = append(callees[e.from], e)
		}
	}
	recursive := false
	for _, g := range methods {
		b, start := block{k, t, g, k.methods[g]}, len(t.Rows)
		over := b.neighbours(callerRow, callers[g], opts.Limit)
		b.method()
		under := b.neighbours(calleeRow, callees[g], opts.Limit)
		t.Rows[start].First = true
		recursive = recursive || sampled && (over > b.of.total || under+b.of.self > b.of.total)
	}
	if recursive {
		t.Notes = append(t.Notes, "stacks with recursion count for several callers or callees of a method, which then add up to more than it has")
	}
}

// A block is the rows about one method.
type block struct {
	*peek
	t  *Table
	g  int32
	of peekMethod
}

// add appends a row. Cells are those of the columns that come before the names.
func (b block) add(relation string, other int32, name string, cells ...Cell) {
	id := func(g int32) Cell {
		if g < 0 || b.groups[g].slot < 0 {
			return Cell{}
		}
		m, _ := b.p.MethodAt(int(b.groups[g].slot))
		return IntCell(int64(m.ID))
	}
	signature := Cell{}
	if slot := b.groups[b.g].slot; slot >= 0 {
		m, _ := b.p.MethodAt(int(slot))
		signature = TextCell(JVMSignature(b.p, m))
	}
	b.t.Rows = append(b.t.Rows, Row{
		Cells:  append(cells, TextCell(b.name(b.groups[b.g])), id(b.g), signature, TextCell(relation), id(other), TextCell(name)),
		Strong: relation == methodRow,
	})
}

// method adds the row of the method itself and, of samples, that of those in it alone.
func (b block) method() {
	name := b.name(b.groups[b.g])
	total := UnknownCell()
	if b.of.known {
		total = IntCell(b.of.total)
	}
	if b.t.Metric == Calls {
		b.add(methodRow, b.g, name, total, Cell{}, Cell{}, Cell{}, Cell{})
		return
	}
	b.add(methodRow, b.g, name, total, Cell{}, Cell{})
	b.add(selfRow, fromNowhere, selfName, IntCell(b.of.self), ShareCell(b.of.self, b.of.total), errorOf(b.of.self, b.of.total))
}

func errorOf(hits, n int64) Cell {
	if n == 0 {
		return Cell{}
	}
	return IntervalCell(Wilson(hits, n))
}

// neighbours adds a row for each caller or callee, those with the most first, and returns their sum.
func (b block) neighbours(relation string, edges []peekEdge, limit int) (sum int64) {
	other := func(e peekEdge) int32 {
		if relation == calleeRow {
			return e.to
		}
		return e.from
	}
	called := func(e peekEdge, name func(group) string) string {
		switch g := other(e); g {
		case fromNowhere:
			return noCaller
		case fromHidden:
			return hiddenCaller
		default:
			return name(b.groups[g])
		}
	}
	slices.SortFunc(edges, func(x, y peekEdge) int {
		return cmp.Or(cmp.Compare(y.count, x.count), strings.Compare(called(x, b.inStyle), called(y, b.inStyle)), cmp.Compare(x.bci, y.bci), cmp.Compare(other(x), other(y)))
	})
	shown := len(edges)
	if limit > 0 && limit < shown {
		shown = limit
	}
	var rest peekEdge
	for i, e := range edges {
		sum += e.count
		if i < shown {
			b.add(relation, other(e), called(e, b.name), b.cells(relation, e)...)
			continue
		}
		rest.count += e.count
		rest.known = rest.known || e.known
	}
	if n := len(edges) - shown; n > 0 {
		rest.bci = noBCI
		b.add(relation, fromHidden, moreOf(n, relation+"s"), b.cells(relation, rest)...)
	}
	if b.t.Metric == Calls && relation == callerRow && b.of.root {
		entry := peekEdge{peekKey: peekKey{bci: noBCI}, count: b.of.self, known: b.of.rootKnown}
		b.add(relation, fromNowhere, unknownCallers, b.cells(relation, entry)...)
		sum += b.of.self
	}
	return sum
}

// cells are those of an edge.
func (b block) cells(relation string, e peekEdge) []Cell {
	count, share := UnknownCell(), UnknownCell()
	if e.known {
		count, share = IntCell(e.count), ShareCell(e.count, b.of.total)
	}
	if b.t.Metric == Samples {
		return []Cell{count, share, errorOf(e.count, b.of.total)}
	}
	if relation == calleeRow {
		share = Cell{} // of entries of another method
	}
	frequency, coverage, bci := Cell{}, Cell{}, Cell{}
	if e.bci != noBCI {
		bci = IntCell(int64(e.bci))
		frequency, coverage = UnknownCell(), UnknownCell()
		if e.caller > 0 {
			frequency = FloatCell(float64(e.callee) / float64(e.caller))
			coverage = FloatCell(float64(e.caller) / float64(e.coverOf))
		}
	}
	return []Cell{count, share, frequency, coverage, bci}
}
