package compare

// The sides of a comparison, as indexes.
const OldSide, NewSide = 0, 1

// Counts are the values of one thing in the old and the new profile.
type Counts struct{ Old, New int64 }

// Ratio returns New/Old. Old must not be 0.
func (p Counts) Ratio() float64 { return float64(p.New) / float64(p.Old) }

// Add adds to the value of a side.
func (p *Counts) Add(side int, value int64) {
	if side == OldSide {
		p.Old += value
	} else {
		p.New += value
	}
}

// RoundingTolerance is the relative error of sums of floating-point numbers that is ignored.
const RoundingTolerance = 1e-9
