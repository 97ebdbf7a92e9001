package pprof_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode"

	"github.com/google/pprof/profile"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/exchange"
	"github.com/iprof-viz/iprof-viz/convert/pprof"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// fib is the Fib of the published description: its fragments, with the methods and types that they refer to.
const fib = `{"version":"1.0.0",
"types":[{"id":4,"name":"int"},{"id":8,"name":"void"},{"id":9,"name":"java.lang.Object"},{"id":10,"name":"Fib"},
 {"id":579,"name":"java.util.concurrent.ConcurrentHashMap$Node"},{"id":1322,"name":"java.lang.StringBuilder"},
 {"id":2280,"name":"java.lang.String"},{"id":3660,"name":"[Ljava.lang.String;"},{"id":700,"name":"java.io.PrintStream"},
 {"id":701,"name":"java.util.Formatter"}],
"methods":[{"id":19547,"name":"main","signature":[10,8,3660]},{"id":19551,"name":"fibonacci","signature":[10,8]},
 {"id":4669,"name":"print","signature":[700,8,2280]},{"id":3236,"name":"valueOf","signature":[2280,2280,9]},
 {"id":6886,"name":"parse","signature":[701,4]},{"id":6882,"name":"<init>","signature":[701,8,2280]}],
"monitorProfiles":[{"ctx":"0:0","records":[9,4,10,1,579,9]}],
"virtualInvokeProfiles":[{"ctx":"3236:11<4669:2<19551:34","records":[2280,10]},
 {"ctx":"6886:9<6882:23","records":[1322,2,2280,60,3660,56]}],
"callCountProfiles":[{"ctx":"19551:0","records":[1]},{"ctx":"4669:0<19551:34","records":[10]}],
"conditionalProfiles":[{"ctx":"19551:11","records":[20,0,10,53,1,1]}],
"samplingProfiles":[{"ctx":"4669:7<19551:34<19547:8","records":[3]},{"ctx":"19551:34<19547:8","records":[2]},
 {"ctx":"19551:22<19547:8","records":[4]}]}`

// pprofOf returns the written profile as google/pprof reads it, checked for validity.
func pprofOf(t *testing.T, p *iprof.Profile, opts pprof.Options) *profile.Profile {
	t.Helper()
	prof, err := profile.ParseData(writePprof(t, p, opts))
	if err != nil {
		t.Fatal(err)
	}
	if err := prof.CheckValid(); err != nil {
		t.Fatal(err)
	}
	return prof
}

func writePprof(t *testing.T, p *iprof.Profile, opts pprof.Options) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := pprof.Write(&b, p, nil, opts); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// pprofProgram returns the program that go tool pprof runs. The go command takes longer to find it than it takes to run.
var pprofProgram = sync.OnceValues(func() (string, error) {
	if err := exec.Command("go", "tool", "pprof", "-h").Run(); err != nil { // builds it if it is not in the cache
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			return "", err
		}
	}
	path, err := exec.Command("go", "tool", "-n", "pprof").Output()
	return strings.TrimSpace(string(path)), err
})

// goToolPprof returns the output of `go tool pprof` for a profile. It can find nothing but the profile: no binaries, no
// sources.
func goToolPprof(t *testing.T, data []byte, args ...string) string {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, "profile.pb.gz")
	if err := os.WriteFile(file, data, 0o600); err != nil {
		t.Fatal(err)
	}
	program, err := pprofProgram()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, append(args, file)...)
	cmd.Env = append(os.Environ(), "PPROF_TMPDIR="+dir, "PPROF_BINARY_PATH="+dir)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		t.Fatalf("go tool pprof %s: %v\n%s", strings.Join(args, " "), err, &stderr)
	}
	if s := stderr.String(); s != "" && !strings.HasPrefix(s, "Generating report in ") {
		t.Errorf("go tool pprof %s complains: %s", strings.Join(args, " "), s)
	}
	return stdout.String()
}

// squeeze makes the columns of a table one space apart and drops the spaces around lines.
func squeeze(s string) string {
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		lines[i] = strings.Join(strings.Fields(line), " ")
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}

func TestGoToolPprof(t *testing.T) {
	p := testprofile.Parse(t, fib)
	metric := func(m ...convert.Metric) []byte { return writePprof(t, p, pprof.Options{Metrics: m}) }
	for _, test := range []struct {
		name string
		data []byte
		args []string
		want string
	}{
		// 9 samples: 3 in print, 6 in fibonacci, all below main.
		{"samples", metric(convert.Samples), []string{"-top"}, `
File: iprof
Samples: stacks that the sampler saw, a number and not a time
Type: samples
Showing nodes accounting for 9, 100% of 9 total
flat flat% sum% cum cum%
6 66.67% 66.67% 9 100% Fib.fibonacci
3 33.33% 100% 3 33.33% java.io.PrintStream.print
0 0% 100% 9 100% Fib.main`},
		// 34 and 22 are 0x22 and 0x16, 7 is 0x7; 19551 is 0x4c5f, 4669 0x123d, 19547 0x4c5b.
		{"addresses split by BCI", metric(convert.Samples), []string{"-top", "-addresses"}, `
File: iprof
Samples: stacks that the sampler saw, a number and not a time
Type: samples
Showing nodes accounting for 9, 100% of 9 total
flat flat% sum% cum cum%
4 44.44% 44.44% 4 44.44% 000000004c5f0016 Fib.fibonacci Fib.java
3 33.33% 77.78% 3 33.33% 00000000123d0007 java.io.PrintStream.print java/io/PrintStream.java
2 22.22% 100% 5 55.56% 000000004c5f0022 Fib.fibonacci Fib.java
0 0% 100% 9 100% 000000004c5b0008 Fib.main Fib.java`},
		{"callers and callees", metric(convert.Samples), []string{"-peek", "fibonacci"}, `
File: iprof
Samples: stacks that the sampler saw, a number and not a time
Type: samples
Showing nodes accounting for 9, 100% of 9 total
----------------------------------------------------------+-------------
flat flat% sum% cum cum% calls calls% + context
----------------------------------------------------------+-------------
9 100% | Fib.main
6 66.67% 66.67% 9 100% | Fib.fibonacci
3 33.33% | java.io.PrintStream.print
----------------------------------------------------------+-------------`},
		{"inlined frames are marked", metric(convert.Calls), []string{"-traces"}, `
File: iprof
Calls: method entries, not time
Inlining is shown as in the instrumented image, not the optimized one
Type: calls
-----------+-------------------------------------------------------
1 Fib.fibonacci
-----------+-------------------------------------------------------
10 java.io.PrintStream.print (inline)
Fib.fibonacci
-----------+-------------------------------------------------------`},
		{"branches have labels", metric(convert.Branches), []string{"-traces"}, `
File: iprof
Branches: outcomes of conditionals, not time
Inlining is shown as in the instrumented image, not the optimized one
Type: branches
-----------+-------------------------------------------------------
branch: @11 →20
10 Fib.fibonacci
-----------+-------------------------------------------------------
branch: @11 →53
1 Fib.fibonacci
-----------+-------------------------------------------------------`},
		{"focus on a branch", metric(convert.Branches), []string{"-top", "-tagfocus=branch=@11 →53"}, `
Active filters:
tagfocus=branch=@11 →53
Showing nodes accounting for 1, 9.09% of 11 total
flat flat% sum% cum cum%
1 9.09% 9.09% 1 9.09% Fib.fibonacci`},
		{"focus on a receiver", metric(convert.Receivers), []string{"-top", "-tagfocus=receiver=java.lang.String$"}, `
Active filters:
tagfocus=receiver=java.lang.String$
Showing nodes accounting for 70, 54.69% of 128 total
flat flat% sum% cum cum%
60 46.88% 46.88% 60 46.88% java.util.Formatter.parse (inline)
10 7.81% 54.69% 10 7.81% java.lang.String.valueOf (inline)
0 0% 54.69% 10 7.81% Fib.fibonacci
0 0% 54.69% 10 7.81% java.io.PrintStream.print (inline)
0 0% 54.69% 60 46.88% java.util.Formatter.<init>`},
		{"receivers as roots", metric(convert.Receivers), []string{"-top", "-tagroot=receiver", "-focus=^java.lang.String..$|StringBuilder"}, `
Active filters:
focus=^java.lang.String..$|StringBuilder
Showing nodes accounting for 58, 45.31% of 128 total
flat flat% sum% cum cum%
58 45.31% 45.31% 58 45.31% java.util.Formatter.parse (inline)
0 0% 45.31% 2 1.56% java.lang.StringBuilder
0 0% 45.31% 56 43.75% java.lang.String[]
0 0% 45.31% 58 45.31% java.util.Formatter.<init>`},
		{"monitors by type", metric(convert.Monitors), []string{"-top"}, `
File: iprof
Monitors: lock acquisitions by type, not time
Type: monitors
Showing nodes accounting for 14, 100% of 14 total
flat flat% sum% cum cum%
9 64.29% 64.29% 9 64.29% java.util.concurrent.ConcurrentHashMap$Node
4 28.57% 92.86% 4 28.57% java.lang.Object
1 7.14% 100% 1 7.14% Fib`},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := squeeze(goToolPprof(t, test.data, test.args...))
			want := strings.TrimSpace(test.want)
			if strings.HasPrefix(want, "Active filters:") { // the lines above have been checked
				_, below, _ := strings.Cut(got, "Active filters:")
				got = "Active filters:" + below
			}
			if got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}

// The raw form is the whole of the message in words.
func TestRawPprof(t *testing.T) {
	p := testprofile.Parse(t, fib)
	data := writePprof(t, p, pprof.Options{Metrics: exchange.Metrics(p)})
	got := squeeze(goToolPprof(t, data, "-raw"))
	// Samples, root to leaf: fibonacci@22 below main@8, then @34, then print@7 below that; contexts by their root.
	want := `
Comment: Samples: stacks that the sampler saw, a number and not a time
Comment: Calls: method entries, not time
Comment: Branches: outcomes of conditionals, not time
Comment: Receivers: virtual calls by the type called on, not time
Comment: Inlining is shown as in the instrumented image, not the optimized one
Comment: # Location.Address is method id << 16 | uint16(BCI) of the innermost frame
Comment: # Converted from an iprof of version 1.0.0
PeriodType:
Period: 0
Samples:
samples/count calls/count[dflt] branches/count receivers/count
4 0 0 0: 2 1
2 0 0 0: 3 1
3 0 0 0: 4 3 1
`
	got, rest, _ := strings.Cut(got, "Locations")
	if !strings.HasPrefix(got, strings.TrimSpace(want)) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	// 3236:11 and 6886:9 in hexadecimal.
	for _, line := range []string{
		`0xca4000b M=1 java.lang.String.valueOf java/lang/String.java:0:0 s=0(java.lang.String.valueOf(Ljava/lang/Object;)Ljava/lang/String;)`,
		`java.io.PrintStream.print java/io/PrintStream.java:0:0 s=0(java.io.PrintStream.print(Ljava/lang/String;)V)`,
		`0x1ae60009 M=1 java.util.Formatter.parse java/util/Formatter.java:0:0 s=0(java.util.Formatter.parse()I)`,
		`0x4c5b0008 M=1 Fib.main Fib.java:0:0 s=0(Fib.main([Ljava/lang/String;)V)`,
		`1: 0x0/0x7fffffffffffffff/0x0 iprof [FN][FL][LN][IN]`,
	} {
		if !strings.Contains(rest, line) {
			t.Errorf("-raw lacks\n%s\nin\n%s", line, rest)
		}
	}
}

func TestPprofOptions(t *testing.T) {
	p := testprofile.Parse(t, fib)

	t.Run("period", func(t *testing.T) {
		prof := pprofOf(t, p, pprof.Options{
			Metrics: []convert.Metric{convert.Samples, convert.Calls}, Period: 10 * time.Millisecond,
		})
		var types []string
		for _, s := range prof.SampleType {
			types = append(types, s.Type+"/"+s.Unit)
		}
		if got, want := strings.Join(types, " "), "samples/count cpu/nanoseconds calls/count"; got != want {
			t.Errorf("sample types %s, want %s", got, want)
		}
		if prof.PeriodType == nil || prof.PeriodType.Type != "cpu" || prof.PeriodType.Unit != "nanoseconds" || prof.Period != 1e7 {
			t.Errorf("period is %d of %v, want 1e7 cpu/nanoseconds", prof.Period, prof.PeriodType)
		}
		if prof.DefaultSampleType != "cpu" {
			t.Errorf("default sample type %q, want cpu", prof.DefaultSampleType)
		}
		// 9 samples, 11 calls
		if got, want := sums(prof), []int64{9, 9e7, 11}; !slices.Equal(got, want) {
			t.Errorf("sums %v, want %v", got, want)
		}
	})

	t.Run("default sample type", func(t *testing.T) {
		for _, test := range []struct {
			metrics []convert.Metric
			want    string
		}{
			{nil, "calls"}, // the samples are few
			{exchange.Metrics(p), "calls"},
			{[]convert.Metric{convert.Samples}, "samples"},
			{[]convert.Metric{convert.Samples, convert.Calls}, "calls"},
			{[]convert.Metric{convert.Branches, convert.Samples}, "branches"},
		} {
			if got := pprofOf(t, p, pprof.Options{Metrics: test.metrics}).DefaultSampleType; got != test.want {
				t.Errorf("%v: %q, want %q", test.metrics, got, test.want)
			}
		}
	})

	t.Run("time", func(t *testing.T) {
		if got := pprofOf(t, p, pprof.Options{}).TimeNanos; got != 0 {
			t.Errorf("a time that was not given is %d", got)
		}
		now := time.Date(2024, 2, 29, 12, 0, 0, 5, time.UTC)
		if got := pprofOf(t, p, pprof.Options{Time: now}).TimeNanos; got != now.UnixNano() {
			t.Errorf("time is %d, want %d", got, now.UnixNano())
		}
	})

	t.Run("out of range", func(t *testing.T) {
		for _, test := range []struct {
			opts pprof.Options
			want string
		}{
			{pprof.Options{Period: math.MaxInt64 / 8}, "9 samples of 320255h58m24.606846975s are too many nanoseconds for 63 bits"},
			{pprof.Options{Period: -time.Second}, "the period -1s is negative"},
			{pprof.Options{Time: time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)}, "the time 9999-01-01 00:00:00 +0000 UTC is not within 292 years of 1970"},
		} {
			var b bytes.Buffer
			if err := pprof.Write(&b, p, nil, test.opts); err == nil || err.Error() != test.want || b.Len() > 0 {
				t.Errorf("%v: error %v after %d bytes, want %s", test.opts, err, b.Len(), test.want)
			}
		}
	})
}

// sums returns the sums of a profile's values.
func sums(prof *profile.Profile) []int64 {
	s := make([]int64, len(prof.SampleType))
	for _, sample := range prof.Sample {
		for i, v := range sample.Value {
			s[i] += v
		}
	}
	return s
}

func TestPprofBranches(t *testing.T) {
	const records = `"types":[],"methods":[],"conditionalProfiles":[{"ctx":"7:11","records":[20,0,5,31,1,7,20,2,5,-5,3,2,9,4,0]}]}`
	for _, test := range []struct{ version, want string }{
		// Each of two that share a target has the target's total.
		{"0.4.0", "@11 →unknown 2, @11 →20 5, @11 →31 7"},
		// Each has its own count.
		{"1.0.0", "@11 →unknown 2, @11 →20 10, @11 →31 7"},
	} {
		p := testprofile.Parse(t, `{"version":"`+test.version+`",`+records)
		prof := pprofOf(t, p, pprof.Options{Metrics: []convert.Metric{convert.Branches}})
		var got []string
		for _, s := range prof.Sample {
			got = append(got, fmt.Sprint(s.Label["branch"][0], " ", s.Value[0]))
		}
		if s := strings.Join(got, ", "); s != test.want {
			t.Errorf("%s: %s, want %s", test.version, s, test.want)
		}
	}
}

// Records of one place add up to one sample; zeros make none.
func TestPprofAddsUp(t *testing.T) {
	p := testprofile.Parse(t, `{"version":"1.1.0","types":[{"id":1,"name":"A"},{"id":2,"name":"B"}],"methods":[],
		"callCountProfiles":[{"ctx":"7:0","records":[5]},{"ctx":"8:0<7:3","records":[0]},{"ctx":"7:0","records":[6]}],
		"samplingProfiles":[{"ctx":"8:1<7:3","records":[1]},{"ctx":"8:2<7:3","records":[2]},{"ctx":"8:1<7:3","records":[4]}],
		"virtualInvokeProfiles":[{"ctx":"7:4","records":[2,1,1,2,2,4]},{"ctx":"7:4","records":[1,8]}],
		"instanceofProfiles":[{"ctx":"7:4","records":[2,1,1,0]},{"ctx":"7:4","records":[2,2]}]}`)
	prof := pprofOf(t, p, pprof.Options{Metrics: exchange.Metrics(p)})
	var got []string
	for _, s := range prof.Sample {
		got = append(got, fmt.Sprintf("%s%v%v", stackOf(s), s.Value, s.Label))
	}
	want := []string{
		"8:1<7:3[5 0 0 0 0]map[]", "8:2<7:3[2 0 0 0 0]map[]", // samples
		"7:0[0 11 0 0 0]map[]",                                                // calls
		"7:4[0 0 0 10 0]map[receiver:[A]]", "7:4[0 0 0 5 0]map[receiver:[B]]", // receivers
		"7:4[0 0 0 0 3]map[type:[B]]", // instanceof
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if n := len(prof.Location); n != 5 { // three sampled frames, 7:0 and 7:4
		t.Errorf("%d locations, want 5", n)
	}
}

// stackOf returns the sample's locations as a context, by their addresses.
func stackOf(s *profile.Sample) string {
	var frames []string
	for _, l := range s.Location {
		frames = append(frames, fmt.Sprintf("%d:%d", l.Address>>16, int16(l.Address)))
	}
	return strings.Join(frames, "<")
}

// Two inlined copies of a method have the same address for the same BCI. They are two locations, and stay so when pprof
// merges and compacts.
func TestPprofMerge(t *testing.T) {
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":1,"name":"A"},{"id":8,"name":"void"}],
		"methods":[{"id":5,"name":"leaf","signature":[1,8]},{"id":6,"name":"x","signature":[1,8]},{"id":7,"name":"y","signature":[1,8]}],
		"callCountProfiles":[{"ctx":"5:0<6:3","records":[1]},{"ctx":"5:0<7:3","records":[2]},{"ctx":"5:0","records":[4]},
		{"ctx":"5:0<6:9","records":[8]}]}`)
	data := writePprof(t, p, pprof.Options{})
	prof := pprofOf(t, p, pprof.Options{})
	merged, err := profile.Merge([]*profile.Profile{prof, pprofOf(t, p, pprof.Options{})})
	if err != nil {
		t.Fatal(err)
	}
	// By caller: 1 + 8 from x, whose call sites a line has no room for, 2 from y, 4 as a root.
	for _, test := range []struct {
		prof *profile.Profile
		want map[string]int64
	}{
		{prof, map[string]int64{"A.leaf": 4, "A.leaf<A.x": 9, "A.leaf<A.y": 2}},
		{prof.Compact(), map[string]int64{"A.leaf": 4, "A.leaf<A.x": 9, "A.leaf<A.y": 2}},
		{merged, map[string]int64{"A.leaf": 8, "A.leaf<A.x": 18, "A.leaf<A.y": 4}},
	} {
		got := map[string]int64{}
		for _, s := range test.prof.Sample {
			var names []string
			for _, line := range s.Location[0].Line {
				names = append(names, line.Function.Name)
			}
			got[strings.Join(names, "<")] += s.Value[0]
		}
		if fmt.Sprint(got) != fmt.Sprint(test.want) {
			t.Errorf("%v, want %v", got, test.want)
		}
	}

	got := squeeze(goToolPprof(t, data, "-addresses", "-peek", "leaf"))
	for _, line := range []string{"9 60.00% | 0000000000050000 A.x A.java (inline)", "2 13.33% | 0000000000050000 A.y A.java (inline)"} {
		if !strings.Contains(got, line) {
			t.Errorf("-addresses -peek leaf lacks %q:\n%s", line, got)
		}
	}
}

func TestPprofHostileNames(t *testing.T) {
	hostile := []string{
		"<init>", `a"b`, `x\N`, "</script><script>alert(1)</script>", "new\nline", "tab\tesc\x1b[31m", "\u202eright-to-left",
		"std::map<int>::operator()", "_Z3foov", "", "日本", "\ufffd",
	}
	var types, methods, calls, samples []string
	for i, name := range hostile {
		quoted, _ := json.Marshal(name)
		types = append(types, fmt.Sprintf(`{"id":%d,"name":%s}`, i, quoted))
		methods = append(methods, fmt.Sprintf(`{"id":%d,"name":%s,"signature":[%d,%d,%d]}`, i, quoted, i, i, i))
		calls = append(calls, fmt.Sprintf(`{"ctx":"%d:0","records":[%d]}`, i, 1<<i))
		samples = append(samples, fmt.Sprintf(`{"ctx":"%d:-6","records":[%d]}`, i, 1<<i))
	}
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[`+strings.Join(types, ",")+`],"methods":[`+strings.Join(methods, ",")+
		`],"callCountProfiles":[`+strings.Join(calls, ",")+`],"samplingProfiles":[`+strings.Join(samples, ",")+`]}`)
	prof := pprofOf(t, p, pprof.Options{Metrics: exchange.Metrics(p)})
	names := convert.NewNames(p, convert.NameOptions{})
	printed := strings.NewReplacer("\n", `\x0a`, "\t", `\x09`, "\x1b", `\x1b`, "\u202e", `\xe2\x80\xae`)
	for _, f := range prof.Function {
		for _, text := range []string{f.Name, f.SystemName, f.Filename} {
			if strings.ContainsFunc(text, unicode.IsControl) {
				t.Errorf("%q has a control character", text)
			}
		}
	}
	seen := 0
	for _, s := range prof.Sample {
		l := s.Location[0]
		if want := printed.Replace(names.Method(p.MethodSlot(iprof.MethodID(l.Address >> 16)))); l.Line[0].Function.Name != want {
			t.Errorf("%d:%d is %q, want %q", l.Address>>16, int16(l.Address), l.Line[0].Function.Name, want)
		}
		if want := int64(1) << (l.Address >> 16); max(s.Value[0], s.Value[1]) != want {
			t.Errorf("%d:%d has %v, want %d", l.Address>>16, int16(l.Address), s.Value, want)
		}
		seen++
	}
	if seen != 2*len(hostile) {
		t.Errorf("%d samples, want %d", seen, 2*len(hostile))
	}
	// pprof takes names of C++ apart where Name is SystemName.
	top := goToolPprof(t, writePprof(t, p, pprof.Options{}), "-top", "-nodefraction=0")
	for _, name := range []string{"std::map<int>::operator().std::map<int>::operator()", "_Z3foov._Z3foov", `x\N.x\N`} {
		if !strings.Contains(top, name) {
			t.Errorf("-top lacks %s:\n%s", name, top)
		}
	}
}

// Methods that the file does not list keep a name each; pprof must not take them for templates of C++.
func TestPprofUnknownMethods(t *testing.T) {
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":-1,"name":""}],"methods":[{"id":-1,"name":"","signature":[]}],
		"callCountProfiles":[{"ctx":"1666:0","records":[3]},{"ctx":"7:0<1666:2","records":[1]}],
		"virtualInvokeProfiles":[{"ctx":"7:4","records":[12,2]}]}`)
	got := squeeze(goToolPprof(t, writePprof(t, p, pprof.Options{}), "-top"))
	_, got, _ = strings.Cut(got, "cum%\n")
	if want := "3 75.00% 75.00% 4 100% <unknown method 1666>\n1 25.00% 100% 1 25.00% <unknown method 7> (inline)"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	prof := pprofOf(t, p, pprof.Options{Metrics: []convert.Metric{convert.Receivers}})
	if got := prof.Sample[0].Label["receiver"]; !slices.Equal(got, []string{"<unknown type 12>"}) {
		t.Errorf("label %q", got)
	}
}

func TestPprofFilters(t *testing.T) {
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":1,"name":"app.Main"},{"id":2,"name":"com.oracle.svm.core.Heap"},
		{"id":3,"name":"com.oracle.svm.enterprise.profiling.Dump"},{"id":8,"name":"void"}],
		"methods":[{"id":1,"name":"main","signature":[1,8]},{"id":2,"name":"outer","signature":[2,8]},
		{"id":3,"name":"inner","signature":[2,8]},{"id":4,"name":"record","signature":[3,8]}],
		"samplingProfiles":[{"ctx":"3:5<2:4<1:3","records":[4]},{"ctx":"4:1<1:7","records":[2]},{"ctx":"1:9","records":[1]},
		{"ctx":"1:2<2:6","records":[8]}],
		"callCountProfiles":[{"ctx":"2:0<1:3","records":[5]},{"ctx":"3:0<2:4<1:3","records":[6]},{"ctx":"1:0","records":[1]},
		{"ctx":"4:0<1:7","records":[9]}]}`)
	all := []convert.Metric{convert.Samples, convert.Calls}
	for _, test := range []struct {
		name     string
		filter   convert.FilterOptions
		want     []string // addresses, names, values
		filtered string
		comments []string
	}{
		{"machine", convert.FilterOptions{}, []string{
			"1:9 main [1 0]", "3:5<2:4<1:3 inner<outer<main [4 0]", "4:1<1:7 record<main [2 0]", "1:2<2:6 main<outer [8 0]",
			"1:0 main [0 1]", "2:0 outer<main [0 5]", "3:0 inner<outer<main [0 6]", "4:0 record<main [0 9]",
		}, "", nil},
		{"expert", convert.FilterOptions{View: convert.ExpertView}, []string{
			"1:9 main [1 0]", "3:5<2:4<1:3 inner<outer<main [4 0]", "1:7 main [2 0]", "1:2<2:6 main<outer [8 0]",
			"1:0 main [0 1]", "2:0 outer<main [0 5]", "3:0 inner<outer<main [0 6]",
		}, "samples -0 calls -9", []string{
			"Counted for the caller: 2 samples in 1 stack (their own frame is hidden)",
			"Hidden: 9 calls in 1 context (profiler runtime)",
		}},
		{"user", convert.FilterOptions{View: convert.UserView}, []string{
			"1:9 main [1 0]", "0:0<1:3 <VM><main [4 0]", "1:7 main [2 0]", "1:2<0:0 main<<VM> [8 0]",
			"1:0 main [0 1]", "0:0 <VM><main [0 5]", "0:0 <VM><main [0 6]",
		}, "samples -0 calls -9", []string{
			"Counted for the caller: 2 samples in 1 stack (their own frame is hidden)",
			"Folded into <VM>: 12 samples in 2 stacks (VM and native-image frames)",
			"Hidden: 9 calls in 1 context (profiler runtime)",
			"Folded into <VM>: 11 calls in 2 contexts (VM and native-image frames)",
		}},
		{"focus", convert.FilterOptions{Focus: regexp.MustCompile("inner")}, []string{
			"3:5<2:4<1:3 inner<outer<main [4 0]", "3:0 inner<outer<main [0 6]",
		}, "samples -11 calls -15", []string{
			"Hidden: 11 samples in 3 stacks (no --focus)", "Hidden: 15 calls in 3 contexts (no --focus)",
		}},
		{"no match", convert.FilterOptions{Ignore: regexp.MustCompile("nobody")}, []string{
			"1:9 main [1 0]", "3:5<2:4<1:3 inner<outer<main [4 0]", "4:1<1:7 record<main [2 0]", "1:2<2:6 main<outer [8 0]",
			"1:0 main [0 1]", "2:0 outer<main [0 5]", "3:0 inner<outer<main [0 6]", "4:0 record<main [0 9]",
		}, "", nil},
		{"hide", convert.FilterOptions{Hide: regexp.MustCompile("outer")}, []string{
			"1:9 main [1 0]", "3:5<1:3 inner<main [4 0]", "4:1<1:7 record<main [2 0]", "1:2 main [8 0]",
			"1:0 main [0 1]", "3:0 inner<main [0 6]", "4:0 record<main [0 9]",
		}, "samples -0 calls -5", []string{"Hidden: 5 calls in 1 context (--hide)"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			var filtered []string
			prof := pprofOf(t, p, pprof.Options{
				Metrics: all, Filter: test.filter,
				OnFiltered: func(all []exchange.FilterEffect) error {
					for _, f := range all {
						filtered = append(filtered, fmt.Sprint(f.Metric, " -", f.Tally.Hidden().Value))
					}
					return nil
				},
			})
			var got []string
			for _, s := range prof.Sample {
				var names []string
				for _, l := range s.Location {
					for _, line := range l.Line {
						names = append(names, line.Function.Name[strings.LastIndexByte(line.Function.Name, '.')+1:])
					}
				}
				got = append(got, fmt.Sprint(stackOf(s), " ", strings.Join(names, "<"), " ", s.Value))
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(test.want, "\n"))
			}
			if got := strings.Join(filtered, " "); got != test.filtered {
				t.Errorf("Filtered got %s, want %s", got, test.filtered)
			}
			if got := prof.Comments[3 : len(prof.Comments)-2]; !slices.Equal(got, test.comments) && len(got)+len(test.comments) > 0 {
				t.Errorf("comments\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(test.comments, "\n"))
			}
		})
	}

	stop := errors.New("nothing is left")
	var b bytes.Buffer
	err := pprof.Write(&b, p, nil, pprof.Options{
		Filter:     convert.FilterOptions{Ignore: regexp.MustCompile("main")},
		OnFiltered: func([]exchange.FilterEffect) error { return stop },
	})
	if err != stop || b.Len() > 0 {
		t.Errorf("error %v after %d bytes, want %v after none", err, b.Len(), stop)
	}
}

// TestReadNoteOfOlderVersions: profiles written with other words keep their note.
func TestReadNoteOfOlderVersions(t *testing.T) {
	const note = "Inlining is shown as in the instrumented image, not the optimized one"
	for _, old := range []string{"Inlining is that of the instrumented image, not of the optimized one", "Inlining is that of the instrumented image, not of the optimised one"} {
		prof := pprofOf(t, testprofile.Parse(t, fib), pprof.Options{Metrics: []convert.Metric{convert.Calls}})
		for i, c := range prof.Comments {
			prof.Comments[i] = strings.Replace(c, note, old, 1)
		}
		var b bytes.Buffer
		if err := prof.Write(&b); err != nil {
			t.Fatal(err)
		}
		tree, err := pprof.Read(&b, pprof.ReadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Contains(prof.Comments, old) || !slices.Equal(tree.Notes, []string{convert.InstrumentedInliningNote}) {
			t.Errorf("%q: notes %q", old, tree.Notes)
		}
	}
}

func TestPprofEmpty(t *testing.T) {
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[],"methods":[]}`)
	for _, m := range convert.Metrics {
		data := writePprof(t, p, pprof.Options{Metrics: []convert.Metric{m}})
		if got := goToolPprof(t, data, "-top"); !strings.Contains(got, "of 0 total") && !strings.Contains(got, "accounting for 0") {
			t.Errorf("%v: %s", m, got)
		}
	}
}

func TestPprofDeepStack(t *testing.T) {
	const depth = 1_000_000
	ctx := strings.Repeat("1:2<2:3<", depth/2) + "3:4"
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[],"methods":[],"samplingProfiles":[{"ctx":"`+ctx+`","records":[1]}]}`)
	prof := pprofOf(t, p, pprof.Options{})
	if got := stackOf(prof.Sample[0]); got != ctx {
		t.Errorf("a stack of %d frames came out as %d bytes, want %d", depth+1, len(got), len(ctx))
	}
}

func TestPprofDeterministic(t *testing.T) {
	p := testprofile.Parse(t, fib)
	opts := pprof.Options{Metrics: exchange.Metrics(p)}
	first := writePprof(t, p, opts)
	for range 3 {
		if !bytes.Equal(first, writePprof(t, testprofile.Parse(t, fib), opts)) {
			t.Fatal("the bytes differ from run to run")
		}
	}
}

type failingWriter struct{ left int }

func (w *failingWriter) Write(b []byte) (int, error) {
	if w.left -= len(b); w.left < 0 {
		return 0, errors.New("no space left")
	}
	return len(b), nil
}

func TestPprofWriteError(t *testing.T) {
	p := testprofile.Parse(t, fib)
	size := len(writePprof(t, p, pprof.Options{}))
	for _, room := range []int{0, 10, size / 2, size - 1} {
		if err := pprof.Write(&failingWriter{room}, p, nil, pprof.Options{}); err == nil || err.Error() != "no space left" {
			t.Errorf("room for %d of %d bytes: error %v", room, size, err)
		}
	}
}

// An oracle is a profile as encoding/json reads it, without a tree.
type oracle struct {
	version string
	types   map[int64]string
	methods map[int64][]string // declaring type, name
	records map[convert.Metric][]oracleRecord
}

type oracleRecord struct {
	frames []string // leaf first, METHOD:BCI
	values []int64
}

// oracleNames are the keys of the dialects.
var oracleNames = map[string]convert.Metric{
	"samplingProfiles": convert.Samples, "callCountProfiles": convert.Calls, "hotnessPoints": convert.Calls,
	"conditionalProfiles": convert.Branches, "conditionalPoints": convert.Branches,
	"virtualInvokeProfiles": convert.Receivers, "invokePoints": convert.Receivers,
	"instanceofProfiles": convert.InstanceOf, "monitorProfiles": convert.Monitors,
}

func newOracle(t *testing.T, data []byte) *oracle {
	t.Helper()
	var doc map[string]json.RawMessage
	decode := func(b []byte, into any) {
		if err := json.Unmarshal(b, into); err != nil {
			t.Fatal(err)
		}
	}
	decode(data, &doc)
	o := &oracle{types: map[int64]string{}, methods: map[int64][]string{}, records: map[convert.Metric][]oracleRecord{}}
	decode(doc["version"], &o.version)
	var types []struct {
		ID             int64
		Name, TypeName string
	}
	decode(doc["types"], &types)
	for _, x := range types {
		o.types[x.ID] = x.Name + x.TypeName
	}
	var methods []struct {
		ID               int64
		Name, MethodName string
		Signature        []int64
	}
	decode(doc["methods"], &methods)
	for _, x := range methods {
		if len(x.Signature) > 0 {
			o.methods[x.ID] = []string{o.types[x.Signature[0]], x.Name + x.MethodName}
		}
	}
	type record struct {
		Ctx, MethodBciList string
		Records            []int64
	}
	for key, m := range oracleNames {
		var records []record
		if doc[key] != nil {
			decode(doc[key], &records)
		}
		for _, r := range records {
			o.records[m] = append(o.records[m], oracleRecord{regexp.MustCompile("[<,]").Split(r.Ctx+r.MethodBciList, -1), r.Records})
		}
	}
	if doc["monitorsProfile"] != nil {
		var r record
		decode(doc["monitorsProfile"], &r)
		o.records[convert.Monitors] = append(o.records[convert.Monitors], oracleRecord{values: r.Records})
	}
	return o
}

func (o *oracle) method(frame string) string {
	id, _, _ := strings.Cut(frame, ":")
	n, _ := strconv.ParseInt(id, 10, 64)
	if m := o.methods[n]; m != nil {
		return o.typeText(m[0]) + "." + m[1]
	}
	return "<unknown method " + id + ">"
}

func (o *oracle) typeText(name string) string {
	dims := strings.Count(name, "[")
	if dims > 0 && strings.HasSuffix(name, ";") {
		name = name[dims+1 : len(name)-1]
	} else if dims > 0 {
		name = map[string]string{"I": "int", "B": "byte", "C": "char", "J": "long", "D": "double", "F": "float", "S": "short", "Z": "boolean"}[name[dims:]]
	}
	return name + strings.Repeat("[]", dims)
}

func (o *oracle) typeName(id int64) string {
	if name, ok := o.types[id]; ok {
		return o.typeText(name)
	}
	return fmt.Sprintf("<unknown type %d>", id)
}

// counts returns the counts of a metric in a pprof profile, as countsOf does.
func (o *oracle) counts(m convert.Metric) map[string]int64 {
	counts := map[string]int64{}
	add := func(r oracleRecord, label string, v int64) {
		if v == 0 {
			return
		}
		switch m {
		case convert.Samples:
			label = strings.Join(r.frames, "<")
		case convert.Monitors:
		default:
			names := make([]string, len(r.frames))
			for i, f := range r.frames {
				names[i] = o.method(f)
			}
			label = r.frames[0] + " " + strings.Join(names, "<") + label
		}
		counts[label] += v
	}
	bciName := func(bci string) string {
		if name, ok := map[string]string{
			"-1": "unwind", "-2": "before", "-3": "after", "-4": "after exception", "-5": "unknown", "-6": "invalid frame state",
		}[bci]; ok {
			return name
		}
		return bci
	}
	for _, r := range o.records[m] {
		switch m {
		case convert.Samples, convert.Calls:
			add(r, "", r.values[0])
		case convert.Branches:
			seen := map[int64]bool{}
			for i := 0; i < len(r.values); i += 3 {
				if strings.HasPrefix(o.version, "0.") && seen[r.values[i]] {
					continue
				}
				seen[r.values[i]] = true
				_, bci, _ := strings.Cut(r.frames[0], ":")
				add(r, " branch @"+bciName(bci)+" →"+bciName(fmt.Sprint(r.values[i])), r.values[i+2])
			}
		default:
			label := map[convert.Metric]string{convert.Receivers: " receiver ", convert.InstanceOf: " type ", convert.Monitors: " type "}[m]
			for i := 0; i < len(r.values); i += 2 {
				add(r, label+o.typeName(r.values[i]), r.values[i+1])
			}
		}
	}
	return counts
}

// countsOf returns the first value of a profile's samples: by METHOD:BCI of all frames for samples; by the leaf's, the names of
// all frames and the label for inlining contexts; by label for monitors.
func countsOf(prof *profile.Profile, m convert.Metric) map[string]int64 {
	counts := map[string]int64{}
	for _, s := range prof.Sample {
		key := stackOf(s)
		if m != convert.Samples {
			label := ""
			for k, v := range s.Label {
				label += " " + k + " " + strings.Join(v, ",")
			}
			var names []string
			for _, line := range s.Location[0].Line {
				names = append(names, line.Function.Name)
			}
			if key += " " + strings.Join(names, "<") + label; m == convert.Monitors {
				key = label
			}
		}
		counts[key] += s.Value[0]
	}
	return counts
}

// Every count of every profile at hand arrives at its place, and nothing else does.
func TestPprofAgainstJSON(t *testing.T) {
	files := findShared(t)
	if len(files) == 0 {
		t.Skip("no ../shared beside the project")
	}
	for _, file := range files {
		t.Run(filepath.Base(filepath.Dir(file))+"/"+filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			data := readProfile(t, file)
			p := testprofile.Read(t, bytes.NewReader(data))
			o := newOracle(t, data)
			for _, m := range convert.Metrics {
				prof := pprofOf(t, p, pprof.Options{Metrics: []convert.Metric{m}})
				got, want := countsOf(prof, m), o.counts(m)
				for key, v := range want {
					if got[key] != v {
						t.Fatalf("%v: %q has %d, want %d", m, key, got[key], v)
					}
				}
				if len(got) != len(want) {
					t.Fatalf("%v: %d places, want %d", m, len(got), len(want))
				}
				merged, err := profile.Merge([]*profile.Profile{prof, prof.Copy()})
				if err != nil {
					t.Fatal(err)
				}
				if one, two := sums(prof)[0], sums(merged)[0]; two != 2*one {
					t.Errorf("%v: merged with itself %d becomes %d", m, one, two)
				}
			}
		})
	}
}

// findShared returns the published and the measured profiles that lie beside the project, if they do.
func findShared(t *testing.T) []string {
	t.Helper()
	var files []string
	for _, pattern := range []string{"real/*.iprof.gz", "jvm/*/*.iprof", "jvm/*/*.iprof.gz"} {
		found, err := filepath.Glob(filepath.Join("..", "..", "shared", pattern))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	return files
}

func readProfile(t *testing.T, file string) []byte {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var r io.Reader = f
	if filepath.Ext(file) == ".gz" {
		if r, err = gzip.NewReader(f); err != nil {
			t.Fatal(err)
		}
	}
	data, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return data
}
