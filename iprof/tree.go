package iprof

import "iter"

// A NodeID is the index of a node in its tree, from 0 to Len-1. A parent has a lower id than its children.
type NodeID int32

// NoNode is the parent of a root.
const NoNode NodeID = -1

// A Node is an instance of a method: the one entered at a call site of its parent instance, or a root.
type Node struct {
	Parent NodeID // NoNode for a root
	Site   BCI    // the call site in the parent; 0 for a root
	Method MethodID
}

// A Tree is a context tree ("Partial Calling Contexts"). Contexts share their outer frames, so all contexts of a file make one tree, in which parent,
// call site and method identify a node. The context 5:0<3:2<2:9<1:3 is the path from the root, method 1, to method 2
// entered at BCI 3, to method 3 entered at BCI 9, to method 5 entered at BCI 2. The BCI of the leaf, 0, belongs to the
// record and not to the node.
//
// Because parents precede their children, a loop over descending ids can accumulate values bottom-up, and one over ascending ids
// can propagate values top-down.
//
// A Tree is read-only; a [TreeBuilder] is a Tree that grows. A nil Tree is empty.
type Tree struct {
	nodes List[Node]
}

// Len returns the number of nodes.
func (t *Tree) Len() int {
	if t == nil { // as in a zero Profile
		return 0
	}
	return t.nodes.Len()
}

// Node returns a node. It panics if id is not in [0, Len).
func (t *Tree) Node(id NodeID) Node { return t.nodes.At(int(id)) }

// All yields the nodes with their ids, in ascending order.
func (t *Tree) All() iter.Seq2[int, Node] {
	if t == nil {
		t = &Tree{}
	}
	return t.nodes.All()
}

// Context returns the context of a record, given its node and its BCI, which is the leaf's.
func (t *Tree) Context(id NodeID, leaf BCI) Context {
	var c Context
	for bci := leaf; id != NoNode; {
		n := t.Node(id)
		c = append(c, Frame{n.Method, bci})
		id, bci = n.Parent, n.Site
	}
	return c
}
