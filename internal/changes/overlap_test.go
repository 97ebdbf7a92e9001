package changes

import (
	"errors"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert/diff"
	"github.com/iprof-viz/iprof-viz/internal/cli"
)

// A message never says that 90.0% is lower than 90%. An overlap that is equal to the limit passes, an unknown one does not.
func TestOverlapUnder(t *testing.T) {
	type overlaps = map[diff.Section]diff.Overlap
	of := func(share float64) diff.Overlap { return diff.Overlap{Share: share, Known: true} }
	for _, tt := range []struct {
		overlaps overlaps
		limit    float64
		want     string
	}{
		{overlaps{diff.Calls: of(0.9), diff.Branches: of(1)}, 0.9, ""},
		{overlaps{diff.Calls: of(0)}, 0, ""},
		{overlaps{diff.Calls: of(0.89996)}, 0.9, "--fail-under-overlap 90%: the overlap of calls is 89.996%"},
		{overlaps{diff.Samples: of(0.2), diff.Calls: of(0.95), diff.Branches: of(0.257)}, 0.9,
			"--fail-under-overlap 90%: the overlap of samples is 20.0% and of branches is 25.7%"},
		{overlaps{diff.Calls: of(1), diff.Branches: {}}, 0, "--fail-under-overlap 0%: the overlap of branches is unknown"},
		{overlaps{diff.Samples: {Lacks: "old"}, diff.Calls: of(1)}, 0.9, "--fail-under-overlap 90%: the overlap of samples is unknown, as the old profile has none; " +
			"only what is new fails: a comparison with this profile passes it; --section judges the others alone"},
		{overlaps{diff.Samples: {Lacks: "new"}, diff.Calls: of(1)}, 0.9, "--fail-under-overlap 90%: the overlap of samples is unknown, as the new profile has none"},
		{overlaps{diff.Samples: {Lacks: "old"}, diff.Calls: of(0.8)}, 0.9,
			"--fail-under-overlap 90%: the overlap of samples is unknown, as the old profile has none and of calls is 80.0%"},
		{overlaps{diff.Calls: {Share: 1, Known: true, Apart: 0.1}}, 0.9, ""},
		{overlaps{diff.Calls: {Share: 1, Known: true, Apart: 0.964}}, 0.9, "--fail-under-overlap 90%: the overlap of calls is known for 3.6% of the counts only"},
		{nil, 0, "--fail-under-overlap 0%: the overlap is unknown: neither samples, calls nor branches are compared"},
	} {
		got := ""
		if err := OverlapUnder(tt.overlaps, tt.limit); err != nil {
			got = err.Error()
			var f *cli.Failure
			if errors.As(err, &f) && f.Hint != "" {
				got += "; " + f.Hint
			}
		}
		if got != tt.want {
			t.Errorf("%v: %q, want %q", tt.overlaps, got, tt.want)
		}
	}
}
