package compare

import (
	"math"
	"math/bits"
)

// A Copy is an inlined copy of a method, or a compilation root, with its entries.
type Copy struct {
	In, Known [2]bool // by side: the profile has the copy; its count is known
	Entries   Counts
	Inclusive Counts // entries of the copy and of all code inlined into it

	// Base are the entries of the innermost caller that has any in both profiles. They predict the entries of the copy. Base
	// is zero if there is no such caller.
	Base Counts
}

// SameRate reports whether a copy in both profiles was entered at the same rate per entry of its base or, without a base,
// per length of the run. If a count is unknown, it reports whether both are.
func (c *Copy) SameRate(r Runs) bool {
	switch {
	case c.Known != [2]bool{true, true}:
		return c.Known[OldSide] == c.Known[NewSide]
	case c.Base == (Counts{}):
		return math.Abs(float64(c.Entries.New)-float64(c.Entries.Old)*r.Ratio) <= RoundingTolerance*float64(c.Entries.New)
	}
	newHigh, newLow := bits.Mul64(uint64(c.Entries.New), uint64(c.Base.Old))
	oldHigh, oldLow := bits.Mul64(uint64(c.Entries.Old), uint64(c.Base.New))
	return newHigh == oldHigh && newLow == oldLow
}

// Expected returns the entries of the new run if only the entries of the base, or the length of the run, had changed.
func (c *Copy) Expected(r Runs) float64 {
	if c.Base != (Counts{}) {
		return float64(c.Entries.Old) * c.Base.Ratio()
	}
	return float64(c.Entries.Old) * r.Ratio
}

// Chance returns the probability that a copy differs by chance as much as it does, or more. Both the entries of its base and
// the length of the run predict its entries. The difference must be unlikely by both predictions, because a base with few
// entries is random, too; if the base was entered often, that prediction alone is enough.
func (c *Copy) Chance(r Runs) float64 {
	old, new := float64(c.Entries.Old), float64(c.Entries.New)
	differ := func(ratio float64) float64 {
		switch {
		case !c.In[NewSide]:
			return onOneSide(c.Inclusive.Old, ratio)
		case !c.In[OldSide]:
			return onOneSide(c.Inclusive.New, 1/ratio)
		case c.Known != [2]bool{true, true}:
			return 1
		}
		return countsDiffer(old, new, ratio)
	}
	p := differ(r.Ratio)
	if c.Base == (Counts{}) {
		return p
	}
	p = max(p, differ(c.Base.Ratio()))
	if c.Known == [2]bool{true, true} {
		p = min(1, 2*min(p, ratesDiffer(old, float64(c.Base.Old), new, float64(c.Base.New)))) // two tests
	}
	return p
}
