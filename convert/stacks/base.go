package stacks

import (
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/compare"
)

// A Base is the other profile of a comparison, in the tree of both.
type Base struct {
	Values []BaseValue // by node, scaled
	Scale  float64     // what a value of the base counts as in Values

	// Typical says that Scale brings runs to the same length by what most methods did, as package diff does with calls. Else it
	// makes both have the same Tree.Whole.
	Typical bool

	// What there is of the base, before scaling.
	Unit         string // convert.UnknownUnit where only the other profile says it
	Total, Whole int64
	Hidden       int64
	Tally        convert.Tally

	// Changed tells by node whether it differs by more than chance does, with the test of package diff, which is Test in words,
	// and its correction for the number of tests, which is Tests. It is nil where values are neither samples, see
	// Tree.PerSample, nor calls: there every difference is one.
	Changed []bool
	Test    string
	Tests   int
}

// Length says in words how the profiles were brought to the same length.
func (b *Base) Length() string {
	if b.Typical {
		return compare.Runs{Ratio: b.Scale, Typical: true}.LengthNote()
	}
	return "scaled to the same total"
}

// A BaseValue is a node's value in the base of a comparison.
type BaseValue struct {
	Self, Total float64
}
