package rank

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/testmodel"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// peekText returns cells and notes of the table of methods that match.
func peekText(t *testing.T, text, pattern string, opts PeekOptions, columns ...string) (rows, notes string) {
	t.Helper()
	tbl, err := Peek(testprofile.Parse(t, "{"+text+"}"), nil, regexp.MustCompile(pattern), opts)
	if err != nil {
		t.Fatal(err)
	}
	return cells(tbl, columns...), strings.Join(tbl.Notes, "\n")
}

// Of the stack a → b → x → b → x, b is called by a and by x, x calls nothing but has a sample itself, so that callers of b exceed its total,
// and self samples and callees that of x; not those of a.
func TestNoteOnRecursion(t *testing.T) {
	text := testprofile.Methods("a", "b", "x") + testprofile.Samples("3:0<2:1<3:2<2:3<1:4 1")
	for pattern, want := range map[string]bool{"a$": false, "b$": true, "x$": true, "[ab]$": true} {
		if _, notes := peekText(t, text, pattern, PeekOptions{Metric: convert.Samples}); strings.Contains(notes, "recursive stacks count for several") != want {
			t.Errorf("%s: %s", pattern, notes)
		}
	}
}

// The frequency of an edge is that of contexts where both counts are known: 5 calls for 10 entries, not the 7 for a caller without a count.
// Calls from the VM and from hidden callers have none.
func TestFrequencyOfKnownCounts(t *testing.T) {
	text := testprofile.Methods("a", "b", "c", "h") + testprofile.Calls("1:0 10", "2:0<1:4 5", "3:0 9", "2:0<1:4<3:1 7", "4:0 3", "2:0<4:1 6", "2:0<4:1<3:2 1")
	got, _ := peekText(t, text, `\.b$`, PeekOptions{Metric: convert.Calls, Filter: convert.FilterOptions{Hide: regexp.MustCompile("h$")}}, "relation", "other", "count", "frequency", "coverage")
	const want = "caller | T.a | 12 | 0.5 | 1\ncaller | <hidden> | 7 |  | \nmethod | T.b | 19 |  | \n"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// Without a match there is an error, unless the filters keep nothing at all of a profile that has something.
func TestPeekOfNothing(t *testing.T) {
	for text, hide := range map[string]string{testprofile.Methods("a") + testprofile.Samples("1:0 5"): "a$", testprofile.Methods("a"): "b$"} {
		for _, m := range []convert.Metric{convert.Samples, convert.Calls} {
			tbl, err := Peek(testprofile.Parse(t, "{"+text+"}"), nil, regexp.MustCompile("a$"), PeekOptions{Metric: m, Filter: convert.FilterOptions{Ignore: regexp.MustCompile(hide)}})
			var none *convert.NoMatchError
			if nothingKept := m == convert.Samples && hide == "a$"; errors.As(err, &none) == nothingKept || nothingKept && len(tbl.Rows) > 0 {
				t.Errorf("%s of %s: %v", m, text, err)
			}
		}
	}
}

// Three methods with fewer entries than calls are named, and others counted.
func TestNotesOnFewerEntries(t *testing.T) {
	for n := range 6 {
		methods, types, records, receivers := []string{`{"id":1,"name":"run","signature":[1,9]}`}, []string{`{"id":1,"name":"app.Main"}`, `{"id":9,"name":"void"}`}, []string{"1:0 10"}, []string(nil)
		for i := range n {
			id := 10 + i
			types = append(types, fmt.Sprintf(`{"id":%d,"name":"C%d"}`, id, i))
			methods = append(methods, fmt.Sprintf(`{"id":%d,"name":"get","signature":[%d,9]}`, id, id))
			records = append(records, fmt.Sprintf("%d:0 6", id), fmt.Sprintf("%d:0<1:%d 0", id, id))
			receivers = append(receivers, fmt.Sprintf("1:%d %d 40", id, id))
		}
		text := `"version":"1.1.0","types":[` + strings.Join(types, ",") + `],"methods":[` + strings.Join(methods, ",") + `]` + testprofile.Calls(records...) + testprofile.Section("virtualInvokeProfiles", receivers)
		_, notes := peekText(t, text, ".", PeekOptions{Metric: convert.Calls})
		named := strings.Count(notes, "calls that stayed calls, but 6 entries")
		more := map[int]string{4: "1 more method", 5: "2 more methods"}[n]
		if named != min(n, 3) || !strings.Contains(notes, more) || more == "" && strings.Contains(notes, "more method") {
			t.Errorf("%d: %s", n, notes)
		}
	}
}

// Successors are merged by target only where several lead to one, which a note says.
func TestNoteOnMergedSuccessors(t *testing.T) {
	for record, want := range map[string]bool{"1:3 9 0 5 9 1 4 14 2 1": true, "1:3 9 0 5 14 1 4": false} {
		p := testprofile.Parse(t, "{"+testprofile.Methods("a")+testprofile.Section("conditionalProfiles", []string{record})+"}")
		plain, byTarget := branchTable(t, p, BranchOptions{}), branchTable(t, p, BranchOptions{ByTarget: true})
		if got := len(byTarget.Notes) > len(plain.Notes); got != want {
			t.Errorf("%s: %q, by target %q", record, plain.Notes, byTarget.Notes)
		}
	}
}

// A conditional with a rare second successor is further from even than one with two nearly equal ones. One record of samples is enough for
// their column.
func TestNearestByBothSuccessors(t *testing.T) {
	p := testprofile.Parse(t, "{"+testprofile.Methods("m")+testprofile.Section("conditionalProfiles", []string{"1:1 5 0 50 8 1 25 12 2 25", "1:2 5 0 60 8 1 40"})+testprofile.Samples("1:1 3")+"}")
	table := branchTable(t, p, BranchOptions{NearEven: new(0.01)})
	if want := "nearest of 2: T.m @2, 60 and 40 of 100 executions, 60.0% : 40.0%"; table.Miss != want {
		t.Errorf("%q, want %q", table.Miss, want)
	}
	if got := cells(branchTable(t, p, BranchOptions{SiteOptions: SiteOptions{Limit: 1}}), "method_samples"); !strings.HasPrefix(got, "3\n") {
		t.Errorf("samples: %s", got)
	}
}

// Notes with class files: main's loop called addLine 10,000 times, so 9,000 entries are too few, and what is left from outside is main alone.
func TestNotesOfCalls(t *testing.T) {
	text, code := testmodel.WordCountCode(t)
	const entries, fewer = `{"ctx": "2:0", "records": [10000]}`, "1 method has fewer entries than calls"
	for count, want := range map[string][]string{
		"10000": {"from outside, by no known call: 1 entry,"}, "9000": {"from outside, by no known call: 1 entry,", fewer}, "10001": {"from outside, by no known call: 2 entries,"},
	} {
		p := testprofile.Parse(t, strings.Replace(text, entries, `{"ctx": "2:0", "records": [`+count+`]}`, 1))
		tbl, err := Calls(p, nil, CallOptions{Code: code})
		if err != nil {
			t.Fatal(err)
		}
		notes := strings.Join(tbl.Notes, "\n")
		for _, note := range want {
			if !strings.Contains(notes, note) {
				t.Errorf("%s entries: %s\nlacks %s", count, notes, note)
			}
		}
		if strings.Contains(notes, fewer) != (len(want) > 1) {
			t.Errorf("%s entries: %s", count, notes)
		}
	}
	main := `{"ctx": "1:0", "records": [1]}`
	if !strings.Contains(string(text), main) {
		t.Fatal("no entry of main")
	}
	tbl, err := Calls(testprofile.Parse(t, strings.Replace(string(text), main, `{"ctx": "1:0", "records": [0]}`, 1)), nil, CallOptions{Code: code})
	if err != nil || strings.Contains(strings.Join(tbl.Notes, "\n"), "from outside") {
		t.Errorf("nothing is from outside: %q %v", tbl.Notes, err)
	}
}
