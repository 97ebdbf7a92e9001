package report

import (
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/callgraph"
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/convert/findings"
	"github.com/iprof-viz/iprof-viz/convert/info"
	"github.com/iprof-viz/iprof-viz/convert/optimized"
	"github.com/iprof-viz/iprof-viz/convert/sites"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/internal/load"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/optlog"
	"github.com/iprof-viz/iprof-viz/render/page"
	"github.com/iprof-viz/iprof-viz/render/summary"
)

// Options control how a report is made from profiles. Checked must be set.
type Options struct {
	Filter       convert.FilterOptions // View must be ExpertView or MachineView
	Input        []string              // the arguments of the commands that the summary names
	Code         Code
	Log          *optlog.Log             // of the compiler of the optimized image; nil: none
	LogArguments []string                // that select the log, added to commands that read it
	Checked      *summary.CheckedFile    // the comparisons of the profile with code and with production
	Listed       bool                    // the profile was compared with a list of methods
	Misfit       *findings.Misfit        // the methods missing from the list; nil: none
	Working      func(part string) error // is told which part of the work begins; an error ends it; nil: nobody waits

	Pairing     compare.Options // with a base
	Change      stacks.ChangeOf // likewise
	BaseName    string          // display name of the base
	DiffCommand []string        // a command that shows every change since the base; nil: none
}

// Limits of a report. What is beyond them is of little interest in a page, and would be most of its bytes; each part has its sum.
const (
	listLimit    = 10     // rows in a list of the summary
	rowLimit     = 5_000  // rows of a table, or sites
	callLimit    = 20_000 // calls, which pages of methods need, and calls in samples
	unitLimit    = 500
	appUnitLimit = 2_000 // units of the application, even beyond unitLimit
	minShare     = 0.001 // share of a unit's entries, for an inlined method
)

// A report is a report in progress: its profile, what it is compared with, and the parts made so far.
type report struct {
	Options
	now     *load.Loaded
	profile *iprof.Profile
	names   *convert.Names
	base    *baseline // nil: none
	info    *info.Info
	parts   page.Parts
	whole   *sites.Whole // for parts that need it; nil: none of them is left, see holdSites
	beyond  []code.BranchBeyondEntries
	graph   *calls.Graph      // nil: not made yet, see callGraph
	series  *callgraph.Series // nil: not made yet, see newGraph

	optimized *optimized.Image // nil: not made yet, see image

	hottest, hottestOfApp []int32 // the slots of methods that the summary lists by samples
}
