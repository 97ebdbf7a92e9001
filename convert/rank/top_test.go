package rank

import (
	"bufio"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/callgraph"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/internal/testtable"
	"github.com/iprof-viz/iprof-viz/internal/testtier"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A rawProfile is an iprof of any version, decoded by encoding/json, with all sections that tables count.
type rawProfile struct {
	testprofile.Document
	MonitorProfiles                   []testprofile.Record
	MonitorsProfile                   struct{ Records []int64 }
	typeName, methodClass, methodName map[string]string
}

// A rawFrame is a frame as in the file.
type rawFrame struct{ method, BCI string }

func readRaw(t *testing.T, data []byte) *rawProfile {
	t.Helper()
	d := &rawProfile{typeName: map[string]string{}, methodClass: map[string]string{}, methodName: map[string]string{}}
	if err := json.Unmarshal(data, d); err != nil {
		t.Fatal(err)
	}
	for _, x := range d.Types {
		d.typeName[strconv.Itoa(int(x.ID))] = x.Name + x.TypeName
	}
	for _, x := range d.Methods {
		id := strconv.Itoa(int(x.ID))
		if x.ID >= 0 {
			d.methodClass[id] = d.typeName[strconv.Itoa(int(x.Signature[0]))]
			d.methodName[id] = d.methodClass[id] + "." + x.Name + x.MethodName
		}
	}
	return d
}

// framesOf splits a context into frames, leaf first.
func framesOf(r testprofile.Record) []rawFrame {
	var frames []rawFrame
	for _, f := range r.Frames() {
		method, bci, _ := strings.Cut(f, ":")
		frames = append(frames, rawFrame{method, bci})
	}
	return frames
}

// records returns a metric's records, each with the value that top sums up.
func (d *rawProfile) records(m convert.Metric) []testprofile.Record {
	all := slices.Clone(d.Section(m.Section()))
	for i, r := range all {
		var sum int64
		switch m {
		case convert.Samples, convert.Calls:
			continue
		case convert.Branches:
			byTarget := map[int64]int64{}
			for i := 0; i < len(r.Records); i += 3 {
				sum += r.Records[i+2]
				byTarget[r.Records[i]] = max(byTarget[r.Records[i]], r.Records[i+2])
			}
			if strings.HasPrefix(d.Version, "0.") {
				sum = 0
				for _, n := range byTarget {
					sum += n
				}
			}
		default:
			for i := 0; i < len(r.Records); i += 2 {
				sum += r.Records[i+1]
			}
		}
		all[i].Records = []int64{sum}
	}
	return all
}

// group names the group of a frame.
func (d *rawProfile) group(f rawFrame, by convert.GroupBy) string {
	class, listed := d.methodClass[f.method]
	name := d.methodName[f.method]
	if !listed {
		name = "<unknown method " + f.method + ">"
	}
	switch by {
	case convert.ByMethod, convert.ByRoot:
		return f.method
	case convert.BySite:
		return f.method + ":" + f.BCI
	case convert.ByPattern:
		if strings.HasSuffix(name, ".") {
			return convert.NoMatch
		}
		return name[strings.LastIndexByte(name, '.')+1:]
	}
	if !listed {
		return map[convert.GroupBy]string{convert.ByClass: "<unknown class>", convert.ByPackage: "<unknown package>", convert.ByKind: "<unknown>"}[by]
	}
	switch by {
	case convert.ByClass:
		return class
	case convert.ByPackage:
		class, _, _ = strings.Cut(class, "/")
		if i := strings.LastIndexByte(class, '.'); i >= 0 {
			return class[:i]
		}
		return "<default package>"
	}
	switch {
	case profilerClass.MatchString(class):
		return "profiler"
	case nativeImageClass.MatchString(class):
		return "native image"
	case jdkClass.MatchString(class):
		return "JDK"
	}
	return "application"
}

var (
	nativeImageClass = regexp.MustCompile(`^(com\.oracle\.svm|com\.oracle\.graal|org\.graalvm|jdk\.graal)\.`)
	profilerClass    = regexp.MustCompile(`^com\.oracle\.(svm\.enterprise\.(profiling|pgo)|graal\.enterprise\.profiling|svm\.core\.sampler)\.`)
	jdkClass         = regexp.MustCompile(`^(java|javax|jdk|sun|com\.sun)\.`)
)

// lastName returns the last part of a frame's name.
var lastName = regexp.MustCompile(`[^.]+$`)

// counted holds the counts of a group: self, total (inclusive), as root, contexts, sites.
type counted struct{ self, total, root, contexts, sites int64 }

// top counts a metric again.
func (d *rawProfile) top(m convert.Metric, by convert.GroupBy) map[string]counted {
	groups := map[string]counted{}
	contexts, sites := map[string]bool{}, map[string]bool{}
	for _, r := range d.records(m) {
		frames, v := framesOf(r), r.Records[0]
		outer := frames[len(frames)-1]
		var keys []string
		for i, f := range frames {
			switch {
			case by == convert.ByRoot:
				f = outer
			case by == convert.BySite && m == convert.Calls && i+1 == len(frames):
				keys = append(keys, convert.UnknownCallers)
				continue
			case by == convert.BySite && m == convert.Calls:
				f = frames[i+1]
			}
			keys = append(keys, d.group(f, by))
		}
		leaf := groups[keys[0]]
		leaf.self += v
		if len(frames) == 1 {
			leaf.root += v
		}
		context := keys[0] + "|" + frames[0].method + r.Ctx[strings.Index(r.Ctx+"<", "<"):] + strings.TrimLeft(r.MethodBciList, "-0123456789:")
		if !contexts[context] {
			contexts[context] = true
			leaf.contexts++
		}
		if site := keys[0] + "|" + frames[0].method + ":" + frames[0].BCI; !sites[site] {
			sites[site] = true
			leaf.sites++
		}
		groups[keys[0]] = leaf
		slices.Sort(keys)
		for _, key := range slices.Compact(keys) {
			g := groups[key]
			g.total += v
			groups[key] = g
		}
	}
	return groups
}

// topRows reads the counts back from a table of top.
func topRows(t *testing.T, tbl *table.Table, by convert.GroupBy) map[string]counted {
	t.Helper()
	rows := map[string]counted{}
	for _, row := range tbl.AllRows() {
		value := func(columns ...string) int64 {
			for _, name := range columns {
				if c, ok := tbl.Column(name); ok {
					return row.Cell(c).Int
				}
			}
			return 0
		}
		name := tbl.Cell(row, by.Column()).Text
		if id := tbl.Cell(row, "id"); id.Kind == table.Int {
			name = strconv.FormatInt(id.Int, 10)
			if by == convert.BySite {
				name += ":" + strconv.FormatInt(tbl.Cell(row, "bci").Int, 10)
			}
		}
		if _, twice := rows[name]; twice {
			t.Errorf("%s has two rows", name)
		}
		rows[name] = counted{
			value("self", "entries", "executions"), value("total", "inclusive"), value("root_calls"), value("contexts"), value("sites"),
		}
	}
	return rows
}

// TestTopOfPublishedProfiles counts every row of every grouping again.
func TestTopOfPublishedProfiles(t *testing.T) {
	testtier.Sequential(t)
	for name, data := range testprofile.Varied(t) {
		t.Run(name, func(t *testing.T) {
			d := readRaw(t, data)
			p := testprofile.Parse(t, string(data))
			names := convert.NewNames(p, convert.NameOptions{})
			totals := map[convert.Metric]counted{}
			for _, m := range []convert.Metric{convert.Samples, convert.Calls, convert.Branches, convert.Receivers, convert.InstanceOf} {
				for _, by := range convert.GroupBys {
					if by == convert.ByLine { // which needs classes
						continue
					}
					opts := TopOptions{Metric: m, By: by, Pattern: lastName}
					if m == convert.Calls {
						opts.Sort = "inclusive"
					}
					tbl, err := Top(p, names, opts)
					if err != nil {
						t.Fatal(err)
					}
					want := d.top(m, by)
					all := topRows(t, &table.Table{Columns: tbl.Columns, Rows: []table.Row{*tbl.Total}}, by)["<Total>"]
					if first := totals[m]; by == convert.ByMethod {
						totals[m] = all
					} else if all != first {
						t.Errorf("%s by %s: %+v in all, %+v by method", m, by, all, first)
					}
					for key, n := range want {
						switch m { // counts that the table does not have
						case convert.Samples:
							n.root, n.contexts, n.sites = 0, 0, 0
						case convert.Calls:
							n.sites = 0
						default:
							n.total, n.root = 0, 0
						}
						if m != convert.Samples && m != convert.Calls && n.contexts == 0 {
							delete(want, key)
							continue
						}
						want[key] = n
					}
					got := topRows(t, tbl, by)
					if !maps.Equal(got, want) {
						t.Errorf("%s by %s: %d rows, want %d", m, by, len(got), len(want))
						for _, key := range slices.Sorted(maps.Keys(want)) {
							if got[key] != want[key] {
								t.Fatalf("%s: %+v, want %+v", key, got[key], want[key])
							}
						}
					}
					if tbl.Base != p.Total(m.Section()) && m != convert.Branches {
						t.Errorf("%s by %s: %d in all, want %d", m, by, tbl.Base, p.Total(m.Section()))
					}
				}
			}
		})
	}
}

// TestTopOfTheVM compares with the counts of the VM's flight recorder and instrumentation.
func TestTopOfTheVM(t *testing.T) {
	for _, dir := range []string{"sampling-json", "sampling-recursion"} {
		t.Run(dir, func(t *testing.T) {
			data, err := os.ReadFile("../../../shared/jvm/" + dir + "/profile.iprof.gz")
			if err != nil {
				t.Skip(err)
			}
			truth, err := os.ReadFile("../../../shared/jvm/" + dir + "/names.tsv.gz")
			if err != nil {
				t.Skip(err)
			}
			p := testprofile.Parse(t, string(testprofile.Gunzip(t, data)))
			// The expected counts are by class and name.
			tbl, err := Top(p, convert.NewNames(p, convert.NameOptions{}), TopOptions{Metric: convert.Samples, By: convert.ByPattern, Pattern: regexp.MustCompile(`.*`)})
			if err != nil {
				t.Fatal(err)
			}
			got := topRows(t, tbl, convert.ByPattern)
			n := 0
			for line := range strings.Lines(string(testprofile.Gunzip(t, truth))) {
				f := strings.Split(strings.TrimSpace(line), "\t")
				n++
				if g := got[f[0]]; fmt.Sprint(g.self, g.total) != f[1]+" "+f[2] {
					t.Errorf("%s: %d self, %d total, want %s", f[0], g.self, g.total, f[1:])
				}
			}
			if n != len(got) || n < 50 {
				t.Errorf("%d rows, %d in the truth", len(got), n)
			}
		})
	}
	for _, file := range []string{"known/known.iprof flat.tsv", "seed/fib.iprof fib.flat.tsv", "seed/odd.iprof odd.flat.tsv", "seed/even.iprof even.flat.tsv", "seed/fib-jdk.iprof fib-jdk.flat.tsv"} {
		t.Run(file, func(t *testing.T) {
			file, truth, _ := strings.Cut(file, " ")
			dir, _, _ := strings.Cut(file, "/")
			data, err := os.ReadFile("../../../shared/jvm/" + file)
			if err != nil {
				t.Skip(err)
			}
			p := testprofile.Parse(t, string(data))
			got := map[string]int64{}
			tbl, err := Top(p, convert.NewNames(p, convert.NameOptions{}), TopOptions{Metric: convert.Calls})
			if err != nil {
				t.Fatal(err)
			}
			for _, row := range tbl.AllRows() {
				signature := tbl.Cell(row, "signature").Text
				entries, root, inlined := tbl.Cell(row, "entries"), tbl.Cell(row, "root_calls"), tbl.Cell(row, "inlined_calls")
				if entries.Kind == table.Int {
					got[signature] = entries.Int
				}
				if entries.Int != root.Int+inlined.Int {
					t.Errorf("%s: %d entries, %d as root, %d inlined", signature, entries.Int, root.Int, inlined.Int)
				}
			}
			f, err := os.Open("../../../shared/jvm/" + dir + "/" + truth)
			if err != nil {
				t.Skip(err)
			}
			defer f.Close()
			want := map[string]int64{}
			for lines := bufio.NewScanner(f); lines.Scan(); {
				// call	Known	loop	(I)I	0	4
				if c := strings.Split(lines.Text(), "\t"); c[0] == "call" {
					n, err := strconv.ParseInt(c[5], 10, 64)
					if err != nil {
						t.Fatal(err)
					}
					want[c[1]+"."+c[2]+c[3]] += n
				}
			}
			if !maps.Equal(got, want) || len(want) == 0 {
				t.Errorf("%d methods, want %d", len(got), len(want))
				for m, n := range want {
					if got[m] != n {
						t.Errorf("%s: %d, want %d", m, got[m], n)
					}
				}
			}
		})
	}
}

func TestTop(t *testing.T) {
	user, expert := convert.FilterOptions{View: convert.UserView}, convert.FilterOptions{View: convert.ExpertView}
	for _, c := range []struct {
		name string
		opts TopOptions
		want string
	}{
		{"a method counts once per stack, and overloads are rows of their own", TopOptions{Metric: convert.Samples}, `
82 82 <Total>
30 30 com.oracle.svm.core.Heap.scan
20 65 app.B.b
10 65 app.A.a()
7 7 com.oracle.svm.enterprise.profiling.Rt.count
0 30 com.oracle.svm.core.Heap.gc
0 15 app.A.a(int)

15 15 <unknown method 77>
`},
		{"a class counts once per stack", TopOptions{Metric: convert.Samples, By: convert.ByClass}, `
82 82 <Total>
30 30 com.oracle.svm.core.Heap
20 65 app.B
10 80 app.A
7 7 com.oracle.svm.enterprise.profiling.Rt

15 15 <unknown class>
`},
		{"packages", TopOptions{Metric: convert.Samples, By: convert.ByPackage}, `
82 82 <Total>
30 80 app
30 30 com.oracle.svm.core
7 7 com.oracle.svm.enterprise.profiling

15 15 <unknown package>
`},
		{"roots", TopOptions{Metric: convert.Samples, By: convert.ByRoot}, `
82 82 <Total>
65 65 app.A.a()
15 15 app.A.a(int)
2 2 com.oracle.svm.enterprise.profiling.Rt.count
`},
		{"sites: a caller's is the call site", TopOptions{Metric: convert.Samples, By: convert.BySite, Sort: "name"}, `
82 82 <Total>
10 10 app.A.a()@1
0 65 app.A.a()@3
0 15 app.A.a(int)@2
20 65 app.B.b@2
0 30 com.oracle.svm.core.Heap.gc@5
30 30 com.oracle.svm.core.Heap.scan@4
2 2 com.oracle.svm.enterprise.profiling.Rt.count@0
5 5 com.oracle.svm.enterprise.profiling.Rt.count@1

15 15 <unknown method 77>@1
`},
		{"matches of a regular expression", TopOptions{Metric: convert.Samples, By: convert.ByPattern, Pattern: regexp.MustCompile(`\.([AB])\.|(Heap)`)}, `
82 82 <Total>
30 30  Heap
20 65 B
10 80 A

22 22 <no match>
`},
		{"rows beyond the limit are summed up", TopOptions{Metric: convert.Samples, Sort: "total", Limit: 1}, `
82 82 <Total>
20 65 app.B.b
47 - <5 more methods>

15 15 <unknown method 77>
`},
		{"the profiler's samples go to their caller, and the VM is one", TopOptions{Metric: convert.Samples, Filter: user}, `
80 80 <Total>
25 65 app.B.b
10 65 app.A.a()
0 15 app.A.a(int)

15 15 <unknown method 77>
30 30 <VM>
`},
		{"a focus leaves no rows of other stacks", TopOptions{Metric: convert.Samples, Filter: convert.FilterOptions{Focus: regexp.MustCompile("Heap")}}, `
30 30 <Total>
30 30 com.oracle.svm.core.Heap.scan
0 30 app.A.a()
0 30 app.B.b
0 30 com.oracle.svm.core.Heap.gc
`},
		{"calls, with a method whose count the file lacks", TopOptions{Metric: convert.Calls}, `
737 100 637 6 <Total>
300 n/a 300 1 app.B.b
300 0 300 1 com.oracle.svm.enterprise.profiling.Rt.count
130 100 30 2 app.A.a()
7 0 7 1 com.oracle.svm.core.Heap.scan
n/a n/a n/a 0 com.oracle.svm.core.Heap.gc

0 0 0 1 <unknown method 77>
`},
		{"entries with those inlined, once", TopOptions{Metric: convert.Calls, Sort: "inclusive"}, `
737 737 100 637 6 <Total>
730 130 100 30 2 app.A.a()
637 300 n/a 300 1 app.B.b
300 300 0 300 1 com.oracle.svm.enterprise.profiling.Rt.count
7 7 0 7 1 com.oracle.svm.core.Heap.scan
7 n/a n/a n/a 0 com.oracle.svm.core.Heap.gc

0 0 0 0 1 <unknown method 77>
`},
		{"units", TopOptions{Metric: convert.Calls, By: convert.ByRoot}, `
737 100 637 6 <Total>
730 100 630 4 app.A.a()
7 n/a 7 1 app.B.b

0 0 0 1 <unknown method 77>
`},
		{"call sites", TopOptions{Metric: convert.Calls, By: convert.BySite}, `
737 100 637 6 <Total>
300 0 300 1 app.A.a()@3
300 0 300 1 app.B.b@8
30 0 30 1 app.B.b@7
7 0 7 1 com.oracle.svm.core.Heap.gc@5
n/a n/a n/a 0 app.B.b@9

100 100 0 2 <callers unknown>
`},
		{"a hidden method's entries do not count for others", TopOptions{Metric: convert.Calls, Filter: expert, Limit: 2}, `
437 100 337 5 <Total>
300 n/a 300 1 app.B.b
130 100 30 2 app.A.a()
7 0 7 1 <2 more methods>

0 0 0 1 <unknown method 77>
`},
		{"the VM's entries", TopOptions{Metric: convert.Calls, Filter: user}, `
437 100 337 5 <Total>
300 n/a 300 1 app.B.b
130 100 30 2 app.A.a()

0 0 0 1 <unknown method 77>
7 0 7 1 <VM>
`},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := testprofile.Parse(t, testprofile.Small)
			tbl, err := Top(p, convert.NewNames(p, convert.NameOptions{Disambiguate: true}), c.opts)
			if err != nil {
				t.Fatal(err)
			}
			if got := "\n" + testtable.Plain(tbl); got != c.want {
				t.Errorf("%s\nwant%s", got, c.want)
			}
			var hidden int64
			for _, h := range tbl.Hidden {
				hidden += h.Value
			}
			if m := c.opts.Metric.Resolve(p); tbl.Whole != p.Total(m.Section()) || tbl.Whole != tbl.Base+hidden {
				t.Errorf("%d of %d, %d hidden", tbl.Base, tbl.Whole, hidden)
			}
		})
	}
}

// TestTopOfHiddenCallers counts entries through call sites in frames that are hidden, up to the root: of app.A.a, which
// calls app.B.b, in the profiler's method 4, and of app.A.a alone at another place of method 4. Entries of the roots 4 and 1
// are from unknown callers. Contexts without a count at or below them make no row.
func TestTopOfHiddenCallers(t *testing.T) {
	const hidden = `{"version":"1.0.0","types":[{"id":1,"name":"app.A"},{"id":2,"name":"app.B"},
{"id":4,"name":"com.oracle.svm.enterprise.profiling.Rt"},{"id":5,"name":"void"}],
"methods":[{"id":1,"name":"a","signature":[1,5]},{"id":2,"name":"b","signature":[2,5]},{"id":4,"name":"count","signature":[4,5]}],
"callCountProfiles":[
 {"ctx":"4:0","records":[50]},
 {"ctx":"1:0","records":[9]},
 {"ctx":"2:0<1:3<4:2","records":[20]},
 {"ctx":"1:0<4:6<4:7","records":[7]}],
"conditionalProfiles":[{"ctx":"2:1<4:9","records":[5,0,1,6,1,1]}]}`
	for _, c := range []struct {
		filter convert.FilterOptions
		want   string
	}{
		{convert.FilterOptions{}, `
86 86 59 27 4 <Total>
20 20 0 20 1 app.A.a@3
20 n/a n/a n/a 0 com.oracle.svm.enterprise.profiling.Rt.count@2
7 7 0 7 1 com.oracle.svm.enterprise.profiling.Rt.count@6
7 n/a n/a n/a 0 com.oracle.svm.enterprise.profiling.Rt.count@7

86 59 59 0 2 <callers unknown>
`},
		{convert.FilterOptions{View: convert.ExpertView}, `
36 36 9 27 3 <Total>
20 20 0 20 1 app.A.a@3

36 9 9 0 1 <callers unknown>
27 7 0 7 1 <hidden>
`},
		{convert.FilterOptions{View: convert.AppView}, `
36 36 9 27 3 <Total>
20 20 0 20 1 app.A.a@3
20 n/a n/a n/a 0 com.oracle.svm.enterprise.profiling.Rt.count@2

36 9 9 0 1 <callers unknown>
7 7 0 7 1 <hidden>
`}, // the root 4 is shown, and 4@6 in it is not
		{convert.FilterOptions{Hide: regexp.MustCompile("count$|A.a$")}, `
20 20 0 20 1 <Total>

20 20 0 20 1 <hidden>
`},
	} {
		p := testprofile.Parse(t, hidden)
		tbl, err := Top(p, convert.NewNames(p, convert.NameOptions{}), TopOptions{Metric: convert.Calls, By: convert.BySite, Sort: "inclusive", Filter: c.filter})
		if err != nil {
			t.Fatal(err)
		}
		if got := "\n" + testtable.Plain(tbl); got != c.want {
			t.Errorf("%s\nwant%s", got, c.want)
		}
	}
}

// TestTopCountsSitesAndContextsOnce has two conditionals in app.B.b, one of them in three contexts, and one in app.A.a. The
// context 2<1@3 has two of them, and the site app.B.b@9 is in two units, which are two rows.
func TestTopCountsSitesAndContextsOnce(t *testing.T) {
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":1,"name":"app.A"},{"id":2,"name":"app.B"},{"id":5,"name":"void"}],
"methods":[{"id":1,"name":"a","signature":[1,5]},{"id":2,"name":"b","signature":[2,5]},{"id":3,"name":"c","signature":[2,5]}],
"conditionalProfiles":[
 {"ctx":"2:9","records":[12,0,50]},
 {"ctx":"2:9<1:3","records":[12,0,20]},
 {"ctx":"2:9<3:4","records":[12,0,15]},
 {"ctx":"2:11<1:3","records":[12,0,10]},
 {"ctx":"1:7","records":[8,0,5]}]}`)
	for by, want := range map[convert.GroupBy]string{
		convert.ByMethod: "100 3 4 <Total>\n95 2 3 app.B.b\n5 1 1 <1 more method>\n",
		convert.BySite:   "100 3 4 <Total>\n85 1 3 app.B.b@9\n15 2 2 <2 more sites>\n",
		convert.ByRoot:   "100 3 4 <Total>\n50 1 1 app.B.b\n50 3 3 <2 more roots>\n",
	} {
		tbl, err := Top(p, convert.NewNames(p, convert.NameOptions{}), TopOptions{Metric: convert.Branches, By: by, Limit: 1})
		if err != nil {
			t.Fatal(err)
		}
		if got := testtable.Plain(tbl); got != want {
			t.Errorf("by %s:\n%s\nwant\n%s", by, got, want)
		}
	}
	// The two sites beyond the limit share a context.
	tbl, err := Top(p, convert.NewNames(p, convert.NameOptions{}), TopOptions{Metric: convert.Branches, By: convert.BySite, Limit: 1, Sort: "name"})
	if err != nil {
		t.Fatal(err)
	}
	want := "100 3 4 <Total>\n5 1 1 app.A.a@7\n95 2 3 <2 more sites>\n"
	if got := testtable.Plain(tbl); got != want {
		t.Errorf("\n%s\nwant\n%s", got, want)
	}
}

// TestClassesWithShortNames checks that two classes named A in different packages are two groups, and a class listed twice,
// as in a sum of profiles, is one.
func TestClassesWithShortNames(t *testing.T) {
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":1,"name":"app.A"},{"id":2,"name":"lib.A"},{"id":3,"name":"app.B"},
{"id":4,"name":"app.B"},{"id":5,"name":"void"}],
"methods":[{"id":1,"name":"f","signature":[1,5]},{"id":2,"name":"f","signature":[2,5]},{"id":3,"name":"f","signature":[3,5]},
{"id":4,"name":"f","signature":[4,5]}],
"callCountProfiles":[{"ctx":"1:0","records":[1]},{"ctx":"2:0<1:3","records":[20]},{"ctx":"3:0","records":[300]},{"ctx":"4:0","records":[4000]}]}`)
	for _, c := range []struct {
		opts convert.NameOptions
		want string
	}{
		{convert.NameOptions{Disambiguate: true}, "4300 app.B, 20 lib.A, 1 app.A"},
		{convert.NameOptions{Disambiguate: true, Style: convert.ShortNames}, "4300 B, 20 lib.A, 1 app.A"},
		{convert.NameOptions{Style: convert.ShortNames}, "4300 B, 20 A, 1 A"},
	} {
		names := convert.NewNames(p, c.opts)
		tbl, err := Top(p, names, TopOptions{Metric: convert.Calls, By: convert.ByClass})
		if err != nil {
			t.Fatal(err)
		}
		var rows []string
		for _, r := range tbl.Rows {
			rows = append(rows, fmt.Sprint(tbl.Cell(r, "entries").Int, " ", tbl.Cell(r, "class").Text))
		}
		if got := strings.Join(rows, ", "); got != c.want {
			t.Errorf("%+v: %s, want %s", c.opts, got, c.want)
		}
		graph, err := callgraph.New(p, names, callgraph.Options{Metric: convert.Calls, By: convert.ByClass, Filter: convert.FilterOptions{Focus: regexp.MustCompile("A$")}})
		if err != nil {
			t.Fatal(err)
		}
		var nodes []string
		for _, n := range graph.Nodes {
			nodes = append(nodes, fmt.Sprint(n.Entries.Total(), " ", n.Name, " ", n.Full))
		}
		if got, want := strings.Join(nodes, ", "), "20 lib.A lib.A, 1 app.A app.A"; got != want {
			t.Errorf("graph, %+v: %s, want %s", c.opts, got, want)
		}
	}
}

func TestTopOfMonitors(t *testing.T) {
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":1,"name":"app.A"},{"id":2,"name":"[Ljava.lang.Object;"}],
"methods":[],"monitorProfiles":[{"ctx":"0:0","records":[2,7,1,3,2,1,9,4]}]}`)
	tbl, err := Top(p, convert.NewNames(p, convert.NameOptions{}), TopOptions{Metric: convert.Monitors})
	if err != nil {
		t.Fatal(err)
	}
	want := "15 <Total>\n8 java.lang.Object[]\n3 app.A\n\n4 <unknown type 9>\n"
	if got := testtable.Plain(tbl); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// Locks are sorted by count or, where somebody asks for it, by name.
func TestOrderOfMonitors(t *testing.T) {
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":1,"name":"b.B"},{"id":2,"name":"a.A"},{"id":3,"name":"c.C"},{"id":4,"name":"a.A"}],
"methods":[],"monitorProfiles":[{"ctx":"0:0","records":[1,7,2,3,3,9,4,3]}]}`)
	for sort, want := range map[string]string{
		"":     "22 <Total>\n9 c.C\n7 b.B\n3 a.A\n3 a.A\n",
		"name": "22 <Total>\n3 a.A\n3 a.A\n7 b.B\n9 c.C\n",
	} {
		tbl, err := Top(p, convert.NewNames(p, convert.NameOptions{}), TopOptions{Metric: convert.Monitors, Sort: sort})
		if err != nil {
			t.Fatal(err)
		}
		if got := testtable.Plain(tbl); got != want {
			t.Errorf("%q: %s\nwant\n%s", sort, got, want)
		}
	}
}

// The first method of a file has an id and a signature, as all others have.
func TestIdentityOfMethods(t *testing.T) {
	p := testprofile.Parse(t, `{`+testprofile.Methods("a", "b")+testprofile.Calls("1:0 5", "2:0<1:3 4", "9:0 1")+`}`)
	tbl, err := Top(p, nil, TopOptions{Metric: convert.Calls})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, r := range tbl.AllRows() {
		got = append(got, fmt.Sprint(tbl.Cell(r, "id").Int, " ", tbl.Cell(r, "signature").Text))
	}
	if want := "1 T.a()V, 2 T.b()V, 9 <unknown method 9>"; strings.Join(got, ", ") != want {
		t.Errorf("%s, want %s", strings.Join(got, ", "), want)
	}
}

// TestViewsOfMonitors has 8 locks of the profiler's, 6 of the VM's and 5 others.
func TestViewsOfMonitors(t *testing.T) {
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":1,"name":"app.A"},{"id":2,"name":"com.oracle.svm.core.X"},{"id":3,"name":"[Lcom.oracle.svm.core.X;"},
{"id":4,"name":"com.oracle.svm.enterprise.profiling.P"}],"methods":[],"monitorProfiles":[{"ctx":"0:0","records":[1,3,2,5,3,1,4,8,9,2]}]}`)
	for view, want := range map[convert.View]string{
		convert.MachineView: "19 <Total>\n8 com.oracle.svm.enterprise.profiling.P\n5 com.oracle.svm.core.X\n3 app.A\n1 com.oracle.svm.core.X[]\n\n2 <unknown type 9>\n",
		convert.ExpertView:  "11 <Total>\n5 com.oracle.svm.core.X\n3 app.A\n1 com.oracle.svm.core.X[]\n\n2 <unknown type 9>\n",
		convert.UserView:    "11 <Total>\n3 app.A\n\n2 <unknown type 9>\n6 <VM>\n",
	} {
		tbl, err := Top(p, convert.NewNames(p, convert.NameOptions{}), TopOptions{Metric: convert.Monitors, Filter: convert.FilterOptions{View: view}})
		if err != nil {
			t.Fatal(err)
		}
		if got := testtable.Plain(tbl); got != want {
			t.Errorf("%s: %s\nwant\n%s", view, got, want)
		}
		if tbl.View != view || tbl.Whole != 19 || tbl.Base != tbl.Total.Cell(tbl.Columns[0]).Int {
			t.Errorf("%s: view %s, %d of %d", view, tbl.View, tbl.Base, tbl.Whole)
		}
		if view != convert.MachineView && (len(tbl.Hidden) != 1 || tbl.Hidden[0] != table.DroppedRecords{Why: "profiler runtime", Records: 1, Value: 8}) {
			t.Errorf("%s: hidden %v", view, tbl.Hidden)
		}
	}
}

func TestTopRefuses(t *testing.T) {
	p := testprofile.Parse(t, testprofile.Small)
	for want, opts := range map[string]TopOptions{
		"samples are sorted by self, total, name, not by entries":                            {Metric: convert.Samples, Sort: "entries"},
		"calls are sorted by entries, inclusive, root, inlined, contexts, name, not by self": {Metric: convert.Calls, Sort: "self"},
		fmt.Sprint("unknown metric ", convert.Metric(99)):                                    {Metric: 99},
		"grouping by regexp needs a regular expression":                                      {By: convert.ByPattern},
		"grouping by line needs the classes":                                                 {By: convert.ByLine},
		fmt.Sprint("unknown grouping ", convert.ByMethod-1):                                  {By: convert.ByMethod - 1},
		fmt.Sprint("unknown grouping ", convert.ByPattern+1):                                 {By: convert.ByPattern + 1},
		"monitors are counted by type: no package to group by":                               {Metric: convert.Monitors, By: convert.ByPackage},
		"monitors are counted by type: they have no stacks for focus, ignore, hide or show-from": {
			Metric: convert.Monitors, Filter: convert.FilterOptions{View: convert.UserView, Hide: regexp.MustCompile(`x`)},
		},
	} {
		if _, err := Top(p, convert.NewNames(p, convert.NameOptions{}), opts); err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}

// TestTopOfDeepStacks checks that a recursion of a million frames is one row.
func TestTopOfDeepStacks(t *testing.T) {
	const depth = 1 << 20
	deep := strings.Repeat("2:1<1:3<", depth/2-1) + "2:1<1:3"
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[],"methods":[],"samplingProfiles":[{"ctx":"`+deep+`","records":[3]}]}`)
	for _, by := range []convert.GroupBy{convert.ByMethod, convert.BySite, convert.ByRoot} {
		tbl, err := Top(p, convert.NewNames(p, convert.NameOptions{}), TopOptions{By: by})
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range tbl.Outside {
			if total := tbl.Cell(row, "total"); total.Int != 3 {
				t.Errorf("by %s: total %d", by, total.Int)
			}
		}
	}
}

// Callers that are not known are no call site: a table of two sites has all two.
func TestTitleCountsNoUnknownCallers(t *testing.T) {
	p := testprofile.Parse(t, `{`+testprofile.Methods("a", "b")+testprofile.Calls("1:0 5", "2:0<1:3 7", "2:0<1:9 4")+`}`)
	for limit, want := range map[int]string{1: "sites by entries, 1 of 2", 2: "sites by entries"} {
		tbl, err := Top(p, convert.NewNames(p, convert.NameOptions{}), TopOptions{Metric: convert.Calls, By: convert.BySite, Limit: limit})
		if err != nil {
			t.Fatal(err)
		}
		if tbl.Title != want || len(tbl.Rows) != limit || len(tbl.Outside) != 1 {
			t.Errorf("%q, want %q:\n%s", tbl.Title, want, testtable.Plain(tbl))
		}
	}
}

// TestTitleCountsNoFoldedCode has two methods of the application, one of another library, and a stack that none is on: the row
// for it is shown regardless of the limit, and is not a method.
func TestTitleCountsNoFoldedCode(t *testing.T) {
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":1,"name":"app.A"},{"id":2,"name":"java.util.List"},{"id":5,"name":"void"}],
"methods":[{"id":1,"name":"a","signature":[1,5]},{"id":2,"name":"b","signature":[1,5]},{"id":3,"name":"c","signature":[2,5]}],
"samplingProfiles":[{"ctx":"1:9","records":[9]},{"ctx":"2:9","records":[8]},{"ctx":"3:9","records":[20]}],
"monitorProfiles":[{"ctx":"0:0","records":[1,4,2,40]}]}`)
	for _, c := range []struct {
		metric      convert.Metric
		limit, rows int
		title       string
	}{
		{convert.Samples, 1, 1, "methods by self samples, incl. library code, 1 of 2"},
		{convert.Samples, 2, 2, "methods by self samples, incl. library code"},
		{convert.Monitors, 1, 1, "types by lock acquisitions"},
	} {
		tbl, err := Top(p, convert.NewNames(p, convert.NameOptions{}), TopOptions{Metric: c.metric, Filter: convert.FilterOptions{View: convert.AppView}, Limit: c.limit})
		if err != nil {
			t.Fatal(err)
		}
		if tbl.Title != c.title {
			t.Errorf("%s, %d rows: %s, want %s", c.metric, c.limit, tbl.Title, c.title)
		}
		if len(tbl.Rows) != c.rows || len(tbl.Outside) != 1 || tbl.OutsideRest != nil {
			t.Errorf("%s, %d rows:\n%s", c.metric, c.limit, testtable.Plain(tbl))
		}
	}
}

// Methods that only call others have rows, but no entries: a note says how many, whichever method is first.
func TestNoteOnMethodsWithoutCount(t *testing.T) {
	const text = `{"version":"1.0.0","types":[{"id":8,"name":"void"},{"id":9,"name":"T"}],
		"methods":[{"id":1,"name":"a","signature":[9,8]},{"id":2,"name":"b","signature":[9,8]},{"id":3,"name":"c","signature":[9,8]}]`
	for _, c := range []struct {
		calls []string
		want  string
	}{
		{[]string{"1:0<2:3 5"}, "1 of 2 methods without a count: only callers of others"},
		{[]string{"1:0<2:3 5", "1:0<3:3 5"}, "2 of 3 methods without a count: only callers of others"},
		{[]string{"1:0<2:3 5", "2:0 0"}, ""},
	} {
		for by := range 3 {
			p := testprofile.Parse(t, testprofile.Rotated(t, text+testprofile.Calls(c.calls...)+"}", by))
			tbl, err := Top(p, nil, TopOptions{Metric: convert.Calls})
			if err != nil {
				t.Fatal(err)
			}
			got := ""
			for _, note := range tbl.Notes {
				if strings.Contains(note, "without a count") {
					got += note
				}
			}
			if got != c.want {
				t.Errorf("%v: %q, want %q", c.calls, got, c.want)
			}
		}
	}
}

// Overloads with equal counts have the same order whatever their ids are, which change when a file is rewritten.
func TestOverloadsKeepTheirOrder(t *testing.T) {
	orders := map[string]bool{}
	for _, ids := range [][2]int{{1, 2}, {2, 1}} {
		p := testprofile.Parse(t, fmt.Sprintf(`{"version":"1.0.0","types":[{"id":0,"name":"void"},{"id":1,"name":"A"},{"id":2,"name":"int"},{"id":3,"name":"long"}],
			"methods":[{"id":%d,"name":"f","signature":[1,0,2]},{"id":%d,"name":"f","signature":[1,0,3]}],
			"callCountProfiles":[{"ctx":"1:0","records":[4]},{"ctx":"2:0","records":[4]}]}`, ids[0], ids[1]))
		top, err := Top(p, convert.NewNames(p, convert.NameOptions{Disambiguate: true}), TopOptions{Metric: convert.Calls})
		if err != nil {
			t.Fatal(err)
		}
		text := ""
		for _, row := range top.Rows {
			text += top.Cell(row, "method").Text + " "
		}
		orders[text] = true
	}
	if len(orders) != 1 || !orders["A.f(int) A.f(long) "] {
		t.Error(orders)
	}
}

// TestUncountedContexts: entries that leave out contexts without a count are a lower bound; those as compilation root are unknown if its
// context is one of these. Contexts that filters drop leave out nothing.
func TestUncountedContexts(t *testing.T) {
	p := testprofile.Parse(t, "{"+testprofile.Methods("a", "b", "c")+testprofile.Calls("1:0 10", "2:0<1:5 8", "3:0<2:2 7", "3:0<2:2<1:5 6", "1:0<3:1 2")+
		`,"conditionalProfiles":[{"ctx":"1:4<2:9","records":[26,0,100]}]}`)
	see := func(opts TopOptions) string {
		tbl, err := Top(p, convert.NewNames(p, convert.NameOptions{}), opts)
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		for _, r := range tbl.Rows {
			for _, key := range []string{"method", "entries", "root_calls", "inlined_calls", "uncounted"} {
				switch c := tbl.Cell(r, key); c.Kind {
				case table.Int:
					fmt.Fprintf(&b, "%s%d ", c.Mark, c.Int)
				case table.Text:
					b.WriteString(c.Text + " ")
				case table.Unknown:
					b.WriteString("n/a ")
				}
			}
		}
		for _, note := range tbl.Notes {
			if strings.HasPrefix(note, "≥") {
				b.WriteString(note)
			}
		}
		return b.String()
	}
	// a: its context in b has a branch and no entries, c has a root without a count above a; b ran as root without one.
	const a, b, c = "T.a ≥12 10 ≥2 1 ", "T.b ≥8 n/a 8 1 ", "T.c ≥13 n/a 13 1 "
	if got, want := see(TopOptions{Metric: convert.Calls, By: convert.ByMethod}), c+a+b+"≥: 3 methods also ran in contexts without a count"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got, want := see(TopOptions{Metric: convert.Calls, By: convert.ByMethod, Filter: convert.FilterOptions{Ignore: regexp.MustCompile("T.b$")}}), "T.a 12 10 2 T.c n/a n/a n/a 1 "; got != want {
		t.Errorf("without b:\ngot  %s\nwant %s", got, want)
	}
}

// Damaged counts are the largest of all, and mean nothing: groups with some are last and marked, as are rows that include them.
func TestTopOfDamagedCounts(t *testing.T) {
	p := testprofile.Parse(t, `{`+testprofile.Methods("a", "b", "c")+`,"callCountProfiles":[{"ctx":"1:0","records":[10]},{"ctx":"2:0<1:7","records":[85899345941]},{"ctx":"3:0","records":[20]}],
		"virtualInvokeProfiles":[{"ctx":"1:1","records":[0,85899345941]},{"ctx":"2:1","records":[0,7]},{"ctx":"3:1","records":[0,9,1,5]}],
		"conditionalProfiles":[{"ctx":"1:1","records":[5,0,7,9,1,85899345941]},{"ctx":"2:2","records":[5,0,3]},{"ctx":"3:2","records":[5,0,4]}],
		"monitorProfiles":[{"ctx":"0:0","records":[9,85899345941,8,8]}]}`)
	topTable := func(t *testing.T, p *iprof.Profile, opts TopOptions) *table.Table {
		tbl, err := Top(p, convert.NewNames(p, convert.NameOptions{}), opts)
		if err != nil {
			t.Fatal(err)
		}
		tbl.Total = nil
		return tbl
	}
	for _, test := range []struct {
		metric     convert.Metric
		sort, want string
		limit      int
	}{
		{convert.Receivers, "executions", "T.c | 14 | \nT.b | 7 | \nT.a | ≠ 85899345941 | damaged\n", 0},
		{convert.Receivers, "sites", "T.c | 14 | \n<2 more methods> | ≠ 85899345948 | damaged\n", 1},
		{convert.Receivers, "name", "T.a | ≠ 85899345941 | damaged\nT.b | 7 | \nT.c | 14 | \n", 0},
		{convert.Branches, "executions", "T.c | 4 | \nT.b | 3 | \nT.a | ≠ 85899345948 | damaged\n", 0},
		{convert.Calls, "entries", "T.c | 20 | \nT.a | 10 | \nT.b | ≠ 85899345941 | damaged\n", 0},
		{convert.Calls, "inclusive", "T.c | 20 | \nT.a | 10 | damaged\nT.b | ≠ 85899345941 | damaged\n", 0},
	} {
		top := topTable(t, p, TopOptions{Metric: test.metric, Sort: test.sort, Limit: test.limit})
		values := "executions"
		if test.metric == convert.Calls {
			values = "entries"
		}
		if got := cells(top, "method", values, "counts"); got != test.want {
			t.Errorf("%s by %s: got\n%s\nwant\n%s", test.metric, test.sort, got, test.want)
		}
		note := strings.Join(top.Notes, "\n")
		if want := "look like two 32-bit numbers read as one: their " + values + " mean nothing"; !strings.Contains(note, want) || strings.Contains(note, ", so they are last") == (test.sort == "name") {
			t.Errorf("%s by %s: %s", test.metric, test.sort, note)
		}
	}
	inclusive := topTable(t, p, TopOptions{Metric: convert.Calls, Sort: "inclusive"})
	if got, want := cells(inclusive, "method", "inclusive"), "T.c | 20\nT.a | ≠ 85899345951\nT.b | ≠ 85899345941\n"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	monitors := topTable(t, p, TopOptions{Metric: convert.Monitors})
	if got, want := cells(monitors, "type", "count", "counts"), "void | 8 | \nT | ≠ 85899345941 | damaged\n"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	whole := topTable(t, testprofile.Parse(t, `{`+testprofile.Methods("a")+`,"virtualInvokeProfiles":[{"ctx":"1:1","records":[0,7]}]}`), TopOptions{Metric: convert.Receivers})
	if got, want := cells(whole, "method", "executions", "counts"), "T.a | 7 | \n"; got != want || slices.ContainsFunc(whole.Columns, func(c table.Column) bool { return c.Key == "counts" }) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
