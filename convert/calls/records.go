package calls

import (
	"cmp"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A record sums up the records of a site, over all contexts of its method.
type record struct {
	bci       iprof.BCI
	types     int32 // number of receiver types
	saturated bool
	targets   []recordedTarget
	apart     int64 // calls of one or another of the targets, beside theirs
}

// A recordedTarget is a callee of a site, with its records.
type recordedTarget struct {
	callee    *Callee
	calls     int64 // by receiver types or, if these lack some, inlined
	inlined   int64
	contexts  int32
	evidence  Evidence // of the calls that were not inlined: Receivers, ByLambda or NoEvidence; Inlined if there are none
	uncounted bool
	seen      *seenTypes // nil: none
}

// seenTypes are the receiver types of a callee, in the order of the file, and the methods that they may select.
type seenTypes struct {
	places[iprof.TypeID]
	may []*Callee
}

// typed returns the receiver types of the target, to add to them.
func (t *recordedTarget) typed() *seenTypes {
	if t.seen == nil {
		t.seen = &seenTypes{}
	}
	return t.seen
}

// sum returns the calls of all targets together.
func (r *record) sum() int64 {
	n := r.apart
	for i := range r.targets {
		n = code.AddBounds(n, r.targets[i].calls)
	}
	return n
}

// of returns the records of a callee; nil: none.
func (r *record) of(c *Callee) *recordedTarget {
	for i := range r.targets {
		if r.targets[i].callee == c {
			return &r.targets[i]
		}
	}
	return nil
}

// compact are the records of callers without code, which are most where class files are missing: a fifth of the memory of their sites,
// which are made when they are asked for.
type compact struct {
	of      []int32 // by slot: the index of a caller, plus 1; 0: none
	callers []compactCaller
}

// A compactRoom is memory for compact callers.
type compactRoom struct {
	sites   []compactSite
	targets []recordedTarget
}

type compactCaller struct {
	sites   []compactSite
	targets []recordedTarget
}

// A compactSite is a [record] without the list of its targets.
type compactSite struct {
	bci       iprof.BCI
	types     int32
	end       int32 // of its targets, among the caller's; they begin after those of the site before
	saturated bool
	apart     int64
}

// roomSize is the number of sites and of targets that memory is allocated for at a time.
const roomSize = 4096

func newCompact(p *iprof.Profile) compact { return compact{of: make([]int32, p.MethodSlots())} }

// caller returns a caller with a copy of the records.
func (c *compactRoom) caller(records []record) compactCaller {
	n := 0
	for i := range records {
		n += len(records[i].targets)
	}
	if cap(c.sites)-len(c.sites) < len(records) {
		c.sites = make([]compactSite, 0, max(roomSize, len(records)))
	}
	if cap(c.targets)-len(c.targets) < n {
		c.targets = make([]recordedTarget, 0, max(roomSize, n))
	}
	of := compactCaller{c.sites[len(c.sites):], c.targets[len(c.targets):]}
	of.add(records)
	c.sites, c.targets = c.sites[:len(c.sites)+len(records)], c.targets[:len(c.targets)+n]
	return of
}

// add adds a caller.
func (c *compact) add(slot int32, of compactCaller) {
	c.callers = append(c.callers, of)
	c.of[slot] = int32(len(c.callers))
}

// add adds records.
func (c *compactCaller) add(records []record) {
	for i := range records {
		r := &records[i]
		c.targets = append(c.targets, r.targets...)
		c.sites = append(c.sites, compactSite{bci: r.bci, types: r.types, end: int32(len(c.targets)), saturated: r.saturated, apart: r.apart})
	}
}

// caller returns a caller; nil: it has code, or no sites.
func (c *compact) caller(slot int32) *compactCaller {
	if n := c.of[slot]; n > 0 {
		return &c.callers[n-1]
	}
	return nil
}

// record returns the record of a site.
func (c *compactCaller) record(site int) record {
	s := &c.sites[site]
	return record{bci: s.bci, types: s.types, saturated: s.saturated, apart: s.apart, targets: c.targets[c.end(site-1):s.end]}
}

// at returns the index of the site at a BCI; -1: none.
func (c *compactCaller) at(bci iprof.BCI) int {
	i, ok := slices.BinarySearchFunc(c.sites, bci, func(s compactSite, bci iprof.BCI) int { return cmp.Compare(s.bci, bci) })
	if !ok {
		return -1
	}
	return i
}

// end returns the number of targets up to a site; -1: before the first.
func (c *compactCaller) end(site int) int32 {
	if site < 0 {
		return 0
	}
	return c.sites[site].end
}
