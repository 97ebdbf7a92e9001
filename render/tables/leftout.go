package tables

import (
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/render/internal/fitname"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
	"github.com/iprof-viz/iprof-viz/render/internal/terminal"
)

// leftOut is everything that a screen does not show of a text.
type leftOut struct {
	tables     []string // names
	chooser    string   // the flag that chooses tables
	rows       []rowsLeft
	notes      int
	cut        int      // texts below sites, and warnings, that are not whole
	columns    []string // headings
	shortNames bool
}

// rowsLeft are rows beyond the limit, and the noun for them in the plural.
type rowsLeft struct {
	n      int64
	things string
}

// addRows adds rows that a table does not show, though it could.
func (l *leftOut) addRows(n int64, things string) {
	if n <= 0 {
		return
	}
	for i := range l.rows {
		if l.rows[i].things == things {
			l.rows[i].n += n
			return
		}
	}
	l.rows = append(l.rows, rowsLeft{n, things})
}

// addTables adds tables that a flag chooses.
func (l *leftOut) addTables(chooser string, tables []*table.Table) {
	l.chooser = chooser
	for _, t := range tables {
		l.tables = append(l.tables, t.Name)
	}
}

// add adds everything that a layout of a table does not show.
func (l *leftOut) add(g *layout) {
	t := g.t
	for _, rest := range []*table.Row{t.Rest, t.OutsideRest} {
		if rest == nil {
			continue
		}
		n := int64(rest.Omitted)
		if chosen := t.FactOf("chosen"); chosen > 0 && rest == t.Rest { // the others are not selected
			n = chosen - int64(countSites(t))
		}
		l.addRows(n, thingsOf(t, *rest))
	}
	sites := int64(0)
	for _, row := range t.Rows {
		if row.Omitted > 0 {
			l.addRows(int64(row.Omitted), thingsOf(t, row))
		}
		if row.BeginsSite {
			sites++
		}
	}
	l.addRows(t.FactOf("matched")-sites, "methods")
	for _, heading := range g.leftOut() {
		if !slices.Contains(l.columns, heading) {
			l.columns = append(l.columns, heading)
		}
	}
	l.shortNames = l.shortNames || g.shortNames()
}

// thingsOf returns the noun for the rows that a row sums up, as in <36 more methods>.
func thingsOf(t *table.Table, rest table.Row) string {
	for _, c := range t.Columns {
		text := rest.Cell(c).Text
		if _, things, ok := strings.Cut(text, " more "); ok && fitname.IsPlaceholder(text) {
			things = strings.TrimSuffix(things, ">")
			if rest.Omitted == 1 {
				things += "s" // words.CountOf needs the plural
			}
			return things
		}
	}
	return "rows"
}

// manyRows is the number of rows above which all rows are better read in a pager than above the prompt: a few windows full.
const manyRows = 100

// line returns the line that says how to get everything else; "": nothing is left out.
// Brief has sums of what counts alike.
func (l *leftOut) line(width int, brief bool) string {
	more, all, rows := []string{}, "-n 0", int64(0)
	for _, r := range l.rows {
		more = append(more, words.CountOf(r.n, r.things))
		rows += r.n
	}
	if brief && len(more) > 1 {
		more = []string{words.Count(rows, "row")}
	}
	if rows > manyRows {
		all = plaintext.AllInPager
	}
	notes, cut := l.notes, l.cut
	if brief && notes > 0 {
		notes, cut = notes+cut, 0
	}
	if notes > 0 {
		more = append(more, words.Count(int64(notes), "note"))
	}
	if cut > 0 {
		more = append(more, words.CountOf(int64(cut), "cut lines"))
	}
	if len(more)+len(l.columns)+len(l.tables) == 0 {
		if l.shortNames {
			return fitname.ShortNamesNote
		}
		return ""
	}
	line := func(columns string) string {
		var parts, wide []string
		if l.shortNames {
			wide = append(wide, "full names")
		}
		if columns != "" {
			wide = append(wide, columns)
		}
		if len(l.tables) > 0 {
			parts = append(parts, words.List(l.tables)+" ("+l.chooser+")")
		}
		if len(more) > 0 {
			parts = append(parts, strings.Join(more, ", ")+" ("+all+")")
		}
		if len(wide) > 0 {
			parts = append(parts, strings.Join(wide, ", ")+" (--wide)")
		}
		return "not shown: " + strings.Join(parts, "; ")
	}
	text := line(namedColumns(l.columns))
	if n := len(l.columns); n > 1 && width > 0 && plaintext.Columns(text) > width {
		text = line(words.Count(int64(n), "column"))
	}
	return text
}

// namedColumns says of headings that they are those of columns: one such as "self 95%" would be taken for a share. "": none.
func namedColumns(headings []string) string {
	switch len(headings) {
	case 0:
		return ""
	case 1:
		return "column " + headings[0]
	}
	return "columns " + strings.Join(headings, ", ")
}

// LastLine writes the line that says how to get everything that the screen does not show since the one before.
func (p Writer) LastLine() {
	if p.fit == nil {
		return
	}
	if text := p.fit.left.line(p.Width, p.fit.head > 0); text != "" {
		if !p.fit.noted && !p.fit.dense {
			p.B.WriteByte('\n')
		}
		for _, line := range plaintext.WrapFlags(text, p.Width) {
			p.Line(line, terminal.Dim)
		}
	}
	p.fit.left = leftOut{}
}

// notes writes the lines below a table, warnings first, as far as the screen has room for them; at least all warnings, as numbers without
// them are taken for more than they are, and those that explain the mark of a heading or of a shown row, unless the table above has the same.
func (p Writer) notes(notes, warnings []string) {
	if p.fit == nil || p.fit.notes < 0 {
		p.Notes(notes, warnings)
	} else {
		room := p.fit.notes
		within := func(texts []string, prefix string, least int) []string {
			for i, text := range texts {
				room -= len(plaintext.Wrap(prefix+plaintext.Visible(text), p.Width))
				if room < 0 && i >= least {
					p.fit.left.notes += len(texts) - i
					return texts[:i]
				}
			}
			return texts
		}
		warnings = within(warnings, "warning: ", len(warnings))
		var marks, others []string
		for _, note := range notes {
			switch {
			case explainsMark(note) == "":
				others = append(others, note)
			case !slices.Contains(p.fit.marks, note):
				marks = append(marks, note)
			}
		}
		p.fit.marks = append(p.fit.marks, marks...)
		notes = append(within(marks, "", len(marks)), within(others, "", 0)...)
		if p.fit.packed > 0 {
			p.packed(notes, warnings)
		} else {
			p.Notes(notes, warnings)
		}
	}
	if p.fit != nil {
		p.fit.noted = len(notes)+len(warnings) > 0
	}
}

// wrap returns a text in at most so many lines of a width; 0: unlimited.
func (f *fitting) wrap(text string, most, width int) []string {
	lines := plaintext.Wrap(text, width)
	if most == 0 || len(lines) <= most {
		return lines
	}
	f.left.cut++
	last := most - 1
	rest := strings.Join(strings.Fields(strings.Join(lines[last:], " ")), " ")
	return append(lines[:last], plaintext.CutEnd(rest, width))
}

// sentence is wrap for a sentence, which ends earlier rather than within one of its parts.
func (f *fitting) sentence(text string, most, width int) []string {
	if most > 0 && len(plaintext.Wrap(text, width)) > most {
		if lines := endEarlier("", text, most, width); lines != nil {
			f.left.cut++
			return lines
		}
	}
	return f.wrap(text, most, width)
}

// packed is Notes without a blank line above. A warning has few lines.
func (p Writer) packed(notes, warnings []string) {
	for _, warning := range warnings {
		p.short("warning: ", plaintext.Visible(warning), p.fit.packed, terminal.Warn)
	}
	for _, note := range notes {
		p.Paragraph(plaintext.Visible(note), terminal.Dim)
	}
}

// short writes a text in at most so many lines. A warning ends earlier; what cannot is cut in the middle: file names are at its
// beginning, the conclusion is at its end.
func (p Writer) short(label, text string, most int, s terminal.Style) {
	lines := plaintext.Wrap(label+text, p.Width)
	if len(lines) > most {
		p.fit.left.cut++
		if short := endEarlier(label, text, most, p.Width); label != "" && short != nil {
			lines = short
		}
	}
	for room := most * p.Width; len(lines) > most && room > p.Width/2; room -= 2 {
		lines = plaintext.Wrap(label+plaintext.CutMiddle(text, room), p.Width)
	}
	for _, line := range lines {
		p.Line(line, s)
	}
}
