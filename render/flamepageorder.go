package render

import (
	"cmp"
	"encoding/binary"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/internal/background"
)

// nodeCallees are lists of the callees of each node, in the order of the tree, without those that nothing was counted in. A node has
// its first callee, and each callee the next one of the same caller; 0 is none, as nobody calls the root.
type nodeCallees struct {
	first, next []int32
	nodes       int // that are linked, with the root
}

// of adds the callees of a node.
func (c *nodeCallees) of(node int32, to []int32) []int32 {
	for n := c.first[node]; n != 0; n = c.next[n] {
		to = append(to, n)
	}
	return to
}

func (p *flamePage) linkNodes() *nodeCallees {
	nodes := p.t.Nodes
	c := &nodeCallees{make([]int32, len(nodes)), make([]int32, len(nodes)), 1}
	for n := int32(len(nodes)) - 1; n > 0; n-- {
		if p.weight(n) > 0 { // so is that of its caller
			caller := nodes[n].Parent
			c.next[n], c.first[caller] = c.first[caller], n
			c.nodes++
		}
	}
	return c
}

// compare orders two callees of a node.
func (p *flamePage) compare(a, b int32) int {
	if !p.opts.SortByName {
		if bySize := cmp.Compare(p.weight(b), p.weight(a)); bySize != 0 {
			return bySize // names of millions of nodes take time to read
		}
	}
	nodes, frames := p.t.Nodes, p.t.Frames
	return cmp.Or(strings.Compare(frames[nodes[a].Frame].Name, frames[nodes[b].Frame].Name), cmp.Compare(a, b))
}

// An ordering puts nodes in preorder, siblings in the order of the picture, while the first ones are written.
type ordering struct {
	blocks chan orderedBlock // has room for all
	task   *background.Task
	depth  int // of the deepest node; valid after task
}

// An orderedBlock is a part of the nodes.
type orderedBlock struct {
	nodes []int32 // in Tree.Nodes
	paths []byte  // by node but the root: how many frames its path is shorter than that to the node before and its callee
}

// The first block has the root and the calls that decide how frames are written.
const blockNodes = 1 + sampledCalls

// orderNodes returns the first block.
func (p *flamePage) orderNodes(callees *nodeCallees) orderedBlock {
	p.ordering.blocks = make(chan orderedBlock, p.nodes/blockNodes+1)
	p.ordering.task = background.Go(func() {
		defer close(p.ordering.blocks)
		p.ordering.depth = p.walk(callees)
	})
	first, ok := <-p.ordering.blocks
	if !ok {
		p.ordering.task.Wait() // it has panicked
	}
	return first
}

// walk returns the depth of the deepest node.
func (p *flamePage) walk(callees *nodeCallees) int {
	newBlock := func() orderedBlock {
		return orderedBlock{make([]int32, 0, blockNodes), make([]byte, 0, blockNodes)}
	}
	block, depth := newBlock(), int32(0)
	type step struct{ node, depth int32 }
	todo := []step{} // siblings of nodes on the path
	var own []int32
	for at := (step{0, 0}); ; {
		if len(block.nodes) == blockNodes {
			p.ordering.blocks <- block
			block = newBlock()
		}
		block.nodes = append(block.nodes, at.node)
		depth = max(depth, at.depth)
		own = callees.of(at.node, own[:0])
		below := at.depth + 1
		switch len(own) {
		case 0:
			if len(todo) == 0 {
				p.ordering.blocks <- block
				return int(depth)
			}
			at = todo[len(todo)-1]
			todo = todo[:len(todo)-1]
		case 1:
			at = step{own[0], below}
		default:
			slices.SortFunc(own, p.compare)
			for _, c := range slices.Backward(own[1:]) {
				todo = append(todo, step{c, below})
			}
			at = step{own[0], below}
		}
		block.paths = binary.AppendUvarint(block.paths, uint64(below-at.depth))
	}
}
