package flame

import (
	"cmp"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/internal/background"
)

// A nodeRun is a sequence of nodes in the tree, each but the first the only callee of the previous one.
type nodeRun struct {
	first, end  int32   // nodes, without end
	below, next int32   // runs: the first one that the last node calls, and the next one with the same caller; 0: none
	weight      float64 // of the first node
}

// findRuns returns all nodes with a value as runs from 1 on, ending with the run of the root, and the number of these nodes. The
// frames that a stack adds to a tree are consecutive, so ordering runs instead of nodes reads little memory.
func (p *Page) findRuns() (runs []nodeRun, count int) {
	nodes := p.t.Nodes
	below := make([]int32, len(nodes)) // by node: the first run that it calls, among those so far
	leaves := 0
	for n := 1; n < len(nodes); n++ {
		if nodes[n].Parent != int32(n)-1 {
			leaves++ // the node before
		}
	}
	runs = make([]nodeRun, 1, 2+leaves+leaves/4) // those that end where there are several callees are fewer; growing would take as much memory again
	var run nodeRun                              // may have more nodes before its first one
	for n := int32(len(nodes)) - 1; n >= 0; n-- {
		weight := p.weight(n)
		if weight == 0 && n > 0 { // so is the weight of its callees
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
		run.first, run.weight = n, weight
	}
	return append(runs, run), count
}

// compare orders two runs with the same caller.
func (p *Page) compare(a, b *nodeRun) int {
	if !p.opts.SortByName {
		if bySize := cmp.Compare(b.weight, a.weight); bySize != 0 {
			return bySize // reading the names of millions of nodes takes time
		}
	}
	name := func(of *nodeRun) string { return p.t.Frames[p.t.Nodes[of.first].Frame].Name }
	return cmp.Or(strings.Compare(name(a), name(b)), cmp.Compare(a.first, b.first))
}

// An ordering puts nodes in preorder, siblings in the order of the picture, while the first ones are being written.
type ordering struct {
	blocks chan []orderedRun
	task   *background.Task
	depth  int // depth of the deepest node; valid after task
}

// An orderedRun follows the previous run in preorder.
type orderedRun struct {
	first, end int32 // nodes, without end
	up         int32 // by how many frames the path to the first node is shorter than the path to a callee of the previous node
}

// orderNodes returns the first block of runs. It has the calls that determine how frames are written.
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

// blockNodes is the minimum number of nodes in a block, except for the last one.
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
