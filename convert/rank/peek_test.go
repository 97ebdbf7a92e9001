package rank

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/internal/testtier"
)

func TestPeek(t *testing.T) {
	for _, c := range []struct {
		name, pattern string
		opts          PeekOptions
		want          string
	}{
		{"callers and callees of sampled stacks add up", `B\.b$`, PeekOptions{Metric: convert.Samples}, `
65 caller app.A.a()
65 method app.B.b
20 self <self>
30 callee com.oracle.svm.core.Heap.gc
10 callee app.A.a()
5 callee com.oracle.svm.enterprise.profiling.Rt.count
`},
		{"an edge counts once per stack, recursion or not; overloads match alike", `A\.a$`, PeekOptions{Metric: convert.Samples}, `
65 caller <no caller>
10 caller app.A.a()
10 caller app.B.b
65 method app.A.a()
10 self <self>
65 callee app.B.b
10 callee app.A.a()
15 caller <no caller>
15 method app.A.a(int)
0 self <self>
15 callee <unknown method 77>
`},
		{"a hidden callee's samples are the method's own", `B\.b$`, PeekOptions{Metric: convert.Samples, Filter: convert.FilterOptions{View: convert.UserView}}, `
65 caller app.A.a()
65 method app.B.b
25 self <self>
30 callee <VM>
10 callee app.A.a()
`},
		{"rows beyond the limit", `B\.b$`, PeekOptions{Metric: convert.Samples, Limit: 1}, `
65 caller app.A.a()
65 method app.B.b
20 self <self>
30 callee com.oracle.svm.core.Heap.gc
15 callee <2 more callees>
`},
		// b was entered 300 times through a, which was entered 130 times, 100 of them in the contexts that have both.
		{"call sites, with those whose count the file lacks", `B\.b$`, PeekOptions{Metric: convert.Calls}, `
300 ×3.000 77% @3 inlined caller app.A.a()
n/a - - - - caller <callers unknown>
300 - - - - method app.B.b
300 ×1.000 100% @8 inlined callee com.oracle.svm.enterprise.profiling.Rt.count
30 ×0.100 100% @7 inlined callee app.A.a()
n/a n/a n/a @9 inlined callee com.oracle.svm.core.Heap.gc
`},
		{"the VM as a caller, without places in it", `<VM>`, PeekOptions{Metric: convert.Calls, Filter: convert.FilterOptions{View: convert.UserView}}, `
7 - - - inlined caller <VM>
n/a n/a n/a @9 inlined caller app.B.b
7 - - - - method <VM>
7 - - - inlined callee <VM>
`},
		{"several methods, the one with the most first", `Heap`, PeekOptions{Metric: convert.Calls}, `
7 n/a n/a @5 inlined caller com.oracle.svm.core.Heap.gc
7 - - - - method com.oracle.svm.core.Heap.scan
n/a n/a n/a @9 inlined caller app.B.b
n/a - - - - method com.oracle.svm.core.Heap.gc
7 n/a n/a @5 inlined callee com.oracle.svm.core.Heap.scan
`},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := testprofile.Parse(t, testprofile.Small)
			tbl, err := Peek(p, convert.NewNames(p, convert.NameOptions{Disambiguate: true}), regexp.MustCompile(c.pattern), c.opts)
			if err != nil {
				t.Fatal(err)
			}
			got := "\n"
			for _, r := range tbl.Rows {
				for _, col := range tbl.Columns {
					cell := r.Cell(col)
					switch {
					case col.Heading == "" || col.Key == "share" || col.Key == "interval" || col.Instead != "":
					case cell.Kind == table.None:
						got += "- "
					case cell.Kind == table.Unknown:
						got += "n/a "
					case col.Kind == table.CountColumn:
						got += fmt.Sprint(cell.Int, " ")
					case col.Kind == table.BCIColumn:
						got += fmt.Sprintf("@%d ", cell.Int)
					case col.Kind == table.FactorColumn:
						got += fmt.Sprintf("×%.3f ", cell.Low)
					case col.Kind == table.ShareColumn:
						got += fmt.Sprintf("%.0f%% ", 100*cell.Low)
					default:
						got += cell.Text + " "
					}
				}
				got = strings.TrimRight(got, " ") + "\n"
			}
			if got != c.want {
				t.Errorf("%s\nwant%s", got, c.want)
			}
		})
	}
}

// Without source lines there is no column for them.
func TestPeekWithoutLines(t *testing.T) {
	p := testprofile.Parse(t, `{`+testprofile.Methods("a", "b")+testprofile.Calls("1:0 5", "2:0<1:3 4")+testprofile.Samples("2:1<1:3 9")+`}`)
	for _, m := range []convert.Metric{convert.Calls, convert.Samples} {
		tbl, err := Peek(p, nil, regexp.MustCompile("a"), PeekOptions{Metric: m})
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := tbl.Column("line"); ok {
			t.Errorf("%s has a column of lines", m)
		}
	}
}

func TestPeekSaysWhatIsNearest(t *testing.T) {
	p := testprofile.Parse(t, `{`+testprofile.Methods("parse", "parseLine", "print", "flush", "write", "close", "Parse2")+`,"callCountProfiles":[
{"ctx":"1:0","records":[1]},{"ctx":"2:0","records":[1]},{"ctx":"3:0","records":[1]},{"ctx":"4:0","records":[1]},
{"ctx":"5:0","records":[1]},{"ctx":"6:0","records":[1]},{"ctx":"7:0","records":[1]}]}`)
	for pattern, want := range map[string]string{
		`PARSE`:     "T.parse, T.Parse2, T.parseLine", // close differs in 3 letters of 5
		`T\.pasre$`: "T.parse, T.Parse2, T.parseLine", // T.parse begins T.parseLine
	} {
		_, err := Peek(p, convert.NewNames(p, convert.NameOptions{}), regexp.MustCompile(pattern), PeekOptions{})
		var none *convert.NoMatchError
		if !errors.As(err, &none) || none.Pattern != pattern {
			t.Fatalf("error %v", err)
		}
		if got := strings.Join(none.Nearest, ", "); got != want {
			t.Errorf("%s: %s, want %s", pattern, got, want)
		}
	}
}

// peekEdges reads the edges back from a table of all methods: "caller>callee", or "caller:bci>callee", by id.
func peekEdges(t *testing.T, tbl *table.Table) map[string]int64 {
	t.Helper()
	edges := map[string]int64{}
	cell := tbl.Cell
	for _, r := range tbl.Rows {
		if cell(r, "count").Kind != table.Int {
			continue
		}
		id := func(c table.Cell) string {
			if c.Kind == table.None {
				return ""
			}
			return strconv.FormatInt(c.Int, 10)
		}
		from, to := id(cell(r, "other_id")), id(cell(r, "id"))
		relation := cell(r, "relation").Text
		if relation == calleeRow.String() {
			from, to = to, from
		}
		if bci := cell(r, "bci"); bci.Kind == table.Int {
			from += ":" + strconv.FormatInt(bci.Int, 10)
		}
		key := from + ">" + to
		if relation == methodRow.String() || relation == selfRow.String() {
			key = relation + " " + id(cell(r, "id"))
		}
		n := cell(r, "count").Int
		if e := cell(r, "evidence"); e.Kind == table.Text && e.Text != "inlined" || cell(r, "bound").Text == "at_most" {
			continue // calls that stayed calls, which package calls tests
		}
		if old, twice := edges[key]; twice && old != n {
			t.Errorf("%s has %d as a callee and %d as a caller", key, old, n)
		}
		edges[key] = n
	}
	return edges
}

// onlyInlined leaves the numbers of edges out that are not of inlined calls alone: other calls of the same edge, and entries as
// compilation root, are never more than these.
func onlyInlined(t *testing.T, got, want map[string]int64) {
	t.Helper()
	for key, n := range want {
		if strings.HasPrefix(key, "method ") {
			continue
		}
		g, ok := got[key]
		switch {
		case strings.HasPrefix(key, ">") && g > n:
			t.Errorf("%s: %d from outside, of %d", key, g, n)
		case strings.HasPrefix(key, ">"), !ok:
			delete(want, key)
			delete(got, key)
		}
	}
	for key := range got {
		if strings.HasPrefix(key, ">") { // callers that do not have an id
			delete(got, key)
		}
	}
}

// TestPeekOfPublishedProfiles counts every edge again.
func TestPeekOfPublishedProfiles(t *testing.T) {
	testtier.Sequential(t)
	for name, data := range testprofile.Varied(t) {
		t.Run(name, func(t *testing.T) {
			d := readRaw(t, data)
			p := testprofile.Parse(t, string(data))
			names := convert.NewNames(p, convert.NameOptions{})
			for _, m := range []convert.Metric{convert.Samples, convert.Calls} {
				want := map[string]int64{}
				for _, r := range d.records(m) {
					frames, v := framesOf(r), r.Records[0]
					var once []string
					for i, f := range frames {
						caller := ""
						if i+1 < len(frames) {
							caller = frames[i+1].method
							if m == convert.Calls {
								caller += ":" + frames[i+1].BCI
							}
						}
						once = append(once, caller+">"+f.method, "method "+f.method)
						if m == convert.Calls {
							break // a record counts its leaf
						}
					}
					if m == convert.Samples {
						once = append(once, "self "+frames[0].method)
					}
					slices.Sort(once)
					for _, key := range slices.Compact(once) {
						want[key] += v
					}
				}
				if len(want) == 0 {
					continue
				}
				if m == convert.Samples { // methods without self samples have the row too
					for key := range maps.Clone(want) {
						if id, ok := strings.CutPrefix(key, "method "); ok {
							want["self "+id] += 0
						}
					}
				}
				tbl, err := Peek(p, names, regexp.MustCompile(""), PeekOptions{Metric: m})
				if err != nil {
					t.Fatal(err)
				}
				got := peekEdges(t, tbl)
				if m == convert.Calls {
					onlyInlined(t, got, want)
				}
				if !maps.Equal(got, want) {
					t.Errorf("%s: %d numbers, want %d", m, len(got), len(want))
					for _, key := range slices.Sorted(maps.Keys(want)) {
						if g, ok := got[key]; !ok || g != want[key] {
							t.Fatalf("%s: %d, want %d", key, g, want[key])
						}
					}
				}
			}
		})
	}
}

// TestPeekOfTheVM compares with the edges of the VM's flight recorder. They are by class and name, so methods that share both
// are left out.
func TestPeekOfTheVM(t *testing.T) {
	for _, dir := range []string{"sampling-json", "sampling-recursion"} {
		t.Run(dir, func(t *testing.T) {
			data, err := os.ReadFile("../../../shared/jvm/" + dir + "/profile.iprof.gz")
			if err != nil {
				t.Skip(err)
			}
			truth, err := os.ReadFile("../../../shared/jvm/" + dir + "/edges.tsv.gz")
			if err != nil {
				t.Skip(err)
			}
			p := testprofile.Parse(t, string(testprofile.Gunzip(t, data)))
			names := convert.NewNames(p, convert.NameOptions{})
			methods := map[string]int{}
			for slot, used := range convert.ReferencedMethods(p) {
				if used {
					methods[names.Method(slot)]++
				}
			}
			tbl, err := Peek(p, names, regexp.MustCompile(""), PeekOptions{Metric: convert.Samples})
			if err != nil {
				t.Fatal(err)
			}
			got := map[string]int64{}
			for _, r := range tbl.Rows {
				text := func(key string) string { return tbl.Cell(r, key).Text }
				if text("relation") == calleeRow.String() {
					got[text("method")+"\t"+text("other")] = tbl.Cell(r, "count").Int
				}
			}
			checked := 0
			for line := range strings.Lines(string(testprofile.Gunzip(t, truth))) {
				f := strings.Split(strings.TrimSpace(line), "\t")
				if methods[f[0]] != 1 || methods[f[1]] != 1 {
					continue
				}
				checked++
				if n := got[f[0]+"\t"+f[1]]; strconv.FormatInt(n, 10) != f[2] {
					t.Errorf("%s calls %s: %d, want %s", f[0], f[1], n, f[2])
				}
			}
			if checked < 50 {
				t.Errorf("only %d edges compared", checked)
			}
		})
	}
}

// TestPeekExplainsUnknownCounts has an inlinee without a count, and a profile that has all counts.
func TestPeekExplainsUnknownCounts(t *testing.T) {
	const tables = `{"version":"1.0.0","types":[{"id":0,"name":"void"},{"id":1,"name":"C"}],"methods":[{"id":1,"name":"caller","signature":[1,0]},
		{"id":2,"name":"callee","signature":[1,0]},{"id":3,"name":"leaf","signature":[1,0]}],"callCountProfiles":[{"ctx":"1:0","records":[2]},`
	for counts, want := range map[string]bool{
		`{"ctx":"3:0<2:5<1:3","records":[4]}`:                                 true,
		`{"ctx":"2:0<1:3","records":[2]},{"ctx":"3:0<2:5<1:3","records":[4]}`: false,
	} {
		table, err := Peek(testprofile.Parse(t, tables+counts+"]}"), nil, regexp.MustCompile(`C\.callee$`), PeekOptions{Metric: convert.Calls})
		if err != nil {
			t.Fatal(err)
		}
		if got := slices.Contains(table.Notes, "n/a: not in the profile"); got != want {
			t.Errorf("%s: %q", counts, table.Notes)
		}
	}
}

// TestPeekRestHasNoInterval: of 30 stacks through three callees all 30 are in each of the two of the rest, 200% of the samples, of
// which no interval of a share can be given. Other rows have one.
func TestPeekRestHasNoInterval(t *testing.T) {
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":0,"name":"void"},{"id":1,"name":"A"}],
		"methods":[{"id":1,"name":"m","signature":[1,0]},{"id":2,"name":"a","signature":[1,0]},{"id":3,"name":"b","signature":[1,0]},{"id":4,"name":"c","signature":[1,0]}],
		"samplingProfiles":[{"ctx":"4:0<1:3<3:0<1:2<2:0<1:1","records":[30]}]}`)
	tbl, err := Peek(p, nil, regexp.MustCompile(`A\.m$`), PeekOptions{Metric: convert.Samples, Limit: 1})
	if err != nil {
		t.Fatal(err)
	}
	rest := 0
	for _, r := range tbl.Rows {
		interval := tbl.Cell(r, "interval")
		switch {
		case r.Omitted > 0:
			rest++
			if interval.Kind != table.None {
				t.Errorf("a row of the rest: interval %+v", interval)
			}
		case tbl.Cell(r, "share").Kind != table.None && interval.Kind == table.None:
			t.Errorf("%s %s has no interval", tbl.Cell(r, "relation").Text, tbl.Cell(r, "other").Text)
		}
	}
	if rest == 0 {
		t.Error("no rows of the rest")
	}
}

// TestEntriesOfSampledMethods: the title of a table of samples has the entries of the methods in it, as top has them: of those with samples,
// and at least so many if one of them also ran in contexts without a count, or has none at all.
func TestEntriesOfSampledMethods(t *testing.T) {
	p := testprofile.Parse(t, `{`+testprofile.Methods("a", "b", "c", "d", "e")+
		testprofile.Calls("1:0 30", "2:0<1:3 5", "3:0 7", "3:0<4:1<1:5 100", "4:0 9")+testprofile.Samples("1:4 100", "2:1<1:3 200", "4:1 50", "5:2 10")+`}`)
	for _, c := range []struct{ pattern, want string }{
		{"T", "4 methods, entered ≥ 44 times"}, // not c; d also ran in a, and e has no count
		{`T\.[abc]$`, "2 methods, entered 35 times"},
		{`T\.[be]$`, "2 methods, entered ≥ 5 times"},
		{`T\.d$`, "1 method, entered ≥ 9 times"},
		{`T\.e$`, "1 method"},
	} {
		tbl, err := Peek(p, nil, regexp.MustCompile(c.pattern), PeekOptions{Metric: convert.Samples})
		if err != nil {
			t.Fatal(err)
		}
		if tbl.Title != "callers and callees of "+c.want {
			t.Errorf("%s: %q, want %q", c.pattern, tbl.Title, c.want)
		}
	}
}
