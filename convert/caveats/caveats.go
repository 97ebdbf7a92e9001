// Package caveats has reasons not to take the numbers of a profile at face value.
package caveats

import (
	"cmp"
	"slices"

	"github.com/iprof-viz/iprof-viz/internal/words"
)

// A Caveat is a reason not to take the numbers at face value, or a finding of a check.
type Caveat struct {
	Severity Severity
	Kind     string // a machine-readable name, such as few-samples; includes the values of iprof.WarningKind
	Place    string // place of the first case in the file: conditionalProfiles[3].records (byte 3911204); "" for the whole file
	Count    int64  // number of cases; 0 if they cannot be counted
	Text     string // a sentence without its period
	Hint     string // a remedy, if one is likely to help
}

// A Severity is the severity of a caveat.
type Severity uint8

// The severities.
const (
	Note    Severity = iota // helps interpret the numbers
	Caution                 // some numbers are unreliable
	Problem                 // the profile, or a large part of it, is useless
)

// String returns the name of the severity in outputs: "note", "caution" or "problem".
func (s Severity) String() string { return words.Enum(s, "Severity", "note", "caution", "problem") }

// Sort sorts caveats, the most severe first.
func Sort(all []Caveat) {
	slices.SortStableFunc(all, func(a, b Caveat) int { return cmp.Compare(b.Severity, a.Severity) })
}

// EmptyHint is the hint for a profile without any counts.
const EmptyHint = "an image writes its profile on normal exit: was it killed, or did it do no work?"
