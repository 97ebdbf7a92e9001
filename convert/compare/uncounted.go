package compare

import (
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// Uncounted says whether the entries of a context have a count. A profile has contexts without one, whose entries are unknown, which is not
// zero: a sum with such a context is a lower bound. Contexts that a profile does not have were not entered.
type Uncounted uint8

// The counts of a context, or of several: the largest of theirs.
const (
	Counted        Uncounted = iota
	UncountedAlike           // in both profiles: sums of both leave out the same, and can be compared
	UncountedAlone           // in this profile only: its sum leaves out what the other one has, or has not
)

// Uncounted returns, by side and by node of the profile's contexts, which have no count of their entries; nil if all have one. Contexts are
// paired by their methods and call sites.
func (c *Comparison) Uncounted() [2][]Uncounted {
	var of [2][]Uncounted
	var hashes [2][]uint64
	for side := range c.Sides {
		p := c.Sides[side].Profile
		if p.Calls.Len() == 0 {
			continue
		}
		_, known := convert.EntriesByNode(p)
		for i, k := range known {
			if !k {
				if of[side] == nil {
					of[side] = make([]Uncounted, len(known))
				}
				of[side][i] = UncountedAlone
			}
		}
	}
	if of[OldSide] == nil || of[NewSide] == nil {
		return of
	}
	for side := range c.Sides {
		hashes[side] = c.contextHashes(side)
	}
	alike := map[uint64]iprof.NodeID{}
	for i, u := range of[OldSide] {
		if u != Counted {
			alike[hashes[OldSide][i]] = iprof.NodeID(i)
		}
	}
	for i, u := range of[NewSide] {
		if old, ok := alike[hashes[NewSide][i]]; ok && u != Counted {
			of[NewSide][i], of[OldSide][old] = UncountedAlike, UncountedAlike
		}
	}
	return of
}

// contextHashes returns hashes of the contexts of a side, which are the same for the same context of the other side.
func (c *Comparison) contextHashes(side int) []uint64 {
	p := c.Sides[side].Profile
	hashes := make([]uint64, p.Contexts.Len())
	for i, n := range p.Contexts.All() {
		h, site := uint64(0x9e3779b97f4a7c15), uint64(0)
		if n.Parent != iprof.NoNode {
			h, site = hashes[n.Parent], uint64(uint32(n.Site))
		}
		h ^= site<<32 | uint64(uint32(c.Methods[side][p.MethodSlot(n.Method)]))
		h = (h ^ h>>30) * 0xbf58476d1ce4e5b9 // as in SplitMix64, so that no two of a million are likely to be the same
		h = (h ^ h>>27) * 0x94d049bb133111eb
		hashes[i] = h ^ h>>31
	}
	return hashes
}

// Incomparable are method entries that cannot be compared, as one profile has no count of them: no difference of totals with them says anything.
type Incomparable struct {
	Counts  Counts // that there are
	Partly  bool   // of some methods, both profiles have counts, one of them not of all contexts
	Methods string // 5 methods, T.a, T.b, T.c and 2 more; "": there are none
}

// Caveat says which entries are left out; "": none.
func (i Incomparable) Caveat() string {
	switch {
	case i.Methods == "":
		return ""
	case i.Partly:
		return "Method entries of " + i.Methods + ", are not comparable: one profile has no count of some of them"
	}
	return "Method entries of " + i.Methods + ", are not comparable: one profile has no count of them"
}

// LeftBy returns the runs of calls without these entries.
func (i Incomparable) LeftBy(calls *Runs) *Runs {
	if calls == nil || i.Methods == "" {
		return calls
	}
	left := *calls
	left.Old -= float64(i.Counts.Old)
	left.New -= float64(i.Counts.New)
	return &left
}
