package summary

import (
	"fmt"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert/caveats"
	"github.com/iprof-viz/iprof-viz/convert/quality"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/render/internal/fitname"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
	"github.com/iprof-viz/iprof-viz/render/internal/terminal"
	"github.com/iprof-viz/iprof-viz/render/tables"
)

// A checkScreen is what a screen shows of a check: comparisons first, then the verdict, and errors last, the worst just above
// the prompt.
type checkScreen struct {
	parts []*checkPart // in the order of the screen; the last ones, from notShown on, follow the line that names what is left out
	last  int          // number of the first part below that line
	order []checkStep  // the most important first
}

// A checkPart is a part of a check, in forms of growing length.
type checkPart struct {
	noun    string // for those that are not shown at all, such as "warning"
	finding bool   // the others begin with a blank line, as does the first of several findings
	forms   []tables.Excerpt
	less    []string // what each form leaves out; "": nothing, or what its Rest says
	shown   int      // 0: none, otherwise the number of the form, counted from 1
}

// A checkStep shows a form of a part, if there is room.
type checkStep struct {
	part *checkPart
	form int
}

// screen writes as much about a file as fits on lines of a screen: at least the verdict, an error or the summary, and how to see the
// rest.
func (p checkWriter) screen(f *CheckedFile, s tables.Screen, first bool) {
	c := p.newScreen(f)
	severe := false // a more severe finding has no room, so that less severe ones are not shown either
	for _, step := range c.order {
		before := step.part.shown
		if step.part.finding && severe || step.form <= before || step.form > len(step.part.forms) {
			continue
		}
		step.part.shown = step.form
		if !s.Holds(strings.Join(c.lines(p.Width, first), "\n") + "\n") {
			step.part.shown = before
			severe = severe || step.part.finding
		}
	}
	for _, line := range c.lines(p.Width, first) {
		p.Line(line, terminal.Plain)
	}
}

// newScreen returns the parts of a check, of which nothing is shown but the least: the verdict, and the first error or else the summary.
func (p checkWriter) newScreen(f *CheckedFile) *checkScreen {
	c := &checkScreen{}
	add := func(noun string, forms ...func(checkWriter)) *checkPart {
		part := &checkPart{noun: noun}
		for _, form := range forms {
			part.forms = append(part.forms, tables.NewExcerpt(p.Width, func(of tables.Writer) { form(checkWriter{of}) }))
		}
		c.parts = append(c.parts, part)
		return part
	}
	compare := func(noun string, forms []func(checkWriter)) *checkPart {
		part := add(noun, forms...)
		part.less = []string{"more of " + noun}
		return part
	}
	var comparisons []*checkPart
	var production *checkPart
	if f.Code != nil {
		comparisons = append(comparisons, compare("the fit to the code", p.codeForms(f.Code)))
	}
	if f.Coverage != nil {
		comparisons = append(comparisons, compare("the coverage", p.coverageForms(f)))
	}
	if f.Production != nil {
		production = compare("production", p.productionForms(f))
		comparisons = append(comparisons, production)
	}
	var warnings, notes, errors []*checkPart
	for _, finding := range f.Findings {
		if finding.Severity != caveats.Problem {
			part := add(severities[finding.Severity], func(p checkWriter) { p.finding(f, finding, true) })
			part.finding = true
			if finding.Severity == caveats.Note {
				notes = append(notes, part)
			} else {
				warnings = append(warnings, part)
			}
		}
	}
	verdict := add("verdict", p.verdictForms(f.Quality)...)
	verdict.less = criteriaLeft(f.Quality)
	c.last = len(c.parts)
	for _, finding := range slices.Backward(f.Findings) {
		if finding.Severity == caveats.Problem {
			errors = slices.Insert(errors, 0, add("error", func(p checkWriter) { p.finding(f, finding, true) }))
		}
	}
	if len(errors) == 0 {
		add("summary", func(p checkWriter) { p.summary(f) }).shown = 1
	} else {
		errors[0].shown = 1
	}
	verdict.shown = min(1, len(verdict.forms))
	c.rank(verdict, production, errors, comparisons, warnings, notes)
	return c
}

// rank sets the order in which parts get more room.
func (c *checkScreen) rank(verdict, production *checkPart, errors, comparisons, warnings, notes []*checkPart) {
	step := func(form int, parts ...*checkPart) {
		for _, part := range parts {
			c.order = append(c.order, checkStep{part, form})
		}
	}
	step(2, verdict) // the criteria that fail
	step(1, comparisons...)
	step(1, errors...)
	if production != nil { // which was asked for, and whose rows are the answer
		step(2, production)
	}
	step(1, warnings...)
	for form := 3; form <= len(verdict.forms); form++ {
		step(form, verdict)
	}
	step(1, notes...)
	for form := 2; form < 12; form++ {
		step(form, comparisons...)
	}
}

// Numbers of rows of the forms of a table, and of methods that do not fit.
var excerptRows = []int{2, 3, 5, 8, 12, 20}

// codeForms are the comparison with code: the program's part, all sums, then with methods that do not fit.
func (p checkWriter) codeForms(c *CheckedCode) []func(checkWriter) {
	sums := func(p checkWriter, n int) {
		p.Head([]string{"fit to the code"})
		for _, line := range fitLines(c)[:n] {
			p.Labeled("  "+line[0], line[1])
		}
	}
	all := len(fitLines(c))
	forms := []func(checkWriter){func(p checkWriter) { sums(p, 1) }, func(p checkWriter) { sums(p, all) }}
	for _, n := range excerptRows {
		if n = min(n, len(c.Misfits)); n > 0 {
			forms = append(forms, func(p checkWriter) {
				sums(p, all)
				p.misfits(c, c.Misfits[:n], 1)
				if left := len(c.Misfits) - n; left > 0 {
					p.Line(fmt.Sprintf("  … and %s: -n 0 shows all", words.Count(int64(left), "more method")), terminal.Plain)
				}
			})
		}
	}
	return forms
}

// coverageForms are the coverage: the sum, then with more and more rows.
func (p checkWriter) coverageForms(f *CheckedFile) []func(checkWriter) {
	forms := []func(checkWriter){func(p checkWriter) { p.Head([]string{f.Coverage.Title}) }}
	for _, n := range excerptRows {
		forms = append(forms, func(p checkWriter) { p.Set(f.Coverage, n) })
	}
	return forms
}

// productionForms are the comparison with production: the sum, then with more and more rows.
func (p checkWriter) productionForms(f *CheckedFile) []func(checkWriter) {
	forms := []func(checkWriter){func(p checkWriter) { p.Head([]string{f.Production.Title}) }}
	for _, n := range excerptRows {
		forms = append(forms, func(p checkWriter) { p.Table("", tables.Truncated(f.Production.Table, n)) })
	}
	return forms
}

// verdictForms are the verdict: alone, with the criteria that it fails, then with more and more of the others.
func (p checkWriter) verdictForms(q *CheckedQuality) []func(checkWriter) {
	var forms []func(checkWriter)
	for _, chosen := range criteriaForms(q) {
		forms = append(forms, func(p checkWriter) {
			p.Head([]string{q.headline()})
			p.criteria(chosen)
		})
	}
	return forms
}

// criteriaLeft says what the forms of a verdict leave out.
func criteriaLeft(q *CheckedQuality) (left []string) {
	all := len(q.Shown())
	for _, chosen := range criteriaForms(q) {
		if n := all - len(chosen); n > 0 {
			left = append(left, words.Count(int64(n), "criterion", "criteria"))
		}
	}
	return left
}

// criteriaForms returns the criteria in the forms of a verdict.
func criteriaForms(q *CheckedQuality) [][]quality.Criterion {
	all := q.Shown()
	if len(all) == 0 {
		return nil
	}
	forms := [][]quality.Criterion{nil}
	for others := range len(all) + 1 {
		chosen := slices.DeleteFunc(slices.Clone(all), func(c quality.Criterion) bool {
			if c.Status != quality.Fail {
				others--
			}
			return c.Status != quality.Fail && others < 0
		})
		forms = append(forms, chosen)
		if len(chosen) == len(all) {
			break
		}
	}
	return forms
}

// lines returns the text of the chosen parts.
func (c *checkScreen) lines(width int, first bool) (lines []string) {
	finding := false
	add := func(part *checkPart) {
		if part.shown == 0 {
			return
		}
		if len(lines) > 0 && !(part.finding && finding) {
			lines = append(lines, "")
		}
		finding = part.finding
		lines = append(lines, part.forms[part.shown-1].Lines...)
	}
	for _, part := range c.parts[:c.last] {
		add(part)
	}
	if text := c.notShown(); text != "" {
		if len(lines) > 0 {
			lines = append(lines, "")
		}
		lines = append(lines, plaintext.WrapFlags(text, width)...)
	} else if len(lines) > 0 {
		lines = append(lines, "")
	}
	for _, part := range c.parts[c.last:] {
		if part.shown > 0 {
			lines = append(lines, part.forms[part.shown-1].Lines...)
		}
	}
	if !first {
		lines = slices.Insert(lines, 0, "")
	}
	return lines
}

// notShown says what is left out, and how to get it; "": nothing.
func (c *checkScreen) notShown() string {
	var nouns, rest []string
	counts := map[string]int64{}
	short := false
	for _, part := range c.parts {
		switch {
		case part.shown == 0 && len(part.forms) > 0:
			if counts[part.noun]++; counts[part.noun] == 1 {
				nouns = append(nouns, part.noun)
			}
		case part.shown > 0:
			form := part.forms[part.shown-1]
			rest = append(rest, form.Rest...)
			short = short || form.ShortNames
			if part.shown <= len(part.less) {
				nouns = append(nouns, part.less[part.shown-1])
			}
		}
	}
	for i, noun := range nouns {
		if n := counts[noun]; n > 0 && noun != "production" && !strings.HasPrefix(noun, "the ") {
			nouns[i] = words.Count(n, noun)
		}
	}
	var ways []string
	if len(nouns) > 0 {
		ways = append(ways, words.List(nouns)+" (--all)")
	}
	if len(rest) > 0 {
		ways = append(ways, strings.Join(rest, ", ")+" (-n 0)")
	}
	switch {
	case short && len(ways) > 0:
		ways = append(ways, "full names (--wide)")
	case short:
		return fitname.ShortNamesNote
	case len(ways) == 0:
		return ""
	}
	return "not shown: " + strings.Join(ways, "; ")
}
