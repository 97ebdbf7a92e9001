package rank

import (
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/convert/table"
)

// A peekRow is a caller or callee of a method, or the method itself.
type peekRow struct {
	*peekWriter
	edge     *peekEdge // nil: the row of an unknown or summed caller or callee
	group    int32     // group of the method
	other    int32     // group of the caller or callee, or of the method itself; or fromNowhere and so on
	omitted  int32     // number of callers or callees beyond the limit that it sums up
	relation relation
}

func (r *peekRow) of() *peekMethod { return &r.methods[r.group] }

// name returns the name of the caller or callee, or of the method itself.
func (r *peekRow) name() string {
	switch {
	case r.omitted > 0:
		return table.More(int(r.omitted), r.relation.String()+"s")
	case r.relation == selfRow:
		return selfName
	case r.other == fromUnknown:
		return r.graph.OutsideName(r.of().entered, r.Names)
	}
	return r.nameOf(r.other, r.Name)
}

// signature returns the signature of the method; None if the group is not a method.
func (r *peekRow) signature() table.Cell {
	slot := r.Groups[r.group].Slot
	if slot < 0 {
		return table.Cell{}
	}
	m, _ := r.Profile.MethodAt(int(slot))
	return table.TextCell(convert.JVMSignature(r.Profile, m))
}

// value returns the row's count; false: the file has none.
func (r *peekRow) value() (count int64, known bool) {
	switch {
	case r.relation == methodRow:
		return r.of().total, r.of().known
	case r.relation == selfRow:
		return r.of().self, true
	case r.other == fromUnknown:
		return r.of().outside.Figure(), r.of().rootKnown
	case r.edge.stayed:
		return r.edge.calls.Figure(), r.edge.calls.Execution().Bound != code.None
	}
	return r.edge.Count, r.edge.Known
}

// damaged reports whether the count includes one that is two numbers read as one.
func (r *peekRow) damaged() bool {
	switch {
	case r.relation == methodRow:
		return r.of().damaged
	case r.other == fromUnknown:
		return r.of().damagedRoot
	}
	return r.edge != nil && r.edge.damaged
}

func (r *peekRow) count() table.Cell {
	if n, known := r.value(); known {
		return table.IntCell(n)
	}
	return table.UnknownCell()
}

func (r *peekRow) share() table.Cell {
	if r.relation == methodRow || r.t.Metric == convert.Calls && r.relation == calleeRow { // entries of another method
		return table.Cell{}
	}
	if n, known := r.value(); known {
		cell := table.ShareCell(n, r.of().total)
		if r.of().partly { // of more entries, it is less
			if r.mark() == "≥" {
				return table.UnknownCell()
			}
			return cell.Marked("≤")
		}
		if n != r.of().total || r.mark() != "≥" { // there are no more than all
			cell.Mark = r.mark()
		}
		return cell
	}
	return table.UnknownCell()
}

// mark returns the mark of a bound; "": the count is none.
func (r *peekRow) mark() string {
	if c, ok := r.callCount(); ok {
		return countOf(c).Mark
	}
	return ""
}

// interval is empty in the row for the rest: its count adds up the samples of several calls, which may be on the same stack, so its
// share is not the probability of an event and may be above 1.
func (r *peekRow) interval() table.Cell {
	if r.relation == methodRow || r.omitted > 0 {
		return table.Cell{}
	}
	n, _ := r.value()
	return intervalCell(n, r.of().total, r.t.PerSample)
}

func (r *peekRow) hasSite() bool { return r.edge != nil && r.edge.bci != noBCI }

func (r *peekRow) bci() table.Cell {
	if !r.hasSite() {
		return table.Cell{}
	}
	return withLine(table.IntCell(int64(r.edge.bci)), r.line())
}

// caller returns the slot of the method that the row's call site is in.
func (r *peekRow) caller() int32 {
	if r.edge.from < 0 {
		return convert.NoSlot
	}
	return r.Groups[r.edge.from].Slot
}

// line returns the source line of the call site.
func (r *peekRow) line() int { return r.lines.Line(r.caller(), r.edge.bci) }

// ofSite leaves a cell out of rows without a call site.
func (r *peekRow) ofSite(cell func() table.Cell) table.Cell {
	if !r.hasSite() {
		return table.Cell{}
	}
	return cell()
}

func (r *peekRow) frequency() table.Cell {
	if !r.hasSite() {
		return table.Cell{}
	}
	if r.edge.certain {
		return r.perEntry()
	}
	if f, ok := r.edge.Frequency(); ok { // of the inlined calls, which were counted
		return table.FloatCell(f)
	}
	return table.UnknownCell()
}

// perEntry is the rate over all entries of the caller, and so as sure as the count; frequency is measured over a part of them.
func (r *peekRow) perEntry() table.Cell {
	if !r.hasSite() {
		return table.Cell{}
	}
	count, ok := r.callCount()
	if !ok && r.edge.Known {
		count = calls.Count{Range: code.Range{Low: r.edge.Count, High: r.edge.Count}}
	}
	return perEntry(count, r.edge.callerEntries, (ok || r.edge.Known) && !r.edge.callerPartly)
}

func (r *peekRow) coverage() table.Cell {
	if !r.hasSite() {
		return table.Cell{}
	}
	if r.edge.certain && r.perEntry().Kind != table.Unknown {
		if c, ok := r.callCount(); ok && !c.Execution().Plain() { // a bound was not measured
			return table.UnknownCell()
		}
		return table.FloatCell(1)
	}
	if part, ok := r.edge.Coverage(r.edge.callerEntries); ok && !r.edge.certain {
		cell := table.FloatCell(part)
		if r.edge.callerPartly {
			cell.Mark = "≤"
		}
		return cell
	}
	return table.UnknownCell()
}

// The columns of peek: for samples, for calls, and those that follow for both.
var (
	peekSampleColumns = []table.ColumnOf[*peekRow]{
		table.Of(table.Column{Key: "count", Heading: "samples", Kind: table.CountColumn, Unit: "samples", CSV: 5, Nullable: true,
			Doc: "Samples of stacks with this call, counted once per stack; of the method, its total; of relation self, its self samples."}, (*peekRow).count),
		table.Of(table.Column{Key: "share", Heading: "share", Kind: table.ShareColumn, CSV: 6, Nullable: true, Presence: table.Sometimes,
			Doc: "count as a share of the method's total; none for the method itself."}, (*peekRow).share),
		table.Of(table.Column{Key: "interval", Heading: "95%", Kind: table.IntervalColumn, Drop: 1, Presence: table.Sometimes,
			Doc: "95% Wilson interval of share; none for the rest, in which a sample may count several times."}, (*peekRow).interval),
	}
	peekCallColumns = []table.ColumnOf[*peekRow]{
		table.Of(table.Column{Key: "count", Heading: "entries", Kind: table.CountColumn, Unit: "method entries", CSV: 5, Nullable: true,
			Doc: "Entries of the callee through this site, inlined or not; of the method, all its entries. A bound if bound says so; null if unknown."},
			table.MarkDamaged((*peekRow).countCell, (*peekRow).damaged)),
		table.Of(table.Column{Key: "share", Heading: "share", Kind: table.ShareColumn, Drop: 1, CSV: 6, Nullable: true, Presence: table.Sometimes,
			Doc: "Of callers: count as a share of the method's total."}, (*peekRow).share),
		table.Of(table.Column{Key: "frequency", Heading: "per entry", Kind: table.FactorColumn, Drop: table.DropLast, CSV: 7, Nullable: true, Presence: table.Sometimes,
			Doc: "Calls per entry of the caller, over the contexts with both counts; if the call was not inlined everywhere, over all."}, (*peekRow).frequency),
		table.Of(table.Column{Key: "per_entry", Heading: "×entry", Kind: table.FactorColumn, Drop: table.DropLast, Nullable: true, Presence: table.Sometimes, ForPeople: true, Instead: "frequency",
			Doc: "Calls per entry of the caller, of all its entries, as in calls."}, (*peekRow).perEntry),
		table.Of(table.Column{Key: "coverage", Heading: "measured", Kind: table.ShareColumn, Drop: 2, CSV: 8, Nullable: true, Presence: table.Sometimes, Qualifies: "frequency",
			Doc: "The share of the caller's entries in the contexts that frequency is measured in: unknown for the others, and of a bound."}, (*peekRow).coverage),
		table.Of(table.Column{Key: "bci", Heading: "site", Kind: table.BCIColumn, CSV: 4, Presence: table.Sometimes,
			Doc: "The call site in the caller."}, (*peekRow).bci),
		table.Of(table.Column{Key: "bound", Kind: table.WordColumn, Words: bounds, CSV: 9, Presence: table.Sometimes,
			Doc: "How sure count is: exact; unless_thrown: if every call and check on the way returned normally, otherwise an upper bound; at_least; at_most; empty: unknown."}, (*peekRow).boundCell),
		table.Of(table.Column{Key: "evidence", Heading: "evidence", Kind: table.WordColumn, Words: callEvidence(), Drop: 3, CSV: 10, Presence: table.Sometimes,
			Doc: "What the callee of a call is known by, as in calls: inlined, receivers, code, hierarchy, dynamic, unknown."}, (*peekRow).evidenceCell),
		table.DamageColumn(11, (*peekRow).damaged),
	}
	peekMethodColumns = []table.ColumnOf[*peekRow]{
		table.Of(table.Column{Key: "method", Kind: table.NameColumn, CSV: 1, Shared: true,
			Doc: "The method that matches."}, func(r *peekRow) table.Cell { return table.TextCell(r.Name(r.Groups[r.group])) }),
		table.Of(table.Column{Key: "id", Kind: table.IDColumn, Shared: true, Presence: table.Sometimes,
			Doc: "The method's id in this file."}, func(r *peekRow) table.Cell { return r.id(r.group) }),
		table.Of(shared(signatureColumn), func(r *peekRow) table.Cell { return r.signature() }),
		table.Of(table.Column{Key: "relation", Heading: "is", Kind: table.WordColumn, CSV: 2, Words: []string{callerRow.String(), methodRow.String(), selfRow.String(), calleeRow.String()},
			Doc: "The relation of the row to the method: caller or callee; method and self are the method itself."},
			func(r *peekRow) table.Cell { return table.TextCell(r.relation.String()) }),
		table.Of(table.Column{Key: "other_id", Kind: table.IDColumn, Presence: table.Sometimes,
			Doc: "The id of the caller or callee in this file."}, func(r *peekRow) table.Cell { return r.id(r.other) }),
		table.Of(table.Column{Key: "other", Heading: "method", Kind: table.NameColumn, CSV: 3,
			Doc: "The caller or callee."}, func(r *peekRow) table.Cell { return table.TextCell(r.name()) }),
	}
)

// peekLineColumns are the columns of the source lines of calls.
var peekLineColumns = []table.ColumnOf[*peekRow]{
	table.Of(lineColumn(4, "the line of the call site"), func(r *peekRow) table.Cell {
		return r.ofSite(func() table.Cell { return lineCell(r.line()) })
	}),
	table.Of(fileColumn("the source file of the call site"), func(r *peekRow) table.Cell {
		return r.ofSite(func() table.Cell { return table.TextOrNone(r.lines.File(r.caller())) })
	}),
}

// peekTables returns the definition of the tables of [Peek].
func peekTables() table.Definition {
	return table.Definition{
		Name: "peek", Metrics: []convert.Metric{convert.Samples, convert.Calls},
		Facts: []table.Column{
			{Key: "pattern", Kind: table.NameColumn, Doc: "REGEXP."},
			{Key: "matched", Kind: table.CountColumn, Unit: "methods", Doc: "Methods whose names match."},
		},
		Columns: table.Columns(peekMethodColumns, peekLineColumns),
		Choices: []table.Choice{{table.Columns(peekSampleColumns), table.Columns(peekCallColumns)}},
		Parts:   "neighbors", PartsDoc: "Callers, the method itself, callees.", HasParts: true,
	}
}
