package callgraph

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
)

// fold makes boxes and lines of the nodes of g: those of an arrangement.
func (b *builder) fold(g *Graph, counter *lineCounter, place []int32) {
	g.Ways = true
	a := counter.a
	all := g.Nodes
	box := make([]int32, len(a.sizes)) // by component: index of its node, -1: none
	for c := range box {
		box[c] = -1
	}
	members := make([][]Node, len(a.sizes))
	callers, callees := b.memberCalls(a)
	for i, group := range a.groups {
		n := all[place[group]]
		if of := callers[group]; of != nil {
			n.Callers, n.MoreCallers = of.most, of.more
		}
		if of := callees[group]; of != nil {
			n.Callees, n.MoreCallees = of.most, of.more
		}
		members[a.boxOf[i]] = append(members[a.boxOf[i]], n)
	}
	var order []int32
	boxes := make([]Node, len(a.sizes))
	for c := range boxes {
		if a.boxes[c] {
			boxes[c] = b.boxNode(members[c])
			if boxes[c].Members != nil {
				boxes[c].Inclusive, boxes[c].Total = counter.inclusive[c], counter.total[c]
			}
			order = append(order, int32(c))
		}
	}
	slices.SortStableFunc(order, func(x, y int32) int { return b.heavierNode(&boxes[x], &boxes[y]) })
	g.Nodes = make([]Node, 0, len(order))
	for _, c := range order {
		box[c] = int32(len(g.Nodes))
		g.Nodes = append(g.Nodes, boxes[c])
	}
	g.Edges = nil
	lines, dropped, others := counter.countLines(boxes, place)
	for _, group := range dropped {
		n := &all[place[group]]
		g.ShownEntries, g.ShownSamples = g.ShownEntries-n.Entries.Total(), g.ShownSamples-n.Self
		if b.isCounted(group) {
			g.ShownNodes--
		}
	}
	for c, of := range others {
		if a.boxes[c] {
			g.Nodes[box[c]].Others = of
		}
	}
	for _, l := range lines {
		var via []Node
		for _, group := range l.via {
			via = append(via, all[place[group]])
		}
		for _, e := range l.edges {
			e.From, e.To, e.Via = box[l.from], box[l.to], via
			g.Edges = append(g.Edges, e)
		}
	}
	slices.SortStableFunc(g.Edges, func(x, y Edge) int { return cmp.Or(cmp.Compare(x.Evidence, y.Evidence), cmp.Compare(y.Count, x.Count)) })
}

// heavierNode compares nodes of a graph by the metric, then by their names.
func (b *builder) heavierNode(x, y *Node) int {
	if b.metric == convert.Samples {
		return cmp.Or(cmp.Compare(y.Total, x.Total), cmp.Compare(y.Self, x.Self), cmp.Compare(x.Full, y.Full))
	}
	return cmp.Or(cmp.Compare(y.Entries.Total(), x.Entries.Total()), cmp.Compare(y.Inclusive, x.Inclusive), cmp.Compare(x.Full, y.Full))
}

// boxNode returns the node for methods that call each other, or for a single one. Totals are not sums: see addUpCycles.
func (b *builder) boxNode(members []Node) Node {
	if len(members) == 1 {
		return members[0]
	}
	slices.SortStableFunc(members, func(x, y Node) int {
		if b.metric == convert.Samples && x.Self != y.Self {
			return cmp.Compare(y.Self, x.Self)
		}
		return b.heavierNode(&x, &y)
	})
	n := Node{Slot: -1, Name: fmt.Sprintf("%d %s call each other", len(members), b.opts.By.Plural()), Members: members}
	n.Full, n.Signature, n.Plain = n.Name, n.Name, n.Name
	for i := range members {
		m := &members[i]
		n.Entries.Root, n.Entries.Inlined = n.Entries.Root+m.Entries.Root, n.Entries.Inlined+m.Entries.Inlined
		n.Entries.Contexts += m.Entries.Contexts
		n.Self += m.Self
		n.Hidden += m.Hidden
	}
	return n
}

// addUpCycles returns, by component, the totals of the methods that call each other: a stack counts once. Nil: no component has several.
func (b *builder) addUpCycles(a *arrangement) (inclusive, total []int64) {
	if a.recursive() == 0 {
		return nil, nil
	}
	components := a.components(len(b.nodes))
	of := func(c *callTree) []int64 {
		in := make([]int32, len(c.group))
		for i, g := range c.group {
			in[i] = -1
			if g >= 0 && components[g] >= 0 && a.sizes[components[g]] > 1 {
				in[i] = components[g]
			}
		}
		return convert.OncePerStack(c.parent, in, slices.Clone(c.value), len(a.sizes))
	}
	return of(&b.contexts), of(&b.stacks)
}

// minimumLoop is the share of all from which calls of a method to itself are drawn.
const minimumLoop = 0.01

func (b *builder) isLightLoop(l *countedLine) bool {
	if b.metric == convert.Samples {
		return float64(l.samples) < minimumLoop*float64(b.samples)
	}
	sum := 0.
	for _, e := range l.edges {
		if e.Evidence != SampledEvidence {
			sum += float64(e.Count)
		}
	}
	return sum < minimumLoop*float64(b.entries)
}
