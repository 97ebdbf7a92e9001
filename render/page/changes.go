package page

import (
	"github.com/iprof-viz/iprof-viz/convert/diff"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render/internal/records"
)

// A Difference is what changed since the base.
type Difference struct {
	Title    string         `page:"title"`
	Headline *Headline      `page:"headline,optional"`
	Notes    []string       `page:"notes"`
	Caveats  []string       `page:"caveats"`
	Sections ChangeSections `page:"sections"`
}

// A Headline says how much the runs differ as a whole.
type Headline struct {
	// 35.1% fewer samples.
	Amount string `page:"amount"`
	// For as many calls; "": unknown.
	Work string `page:"work"`
	// Whether the new run was faster, as far as profiles say it; "": Others, or values that are no time.
	Faster string `page:"faster"`
	About  string `page:"about"`
	// The amount says that the profiles are probably of different programs.
	Others bool `page:"others,optional"`
}

// ChangeSections are the kinds of records that both profiles have.
type ChangeSections struct {
	Samples *ChangeTable[MethodChange] `page:"samples,optional"`
	// Of the same samples with callees, once per stack.
	Totals     *ChangeTable[MethodChange] `page:"totals,optional"`
	Calls      *ChangeTable[MethodChange] `page:"calls,optional"`
	Branches   *ChangeTable[SiteChange]   `page:"branches,optional"`
	Receivers  *ChangeTable[SiteChange]   `page:"receivers,optional"`
	InstanceOf *ChangeTable[SiteChange]   `page:"instanceof,optional"`
	Inlining   *ChangeTable[UnitChange]   `page:"inlining,optional"`
}

// A ChangeTable holds the changes of a kind of record.
type ChangeTable[R any] struct {
	Table[R]
	Title string `page:"title"`
	// Like base, of the old profile.
	OldBase int64 `page:"old_base"`
	// The number of changes, including those beyond the limit.
	Groups int64 `page:"groups"`
	// Differences that do not count as changes.
	WithinNoise int64 `page:"within_noise"`
	// The row order: change of their share.
	Order string `page:"order"`
	// For sites: those that only the base executed.
	OnlyOld int64 `page:"only_old"`
	// For sites: those that only the profile executed.
	OnlyNew int64 `page:"only_new"`
	// For methods: the length of the new run, as a multiple of the old one.
	LengthRatio records.Maybe[float64] `page:"length_ratio"`
}

// A MethodChange is the change of a method's self samples, of its total samples, or of its entries.
type MethodChange struct {
	// In this profile.
	ID records.Maybe[iprof.MethodID] `page:"id,optional"`
	// In the base.
	OldID  records.Maybe[int32] `page:"old_id,optional"`
	Method string               `page:"method" nameof:"id"`
	Change string               `page:"change"`
	// Absent: no such record.
	Old records.Maybe[int64] `page:"old,optional"`
	New records.Maybe[int64] `page:"new,optional"`
	// Of entries: they are lower bounds, and the change is of the same contexts, or of this size or larger.
	OldAtLeast bool `page:"old_at_least,optional"`
	NewAtLeast bool `page:"new_at_least,optional"`
	// The count is as large as before, within noise: only the share changed, as the total did.
	ShareOnly bool `page:"share_only,optional"`
	// Of the larger run after normalization.
	OldShare   float64 `page:"old_share"`
	NewShare   float64 `page:"new_share"`
	Difference float64 `page:"difference"`
	// New / old normalized for run length.
	Factor records.Derived `page:"factor" rule:"new_share / old_share if new"`
}

// A SiteChange is the change of a conditional, a virtual call or a type check.
type SiteChange struct {
	ID            records.Maybe[iprof.MethodID] `page:"id,optional"`
	OldID         records.Maybe[int32]          `page:"old_id,optional"`
	Method        string                        `page:"method" nameof:"id"`
	BCI           iprof.BCI                     `page:"bci"`
	Change        string                        `page:"change"`
	OldExecutions int64                         `page:"old_executions"`
	NewExecutions int64                         `page:"new_executions"`
	// Of the executions.
	Moved      float64           `page:"moved"`
	OldKind    string            `page:"old_kind,optional"`
	NewKind    string            `page:"new_kind,optional"`
	Successors []SuccessorChange `page:"successors,optional"`
	Types      []TypeChange      `page:"types,optional"`
}

// A PartChange is the change of a part of a site's executions. null: unknown, because the type may be one that a file does not
// name.
type PartChange struct {
	Old        records.Maybe[int64] `page:"old"`
	New        records.Maybe[int64] `page:"new"`
	OldShare   records.Derived      `page:"old_share" rule:"old / ^old_executions"`
	NewShare   records.Derived      `page:"new_share" rule:"new / ^new_executions"`
	Difference records.Derived      `page:"difference" rule:"new_share - old_share"`
}

// A SuccessorChange is the change of a conditional's successor.
type SuccessorChange struct {
	TargetBCI iprof.BCI `page:"target_bci"`
	PartChange
}

// A TypeChange is the change of a type at a site.
type TypeChange struct {
	Type string `page:"type"`
	PartChange
}

// A UnitChange is the change of a compilation unit.
type UnitChange struct {
	// The root first, each followed by those inlined into it.
	Nodes []CopyChange `page:"nodes"`
}

// A CopyChange is the change of a copy in a unit.
type CopyChange struct {
	ID     records.Maybe[iprof.MethodID] `page:"id,optional"`
	OldID  records.Maybe[int32]          `page:"old_id,optional"`
	Method string                        `page:"method" nameof:"id"`
	Depth  int32                         `page:"depth"`
	BCI    records.Maybe[iprof.BCI]      `page:"bci,optional"`
	Change string                        `page:"change" words:"same gone new changed"`
	// null: no count there. Absent: not there.
	Old *records.Maybe[int64] `page:"old,optional"`
	New *records.Maybe[int64] `page:"new,optional"`
	// New / old, normalized for run length, if both have a count.
	Factor records.Maybe[float64] `page:"factor"`
	// For a new or removed copy: inclusive.
	Copies int64 `page:"copies,optional"`
}

// NewDifference returns a difference for a page, given the changes of total samples as well; nil: no samples.
func NewDifference(d *diff.Difference, totals *table.Table) *Difference {
	of := &Difference{Title: d.Title, Notes: d.Notes, Caveats: d.Caveats}
	if h := d.Headline(); h != nil {
		of.Headline = &Headline{h.Amount, h.Work, h.Faster, h.About, h.Others}
	}
	for _, t := range d.Tables {
		switch t.Name {
		case diff.Samples.String():
			of.Sections.Samples = newChangeTable[MethodChange](t)
		case diff.Calls.String():
			of.Sections.Calls = newChangeTable[MethodChange](t)
		case diff.Branches.String():
			of.Sections.Branches = newChangeTable[SiteChange](t)
		case diff.Receivers.String():
			of.Sections.Receivers = newChangeTable[SiteChange](t)
		case diff.InstanceOf.String():
			of.Sections.InstanceOf = newChangeTable[SiteChange](t)
		case diff.Inlining.String():
			of.Sections.Inlining = newChangeTable[UnitChange](t)
		}
	}
	if totals != nil {
		of.Sections.Totals = newChangeTable[MethodChange](totals)
	}
	return of
}

func newChangeTable[R any](t *table.Table) *ChangeTable[R] {
	of := &ChangeTable[R]{Table: *NewTable[R](t), Title: t.Title}
	fillFacts(of, t.Facts)
	return of
}
