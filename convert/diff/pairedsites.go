package diff

import (
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/convert/sites"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A pairedSite is a conditional, a virtual call or a type check in several runs, over all contexts.
type pairedSite struct {
	method     int32 // method number in the pairing
	bci        iprof.BCI
	executions []int64 // by run
	parts      []pairedPart
}

// A pairedPart is a successor or a type of a pairedSite.
type pairedPart struct {
	partKey
	counts []int64 // by run
}

// count returns the executions of two runs.
func (s *pairedSite) count() compare.Counts { return ofTwoRuns(s.executions) }

// count returns the counts of two runs.
func (p *pairedPart) count() compare.Counts { return ofTwoRuns(p.counts) }

// sum returns the count over all runs, which may not fit in an integer.
func (p *pairedPart) sum() float64 {
	sum := 0.0
	for _, n := range p.counts {
		sum += float64(n)
	}
	return sum
}

func ofTwoRuns(counts []int64) compare.Counts {
	return compare.Counts{Old: counts[compare.OldSide], New: counts[compare.NewSide]}
}

// A partKey identifies a part of a site: a successor by target, index and occurrence of this pair; a type by number.
type partKey struct {
	target     iprof.BCI
	index      int32
	occurrence int32
}

// pairConditionals pairs the conditionals of runs that the filters keep, given the numbers of methods by run and slot. With
// byTarget, successors with the same target are one part.
func pairConditionals(profiles []*iprof.Profile, filters []*convert.Projection, methods [][]int32, byTarget bool) []pairedSite {
	s := newSitePairing(len(profiles))
	var keys []partKey
	for run, p := range profiles {
		sites := sites.New(p, sites.Options{Metrics: []convert.Metric{convert.Branches}, Contexts: filters[run]})
		for _, c := range sites.Conditionals.All {
			at := s.site(methods[run][c.Slot], c.BCI)
			keys = successorKeys(keys[:0], c.Successors, byTarget)
			for i, successor := range c.Successors {
				s.add(run, at, keys[i], successor.Count)
			}
		}
	}
	return s.sites
}

// pairTypes pairs the sites of receivers or instanceof that the filters keep, given the numbers of methods and types by run and
// slot.
func pairTypes(m convert.Metric, profiles []*iprof.Profile, filters []*convert.Projection, methods, types [][]int32) []pairedSite {
	s := newSitePairing(len(profiles))
	for run, p := range profiles {
		sites := sites.New(p, sites.Options{Metrics: []convert.Metric{m}, Contexts: filters[run]})
		for _, t := range sites.Types(m).All {
			at := s.site(methods[run][t.Slot], t.BCI)
			for _, seen := range t.Types {
				s.add(run, at, partKey{index: types[run][p.TypeSlot(seen.Type)]}, seen.Count)
			}
		}
	}
	return s.sites
}

// A sitePairing collects the sites of all runs.
type sitePairing struct {
	runs    int
	sites   []pairedSite
	numbers convert.Keys // of sites, by method and BCI
	parts   map[partOf]int32
	room    []int64 // free list of counts
}

// A partOf is the key of a part beyond the first ones of its site.
type partOf struct {
	site int32
	partKey
}

// fewParts is the number of parts up to which a linear search is faster than a map.
const fewParts = 16

func newSitePairing(runs int) *sitePairing {
	return &sitePairing{runs: runs, parts: map[partOf]int32{}}
}

// counts returns a zero count for each run.
func (s *sitePairing) counts() []int64 {
	if len(s.room) < s.runs {
		s.room = make([]int64, max(1024, s.runs))
	}
	counts := s.room[:s.runs:s.runs]
	s.room = s.room[s.runs:]
	return counts
}

// site returns the index of a site, which it adds if it is new.
func (s *sitePairing) site(method int32, bci iprof.BCI) int32 {
	at, fresh := s.numbers.Add(convert.PlaceKey(method, bci))
	if fresh {
		s.sites = append(s.sites, pairedSite{method: method, bci: bci, executions: s.counts()})
	}
	return at
}

// add adds a count to a part of a site, which it adds if it is new.
func (s *sitePairing) add(run int, at int32, key partKey, n int64) {
	site := &s.sites[at]
	site.executions[run] += n
	first := site.parts[:min(len(site.parts), fewParts)]
	part := slices.IndexFunc(first, func(p pairedPart) bool { return p.partKey == key })
	if part < 0 && len(site.parts) >= fewParts {
		if beyond, ok := s.parts[partOf{at, key}]; ok {
			part = int(beyond)
		}
	}
	if part < 0 {
		if part = len(site.parts); part >= fewParts {
			s.parts[partOf{at, key}] = int32(part)
		}
		site.parts = append(site.parts, pairedPart{key, s.counts()})
	}
	site.parts[part].counts[run] += n
}

// successorKeys appends the keys of the successors of a conditional, or of their targets.
func successorKeys(dst []partKey, successors []iprof.Successor, byTarget bool) []partKey {
	var seen map[partKey]int32
	if len(successors) > fewParts {
		seen = make(map[partKey]int32, len(successors))
	}
	for i, s := range successors {
		key := partKey{target: s.Target, index: s.Index}
		switch {
		case byTarget:
			key.index = 0
		case seen != nil:
			n := seen[key]
			seen[key]++
			key.occurrence = n
		default:
			for _, other := range successors[:i] {
				if other.Target == s.Target && other.Index == s.Index {
					key.occurrence++
				}
			}
		}
		dst = append(dst, key)
	}
	return dst
}
