package compare

import (
	"slices"
	"strings"
	"testing"
)

// The example of Benjamini and Hochberg's paper (1995), section 3.2: of 15 tests the first four are picked.
func TestBeyondChance(t *testing.T) {
	p := []float64{0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.0000}
	slices.Reverse(p)
	for i, picked := range BeyondChance(p) {
		if want := i >= len(p)-4; picked != want {
			t.Errorf("%v: %v", p[i], picked)
		}
	}
	if len(BeyondChance(nil)) != 0 {
		t.Error("of no tests some are picked")
	}
}

func TestLengthRatio(t *testing.T) {
	for _, c := range []struct {
		name   string
		counts []Counts
		want   float64
	}{
		{"twice as long", []Counts{{100, 200}, {30, 60}, {5, 10}}, 2},
		{"a hot method halved", []Counts{{1000, 500}, {800, 800}, {400, 400}}, 1},
		{"counts of one per run do not tell its length", []Counts{{1, 1}, {1, 1}, {1, 1}, {1, 1}, {1000, 3000}}, 3},
		{"one method has most of the entries, and the others are as they were", []Counts{{2047, 2047}, {1973, 1973}, {100, 100}, {5, 20}, {50_000, 200_000}}, 1},
		{"two of them, by another name each", []Counts{{2047, 2047}, {1973, 1973}, {1000, 1000}, {25_000, 100_000}, {25_000, 100_000}}, 4},
		{"so have two, each with a ratio of its own", []Counts{{2047, 2047}, {1973, 1973}, {100, 100}, {40_000, 2000}, {50_000, 200_000}}, 1},
		{"too few others", []Counts{{2047, 2047}, {1973, 1973}, {99, 99}, {50_000, 200_000}}, 4},
		{"others that agree on nothing", []Counts{{2000, 2000}, {2000, 3000}, {2000, 9000}, {50_000, 200_000}}, 4},
		{"counts in one run only", []Counts{{10, 0}, {0, 70}, {100, 200}}, 2},
		{"another program", []Counts{{100, 0}, {0, 700}, {10, 20}}, 720. / 110},
		{"half this way and half that", []Counts{{100, 50}, {50, 100}}, 1},
		{"half as it was and half a fifth more", []Counts{{100, 100}, {110, 132}}, 1.2},
		{"between two halves", []Counts{{100, 120}, {120, 100}}, 1},
		{"between two halves, with another count", []Counts{{1000, 1200}, {1200, 1000}, {0, 10}, {10, 0}}, 1},
		{"nothing in common", []Counts{{100, 0}, {0, 700}}, 7},
		{"nothing at all", []Counts{{0, 7}}, 1},
	} {
		if got, _ := lengthRatio(c.counts); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

func TestLengthNote(t *testing.T) {
	for ratio, want := range map[float64]string{
		1: "both runs are treated as equally long", 1.0004: "both runs are treated as about equally long", 0.9996: "both runs are treated as about equally long",
		1.7: "the new run is treated as 1.7 times as long",
	} {
		if got, _, _ := strings.Cut(Runs{Ratio: ratio, Typical: true}.LengthNote(), ","); got != want {
			t.Errorf("%v: %q, want %q", ratio, got, want)
		}
	}
}
