package page

import (
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render/internal/records"
)

// A SampleRow is a method with samples.
type SampleRow struct {
	ID            iprof.MethodID  `page:"id"`
	Self          int64           `page:"self"`
	Total         int64           `page:"total"`
	SelfShare     records.Derived `page:"self_share" rule:"self / ^base"`
	TotalShare    records.Derived `page:"total_share" rule:"total / ^base"`
	SelfInterval  *Interval       `page:"self_interval,optional"`
	TotalInterval *Interval       `page:"total_interval,optional"`
}

// An Interval is the 95% confidence interval of a share of samples.
type Interval struct {
	Low  float64 `page:"low"`
	High float64 `page:"high"`
}

// A CallRow is a method with entries.
type CallRow struct {
	ID           iprof.MethodID       `page:"id"`
	Entries      records.Maybe[int64] `page:"entries"`
	EntriesShare records.Derived      `page:"entries_share" rule:"entries / ^base"`
	RootCalls    records.Maybe[int64] `page:"root_calls"`
	InlinedCalls records.Maybe[int64] `page:"inlined_calls"`
	Contexts     int64                `page:"contexts"`
	// Contexts without a count: the entries are lower bounds.
	Uncounted int64 `page:"uncounted,optional"`
}

// An Edge is a call that the table of calls does not have: in samples, or through frames that are not shown.
type Edge struct {
	CallerID records.Maybe[iprof.MethodID] `page:"caller_id,optional"`
	Caller   string                        `page:"caller,optional" nameof:"caller_id"`
	CalleeID records.Maybe[iprof.MethodID] `page:"callee_id,optional"`
	Callee   string                        `page:"callee" nameof:"callee_id"`
	BCI      records.Maybe[iprof.BCI]      `page:"bci,optional"`
	// Of the source; absent: unknown. The same in other records.
	Line     int32                `page:"line,optional"`
	Evidence string               `page:"evidence" words:"inlined sampled"`
	Count    records.Maybe[int64] `page:"count"`
	Through  string               `page:"through,optional"`
}

// A Successor is a successor of a conditional.
type Successor struct {
	TargetBCI   iprof.BCI       `page:"target_bci"`
	Index       int32           `page:"index"`
	Count       int64           `page:"count"`
	Probability records.Derived `page:"probability" rule:"count / ^executions"`
	// Only of a conditional that ends a loop, for the way back or, with classes, the one that stays there: jumps back for each time that the
	// loop is entered; null: unknown.
	Trips *records.Maybe[float64] `page:"trips,optional"`
}

// A BranchRow is a conditional.
type BranchRow struct {
	ID         iprof.MethodID         `page:"id"`
	Method     string                 `page:"method" nameof:"id"`
	BCI        iprof.BCI              `page:"bci"`
	Line       int32                  `page:"line,optional"`
	Executions int64                  `page:"executions"`
	Share      records.Derived        `page:"share" rule:"executions / ^base"`
	PerEntry   records.Maybe[float64] `page:"per_entry"`
	Coverage   records.Maybe[float64] `page:"coverage"`
	Entropy    float64                `page:"entropy"`
	// Two numbers were read as one.
	Counts     string      `page:"counts,optional" words:"damaged"`
	Successors []Successor `page:"successors"`
}

// A TypeCount is a type of the objects at a site.
type TypeCount struct {
	Type  string          `page:"type"`
	Count int64           `page:"count"`
	Share records.Derived `page:"share" rule:"count / ^executions"`
}

// A TypeTable holds the sites of receivers or of instanceof, and their numbers by kind, for all code.
type TypeTable struct {
	Table[TypeRow]
	Monomorphic int64 `page:"monomorphic_sites"`
	Bimorphic   int64 `page:"bimorphic_sites"`
	Polymorphic int64 `page:"polymorphic_sites"`
	Megamorphic int64 `page:"megamorphic_sites"`
	Unknown     int64 `page:"unknown_sites"`
}

// NewTypeTable returns the sites of a table for a page.
func NewTypeTable(t *table.Table) *TypeTable {
	of := &TypeTable{Table: *NewTable[TypeRow](t)}
	fillFacts(of, t.Facts)
	return of
}

// A TypeRow is a virtual call or a type check.
type TypeRow struct {
	ID              iprof.MethodID  `page:"id"`
	Method          string          `page:"method" nameof:"id"`
	BCI             iprof.BCI       `page:"bci"`
	Line            int32           `page:"line,optional"`
	Executions      int64           `page:"executions"`
	ExecutionsShare records.Derived `page:"executions_share" rule:"executions / ^base"`
	Kind            string          `page:"kind"`
	// Two numbers were read as one.
	Counts    string `page:"counts,optional" words:"damaged"`
	Saturated bool   `page:"saturated"`
	// null: the profile lists none of the types.
	Entropy records.Maybe[float64] `page:"entropy"`
	Callees []NamedMethod          `page:"callees,optional"`
	Types   []TypeCount            `page:"types"`
}

// A NamedMethod is a method that may be missing from the profile.
type NamedMethod struct {
	ID     records.Maybe[iprof.MethodID] `page:"id,optional"`
	Method string                        `page:"method" nameof:"id"`
}

// methodOf returns a method of the list in a cell.
func methodOf(f table.Frame) NamedMethod {
	return NamedMethod{records.KnownIf(iprof.MethodID(f.ID.Int), f.ID.Kind == table.Int), f.Method}
}

// A MonitorRow is a type of locks.
type MonitorRow struct {
	ID    records.Maybe[iprof.TypeID] `page:"id,optional"`
	Type  string                      `page:"type"`
	Count int64                       `page:"count"`
	Share records.Derived             `page:"share" rule:"count / ^base"`
}
