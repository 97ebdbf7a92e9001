package compare

// The sides of a comparison, as indexes.
const OldSide, NewSide = 0, 1

// A Counts is what one thing counts in two profiles.
type Counts struct{ Old, New int64 }

// Ratio returns how many are new for each old one. There has to be one.
func (p Counts) Ratio() float64 { return float64(p.New) / float64(p.Old) }

// RoundingTolerance is up to which part of their sum weights may be off.
const RoundingTolerance = 1e-9
