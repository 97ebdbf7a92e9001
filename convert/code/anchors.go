package code

import (
	"maps"
	"slices"
)

// lookCost is how much of the budget it costs to look at a node for a call.
const lookCost = 8

// setCalls narrows the counts of nodes that end with a call by how often the call was made. Entries and conditionals count the
// method itself, so a call that contradicts them is left out, and noted. So is a hint that contradicts anything, without a note: a hint
// is about all contexts and about other methods.
func (f *flow) setCalls(calls map[int]Made, sums *callSums) {
	for _, bci := range slices.Sorted(maps.Keys(calls)) {
		call, ok := sums.at(bci)
		if v := f.nodeOf(call); ok && v >= 0 {
			f.setCall(v, call.whole(calls[bci]), call.mayBeNull)
		}
	}
	for i := range sums.calls {
		call := &sums.calls[i]
		if most, v := call.most(calls[call.bci]), f.nodeOf(call); most < unlimited && v >= 0 && f.count[v].hi > most {
			f.setMost(v, most, call)
		}
	}
}

// nodeOf returns the node that ends with a call; -1: control does not continue after it, or the budget is used up.
func (f *flow) nodeOf(call *callSum) int32 {
	if call == nil || *f.budget <= 0 || f.nodes[f.of[call.instruction]].next != 1 {
		return -1
	}
	return f.of[call.instruction]
}

func (f *flow) setCall(v int32, made Made, mayBeNull bool) {
	ran := interval{made.Count, unlimited}
	if !made.AtLeast && !mayBeNull {
		ran.hi = made.Count
	}
	if f.broken[f.sides.region(2*v)] {
		if ran.fixed() { // known, unlike the others in the region
			f.known[v], f.count[v] = true, ran
		}
		return
	}
	if f.count[v].hi < ran.lo {
		f.contradictions = append(f.contradictions, contradiction{v, made.Count, f.count[v].hi})
		return
	}
	returned := interval{0, unlimited}
	if !made.AtLeast {
		returned.hi = made.Count
	}
	if !f.try(v, ran, returned) {
		f.contradictions = append(f.contradictions, contradiction{v, made.Count, f.count[v].lo})
		return
	}
	if !made.AtLeast {
		f.made[v] = made
	}
}

// setMost narrows a call by an upper bound, unless that contradicts anything.
func (f *flow) setMost(v int32, most int64, call *callSum) {
	if f.inContradiction(v) {
		return
	}
	ran, returned := interval{0, unlimited}, interval{0, most}
	if !call.mayBeNull {
		ran.hi = most
	}
	f.try(v, ran, returned)
}

// try narrows how often a node that ends with a call ran, and how often the call returned. It undoes everything and returns false if
// that contradicts other counts.
func (f *flow) try(v int32, ran, returned interval) bool {
	f.queue.looks = 0
	defer func() { *f.budget -= lookCost * f.queue.looks }()
	t := &trial{}
	f.trial = t
	defer func() { f.trial = nil }()
	next := f.nodes[v].out[0]
	if f.count[v].lo > ran.hi || f.taken[next].lo > returned.hi {
		return false
	}
	f.shrink(&f.count[v], ran)
	f.shrink(&f.taken[next], returned)
	f.queue.push(v)
	if to := f.edges[next].to; to != leaves {
		f.queue.push(to)
	}
	f.narrowQueued()
	if t.failed {
		t.undo()
	}
	return !t.failed
}
