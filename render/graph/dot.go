// Package graph draws call graphs and compilation units, in DOT or as trees, with their legends.
package graph

import (
	"io"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/callgraph"
	"github.com/iprof-viz/iprof-viz/render/dot"
)

// wayRanksep is the gap between rows of a graph of ways, in inches: their labels have rows of their own.
const wayRanksep = 0.2

// DOT writes a call graph in Graphviz's DOT language. Names from the profile are plain text in labels and tooltips, and nowhere
// else. Methods without edges are rows of a table.
func DOT(w io.Writer, g *callgraph.Graph, opts dot.Options) error {
	d := graphWriter{dot.NewWriter(w)}
	lines, alone := drawnGraph(g)
	c := newCosts(g, lines)
	if !g.Ways {
		loosen(g, lines)
	}
	d.Labels = len(lines) <= dot.MaxEdgeLabels
	if opts.Slide {
		d.Font = dot.NodeFontSize
	}
	// Boxes are made on demand: for very many nodes they would take more memory than everything else.
	box := func(i int) *dot.Box {
		var b *dot.Box
		if g.Base != nil {
			b = changedBox(g, i)
		} else {
			b = nodeBox(c, i)
		}
		if opts.Slide {
			b.ForSlide()
			if g.Base != nil {
				b.Lines = append(b.Lines, changeLines(g.Nodes[i].Change)...)
			}
		}
		return b
	}
	down := g.Ways || goesDown(len(g.Nodes), box, lines, alone)
	if g.Ways {
		stagger(len(g.Nodes), lines)
	}
	d.Begin(len(g.Nodes), down, callGraphLegend(c, lines, alone, opts).HTML())
	if g.Ways {
		d.Print("\tgraph [ranksep=%v]\n", wayRanksep)
	}
	for k, rows := range slices.Backward(tableParts(alone)) { // engines put what comes last at the top
		d.loneTable(c, k, rows, alone)
	}
	for i := range slices.Backward(g.Nodes) {
		if !alone.has(int32(i)) {
			d.Box(*box(i))
		}
	}
	for _, l := range lines {
		if opts.Slide {
			l.label = slideLabel(l)
		}
		d.edge(l, g.Metric == convert.Samples)
	}
	d.Print("}\n")
	return d.B.Flush()
}
