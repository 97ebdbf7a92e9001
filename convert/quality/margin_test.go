package quality_test

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert/quality"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// TestMarginRecounted recounts the hottest methods from the text of profiles, and their intervals by the definition of a score interval.
func TestMarginRecounted(t *testing.T) {
	profiles := 0
	for name, data := range testprofile.Varied(t) {
		var d testprofile.Document
		if err := json.Unmarshal(data, &d); err != nil {
			continue // not read by encoding/json
		}
		p := testprofile.Parse(t, string(data))
		if p.Damaged(iprof.Samples) > 0 {
			continue
		}
		self, all := map[string]int64{}, int64(0)
		for _, r := range d.Section(iprof.Samples) {
			method, _, _ := strings.Cut(r.Frames()[0], ":")
			self[method] += r.Records[0]
			all += r.Records[0]
		}
		m := quality.NewMargin(p, quality.GoodMargin)
		if all == 0 {
			if m != nil {
				t.Errorf("%s: %+v without samples", name, m)
			}
			continue
		}
		profiles++
		var counts []int64
		for _, n := range self {
			if n > 0 {
				counts = append(counts, n)
			}
		}
		slices.Sort(counts)
		slices.Reverse(counts)
		counts = counts[:min(10, len(counts))]
		if len(m.Methods) != len(counts) || m.Samples != all {
			t.Fatalf("%s: %d methods of %d samples, want %d of %d", name, len(m.Methods), m.Samples, len(counts), all)
		}
		widest, times := 0.0, 0.0
		for i, n := range counts {
			share := float64(n) / float64(all)
			relative := halfWidth(share, float64(all)) / share
			if got := m.Methods[i]; got.Self != n || math.Abs(got.Relative()-relative) > 1e-6*relative {
				t.Errorf("%s: method %d: %+v ±%v, want %d ±%v", name, i, got, got.Relative(), n, relative)
			}
			widest, times = max(widest, relative), max(times, samplesFor(share, quality.GoodMargin)/float64(all))
		}
		if math.Abs(m.Relative()-widest) > 1e-6*widest || math.Abs(m.Times()-times) > 1e-4*times {
			t.Errorf("%s: ±%v, %v times, want ±%v, %v times", name, m.Relative(), m.Times(), widest, times)
		}
		if enough := m.Relative() <= quality.GoodMargin; enough != (m.Times() <= 1) {
			t.Errorf("%s: ±%v, but %v times as many samples would be enough", name, m.Relative(), m.Times())
		}
	}
	if profiles < 5 {
		t.Errorf("only %d profiles", profiles)
	}
}

// halfWidth returns half the width of the score interval: the shares that a test by the normal distribution does not reject, at 95%.
func halfWidth(share, samples float64) float64 {
	end := func(outer float64) float64 {
		inner := share
		for range 200 {
			middle := (inner + outer) / 2
			if math.Abs(share-middle) > 1.959963984540054*math.Sqrt(middle*(1-middle)/samples) {
				outer = middle
			} else {
				inner = middle
			}
		}
		return inner
	}
	return (end(1) - end(0)) / 2
}

// samplesFor searches for the number of samples.
func samplesFor(share, relative float64) float64 {
	few, many := 1e-9, 1e18
	for range 200 {
		if middle := math.Sqrt(few * many); halfWidth(share, middle) > relative*share {
			few = middle
		} else {
			many = middle
		}
	}
	return many
}

// TestTimes: with so many times as many samples, the margin is as wanted.
func TestTimes(t *testing.T) {
	for _, enough := range []float64{0.01, 0.1, 0.25, 0.9} {
		for _, n := range []int64{1, 3, 40, 500} {
			m := quality.NewMargin(samplesOf(t, n, 1000-n), enough)
			times := m.Times()
			if math.IsNaN(times) {
				t.Errorf("±%v of %d of 1,000", enough, n)
			}
			if times <= 1 {
				continue
			}
			share := float64(min(n, 1000-n)) / 1000
			if got := halfWidth(share, 1000*times) / share; math.Abs(got-enough) > 1e-5*enough {
				t.Errorf("%v times as many samples of a method with %d of 1,000: ±%v, want ±%v", times, n, got, enough)
			}
		}
	}
	for _, n := range []int64{0, 1} {
		if m := quality.NewMargin(samplesOf(t, n, 999), 0); !math.IsInf(m.Times(), 1) {
			t.Errorf("%v times as many samples have no error", m.Times())
		}
	}
}

// samplesOf is a profile of two methods.
func samplesOf(t *testing.T, f, g int64) *iprof.Profile {
	t.Helper()
	text, _ := json.Marshal([]map[string]any{{"ctx": "1:0", "records": []int64{f}}, {"ctx": "2:0", "records": []int64{g}}})
	return testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":0,"name":"A"}],"methods":[{"id":1,"name":"f","signature":[0,0]},{"id":2,"name":"g","signature":[0,0]}],
		"samplingProfiles":`+string(text)+`}`)
}

// Values of another tool that are not multiples of a sample have no margin.
func TestMarginOfExactValues(t *testing.T) {
	for perSample, want := range map[int64]bool{0: false, 1: true} {
		var b iprof.Builder
		b.SetOrigin(iprof.Origin{Format: "folded stacks", Unit: "ms", PerSample: perSample})
		b.AddMethod(iprof.Method{Name: "a.B.c", Declaring: iprof.NoType, Return: iprof.NoType})
		if err := b.AddCount(iprof.Samples, iprof.Count{Node: b.Stacks().Child(iprof.NoNode, 0, 0), Value: 7}); err != nil {
			t.Fatal(err)
		}
		if m := quality.NewMargin(b.Profile(), quality.GoodMargin); (m != nil) != want {
			t.Errorf("%d a sample: %+v", perSample, m)
		}
	}
}
