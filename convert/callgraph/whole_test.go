package callgraph

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

const wholeMethods = `{"version":"1.1.0","types":[{"id":8,"name":"void"},{"id":1,"name":"app.A"},{"id":2,"name":"app.B"},{"id":3,"name":"java.util.L"},{"id":4,"name":"com.oracle.svm.core.V"}],
	"methods":[{"id":1,"name":"a","signature":[1,8]},{"id":2,"name":"b","signature":[2,8]},{"id":3,"name":"l","signature":[3,8]},{"id":4,"name":"v","signature":[4,8]},{"id":5,"name":"w","signature":[4,8]}]`

// wholeBefore can be added up by hand. Of 1620 entries a has 100, b 400 in a, l 800 in b and 200 as a root, v and w of the VM 50 and 40 in
// l, 9, which is not listed, 30. Of 1000 samples l has 500, b 300, a 150, w 50 through v.
var wholeBefore = wholeMethods + testprofile.Calls("1:0 100", "2:0<1:5 400", "3:0<2:7<1:5 800", "3:0 200", "4:0<3:2 50", "5:0<4:1<3:2 40", "9:0 30") +
	testprofile.Section("conditionalProfiles", []string{"1:3 9 0 80 14 1 20", "2:9<1:5 20 0 400"}) +
	testprofile.Samples("3:4<2:7<1:5 400", "3:4 100", "2:9<1:5 300", "1:3 150", "5:2<4:1<3:2 50") + "}"

var wholeAfter = wholeMethods + testprofile.Calls("1:0 100", "2:0<1:5 800", "3:0<2:7<1:5 800", "3:0 200", "9:0 30", "2:0<9:4 10") +
	testprofile.Samples("3:4<2:7<1:5 200", "3:4 100", "2:9<1:5 500", "1:3 150", "1:3<2:3 50") + "}"

// wholeGraph writes all of a graph.
func wholeGraph(g *Graph) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s by %s in view %s: %d of %d nodes, %d in focus\n", g.Metric, g.By, g.View, g.ShownNodes, g.AllNodes, g.FocusNodes)
	fmt.Fprintf(&b, "entries %d, shown %d, inlined %d, hidden %d; %d %s, shown %d, %d a sample\n", g.Entries, g.ShownEntries, g.Inlined, g.Hidden,
		g.Samples, g.SampleUnit, g.ShownSamples, g.PerSample)
	fmt.Fprintf(&b, "kept %d, hidden %d; application %d + %d of %d\n", g.Tally.Kept().Value, g.Tally.Hidden().Value, g.Application.Own, g.Application.Charged, g.Application.Base)
	for _, note := range g.Notes {
		b.WriteString("note: " + note + "\n")
	}
	if s := g.Base; s != nil {
		fmt.Fprintf(&b, "base: entries %d, samples %d, changes %v, %d shown, %d small\n", s.Entries, s.Samples, s.Changes, s.Shown, s.Small)
		for _, note := range append(s.Notes, s.Caveats...) {
			b.WriteString("base: " + note + "\n")
		}
	}
	change := func(c *Change) string {
		if c == nil {
			return ""
		}
		factor, known := c.Factor()
		return fmt.Sprintf(" [%s %.3f → %.3f, %+.3f ×%.2f %t]", c.Word(), c.BaseShare, c.Share, c.Difference(), factor, known)
	}
	for _, n := range g.Nodes {
		fmt.Fprintf(&b, "%s|%s|%s|%s: %d + %d in %d, inclusive %d, self %d of %d, hidden %d, focus %t, %d conditionals", n.Name, n.Full, n.Signature, n.Plain,
			n.Entries.Root, n.Entries.Inlined, n.Entries.Contexts, n.Inclusive, n.Self, n.Total, n.Hidden, n.Focus, len(n.Conditionals))
		if g.Base != nil {
			fmt.Fprintf(&b, "; base %d + %d, self %d of %d%s%s", n.BaseEntries.Root, n.BaseEntries.Inlined, n.BaseSelf, n.BaseTotal, change(n.Change), change(n.SelfChange))
		}
		b.WriteString("\n")
	}
	for i, line := range strings.Split(arrows(g), "\n") {
		b.WriteString(line)
		if i < len(g.Edges) {
			e := g.Edges[i]
			fmt.Fprintf(&b, " (%d of %d, %d)%s", e.MatchedCallee, e.MatchedCaller, e.CallerEntries, change(e.Change))
			if e.Base != nil {
				fmt.Fprintf(&b, " base %d (%d of %d, %d)", e.Base.Count, e.Base.MatchedCallee, e.Base.MatchedCaller, e.Base.CallerEntries)
			}
		}
		b.WriteString("\n")
	}
	return b.String()
}

// wholeUnits writes all of units.
func wholeUnits(u *Units) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d of %d units, %d contexts, entries %d, shown %d, samples %d; kept %d, hidden %d; application %d of %d\n", len(u.Units), u.AllUnits, u.AllContexts, u.Entries, u.ShownEntries, u.Samples,
		u.Tally.Kept().Value, u.Tally.Hidden().Value, u.Application.Own, u.Application.Base)
	for _, note := range u.Notes {
		b.WriteString("note: " + note + "\n")
	}
	for _, unit := range u.Units {
		fmt.Fprintf(&b, "%s|%s: %d contexts, %d merged, inclusive %d, shown %d\n", unit.Name, unit.Full, unit.Size, unit.Merged, unit.Inclusive, unit.Shown)
		for i, c := range unit.Contexts {
			rate, known := c.Frequency()
			fmt.Fprintf(&b, "  %d %s|%s|%s|%s: below %d at %d %t, through %t, %d %t, inclusive %d, focus %t, caller %d %t ×%.3g %t\n", i, c.Name, c.Full, c.Signature, c.Plain, c.Parent, c.Site, c.SiteKnown, c.Through,
				c.Entries, c.Known, c.Inclusive, c.Focus, c.CallerEntries, c.CallerKnown, rate, known)
		}
	}
	for _, c := range u.Calls {
		fmt.Fprintf(&b, "call %d.%d → %d: %d\n", c.FromUnit, c.FromContext, c.ToUnit, c.Count)
	}
	return b.String()
}

// TestWholeGraphs compares graphs with testdata/whole.txt, whose numbers were checked by hand.
func TestWholeGraphs(t *testing.T) {
	check := testprofile.Expected(t, "testdata/whole.txt")
	for by := range 5 {
		wholeGraphs(t, check, testprofile.Parse(t, testprofile.Rotated(t, wholeBefore, by)), testprofile.Parse(t, testprofile.Rotated(t, wholeAfter, 2*by)))
	}
}

func wholeGraphs(t *testing.T, check func(name, got string), before, after *iprof.Profile) {
	user := convert.FilterOptions{View: convert.UserView}
	check("calls", wholeGraph(graphOf(t, before, Options{Metric: convert.Calls})))
	check("samples", wholeGraph(graphOf(t, before, Options{Metric: convert.Samples, Filter: user, Nodes: 2})))
	check("packages", wholeGraph(graphOf(t, before, Options{Metric: convert.Calls, By: convert.ByPackage, Filter: user})))
	check("focus", wholeGraph(graphOf(t, before, Options{Metric: convert.Calls, Filter: convert.FilterOptions{View: convert.ExpertView, Focus: regexp.MustCompile(`\.b$`)}, Callers: 1})))
	check("hidden", wholeGraph(graphOf(t, before, Options{Metric: convert.Calls, Filter: convert.FilterOptions{Hide: regexp.MustCompile(`\.b$`)}, EdgeFraction: 0.1})))
	check("since", wholeGraph(graphSince(t, before, after, Options{Metric: convert.Calls})))
	check("samples since", wholeGraph(graphSince(t, before, after, Options{Metric: convert.Samples, Filter: user})))
	check("units", wholeUnits(unitsOf(t, before, UnitOptions{})))
	check("few units", wholeUnits(unitsOf(t, before, UnitOptions{Units: 1, Nodes: 2, Filter: user})))
	check("units of focus", wholeUnits(unitsOf(t, after, UnitOptions{Filter: convert.FilterOptions{Focus: regexp.MustCompile(`\.b$`), Hide: regexp.MustCompile(`\.l$`)}})))
}
