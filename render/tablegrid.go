package render

import (
	"cmp"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert/table"
)

// columnGap is the number of blanks between columns.
const columnGap = 2

// A rowRole is the list of a table that a row is from.
type rowRole uint8

const (
	totalRow rowRole = iota
	siteRow          // Table.Rows
	restRow
	outsideRow
)

// A grid is some columns of a table as text that fits into a terminal.
type grid struct {
	columns           []table.Column
	headings          []string
	rows              []gridRow
	widths            []int
	minWidths         []int    // by column: of the heading and the placeholders
	leftOut           []string // headings
	width             int      // of the terminal; 0: any
	shortPlaceholders bool     // placeholders are short, as there is no room for names
}

type gridRow struct {
	cells []gridCell
	role  rowRole
	first bool
	style style
}

// A gridCell is the text of a cell.
type gridCell struct {
	text        string
	cut         func(width int) string // shortens the text; nil: as a name
	placeholder bool                   // is not cut: <42 more sites>
}

// A gridPlan is a choice of shortenings that make a table fit.
type gridPlan struct {
	short             bool // counts
	brief             bool // words and headings
	dropped           int  // minor columns
	shortPlaceholders bool // of our own words
}

// newGrid lays out the wanted columns of a table. It shortens counts, then words, then drops minor columns until names have
// room. It does not cut names.
func newGrid(t *table.Table, width int, wanted func(table.Column) bool) *grid {
	var plan gridPlan
	g := plan.grid(t, width, wanted)
	if !g.hasRoom(goodName, sharedName) {
		plan.short = true
		g = plan.grid(t, width, wanted)
	}
	if !g.hasRoom(fairName, sharedName) {
		plan.brief = true
		g = plan.grid(t, width, wanted)
	}
	minor := minorColumns(t, wanted)
	for plan.dropped < len(minor) && t.Columns[minor[plan.dropped]].Spare > table.Dear && !g.hasRoom(fairName, sharedName) {
		plan.dropped++
		g = plan.grid(t, width, wanted)
	}
	if !g.fits() {
		plan.shortPlaceholders = true
		g = plan.grid(t, width, wanted)
	}
	for plan.dropped < len(minor) && !g.hasRoom(readableName, readableName) {
		plan.dropped++
		g = plan.grid(t, width, wanted)
	}
	return g
}

// minorColumns returns the indexes of the minor columns, in the order in which they are left out.
func minorColumns(t *table.Table, wanted func(table.Column) bool) []int {
	var places []int
	for i, c := range t.Columns {
		if c.Minor && c.Heading != "" && wanted(c) {
			places = append(places, i)
		}
	}
	slices.Reverse(places)
	slices.SortStableFunc(places, func(a, b int) int { return t.Columns[b].Spare - t.Columns[a].Spare })
	return places
}

// grid makes a grid of the wanted columns by a plan.
func (plan gridPlan) grid(t *table.Table, width int, wanted func(table.Column) bool) *grid {
	s := newCellStyle(t)
	s.shortCounts, s.briefWords = plan.short, plan.brief
	g := &grid{width: width, shortPlaceholders: plan.shortPlaceholders}
	dropped := minorColumns(t, wanted)[:plan.dropped]
	var places []int
	for i, c := range t.Columns {
		switch {
		case c.Heading == "" || !wanted(c):
		case slices.Contains(dropped, i):
			g.leftOut = append(g.leftOut, cmp.Or(c.Apart, c.Heading))
		default:
			places = append(places, i)
			g.columns = append(g.columns, c)
			heading := c.Heading
			if plan.brief && c.Brief != "" {
				heading = c.Brief
			}
			g.headings = append(g.headings, heading)
		}
	}
	add := func(row table.Row, role rowRole, st style) {
		if row.Strong {
			st = bold
		}
		cells := make([]gridCell, len(places))
		for k, i := range places {
			cells[k] = s.gridCell(row.Cells[i], t.Columns[i].Kind)
			if plan.shortPlaceholders && !isName(t.Columns[i].Kind) && isPlaceholder(cells[k].text) { // it is not cut later
				cells[k].text, _ = shortenPlaceholder(cells[k].text)
			}
		}
		g.rows = append(g.rows, gridRow{cells, role, row.First, st})
	}
	if t.Total != nil {
		add(*t.Total, totalRow, bold)
	}
	for _, row := range t.Rows {
		add(row, siteRow, plain)
	}
	if t.Rest != nil {
		add(*t.Rest, restRow, dim)
	}
	for _, row := range t.Outside {
		add(row, outsideRow, plain)
	}
	if t.OutsideRest != nil {
		add(*t.OutsideRest, outsideRow, dim)
	}
	g.measure()
	return g
}

func (s cellStyle) gridCell(c table.Cell, kind table.ColumnKind) gridCell {
	if c.Kind == table.List {
		return gridCell{
			text: listText(c, kind, maxListed(kind), visible),
			cut:  func(width int) string { return fitList(c, kind, width) },
		}
	}
	text := visible(s.text(c, kind))
	return gridCell{text: text, placeholder: kind == table.NameColumn && isPlaceholder(text)}
}

// measure computes the widths of the columns, and the minimum widths of those of names. A placeholder before an empty cell does
// not make its column wide: it runs over the empty cell.
func (g *grid) measure() {
	g.widths, g.minWidths = make([]int, len(g.columns)), make([]int, len(g.columns))
	for k := range g.columns {
		g.widths[k] = columnsOf(g.headings[k])
		g.minWidths[k] = max(g.widths[k], minName)
		for _, r := range g.rows {
			n := columnsOf(r.cells[k].text)
			g.widths[k] = max(g.widths[k], n)
			if r.cells[k].placeholder && (k+1 == len(r.cells) || r.cells[k+1].text != "") {
				if g.shortPlaceholders {
					n = columnsOf(shortestPlaceholder(r.cells[k].text))
				}
				g.minWidths[k] = max(g.minWidths[k], n)
			}
		}
		g.minWidths[k] = min(g.minWidths[k], g.widths[k])
	}
	if g.width > 0 {
		g.fit()
	}
}

// fit makes the columns of names narrower until the line fits. Each gets its minimum width; the narrowest get more, as long as
// there is room and they need it. If there is no room for the minimum widths, the widest get less, so that names are cut and
// not the line.
func (g *grid) fit() {
	free := g.width - columnGap*(len(g.columns)-1)
	wish := slices.Clone(g.widths)
	var names []int
	for k, c := range g.columns {
		if isName(c.Kind) {
			names = append(names, k)
			g.widths[k] = g.minWidths[k]
		}
		free -= g.widths[k]
	}
	for ; free < 0; free++ {
		widest := -1
		for _, k := range names {
			if g.widths[k] > 1 && (widest < 0 || g.widths[k] > g.widths[widest]) {
				widest = k
			}
		}
		if widest < 0 {
			return
		}
		g.widths[widest]--
	}
	for ; free > 0; free-- {
		narrowest := -1
		for _, k := range names {
			if g.widths[k] < wish[k] && (narrowest < 0 || g.widths[k] < g.widths[narrowest]) {
				narrowest = k
			}
		}
		if narrowest < 0 {
			return
		}
		g.widths[narrowest]++
	}
}

// fits reports whether the line fits and all columns have their minimum widths.
func (g *grid) fits() bool {
	line := columnGap * (len(g.columns) - 1)
	for k, n := range g.widths {
		if line += n; n < g.minWidths[k] {
			return false
		}
	}
	return g.width == 0 || line <= g.width
}

// hasRoom reports whether the line fits and names that are cut have enough columns: alone for a single column of names, else
// shared.
func (g *grid) hasRoom(alone, shared int) bool {
	if g.width == 0 {
		return true
	}
	if !g.fits() {
		return false
	}
	names := 0
	for _, c := range g.columns {
		if isName(c.Kind) {
			names++
		}
	}
	enough := max(shared, alone/max(1, names))
	for k, c := range g.columns {
		if isName(c.Kind) && g.widths[k] < enough && slices.ContainsFunc(g.rows, func(r gridRow) bool {
			return !r.cells[k].placeholder && columnsOf(r.cells[k].text) > g.widths[k]
		}) {
			return false
		}
	}
	return true
}

// cut shortens the texts that are too long for their columns.
func (g *grid) cut() {
	for k, c := range g.columns {
		g.headings[k] = cutMiddle(g.headings[k], g.widths[k])
		for i := range g.rows {
			cell := &g.rows[i].cells[k]
			switch room := g.room(i, k); {
			case columnsOf(cell.text) <= room:
			case cell.cut != nil:
				cell.text = cell.cut(room)
			case isName(c.Kind):
				cell.text = cutMethod(cell.text, room)
			default:
				cell.text = cutMiddle(cell.text, room)
			}
		}
	}
}

// room returns how wide a cell may be: as wide as its column, and a placeholder as far as the cells after it are empty.
func (g *grid) room(row, k int) int {
	room := g.widths[k]
	if !g.rows[row].cells[k].placeholder {
		return room
	}
	for next := k + 1; next < len(g.columns); next++ {
		text := g.rows[row].cells[next].text
		if text != "" {
			if rightAligned(g.columns[next].Kind) {
				room += g.widths[next] - columnsOf(text)
			}
			break
		}
		room += columnGap + g.widths[next]
	}
	return room
}

func (g *grid) heading() string {
	cells := make([]gridCell, len(g.headings))
	for k, heading := range g.headings {
		cells[k].text = heading
	}
	return g.align(cells)
}

// format aligns the cells of a row. If continued, it leaves out those that the row shares with the one before.
func (g *grid) format(row int, continued bool) string {
	cells := g.rows[row].cells
	if continued {
		cells = slices.Clone(cells)
		for k, c := range g.columns {
			if c.Shared {
				cells[k].text = ""
			}
		}
	}
	return g.align(cells)
}

func (g *grid) align(cells []gridCell) string {
	var b strings.Builder
	start, written := 0, 0 // columns before this one; columns written
	for k, c := range cells {
		at, n := start, columnsOf(c.text)
		if rightAligned(g.columns[k].Kind) {
			at += max(0, g.widths[k]-n)
		}
		if n > 0 {
			b.WriteString(strings.Repeat(" ", max(0, at-written)))
			b.WriteString(c.text)
			written = max(written, at) + n
		}
		start += g.widths[k] + columnGap
	}
	if line := b.String(); g.width == 0 || columnsOf(line) <= g.width {
		return line
	}
	return cutEnd(b.String(), g.width) // too long even without minor columns and names
}
