package rank_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/hierarchy"
	"github.com/iprof-viz/iprof-viz/convert/rank"
	"github.com/iprof-viz/iprof-viz/convert/sourceline"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/testclass"
	"github.com/iprof-viz/iprof-viz/internal/testpath"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/internal/testtable"
)

// callers is a profile whose calls can be counted by hand. Main.main has 4 entries and calls run at @0, which was inlined there; run has
// 6 entries as compilation root as well. Run calls help at @0, which was inlined in 6 of 10 calls, and has 4 entries as root; area of
// Shape at @3, with 5 receivers Round, inlined, 1 Square, and 4 of unknown types; generated code at @6; a method of a missing class at
// @11; and Square.none, which has no count, at @14. Late, without a class file, calls Round.area once.
const callers = `{"version":"1.0.0","types":[{"id":8,"name":"void"},{"id":1,"name":"app.Main"},{"id":2,"name":"app.Shape"},{"id":3,"name":"app.Round"},{"id":4,"name":"app.Square"},{"id":5,"name":"app.Late"},{"id":6,"name":"[Ljava.lang.String;"}],
	"methods":[{"id":1,"name":"run","signature":[1,8]},{"id":2,"name":"help","signature":[1,8]},{"id":3,"name":"area","signature":[2,8]},{"id":4,"name":"area","signature":[3,8]},{"id":5,"name":"area","signature":[4,8]},
	{"id":6,"name":"main","signature":[1,8,6]},{"id":7,"name":"none","signature":[4,8]},{"id":9,"name":"late","signature":[5,8]},{"id":10,"name":"<clinit>","signature":[1,8]}]`

var callersSections = testprofile.Calls("6:0 4", "1:0<6:0 4", "1:0 6", "2:0<1:0 6", "2:0 4", "4:0<1:3 5", "5:0 1", "9:0 3", "4:0<9:7 1", "10:0 1") +
	testprofile.Section("virtualInvokeProfiles", []string{"1:3 3 5 4 1"}) +
	testprofile.Samples("4:2<1:3<6:0 3", "2:1<1:0 2", "1:6<6:0 1", "6:0 1", "9:1<5:3 4") + "}"

// rare is a profile of rare things. Callee, the first method, is called by three, whose class file has that call alone: it was inlined
// there in 5 calls, though three has 3 entries. Run has no count, and receivers of as many types as are kept at @5. Via has a context
// without a count at @4, where deep was inlined 6 times, and which has 1 entry as root; an unlisted method called it, too.
const rare = `{"version":"1.0.0","types":[{"id":8,"name":"void"},{"id":1,"name":"app.Main"},{"id":11,"name":"T1"},{"id":12,"name":"T2"},{"id":13,"name":"T3"},{"id":14,"name":"T4"},{"id":15,"name":"T5"},{"id":16,"name":"T6"},{"id":17,"name":"T7"},{"id":18,"name":"T8"}],
	"methods":[{"id":1,"name":"callee","signature":[1,8]},{"id":2,"name":"run","signature":[1,8]},{"id":3,"name":"via","signature":[1,8]},{"id":4,"name":"deep","signature":[1,8]},{"id":5,"name":"three","signature":[1,8]},{"id":6,"name":"get","signature":[11,8]}]`

var rareSections = testprofile.Calls("1:0<5:0 5", "1:0 2", "5:0 3", "1:0<2:9 4", "3:0 7", "4:0<2:0<3:4 6", "4:0 1", "4:0<77:3 2", "6:0<2:11 3") +
	testprofile.Section("virtualInvokeProfiles", []string{"2:5 11 1 12 2 13 3 14 4 15 5 16 6 17 7 18 8", "2:11 11 3 99 1"}) + testprofile.Samples("1:1<5:0 2", "1:3<5:0 4", "1:1 1") + "}"

// writeCallers writes the classes of callers and returns their directory.
func writeCallers(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	big := testclass.Join(make([]byte, 30), 0xB1) // native-image does not inline it before it adds counters
	main := &testclass.Builder{Source: "Main.java"}
	run := testclass.Join(0xB8, testclass.Big(2, main.Member(10, "app/Main", "help", "()V")), 0xB6, testclass.Big(2, main.Member(10, "app/Shape", "area", "()V")),
		0xBA, testclass.Big(2, main.Dynamic(18, "make", "()V")), 0, 0, 0xB8, testclass.Big(2, main.Member(10, "lib/Gone", "away", "()V")),
		0xB8, testclass.Big(2, main.Member(10, "app/Square", "none", "()V")), big)
	main.Method(9, "run", "()V", main.Code(run, nil, main.Lines(0, 10, 3, 11, 6, 12, 11, 13)))
	main.Method(9, "help", "()V", main.Code(big, nil))
	main.Method(9, "main", "([Ljava/lang/String;)V", main.Code(testclass.Join(0xB8, testclass.Big(2, main.Member(10, "app/Main", "run", "()V")), 0xB1), nil))
	main.Method(8, "<clinit>", "()V", main.Code(big, nil))
	main.Method(9, "three", "()V", main.Code(testclass.Join(0xB8, testclass.Big(2, main.Member(10, "app/Main", "callee", "()V")), 0xB1), nil))
	main.Method(9, "callee", "()V", main.Code(big, nil))
	files := map[string][]byte{"Main": main.Build("app/Main")}
	for name, super := range map[string]string{"Shape": "", "Round": "app/Shape", "Square": "app/Shape"} {
		b := &testclass.Builder{Super: super}
		b.Method(1, "area", "()V", b.Code(big, nil))
		if name == "Square" {
			b.Method(0x29, "none", "()V", b.Code(big, nil)) // synchronized
		}
		files[name] = b.Build("app/" + name)
	}
	for name, data := range files {
		file := filepath.Join(dir, "app", name+".class")
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o777), os.WriteFile(file, data, 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestWholeCalls compares tables of calls with testdata/calls.txt, whose numbers were checked by hand.
func TestWholeCalls(t *testing.T) {
	check := testprofile.Expected(t, "testdata/calls.txt")
	dir := writeCallers(t)
	for _, by := range []int{0, 2, 5} {
		wholeCalls(t, check, dir, by)
	}
}

// wholeCalls compares tables of profiles that are rotated by a number.
func wholeCalls(t *testing.T, check func(name, got string), dir string, by int) {
	p := testprofile.Parse(t, testprofile.Rotated(t, callers+callersSections, by))
	path := testpath.Open(t, dir)
	code := calls.Options{Class: path.Class, Classes: hierarchy.New(path.Class, path.Headers)}
	show := func(name string, tbl *table.Table, err error) {
		if err != nil {
			t.Fatal(name, err)
		}
		check(name, testtable.Whole(tbl))
	}
	user := convert.FilterOptions{View: convert.UserView}
	for name, o := range map[string]rank.CallOptions{
		"all":     {Code: code},
		"records": {},
		"lines":   {Code: code, Sort: "name", Lines: sourceline.New(p, path.Class, nil), Limit: 6},
		"most":    {Code: code, Sort: "calls", Limit: 1, Filter: user},
		"samples": {Code: code, Sort: "samples", Kinds: []calls.Kind{calls.Static, calls.Virtual}, Limit: 3},
		"partly":  {Code: code, Inlined: []calls.Part{calls.PartlyInlined}},
		"chosen":  {Code: code, Callers: regexp.MustCompile("Main.run"), To: regexp.MustCompile("area|Gone")},
		"focus":   {Code: code, Filter: convert.FilterOptions{View: convert.ExpertView, Focus: regexp.MustCompile("main")}},
	} {
		tbl, err := rank.Calls(p, nil, o)
		show("calls "+name, tbl, err)
	}
	for name, o := range map[string]rank.PeekOptions{
		"code": {Metric: convert.Calls, Code: code}, "records": {Metric: convert.Calls}, "user": {Metric: convert.Calls, Code: code, Filter: user, Limit: 1},
		"focus": {Metric: convert.Calls, Code: code, Filter: convert.FilterOptions{View: convert.ExpertView, Focus: regexp.MustCompile("main")}},
	} {
		tbl, err := rank.Peek(p, nil, regexp.MustCompile(`run|help|area|clinit|late`), o)
		show("peek "+name, tbl, err)
	}
	p = testprofile.Parse(t, testprofile.Rotated(t, rare+rareSections, by))
	for name, code := range map[string]calls.Options{"records": {}, "code": code} {
		tbl, err := rank.Calls(p, nil, rank.CallOptions{Code: code})
		show("rare calls "+name, tbl, err)
		tbl, err = rank.Calls(p, convert.NewNames(p, convert.NameOptions{Style: convert.ShortNames}), rank.CallOptions{Code: code, To: regexp.MustCompile("callee|types|T[0-9]|area$|Gone|^<generated code>$|^<unknown>$")})
		show("rare chosen "+name, tbl, err)
		tbl, err = rank.Peek(p, nil, regexp.MustCompile(`callee|deep|three|via|get`), rank.PeekOptions{Metric: convert.Calls, Code: code})
		show("rare peek "+name, tbl, err)
	}
}

// Bounds are marked, and each row begins a site, as facts are below it.
func TestCallMarks(t *testing.T) {
	p := testprofile.Parse(t, callers+callersSections)
	path := testpath.Open(t, writeCallers(t))
	marks := map[string]bool{}
	for _, code := range []calls.Options{{}, {Class: path.Class, Classes: hierarchy.New(path.Class, path.Headers)}} {
		tbl, err := rank.Calls(p, nil, rank.CallOptions{Code: code})
		if err != nil {
			t.Fatal(err)
		}
		bound, _ := tbl.Column("bound")
		number, _ := tbl.Column("calls")
		for _, row := range tbl.Rows {
			if !row.BeginsSite {
				t.Error("a row does not begin a site")
			}
			word, mark := row.Cell(bound).Text, row.Cell(number).Mark
			if want := map[string]string{"at_least": "≥", "at_most": "≤", "unless_thrown": "≤"}[word]; mark != want {
				t.Errorf("%s is marked %q, want %q", word, mark, want)
			}
			marks[mark] = true
		}
	}
	if !marks["≥"] || !marks[""] {
		t.Errorf("%v", marks)
	}
}

// A selection without calls is an error that names similar ones; an unknown order is one, too.
func TestCallsWithoutAny(t *testing.T) {
	p := testprofile.Parse(t, callers+callersSections)
	for _, c := range []struct {
		opts rank.CallOptions
		want string
	}{
		{rank.CallOptions{Sort: "size"}, "calls are sorted by stayed, calls, samples, name, not by size"},
		{rank.CallOptions{Callers: regexp.MustCompile("Nobody")}, `no method matches "Nobody"`},
		{rank.CallOptions{To: regexp.MustCompile("Nobody")}, `no method matches "Nobody"`},
	} {
		if _, err := rank.Calls(p, nil, c.opts); err == nil || err.Error() != c.want {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
	for _, c := range []struct {
		profile string
		opts    rank.CallOptions
		nearest string // "": no error
	}{
		{callers + callersSections, rank.CallOptions{Callers: regexp.MustCompile("^app.Main.rum$")}, "app.Main.run"},
		{callers + callersSections, rank.CallOptions{Callers: regexp.MustCompile("^app.Late.lade$")}, "app.Late.late"},
		{callers + callersSections, rank.CallOptions{To: regexp.MustCompile("^app.Main.help2$")}, "app.Main.help"},
		{callers + callersSections, rank.CallOptions{Callers: regexp.MustCompile("late"), To: regexp.MustCompile("^app.Main.help2$")}, "app.Main.help"},
		{callers + callersSections, rank.CallOptions{Callers: regexp.MustCompile("Nobody"), Filter: convert.FilterOptions{View: convert.ExpertView, Hide: regexp.MustCompile(".")}}, ""},
	} {
		_, err := rank.Calls(testprofile.Parse(t, c.profile), nil, c.opts)
		var miss *convert.NoMatchError
		if errors.As(err, &miss) != (c.nearest != "") || miss != nil && !slices.Contains(miss.Nearest, c.nearest) {
			t.Errorf("%v, want that %s is similar", err, c.nearest)
		}
	}
	empty := testprofile.Parse(t, callers+"}")
	if tbl, err := rank.Calls(empty, nil, rank.CallOptions{Callers: regexp.MustCompile("Nobody")}); err != nil || len(tbl.Rows) != 0 {
		t.Errorf("without records: %v", err)
	}
}

// Shares are of all method entries, and calls of methods without entries are not among these: a note says why one is above 100%,
// whether it is shown or among the rest.
func TestSharesAboveOneAreExplained(t *testing.T) {
	const note = "shares are of the entries of methods, and may be above 100%: calls of methods that the profile has no entries of are not among them"
	for calls, want := range map[int]bool{10: false, 11: true} {
		p := testprofile.Parse(t, fmt.Sprintf(`{%s%s,"virtualInvokeProfiles":[{"ctx":"1:3","records":[1,1]},{"ctx":"1:5","records":[1,%d]},{"ctx":"1:7","records":[1,1]}]}`, testprofile.Methods("a"), testprofile.Calls("1:0 10"), calls))
		for limit, rows := range []int{3, 1} {
			tbl, err := rank.Calls(p, nil, rank.CallOptions{Sort: "name", Limit: limit})
			if err != nil {
				t.Fatal(err)
			}
			if len(tbl.Rows) != rows || slices.Contains(tbl.Notes, note) != want {
				t.Errorf("%d calls, limit %d: %d rows, %q", calls, limit, len(tbl.Rows), tbl.Notes)
			}
		}
	}
}

// TestOrderOfUnknown: where it is not known of any row how many calls stayed calls, the title and the column that remains are those of the order.
func TestOrderOfUnknown(t *testing.T) {
	for _, c := range []struct {
		counts []string
		want   string
	}{
		{[]string{"1:0 3", "2:0<1:3 5", "2:0<1:7 6", "2:0 1"}, "calls by count (how many stayed calls is unknown), 1 of 2 by calls"},
		{[]string{"1:0 3", "2:0<1:3 5", "2:0<1:7 6"}, "calls by how many stayed calls, 1 of 2 by stayed"}, // none
	} {
		p := testprofile.Parse(t, "{"+testprofile.Methods("a", "b")+testprofile.Calls(c.counts...)+"}")
		tbl, err := rank.Calls(p, nil, rank.CallOptions{Limit: 1})
		if err != nil {
			t.Fatal(err)
		}
		if got := tbl.Title + " by " + tbl.SortedBy; got != c.want {
			t.Errorf("%v: %s, want %s", c.counts, got, c.want)
		}
	}
}
