package graph

import (
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/callgraph"
	"github.com/iprof-viz/iprof-viz/render/drawing"
	"github.com/iprof-viz/iprof-viz/render/internal/fitname"
	"github.com/iprof-viz/iprof-viz/render/internal/numbers"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
)

// An openedWay is a way from one box to another, by methods without a box.
type openedWay struct {
	share string
	about []string
	via   []callgraph.Node
}

// openedBox returns the methods of a box of several; nil: it is one.
func openedBox(c *costs, n *callgraph.Node) *drawing.Opened {
	if n.Members == nil {
		return nil
	}
	methods := c.openedMethods(n.Members)
	for i := range methods {
		m := &n.Members[i]
		methods[i].Calls = append(c.openedCalls(n, m.Callers, m.MoreCallers, true), c.openedCalls(n, m.Callees, m.MoreCallees, false)...)
	}
	o := &drawing.Opened{Title: n.Name, Parts: []drawing.OpenedPart{{Texts: c.openedFigures(n), Heading: "Methods that call each other", Columns: c.columns(), Methods: methods}}}
	if others := othersTooltip(c, n); others != nil {
		o.Parts = append(o.Parts, drawing.OpenedPart{Texts: others})
	}
	return o
}

// openedLine returns the methods that a line passes; nil: it passes none, or not always the same.
func openedLine(c *costs, l *drawnEdge) *drawing.Opened {
	if !slices.ContainsFunc(l.ways, func(w openedWay) bool { return len(w.via) > 0 }) {
		return nil
	}
	o := &drawing.Opened{Title: shortHashes(c.Nodes[l.from].Name) + " → " + shortHashes(c.Nodes[l.to].Name)}
	for _, w := range l.ways {
		part := drawing.OpenedPart{Texts: append([]string{w.share}, w.about...)}
		if len(l.ways) > 1 && len(w.via) == 0 {
			part.Texts[0] += " directly"
		}
		if len(w.via) > 0 {
			part.Heading, part.Columns, part.Methods = "By way of", c.columns(), c.openedMethods(w.via)
		}
		o.Parts = append(o.Parts, part)
	}
	return o
}

func shortHashes(name string) string { return fitname.ShortHashes(plaintext.Visible(name)) }

// openedFigures are the numbers of a box.
func (c *costs) openedFigures(n *callgraph.Node) []string {
	self, total, known := c.of(n)
	switch {
	case c.Metric == convert.Samples:
		return []string{
			numbers.UnitCount(self, c.SampleUnit) + " " + numbers.SelfWord(c.Tally) + ", " + numbers.Percent(self, c.whole),
			numbers.Thousands(total) + " total, " + numbers.Percent(total, c.whole),
		}
	case !known:
		return []string{"entries n/a"}
	}
	texts := []string{numbers.Plural(self, "entry") + ", " + numbers.Percent(self, c.whole) + " of all"}
	if total > self {
		texts = append(texts, numbers.Plural(total, "entry")+" with what is inlined into it")
	}
	return texts
}

// columns are the heads of the figures of methods in a list.
func (c *costs) columns() []string {
	if c.Metric == convert.Samples {
		return []string{numbers.SelfWord(c.Tally), "total"}
	}
	return []string{"entries", "of all"}
}

func (c *costs) openedMethods(nodes []callgraph.Node) []drawing.OpenedMethod {
	methods := make([]drawing.OpenedMethod, len(nodes))
	for i := range nodes {
		n := &nodes[i]
		methods[i] = drawing.OpenedMethod{Name: shortHashes(n.Name), Full: n.Full, Plain: n.Plain, Signature: n.Signature}
		switch self, total, known := c.of(n); {
		case c.Metric == convert.Samples:
			methods[i].Figures = []string{numbers.Percent(self, c.whole), numbers.Percent(total, c.whole)}
		case known:
			methods[i].Figures = []string{numbers.ShortCount(self), numbers.Percent(self, c.whole)}
		default:
			methods[i].Figures = []string{"n/a", "n/a"}
		}
	}
	return methods
}

// openedCalls are the callers, or callees, of one of the methods of a box.
func (c *costs) openedCalls(n *callgraph.Node, of []callgraph.Caller, more int, callers bool) []drawing.OpenedCall {
	var calls []drawing.OpenedCall
	for _, other := range of {
		call := drawing.OpenedCall{Caller: callers, Share: numbers.Percent(other.Count, c.whole)}
		call.Member = 1 + slices.IndexFunc(n.Members, func(m callgraph.Node) bool {
			return m.Slot == other.Slot && (m.Slot >= 0 || m.Signature == other.Name)
		})
		if call.Member == 0 {
			call.Name, call.Full = shortHashes(other.Short), other.Name
		}
		calls = append(calls, call)
	}
	if more > 0 {
		calls = append(calls, drawing.OpenedCall{Caller: callers, Name: numbers.MoreText(more)})
	}
	return calls
}
