package optimized

import (
	"slices"

	"github.com/iprof-viz/iprof-viz/iprof"
)

// A contextIndex finds the contexts of a profile from the outside inwards.
type contextIndex struct {
	profile     *iprof.Profile
	of          [][]int32 // by slot: the nodes of the method
	child, next []int32   // by node: the first child and the next sibling, or -1
}

func indexContexts(p *iprof.Profile) contextIndex {
	n := p.Contexts.Len()
	x := contextIndex{p, make([][]int32, p.MethodSlots()), slices.Repeat([]int32{-1}, n), slices.Repeat([]int32{-1}, n)}
	for i, node := range p.Contexts.All() {
		slot := p.MethodSlot(node.Method)
		x.of[slot] = append(x.of[slot], int32(i))
		if node.Parent != iprof.NoNode {
			x.next[i], x.child[node.Parent] = x.child[node.Parent], int32(i)
		}
	}
	return x
}

// A path is the way from a method with one copy to a node below it, in the contexts of the profile.
type path struct {
	contexts []int32 // those that end with the path
	complete bool    // the node was reached in these contexts only
	known    bool    // false: no method above the node has one copy
}

// below continues a path to a method that is inlined at a BCI.
func (c *counter) below(up path, bci iprof.BCI, slot int32) path {
	of := path{complete: up.complete, known: true}
	for _, i := range up.contexts {
		inlined := false
		for k := c.contexts.child[i]; k >= 0; k = c.contexts.next[k] {
			n := c.contexts.profile.Contexts.Node(iprof.NodeID(k))
			if n.Site == bci && int32(c.contexts.profile.MethodSlot(n.Method)) == slot {
				of.contexts = append(of.contexts, k)
				inlined = c.entries.Known[k]
			}
		}
		of.complete = of.complete && inlined
	}
	return of
}
