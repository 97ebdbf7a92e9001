package stacks

import (
	"fmt"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/internal/words"
)

// A Base is the old profile of a comparison, on the nodes of the common tree.
type Base struct {
	Values []BaseValue // by node, scaled
	Scale  float64     // factor from a value of the base to one of Values

	// Typical reports whether Scale is the ratio of lengths according to most methods, as package diff computes it for calls.
	// Otherwise Scale makes the Tree.Whole of both equal; for calls, the entries of both programs.
	Typical bool

	// Counts reports whether numbers of samples are compared, unscaled, rather than shares; SameWork, whether that is because both
	// runs did the same work. Typical is then true as well.
	Counts, SameWork bool

	// Properties of the base before scaling.
	Unit         string // convert.UnknownUnit if the base does not say
	Total, Whole int64
	Hidden       int64
	Tally        convert.Tally

	// Threshold is the minimum difference of values that count as changed, relative to the base: 0 for samples; for calls, the
	// default of package diff.
	Threshold float64

	// Changed reports by node whether it differs by the threshold, and significantly, see [compare.ExactTest]. Tests is the number
	// of tests that it is corrected for. Changed is nil if values are neither samples, see Tree.PerSample, nor calls: every
	// difference is then a change.
	Changed []bool
	Tests   int

	// SelfChanged and TotalChanged report by frame, over all stacks, whether its self value and its value once per stack changed,
	// as package diff tests methods. The numbers of tests are the numbers of frames with a value. They are nil if Changed is, and
	// in a tree with other frames, see [Tree.CollapseRuns].
	SelfChanged, TotalChanged []bool
	SelfTests, TotalTests     int

	// Unknown reports by node whether its total is not compared, as that of entries some of whose contexts have a count in one of the profiles
	// only, unless the rest could only add to the change. UnknownMethods reports it by frame, of self values and of totals. They are nil if
	// there are none.
	Unknown        []bool
	UnknownMethods [2][]bool
}

// Length describes how the profiles were normalized for run length.
func (b *Base) Length() string {
	switch {
	case b.Counts && b.SameWork:
		return "not scaled, as both runs made as many calls: colors are changes of their number"
	case b.Counts:
		return "not scaled: colors are changes of their number"
	case b.Typical:
		return compare.Runs{Ratio: b.Scale, Typical: true}.LengthNote()
	case b.Unit == convert.EntriesUnit:
		return "scaled to the same total"
	}
	text := "scaled to the same total: colors and points are changes of the share"
	if ratio := fmt.Sprintf("%.3g", b.Scale); ratio != "1" {
		text += " of all " + b.Unit + ", of which there are ×" + ratio + " as many as in the base"
	}
	return text
}

// Verdict describes whether a tested value changed.
func (b *Base) Verdict(changed bool) string {
	switch {
	case changed:
		return "significant"
	case b.Threshold > 0:
		return fmt.Sprintf("less than %g%% or not significant", 100*b.Threshold)
	}
	return "not significant"
}

// A ChangeOf says which changes of samples a comparison shows.
type ChangeOf int

// The changes. Entries are always normalized for run length.
const (
	AutoChange  ChangeOf = iota // of counts, if both runs did the same work according to their calls; otherwise of shares
	ShareChange                 // of shares of the total, for runs of different lengths or sampling periods
	CountChange                 // of numbers of samples
)

// String returns the name on the command line.
func (c ChangeOf) String() string { return words.Enum(c, "ChangeOf", "auto", "share", "count") }

// ByNumber reports whether a comparison of profiles is of numbers, if samples of both stand for as much each, and whether that is because
// both runs did the same work. Of may be nil: their work is unknown.
func (c ChangeOf) ByNumber(of *compare.Comparison) (numbers, sameWork bool) {
	sameWork = c != ShareChange && of != nil && of.SameWork()
	return sameWork || c == CountChange, sameWork
}

// A BaseValue is a node's value in the base of a comparison.
type BaseValue struct {
	Self, Total float64
}
