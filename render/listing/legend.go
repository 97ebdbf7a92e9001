package listing

import (
	"strings"

	"github.com/iprof-viz/iprof-viz/convert/code"
)

// marks are those of lines below rows, and whether a loop has none of trips.
type marks struct{ branches, types, calls, trips, noTrips bool }

// add adds the mark of a line, which may have trips.
func (m *marks) add(mark rune, trips bool) {
	m.branches = m.branches || mark == '◆'
	m.types = m.types || mark == '◇'
	m.calls = m.calls || mark == '→'
	m.trips = m.trips || trips
}

// addUnknown adds the loops of a row whose trips are unknown.
func (m *marks) addUnknown(of *code.Method, r *Row) {
	for _, i := range r.places {
		p := &of.Places[i]
		m.noTrips = m.noTrips || p.Branch != nil && p.Unknown(p.Branch) && !p.NeverBack(p.Branch)
	}
}

// addRow adds the marks of all lines below a row.
func (m *marks) addRow(of *code.Method, r *Row) {
	m.addUnknown(of, r)
	for _, l := range r.Lines {
		m.add(l.Mark, strings.HasPrefix(l.Tail, tripsMark))
	}
}

// legend explains the marks, a line each. It is as short as can be said, so that a screen has a row more.
func (m marks) legend(l *code.Listing) []string {
	if l.Names.Profile.Origin().Lines {
		return []string{"self: samples in the line itself; total: with the methods called there, once per stack; → callees"}
	}
	var shown, lines []string
	for _, mark := range []struct {
		is    bool
		about string
	}{
		{m.branches, "◆ where a branch went"}, {m.types, "◇ types seen"}, {m.calls, "→ callee, ×calls per entry"}, {m.trips, "↺ jumps back per loop entry"},
	} {
		if mark.is {
			shown = append(shown, mark.about)
		}
	}
	if len(shown) > 0 {
		lines = append(lines, strings.Join(shown, "; "))
	}
	if m.noTrips {
		lines = append(lines, "no ↺ trips where not all ways in and out of a loop are recorded")
	}
	return lines
}
