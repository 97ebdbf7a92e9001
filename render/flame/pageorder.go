package flame

import (
	"cmp"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/internal/background"
)

// A nodeRun is nodes that follow each other in the tree, each but the first the only callee of the one before.
type nodeRun struct {
	first, end  int32   // nodes, without end
	frame       int32   // of the first node
	below, next int32   // runs: the first that the last node calls, the next with the same caller; 0 is none
	weight      float64 // of the first node
}

// findRuns returns all nodes that anything was counted in as runs from 1 on, that of the root last, and the number of these nodes.
// The frames that a stack has added to a tree follow each other, so an order of runs is one of nodes for which little memory is read.
func (p *Page) findRuns() (runs []nodeRun, count int) {
	nodes := p.t.Nodes
	below := make([]int32, len(nodes)) // by node: the first run that it calls, of those so far
	runs = make([]nodeRun, 1)
	var run nodeRun // may have more nodes before its first one
	for n := int32(len(nodes)) - 1; n >= 0; n-- {
		weight := p.weight(n)
		if weight == 0 && n > 0 { // so is that of its callees
			continue
		}
		count++
		if onlyCallee := run.first == n+1 && nodes[run.first].Parent == n && below[n] == 0; !onlyCallee {
			if run.first > 0 {
				caller := nodes[run.first].Parent
				run.next, below[caller] = below[caller], int32(len(runs))
				runs = append(runs, run)
			}
			run.end, run.below = n+1, below[n]
		}
		run.first, run.frame, run.weight = n, nodes[n].Frame, weight
	}
	return append(runs, run), count
}

// compare orders two runs with the same caller.
func (p *Page) compare(a, b *nodeRun) int {
	if !p.opts.SortByName {
		if bySize := cmp.Compare(b.weight, a.weight); bySize != 0 {
			return bySize // names of millions of nodes take time to read
		}
	}
	return cmp.Or(strings.Compare(p.t.Frames[a.frame].Name, p.t.Frames[b.frame].Name), cmp.Compare(a.first, b.first))
}

// An ordering puts nodes in preorder, siblings in the order of the picture, while the first ones are written.
type ordering struct {
	blocks chan []orderedRun
	task   *background.Task
	depth  int // of the deepest node; valid after task
}

// An orderedRun follows the run before it in preorder.
type orderedRun struct {
	first, end int32 // nodes, without end
	up         int32 // how many frames the path to the first node is shorter than that to the node before and its callee
}

// orderNodes returns the first block of runs. It has the calls that decide how frames are written.
func (p *Page) orderNodes(runs []nodeRun) []orderedRun {
	p.ordering.blocks = make(chan []orderedRun, p.nodes/blockNodes+1) // has room for all
	p.ordering.task = background.Go(func() {
		defer close(p.ordering.blocks)
		p.ordering.depth = p.walk(runs)
	})
	first, ok := <-p.ordering.blocks
	if !ok {
		p.ordering.task.Wait() // it has panicked
	}
	return first
}

// blockNodes is how many nodes a block has at least, except for the last one.
const blockNodes = 1 << 16

// walk returns the depth of the deepest node.
func (p *Page) walk(runs []nodeRun) int {
	type step struct{ run, depth int32 }
	todo := []step{} // siblings of nodes on the path
	var callees []int32
	var block []orderedRun
	inBlock, deepest, up := int32(0), int32(0), int32(0)
	for at := (step{int32(len(runs)) - 1, 0}); ; {
		run := &runs[at.run]
		block = append(block, orderedRun{run.first, run.end, up})
		if inBlock += run.end - run.first; inBlock >= blockNodes {
			p.ordering.blocks <- block
			block, inBlock = make([]orderedRun, 0, len(block)), 0
		}
		below := at.depth + run.end - run.first
		deepest = max(deepest, below-1)
		callees = callees[:0]
		for c := run.below; c != 0; c = runs[c].next {
			callees = append(callees, c)
		}
		if len(callees) == 0 {
			if len(todo) == 0 {
				p.ordering.blocks <- block
				return int(deepest)
			}
			at = todo[len(todo)-1]
			todo = todo[:len(todo)-1]
		} else {
			slices.SortFunc(callees, func(a, b int32) int { return p.compare(&runs[a], &runs[b]) })
			for _, c := range slices.Backward(callees[1:]) {
				todo = append(todo, step{c, below})
			}
			at = step{callees[0], below}
		}
		up = below - at.depth
	}
}
