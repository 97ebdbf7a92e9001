package compare

import (
	"math"
	"math/bits"
)

// A Copy is an inlined copy of a method, or a compilation root, with its entries. Base are those of the innermost caller
// that has some in both profiles, which say how many to expect; zero where there is none.
type Copy struct {
	In, Known [2]bool // by side: the profile has it, and its count
	Entries   Counts
	Inclusive Counts // with those of all that is inlined below
	Base      Counts
}

// SameRate reports whether a copy that is in both profiles was entered as often for each entry of its base, or at the
// length of the run. Of what has no count nothing else can be told.
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

// Expected returns the entries of the new run if nothing but those of the base, and the length of the run, had changed.
func (c *Copy) Expected(r Runs) float64 {
	if c.Base != (Counts{}) {
		return float64(c.Entries.Old) * c.Base.Ratio()
	}
	return float64(c.Entries.Old) * r.Ratio
}

// Chance returns how likely it is that a copy differs as much as it does, or more, if nothing changed. The entries of its
// base say how often to expect it, and the length of the run does. It has to be unlikely by both, as a base that was
// entered a few times is as much a matter of chance; or, if the base was entered often, by that alone.
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
		p = min(1, 2*min(p, ratesDiffer(old, float64(c.Base.Old), new, float64(c.Base.New)))) // two chances to be picked
	}
	return p
}
