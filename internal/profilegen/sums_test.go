package profilegen_test

import (
	"bytes"
	"fmt"
	"maps"
	"math"
	"math/big"
	"regexp"
	"slices"
	"strings"

	"github.com/google/pprof/profile"
	"pgregory.net/rapid"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/callgraph"
	"github.com/iprof-viz/iprof-viz/convert/folded"
	"github.com/iprof-viz/iprof-viz/convert/inlining"
	"github.com/iprof-viz/iprof-viz/convert/pprof"
	"github.com/iprof-viz/iprof-viz/convert/rank"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/profilegen"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// stackMetrics are the metrics with stacks, with their sections.
var stackMetrics = map[convert.Metric]iprof.Section{convert.Samples: iprof.Samples, convert.Calls: iprof.Calls}

// Folded stacks, pprof and flame graphs have the stacks that were drawn.
func stacksAreTheDrawnOnes(t *rapid.T) {
	plain := rapid.Bool().Draw(t, "plain")
	drawn := profilegen.Draw(t, "profile", profilegen.Options{PlainNames: plain})
	p := parse(t, drawn)
	for metric, section := range stackMetrics {
		want := drawn.Stacks(section)
		tree := treeOf(t, p, metric, convert.FilterOptions{})
		fromFolded, fromPprof := foldedStacks(t, tree), pprofStacks(t, p, metric)
		sum := drawn.Total(section).Int64()
		if tree.Nodes[0].Total != sum || sumOf(fromFolded) != sum || sumOf(fromPprof) != sum {
			t.Fatalf("%s: flame graph %d, folded %d, pprof %d, want %d", metric, tree.Nodes[0].Total, sumOf(fromFolded), sumOf(fromPprof), sum)
		}
		if !plain {
			continue
		}
		if !maps.Equal(fromFolded, want) || !maps.Equal(fromPprof, want) {
			t.Fatalf("%s: folded %v\npprof %v\nwant %v", metric, fromFolded, fromPprof, want)
		}
	}
}

func sumOf[K comparable](stacks map[K]int64) int64 {
	sum := int64(0)
	for _, n := range stacks {
		sum += n
	}
	return sum
}

func treeOf(t *rapid.T, p *iprof.Profile, metric convert.Metric, filter convert.FilterOptions) *stacks.Tree {
	t.Helper()
	tree, err := stacks.NewTree(p, nil, stacks.Options{Metric: metric, Filter: filter, Roles: true})
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

// foldedStacks reads what folded.Write writes. Frames are separated by newlines, which folded text has none of.
func foldedStacks(t *rapid.T, tree *stacks.Tree) map[string]int64 {
	t.Helper()
	var b bytes.Buffer
	if err := folded.Write(&b, tree); err != nil {
		t.Fatal(err)
	}
	found := map[string]int64{}
	for line := range strings.Lines(b.String()) {
		at := strings.LastIndexByte(line, ' ')
		n, ok := new(big.Int).SetString(strings.TrimSuffix(line[at+1:], "\n"), 10)
		stack := strings.ReplaceAll(line[:max(at, 0)], ";", "\n")
		if _, twice := found[stack]; !ok || at < 0 || twice {
			t.Fatalf("line %q, twice: %v", line, twice)
		}
		found[stack] = n.Int64()
	}
	return found
}

// pprofStacks reads what pprof.Write writes with the package that go tool pprof has.
func pprofStacks(t *rapid.T, p *iprof.Profile, metric convert.Metric) map[string]int64 {
	t.Helper()
	var b bytes.Buffer
	if err := pprof.Write(&b, p, nil, pprof.Options{Metrics: []convert.Metric{metric}}); err != nil {
		t.Fatal(err)
	}
	read, err := profile.ParseData(b.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	if err := read.CheckValid(); err != nil {
		t.Fatal(err)
	}
	found := map[string]int64{}
	for _, s := range read.Sample {
		var frames []string
		for _, l := range slices.Backward(s.Location) {
			for _, line := range slices.Backward(l.Line) {
				frames = append(frames, line.Function.Name)
			}
		}
		found[strings.Join(frames, "\n")] += s.Value[0]
	}
	return found
}

// Tables, graphs and trees have the sums that were drawn, method by method and site by site.
func countsMatchDrawn(t *rapid.T) {
	drawn := profilegen.Draw(t, "profile", profilegen.Options{})
	p := parse(t, drawn)
	root, inlined := drawn.Entries()
	self, total := drawn.SelfAndTotal()

	calls := top(t, p, rank.TopOptions{Metric: convert.Calls})
	checkCounts(t, "entries as root", byID(calls, "root_calls"), root)
	checkCounts(t, "inlined entries", byID(calls, "inlined_calls"), inlined)
	samples := top(t, p, rank.TopOptions{Metric: convert.Samples})
	checkCounts(t, "self samples", byID(samples, "self"), self)
	checkCounts(t, "total samples", byID(samples, "total"), total)

	g := graphOf(t, p, callgraph.Options{})
	edges := map[profilegen.Edge]int64{}
	nodeSelf, nodeTotal := map[iprof.MethodID]int64{}, map[iprof.MethodID]int64{}
	for _, e := range g.Edges {
		if e.Evidence == callgraph.InlinedEvidence {
			edges[profilegen.Edge{Caller: p.MethodIDAt(int(g.Nodes[e.From].Slot)), BCI: e.Site, Callee: p.MethodIDAt(int(g.Nodes[e.To].Slot))}] += e.Count
		}
	}
	for _, n := range g.Nodes {
		id := p.MethodIDAt(int(n.Slot))
		nodeSelf[id], nodeTotal[id] = n.Self, n.Total
		if n.Entries.Root != root[id] || n.Entries.Inlined != inlined[id] {
			t.Errorf("graph: %s has %d + %d entries, want %d + %d", n.Name, n.Entries.Root, n.Entries.Inlined, root[id], inlined[id])
		}
	}
	checkCounts(t, "inlined calls in the graph", edges, drawn.InlinedCalls())
	checkCounts(t, "self samples in the graph", nodeSelf, self)
	checkCounts(t, "total samples in the graph", nodeTotal, total)

	for metric, section := range map[convert.Metric]iprof.Section{convert.Branches: iprof.Conditionals, convert.Receivers: iprof.Receivers, convert.InstanceOf: iprof.InstanceOf} {
		var of *table.Table
		var err error
		if metric == convert.Branches {
			of, err = rank.Branches(p, nil, rank.BranchOptions{})
		} else {
			of, err = rank.Types(p, nil, metric, rank.TypeOptions{})
		}
		if err != nil {
			t.Fatal(err)
		}
		sites, parts := map[profilegen.Site]int64{}, map[profilegen.Site]int64{}
		for _, r := range of.AllRows() {
			if id := of.Cell(r, "id"); id.Kind == table.Int {
				site := profilegen.Site{Method: iprof.MethodID(id.Int), BCI: iprof.BCI(of.Cell(r, "bci").Int)}
				sites[site] = of.Cell(r, "executions").Int
				parts[site] += of.Cell(r, "count").Int
			}
		}
		checkCounts(t, "executions of "+metric.String(), sites, drawn.Executions(section))
		if metric != convert.Branches || !drawn.SharesTotals() { // a loop of older versions is shown with the total again
			checkCounts(t, "sums of "+metric.String(), parts, drawn.Executions(section))
		}
	}

	locks := map[iprof.TypeID]int64{}
	for _, m := range drawn.Monitors {
		locks[m.Type] += m.Count
	}
	found := map[iprof.TypeID]int64{}
	monitors := top(t, p, rank.TopOptions{Metric: convert.Monitors})
	for _, r := range monitors.AllRows() {
		if id := monitors.Cell(r, "id"); id.Kind == table.Int {
			found[iprof.TypeID(id.Int)] = monitors.Cell(r, "count").Int
		}
	}
	checkCounts(t, "locks", found, locks)
}

// checkCounts compares counts, in which those of 0 may be missing.
func checkCounts[K comparable](t *rapid.T, what string, got, want map[K]int64) {
	t.Helper()
	isZero := func(_ K, n int64) bool { return n == 0 }
	got, want = maps.Clone(got), maps.Clone(want)
	maps.DeleteFunc(got, isZero)
	maps.DeleteFunc(want, isZero)
	if !maps.Equal(got, want) {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

func top(t *rapid.T, p *iprof.Profile, opts rank.TopOptions) *table.Table {
	t.Helper()
	of, err := rank.Top(p, nil, opts)
	if err != nil {
		t.Fatal(err)
	}
	return of
}

func graphOf(t *rapid.T, p *iprof.Profile, opts callgraph.Options) *callgraph.Graph {
	t.Helper()
	g, err := callgraph.New(p, nil, opts)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// byID returns a column of counts by the id of the method.
func byID(of *table.Table, key string) map[iprof.MethodID]int64 {
	found := map[iprof.MethodID]int64{}
	for _, r := range of.AllRows() {
		if id := of.Cell(r, "id"); id.Kind == table.Int {
			found[iprof.MethodID(id.Int)] += of.Cell(r, key).Int
		}
	}
	return found
}

// filters are filters that hide callers at any place.
func filters() []convert.FilterOptions {
	var all []convert.FilterOptions
	for _, view := range convert.Views {
		for _, pattern := range []string{"", `^app\.A`, `java|<VM>`, `^Fib|a$`} {
			o := convert.FilterOptions{View: view}
			if pattern != "" {
				o.Hide = regexp.MustCompile(pattern)
			}
			all = append(all, o)
		}
	}
	re := regexp.MustCompile(`^app\.`)
	return append(all, convert.FilterOptions{Focus: re}, convert.FilterOptions{Ignore: re}, convert.FilterOptions{ShowFrom: re})
}

// Entries are those as root and those through edges, in graphs, peek and top, regardless of what filters hide; and kept and
// dropped records are all records. Views keep the sum of samples, apart from the profiler's alone.
func sumsUnderFilters(t *rapid.T) {
	drawn := profilegen.Draw(t, "profile", profilegen.Options{PlainNames: rapid.Bool().Draw(t, "plain")})
	p := parse(t, drawn)
	filter := rapid.SampledFrom(filters()).Draw(t, "filter")
	what := fmt.Sprintf("%s, focus %v, ignore %v, hide %v, show from %v", filter.View, filter.Focus, filter.Ignore, filter.Hide, filter.ShowFrom)

	for metric, section := range stackMetrics {
		whole := drawn.Total(section).Int64()
		of := top(t, p, rank.TopOptions{Metric: metric, Filter: filter})
		base, rows := of.Base, int64(0)
		for _, r := range of.AllRows() {
			rows += of.Cell(r, map[convert.Metric]string{convert.Samples: "self", convert.Calls: "entries"}[metric]).Int
		}
		hidden := int64(0)
		for _, h := range of.Hidden {
			hidden += h.Value
		}
		if of.Whole != whole || base+hidden != whole || rows != base {
			t.Errorf("top of %s, %s: rows %d, base %d, hidden %d, whole %d, want %d", metric, what, rows, base, hidden, of.Whole, whole)
		}
		tree := treeOf(t, p, metric, filter)
		checkTree(t, tree)
		if tree.Nodes[0].Total != base || tree.Hidden != hidden {
			t.Errorf("flame graph of %s, %s: %d and %d hidden, top %d and %d", metric, what, tree.Nodes[0].Total, tree.Hidden, base, hidden)
		}
		if got := sumOf(foldedStacks(t, tree)); got != base {
			t.Errorf("folded %s, %s: %d, want %d", metric, what, got, base)
		}
		reversed := tree.Reversed()
		checkTree(t, reversed)
		if reversed.Nodes[0].Total != base || tree.MergeRecursion().Nodes[0].Total != base {
			t.Errorf("%s, %s: reversed %d, recursion merged %d, want %d", metric, what, reversed.Nodes[0].Total, tree.MergeRecursion().Nodes[0].Total, base)
		}
	}

	entries := top(t, p, rank.TopOptions{Metric: convert.Calls, Filter: filter})
	if filter.Focus == nil { // in graphs it chooses nodes
		g := graphOf(t, p, callgraph.Options{Filter: filter})
		checkEdges(t, what, p, g)
		if g.Entries != entries.Base {
			t.Errorf("%s: %d entries in the graph, %d in top", what, g.Entries, entries.Base)
		}
		trees, err := inlining.New(p, nil, inlining.Options{Filter: filter})
		if err != nil {
			t.Fatal(err)
		}
		sum := int64(0)
		for _, u := range trees.Units {
			sum += u.Inclusive
		}
		if sum != trees.Base || trees.Base != entries.Base {
			t.Errorf("%s: %d entries in units, %d of all trees, %d in top", what, sum, trees.Base, entries.Base)
		}
	}
	checkPeek(t, what, p, filter, entries)
}

// checkTree checks that self and the children's totals are the total, everywhere.
func checkTree(t *rapid.T, tree *stacks.Tree) {
	t.Helper()
	sums := make([]int64, len(tree.Nodes))
	for i := len(tree.Nodes) - 1; i >= 0; i-- {
		n := tree.Nodes[i]
		if sums[i]+n.Self != n.Total || n.Self < 0 {
			t.Fatalf("node %d: self %d and children %d, total %d", i, n.Self, sums[i], n.Total)
		}
		if i > 0 {
			sums[n.Parent] += n.Total
		}
	}
}

// checkEdges checks that the entries of each node are those of its edges: inlined entries exactly, and those as compilation root within
// the bounds. Receiver types may tell more calls than entries: then the node says so.
func checkEdges(t *rapid.T, what string, p *iprof.Profile, g *callgraph.Graph) {
	t.Helper()
	inlined, roots := make([]int64, len(g.Nodes)), make([]bounds, len(g.Nodes))
	sum := int64(0)
	for _, e := range g.Edges {
		switch e.Evidence {
		case callgraph.InlinedEvidence:
			inlined[e.To] += e.Count
		case callgraph.CalledEvidence, callgraph.UnknownEvidence:
			roots[e.To] = roots[e.To].plus(e.Count, e.Bound.String())
		}
	}
	uncounted := withUncountedContexts(p)
	for i, n := range g.Nodes {
		sum += n.Entries.Total()
		if inlined[i] != n.Entries.Inlined {
			t.Errorf("%s: %s has %d inlined entries, %d through edges", what, n.Name, n.Entries.Inlined, inlined[i])
		}
		counted := n.Slot < 0 || !uncounted[p.MethodIDAt(int(n.Slot))]
		if b := roots[i]; b.high < n.Entries.Root || b.low > n.Entries.Root && !n.Contradicts && counted && n.Slot >= 0 {
			t.Errorf("%s: %s has %d entries as root, %d to %d through edges and from outside", what, n.Name, n.Entries.Root, b.low, b.high)
		}
	}
	if sum != g.Entries {
		t.Errorf("%s: %d of %d entries in nodes", what, sum, g.Entries)
	}
}

// checkPeek checks that the callers of a method, with what is from outside, add up to it within the bounds. If all that is known of calls
// are those that were inlined, so do the numbers of the rows. Drawn receiver types may call a method more often than it was entered,
// which a note has to say.
func checkPeek(t *rapid.T, what string, p *iprof.Profile, filter convert.FilterOptions, entries *table.Table) {
	t.Helper()
	peek, err := rank.Peek(p, nil, nil, rank.PeekOptions{Metric: convert.Calls, Filter: filter})
	if err != nil {
		if entries.Base > 0 {
			t.Errorf("peek, %s: %v", what, err)
		}
		return
	}
	of, figures, callers := map[string]int64{}, map[string]int64{}, map[string]bounds{}
	ids, uncounted := map[string]iprof.MethodID{}, withUncountedContexts(p)
	sum := int64(0)
	for _, r := range peek.Rows {
		name := peek.Cell(r, "method").Text + fmt.Sprint(peek.Cell(r, "id").Int)
		ids[name] = iprof.MethodID(peek.Cell(r, "id").Int)
		switch n := peek.Cell(r, "count").Int; peek.Cell(r, "relation").Text {
		case "method":
			of[name] += n
			sum += n
		case "caller":
			callers[name] = callers[name].plus(n, peek.Cell(r, "bound").Text)
			figures[name] += n
		}
	}
	contradicted := slices.ContainsFunc(peek.Notes, func(note string) bool { return strings.Contains(note, "compilation root:") })
	for name, n := range of {
		switch b := callers[name]; {
		case b.high < n:
			t.Errorf("peek, %s: callers of %s at most %d, want %d", what, name, b.high, n)
		case b.low > n && !contradicted && !uncounted[ids[name]]:
			t.Errorf("peek, %s: callers of %s at least %d, want %d or a note", what, name, b.low, n)
		}
	}
	if p.Records(iprof.Receivers) == 0 {
		checkCounts(t, "callers in peek, "+what, figures, of)
	}
	if sum != entries.Base {
		t.Errorf("peek, %s: %d of %d entries", what, sum, entries.Base)
	}
}

// withUncountedContexts returns the methods that may have more entries than the profile has, as it has contexts of them without a count.
func withUncountedContexts(p *iprof.Profile) map[iprof.MethodID]bool {
	counted := map[iprof.NodeID]bool{}
	for _, r := range p.Calls.All() {
		counted[r.Node] = true
	}
	of := map[iprof.MethodID]bool{}
	for i, n := range p.Contexts.All() {
		if !counted[iprof.NodeID(i)] {
			of[n.Method] = true
		}
	}
	return of
}

// bounds are between which numbers a sum is.
type bounds struct{ low, high int64 }

// plus adds a count whose bound is a word of tables.
func (b bounds) plus(n int64, bound string) bounds {
	low, high := int64(0), int64(math.MaxInt64)
	switch bound {
	case "exact":
		low, high = n, n
	case "at_least":
		low = n
	case "at_most", "unless_thrown":
		high = n
	}
	sum := func(x, y int64) int64 { return x + min(y, math.MaxInt64-x) }
	return bounds{sum(b.low, low), sum(b.high, high)}
}

// Limits change no sum.
func limitsChangeNoSum(t *rapid.T) {
	drawn := profilegen.Draw(t, "profile", profilegen.Options{})
	p := parse(t, drawn)
	limit := rapid.IntRange(1, 5).Draw(t, "limit")
	for metric, key := range map[convert.Metric]string{convert.Samples: "self", convert.Calls: "entries", convert.Branches: "executions", convert.Receivers: "executions"} {
		all, some := top(t, p, rank.TopOptions{Metric: metric}), top(t, p, rank.TopOptions{Metric: metric, Limit: limit})
		rows := int64(0)
		for _, r := range some.AllRows() {
			rows += some.Cell(r, key).Int
		}
		if rows != all.Base || some.Base != all.Base {
			t.Errorf("%s: %d rows with %d of %d", metric, limit, rows, all.Base)
		}
	}
	whole := graphOf(t, p, callgraph.Options{})
	part := graphOf(t, p, callgraph.Options{Nodes: limit, EdgeFraction: 0.1, NodeFraction: 0.05})
	if part.Entries != whole.Entries || part.Inlined != whole.Inlined || part.Samples != whole.Samples || part.AllNodes != whole.AllNodes {
		t.Errorf("%d nodes: %+v, whole %+v", limit, part, whole)
	}
	all, err := inlining.New(p, nil, inlining.Options{})
	if err != nil {
		t.Fatal(err)
	}
	some, err := inlining.New(p, nil, inlining.Options{Units: limit, MinShare: 0.2, Depth: limit})
	if err != nil {
		t.Fatal(err)
	}
	if some.Base != all.Base || some.UnitCount != all.UnitCount {
		t.Errorf("%d entries of %d units, whole %d of %d", some.Base, some.UnitCount, all.Base, all.UnitCount)
	}
	for i, u := range some.Units {
		sum := int64(0)
		for _, n := range u.Instances {
			if n.Known {
				sum += n.Entries
			}
			if n.PrunedKnown {
				sum += n.PrunedInclusive
			}
		}
		if u.Known && (sum != u.Inclusive || u.Inclusive != all.Units[i].Inclusive) {
			t.Errorf("unit %d: %d entries with those that are not shown, want %d", i, sum, all.Units[i].Inclusive)
		}
	}
}

// The views keep the samples of all stacks with a frame that is not the profiler's own.
func viewsKeepSamples(t *rapid.T) {
	drawn := profilegen.Draw(t, "profile", profilegen.Options{PlainNames: true})
	p := parse(t, drawn)
	all, profiled := int64(0), int64(0)
	for _, c := range drawn.Samples {
		all += c.Value
		if !slices.ContainsFunc(c.Context, func(f iprof.Frame) bool {
			return !strings.HasPrefix(drawn.Class(f.Method), "com.oracle.svm.enterprise.profiling.")
		}) {
			profiled += c.Value
		}
	}
	for view, want := range map[convert.View]int64{convert.MachineView: all, convert.ExpertView: all - profiled, convert.UserView: all - profiled, convert.AppView: all} {
		if got := treeOf(t, p, convert.Samples, convert.FilterOptions{View: view}).Nodes[0].Total; got != want {
			t.Errorf("%s: %d samples, want %d", view, got, want)
		}
	}
}
