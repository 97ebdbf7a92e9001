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

// joinMoved makes one part of two successors of a conditional if only their bytecode indexes differ between the profiles, as after a
// change of other code in the method.
func (s *pairedSites) joinMoved() {
	for i := range int32(s.sites.len) {
		if pairs := s.movedParts(i); len(pairs) > 0 {
			s.join(s.sites.at(i), pairs)
			s.moved++
		}
	}
}

// movedParts returns the parts of a site that are one successor, new by old; none if that is not certain. Each successor that was
// taken in one profile only needs a counterpart; the order of all taken successors in the code must be the same, and so must their
// probabilities, but for less than the default threshold of changes.
func (s *pairedSites) movedParts(at int32) map[int32]int32 {
	executions := ofTwoRuns(s.executions.at(at, s.runs))
	if executions.Old == 0 || executions.New == 0 {
		return nil
	}
	var taken [2][]int32 // by side
	others := 0
	for part := s.sites.at(at).first; part >= 0; part = s.parts.at(part).next {
		counts := s.counts.at(part, s.runs)
		old, new := counts[compare.OldSide] > 0, counts[compare.NewSide] > 0
		if old {
			taken[compare.OldSide] = append(taken[compare.OldSide], part)
		}
		if new {
			taken[compare.NewSide] = append(taken[compare.NewSide], part)
		}
		if old != new {
			others++
		}
	}
	if others == 0 || len(taken[compare.OldSide]) != len(taken[compare.NewSide]) {
		return nil
	}
	for _, parts := range taken {
		slices.SortFunc(parts, func(a, b int32) int {
			x, y := s.parts.at(a).partKey, s.parts.at(b).partKey
			return cmp.Or(cmp.Compare(x.target, y.target), cmp.Compare(x.index, y.index), cmp.Compare(x.occurrence, y.occurrence))
		})
	}
	bci, pairs, apart := s.sites.at(at).bci, map[int32]int32{}, 0.0
	for i, old := range taken[compare.OldSide] {
		new := taken[compare.NewSide][i]
		was, is := s.parts.at(old).partKey, s.parts.at(new).partKey
		if was.target < 0 || is.target < 0 || was.index != is.index || (was.target > bci) != (is.target > bci) {
			return nil
		}
		if old != new {
			if s.counts.at(old, s.runs)[compare.NewSide] > 0 || s.counts.at(new, s.runs)[compare.OldSide] > 0 {
				return nil // one that both profiles took leads elsewhere now
			}
			pairs[old] = new
		}
		before, now := s.counts.at(old, s.runs)[compare.OldSide], s.counts.at(new, s.runs)[compare.NewSide]
		apart += math.Abs(float64(now)/float64(executions.New)-float64(before)/float64(executions.Old)) / 2
	}
	if apart >= compare.DefaultThreshold {
		return nil
	}
	return pairs
}

// join adds the counts of old parts to those of their new ones, and drops the old parts.
func (s *pairedSites) join(site *packedSite, newOf map[int32]int32) {
	last := int32(-1)
	for part := site.first; part >= 0; part = s.parts.at(part).next {
		new, moved := newOf[part]
		if !moved {
			if last < 0 {
				site.first = part
			} else {
				s.parts.at(last).next = part
			}
			last = part
			continue
		}
		to := s.counts.at(new, s.runs)
		for run, n := range s.counts.at(part, s.runs) {
			to[run] += n
		}
		site.parts--
	}
	site.last = last
	if last >= 0 {
		s.parts.at(last).next = -1
	}
}
