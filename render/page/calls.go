package page

import (
	"iter"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render/internal/fitname"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
	"github.com/iprof-viz/iprof-viz/render/internal/records"
)

// A CallsPart holds the calls of a profile, those that stayed calls first, and the entries that none of them accounts for.
type CallsPart struct {
	Table[SiteCall]
	// With class files; otherwise only inlined calls and receiver types are known.
	Classes bool `page:"classes"`
	// With a log of the compiler of the optimized image.
	Log bool `page:"log"`
	// The sum of the calls beyond the limit; null: none of them is known, or there are none.
	LeftOutCalls records.Maybe[int64] `page:"left_out_calls"`
	LeftOutBound string               `page:"left_out_bound,optional" words:"exact unless_thrown at_least at_most"`
	Entered      []Entered            `page:"entered"`
	// Entries that none of the calls accounts for, at most.
	FromOutside int64 `page:"from_outside"`
}

// A SiteCall is a call site with a method that it calls.
type SiteCall struct {
	ID     iprof.MethodID `page:"id"`
	Caller string         `page:"caller" nameof:"id"`
	BCI    iprof.BCI      `page:"bci"`
	Line   int32          `page:"line,optional"`
	// Absent: not a method of the profile, or not one method.
	TargetID records.Maybe[iprof.MethodID] `page:"target_id,optional"`
	Target   string                        `page:"target" nameof:"target_id"`
	// Absent: unknown without a class file.
	Kind     string               `page:"kind,optional" words:"static special virtual interface dynamic"`
	Evidence string               `page:"evidence" words:"inlined receivers code hierarchy dynamic unknown"`
	Calls    records.Maybe[int64] `page:"calls"`
	// How sure the calls are; absent: unknown. The same for those that stayed calls.
	Bound       string               `page:"bound,optional" words:"exact unless_thrown at_least at_most"`
	Stayed      records.Maybe[int64] `page:"stayed"`
	StayedBound string               `page:"stayed_bound,optional" words:"exact unless_thrown at_least at_most"`
	Inlined     int64                `page:"inlined"`
	Share       records.Derived      `page:"share" rule:"calls / ^base"`
	// Of the calls; null if only inlined ones are known: others may have stayed calls.
	InlinedShare records.Derived `page:"inlined_share" rule:"inlined / calls if stayed"`
	// In the target's own frame, called from there; absent: none.
	Samples int64 `page:"samples,optional"`
	// What may have kept it from being inlined.
	Facts string `page:"facts,optional"`
	// The outcome in the optimized image; absent: there is no log of its compiler.
	Optimized string `page:"optimized,optional"`
	// The compiler's words.
	Reason string `page:"reason,optional"`
	// Copies of the caller with a call left.
	Left int64 `page:"left,optional"`
}

// An Entered is about the entries of a compilation root that no known call accounts for.
type Entered struct {
	ID iprof.MethodID `page:"id"`
	// null: the profile has no count of them.
	Count records.Maybe[int64] `page:"count"`
	Bound string               `page:"bound,optional" words:"exact unless_thrown at_least at_most"`
	// For the caller: <outside: launcher>.
	Name string `page:"name"`
	// The method that the name ends with.
	CallerID records.Maybe[iprof.MethodID] `page:"caller_id,optional"`
	// Why the method has fewer entries than calls, to follow its name.
	Contradiction string `page:"contradiction,optional"`
}

// NewCalls returns the calls of a table, and the entries that they do not account for.
func NewCalls(t *table.Table, g *calls.Graph, names *convert.Names, outside iter.Seq[calls.Outside]) *CallsPart {
	of := &CallsPart{Table: *NewTable[SiteCall](t), Classes: g.Classes, FromOutside: t.FactOf("from_outside")}
	for i := range of.Rows {
		of.Rows[i].Reason = words.CompilerReason(of.Rows[i].Reason)
	}
	if t.Rest != nil {
		of.LeftOut = int64(t.Rest.Omitted)
		rest := NewTable[restOfCalls](&table.Table{Columns: t.Columns, Rows: []table.Row{*t.Rest}}).Rows[0]
		of.LeftOutCalls, of.LeftOutBound = rest.Calls, rest.Bound
	}
	n := 0
	for range outside {
		n++
	}
	of.Entered = make([]Entered, 0, n) // of 100,000 roots; a list that grows would be there twice, when a report takes most memory
	for o := range outside {
		e := o.Entries.Execution()
		entered := Entered{
			ID: names.Profile.MethodIDAt(int(o.Slot)), Count: records.KnownIf(e.Count, o.Known && e.Bound != code.None),
			Name: fitname.Bound(plaintext.Visible(o.Name)), Contradiction: o.Contradiction,
		}
		if o.Known {
			entered.Bound = e.Bound.String()
		}
		if o.Caller >= 0 {
			entered.CallerID = records.KnownIf(names.Profile.MethodIDAt(int(o.Caller)), true)
		}
		of.Entered = append(of.Entered, entered)
	}
	return of
}

// restOfCalls is the sum of the rows beyond a limit.
type restOfCalls struct {
	Calls records.Maybe[int64] `page:"calls"`
	Bound string               `page:"bound,optional"`
}
