package compare

import "testing"

// TestRescaled: one run has shares that are not its own, the smaller one after normalization, and a note says which.
func TestRescaled(t *testing.T) {
	for _, c := range []struct {
		runs Runs
		side int
		ok   bool
		note string
	}{
		{Runs{Old: 1000, New: 1100, Ratio: 1}, OldSide, true, "old %*: of the larger run, normalized for length; top has the run's own"},
		{Runs{Old: 1000, New: 1100, Ratio: 2}, NewSide, true, "new %*: of the larger run, normalized for length; top has the run's own"},
		{Runs{Old: 1000, New: 2000, Ratio: 2}, 0, false, ""},
		{Runs{Old: 100_000, New: 100_020, Ratio: 1}, 0, false, ""}, // nobody sees it
		{Runs{Old: 0, New: 10, Ratio: 1}, 0, false, ""},
		{SampleRuns(100, 300, [2]int64{1, 1}), 0, false, ""},
	} {
		if side, ok := c.runs.Rescaled(); side != c.side || ok != c.ok || c.runs.shareNote() != c.note {
			t.Errorf("%+v: side %d, %t, %q", c.runs, side, ok, c.runs.shareNote())
		}
		// The shares of the other side are its own.
		old, _ := c.runs.Shares(Counts{Old: 100})
		if alone := 100 / c.runs.Old; c.runs.Old > 0 && (!c.ok || c.side == NewSide) && (old < alone*0.999 || old > alone*1.001) {
			t.Errorf("%+v: %v of the old run is %v", c.runs, alone, old)
		}
	}
}
