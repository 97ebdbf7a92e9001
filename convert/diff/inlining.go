package diff

import (
	"cmp"
	"math"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A node is an inlined copy, or a compilation root, of either profile.
type node struct {
	compare.Copy                // In: the profile has records there or below that the filters keep
	base         iprof.NodeID   // the caller that Base is of, or NoNode
	whole        compare.Counts // entries, shown or not
	visible      bool           // the filters keep its frame
	copies       int            // the copy itself and those below it, if all are in the same one profile only
	mark         byte
	shown        bool // the node or one inlined below it changed
}

// inlining compares the inlining trees. A copy is new, or gone, if its caller is in both profiles but the copy is only in
// one, and chance does not explain that: a copy with two expected entries may well have none, and profiles lack code that
// never ran. A copy changed if it is in both profiles and was entered more or less often per entry of its caller, so that a
// change of the caller is not repeated for everything below. A unit, which is the tree of a compilation root, is shown if
// it has such a copy, or is new or gone itself. The table of calls has the entries of units.
func (c *comparison) inlining() *table.Table {
	t := c.table(convert.Calls)
	var tree iprof.TreeBuilder
	var nodes []node
	for i := range c.sides {
		s := &c.sides[i]
		at, ok := tree.AddTree(s.Profile.Contexts, func(id iprof.MethodID) iprof.MethodID {
			return iprof.MethodID(c.Methods[i][s.Profile.MethodSlot(id)])
		})
		if !ok { // more than 2^31 nodes, which need more memory than any machine has
			continue
		}
		nodes = append(nodes, make([]node, tree.Len()-len(nodes))...)
		for node := range s.Profile.Contexts.Len() {
			// Hidden frames and frames folded into <VM> have no row.
			pr := s.of(shownPart, convert.Calls)
			n := &nodes[at[node]]
			n.In[i] = pr == nil || pr.Keep[node] && pr.Frame[node] >= 0
			n.visible = n.visible || pr == nil || pr.Frame[node] >= 0
		}
		for node, v := range convert.Calls.Records(s.Profile) {
			n := &nodes[at[node]]
			if pr := s.of(wholePart, convert.Calls); pr == nil || pr.Keep[node] {
				n.whole.Add(i, v)
			}
			if !n.In[i] {
				continue
			}
			n.Known[i] = true
			n.Entries.Add(i, v)
		}
	}
	byRun := c.copiesByRun(&tree, nodes)
	lengths := c.lengths(byRun.whole)
	var counts, all []compare.Counts
	for i := range nodes {
		n := &nodes[i]
		n.Inclusive = n.Entries
		c.counted(n.Entries)
		if n.Entries != (compare.Counts{}) {
			counts = append(counts, n.Entries)
		}
		if n.whole != (compare.Counts{}) {
			all = append(all, n.whole)
		}
	}
	runs := compare.CallRuns(counts).Within(compare.CallRuns(all))
	for i := len(nodes) - 1; i >= 0; i-- {
		n := &nodes[i]
		if n.In[compare.OldSide] != n.In[compare.NewSide] {
			n.copies++
		}
		if parent := tree.Node(iprof.NodeID(i)).Parent; parent != iprof.NoNode {
			p := &nodes[parent]
			p.Inclusive.Old += n.Inclusive.Old
			p.Inclusive.New += n.Inclusive.New
			p.copies += n.copies
			for side := range n.In {
				p.In[side] = p.In[side] || n.In[side]
			}
			for _, inclusive := range byRun.inclusive {
				inclusive[parent] += inclusive[i]
			}
		}
	}

	setBases(&tree.Tree, nodes)
	var candidates []int32 // -1: unchanged, but counted among the tests that the others are corrected for
	var likelihoods []float64
	var observed [][]compare.Observation
	for i := range nodes {
		n := &nodes[i]
		parent := tree.Node(iprof.NodeID(i)).Parent
		switch {
		case !n.visible || n.In == [2]bool{}:
			continue
		case n.In[compare.OldSide] == n.In[compare.NewSide] && (parent == iprof.NoNode && !c.opts.Exact || n.SameRate(runs)):
			candidates, likelihoods, observed = append(candidates, -1), append(likelihoods, 1), append(observed, nil)
			continue
		case n.In[compare.OldSide] != n.In[compare.NewSide] && parent != iprof.NoNode && nodes[parent].In != [2]bool{true, true}:
			continue // its caller is gone or new as well
		}
		candidates = append(candidates, int32(i))
		likelihoods = append(likelihoods, n.Chance(runs))
		observed = append(observed, byRun.observations(n, i, lengths))
	}
	c.beyondVariation(likelihoods, observed)
	within := 0
	weights := map[int32]float64{} // of units, by root
	unit := make([]int32, len(nodes))
	for i := range nodes {
		unit[i] = int32(i)
		if parent := tree.Node(iprof.NodeID(i)).Parent; parent != iprof.NoNode {
			unit[i] = unit[parent]
		}
	}
	for k, picked := range c.chance(likelihoods) {
		i := candidates[k]
		if i < 0 {
			continue
		}
		n := &nodes[i]
		both := n.In[compare.OldSide] == n.In[compare.NewSide]
		expected := n.Expected(runs)
		moved := math.Abs(float64(n.Entries.New) - expected)
		if !picked || both && !c.opts.Exact && moved < c.opts.Threshold*expected {
			within++
			continue
		}
		n.shown = true
		switch {
		case both:
			n.mark = markChanged
			weights[unit[i]] += moved / runs.Ratio
			continue
		case n.In[compare.OldSide]:
			n.mark = markGone
		default:
			n.mark = markNew
		}
		weights[unit[i]] += float64(n.Inclusive.Old) + float64(n.Inclusive.New)/runs.Ratio
	}
	for i := len(nodes) - 1; i >= 0; i-- {
		n := &nodes[i]
		if !n.shown {
			continue
		}
		if n.mark == 0 {
			n.mark = markSame
		}
		if parent := tree.Node(iprof.NodeID(i)).Parent; parent != iprof.NoNode {
			nodes[parent].shown = true
		}
	}

	units := make([]int32, 0, len(weights))
	for root := range weights {
		units = append(units, root)
	}
	// The application's units come first: those with a changed copy of one of its methods.
	rows, isOurs := map[int32]int{}, map[int32]bool{} // by root
	for i := range nodes {
		if !nodes[i].shown || !nodes[i].visible {
			continue
		}
		rows[unit[i]]++
		if nodes[i].mark != markSame && !isOurs[unit[i]] && c.isApplication(int32(tree.Node(iprof.NodeID(i)).Method)) {
			isOurs[unit[i]] = true
			c.ofApplication++
		}
	}
	slices.SortFunc(units, func(a, b int32) int {
		return cmp.Or(convert.CompareBools(isOurs[b], isOurs[a]), cmp.Compare(weights[b], weights[a]), cmp.Compare(a, b))
	})
	if len(units) > 0 {
		t.Notes = append(t.Notes,
			"- gone, + new, each with all inlined below; * entered more or less often per entry of its caller (×); . on the path to these",
			c.changeNote(runs.ChangeNote(c.opts.Threshold, len(likelihoods), "copies")),
			"profiles lack code that never ran: a copy is gone or new only if chance does not explain that it did not run",
			convert.InstrumentedInliningNote)
	}
	shown := c.limited(len(units))
	for lines, k := 0, 0; k < shown; k++ { // the limit is one of rows for the units of others
		if lines += rows[units[k]]; k > 0 && lines > c.opts.Limit && c.opts.Limit > 0 && !isOurs[units[k]] {
			shown = k
		}
	}
	return t.Truncatable(shown, func(t *table.Table, shown int) {
		c.fillInlining(t, &tree.Tree, nodes, runs, units, shown)
		finishDiff(t, Inlining, "units", "entries that are new, gone or moved", shown, len(units), within)
	})
}

// A copyCounts has the entries of copies in single runs, by run and node. Whole are those of all copies, shown or not.
type copyCounts struct{ entries, inclusive, whole [][]int64 }

// copiesByRun returns the entries of copies in the single runs, and as inclusive ones the same.
func (c *comparison) copiesByRun(tree *iprof.TreeBuilder, nodes []node) copyCounts {
	var byRun copyCounts
	for i := range c.singleRuns {
		run := &c.singleRuns[i]
		entries, all := make([]int64, len(nodes)), make([]int64, len(nodes))
		pr := run.of(wholePart, convert.Calls)
		at, ok := tree.AddTree(run.Contexts, func(id iprof.MethodID) iprof.MethodID { return iprof.MethodID(run.methods[run.MethodSlot(id)]) })
		if ok {
			for node, v := range convert.Calls.Records(run.Profile) {
				// Filters keep the same records of a run as of the sum, which has all contexts.
				n := at[node]
				if int(n) >= len(nodes) {
					continue
				}
				if nodes[n].In[compare.OldSide] || nodes[n].In[compare.NewSide] {
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

// observations returns the entries of a copy by run, and those of its base or the lengths of the runs.
func (of copyCounts) observations(n *node, id int, lengths []float64) []compare.Observation {
	var all []compare.Observation
	for run, entries := range of.entries {
		o := compare.Observation{Count: float64(entries[id]), Rest: lengths[run]}
		if n.In[compare.OldSide] != n.In[compare.NewSide] {
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
		if of := &nodes[parent]; of.Entries.Old > 0 && of.Entries.New > 0 {
			nodes[i].Base, nodes[i].base = of.Entries, parent
		} else {
			nodes[i].Base, nodes[i].base = of.Base, of.base
		}
	}
}

func (c *comparison) fillInlining(t *table.Table, tree *iprof.Tree, nodes []node, runs compare.Runs, units []int32, shown int) {
	t.Parts = "nodes"
	row := table.DeclareLate(t, inliningColumns())
	kept := units[:shown]
	inKept := make(map[int32]bool, len(kept))
	for _, root := range kept {
		inKept[root] = true
	}
	// The shown children of each node.
	children := map[int32][]int32{}
	isKept := make([]bool, len(nodes))
	for i := range nodes {
		parent := tree.Node(iprof.NodeID(i)).Parent
		if parent == iprof.NoNode {
			isKept[i] = inKept[int32(i)]
		} else if isKept[i] = isKept[parent] && nodes[i].shown; isKept[i] {
			children[int32(parent)] = append(children[int32(parent)], int32(i))
		}
	}
	type step struct {
		node  int32
		depth int
	}
	for _, root := range kept {
		first := true
		unit, _ := c.method(int32(tree.Node(iprof.NodeID(root)).Method))
		for stack := []step{{root, 0}}; len(stack) > 0; {
			at := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			below := children[at.node]
			slices.SortFunc(below, func(a, b int32) int { // reversed: the stack returns the last one first
				x, y := tree.Node(iprof.NodeID(a)), tree.Node(iprof.NodeID(b))
				return cmp.Or(cmp.Compare(y.Site, x.Site), cmp.Compare(nodes[a].mark, nodes[b].mark), cmp.Compare(b, a))
			})
			depth := at.depth
			if nodes[at.node].visible {
				depth++
			}
			for _, child := range below {
				stack = append(stack, step{child, depth})
			}
			if !nodes[at.node].visible {
				continue
			}
			shown := row(inliningRow{unit: unit, of: c, node: &nodes[at.node], runs: runs, frame: tree.Node(iprof.NodeID(at.node)), depth: at.depth})
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

// rate returns the entries of a changed copy per entry of its base.
func (n *node) rate(entries, base int64) table.Cell {
	if n.mark != markChanged || base == 0 {
		return table.Cell{}
	}
	return table.FloatCell(float64(entries) / float64(base))
}

// factor returns the entries of the new run per entry of the old one, at the same length.
func (n *node) factor(runs compare.Runs) table.Cell {
	if n.Known != [2]bool{true, true} || n.Entries.Old == 0 {
		return table.Cell{}
	}
	return table.FloatCell(float64(n.Entries.New) / (float64(n.Entries.Old) * runs.Ratio))
}

// cell returns the count of a node on one side; Unknown if the profile has the node without a count.
func (n *node) cell(side int, count int64) table.Cell {
	switch {
	case n.Known[side]:
		return table.IntCell(count)
	case n.In[side]:
		return table.UnknownCell()
	}
	return table.Cell{}
}
