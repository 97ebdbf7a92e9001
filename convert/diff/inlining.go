package diff

import (
	"cmp"
	"math"
	"math/bits"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A node is an inlined copy, or a compilation root, of either profile.
type node struct {
	in        [2]bool // something that the filters leave was counted there or below
	visible   bool    // the filters leave its frame
	known     [2]bool // it has a call count
	count     compare.Counts
	inclusive compare.Counts
	copies    int // itself and those below it that are in one profile only, as it is
	mark      byte
	shown     bool // it changed, or something inlined below it did
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
			return iprof.MethodID(c.pairing.Methods[i][s.Profile.MethodSlot(id)])
		})
		if !ok { // more than 2^31 nodes, which take more memory than there is
			continue
		}
		nodes = append(nodes, make([]node, tree.Len()-len(nodes))...)
		for node := range s.Profile.Contexts.Len() {
			// Frames that are hidden are not in the picture, nor is what is folded into <VM>.
			pr := s.contexts
			n := &nodes[at[node]]
			n.in[i] = pr == nil || pr.Keep[node] && pr.Frame[node] >= 0
			n.visible = n.visible || pr == nil || pr.Frame[node] >= 0
		}
		for node, v := range convert.Calls.Records(s.Profile) {
			n := &nodes[at[node]]
			if !n.in[i] {
				continue
			}
			n.known[i] = true
			if i == compare.OldSide {
				n.count.Old += v
			} else {
				n.count.New += v
			}
		}
	}
	var counts []compare.Counts
	for i := range nodes {
		n := &nodes[i]
		n.inclusive = n.count
		if n.count != (compare.Counts{}) {
			counts = append(counts, n.count)
		}
	}
	ratio, _ := compare.LengthRatio(counts)
	for i := len(nodes) - 1; i >= 0; i-- {
		n := &nodes[i]
		if n.in[compare.OldSide] != n.in[compare.NewSide] {
			n.copies++
		}
		if parent := tree.Node(iprof.NodeID(i)).Parent; parent != iprof.NoNode {
			p := &nodes[parent]
			p.inclusive.Old += n.inclusive.Old
			p.inclusive.New += n.inclusive.New
			p.copies += n.copies
			for side := range n.in {
				p.in[side] = p.in[side] || n.in[side]
			}
		}
	}

	base := inliningBase(&tree.Tree, nodes)
	var candidates []int32 // -1: nothing to tell, but it might have changed, too: that is what the others are among
	var likelihoods []float64
	for i := range nodes {
		n := &nodes[i]
		parent := tree.Node(iprof.NodeID(i)).Parent
		switch {
		case !n.visible || n.in == [2]bool{}:
			continue
		case n.in[compare.OldSide] == n.in[compare.NewSide] && (parent == iprof.NoNode && !c.opts.Exact || n.sameRate(nodes, base[i], ratio)):
			candidates, likelihoods = append(candidates, -1), append(likelihoods, 1)
			continue
		case n.in[compare.OldSide] != n.in[compare.NewSide] && parent != iprof.NoNode && nodes[parent].in != [2]bool{true, true}:
			continue // it is gone, or new, with its caller
		}
		candidates = append(candidates, int32(i))
		likelihoods = append(likelihoods, n.likelihood(nodes, base[i], ratio))
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
		both := n.in[compare.OldSide] == n.in[compare.NewSide]
		expected := n.expected(nodes, base[i], ratio)
		moved := math.Abs(float64(n.count.New) - expected)
		if !picked || both && !c.opts.Exact && moved < c.opts.Threshold*expected {
			within++
			continue
		}
		n.shown = true
		switch {
		case both:
			n.mark = markChanged
			weights[unit[i]] += moved / ratio
			continue
		case n.in[compare.OldSide]:
			n.mark = markGone
		default:
			n.mark = markNew
		}
		weights[unit[i]] += float64(n.inclusive.Old) + float64(n.inclusive.New)/ratio
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
			c.changeNote(len(likelihoods), "copies", c.percent()+" or more and by ", "a test of independent calls"),
			"what never ran is not in a profile: gone or new is only what else would have run more often than chance explains",
			convert.InstrumentedInlining)
	}
	return t.Truncatable(c.limited(len(units)), func(t *table.Table, shown int) {
		c.fillInlining(t, &tree.Tree, nodes, units, shown)
		finishDiff(t, Inlining, "units", "entries that are new, gone or moved", shown, len(units), within)
	})
}

// inliningBase returns, by node, the innermost of its callers that has entries in both profiles, whose entries say how
// often to expect those of the node; -1 where there is none.
func inliningBase(tree *iprof.Tree, nodes []node) []int32 {
	base := make([]int32, len(nodes))
	for i := range nodes {
		base[i] = -1
		if parent := tree.Node(iprof.NodeID(i)).Parent; parent != iprof.NoNode {
			base[i] = base[parent]
			if of := &nodes[parent]; of.count.Old > 0 && of.count.New > 0 {
				base[i] = int32(parent)
			}
		}
	}
	return base
}

// sameRate tells whether a node that is in both profiles was entered as often for each entry of its base, or at the
// length of the run. Of what has no count nothing else can be told.
func (n *node) sameRate(nodes []node, base int32, ratio float64) bool {
	switch {
	case n.known != [2]bool{true, true}:
		return n.known[compare.OldSide] == n.known[compare.NewSide]
	case base < 0:
		return math.Abs(float64(n.count.New)-float64(n.count.Old)*ratio) <= compare.Rounding*float64(n.count.New)
	}
	of := nodes[base].count
	newHigh, newLow := bits.Mul64(uint64(n.count.New), uint64(of.Old))
	oldHigh, oldLow := bits.Mul64(uint64(n.count.Old), uint64(of.New))
	return newHigh == oldHigh && newLow == oldLow
}

// expected returns how often a node would have been entered in the new run if nothing but its base and the length of the
// run had changed.
func (n *node) expected(nodes []node, base int32, ratio float64) float64 {
	if base >= 0 {
		ratio = nodes[base].count.Ratio()
	}
	return float64(n.count.Old) * ratio
}

// likelihood returns how likely it is that a node differs as much as it does, or more, if nothing changed. The entries of
// its base say how often to expect it, and the length of the run does. It has to be unlikely by both, as a base that was
// entered a few times is as much a matter of chance; or, if the base was entered often, by that alone.
func (n *node) likelihood(nodes []node, base int32, ratio float64) float64 {
	old, new := float64(n.count.Old), float64(n.count.New)
	differ := func(ratio float64) float64 {
		switch {
		case !n.in[compare.NewSide]:
			return compare.OnOneSide(n.inclusive.Old, ratio)
		case !n.in[compare.OldSide]:
			return compare.OnOneSide(n.inclusive.New, 1/ratio)
		case n.known != [2]bool{true, true}:
			return 1
		}
		return compare.CountsDiffer(old, new, ratio)
	}
	p := differ(ratio)
	if base < 0 {
		return p
	}
	of := nodes[base].count
	p = max(p, differ(of.Ratio()))
	if n.known == [2]bool{true, true} {
		p = min(1, 2*min(p, compare.RatesDiffer(old, float64(of.Old), new, float64(of.New)))) // two chances to be picked
	}
	return p
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
				depth: at.depth, name: name, oldName: before, indented: strings.Repeat("  ", min(at.depth, 40)) + name, mark: n.mark,
				old: n.cell(compare.OldSide, n.count.Old), new: n.cell(compare.NewSide, n.count.New), identity: c.identity(int32(of.Method)),
			}
			if n.mark == markGone || n.mark == markNew {
				r.copies = table.IntCell(int64(n.copies))
			}
			if of.Parent != iprof.NoNode {
				r.bci = table.IntCell(int64(of.Site))
			}
			shown := row(inliningRow{unit, r})
			shown.First = first
			t.Rows = append(t.Rows, shown)
			first = false
		}
	}
	if n := len(units) - len(kept); n > 0 {
		rest := row(inliningRow{unit: table.More(n, "units")})
		t.Rest = &rest
	}
}

// cell returns a node's count on one side: of what is there without a count it is not known.
func (n *node) cell(side int, count int64) table.Cell {
	switch {
	case n.known[side]:
		return table.IntCell(count)
	case n.in[side]:
		return table.UnknownCell()
	}
	return table.Cell{}
}
