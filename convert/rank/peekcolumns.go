package rank

import (
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/table"
)

// A peekRow is a caller or callee of a block's method, or the method itself.
type peekRow struct {
	*block
	relation string
	other    table.Cell // id of the caller or callee
	name     string     // its name
	edge     *peekEdge  // nil: the row of the method itself
	omitted  int        // callers or callees beyond the limit that it sums up
}

func (r *peekRow) count() table.Cell {
	switch {
	case r.edge == nil && r.of.known:
		return table.IntCell(r.of.total)
	case r.edge == nil || !r.edge.Known:
		return table.UnknownCell()
	}
	return table.IntCell(r.edge.Count)
}

func (r *peekRow) share() table.Cell {
	switch {
	case r.edge == nil, r.t.Metric == convert.Calls && r.relation == calleeRow: // entries of another method
		return table.Cell{}
	case !r.edge.Known:
		return table.UnknownCell()
	}
	return table.ShareCell(r.edge.Count, r.of.total)
}

func (r *peekRow) interval() table.Cell {
	if r.edge == nil {
		return table.Cell{}
	}
	return intervalCell(r.edge.Count, r.of.total, r.t.PerSample)
}

func (r *peekRow) hasSite() bool { return r.edge != nil && r.edge.bci != noBCI }

func (r *peekRow) bci() table.Cell {
	if !r.hasSite() {
		return table.Cell{}
	}
	return table.IntCell(int64(r.edge.bci))
}

func (r *peekRow) frequency() table.Cell {
	if !r.hasSite() {
		return table.Cell{}
	}
	if f, ok := r.edge.Frequency(); ok {
		return table.FloatCell(f)
	}
	return table.UnknownCell()
}

func (r *peekRow) coverage() table.Cell {
	if !r.hasSite() {
		return table.Cell{}
	}
	if part, ok := r.edge.Coverage(r.edge.callerEntries); ok {
		return table.FloatCell(part)
	}
	return table.UnknownCell()
}

// The columns of peek: those of samples, those of calls, and those that follow for both.
var (
	peekSampleColumns = []table.ColumnOf[*peekRow]{
		table.Of(table.Column{Key: "count", Heading: "samples", Kind: table.CountColumn, Unit: "samples", CSV: 5, Nullable: true,
			Doc: "Samples of the stacks with this call, once each; of the method, its total; of relation self, samples in its own frames."}, (*peekRow).count),
		table.Of(table.Column{Key: "share", Heading: "share", Kind: table.ShareColumn, CSV: 6, Nullable: true, Presence: table.Sometimes,
			Doc: "count as a part of the method's total; none for the method itself."}, (*peekRow).share),
		table.Of(table.Column{Key: "interval", Heading: "95%", Kind: table.IntervalColumn, Drop: 1, Presence: table.Sometimes,
			Doc: "95% Wilson interval of share."}, (*peekRow).interval),
	}
	peekCallColumns = []table.ColumnOf[*peekRow]{
		table.Of(table.Column{Key: "count", Heading: "entries", Kind: table.CountColumn, Unit: "method entries", CSV: 5, Nullable: true,
			Doc: "Entries of the callee through this site; of the method, all its entries."}, (*peekRow).count),
		table.Of(table.Column{Key: "share", Heading: "share", Kind: table.ShareColumn, Drop: 1, CSV: 6, Nullable: true, Presence: table.Sometimes,
			Doc: "Of callers: count as a part of the method's total."}, (*peekRow).share),
		table.Of(table.Column{Key: "frequency", Heading: "per call", Kind: table.FactorColumn, Drop: table.DropLast, CSV: 7, Nullable: true, Presence: table.Sometimes,
			Doc: "Calls per entry of the caller, over the contexts with both counts."}, (*peekRow).frequency),
		table.Of(table.Column{Key: "coverage", Heading: "coverage", Kind: table.ShareColumn, Drop: 2, CSV: 8, Nullable: true, Presence: table.Sometimes,
			Doc: "The share of the caller's entries in the contexts of frequency."}, (*peekRow).coverage),
		table.Of(table.Column{Key: "bci", Heading: "site", Kind: table.BCIColumn, CSV: 4, Presence: table.Sometimes,
			Doc: "The call site in the caller."}, (*peekRow).bci),
	}
	peekMethodColumns = []table.ColumnOf[*peekRow]{
		table.Of(table.Column{Key: "method", Kind: table.NameColumn, CSV: 1, Shared: true,
			Doc: "The method that matches."}, func(r *peekRow) table.Cell { return table.TextCell(r.block.name) }),
		table.Of(table.Column{Key: "id", Kind: table.IDColumn, Shared: true, Presence: table.Sometimes,
			Doc: "The method's id in this file."}, func(r *peekRow) table.Cell { return r.block.id }),
		table.Of(shared(signatureColumn), func(r *peekRow) table.Cell { return r.signature }),
		table.Of(table.Column{Key: "relation", Heading: "is", Kind: table.WordColumn, CSV: 2, Words: []string{callerRow, methodRow, selfRow, calleeRow},
			Doc: "The relation of the row to the method: caller or callee; method and self are the method itself."},
			func(r *peekRow) table.Cell { return table.TextCell(r.relation) }),
		table.Of(table.Column{Key: "other_id", Kind: table.IDColumn, Presence: table.Sometimes,
			Doc: "The id of the caller or callee in this file."}, func(r *peekRow) table.Cell { return r.other }),
		table.Of(table.Column{Key: "other", Heading: "method", Kind: table.NameColumn, CSV: 3,
			Doc: "The caller or callee."}, func(r *peekRow) table.Cell { return table.TextCell(r.name) }),
	}
)

// shared returns a column that has the same cell in all rows of a method.
func shared(c table.Column) table.Column {
	c.Shared = true
	return c
}

// peekTables is the definition of the tables of [Peek].
var peekTables = table.Definition{
	Name: "peek", Metrics: []convert.Metric{convert.Samples, convert.Calls},
	Facts: []table.Column{
		{Key: "pattern", Kind: table.NameColumn, Doc: "REGEXP."},
		{Key: "matched", Kind: table.CountColumn, Unit: "methods", Doc: "Methods whose names match."},
	},
	Columns: table.Columns(peekMethodColumns),
	Choices: []table.Choice{{table.Columns(peekSampleColumns), table.Columns(peekCallColumns)}},
	Parts:   "neighbours", PartsDoc: "Callers, the method itself, callees.", HasParts: true,
}
