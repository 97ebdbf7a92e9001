package code

import "github.com/iprof-viz/iprof-viz/internal/words"

// A Bound is the certainty of a count.
type Bound uint8

// The bounds.
const (
	None         Bound = iota // unknown
	Exact                     // counted, or determined by counts
	UnlessThrown              // an upper bound, and the count if every call and check on the way returned normally
	AtLeast
	AtMost
)

// String returns the name used in CSV and JSON; "" for None.
func (b Bound) String() string {
	return words.Enum(b, "Bound", "", "exact", "unless_thrown", "at_least", "at_most")
}

// Mark returns the mark that people read before a count: "≥" or "≤"; "" if it is no bound. A count that holds unless an exception was thrown
// is an upper bound.
func (b Bound) Mark() string {
	switch b {
	case AtLeast:
		return "≥"
	case AtMost, UnlessThrown:
		return "≤"
	}
	return ""
}

// Words returns the words that people read before a count: "at least " or "at most "; "" if it is no bound.
func (b Bound) Words() string {
	switch b.Mark() {
	case "≥":
		return "at least "
	case "≤":
		return "at most "
	}
	return ""
}

// An Execution is how often an instruction ran.
type Execution struct {
	Count int64
	Bound Bound
}

// Plain reports whether the count is exact or nearly always exact.
func (e Execution) Plain() bool { return e.Bound == Exact || e.Bound == UnlessThrown }
