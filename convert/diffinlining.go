package convert

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/iprof"
)

// A diffNode is an inlined copy, or a compilation root, of either profile.
type diffNode struct {
	in        [2]bool // something that the filters leave was counted there or below
	visible   bool    // the filters leave its frame
	known     [2]bool // it has a call count
	count     paired
	inclusive paired
	copies    int // itself and those below it that are in one profile only, as it is
	mark      byte
	shown     bool // it changed, or something below it did
}

// What a node of the inlining trees is marked with, as profdiff does.
const (
	markSame    = '.'
	markGone    = '-'
	markNew     = '+'
	markChanged = '*'
)

// markWords are the marks for programs.
var markWords = map[byte]string{markSame: "same", markGone: "gone", markNew: "new", markChanged: "changed"}

// inlining compares what was inlined where. A copy is new, or gone, where its caller is in both profiles and it is in
// one, and if chance does not explain that: a copy that would have been entered twice may well not have been entered at
// all, and profiles leave out what never ran. A unit, the tree of a compilation root, is shown if it has such a copy, or
// is new or gone itself.
func (c *comparison) inlining() *Table {
	t := c.table(Calls)
	tree := iprof.NewTree()
	var nodes []diffNode
	for i := range c.sides {
		s := &c.sides[i]
		at, ok := tree.AddTree(s.p.Contexts, func(id iprof.MethodID) iprof.MethodID {
			return iprof.MethodID(c.pairing.Methods[i][s.p.MethodSlot(id)])
		})
		if !ok { // more than 2^31 nodes, which take more memory than there is
			continue
		}
		nodes = append(nodes, make([]diffNode, tree.Len()-len(nodes))...)
		for node := range s.p.Contexts.Len() {
			// Frames that are hidden are not in the picture, nor is what is folded into <VM>.
			pr := s.contexts
			n := &nodes[at[node]]
			n.in[i] = pr == nil || pr.Keep[node] && pr.Frame[node] >= 0
			n.visible = n.visible || pr == nil || pr.Frame[node] >= 0
		}
		for node, v := range Calls.Records(s.p) {
			n := &nodes[at[node]]
			if !n.in[i] {
				continue
			}
			n.known[i] = true
			if i == oldSide {
				n.count.old += v
			} else {
				n.count.new += v
			}
		}
	}
	var counts []paired
	for i := range nodes {
		n := &nodes[i]
		n.inclusive = n.count
		if n.count != (paired{}) {
			counts = append(counts, n.count)
		}
	}
	ratio, _ := lengthRatio(counts)
	for i := len(nodes) - 1; i >= 0; i-- {
		n := &nodes[i]
		if n.in[oldSide] != n.in[newSide] {
			n.copies++
		}
		if parent := tree.Node(iprof.NodeID(i)).Parent; parent != iprof.NoNode {
			p := &nodes[parent]
			p.inclusive.old += n.inclusive.old
			p.inclusive.new += n.inclusive.new
			p.copies += n.copies
			for side := range n.in {
				p.in[side] = p.in[side] || n.in[side]
			}
		}
	}

	// Where one of the two callers is and the copy is not.
	var single []int32
	var likelihoods []float64
	for i := range nodes {
		n := &nodes[i]
		switch {
		case !n.visible || n.in == [2]bool{}:
			continue
		case n.in[oldSide] == n.in[newSide]: // it might have gone, too: that is what the others are among
			single, likelihoods = append(single, -1), append(likelihoods, 1)
			continue
		}
		parent := tree.Node(iprof.NodeID(i)).Parent
		if parent != iprof.NoNode && nodes[parent].in != [2]bool{true, true} {
			continue // it is gone, or new, with its caller
		}
		single = append(single, int32(i))
		likelihoods = append(likelihoods, n.likelihood(tree, nodes, i, ratio))
	}
	within := 0
	for k, picked := range c.chance(likelihoods) {
		if single[k] < 0 {
			continue
		}
		n := &nodes[single[k]]
		if !picked {
			within++
			continue
		}
		if n.mark = markNew; n.in[oldSide] {
			n.mark = markGone
		}
		n.shown = true
	}
	weights := map[int32]float64{} // of units, by root
	unit := make([]int32, len(nodes))
	for i := range nodes {
		parent := tree.Node(iprof.NodeID(i)).Parent
		if unit[i] = int32(i); parent != iprof.NoNode {
			unit[i] = unit[parent]
		}
		if n := &nodes[i]; n.mark != 0 {
			weights[unit[i]] += float64(n.inclusive.old) + float64(n.inclusive.new)/ratio
		}
	}
	for i := len(nodes) - 1; i >= 0; i-- {
		n := &nodes[i]
		if !n.shown {
			continue
		}
		if n.mark == 0 {
			expected := float64(n.count.old) * ratio
			if n.mark = markSame; n.known == [2]bool{true, true} && math.Abs(float64(n.count.new)-expected) > c.opts.Threshold*expected {
				n.mark = markChanged
			}
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
			`- not there any more, + new, each with all inlined below; on the way to these * is what was entered more or less by `+c.percent()+` or more, and . what was not`,
			"what never ran is not in a profile: gone or new is only what else would have run more often than chance explains",
			InstrumentedInlining)
	}
	c.fillInlining(t, tree, nodes, units)
	shown := len(units)
	if c.opts.Limit > 0 {
		shown = min(shown, c.opts.Limit)
	}
	t.finishDiff(DiffInlining, "units", "entries of what is new or gone", shown, len(units), within)
	return t
}

// likelihood returns how likely it is that a node that was entered so often on one side was not at all on the other, if
// nothing changed. The caller's entries say how often to expect it, where they are known, and the length of the run does:
// it has to be unlikely by either, as a caller that was entered a few times is as much a matter of chance.
func (n *diffNode) likelihood(tree *iprof.Tree, nodes []diffNode, i int, ratio float64) float64 {
	entries := n.inclusive.old
	exposure := func(ratio float64) float64 { return ratio }
	if n.in[newSide] {
		entries = n.inclusive.new
		exposure = func(ratio float64) float64 { return 1 / ratio }
	}
	p := onOneSide(entries, exposure(ratio))
	if parent := tree.Node(iprof.NodeID(i)).Parent; parent != iprof.NoNode {
		if of := &nodes[parent]; of.known == [2]bool{true, true} && of.count.old > 0 && of.count.new > 0 {
			p = max(p, onOneSide(entries, exposure(float64(of.count.new)/float64(of.count.old))))
		}
	}
	return p
}

func (c *comparison) fillInlining(t *Table, tree *iprof.Tree, nodes []diffNode, units []int32) {
	t.Parts = "nodes"
	t.Columns = []Column{
		{Key: "unit", Kind: NameColumn, Shared: true},
		{Key: "depth", Kind: IDColumn},
		{Key: "old", Kind: CountColumn, Heading: "old"}, {Key: "new", Kind: CountColumn, Heading: "new"},
		{Key: "copies", Kind: CountColumn, Heading: "copies", Minor: true},
		{Key: "bci", Kind: BCIColumn, Heading: "at"},
		{Key: "change", Kind: WordColumn}, {Kind: WordColumn, Heading: "±"},
		{Key: "method", Kind: NameColumn}, {Key: "old_method", Kind: NameColumn},
		{Heading: "method", Kind: NameColumn},
	}
	t.Columns = append(t.Columns, identityColumns(false)...)
	t.CSV = []string{"unit", "depth", "change", "bci", "method", "old_method", "old", "new", "copies"}

	kept := units
	if n := c.opts.Limit; n > 0 && n < len(units) {
		kept = units[:n]
	}
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
			slices.SortFunc(below, func(a, b int32) int { // the last comes first off the stack
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
			of, n := tree.Node(iprof.NodeID(at.node)), &nodes[at.node]
			name, before := c.method(int32(of.Method))
			cells := []Cell{TextCell(unit), IntCell(int64(at.depth)), n.cell(oldSide, n.count.old), n.cell(newSide, n.count.new),
				{}, {}, TextCell(markWords[n.mark]), TextCell(string(n.mark)), TextCell(name), {}, TextCell(strings.Repeat("  ", min(at.depth, 40)) + name)}
			if n.mark == markGone || n.mark == markNew {
				cells[4] = IntCell(int64(n.copies))
			}
			if of.Parent != iprof.NoNode {
				cells[5] = IntCell(int64(of.Site))
			}
			if before != "" {
				cells[9] = TextCell(before)
			}
			id := c.identity(int32(of.Method))
			t.Rows = append(t.Rows, Row{Cells: append(cells, id[:]...), First: first})
			first = false
		}
	}
	if n := len(units) - len(kept); n > 0 {
		cells := make([]Cell, len(t.Columns))
		cells[t.Column("unit")], cells[t.Column("method")+2] = TextCell(moreOf(n, "units")), TextCell(moreOf(n, "units"))
		t.Rest = &Row{Cells: cells}
	}
}

// cell returns a node's count on one side: of what is there without a count it is not known.
func (n *diffNode) cell(side int, count int64) Cell {
	switch {
	case n.known[side]:
		return IntCell(count)
	case n.in[side]:
		return UnknownCell()
	}
	return Cell{}
}
