package convert

import (
	"iter"

	"github.com/iprof-viz/iprof-viz/internal/recursion"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// OncePerStack returns, by group, the value of the stacks that have a frame of the group: once per stack, even with recursion.
// Parent, group and value are by node: parents come before their children, -1 is the parent of a root, and means that a node has no
// group. Value is the self count of the node; on return it includes all nodes below.
func OncePerStack(parent, group []int32, value []int64, groups int) []int64 {
	for i := len(parent) - 1; i >= 0; i-- {
		if up := parent[i]; up >= 0 {
			value[up] += value[i]
		}
	}
	total := make([]int64, groups)
	for i, outermost := range recursion.Outermost(parent, group, groups) {
		if outermost {
			total[group[i]] += value[i]
		}
	}
	return total
}

// LiveNodes reports, by node, whether a projection keeps records in the node or below.
func LiveNodes(t *iprof.Tree, pr *Projection, records iter.Seq2[Leaf, int64]) []bool {
	live := make([]bool, t.Len())
	for at := range records {
		if pr == nil || pr.Keep[at.Node] {
			live[at.Node] = true
		}
	}
	for i := t.Len() - 1; i >= 0; i-- {
		if live[i] {
			if up := t.Node(iprof.NodeID(i)).Parent; up != iprof.NoNode {
				live[up] = true
			}
		}
	}
	return live
}
