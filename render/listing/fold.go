package listing

import (
	"cmp"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/convert/sites"
	"github.com/iprof-viz/iprof-viz/render/internal/places"
	"github.com/iprof-viz/iprof-viz/render/internal/siteline"
)

// fold leaves one line of each kind below a row: a loop or else the branch that was executed most often, the types that were seen most
// often, and all callees, the heaviest first, of which the line has room for some. Contradictions, which are few, remain.
func (w *writer) fold(m *code.Method, row *Row) {
	var branch, types, calls []*code.Place
	for _, i := range row.places {
		p := &m.Places[i]
		if p.Branch != nil {
			branch = append(branch, p)
		}
		if typesSeen(p) > 0 {
			types = append(types, p)
		}
		if p.Call != nil {
			calls = append(calls, p)
		}
	}
	byBranch := func(a, b *code.Place) int {
		return cmp.Or(convert.CompareBools(a.Trips > 0, b.Trips > 0), cmp.Compare(a.Branch.Executions, b.Branch.Executions))
	}
	byTypes := func(a, b *code.Place) int { return cmp.Compare(typesSeen(a), typesSeen(b)) }
	var lines []siteline.Line
	for _, best := range []struct {
		of   []*code.Place
		less func(a, b *code.Place) int
		mark rune
	}{{branch, byBranch, '◆'}, {types, byTypes, '◇'}} {
		if len(best.of) > 0 {
			lines = append(lines, w.bestLine(m, slices.MaxFunc(best.of, best.less), best.mark))
		}
	}
	if len(calls) > 0 {
		lines = append(lines, w.callsLine(m, calls))
	}
	for _, l := range row.Lines {
		if l.Mark == '!' {
			lines = append(lines, l)
		}
	}
	w.shortened = w.shortened || len(lines) < len(row.Lines)
	row.Lines = lines
}

// typesSeen is the largest number of executions of a place with types.
func typesSeen(p *code.Place) int64 {
	var most int64
	for _, t := range []*sites.TypeSite{p.Receivers, p.InstanceOf} {
		if t != nil {
			most = max(most, t.Executions, 1)
		}
	}
	return most
}

// bestLine returns the first line of a kind at a place that has one.
func (w *writer) bestLine(m *code.Method, p *code.Place, mark rune) siteline.Line {
	lines := w.placeLines(m, p)
	return lines[slices.IndexFunc(lines, func(l siteline.Line) bool { return l.Mark == mark })]
}

// callsLine returns the callees of all calls of a row in one line, each with its place if there are several.
func (w *writer) callsLine(m *code.Method, calls []*code.Place) siteline.Line {
	if len(calls) == 1 {
		return w.bestLine(m, calls[0], '→')
	}
	type callee struct {
		sites.Callee
		at string
	}
	var callees []callee
	for _, p := range calls {
		for _, c := range p.Call.Callees {
			at := ""
			if !m.Recorded {
				at = places.TreeBCI(p.BCI) + " "
			}
			callees = append(callees, callee{c, at})
		}
	}
	slices.SortStableFunc(callees, func(a, b callee) int {
		return cmp.Or(cmp.Compare(b.Samples, a.Samples), cmp.Compare(b.Inlined.Count, a.Inlined.Count))
	})
	line := siteline.Line{Mark: '→', Style: siteline.TypeStyle, Sep: ", "}
	for _, c := range callees {
		line.Parts = append(line.Parts, siteline.Part{Name: convert.SlotName(w.Listing.Names, c.Slot), Share: c.at + w.calleeFacts(m, c.Callee)})
	}
	return line
}
