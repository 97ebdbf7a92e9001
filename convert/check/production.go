package check

import (
	"fmt"

	"github.com/iprof-viz/iprof-viz/convert/caveats"
	"github.com/iprof-viz/iprof-viz/convert/training"
	"github.com/iprof-viz/iprof-viz/internal/words"
)

// unlistedShare is the share of production's samples in classes that the profile does not list from which on it may be of another
// program.
const unlistedShare = 0.1

// Production returns the findings of a comparison with production. A nil threshold means none.
func Production(c *training.Production, minimum *Threshold) []caveats.Caveat {
	var all []caveats.Caveat
	share, ok := c.Share()
	switch {
	case !ok:
		all = append(all, caveats.Caveat{Severity: unknownShare(minimum != nil), Kind: "nothing-judged", Text: "no sample of production is in a method that could be judged"})
	case c.Foreign() && minimum != nil:
		all = append(all, caveats.Caveat{Severity: caveats.Problem, Kind: "nothing-judged",
			Text: fmt.Sprintf("only %s of production's %s are in methods that could be judged", words.Percent(float64(c.Judged())/float64(c.Base)), c.Unit)})
	case minimum != nil && share < minimum.Share:
		known := "ran in the profile"
		if c.Stacks {
			known = "are on stacks of the profile"
		}
		all = append(all, caveats.Caveat{Severity: caveats.Problem, Kind: "untrained", Count: c.BySample[training.Cold] + c.BySample[training.Unlisted],
			Text: fmt.Sprintf("%s of production's judged %s are in methods that %s, %s", shareBelow(share, minimum.Share), c.Unit, known, minimum.below()),
			Hint: untrainedHint(c)})
	}
	if n := c.BySample[training.UnlistedClass]; c.Base > 0 && float64(n) >= unlistedShare*float64(c.Base) {
		all = append(all, caveats.Caveat{Severity: caveats.Caution, Kind: "unlisted-classes", Count: n,
			Text: fmt.Sprintf("%s of production's %s are in classes that the profile does not list", words.Percent(float64(n)/float64(c.Base)), c.Unit),
			Hint: "record the profile with the program that runs in production: the same version, class path and configuration of reflection"})
	}
	return all
}

// untrainedHint says what to do about samples in untrained methods.
func untrainedHint(c *training.Production) string {
	hint, runs := "", "what production runs"
	if c.Unread > 0 {
		hint = fmt.Sprintf("%s of the judged are in methods that may be native: --classpath and --jdk say which are; ", words.Percent(float64(c.Unread)/float64(c.Judged())))
		runs = "the others"
	}
	hint += "record a profile with a workload that runs " + runs
	if c.Untrained != "" {
		hint += ", such as " + c.Untrained
	}
	return hint
}
