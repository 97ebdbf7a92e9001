package tables

import (
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/render/internal/places"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
	"github.com/iprof-viz/iprof-viz/render/internal/terminal"
)

// partIndent is the indent of parts below their site, in columns.
const partIndent = 4

// A layout is a table as text that fits into a terminal.
type layout struct {
	t     *table.Table
	sites *grid // one line for each row or, with parts, for each site
	parts *grid // lines below those of sites; nil: the parts are next to their sites

	fit *fitting // nil: everything is written
}

// leftOut returns the headings of columns that are left out.
func (l *layout) leftOut() []string {
	if l.parts == nil {
		return l.sites.leftOut
	}
	return slices.Concat(l.sites.leftOut, l.parts.leftOut)
}

// shortNames reports whether some names are shortened.
func (l *layout) shortNames() bool { return l.sites.shortNames || l.parts != nil && l.parts.shortNames }

// columns returns the columns that are shown.
func (l *layout) columns() []table.Column {
	if l.parts == nil {
		return l.sites.columns
	}
	return slices.Concat(l.sites.columns, l.parts.columns)
}

// write writes the lines of the table. It returns the note that they need, "" for none.
func (l *layout) write(p terminal.Writer) (note string) {
	below := strings.Repeat(" ", partIndent)
	p.Line(l.sites.heading(), terminal.Dim)
	if l.parts != nil {
		p.Line(below+l.parts.heading(), terminal.Dim)
	}
	noted := func(line string) string {
		switch end := "unknown)"; { // of both
		case note == places.PlaceUnknownNote || !strings.Contains(line, end):
		case strings.Contains(line, places.PlaceUnknown):
			note = places.PlaceUnknownNote
		case strings.Contains(line, places.BriefPlaceUnknown):
			note = places.BriefPlaceUnknownNote
		}
		return line
	}
	nested, form := l.t.Parts != "", l.fit.gaveUp()
	rows := l.sites.rows
	var before gridRow // if i > 0
	n, parts := rows.len(), 0
	for i := range n {
		r := rows.at(i)
		if r.role == restRow && form.tight {
			continue
		}
		begins := r.BeginsSite || r.role == siteRow && (i == 0 || before.role != siteRow)
		if parts++; begins || r.role != siteRow {
			parts = 1
		} else if nested && form.parts > 0 && parts > form.parts {
			l.fit.left.addRows(int64(max(1, r.Merged)), l.t.Parts)
			l.fit.hidden++
			continue
		}
		if l.fit != nil {
			l.fit.left.addRows(int64(r.Beyond), l.t.Parts)
		}
		if i > 0 && !form.compact && (r.role == outsideRow && before.role != outsideRow && before.role != totalRow ||
			nested && r.role == restRow && len(l.t.Rows) > 0 ||
			nested && r.role == siteRow && begins && before.role == siteRow) {
			p.B.WriteByte('\n')
		}
		if l.parts == nil {
			continued := nested && r.role == siteRow && !begins
			text := noted(l.sites.format(r.Row, continued))
			if continued {
				text = l.besideParts(p, before, text)
			}
			p.Line(text, r.style)
			if i+1 == n || rows.at(i+1).BeginsSite || rows.at(i+1).role != siteRow {
				l.belowSite(p, r.Row)
			}
		} else {
			if begins || r.role != siteRow {
				if l.fit != nil && r.role == siteRow {
					l.fit.above++
				}
				p.Line(noted(l.sites.format(r.Row, false)), r.style)
				l.belowSite(p, r.Row)
			}
			if part := noted(l.parts.format(r.Row, false)); part != "" {
				p.Line(below+part, r.style)
			}
		}
		before = r
	}
	return note
}

// belowSite writes the text below a site as separate lines.
func (l *layout) belowSite(p terminal.Writer, row table.Row) {
	width := 0
	if p.Width > 0 {
		width = max(1, p.Width-partIndent)
	}
	if text := l.below(row, width); text != "" {
		form := l.fit.gaveUp()
		if form.noBelow {
			l.fit.left.cut++
			return
		}
		for _, line := range l.fit.wrap(text, form.below, width) {
			if width > 0 { // a name may be longer than a line
				line = plaintext.CutEnd(line, width)
			}
			p.Line(strings.Repeat(" ", partIndent)+line, terminal.Dim)
		}
	}
}

// below returns the text below a site in a number of columns.
func (l *layout) below(row table.Row, width int) string {
	text := l.sites.rows.below(row, width, l.sites.as)
	if l.fit != nil && text != l.sites.rows.below(row, 0, l.sites.as) {
		l.fit.left.shortNames = true
	}
	return text
}

// minBelow is the minimum number of columns for the text below a site, next to a row of the site.
const minBelow = 40

// besideParts puts the text below a site at the beginning of its second row, which is blank there. If it does not fit, the text
// becomes a separate line.
func (l *layout) besideParts(p terminal.Writer, before gridRow, line string) string {
	whole := l.sites.rows.below(before.Row, 0, l.sites.as)
	if whole == "" {
		return line
	}
	blank := len(line) - len(strings.TrimLeft(line, " "))
	if room := blank - partIndent - columnGap; room >= min(plaintext.Columns(whole), minBelow) {
		text := plaintext.CutEnd(l.below(before.Row, room), room)
		return strings.Repeat(" ", partIndent) + text + strings.Repeat(" ", room-plaintext.Columns(text)+columnGap) + line[blank:]
	}
	l.belowSite(p, before.Row)
	return line
}

// newLayout lays out a table in a number of columns; 0: unlimited.
func newLayout(t *table.Table, hints tableHints, width int) *layout {
	beside := newGrid(t, hints, width, func(table.Column) bool { return true })
	if t.Parts != "" && (beside.plan.shortPlaceholders || !beside.hasRoom(beside.goodNeed())) {
		sites := newGrid(t, hints, width, func(c table.Column) bool { return c.Shared })
		parts := newGrid(t, hints, width-partIndent, func(c table.Column) bool { return !c.Shared })
		if len(sites.columns) > 0 && len(parts.columns) > 0 {
			cut(sites, parts)
			return &layout{t: t, sites: sites, parts: parts}
		}
	}
	cut(beside)
	return &layout{t: t, sites: beside}
}
