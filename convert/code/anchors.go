package code

import (
	"maps"
	"slices"

	"github.com/iprof-viz/iprof-viz/classfile"
)

// lookCost is how much of the budget it costs to look at a node for a call.
const lookCost = 8

// setCalls narrows the counts of nodes that end with a call by how often the call was made. Entries and conditionals count the
// method itself, so a call that contradicts them is left out, and noted.
func (f *flow) setCalls(code *classfile.Code, calls map[int]Made) {
	for _, bci := range slices.Sorted(maps.Keys(calls)) {
		i, ok := code.Index(bci)
		if !ok {
			continue
		}
		in := code.Instructions[i]
		called, ok := in.Called()
		if !ok || *f.budget <= 0 || f.nodes[f.of[i]].next != 1 {
			continue
		}
		f.queue.looks = 0
		f.setCall(f.of[i], calls[bci], mayBeNull(in.Op, called))
		*f.budget -= lookCost * f.queue.looks
	}
}

// mayBeNull reports whether an instruction may run without making the call, because its receiver is null.
func mayBeNull(op classfile.Opcode, called classfile.Ref) bool {
	switch op {
	case classfile.OpInvokestatic, classfile.OpInvokedynamic:
		return false
	case classfile.OpInvokespecial:
		return called.Name != "<init>"
	}
	return true
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
	f.trial = &trial{}
	next := f.nodes[v].out[0]
	if f.count[v].lo > ran.hi || f.taken[next].lo > returned.hi {
		f.trial.failed = true
	} else {
		f.shrink(&f.count[v], ran)
		f.shrink(&f.taken[next], returned)
		f.queue.push(v)
		f.queue.push(f.edges[next].to)
		f.narrowQueued()
	}
	if f.trial.failed {
		f.trial.undo()
		f.trial = nil
		f.contradictions = append(f.contradictions, contradiction{v, made.Count, f.count[v].lo})
		return
	}
	f.trial = nil
	if !made.AtLeast {
		f.made[v] = made
	}
}
