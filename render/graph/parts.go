package graph

import (
	"github.com/iprof-viz/iprof-viz/convert/callgraph"
	"github.com/iprof-viz/iprof-viz/render/dot"
	"github.com/iprof-viz/iprof-viz/render/drawing"
	"github.com/iprof-viz/iprof-viz/render/internal/numbers"
)

// PartsOf returns the parts for [DOT].
func PartsOf(g *callgraph.Graph, opts dot.Options) drawing.Parts {
	names := map[string][]drawing.SearchName{}
	lines, alone := drawnGraph(g)
	c := newCosts(g, lines)
	weights := c.weights()
	add := func(id string, i int32) {
		n := &g.Nodes[i]
		tooltip := nodeTooltip(c, i)
		if g.Base != nil {
			tooltip = changedTooltip(g, n)
		}
		names[id] = append(names[id], drawing.SearchName{Name: n.Plain, Signature: n.Signature, Tooltip: drawing.VisibleLines(tooltip), Opened: openedBox(c, n), Weight: weights[i]})
	}
	for part, rows := range tableParts(alone) {
		names[tableID(part)] = []drawing.SearchName{{}} // of the table's head
		for _, i := range rows {
			add(tableID(part), i)
		}
	}
	for i := range g.Nodes {
		if !alone.has(int32(i)) {
			add(dot.NodeID(int32(i)), int32(i))
		}
	}
	opened := map[string]*drawing.Opened{}
	for i := range lines {
		if o := openedLine(c, &lines[i]); o != nil {
			opened[drawing.LineKey(dot.NodeID(lines[i].from), dot.NodeID(lines[i].to))] = o
		}
	}
	return drawing.Parts{Names: names, Lines: opened, Legend: callGraphLegend(c, lines, alone, opts), Slide: opts.Slide}
}

// PartsOfUnits returns the parts for [UnitsDOT].
func PartsOfUnits(u *callgraph.Units, opts dot.Options) drawing.Parts {
	names := map[string][]drawing.SearchName{}
	for k := range u.Units {
		for i, c := range u.Units[k].Contexts {
			names[contextID(int32(k), int32(i))] = []drawing.SearchName{{Name: c.Plain, Signature: c.Signature, Weight: numbers.ShareOf(c.Entries, u.Entries)}}
		}
	}
	return drawing.Parts{Names: names, Legend: unitsLegend(u, unitsHeat(u), opts), Slide: opts.Slide}
}
