package callgraph

import (
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/table"
)

// Table returns the edges of a graph as a table, at most limit of them (0: all). Names are those that the graph was made
// with: programs tell methods that share one apart by their ids. The values of different evidence measure different
// things: the sum of a column means nothing.
//
// That of a comparison has the base's counts as well, shares are of the run that has more at the
// same length, and what is in the base only has no count.
func (g *Graph) Table(limit int) *table.Table {
	t := Definition.New(g.Metric, g.View)
	t.Title, t.Notes = "calls by evidence, then by count", g.Notes
	columns := edgeColumns
	if g.Base != nil {
		columns = slices.Concat(edgeColumns, baseColumns)
		g.addBase(t)
	}
	row := table.Declare(t, columns)
	records := "contexts"
	if g.Metric == convert.Samples {
		t.Unit, t.PerSample, records = g.SampleUnit, g.PerSample, "stacks"
	}
	t.SetTally(g.Tally, records, g.Unmatched)
	if g.Base != nil {
		t.Doubts = append(t.Doubts, g.Base.Doubts...)
	}
	for i := range g.Edges {
		if limit > 0 && i == limit {
			t.AddFact("left_out", table.IntCell(int64(len(g.Edges)-limit)))
			break
		}
		t.Rows = append(t.Rows, row(&edgeRow{&g.Edges[i], g}))
	}
	return t
}

// idIn returns the id of a node's method in one of the profiles that are compared.
func (g *Graph) idIn(side int, node int32) table.Cell {
	if slot := g.Nodes[node].Slot; slot >= 0 {
		if at := g.since.slots[side][slot]; at >= 0 {
			return table.IntCell(int64(g.since.Sides[side].Profile.MethodIDAt(int(at))))
		}
	}
	return table.Cell{}
}
