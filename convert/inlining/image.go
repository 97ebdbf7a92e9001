package inlining

import (
	"cmp"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/convert/optimized"
	"github.com/iprof-viz/iprof-viz/internal/words"
)

// useImage makes trees of the units of the optimized image.
func (b *builder) useImage(image *optimized.Units) {
	b.image = image
	b.most = make([]int64, len(image.Entries))
	for i := int32(len(b.most)) - 1; i >= 0; i-- {
		if high := image.Entries[i].High; high != code.Unlimited { // of others nothing is known: they do not make their callers hot
			b.most[i] = plus(b.most[i], high)
		}
		if parent := b.caller(i); parent >= 0 && parent != i {
			b.most[parent] = plus(b.most[parent], b.most[i])
		}
	}
}

// countOf returns a count in one figure, given what is certain, if anything, and its upper bound.
func countOf(certain, most int64, known bool) code.Execution {
	switch {
	case known && most == certain:
		return code.Execution{Count: certain, Bound: code.Exact}
	case most != code.Unlimited:
		return code.Execution{Count: most, Bound: code.AtMost}
	case known:
		return code.Execution{Count: certain, Bound: code.AtLeast}
	}
	return code.Execution{}
}

// isCertain reports whether the entries of a node are a count.
func (b *builder) isCertain(node int32) bool { return b.image == nil || b.image.Entries[node].Fixed() }

// plus adds upper bounds.
func plus(x, y int64) int64 {
	if x > code.Unlimited-y {
		return code.Unlimited
	}
	return x + y
}

// mostOf returns Instance.Most of an instance that may stand for several nodes.
func (b *builder) mostOf(n *Instance) int64 {
	if b.image != nil || !n.Known {
		return code.Unlimited
	}
	return n.Entries
}

// IsCertain reports whether the entries are a count, not a range.
func (n *Instance) IsCertain() bool { return n.Known && n.Most == n.Entries }

// attachCallsOf gives the instances of units the calls that the log has left there. Rare ones are left out like instances.
func (b *builder) attachCallsOf(image *optimized.Units, in *Trees, opts Options) {
	frames := convert.CalledFrames(b.profile, b.projection)
	number := 0
	for u := range in.Units {
		minimum := opts.MinShare * float64(in.Units[u].Inclusive)
		for i := range in.Units[u].Instances {
			n := &in.Units[u].Instances[i]
			node := b.drawn[number].node
			number++
			if n.Slot < 0 {
				continue
			}
			for _, c := range image.Calls[node] {
				leaving := leavingCall(n.Slot, c, frames)
				switch {
				case leaving.Frame == convert.NoFrame:
				case opts.Depth > 0 && int(n.Depth) >= opts.Depth, opts.MinShare > 0 && float64(known(c.Count.Range)) < minimum:
					n.PrunedCalls++
				default:
					n.Calls = append(n.Calls, leaving)
				}
			}
			slices.SortStableFunc(n.Calls, func(x, y calls.LeavingCall) int {
				return cmp.Compare(y.Target.Stayed.Figure(), x.Target.Stayed.Figure())
			})
		}
	}
}

// known returns the bound of a count, or what is certain if there is none.
func known(r code.Range) int64 {
	if r.High == code.Unlimited {
		return r.Low
	}
	return r.High
}

// leavingCall returns a call that the log has left.
func leavingCall(caller int32, c optimized.Call, frames []int32) calls.LeavingCall {
	count := c.Count
	of := calls.LeavingCall{
		Site:   &calls.Site{Slot: caller, BCI: c.BCI, Made: count, Kind: calls.UnknownKind},
		Target: &calls.Target{Callee: &calls.Callee{Slot: c.Slot}, Evidence: calls.NoEvidence, Calls: count, Stayed: count},
		Frame:  frames[c.Slot], Outcome: outcomeOf(&c), Reason: c.Reason, WasInlined: c.Lost,
	}
	if of.Frame == convert.NotEntered {
		of.Frame = c.Slot
	}
	return of
}

// outcomeOf says what is left of a call: call; virtual call in 2 copies.
func outcomeOf(c *optimized.Call) string {
	of := "call"
	if c.Virtual {
		of = "virtual call"
	}
	if c.Copies > 1 {
		of += " in " + words.CountOf(int64(c.Copies), "copies")
	}
	return of
}
