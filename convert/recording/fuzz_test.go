package recording_test

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/iprof-viz/iprof-viz/convert/recording"
	"github.com/iprof-viz/iprof-viz/internal/budget"
	"github.com/iprof-viz/iprof-viz/internal/testjfr"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// FuzzRead checks any bytes: stacks add up to the samples of the threads that are known, and messages have one line.
func FuzzRead(f *testing.F) {
	events := []testjfr.Event{
		testjfr.Sample("main", "app/Main", "main", "run"), of("jdk.NativeMethodSample", testjfr.Sample("io", "java/net/Socket", "read")),
		{Type: "profiler.WallClockSample", Samples: 3, Thread: "x", Stack: []testjfr.Frame{testjfr.NewFrame("A", "a", 1)}, Truncated: true}, {Type: "jdk.CPUTimeSamplesLost", Lost: 2},
	}
	for _, c := range []testjfr.Chunk{{Events: events}, {Events: events, Plain: true, Split: true}, {Events: events[:1], Shuffled: true, State: 1, Encodings: []byte{2, 4}}} {
		f.Add(c.Bytes(), "")
		f.Add(append(c.Bytes(), c.Bytes()...), "nativemethodsample")
	}
	f.Fuzz(func(t *testing.T, file []byte, event string) {
		defer budget.Reading.Start(t, len(file))()
		s, sum, err := readAll(file, recording.Options{SampleType: event})
		if err != nil {
			if strings.ContainsAny(err.Error(), "\n\x1b\x00") && !strings.ContainsAny(event, "\n\x1b\x00") {
				t.Errorf("%q", err)
			}
			if again, _, err2 := readAll(file, recording.Options{SampleType: event}); again.Profile != nil || err2 == nil || errors.Is(err, iprof.ErrTooLarge) != errors.Is(err2, iprof.ErrTooLarge) {
				t.Errorf("%v, again %v", err, err2)
			}
			return
		}
		p, threads := s.Profile, int64(0)
		for _, c := range sum.Threads {
			threads += c.Events
		}
		if total := p.Total(iprof.Samples); total <= 0 || p.Origin().Truncated.Samples > total || threads > total {
			t.Errorf("%d samples, %d of threads, %+v", total, threads, p.Origin().Truncated)
		}
		for slot := range p.MethodSlots() {
			if m, _ := p.MethodAt(slot); !utf8.ValidString(m.Name) {
				t.Errorf("%q", m.Name)
			}
		}
		for _, text := range append(sum.Notes(), sum.Caveats()...) {
			if strings.ContainsAny(text, "\n\x1b\x00") {
				t.Errorf("%q", text)
			}
		}
	})
}
