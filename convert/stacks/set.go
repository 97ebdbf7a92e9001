package stacks

import (
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A set merges stacks that are added one by one.
type set struct {
	tree  iprof.TreeBuilder // Method: the number of a frame; Site: 0
	stack []iprof.Count
}

// add counts a stack, leaf first, and returns its leaf's node; NoNode for an empty stack.
func (s *set) add(stack iprof.Context, value int64) iprof.NodeID {
	node := s.tree.Add(stack)
	s.stack = append(s.stack, iprof.Count{Node: node, Value: value})
	return node
}

// fill makes the nodes of t.
func (s *set) fill(t *Tree) {
	t.Nodes = append(make([]Node, 0, s.tree.Len()+1), Node{Parent: -1, Frame: -1})
	for _, n := range s.tree.All() {
		t.Nodes = append(t.Nodes, Node{Parent: int32(n.Parent) + 1, Frame: int32(n.Method)})
	}
	for _, c := range s.stack {
		t.Nodes[c.Node+1].Self += c.Value
	}
	t.addUp()
}
