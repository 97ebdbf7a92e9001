package stacks

import (
	"math"

	"github.com/iprof-viz/iprof-viz/convert/compare"
)

// markMethods sets SelfChanged and TotalChanged, by the rules of package diff: for calls, a change must also reach its default
// threshold. Frames without a value in both profiles are not tested.
func (t *Tree) markMethods(runs compare.Runs) {
	b := t.Base
	self, total := make([]compare.Counts, len(t.Frames)), make([]compare.Counts, len(t.Frames))
	t.sumMethods(self, total)
	b.SelfChanged, b.SelfTests = changedMethods(self, runs, b.Threshold)
	b.TotalChanged, b.TotalTests = changedMethods(total, runs, b.Threshold)
}

// sumMethods adds up the values of frames, self and once per stack.
func (t *Tree) sumMethods(self, total []compare.Counts) {
	b := t.Base
	inBase := func(scaled float64) int64 { return int64(math.Round(scaled / b.Scale)) }
	for i, n := range t.Nodes[1:] {
		self[n.Frame].New += n.Self
		self[n.Frame].Old += inBase(b.Values[i+1].Self)
	}
	t.eachOutermost(func(i int32) {
		n := t.Nodes[i]
		total[n.Frame].New += n.Total
		total[n.Frame].Old += inBase(b.Values[i].Total)
	})
}

// changedMethods returns which counts of frames changed, and how many were tested.
func changedMethods(counts []compare.Counts, runs compare.Runs, threshold float64) (changed []bool, tests int) {
	var frames []int
	var likelihoods []float64
	for frame, c := range counts {
		if c != (compare.Counts{}) {
			frames = append(frames, frame)
			likelihoods = append(likelihoods, runs.Chance(float64(c.Old), float64(c.New)))
		}
	}
	changed = make([]bool, len(counts))
	for i, found := range compare.BeyondChance(likelihoods) {
		c := counts[frames[i]]
		old, new := runs.Shares(c)
		changed[frames[i]] = found && old != new && runs.Reaches(c, threshold)
	}
	return changed, len(frames)
}

// eachOutermost visits the nodes that have no caller with the same frame, so that each stack counts once for a frame.
func (t *Tree) eachOutermost(visit func(node int32)) {
	nodes := t.Nodes
	first, next := make([]int32, len(nodes)), make([]int32, len(nodes)) // number of callees of a node, and of its caller; 0: none
	for i := len(nodes) - 1; i > 0; i-- {
		up := nodes[i].Parent
		next[i], first[up] = first[up], int32(i)
	}
	open := make([]int32, len(t.Frames)) // number of nodes with the frame on the path
	enter := func(i int32) {
		frame := nodes[i].Frame
		if open[frame] == 0 {
			visit(i)
		}
		open[frame]++
	}
	for at := first[0]; at > 0; {
		enter(at)
		if first[at] > 0 {
			at = first[at]
			continue
		}
		for at > 0 {
			open[nodes[at].Frame]--
			if next[at] > 0 {
				at = next[at]
				break
			}
			at = nodes[at].Parent
		}
	}
}
