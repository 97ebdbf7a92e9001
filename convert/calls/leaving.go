package calls

import (
	"cmp"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A LeavingCall is a call that was not inlined in a context: it left the unit, and entered another one, or the same one anew. Its calls
// are not entries of the unit that it left.
type LeavingCall struct {
	Site   *Site // in the context
	Target *Target
	Frame  int32 // how the view shows the target: as in [convert.Projection], or [convert.NoSlot] if the profile does not have it

	// By a log of the compiler of the optimized image: what is left of the call, the compiler's last reason, and whether the instrumented image
	// inlined it there; empty without a log.
	Outcome, Reason string
	WasInlined      bool
}

// ReasonText returns the compiler's reason for people.
func (c *LeavingCall) ReasonText() string { return words.CompilerReason(c.Reason) }

// Name names the target of the call.
func (c *LeavingCall) Name(names *convert.Names) string {
	if c.Frame != convert.NoSlot {
		return convert.SlotName(names, c.Frame)
	}
	return c.Site.TargetName(names, c.Target.Callee)
}

// Calls returns how many calls left the unit.
func (c *LeavingCall) Calls() Count { return c.Target.Stayed }

// PerEntry returns the count per entry of a method. It returns false if one of them is unknown.
func (c Count) PerEntry(entries int64, known bool) (float64, bool) {
	e := c.Execution()
	if !known || entries == 0 || e.Bound == code.None {
		return 0, false
	}
	return float64(e.Count) / float64(entries), true
}

// Leaving returns the calls that left the unit from some contexts, by context, most frequent first. Those of methods that the filters
// hide are not among them. LeftOut contexts have too many sites, see [Graph.InContexts].
func (g *Graph) Leaving(nodes []iprof.NodeID) (calls map[iprof.NodeID][]LeavingCall, leftOut int) {
	frames := convert.CalledFrames(g.profile, g.builder.projection)
	all := map[iprof.NodeID][]LeavingCall{}
	sitesOf, leftOut := g.InContexts(nodes)
	for node, sites := range sitesOf {
		var list []LeavingCall
		for i := range sites {
			for k := range sites[i].Targets {
				c := LeavingCall{Site: &sites[i], Target: &sites[i].Targets[k], Frame: convert.NoSlot}
				if slot := c.Target.Callee.Slot; slot >= 0 {
					if c.Frame = frames[slot]; c.Frame == convert.NotEntered {
						c.Frame = slot
					}
				}
				if c.Frame != convert.NoFrame && g.Leaves(c.Target) {
					list = append(list, c)
				}
			}
		}
		slices.SortStableFunc(list, func(x, y LeavingCall) int { return cmp.Compare(y.Target.Stayed.Figure(), x.Target.Stayed.Figure()) })
		if list != nil {
			all[node] = list
		}
	}
	return all, leftOut
}

// Leaves reports whether the calls of a target that stayed calls entered a unit of the target, as far as is known. It is unknown of a
// method that the profile does not count. They did not, or it is unknown, if the target has fewer entries as compilation root, and
// native-image may inline it before it adds counters.
func (g *Graph) Leaves(t *Target) bool {
	n, root := t.Stayed.Figure(), int64(0)
	if slot := t.Callee.Slot; slot >= 0 && g.Entered[slot].Known {
		if g.Entered[slot].Early { // all contexts together say so
			return false
		}
		root = g.Entered[slot].Root
	}
	return n > 0 && (n <= root || !g.LacksCount(t.Callee) && !g.resolver.mayBeTiny(t.Callee))
}
