package diff

import (
	"cmp"

	"github.com/iprof-viz/iprof-viz/convert/compare"
)

// joinLike makes one part of types of a site that read alike: all of them if they are shown alike, otherwise the only one that the old side
// met and the only one that the new side met. Both runs and the single runs that they are the sums of have the same parts.
func (s *pairedSites) joinLike(like *compare.LikeTypes) {
	if like == nil {
		return
	}
	var alike []int32 // parts
	for i := range int32(s.sites.len) {
		site := s.sites.at(i)
		alike = alike[:0]
		for part := site.first; part >= 0; part = s.parts.at(part).next {
			if like.Form(s.parts.at(part).index) > 0 {
				alike = append(alike, part)
			}
		}
		if len(alike) < 2 {
			continue
		}
		pairs := s.likeParts(alike, like)
		if len(pairs) == 0 {
			continue
		}
		before := s.seen(site)
		s.join(site, pairs, 0, s.runs)
		hidden := s.seen(site)
		for side := range hidden {
			hidden[side] = before[side] - hidden[side]
		}
		if hidden != [2]int{} {
			if s.hidden == nil {
				s.hidden = map[int32][2]int{}
			}
			s.hidden[i] = hidden
		}
	}
}

// likeParts returns the parts that are one type, new by old, given all that read like another type.
func (s *pairedSites) likeParts(alike []int32, like *compare.LikeTypes) map[int32]int32 {
	lasts := map[int32][2]int32{} // by form: the last part of each side, plus one
	met := map[int32][2]int{}     // by form: parts of each side
	for _, part := range alike {
		form, count := like.Form(s.parts.at(part).index), ofTwoRuns(s.counts.at(part, s.runs))
		last, n := lasts[form], met[form]
		for side, count := range [2]int64{compare.OldSide: count.Old, compare.NewSide: count.New} {
			if count != 0 {
				last[side] = part + 1
				n[side]++
			}
		}
		lasts[form], met[form] = last, n
	}
	pairs := map[int32]int32{}
	for _, part := range alike {
		form := like.Form(s.parts.at(part).index)
		last := lasts[form]
		if !like.One && met[form] != [2]int{1, 1} {
			continue
		}
		into := cmp.Or(last[compare.NewSide], last[compare.OldSide])
		if into > 0 && into-1 != part && ofTwoRuns(s.counts.at(part, s.runs)) != (compare.Counts{}) {
			pairs[part] = into - 1
		}
	}
	return pairs
}

// seen returns how many types the old and the new side met at a site.
func (s *pairedSites) seen(site *packedSite) [2]int {
	var types [2]int
	for part := site.first; part >= 0; part = s.parts.at(part).next {
		for side := range types {
			if s.counts.at(part, s.runs)[side] != 0 {
				types[side]++
			}
		}
	}
	return types
}
