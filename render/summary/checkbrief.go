package summary

import (
	"bufio"
	"bytes"
	"fmt"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert/caveats"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/render/internal/numbers"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
	"github.com/iprof-viz/iprof-viz/render/internal/terminal"
	"github.com/iprof-viz/iprof-viz/render/tables"
)

// briefLines is the maximum number of lines about a profile that does not fit the code.
const briefLines = 12

// isMisfit reports whether a profile fails because it does not fit the code or the list of methods: nothing else about it matters then.
// Production samples were asked for, and have more to say.
func (f *CheckedFile) isMisfit() bool {
	if f.Production != nil {
		return false
	}
	for _, finding := range f.Findings {
		if finding.Severity == caveats.Problem && (finding.Kind == "changed-code" && f.Code != nil || finding.Kind == "gone" && f.Against != nil) {
			return true
		}
	}
	return false
}

// brief writes about a profile that does not fit: how much does, the methods with the largest shares of the counts that do not, and
// last the errors. Everything else is counted.
func (p checkWriter) brief(f *CheckedFile) {
	var errors, hints []string
	for _, finding := range f.Findings {
		if finding.Severity == caveats.Problem {
			errors = append(errors, p.rendered(func(p checkWriter) { p.finding(f, finding, false) })...)
			hints = append(hints, finding.Hint)
		}
	}
	for _, hint := range hints {
		if hint != "" {
			errors = append(errors, p.rendered(func(p checkWriter) { p.Labeled("  hint: ", plaintext.Visible(hint)) })...)
			break
		}
	}
	var head []string
	if f.Code != nil {
		head = p.rendered(func(p checkWriter) { line := fitLines(f.Code)[0]; p.Labeled(line[0], line[1]) })
	}
	rows, all := p.misfitRows(f)
	room := briefLines - len(head) - len(errors) - 1
	listed := 0
	for listed < all && len(rows(listed+1)) <= room {
		listed++
	}
	for _, line := range append(head, rows(listed)...) {
		p.Line(line, terminal.Plain)
	}
	if more := p.leftOut(f, all-listed); more != "" {
		p.Line("  … and "+more+": -n 0 shows all", terminal.Plain)
	}
	for _, line := range errors {
		p.Line(line, terminal.Plain)
	}
}

// misfitRows returns a function that returns the lines about the first methods that do not fit, and the number of these methods.
func (p checkWriter) misfitRows(f *CheckedFile) (rows func(n int) []string, all int) {
	if f.Code != nil && len(f.Code.Misfits) > 0 {
		return func(n int) []string {
			return p.rendered(func(p checkWriter) { p.misfits(f.Code, f.Code.Misfits[:n], 1) })
		}, len(f.Code.Misfits)
	}
	if f.Against == nil {
		return func(int) []string { return nil }, 0
	}
	return func(n int) []string {
		return p.rendered(func(p checkWriter) { p.goneRows(f.Against, f.Against.Rows[:n]) })
	}, len(f.Against.Rows)
}

// leftOut counts the parts of a result that are not shown; "": none.
func (p checkWriter) leftOut(f *CheckedFile, methods int) string {
	var parts []string
	_, warnings, notes := f.counts()
	for _, part := range []struct {
		n    int
		noun string
	}{{methods, "more method"}, {warnings, "warning"}, {notes, "note"}} {
		if part.n > 0 {
			parts = append(parts, numbers.Plural(part.n, part.noun))
		}
	}
	if f.Coverage != nil {
		parts = append(parts, "the coverage")
	}
	return words.List(parts)
}

// rendered returns the lines that a function writes.
func (p checkWriter) rendered(write func(checkWriter)) []string {
	var b bytes.Buffer
	inner := checkWriter{tables.Writer{Writer: terminal.Writer{B: bufio.NewWriter(&b), Width: p.Width}}}
	write(inner)
	inner.B.Flush() // never fails for a Buffer
	if b.Len() == 0 {
		return nil
	}
	return strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
}

// finding writes a finding, and its hint if that is wanted.
func (p checkWriter) finding(f *CheckedFile, finding caveats.Caveat, hint bool) {
	text := plaintext.Visible(f.Name) + ": " + severities[finding.Severity] + ": "
	if finding.Place != "" {
		text += plaintext.Visible(finding.Place) + ": "
	}
	p.Paragraph(fmt.Sprintf("%s%s [%s]", text, plaintext.Visible(finding.Text), finding.Kind), terminal.Plain)
	if hint && finding.Hint != "" {
		p.Labeled("  hint: ", plaintext.Visible(finding.Hint))
	}
}
