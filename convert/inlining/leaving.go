package inlining

import (
	"slices"

	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// attachCalls gives the instances of units the calls that left their unit. Rare ones are left out like instances.
func (b *builder) attachCalls(in *Trees, opts Options) {
	units := in.Units
	var nodes []iprof.NodeID
	for i, at := range b.drawn {
		if b.instances[i].Slot >= 0 {
			nodes = append(nodes, iprof.NodeID(at.node))
		}
	}
	byNode, leftOut := b.callGraph(*opts.Calls).Leaving(nodes)
	number := 0
	for u := range units {
		minimum := opts.MinShare * float64(units[u].Inclusive)
		for i := range units[u].Instances {
			n := &units[u].Instances[i]
			tooDeep := opts.Depth > 0 && int(n.Depth) >= opts.Depth
			all := byNode[iprof.NodeID(b.drawn[number].node)]
			n.Calls = slices.DeleteFunc(all, func(c calls.LeavingCall) bool { return tooDeep || float64(c.Calls().Figure()) < minimum })
			n.PrunedCalls = len(all) - len(n.Calls)
			number++
		}
	}
	if leftOut > 0 {
		in.Notes = append(in.Notes, words.Count(int64(leftOut), "instance")+" of methods with very many call sites: calls that left the unit are not listed there")
	}
}

// callGraph returns the calls in the contexts that the filters keep.
func (b *builder) callGraph(opts calls.Options) *calls.Graph {
	opts.Contexts = b.projection
	return calls.New(b.profile, opts)
}
