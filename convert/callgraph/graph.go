// Package callgraph merges the instances of methods into call graphs, chooses the nodes worth drawing, and groups
// compilation units.
package callgraph

import (
	"cmp"
	"regexp"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// Options say what a call graph shows. The zero value shows all of it, by method.
type Options struct {
	// Metric is what nodes are chosen, sorted and coloured by: Calls or Samples; DefaultMetric stands for calls where
	// the profile has any, as they are exact, and else for samples.
	Metric convert.Metric
	By     convert.GroupBy // ByMethod, ByClass or ByPackage

	// Filter chooses stacks and frames, but for Focus, which chooses nodes: those that match, and around them callers
	// of callers up to Callers steps and callees of callees up to Callees steps.
	Filter           convert.FilterOptions
	Callers, Callees int

	// NoSampledSites takes all calls that stacks show from one method to another as one edge. Counts of several sites
	// must not be added: a stack may have more than one.
	NoSampledSites bool

	// NoInlinedSites does so with what is inlined, whose counts may be added. There are no frequencies then.
	NoInlinedSites bool

	// The rest is for pictures; sums are of the whole profile all the same. 0: no limit.
	Nodes        int     // the most nodes
	NodeFraction float64 // no nodes with less of all entries (or samples), with what they call, unless something is in focus
	EdgeFraction float64 // no edges with less of all entries, or samples, but for those that hold the picture together or are around the focus
}

// A Graph is the call graph of a profile: methods, or classes or packages, and who calls whom.
type Graph struct {
	Metric convert.Metric
	By     convert.GroupBy
	View   convert.View

	Nodes []Node // the heaviest first
	Edges []Edge // by evidence, then the heaviest first

	// The whole that Nodes and Edges are of: what the filters leave.
	AllNodes   int
	AllEdges   int   // inlined and sampled
	Entries    int64 // of methods
	Inlined    int64 // of these, through inlined edges; the others come from callers that are not known
	Samples    int64 // in SampleUnit
	FocusNodes int   // nodes that match the focus; 0 without one

	// Of these, what the picture shows.
	ShownEntries int64 // of methods in Nodes
	ShownInlined int64 // through inlined edges in Edges
	ShownSamples int64 // taken in methods in Nodes

	SampleUnit string // what Samples count, in the plural: "samples", or what the stacks of another tool have
	PerSample  int64  // what one sample adds; 0: there is no sampling error, or none that is known

	Base *Base // what the graph is compared with; nil: nothing

	Tally  convert.Tally // what the filters do to the records of the metric
	Unused []string      // filters that nothing matches
	Notes  []string      // what a reader has to know, a sentence each

	since *comparison
}

// A Node is a method, a class or a package.
type Node struct {
	// Slot is the method's in the profile; negative for classes and packages and for <VM>.
	Slot int32
	Name string       // as the names' style has it, with more where nodes of the graph would read alike
	Full string       // with packages, and of a method with parameters
	Was  string       // of a comparison: the name in the base, if the method was renamed since; else ""
	Kind convert.Kind // of a method's class; UnknownKind for other nodes

	Entries   convert.MethodEntries // from callers that are not known, and inlined
	Inclusive int64                 // entries with those of all that is inlined below, each call once however deep it recurses
	Self      int64                 // samples
	Total     int64                 // samples, with all it called, once per stack
	Focus     bool                  // it matches the focus

	// Shown is how many of Entries.Inlined the edges in Graph.Edges account for: the rest was inlined into methods that
	// are not shown, or through edges that are not.
	Shown int64

	// Conditionals are those of the method, over all contexts, that are not always decided the same way: what is both
	// executed often and hard to foretell first. nil for nodes that are no methods.
	Conditionals []convert.Conditional

	// What the base has, and how what the metric counts and the self samples differ from it: nil where that is not known.
	// There are no Conditionals then.
	BaseEntries         convert.MethodEntries
	BaseSelf, BaseTotal int64
	Change, SelfChange  *Change
}

// Evidence says how an edge is known. Numbers of different evidence measure different things and are never added.
type Evidence uint8

// The kinds of evidence.
const (
	InlinedEvidence Evidence = iota // the callee was inlined there: Count is exact
	SampledEvidence                 // stacks show the call: Count is samples, each stack once
	UnknownEvidence                 // entries of a compilation root, whoever called it
)

// String returns the word that tables have.
func (e Evidence) String() string { return [...]string{"inlined", "sampled", "unknown"}[e] }

// A Edge is a call site with a method that it calls or, where nodes are no methods, all calls from one to another.
type Edge struct {
	From, To int32 // indexes of Graph.Nodes; From is -1 with UnknownEvidence
	Evidence Evidence

	Site      iprof.BCI
	SiteKnown bool // false with UnknownEvidence and Through, from <VM>, and between classes or packages

	// Through says that the callee is reached through frames that are not shown.
	Through bool

	Count    int64
	Known    bool // false: the file has no count, which is not zero, and Count says nothing
	Contexts int  // of inlined edges: in which the callee stands there, with a count or without

	// Of the contexts in which both callee and caller have a count: the callee's entries and the caller's; 0 where
	// Frequency makes no sense. CallerEntries are all of the caller's, for the coverage.
	MatchedCallee, MatchedCaller, CallerEntries int64

	// How Count differs from that of the base, and the same of the base as above; nil without one.
	Change *Change
	Base   *Edge
}

// Frequency returns how often an invocation of the caller calls the callee there: above 1 in loops. It is false where no
// context tells.
func (e *Edge) Frequency() (float64, bool) {
	if e.MatchedCaller == 0 {
		return 0, false
	}
	return float64(e.MatchedCallee) / float64(e.MatchedCaller), true
}

// Coverage returns which part of the caller's entries the frequency was measured over, from 0 to 1. It is false where
// there is no frequency.
func (e *Edge) Coverage() (float64, bool) {
	if e.MatchedCaller == 0 {
		return 0, false
	}
	return float64(e.MatchedCaller) / float64(e.CallerEntries), true
}

// New makes the call graph of a profile. The error is a [convert.NoMatchError] where nothing matches the focus.
func New(p *iprof.Profile, names *convert.Names, opts Options) (*Graph, error) {
	b, err := newBuilder(p, names, opts, nil)
	if err != nil {
		return nil, err
	}
	return b.graph(b.choose()), nil
}

// ResolveMetric returns the metric that stands for another in the graph of a profile: see [Options].
func ResolveMetric(p *iprof.Profile, m convert.Metric) convert.Metric {
	switch {
	case m != convert.DefaultMetric:
		return m
	case p.Calls.Len() == 0 && p.Samples.Len() > 0:
		return convert.Samples
	}
	return convert.Calls
}

// A builder makes a Graph. Its nodes are the groups of a grouper, by their numbers.
type builder struct {
	Profile *iprof.Profile
	names   *convert.Names
	opts    Options
	metric  convert.Metric
	focus   *regexp.Regexp
	groups  *convert.Grouper

	contexts, stacks callTree
	projection       *convert.Projection // of the metric's tree
	unused           []string
	nodes            []Node // by group; Name and Conditionals are added in the end
	entries, samples int64
	since            *comparison // nil: nothing is compared
}

// newBuilder begins a graph of a profile, or of the union of two.
func newBuilder(p *iprof.Profile, names *convert.Names, opts Options, u *union) (*builder, error) {
	b := &builder{Profile: p, names: names, opts: opts, metric: ResolveMetric(p, opts.Metric), focus: opts.Filter.Focus}
	filter := opts.Filter
	filter.Focus = nil
	b.groups = convert.NewGrouper(p, names, opts.By, nil)
	contexts := convert.Project(p, p.Contexts, names, filter)
	stacks := convert.Project(p, p.Stacks, names, filter)
	b.projection = contexts
	if b.metric == convert.Samples {
		b.projection = stacks
	}
	b.unused = unusedByBoth(p, contexts, stacks)
	b.contexts = b.callTree(p.Contexts, contexts, convert.Calls)
	b.stacks = b.callTree(p.Stacks, stacks, convert.Samples)
	b.contexts.site = b.contexts.site && !opts.NoInlinedSites
	b.stacks.site = b.stacks.site && !opts.NoSampledSites && p.Origin().IsIprof() // others have no call sites
	b.addUp()
	if u != nil {
		b.since = &comparison{union: u, names: names, base: &Base{}}
		b.contexts.compare(&u.contexts, contexts)
		b.stacks.compare(&u.stacks, stacks)
		b.compare()
	}
	return b, b.unfocused()
}

// unfocused returns an error if something is to be in focus, and nothing is.
func (b *builder) unfocused() error {
	if b.focus == nil || len(b.nodes) == 0 { // which is not for want of a match
		return nil
	}
	var all []string
	for g, n := range b.nodes {
		if n.Focus {
			return nil
		}
		all = append(all, b.groups.InStyle(b.groups.Groups[g]))
	}
	hidden := b.opts.By == convert.ByMethod && b.projection != nil &&
		(convert.AnyMatches(b.names, b.Profile.Contexts, nil, b.focus) || convert.AnyMatches(b.names, b.Profile.Stacks, nil, b.focus))
	return convert.NewNoMatchError(b.focus, all, hidden)
}

// unusedByBoth returns the filters that match no frame, neither of contexts nor of stacks.
func unusedByBoth(p *iprof.Profile, contexts, stacks *convert.Projection) []string {
	switch {
	case contexts == nil && p.Contexts.Len() > 0 || stacks == nil && p.Stacks.Len() > 0:
		return nil
	case contexts == nil || stacks == nil:
		return cmp.Or(contexts, stacks).UnmatchedFilters()
	}
	var both []string
	for _, name := range contexts.Unmatched {
		if slices.Contains(stacks.Unmatched, name) || p.Stacks.Len() == 0 {
			both = append(both, name)
		}
	}
	return both
}

// addUp makes the nodes and their sums.
func (b *builder) addUp() {
	b.nodes = make([]Node, len(b.groups.Groups))
	c := &b.contexts
	for i, g := range c.group {
		if g < 0 {
			continue
		}
		n := &b.nodes[g]
		if !c.known[i] {
			continue
		}
		if c.parent[i] < 0 {
			n.Entries.Root += c.value[i]
		} else {
			n.Entries.Inlined += c.value[i]
		}
		n.Entries.Contexts++
		b.entries += c.value[i]
	}
	inclusive := convert.OncePerStack(c.parent, c.group, slices.Clone(c.value), len(b.nodes))
	s := &b.stacks
	total := convert.OncePerStack(s.parent, s.group, slices.Clone(s.value), len(b.nodes))
	for g := range b.nodes {
		b.nodes[g].Inclusive, b.nodes[g].Total = inclusive[g], total[g]
		b.nodes[g].Focus = b.focus != nil && b.focus.MatchString(b.groups.InStyle(b.groups.Groups[g]))
	}
	shown := s.nearest(nil)
	for i, value := range s.value {
		b.samples += value
		if shown[i] >= 0 {
			b.nodes[s.group[shown[i]]].Self += value
		}
	}
}

// graph makes the graph of what was chosen.
func (b *builder) graph(chosen *choice) *Graph {
	g := &Graph{
		Metric: b.metric, By: b.opts.By, View: b.opts.Filter.View,
		Entries: b.entries, Samples: b.samples,
		SampleUnit: convert.Samples.UnitIn(b.Profile), PerSample: convert.Samples.PerSample(b.Profile),
		Unused: b.unused, since: b.since,
	}
	if b.since != nil {
		g.Base = b.since.base
	}
	g.Tally = b.projection.Tally(b.metric.Records(b.Profile))
	if b.Profile.Contexts.Len() > 0 {
		g.Notes = append(g.Notes, convert.InstrumentedInlining)
	}
	for i := range b.nodes {
		if n := &b.nodes[i]; n.Focus {
			g.FocusNodes++
		}
	}
	all := chosen.all
	if all == nil {
		all = b.edges(nil)
	}
	g.AllEdges = len(all.inlined) + len(all.sampled)
	for _, e := range all.inlined {
		if e.Known {
			g.Inlined += e.Count
		}
	}
	inGraph := make([]bool, len(b.nodes))
	for i := range b.contexts.group {
		if at := b.contexts.group[i]; at >= 0 {
			inGraph[at] = true
		}
	}
	for i := range b.stacks.group {
		if at := b.stacks.group[i]; at >= 0 {
			inGraph[at] = true
		}
	}
	for _, in := range inGraph {
		if in {
			g.AllNodes++
		}
	}

	order := make([]int32, 0, len(b.nodes))
	for i := range b.nodes {
		if inGraph[i] && (chosen.nodes == nil || chosen.nodes[i]) {
			order = append(order, int32(i))
		}
	}
	slices.SortStableFunc(order, func(x, y int32) int { return b.heavier(x, y) })
	place := make([]int32, len(b.nodes))
	for i := range place {
		place[i] = -1
	}
	for i, at := range order {
		place[at] = int32(i)
		n := b.nodes[at]
		n.Slot, n.Name, n.Full = -1, b.groups.Name(b.groups.Groups[at]), b.groups.Groups[at].Name
		if slot := b.groups.Groups[at].Slot; slot >= 0 {
			n.Slot, n.Kind = slot, b.names.Kind(int(slot))
		}
		if b.since != nil {
			b.since.node(&n, at)
		}
		g.Nodes = append(g.Nodes, n)
		g.ShownEntries += n.Entries.Total()
		g.ShownSamples += n.Self
	}
	b.nameNodes(g)
	drawn := all
	if chosen.nodes != nil {
		drawn = b.edges(chosen.nodes)
	}
	b.addEdges(g, drawn, place, chosen)
	b.addConditionals(g)
	return g
}

// heavier compares nodes by what the metric counts, then by other numbers, then by the place in the profile.
func (b *builder) heavier(x, y int32) int {
	m, n := &b.nodes[x], &b.nodes[y]
	calls := cmp.Or(cmp.Compare(n.Entries.Total(), m.Entries.Total()), cmp.Compare(n.Inclusive, m.Inclusive))
	samples := cmp.Or(cmp.Compare(n.Total, m.Total), cmp.Compare(n.Self, m.Self))
	was := 0
	if c := b.since; c != nil {
		m, n := &c.groups[x], &c.groups[y]
		if was = cmp.Compare(n.entries.Total(), m.entries.Total()); b.metric == convert.Samples {
			was = cmp.Compare(n.total, m.total)
		}
	}
	if b.metric == convert.Samples {
		calls, samples = samples, calls
	}
	return cmp.Or(calls, samples, was, cmp.Compare(x, y))
}

// addEdges adds those of the edges between nodes of g that are not too light.
func (b *builder) addEdges(g *Graph, all *edges, place []int32, chosen *choice) {
	light := func(l link, size float64, whole int64, known bool, change *Change) bool {
		switch {
		case b.opts.EdgeFraction == 0 || chosen.kept[l] || change != nil && change.Beyond:
			return false
		case b.focus != nil && !l.through: // what is around the focus is shown, however cold
			return false
		}
		return !known || size < b.opts.EdgeFraction*float64(whole)
	}
	for _, e := range all.inlined {
		if light(e.link, b.inlinedSize(&e), b.entries, e.Known || e.base.Known, e.change) {
			continue
		}
		edge := Edge{
			From: place[e.from], To: place[e.to], Site: e.site, SiteKnown: e.siteKnown, Through: e.through,
			Count: e.Count, Known: e.Known, Contexts: e.Contexts,
		}
		if e.siteKnown { // otherwise one invocation of the caller may be counted for several calls
			edge.MatchedCallee, edge.MatchedCaller = e.MatchedCallee, e.MatchedCaller
			edge.CallerEntries = b.nodes[e.from].Entries.Total()
		}
		if b.since != nil {
			edge.Change, edge.Base = e.change, &Edge{Count: e.base.Count, Known: e.base.Known, Contexts: e.base.Contexts}
			if e.siteKnown {
				edge.Base.MatchedCallee, edge.Base.MatchedCaller = e.base.MatchedCallee, e.base.MatchedCaller
				edge.Base.CallerEntries = b.since.groups[e.from].entries.Total()
			}
		}
		g.Edges = append(g.Edges, edge)
		g.Nodes[edge.To].Shown += e.Count
		g.ShownInlined += e.Count
	}
	for _, e := range all.sampled {
		if light(e.link, b.sampledSize(&e), b.samples, true, e.change) {
			continue
		}
		edge := Edge{
			From: place[e.from], To: place[e.to], Site: e.site, SiteKnown: e.siteKnown, Through: e.through,
			Evidence: SampledEvidence, Count: e.Count, Known: true,
		}
		if b.since != nil {
			edge.Change, edge.Base = e.change, &Edge{Count: e.base, Known: e.base > 0}
			edge.Known = e.Count > 0
		}
		g.Edges = append(g.Edges, edge)
	}
	groups := make([]int32, len(g.Nodes))
	for at, i := range place {
		if i >= 0 {
			groups[i] = int32(at)
		}
	}
	for i, at := range groups {
		root := Edge{From: -1, To: int32(i), Evidence: UnknownEvidence, Count: g.Nodes[i].Entries.Root, Known: true}
		if b.since != nil {
			root.Change, root.Base = b.since.groups[at].root, &Edge{Count: b.since.groups[at].entries.Root}
			root.Known, root.Base.Known = root.Count > 0, root.Base.Count > 0
		}
		if size, _, _ := b.groupSizes(at); size > 0 && !light(link{}, size, b.entries, true, root.Change) {
			g.Edges = append(g.Edges, root)
		}
	}
}

// addConditionals adds the conditionals of methods, summed over contexts.
func (b *builder) addConditionals(g *Graph) {
	if g.By != convert.ByMethod {
		return
	}
	at := make([]int32, b.Profile.MethodSlots()) // index+1 in g.Nodes
	for i, n := range g.Nodes {
		if n.Slot >= 0 {
			at[n.Slot] = int32(i) + 1
		}
	}
	drawn := make([]bool, b.Profile.Contexts.Len())
	for i, n := range b.Profile.Contexts.All() {
		drawn[i] = b.contexts.group[i] >= 0 && at[b.Profile.MethodSlot(n.Method)] > 0
	}
	sites := convert.NewSites(b.Profile, convert.SiteOptions{
		Metrics: []convert.Metric{convert.Branches},
		Scope:   convert.SiteScope{Contexts: drawn},
	})
	for _, c := range sites.Conditionals.All {
		if !c.OneSided() {
			n := &g.Nodes[at[c.Slot]-1]
			n.Conditionals = append(n.Conditionals, c)
		}
	}
	for i := range g.Nodes {
		convert.RankConditionals(g.Nodes[i].Conditionals)
	}
}
