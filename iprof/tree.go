package iprof

import "iter"

// A NodeID is the place of a node in its tree: 0 to Len-1, every node after its parent.
type NodeID int32

// NoNode is the parent of a root.
const NoNode NodeID = -1

// A Node is an instance: a method entered at a call site of its parent instance, or a root.
type Node struct {
	Parent NodeID // NoNode for a root
	Site   BCI    // the call site in the parent; 0 for a root
	Method MethodID
}

// A Tree is a context tree. Contexts share their outer frames, so all contexts of a file make one tree, whose nodes are
// told apart by parent, call site and method. The context 5:0<3:2<2:9<1:3 is the path root 1, 2 entered at BCI 3, 3
// entered at 9, 5 entered at 2; the leaf's BCI, 0, belongs to the record.
//
// A node comes after its parent, so a loop over falling ids adds children to their parents in one pass, and one over
// rising ids hands down what belongs to a path.
//
// A Tree is only read, and a nil Tree is empty; see [TreeBuilder] for one that grows.
type Tree struct {
	nodes List[Node]
}

// Len returns the number of nodes.
func (t *Tree) Len() int {
	if t == nil { // of a Profile{}
		return 0
	}
	return t.nodes.Len()
}

// Node returns a node; it panics outside of [0, Len).
func (t *Tree) Node(id NodeID) Node { return t.nodes.At(int(id)) }

// All yields the nodes with their ids, every one after its parent.
func (t *Tree) All() iter.Seq2[int, Node] {
	if t == nil {
		t = &Tree{}
	}
	return t.nodes.All()
}

// Context returns the context of a record that hangs on a node with a leaf BCI.
func (t *Tree) Context(id NodeID, leaf BCI) Context {
	var c Context
	for bci := leaf; id != NoNode; {
		n := t.Node(id)
		c = append(c, Frame{n.Method, bci})
		id, bci = n.Parent, n.Site
	}
	return c
}
