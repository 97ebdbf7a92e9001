package diff

import (
	"math"

	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/convert/table"
)

// A Difference is the result of [New].
type Difference struct {
	table.Set
	Changes int // number of rows, sites and units in all tables, including those beyond the limit
	Small   int // methods, sites and inlined copies that changed too little to be reported

	TooFew bool // counts differ, and there are so few that no difference could be significant

	// Largest is the largest change of any method's share of self samples or entries; nil if none changed.
	Largest *ShareChange

	Overlaps map[Section]Overlap // of what is shown: of the compared sections that have one; unknown of those that only one profile has

	runs     [2]*compare.Runs     // of samples and of calls; nil: not compared
	apart    compare.Incomparable // of calls
	ofShares bool                 // a table is of runs that differ in length

	neither    []string // the metrics that neither profile has
	ofPrograms string   // the caveat that both may be of different programs; "": none
	others     string   // samples 0.1%, calls 0.0%: the overlaps if both are probably of different programs; "": they are not
}

// A ShareChange is the change of a method's share of a metric.
type ShareChange struct {
	Unit   string // of the metric, in the plural
	Method string
	Change float64 // from -1 to 1, see [New]
}

// Size returns the absolute value of the change.
func (c *ShareChange) Size() float64 { return math.Abs(c.Change) }
