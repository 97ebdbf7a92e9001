package calls_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/internal/budget"
	"github.com/iprof-viz/iprof-viz/internal/testfile"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// recorded has a method, run, whose calls are known from records alone. At @5 get was inlined for A, and B, which declares get, is
// another receiver; at @9 nothing was inlined, and the receivers are a lambda and a type that is not listed.
const recorded = `{"version":"1.0.0","types":[{"id":1,"name":"void"},{"id":2,"name":"app.Main"},{"id":3,"name":"app.A"},{"id":4,"name":"app.B"},
	{"id":5,"name":"app.Main$$Lambda$45dce27977eb3b217a31dc8778a0802922b54621"}],
	"methods":[{"id":1,"name":"run","signature":[2,1]},{"id":2,"name":"get","signature":[3,1]},{"id":3,"name":"get","signature":[4,1]}],
	"callCountProfiles":[{"ctx":"1:0","records":[10]},{"ctx":"2:0<1:5","records":[70]},{"ctx":"3:0","records":[30]}],
	"virtualInvokeProfiles":[{"ctx":"1:5","records":[3,70,4,30]},{"ctx":"1:9","records":[5,8,99,2]}]}`

// Without class files, inlined calls and receiver types are known, and nothing else is claimed.
func TestRecordsAlone(t *testing.T) {
	p := testprofile.Parse(t, recorded)
	g := calls.New(p, calls.Options{})
	checkIdentities(t, p, g)
	s := g.At(0, 5)
	if s == nil || s.Kind != calls.UnknownKind || s.Reason != calls.NoClassFile || len(s.Targets) != 2 {
		t.Fatalf("%+v", s)
	}
	a, b := s.Targets[0], s.Targets[1]
	if a.Callee.Class != "app.A" || a.Inlined != 70 || a.Calls.Low != 70 || a.Stayed.Low != 0 {
		t.Errorf("%+v %+v", a.Callee, a)
	}
	if b.Callee.Slot != 2 || b.Evidence != calls.Receivers || b.Inlined != 0 || b.Stayed.Low != 30 || b.Stayed.High != code.Unlimited {
		t.Errorf("%+v %+v", b.Callee, b)
	}
	if s = g.At(0, 9); s == nil || len(s.Targets) != 2 || s.Made.Low != 10 {
		t.Fatalf("%+v", s)
	}
	for _, target := range s.Targets {
		if target.Evidence != calls.NoEvidence || target.Callee.Slot >= 0 {
			t.Errorf("%+v %+v", target.Callee, target)
		}
	}
	if e := g.Entered[2]; e.Called.Low != 30 || e.Outside().High != 0 || e.Contradicts {
		t.Errorf("%+v", e)
	}
	if e := g.Entered[0]; e.Outside().Low != 10 || e.Outside().High != 10 {
		t.Errorf("%+v", e)
	}
}

// Patterns match the names of callees that the profile does not list, too: those that class files name.
func TestPatternsMatchCallees(t *testing.T) {
	p := testprofile.Parse(t, recorded)
	names := convert.NewNames(p, convert.NameOptions{})
	for _, c := range []struct {
		callee  calls.Callee
		pattern string
		want    bool
	}{
		{calls.Callee{Slot: 1, Class: "app.A", Method: "get"}, `A\.get$`, true},
		{calls.Callee{Slot: 1, Class: "app.A", Method: "get"}, `B\.get$`, false},
		{calls.Callee{Slot: 0, Class: "app.Main", Method: "other"}, `Main\.run$`, true}, // as the profile names it
		{calls.Callee{Slot: -1, Class: "app.C", Method: "get", Descriptor: "()V"}, `C\.get$`, true},
		{calls.Callee{Slot: -1, Class: "app.C", Method: "get", Descriptor: "()V"}, `A\.get$`, false},
	} {
		if got := calls.Matcher(names, regexp.MustCompile(c.pattern))(&c.callee); got != c.want {
			t.Errorf("%s matches %+v: %t", c.pattern, c.callee, got)
		}
	}
	data := testfile.Read(t, "../../testdata/wordcount.iprof")
	wordCount := testprofile.Parse(t, string(data))
	names = convert.NewNames(wordCount, convert.NameOptions{})
	opts := withClasses(t, "../../testdata/wordcount.jar")
	for pattern, want := range map[string]bool{`String\.substring$`: true, `WordCount\.find$`: true, `String\.never$`: false} {
		re := regexp.MustCompile(pattern)
		if got := calls.AnyCalled(wordCount, names, re, opts); got != want {
			t.Errorf("%s is called: %t", pattern, got)
		}
		if got := calls.AnyCalled(wordCount, names, re, calls.Options{}); got != (pattern == `WordCount\.find$`) { // which is inlined
			t.Errorf("%s is called, by records alone: %t", pattern, got)
		}
	}
}

// FuzzNew builds the graph of any profile, without classes and with those of another program.
//
//fuzz:runs 800
func FuzzNew(f *testing.F) {
	f.Add([]byte(recorded))
	for seed := range uint64(3) {
		f.Add(testprofile.Random(seed, "1.1.0"))
	}
	opts := withClasses(f, "../../testdata/wordcount.jar")
	f.Fuzz(func(t *testing.T, data []byte) {
		defer budget.Reading.Start(t, len(data))()
		p, err := iprof.Parse(strings.NewReader(string(data)), iprof.Options{})
		if err != nil {
			return
		}
		checkIdentities(t, p, calls.New(p, calls.Options{}))
		checkIdentities(t, p, calls.New(p, opts))
	})
}
