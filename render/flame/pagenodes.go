package flame

import (
	"encoding/binary"

	"github.com/iprof-viz/iprof-viz/render/internal/pagedata"
)

// fewCallees reports whether frames are written as callees of frames, judging by some of the nodes: most methods call few others,
// but random names, or one method per stack, would take more memory and time than they save in the file.
func (p *Page) fewCallees(some []orderedRun) bool {
	calls, nodes := make(map[[2]int32]struct{}, blockNodes), 0
	for _, run := range some {
		for n := max(run.first, 1); n < run.end; n++ {
			calls[p.callOf(n)] = struct{}{}
			nodes++
		}
	}
	return len(calls) < nodes/2
}

// callOf returns the frames of a node's caller and of the node. The root's frame is one more than the others.
func (p *Page) callOf(n int32) [2]int32 {
	caller := p.t.Nodes[p.t.Nodes[n].Parent].Frame
	if caller < 0 {
		caller = int32(len(p.t.Frames))
	}
	return [2]int32{caller, p.t.Nodes[n].Frame}
}

// nodeColumns is the maximum number of columns of nodes.
const nodeColumns = 7

// writeNodes returns columns in preorder. The first says by how many frames the path to a node is shorter than the path to a callee
// of the previous node. Then there are frames: as callees, or the low bytes of their numbers and the remaining bits, which deflate
// better separately. The next one has the node's self value; the others are only in some trees.
//
// All are made in one pass, because neighbors in preorder are far from each other in memory.
func (p *Page) writeNodes(c *pagedata.Writer) []*pagedata.Writer {
	t := p.t
	callees := newCalleeColumn(p)
	var paths, frames, moreFrames, self, base, changed, roles []byte
	columns := c.Beside(nodeColumns)
	for block, ok := p.first, true; ok; block, ok = <-p.ordering.blocks {
		for _, run := range block {
			paths = appendUvarint(paths, uint64(run.up))
			paths = append(paths, make([]byte, run.end-run.first-1)...)
			for n := run.first; n < run.end; n++ {
				node := &t.Nodes[n]
				self = appendUvarint(self, uint64(node.Self))
				switch {
				case n == 0:
					paths = paths[1:] // the root has no path
				case p.callees:
					frames = appendUvarint(frames, callees.place(n))
				default:
					number := p.numberOf[node.Frame]
					frames = append(frames, byte(number))
					moreFrames = appendUvarint(moreFrames, uint64(number>>8))
				}
				if b := t.Base; b != nil {
					base = appendUvarint(base, uint64(b.Values[n].Self/b.Scale+0.5))
					is := asByte(b.Changed != nil && b.Changed[n])
					if b.IsUnknown(n) {
						is = unknownChange
					}
					changed = append(changed, is)
				}
				if t.Roles != nil {
					roles = append(roles, byte(t.Roles[n]))
				}
			}
		}
		for i, part := range []*[]byte{&paths, &frames, &moreFrames, &self, &base, &changed, &roles} {
			columns[i].Write(*part)
			*part = (*part)[:0]
		}
	}
	p.ordering.task.Wait()
	added := columns[2] // comes after frames as callees
	for _, frame := range callees.added {
		added.Number(uint64(p.numberOf[frame]))
	}
	for _, column := range columns {
		column.End() // while the frames are written
	}
	return columns
}

// appendUvarint is fast for one-byte numbers, which nearly all are.
func appendUvarint(to []byte, n uint64) []byte {
	if n < 0x80 {
		return append(to, byte(n))
	}
	return binary.AppendUvarint(to, n)
}

func asByte(b bool) byte {
	if b {
		return 1
	}
	return 0
}

// A calleeColumn writes the frame of each node as its index among the callees that its caller's frame has had so far, from 1 on; 0
// is a new one. The numbers of new ones are in a separate column.
type calleeColumn struct {
	page    *Page
	places  map[[2]int32]int32
	callees []int32 // by caller: number of callees
	added   []int32 // new callees
}

func newCalleeColumn(p *Page) *calleeColumn {
	return &calleeColumn{page: p, places: map[[2]int32]int32{}, callees: make([]int32, len(p.t.Frames)+1)}
}

func (c *calleeColumn) place(n int32) uint64 {
	call := c.page.callOf(n)
	place := c.places[call]
	if place == 0 {
		c.added = append(c.added, call[1])
		c.callees[call[0]]++
		c.places[call] = c.callees[call[0]]
	}
	return uint64(place)
}
