package convert

import "github.com/iprof-viz/iprof-viz/iprof"

// Table returns the edges of a graph as a table, at most limit of them (0: all). Names are those that the graph was made
// with: programs tell methods that share one apart by their ids. The values of different evidence measure different
// things: the sum of a column means nothing.
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
	records := "contexts"
	if g.Metric == Samples {
		t.Unit, records = "samples", "stacks"
	}
	t.setTally(g.Tally, records, g.Unused)
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
	return Row{Cells: []Cell{
		caller, bci, callee, TextCell(e.Evidence.String()), count, frequency, coverage, through,
		callerID, callerSignature, calleeID, calleeSignature,
	}}
}

// cells are the name, id and signature of a node.
func (g *Graph) cells(p *iprof.Profile, names *Names, i int32) (name, id, signature Cell) {
	n := &g.Nodes[i]
	name = TextCell(n.Name)
	if n.Slot >= 0 {
		m, listed := p.MethodAt(int(n.Slot))
		name, id = TextCell(names.Method(int(n.Slot))), IntCell(int64(m.ID))
		if listed {
			signature = TextCell(JVMSignature(p, m))
		}
	}
	return name, id, signature
}
