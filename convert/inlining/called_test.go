package inlining

import (
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/classpath"
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/convert/hierarchy"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

const (
	example = "../../testdata/"
	program = "../../../shared/jvm/calls/"
)

func readProfile(t *testing.T, file string) *iprof.Profile {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Skip("no " + file)
	}
	return testprofile.Parse(t, string(data))
}

// codeOf returns the options for class files.
func codeOf(t *testing.T, file string) calls.Options {
	t.Helper()
	path, err := classpath.Open(file, classpath.Options{})
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { path.Close() })
	return calls.Options{Class: path.Class, Classes: hierarchy.New(path.Class, path.Headers)}
}

// TestAnswersByCode: main of the example calls addLine once per line, of which there are 10,000, and find once; addLine calls isLetter and
// find, which are inlined into it. In Dispatch.java, run calls risky, which calls done, which is synchronized.
func TestAnswersByCode(t *testing.T) {
	for _, test := range []struct{ dir, profile, classes, method, target, answer, caller, facts string }{
		{example, "wordcount.iprof", "wordcount.jar", `addLine$`, `\.main$`, "no: WordCount.addLine is not inlined into WordCount.main; 10,000 calls stayed calls",
			"WordCount.main@20 10000 stayed 10000", "86 bytes (unit: 131); own unit with 2 inlined methods"},
		{example, "wordcount.iprof", "wordcount.jar", `find$`, `addLine$`, "yes: >99.9% of the entries of WordCount.find are inlined into WordCount.addLine",
			"WordCount.addLine@47 140000 stayed 0", ""},
		{example, "wordcount.iprof", "wordcount.jar", `isLetter$`, `\.main$`, "no: WordCount.isLetter is not inlined into WordCount.main; WordCount.main is not known to call " +
			"WordCount.isLetter itself; the shortest way of calls is WordCount.main → WordCount.addLine → WordCount.isLetter", "", ""},
		{example, "wordcount.iprof", "wordcount.jar", `addLine$`, `find$`, "no: WordCount.addLine is not inlined into WordCount.find; conversely, >99.9% of the entries of " +
			"WordCount.find are inlined into WordCount.addLine; WordCount.find is not known to call WordCount.addLine, nor through others; WordCount.addLine is called by WordCount.main (10,000 calls)", "", ""},
		{program, "profile.iprof", "classes", `\.risky$`, `Dispatch\.run$`, "no: Dispatch.risky is not inlined into Dispatch.run; 8,700 calls stayed calls",
			"Dispatch.run@582 8700 stayed 8700", "37 bytes (unit: 1,775); own unit with 3 inlined methods"},
		{program, "profile.iprof", "classes", `\.done$`, `risky$`, "no: Dispatch.done is not inlined into Dispatch.risky; 8,700 calls stayed calls", // one copy of the finally block runs
			"Dispatch.risky@15 6900 stayed 6900; Dispatch.risky@26 1800 stayed 1800; Dispatch.risky@32 0 stayed 0",
			"synchronized; 9 bytes (unit: 63); synchronized; 9 bytes (unit: 63); synchronized; 9 bytes (unit: 63)"},
		{program, "profile.iprof", "classes", `\.done$`, `Dispatch\.run$`, "no: Dispatch.done is not inlined into Dispatch.run; Dispatch.run is not known to call Dispatch.done itself; " +
			"the shortest way of calls is Dispatch.run → Dispatch.risky → Dispatch.done", "", ""},
	} {
		p := readProfile(t, test.dir+test.profile)
		in, err := NewInto(p, convert.NewNames(p, convert.NameOptions{Style: convert.ShortNames}), IntoOptions{
			Match: regexp.MustCompile(test.method), Target: regexp.MustCompile(test.target), Calls: codeOf(t, test.dir+test.classes),
		})
		if err != nil {
			t.Fatal(err)
		}
		if in.Answer != test.answer {
			t.Errorf("%s\nwant %s", in.Answer, test.answer)
		}
		var callers, facts []string
		for _, c := range in.Callers {
			for _, call := range c.Calls {
				callers = append(callers, in.Name(c.Slot)+"@"+count(int64(call.Site.BCI))+" "+count(call.Target.Calls.Figure())+" stayed "+count(call.Target.Stayed.Figure()))
				if call.Early && call.Target.Stayed.Figure() == 0 {
					t.Errorf("%s: inlined before counters are added, but all calls are in contexts", callers[len(callers)-1])
				}
				for _, f := range call.Facts {
					facts = append(facts, f.Text)
				}
			}
		}
		if got := strings.Join(callers, "; "); got != test.caller {
			t.Errorf("%s into %s: %s, want %s", test.method, test.target, got, test.caller)
		}
		if got := strings.Join(facts, "; "); got != test.facts {
			t.Errorf("%s into %s: %s, want %s", test.method, test.target, got, test.facts)
		}
	}
}

// A number of calls is written with its bound, as the mark of the tree below it; one that holds unless something is thrown is an upper bound.
func TestBoundOfCallsInWords(t *testing.T) {
	count := func(low, high int64) calls.Count { return calls.Count{Range: code.Range{Low: low, High: high}} }
	usual, rest := count(0, 100), count(0, 100)
	usual.Usual, rest.Rest = true, true
	for want, c := range map[string]calls.Count{
		"100 calls": count(100, 100), "1 call": count(1, 1), "at most 100 calls": count(0, 100), "at least 30 calls": count(30, code.Unlimited), "30 to 100 calls": count(30, 100),
		"an unknown number of calls": count(0, code.Unlimited), "0 to 100 calls": rest,
	} {
		if got := CallsText(c); got != want {
			t.Errorf("%+v: %q, want %q", c, got, want)
		}
	}
	if got := CallsText(usual); got != "at most 100 calls" || usual.Execution().Bound.Mark() != "≤" {
		t.Errorf("unless something is thrown: %q", got)
	}
}

// TestAnswerByTypes: without class files, receiver types tell that 30 calls of go went to C.
func TestAnswerByTypes(t *testing.T) {
	p := testprofile.Parse(t, `{"version":"1.1.0","types":[{"id":8,"name":"void"},{"id":1,"name":"app.A"},{"id":2,"name":"app.B"},{"id":3,"name":"app.C"}],
		"methods":[{"id":1,"name":"run","signature":[1,8]},{"id":2,"name":"go","signature":[2,8]},{"id":3,"name":"go","signature":[3,8]}]`+
		testprofile.Calls("1:0 10", "2:0<1:5 70", "3:0 30")+testprofile.Section("virtualInvokeProfiles", []string{"1:5 2 70 3 30"})+"}")
	in, err := NewInto(p, convert.NewNames(p, convert.NameOptions{Style: convert.ShortNames}), IntoOptions{Match: regexp.MustCompile(`C\.go$`), Target: regexp.MustCompile(`run$`)})
	if err != nil {
		t.Fatal(err)
	}
	if want := "no: C.go is not inlined into A.run; at least 30 calls stayed calls"; in.Answer != want {
		t.Errorf("%s, want %s", in.Answer, want)
	}
	if note := strings.Join(in.Notes, "\n"); !strings.Contains(note, "--classpath") {
		t.Errorf("%s, want --classpath", note)
	}
}

func TestSharesInWords(t *testing.T) {
	for _, c := range []struct {
		certain, most, all int64
		want               string
	}{{0, 0, 0, ""}, {1, 1, 1, "100.0%"}, {2, 2, 8, "25.0%"}, {0, 0, 8, "0.0%"}, {2, 4, 8, "at least 25.0%"}, {0, 4, 8, "at most 50.0%"}, {0, 8, 8, ""}} {
		if got := shareWords(c.certain, c.most, c.all); got != c.want {
			t.Errorf("%d to %d of %d: %q, want %q", c.certain, c.most, c.all, got, c.want)
		}
	}
}

func count(n int64) string { return strconv.FormatInt(n, 10) }

// TestLeavingCalls: the calls that leave the units of the example, and sums of units, which they are not part of.
func TestLeavingCalls(t *testing.T) {
	p := readProfile(t, example+"wordcount.iprof")
	names := convert.NewNames(p, convert.NameOptions{Style: convert.ShortNames})
	code := codeOf(t, example+"wordcount.jar")
	for _, test := range []struct {
		opts Options
		want string
	}{
		{Options{}, "WordCount.main@20 WordCount.addLine 10000"},
		{Options{Filter: convert.FilterOptions{Hide: regexp.MustCompile(`addLine$`)}}, ""},
	} {
		test.opts.Calls = &code
		with, err := New(p, names, test.opts)
		if err != nil {
			t.Fatal(err)
		}
		test.opts.Calls = nil
		without, err := New(p, names, test.opts)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for u := range with.Units {
			if with.Units[u].Inclusive != without.Units[u].Inclusive {
				t.Errorf("unit %d: %d entries with calls, %d without", u, with.Units[u].Inclusive, without.Units[u].Inclusive)
			}
			for i := range with.Units[u].Instances {
				n := &with.Units[u].Instances[i]
				for k := range n.Calls {
					c := &n.Calls[k]
					got = append(got, with.Name(n.Slot)+"@"+count(int64(c.Site.BCI))+" "+c.Name(with.Names)+" "+count(c.Target.Stayed.Figure()))
				}
			}
		}
		if text := strings.Join(got, "; "); text != test.want {
			t.Errorf("%s, want %s", text, test.want)
		}
	}
}

// TestApplicationFirst: the unit of the library has more entries, but the application's comes first if asked for.
func TestApplicationFirst(t *testing.T) {
	p := testprofile.Parse(t, `{"version":"1.1.0","types":[{"id":8,"name":"void"},{"id":1,"name":"app.A"},{"id":3,"name":"java.util.L"}],
		"methods":[{"id":1,"name":"a","signature":[1,8]},{"id":3,"name":"l","signature":[3,8]}]`+testprofile.Calls("3:0 200", "1:0 5", "3:0<1:5 1")+"}")
	for first, want := range map[bool]string{false: "L.l A.a", true: "A.a L.l"} {
		in, err := New(p, convert.NewNames(p, convert.NameOptions{Style: convert.ShortNames}), Options{AppFirst: first})
		if err != nil {
			t.Fatal(err)
		}
		var roots []string
		for i := range in.Units {
			roots = append(roots, in.Name(in.Units[i].Root().Slot))
		}
		if got := strings.Join(roots, " "); got != want || in.AppFirst != first {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
