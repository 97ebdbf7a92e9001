package rank

import (
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/convert/optimized"
	"github.com/iprof-viz/iprof-viz/convert/sourceline"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A callRow is a target of a site, or the sum of several.
type callRow struct {
	callSum
	outcome optimized.Outcome
	table   *callTable
	name    string // of a row that is not a call
	site    *calls.Site
	target  *calls.Target
}

// ofCall leaves a cell out of rows that are not a call.
func ofCall(cell func(*callRow) table.Cell) func(*callRow) table.Cell {
	return func(r *callRow) table.Cell {
		if r.site == nil {
			return table.Cell{}
		}
		return cell(r)
	}
}

// bounds are the words for bounds.
var bounds = []string{code.None.String(), code.Exact.String(), code.UnlessThrown.String(), code.AtLeast.String(), code.AtMost.String()}

// callSiteColumns returns the columns of calls.
func callSiteColumns(p *iprof.Profile, lines *sourceline.Lines, log bool) []table.ColumnOf[*callRow] {
	columns := []table.ColumnOf[*callRow]{
		table.Of(table.Column{Key: "stayed", Heading: "stayed", Kind: table.CountColumn, Unit: "calls", CSV: 12, Drop: table.DropLast, Nullable: true,
			Doc: "Calls that stayed calls: the rest was inlined. At most all calls of a target that the profile does not count. Null if nothing is known."},
			table.MarkDamaged(func(r *callRow) table.Cell { return countOf(r.stayed) }, func(r *callRow) bool { return r.damagedStayed })),
		table.Of(table.Column{Key: "stayed_bound", Kind: table.WordColumn, Words: bounds, CSV: 13, Doc: "How sure stayed is, like bound."},
			func(r *callRow) table.Cell { return table.TextCell(r.stayed.Execution().Bound.String()) }),
		table.Of(table.Column{Key: "calls", Heading: "calls", Kind: table.CountColumn, Unit: "calls", CSV: 6, Drop: 5, Nullable: true,
			Doc: "All calls, inlined or not. Null if nothing is known."},
			table.MarkDamaged(func(r *callRow) table.Cell { return countOf(r.calls) }, func(r *callRow) bool { return r.damaged })),
		table.Of(table.Column{Key: "bound", Kind: table.WordColumn, Words: bounds, CSV: 7,
			Doc: "How sure calls is: exact; unless_thrown: if every call and check on the way returned normally, otherwise an upper bound; at_least; at_most; empty: nothing is known."},
			func(r *callRow) table.Cell { return table.TextCell(r.calls.Execution().Bound.String()) }),
		table.DamageColumn(14, func(r *callRow) bool { return r.damaged }),
		table.Of(table.Column{Key: "share", Heading: "share", Kind: table.ShareColumn, Above1: true, Drop: 4, CSV: 9, Nullable: true, Presence: table.InRows,
			Doc: "calls as a share of base, the entries of all methods; null without any, and if calls is null. Calls of methods that the profile does not have are not among these, so that it may be above 1."},
			ofCall((*callRow).share)),
		table.Of(table.Column{Key: "per_entry", Heading: "×entry", Kind: table.FactorColumn, Drop: 3, Nullable: true, Presence: table.InRows,
			Doc: "calls per entry of the caller, of all its entries, and so as sure as calls; null if the file has no count of the caller."}, ofCall((*callRow).perEntry)),
		table.Of(table.Column{Key: "inlined", Kind: table.CountColumn, Unit: "calls", CSV: 8, Doc: "Of calls, those that were inlined."},
			func(r *callRow) table.Cell { return table.IntCell(r.inlined) }),
		table.Of(table.Column{Key: "inlined_share", Heading: "inlined", Kind: table.ShareColumn, Drop: 6, Nullable: true,
			Doc: "inlined as a share of calls: at most this if calls is at least so many, at least this if it is at most so many. Null without any, if no call is known to have stayed one and more may have been made, and of a target that the profile does not count."},
			(*callRow).inlinedShare),
		table.Of(table.Column{Key: "kind", Heading: "kind", Kind: table.WordColumn, Words: callKinds(), Drop: 2, Presence: table.InRows,
			Doc: "The instruction; empty: unknown without a class file."}, ofCall(func(r *callRow) table.Cell { return table.TextCell(r.site.Kind.String()) })),
		table.Of(table.Column{Key: "evidence", Heading: "evidence", Kind: table.WordColumn, Words: callEvidence(), CSV: 5, Drop: 1, Presence: table.InRows,
			Doc: "What the target is known by: inlined: in all of its contexts; receivers: receiver types; code: the only method the instruction can call; " +
				"hierarchy: the only one among the classes given; dynamic: the lambda of a receiver type; unknown."},
			ofCall(func(r *callRow) table.Cell { return table.TextCell(r.target.Evidence.String()) })),
	}
	if p.Records(iprof.Samples) > 0 {
		columns = append(columns, table.Of(samplesBelowColumn, func(r *callRow) table.Cell { return table.IntCell(r.samples) }))
	}
	if log {
		columns = append(columns,
			table.Of(logColumns.optimized, ofCall(func(r *callRow) table.Cell { return table.TextCell(r.outcome.String()) })),
			table.Of(logColumns.copies, ofCall(func(r *callRow) table.Cell { return table.IntCell(int64(r.outcome.Copies)) })),
			table.Of(logColumns.left, ofCall(func(r *callRow) table.Cell { return table.IntCell(int64(r.outcome.Stayed())) })),
			table.Of(logColumns.outcome, ofCall(func(r *callRow) table.Cell { return table.TextCell(r.outcome.String()) })),
			table.Of(logColumns.compiler, ofCall(func(r *callRow) table.Cell { return table.TextOrNone(words.CompilerReason(r.outcome.Reason)) })))
	}
	columns = append(columns,
		table.Of(table.Column{Key: "caller", Heading: "caller", Kind: table.NameColumn, CSV: 1,
			Doc: "The method of the site, or the name of a row that is not a call: the calls beyond the limit."}, (*callRow).caller),
		table.Of(table.Column{Key: "bci", Heading: "at", Kind: table.BCIColumn, CSV: 2, Presence: table.InRows, Doc: "The site's place in the caller."},
			ofCall(func(r *callRow) table.Cell {
				return (&siteFacts{bci: r.site.BCI, file: lines.File(r.site.Slot), line: lines.Line(r.site.Slot, r.site.BCI)}).at()
			})),
		table.Of(lineColumn(3, "the line of the source file"), ofCall(func(r *callRow) table.Cell { return lineCell(lines.Line(r.site.Slot, r.site.BCI)) })),
		table.Of(table.Column{Key: "id", Kind: table.IDColumn, Presence: table.InRows, Doc: "The caller's id in this file."},
			ofCall(func(r *callRow) table.Cell { return table.IntCell(int64(p.MethodIDAt(int(r.site.Slot)))) })),
		table.Of(inRows(signatureColumn), ofCall(func(r *callRow) table.Cell {
			m, _ := p.MethodAt(int(r.site.Slot))
			return table.TextCell(convert.JVMSignature(p, m))
		})),
		table.Of(table.Column{Key: "target", Heading: "callee", Kind: table.NameColumn, CSV: 4, Presence: table.InRows,
			Doc: "The method that is called; <other types>: methods of types beyond those that the profiler keeps; <any METHOD>: one that implements or overrides it; TYPE.?: a method of the type, whose name a log of the optimized image may have: the type may inherit it; <generated code> of invokedynamic; <unknown>."},
			ofCall(func(r *callRow) table.Cell {
				return table.TextCell(r.table.opts.targetName(r.table.names, r.site, r.target.Callee))
			})),
		table.Of(table.Column{Key: "target_id", Kind: table.IDColumn, Presence: table.Sometimes, Doc: "The target's id in this file."},
			ofCall(func(r *callRow) table.Cell {
				if r.target.Callee.Slot < 0 {
					return table.Cell{}
				}
				return table.IntCell(int64(p.MethodIDAt(int(r.target.Callee.Slot))))
			})),
		table.Of(placeColumn("caller"), ofCall(func(r *callRow) table.Cell {
			return table.TextOrNone((&siteFacts{file: lines.File(r.site.Slot), line: lines.Line(r.site.Slot, r.site.BCI)}).place())
		})),
		table.Of(table.Column{Key: "facts", Heading: "facts", Kind: table.NameColumn, Below: "target", Presence: table.Sometimes,
			Doc: "Of a virtual call that the optimized image left: the types it is made on, and what a test for them would save. Of calls that were not all inlined: what may have kept them from it, none of which is the compiler's reason; what is unknown, and counts that contradict the entries of the target."}, ofCall((*callRow).facts)),
	)
	if log {
		columns = append(columns, table.Of(logColumns.reason, ofCall(func(r *callRow) table.Cell { return table.TextOrNone(r.outcome.Reason) })))
	}
	if lines != nil {
		columns = append(columns, table.Of(fileColumn("the source file of the caller"), ofCall(func(r *callRow) table.Cell { return table.TextOrNone(lines.File(r.site.Slot)) })))
	}
	return columns
}

// samplesBelowColumn is the column of the samples of a call.
var samplesBelowColumn = table.Column{Key: "samples", Heading: "samples", Kind: table.CountColumn, Unit: "samples", Drop: 7, Presence: table.Sometimes,
	Doc: "Samples in the target's own frame, called from there, without those in its callees. If the target is unknown, samples in frames of all others that the call entered."}

// The columns of calls with a log of the compiler.
var logColumns = struct{ optimized, copies, left, reason, outcome, compiler table.Column }{
	optimized: table.Column{Key: "optimized", Kind: table.NameColumn, CSV: 10, Presence: table.Sometimes,
		Doc: "With --optlog: the outcome of the call in the copies of its caller, which is compiled for itself and inlined into others: inlined, call, virtual call, removed; caller not in the log."},
	copies: table.Column{Key: "copies", Kind: table.CountColumn, Unit: "copies", Presence: table.Sometimes,
		Doc: "With --optlog: copies of the caller in the optimized image; 0: it is not in the log."},
	left: table.Column{Key: "left", Kind: table.CountColumn, Unit: "copies", Presence: table.Sometimes, Doc: "Of copies, those with a call left, direct or virtual."},
	reason: table.Column{Key: "reason", Kind: table.NameColumn, CSV: 11, Presence: table.Sometimes,
		Doc: "With --optlog: the compiler's last reason, of a copy in which the call stayed if there is one. Its words change between versions."},

	// Both below the call in text, and so in full, before what else is said of it.
	outcome:  table.Column{Key: "outcome", Heading: "optimized", Kind: table.NameColumn, Below: "target", Label: "optimized: ", ForPeople: true, Presence: table.Sometimes},
	compiler: table.Column{Key: "compiler", Heading: "reason", Kind: table.NameColumn, Below: "target", Label: "compiler: ", ForPeople: true, Presence: table.Sometimes},
}

func (r *callRow) share() table.Cell {
	if r.calls.Execution().Bound == code.None {
		return table.UnknownCell()
	}
	cell := table.ShareCell(r.calls.Figure(), r.table.Base)
	if r.calls.Figure() == 0 && cell.Kind != table.Unknown {
		cell.Mark = countOf(r.calls).Mark // people read that at least none as unknown
	}
	return cell
}

// inlinedShare returns the share of the calls that were inlined. Of calls of which only inlined ones are known it is unknown, not all:
// others may have stayed calls.
func (r *callRow) inlinedShare() table.Cell {
	e := r.calls.Execution()
	if e.Bound == code.AtLeast && r.stayed.Execution().Bound == code.None || r.target != nil && r.table.graph.LacksCount(r.target.Callee) {
		return table.UnknownCell()
	}
	cell := table.ShareCell(r.inlined, e.Count)
	switch {
	case r.inlined == 0:
	case e.Bound == code.AtLeast:
		cell.Mark = "≤"
	case e.Bound.Mark() != "":
		cell.Mark = "≥"
	}
	return cell
}

func (r *callRow) perEntry() table.Cell {
	entries := r.table.entries[r.site.Slot]
	return perEntry(r.calls, entries, entries > 0)
}

// perEntry is the cell of calls per entry of the caller, of all its entries, and so as sure as the calls.
func perEntry(c calls.Count, entries int64, known bool) table.Cell {
	if rate, ok := c.PerEntry(entries, known); ok {
		return table.FloatCell(rate).Marked(countOf(c).Mark)
	}
	return table.UnknownCell()
}

func (r *callRow) caller() table.Cell {
	if r.site == nil {
		return table.TextCell(r.name)
	}
	return table.TextCell(r.table.names.Method(int(r.site.Slot)))
}

func (r *callRow) facts() table.Cell {
	texts := r.typeFacts()
	if r.target.MayInherit() { // first: a small screen cuts the rest, and has no room for the note that says more
		texts = append(texts, "perhaps inherited")
	}
	for _, f := range r.table.graph.Facts(r.site, r.target) {
		texts = append(texts, f.Text)
	}
	if missing := r.site.Reason == calls.NoClassFile && !r.table.graph.Classes; r.target.Evidence == calls.NoEvidence && r.site.Reason != calls.NoReason && !missing { // a note says that none were given
		why := r.site.Reason.String()
		if lacksJDK(r.site) {
			why = "its class is in the JDK: --jdk DIR"
		}
		texts = append(texts, why)
	}
	if slot := r.target.Callee.Slot; slot >= 0 && r.stayed.Figure() > 0 {
		if text := r.table.graph.Entered[slot].Contradiction(); text != "" {
			texts = append(texts, text)
		}
	}
	return table.TextOrNone(strings.Join(texts, "; "))
}

// typeFacts says which types a virtual call that the optimized image left is made on, and what a test for them would save.
func (r *callRow) typeFacts() []string {
	if r.outcome.Indirect == 0 || len(r.target.Types) == 0 {
		return nil
	}
	const most = 3
	var types []string
	for _, id := range r.target.Types[:min(most, len(r.target.Types))] {
		types = append(types, r.table.names.Type(id))
	}
	text := strings.Join(types, ", ")
	if more := len(r.target.Types) - len(types); more > 0 {
		text += " and " + words.Count(int64(more), "other type")
	}
	var all calls.Count
	for i := range r.site.Targets {
		all = all.Plus(r.site.Targets[i].Calls)
	}
	share := words.Percent(float64(r.target.Calls.Figure()) / float64(max(1, all.Figure())))
	if r.site.Saturated && all.Execution().Bound == code.AtLeast { // types beyond those that the profiler keeps have calls, too
		share = "at most " + share
	}
	switch {
	case len(r.site.Targets) == 1 && !r.site.Saturated:
		return []string{"only on " + text + ": a type test would make all calls direct"}
	case len(r.target.Types) == 1:
		return []string{"on " + text + ": a type test would make " + share + " of the calls direct"}
	}
	return []string{"on " + text + ": type tests would make " + share + " of the calls direct"}
}

func callKinds() []string {
	var all []string
	for k := calls.UnknownKind; k <= calls.Dynamic; k++ {
		all = append(all, k.String())
	}
	return all
}

func callEvidence() []string {
	var all []string
	for e := calls.Inlined; e <= calls.NoEvidence; e++ {
		all = append(all, e.String())
	}
	return all
}

// callTables returns the definition of the table of [Calls].
func callTables() table.Definition {
	return table.Definition{
		Name: "calls", Metrics: []convert.Metric{convert.Calls},
		Facts: []table.Column{
			{Key: "sort", Kind: table.WordColumn, Words: CallOrders, Doc: "The order of the calls; stayed: how many stayed calls."},
			{Key: "calls", Kind: table.CountColumn, Unit: "calls", Doc: "Targets of sites that the view and the filters keep."},
			{Key: "chosen", Kind: table.CountColumn, Unit: "calls", Doc: "Of these, the targets that the other flags select."},
			{Key: "from_outside", Kind: table.CountColumn, Unit: "method entries", Doc: "Entries that no known call accounts for: by the VM, threads, reflection, native code, code without class files."},
		},
		Columns: append(table.Columns(callSiteColumns(&iprof.Profile{}, nil, true)), samplesBelowColumn, fileColumn("the source file of the caller")),
		RestDoc: "The calls beyond the limit.",
	}
}
