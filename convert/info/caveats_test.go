package info

import "testing"

// The interval is Wilson's for half of the samples: of 5 in 10, (0.5+0.192 ± 1.96·√(0.025+0.0096))/1.384.
func TestFewSamples(t *testing.T) {
	for n, want := range map[int64]string{
		1: "1 sample is few: a share of 1 of them has a 95% interval of 21% to 100%", 10: "10 samples are few: a share of 5 of them has a 95% interval of 24% to 76%", 299: "299 samples are few: a share of 150 of them has a 95% interval of 45% to 56%",
	} {
		if got := fewSamples(n, "samples", "why"); got.Text != want || got.Count != n || got.Hint != "why" || got.Kind != "few-samples" {
			t.Errorf("%d: %+v, want %q", n, got, want)
		}
	}
}
