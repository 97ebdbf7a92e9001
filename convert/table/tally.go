package table

import (
	"fmt"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/words"
)

// A DroppedRecords is the part of a metric's records that the view or a filter drops.
type DroppedRecords struct {
	Why     string // the reason in a word or two: "profiler runtime", "--ignore"
	Records int    // number of stacks, contexts or sites
	Value   int64
}

// DroppedBy returns the records that a tally drops, by reason.
func DroppedBy(t convert.Tally) []DroppedRecords {
	var all []DroppedRecords
	for reason, part := range t.ByReason {
		if convert.DropReason(reason) != convert.NotDropped && part.Records > 0 {
			all = append(all, DroppedRecords{convert.DropReason(reason).String(), part.Records, part.Value})
		}
	}
	return all
}

// SetTally sets Base, Whole, Hidden and Filtered from the tally of the metric's records, and adds a caveat if samples are few.
// The word for records is in the plural, such as "stacks".
func (t *Table) SetTally(tally convert.Tally, records string) {
	t.Base = tally.Kept().Value
	t.Whole = t.Base + tally.Hidden().Value
	t.Hidden, t.OutsideOnly = DroppedBy(tally), tally.IsOutside()
	t.Filtered = tally.Notes(t.Unit, records)
	if t.PerSample == 0 {
		return
	}
	if samples := t.Base / t.PerSample; 0 < samples && samples < convert.EnoughSamples {
		low, high := convert.WilsonInterval(samples/2, samples)
		t.Caveats = append(t.Caveats, fmt.Sprintf("too few %s: a share of %.0f%% has a 95%% interval of %s",
			convert.Samples.SampleNoun(t.Unit, t.PerSample), 100*float64(samples/2)/float64(samples), words.RangePercent(low, high, 0)))
	}
}
