package convert

import (
	"slices"

	"github.com/iprof-viz/iprof-viz/iprof"
)

// Table returns the edges of a graph as a table, at most limit of them (0: all). Names are those that the graph was made
// with: programs tell methods that share one apart by their ids. The values of different evidence measure different
// things: the sum of a column means nothing.
//
// Of a comparison p and names do not matter. It has the base's counts as well, shares are of the run that has more at the
// same length, and what is in the base only has no count.
func (g *Graph) Table(p *iprof.Profile, names *Names, limit int) *Table {
	t := &Table{
		Name: "graph", Title: "calls by evidence, then by count", Metric: g.Metric, Unit: "method entries", View: g.View,
		Notes: g.Notes,
		Columns: []Column{
			{Key: "caller", Heading: "caller", Kind: NameColumn}, {Key: "bci", Heading: "at", Kind: BCIColumn},
			{Key: "callee", Heading: "callee", Kind: NameColumn}, {Key: "evidence", Heading: "evidence", Kind: WordColumn},
			{Key: "count", Heading: "count", Kind: CountColumn}, {Key: "frequency", Heading: "calls/entry", Kind: FactorColumn},
			{Key: "coverage", Heading: "measured over", Kind: ShareColumn},
			{Key: "through", Kind: WordColumn},
			{Key: "caller_id", Kind: IDColumn}, {Key: "caller_signature", Kind: NameColumn},
			{Key: "callee_id", Kind: IDColumn}, {Key: "callee_signature", Kind: NameColumn},
		},
		CSV: []string{"caller", "bci", "callee", "evidence", "count", "frequency", "coverage"},
	}
	if g.Base != nil {
		addBaseColumns(t, g)
		p, names = g.since.p, g.since.names
	}
	records := "contexts"
	if g.Metric == Samples {
		t.Unit, records = "samples", "stacks"
	}
	t.setTally(g.Tally, records, g.Unused)
	if g.Base != nil {
		t.Doubts = append(t.Doubts, g.Base.Doubts...)
	}
	for i := range g.Edges {
		if limit > 0 && i == limit {
			t.Facts = append(t.Facts, Fact{"left_out", IntCell(int64(len(g.Edges) - limit))})
			break
		}
		t.Rows = append(t.Rows, g.row(p, names, &g.Edges[i]))
	}
	return t
}

func (g *Graph) row(p *iprof.Profile, names *Names, e *GraphEdge) Row {
	var caller, callerID, callerSignature, bci, frequency, coverage, through Cell
	if e.From >= 0 {
		caller, callerID, callerSignature = g.cells(p, names, e.From)
	}
	callee, calleeID, calleeSignature := g.cells(p, names, e.To)
	if e.SiteKnown {
		bci = IntCell(int64(e.Site))
	}
	count := UnknownCell()
	if e.Known {
		count = IntCell(e.Count)
	}
	if e.Evidence == InlinedEvidence {
		frequency, coverage = UnknownCell(), UnknownCell()
		if f, ok := e.Frequency(); ok {
			c, _ := e.Coverage()
			frequency, coverage = FloatCell(f), FloatCell(c)
		}
	}
	if e.Through {
		through = TextCell("hidden frames")
	}
	cells := []Cell{
		caller, bci, callee, TextCell(e.Evidence.String()), count, frequency, coverage, through,
		callerID, callerSignature, calleeID, calleeSignature,
	}
	if g.Base != nil {
		cells = append(cells, g.baseCells(e)...)
	}
	return Row{Cells: cells}
}

// addBaseColumns adds the columns of a comparison behind the others.
func addBaseColumns(t *Table, g *Graph) {
	t.Columns = append(t.Columns,
		Column{Key: "base_count", Heading: "base", Kind: CountColumn},
		Column{Key: "base_frequency", Kind: FactorColumn}, Column{Key: "base_coverage", Kind: ShareColumn},
		Column{Key: "change", Heading: "change", Kind: WordColumn},
		Column{Key: "factor", Heading: "×", Kind: FactorColumn},
		Column{Key: "base_share", Kind: ShareColumn}, Column{Key: "share", Kind: ShareColumn},
		Column{Key: "difference", Heading: "differs", Kind: ChangeColumn},
		Column{Key: "caller_base_id", Kind: IDColumn}, Column{Key: "callee_base_id", Kind: IDColumn},
	)
	t.CSV = append(t.CSV, "base_count", "base_frequency", "base_coverage", "change", "factor", "base_share", "share", "difference")
	t.Notes = append(slices.Clone(t.Notes), g.Base.Notes...)
	t.Facts = append(t.Facts,
		Fact{"base_entries", IntCell(g.Base.Entries)}, Fact{"base_samples", IntCell(g.Base.Samples)},
		Fact{"changed_nodes", IntCell(int64(g.Base.Changed()))})
	if ratio := g.since.calls.ratio; ratio > 0 {
		t.Facts = append(t.Facts, Fact{"length_ratio", FloatCell(ratio)})
	}
}

// baseCells are the cells of those columns.
func (g *Graph) baseCells(e *GraphEdge) []Cell {
	var frequency, coverage, word, factor, baseShare, share, difference, callerID Cell
	count := UnknownCell()
	if e.Base.Known {
		count = IntCell(e.Base.Count)
	}
	if e.Evidence == InlinedEvidence {
		frequency, coverage = UnknownCell(), UnknownCell()
		if f, ok := e.Base.Frequency(); ok {
			c, _ := e.Base.Coverage()
			frequency, coverage = FloatCell(f), FloatCell(c)
		}
	}
	if c := e.Change; c != nil && c.Comparable {
		word = TextCell(c.Word())
		baseShare, share, difference = FloatCell(c.BaseShare), FloatCell(c.Share), FloatCell(c.Difference())
		if f, ok := c.Factor(); ok && !c.Gone {
			factor = FloatCell(f)
		}
	}
	if e.From >= 0 {
		callerID = g.idIn(oldSide, e.From)
	}
	return []Cell{count, frequency, coverage, word, factor, baseShare, share, difference, callerID, g.idIn(oldSide, e.To)}
}

// idIn returns the id of a node's method in one of the profiles that are compared.
func (g *Graph) idIn(side int, node int32) Cell {
	if slot := g.Nodes[node].Slot; slot >= 0 {
		if at := g.since.slots[side][slot]; at >= 0 {
			return IntCell(int64(g.since.sides[side].MethodIDAt(int(at))))
		}
	}
	return Cell{}
}

// cells are the name, id and signature of a node.
func (g *Graph) cells(p *iprof.Profile, names *Names, i int32) (name, id, signature Cell) {
	n := &g.Nodes[i]
	name = TextCell(n.Name)
	if n.Slot >= 0 {
		m, listed := p.MethodAt(int(n.Slot))
		name, id = TextCell(names.Method(int(n.Slot))), IntCell(int64(m.ID))
		if g.since != nil {
			id = g.idIn(newSide, i)
		}
		if listed {
			signature = TextCell(JVMSignature(p, m))
		}
	}
	return name, id, signature
}
