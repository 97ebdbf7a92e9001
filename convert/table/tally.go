package table

import (
	"fmt"

	"github.com/iprof-viz/iprof-viz/convert"
)

// A DroppedRecords is a part of a metric's records that the view or a filter drops.
type DroppedRecords struct {
	Why     string // in a word or two: "profiler runtime", "--ignore"
	Records int    // stacks, contexts or sites
	Value   int64
}

// DroppedBy returns what is dropped, by why.
func DroppedBy(t convert.Tally) []DroppedRecords {
	var all []DroppedRecords
	for fate, part := range t.ByReason {
		if convert.DropReason(fate) != convert.NotDropped && part.Records > 0 {
			all = append(all, DroppedRecords{convert.DropReason(fate).String(), part.Records, part.Value})
		}
	}
	return all
}

// SetTally says what filters did to the metric's records, which are stacks or, in the plural, whatever else has a value,
// and which of them matched nothing.
func (t *Table) SetTally(tally convert.Tally, records string, unmatched []string) {
	t.Base = tally.Kept().Value
	t.Whole = t.Base + tally.Hidden().Value
	t.Hidden = DroppedBy(tally)
	t.Filtered = tally.Notes(t.Unit, records)
	for _, filter := range unmatched {
		t.Doubts = append(t.Doubts, "--"+filter+" matches no frame")
	}
	if t.PerSample == 0 {
		return
	}
	if samples := t.Base / t.PerSample; 0 < samples && samples < convert.EnoughSamples {
		low, high := convert.WilsonInterval(samples/2, samples)
		t.Doubts = append(t.Doubts, fmt.Sprintf("so few samples say little: a share of %.0f %% may as well be one of %.0f or %.0f %%",
			100*float64(samples/2)/float64(samples), 100*low, 100*high))
	}
}
