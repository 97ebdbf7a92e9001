package summary

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/caveats"
	"github.com/iprof-viz/iprof-viz/convert/check"
	"github.com/iprof-viz/iprof-viz/convert/fit"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/convert/training"
	"github.com/iprof-viz/iprof-viz/render/internal/fitname"
	"github.com/iprof-viz/iprof-viz/render/internal/markdown"
	"github.com/iprof-viz/iprof-viz/render/internal/numbers"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
	"github.com/iprof-viz/iprof-viz/render/internal/terminal"
	"github.com/iprof-viz/iprof-viz/render/tables"
)

// A CheckedFile holds the findings about one file.
type CheckedFile struct {
	Name     string
	Readable bool             // false: the only finding is why it cannot be read
	Findings []caveats.Caveat // most severe first
	Against  *fit.ListFit     // nil: no list of methods to compare with
	Code     *CheckedCode     // nil: no classes to compare with
	Coverage *table.Set       // likewise
	// Production compares with production samples; nil: none.
	Production *training.Production
	Quality    *CheckedQuality // nil: not judged by thresholds
	Records    int             // judged by the checks
	Unjudged   []string        // what could not be judged, in words
}

// CheckedCode is the comparison of a profile with classes.
type CheckedCode struct {
	*fit.Fit
	Names     *convert.Names   // of the profile
	Conflicts *check.Conflicts // nil: no calls were judged
}

// CheckMarkdown writes the findings as a list for each file, then the comparisons as tables.
func CheckMarkdown(w io.Writer, files []*CheckedFile, opts CheckOptions) error {
	b := bufio.NewWriter(w) // keeps the first error
	for i, f := range files {
		if i > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(b, "**%s**\n\n", markdown.Text(f.Name+": "+f.Summary()))
		for _, finding := range f.Findings {
			text := finding.Text
			if finding.Place != "" {
				text = finding.Place + ": " + text
			}
			if finding.Hint != "" {
				text += "; hint: " + finding.Hint
			}
			fmt.Fprintf(b, "- **%s** %s (%s)\n", severities[finding.Severity], markdown.Text(text), markdown.Text(finding.Kind))
		}
		if f.Code != nil {
			codeMarkdown(b, f.Code, opts.Limit)
		}
		if f.Coverage != nil {
			b.WriteByte('\n')
			b.Write(tables.MarkdownSet(f.Coverage, f.Coverage.Tables, ""))
		}
		qualityMarkdown(b, f.Quality)
		if f.Production != nil {
			b.WriteByte('\n')
			if err := tables.Markdown(b, f.Production.Table); err != nil {
				return err
			}
		}
	}
	return b.Flush()
}

// severities are the names of severities in the output.
var severities = map[caveats.Severity]string{caveats.Problem: "error", caveats.Caution: "warning", caveats.Note: "note"}

// counts returns the number of findings by severity.
func (f *CheckedFile) counts() (errors, warnings, notes int) {
	n := map[caveats.Severity]int{}
	for _, f := range f.Findings {
		n[f.Severity]++
	}
	return n[caveats.Problem], n[caveats.Caution], n[caveats.Note]
}

// Worst returns the highest severity of the findings, Note without any.
func (f *CheckedFile) Worst() caveats.Severity {
	worst := caveats.Note
	for _, finding := range f.Findings {
		worst = max(worst, finding.Severity)
	}
	return worst
}

// CheckOptions are the options of [CheckText].
type CheckOptions struct {
	Limit int // maximum number of listed gone or changed methods; 0: all
	Width int // columns of the terminal, at which lines are wrapped and names shortened; 0: unlimited

	// Brief limits what is said of a profile that does not fit the code to 12 lines, regardless of Limit.
	Brief bool

	// Screen, if it is limited, is to hold the text: it lists as many methods and rows as fit, at most Limit.
	Screen tables.Screen
}

// CheckText writes one line for each finding, as compilers do: FILE: SEVERITY: PLACE: TEXT [KIND], followed by a line for its hint; then
// the comparisons, and the verdict. If a screen has no room for all of it, it shows the most important parts, errors last;
// of several files at least a line each.
func CheckText(w io.Writer, files []*CheckedFile, opts CheckOptions) error {
	if opts.Screen.Lines <= 0 {
		return checkText(w, files, opts)
	}
	var whole bytes.Buffer
	checkText(&whole, files, opts) // a Buffer never fails
	if opts.Screen.Holds(whole.String()) {
		_, err := w.Write(whole.Bytes())
		return err
	}
	parts := func(w io.Writer) error {
		return tables.WriteFitted(w, tables.Options{Width: opts.Width}, 0, func(of tables.Writer, _ int) int {
			p, room := checkWriter{of}, opts.Screen
			room.Lines /= len(files)
			for i, f := range files {
				if opts.Brief && f.isMisfit() {
					p.brief(f)
				} else {
					p.screen(f, room, i == 0)
				}
			}
			return 0
		})
	}
	whole.Reset()
	parts(&whole) // a Buffer never fails
	if len(files) == 1 || opts.Screen.Holds(whole.String()) {
		_, err := w.Write(whole.Bytes())
		return err
	}
	return tables.WriteFitted(w, tables.Options{Width: opts.Width}, 0, func(of tables.Writer, _ int) int {
		checkWriter{of}.several(files, opts.Screen)
		return 0
	})
}

// checkText writes everything, with as many methods and rows as fit.
func checkText(w io.Writer, files []*CheckedFile, opts CheckOptions) error {
	return tables.WriteFitted(w, tables.Options{Width: opts.Width, Screen: opts.Screen}, opts.Limit, func(of tables.Writer, limit int) (rows int) {
		p := checkWriter{of}
		for i, f := range files {
			if opts.Brief && f.isMisfit() {
				p.brief(f)
			} else {
				p.file(f, i == 0, cmp.Or(limit, opts.Limit))
			}
		}
		return limit
	})
}

// file writes the findings about a file, with at most limit methods and rows; 0: all. First says that it is the first file.
func (p checkWriter) file(f *CheckedFile, first bool, limit int) {
	for _, finding := range f.Findings {
		p.finding(f, finding, true)
		if finding.Kind == "gone" && f.Against != nil {
			p.goneMethods(f.Against, limit)
		}
	}
	if f.Code != nil {
		p.code(f.Code, limit)
	}
	if f.Coverage != nil {
		p.blankLine()
		p.Set(f.Coverage, limit)
	}
	if f.Production != nil {
		p.blankLine()
		p.Table("", tables.Truncated(f.Production.Table, limit))
	}
	p.quality(f.Quality, first && len(f.Findings) == 0 && f.Code == nil && f.Production == nil)
	p.LastLine()
	if f.Code != nil || f.Production != nil || len(f.Quality.Shown()) > 0 {
		p.blankLine()
	}
	p.summary(f)
}

// summary writes the line that sums up the findings about a file.
func (p checkWriter) summary(f *CheckedFile) {
	text := f.Summary()
	if len(f.Quality.Shown()) > 0 { // which is the verdict
		text = "findings: " + text
	}
	p.Paragraph(plaintext.Visible(f.Name)+": "+text, terminal.Plain)
}

// Summary sums up the findings and, unless there are errors, says their scope.
func (f *CheckedFile) Summary() string {
	sane := check.Verdict(f.Findings)
	if f.Worst() == caveats.Problem {
		return sane
	}
	sane += ": the format, the names and " + numbers.Plural(f.Records, "record") + " fit together"
	if f.Against != nil {
		sane += ", and the methods fit the list"
	}
	if f.Code != nil {
		if share, ok := f.Code.Share(); ok {
			sane += ", and " + numbers.Percent(share, 1) + " of the program's " + f.Code.Unit() + " fit the code"
		}
	}
	if len(f.Unjudged) > 0 {
		sane += "; not judged: " + strings.Join(f.Unjudged, ", ")
	}
	return sane
}

// The text before the name of a gone method, with its share, and the text before the name of one that may be the same method.
const (
	goneShare = "  %6s  "
	goneNow   = "          now "
)

// goneMethods lists gone methods, with their share of the total.
func (p checkWriter) goneMethods(a *fit.ListFit, limit int) {
	rows := a.Rows
	if limit > 0 && limit < len(rows) {
		rows = rows[:limit]
	}
	p.goneRows(a, rows)
	if left := len(a.Rows) - len(rows); left > 0 {
		p.Paragraph(fmt.Sprintf("  … and %s more; --format json lists all", numbers.Thousands(left)), terminal.Plain)
	}
}

func (p checkWriter) goneRows(a *fit.ListFit, rows []fit.GoneMethod) {
	fit := func(name, label string) fitname.NameInRoom {
		room := plaintext.Unlimited
		if p.Width > 0 {
			room = max(p.Width-plaintext.Columns(label)-len("?"), fitname.MinName)
		}
		return fitname.NameInRoom{Name: plaintext.Visible(name), Room: room}
	}
	share := fmt.Sprintf(goneShare, "")
	var names []fitname.NameInRoom
	for _, r := range rows {
		names = append(names, fit(r.Name, share))
		if r.Candidate != "" {
			names = append(names, fit(r.Candidate, goneNow))
		}
	}
	short := fitname.Fit(names)
	for _, r := range rows {
		p.Line(fmt.Sprintf(goneShare, numbers.Percent(r.Value, a.Total))+short[fit(r.Name, share)], terminal.Plain)
		if r.Candidate != "" {
			p.Line(goneNow+short[fit(r.Candidate, goneNow)]+"?", terminal.Plain)
		}
	}
}

// A checkWriter writes the results of checks.
type checkWriter struct{ tables.Writer }
