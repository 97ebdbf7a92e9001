package convert

import (
	"iter"

	"github.com/iprof-viz/iprof-viz/iprof"
)

// OncePerStack returns, by group, the value of the stacks that have a frame of the group: once per stack, even with recursion.
// Parent, group and value are by node: parents come before their children, -1 is the parent of a root, and means that a node has no
// group. Value is the self count of the node; on return it includes all nodes below.
//
// It walks the tree once, with a counter per group for the frames on the current path. A stack of a million frames takes as long as
// a million sibling nodes.
func OncePerStack(parent, group []int32, value []int64, groups int) []int64 {
	n := len(parent)
	first := make([]int32, n+1) // child, by parent+1
	next := make([]int32, n)    // sibling
	for i := range first {
		first[i] = -1
	}
	for i := n - 1; i >= 0; i-- {
		up := parent[i] + 1
		next[i], first[up] = first[up], int32(i)
		if up > 0 {
			value[up-1] += value[i]
		}
	}

	total := make([]int64, groups)
	open := make([]int32, groups)
	for i := first[0]; i >= 0; {
		if g := group[i]; g >= 0 {
			if open[g] == 0 {
				total[g] += value[i]
			}
			open[g]++
		}
		if child := first[i+1]; child >= 0 {
			i = child
			continue
		}
		for i >= 0 {
			if g := group[i]; g >= 0 {
				open[g]--
			}
			if next[i] >= 0 {
				i = next[i]
				break
			}
			i = parent[i]
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
