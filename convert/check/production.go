package check

import (
	"fmt"

	"github.com/iprof-viz/iprof-viz/convert/caveats"
	"github.com/iprof-viz/iprof-viz/convert/training"
)

// Production returns the findings of a comparison with production. A nil threshold means none.
func Production(c *training.Production, minimum *Threshold) []caveats.Caveat {
	share, ok := c.Share()
	switch {
	case !ok:
		return []caveats.Caveat{{Severity: unknownShare(minimum != nil), Kind: "nothing-judged", Text: "no sample of production is in a method that could be judged"}}
	case minimum == nil || share >= minimum.Share:
		return nil
	}
	known := "have entries in the profile"
	if c.Stacks {
		known = "are on stacks of the profile"
	}
	return []caveats.Caveat{{Severity: caveats.Problem, Kind: "untrained", Count: c.BySample[training.Cold] + c.BySample[training.Unlisted],
		Text: fmt.Sprintf("%s of production's judged %s are in methods that %s, %s", shareBelow(share, minimum.Share), c.Unit, known, minimum.below()),
		Hint: "record a profile with a more production-like workload"}}
}
