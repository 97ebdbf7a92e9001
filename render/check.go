package render

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert/health"
)

// A CheckedFile holds the findings about one file.
type CheckedFile struct {
	Name     string
	Readable bool             // false: the only finding is why it cannot be read
	Findings []health.Finding // the most severe first
	Against  *health.Fit      // nil: no list of methods to compare with
	Records  int              // judged by the checks
	Unjudged []string         // the things that could not be judged, in words
}

// severities are the names of severities in the output.
var severities = map[health.Severity]string{health.Problem: "error", health.Caution: "warning", health.Note: "note"}

// counts returns the number of findings by severity.
func (f *CheckedFile) counts() (errors, warnings, notes int) {
	n := map[health.Severity]int{}
	for _, f := range f.Findings {
		n[f.Severity]++
	}
	return n[health.Problem], n[health.Caution], n[health.Note]
}

// Worst returns the highest severity of the findings, Note without any.
func (f *CheckedFile) Worst() health.Severity {
	worst := health.Note
	for _, finding := range f.Findings {
		worst = max(worst, finding.Severity)
	}
	return worst
}

// CheckOptions are the options of [CheckText].
type CheckOptions struct {
	Limit int // methods that are gone to list; 0: all
	Width int // columns of the terminal, to which lines are wrapped and names shortened; 0: any
}

// CheckText writes a line for each finding, as compilers do: FILE: SEVERITY: PLACE: TEXT [KIND], and a line below it for its
// hint.
func CheckText(w io.Writer, files []*CheckedFile, opts CheckOptions) error {
	p := lineWriter{b: bufio.NewWriter(w), width: opts.Width}
	for _, f := range files {
		for _, finding := range f.Findings {
			text := visible(f.Name) + ": " + severities[finding.Severity] + ": "
			if finding.Place != "" {
				text += visible(finding.Place) + ": "
			}
			p.paragraph(text+visible(finding.Text)+" ["+finding.Kind+"]", plain)
			if finding.Hint != "" {
				p.labeled("  hint: ", visible(finding.Hint))
			}
			if finding.Kind == "gone" && f.Against != nil {
				p.goneMethods(f.Against, opts.Limit)
			}
		}
		p.paragraph(visible(f.Name)+": "+f.summary(), plain)
	}
	return p.b.Flush()
}

func (f *CheckedFile) summary() string {
	errors, warnings, notes := f.counts()
	var parts []string
	for _, c := range []struct {
		n    int
		noun string
	}{{errors, "error"}, {warnings, "warning"}, {notes, "note"}} {
		if c.n > 0 {
			parts = append(parts, plural(c.n, c.noun))
		}
	}
	verdict := "sane"
	switch {
	case errors > 0:
		return strings.Join(parts, ", ")
	case warnings > 0:
		verdict = "usable, with care"
	}
	sane := strings.Join(append([]string{verdict}, parts...), ", ") + ": the format, the names and " + plural(f.Records, "record")
	if f.Against != nil {
		sane += " fit together, and the methods the list"
	} else {
		sane += " fit together"
	}
	if len(f.Unjudged) > 0 {
		sane += "; not judged: " + strings.Join(f.Unjudged, ", ")
	}
	return sane
}

// The texts before the name of a method that is gone, with its share, and before that of one that may be the same.
const (
	goneShare = "  %6s  "
	goneNow   = "          now "
)

// goneMethods lists methods that are gone, with their share of the total.
func (p lineWriter) goneMethods(a *health.Fit, limit int) {
	rows := a.Rows
	if limit > 0 && limit < len(rows) {
		rows = rows[:limit]
	}
	fit := func(name, label string) nameInRoom {
		room := unlimited
		if p.width > 0 {
			room = max(p.width-columnsOf(label)-len("?"), minName)
		}
		return nameInRoom{visible(name), room}
	}
	share := fmt.Sprintf(goneShare, "")
	var names []nameInRoom
	for _, r := range rows {
		names = append(names, fit(r.Name, share))
		if r.Candidate != "" {
			names = append(names, fit(r.Candidate, goneNow))
		}
	}
	short := fitNames(names)
	for _, r := range rows {
		p.line(fmt.Sprintf(goneShare, percent(r.Value, a.Total))+short[fit(r.Name, share)], plain)
		if r.Candidate != "" {
			p.line(goneNow+short[fit(r.Candidate, goneNow)]+"?", plain)
		}
	}
	if left := len(a.Rows) - len(rows); left > 0 {
		p.paragraph(fmt.Sprintf("  … and %s more; --format json lists all", thousands(left)), plain)
	}
}
