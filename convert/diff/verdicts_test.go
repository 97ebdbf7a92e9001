package diff

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// ofApp is a run of app.Main, which calls a and b of its own; a calls a method of the JDK.
func ofApp(t *testing.T, a, callee, b int) *iprof.Profile {
	return testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":8,"name":"void"},{"id":9,"name":"app.Main"},{"id":10,"name":"java.util.Formatter"}],
		"methods":[{"id":1,"name":"main","signature":[9,8]},{"id":2,"name":"a","signature":[9,8]},{"id":3,"name":"b","signature":[9,8]},{"id":4,"name":"format","signature":[10,8]}]`+
		testprofile.Samples(fmt.Sprintf("2:0<1:1 %d", a), fmt.Sprintf("4:0<2:3<1:1 %d", callee), fmt.Sprintf("3:0<1:2 %d", b))+"}")
}

// A reader of one table learns which verdicts another table would give otherwise, and each view says the same about the application.
func TestVerdictsOfOtherTables(t *testing.T) {
	for _, test := range []struct {
		name               string
		old, new           [3]int // self samples of a, of its callee and of b: 1,000 in all
		title              string // in the view of all code
		self, app, totals  string // changes by the three tables
		opposite, appNotes string
	}{
		{"its callee lost more than it gained", [3]int{100, 400, 500}, [3]int{300, 100, 600},
			"3 methods changed share, 2 of the application; others with callees (--view app)", "larger app.Main.a, larger app.Main.b, smaller java.util.Formatter.format", "larger app.Main.b, smaller app.Main.a",
			"larger app.Main.b, smaller app.Main.a, smaller java.util.Formatter.format",
			"samples: opposite changes of self and total samples (with callees): app.Main.a (self +20.00 points, total −10.00 points)",
			"samples: application methods with a changed share: 2 of self samples alone, 2 with the library code that they call (--view app); different verdicts: app.Main.a (self larger, with library code smaller)"},
		{"its callee lost as much as it gained", [3]int{100, 400, 500}, [3]int{300, 200, 500},
			"2 methods changed share, 1 of the application; none with callees (--view app)", "larger app.Main.a, smaller java.util.Formatter.format", "", "smaller java.util.Formatter.format", "",
			"samples: application methods with a changed share: 1 of self samples alone, none with the library code that they call (--view app); different verdicts: app.Main.a (self larger, with library code no change)"},
		{"its callee gained what b lost", [3]int{100, 400, 500}, [3]int{100, 600, 300},
			"2 methods changed share, 1 of the application; others with callees (--view app)", "larger java.util.Formatter.format, smaller app.Main.b", "larger app.Main.a, smaller app.Main.b",
			"larger app.Main.a, larger java.util.Formatter.format, smaller app.Main.b", "",
			"samples: application methods with a changed share: 1 of self samples alone, 2 with the library code that they call (--view app); different verdicts: app.Main.a (self no change, with library code larger)"},
		{"one story", [3]int{300, 300, 400}, [3]int{100, 100, 800},
			"3 methods changed share, 2 of the application (--view app)", "larger app.Main.b, smaller app.Main.a, smaller java.util.Formatter.format", "larger app.Main.b, smaller app.Main.a",
			"larger app.Main.b, smaller app.Main.a, smaller java.util.Formatter.format", "", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			old, new := ofApp(t, test.old[0], test.old[1], test.old[2]), ofApp(t, test.new[0], test.new[1], test.new[2])
			for _, of := range []struct {
				name, changes string
				opts          Options
				notes         []string
			}{
				{"expert", test.self, Options{Filter: convert.FilterOptions{View: convert.ExpertView}}, []string{test.opposite, test.appNotes}},
				{"machine", test.self, Options{}, []string{test.opposite, test.appNotes}},
				{"app", test.app, Options{Filter: convert.FilterOptions{View: convert.AppView}}, []string{test.appNotes}},
				{"total", test.totals, Options{Totals: true}, []string{test.opposite}},
			} {
				d := diff(old, new, of.opts)
				testprofile.WantText(t, of.name, changedWords(d.Tables[0]), of.changes)
				notes := slices.DeleteFunc(slices.Clone(d.Notes), func(note string) bool { return !strings.HasPrefix(note, "samples: ") || strings.Contains(note, "80%") })
				wanted := slices.DeleteFunc(slices.Clone(of.notes), func(note string) bool { return note == "" })
				if !slices.Equal(notes, wanted) {
					t.Errorf("%s:\n%s\nwant:\n%s", of.name, strings.Join(notes, "\n"), strings.Join(wanted, "\n"))
				}
				if of.name == "expert" && d.Title != test.title {
					t.Errorf("%s, want %s", d.Title, test.title)
				}
			}
		})
	}
}

// changedWords returns the changes of a table as text has them, in alphabetical order.
func changedWords(of *table.Table) string {
	var all []string
	for _, row := range of.Rows {
		change, _ := of.Column("change_text")
		method, _ := of.Column("method")
		all = append(all, row.Cell(change).Text+" "+row.Cell(method).Text)
	}
	slices.Sort(all)
	return strings.Join(all, ", ")
}

// A share of a smaller whole may be larger although nothing rose. Text says so, and names the methods.
func TestSharesAgainstCounts(t *testing.T) {
	for _, test := range []struct {
		name     string
		old, new [3]int
		want     string
	}{
		{"fewer in all", [3]int{500, 200, 300}, [3]int{200, 100, 300}, "larger*: only the share of 1 method is larger: no more samples than before, within noise, as there are 40.0% fewer in all"},
		{"more in all", [3]int{200, 100, 300}, [3]int{500, 200, 300}, "smaller*: only the share of 1 method is smaller: no fewer samples than before, within noise, as there are 66.7% more in all"},
		{"less, but less of it", [3]int{600, 0, 300}, [3]int{200, 0, 280}, "larger*: only the share of 1 method is larger: no more samples than before, within noise, as there are 46.7% fewer in all"},
		{"more of as many", [3]int{500, 200, 300}, [3]int{300, 200, 500}, ""},
		{"all rose", [3]int{100, 100, 300}, [3]int{400, 100, 350}, "smaller*: only the share of 2 methods is smaller: no fewer samples than before, within noise, as there are 70.0% more in all"},
	} {
		d := diff(ofApp(t, test.old[0], test.old[1], test.old[2]), ofApp(t, test.new[0], test.new[1], test.new[2]), Options{})
		got := ""
		for _, note := range d.Tables[0].Notes {
			if strings.Contains(note, "*: only the share") {
				got += note
			}
		}
		if got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

// A method that is still on stacks is not gone without self samples, nor new with the first.
func TestNotGoneWithCallees(t *testing.T) {
	with, without := ofApp(t, 300, 100, 600), ofApp(t, 0, 400, 600)
	for _, test := range []struct {
		old, new *iprof.Profile
		want     string
	}{
		{with, without, "fewer 300 0 ×0, more 100 400 ×4"},
		{without, with, "fewer 400 100 ×0.25, more 0 300 n/a"},
	} {
		d := diff(test.old, test.new, Options{Sections: []Section{Samples}})
		of := d.Tables[0]
		var all []string
		for _, row := range of.Rows {
			cell := func(key string) table.Cell { c, _ := of.Column(key); return row.Cell(c) }
			factor := "n/a"
			if cell("factor").Kind != table.None {
				factor = fmt.Sprintf("×%g", cell("factor").Low)
			}
			all = append(all, fmt.Sprint(cell("change").Text, " ", cell("old").Int, " ", cell("new").Int, " ", factor))
		}
		slices.Sort(all)
		if got := strings.Join(all, ", "); got != test.want {
			t.Errorf("%s, want %s", got, test.want)
		}
	}
}

// A share that differs as the whole does is marked, in JSON as well: readers take a larger one for more time. One whose own samples changed
// beyond noise is not, nor are shares of calls, which are normalized by what most methods did.
func TestSharesOnly(t *testing.T) {
	marked := func(d *Difference) string {
		of := d.Tables[0]
		var all []string
		for _, row := range of.Rows {
			only, _ := of.Column("share_only")
			word, _ := of.Column("change_text")
			name, _ := of.Column("method")
			if (row.Cell(only).Kind != table.None) != strings.HasSuffix(row.Cell(word).Text, "*") {
				t.Errorf("%s: %s", row.Cell(name).Text, row.Cell(word).Text)
			}
			if row.Cell(only).Kind != table.None {
				all = append(all, row.Cell(name).Text)
			}
		}
		slices.Sort(all)
		return strings.Join(all, ", ")
	}
	calls := func(counts ...int) *iprof.Profile {
		var records []string
		for i, n := range counts {
			records = append(records, fmt.Sprintf("%d:0 %d", i+1, n))
		}
		return testprofile.Parse(t, `{`+testprofile.Methods("a", "b", "c", "d")+testprofile.Calls(records...)+`}`)
	}
	samples := func(counts ...int) *iprof.Profile {
		var records []string
		for i, n := range counts {
			records = append(records, fmt.Sprintf("%d:0 %d", i+1, n))
		}
		return testprofile.Parse(t, `{`+testprofile.Methods("a", "b", "c", "d", "e", "f")+testprofile.Samples(records...)+`}`)
	}
	called := func(calls, a, b, c int) *iprof.Profile {
		n := fmt.Sprint(" ", calls)
		return testprofile.Parse(t, `{`+testprofile.Methods("a", "b", "c")+testprofile.Calls("1:0"+n, "2:0"+n, "3:0"+n)+
			testprofile.Samples(fmt.Sprint("1:0 ", a), fmt.Sprint("2:0 ", b), fmt.Sprint("3:0 ", c))+`}`)
	}
	for _, test := range []struct {
		name string
		d    *Difference
		want string
	}{
		{"one rose", diff(ofApp(t, 100, 200, 300), ofApp(t, 1500, 205, 290), Options{}), "app.Main.b, java.util.Formatter.format"},
		{"one rose, another fell", diff(ofApp(t, 100, 200, 300), ofApp(t, 1500, 60, 290), Options{}), "app.Main.b"},
		{"half as long, one method as often as before", diff(samples(400, 400, 400, 400, 400, 400), samples(210, 195, 200, 190, 205, 400), Options{}), "T.d"},
		{"half as long, one gone", diff(samples(400, 400, 400, 400, 400, 4000), samples(210, 195, 200, 190, 205, 40), Options{}), "T.a, T.b, T.c, T.d, T.e"},
		{"half as many calls", diff(called(10_000, 400, 400, 3000), called(5_000, 200, 400, 150), Options{}), "T.a"},
		{"as many in all", diff(ofApp(t, 100, 200, 300), ofApp(t, 300, 200, 100), Options{}), ""},
		{"every difference", diff(ofApp(t, 100, 200, 300), ofApp(t, 1500, 205, 290), Options{Exact: true}), "app.Main.b, java.util.Formatter.format"},
		{"a run twice as long, one method as often as before", diff(calls(1000, 1000, 1000, 500), calls(2000, 2000, 2000, 500), Options{}), ""},
	} {
		if got := marked(test.d); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

// A note names three methods, those whose share changed most first, and counts the others. Runs of calls without a typical ratio are
// as long as their totals say.
func TestMethodsNamedByNotes(t *testing.T) {
	text := `{` + testprofile.Methods("main", "a", "b", "c", "d", "e")
	run := func(main int, records func(...string) string, counts ...int) *iprof.Profile {
		all := []string{fmt.Sprint("1:0 ", main)}
		for i, n := range counts {
			all = append(all, fmt.Sprintf("%d:0 %d", i+2, n))
		}
		return testprofile.Parse(t, text+records(all...)+`}`)
	}
	noteOf := func(old, new *iprof.Profile) string {
		for _, note := range diff(old, new, Options{}).Tables[0].Notes {
			if strings.Contains(note, "*: only the share") {
				return note
			}
		}
		return ""
	}
	for _, test := range []struct {
		name     string
		old, new *iprof.Profile
		want     string
	}{
		{"samples", run(90_000, testprofile.Samples, 900, 1500, 1200, 2100, 1800), run(5_000, testprofile.Samples, 900, 1500, 1200, 2100, 1800),
			"larger*: only the share of 5 methods is larger: no more samples than before, within noise, as there are 87.2% fewer in all"},
		{"calls without a typical ratio", run(30_000, testprofile.Calls, 9_000, 20_000, 20_000, 20_000, 100), run(3_000, testprofile.Calls, 9_000, 10_000, 5_000, 400, 4_000),
			"larger*: only the share of 2 methods is larger: no more method entries than before, as there are 68.3% fewer in all"},
	} {
		if got := noteOf(test.old, test.new); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

// The title says that the application view has none of the differences only if these are of samples alone: a call that changed is in each view.
func TestCallsBesideOtherVerdicts(t *testing.T) {
	run := func(self, callee, calls int) *iprof.Profile {
		return testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":8,"name":"void"},{"id":9,"name":"app.Main"},{"id":10,"name":"java.util.Formatter"}],
			"methods":[{"id":1,"name":"a","signature":[9,8]},{"id":2,"name":"b","signature":[9,8]},{"id":3,"name":"format","signature":[10,8]}]`+
			testprofile.Samples(fmt.Sprintf("1:0 %d", self), fmt.Sprintf("3:0<1:3 %d", callee), "2:0 500")+testprofile.Calls("1:0 100000", fmt.Sprintf("2:0 %d", calls))+"}")
	}
	old := run(100, 400, 100_000)
	for calls, want := range map[int]string{
		100_000: "2 methods changed share, 1 of the application; none with callees (--view app)",
		200_000: "3 differences, 2 of the application; others with callees (--view app)",
	} {
		if title := diff(old, run(300, 200, calls), Options{Filter: convert.FilterOptions{View: convert.ExpertView}}).Title; title != want {
			t.Errorf("%d calls: %q, want %q", calls, title, want)
		}
	}
}
