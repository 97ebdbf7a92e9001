package page

import (
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/convert/inlining"
	"github.com/iprof-viz/iprof-viz/convert/sites"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render/internal/records"
)

// Units are compilation units.
type Units struct {
	// All method entries that a page shows.
	Base      int64    `page:"base"`
	Notes     []string `page:"notes"`
	UnitCount int      `page:"unit_count"`
	// Units beyond the limit.
	LeftOut LeftOutUnits `page:"left_out"`
	// Application units first, then by descending entries.
	Units []Unit `page:"units"`
}

// LeftOutUnits are units beyond a limit.
type LeftOutUnits struct {
	Units     int   `page:"units"`
	Inclusive int64 `page:"inclusive"`
}

// A Unit is a compilation root and everything inlined into it.
type Unit struct {
	// Entries of all instances.
	Inclusive records.Maybe[int64] `page:"inclusive"`
	Share     records.Derived      `page:"share" rule:"inclusive / ^base"`
	// The number of instances, including those that are not listed.
	Size int `page:"size"`
	// The kinds of code that only instances have that are not listed: 1 << kind for each.
	OtherKinds int `page:"other_kinds,optional"`
	// The root first, each directly followed by those below it.
	Instances []Instance `page:"instances"`
}

// An Instance is a method at a place in a unit.
type Instance struct {
	// The parent's place in the list; null: it is the root.
	Parent records.Maybe[int32]          `page:"parent"`
	Depth  int32                         `page:"depth"`
	BCI    records.Maybe[iprof.BCI]      `page:"bci"`
	Line   int                           `page:"line,optional"`
	ID     records.Maybe[iprof.MethodID] `page:"id,optional"`
	Method string                        `page:"method" nameof:"id"`
	// Counted in this inlining context; of the optimized image, if they are certain.
	Entries records.Maybe[int64] `page:"entries"`
	// Otherwise their upper or lower bound.
	Most  records.Maybe[int64] `page:"most,optional"`
	Least records.Maybe[int64] `page:"least,optional"`
	// The kind of its code; absent: that of the method in the profile.
	Kind convert.Kind `page:"kind,optional"`
	// The instrumented image did not inline it there.
	New bool `page:"new,optional"`
	// Calls per entry of its caller.
	Frequency records.Derived `page:"frequency" rule:"entries / parent.entries"`
	// Including inlined callees.
	Inclusive records.Maybe[int64] `page:"inclusive"`
	Share     records.Derived      `page:"share" rule:"inclusive / ^inclusive"`
	Hidden    int32                `page:"hidden_frames,optional"`
	// Inlined callees that are not listed.
	Pruned         *Pruned `page:"pruned,optional"`
	*InstanceSites         // nil: none; most of a million instances have none
}

// InstanceSites are what an instance has records of, apart from entries.
type InstanceSites struct {
	Conditionals []Conditional `page:"conditionals,optional"`
	Receivers    []TypesAt     `page:"receivers,optional"`
	InstanceOf   []TypesAt     `page:"instanceof,optional"`
	// That the compiler of the optimized image left, most first.
	Calls []LeftCall `page:"calls,optional"`
}

// A LeftCall is a call that is left in the optimized image.
type LeftCall struct {
	BCI    iprof.BCI                     `page:"bci"`
	Line   int                           `page:"line,optional"`
	ID     records.Maybe[iprof.MethodID] `page:"id,optional"`
	Method string                        `page:"method" nameof:"id"`
	// Of all copies of the caller, if it is a bound.
	Calls   records.Maybe[int64] `page:"calls"`
	Bound   string               `page:"bound,optional" words:"exact at_least at_most unless_thrown"`
	Outcome string               `page:"outcome"`
	// The compiler's last reason.
	Reason string `page:"reason,optional"`
}

// The number of pruned instances.
type Pruned struct {
	Sites     int                  `page:"sites"`
	Instances int                  `page:"instances"`
	Inclusive records.Maybe[int64] `page:"inclusive"`
}

// A Conditional is a branch in an instance.
type Conditional struct {
	BCI        iprof.BCI   `page:"bci"`
	Line       int         `page:"line,optional"`
	Executions int64       `page:"executions"`
	Successors []Successor `page:"successors"`
}

// A TypesAt is a virtual call or a type check in an instance.
type TypesAt struct {
	BCI        iprof.BCI   `page:"bci"`
	Line       int         `page:"line,optional"`
	Executions int64       `page:"executions"`
	Kind       string      `page:"kind"`
	Saturated  bool        `page:"saturated"` // executions are at least these, and shares of them at most
	Types      []TypeCount `page:"types"`
}

// NewUnits returns units for a page.
func NewUnits(in *inlining.Trees) *Units {
	of := &Units{
		Base: in.Base, UnitCount: in.UnitCount, LeftOut: LeftOutUnits{in.UnitCount - len(in.Units), in.Base},
		Notes: slices.Concat(in.Application.Notes(), in.SortedNotes(), in.Tally.Notes("method entries", "contexts"), in.Notes),
	}
	for i := range in.Units {
		u := &in.Units[i]
		of.LeftOut.Inclusive -= u.Inclusive
		unit, others := Unit{Inclusive: records.KnownIf(u.Inclusive, u.Known), Size: u.Size, Instances: make([]Instance, len(u.Instances))}, u.Kinds
		for k := range u.Instances {
			if slot := u.Instances[k].Slot; slot >= 0 {
				others &^= 1 << in.Names.Kind(int(slot))
			}
			unit.Instances[k] = instanceOf(in, u, &u.Instances[k])
		}
		unit.OtherKinds = int(others)
		of.Units = append(of.Units, unit)
	}
	return of
}

func instanceOf(in *inlining.Trees, u *inlining.Unit, n *inlining.Instance) Instance {
	of := Instance{
		Parent: records.KnownIf(n.Parent, n.Parent >= 0), Depth: n.Depth, BCI: records.KnownIf(n.Site, n.SiteKnown),
		Entries: records.KnownIf(n.Entries, n.Known), Inclusive: records.KnownIf(n.Inclusive, n.InclusiveKnown), Hidden: n.Hidden,
	}
	if in.Optimized {
		addBounds(in, &of, n)
	}
	of.ID = idOf(in, n.Slot)
	of.Method = convert.SlotName(in.Names, n.Slot)
	if n.Parent >= 0 && n.SiteKnown {
		of.Line = in.Lines.Line(u.Instances[n.Parent].Slot, n.Site)
	}
	if n.PrunedSites > 0 {
		of.Pruned = &Pruned{n.PrunedSites, n.PrunedInstances, records.KnownIf(n.PrunedInclusive, n.PrunedKnown)}
	}
	of.InstanceSites = sitesOf(in, n)
	return of
}

// addBounds replaces entries that are not certain by their bound.
func addBounds(in *inlining.Trees, of *Instance, n *inlining.Instance) {
	switch e := n.Count(); e.Bound {
	case code.AtMost, code.UnlessThrown:
		of.Entries, of.Most = records.Maybe[int64]{}, records.KnownIf(e.Count, true)
	case code.AtLeast:
		of.Entries, of.Least = records.Maybe[int64]{}, records.KnownIf(e.Count, true)
	}
	of.New = n.New
	if n.Slot >= 0 {
		of.Kind = in.Names.Kind(int(n.Slot))
	}
}

// idOf returns the id of a method; none if only a log of the compiler has it.
func idOf(in *inlining.Trees, slot int32) records.Maybe[iprof.MethodID] {
	if slot < 0 {
		return records.Maybe[iprof.MethodID]{}
	}
	m, _ := in.Profile.MethodAt(int(slot))
	return records.KnownIf(m.ID, !in.Optimized || convert.JVMSignature(in.Profile, m) != "")
}

func leftCallOf(in *inlining.Trees, c *calls.LeavingCall) LeftCall {
	e := c.Calls().Execution()
	return LeftCall{
		BCI: c.Site.BCI, Line: in.Lines.Line(c.Site.Slot, c.Site.BCI), ID: idOf(in, c.Frame), Method: c.Name(in.Names),
		Calls: records.KnownIf(e.Count, e.Bound != code.None), Bound: e.Bound.String(), Outcome: outcomeOf(c), Reason: words.CompilerReason(c.Reason),
	}
}

func outcomeOf(c *calls.LeavingCall) string {
	if c.WasInlined {
		return c.Outcome + ", was inlined"
	}
	return c.Outcome
}

func sitesOf(in *inlining.Trees, n *inlining.Instance) *InstanceSites {
	leaving := n.Calls
	if !in.Optimized { // another table has them
		leaving = nil
	}
	if len(n.Conditionals) == 0 && len(n.Types) == 0 && len(leaving) == 0 {
		return nil
	}
	of := &InstanceSites{}
	for i := range leaving {
		of.Calls = append(of.Calls, leftCallOf(in, &leaving[i]))
	}
	for i := range n.Conditionals {
		of.Conditionals = append(of.Conditionals, conditionalOf(in, &n.Conditionals[i]))
	}
	for i := range n.Types {
		if t := &n.Types[i]; t.InstanceOf {
			of.InstanceOf = append(of.InstanceOf, typesAt(in, t))
		} else {
			of.Receivers = append(of.Receivers, typesAt(in, t))
		}
	}
	return of
}

func conditionalOf(in *inlining.Trees, c *sites.Conditional) Conditional {
	of := Conditional{BCI: c.BCI, Line: in.Lines.Line(c.Slot, c.BCI), Executions: c.Executions}
	for _, s := range c.Successors {
		of.Successors = append(of.Successors, Successor{TargetBCI: s.Target, Index: int32(s.Index), Count: s.Count})
	}
	return of
}

func typesAt(in *inlining.Trees, t *sites.TypeSite) TypesAt {
	of := TypesAt{BCI: t.BCI, Line: in.Lines.Line(t.Slot, t.BCI), Executions: t.Executions, Kind: t.Kind().String(), Saturated: t.Saturated}
	for _, c := range t.Ranked() {
		of.Types = append(of.Types, TypeCount{Type: in.Names.Type(c.Type), Count: c.Count})
	}
	return of
}
