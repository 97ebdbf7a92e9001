package code_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// TestHowMuchIsKnown runs random programs, derives executions from some of their counts, and adds up how much is known: instructions and
// calls by bound, how far the bounds are from the truth, and what is told of counts that no run has. FuzzExecutions checks that all of
// this is true; here, it is as much as before. A change that finds more has other numbers, one that finds less is a loss.
func TestHowMuchIsKnown(t *testing.T) {
	const want = "instructions map[:1456 exact:5051 unless_thrown:497 at_least:1935 at_most:381], 21177 apart, 1222 of 310 lost; " +
		"calls map[:246 exact:1291 unless_thrown:182 at_least:768 at_most:87], 10018 wide; contradictions 10327, unmatched 4201, excess 24046"
	random := rand.New(rand.NewPCG(1, 2))
	instructions, called := map[code.Bound]int{}, map[code.Bound]int{}
	var apart, width, notReturned, losses int64
	var contradictions, unmatched, excess int64
	for range 400 {
		body, starts := randomProgram(t, random, 14, 2)
		r := newRun(body, random)
		all := map[int]int64{} // calls, by BCI
		var counts []code.Counts
		for range 1 + random.IntN(3) { // contexts
			r.newContext()
			for range 1 + random.IntN(20) {
				r.enter()
			}
			counts = append(counts, r.counts())
			for bci, n := range r.made {
				all[bci] += n
			}
		}
		hints := map[int]code.CallHint{}
		for _, in := range body.Instructions {
			if _, calls := in.Called(); calls && random.IntN(2) == 0 {
				hints[in.BCI] = code.CallHint{Single: true, Most: all[in.BCI] + random.Int64N(3)}
			}
		}
		for _, hints := range []map[int]code.CallHint{nil, hints} {
			x := code.NewExecutions(body, counts, hints, nil)
			r.check(t, x)
			for i, e := range x.ByInstruction {
				instructions[e.Bound]++
				if e.Bound != code.None {
					apart += max(e.Count-r.executions[i], r.executions[i]-e.Count)
				}
			}
			for _, lost := range x.NotReturned {
				notReturned++
				losses += lost.Count
			}
			for _, c := range x.Calls {
				called[c.Execution.Bound]++
				if made := all[body.Instructions[c.Instruction].BCI]; made < c.Made.Low || made > c.Made.High {
					t.Errorf("%d calls, not %+v", made, c.Made)
				}
				if c.Made.High < math.MaxInt64 {
					width += c.Made.High - c.Made.Low
				}
			}
		}
		wrong := r.counts()
		for _, in := range body.Instructions {
			if successors := wrong.Conditionals[in.BCI]; successors != nil {
				successors[0].Count += random.Int64N(20)
			}
		}
		wrong.Entries += random.Int64N(5)
		x := code.NewExecutions(body, []code.Counts{wrong, counts[0]}, nil, nil)
		for _, c := range x.Contradictions {
			contradictions += 1 + c.Count + 3*c.Flow
		}
		for _, in := range body.Instructions { // two targets, at any instruction
			here := []iprof.Successor{{Target: iprof.BCI(in.BCI), Count: 1}, {Target: iprof.BCI(starts[len(starts)/2]), Index: 1, Count: 2}}
			unmatched += int64(code.NewExecutions(body, []code.Counts{{Entries: 3, Conditionals: map[int][]iprof.Successor{in.BCI: here}}}, nil, nil).Unmatched)
		}
		for _, e := range code.NewConservation(body, nil).Of(wrong) {
			excess += e.Excess() + 3*e.Base()
		}
	}
	got := fmt.Sprintf("instructions %v, %d apart, %d of %d lost; calls %v, %d wide; contradictions %d, unmatched %d, excess %d",
		instructions, apart, losses, notReturned, called, width, contradictions, unmatched, excess)
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
