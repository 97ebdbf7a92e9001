package check

import (
	"fmt"

	"github.com/iprof-viz/iprof-viz/convert/caveats"
	"github.com/iprof-viz/iprof-viz/convert/training"
)

// Production are the results of a comparison with production. A nil threshold is none.
func Production(c *training.Production, least *Threshold) []caveats.Caveat {
	share, ok := c.Share()
	switch {
	case !ok:
		return []caveats.Caveat{{Severity: unknownShare(least != nil), Kind: "nothing-judged", Text: "no sample of production is in a method that could be judged"}}
	case least == nil || share >= least.Share:
		return nil
	}
	known := "have entries in the profile"
	if c.Stacks {
		known = "are on stacks of the profile"
	}
	return []caveats.Caveat{{Severity: caveats.Problem, Kind: "untrained", Count: c.BySample[training.Cold] + c.BySample[training.Unlisted],
		Text: fmt.Sprintf("%s of production's judged %s are in methods that %s, %s", shareBelow(share, least.Share), c.Unit, known, least.below()),
		Hint: "record a profile with a more production-like workload"}}
}
