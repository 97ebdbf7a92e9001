package diff

import (
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A copy that was never entered in the old run has no factor, which would be infinite.
func TestFactorOfNothing(t *testing.T) {
	runs := compare.Runs{Ratio: 1}
	for _, c := range []struct {
		entries compare.Counts
		known   [2]bool
		want    table.Cell
	}{
		{compare.Counts{Old: 0, New: 5}, [2]bool{true, true}, table.Cell{}},
		{compare.Counts{Old: 5, New: 0}, [2]bool{true, true}, table.FloatCell(0)},
		{compare.Counts{Old: 5, New: 10}, [2]bool{true, true}, table.FloatCell(2)},
		{compare.Counts{Old: 5, New: 10}, [2]bool{true, false}, table.Cell{}},
	} {
		n := node{entries: c.entries, known: c.known}
		if got := n.factor(runs); got.Kind != c.want.Kind || got.Low != c.want.Low {
			t.Errorf("%+v, %v: %+v, want %+v", c.entries, c.known, got, c.want)
		}
	}
}

// Values of runs that are exact, and not samples, are compared as they are; others are counts of samples.
func TestRunsOfExactValues(t *testing.T) {
	for perSample, want := range map[int64]int64{0: 1000, 1: 1000, 10: 100} {
		var b iprof.Builder
		b.SetOrigin(iprof.Origin{Format: "folded stacks", Unit: "ms", PerSample: perSample})
		for id, value := range []int64{600, 400} {
			b.AddMethod(iprof.Method{ID: iprof.MethodID(id), Name: []string{"main", "a"}[id], Declaring: iprof.NoType, Return: iprof.NoType})
			if err := b.AddCount(iprof.Samples, iprof.Count{Node: b.Stacks().Child(iprof.NoNode, 0, iprof.MethodID(id)), Value: value}); err != nil {
				t.Fatal(err)
			}
		}
		p := b.Profile()
		c := comparisonOf(p, p, Options{})
		c.singleRuns = []singleRun{{Profile: p, projections: c.sides[0].projections, methods: c.Methods[0]}}
		sum := int64(0)
		for _, n := range c.methodsByRun(convert.Samples, shownPart, false)[0] {
			sum += n
		}
		if sum != want {
			t.Errorf("%d per sample: %d, want %d", perSample, sum, want)
		}
	}
}
