package callgraph

import (
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
)

// countStacks adds the samples of the stacks with a line. In a graph of samples, stacks count that come all of its way: those with its last
// call alone went elsewhere before, or came from elsewhere. If there are none, as cycles are left out of ways, or if the line is one of
// entries, all stacks with its last call do. It returns by node of the stacks the line that counts its call, as the
// last one; -1: none.
func (c *lineCounter) countStacks() []int32 {
	s := &c.stacks
	last := make([]int32, len(s.group)) // by node: the line that its call ends, -1: none
	for i, caller := range s.above {
		last[i] = -1
		if s.group[i] >= 0 && caller >= 0 {
			last[i] = c.numberOf(s.group[caller], s.group[i])
		}
	}
	samples := convert.OncePerStack(s.parent, last, slices.Clone(s.value), len(c.lines))
	if c.metric == convert.Samples {
		passed := s.passedOnLines(c.a, c.lines)
		whole := slices.Clone(last)
		for i, number := range whole {
			if number >= 0 && int(passed[s.above[i]]) != len(c.lines[number].via) {
				whole[i] = -1
			}
		}
		wholeSamples := convert.OncePerStack(s.parent, whole, slices.Clone(s.value), len(c.lines))
		for i, number := range last {
			if number >= 0 && wholeSamples[number] > 0 {
				last[i], samples[number] = whole[i], wholeSamples[number]
			}
		}
	}
	for number, n := range samples {
		line := &c.lines[number]
		if line.samples = n; n > 0 {
			line.edges = append(line.edges, Edge{Evidence: SampledEvidence, EdgeCounts: EdgeCounts{Count: n, Known: true}})
		}
	}
	return last
}

// passedOnLines returns, by node, how many methods of a line a stack has passed since the box at its beginning, without any between
// them; 0 for nodes of other methods. A method on the way may call itself.
func (s *callTree) passedOnLines(a *arrangement, lines []countedLine) []int32 {
	type step struct {
		line  *countedLine
		place int32 // in via
	}
	steps := map[int32]step{} // by group: it has one caller and one callee, so it is on one line
	for i := range lines {
		for place, group := range lines[i].via {
			steps[group] = step{&lines[i], int32(place)}
		}
	}
	passed := make([]int32, len(s.group))
	for i, caller := range s.above { // callers come first
		if s.group[i] < 0 || caller < 0 {
			continue
		}
		of, ok := steps[s.group[i]]
		if !ok {
			continue
		}
		from, known := a.index[s.group[caller]]
		switch {
		case s.group[caller] == s.group[i]:
			passed[i] = passed[caller]
		case of.place == 0 && known && a.boxOf[from] == of.line.from:
			passed[i] = 1
		case of.place > 0 && s.group[caller] == of.line.via[of.place-1] && passed[caller] == of.place:
			passed[i] = of.place + 1
		}
	}
	return passed
}
