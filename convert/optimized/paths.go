package optimized

import "github.com/iprof-viz/iprof-viz/iprof"

// A contextIndex finds the contexts of a profile from the outside inwards.
type contextIndex struct {
	profile *iprof.Profile
	of      [][]int32            // by slot: the nodes of the method
	inlined map[iprof.Node]int32 // by caller, site and method: the node
}

func indexContexts(p *iprof.Profile) contextIndex {
	x := contextIndex{p, make([][]int32, p.MethodSlots()), make(map[iprof.Node]int32, p.Contexts.Len())}
	for i, node := range p.Contexts.All() {
		slot := p.MethodSlot(node.Method)
		x.of[slot] = append(x.of[slot], int32(i))
		if node.Parent != iprof.NoNode {
			x.inlined[node] = int32(i)
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
	method := c.contexts.profile.MethodIDAt(int(slot))
	for _, i := range up.contexts {
		k, inlined := c.contexts.inlined[iprof.Node{Parent: iprof.NodeID(i), Site: bci, Method: method}]
		if inlined {
			of.contexts = append(of.contexts, k)
		}
		of.complete = of.complete && inlined && c.entries.Known[k]
	}
	return of
}
