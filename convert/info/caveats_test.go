package info

import (
	"testing"

	"github.com/iprof-viz/iprof-viz/iprof"
)

// The interval is Wilson's for half of the samples: of 5 in 10, (0.5+0.192 ± 1.96·√(0.025+0.0096))/1.384.
func TestFewSamples(t *testing.T) {
	for n, want := range map[int64]string{
		1: "1 sample is few: a share of 1 of them has a 95% interval of 20–100%", 10: "10 samples are few: a share of 5 of them has a 95% interval of 23–77%", 299: "299 samples are few: a share of 150 of them has a 95% interval of 44–56%",
	} {
		if got := fewSamples(n, "samples", "why"); got.Text != want || got.Count != n || got.Hint != "why" || got.Kind != "few-samples" {
			t.Errorf("%d: %+v, want %q", n, got, want)
		}
	}
}

// Few are samples, not milliseconds: each sample stands for ten.
func TestFewSamplesOfOtherTools(t *testing.T) {
	for total, want := range map[int64]int64{500: 50, 2990: 299, 3000: 0, 9: 0} {
		b := iprof.NewBuilder(iprof.Version{Major: 1})
		b.SetOrigin(iprof.Origin{Format: "folded stacks", Unit: "ms", PerSample: 10})
		b.AddMethod(iprof.Method{ID: 1, Name: "a.b"})
		if err := b.AddCount(iprof.Samples, iprof.Count{Node: b.Stacks().Add(iprof.Context{{Method: 1}}), Value: total}); err != nil {
			t.Fatal(err)
		}
		p := b.Profile()
		few := int64(0)
		for _, c := range New(p, nil, Options{}).Caveats {
			if c.Kind == "few-samples" {
				few = c.Count
			}
		}
		if few != want {
			t.Errorf("%d ms: %d samples are few, not %d", total, few, want)
		}
	}
}
