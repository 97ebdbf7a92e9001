package pprof_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/google/pprof/profile"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/exchange"
	"github.com/iprof-viz/iprof-viz/convert/folded"
	"github.com/iprof-viz/iprof-viz/convert/pprof"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// Stacks of another tool keep their unit, and the value of one sample; files are those that the names of frames imply.
func TestPprofOfOtherTools(t *testing.T) {
	text, err := folded.Read(strings.NewReader("p.q.A.run;start_thread 6\np/q/B$1.go;C.x 4\n"))
	if err != nil {
		t.Fatal(err)
	}
	of := func(unit string, perSample int64) *iprof.Profile {
		b := stacks.NewBuilder(0)
		if _, err := b.AddProfile(text); err != nil {
			t.Fatal(err)
		}
		return b.Profile(iprof.Origin{Format: "somebody's stacks", Unit: unit, PerSample: perSample})
	}
	for _, c := range []struct {
		unit       string
		perSample  int64
		typ, of    string
		period     int64
		note       string
		periodType string
	}{
		{"samples", 1, "samples", "count", 0, "Samples: ", ""},
		{"ms", 10, "time", "milliseconds", 10, "Values: ms", "time"},
		{"cpu nanoseconds", 0, "cpu", "nanoseconds", 0, "Values: cpu nanoseconds", ""},
		{"ticks", 1, "ticks", "count", 0, "Values: ticks", ""},
	} {
		p := of(c.unit, c.perSample)
		prof := pprofOf(t, p, pprof.Options{})
		if len(prof.SampleType) != 1 || prof.SampleType[0].Type != c.typ || prof.SampleType[0].Unit != c.of || prof.DefaultSampleType != c.typ || prof.Period != c.period {
			t.Errorf("%s: %+v, default %s, period %d", c.unit, prof.SampleType, prof.DefaultSampleType, prof.Period)
		}
		if prof.PeriodType != nil && prof.PeriodType.Type != c.periodType || prof.PeriodType == nil && c.periodType != "" {
			t.Errorf("%s: the period is of %+v", c.unit, prof.PeriodType)
		}
		if !strings.HasPrefix(prof.Comments[0], c.note) || prof.Comments[len(prof.Comments)-1] != "# Converted from somebody's stacks" {
			t.Errorf("%s: %q", c.unit, prof.Comments)
		}
		if prof.Mapping[0].File != "stacks" || !prof.Mapping[0].HasFunctions || !prof.Mapping[0].HasFilenames || !prof.Mapping[0].HasLineNumbers || !prof.Mapping[0].HasInlineFrames {
			t.Errorf("%+v", prof.Mapping[0])
		}
		files := map[string]string{}
		for _, f := range prof.Function {
			files[f.Name] = f.Filename
		}
		if files["p.q.A.run"] != "p/q/A.java" || files["start_thread"] != "" || files["p/q/B$1.go"] != "p/q/B.java" || files["C.x"] != "C.java" {
			t.Errorf("%q", files)
		}
		sum := int64(0)
		for _, s := range prof.Sample {
			sum += s.Value[0]
		}
		if sum != 10 {
			t.Errorf("%s: %d in all", c.unit, sum)
		}
	}
	if got := exchange.Metrics(of("ms", 10)); !slices.Equal(got, []convert.Metric{convert.Samples}) {
		t.Errorf("%v", got)
	}
}

// The file of a mapping says whose code a location has, as with perf script; functions of executables are what their names say.
func TestReadPprofOwners(t *testing.T) {
	prof := &profile.Profile{SampleType: []*profile.ValueType{{Type: "samples", Unit: "count"}}, Mapping: []*profile.Mapping{
		{ID: 1, File: "/opt/app"}, {ID: 2, File: "[kernel.kallsyms]"}, {ID: 3, File: "/lib/libc.so.6"}, {ID: 4, File: "/jdk/lib/server/libjvm.so"}}}
	locationOf := func(name string, mapping *profile.Mapping) *profile.Location {
		l := &profile.Location{ID: uint64(len(prof.Location) + 1), Mapping: mapping, Address: 0x10}
		if name != "" {
			f := &profile.Function{ID: uint64(len(prof.Function) + 1), Name: name}
			prof.Function = append(prof.Function, f)
			l.Line = []profile.Line{{Function: f}}
		}
		prof.Location = append(prof.Location, l)
		return l
	}
	m := prof.Mapping
	shared := locationOf("memcpy", m[2])
	again := &profile.Location{ID: 2, Mapping: m[0], Line: shared.Line} // the same function, in another file
	prof.Location = append(prof.Location, again)
	prof.Sample = []*profile.Sample{{Value: []int64{1}, Location: []*profile.Location{locationOf("schedule", m[1]), locationOf("", m[2]), shared, again, locationOf("JavaThread::run", m[3]), locationOf("java.lang.Thread.run", nil), locationOf("main", m[0])}}}
	var b bytes.Buffer
	if err := prof.Write(&b); err != nil {
		t.Fatal(err)
	}
	s, err := pprof.Read(&b, pprof.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	names := convert.NewNames(s.Profile, convert.NameOptions{})
	var got []string
	for _, n := range s.Profile.Stacks.All() {
		slot := s.Profile.MethodSlot(n.Method)
		got = append(got, names.Method(slot)+": "+names.Kind(slot).NameIn(s.Profile.Origin()))
	}
	want := []string{"main: application", "java.lang.Thread.run: JDK", "JavaThread::run: VM", "memcpy: application", "memcpy [library]: library", "0x10 [libc.so.6]: library", "schedule: library"}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}
