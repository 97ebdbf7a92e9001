package code_test

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/convert/sites"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// TestTripsOfRandomPrograms runs random programs, with exceptions, switches and jumps into loops, and compares the trips that follow from
// some of their counts with the steps of the runs: those back to the head of the loop, by the others to it.
func TestTripsOfRandomPrograms(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	known, ends := 0, 0
	for range 3000 {
		body, _ := randomProgram(t, random, 10, 1)
		r := newRun(body, random)
		entries := int64(0)
		var groups []code.Counts
		byBCI := map[iprof.BCI]*sites.Conditional{}
		for range 1 + random.IntN(2) { // contexts
			r.newContext()
			for range 1 + random.IntN(10) {
				r.enter()
			}
			entries += r.entries
			counts := r.counts()
			groups = append(groups, counts)
			for bci, successors := range counts.Conditionals {
				c := byBCI[iprof.BCI(bci)]
				if c == nil {
					c = &sites.Conditional{Site: sites.Site{BCI: iprof.BCI(bci)}}
					byBCI[c.BCI] = c
				}
				c.Successors = iprof.SumSuccessors(c.Successors, slices.Clone(successors))
				for _, s := range successors {
					c.Executions += s.Count
				}
			}
		}
		var conditionals []*sites.Conditional
		for _, c := range byBCI {
			conditionals = append(conditionals, c)
		}
		slices.SortFunc(conditionals, func(a, b *sites.Conditional) int { return cmp.Compare(a.BCI, b.BCI) })
		for i, end := range code.LoopEndsOf(body, groups, conditionals) {
			if end.Stays >= 0 {
				ends++
			}
			if end.Trips == 0 {
				continue
			}
			known++
			at, _ := body.Index(int(conditionals[i].BCI))
			if want := tripsOfSteps(r, at, entries); math.Abs(end.Trips-want) > 1e-9 {
				t.Errorf("%v, handlers %v: %v trips @%d, want %v", body.Instructions, body.Handlers, end.Trips, conditionals[i].BCI, want)
			}
		}
	}
	if known < 100 {
		t.Errorf("trips of %d loops of %d", known, ends)
	}
}

// tripsOfSteps returns the trips of the innermost natural loop around an instruction: control comes to all of it through its head.
func tripsOfSteps(r *run, at int, entries int64) float64 {
	next := func(i int) []int {
		in := r.code.Instructions[i]
		var to []int
		for _, s := range in.Successors() {
			k, _ := r.code.Index(s.BCI)
			to = append(to, k)
		}
		for _, h := range r.code.Handlers {
			if h.Covers(in.BCI) && (r.mayThrow[i] || r.mayBeNull[i] || in.Flow() == classfile.Throw) {
				k, _ := r.code.Index(h.Target)
				if to = append(to, k); h.Type == "" { // catches everything: those after it never do
					break
				}
			}
		}
		return to
	}
	reach := func(from, without int) []bool {
		reached, stack := make([]bool, len(r.code.Instructions)), []int{from}
		for len(stack) > 0 {
			i := stack[len(stack)-1]
			if stack = stack[:len(stack)-1]; i == without || reached[i] {
				continue
			}
			reached[i] = true
			stack = append(stack, next(i)...)
		}
		return reached
	}
	all, size, trips := reach(0, -1), len(r.code.Instructions)+1, math.NaN()
	for head := range r.code.Instructions {
		around := reach(0, head) // if head is 0: nothing
		isBack := func(from int) bool { return all[from] && !around[from] && slices.Contains(next(from), head) }
		var in []int
		for i := range r.code.Instructions {
			if !all[i] || around[i] {
				continue
			}
			if i == head {
				in = append(in, i)
				continue
			}
			back := false
			for k, reached := range reach(i, head) {
				back = back || reached && isBack(k)
			}
			if back {
				in = append(in, i)
			}
		}
		if !slices.Contains(in, at) || !slices.ContainsFunc(in, isBack) || len(in) >= size {
			continue
		}
		size = len(in)
		var back, came int64
		if head == 0 {
			came = entries
		}
		for step, n := range r.steps {
			switch {
			case step[1] != head:
			case isBack(step[0]):
				back += n
			default:
				came += n
			}
		}
		trips = float64(back) / float64(came)
	}
	return trips
}
