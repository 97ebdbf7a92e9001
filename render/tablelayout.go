package render

import (
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert/table"
)

// partIndent is the indent of parts below their site, in columns.
const partIndent = 4

// A layout is a table as text that fits into a terminal.
type layout struct {
	t     *table.Table
	sites *grid // a line for each row, or with parts for each site
	parts *grid // lines below those of sites; nil: the parts are beside their sites
}

// leftOut returns the headings of columns that are left out.
func (l *layout) leftOut() []string {
	left := l.sites.leftOut
	if l.parts != nil {
		left = append(left, l.parts.leftOut...)
	}
	return left
}

// shortNames reports whether some names are not whole.
func (l *layout) shortNames() bool { return l.sites.shortNames || l.parts != nil && l.parts.shortNames }

// mentions reports whether a text is in a cell.
func (l *layout) mentions(text string) bool {
	return l.sites.mentions(text) || l.parts != nil && l.parts.mentions(text)
}

// columns returns the columns that are shown.
func (l *layout) columns() []table.Column {
	if l.parts == nil {
		return l.sites.columns
	}
	return slices.Concat(l.sites.columns, l.parts.columns)
}

func (l *layout) write(p lineWriter) {
	below := strings.Repeat(" ", partIndent)
	p.line(l.sites.heading(), dim)
	if l.parts != nil {
		p.line(below+l.parts.heading(), dim)
	}
	nested := l.t.Parts != ""
	n := 0 // lines
	for i, r := range l.sites.rows {
		begins := r.first || r.role == siteRow && (i == 0 || l.sites.rows[i-1].role != siteRow)
		switch {
		case n == 0:
		case r.role == outsideRow && l.sites.rows[i-1].role != outsideRow,
			nested && r.role == restRow && len(l.t.Rows) > 0,
			nested && r.role == siteRow && begins && l.sites.rows[i-1].role == siteRow:
			p.b.WriteByte('\n')
		}
		n++
		if l.parts == nil {
			continued := nested && r.role == siteRow && !begins
			text := l.sites.format(i, continued)
			if continued {
				text = l.besideParts(p, i, text)
			}
			p.line(text, r.style)
			if i+1 == len(l.sites.rows) || l.sites.rows[i+1].first || l.sites.rows[i+1].role != siteRow {
				l.belowSite(p, r.below)
			}
			continue
		}
		if begins || r.role != siteRow {
			p.line(l.sites.format(i, false), r.style)
			l.belowSite(p, r.below)
		}
		if part := l.parts.format(i, false); part != "" {
			p.line(below+part, r.style)
		}
	}
}

// belowSite writes the text below a site as a line of its own.
func (l *layout) belowSite(p lineWriter, text string) {
	if text == "" {
		return
	}
	if p.width > 0 {
		text = cutEnd(text, max(1, p.width-partIndent))
	}
	p.line(strings.Repeat(" ", partIndent)+text, dim)
}

// minBelow is the room that the text below a site needs beside a row of it, in columns.
const minBelow = 24

// besideParts puts the text below a site at the beginning of its second row, which is blank there. Without room it writes the text as
// a line of its own.
func (l *layout) besideParts(p lineWriter, row int, line string) string {
	if row == 0 || l.sites.rows[row-1].below == "" {
		return line
	}
	text := l.sites.rows[row-1].below
	blank := len(line) - len(strings.TrimLeft(line, " "))
	if room := blank - partIndent - columnGap; room >= min(columnsOf(text), minBelow) {
		text = cutEnd(text, room)
		return strings.Repeat(" ", partIndent) + text + strings.Repeat(" ", room-columnsOf(text)+columnGap) + line[blank:]
	}
	l.belowSite(p, text)
	return line
}

// belowSite returns the text below the site that a row begins; "": there is none.
func belowSite(t *table.Table, row table.Row) string {
	if !row.BeginsSite {
		return ""
	}
	for _, c := range t.Columns {
		if c.Below != "" {
			return visible(row.Cell(c).Text)
		}
	}
	return ""
}

// newLayout lays a table out in a number of columns; 0: any.
func newLayout(t *table.Table, hints tableHints, width int) *layout {
	beside := newGrid(t, hints, width, func(table.Column) bool { return true })
	if t.Parts != "" && (beside.shortPlaceholders || !beside.hasRoom(beside.goodWidth())) {
		sites := newGrid(t, hints, width, func(c table.Column) bool { return c.Shared })
		parts := newGrid(t, hints, width-partIndent, func(c table.Column) bool { return !c.Shared })
		if len(sites.columns) > 0 && len(parts.columns) > 0 {
			sites.cut()
			parts.cut()
			return &layout{t, sites, parts}
		}
	}
	beside.cut()
	return &layout{t, beside, nil}
}
