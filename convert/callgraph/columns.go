package callgraph

import (
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/convert/table"
)

// An edgeRow is an edge of a graph.
type edgeRow struct {
	*Edge
	g *Graph
}

// name returns the name of a node; without the disambiguation of the graph, if it is a method.
func (r *edgeRow) name(node int32) table.Cell {
	switch node {
	case UnknownCaller:
		return table.Cell{}
	case HiddenCaller:
		return table.TextCell(convert.HiddenCaller)
	}
	n := &r.g.Nodes[node]
	if n.Slot >= 0 {
		return table.TextCell(r.g.names.Method(int(n.Slot)))
	}
	return table.TextCell(n.Name)
}

// id returns the id of a node's method.
func (r *edgeRow) id(node int32) table.Cell {
	if node < 0 || r.g.Nodes[node].Slot < 0 {
		return table.Cell{}
	}
	if r.g.since != nil {
		return r.g.idIn(compare.NewSide, node)
	}
	return table.IntCell(int64(r.g.profile.MethodIDAt(int(r.g.Nodes[node].Slot))))
}

// baseID returns the id of a node's method in the base.
func (r *edgeRow) baseID(node int32) table.Cell {
	if node < 0 {
		return table.Cell{}
	}
	return r.g.idIn(compare.OldSide, node)
}

// renamedFrom returns the name of a node's method in the base, if it was renamed.
func (r *edgeRow) renamedFrom(node int32) table.Cell {
	if node < 0 || r.g.Nodes[node].Was == "" {
		return table.Cell{}
	}
	return table.TextCell(r.g.Nodes[node].Was)
}

func (r *edgeRow) signature(node int32) table.Cell {
	if node >= 0 && r.g.Nodes[node].Slot >= 0 {
		if m, listed := r.g.profile.MethodAt(int(r.g.Nodes[node].Slot)); listed {
			return table.TextCell(convert.JVMSignature(r.g.profile, m))
		}
	}
	return table.Cell{}
}

func countCell(count int64, known bool) table.Cell {
	if !known {
		return table.UnknownCell()
	}
	return table.IntCell(count)
}

func (r *edgeRow) count() table.Cell {
	return countCell(r.Count, r.Known).Marked(r.Bound.Mark())
}

// rate returns a cell with a frequency or coverage; None for edges that are not calls of counts.
func (r *edgeRow) rate(of func() (float64, bool)) table.Cell {
	if r.Evidence != InlinedEvidence && r.Evidence != CalledEvidence {
		return table.Cell{}
	}
	if f, ok := of(); ok {
		return table.FloatCell(f)
	}
	return table.UnknownCell()
}

// change leaves a cell out of edges without a comparable change.
func change(cell func(*Change) table.Cell) func(*edgeRow) table.Cell {
	return func(r *edgeRow) table.Cell {
		if c := r.Change; c != nil && c.Comparable {
			return cell(c)
		}
		return table.Cell{}
	}
}

// ofBounds says which counts are lower bounds.
func ofBounds(counts func(*edgeRow) *EdgeCounts) func(*edgeRow) table.Cell {
	return func(r *edgeRow) table.Cell {
		if c := counts(r); c.Known && c.Partly {
			return table.BoolCell(true)
		}
		return table.Cell{}
	}
}

const nodeDoc = "a method, or a group with --by; <VM> for code of the VM in the view user."

// lineColumns are the columns of the source lines of edges.
var lineColumns = []table.ColumnOf[*edgeRow]{
	table.Of(table.Column{Key: "line", Kind: table.IDColumn, CSV: 2, Nullable: true, Presence: table.Sometimes,
		Doc: "With --classpath: the line of the call site; null if it is unknown."}, func(r *edgeRow) table.Cell {
		line := r.g.Line(r.Edge)
		switch {
		case !r.SiteKnown:
			return table.Cell{}
		case line == 0:
			return table.UnknownCell()
		}
		return table.IntCell(int64(line))
	}),
	table.Of(table.Column{Key: "file", Kind: table.NameColumn, Presence: table.Sometimes,
		Doc: "With --classpath: the source file of the call site, if it is known."}, func(r *edgeRow) table.Cell {
		if !r.SiteKnown {
			return table.Cell{}
		}
		if file := r.g.Lines.File(r.g.Nodes[r.From].Slot); file != "" {
			return table.TextCell(file)
		}
		return table.Cell{}
	}),
}

// edgeColumns are the columns of edges.
var edgeColumns = []table.ColumnOf[*edgeRow]{
	table.Of(table.Column{Key: "caller", Heading: "caller", Kind: table.NameColumn, CSV: 1, Presence: table.Sometimes,
		Doc: "The caller: " + nodeDoc + " None with unknown evidence; <hidden> where the view or a filter hides all callers."}, func(r *edgeRow) table.Cell { return r.name(r.From) }),
	table.Of(table.Column{Key: "bci", Heading: "at", Kind: table.BCIColumn, CSV: 2, Presence: table.Sometimes,
		Doc: "The call site in the caller, if the caller is a method."}, func(r *edgeRow) table.Cell {
		if !r.SiteKnown {
			return table.Cell{}
		}
		return table.IntCell(int64(r.Site))
	}),
	table.Of(table.Column{Key: "callee", Heading: "callee", Kind: table.NameColumn, CSV: 3,
		Doc: "The callee: " + nodeDoc}, func(r *edgeRow) table.Cell { return r.name(r.To) }),
	table.Of(table.Column{Key: "evidence", Heading: "evidence", Kind: table.WordColumn, CSV: 4,
		Words: []string{InlinedEvidence.String(), CalledEvidence.String(), SampledEvidence.String(), UnknownEvidence.String()},
		Doc: "inlined: exact count of the callee's entries there; called: calls that were not inlined; sampled: stacks with the call, counted once per stack; " +
			"unknown: entries of a compilation root that no call accounts for. inlined, called and unknown add up to the callee's entries, within the bounds."}, func(r *edgeRow) table.Cell { return table.TextCell(r.Evidence.String()) }),
	table.Of(table.Column{Key: "count", Heading: "count", Kind: table.CountColumn, Unit: "method entries or samples, by evidence", CSV: 5, Nullable: true,
		Doc: "The count of the evidence; null if the file has none, or only the base has the edge."},
		(*edgeRow).count),
	table.Of(table.Column{Key: "frequency", Heading: "calls/entry", Kind: table.FactorColumn, CSV: 6, Nullable: true, Presence: table.Sometimes,
		Doc: "Calls per entry of the caller, over the contexts with both counts."}, func(r *edgeRow) table.Cell { return r.rate(r.Frequency) }),
	table.Of(table.Column{Key: "coverage", Heading: "measured over", Kind: table.ShareColumn, CSV: 7, Nullable: true, Presence: table.Sometimes,
		Doc: "The share of the caller's entries in the contexts of frequency."}, func(r *edgeRow) table.Cell { return r.rate(r.Coverage) }),
	table.Of(table.Column{Key: "through", Kind: table.WordColumn, Words: []string{"hidden frames"}, Presence: table.Sometimes,
		Doc: "Only if frames between caller and callee are hidden."}, func(r *edgeRow) table.Cell {
		if !r.Through {
			return table.Cell{}
		}
		return table.TextCell("hidden frames")
	}),
	table.Of(table.Column{Key: "caller_id", Kind: table.IDColumn, Presence: table.Sometimes,
		Doc: "The caller's id in this file."}, func(r *edgeRow) table.Cell { return r.id(r.From) }),
	table.Of(table.Column{Key: "caller_signature", Kind: table.NameColumn, Presence: table.Sometimes,
		Doc: "The caller as the JVM writes it."}, func(r *edgeRow) table.Cell { return r.signature(r.From) }),
	table.Of(table.Column{Key: "callee_id", Kind: table.IDColumn, Presence: table.Sometimes,
		Doc: "The callee's id in this file."}, func(r *edgeRow) table.Cell { return r.id(r.To) }),
	table.Of(table.Column{Key: "callee_signature", Kind: table.NameColumn, Presence: table.Sometimes,
		Doc: "The callee as the JVM writes it."}, func(r *edgeRow) table.Cell { return r.signature(r.To) }),
}

// boundColumns are the columns of graphs that are not compared.
var boundColumns = []table.ColumnOf[*edgeRow]{
	table.Of(table.Column{Key: "bound", Kind: table.WordColumn, CSV: 8, Presence: table.Sometimes,
		Words: []string{code.None.String(), code.Exact.String(), code.UnlessThrown.String(), code.AtLeast.String(), code.AtMost.String()},
		Doc:   "How sure count is: exact; unless_thrown: if every call and check on the way returned normally, otherwise an upper bound; at_least; at_most; empty: unknown."},
		func(r *edgeRow) table.Cell {
			switch {
			case r.Evidence == SampledEvidence:
				return table.Cell{}
			case !r.Known:
				return table.TextCell(code.None.String())
			case r.Evidence == InlinedEvidence:
				return table.TextCell(code.Exact.String())
			}
			return table.TextCell(r.Bound.String())
		}),
}

// baseColumns are the columns that a comparison adds to those of edges.
var baseColumns = []table.ColumnOf[*edgeRow]{
	table.Of(table.Column{Key: "base_count", Heading: "base", Kind: table.CountColumn, Unit: "method entries or samples, by evidence", CSV: 8,
		Nullable: true, Presence: table.Sometimes,
		Doc: "With --base: the count in the base; null if it has none there."}, func(r *edgeRow) table.Cell { return countCell(r.Base.Count, r.Base.Known) }),
	table.Of(table.Column{Key: "base_frequency", Kind: table.FactorColumn, CSV: 9, Nullable: true, Presence: table.Sometimes,
		Doc: "With --base: frequency in the base."}, func(r *edgeRow) table.Cell { return r.rate(r.Base.Frequency) }),
	table.Of(table.Column{Key: "base_coverage", Kind: table.ShareColumn, CSV: 10, Nullable: true, Presence: table.Sometimes,
		Doc: "With --base: coverage in the base."}, func(r *edgeRow) table.Cell { return r.rate(r.Base.Coverage) }),
	table.Of(table.Column{Key: "change", Heading: "change", Kind: table.WordColumn, Words: []string{"same", "more", "fewer", "new", "gone"}, CSV: 11,
		Presence: table.Sometimes,
		Doc:      "With --base. same: no significant change; new, gone: in one profile only, significant or not. None where a count is missing."},
		change(func(c *Change) table.Cell { return table.TextCell(c.Word()) })),
	table.Of(table.Column{Key: "factor", Heading: "×", Kind: table.FactorColumn, CSV: 12, Presence: table.Sometimes,
		Doc: "With --base: the count as a multiple of the base count, normalized for run length, other than samples with --change count."}, change(func(c *Change) table.Cell {
		if f, ok := c.Factor(); ok && !c.Gone {
			return table.FloatCell(f)
		}
		return table.Cell{}
	})),
	table.Of(table.Column{Key: "base_share", Kind: table.ShareColumn, CSV: 13, Presence: table.Sometimes,
		Doc: "With --base: the edge's share in the base, of all entries or samples of the larger run after normalization for run length."},
		change(func(c *Change) table.Cell { return table.FloatCell(c.BaseShare) })),
	table.Of(table.Column{Key: "share", Kind: table.ShareColumn, CSV: 14, Presence: table.Sometimes,
		Doc: "With --base: the same share in the profile."}, change(func(c *Change) table.Cell { return table.FloatCell(c.Share) })),
	table.Of(table.Column{Key: "difference", Heading: "points", Kind: table.ChangeColumn, CSV: 15, Presence: table.Sometimes,
		Doc: "With --base: share - base_share."}, change(func(c *Change) table.Cell { return table.FloatCell(c.Difference()) })),
	table.Of(table.Column{Key: "at_least", Kind: table.FlagColumn, CSV: 16, Presence: table.Sometimes,
		Doc: "With --base: true if count is a lower bound, as contexts without a count are left out. There is a change only if both counts leave out the same contexts, " +
			"or if those left out can only add to it: factor and difference are then bounds as well."},
		ofBounds(func(r *edgeRow) *EdgeCounts { return &r.EdgeCounts })),
	table.Of(table.Column{Key: "base_at_least", Kind: table.FlagColumn, CSV: 17, Presence: table.Sometimes,
		Doc: "With --base: the same of base_count."}, ofBounds(func(r *edgeRow) *EdgeCounts { return r.Base })),
	table.Of(table.Column{Key: "base_bci", Kind: table.BCIColumn, Presence: table.Sometimes,
		Doc: "With --base: the call site in the base, if it is at another bytecode index there, as after a change of the code before it. " +
			"Sites are paired in order if the caller has as many for this callee in one profile only as in the other."}, func(r *edgeRow) table.Cell {
		if !r.SiteKnown || r.BaseSite == r.Site {
			return table.Cell{}
		}
		return table.IntCell(int64(r.BaseSite))
	}),
	table.Of(table.Column{Key: "caller_base_id", Kind: table.IDColumn, Presence: table.Sometimes,
		Doc: "With --base: the caller's id in the base."}, func(r *edgeRow) table.Cell { return r.baseID(r.From) }),
	table.Of(table.Column{Key: "callee_base_id", Kind: table.IDColumn, Presence: table.Sometimes,
		Doc: "With --base: the callee's id in the base."}, func(r *edgeRow) table.Cell { return r.baseID(r.To) }),
	table.Of(table.Column{Key: "caller_renamed_from", Kind: table.NameColumn, Presence: table.Sometimes,
		Doc: "With --base: the caller's name in the base, if it was renamed."}, func(r *edgeRow) table.Cell { return r.renamedFrom(r.From) }),
	table.Of(table.Column{Key: "callee_renamed_from", Kind: table.NameColumn, Presence: table.Sometimes,
		Doc: "With --base: the callee's name in the base, if it was renamed."}, func(r *edgeRow) table.Cell { return r.renamedFrom(r.To) }),
}

// Definition is the definition of the tables of graphs.
var Definition = table.Definition{
	Name: "graph", Metrics: []convert.Metric{convert.Samples, convert.Calls},
	Facts: []table.Column{
		{Key: "base_entries", Kind: table.CountColumn, Unit: "method entries", Presence: table.Sometimes,
			Doc: "With --base: the method entries of the old profile, the one of --base, that the view and the filters keep. Not to be confused with base, the new profile's part, which all tables have."},
		{Key: "base_samples", Kind: table.CountColumn, Unit: "samples", Presence: table.Sometimes,
			Doc: "With --base: the same of its samples."},
		{Key: "changed_nodes", Kind: table.CountColumn, Unit: "nodes", Presence: table.Sometimes,
			Doc: "With --base: the number of nodes that changed, by the metric."},
		{Key: "length_ratio", Kind: table.FactorColumn, Presence: table.Sometimes,
			Doc: "With --base: the run length as a multiple of the old profile's, in entries. Shares are normalized for run length."},
		{Key: "left_out", Kind: table.CountColumn, Unit: "edges", Presence: table.Sometimes, Doc: "Edges beyond --limit."},
	},
	Columns: table.Columns(edgeColumns, boundColumns, lineColumns, baseColumns),
}
