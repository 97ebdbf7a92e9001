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

// CheckText writes a line for each finding, as compilers do: FILE: SEVERITY: PLACE: TEXT [KIND], and a line below it for its
// hint. Of the methods that are gone it lists the first limit; 0: all.
func CheckText(w io.Writer, files []*CheckedFile, limit int) error {
	b := bufio.NewWriter(w) // keeps the first error
	for _, f := range files {
		for _, finding := range f.Findings {
			fmt.Fprintf(b, "%s: %s: ", visible(f.Name), severities[finding.Severity])
			if finding.Place != "" {
				fmt.Fprintf(b, "%s: ", visible(finding.Place))
			}
			fmt.Fprintf(b, "%s [%s]\n", visible(finding.Text), finding.Kind)
			if finding.Hint != "" {
				fmt.Fprintf(b, "  hint: %s\n", visible(finding.Hint))
			}
			if finding.Kind == "gone" && f.Against != nil {
				goneRows(b, f.Against, limit)
			}
		}
		b.WriteString(visible(f.Name) + ": " + f.summary() + "\n")
	}
	return b.Flush()
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
	if errors+warnings > 0 {
		return strings.Join(parts, ", ")
	}
	sane := strings.Join(append([]string{"sane"}, parts...), ", ") + ": the format, the names and " + plural(f.Records, "record")
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

// goneRows lists methods that are gone, with their share of the total.
func goneRows(b *bufio.Writer, a *health.Fit, limit int) {
	for i, r := range a.Rows {
		if limit > 0 && i == limit {
			fmt.Fprintf(b, "  … and %s more; --format json lists all\n", thousands(len(a.Rows)-limit))
			return
		}
		fmt.Fprintf(b, "  %6s  %s", percent(r.Value, a.Total), visible(r.Name))
		if r.Candidate != "" {
			fmt.Fprintf(b, "\n          now %s?", visible(r.Candidate))
		}
		b.WriteString("\n")
	}
}
