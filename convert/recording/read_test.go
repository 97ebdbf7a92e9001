package recording_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/recording"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/convert/truncation"
	"github.com/iprof-viz/iprof-viz/internal/testjfr"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/jfr"
)

func readAll(file []byte, opts recording.Options) (stacks.Source, *recording.Summary, error) {
	return recording.Read(bytes.NewReader(file), opts)
}

// linesOf returns the stacks of a profile, root first, with the line of each frame.
func linesOf(p *iprof.Profile) map[string]int64 {
	all := map[string]int64{}
	for _, r := range p.Samples.All() {
		all[lineOf(p, r.Node, r.BCI)] += r.Value
	}
	return all
}

// lineOf returns a stack, root first, with the line of each frame.
func lineOf(p *iprof.Profile, node iprof.NodeID, line iprof.BCI) string {
	var frames []string
	for node != iprof.NoNode {
		n := p.Stacks.Node(node)
		m, _ := p.Method(n.Method)
		frames = append(frames, fmt.Sprintf("%s:%d", m.Name, line))
		node, line = n.Parent, n.Site
	}
	slices.Reverse(frames)
	return strings.Join(frames, ";")
}

// taggedOf returns the stacks as linesOf does, after the thread and its state.
func taggedOf(s stacks.Source) map[string]int64 {
	all := map[string]int64{}
	for place, counts := range s.Tags.ByStack() {
		node, line := convert.SplitPlaceKey(place)
		for _, c := range counts {
			all[c.Thread+"|"+c.State+"|"+lineOf(s.Profile, iprof.NodeID(node), line)] += c.Value
		}
	}
	return all
}

func repeated(n int, e testjfr.Event) []testjfr.Event { return slices.Repeat([]testjfr.Event{e}, n) }

func of(event string, e testjfr.Event) testjfr.Event {
	e.Type = event
	return e
}

// Samples of execution are read by default, the best that there are; others by their name.
func TestSampleTypes(t *testing.T) {
	execution := testjfr.Sample("main", "app/Main", "main", "run")
	native := of("jdk.NativeMethodSample", testjfr.Sample("io", "java/net/Socket", "read"))
	cpu := of("jdk.CPUTimeSample", testjfr.Sample("main", "app/Main", "main"))
	wall := of("profiler.WallClockSample", testjfr.Sample("main", "app/Main", "main"))
	wall.Samples = 10
	start := of("jdk.ThreadStart", testjfr.Sample("main", "java/lang/Thread", "start"))
	again := of("app.ExecutionSample", execution)
	const run, read, main = "app.Main.main:1;app.Main.run:2", "java.net.Socket.read:1", "app.Main.main:1"
	for _, tt := range []struct {
		name   string
		events []testjfr.Event
		wanted string
		event  string // that is read; "": the error below
		want   map[string]int64
		unit   string
		text   string // of the note or the error
	}{
		{"execution before native", slices.Concat(repeated(3, native), repeated(2, execution)), "", "jdk.ExecutionSample", map[string]int64{run: 2}, "samples",
			"3 jdk.NativeMethodSample events, mostly of threads that wait in native code, are left out; --sample-type NativeMethodSample reads them instead"},
		{"CPU time before all", slices.Concat(repeated(3, wall), repeated(2, execution), repeated(4, cpu)), "", "jdk.CPUTimeSample", map[string]int64{main: 4}, "samples",
			"3 profiler.WallClockSample events are left out; --sample-type WallClockSample reads them instead|2 jdk.ExecutionSample events are left out; --sample-type ExecutionSample reads them instead"},
		{"CPU time without stacks", []testjfr.Event{of("jdk.CPUTimeSample", testjfr.Event{}), execution}, "", "jdk.ExecutionSample", map[string]int64{run: 1}, "samples", ""},
		{"only native", repeated(1, native), "", "jdk.NativeMethodSample", map[string]int64{read: 1}, "samples", ""},
		{"several samples in an event", repeated(3, wall), "", "profiler.WallClockSample", map[string]int64{main: 30}, "samples", ""},
		{"by name", slices.Concat(repeated(3, native), repeated(2, execution)), "jdk.NativeMethodSample", "jdk.NativeMethodSample", map[string]int64{read: 3}, "samples", ""},
		{"by short name in any case", slices.Concat(repeated(3, native), repeated(2, execution)), "nativemethodsample", "jdk.NativeMethodSample", map[string]int64{read: 3}, "samples", ""},
		{"other events", slices.Concat(repeated(3, start), repeated(2, execution)), "ThreadStart", "jdk.ThreadStart", map[string]int64{"java.lang.Thread.start:1": 3}, "events", ""},
		{"a name of two", []testjfr.Event{again, execution}, "ExecutionSample", "", nil, "", `sample type "ExecutionSample" is app.ExecutionSample or jdk.ExecutionSample`},
		{"a full name of two", []testjfr.Event{again, execution}, "jdk.ExecutionSample", "jdk.ExecutionSample", map[string]int64{run: 1}, "samples", ""},
		{"an unknown name", slices.Concat(repeated(1, native), repeated(1200, execution)), "cpu", "", nil, "", `no stacks of sample type "cpu": the recording has jdk.ExecutionSample (1,200), jdk.NativeMethodSample (1)`},
		{"no samples", repeated(2, start), "", "", nil, "", `the recording has no samples of execution; --sample-type reads others: jdk.ThreadStart (2)`},
		{"nothing", nil, "", "", nil, "", `the recording has no events with stacks`},
		{"only events without stacks", repeated(2, testjfr.Event{}), "", "", nil, "", `the recording has no events with stacks`},
	} {
		s, sum, err := readAll(testjfr.Chunk{Events: tt.events}.Bytes(), recording.Options{SampleType: tt.wanted})
		if tt.event == "" {
			if err == nil || err.Error() != tt.text {
				t.Errorf("%s: %v", tt.name, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		if got := linesOf(s.Profile); sum.Event != tt.event || !maps.Equal(got, tt.want) || s.Profile.Origin().Unit != tt.unit || strings.Join(sum.Notes(), "|") != tt.text {
			t.Errorf("%s: %s %v %+v %q", tt.name, sum.Event, got, s.Profile.Origin(), sum.Notes())
		}
	}
}

// Chunks add up, whatever numbers they have for the same methods. A method has one name in all.
func TestChunksAddUp(t *testing.T) {
	one := testjfr.Chunk{Events: []testjfr.Event{testjfr.Sample("a", "X", "x"), testjfr.Sample("a", "X", "x"), testjfr.Sample("b", "Y", "y", "x")}}.Bytes()
	two := testjfr.Chunk{Events: []testjfr.Event{testjfr.Sample("b", "Y", "y", "x"), testjfr.Sample("", "X", "x")}, Shuffled: true}.Bytes()
	s, sum, err := readAll(slices.Concat(one, two), recording.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got := linesOf(s.Profile); !maps.Equal(got, map[string]int64{"X.x:1": 3, "Y.y:1;Y.x:2": 2}) || s.Profile.Methods.Len() != 3 {
		t.Errorf("%v, %d methods", got, s.Profile.Methods.Len())
	}
	if want := []recording.Count{{"a", 2}, {"b", 2}, {"", 1}}; !slices.Equal(sum.Threads, want) {
		t.Errorf("threads %v", sum.Threads)
	}
	if want := []recording.Count{{"jdk.ExecutionSample", 5}}; !slices.Equal(sum.Events, want) {
		t.Errorf("events %v", sum.Events)
	}
}

// Names of classes are those of the JVM, with dots; a hidden class keeps the slash in its name, and frames of libraries have none.
func TestNames(t *testing.T) {
	for class, want := range map[string]string{
		"java/lang/Thread":                                "java.lang.Thread.m",
		"app.Work$$Lambda/0x000000000f045418":             "app.Work$$Lambda/0x000000000f045418.m",
		"app.Work$$Lambda$88+0x00007fd1f4007c08/84694718": "app.Work$$Lambda$88+0x00007fd1f4007c08/84694718.m",
		"Work$$Lambda/0x000000000f045418":                 "Work$$Lambda/0x000000000f045418.m",
		"Work$$Lambda$82+0x00007f84e4007a08/992802731":    "Work$$Lambda$82+0x00007f84e4007a08/992802731.m",
		"Work/Inner1": "Work.Inner1.m",
		"com/1/Work":  "com.1.Work.m",
		"libc.so.6":   "libc.so.6.m",
		"":            "m",
		"Main":        "Main.m",
	} {
		s, _, err := readAll(testjfr.Chunk{Events: []testjfr.Event{testjfr.Sample("", class, "m")}}.Bytes(), recording.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if m, _ := s.Profile.MethodAt(0); m.Name != want {
			t.Errorf("%q: %q", class, m.Name)
		}
	}
}

// Lines that no method can have are unknown ones.
func TestUnknownLines(t *testing.T) {
	e := testjfr.Event{Stack: []testjfr.Frame{testjfr.NewFrame("A", "a", -1), testjfr.NewFrame("A", "b", 65535), testjfr.NewFrame("A", "c", 65536), testjfr.NewFrame("A", "d", 0)}}
	s, _, err := readAll(testjfr.Chunk{Events: []testjfr.Event{e}}.Bytes(), recording.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got := linesOf(s.Profile); !maps.Equal(got, map[string]int64{"A.d:0;A.c:0;A.b:65535;A.a:0": 1}) {
		t.Error(got)
	}
}

// The recorder's mark of truncated stacks is what counts, not their look.
func TestTruncated(t *testing.T) {
	var events []testjfr.Event
	for i := range 40 { // they begin anywhere, as truncated ones do
		e := testjfr.Sample("main", "A", fmt.Sprint("m", i), fmt.Sprint("m", (i+1)%40), fmt.Sprint("m", (i+2)%40))
		e.Truncated = i < 10
		events = append(events, e)
	}
	events[9].Stack = events[9].Stack[:2]
	for _, tt := range []struct {
		events []testjfr.Event
		want   truncation.Truncation
	}{
		{events, truncation.Truncation{Depth: 3, DeepShare: 0.25, Recorded: true, Samples: 10}},
		{events[10:], truncation.Truncation{}},
	} {
		s, _, err := readAll(testjfr.Chunk{Events: tt.events}.Bytes(), recording.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := truncation.Of(s.Profile); got != tt.want {
			t.Errorf("%+v, want %+v", got, tt.want)
		}
	}
}

func TestCaveats(t *testing.T) {
	sample := of("jdk.CPUTimeSample", testjfr.Sample("main", "A", "a"))
	lost := testjfr.Event{Type: "jdk.CPUTimeSamplesLost", Lost: 21}
	for _, tt := range []struct {
		name  string
		chunk testjfr.Chunk
		want  string
	}{
		{"none", testjfr.Chunk{Events: []testjfr.Event{sample}}, ""},
		{"unfinished", testjfr.Chunk{Events: []testjfr.Event{sample}, State: 1}, "a chunk is unfinished: events since the recorder last wrote to it are missing"},
		{"no stack", testjfr.Chunk{Events: []testjfr.Event{sample, of("jdk.CPUTimeSample", testjfr.Event{}), sample}}, "1 of 3 jdk.CPUTimeSample events are without a stack, so left out"},
		{"lost", testjfr.Chunk{Events: []testjfr.Event{sample, lost, lost}}, "42 samples were lost (jdk.CPUTimeSamplesLost)"},
	} {
		_, sum, err := readAll(tt.chunk.Bytes(), recording.Options{})
		if err != nil || strings.Join(sum.Caveats(), "|") != tt.want {
			t.Errorf("%s: %q, %v", tt.name, sum.Caveats(), err)
		}
	}
	// A chunk that was never flushed has nothing; those before it do, unless there are none.
	whole := testjfr.Chunk{Events: []testjfr.Event{sample}}.Bytes()
	never := slices.Clone(whole)
	copy(never[8:16], make([]byte, 8)) // its size
	s, unfinished, err := readAll(slices.Concat(whole, never), recording.Options{})
	if err != nil || s.Profile.Total(iprof.Samples) != 1 || len(unfinished.Caveats()) != 1 || !strings.HasPrefix(unfinished.Caveats()[0], "a chunk is unfinished: ") {
		t.Errorf("%+v, %v", unfinished, err)
	}
	if _, _, err := readAll(never, recording.Options{}); !errors.Is(err, jfr.ErrUnfinished) {
		t.Error(err)
	}
	cut := testjfr.Chunk{Events: []testjfr.Event{sample, sample}, DropStacks: true}.Bytes()
	_, sum, err := readAll(slices.Concat(cut, testjfr.Chunk{Events: []testjfr.Event{sample}}.Bytes()), recording.Options{})
	if err != nil || !slices.Equal(sum.Threads, []recording.Count{{"main", 1}}) || strings.Join(sum.Caveats(), "|") != "2 of 3 jdk.CPUTimeSample events are without a stack, so left out" {
		t.Errorf("%+v, %v", sum, err)
	}
	if _, _, err := readAll(testjfr.Chunk{Events: []testjfr.Event{sample}, DropStacks: true}.Bytes(), recording.Options{}); err == nil || !strings.Contains(err.Error(), "no samples of execution") {
		t.Error(err)
	}
}

func TestLimits(t *testing.T) {
	long := testjfr.Sample("main", "A", "a", "b", "c")
	if _, _, err := readAll(testjfr.Chunk{Events: []testjfr.Event{long}}.Bytes(), recording.Options{MaxNodes: 2}); !errors.Is(err, iprof.ErrTooManyNodes) {
		t.Errorf("nodes: %v", err)
	}
}

// The recording in testdata has the samples that jfr print of JDK 25 lists for it; it counted them.
func TestRealRecording(t *testing.T) {
	packed, err := os.Open("../../testdata/busy.jfr.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer packed.Close()
	z, err := gzip.NewReader(packed)
	if err != nil {
		t.Fatal(err)
	}
	file, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	for event, want := range map[string]struct {
		samples, truncated int64
		stacks             int
	}{
		"jdk.CPUTimeSample": {344, 95, 20}, "jdk.ExecutionSample": {358, 103, 26}, "jdk.NativeMethodSample": {217, 0, 1},
	} {
		s, _, err := readAll(file, recording.Options{SampleType: event})
		if err != nil {
			t.Fatal(err)
		}
		if p := s.Profile; p.Total(iprof.Samples) != want.samples || p.Origin().Truncated.Samples != want.truncated || len(linesOf(p)) != want.stacks {
			t.Errorf("%s: %d samples, %+v truncated, %d stacks, want %v", event, p.Total(iprof.Samples), p.Origin().Truncated, len(linesOf(p)), want)
		}
	}
}

// An event that stands for several samples is as many truncated ones.
func TestTruncatedSamples(t *testing.T) {
	e := of("profiler.WallClockSample", testjfr.Sample("main", "A", "a"))
	e.Samples, e.Truncated = 7, true
	s, _, err := readAll(testjfr.Chunk{Events: []testjfr.Event{e}}.Bytes(), recording.Options{})
	if err != nil || *s.Profile.Origin().Truncated != (iprof.Truncated{Frames: 1, Samples: 7}) {
		t.Errorf("%+v, %v", s.Profile, err)
	}
}
