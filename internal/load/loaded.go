package load

import (
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/source"
	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A Loaded holds the content of a file, or the sum of several.
type Loaded struct {
	Origin
	*source.File
	Formats []*source.Format // of each file
}

// ProfilesOf returns the profiles of files that are shown together.
func ProfilesOf(all []*Loaded) []*iprof.Profile {
	var profiles []*iprof.Profile
	for _, l := range all {
		profiles = append(profiles, l.Profile)
	}
	return profiles
}

// Warnings are the irregularities of a profile, and reasons not to trust its stacks.
func Warnings(l *Loaded) []cli.Note { return WarningsOf(l, convert.DefaultMetric) }

// SourceNotes are facts that a reader of a profile's stacks must know, for outputs without a place for them.
func SourceNotes(l *Loaded) []cli.Note {
	var notes []cli.Note
	for _, text := range l.Notes {
		notes = append(notes, cli.Note{Text: text})
	}
	return notes
}

// WarningsOf are the warnings about what is shown of a profile: samples are not counted as calls are. The default metric means all.
func WarningsOf(l *Loaded, m convert.Metric) []cli.Note {
	var notes []cli.Note
	for _, w := range l.Profile.Warnings {
		if m == convert.Samples && (w.Kind == iprof.WarnMissingCaller || w.Kind == iprof.WarnLeafBCI) {
			continue
		}
		severity := "warning"
		if w.Kind == iprof.WarnMissingCaller { // as in info and check
			severity = "note"
		}
		notes = append(notes, cli.Notef("%s: %s", severity, w))
	}
	for _, text := range l.Caveats {
		notes = append(notes, cli.Note{Text: text})
	}
	return notes
}
