// Package changes compares two profiles, for the commands that show what changed.
package changes

import (
	"fmt"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/convert/diff"
	"github.com/iprof-viz/iprof-viz/convert/rewrite"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// New computes what changed between the profiles of a comparison. It fails if there is nothing to compare: the profiles have no
// record types in common, or the filters keep none.
func New(of *compare.Comparison, opts diff.Options) (*diff.Difference, error) {
	d := diff.New(of, opts)
	if len(d.Tables) == 0 && len(d.Notes) > 0 {
		return nil, &cli.Failure{Status: cli.StatusInput, Err: fmt.Errorf("nothing to compare: the profiles share no record types%s", cli.Because(d.Notes))}
	}
	if len(d.Tables) > 0 && !slices.ContainsFunc(d.Tables, func(t *table.Table) bool { return t.Base > 0 }) {
		return nil, &cli.Failure{Status: cli.StatusCheck, Empty: true, Err: fmt.Errorf("nothing left to compare after filtering%s", cli.Because(d.Caveats))}
	}
	return d, nil
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
	note := cli.Note{File: names[0], Text: "its names are pseudonyms: iprof-viz strip --reveal KEYFILE restores them"}
	if is[1] {
		note.File = names[1]
	}
	return []cli.Note{note}
}
