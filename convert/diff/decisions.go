package diff

import (
	"cmp"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/convert/optimized"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A decidedCall is a call that the logs of both images have.
type decidedCall struct {
	caller   int32 // number
	bci      iprof.BCI
	callee   string
	outcomes [2]optimized.Outcome
	calls    [2]calls.Count
}

// changed reports whether the outcome differs.
func (d *decidedCall) changed() bool {
	return d.outcomes[compare.OldSide].String() != d.outcomes[compare.NewSide].String()
}

// figure is the count that calls are ranked by.
func (d *decidedCall) figure() int64 {
	return max(d.calls[compare.OldSide].Figure(), d.calls[compare.NewSide].Figure())
}

// decisions compares what the compilers of two images did with calls: those of the same place, caller and callee, weighted by how often they
// are made. Where code changed, calls are at other places.
func (c *comparison) decisions() *table.Table {
	t := c.table(convert.Calls)
	all := c.decidedCalls()
	same, sameCalls, allCalls := 0, int64(0), int64(0)
	var changed []*decidedCall
	for _, d := range all {
		allCalls += d.figure()
		if d.changed() {
			changed = append(changed, d)
			continue
		}
		same++
		sameCalls += d.figure()
	}
	slices.SortStableFunc(changed, func(x, y *decidedCall) int {
		return cmp.Or(cmp.Compare(y.figure(), x.figure()), cmp.Compare(x.caller, y.caller), cmp.Compare(x.bci, y.bci), cmp.Compare(x.callee, y.callee))
	})
	for _, d := range changed {
		if c.isApplication(d.caller) {
			c.ofApplication++
		}
	}
	for side, of := range []string{"old", "new"} {
		for _, note := range c.opts.Images[side].Notes() {
			t.Notes = append(t.Notes, of+": "+note)
		}
	}
	if allCalls > 0 {
		t.Notes = append(t.Notes, "the same outcome in both images: "+words.CountOf(int64(same), "calls")+", with "+words.Percent(float64(sameCalls)/float64(allCalls))+
			" of all calls that both logs have; calls of code that changed are at other places, and not compared")
	}
	t.Notes = append(t.Notes, c.opts.Images[compare.NewSide].Graph.Notes("the calls that were not inlined")...)
	shown := c.limited(len(changed))
	return t.Truncatable(shown, func(t *table.Table, shown int) {
		row := table.DeclareLate(t, decisionColumns())
		for _, d := range changed[:shown] {
			shown := row(decisionRow{of: c, call: d})
			shown.BeginsSite = true // reasons are below it
			t.Rows = append(t.Rows, shown)
		}
		if n := len(changed) - shown; n > 0 {
			rest := row(decisionRow{name: table.More(n, "calls")})
			rest.Omitted = n
			t.Rest = &rest
		}
		t.AddFact("same", table.IntCell(int64(same)))
		finishDiff(t, Decisions, "calls with another outcome", "calls", shown, len(changed), 0, "")
	})
}

// A decisionKey is a call, in both profiles.
type decisionKey struct {
	caller int32
	bci    iprof.BCI
	callee string
}

// decidedCalls returns the calls that both logs have, in the order of the new profile.
func (c *comparison) decidedCalls() []*decidedCall {
	old := c.decidedBy(compare.OldSide)
	byKey := make(map[decisionKey]*decidedCall, len(old))
	for i := range old {
		byKey[decisionKey{old[i].caller, old[i].bci, old[i].callee}] = &old[i]
	}
	var both []*decidedCall
	recent := c.decidedBy(compare.NewSide)
	for i := range recent {
		d := &recent[i]
		if was := byKey[decisionKey{d.caller, d.bci, d.callee}]; was != nil {
			d.outcomes[compare.OldSide], d.calls[compare.OldSide] = was.outcomes[compare.OldSide], was.calls[compare.OldSide]
			both = append(both, d)
		}
	}
	return both
}

// decidedBy returns the calls of a profile whose caller is in the log of its image.
func (c *comparison) decidedBy(side int) []decidedCall {
	image, s := c.opts.Images[side], &c.sides[side]
	visible := c.visibleMethods(side)
	var all []decidedCall
	for site, target := range image.Graph.All() {
		if !visible[site.Slot] || target.Callee.OtherTypes {
			continue
		}
		outcome := image.Outcome(site.Slot, site.BCI, target)
		if outcome.Copies == 0 {
			continue
		}
		d := decidedCall{caller: c.Methods[side][site.Slot], bci: site.BCI, callee: site.TargetName(s.Names, target.Callee)}
		if slot := target.Callee.Slot; slot >= 0 {
			d.callee = c.label(c.Methods[side][slot])
		}
		d.outcomes[side], d.calls[side] = outcome, target.Calls
		all = append(all, d)
	}
	return all
}

// visibleMethods returns, by slot, whether the view and the filters show a method somewhere.
func (c *comparison) visibleMethods(side int) []bool {
	s := &c.sides[side]
	pr, visible := s.of(shownPart, convert.Calls), make([]bool, s.Profile.MethodSlots())
	for i, n := range s.Profile.Contexts.All() {
		if pr == nil || pr.Keep[i] && pr.Frame[i] >= 0 {
			visible[s.Profile.MethodSlot(n.Method)] = true
		}
	}
	return visible
}

// A decisionRow is a call with another outcome, or the row for those beyond the limit.
type decisionRow struct {
	of   *comparison
	call *decidedCall // nil: those beyond the limit
	name string
}

// ofDecision leaves a cell out of the row for the calls beyond the limit.
func ofDecision(cell func(*decidedCall) table.Cell) func(*decisionRow) table.Cell {
	return func(r *decisionRow) table.Cell {
		if r.call == nil {
			return table.Cell{}
		}
		return cell(r.call)
	}
}

// callsCell returns a count with its bound.
func callsCell(n calls.Count) table.Cell {
	e := n.Execution()
	if e.Bound == code.None {
		return table.UnknownCell()
	}
	return table.IntCell(e.Count).Marked(e.Bound.Mark())
}

// decisionColumns are the columns of decisions.
func decisionColumns() []table.ColumnOf[*decisionRow] {
	count := func(side int) func(*decisionRow) table.Cell {
		return ofDecision(func(d *decidedCall) table.Cell { return callsCell(d.calls[side]) })
	}
	outcome := func(side int) func(*decisionRow) table.Cell {
		return ofDecision(func(d *decidedCall) table.Cell { return table.TextCell(d.outcomes[side].String()) })
	}
	reason := func(side int) func(*decisionRow) table.Cell {
		return ofDecision(func(d *decidedCall) table.Cell { return table.TextOrNone(d.outcomes[side].Reason) })
	}
	reasonInWords := func(side int) func(*decisionRow) table.Cell {
		return ofDecision(func(d *decidedCall) table.Cell {
			return table.TextOrNone(words.CompilerReason(d.outcomes[side].Reason))
		})
	}
	const outcomeDoc = "in the copies of its caller: inlined, partly inlined, call, virtual call or removed."
	return []table.ColumnOf[*decisionRow]{
		table.Of(table.Column{Key: "old", Heading: "old", Kind: table.CountColumn, Unit: "calls", CSV: 4, Nullable: true, Presence: table.InRows,
			Doc: "Calls in the old profile; a bound of them if they are not certain, null if nothing is known."}, count(compare.OldSide)),
		table.Of(table.Column{Key: "new", Heading: "new", Kind: table.CountColumn, Unit: "calls", CSV: 5, Nullable: true, Presence: table.InRows,
			Doc: "Calls in the new profile, likewise."}, count(compare.NewSide)),
		table.Of(table.Column{Key: "old_outcome", Heading: "was", Kind: table.NameColumn, CSV: 6, Presence: table.InRows,
			Doc: "What became of the call in the old image, " + outcomeDoc}, outcome(compare.OldSide)),
		table.Of(table.Column{Key: "new_outcome", Heading: "is", Kind: table.NameColumn, CSV: 7, Presence: table.InRows,
			Doc: "What became of it in the new image."}, outcome(compare.NewSide)),
		table.Of(table.Column{Key: "caller", Heading: "caller", Kind: table.NameColumn, CSV: 1,
			Doc: "The method of the call; with its name in the old profile, if another."}, func(r *decisionRow) table.Cell {
			if r.call == nil {
				return table.TextCell(r.name)
			}
			return table.TextCell(r.of.label(r.call.caller))
		}),
		table.Of(table.Column{Key: "bci", Heading: "at", Kind: table.BCIColumn, CSV: 2, Presence: table.InRows,
			Doc: "The place in the caller."}, ofDecision(func(d *decidedCall) table.Cell { return table.IntCell(int64(d.bci)) })),
		table.Of(table.Column{Key: "callee", Heading: "calls", Kind: table.NameColumn, CSV: 3, Presence: table.InRows,
			Doc: "The method that is called."}, ofDecision(func(d *decidedCall) table.Cell { return table.TextCell(d.callee) })),
		table.Of(table.Column{Key: "old_reason", Kind: table.NameColumn, CSV: 8, Presence: table.Sometimes,
			Doc: "The old compiler's last reason."}, reason(compare.OldSide)),
		table.Of(table.Column{Key: "new_reason", Kind: table.NameColumn, CSV: 9, Presence: table.Sometimes,
			Doc: "The new compiler's last reason."}, reason(compare.NewSide)),
		table.Of(table.Column{Key: "was", Heading: "reason", Kind: table.NameColumn, Below: "callee", Label: "was: ", ForPeople: true, Presence: table.Sometimes}, reasonInWords(compare.OldSide)),
		table.Of(table.Column{Key: "is", Heading: "reason", Kind: table.NameColumn, Below: "callee", Label: "is: ", ForPeople: true, Presence: table.Sometimes}, reasonInWords(compare.NewSide)),
	}
}
