package diff

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/sites"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// Only nothing and all are 0.0% and 100.0%.
func TestPercentText(t *testing.T) {
	for x, want := range map[float64]string{
		0: "0.0%", 0.0004: "less than 0.1%", 0.0006: "0.1%", 0.5: "50.0%", 0.9994: "99.9%", 0.9996: "more than 99.9%", 1: "100.0%", 1.5: "150.0%",
	} {
		if got := percentText(x); got != want {
			t.Errorf("%g: %s, want %s", x, got, want)
		}
	}
}

// Of the callers of a varied context twenty are named, the innermost ones.
func TestMostCallersOfContext(t *testing.T) {
	of := func(depth, count int) *iprof.Profile {
		context := "1:0"
		for i := range depth {
			context += fmt.Sprintf("<%d:%d", 1+i%2, i+1)
		}
		return testprofile.Parse(t, "{"+testprofile.Methods("a", "b")+testprofile.Calls("2:0 1000", fmt.Sprintf("%s %d", context, count))+"}")
	}
	for _, depth := range []int{1, 19, 20, 21, 40} {
		profiles := []*iprof.Profile{of(depth, 100), of(depth, 900)}
		s := Variance([]string{"1", "2"}, profiles, convert.NewSharedNames(convert.NameOptions{}, profiles...), VarianceOptions{})
		callers := -1
		for _, row := range s.Table("contexts").Rows {
			for _, c := range s.Table("contexts").Columns {
				if text := row.Cell(c).Text; strings.Contains(text, "@1") {
					callers = strings.Count(text, " < ") + 1
					if strings.HasSuffix(text, " < …") != (depth > 20) {
						t.Errorf("%d callers: %s", depth, text)
					}
				}
			}
		}
		if want := min(depth, 21); callers != want {
			t.Errorf("%d callers: %d are named, want %d", depth, callers, want)
		}
	}
}

// A title without changes has the sums of counts whose runs may differ in length, which is no change of shares, and how many differences are too small.
func TestTitlesWithoutChanges(t *testing.T) {
	for _, c := range []struct {
		section    Section
		all, quiet int
		said, want string
		notes      int
	}{
		{Calls, 0, 0, "3 → 4 entries", "calls: no change of shares, 3 → 4 entries", 0}, {Samples, 0, 3, "3 → 4 entries", "samples: no change of shares, 3 → 4 entries (smaller differences: 3)", 0},
		{Branches, 0, 1, "3 → 4 executions", "branches: no change of shares, 3 → 4 executions (smaller differences: 1)", 0}, {Receivers, 0, 0, "", "receivers: no change of shares", 0}, {Inlining, 0, 0, "", "inlining: no change of shares", 0},
		{Decisions, 0, 0, "", "decisions: no change", 0}, {Calls, 2, 0, "", "", 0}, {Calls, 2, 1, "", "", 1},
	} {
		of := &table.Table{Metric: c.section.Metric(), Base: 4, Subject: "3 → 4 entries", Facts: []table.Fact{{Key: "old_base", Value: table.IntCell(3)}}}
		finishDiff(of, c.section, "methods", "entries", c.all, c.all, c.quiet, c.said)
		if c.want != "" && of.Title != c.want || c.want == "" && !strings.HasPrefix(of.Title, c.section.String()+": ") || len(of.Notes) != c.notes {
			t.Errorf("%s, %q", of.Title, of.Notes)
		}
	}
}

// Headings are those of the metric, whichever was compared before.
func TestHeadingsOfMetrics(t *testing.T) {
	p := testprofile.Parse(t, "{"+testprofile.Methods("a", "b")+testprofile.Calls("1:0 1000", "2:0 900")+testprofile.Samples("1:0 10", "2:0<1:1 20")+"}")
	profiles := []*iprof.Profile{p, p}
	names := convert.NewSharedNames(convert.NameOptions{}, profiles...)
	for _, m := range []convert.Metric{convert.Calls, convert.Samples, convert.Calls} {
		var headings []string
		for _, of := range Variance([]string{"1", "2"}, profiles, names, VarianceOptions{Metric: m}).Tables {
			for _, c := range of.Columns {
				headings = append(headings, c.Heading)
			}
		}
		if entries, samples := slices.Contains(headings, "entries"), slices.Contains(headings, "samples"); entries != (m == convert.Calls) || samples != (m == convert.Samples) {
			t.Errorf("%s: %q", m, headings)
		}
	}
}

// Two runs are of different code if no conditional is at the same BCI, or if either has a target that the other lacks; the order of targets
// makes no difference.
func TestDifferentCode(t *testing.T) {
	type code = map[iprof.BCI][]iprof.BCI
	for _, c := range []struct {
		old, new code
		want     bool
	}{
		{code{5: {9, 7}}, code{5: {7, 9}}, false}, {code{5: {9, 7, 30, 20}}, code{5: {20, 9, 30, 7}}, false}, {code{5: {9, 7, 30}}, code{5: {30}}, false}, {code{5: {20}}, code{5: {30, 20, 9}}, false},
		{code{5: {9, 7}}, code{5: {7, 8}}, true}, {code{5: {9, 7}}, code{6: {9, 7}}, true}, {code{5: {9, 7}, 8: {1}}, code{5: {9, 7}, 8: {2}}, true}, {code{5: {9, 7}, 8: {1}}, code{5: {9}}, false}, {code{}, code{}, true},
	} {
		sitesOf := func(of code) runCode {
			var list []sites.Conditional
			for bci, targets := range of {
				x := sites.Conditional{Site: sites.Site{BCI: bci}}
				for _, to := range targets {
					x.Successors = append(x.Successors, iprof.Successor{Target: to})
				}
				list = append(list, x)
			}
			return codeOf(list, []int32{0})
		}
		old, new := sitesOf(c.old), sitesOf(c.new)
		if got := old.differsFrom(new); got != c.want {
			t.Errorf("%v and %v: %t", c.old, c.new, got)
		}
		if got := new.differsFrom(old); got != c.want {
			t.Errorf("%v and %v: %t", c.new, c.old, got)
		}
	}
}

// A difference of 0.05 points is visible in shares, in either direction.
func TestVisibleChanges(t *testing.T) {
	for _, c := range []struct {
		before, share float64
		want          bool
	}{{0, 0.0005, true}, {0.0005, 0, true}, {0, 0.0004, false}, {0.3, 0.3, false}, {0.3, 0.3002, false}, {0.3, 0.301, true}, {0.301, 0.3, true}} {
		if got := (methodChange{before: c.before, share: c.share}).isVisible(); got != c.want {
			t.Errorf("%g to %g: %t", c.before, c.share, got)
		}
	}
}
