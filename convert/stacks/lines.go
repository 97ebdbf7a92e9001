package stacks

import (
	"fmt"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// mergeLines builds the nodes of t from another tree's, with a frame for each line of a method, and returns the function that finds
// or makes the node of a record. The line of a caller is the line of its call, so a node depends on what it calls.
func (t *Tree) mergeLines(p *iprof.Profile, from *iprof.Tree, pr *convert.Projection, names *convert.Names, opts Options) func(iprof.Count) int32 {
	t.Nodes = append(make([]Node, 0, from.Len()+1), Node{Parent: -1, Frame: -1})
	m := &lineMerger{names: names, opts: opts, table: newFrameTable(&t.Frames), children: newEdgeTable(&t.Nodes)}
	m.children.reserve(from.Len())
	slotOf := func(node iprof.NodeID) int32 {
		if pr != nil {
			return pr.Frame[node]
		}
		return int32(p.MethodSlot(from.Node(node).Method))
	}
	callers := make([]int32, from.Len()) // by node: the node of t above it
	for i, n := range from.All() {
		if n.Parent != iprof.NoNode {
			callers[i] = m.child(callers[n.Parent], slotOf(n.Parent), n.Site)
		}
	}
	return func(r iprof.Count) int32 { return m.child(callers[r.Node], slotOf(r.Node), r.BCI) }
}

// A lineMerger finds the frames and nodes of lines.
type lineMerger struct {
	names    *convert.Names
	opts     Options
	table    *frameTable
	children *edgeTable
	keys     convert.Keys // by slot and line
	frames   []int32      // by the number of the key
	vm       int32        // the frame of <VM>, plus 1; 0: none yet
}

// child returns the child of a node for a frame at a BCI; for a hidden frame, the node itself.
func (m *lineMerger) child(node, slot int32, bci iprof.BCI) int32 {
	switch slot {
	case convert.NoFrame:
		return node
	case convert.VMSlot:
		if m.vm == 0 {
			m.vm = m.table.add(convert.VMFrame, convert.NativeImage) + 1
		}
		return m.children.child(node, m.vm-1)
	}
	line := m.opts.Lines.Line(slot, bci)
	number, fresh := m.keys.Add(uint64(slot)<<32 | uint64(line))
	if fresh {
		name := m.names.Method(int(slot))
		if line > 0 {
			name = fmt.Sprintf("%s:%d", name, line)
		}
		m.frames = append(m.frames, m.table.add(name, m.names.Kind(int(slot))))
		f := &(*m.table.frames)[m.frames[number]]
		f.File, f.Line = m.opts.Lines.File(slot), line
		if m.opts.PatternNames {
			f.nameForPatterns(m.names, int(slot))
		}
	}
	return m.children.child(node, m.frames[number])
}
