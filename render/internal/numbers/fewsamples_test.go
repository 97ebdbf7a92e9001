package numbers

import "testing"

// TestFewSamplesNote: of n samples, half or the next above, with its 95% Wilson interval: of 10, (0.5 + z²/20 ± z√(0.025 +
// z²/400)) / (1 + z²/10) with z = 1.96.
func TestFewSamplesNote(t *testing.T) {
	if got := FewSamplesNote(1, "ticks"); got != "Only 1 tick: a 100% share has a 95% interval of 20–100%." {
		t.Error(got)
	}
	for samples, want := range map[int64]string{
		1:   "Only 1 sample: a 100% share has a 95% interval of 20–100%.", // low end: 1 / (1 + z²)
		10:  "Only 10 samples: a 50% share has a 95% interval of 23–77%.",
		299: "Only 299 samples: a 50% share has a 95% interval of 44–56%.", // 150 of 299
	} {
		if got := FewSamplesNote(samples, "samples"); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
