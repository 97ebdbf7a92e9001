package callgraph

import "slices"

// callsByCallee are calls by callee. Only few callees are asked for, so that only their calls are sorted.
type callsByCallee struct {
	all    []connection
	starts []int32                // by callee: the index of its first call, followed by the end
	left   map[int32][]connection // of the callees asked for: calls that were not taken, heaviest first
}

func newCallsByCallee(all []connection, groups int) *callsByCallee {
	c := &callsByCallee{make([]connection, len(all)), make([]int32, groups+1), map[int32][]connection{}}
	for i := range all {
		c.starts[all[i].to+1]++
	}
	for g := range groups {
		c.starts[g+1] += c.starts[g]
	}
	next := slices.Clone(c.starts)
	for i := range all {
		at := &next[all[i].to]
		c.all[*at] = all[i]
		*at++
	}
	return c
}

// take takes the heaviest call that is left of a callee's, if it has at least a weight.
func (c *callsByCallee) take(callee int32, minimum int64) (connection, bool) {
	left, known := c.left[callee]
	if !known {
		left = c.all[c.starts[callee]:c.starts[callee+1]]
		sortConnections(left)
		c.left[callee] = left
	}
	if len(left) == 0 || left[0].weight < minimum {
		return connection{}, false
	}
	c.left[callee] = left[1:]
	return left[0], true
}
