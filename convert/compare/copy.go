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

	// Base are the entries of the innermost caller with entries in both profiles. They predict the entries of the copy. Base is
	// zero without such a caller.
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

// Expected returns the entries that the new run would have if only the entries of the base, or the length of the run, had changed.
func (c *Copy) Expected(r Runs) float64 {
	if c.Base != (Counts{}) {
		return float64(c.Entries.Old) * c.Base.Ratio()
	}
	return float64(c.Entries.Old) * r.Ratio
}

// Chance returns the p-value of the difference between the counts of a copy. Its entries are compared with its base's, which are
// random as well: the base of a hot loop may have a single entry. The difference must also be unlikely given the length of the run
// and the base's entries as exact numbers.
func (c *Copy) Chance(r Runs) float64 {
	entries := c.Entries
	switch {
	case c.In[OldSide] != c.In[NewSide]:
		entries = c.Inclusive
	case c.Known != [2]bool{true, true}:
		return 1
	}
	old, new := float64(entries.Old), float64(entries.New)
	byLength := r.Chance(old, new)
	if c.Base == (Counts{}) {
		return byLength
	}
	byBase := fisher(old, new, float64(c.Base.Old), float64(c.Base.New))
	both := max(byLength, fisherOfRatio(old, new, c.Base.Ratio()))
	return min(1, 2*min(byBase, both)) // two tests
}
