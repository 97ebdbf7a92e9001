package diff

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/convert/sites"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/background"
	"github.com/iprof-viz/iprof-viz/internal/firstrows"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// VarianceOptions control [Variance].
type VarianceOptions struct {
	Metric convert.Metric // Calls or Samples; DefaultMetric: samples if a profile is of another tool, otherwise calls
	Filter convert.FilterOptions
	Limit  int // maximum rows of a table; 0: all

	Pairing compare.Options // how methods of different runs are paired

	// Working is called with the name of each part before it is made, to tell those who wait; nil: nobody waits. If it fails, the
	// comparison is given up.
	Working func(part string) error
}

// A VarianceReport holds the differences of several runs of one workload.
type VarianceReport struct {
	table.Set

	// Agreement is the sum, over contexts, of the minimum share of the entries, or samples, that any run has there. It is 1 if all
	// runs have the same shares, 0 if no context is in all runs, or if nothing can be compared.
	Agreement float64

	Overlap         Overlap // of the entries, or self samples, by method
	BranchesOverlap Overlap // of outcomes of conditionals, by successor; of Calls

	metric      convert.Metric // Calls or Samples
	hasBranches bool           // of Calls: a run has executed a conditional, whether it is shown or not
}

// Overlaps are those of the sections of the runs; unknown of branches that not all of them have.
func (r *VarianceReport) Overlaps() map[Section]Overlap {
	if r.metric == convert.Samples {
		return map[Section]Overlap{Samples: r.Overlap}
	}
	all := map[Section]Overlap{Calls: r.Overlap}
	if r.hasBranches {
		all[Branches] = r.BranchesOverlap
	}
	return all
}

// Variance compares runs of one workload, at least two. Every run has the name of its file and its own Names, as
// [convert.NewSharedNames] makes them; nil means full names. Methods are paired as in [New], see [compare.Pair].
//
// Counts of contexts are scaled to a run of average length. The length of a run is that of everything that the program did, regardless of
// the view and the filters: of calls as in [New], so that one method that is called more often does not make all others vary; of samples
// their sum. Shares are relative to what is shown of their run. A context missing from a run counts as 0. One that a run has without a count
// of its entries, such as a caller of others, is not compared, with a caveat, and shares are of the others. The counts of a section,
// added up over all runs, must not exceed 2^63-1.
//
// The probability of a conditional is the mean over the runs that executed it, each counted once, as in its standard deviation; that over
// all executions could be outside of what the deviation says if one run has nearly all of them.
//
// Samples are compared by stack without call sites, because stacks of other tools have none.
//
// Runs are of one build, so bytecode indexes mean the same in all. A caveat says if the conditionals of the first run and of another one
// show that the code differs. Successors of a conditional that only have other bytecode indexes than in the last run that executed it are
// one, as in [New].
//
// Methods of different runs whose names differ only in parameters get these in names, if names are disambiguated.
//
// The result is nil if opts.Working has failed.
func Variance(files []string, profiles []*iprof.Profile, names []*convert.Names, opts VarianceOptions) *VarianceReport {
	if names == nil {
		names = convert.NewSharedNames(convert.NameOptions{}, profiles...)
	}
	if opts.Working == nil {
		opts.Working = func(string) error { return nil }
	}
	if opts.Working("methods") != nil {
		return nil
	}
	v := &variance{files: files, profiles: profiles, names: names, opts: opts, pairing: compare.Pair(opts.Pairing, names...)}
	v.metric, v.values, v.things = VarianceMetric(opts.Metric, profiles...), "entries", "contexts"
	if v.metric == convert.Samples {
		v.values, v.things = v.metric.UnitIn(profiles[len(profiles)-1]), "stacks"
	}
	for i, p := range profiles {
		v.filters = append(v.filters, convert.Project(p, v.metric.Tree(p), names[i], opts.Filter))
	}
	v.distinguish()
	parts := v.things
	if v.metric == convert.Calls {
		parts = "branches and " + parts
	}
	if opts.Working(parts) != nil {
		return nil
	}
	var conditionals *pairedSites
	background.All( // as long as each other, and neither needs the other
		func() error { conditionals = v.pairBranches(); return nil },
		func() error { v.scale(); v.add(); return nil })
	branches, branchesOverlap := v.branchTable(conditionals)
	codeNotes, codeCaveats := v.code.About()
	s := &VarianceReport{Set: table.Set{Name: "variance", View: opts.Filter.View}, Overlap: v.methodOverlap(), BranchesOverlap: branchesOverlap, metric: v.metric}
	s.hasBranches = slices.ContainsFunc(profiles, func(p *iprof.Profile) bool { return p.Total(iprof.Conditionals) > 0 })
	s.Agreement = sumOfShares(v.agreement)
	s.Facts = []table.Fact{{Key: "runs", Value: table.IntCell(int64(len(profiles)))}}
	agreement := "n/a"
	if len(v.left) == 0 || slices.Min(v.compared) > 0 {
		agreement = percentText(s.Agreement)
		s.Facts = append(s.Facts, table.Fact{Key: "agreement", Value: table.FloatCell(s.Agreement)})
	}
	s.Title = fmt.Sprintf("overlap of %d runs: %s by %s %s", len(profiles), v.values, words.Singular(v.things), agreement)
	over := v.things
	if s.Overlap.Known {
		s.Title += ", by method " + percentText(s.Overlap.Share)
		s.Facts = append(s.Facts, table.Fact{Key: "overlap", Value: s.Overlap.cell()})
		over += " or methods"
	}
	if s.BranchesOverlap.Known {
		s.Title += ", branches " + percentText(s.BranchesOverlap.Share)
		s.Facts = append(s.Facts, table.Fact{Key: "overlap_branches", Value: s.BranchesOverlap.cell()})
		over = v.things + ", methods or successors of conditionals"
	}
	v.judged.judge(s.Overlap, slices.Min(v.sums), v.opts.Filter)
	s.Title += v.judged.programs()
	s.Notes = []string{
		fmt.Sprintf("overlap: sum over %s of the smallest share in any run", over),
		fmt.Sprintf("a %s missing from a run counts as 0", words.Singular(v.things)),
	}
	if note := v.lengthNote(); v.scaled {
		s.Notes, s.InHead = slices.Insert(s.Notes, 0, note), 1
	} else {
		s.Notes = append(s.Notes, note)
	}
	if v.moved > 0 {
		s.Notes = append(s.Notes, movedNote(v.moved))
	}
	s.Notes, s.Caveats = append(append(s.Notes, v.pairing.Notes()...), codeNotes...), slices.Concat(v.notCompared(), v.pairing.Caveats(), codeCaveats)
	s.Tables = []*table.Table{v.runTable(), v.presenceTable(), v.contextTable()}
	if branches != nil {
		s.Tables = append(s.Tables, branches)
	}
	return s
}

// A variance is a comparison of runs.
type variance struct {
	files    []string
	profiles []*iprof.Profile
	names    []*convert.Names
	filters  []*convert.Projection
	opts     VarianceOptions
	pairing  *compare.Pairing

	metric         convert.Metric // Calls or Samples
	values, things string         // the unit of the metric, and the word for its contexts, in the plural

	tree        *iprof.Tree     // of all runs, with the numbers of methods as ids
	counts      [][]iprof.Count // of nodes that the filters keep, in their order, by run
	sums        []int64         // of entries that the filters keep, by run
	left        []iprof.NodeID  // contexts that are not compared
	isLeft      []bool          // the same by node
	leftMethods []bool          // methods that are not compared, by number
	compared    []int64         // entries that are compared, by run
	methods     [][]int64       // entries that the filters keep, by run and number of the method
	agreement   float64         // see VarianceReport
	alike       []float64       // by run: its overlap with the mean of all
	contexts    []int64         // by number of runs: how many contexts these have
	shares      []float64       // and their share of the entries, as the mean of those in single runs
	spreads     []ranked        // of the contexts that vary, by their deviation
	factors     []float64       // by run: its counts times this are those of a run of average length
	typical     int             // runs whose length is by what most methods did
	scaled      bool            // a factor is visibly not 1
	judged      overlaps        // of methods and of branches
	base        int64           // the sum of sums
	whole       int64
	hidden      []table.DroppedRecords
	moved       int // conditionals whose successors only have other bytecode indexes

	code CodeCheck
}

// A variedNode is a context with its entries and its shares of them, summed and compared over the runs.
type variedNode struct {
	sum       float64 // of entries, scaled to runs of average length
	deviation deviation
	min, max  float64 // over all runs; min is 0 if a run lacks the context

	shares, leastShare float64 // the sum and the smallest of its shares of the entries that the filters keep of a run
}

// runs returns the number of runs that have the context.
func (n *variedNode) runs() int { return n.deviation.values }

// varies reports whether the entries differ between runs by more than rounding.
func (n *variedNode) varies() bool { return n.max-n.min > compare.RoundingTolerance*n.max }

// add adds up the runs.
func (v *variance) add() {
	var all [convert.NumDropReasons]convert.RecordSum
	at := v.addTrees()
	v.counts = make([][]iprof.Count, len(v.profiles))
	for i := range v.counts {
		v.counts[i] = v.countsOf(i, at[i])
	}
	v.leaveOut(at)
	for i, p := range v.profiles {
		tally := v.filters[i].Tally(v.metric.Records(p))
		for reason, part := range tally.ByReason {
			all[reason].Records += part.Records
			all[reason].Value += part.Value
		}
		v.sums = append(v.sums, tally.Kept().Value)
		left := int64(0)
		methods := make([]int64, v.summaryNumber()+1)
		for _, c := range v.counts[i] {
			methods[v.tree.Node(c.Node).Method] += c.Value
			if v.isLeft[c.Node] {
				left += c.Value
			}
		}
		v.compared, v.methods = append(v.compared, v.sums[i]-left), append(v.methods, methods)
	}
	v.compareNodes()
	tally := convert.Tally{ByReason: all}
	v.base, v.hidden = tally.Kept().Value, table.DroppedBy(tally)
	v.whole = v.base + tally.Hidden().Value
}

// A ranked is the index of a context or conditional that varies, and the number it is ranked by. It is small, as there may be millions.
type ranked struct {
	at int32
	by float64
}

// compareNodes adds up the comparison of all contexts. It keeps only those that vary: there may be millions of others.
func (v *variance) compareNodes() {
	v.alike, v.contexts, v.shares = make([]float64, len(v.profiles)), make([]int64, len(v.profiles)+1), make([]float64, len(v.profiles)+1)
	next, shares, withEntries := make([]int, len(v.profiles)), make([]float64, len(v.profiles)), 0.0
	for _, n := range v.compared {
		if n > 0 {
			withEntries++
		}
	}
	for node := range iprof.NodeID(v.tree.Len()) {
		var n variedNode
		for i, counts := range v.counts {
			if shares[i] = 0; next[i] == len(counts) || counts[next[i]].Node != node {
				continue
			}
			shares[i] = v.addTo(&n, i, counts[next[i]].Value)
			next[i]++
		}
		runs := n.runs()
		if runs == 0 || v.isLeft[node] {
			continue
		}
		n.end(len(v.profiles))
		v.agreement += n.leastShare
		v.contexts[runs]++
		v.shares[runs] += n.shares / withEntries
		for i, share := range shares {
			v.alike[i] += min(share, n.shares/float64(len(v.profiles)))
		}
		if n.varies() {
			v.spreads = append(v.spreads, ranked{int32(node), n.deviation.of(len(v.profiles))})
		}
	}
	for i := range v.alike {
		v.alike[i] = sumOfShares(v.alike[i])
	}
}

// nodeOf adds up the runs of one context again, for a row of a table.
func (v *variance) nodeOf(node iprof.NodeID) (n variedNode) {
	for i, counts := range v.counts {
		at, found := slices.BinarySearchFunc(counts, node, func(c iprof.Count, node iprof.NodeID) int { return cmp.Compare(c.Node, node) })
		if found {
			v.addTo(&n, i, counts[at].Value)
		}
	}
	n.end(len(v.profiles))
	return n
}

// addTo adds the entries of a run to a context, and returns their share.
func (v *variance) addTo(n *variedNode, run int, entries int64) (share float64) {
	share = v.shareOf(run, entries)
	n.add(run, float64(entries)*v.factors[run], share)
	return share
}

// end completes a context after its runs were added. A run without the context counts as one with 0 entries.
func (n *variedNode) end(runs int) {
	if n.runs() < runs {
		n.min, n.leastShare = 0, 0
	}
}

// add adds the entries of a run, and their share. Runs are added in order; the smallest values are those of runs with the context.
func (n *variedNode) add(run int, entries, share float64) {
	n.deviation.add(entries)
	if n.runs() == run+1 {
		if run == 0 || entries < n.min {
			n.min = entries
		}
		if run == 0 || share < n.leastShare {
			n.leastShare = share
		}
	}
	n.sum += entries
	n.shares += share
	n.max = max(n.max, entries)
}

// shareOf returns a share of the entries of a run that are compared.
func (v *variance) shareOf(run int, n int64) float64 {
	if v.compared[run] == 0 {
		return 0
	}
	return float64(n) / float64(v.compared[run])
}

// countsOf returns the counts of the contexts of a run that filters keep, by node of the tree of all runs, in its order. At is the run's part
// of addTrees.
func (v *variance) countsOf(run int, at []iprof.NodeID) []iprof.Count {
	if at == nil {
		return nil
	}
	counts, counted := make([]int64, v.tree.Len()), make([]bool, v.tree.Len())
	pr, n := v.filters[run], 0
	for node, value := range v.metric.Records(v.profiles[run]) {
		if pr == nil || pr.Keep[node] {
			counts[at[node]] += value
			if !counted[at[node]] {
				counted[at[node]] = true
				n++
			}
		}
	}
	list := make([]iprof.Count, 0, n)
	for node, count := range counts {
		if counted[node] {
			list = append(list, iprof.Count{Node: iprof.NodeID(node), Value: count})
		}
	}
	return list
}

// VarianceMetric resolves [convert.DefaultMetric] for the variance of profiles; see [VarianceOptions]. It returns any other
// metric unchanged.
func VarianceMetric(m convert.Metric, profiles ...*iprof.Profile) convert.Metric {
	switch {
	case m != convert.DefaultMetric:
		return m
	case slices.ContainsFunc(profiles, func(p *iprof.Profile) bool { return !p.Origin().IsIprof() }):
		return convert.Samples
	}
	return convert.Calls
}

// addTrees makes the tree of all runs, and returns, by run, its nodes by the nodes of the run.
func (v *variance) addTrees() [][]iprof.NodeID {
	var tree iprof.TreeBuilder
	at := make([][]iprof.NodeID, len(v.profiles))
	for run := range v.profiles {
		at[run] = v.addTree(&tree, run)
	}
	v.tree = tree.Take()
	return at
}

// addTree adds the contexts or stacks of a run to a tree and returns their nodes; nil if there are more than 2^31, which need more
// memory than any machine has.
func (v *variance) addTree(tree *iprof.TreeBuilder, run int) []iprof.NodeID {
	p, numbers := v.profiles[run], v.pairing.Methods[run]
	if v.metric != convert.Samples {
		at, ok := tree.AddTree(p.Contexts, func(id iprof.MethodID) iprof.MethodID { return iprof.MethodID(numbers[p.MethodSlot(id)]) })
		if !ok {
			return nil
		}
		return at
	}
	at := make([]iprof.NodeID, p.Stacks.Len())
	for i, n := range p.Stacks.All() {
		slot, pr := int32(p.MethodSlot(n.Method)), v.filters[run]
		at[i] = iprof.NoNode
		if n.Parent != iprof.NoNode && !pr.IsOutside(n.Parent) {
			at[i] = at[n.Parent]
		}
		if pr != nil {
			slot = pr.Frame[i]
		}
		number := v.summaryNumber()
		switch {
		case pr.IsOutside(iprof.NodeID(i)):
			at[i] = iprof.NoNode
		case slot == convert.NoFrame: // its samples count for its caller
			continue
		case slot != convert.VMSlot:
			number = numbers[slot]
		}
		if at[i] = tree.Child(at[i], 0, iprof.MethodID(number)); at[i] == iprof.NoNode {
			return nil
		}
	}
	return at
}

// summaryNumber is the number of the frame that stands for others in the view, one more than the methods'.
func (v *variance) summaryNumber() int32 { return int32(len(v.pairing.At)) }

// table returns a table without rows.
func (v *variance) table(name, title string) *table.Table {
	t := &table.Table{Name: name, Title: title, Metric: v.metric, Unit: v.metric.UnitIn(v.profiles[len(v.profiles)-1]), View: v.opts.Filter.View,
		Base: v.base, Whole: v.whole, Hidden: v.hidden}
	t.Subject = ofWhole(t.Base, t.Whole, t.Unit) + fmt.Sprintf(" in %d runs", len(v.profiles))
	return t
}

// runTable returns the table of runs.
func (v *variance) runTable() *table.Table {
	t := v.table("runs", "runs in the given order")
	row := table.Declare(t, v.runColumns())
	t.Notes = []string{"like average: overlap of the run with the mean of all runs, by " + words.Singular(v.things)}
	for i, file := range v.files {
		t.Rows = append(t.Rows, row(runRow{v.sums[i], len(v.counts[i]), v.factors[i], v.alike[i], file}))
	}
	return t
}

// presenceTable returns the number of contexts by number of runs containing them.
func (v *variance) presenceTable() *table.Table {
	t := v.table("presence", v.things+" by number of runs containing them")
	row := table.Declare(t, headed(v, presenceColumns))
	for runs := len(v.profiles); runs > 0; runs-- {
		t.Rows = append(t.Rows, row(presenceRow{runs, v.contexts[runs], v.allContexts(), sumOfShares(v.shares[runs])}))
	}
	return t
}

// allContexts returns the number of contexts that are compared.
func (v *variance) allContexts() (n int64) {
	for _, contexts := range v.contexts {
		n += contexts
	}
	return n
}

// methodName returns the name of a method, or of the summary frame.
func (v *variance) methodName(number int32) string {
	if number == v.summaryNumber() {
		return v.opts.Filter.View.SummaryFrame()
	}
	at := v.pairing.At[number]
	return v.names[at.Profile].Method(at.Slot)
}

// methodOf returns a method, and its profile.
func (v *variance) methodOf(number int32) (*iprof.Profile, iprof.Method) {
	at := v.pairing.At[number]
	p := v.profiles[at.Profile]
	m, _ := p.MethodAt(at.Slot)
	return p, m
}

// callers returns the methods that a context is inlined into, the innermost first: B.g@9 < A.f@4.
func (v *variance) callers(id iprof.NodeID) string {
	const mostCallers = 20 // in a cell: a context of a million frames would be a line of a gigabyte
	var parts []string
	for n := v.tree.Node(id); n.Parent != iprof.NoNode; {
		if len(parts) == mostCallers {
			parts = append(parts, "…")
			break
		}
		site := n.Site
		n = v.tree.Node(n.Parent)
		name := v.methodName(int32(n.Method))
		if v.metric != convert.Samples {
			name = fmt.Sprintf("%s@%d", name, site)
		}
		parts = append(parts, name)
	}
	return strings.Join(parts, " < ")
}

// contextTable ranks contexts by the standard deviation of their entries: hot and unstable contexts come first.
func (v *variance) contextTable() *table.Table {
	t := v.table("contexts", "")
	row := table.DeclareLate(t, headed(v, contextColumns))
	varied := len(v.spreads)
	spreads := firstrows.Sort(v.spreads, v.opts.Limit, func(a, b ranked) int {
		return cmp.Or(cmp.Compare(b.by, a.by), cmp.Compare(a.at, b.at))
	})
	t.Notes = []string{"±: the standard deviation over the runs; ±/mean: its ratio to the mean"}
	return t.Limited(v.opts.Limit, func(t *table.Table, limit int) {
		shown := varied
		if limit > 0 {
			shown = min(shown, limit)
		}
		for _, s := range spreads[:shown] {
			t.Rows = append(t.Rows, row(contextRow{variance: v, node: iprof.NodeID(s.at), deviation: s.by, of: v.nodeOf(iprof.NodeID(s.at))}))
		}
		t.Title = table.Title(v.things, "standard deviation of their "+v.values, shown, int(v.allContexts()))
		if varied == 0 {
			t.Title = fmt.Sprintf("%s: all runs have the same %s", v.things, v.values)
		}
		if shown < varied {
			rest := row(contextRow{rest: table.More(varied-shown, v.things)})
			rest.Omitted = varied - shown
			t.Rest = &rest
		}
	})
}

// methodOverlap returns the overlap of the runs' entries, or samples, by method.
func (v *variance) methodOverlap() Overlap {
	return overlapOf(len(v.profiles), func(yield func([]int64) bool) {
		counts := make([]int64, len(v.profiles))
		for number := range v.summaryNumber() + 1 {
			if v.leftMethods[number] {
				continue
			}
			for run := range counts {
				counts[run] = v.methods[run][number]
			}
			if !yield(counts) {
				return
			}
		}
	})
}

// pairBranches pairs the conditionals of the runs; nil if none.
func (v *variance) pairBranches() *pairedSites {
	if v.metric == convert.Samples {
		return nil
	}
	byTarget := slices.ContainsFunc(v.profiles, (*iprof.Profile).SharedTargetTotals)
	compareCode := func(run int, list []sites.Conditional) {
		v.code.add(v.files[run], codeOf(list, v.pairing.Methods[run]), "", v.methodName)
	}
	sites := pairConditionals(v.profiles, v.filters, v.pairing.Methods, byTarget, compareCode)
	v.code.first = runCode{} // takes memory
	if sites.parts.len == 0 {
		return nil
	}
	sites.joinMovedOfRuns()
	v.moved = sites.moved
	return sites
}

// branchTable ranks conditionals by executions × standard deviation of the probability; nil if none. It returns the overlap of their
// successors, too.
func (v *variance) branchTable(sites *pairedSites) (*table.Table, Overlap) {
	if sites == nil {
		return nil, Overlap{}
	}
	t := v.table("branches", "")
	row := table.DeclareLate(t, conditionalsColumns)
	t.Metric, t.Unit = convert.Branches, convert.Branches.Unit()
	var parts [convert.NumDropReasons]convert.RecordSum
	fewest := int64(math.MaxInt64)
	for i, p := range v.profiles {
		tally := v.filters[i].Tally(convert.Branches.Records(p))
		fewest = min(fewest, tally.Kept().Value)
		for reason, part := range tally.ByReason {
			parts[reason].Records += part.Records
			parts[reason].Value += part.Value
		}
	}
	tally := convert.Tally{ByReason: parts}
	t.Base, t.Hidden = tally.Kept().Value, table.DroppedBy(tally)
	t.Whole = t.Base + tally.Hidden().Value
	t.Subject = ofWhole(t.Base, t.Whole, t.Unit) + fmt.Sprintf(" in %d runs", len(v.profiles))

	spreads := spreadsOf(sites)
	changed, all, lone := len(spreads), 0, 0
	for i := range int32(sites.sites.len) {
		if sites.sites.at(i).parts > 0 {
			all++
			if runsWith(sites.executions.at(i, sites.runs)) == 1 {
				lone++
			}
		}
	}
	alone := ""
	if lone > 0 {
		alone = "executed in one run only, and so not compared: " + words.CountOf(int64(lone), "conditionals")
	}
	spreads = firstrows.Sort(spreads, v.opts.Limit, func(a, b ranked) int {
		x, y := sites.sites.at(a.at), sites.sites.at(b.at)
		return cmp.Or(cmp.Compare(b.by, a.by), cmp.Compare(x.method, y.method), cmp.Compare(x.bci, y.bci))
	})
	t.Notes = []string{"prob: of the most likely successor, the mean over the runs that executed the conditional; ±: the standard deviation"}
	if alone != "" {
		t.Notes = append(t.Notes, alone)
	}
	limited := t.Limited(v.opts.Limit, func(t *table.Table, limit int) {
		shown := len(spreads)
		if limit > 0 {
			shown = min(shown, limit)
		}
		for _, s := range spreads[:shown] {
			c := spreadOf(sites.at(int(s.at)))
			t.Rows = append(t.Rows, row(conditionalRow{variance: v, variedConditional: &c}))
		}
		t.Title = table.Title("conditionals", "executions × standard deviation of the probability", shown, all)
		switch {
		case changed == 0 && alone != "":
			t.Title = "branches: the same probabilities in all runs with the conditional; " + alone
		case changed == 0:
			t.Title = "branches: all runs have the same probabilities"
		}
		if shown < changed {
			rest := row(conditionalRow{rest: table.More(changed-shown, "conditionals")})
			rest.Omitted = changed - shown
			t.Rest = &rest
		}
	})
	overlap := overlapOfParts(sites, len(v.profiles))
	v.judged.judge(overlap, fewest, v.opts.Filter)
	return limited, overlap
}

// spreadsOf returns the conditionals whose probability varies, in their order, with their weights.
func spreadsOf(sites *pairedSites) []ranked {
	return slices.Concat(background.Gather(sites.len(), 5000, func(from, to int) (spreads []ranked) {
		site := &pairedSite{}
		for i := from; i < to; i++ {
			if sites.read(i, site); len(site.parts) == 0 {
				continue
			}
			if s := spreadOf(site); s.runs >= 2 && s.min != s.max {
				spreads = append(spreads, ranked{int32(i), s.weight})
			}
		}
		return spreads
	})...)
}

// spreadOf returns the probabilities of the most likely successor of a conditional in runs.
func spreadOf(site *pairedSite) variedConditional {
	likeliest, probability := &site.parts[0], site.probability(&site.parts[0])
	for i := range site.parts[1:] {
		part := &site.parts[1+i]
		if p := site.probability(part); p > probability || p == probability && part.sum() > likeliest.sum() {
			likeliest, probability = part, p
		}
	}
	s := variedConditional{method: site.method, bci: site.bci, target: likeliest.target, probability: probability, min: 1}
	executions := 0.0
	var probabilities deviation
	for run, n := range site.executions {
		if n == 0 {
			continue
		}
		p := float64(likeliest.counts[run]) / float64(n)
		s.runs++
		s.min, s.max = min(s.min, p), max(s.max, p)
		probabilities.add(p)
		executions += float64(n)
	}
	if s.runs >= 2 {
		s.mean, s.deviation = executions/float64(s.runs), probabilities.of(s.runs)
		s.weight = s.mean * s.deviation
	}
	return s
}
