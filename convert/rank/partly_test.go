package rank

import (
	"regexp"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// Calls per entry of a caller are unknown if its entries are in part, and peek gives bounds: f runs 60 times in main, and as often as nobody
// counted as compilation root, where it makes 40 more calls of g.
func TestPartlyCountedCallers(t *testing.T) {
	p := testprofile.Parse(t, `{`+testprofile.Methods("main", "f", "g")+testprofile.Calls("1:0 1", "2:0<1:5 60", "3:0<2:7<1:5 120", "3:0<2:7 40")+`}`)
	tbl, err := Calls(p, nil, CallOptions{})
	if err != nil {
		t.Fatal(err)
	}
	testprofile.WantText(t, "calls", strings.TrimSpace(cells(tbl, "caller", "bci", "target", "calls", "per_entry")), "T.f | 7 | T.g | 160 | n/a\nT.main | 5 | T.f | 60 | 60")
	tbl, err = Peek(p, nil, regexp.MustCompile(`\.f$`), PeekOptions{Metric: convert.Calls})
	if err != nil {
		t.Fatal(err)
	}
	testprofile.WantText(t, "peek", strings.TrimSpace(cells(tbl, "relation", "count", "share", "frequency", "coverage", "bound")),
		"caller | 60 | n/a | 60 | 1 | at_least\ncaller | n/a | n/a |  |  | \nmethod | 60 |  |  |  | at_least\ncallee | 160 |  | 2 | 1 | exact")
	marks := ""
	for _, row := range tbl.Rows {
		for _, key := range []string{"count", "share", "coverage"} {
			if c := tbl.Cell(row, key); c.Kind != table.None {
				marks += c.Mark + "|"
			}
		}
		marks += " "
	}
	if want := "≥||| || ≥| |≤| "; marks != want {
		t.Errorf("%q, want %q", marks, want)
	}
}

// A method that ran, as its branches show, has no row without a count: a note says so.
func TestTopWithoutRows(t *testing.T) {
	for _, test := range []struct{ records, want string }{
		{testprofile.Calls("1:0 1", "3:0<1:7 40") + `,"conditionalProfiles":[{"ctx":"2:3<1:5","records":[10,0,700,20,1,300]}]`,
			"1 method ran without a count of entries, and has no row: check names the hottest"},
		{testprofile.Calls("1:0 1", "2:0<1:5 9", "3:0<1:7 40") + `,"conditionalProfiles":[{"ctx":"2:3<1:5","records":[10,0,700,20,1,300]}]`, ""},
		{testprofile.Calls("1:0 1", "3:0<1:7 40") + testprofile.Samples("2:0<1:5 9"), ""}, // stacks have code that is not instrumented
	} {
		tbl, err := Top(testprofile.Parse(t, `{`+testprofile.Methods("main", "hot", "g")+test.records+`}`), nil, TopOptions{Metric: convert.Calls})
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, note := range tbl.Notes {
			if strings.Contains(note, "no row") {
				got += note
			}
		}
		if got != test.want {
			t.Errorf("%q, want %q", got, test.want)
		}
	}
}
