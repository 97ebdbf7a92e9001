package summary

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert/caveats"
	"github.com/iprof-viz/iprof-viz/convert/check"
	"github.com/iprof-viz/iprof-viz/convert/quality"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/render/internal/numbers"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
	"github.com/iprof-viz/iprof-viz/render/internal/terminal"
	"github.com/iprof-viz/iprof-viz/render/tables"
)

// briefLines is the maximum number of lines about a profile that does not fit the code.
const briefLines = 12

// isMisfit reports whether a profile fails because it does not fit the code or the list of methods: nothing else about it matters then.
// With production samples it returns false, as the user asked about these. It also does if classes are unreadable and no method is in any other:
// the profile may fit the unreadable ones.
func (f *CheckedFile) isMisfit() bool {
	return f.Production == nil && slices.ContainsFunc(f.Findings, func(x caveats.Caveat) bool {
		other := f.Code != nil && (x.Kind == "changed-code" || x.Kind == "nothing-judged" && f.Code.Program.Judged().Methods == 0 && len(f.Code.Damaged) == 0)
		return x.Severity == caveats.Problem && (other || x.Kind == "gone" && f.Against != nil)
	})
}

// brief writes about a profile that does not fit: how much does, the methods with the largest shares of the counts that do not, the
// verdict, and last the errors. Everything else is counted.
func (p checkWriter) brief(f *CheckedFile) {
	var errors, hints []string
	for _, finding := range f.Findings {
		if finding.Severity == caveats.Problem {
			errors = append(errors, p.rendered(func(p checkWriter) { p.finding(f, finding, false) })...)
			hints = append(hints, finding.Hint)
		}
	}
	if hint := cmp.Or(hints...); hint != "" {
		errors = append(errors, p.rendered(func(p checkWriter) { p.Labeled("  hint: ", plaintext.Visible(hint)) })...)
	}
	var head []string
	if f.Code != nil {
		head = p.rendered(func(p checkWriter) {
			if lines := fitLines(f.Code); len(lines) > 0 { // none if nothing is compared
				p.Labeled(lines[0][0], lines[0][1])
			}
		})
	}
	if len(f.Quality.Shown()) > 0 {
		errors = slices.Insert(errors, 0, f.Quality.headline())
	}
	rows, all := p.misfitRows(f)
	room := briefLines - len(head) - len(errors) - 1
	listed := 0
	for listed < all && len(rows(listed+1, false)) <= room {
		listed++
	}
	lines := rows(listed, true)
	if len(lines) > room {
		lines = rows(listed, false)
	}
	for _, line := range append(head, lines...) {
		p.Line(line, terminal.Plain)
	}
	if more := p.leftOut(f, all-listed); more != "" {
		p.Line("  … and "+more+": -n 0 shows all", terminal.Plain)
	}
	for _, line := range errors {
		p.Line(line, terminal.Plain)
	}
}

// misfitRows returns a function that returns the lines about the first methods that do not fit, with a place of each or without, and the
// number of these methods.
func (p checkWriter) misfitRows(f *CheckedFile) (rows func(n int, places bool) []string, all int) {
	if f.Code != nil && len(f.Code.Misfits) > 0 {
		return func(n int, places bool) []string {
			methods := slices.Clone(f.Code.Misfits[:n])
			for i := range methods {
				if !places {
					methods[i].Misfits = nil
				}
			}
			return p.rendered(func(p checkWriter) { p.misfits(f.Code, methods, 1) })
		}, len(f.Code.Misfits)
	}
	if f.Against == nil {
		return func(int, bool) []string { return nil }, 0
	}
	return func(n int, _ bool) []string {
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

// A fileLines is what a screen shows of a file among several: a line that sums it up or, of one with errors, the first; and warnings.
type fileLines struct {
	file     *CheckedFile
	lines    []string
	warnings int
}

// several writes a line about each of several files, of which a screen cannot show parts: first those that pass, as many as there is room
// for, and last those with errors. The text of errors takes the lines that are left, the last first, and then that of warnings.
func (p checkWriter) several(files []*CheckedFile, s tables.Screen) {
	var good, bad []fileLines
	for _, f := range files {
		if of := (fileLines{file: f, lines: []string{p.inOneLine(f)}}); f.isBad() {
			bad = append(bad, of)
		} else {
			good = append(good, of)
		}
	}
	fits := func() bool { return s.Holds(strings.Join(p.lineUp(files, good, bad), "\n") + "\n") }
	for len(good) > 0 && !fits() {
		good = good[:len(good)-1]
	}
	for len(bad) > 1 && !fits() {
		bad = bad[1:]
	}
	try := func(at *fileLines, now fileLines) {
		before := *at
		if *at = now; !fits() {
			*at = before
		}
	}
	for i := range slices.Backward(bad) {
		if first := bad[i].file.firstError(); first != nil {
			for _, hint := range []bool{false, true} {
				try(&bad[i], fileLines{bad[i].file, p.rendered(func(p checkWriter) { p.finding(bad[i].file, *first, hint) }), 0})
			}
		}
	}
	for i := range good {
		for _, finding := range good[i].file.Findings {
			if finding.Severity == caveats.Caution {
				text := p.rendered(func(p checkWriter) { p.finding(good[i].file, finding, true) })
				try(&good[i], fileLines{good[i].file, slices.Concat(good[i].lines, text), good[i].warnings + 1})
			}
		}
	}
	for _, line := range p.lineUp(files, good, bad) {
		p.Line(line, terminal.Plain)
	}
}

// lineUp returns the lines of a screen of several files, given those of files that are shown.
func (p checkWriter) lineUp(files []*CheckedFile, good, bad []fileLines) (lines []string) {
	errors, warnings, notes, criteria := 0, 0, 0, 0
	for _, f := range files {
		e, w, n := f.counts()
		errors, warnings, notes = errors+e, warnings+w, notes+n
		criteria += len(f.Quality.Shown())
	}
	for _, of := range bad {
		if of.file.firstError() != nil {
			errors--
		}
	}
	for _, of := range good {
		warnings -= of.warnings
		lines = append(lines, of.lines...)
	}
	var left []string
	count := func(n int, noun string, plural ...string) {
		if n > 0 {
			left = append(left, words.Count(int64(n), noun, plural...))
		}
	}
	count(len(files)-len(good)-len(bad), "file")
	count(errors, "error")
	count(warnings, "warning")
	count(notes, "note")
	count(criteria, "criterion", "criteria")
	if len(left) > 0 {
		lines = append(lines, plaintext.WrapFlags("not shown: "+words.List(left)+" (--all)", p.Width)...)
	}
	for _, of := range bad {
		lines = append(lines, of.lines...)
	}
	return lines
}

// inOneLine sums up a file: its verdict and findings, or an error.
func (p checkWriter) inOneLine(f *CheckedFile) string {
	name := plaintext.Visible(f.Name) + ": "
	text := check.Verdict(f.Findings)
	if len(f.Quality.Shown()) > 0 {
		text = f.Quality.headline() + "; findings: " + text
	}
	if worst := f.firstError(); worst != nil {
		text = fmt.Sprintf("%s: %s", severities[worst.Severity], plaintext.Visible(worst.Text))
	}
	if p.Width <= 0 {
		return name + text
	}
	return plaintext.CutEnd(plaintext.CutMiddle(name, max(p.Width/2, p.Width-plaintext.Columns(text)))+text, p.Width)
}

// isBad reports whether a file has an error, or fails a criterion.
func (f *CheckedFile) isBad() bool {
	return f.Worst() == caveats.Problem || len(f.Quality.Shown()) > 0 && f.Quality.Status() == quality.Fail
}

// firstError returns the first error; nil: none.
func (f *CheckedFile) firstError() *caveats.Caveat {
	for i := range f.Findings {
		if f.Findings[i].Severity == caveats.Problem {
			return &f.Findings[i]
		}
	}
	return nil
}
