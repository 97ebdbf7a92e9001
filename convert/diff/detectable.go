package diff

import (
	"fmt"

	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/convert/table"
)

// addDetectable says how large changes of samples have to be to be found.
func (c *comparison) addDetectable(t *table.Table, runs compare.Runs, tests int) {
	if note := runs.DetectableNote(tests); note != "" && !c.opts.Exact {
		t.Notes = append(t.Notes, note)
	}
	for i, share := range compare.DetectableShares {
		if rise, ok := runs.Detectable(share, tests); ok && !c.opts.Exact {
			t.AddFact(detectableFacts()[i].Key, table.FloatCell(rise))
		}
	}
}

// detectableFacts are the facts about changes of samples that are large enough to be found, by [compare.DetectableShares].
func detectableFacts() []table.Column {
	var facts []table.Column
	for _, share := range compare.DetectableShares {
		facts = append(facts, table.Column{Key: fmt.Sprintf("detectable_%.0f", 100*share), Kind: table.ChangeColumn, Presence: table.Sometimes,
			Doc: fmt.Sprintf("The rise of a share of %.0f%% that is found in 80%% of cases, with these samples and this number of tests. None if no rise is large enough, or every difference is a change.", 100*share)})
	}
	return facts
}
