package findings_test

import (
	"bytes"
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/findings"
	"github.com/iprof-viz/iprof-viz/convert/pattern"
	"github.com/iprof-viz/iprof-viz/internal/testfile"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

const typeTable = `"types":[{"id":1,"name":"app.Work"},{"id":2,"name":"java.util.Box"},{"id":3,"name":"com.oracle.svm.enterprise.profiling.P"},
	{"id":4,"name":"com.oracle.svm.core.genscavenge.GCImpl"},{"id":5,"name":"java.lang.StringBuilder"},{"id":6,"name":"app.Lock"},
	{"id":7,"name":"java.lang.Object"},{"id":8,"name":"lib.idle.X"},{"id":9,"name":"void"},{"id":10,"name":"lib.few.Y"},
	{"id":11,"name":"app.A"},{"id":12,"name":"app.B"},{"id":13,"name":"app.C"},{"id":14,"name":"app.D"}]`

// idle lists n methods of a type, from an id on.
func idle(first, n, of int) string {
	var list strings.Builder
	for i := range n {
		fmt.Fprintf(&list, `,{"id":%d,"name":"m%d","signature":[%d,9]}`, first+i, i, of)
	}
	return list.String()
}

// line writes what a finding says: kind, method or type with its place, bound, title, methods with their roles.
func line(f findings.Finding) string {
	text := string(f.Kind) + " " + f.Subject
	if m, ok := f.Site(); ok && m.HasBCI {
		text += fmt.Sprintf("@%d", m.BCI)
	}
	if w := f.Weight; w != nil {
		text += fmt.Sprintf(" %d/%d ", w.Value, w.Of)
		if w.OfAll {
			text += "of all "
		}
		text += w.Metric.String()
	}
	text += " | " + f.Title
	for _, m := range f.Methods {
		if m.Role != findings.About {
			text += " | " + string(m.Role) + " " + m.Name
			if m.HasBCI {
				text += fmt.Sprintf("@%d", m.BCI)
			}
		}
	}
	for _, x := range f.Split.List {
		text += fmt.Sprintf(" | %s %d", x.Name, x.Count)
	}
	return text
}

func wantFindings(t *testing.T, r *findings.Report, want string) {
	t.Helper()
	var got []string
	for _, f := range r.List {
		got = append(got, line(f))
	}
	testprofile.WantText(t, "findings", strings.Join(got, "\n"), want)
}

// Entries that count: run 1, step 1,000,000, append 300,000, get 400,000: 1,700,001. With the collector's 500,000, which count for its
// own share, they are 2,200,001. The profiler's 9,000,000 do not count. Executions that count: 1,000,000 at step@20, 1,000,000 at step@30, 1,000,001 at run@5, 200,000 at step@40, 400,000
// at get@4, 100,000 at put@4: 3,700,001. The profiler's 5,000,000 do not.
var counts = countsWith(500_000, nil, nil)

// countsWith returns them with other entries of the collector, and sites in it.
func countsWith(collector int, types, conditionals []string) string {
	return `{"version":"1.0.0",` + typeTable + `,"methods":[{"id":1,"name":"run","signature":[1,9]},{"id":2,"name":"step","signature":[1,9]},
	{"id":3,"name":"count","signature":[3,9]},{"id":4,"name":"copy","signature":[4,9]},{"id":5,"name":"append","signature":[5,9]},
	{"id":6,"name":"get","signature":[2,9]},{"id":7,"name":"put","signature":[2,9]}` + idle(100, 10, 8) + idle(200, 9, 10) + `]` +
		testprofile.Calls("1:0 1", "2:0<1:5 1000000", "3:0<2:1 9000000", fmt.Sprintf("4:0 %d", collector), "5:0<2:7 300000", "6:0<2:15 400000") +
		testprofile.Section("virtualInvokeProfiles", append([]string{
			"2:9<1:5 11 50000 12 30000 13 20000 14 10000", // two types have 72.7%
			"2:12<1:5 11 90000 12 10000 13 1",             // nearly all
			"1:3 11 10 12 10 13 10 14 10",                 // 40 calls of 1,700,001 entries
			"2:14<1:5 91 50000 92 50000 93 50000",         // of no listed type: they may be one class
		}, types...)) +
		testprofile.Section("conditionalProfiles", append([]string{
			"2:20<1:5 23 0 600000 28 1 400000", // 0.971 bits
			"2:30<1:5 33 0 700000 38 1 300000", // 0.881 bits
			"1:5 8 0 1000000 60 1 1",
			"2:40<1:5 35 0 100000 44 1 100000", // a loop of one iteration
			"6:4<2:15 7 0 200000 9 1 200000",   // 10.8% of all
			"7:4 7 0 50000 9 1 50000",          // 2.7%: little for the third-party code
			"3:4<2:1 7 0 2500000 9 1 2500000",
		}, conditionals...)) +
		testprofile.Section("monitorProfiles", []string{"0:0 6 150000 7 99999"}) + `}`
}

// Of a method that has no count, a loop's exits are not all known either: iterations are unknown, as they are in a
// profile that counts no method.
func TestLoopsOfUncountedMethods(t *testing.T) {
	const loop = `"conditionalProfiles":[{"ctx":"2:20<1:5","records":[3,0,60000000,28,1,1]}]}`
	for calls, want := range map[string]string{
		testprofile.Calls("1:0 2000000"):              "loop, iterations n/a: no count of the method's entries",
		testprofile.Calls("1:0 2000000", "2:0<1:5 1"): "loop, condition ×60,000,001 per entry",
		testprofile.Samples("2:20<1:5 5000"):          "loop, iterations n/a: not all exits are known",
	} {
		got := ""
		for _, f := range findings.New(testprofile.Parse(t, `{`+testprofile.Methods("main", "hot")+calls+`,`+loop), nil, findings.Options{}).List {
			if f.Kind == findings.Loop {
				got += f.Title
			}
		}
		if got != want {
			t.Errorf("%s: %q, want %q", calls, got, want)
		}
	}
}

func TestFindingsByCounts(t *testing.T) {
	r := findings.New(testprofile.Parse(t, counts), nil, findings.Options{Input: []string{"a b.iprof"}})
	wantFindings(t, r, `
		loop app.Work.run@5 1000001/3700001 branches | loop, condition ×1,000,001 per entry
		even-branch app.Work.step@20 1000000/3700001 branches | even branch, 60.0% to @23 | @23 600000 | @28 400000
		garbage-collection  500000/2200001 of all calls | garbage collection
		string-building  300000/1700001 calls | string building | charged app.Work.step | app.Work.step 300000
		locks app.Lock 150000/1700001 monitors | 150,000 lock acquisitions
		many-types app.Work.step@9 110000/1700001 receivers | call of 4 types, first 45.5% | app.A 50000 | app.B 30000 | app.C 20000 | app.D 10000
		even-branch java.util.Box.get@4 400000/3700001 branches | even branch, 50.0% to @7 | charged app.Work.step | @7 200000 | @9 200000
		uncounted-packages lib.idle | package never executed | lib.idle 10`)
	if r.Metric != convert.Calls || !r.ByCounts(1) {
		t.Error(r.Metric, r.ByCounts(1))
	}
	if got := r.List[1].Command; !slices.Equal(got, []string{"list", `Work\.step$`, "a b.iprof"}) {
		t.Errorf("%q", got)
	}
	if got := r.List[1].Kind.Link(); got != "docs/worth-a-look.md#even-branch" {
		t.Error(got)
	}
}

// A package of which one method ran is none that never did.
func TestPackagesThatRan(t *testing.T) {
	for entries, want := range map[string]bool{`{"ctx":"100:0","records":[1]}`: false, `{"ctx":"200:0","records":[1]}`: true} {
		list := findings.New(testprofile.Parse(t, strings.Replace(counts, `"callCountProfiles":[`, `"callCountProfiles":[`+entries+",", 1)), nil, findings.Options{}).List
		if got := list[len(list)-1].Kind == findings.UncountedPackage; got != want {
			t.Errorf("%s: %t", entries, got)
		}
	}
}

// The collector's own entries and executions, here 99% of all, change no share but its own.
func TestCollectorDilutesNoCounts(t *testing.T) {
	p := testprofile.Parse(t, countsWith(500_000_000, []string{"4:9 11 400000000 12 400000000 13 400000000"}, []string{"4:20 23 0 900000000 28 1 900000000"}))
	wantFindings(t, findings.New(p, nil, findings.Options{}), `
		garbage-collection  500000000/501700001 of all calls | garbage collection
		loop app.Work.run@5 1000001/3700001 branches | loop, condition ×1,000,001 per entry
		even-branch app.Work.step@20 1000000/3700001 branches | even branch, 60.0% to @23 | @23 600000 | @28 400000
		string-building  300000/1700001 calls | string building | charged app.Work.step | app.Work.step 300000
		locks app.Lock 150000/1700001 monitors | 150,000 lock acquisitions
		many-types app.Work.step@9 110000/1700001 receivers | call of 4 types, first 45.5% | app.A 50000 | app.B 30000 | app.C 20000 | app.D 10000
		even-branch java.util.Box.get@4 400000/3700001 branches | even branch, 50.0% to @7 | charged app.Work.step | @7 200000 | @9 200000
		uncounted-packages lib.idle | package never executed | lib.idle 10`)
}

// Of 9,281 samples the collector has 9,281 - 1,000: on threads of its own, below hot, below ghost, and below append.
var samples = sampled +
	testprofile.Samples("2:9<1:1 100", "3:9<2:2<1:1 200", "8:1<3:5<2:2<1:1 100", "6:8<3:3<2:2<1:1 400", "7:0<2:5<1:1 150", "5:0<2:6<1:1 50",
		"4:0 8000", "4:3<3:5<2:2<1:1 200", "4:9<7:0<2:5<1:1 50", "4:1<5:0<2:6<1:1 31") +
	testprofile.Calls("1:0 1", "2:0<1:1 10", "3:0 2000000", "6:0<3:3 2000000", "4:0 1000000000") +
	testprofile.Section("conditionalProfiles", []string{"6:8<3:3 11 0 38000000 40 1 2000000", "3:9 12 0 1000000 20 1 1000000", "4:5 12 0 20000000000 20 1 20000000000"}) +
	testprofile.Section("virtualInvokeProfiles", []string{"3:3 11 1000000 12 600000 13 400000", "4:7 11 9000000000 12 9000000000 13 9000000000"}) +
	testprofile.Section("monitorProfiles", []string{"0:0 6 150000"}) + `}`

// The collector's own samples change no share but its own.
func TestCollectorDilutesNoSamples(t *testing.T) {
	p := testprofile.Parse(t, samples)
	misfit := &findings.Misfit{Methods: []iprof.MethodID{3, 4}, Metric: convert.Samples}
	wantFindings(t, findings.New(p, nil, findings.Options{Fit: misfit}), `
		garbage-collection  8281/9281 of all samples | garbage collection | charged app.Work.hot | app.Work.hot 200 | app.Lock.ghost 50 | app.Work.run 31
		library-call app.Work.hot@3 400/1000 samples | library code called here | callee java.util.Box.scan | java.util.Box.scan 400
		many-types app.Work.hot@3 300/1000 samples | call of 3 types, first 50.0% | app.A 1000000 | app.B 600000 | app.C 400000
		even-branch app.Work.hot@9 300/1000 samples | even branch, 50.0% to @12 | @12 1000000 | @20 1000000
		not-inlined app.Work.hot 300/1000 samples | not inlined at its hottest call site | caller app.Work.run@2
		outdated  300/1000 samples | 1 method no longer matches the program
		never-counted app.Lock.ghost 150/1000 samples | sampled, but no call counts
		string-building  50/1000 samples | string building | charged app.Work.run | app.Work.run 50
		locks app.Lock 150000/4000011 monitors | 150,000 lock acquisitions
		loop java.util.Box.scan@8 400/1000 samples | loop, condition ×20.0 per entry | charged app.Work.hot`)
}

// A type with 6.7% of the entries that an application and its libraries have is found, although it has 0.9% of all.
func TestLocksBesideTheCollector(t *testing.T) {
	for locks, want := range map[int]string{
		150_000: `garbage-collection  14000000/16250000 of all calls | garbage collection
			locks java.util.Box 150000/2250000 monitors | 150,000 lock acquisitions`,
		0: `garbage-collection  14000000/16250000 of all calls | garbage collection`,
	} {
		p := testprofile.Parse(t, sampled+testprofile.Calls("1:0 1250000", "6:0 1000000", "4:0 14000000")+testprofile.Section("monitorProfiles", []string{fmt.Sprintf("0:0 2 %d", locks)})+`}`)
		wantFindings(t, findings.New(p, nil, findings.Options{}), want)
	}
}

// Where nearly all entries are the collector's, that is found, and nothing in the little that the rest ran.
func TestFewEntriesBesideTheCollector(t *testing.T) {
	p := testprofile.Parse(t, sampled+testprofile.Calls("1:0 999999", "4:0 14000000")+testprofile.Section("monitorProfiles", []string{"0:0 6 150000"})+`}`)
	wantFindings(t, findings.New(p, nil, findings.Options{}), `
		garbage-collection  14000000/14999999 of all calls | garbage collection
		few-entries  | 999,999 method entries are too few for other findings`)
}

// Nothing but the collector runs: there is no code to find anything in.
func TestCollectorAlone(t *testing.T) {
	p := testprofile.Parse(t, sampled+testprofile.Samples("4:0 300")+`}`)
	wantFindings(t, findings.New(p, nil, findings.Options{}), `garbage-collection  300/300 of all samples | garbage collection`)
}

// A thousand samples. Conditionals: 2,000,000 at hot@9, 10,000 at hot@11, 40,000,000 at scan@8.
const sampled = `{"version":"1.0.0",` + typeTable + `,"methods":[{"id":1,"name":"main","signature":[1,9]},{"id":2,"name":"run","signature":[1,9]},
	{"id":3,"name":"hot","signature":[1,9]},{"id":4,"name":"copy","signature":[4,9]},{"id":5,"name":"append","signature":[5,9]},{"id":6,"name":"scan","signature":[2,9]},{"id":7,"name":"ghost","signature":[6,9]},
	{"id":8,"name":"count","signature":[3,9]}]`

// Of the 300 samples of hot, 150 are at the line of the branch at 9, 50 at a place without a line; at line 11, whose branch ran more
// often, is none that is known.
func TestBranchesByTheirLine(t *testing.T) {
	p := testprofile.Parse(t, sampled+
		testprofile.Samples("3:9<2:2<1:1 100", "3:10<2:2<1:1 50", "3:30<2:2<1:1 100", "3:40<2:2<1:1 50", "6:1<2:2<1:1 700")+
		testprofile.Section("conditionalProfiles", []string{"3:9 12 0 1000000 20 1 1000000", "3:11 12 0 5000000 20 1 5000000", "6:8 12 0 1000000 20 1 1000000"})+`}`)
	lines := map[iprof.BCI]int{9: 21, 10: 21, 11: 22, 30: 23}
	hot := func(slot int32) bool { m, _ := p.MethodAt(int(slot)); return m.ID == 3 }
	for name, c := range map[string]struct {
		line func(int32, iprof.BCI) int
		want string
	}{
		"no lines": {line: nil, want: "11 300/1000 line 0, 8 700/1000 line 0"},
		"lines":    {line: func(slot int32, bci iprof.BCI) int { return lines[bci] }, want: "9 200/1000 line 21, 8 700/1000 line 0"},
		"all lines": {line: func(slot int32, bci iprof.BCI) int {
			if !hot(slot) {
				return 0
			}
			return cmp.Or(lines[bci], 24)
		}, want: "9 150/1000 line 21, 8 700/1000 line 0"},
		"other method": {line: func(slot int32, bci iprof.BCI) int {
			if hot(slot) {
				return 0
			}
			return int(bci)
		}, want: "11 300/1000 line 0"},
	} {
		var got []string
		for _, f := range findings.New(p, nil, findings.Options{Line: c.line}).List {
			if f.Kind == findings.EvenBranch {
				got = append(got, fmt.Sprintf("%d %d/%d line %d", f.Methods[0].BCI, f.Weight.Value, f.Weight.Of, f.Weight.Line))
			}
		}
		if s := strings.Join(got, ", "); s != c.want {
			t.Errorf("%s: %s, want %s", name, s, c.want)
		}
	}
}

func TestFindingsBySamples(t *testing.T) {
	p := testprofile.Parse(t, sampled+
		testprofile.Samples("2:9<1:1 100", "3:9<2:2<1:1 200", "8:1<3:5<2:2<1:1 100", "6:8<3:3<2:2<1:1 400", "7:0<2:5<1:1 150", "5:0<2:6<1:1 50")+
		testprofile.Calls("1:0 1", "2:0<1:1 10", "3:0 2000000", "6:0<3:3 2000000")+
		testprofile.Section("conditionalProfiles", []string{
			"6:8<3:3 11 0 38000000 40 1 2000000", // 20 times per entry
			"3:9 12 0 1000000 20 1 1000000",
			"3:11 12 0 5000 20 1 5000", // below a thousandth
		})+
		testprofile.Section("virtualInvokeProfiles", []string{"3:3 11 1000000 12 600000 13 400000"})+`}`)
	wantFindings(t, findings.New(p, nil, findings.Options{}), `
		library-call app.Work.hot@3 400/1000 samples | library code called here | callee java.util.Box.scan | java.util.Box.scan 400
		many-types app.Work.hot@3 300/1000 samples | call of 3 types, first 50.0% | app.A 1000000 | app.B 600000 | app.C 400000
		even-branch app.Work.hot@9 300/1000 samples | even branch, 50.0% to @12 | @12 1000000 | @20 1000000
		not-inlined app.Work.hot 300/1000 samples | not inlined at its hottest call site | caller app.Work.run@2
		never-counted app.Lock.ghost 150/1000 samples | sampled, but no call counts
		string-building  50/1000 samples | string building | charged app.Work.run | app.Work.run 50
		loop java.util.Box.scan@8 400/1000 samples | loop, condition ×20.0 per entry | charged app.Work.hot`)
}

// The hottest call of a method is one from elsewhere: recursion cannot be inlined to the end.
func TestNotInlinedIgnoresRecursion(t *testing.T) {
	p := testprofile.Parse(t, sampled+
		testprofile.Samples("3:9<3:7<3:7 900", "3:9<2:2<1:1 100")+
		testprofile.Calls("1:0 1", "2:0<1:1 1", "3:0<2:2<1:1 1", "3:0 2000000")+`}`)
	wantFindings(t, findings.New(p, nil, findings.Options{}), ``)
}

// Locks of objects whose type the file does not list cannot be fixed, like locks of the VM and the profiler.
func TestLocksOfUnknownTypes(t *testing.T) {
	p := testprofile.Parse(t, sampled+
		testprofile.Calls("1:0 1000000")+
		testprofile.Section("monitorProfiles", []string{"0:0 99 200000 3 200000 4 200000 6 200000"})+`}`)
	wantFindings(t, findings.New(p, nil, findings.Options{}), `locks app.Lock 200000/1000000 monitors | 200,000 lock acquisitions`)
}

// Of equally hot sites of a method the first one is shown, whatever the order in the file.
func TestFirstOfEqualSites(t *testing.T) {
	for _, order := range [][]string{{"1:9 11 500000 12 500000 13 500000", "1:3 11 500000 12 500000 13 500000"}, {"1:3 11 500000 12 500000 13 500000", "1:9 11 500000 12 500000 13 500000"}} {
		p := testprofile.Parse(t, sampled+testprofile.Calls("1:0 1500000")+testprofile.Section("virtualInvokeProfiles", order)+`}`)
		wantFindings(t, findings.New(p, nil, findings.Options{}), `many-types app.Work.main@3 1500000/1500000 receivers | call of 3 types, first 33.3% | app.A 500000 | app.B 500000 | app.C 500000`)
	}
}

// Values of another tool that are not multiples of a sample have no interval.
func TestFindingsOfExactValues(t *testing.T) {
	for _, value := range []int64{40, 1} {
		findingsOfExactValue(t, value)
	}
}

func findingsOfExactValue(t *testing.T, value int64) {
	t.Helper()
	var b iprof.Builder
	b.SetOrigin(iprof.Origin{Format: "folded stacks", Unit: "ms"})
	for i, name := range []string{"app.Main.main", "java.lang.StringBuilder.append"} {
		b.AddMethod(iprof.Method{ID: iprof.MethodID(i), Name: name, Declaring: iprof.NoType, Return: iprof.NoType})
	}
	leaf := b.Stacks().Child(b.Stacks().Child(iprof.NoNode, 0, 0), 0, 1)
	if err := b.AddCount(iprof.Samples, iprof.Count{Node: leaf, Value: value}); err != nil {
		t.Fatal(err)
	}
	list := findings.New(b.Profile(), nil, findings.Options{}).List
	if len(list) == 0 {
		t.Errorf("nothing is found in a value of %d", value)
	}
	for _, f := range list {
		if w := f.Weight; w == nil || w.Low != 1 || w.High != 1 || w.Value != value || w.Of != value {
			t.Errorf("%s: %+v", line(f), w)
		}
	}
}

// That there is too little to go by is about the application, which somebody can run longer.
func TestTooLittleIsOurs(t *testing.T) {
	few := testprofile.Parse(t, sampled+testprofile.Samples("5:0<2:6<1:1 299")+`}`)
	short := testprofile.Parse(t, sampled+testprofile.Calls("5:0 999999")+`}`)
	for _, p := range []*iprof.Profile{few, short} {
		r := findings.New(p, nil, findings.Options{})
		if len(r.List) != 1 || !r.List[0].Application {
			t.Errorf("%+v", r.List)
		}
	}
}

func TestTooFewSamplesOrEntries(t *testing.T) {
	few := testprofile.Parse(t, sampled+testprofile.Samples("5:0<2:6<1:1 299")+`}`)
	wantFindings(t, findings.New(few, nil, findings.Options{}), `few-samples  | 299 samples are too few to rank methods`)
	short := testprofile.Parse(t, sampled+testprofile.Calls("5:0 999999", "8:0 5000000")+`}`) // except for the profiler
	wantFindings(t, findings.New(short, nil, findings.Options{}), `few-entries  | 999,999 method entries are too few for other findings`)
	enough := testprofile.Parse(t, sampled+testprofile.Samples("5:0<2:6<1:1 300")+`}`)
	wantFindings(t, findings.New(enough, nil, findings.Options{}), `string-building  300/300 samples | string building | charged app.Work.run | app.Work.run 300`)
	if of := findings.New(enough, nil, findings.Options{}).List[0].Split.Of; of != "methods" {
		t.Errorf("the split is of %q", of)
	}
	damaged := testprofile.Parse(t, sampled+testprofile.Calls("5:0 34303903801135")+`}`)
	wantFindings(t, findings.New(damaged, nil, findings.Options{}), ``)
	wantFindings(t, findings.New(testprofile.Parse(t, sampled+`}`), nil, findings.Options{}), ``)
}

// 16 of 1,000 samples are 1.6%, but with an interval from 0.99% they could be less than 1%; 17 have one from 1.06%.
func TestShareOfSamplesIsBeyondChance(t *testing.T) {
	for n, found := range map[int]int{16: 0, 17: 1} {
		p := testprofile.Parse(t, sampled+testprofile.Samples(fmt.Sprintf("7:0<1:1 %d", n), fmt.Sprintf("6:0<1:1 %d", 1000-n))+testprofile.Calls("1:0 1")+`}`)
		ghosts := 0
		for _, f := range findings.New(p, nil, findings.Options{}).List {
			if f.Kind == findings.NeverCounted && f.Subject == "app.Lock.ghost" {
				ghosts++
			}
		}
		if ghosts != found {
			t.Errorf("of %d samples: %d", n, ghosts)
		}
	}
}

// TestOutdatedWithLittle: whether a profile fits the program takes no number of counts or samples.
func TestOutdatedWithLittle(t *testing.T) {
	p := testprofile.Parse(t, strings.NewReplacer("000000", "", "00000", "").Replace(counts))
	var kinds []findings.Kind
	for _, f := range findings.New(p, nil, findings.Options{Fit: &findings.Misfit{Methods: []iprof.MethodID{5}, Metric: convert.Calls}}).List {
		kinds = append(kinds, f.Kind)
	}
	if want := []findings.Kind{findings.Outdated, findings.FewEntries}; !slices.Equal(kinds, want) {
		t.Errorf("%v, want %v", kinds, want)
	}
}

func TestOutdatedProfiles(t *testing.T) {
	p := testprofile.Parse(t, counts)
	// append has 300,000 entries of 1,700,001; the collector's do not count.
	misfit := &findings.Misfit{Methods: []iprof.MethodID{5, 4}, Metric: convert.Calls, Command: []string{"check", "--against", "m.json", "x.iprof"}}
	var found []findings.Finding
	for _, f := range findings.New(p, nil, findings.Options{Fit: misfit, Input: []string{"x.iprof"}}).List {
		if f.Kind == findings.Outdated {
			found = append(found, f)
		}
	}
	if len(found) != 1 || line(found[0]) != "outdated  300000/1700001 calls | 1 method no longer matches the program" || !slices.Equal(found[0].Command, misfit.Command) {
		t.Error(found)
	}
	for _, without := range [][]iprof.MethodID{nil, {4}, {100}} {
		misfit.Methods = without
		for _, f := range findings.New(p, nil, findings.Options{Fit: misfit}).List {
			if f.Kind == findings.Outdated {
				t.Errorf("%v: %+v", without, f)
			}
		}
	}
}

// Of a library, by --app, are JDK and library alike.
func TestApplicationComesFirst(t *testing.T) {
	p := testprofile.Parse(t, counts)
	names := convert.NewNames(p, convert.NameOptions{Application: regexp.MustCompile(`^java\.util\.Box\.`)})
	var kinds []string
	for _, f := range findings.New(p, names, findings.Options{}).List {
		kinds = append(kinds, fmt.Sprint(f.Kind, " ", f.Subject, " ", f.Application))
	}
	testprofile.WantText(t, "findings", strings.Join(kinds, "\n"), `
		garbage-collection  true
		string-building  true
		even-branch java.util.Box.get true
		even-branch java.util.Box.put true
		loop app.Work.run false
		even-branch app.Work.step false
		locks app.Lock false
		many-types app.Work.step false`)
}

// Numbers of published profiles, counted by encoding/json.
func TestPublishedNumbers(t *testing.T) {
	published := testprofile.Beside(t)
	for _, tt := range []struct {
		file, class, method string
		bci                 int
		kind                findings.Kind
	}{
		{"real/binary-tree-0.2.0.iprof.gz", "bench.shootouts.BinaryTrees$TreeNode", "itemCheck", 5, findings.EvenBranch},
		{"real/binary-tree-0.2.0.iprof.gz", "bench.shootouts.BinaryTrees", "bottomUpTree", 2, findings.EvenBranch},
		{"real/streamtdi-0.4.0.iprof.gz", "java.util.stream.IntPipeline", "forEachWithCancel", 20, findings.Loop},
	} {
		data := published[tt.file]
		p := testprofile.Read(t, bytes.NewReader(data))
		i := slices.IndexFunc(findings.New(p, nil, findings.Options{}).List, func(f findings.Finding) bool {
			m, ok := f.Site()
			return ok && f.Kind == tt.kind && m.Name == tt.class+"."+tt.method && int(m.BCI) == tt.bci
		})
		if i < 0 {
			t.Errorf("%s has no %s in %s", tt.file, tt.kind, tt.method)
			continue
		}
		f := findings.New(p, nil, findings.Options{}).List[i]
		c := countSite(t, data, tt.class, tt.method, tt.bci)
		if got := f.Numbers[0]; got.Key != "executions" || got.Value.Int != c.executions {
			t.Errorf("%s: %v, want %d executions", tt.method, got, c.executions)
		}
		if tt.kind == findings.Loop && f.Title != fmt.Sprintf("loop, condition ×%.0f per entry", float64(c.executions)/float64(c.entries)) {
			t.Errorf("%s, of %d executions and %d entries", f.Title, c.executions, c.entries)
		}
		if tt.kind == findings.Loop && (f.Weight.Value != c.samples || f.Weight.Of != c.allSamples) {
			t.Errorf("%+v, want %d of %d samples", f.Weight, c.samples, c.allSamples)
		}
		if tt.kind == findings.EvenBranch && (f.Weight.Value != c.executions || f.Weight.Of != c.allExecutions) {
			t.Errorf("%+v, want %d of %d executions", f.Weight, c.executions, c.allExecutions)
		}
	}
}

// Findings of any profile: shares are shares, and commands choose the methods that they are about.
func TestPublishedFindings(t *testing.T) {
	for name, data := range testprofile.Published(t) {
		p := testprofile.Read(t, bytes.NewReader(data))
		names := convert.NewNames(p, convert.NameOptions{})
		for i, f := range findings.New(p, names, findings.Options{}).List {
			if w := f.Weight; w != nil && (w.Share() < findings.MinShare || w.Share() > 1 || w.Value > w.Of || w.Low > w.Share() || w.High < w.Share()) {
				t.Errorf("%s: %s: %+v", name, line(f), w)
			}
			if again := findings.New(p, nil, findings.Options{}).List[i]; line(again) != line(f) {
				t.Errorf("%s: %s, and then %s", name, line(f), line(again))
			}
			m, ok := f.Site()
			if !ok {
				continue
			}
			if f.Kind == findings.NotInlined { // without class files, the listing of the caller shows the call
				m = f.Methods[1]
			}
			re, err := pattern.Compile(f.Command[len(f.Command)-1])
			if err != nil {
				t.Fatal(err)
			}
			for slot, used := range convert.ReferencedMethods(p) {
				if full := names.PlainName(slot); used && names.Matches(re, slot) != (full == m.Name) {
					t.Errorf("%s: %s: %s of %s", name, line(f), re, full)
				}
			}
		}
	}
}

// Everything that findings link to is on the page, and so are the thresholds.
func TestPage(t *testing.T) {
	text := testfile.Read(t, "../../"+findings.Doc)
	page := string(text)
	for _, k := range []findings.Kind{findings.ManyTypes, findings.TypeTests, findings.EvenBranch, findings.Loop, findings.NotInlined, findings.TinyCalls, findings.Locks, findings.NeverCounted, findings.Collector,
		findings.StringBuilding, findings.Outdated, findings.FewSamples, findings.FewEntries, findings.UncountedPackage} {
		words := strings.ReplaceAll(string(k), "-", " ")
		heading := "\n## " + strings.ToUpper(words[:1]) + words[1:] + "\n"
		_, section, ok := strings.Cut(page, heading)
		section, _, _ = strings.Cut(section, "\n## ")
		if !ok || !strings.Contains(section, "\nTry:") || !strings.Contains(section, "\nLeave it alone") {
			t.Errorf("%s: %t\n%s", k, ok, section)
		}
	}
	percent := func(x float64) string { return strconv.FormatFloat(100*x, 'f', -1, 64) + "%" }
	for name, value := range map[string]string{
		"MinShare": percent(findings.MinShare), "OthersShare": percent(findings.OthersShare), "HotSite": percent(findings.HotSite), "TwoTypes": percent(findings.TwoTypes),
		"TestShare": percent(findings.TestShare), "TinyCode": fmt.Sprint(findings.TinyCode),
		"EvenEntropy": fmt.Sprint(findings.EvenEntropy), "MinTrips": fmt.Sprint(findings.MinTrips), "LoopCoverage": percent(findings.LoopCoverage), "MinLocks": "100,000",
		"CollectorShare": percent(findings.CollectorShare), "StringShare": percent(findings.StringShare), "PackageMethods": fmt.Sprint(findings.PackageMethods),
		"MinEntries": "1,000,000",
	} {
		if !strings.Contains(page, fmt.Sprintf("\n| `%s` | %s | ", name, value)) {
			t.Errorf("%s, %s, is not in the table", name, value)
		}
	}
	if findings.MinLocks != 100_000 || findings.MinEntries != 1_000_000 {
		t.Error("the page has other numbers")
	}
}

// From samples alone, a finding is the place in the application that leads to library code, whose own callers in the application stop it:
// time in the callback of a library belongs to the callback. Of a recording, and with the lines of classes, places are lines.
func TestLibraryCalls(t *testing.T) {
	const text = `{"version":"1.1.0",` + typeTable + `,"methods":[{"id":2,"name":"run","signature":[1,9]},{"id":6,"name":"scan","signature":[2,9]},{"id":7,"name":"back","signature":[6,9]}],
		"samplingProfiles":[{"ctx":"6:1<6:4<2:5","records":[600]},{"ctx":"6:1<2:9","records":[100]},{"ctx":"7:3<6:4<2:5","records":[100]},{"ctx":"2:1","records":[200]}]}`
	check := func(p *iprof.Profile, opts findings.Options, want string) {
		t.Helper()
		var lines []string
		for _, f := range findings.New(p, nil, opts).List {
			lines = append(lines, line(f)+fmt.Sprintf(" | line %d", f.Weight.Line))
		}
		if got := strings.Join(lines, "\n"); got != want {
			t.Errorf("%s\nwant\n%s", got, want)
		}
	}
	check(testprofile.Parse(t, text), findings.Options{}, "library-call app.Work.run@5 600/1000 samples | library code called here | callee java.util.Box.scan | java.util.Box.scan 600 | line 0")
	onOne := func(int32, iprof.BCI) int { return 31 }
	check(testprofile.Parse(t, text), findings.Options{Line: onOne}, "library-call app.Work.run 700/1000 samples | library code called here | callee java.util.Box.scan | java.util.Box.scan 700 | line 31")
}
