package main

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/pprof"
)

// nothingLeft is the failure of filters that keep nothing. The reasons are notes of convert.
func nothingLeft(why []string) error {
	return &failure{status: statusCheck, empty: true, err: fmt.Errorf("nothing is left to show%s", because(why))}
}

// unmatchedNotes are about filters, by name, that no frame matches.
func unmatchedNotes(filters []string) []note {
	var notes []note
	for _, name := range filters {
		notes = append(notes, noteOf("--%s matches no frame", name))
	}
	return notes
}

// filterNotes report the effect of filters on the values of a metric, which count a unit, and fail where nothing is
// left. The tally is zero where there were no filters.
func filterNotes(unit string, m convert.Metric, tally convert.Tally, unmatched []string) ([]note, error) {
	notes := unmatchedNotes(unmatched)
	did := tally.Notes(unit, metricWords[m].records)
	if tally.Hidden().Value > 0 && tally.Kept().Value == 0 {
		return notes, nothingLeft(did)
	}
	for _, text := range did {
		notes = append(notes, note{text: text})
	}
	return notes, nil
}

// entriesLeft is for results that report themselves how much is hidden: it fails where filters keep no entry.
func entriesLeft(entries int64, tally convert.Tally, unmatched []string) ([]note, error) {
	notes := unmatchedNotes(unmatched)
	if entries == 0 && tally.Hidden().Records > 0 {
		return notes, nothingLeft(tally.Notes("method entries", metricWords[convert.Calls].records))
	}
	return notes, nil
}

// allFilterNotes report the effect of filters on several metrics, and fail where nothing is left of any.
func allFilterNotes(all []pprof.FilterEffect) ([]note, error) {
	if f := all[0]; len(all) == 1 {
		return filterNotes(f.Unit, f.Metric, f.Tally, f.Unmatched)
	}
	unmatched := slices.Clone(all[0].Unmatched)
	var kept, hidden bool
	for _, f := range all { // a match in one tree of the profile is enough
		kept = kept || f.Tally.Kept().Value > 0
		hidden = hidden || f.Tally.Hidden().Value > 0
		unmatched = slices.DeleteFunc(unmatched, func(name string) bool { return !slices.Contains(f.Unmatched, name) })
	}
	notes := unmatchedNotes(unmatched)
	if hidden && !kept {
		return notes, nothingLeft(nil)
	}
	for _, f := range all {
		more, err := filterNotes(f.Unit, f.Metric, f.Tally, nil)
		if err != nil {
			more = []note{noteOf("no %s are left to show", f.Metric)}
		}
		notes = append(notes, more...)
	}
	return notes, nil
}

const (
	parameters      = `\(` // in a REGEXP that is about them
	needsSignatures = "names have parameters only with --names signature"
)

// hintAtParameters adds a hint to the failure of a REGEXP that asks for parameters, where names have none.
func hintAtParameters(err error, filter convert.FilterOptions, style convert.NameStyle) error {
	var f *failure
	if !errors.As(err, &f) || style == convert.SignatureNames {
		return err
	}
	var patterns []string
	var none *convert.NoMatchError
	if errors.As(err, &none) {
		patterns = append(patterns, none.Pattern)
	}
	for _, re := range []*regexp.Regexp{filter.Focus, filter.ShowFrom} { // the others keep stacks that they do not match
		if f.empty && re != nil {
			patterns = append(patterns, re.String())
		}
	}
	if !slices.ContainsFunc(patterns, func(p string) bool { return strings.Contains(p, parameters) }) {
		return err
	}
	hinted := *f
	hinted.hint = needsSignatures
	return &hinted
}

// noMatch is the failure of a REGEXP that no method matches. Other errors are returned as they are.
func noMatch(err error) error {
	var none *convert.NoMatchError
	if !errors.As(err, &none) {
		return err
	}
	f := &failure{status: statusCheck, err: err}
	if len(none.Nearest) > 0 {
		var quoted []string
		for _, name := range none.Nearest {
			quoted = append(quoted, printable(name))
		}
		f.hint = "nearest: " + strings.Join(quoted, ", ")
	}
	return f
}
