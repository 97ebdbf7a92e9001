// Package callgraph merges method instances into call graphs, selects the nodes to draw, and builds compilation units. Package
// render writes them as Graphviz DOT.
package callgraph

import (
	"cmp"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/application"
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/convert/sites"
	"github.com/iprof-viz/iprof-viz/convert/truncation"
	"github.com/iprof-viz/iprof-viz/internal/background"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// New builds the call graph of a profile. Nil names mean full names. The error is a [convert.NoMatchError] if nothing matches the
// focus.
func New(p *iprof.Profile, names *convert.Names, opts Options) (*Graph, error) {
	b, err := startBuilder(p, names, opts, nil)
	if err != nil {
		return nil, err
	}
	if b.metric == convert.Samples && b.hasWays() { // choosing them needs no calls
		chosen := b.chooseWays()
		chosen.conditionals = b.conditionals(chosen.nodes)
		lines := b.newLineCounter(chosen.ways)
		b.finish()
		g, place := b.graphOfNodes(chosen)
		b.fold(g, lines, place)
		return g, nil
	}
	b.finish()
	return b.graphOf(), nil
}

// A Series makes several call graphs of a profile, which have their nodes and all calls in common.
type Series struct{ builder *builder }

// NewSeries prepares graphs with these options. The error is that of [New].
func NewSeries(p *iprof.Profile, names *convert.Names, opts Options) (*Series, error) {
	b, err := newBuilder(p, names, opts, nil)
	if err != nil {
		return nil, err
	}
	return &Series{b}, nil
}

// Graph makes a graph. Its options may differ from those of the series in the metric, in the choice of nodes and edges, and in lines.
func (s *Series) Graph(opts Options) *Graph {
	b := *s.builder
	b.opts, b.metric = opts, opts.Metric.Resolve(b.profile)
	return b.graphOf()
}

// hasWays reports whether a graph is one of ways.
func (b *builder) hasWays() bool { return b.opts.Ways && b.focus == nil && !b.opts.BesideCalls }

// graphOf makes the graph of the options.
func (b *builder) graphOf() *Graph {
	switch {
	case b.opts.BesideCalls:
		return b.graph(b.chooseEnds(b.edges(nil)))
	case b.hasWays():
		return b.graph(b.chooseWays())
	}
	return b.graph(b.choose())
}

// projection is the effect of the filters on the tree of the metric.
func (b *builder) projection() *convert.Projection {
	if b.metric == convert.Samples {
		return b.stacks.projection
	}
	return b.contexts.projection
}

// unfocused returns an error if there is a focus that nothing matches.
func (b *builder) unfocused() error {
	if b.focus == nil || len(b.nodes) == 0 { // an empty graph is not the fault of the focus
		return nil
	}
	var all []string
	for g, n := range b.nodes {
		if n.focus {
			return nil
		}
		all = append(all, b.groups.MatchedName(b.focus, b.groups.Groups[g]))
	}
	hidden := b.opts.By == convert.ByMethod && b.projection() != nil &&
		(convert.AnyMethodMatches(b.names, b.profile.Contexts, nil, b.focus) || convert.AnyMethodMatches(b.names, b.profile.Stacks, nil, b.focus))
	return convert.NewNoMatchError(b.focus, all, hidden)
}

// addUp makes the nodes and sums up their counts, given the entries of the profile; nil: unknown.
func (b *builder) addUp(entries *convert.Entries) {
	b.nodes = make([]nodeCounts, len(b.groups.Groups))
	c := &b.contexts
	if entries != nil && c.projection == nil {
		b.addUpMethods(entries.Methods)
	} else {
		b.addUpContexts()
	}
	inclusive := convert.OncePerStack(c.parent, c.group, slices.Clone(c.value), len(b.nodes))
	s := &b.stacks
	total := convert.OncePerStack(s.parent, s.group, slices.Clone(s.value), len(b.nodes))
	for g := range b.nodes {
		b.nodes[g].inclusive, b.nodes[g].total = inclusive[g], total[g]
	}
	if b.focus != nil {
		for g, matched := range b.groups.Matches(b.focus) {
			b.nodes[g].focus = matched
		}
	}
	for i, value := range s.value {
		b.samples += value
		if g := s.shown(int32(i)); g >= 0 {
			b.nodes[g].self += value
		}
	}
}

// addUpMethods adds up entries that are known by method slot, as they are if all contexts count and are shown.
func (b *builder) addUpMethods(methods []convert.MethodEntries) {
	for slot, m := range methods {
		if m.Contexts == 0 {
			continue
		}
		of := &b.nodes[b.groups.NumberOfFrame(int32(slot), 0)].entries
		of.Root, of.Inlined, of.Contexts = of.Root+m.Root, of.Inlined+m.Inlined, of.Contexts+m.Contexts
		b.entries += m.Total()
	}
}

// addUpContexts adds up the entries of the contexts that are shown.
func (b *builder) addUpContexts() {
	c := &b.contexts
	for i, g := range c.group {
		if g < 0 || !c.known[i] {
			continue
		}
		n, up := &b.nodes[g], c.parent[i]
		if up < 0 {
			n.entries.Root += c.value[i]
		} else {
			n.entries.Inlined += c.value[i]
		}
		if up >= 0 && c.above[i] < 0 {
			n.intoHidden += c.value[i]
		}
		n.entries.Contexts++
		b.entries += c.value[i]
	}
}

// applicationPart returns the application's part of the calls.
func (b *builder) applicationPart() application.Share {
	return application.NewShare(b.profile, b.names, convert.Calls, b.projection(), b.opts.Filter)
}

// notes returns the notes of the graph. Those of a comparison are about both profiles.
func (b *builder) notes() []string {
	var notes []string
	if b.profile.Contexts.Len() > 0 {
		notes = append(notes, convert.InstrumentedInliningNote)
	}
	if b.metric == convert.Calls || b.opts.TableOnly {
		notes = append(notes, b.callNotes()...)
	}
	if b.metric == convert.Samples && b.comparison == nil {
		notes = append(notes, truncation.Of(b.profile).Notes()...)
	}
	return notes
}

// graph makes the graph of a choice.
func (b *builder) graph(chosen *choice) *Graph {
	g, place := b.graphOfNodes(chosen)
	if chosen.ways != nil {
		b.fold(g, b.newLineCounter(chosen.ways), place)
		return g
	}
	drawn := chosen.all
	if drawn == nil || chosen.nodes != nil && !b.opts.BesideCalls {
		drawn = b.edges(chosen.nodes)
	}
	b.addEdges(g, drawn, place, chosen)
	return g
}

// graphOfNodes makes the graph of a choice, but for its edges. It returns, by group, the index of its node; -1: none.
func (b *builder) graphOfNodes(chosen *choice) (*Graph, []int32) {
	g := &Graph{
		Metric: b.metric, By: b.opts.By, View: b.opts.Filter.View,
		Entries: b.entries, Samples: b.samples,
		SampleUnit: convert.Samples.UnitIn(b.profile), PerSample: convert.Samples.PerSample(b.profile), Around: chosen.around,
		Notes: b.notes(), profile: b.profile, names: b.names, since: b.comparison, calls: b.calls,
	}
	if b.comparison == nil && b.opts.By == convert.ByMethod && b.profile.Origin().IsIprof() {
		g.Lines = b.opts.Lines
	}
	if b.comparison != nil {
		g.Base = b.comparison.base
	}
	g.Tally = b.projection().Tally(b.metric.Records(b.profile))
	if b.metric == convert.Calls && b.comparison == nil {
		g.Application = b.applicationPart()
	}
	for i := range b.nodes {
		if b.nodes[i].focus {
			g.FocusNodes++
		}
	}
	for i := range b.nodes {
		g.Hidden += b.nodes[i].intoHidden
	}
	g.Inlined = b.inlined()
	inGraph := b.inGraph()
	for at, in := range inGraph {
		if in && b.isCounted(int32(at)) {
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
	g.Nodes = make([]Node, 0, len(order))
	for i, at := range order {
		place[at] = int32(i)
		of := &b.nodes[at]
		n := Node{
			Slot: -1, Full: b.groups.Groups[at].Name,
			Entries: of.entries, Inclusive: of.inclusive, Self: of.self, Total: of.total, Focus: of.focus, Hidden: of.intoHidden,
			Beyond: Beyond{chosen.beyondCallers[at], chosen.beyondCallees[at]},
		}
		n.Plain = n.Full
		if slot := b.groups.Groups[at].Slot; slot >= 0 {
			n.Slot = slot
		}
		n.Contradicts = b.calls != nil && b.contradicted[at]
		if n.Slot < 0 || !b.opts.TableOnly {
			n.Name = b.groups.Name(b.groups.Groups[at])
		}
		if b.comparison != nil {
			b.comparison.node(&n, at)
		}
		if b.isCounted(at) {
			g.ShownNodes++
		}
		g.Nodes = append(g.Nodes, n)
		g.ShownEntries += n.Entries.Total()
		g.ShownSamples += n.Self
	}
	b.nameNodes(g)
	if chosen.ways != nil || !b.opts.TableOnly {
		if chosen.conditionals == nil {
			chosen.conditionals = b.conditionals(chosen.nodes)
		}
		b.addConditionals(g, chosen.conditionals)
	}
	return g, place
}

// inlined returns the entries inlined into callers that are shown.
func (b *builder) inlined() int64 {
	c, sum := &b.contexts, int64(0)
	for i, caller := range c.above {
		if c.group[i] >= 0 && caller >= 0 && c.known[i] && (b.comparison == nil || c.in[compare.NewSide][i]) {
			sum += c.value[i]
		}
	}
	return sum
}

// isCounted reports whether a group has a count of the metric, in either profile of a comparison. <VM> and the like are not
// methods.
func (b *builder) isCounted(at int32) bool {
	if b.groups.Groups[at].IsSummary() {
		return false
	}
	n, base := &b.nodes[at], comparedGroup{}
	if b.comparison != nil {
		base = b.comparison.groups[at]
	}
	if b.metric == convert.Samples {
		return n.total > 0 || base.total > 0
	}
	return n.entries.Known() || base.entries.Known()
}

// addEdges adds the edges between nodes of g, except those that are too light.
func (b *builder) addEdges(g *Graph, all *edges, place []int32, chosen *choice) {
	light := func(l link, size float64, whole int64, known bool, change *Change) bool {
		switch {
		case b.opts.EdgeFraction == 0 || chosen.kept[l] || change != nil && change.BeyondChance:
			return false
		case b.focus != nil && !l.through: // everything around the focus is shown, even if cold
			return false
		}
		return !known || size < b.opts.EdgeFraction*float64(whole)
	}
	if b.opts.EdgeFraction == 0 { // nearly all are shown: a slice that grows takes twice its memory while it moves
		g.Edges = make([]Edge, 0, len(all.inlined)+len(all.sampled)+len(g.Nodes))
	}
	for _, e := range all.inlined {
		if light(e.link, b.inlinedSize(&e), b.entries, e.Known || e.base.Known, e.change) {
			continue
		}
		g.Edges = append(g.Edges, b.inlinedEdge(&e, place))
	}
	for _, e := range all.hidden {
		if light(e.link, b.inlinedSize(&e), b.entries, e.Known || e.base.Known, e.change) {
			continue
		}
		edge := Edge{From: HiddenCaller, To: place[e.to], EdgeCounts: EdgeCounts{Count: e.Count, Known: e.Known}}
		if b.comparison != nil {
			edge.Change, edge.Base = e.change, &EdgeCounts{Count: e.base.Count, Known: e.base.Known, Partly: e.uncounted[compare.OldSide] != compare.Counted}
			edge.Partly = e.uncounted[compare.NewSide] != compare.Counted
		}
		g.Edges = append(g.Edges, edge)
	}
	for i := range all.called {
		e := &all.called[i]
		if x := e.count.Execution(); !light(e.link, float64(x.Count), b.entries, x.Bound != code.None, nil) {
			g.Edges = append(g.Edges, b.calledEdge(e, place))
		}
	}
	slices.SortStableFunc(g.Edges, func(x, y Edge) int {
		if order := cmp.Compare(x.Evidence, y.Evidence); order != 0 {
			return order
		}
		if order := cmp.Compare(y.Count, x.Count); order != 0 || b.comparison == nil {
			return order
		}
		return cmp.Compare(y.Base.Count, x.Base.Count)
	})
	for _, e := range all.sampled {
		if light(e.link, b.sampledSize(&e), b.samples, true, e.change) {
			continue
		}
		edge := Edge{
			From: place[e.from], To: place[e.to], Slot: b.groups.Groups[e.from].Slot, Site: e.site, SiteKnown: e.siteKnown, Through: e.through,
			Evidence: SampledEvidence, EdgeCounts: EdgeCounts{Count: e.count, Known: true},
		}
		if b.comparison != nil {
			edge.Change, edge.Base, edge.BaseSite = e.change, &EdgeCounts{Count: e.base, Known: e.base > 0}, e.baseSite
			edge.Known = e.count > 0
		}
		g.Edges = append(g.Edges, edge)
	}
	if b.opts.BesideCalls {
		return
	}
	groups := make([]int32, len(g.Nodes))
	for at, i := range place {
		if i >= 0 {
			groups[i] = int32(at)
		}
	}
	for i, at := range groups {
		root, ok := b.outsideEdge(at, int32(i))
		if size, _, _ := b.groupSizes(at); ok && !light(link{}, size, b.entries, true, root.Change) {
			g.Edges = append(g.Edges, root)
		}
	}
}

// inlinedEdge returns the edge of an inlined call.
func (b *builder) inlinedEdge(e *inlinedEdge, place []int32) Edge {
	edge := Edge{
		From: place[e.from], To: place[e.to], Slot: b.groups.Groups[e.from].Slot, Site: e.site, SiteKnown: e.siteKnown, Through: e.through,
		EdgeCounts: EdgeCounts{Count: e.Count, Known: e.Known},
	}
	if e.siteKnown { // otherwise one entry of the caller may stand for several calls
		edge.MatchedCallee, edge.MatchedCaller = e.MatchedCallee, e.MatchedCaller
		edge.CallerEntries = b.nodes[e.from].entries.Total()
	}
	if b.comparison != nil {
		edge.Change, edge.Base, edge.BaseSite = e.change, &EdgeCounts{Count: e.base.Count, Known: e.base.Known, Partly: e.uncounted[compare.OldSide] != compare.Counted}, e.baseSite
		edge.Partly = e.uncounted[compare.NewSide] != compare.Counted
		if e.siteKnown {
			edge.Base.MatchedCallee, edge.Base.MatchedCaller = e.base.MatchedCallee, e.base.MatchedCaller
			edge.Base.CallerEntries = b.comparison.groups[e.from].entries.Total()
		}
	}
	return edge
}

// conditionals returns the conditionals of the methods of some groups (nil: all), summed over contexts.
func (b *builder) conditionals(nodes []bool) []sites.Conditional {
	if b.opts.By != convert.ByMethod {
		return nil
	}
	methods := make([]bool, b.profile.MethodSlots())
	for i, g := range b.groups.Groups {
		if g.Slot >= 0 && (nodes == nil || nodes[i]) {
			methods[g.Slot] = true
		}
	}
	drawn := make([]bool, b.profile.Contexts.Len())
	for i, n := range b.profile.Contexts.All() {
		drawn[i] = b.contexts.group[i] >= 0 && methods[b.profile.MethodSlot(n.Method)]
	}
	return sites.New(b.profile, sites.Options{
		Metrics: []convert.Metric{convert.Branches},
		Scope:   sites.Scope{Contexts: drawn},
	}).Conditionals.All
}

// addConditionals adds conditionals to their methods.
func (b *builder) addConditionals(g *Graph, all []sites.Conditional) {
	at := make([]int32, b.profile.MethodSlots()) // index+1 in g.Nodes
	for i, n := range g.Nodes {
		if n.Slot >= 0 {
			at[n.Slot] = int32(i) + 1
		}
	}
	for _, c := range all {
		if i := at[c.Slot]; i > 0 && !c.OneSided() {
			n := &g.Nodes[i-1]
			n.Conditionals = append(n.Conditionals, c)
		}
	}
	for i := range g.Nodes {
		sites.RankConditionals(g.Nodes[i].Conditionals)
	}
}

// newBuilder begins a graph of a profile, or of the union of two.
func newBuilder(p *iprof.Profile, names *convert.Names, opts Options, u *union) (*builder, error) {
	b, err := startBuilder(p, names, opts, u)
	if err != nil {
		return nil, err
	}
	b.finish()
	return b.builder, nil
}

// An unfinished builder has its nodes, while it finds their calls. Until it is finished, calls, outside, called, contradicted and
// comparison are nil; with nodesOnly they stay so.
type unfinished struct {
	*builder
	union   *union           // nil: no comparison
	entries *convert.Entries // the trees and the calls share them as long as someone holds them; nil without calls
	finding *background.Task // finds calls
	frames  []int32          // of methods that calls enter, see addStayed
}

// startBuilder makes the nodes of a graph, and begins to find its calls.
func startBuilder(p *iprof.Profile, names *convert.Names, opts Options, u *union) (*unfinished, error) {
	names = names.OrDefault(p)
	b := &unfinished{union: u, builder: &builder{profile: p, names: names, opts: opts, metric: opts.Metric.Resolve(p), focus: opts.Filter.Focus}}
	filter := opts.Filter
	filter.Focus = nil
	if b.groups = convert.NewGrouper(p, names, opts.By, nil); opts.By == convert.ByMethod { // nearly every method is a group
		b.groups.Groups = make([]convert.Group, 0, p.MethodSlots())
	}
	needsCalls := u == nil && !opts.nodesOnly
	entries := background.Go(func() {
		if needsCalls {
			b.entries = convert.NewEntries(p)
		}
	})
	contexts := convert.Project(p, p.Contexts, names, filter)
	b.finding = background.Go(func() { // it takes most of the time
		if b.calls = opts.Calls; b.calls == nil && needsCalls {
			of := opts.Code
			of.Contexts = contexts
			b.calls = calls.New(p, of)
		}
	})
	stacks := convert.Project(p, p.Stacks, names, filter)
	b.contexts = b.callTree(p.Contexts, contexts, convert.Calls)
	b.stacks = b.callTree(p.Stacks, stacks, convert.Samples)
	b.contexts.site = b.contexts.site && !opts.NoInlinedSites
	b.stacks.site = b.stacks.site && !opts.NoSampledSites && p.Origin().IsIprof() // stacks of other tools have no call sites
	entries.Wait()
	b.addUp(b.entries)
	if needsCalls {
		b.frames = convert.CalledFrames(p, contexts)
	}
	if err := b.unfocused(); err != nil {
		b.finding.Wait()
		return nil, err
	}
	return b, nil
}

// finish adds the calls, or compares.
func (b *unfinished) finish() {
	b.finding.Wait()
	if b.union == nil {
		if !b.opts.nodesOnly {
			b.addCalls(b.frames)
		}
		return
	}
	b.comparison = &comparison{union: b.union, names: b.names, byNumber: b.opts.ByNumber, base: &Base{}, limits: noLimits()}
	b.comparison.measure()
	b.contexts.compare(&b.union.contexts, b.contexts.projection)
	b.stacks.compare(&b.union.stacks, b.stacks.projection)
	b.compare()
}

// NewComparison builds a merged call graph of both profiles: the union of their nodes and edges, with the counts of the
// new one and their changes since the old one, the base. Runs are normalized for run length, and changes are tested for
// chance, as in package diff. The error is a [convert.NoMatchError] if nothing matches the focus.
func NewComparison(of *compare.Comparison, opts Options) (*Graph, error) {
	u := unite(of)
	style := of.Sides[compare.NewSide].Names.Options
	style.Disambiguate = false // nameNodes sets the names of the nodes in the graph
	names := convert.NewNames(u.profile, style)
	for slot, name := range u.unlisted {
		names.SetMethod(slot, name)
	}
	b, err := newBuilder(u.profile, names, opts, u)
	if err != nil {
		return nil, err
	}
	return b.graph(b.choose()), nil
}
