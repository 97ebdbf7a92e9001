package diff

import (
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/convert/sites"
	"github.com/iprof-viz/iprof-viz/internal/background"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A pairedSite is a conditional, a virtual call or a type check in several runs, over all contexts.
type pairedSite struct {
	method     int32 // method number in the pairing
	bci        iprof.BCI
	executions []int64 // by run
	parts      []pairedPart
	hidden     [2]int // types, by side, that are counted as another one, since names are shown without hashes
}

// A pairedPart is a successor or a type of a pairedSite.
type pairedPart struct {
	partKey
	otherIndex bool    // a successor whose index is not the same in all runs
	counts     []int64 // by run
}

// count returns the executions of two runs.
func (s *pairedSite) count() compare.Counts { return ofTwoRuns(s.executions) }

// count returns the counts of two runs.
func (p *pairedPart) count() compare.Counts { return ofTwoRuns(p.counts) }

// probability returns the mean probability of a successor over the runs that executed the conditional, each counted once.
func (s *pairedSite) probability(part *pairedPart) float64 {
	sum, runs := 0.0, 0
	for run, n := range s.executions {
		if n > 0 {
			sum += float64(part.counts[run]) / float64(n)
			runs++
		}
	}
	return sum / float64(max(1, runs))
}

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
// byTarget, successors with the same target are one part. Unless it is nil, it calls a function with the conditionals of each run, in their
// order, while it pairs these.
func pairConditionals(profiles []*iprof.Profile, filters []*convert.Projection, methods [][]int32, byTarget bool, each func(run int, all []sites.Conditional)) *pairedSites {
	s := newSitePairing(len(profiles))
	var keys []partKey
	for run, p := range profiles {
		sites := sites.New(p, sites.Options{Metrics: []convert.Metric{convert.Branches}, Contexts: filters[run]})
		meanwhile := background.Go(func() {
			if each != nil {
				each(run, sites.Conditionals.All)
			}
		})
		s.numbers.Reserve(len(sites.Conditionals.All))
		for i := range sites.Conditionals.All {
			c := &sites.Conditionals.All[i]
			at := s.site(methods[run][c.Slot], c.BCI)
			keys = successorKeys(keys[:0], c.Successors, byTarget)
			if s.addSame(run, at, keys, c.Successors) {
				continue
			}
			for i, successor := range c.Successors {
				part, known := s.loneTarget(at, i, keys)
				if !known {
					part = s.part(at, keys[i])
				}
				s.add(run, at, part, successor.Count)
			}
		}
		meanwhile.Wait()
	}
	return &s.pairedSites
}

// pairTypes pairs the sites of receivers or instanceof that the filters keep, given the numbers of methods and types by run and
// slot, and the types that read alike.
func pairTypes(m convert.Metric, profiles []*iprof.Profile, filters []*convert.Projection, methods, types [][]int32, like *compare.LikeTypes) *pairedSites {
	s := newSitePairing(len(profiles))
	for run, p := range profiles {
		sites := sites.New(p, sites.Options{Metrics: []convert.Metric{m}, Contexts: filters[run]})
		for _, t := range sites.Types(m).All {
			at := s.site(methods[run][t.Slot], t.BCI)
			for _, seen := range t.Types {
				s.add(run, at, s.part(at, partKey{index: types[run][p.TypeSlot(seen.Type)]}), seen.Count)
			}
		}
	}
	s.joinLike(like)
	return &s.pairedSites
}

// pairedSites are the sites of all runs. There may be millions: they are packed, and a [pairedSite] is made when it is asked for.
type pairedSites struct {
	runs       int
	sites      chunked[packedSite]
	parts      chunked[packedPart]
	executions runCounts // by site
	counts     runCounts // by part
	moved      int       // sites that joinMoved has changed

	hidden map[int32][2]int // by site, see pairedSite
}

// A chunked list keeps its elements in chunks: a slice that grows takes twice its memory while it moves.
type chunked[T any] struct {
	chunks [][]T
	len    int
}

const (
	chunkBits = 10
	chunkRows = 1 << chunkBits
)

// add appends an element and returns its index.
func (c *chunked[T]) add(x T) int32 {
	at := c.len % chunkRows
	if at == 0 {
		c.chunks = append(c.chunks, make([]T, chunkRows))
	}
	c.chunks[len(c.chunks)-1][at] = x
	c.len++
	return int32(c.len) - 1
}

// at returns an element.
func (c *chunked[T]) at(i int32) *T { return &c.chunks[i>>chunkBits][i%chunkRows] }

// runCounts are rows of a count for each run, in chunks.
type runCounts struct {
	chunks [][]int64
	rows   int
}

// add appends a row of zeros for so many runs.
func (c *runCounts) add(runs int) {
	if c.rows%chunkRows == 0 {
		c.chunks = append(c.chunks, make([]int64, chunkRows*runs))
	}
	c.rows++
}

// at returns a row.
func (c *runCounts) at(row int32, runs int) []int64 {
	begin := int(row%chunkRows) * runs
	return c.chunks[row>>chunkBits][begin : begin+runs : begin+runs]
}

type packedSite struct {
	method      int32
	bci         iprof.BCI
	first, last int32 // indexes of parts, -1: none
	parts       int32
}

type packedPart struct {
	partKey
	next       int32 // index of the next part of the site
	otherIndex bool
}

// len returns the number of sites.
func (s *pairedSites) len() int { return s.sites.len }

// at returns a site.
func (s *pairedSites) at(i int) *pairedSite {
	site := &pairedSite{parts: make([]pairedPart, 0, s.sites.at(int32(i)).parts)}
	s.read(i, site)
	return site
}

// read sets a site to one of them, in the memory of its parts.
func (s *pairedSites) read(i int, site *pairedSite) {
	packed := s.sites.at(int32(i))
	site.hidden = s.hidden[int32(i)]
	site.method, site.bci, site.executions, site.parts = packed.method, packed.bci, s.executions.at(int32(i), s.runs), site.parts[:0]
	for part := packed.first; part >= 0; {
		of := s.parts.at(part)
		site.parts = append(site.parts, pairedPart{of.partKey, of.otherIndex, s.counts.at(part, s.runs)})
		part = of.next
	}
}

// A sitePairing collects the sites of all runs.
type sitePairing struct {
	pairedSites
	numbers convert.Keys // of sites, by method and BCI
	beyond  map[partOf]int32
}

// A partOf is the key of a part beyond the first ones of its site.
type partOf struct {
	site int32
	partKey
}

// fewParts is the number of parts up to which a linear search is faster than a map.
const fewParts = 16

func newSitePairing(runs int) *sitePairing {
	return &sitePairing{pairedSites: pairedSites{runs: runs}, beyond: map[partOf]int32{}}
}

// site returns the index of a site, which it adds if it is new.
func (s *sitePairing) site(method int32, bci iprof.BCI) int32 {
	at, fresh := s.numbers.Add(convert.PlaceKey(method, bci))
	if fresh {
		s.sites.add(packedSite{method: method, bci: bci, first: -1, last: -1})
		s.executions.add(s.runs)
	}
	return at
}

// add adds a count to a part of a site.
func (s *sitePairing) add(run int, at, part int32, n int64) {
	s.executions.at(at, s.runs)[run] += n
	s.counts.at(part, s.runs)[run] += n
}

// addSame adds the counts of successors if the site has the same parts already, in the same order, as most sites of two runs have.
func (s *sitePairing) addSame(run int, at int32, keys []partKey, successors []iprof.Successor) bool {
	site := s.sites.at(at)
	if int(site.parts) != len(keys) {
		return false
	}
	part := site.first
	for _, key := range keys {
		of := s.parts.at(part)
		if of.partKey != key {
			return false
		}
		part = of.next
	}
	part = site.first
	for _, successor := range successors {
		s.add(run, at, part, successor.Count)
		part = s.parts.at(part).next
	}
	return true
}

// loneTarget returns the part of earlier runs that is the i-th of the successors of a conditional, if it is the only one there with its
// target, as it is among these. Compilers number such successors in another order from build to build; where several successors of a
// switch share a target, only the number tells them apart.
func (s *sitePairing) loneTarget(at int32, i int, successors []partKey) (part int32, known bool) {
	site := s.sites.at(at)
	if len(successors) > fewParts || site.parts > fewParts {
		return 0, false
	}
	key := successors[i]
	for k, other := range successors {
		if k != i && other.target == key.target {
			return 0, false
		}
	}
	for next := site.first; next >= 0; next = s.parts.at(next).next {
		if s.parts.at(next).target != key.target {
			continue
		}
		if known {
			return 0, false
		}
		part, known = next, true
	}
	if known && s.parts.at(part).index != key.index {
		s.parts.at(part).otherIndex = true
	}
	return part, known
}

// part returns the index of a part of a site, new or not.
func (s *sitePairing) part(at int32, key partKey) int32 {
	site := s.sites.at(at)
	part := site.first
	for range min(site.parts, fewParts) {
		of := s.parts.at(part)
		if of.partKey == key {
			return part
		}
		part = of.next
	}
	if site.parts >= fewParts {
		if part, ok := s.beyond[partOf{at, key}]; ok {
			return part
		}
	}
	part = s.parts.add(packedPart{partKey: key, next: -1})
	if site.parts >= fewParts {
		s.beyond[partOf{at, key}] = part
	}
	s.counts.add(s.runs)
	if site.first < 0 {
		site.first = part
	} else {
		s.parts.at(site.last).next = part
	}
	site.last = part
	site.parts++
	return part
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

// join moves the counts that some runs, from one to before another, have of old parts to their new ones, and drops the old parts that no
// run has then.
func (s *pairedSites) join(site *packedSite, newOf map[int32]int32, from, to int) {
	last := int32(-1)
	for part := site.first; part >= 0; part = s.parts.at(part).next {
		counts := s.counts.at(part, s.runs)
		new, moved := newOf[part]
		if moved {
			of := s.counts.at(new, s.runs)
			for run := from; run < to; run++ {
				of[run] += counts[run]
				counts[run] = 0
			}
		}
		if !moved || runsWith(counts) > 0 {
			if last < 0 {
				site.first = part
			} else {
				s.parts.at(last).next = part
			}
			last = part
			continue
		}
		site.parts--
	}
	site.last = last
	if last >= 0 {
		s.parts.at(last).next = -1
	}
}

// runsWith returns the number of runs that have counts, given the counts by run.
func runsWith(counts []int64) int {
	runs := 0
	for _, n := range counts {
		if n > 0 {
			runs++
		}
	}
	return runs
}
