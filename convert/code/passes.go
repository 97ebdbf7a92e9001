package code

import "github.com/iprof-viz/iprof-viz/classfile"

// Passes reports whether control that enters a method always comes to one of some instructions before it leaves the method, and whether
// it comes there at most once: compilers copy finally blocks, so a call there is several instructions, one of which runs. A loop without
// end may never leave the method. Unknown BCIs, and code that is too large, give false.
func Passes(code *classfile.Code, bcis []int) (always, once bool) {
	g := newGraph(code, nil)
	if len(g.nodes) == 0 {
		return false, false
	}
	at := make(nodeSet, len(g.nodes))
	for _, bci := range bcis {
		i, ok := code.Index(bci)
		if !ok {
			return false, false
		}
		at[g.of[i]] = true
	}
	_, left := g.reach([]int32{0}, at)
	var after []int32
	for v, is := range at {
		if !is {
			continue
		}
		for _, e := range g.nodes[v].out {
			if to := g.edges[e].to; to != leaves {
				after = append(after, to)
			}
		}
	}
	again, _ := g.reach(after, at)
	return !left, !again
}

// reach reports whether control that begins at some nodes can come to one of a set, and whether it can leave the method without.
func (g *graph) reach(from []int32, set nodeSet) (comes, left bool) {
	reached := make(nodeSet, len(g.nodes))
	stack := from
	for len(stack) > 0 {
		u := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if reached[u] {
			continue
		}
		reached[u] = true
		if set[u] {
			comes = true
			continue
		}
		for _, e := range g.nodes[u].out {
			to := g.edges[e].to
			if to == leaves {
				left = true
			} else {
				stack = append(stack, to)
			}
		}
	}
	return comes, left
}
