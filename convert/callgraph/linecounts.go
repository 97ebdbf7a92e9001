package callgraph

import (
	"cmp"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/unionfind"
)

// A countedLine is a line with what its call is known by.
type countedLine struct {
	wayLine
	edges   []Edge // of counts
	samples int64
	light   bool // see dropLight
}

// A lineCounter counts the calls of the lines of an arrangement.
type lineCounter struct {
	*builder
	a       *arrangement
	drawn   []Node  // by component: its box
	place   []int32 // by group: index of its node
	lines   []countedLine
	numbers map[[2]int32]int32 // of lines, by the caller and callee of their last calls, as components

	inlined          []inlinedEdge // of the lines
	inclusive, total []int64       // see addUpCycles
}

// newLineCounter adds up what lines and boxes need of the trees, and no other calls, so that these can be found meanwhile.
func (b *builder) newLineCounter(a *arrangement) *lineCounter {
	c := &lineCounter{builder: b, a: a, lines: make([]countedLine, len(a.lines), len(a.lines)+len(a.groups)), numbers: map[[2]int32]int32{}}
	for i, l := range a.lines {
		c.lines[i].wayLine = l
		c.numbers[l.call(a)] = int32(i)
	}
	for box, n := range a.sizes {
		if a.boxes[box] && n == 1 {
			c.numbers[[2]int32{int32(box), int32(box)}] = int32(len(c.lines))
			c.lines = append(c.lines, countedLine{wayLine: wayLine{from: int32(box), to: int32(box)}})
		}
	}
	components := a.components(len(b.nodes)) // most calls are of methods that no way has
	c.inlined = b.inlinedEdges(b.contexts.links(nil, func(l link) bool {
		return components[l.from] >= 0 && components[l.to] >= 0 && c.numberOf(l.from, l.to) >= 0
	}))
	c.inclusive, c.total = b.addUpCycles(a)
	return c
}

// countLines counts the calls of each line, the calls of methods to themselves, and the calls from one box to another that are on no way. It
// also returns the methods on lines that are dropped and, by component, the callers whose calls are not drawn.
func (c *lineCounter) countLines(boxes []Node, place []int32) ([]countedLine, []int32, []OtherCallers) {
	b, inlined := c.builder, c.inlined
	c.drawn, c.place = boxes, place
	for i := range inlined {
		if e := &inlined[i]; e.Known {
			line := &c.lines[c.numberOf(e.from, e.to)]
			line.edges = append(line.edges, b.inlinedEdge(e, place))
		}
	}
	for i := range b.called {
		e := &b.called[i]
		if number := c.numberOf(e.from, e.to); number >= 0 {
			c.lines[number].edges = append(c.lines[number].edges, b.calledEdge(e, place))
		}
	}
	counted := c.countStacks()
	c.addUncounted(inlined)
	dropped := c.dropLight(counted)
	lines := slices.DeleteFunc(c.lines, func(l countedLine) bool { return l.light || l.from == l.to && b.isLightLoop(&l) })
	others := c.otherCalls(counted)
	return append(lines, others.lines()...), dropped, others.callers()
}

// addUncounted adds inlined calls without a count to the lines of which nothing else is known: a way leads there.
func (c *lineCounter) addUncounted(inlined []inlinedEdge) {
	unknown := make([]bool, len(c.lines))
	for i := range c.lines {
		unknown[i] = len(c.lines[i].edges) == 0 && c.lines[i].from != c.lines[i].to
	}
	for i := range inlined {
		if e := &inlined[i]; unknown[c.numberOf(e.from, e.to)] {
			line := &c.lines[c.numberOf(e.from, e.to)]
			line.edges = append(line.edges, c.inlinedEdge(e, c.place))
		}
	}
}

// numberOf returns the line that ends in the call of one group by another; -1: none.
func (c *lineCounter) numberOf(from, to int32) int32 {
	return c.numberOfPair(c.a.component(from), c.a.component(to))
}

// numberOfPair returns the line that ends in a call between two components; -1: none.
func (c *lineCounter) numberOfPair(from, to int32) int32 {
	if number, ok := c.numbers[[2]int32{from, to}]; ok {
		return number
	}
	return -1
}

// dropLight drops lines that a reader does not need, as many methods are called from everywhere: each of the hottest brings its own way,
// and a long line with a sample or two of them says less than "+29 callers". A line goes if it has less of the callee, and of all, than
// other calls need to be drawn, and if heavier lines already lead to the callee, on from the caller, and connect the two. The calls are
// then other calls of the callee, see [OtherCallers]; counted has by node of the stacks the line of its call. It returns the
// methods that only these lines have.
func (c *lineCounter) dropLight(counted []int32) []int32 {
	order := make([]int32, len(c.lines))
	parts := unionfind.New(len(c.a.sizes)) // of components
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortStableFunc(order, func(x, y int32) int { return cmp.Compare(c.valueOf(&c.lines[y]), c.valueOf(&c.lines[x])) })
	in, out := make([]bool, len(parts)), make([]bool, len(parts))
	kept := map[[2]int32]bool{} // by the boxes of a line, which is drawn as one with all others between them
	var dropped []int32
	for i, g := range c.a.groups {
		out[c.a.boxOf[i]] = out[c.a.boxOf[i]] || c.a.hot[g]
	}
	for _, i := range order {
		l := &c.lines[i]
		if l.from == l.to {
			continue
		}
		pair := [2]int32{l.from, l.to}
		if _, known := kept[pair]; !known {
			n := c.valueOf(l)
			kept[pair] = n == 0 || c.isHeavy(l, n) || !in[l.to] || !out[l.from] || !parts.Joined(l.from, l.to)
		}
		if !kept[pair] {
			l.light, dropped = true, append(dropped, l.via...)
			delete(c.numbers, l.call(c.a))
			continue
		}
		in[l.to], out[l.from] = true, true
		parts.Join(l.from, l.to)
	}
	for node, number := range counted {
		if number >= 0 && c.lines[number].light {
			counted[node] = -1
		}
	}
	return dropped
}

// valueOf returns the value of a line by the metric.
func (c *lineCounter) valueOf(l *countedLine) int64 {
	if c.metric == convert.Samples {
		return l.samples
	}
	return c.sum(l)
}

// sum adds up the entries of a line.
func (b *builder) sum(l *countedLine) int64 {
	edges := make([]*Edge, len(l.edges))
	for i := range l.edges {
		edges[i] = &l.edges[i]
	}
	sum, _ := sumOf(b.calls, edges)
	return sum
}

// isHeavy reports whether a line with a value is one that other calls would be drawn with.
func (c *lineCounter) isHeavy(l *countedLine, value int64) bool {
	whole, all := c.drawn[l.to].Total, c.samples
	if c.metric != convert.Samples {
		whole, all = c.drawn[l.to].Entries.Total(), c.entries
	}
	return float64(value) >= drawnOfCallee*float64(whole) || float64(value) >= drawnOfAll*float64(all)
}
