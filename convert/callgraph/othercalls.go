package callgraph

import (
	"cmp"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
)

// mostOtherCallers is the maximum length of [OtherCallers.Most].
const mostOtherCallers = 5

// An otherCall is a call of a box, from elsewhere, at a node of a tree.
type otherCall struct {
	node   int32
	caller int32 // the nearest caller, a group
	box    int32 // the node of the nearest caller in a box; -1: none
	pair   int32 // index in pairs; -1: no box calls it
}

// A boxPair is the calls from one box to another that are on no way.
type boxPair struct {
	from, to int32 // components
	through  bool  // there are methods between them
}

// otherCalls are the calls of boxes that are on no line of ways.
type otherCalls struct {
	*lineCounter
	pairs            numbering[boxPair]
	pairDrawn        []bool // by pair
	inStacks, inline []otherCall
	called           []*calledEdge // from one box to another
}

// otherCalls finds the calls that are on no line; counted has by node of the stacks the line of its call.
func (c *lineCounter) otherCalls(counted []int32) *otherCalls {
	o := &otherCalls{lineCounter: c}
	o.inStacks = o.find(&c.stacks, func(node, _ int32) bool { return counted[node] >= 0 })
	o.inline = o.find(&c.contexts, func(node, caller int32) bool {
		return !c.contexts.known[node] || c.numberOf(c.contexts.group[caller], c.contexts.group[node]) >= 0
	})
	for i := range c.builder.called {
		e := &c.builder.called[i]
		if to := c.boxed(e.to); to >= 0 && c.a.component(e.from) != to && c.numberOf(e.from, e.to) < 0 {
			o.called = append(o.called, e)
		}
	}
	return o
}

// boxed returns the component of a group that is in a box; -1: it is in none.
func (c *lineCounter) boxed(group int32) int32 {
	if box := c.a.component(group); box >= 0 && c.a.boxes[box] {
		return box
	}
	return -1
}

// find returns the calls of boxes in a tree, except those that are on a line, given node and caller, and those within a box.
func (o *otherCalls) find(t *callTree, onLine func(node, caller int32) bool) []otherCall {
	var calls []otherCall
	inBox := make([]bool, len(o.nodes))
	for _, g := range o.a.groups {
		inBox[g] = o.boxed(g) >= 0
	}
	boxes := t.aboveAmong(inBox)
	for i, caller := range t.above {
		node, g := int32(i), t.group[i]
		if g < 0 || !inBox[g] || caller < 0 {
			continue
		}
		to, box := o.a.component(g), boxes[i]
		if o.a.component(t.group[caller]) == to || box >= 0 && o.a.component(t.group[box]) == to || onLine(node, caller) {
			continue
		}
		call := otherCall{node: node, caller: t.group[caller], box: box, pair: -1}
		if box >= 0 {
			call.pair = o.pairs.number(boxPair{o.a.component(t.group[box]), to, box != caller})
		}
		calls = append(calls, call)
	}
	return calls
}

// sum adds up the samples of calls by a number below n, each stack once; calls with -1 count nowhere.
func (o *otherCalls) sum(n int, number func(*otherCall) int32) []int64 {
	of := slices.Repeat([]int32{-1}, len(o.stacks.group))
	for i := range o.inStacks {
		of[o.inStacks[i].node] = number(&o.inStacks[i])
	}
	return convert.OncePerStack(o.stacks.parent, of, slices.Clone(o.stacks.value), n)
}

// lines returns a line for each pair of boxes with enough calls.
func (o *otherCalls) lines() []countedLine {
	for _, e := range o.called {
		if from := o.boxed(e.from); from >= 0 {
			o.pairs.number(boxPair{from, o.a.component(e.to), false})
		}
	}
	lines := make([]countedLine, len(o.pairs.all))
	for i, p := range o.pairs.all {
		lines[i].from, lines[i].to = p.from, p.to
	}
	o.countEntries(lines)
	for i, n := range o.sum(len(o.pairs.all), func(c *otherCall) int32 { return c.pair }) {
		if lines[i].samples = n; n > 0 {
			lines[i].edges = append(lines[i].edges, Edge{Evidence: SampledEvidence, Beside: true, Through: o.pairs.all[i].through, EdgeCounts: EdgeCounts{Count: n, Known: true}})
		}
	}
	o.pairDrawn = make([]bool, len(o.pairs.all))
	var drawn []countedLine
	for i := range lines {
		if o.pairDrawn[i] = o.isLine(o.pairs.all[i], &lines[i]); o.pairDrawn[i] {
			drawn = append(drawn, lines[i])
		}
	}
	return drawn
}

// countEntries adds the edges of counts between pairs of boxes to their lines.
func (o *otherCalls) countEntries(lines []countedLine) {
	t := &o.contexts
	var links numbering[link]
	of := slices.Repeat([]int32{-1}, len(t.group))
	for _, c := range o.inline {
		if c.pair < 0 {
			continue
		}
		of[c.node] = links.number(t.linkOf(c.node, c.box))
	}
	add := func(l link, e Edge) {
		if from := o.boxed(l.from); from >= 0 {
			line := &lines[o.pairs.of[boxPair{from, o.a.component(l.to), l.through}]]
			e.Beside = true
			line.edges = append(line.edges, e)
		}
	}
	inlined := o.inlinedEdges(links.all, of)
	for i := range inlined {
		add(inlined[i].link, o.inlinedEdge(&inlined[i], o.place))
	}
	for _, e := range o.called {
		add(e.link, o.calledEdge(e, o.place))
	}
}

// drawnThrough is the minimum share of all of a line through methods that are not drawn: dotted lines of less are hard to follow.
const drawnThrough = 0.01

// isLine reports whether the calls of a pair of boxes are drawn: by entries if any are known, otherwise direct ones by samples.
func (o *otherCalls) isLine(p boxPair, l *countedLine) bool {
	entries := o.builder.sum(l)
	to := &o.drawn[l.to]
	value, whole, all := l.samples, to.Total, o.samples
	if o.metric != convert.Samples && (entries > 0 || p.through || o.numberOfPair(l.from, l.to) >= 0) {
		value, whole, all = entries, to.Entries.Total(), o.entries
	}
	return o.isDrawn(value, whole, all) && (!p.through || float64(value) >= drawnThrough*float64(all))
}

// callers returns by component the callers whose calls are not drawn. It needs lines first.
func (o *otherCalls) callers() []OtherCallers {
	type call struct{ caller, to int32 }
	var calls numbering[call]
	var counts []int64 // by call
	others := make([]OtherCallers, len(o.a.sizes))
	if o.metric == convert.Samples {
		to := func(c *otherCall) int32 {
			if c.pair >= 0 && o.pairDrawn[c.pair] {
				return -1
			}
			return o.a.component(o.stacks.group[c.node])
		}
		for box, n := range o.sum(len(others), to) {
			others[box].Count = n
		}
		of := make(map[int32]int32, len(o.inStacks))
		for i := range o.inStacks {
			if c := &o.inStacks[i]; to(c) >= 0 {
				of[c.node] = calls.number(call{c.caller, to(c)})
			}
		}
		counts = o.sum(len(calls.all), func(c *otherCall) int32 {
			if n, ok := of[c.node]; ok {
				return n
			}
			return -1
		})
	} else {
		var entered entriesSum // by call
		ofBox := make(entriesSum, len(others))
		add := func(caller, to int32, e entriesOf) {
			entered.add(calls.number(call{caller, to}), e)
			ofBox.add(to, e)
		}
		for _, c := range o.inline {
			if c.pair < 0 || !o.pairDrawn[c.pair] {
				add(c.caller, o.a.component(o.contexts.group[c.node]), entriesOf{inlined: o.contexts.value[c.node]})
			}
		}
		for _, e := range o.called {
			to := o.a.component(e.to)
			if from := o.boxed(e.from); from < 0 || !o.pairDrawn[o.pairs.of[boxPair{from, to, false}]] {
				add(e.from, to, entriesOf{stayed: e.calls})
			}
		}
		counts = entered.counts(o.builder)
		for box, n := range ofBox.counts(o.builder) {
			others[box].Count = n
		}
	}
	order := make([]int32, len(calls.all))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortStableFunc(order, func(x, y int32) int {
		return cmp.Or(cmp.Compare(counts[y], counts[x]), cmp.Compare(calls.all[x].caller, calls.all[y].caller))
	})
	names := convert.NewNames(o.profile, convert.NameOptions{Style: convert.SignatureNames, Normalize: o.names.Options.Normalize})
	for _, i := range order {
		if counts[i] == 0 {
			break
		}
		of := &others[calls.all[i].to]
		if of.Callers++; of.Callers <= mostOtherCallers {
			of.Most = append(of.Most, o.caller(names, calls.all[i].caller, counts[i]))
		}
	}
	return others
}
