package callgraph

import (
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/table"
)

// Table returns the edges of a graph as a table, at most limit of them (0: all). The graph must have been made with this profile
// and these names; methods with the same name are distinguished by their ids. Counts of different evidence measure different
// things: the sum of a column means nothing.
//
// The table of a comparison has the counts of the base as well; shares are of the larger run after normalization; and edges that
// only the base has have no count.
func (g *Graph) Table(limit int) *table.Table {
	t := Definition.New(g.Metric, g.View)
	t.Title, t.Notes = "calls by evidence, then by count", g.Notes
	columns := slices.Concat(edgeColumns, boundColumns)
	if g.Base != nil {
		columns = slices.Concat(edgeColumns, baseColumns)
		g.addBase(t)
	}
	if g.Lines != nil {
		columns = append(columns, lineColumns...)
	}
	row := table.DeclareLate(t, columns)
	records := "contexts"
	if g.Metric == convert.Samples {
		t.Unit, t.PerSample, records = g.SampleUnit, g.PerSample, "stacks"
	}
	t.SetTally(g.Tally, records)
	t.Application = g.Application
	if g.Base != nil {
		t.Caveats = append(t.Caveats, g.Base.Caveats...)
	}
	t.Rows = make([]table.Row, 0, len(g.Edges))
	for i := range g.Edges {
		if limit > 0 && i == limit {
			t.AddFact("left_out", table.IntCell(int64(len(g.Edges)-limit)))
			break
		}
		t.Rows = append(t.Rows, row(edgeRow{&g.Edges[i], g}))
	}
	return t
}

// idIn returns the id of a node's method in one of the two profiles of a comparison.
func (g *Graph) idIn(side int, node int32) table.Cell {
	if slot := g.Nodes[node].Slot; slot >= 0 {
		if at := g.since.slots[side][slot]; at >= 0 {
			return table.IntCell(int64(g.since.Sides[side].Profile.MethodIDAt(int(at))))
		}
	}
	return table.Cell{}
}
