package calls

import (
	"cmp"
	"slices"

	"github.com/iprof-viz/iprof-viz/iprof"
)

// A nesting tells in which contexts of a method another one is among the callers, or is the method itself. Only facts need it.
type nesting struct {
	contexts  *contexts
	preorder  []int32       // by node: its number if each node is followed by everything inlined into it
	outermost grouped[span] // by slot: what is inlined into the outermost contexts of the method, in preorder

	caller  int32           // the slot of the method that was asked about last
	callers []int32         // its contexts, in preorder
	known   map[int32]int64 // by slot: in how many of these the method is among the callers
}

// A span is a node and everything inlined into it.
type span struct{ first, end int32 } // in preorder

func newNesting(c *contexts) *nesting {
	tree := c.profile.Contexts
	size := make([]int32, tree.Len()) // of nodes with everything inlined into them: these come later
	for i := len(size) - 1; i >= 0; i-- {
		size[i]++
		if parent := tree.Node(iprof.NodeID(i)).Parent; parent != iprof.NoNode {
			size[parent] += size[i]
		}
	}
	n := &nesting{contexts: c, preorder: make([]int32, len(size)), caller: -1}
	free := make([]int32, len(size)+1) // by node + 1: the number of what is inlined into it next
	for i, x := range tree.All() {
		n.preorder[i] = free[x.Parent+1]
		free[x.Parent+1] += size[i]
		free[i+1] = n.preorder[i] + 1
	}
	nodes := free[1:] // by number
	for node, number := range n.preorder {
		nodes[number] = int32(node)
	}
	n.outermost = group(c.profile.MethodSlots(), func(yield func(int32, span) bool) {
		end := make([]int32, c.profile.MethodSlots()) // of the last span
		for number, node := range nodes {
			slot := c.slots[node]
			if int32(number) < end[slot] {
				continue
			}
			end[slot] = int32(number) + size[node]
			if !yield(slot, span{int32(number), end[slot]}) {
				return
			}
		}
	})
	return n
}

// within returns in how many contexts of a method, the caller, another one is among the callers or is the method itself. It takes no longer
// than one of them has contexts, even if one stack has them all.
func (n *nesting) within(caller, slot int32) int64 {
	if caller != n.caller {
		n.caller, n.known = caller, map[int32]int64{}
		n.callers = n.callers[:0]
		for _, node := range n.contexts.of.in(caller) {
			n.callers = append(n.callers, n.preorder[node])
		}
		slices.Sort(n.callers)
	}
	in, ok := n.known[slot]
	if !ok {
		in = overlap(n.callers, n.outermost.in(slot))
		n.known[slot] = in
	}
	return in
}

// overlap returns how many numbers are in spans. Both are in order.
func overlap(numbers []int32, spans []span) int64 {
	in := int64(0)
	if len(spans) <= len(numbers) {
		for _, s := range spans {
			first, _ := slices.BinarySearch(numbers, s.first)
			end, _ := slices.BinarySearch(numbers, s.end)
			in += int64(end - first)
		}
		return in
	}
	for _, number := range numbers {
		next, _ := slices.BinarySearchFunc(spans, number, func(s span, number int32) int { return cmp.Compare(s.first, number+1) }) // begins later
		if next > 0 && number < spans[next-1].end {
			in++
		}
	}
	return in
}
