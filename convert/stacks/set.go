package stacks

import (
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A Set merges stacks that come one by one.
type Set struct {
	Tree  iprof.TreeBuilder // Method: the number of a frame; Site: 0
	stack []iprof.Count
	Total int64
}

// Add counts a stack, leaf first, and returns its leaf's node; NoNode for an empty stack. The value must not take the
// total past 2^63-1.
func (s *Set) Add(stack iprof.Context, value int64) iprof.NodeID {
	node := s.Tree.Add(stack)
	s.stack = append(s.stack, iprof.Count{Node: node, Value: value})
	s.Total += value
	return node
}

// Fill makes the nodes of t.
func (s *Set) Fill(t *Tree) {
	t.Nodes = append(make([]Node, 0, s.Tree.Len()+1), Node{Parent: -1, Frame: -1})
	for _, n := range s.Tree.All() {
		t.Nodes = append(t.Nodes, Node{Parent: int32(n.Parent) + 1, Frame: int32(n.Method)})
	}
	for _, c := range s.stack {
		t.Nodes[c.Node+1].Self += c.Value
	}
	t.addUp()
}
