// Package recursion finds the outermost frame of a method on each stack of a tree, so that recursion counts once.
package recursion

// Outermost reports, by node, whether it has a group and no node above it has the same one. Parent and group are by node: parents
// come before their children, -1 is the parent of a root, and means that a node has no group.
//
// A stack of a million frames takes as long as a million sibling nodes.
func Outermost(parent, group []int32, groups int) []bool {
	if outermost := lookAbove(parent, group); outermost != nil {
		return outermost
	}
	return walk(parent, group, groups)
}

// lookAbove is a faster way for trees of few levels, such as inlining contexts of two or three frames: it compares each node with all nodes
// above it, which takes a third of the time of walk. It returns nil if these are more than four a node on average.
func lookAbove(parent, group []int32) []bool {
	steps := 4 * len(parent)
	outermost := make([]bool, len(parent))
	for i, g := range group {
		if g < 0 {
			continue
		}
		up := parent[i]
		for ; up >= 0 && group[up] != g; up = parent[up] {
			if steps--; steps < 0 {
				return nil
			}
		}
		outermost[i] = up < 0
	}
	return outermost
}

// walk walks the tree once, with a counter per group for the frames on the current path.
func walk(parent, group []int32, groups int) []bool {
	n := len(parent)
	first := make([]int32, n+1) // child, by parent+1
	next := make([]int32, n)    // sibling
	for i := range first {
		first[i] = -1
	}
	for i := n - 1; i >= 0; i-- {
		up := parent[i] + 1
		next[i], first[up] = first[up], int32(i)
	}
	outermost := make([]bool, n)
	open := make([]int32, groups)
	for i := first[0]; i >= 0; {
		if g := group[i]; g >= 0 {
			outermost[i] = open[g] == 0
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
	return outermost
}
