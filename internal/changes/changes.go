// Package changes compares two profiles, for the commands that show what changed.
package changes

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/convert/diff"
	"github.com/iprof-viz/iprof-viz/convert/rewrite"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// New computes what changed between the profiles of a comparison. It fails if there is nothing to compare: the profiles have no
// record types in common, or the filters keep none; or with the error of opts.Working.
func New(of *compare.Comparison, opts diff.Options) (*diff.Difference, error) {
	var stopped error
	opts.Working = keepError(&stopped, opts.Working)
	d := diff.New(of, opts)
	if stopped != nil {
		return nil, stopped
	}
	if len(d.Tables) == 0 && len(d.Notes) > 0 {
		return nil, &cli.Failure{Status: cli.StatusInput, Err: fmt.Errorf("nothing to compare: the profiles share no record types%s", cli.Because(d.Notes))}
	}
	if len(d.Tables) > 0 && !slices.ContainsFunc(d.Tables, func(t *table.Table) bool { return t.Base > 0 }) {
		return nil, &cli.Failure{Status: cli.StatusCheck, Err: fmt.Errorf("nothing left to compare after filtering%s", cli.Because(d.Caveats))}
	}
	return d, nil
}

// Variance compares runs. It fails with the error of opts.Working.
func Variance(files []string, profiles []*iprof.Profile, names []*convert.Names, opts diff.VarianceOptions) (*diff.VarianceReport, error) {
	var stopped error
	opts.Working = keepError(&stopped, opts.Working)
	v := diff.Variance(files, profiles, names, opts)
	return v, stopped
}

// keepError returns a function that calls another one, unless that is nil, and keeps its error.
func keepError(kept *error, working func(part string) error) func(part string) error {
	return func(part string) error {
		if working != nil {
			*kept = working(part)
		}
		return *kept
	}
}

// overlapLimit is the name of the flag for the lowest overlap that passes.
const overlapLimit = "fail-under-overlap"

// OverlapLimit adds the flag to a command. Without it, the limit is nil.
func OverlapLimit(c *cobra.Command, limit **float64) {
	cli.Bind(c, cli.OptionalShareValue(limit, 1), overlapLimit, "", "exit with status 1 if the overlap of samples, calls or branches is lower than this, or unknown")
}

// OverlapUnder fails if an overlap is lower than a limit, or unknown: what only one profile has may be anything in the other one.
func OverlapUnder(overlaps map[diff.Section]diff.Overlap, limit float64) error {
	var under, added []string
	for _, s := range diff.Sections {
		switch o, compared := overlaps[s]; {
		case compared && !o.Known && o.Lacks != "":
			under = append(under, fmt.Sprintf("of %s is unknown, as the %s profile has none", s, o.Lacks))
			if o.Lacks == "old" {
				added = append(added, s.String())
			}
		case compared && !o.Known:
			under = append(under, fmt.Sprintf("of %s is unknown", s))
		case compared && o.Apart > 0 && o.Share*(1-o.Apart) < limit && o.Share >= limit:
			under = append(under, fmt.Sprintf("of %s is known for %s of the counts only", s, words.Percent(1-o.Apart)))
		case compared && o.Share < limit:
			under = append(under, fmt.Sprintf("of %s is %s", s, shareUnder(o.Share, limit)))
		}
	}
	if len(overlaps) == 0 {
		under = []string{"is unknown: neither samples, calls nor branches are compared"}
	}
	if len(under) == 0 {
		return nil
	}
	failure := &cli.Failure{Status: cli.StatusCheck, Err: fmt.Errorf("--%s %s: the overlap %s", overlapLimit, cli.FormatShare(limit), words.List(under))}
	if len(added) > 0 && len(added) == len(under) { // all the rest passes
		failure.Hint = "only what is new fails: a comparison with this profile passes it; --section judges the others alone"
	}
	return failure
}

// shareUnder returns a share with as many digits as tell it from a limit that is higher.
func shareUnder(share, limit float64) string {
	for digits := 1; digits < 9; digits++ {
		text := strconv.FormatFloat(100*share, 'f', digits, 64)
		if x, err := strconv.ParseFloat(text, 64); err == nil && x < 100*limit {
			return text + "%"
		}
	}
	return cli.FormatShare(share)
}

// Incomplete returns the warnings about a profile that affect a comparison with it, each prefixed with the profile's name: without
// names or with damaged counts, methods and types of the other profile have no counterpart.
func Incomplete(name string, p *iprof.Profile) []string {
	var warnings []string
	for _, w := range p.Warnings {
		switch w.Kind {
		case iprof.WarnDanglingMethod, iprof.WarnDanglingType, iprof.WarnPackedCount:
			warnings = append(warnings, fmt.Sprintf("%s: %s", name, w))
		}
	}
	return warnings
}

// Anonymous returns the note about a comparison of which one profile alone has pseudonyms: no name of the application is in both. Names
// are those of the profiles, which come in the same order.
func Anonymous(names [2]string, profiles [2]*iprof.Profile) []cli.Note {
	is := [2]bool{rewrite.IsAnonymous(profiles[0]), rewrite.IsAnonymous(profiles[1])}
	if is[0] == is[1] {
		return nil
	}
	note := cli.Note{File: names[0], Text: "its names are pseudonyms; iprof-viz strip --reveal KEYFILE restores them"}
	if is[1] {
		note.File = names[1]
	}
	return []cli.Note{note}
}
