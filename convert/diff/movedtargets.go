package diff

import (
	"cmp"
	"math"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/internal/words"
)

// movedNote counts the conditionals that joinMoved has changed.
func movedNote(moved int) string {
	return words.CountOf(int64(moved), "conditionals") + " with successors at other bytecode indexes, in the same order and about as likely: not a change"
}

// joinMoved makes one part of two successors of a conditional if only their bytecode indexes differ between the sides, as after a
// change of other code in the method. All runs of the old side are the code of their sum.
func (s *pairedSites) joinMoved() {
	for i := range int32(s.sites.len) {
		if pairs := s.movedParts(i, compare.OldSide, compare.NewSide); len(pairs) > 0 {
			s.join(s.sites.at(i), pairs, 0, s.runs)
			s.moved++
		}
	}
}

// joinMovedOfRuns does the same for runs that are no sides: the successors of each run become those of the last one that executed the
// conditional.
func (s *pairedSites) joinMovedOfRuns() {
	for i := range int32(s.sites.len) {
		last := s.runs - 1
		for executions := s.executions.at(i, s.runs); last > 0 && executions[last] == 0; {
			last--
		}
		joined := false
		for run := range last {
			if pairs := s.movedParts(i, run, last); len(pairs) > 0 {
				s.join(s.sites.at(i), pairs, run, run+1)
				joined = true
			}
		}
		if joined {
			s.moved++
		}
	}
}

// movedParts returns the parts of a site that are one successor in two runs, new by old; none if that is not certain. Each successor
// that was taken in one run only needs a counterpart; the order of all taken successors in the code must be the same, and so must their
// probabilities, but for less than the default threshold of changes.
func (s *pairedSites) movedParts(at int32, oldRun, newRun int) map[int32]int32 {
	byRun := s.executions.at(at, s.runs)
	executions := compare.Counts{Old: byRun[oldRun], New: byRun[newRun]}
	if executions.Old == 0 || executions.New == 0 {
		return nil
	}
	var only [2]int // by side: the number of parts that only this side has executions of
	site := s.sites.at(at)
	for part := site.first; part >= 0; part = s.parts.at(part).next {
		counts := s.counts.at(part, s.runs)
		if old, new := counts[oldRun] > 0, counts[newRun] > 0; old && !new {
			only[compare.OldSide]++
		} else if new && !old {
			only[compare.NewSide]++
		}
	}
	if only[compare.OldSide] == 0 || only[compare.OldSide] != only[compare.NewSide] {
		return nil
	}
	var taken [2][]int32 // by side
	for part := site.first; part >= 0; part = s.parts.at(part).next {
		counts := s.counts.at(part, s.runs)
		if counts[oldRun] > 0 {
			taken[compare.OldSide] = append(taken[compare.OldSide], part)
		}
		if counts[newRun] > 0 {
			taken[compare.NewSide] = append(taken[compare.NewSide], part)
		}
	}
	for _, parts := range taken {
		slices.SortFunc(parts, func(a, b int32) int {
			x, y := s.parts.at(a).partKey, s.parts.at(b).partKey
			return cmp.Or(cmp.Compare(x.target, y.target), cmp.Compare(x.index, y.index), cmp.Compare(x.occurrence, y.occurrence))
		})
	}
	bci, pairs, apart := site.bci, map[int32]int32{}, 0.0
	for i, old := range taken[compare.OldSide] {
		new := taken[compare.NewSide][i]
		was, is := s.parts.at(old).partKey, s.parts.at(new).partKey
		if was.target < 0 || is.target < 0 || was.index != is.index || (was.target > bci) != (is.target > bci) {
			return nil
		}
		if old != new {
			if s.counts.at(old, s.runs)[newRun] > 0 || s.counts.at(new, s.runs)[oldRun] > 0 {
				return nil // one that both runs took leads elsewhere now
			}
			pairs[old] = new
		}
		before, now := s.counts.at(old, s.runs)[oldRun], s.counts.at(new, s.runs)[newRun]
		apart += math.Abs(float64(now)/float64(executions.New)-float64(before)/float64(executions.Old)) / 2
	}
	if apart >= compare.DefaultThreshold {
		return nil
	}
	return pairs
}
