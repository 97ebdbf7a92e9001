package diff

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A node is an inlined copy, or a compilation root, of either profile.
type node struct {
	compare.Copy      // In: something that the filters leave was counted there or below
	visible      bool // the filters leave its frame
	copies       int  // itself and those below it that are in one profile only, as it is
	mark         byte
	shown        bool // it changed, or something inlined below it did
}

// inlining compares what was inlined where. A copy is new, or gone, where its caller is in both profiles and it is in
// one, and if chance does not explain that: a copy that would have been entered twice may well not have been entered at
// all, and profiles leave out what never ran. It changed if it is in both and was entered more or less often for each
// entry of its caller, so that what merely follows from that of a caller is told once. A unit, the tree of a compilation
// root, is shown if it has such a copy, or is new or gone itself; how often units are entered the table of calls says.
func (c *comparison) inlining() *table.Table {
	t := c.table(convert.Calls)
	var tree iprof.TreeBuilder
	var nodes []node
	for i := range c.sides {
		s := &c.sides[i]
		at, ok := tree.AddTree(s.Profile.Contexts, func(id iprof.MethodID) iprof.MethodID {
			return iprof.MethodID(c.Methods[i][s.Profile.MethodSlot(id)])
		})
		if !ok { // more than 2^31 nodes, which take more memory than there is
			continue
		}
		nodes = append(nodes, make([]node, tree.Len()-len(nodes))...)
		for node := range s.Profile.Contexts.Len() {
			// Frames that are hidden are not in the picture, nor is what is folded into <VM>.
			pr := s.contexts
			n := &nodes[at[node]]
			n.In[i] = pr == nil || pr.Keep[node] && pr.Frame[node] >= 0
			n.visible = n.visible || pr == nil || pr.Frame[node] >= 0
		}
		for node, v := range convert.Calls.Records(s.Profile) {
			n := &nodes[at[node]]
			if !n.In[i] {
				continue
			}
			n.Known[i] = true
			if i == compare.OldSide {
				n.Entries.Old += v
			} else {
				n.Entries.New += v
			}
		}
	}
	var counts []compare.Counts
	for i := range nodes {
		n := &nodes[i]
		n.Inclusive = n.Entries
		if n.Entries != (compare.Counts{}) {
			counts = append(counts, n.Entries)
		}
	}
	runs := compare.CallRuns(counts)
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
		}
	}

	setBases(&tree.Tree, nodes)
	var candidates []int32 // -1: nothing to tell, but it might have changed, too: that is what the others are among
	var likelihoods []float64
	for i := range nodes {
		n := &nodes[i]
		parent := tree.Node(iprof.NodeID(i)).Parent
		switch {
		case !n.visible || n.In == [2]bool{}:
			continue
		case n.In[compare.OldSide] == n.In[compare.NewSide] && (parent == iprof.NoNode && !c.opts.Exact || n.SameRate(runs)):
			candidates, likelihoods = append(candidates, -1), append(likelihoods, 1)
			continue
		case n.In[compare.OldSide] != n.In[compare.NewSide] && parent != iprof.NoNode && nodes[parent].In != [2]bool{true, true}:
			continue // it is gone, or new, with its caller
		}
		candidates = append(candidates, int32(i))
		likelihoods = append(likelihoods, n.Chance(runs))
	}
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
	slices.SortFunc(units, func(a, b int32) int {
		return cmp.Or(cmp.Compare(weights[b], weights[a]), cmp.Compare(a, b))
	})
	if len(units) > 0 {
		t.Notes = append(t.Notes,
			"- not there any more, + new, each with all inlined below; * entered more or less often for each entry of its caller; . on the way to these",
			c.changeNote(runs.ChangeNote(c.opts.Threshold, len(likelihoods), "copies")),
			"what never ran is not in a profile: gone or new is only what else would have run more often than chance explains",
			convert.InstrumentedInliningNote)
	}
	return t.Truncatable(c.limited(len(units)), func(t *table.Table, shown int) {
		c.fillInlining(t, &tree.Tree, nodes, units, shown)
		finishDiff(t, Inlining, "units", "entries that are new, gone or moved", shown, len(units), within)
	})
}

// setBases finds the base of each node: the innermost of its callers that has entries in both profiles.
func setBases(tree *iprof.Tree, nodes []node) {
	for i := range nodes {
		parent := tree.Node(iprof.NodeID(i)).Parent
		if parent == iprof.NoNode {
			continue
		}
		if of := &nodes[parent]; of.Entries.Old > 0 && of.Entries.New > 0 {
			nodes[i].Base = of.Entries
		} else {
			nodes[i].Base = of.Base
		}
	}
}

func (c *comparison) fillInlining(t *table.Table, tree *iprof.Tree, nodes []node, units []int32, shown int) {
	t.Parts = "nodes"
	row := table.Declare(t, inliningColumns())
	kept := units[:shown]
	inKept := make(map[int32]bool, len(kept))
	for _, root := range kept {
		inKept[root] = true
	}
	// The shown children of each node, in the order of their call sites.
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
		Node  int32
		depth int
	}
	for _, root := range kept {
		first := true
		unit, _ := c.method(int32(tree.Node(iprof.NodeID(root)).Method))
		for stack := []step{{root, 0}}; len(stack) > 0; {
			at := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			below := children[at.Node]
			slices.SortFunc(below, func(a, b int32) int { // the last comes first off the stack
				x, y := tree.Node(iprof.NodeID(a)), tree.Node(iprof.NodeID(b))
				return cmp.Or(cmp.Compare(y.Site, x.Site), cmp.Compare(nodes[a].mark, nodes[b].mark), cmp.Compare(b, a))
			})
			depth := at.depth
			if nodes[at.Node].visible {
				depth++
			}
			for _, child := range below {
				stack = append(stack, step{child, depth})
			}
			if !nodes[at.Node].visible {
				continue
			}
			of, n := tree.Node(iprof.NodeID(at.Node)), &nodes[at.Node]
			name, before := c.method(int32(of.Method))
			r := &copyRow{
				depth: at.depth, name: name, oldName: before, indented: strings.Repeat("  ", min(at.depth, 40)) + c.label(int32(of.Method)), mark: n.mark,
				old: n.cell(compare.OldSide, n.Entries.Old), new: n.cell(compare.NewSide, n.Entries.New), identity: c.identity(int32(of.Method)),
			}
			if n.mark == markGone || n.mark == markNew {
				r.copies = table.IntCell(int64(n.copies))
			}
			if of.Parent != iprof.NoNode {
				r.bci = table.IntCell(int64(of.Site))
			}
			shown := row(inliningRow{unit, r})
			shown.BeginsSite = first
			t.Rows = append(t.Rows, shown)
			first = false
		}
	}
	if n := len(units) - len(kept); n > 0 {
		rest := row(inliningRow{unit: table.More(n, "units")})
		rest.BeginsSite = true
		t.Rest = &rest
	}
}

// cell returns a node's count on one side: of what is there without a count it is not known.
func (n *node) cell(side int, count int64) table.Cell {
	switch {
	case n.Known[side]:
		return table.IntCell(count)
	case n.In[side]:
		return table.UnknownCell()
	}
	return table.Cell{}
}
