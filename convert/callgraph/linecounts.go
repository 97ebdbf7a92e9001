package callgraph

import "slices"

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
}

// countLines counts the calls of each line, of a method to itself, and of those from one box to another that are on no way. It also returns
// the methods on lines that are dropped and, by component, the callers whose calls are not drawn.
func (b *builder) countLines(a *arrangement, boxes []Node, place []int32) ([]countedLine, []int32, []OtherCallers) {
	c := &lineCounter{builder: b, a: a, drawn: boxes, place: place, lines: make([]countedLine, len(a.lines), len(a.lines)+len(a.groups)), numbers: map[[2]int32]int32{}}
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
	inlined := b.inlinedEdges(b.contexts.links(nil, func(l link) bool { return c.numberOf(l.from, l.to) >= 0 }))
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
	dropped := c.dropLight(counted)
	lines := slices.DeleteFunc(c.lines, func(l countedLine) bool { return l.light || l.from == l.to && b.isLightLoop(&l) })
	others := c.otherCalls(counted)
	return append(lines, others.lines()...), dropped, others.callers()
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
