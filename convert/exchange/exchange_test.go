package exchange_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/classpath"
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/exchange"
	"github.com/iprof-viz/iprof-viz/convert/folded"
	"github.com/iprof-viz/iprof-viz/convert/sourceline"
	"github.com/iprof-viz/iprof-viz/internal/testclass"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// profiles returns a profile of another tool, and iprofs without and with type checks.
func profiles(t *testing.T) (foreign, old, new *iprof.Profile) {
	foreign, err := folded.Read(strings.NewReader("main;a.B.c 3\nd 2\n"))
	if err != nil {
		t.Fatal(err)
	}
	const tables = `"types":[{"id":1,"name":"app.A$B"},{"id":2,"name":"void"}],"methods":[{"id":1,"name":"m","signature":[1,2]}]` // method 2 is not listed
	old = testprofile.Parse(t, `{"version":"1.0.0",`+tables+testprofile.Calls("1:0 3", "2:0<1:4 5")+testprofile.Samples("1:3 7", "2:1<1:3 2")+`}`)
	new = testprofile.Parse(t, `{"version":"1.1.0",`+tables+testprofile.Calls("1:0 3")+`,"instanceofProfiles":[]}`)
	return foreign, old, new
}

// A file with everything has all metrics with stacks of its input; requested ones come once, and none is the default.
func TestMetrics(t *testing.T) {
	foreign, old, new := profiles(t)
	all := []convert.Metric{convert.Samples, convert.Calls, convert.Branches, convert.Receivers}
	for _, c := range []struct{ got, want []convert.Metric }{
		{exchange.Metrics(foreign), all[:1]}, {exchange.Metrics(old), all}, {exchange.Metrics(new), append(slices.Clone(all), convert.InstanceOf)},
		{exchange.Resolved(new, nil), []convert.Metric{convert.DefaultMetric.Resolve(new)}}, {exchange.Resolved(old, []convert.Metric{convert.Calls, convert.Branches, convert.Calls}), []convert.Metric{convert.Calls, convert.Branches}},
		{exchange.Resolved(old, []convert.Metric{convert.DefaultMetric, convert.DefaultMetric.Resolve(old)}), []convert.Metric{convert.DefaultMetric.Resolve(old)}},
	} {
		if !slices.Equal(c.got, c.want) {
			t.Errorf("%v, want %v", c.got, c.want)
		}
	}
	for _, m := range convert.Metrics {
		if want := m != convert.Samples && m != convert.Monitors; exchange.InContexts([]convert.Metric{convert.Samples, m}) != want {
			t.Errorf("%s in contexts: %t", m, !want)
		}
	}
}

// What values are, and of which input, is said for each metric; values of another tool are in its unit.
func TestMeanings(t *testing.T) {
	foreign, old, _ := profiles(t)
	seen := map[string]bool{}
	for _, m := range convert.Metrics {
		text := exchange.Meaning(old, m)
		if name, _, _ := strings.Cut(text, ": "); strings.ToLower(name) != m.String() || seen[text] {
			t.Errorf("%s: %q", m, text)
		}
		seen[text] = true
	}
	other := iprof.NewBuilder(iprof.Version{Major: 1})
	other.SetOrigin(iprof.Origin{Format: "pprof", Unit: "bytes"})
	if got := exchange.Meaning(other.Profile(), convert.Samples); got != "Values: bytes" {
		t.Error(got)
	}
	if got := exchange.Meaning(foreign, convert.Samples); got != exchange.Meaning(old, convert.Samples) && !strings.HasPrefix(got, "Values: ") {
		t.Error(got)
	}
	if got := exchange.Converted(old); got != "Converted from an iprof of version 1.0.0" {
		t.Error(got)
	}
	if got := exchange.Converted(foreign); got != "Converted from "+foreign.Origin().Format || foreign.Origin().Format == "" {
		t.Error(got)
	}
}

// The file of a method is the one that its class implies, or the name of a frame of another tool; there is none of what is not listed.
func TestFiles(t *testing.T) {
	foreign, old, _ := profiles(t)
	for slot, want := range []string{"app/A.java", ""} {
		if got := exchange.File(old, nil, int32(slot)); got != want {
			t.Errorf("method %d: %q, want %q", slot, got, want)
		}
	}
	if got := exchange.File(old, nil, -1); got != "" {
		t.Error(got)
	}
	for slot := range foreign.MethodSlots() {
		m, _ := foreign.MethodAt(slot)
		if got, want := exchange.File(foreign, nil, int32(slot)), map[string]string{"a.B.c": "a/B.java"}[m.Name]; got != want {
			t.Errorf("%s: %q, want %q", m.Name, got, want)
		}
	}
}

// A printable name is a line that begins and ends with no space.
func TestPrintable(t *testing.T) {
	for name, want := range map[string]string{
		"a": "a", "a b": "a b", " a": `\x20a`, "  a   ": `\x20\x20a\x20\x20\x20`, " ": `\x20`, "  ": `\x20\x20`, "": "<unnamed>", "a\nb ": `a\x0ab\x20`, "é ": `é\x20`,
	} {
		if got := exchange.Printable(name); got != want {
			t.Errorf("%q: %s, want %s", name, got, want)
		}
	}
}

// Filters have an effect on metrics with stacks, of their own tree; methods without a context that is kept have no frame.
func TestEffects(t *testing.T) {
	_, old, _ := profiles(t)
	names := convert.NewNames(old, convert.NameOptions{})
	ignore := convert.FilterOptions{View: convert.ExpertView, Ignore: regexp.MustCompile("unknown method 2")}
	stacks, contexts := convert.Project(old, old.Stacks, names, ignore), convert.Project(old, old.Contexts, names, ignore)
	metrics := []convert.Metric{convert.Samples, convert.Calls, convert.Monitors}
	if got := exchange.Filtered(old, metrics, nil, nil); got != nil {
		t.Errorf("%+v", got)
	}
	var units []string
	for _, e := range exchange.Filtered(old, metrics, stacks, contexts) {
		units = append(units, e.Unit)
		plain := e.Tally.Notes(e.Unit, map[convert.Metric]string{convert.Samples: "stacks", convert.Calls: "contexts"}[e.Metric])
		for i, note := range e.Notes() {
			if first := note[:1]; first != strings.ToUpper(first) || note[1:] != plain[i][1:] || strings.ToLower(first) != plain[i][:1] || len(plain) != len(e.Notes()) {
				t.Errorf("%s: %q, of %q", e.Metric, note, plain)
			}
		}
		kept := map[convert.Metric]int64{convert.Samples: 7, convert.Calls: 3}[e.Metric]
		if e.Tally.Kept().Value != kept {
			t.Errorf("%s: %+v", e.Metric, e.Tally)
		}
	}
	if !slices.Equal(units, []string{"samples", "calls"}) {
		t.Errorf("%q", units)
	}
	if exchange.Frames(old, nil) != nil {
		t.Error("frames without a projection")
	}
	if got, want := exchange.Frames(old, contexts), []int32{0, convert.NoFrame}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// The source file that a class file has is the one, otherwise the one that the name of the class implies.
func TestFileOfMethods(t *testing.T) {
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":1,"name":"app.A"},{"id":2,"name":"app.B$C"}],"methods":[{"id":1,"name":"a","signature":[1,1]},{"id":2,"name":"b","signature":[2,1]}]`+testprofile.Calls("1:0 1", "2:0 1", "9:0 1")+"}")
	find := func(name string) (*classfile.Class, error) {
		if name != "app.A" {
			return nil, classpath.ErrNotFound
		}
		b := testclass.Builder{Source: "Other.kt"}
		b.Method(1, "a", "()Lapp/A;", b.Code([]byte{0xb1}, nil))
		return classfile.Parse(b.Build("app/A"))
	}
	for _, c := range []struct {
		lines *sourceline.Lines
		slot  int32
		want  string
	}{
		{nil, 0, "app/A.java"}, {nil, 1, "app/B.java"}, {nil, 2, ""}, {nil, -1, ""}, {sourceline.New(p, find, nil), 0, "app/Other.kt"}, {sourceline.New(p, find, nil), 1, "app/B.java"}, {sourceline.New(p, find, nil), 2, ""},
	} {
		if got := exchange.File(p, c.lines, c.slot); got != c.want {
			t.Errorf("slot %d: %q, want %q", c.slot, got, c.want)
		}
	}
}
