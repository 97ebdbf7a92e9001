package callgraph

import (
	"cmp"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
)

// dropLight drops lines that a reader does not need, as many methods are called from everywhere: each of the hottest brings its own way,
// and a long line with a sample or two of them says less than "+29 callers". A line goes if it has less of the callee, and of all, than
// other calls need to be drawn, and if heavier lines already lead to the callee, on from the caller, and connect the two. The calls are
// then other calls of the callee, see [OtherCallers]; counted has by node of the stacks the line of its call. It returns the
// methods that only these lines have.
func (c *lineCounter) dropLight(counted []int32) []int32 {
	order := make([]int32, len(c.lines))
	parts := make([]int32, len(c.a.sizes)) // union-find over components
	for i := range parts {
		parts[i] = int32(i)
	}
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortStableFunc(order, func(x, y int32) int { return cmp.Compare(c.valueOf(&c.lines[y]), c.valueOf(&c.lines[x])) })
	part := func(of int32) int32 {
		for parts[of] != of {
			parts[of] = parts[parts[of]]
			of = parts[of]
		}
		return of
	}
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
			kept[pair] = n == 0 || c.isHeavy(l, n) || !in[l.to] || !out[l.from] || part(l.from) != part(l.to)
		}
		if !kept[pair] {
			l.light, dropped = true, append(dropped, l.via...)
			delete(c.numbers, l.call(c.a))
			continue
		}
		in[l.to], out[l.from] = true, true
		parts[part(l.from)] = part(l.to)
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
	sum := int64(0)
	for _, e := range l.edges {
		if e.Evidence != SampledEvidence {
			sum += e.Count
		}
	}
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
