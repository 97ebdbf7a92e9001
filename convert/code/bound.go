package code

import "github.com/iprof-viz/iprof-viz/internal/words"

// A Bound says how sure a count is.
type Bound uint8

// The bounds.
const (
	None         Bound = iota // there is no figure
	Exact                     // counted, or fixed by counts
	UnlessThrown              // an upper bound, and the count if every call and check on the way returned normally
	AtLeast
	AtMost
)

// String returns the name that CSV and JSON have; "" for None.
func (b Bound) String() string {
	return words.Enum(b, "Bound", "", "exact", "unless_thrown", "at_least", "at_most")
}

// An Execution is how often an instruction ran.
type Execution struct {
	Count int64
	Bound Bound
}

// Plain reports whether the count is the number itself, or nearly always is.
func (e Execution) Plain() bool { return e.Bound == Exact || e.Bound == UnlessThrown }
