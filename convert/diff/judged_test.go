package diff

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A title that says that no difference could be significant is about few counts: the same shares of more counts have changes, or small
// differences alone.
func TestTooFewCounts(t *testing.T) {
	const few = "too few counts to judge: no difference could be significant; --exact shows "
	run := func(sections ...string) *iprof.Profile {
		return testprofile.Parse(t, `{`+testprofile.Methods("a", "b", "c", "d")+strings.Join(sections, "")+`}`)
	}
	branch := func(left, right int) string {
		return testprofile.Section("conditionalProfiles", []string{fmt.Sprintf("1:3 10 0 %d 20 1 %d", left, right)})
	}
	calls := func(records ...string) *iprof.Profile { return run(testprofile.Calls(records...)) }
	entered := testprofile.Calls("1:0 1000")
	for _, tt := range []struct {
		name     string
		old, new *iprof.Profile
		want     string
	}{
		{"nothing in common", calls("1:0 2"), calls("2:0 1"), few},
		{"of many methods", calls("1:0 1", "2:0 1"), calls("3:0 1", "4:0 1"), few},
		{"more counts", calls("1:0 100"), calls("2:0 100"), "4 differences"},
		{"more counts and a little change", calls("1:0 100", "2:0 100"), calls("1:0 101", "2:0 100"), "no significant differences of shares above"},
		{"a flipped branch", run(entered, branch(1, 0)), run(entered, branch(0, 1)), few},
		{"twice", run(entered, branch(2, 0)), run(entered, branch(0, 2)), few},
		{"often", run(entered, branch(9, 0)), run(entered, branch(0, 9)), "1 difference"},
		{"often, a little more", run(entered, branch(9, 9)), run(entered, branch(8, 10)), "no significant differences above"},
		{"samples", run(testprofile.Samples("1:3 2")), run(testprofile.Samples("2:3 2")), few},
		{"none", calls("1:0 2"), calls("1:0 2"), "no differences"},
	} {
		if d := diff(tt.old, tt.new, Options{}); !strings.HasPrefix(d.Title, tt.want) {
			t.Errorf("%s: %s, want %s", tt.name, d.Title, tt.want)
		} else if len(d.Title) > 80 {
			t.Errorf("%s: no terminal of 80 columns has room for %s", tt.name, d.Title)
		}
	}
}

// No counts have a lower p-value than the lowest, by which a table is judged.
func TestLowestChances(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	c := &comparison{}
	for range 3000 {
		counts := make([]compare.Counts, 1+r.IntN(6))
		for i := range counts {
			counts[i] = compare.Counts{Old: r.Int64N(12), New: r.Int64N(12)}
		}
		runs := compare.CallRuns(counts)
		sampled := compare.SampleRuns(runs.Old, runs.New, [2]int64{1, 1})
		whole := compare.Counts{Old: int64(runs.Old), New: int64(runs.New)}
		base := compare.Counts{Old: 1 + r.Int64N(20), New: 1 + r.Int64N(20)}
		for name, chance := range map[string]func(compare.Counts) float64{
			"calls":   func(of compare.Counts) float64 { return runs.Chance(float64(of.Old), float64(of.New)) },
			"samples": func(of compare.Counts) float64 { return sampled.Chance(float64(of.Old), float64(of.New)) },
			"part":    func(of compare.Counts) float64 { return compare.PartChance(of, whole) },
			"copy": func(of compare.Counts) float64 {
				copied := compare.Copy{In: [2]bool{true, true}, Known: [2]bool{true, true}, Entries: of, Base: base}
				return copied.Chance(runs)
			},
		} {
			for _, of := range counts {
				if got, lowest := chance(of), c.lowestOf(of, chance); got < lowest*(1-1e-9) && runs.Comparable() {
					t.Errorf("%s %v of %v (ratio %v, base %v): %v, lower than %v", name, of, counts, runs.Ratio, base, got, lowest)
				}
			}
		}
	}
}
