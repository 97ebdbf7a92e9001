package load

import (
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/source"
	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/internal/words"
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

// Notes are notes with these texts.
func Notes(texts []string) []cli.Note {
	var notes []cli.Note
	for _, text := range texts {
		notes = append(notes, cli.Note{Text: text})
	}
	return notes
}

// SourceNotes are facts that a reader of a profile's stacks must know, for outputs without a place for them.
func SourceNotes(l *Loaded) []cli.Note { return Notes(l.Notes) }

// TellSourceNotes tells the notes of several profiles. Those that advise the same, as about events of recordings that are left out, are
// told of the first.
func TellSourceNotes(e *cli.Env, all []*Loaded) {
	var notes []cli.Note
	first, others := map[string]int{}, map[int]int64{} // by advice: index in notes; by this: number of other profiles with it
	for _, l := range all {
		for _, note := range SourceNotes(l) {
			advice := note.Text[strings.LastIndex(note.Text, "; ")+1:]
			if i, told := first[advice]; told {
				others[i]++
				continue
			}
			first[advice] = len(notes)
			note.File = l.Name
			notes = append(notes, note)
		}
	}
	for i, n := range others {
		notes[i].Text += "; the same in " + words.Count(n, "other profile")
	}
	e.Console.Tell("", notes...)
}

// WarningsOf are the warnings about what is shown of a profile: samples are not counted as calls are, and only calls have rates that need
// their caller's. The default metric means all.
func WarningsOf(l *Loaded, m convert.Metric) []cli.Note {
	var notes []cli.Note
	for _, w := range l.Profile.Warnings {
		switch {
		case w.Kind == iprof.WarnMissingCaller && m != convert.Calls && m != convert.DefaultMetric, w.Kind == iprof.WarnLeafBCI && m == convert.Samples:
			continue
		}
		severity := "warning"
		if w.Kind == iprof.WarnMissingCaller { // as in info and check
			severity = "note"
		}
		notes = append(notes, cli.Notef("%s: %s", severity, w))
	}
	return append(notes, Notes(l.Caveats)...)
}
