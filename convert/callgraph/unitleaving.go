package callgraph

import (
	"fmt"

	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// leave adds the calls of shown contexts that were not inlined, but for rare ones.
func (b *unitBuilder) leave(u *Units, opts UnitOptions) {
	of := *opts.Calls
	of.Contexts = b.projection
	var nodes []iprof.NodeID
	for i, shown := range b.shown {
		if shown {
			nodes = append(nodes, iprof.NodeID(i))
		}
	}
	byNode, leftOut := calls.New(b.profile, of).Leaving(nodes)
	if leftOut > 0 {
		u.Notes = append(u.Notes, fmt.Sprintf("%s of methods with very many call sites: calls that left the unit are not drawn there", words.Count(int64(leftOut), "context")))
	}
	rootOf := map[int32]int32{} // by slot
	for i, up := range b.contexts.parent {
		if up < 0 {
			rootOf[int32(b.profile.MethodSlot(b.profile.Contexts.Node(iprof.NodeID(i)).Method))] = int32(i)
		}
	}
	for _, node := range nodes {
		from := UnitLeaving{FromUnit: b.unit[b.root[node]] - 1, FromContext: b.place[node]}
		minimum := opts.NodeFraction * float64(u.Units[from.FromUnit].Inclusive)
		for _, c := range byNode[node] {
			if float64(c.Calls().Figure()) < minimum {
				continue
			}
			call := from
			call.LeavingCall, call.Name, call.ToUnit = c, c.Name(b.names), -1
			if root, ok := rootOf[c.Target.Callee.Slot]; ok {
				call.ToUnit = b.unit[root] - 1
			}
			u.Leaving = append(u.Leaving, call)
		}
	}
}
