package report

import (
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/convert/findings"
	"github.com/iprof-viz/iprof-viz/convert/info"
	"github.com/iprof-viz/iprof-viz/internal/load"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render/page"
	"github.com/iprof-viz/iprof-viz/render/summary"
)

// Options say how a report is made of profiles. Checked must be set.
type Options struct {
	Filter  convert.FilterOptions // View is ExpertView or MachineView
	Input   []string              // the arguments of the commands that the summary names
	Code    Code
	Checked *summary.CheckedFile // the comparisons of the profile with code and with production
	Listed  bool                 // the profile was compared with a list of methods
	Misfit  *findings.Misfit     // the methods that the list lacks; nil: none

	Pairing     compare.Options // with a base
	BaseName    string          // the base, its display name
	DiffCommand []string        // shows every change since the base; nil: none
}

// Limits of a report. What is beyond them is of no interest in a page, and would be most of its bytes; each part has its sum.
const (
	listLimit    = 10     // rows in a list of the summary
	rowLimit     = 5_000  // rows of a table, or sites
	callLimit    = 20_000 // edges of the call graph
	unitLimit    = 500
	appUnitLimit = 2_000 // of the application, even beyond unitLimit
	minShare     = 0.001 // of a unit's entries, for a method that is inlined
)

// A report is one that is being made: its profile, what it is compared with, and the parts made so far.
type report struct {
	Options
	now     *load.Loaded
	profile *iprof.Profile
	names   *convert.Names
	base    *baseline // nil: none
	info    *info.Info
	parts   page.Parts

	hottest, hottestOfApp []int32 // the slots of methods that the summary lists by samples
}
