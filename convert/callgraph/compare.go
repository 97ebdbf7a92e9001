package callgraph

import (
	"math"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// changeOf compares the count of a node or an edge. Present holds the profiles that have it, known those that have a count for
// it, uncounted whether that is a lower bound. It returns nil if the runs cannot be compared, or neither profile has it.
func changeOf(runs compare.Runs, count compare.Counts, present, known [2]bool, uncounted [2]compare.Uncounted) *Change {
	if !runs.Comparable() || present == [2]bool{} {
		return nil
	}
	c := &Change{
		New: !present[compare.OldSide], Gone: !present[compare.NewSide],
		Comparable: (known[compare.OldSide] || !present[compare.OldSide]) && (known[compare.NewSide] || !present[compare.NewSide]),
	}
	c.BaseShare, c.Share = runs.Shares(count)
	if c.ByNumber = runs.ByNumber(); c.ByNumber {
		c.More = count.New - count.Old
	}
	old, new := uncounted[compare.OldSide] == compare.UncountedAlone, uncounted[compare.NewSide] == compare.UncountedAlone
	switch {
	case !old && !new:
	case new && !old && c.Share > c.BaseShare, old && !new && c.Share < c.BaseShare: // the rest can only add to the change
		c.AtLeast = c.Comparable
	default:
		c.Comparable = false
	}
	return c
}

// settle drops the verdicts of lower bounds that prove no change.
func settle(changes []*Change) {
	for _, c := range changes {
		if c != nil && c.AtLeast && !c.BeyondChance && !c.New && !c.Gone {
			c.Comparable, c.AtLeast = false, false
		}
	}
}

// all returns the marks of all entries of a node.
func (g *comparedGroup) all() [2]compare.Uncounted {
	return [2]compare.Uncounted{max(g.roots[0], g.inlined[0]), max(g.roots[1], g.inlined[1])}
}

// judge sets which of many changes are significant. It returns the number of tests.
func judge(runs compare.Runs, changes []*Change, counts []compare.Counts) (tests int) {
	limit := math.NaN()
	return judgeWithin(runs, changes, counts, &limit)
}

// judgeWithin is like judge, for changes that are part of others which have a limit for p-values, see [compare.ChanceLimit]. It sets a limit
// that is not a number, as these are all.
func judgeWithin(runs compare.Runs, changes []*Change, counts []compare.Counts, limit *float64) (tests int) {
	var of []int
	var likelihoods []float64
	for i, c := range changes {
		if c == nil || !c.Comparable || counts[i] == (compare.Counts{}) {
			continue
		}
		of, likelihoods = append(of, i), append(likelihoods, runs.Chance(float64(counts[i].Old), float64(counts[i].New)))
	}
	if math.IsNaN(*limit) {
		*limit = compare.ChanceLimit(likelihoods)
	}
	for k, likelihood := range likelihoods {
		c := changes[of[k]]
		c.BeyondChance = likelihood <= *limit && c.Share != c.BaseShare && runs.Reaches(counts[of[k]], compare.DefaultThreshold)
	}
	return len(of)
}

// measure determines the lengths of the runs from everything that the program did: all but the profiler's own runtime. Calls are
// counted by method, even if nodes are classes or packages: the length is a median, and with few packages a single changed one
// could dominate it. The lengths do not depend on what the view and filters show. The counts of the union are still unfiltered
// here.
func (c *comparison) measure() {
	whole := convert.FilterOptions{View: convert.ExpertView}
	calls := make([]compare.Counts, c.profile.MethodSlots())
	var samples compare.Counts
	for _, of := range []struct {
		metric convert.Metric
		tree   *iprof.Tree
		old    []int64
		count  func(slot int) *compare.Counts
	}{
		{convert.Calls, c.profile.Contexts, c.contexts.old, func(slot int) *compare.Counts { return &calls[slot] }},
		{convert.Samples, c.profile.Stacks, c.stacks.old, func(int) *compare.Counts { return &samples }},
	} {
		pr := convert.Project(c.profile, of.tree, c.names, whole)
		count := func(side int, node iprof.NodeID, value int64) {
			if pr == nil || pr.Keep[node] {
				of.count(c.profile.MethodSlot(of.tree.Node(node).Method)).Add(side, value)
			}
		}
		for node, value := range of.old {
			count(compare.OldSide, iprof.NodeID(node), value)
		}
		for node, value := range of.metric.Records(c.profile) {
			count(compare.NewSide, node, value)
		}
	}
	c.calls = compare.CallRuns(calls)
	c.samples = c.sampleRuns(samples.Old, samples.New)
}

// sampleRuns returns the runs of samples of which numbers are compared, if that is wanted and possible, or otherwise shares.
func (c *comparison) sampleRuns(old, new int64) compare.Runs {
	if runs, ok := c.CountRuns(float64(old), float64(new)); ok && c.byNumber {
		return runs
	}
	return c.SampleRuns(float64(old), float64(new))
}

// compare sums up the counts of the base by group and compares them.
func (b *builder) compare() {
	c := b.comparison
	c.groups = make([]comparedGroup, len(b.nodes))
	contexts, stacks := &b.contexts, &b.stacks
	for i, g := range contexts.group {
		if g < 0 {
			continue
		}
		n := &c.groups[g]
		if contexts.parent[i] < 0 {
			contexts.addUncounted(&n.roots, int32(i))
		} else {
			contexts.addUncounted(&n.inlined, int32(i))
		}
		if !contexts.oldKnown[i] {
			continue
		}
		if contexts.parent[i] < 0 {
			n.entries.Root += contexts.old[i]
		} else {
			n.entries.Inlined += contexts.old[i]
		}
		n.entries.Contexts++
		c.base.Entries += contexts.old[i]
	}
	inclusive := convert.OncePerStack(contexts.parent, contexts.group, append([]int64(nil), contexts.old...), len(b.nodes))
	total := convert.OncePerStack(stacks.parent, stacks.group, append([]int64(nil), stacks.old...), len(b.nodes))
	for g := range c.groups {
		c.groups[g].inclusive, c.groups[g].total = inclusive[g], total[g]
	}
	for i, value := range stacks.old {
		c.base.Samples += value
		if g := stacks.shown(int32(i)); g >= 0 {
			c.groups[g].self += value
		}
	}

	var entries, roots, totals, selves []compare.Counts
	for g := range b.nodes {
		n, of := &b.nodes[g], &c.groups[g]
		entries = append(entries, compare.Counts{Old: of.entries.Total(), New: n.entries.Total()})
		roots = append(roots, compare.Counts{Old: of.entries.Root, New: n.entries.Root})
		totals = append(totals, compare.Counts{Old: of.total, New: n.total})
		selves = append(selves, compare.Counts{Old: of.self, New: n.self})
	}
	c.calls = compare.CallRuns(entries).Within(c.calls)
	c.samples = c.sampleRuns(c.base.Samples, b.samples).Within(c.samples)
	if c.calls.Comparable() { // a profile without counts does not show which nodes it has
		b.present(contexts)
	}
	if c.samples.Comparable() {
		b.present(stacks)
	}
	b.describe(b.judgeNodes(entries, roots, totals, selves))
}

// present records, by group, the profiles that have it in a tree.
func (b *builder) present(t *callTree) {
	for i, g := range t.group {
		for side := range t.in {
			if g >= 0 && t.in[side][i] {
				b.comparison.groups[g].in[side] = true
			}
		}
	}
}

// judgeNodes compares the nodes by the metric, and by the counts of their edges and tooltips.
func (b *builder) judgeNodes(entries, roots, totals, selves []compare.Counts) (tests int) {
	c := b.comparison
	n := len(b.nodes)
	changes, rootChanges, selfChanges := make([]*Change, n), make([]*Change, n), make([]*Change, n)
	always, counted := [2]bool{true, true}, [2]compare.Uncounted{} // samples: a missing count is 0
	for g := range b.nodes {
		of := &c.groups[g]
		if b.metric == convert.Samples {
			of.counts = totals[g]
			changes[g] = changeOf(c.samples, totals[g], of.in, always, counted)
		} else {
			of.counts = entries[g]
			changes[g] = changeOf(c.calls, entries[g], of.in, [2]bool{of.entries.Known(), b.nodes[g].entries.Known()}, of.all())
		}
		if root := roots[g]; root != (compare.Counts{}) {
			known := [2]bool{root.Old > 0, root.New > 0}
			present := known
			for side, u := range of.roots {
				present[side] = present[side] || u != compare.Counted
			}
			rootChanges[g] = changeOf(c.calls, root, present, known, of.roots)
		}
		selfChanges[g] = changeOf(c.samples, selves[g], of.in, always, counted)
		of.change, of.root, of.selfChange = changes[g], rootChanges[g], selfChanges[g]
	}
	judge(c.calls, rootChanges, roots)
	judge(c.samples, selfChanges, selves)
	defer settle(rootChanges)
	if b.metric == convert.Samples {
		return judge(c.samples, changes, totals)
	}
	tests = judge(c.calls, changes, entries)
	settle(changes)
	for g, root := range rootChanges {
		c.asItsNode(root, roots[g], int32(g))
	}
	return tests
}

// asItsNode gives an edge the verdict of the first of its nodes that has the same counts. There are more edges than nodes, so their limit for
// false discoveries is another one: without this, the same numbers could be a change of the node, and not a change of the edge.
func (c *comparison) asItsNode(change *Change, counts compare.Counts, nodes ...int32) {
	for _, g := range nodes {
		if g < 0 { // hidden callers
			continue
		}
		if node := c.groups[g].change; change != nil && node != nil && counts == c.groups[g].counts && change.Comparable && node.Comparable {
			change.BeyondChance = node.BeyondChance
			return
		}
	}
}

// describe adds the notes of the comparison and counts the changes.
func (b *builder) describe(tests int) {
	c := b.comparison
	base := c.base
	base.Changes = map[string]int{}
	for g := range c.groups {
		switch change := c.groups[g].change; {
		case change == nil || !change.Comparable:
		case change.BeyondChance:
			base.Changes[change.Word()]++
		case change.Share != change.BaseShare:
			base.Small++
		}
	}
	runs := c.calls
	if b.metric == convert.Samples {
		runs = c.samples
	}
	base.Notes = append(base.Notes, runs.LengthNote(), runs.ChangeNote(compare.DefaultThreshold, tests, b.opts.By.Plural()))
	base.Caveats = append(base.Caveats, runs.Caveats()...)
	for _, only := range []struct {
		section       iprof.Section
		unit          string
		base, profile int64
	}{{iprof.Calls, "calls", base.Entries, b.entries}, {iprof.Samples, "samples", base.Samples, b.samples}} {
		if only.profile == 0 && c.Sides[compare.NewSide].Profile.Total(only.section) == 0 { // the union has none of the base either
			only.base = c.Sides[compare.OldSide].Profile.Total(only.section)
		}
		switch {
		case only.base == 0 && only.profile > 0:
			base.Notes = append(base.Notes, "the base has no "+only.unit+": these are not compared")
		case only.profile == 0 && only.base > 0:
			base.Notes = append(base.Notes, "only the base has "+only.unit+": these are not compared")
		}
	}
	base.Notes, base.Caveats = append(base.Notes, c.Notes()...), append(base.Caveats, c.Caveats()...)
}

// node completes a node of the graph.
func (c *comparison) node(n *Node, g int32) {
	of := &c.groups[g]
	n.Change, n.SelfChange = of.change, of.selfChange
	n.BaseEntries, n.BaseSelf, n.BaseTotal = of.entries, of.self, of.total
	n.Partly, n.BasePartly = partlyOf(of, compare.NewSide), partlyOf(of, compare.OldSide)
	if of.change != nil && of.change.BeyondChance {
		c.base.Shown++
	}
}

func partlyOf(g *comparedGroup, side int) Partly {
	return Partly{Root: g.roots[side] != compare.Counted, Inlined: g.inlined[side] != compare.Counted}
}

// An edgeLimits holds the limits for p-values of edges, by kind. They are made for all edges of the graph, so that an
// edge has the same verdict in a picture of few edges and in a table of all.
type edgeLimits struct{ inlined, hidden, sampled float64 }

// noLimits are the limits before the edges of the whole graph are known.
func noLimits() edgeLimits { return edgeLimits{math.NaN(), math.NaN(), math.NaN()} }

// edges compares the counts of edges, of which those of the metric are counts of nodes.
func (c *comparison) edges(e *edges, metric convert.Metric) {
	for k, list := range [][]inlinedEdge{e.inlined, e.hidden} {
		inlined, counts := make([]*Change, len(list)), make([]compare.Counts, len(list))
		for i := range list {
			of := &list[i]
			counts[i] = compare.Counts{Old: of.base.Count, New: of.Count}
			inlined[i] = changeOf(c.calls, counts[i], of.in, [2]bool{of.base.Known, of.Known}, of.uncounted)
			of.change = inlined[i]
		}
		judgeWithin(c.calls, inlined, counts, []*float64{&c.limits.inlined, &c.limits.hidden}[k])
		for i := range list {
			if metric != convert.Samples {
				c.asItsNode(inlined[i], counts[i], list[i].to, list[i].from)
			}
		}
		settle(inlined)
	}
	sampled, counts := make([]*Change, len(e.sampled)), make([]compare.Counts, len(e.sampled))
	for i := range e.sampled {
		of := &e.sampled[i]
		counts[i] = compare.Counts{Old: of.base, New: of.count}
		sampled[i] = changeOf(c.samples, counts[i], [2]bool{of.base > 0, of.count > 0}, [2]bool{true, true}, [2]compare.Uncounted{})
		of.change = sampled[i]
	}
	judgeWithin(c.samples, sampled, counts, &c.limits.sampled)
	for i := range e.sampled {
		if metric == convert.Samples {
			c.asItsNode(sampled[i], counts[i], e.sampled[i].to, e.sampled[i].from)
		}
	}
}

// Sizes decide which nodes and edges are shown. A size is the count in one profile, or in a comparison the larger of both
// counts at the length of the new run.

func (b *builder) nodeSize(node int32) float64 {
	if b.comparison == nil {
		return float64(b.contexts.value[node])
	}
	return b.comparison.calls.Larger(compare.Counts{Old: b.contexts.old[node], New: b.contexts.value[node]})
}

func (b *builder) inlinedSize(e *inlinedEdge) float64 {
	if b.comparison == nil {
		return float64(e.Count)
	}
	return b.comparison.calls.Larger(compare.Counts{Old: e.base.Count, New: e.Count})
}

func (b *builder) sampledSize(e *sampledEdge) float64 {
	if b.comparison == nil {
		return float64(e.count)
	}
	return b.comparison.samples.Larger(compare.Counts{Old: e.base, New: e.count})
}

// groupSizes returns the sizes of a node by entries from unknown callers, by inclusive entries, and by total samples.
func (b *builder) groupSizes(g int32) (root, inclusive, total float64) {
	n := &b.nodes[g]
	if b.comparison == nil {
		return float64(n.entries.Root), float64(n.inclusive), float64(n.total)
	}
	of := &b.comparison.groups[g]
	return b.comparison.calls.Larger(compare.Counts{Old: of.entries.Root, New: n.entries.Root}), b.comparison.calls.Larger(compare.Counts{Old: of.inclusive, New: n.inclusive}),
		b.comparison.samples.Larger(compare.Counts{Old: of.total, New: n.total})
}
