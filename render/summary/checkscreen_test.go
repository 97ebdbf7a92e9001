package summary

import (
	"fmt"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert/caveats"
	"github.com/iprof-viz/iprof-viz/render/tables"
)

// findingsOf returns a file with findings of a severity each, the text of which takes a line.
func findingsOf(severities ...caveats.Severity) *CheckedFile {
	f := &CheckedFile{Name: "x.iprof", Readable: true, Records: 1}
	for i, s := range severities {
		f.Findings = append(f.Findings, caveats.Caveat{Severity: s, Kind: "k", Text: fmt.Sprint("finding ", i)})
	}
	return f
}

// On a small screen, a check shows the most severe findings, the number of the others, and last the errors, the worst below the others, or else the summary.
func TestCheckOnAScreen(t *testing.T) {
	const summary = "x.iprof: sane, 3 notes: the format, the names and 1 record fit together\n"
	for _, of := range []struct {
		files []*CheckedFile
		lines int
		want  string
	}{
		{[]*CheckedFile{findingsOf(caveats.Note, caveats.Note, caveats.Note)}, 4,
			"x.iprof: note: finding 0 [k]\nx.iprof: note: finding 1 [k]\nx.iprof: note: finding 2 [k]\n" + summary},
		{[]*CheckedFile{findingsOf(caveats.Note, caveats.Note, caveats.Note)}, 2, "not shown: 3 notes (--all)\n" + summary},
		{[]*CheckedFile{findingsOf(caveats.Problem, caveats.Problem, caveats.Caution, caveats.Note)}, 4,
			"not shown: 1 warning and 1 note (--all)\nx.iprof: error: finding 1 [k]\nx.iprof: error: finding 0 [k]\n"},
		{[]*CheckedFile{findingsOf(caveats.Problem, caveats.Caution, caveats.Note, caveats.Note, caveats.Note)}, 4,
			"x.iprof: warning: finding 1 [k]\n\nnot shown: 3 notes (--all)\nx.iprof: error: finding 0 [k]\n"},
		{[]*CheckedFile{findingsOf(caveats.Note, caveats.Note, caveats.Note), findingsOf(caveats.Note, caveats.Note, caveats.Note)}, 6,
			"not shown: 3 notes (--all)\n" + summary + "\nnot shown: 3 notes (--all)\n" + summary},
	} {
		var b strings.Builder
		if err := CheckText(&b, of.files, CheckOptions{Limit: 20, Brief: true, Screen: tables.Screen{Lines: of.lines, Columns: 100}}); err != nil || b.String() != of.want {
			t.Errorf("%v in %d lines:\n%s\nwant\n%s", err, of.lines, &b, of.want)
		}
	}
	f := judged(t)
	for lines, want := range map[int]string{
		4: "verdict: fail\n\nnot shown: 4 criteria (--all)\n",
		5: "verdict: fail\n  flow:       fail, 25% contradict (maximum 2.4%)\n\nnot shown: 3 criteria (--all)\n",
		6: "verdict: fail\n  sane:       pass, no errors\n  flow:       fail, 25% contradict (maximum 2.4%)\n\nnot shown: 2 criteria (--all)\n",
		9: "verdict: fail\n  sane:       pass, no errors\n",
	} {
		var b strings.Builder
		if err := CheckText(&b, []*CheckedFile{f}, CheckOptions{Brief: true, Screen: tables.Screen{Lines: lines, Columns: 100}}); err != nil || !strings.HasPrefix(b.String(), want) {
			t.Errorf("%v in %d lines:\n%s\nwant\n%s", err, lines, &b, want)
		}
	}
}

// A less severe finding is not shown where a more severe one has no room.
func TestSevereFindingsHaveTheRoom(t *testing.T) {
	f := findingsOf(caveats.Problem, caveats.Caution, caveats.Note)
	f.Findings[1].Hint = "a hint takes another line"
	var b strings.Builder
	if err := CheckText(&b, []*CheckedFile{f}, CheckOptions{Brief: true, Screen: tables.Screen{Lines: 4, Columns: 100}}); err != nil ||
		b.String() != "not shown: 1 warning and 1 note (--all)\nx.iprof: error: finding 0 [k]\n" {
		t.Errorf("%v:\n%s", err, &b)
	}
}

// Of several files that a screen cannot hold, each has a line, those with errors the last ones; then errors and warnings are whole as far as
// there is room. What passes is left out before what fails.
func TestCheckOfSeveralOnAScreen(t *testing.T) {
	named := func(name string, f *CheckedFile) *CheckedFile {
		f.Name = name
		return f
	}
	bad := named("bad", findingsOf(caveats.Problem, caveats.Problem, caveats.Note))
	bad.Findings[0].Hint = "try it"
	files := []*CheckedFile{bad, named("good", findingsOf(caveats.Note, caveats.Note)), named("dubious", findingsOf(caveats.Caution, caveats.Note)), named("worse", findingsOf(caveats.Problem))}
	for lines, want := range map[int]string{
		2: "not shown: 3 files, 2 errors, 1 warning and 4 notes (--all)\nworse: error: finding 0 [k]\n",
		4: "good: sane, 2 notes\nnot shown: 1 file, 1 error, 1 warning and 4 notes (--all)\nbad: error: finding 0 [k]\nworse: error: finding 0 [k]\n",
		5: "good: sane, 2 notes\ndubious: 1 warning, 1 note\nnot shown: 1 error, 1 warning and 4 notes (--all)\nbad: error: finding 0 [k]\nworse: error: finding 0 [k]\n",
		7: "good: sane, 2 notes\ndubious: 1 warning, 1 note\ndubious: warning: finding 0 [k]\nnot shown: 1 error and 4 notes (--all)\n" +
			"bad: error: finding 0 [k]\n  hint: try it\nworse: error: finding 0 [k]\n",
	} {
		var b strings.Builder
		if err := CheckText(&b, files, CheckOptions{Limit: 20, Brief: true, Width: 100, Screen: tables.Screen{Lines: lines, Columns: 100}}); err != nil || b.String() != want {
			t.Errorf("%v in %d lines:\n%s\nwant\n%s", err, lines, &b, want)
		}
	}
}
