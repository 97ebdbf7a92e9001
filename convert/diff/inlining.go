package diff

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A node is an inlined copy, or a compilation root, of either profile. There are millions of them: a [compare.Copy] is made of one
// when it is needed.
type node struct {
	entries, inclusive compare.Counts
	base               iprof.NodeID // the innermost caller with entries in both profiles, or NoNode
	copies             int32        // the copy and everything below it, if all of it is in the same one profile only
	in, known          [2]bool      // by side: the profile has records in or below the node that the filters keep; its count is known
	visible            bool         // the filters keep its frame
	mark               byte
	shown              bool // the node or one of its inlined callees changed
}

// inlining compares the inlining trees. A copy is new, or gone, if its caller is in both profiles but the copy is only in one, and
// that is significant: a copy with two expected entries may well have none, and profiles lack code that never ran. A copy has
// changed if it is in both profiles and was entered more or less often per entry of its caller, so that a change of the caller is
// not repeated for everything below. A unit, which is the tree of a compilation root, is shown if it has such a copy, or is new or
// gone itself. The entries of units are in the table of calls.
func (c *comparison) inlining(x *copyPairing) *table.Table {
	t := c.table(convert.Calls)
	for i := range x.nodes {
		c.counted(x.nodes[i].entries)
	}
	tested, within, weights := x.markChanges()
	x.showPaths()
	units := x.changedUnits(weights)
	if len(units) > 0 {
		t.Notes = append(t.Notes,
			"- gone, + new, each with inlined callees; * entered more or less often per entry of its caller (×); . on the path to these",
			c.changeNote(x.runs.ChangeNote(c.opts.Threshold, tested, "copies")),
			"profiles omit code that never ran: copies are reported as gone or new only if that is statistically significant",
			convert.InstrumentedInliningNote)
	}
	shown := c.limited(len(units))
	for rows, k := 0, 0; k < shown; k++ { // a unit may have many rows
		if rows += units[k].rows; k > 0 && rows > c.opts.Limit && c.opts.Limit > 0 && !units[k].isOurs {
			shown = k
		}
	}
	return t.Truncatable(shown, func(t *table.Table, shown int) {
		x.fill(t, units, shown)
		finishDiff(t, Inlining, "units", "entries that are new, gone or moved", shown, len(units), within, "")
	})
}

// A copyPairing holds the inlining trees of both profiles as one.
type copyPairing struct {
	*comparison
	tree  *iprof.Tree
	nodes []node // by node of the tree
	byRun copyCounts
	runs  compare.Runs

	lengths []float64 // single runs
}

// copyOf returns a node for its test.
func (x *copyPairing) copyOf(n *node) compare.Copy {
	return compare.Copy{In: n.in, Known: n.known, Entries: n.entries, Inclusive: n.inclusive, Base: x.baseOf(n)}
}

// baseOf returns the entries of the innermost caller of a node with entries in both profiles; zero without such a caller.
func (x *copyPairing) baseOf(n *node) compare.Counts {
	if n.base == iprof.NoNode {
		return compare.Counts{}
	}
	return x.nodes[n.base].entries
}

// pairCopies pairs the copies of both profiles.
func (c *comparison) pairCopies() *copyPairing {
	x := &copyPairing{comparison: c}
	var tree iprof.TreeBuilder
	var at [2][]iprof.NodeID // by side and node of its profile
	for side := range c.sides {
		at[side] = x.addTree(&tree, side)
	}
	n := tree.Len()
	runs := c.addRunTrees(&tree)
	x.tree = tree.Take()
	x.nodes = make([]node, n)
	all := make([]compare.Counts, n) // entries, shown or not
	for side := range c.sides {
		x.addEntries(side, at[side], all)
	}
	x.byRun = c.copiesByRun(runs, x.nodes)
	x.lengths = c.lengths(x.byRun.whole)
	whole := compare.CallRuns(all)
	shown := all[:0]
	for i := range x.nodes {
		n := &x.nodes[i]
		n.inclusive = n.entries
		shown = append(shown, n.entries)
	}
	x.runs = compare.CallRuns(shown).Within(whole)
	x.addInclusive()
	setBases(x.tree, x.nodes)
	return x
}

// addTree adds the contexts of a side to a tree and returns their nodes; nil if there are more than 2^31, which need more memory than any
// machine has.
func (x *copyPairing) addTree(tree *iprof.TreeBuilder, side int) []iprof.NodeID {
	s := &x.sides[side]
	at, _ := tree.AddTree(s.Profile.Contexts, func(id iprof.MethodID) iprof.MethodID {
		return iprof.MethodID(x.Methods[side][s.Profile.MethodSlot(id)])
	})
	return at
}

// addEntries adds the entries of a side, whose contexts are at these nodes: to x those that are shown, to all every one.
func (x *copyPairing) addEntries(side int, at []iprof.NodeID, all []compare.Counts) {
	if at == nil {
		return
	}
	s := &x.sides[side]
	pr, whole := s.of(shownPart, convert.Calls), s.of(wholePart, convert.Calls)
	for node := range s.Profile.Contexts.Len() {
		// Hidden frames and frames folded into <VM> have no row.
		n := &x.nodes[at[node]]
		n.in[side] = pr == nil || pr.Keep[node] && pr.Frame[node] >= 0
		n.visible = n.visible || pr == nil || pr.Frame[node] >= 0
	}
	for node, v := range convert.Calls.Records(s.Profile) {
		n := &x.nodes[at[node]]
		if whole == nil || whole.Keep[node] {
			all[at[node]].Add(side, v)
		}
		if !n.in[side] {
			continue
		}
		n.known[side] = true
		n.entries.Add(side, v)
	}
}

// addInclusive adds the values of nodes to the nodes that they are inlined into.
func (x *copyPairing) addInclusive() {
	for i := len(x.nodes) - 1; i >= 0; i-- {
		n := &x.nodes[i]
		if n.in[compare.OldSide] != n.in[compare.NewSide] {
			n.copies++
		}
		parent := x.parent(i)
		if parent == iprof.NoNode {
			continue
		}
		p := &x.nodes[parent]
		p.inclusive.Old += n.inclusive.Old
		p.inclusive.New += n.inclusive.New
		p.copies += n.copies
		for side := range n.in {
			p.in[side] = p.in[side] || n.in[side]
		}
		for _, inclusive := range x.byRun.inclusive {
			inclusive[parent] += inclusive[i]
		}
	}
}

func (x *copyPairing) parent(i int) iprof.NodeID { return x.tree.Node(iprof.NodeID(i)).Parent }

// units returns the compilation root of each node.
func (x *copyPairing) units() []int32 {
	units := make([]int32, len(x.nodes))
	for i := range units {
		units[i] = int32(i)
		if parent := x.parent(i); parent != iprof.NoNode {
			units[i] = units[parent]
		}
	}
	return units
}

// A copyTest is a significance test of a copy.
type copyTest struct {
	copies      []int32 // by test; -1: an unchanged copy, which is only counted in the correction for multiple tests
	likelihoods []float64
	observed    [][]compare.Observation // nil without single runs
}

func (t *copyTest) add(number int32, likelihood float64) {
	t.copies, t.likelihoods = append(t.copies, number), append(t.likelihoods, likelihood)
}

func (x *copyPairing) test() (all copyTest) {
	for i := range x.nodes {
		n := &x.nodes[i]
		if !n.visible || n.in == [2]bool{} {
			continue
		}
		parent, inBoth := x.parent(i), n.in[compare.OldSide] == n.in[compare.NewSide]
		if !inBoth && parent != iprof.NoNode && x.nodes[parent].in != [2]bool{true, true} {
			continue // its caller is gone or new as well
		}
		if inBoth && n.known[compare.OldSide] != n.known[compare.NewSide] {
			continue // how often one of them was entered is unknown
		}
		of := x.copyOf(n)
		var observed []compare.Observation
		if inBoth && (parent == iprof.NoNode && !x.opts.Exact || of.SameRate(x.runs)) {
			all.add(-1, 1)
		} else {
			all.add(int32(i), of.Chance(x.runs))
			observed = x.byRun.observations(n, i, x.lengths)
		}
		if len(x.singleRuns) > 0 {
			all.observed = append(all.observed, observed)
		}
	}
	return all
}

// markChanges marks the changed copies. It returns how many were tested, how many differ too little, and the weights of units by
// their root: the entries that moved.
func (x *copyPairing) markChanges() (tested, within int, weights map[int32]float64) {
	all, units := x.test(), x.units()
	x.beyondVariation(all.likelihoods, all.observed)
	weights = map[int32]float64{}
	for k, picked := range x.chance(all.likelihoods) {
		i := all.copies[k]
		if i < 0 {
			continue
		}
		n := &x.nodes[i]
		both := n.in[compare.OldSide] == n.in[compare.NewSide]
		of := x.copyOf(n)
		expected := of.Expected(x.runs)
		moved := math.Abs(float64(n.entries.New) - expected)
		if !picked || both && !x.opts.Exact && moved < x.opts.Threshold*expected {
			within++
			continue
		}
		n.shown = true
		switch {
		case both:
			n.mark = markChanged
			weights[units[i]] += moved / x.runs.Ratio
			continue
		case n.in[compare.OldSide]:
			n.mark = markGone
		default:
			n.mark = markNew
		}
		weights[units[i]] += float64(n.inclusive.Old) + float64(n.inclusive.New)/x.runs.Ratio
	}
	if len(weights) == 0 && within > 0 {
		x.judge(len(all.copies), func(k int) float64 { return x.lowest(all.copies[k]) })
	}
	return len(all.likelihoods), within, weights
}

// lowest returns the lowest p-value that a copy could have with its counts, given its node; -1: none.
func (x *copyPairing) lowest(node int32) float64 {
	if node < 0 {
		return 1
	}
	of := x.copyOf(&x.nodes[node])
	return x.lowestOf(compare.Counts{Old: max(of.Entries.Old, of.Inclusive.Old), New: max(of.Entries.New, of.Inclusive.New)}, func(all compare.Counts) float64 {
		of := of
		of.Entries, of.Inclusive = all, all
		return of.Chance(x.runs)
	})
}

// showPaths shows the nodes on the paths to those that changed.
func (x *copyPairing) showPaths() {
	for i := len(x.nodes) - 1; i >= 0; i-- {
		n := &x.nodes[i]
		if !n.shown {
			continue
		}
		n.mark = cmp.Or(n.mark, markSame)
		if parent := x.parent(i); parent != iprof.NoNode {
			x.nodes[parent].shown = true
		}
	}
}

// A changedUnit is a unit that is shown.
type changedUnit struct {
	root   int32
	weight float64
	rows   int
	isOurs bool // it contains a changed copy of an application method
}

// changedUnits returns the changed units: application units first, then by descending weight.
func (x *copyPairing) changedUnits(weights map[int32]float64) []*changedUnit {
	byRoot := make(map[int32]*changedUnit, len(weights))
	for root, weight := range weights {
		byRoot[root] = &changedUnit{root: root, weight: weight}
	}
	for i, root := range x.units() {
		if !x.nodes[i].shown || !x.nodes[i].visible {
			continue
		}
		unit := byRoot[root]
		unit.rows++
		if x.nodes[i].mark != markSame && !unit.isOurs && x.isApplication(int32(x.tree.Node(iprof.NodeID(i)).Method)) {
			unit.isOurs = true
			x.ofApplication++
		}
	}
	return slices.SortedFunc(maps.Values(byRoot), func(a, b *changedUnit) int {
		return cmp.Or(convert.CompareBools(b.isOurs, a.isOurs), cmp.Compare(b.weight, a.weight), cmp.Compare(a.root, b.root))
	})
}

// A copyCounts holds the entries of copies in single runs, by run and node. Whole are the entries of all copies, shown or not.
type copyCounts struct{ entries, inclusive, whole [][]int64 }

// addRunTrees adds the contexts of single runs to a tree, and returns, by run, its nodes by those of the run; nil as addTree.
func (c *comparison) addRunTrees(tree *iprof.TreeBuilder) [][]iprof.NodeID {
	var all [][]iprof.NodeID
	for i := range c.singleRuns {
		run := &c.singleRuns[i]
		at, _ := tree.AddTree(run.Contexts, func(id iprof.MethodID) iprof.MethodID { return iprof.MethodID(run.methods[run.MethodSlot(id)]) })
		all = append(all, at)
	}
	return all
}

// copiesByRun returns the entries of copies in the single runs, and their inclusive entries in the same form. At is what addRunTrees returns.
func (c *comparison) copiesByRun(at [][]iprof.NodeID, nodes []node) copyCounts {
	var byRun copyCounts
	for i := range c.singleRuns {
		run := &c.singleRuns[i]
		entries, all := make([]int64, len(nodes)), make([]int64, len(nodes))
		pr := run.of(wholePart, convert.Calls)
		if at[i] != nil {
			for node, v := range convert.Calls.Records(run.Profile) {
				// Filters keep the same records in a run as in the sum, which has all contexts.
				n := at[i][node]
				if int(n) >= len(nodes) {
					continue
				}
				if nodes[n].in[compare.OldSide] || nodes[n].in[compare.NewSide] {
					entries[n] += v
				}
				if pr == nil || pr.Keep[node] {
					all[n] += v
				}
			}
		}
		byRun.whole = append(byRun.whole, all)
		byRun.entries = append(byRun.entries, entries)
		byRun.inclusive = append(byRun.inclusive, slices.Clone(entries))
	}
	return byRun
}

// observations returns the entries of a copy by run, together with its base's or the lengths of the runs.
func (of copyCounts) observations(n *node, id int, lengths []float64) []compare.Observation {
	var all []compare.Observation
	for run, entries := range of.entries {
		o := compare.Observation{Count: float64(entries[id]), Rest: lengths[run]}
		if n.in[compare.OldSide] != n.in[compare.NewSide] {
			o.Count = float64(of.inclusive[run][id])
		}
		if n.base != iprof.NoNode {
			o.Rest = float64(entries[n.base])
		}
		all = append(all, o)
	}
	return all
}

// setBases sets the base of each node: its innermost caller with entries in both profiles.
func setBases(tree *iprof.Tree, nodes []node) {
	for i := range nodes {
		nodes[i].base = iprof.NoNode
		parent := tree.Node(iprof.NodeID(i)).Parent
		if parent == iprof.NoNode {
			continue
		}
		if of := &nodes[parent]; of.entries.Old > 0 && of.entries.New > 0 {
			nodes[i].base = parent
		} else {
			nodes[i].base = of.base
		}
	}
}

// fill adds the rows of the first units, and one row for the others.
func (x *copyPairing) fill(t *table.Table, units []*changedUnit, shown int) {
	t.Parts = "nodes"
	row := table.DeclareLate(t, inliningColumns())
	kept := units[:shown]
	children := x.shownChildren(kept)
	type step struct {
		node  int32
		depth int
	}
	for _, u := range kept {
		first := true
		unit, _ := x.method(int32(x.tree.Node(iprof.NodeID(u.root)).Method))
		for stack := []step{{u.root, 0}}; len(stack) > 0; {
			at := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			below := children[at.node]
			slices.SortFunc(below, func(a, b int32) int { // reversed, because the stack returns the last one first
				before, after := x.tree.Node(iprof.NodeID(a)), x.tree.Node(iprof.NodeID(b))
				return cmp.Or(cmp.Compare(after.Site, before.Site), cmp.Compare(x.nodes[a].mark, x.nodes[b].mark), cmp.Compare(b, a))
			})
			depth := at.depth
			if x.nodes[at.node].visible {
				depth++
			}
			for _, child := range below {
				stack = append(stack, step{child, depth})
			}
			if !x.nodes[at.node].visible {
				continue
			}
			n := x.nodes[at.node]
			shown := row(inliningRow{unit: unit, of: x.comparison, node: &n, base: x.baseOf(&n), runs: x.runs, frame: x.tree.Node(iprof.NodeID(at.node)), depth: at.depth})
			shown.BeginsSite = first
			t.Rows = append(t.Rows, shown)
			first = false
		}
	}
	if n := len(units) - len(kept); n > 0 {
		rest := row(inliningRow{unit: table.More(n, "units")})
		rest.BeginsSite, rest.Omitted = true, n
		t.Rest = &rest
	}
}

// shownChildren returns the shown children of the nodes of some units.
func (x *copyPairing) shownChildren(units []*changedUnit) map[int32][]int32 {
	roots := make(map[int32]bool, len(units))
	for _, u := range units {
		roots[u.root] = true
	}
	children := map[int32][]int32{}
	isKept := make([]bool, len(x.nodes))
	for i := range x.nodes {
		parent := x.parent(i)
		if parent == iprof.NoNode {
			isKept[i] = roots[int32(i)]
		} else if isKept[i] = isKept[parent] && x.nodes[i].shown; isKept[i] {
			children[int32(parent)] = append(children[int32(parent)], int32(i))
		}
	}
	return children
}
