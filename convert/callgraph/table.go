package callgraph

import (
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// Table returns the edges of a graph as a table, at most limit of them (0: all). Names are those that the graph was made
// with: programs tell methods that share one apart by their ids. The values of different evidence measure different
// things: the sum of a column means nothing.
//
// Of a comparison p and names do not matter. It has the base's counts as well, shares are of the run that has more at the
// same length, and what is in the base only has no count.
func (g *Graph) Table(p *iprof.Profile, names *convert.Names, limit int) *table.Table {
	t := &table.Table{
		Name: "graph", Title: "calls by evidence, then by count", Metric: g.Metric, Unit: "method entries", View: g.View,
		Notes: g.Notes,
		Columns: []table.Column{
			{Key: "caller", Heading: "caller", Kind: table.NameColumn}, {Key: "bci", Heading: "at", Kind: table.BCIColumn},
			{Key: "callee", Heading: "callee", Kind: table.NameColumn}, {Key: "evidence", Heading: "evidence", Kind: table.WordColumn},
			{Key: "count", Heading: "count", Kind: table.CountColumn}, {Key: "frequency", Heading: "calls/entry", Kind: table.FactorColumn},
			{Key: "coverage", Heading: "measured over", Kind: table.ShareColumn},
			{Key: "through", Kind: table.WordColumn},
			{Key: "caller_id", Kind: table.IDColumn}, {Key: "caller_signature", Kind: table.NameColumn},
			{Key: "callee_id", Kind: table.IDColumn}, {Key: "callee_signature", Kind: table.NameColumn},
		},
		CSV: []string{"caller", "bci", "callee", "evidence", "count", "frequency", "coverage"},
	}
	if g.Base != nil {
		addBaseColumns(t, g)
		p, names = g.since.Profile, g.since.names
	}
	records := "contexts"
	if g.Metric == convert.Samples {
		t.Unit, records = "samples", "stacks"
	}
	t.SetTally(g.Tally, records, g.Unused)
	if g.Base != nil {
		t.Doubts = append(t.Doubts, g.Base.Doubts...)
	}
	for i := range g.Edges {
		if limit > 0 && i == limit {
			t.Facts = append(t.Facts, table.Fact{Key: "left_out", Value: table.IntCell(int64(len(g.Edges) - limit))})
			break
		}
		t.Rows = append(t.Rows, g.row(p, names, &g.Edges[i]))
	}
	return t
}

func (g *Graph) row(p *iprof.Profile, names *convert.Names, e *Edge) table.Row {
	var caller, callerID, callerSignature, bci, frequency, coverage, through table.Cell
	if e.From >= 0 {
		caller, callerID, callerSignature = g.cells(p, names, e.From)
	}
	callee, calleeID, calleeSignature := g.cells(p, names, e.To)
	if e.SiteKnown {
		bci = table.IntCell(int64(e.Site))
	}
	count := table.UnknownCell()
	if e.Known {
		count = table.IntCell(e.Count)
	}
	if e.Evidence == InlinedEvidence {
		frequency, coverage = table.UnknownCell(), table.UnknownCell()
		if f, ok := e.Frequency(); ok {
			c, _ := e.Coverage()
			frequency, coverage = table.FloatCell(f), table.FloatCell(c)
		}
	}
	if e.Through {
		through = table.TextCell("hidden frames")
	}
	cells := []table.Cell{
		caller, bci, callee, table.TextCell(e.Evidence.String()), count, frequency, coverage, through,
		callerID, callerSignature, calleeID, calleeSignature,
	}
	if g.Base != nil {
		cells = append(cells, g.baseCells(e)...)
	}
	return table.Row{Cells: cells}
}

// addBaseColumns adds the columns of a comparison behind the others.
func addBaseColumns(t *table.Table, g *Graph) {
	t.Columns = append(t.Columns,
		table.Column{Key: "base_count", Heading: "base", Kind: table.CountColumn},
		table.Column{Key: "base_frequency", Kind: table.FactorColumn}, table.Column{Key: "base_coverage", Kind: table.ShareColumn},
		table.Column{Key: "change", Heading: "change", Kind: table.WordColumn},
		table.Column{Key: "factor", Heading: "×", Kind: table.FactorColumn},
		table.Column{Key: "base_share", Kind: table.ShareColumn}, table.Column{Key: "share", Kind: table.ShareColumn},
		table.Column{Key: "difference", Heading: "differs", Kind: table.ChangeColumn},
		table.Column{Key: "caller_base_id", Kind: table.IDColumn}, table.Column{Key: "callee_base_id", Kind: table.IDColumn},
		table.Column{Key: "caller_renamed_from", Kind: table.NameColumn}, table.Column{Key: "callee_renamed_from", Kind: table.NameColumn},
	)
	t.CSV = append(t.CSV, "base_count", "base_frequency", "base_coverage", "change", "factor", "base_share", "share", "difference")
	t.Notes = append(slices.Clone(t.Notes), g.Base.Notes...)
	t.Facts = append(t.Facts,
		table.Fact{Key: "base_entries", Value: table.IntCell(g.Base.Entries)}, table.Fact{Key: "base_samples", Value: table.IntCell(g.Base.Samples)},
		table.Fact{Key: "changed_nodes", Value: table.IntCell(int64(g.Base.Changed()))})
	if runs := g.since.calls; runs.Comparable() {
		t.Facts = append(t.Facts, table.Fact{Key: "length_ratio", Value: table.FloatCell(runs.Ratio)})
	}
}

// baseCells are the cells of those columns.
func (g *Graph) baseCells(e *Edge) []table.Cell {
	var frequency, coverage, word, factor, baseShare, share, difference, callerID, callerWas, calleeWas table.Cell
	count := table.UnknownCell()
	if e.Base.Known {
		count = table.IntCell(e.Base.Count)
	}
	if e.Evidence == InlinedEvidence {
		frequency, coverage = table.UnknownCell(), table.UnknownCell()
		if f, ok := e.Base.Frequency(); ok {
			c, _ := e.Base.Coverage()
			frequency, coverage = table.FloatCell(f), table.FloatCell(c)
		}
	}
	if c := e.Change; c != nil && c.Comparable {
		word = table.TextCell(c.Word())
		baseShare, share, difference = table.FloatCell(c.BaseShare), table.FloatCell(c.Share), table.FloatCell(c.Difference())
		if f, ok := c.Factor(); ok && !c.Gone {
			factor = table.FloatCell(f)
		}
	}
	if e.From >= 0 {
		callerID = g.idIn(compare.OldSide, e.From)
		if was := g.Nodes[e.From].Was; was != "" {
			callerWas = table.TextCell(was)
		}
	}
	if was := g.Nodes[e.To].Was; was != "" {
		calleeWas = table.TextCell(was)
	}
	return []table.Cell{count, frequency, coverage, word, factor, baseShare, share, difference, callerID, g.idIn(compare.OldSide, e.To), callerWas, calleeWas}
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

// cells are the name, id and signature of a node.
func (g *Graph) cells(p *iprof.Profile, names *convert.Names, i int32) (name, id, signature table.Cell) {
	n := &g.Nodes[i]
	name = table.TextCell(n.Name)
	if n.Slot >= 0 {
		m, listed := p.MethodAt(int(n.Slot))
		name, id = table.TextCell(names.Method(int(n.Slot))), table.IntCell(int64(m.ID))
		if g.since != nil {
			id = g.idIn(compare.NewSide, i)
		}
		if listed {
			signature = table.TextCell(convert.JVMSignature(p, m))
		}
	}
	return name, id, signature
}
