package pprof

import (
	"regexp/syntax"
	"testing"

	"github.com/google/pprof/profile"

	"github.com/iprof-viz/iprof-viz/internal/javaname"
)

// One sample has the value of the period, if that is of the same type; counts are single events, and all other values are exact.
func TestPerSample(t *testing.T) {
	cpu, bytes := &profile.ValueType{Type: "cpu", Unit: "nanoseconds"}, &profile.ValueType{Type: "space", Unit: "bytes"}
	for _, c := range []struct {
		period *profile.ValueType
		each   int64
		of     profile.ValueType
		want   int64
	}{
		{cpu, 10, *cpu, 10}, {cpu, 1, *cpu, 1}, {cpu, 0, *cpu, 0}, {cpu, -1, *cpu, 0}, {cpu, 10, profile.ValueType{Type: "cpu", Unit: "seconds"}, 0}, {cpu, 10, profile.ValueType{Type: "wall", Unit: "nanoseconds"}, 0},
		{cpu, 10, profile.ValueType{Type: "samples", Unit: "count"}, 1}, {nil, 0, profile.ValueType{Type: "samples"}, 1}, {nil, 0, profile.ValueType{Type: "contentions", Unit: "count"}, 1},
		{bytes, 512, profile.ValueType{Type: "alloc_objects", Unit: "count"}, 0}, {nil, 0, profile.ValueType{Type: "calls", Unit: "count"}, 0}, {nil, 0, profile.ValueType{Type: "branches", Unit: "count"}, 0}, {nil, 0, *bytes, 0},
	} {
		if got := perSample(&profile.Profile{PeriodType: c.period, Period: c.each}, &c.of); got != c.want {
			t.Errorf("%+v with a period of %d %+v: %d, want %d", c.of, c.each, c.period, got, c.want)
		}
	}
}

// Files are implied by the class in a frame.
func TestFrameFile(t *testing.T) {
	for text, want := range map[string]string{"a.b.C.run": "a/b/C.java", "a/b/C.run": "a/b/C.java", "C.run": "C.java", "a.b.C$1.run": "a/b/C.java", "start_thread": "", "": "", "[unknown]": ""} {
		if got := javaname.FrameFile(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// A location is named by its address if no function, or one without any name, is known; as much room is charged as the names of files take.
func TestNamesOfAddresses(t *testing.T) {
	file := &profile.Mapping{File: "/usr/lib/libc.so.6"} // 18 bytes
	line := func(functions ...*profile.Function) (all []profile.Line) {
		for _, f := range functions {
			all = append(all, profile.Line{Function: f})
		}
		return all
	}
	named, system, unnamed := &profile.Function{Name: "f"}, &profile.Function{SystemName: "_f"}, &profile.Function{}
	for _, c := range []struct {
		location profile.Location
		bytes    int64
		name     string
	}{
		{profile.Location{Address: 0x1f, Mapping: file}, 18, "0x1f [libc.so.6]"}, {profile.Location{Address: 0x1f}, 0, "0x1f"}, {profile.Location{Mapping: &profile.Mapping{}}, 0, "0x0"},
		{profile.Location{Mapping: file, Line: line(named)}, 0, "0x0 [libc.so.6]"}, {profile.Location{Mapping: file, Line: line(system)}, 0, "0x0 [libc.so.6]"}, {profile.Location{Mapping: file, Line: line(unnamed)}, 18, "0x0 [libc.so.6]"},
		{profile.Location{Mapping: file, Line: line(nil)}, 18, "0x0 [libc.so.6]"}, {profile.Location{Mapping: file, Line: line(unnamed, named, nil)}, 36, "0x0 [libc.so.6]"}, {profile.Location{Line: line(unnamed)}, 0, "0x0"},
		{profile.Location{Mapping: &profile.Mapping{File: "plain"}}, 5, "0x0 [plain]"},
	} {
		if got := addressNames(&profile.Profile{Location: []*profile.Location{&c.location}}); got != c.bytes {
			t.Errorf("%+v: %d bytes, want %d", c.location, got, c.bytes)
		}
		if got := addressName(&c.location); got != c.name {
			t.Errorf("%+v: %q, want %q", c.location, got, c.name)
		}
	}
	for f, want := range map[*profile.Function]bool{nil: true, unnamed: true, named: false, system: false} {
		if isUnnamed(f) != want {
			t.Errorf("%+v", f)
		}
	}
}

// An expression has an instruction for each part and each bound of its characters, as often as it is repeated at most.
func TestInstructionsOf(t *testing.T) {
	for text, want := range map[string]int{"a": 2, "abc": 4, "a|bc": 6, "(a)": 3, "(ab)(cd)": 9, "[a-c]": 3, "[a-cx-z]": 5, "a*": 3, "a{3}": 9, "(ab){2,5}": 25, "a{0,1}": 3, "a{4,}": 12, "": 1} {
		re, err := syntax.Parse(text, syntax.Perl)
		if err != nil {
			t.Fatal(err)
		}
		if got := instructionsOf(re); got != want {
			t.Errorf("%s: %d, want %d (%s)", text, got, want, re)
		}
	}
}
