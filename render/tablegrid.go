package render

import (
	"cmp"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
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
	shortNames        bool     // some names are not whole
}

type gridRow struct {
	cells []gridCell
	role  rowRole
	first bool
	below string // the text below the site that the row begins; "": none
	style style
}

// A gridCell is the text of a cell.
type gridCell struct {
	text        string
	list        *gridList // nil: it is not a list
	placeholder bool      // is not cut: <42 more sites>
}

// A gridList is the text of a list of names.
type gridList struct {
	first string                 // the name that has to be readable
	cut   func(width int) string // shortens the text
}

// name returns the name that has to be readable. Names are cut after that.
func (c *gridCell) name() string {
	if c.list != nil {
		return c.list.first
	}
	return c.text
}

// A gridPlan is a choice of shortenings that make a table fit.
type gridPlan struct {
	columns           []table.Column // that are wanted
	hints             tableHints
	short             bool     // counts
	brief             bool     // words and headings
	dropped           []string // keys of columns
	shortPlaceholders bool     // of our own words
}

// newGrid lays out the wanted columns of a table. Where names would not keep their whole classes it shortens counts, then
// words, then drops columns as they declare. It does not cut names.
func newGrid(t *table.Table, hints tableHints, width int, wanted func(table.Column) bool) *grid {
	columns := slices.DeleteFunc(shownColumns(t), func(c table.Column) bool { return c.Below != "" || !wanted(c) })
	plan := gridPlan{columns: columns, hints: hints}
	g := plan.grid(t, width)
	if !g.hasRoom(classWidth) {
		plan.short = true
		g = plan.grid(t, width)
	}
	if !g.hasRoom(classWidth) {
		plan.brief = true
		g = plan.grid(t, width)
	}
	// drop drops columns, the first first, until names have enough room.
	drop := func(keys []string, enough func(string) int) {
		for _, key := range keys {
			if g.hasRoom(enough) {
				return
			}
			if !slices.Contains(plan.dropped, key) && slices.ContainsFunc(columns, func(c table.Column) bool { return c.Key == key }) {
				plan.dropped = append(plan.dropped, key)
				g = plan.grid(t, width)
			}
		}
	}
	forClasses, forMethods := dropOrder(t)
	drop(forClasses, classWidth)
	if !g.fits() {
		plan.shortPlaceholders = true
		g = plan.grid(t, width)
	}
	drop(slices.Concat(forClasses, forMethods), methodWidth)
	return g
}

// fewSamples reports whether a table has so few samples that the intervals of its shares say nothing.
func fewSamples(t *table.Table) bool {
	return t.PerSample > 0 && t.Base/t.PerSample < convert.EnoughSamples
}

// shownColumns returns the columns that people see.
func shownColumns(t *table.Table) []table.Column {
	return slices.DeleteFunc(slices.Clone(t.Columns), func(c table.Column) bool {
		return c.Heading == "" || c.Kind == table.IntervalColumn && fewSamples(t)
	})
}

// grid makes a grid of the wanted columns by a plan.
func (plan gridPlan) grid(t *table.Table, width int) *grid {
	s := newCellStyle(t)
	s.shortCounts, s.briefBCIs = plan.short, plan.brief
	g := &grid{width: width, shortPlaceholders: plan.shortPlaceholders}
	for _, c := range plan.columns {
		if slices.Contains(plan.dropped, c.Key) {
			g.leftOut = append(g.leftOut, cmp.Or(plan.hints.Disambiguate[c.Key], c.Heading))
			continue
		}
		g.columns = append(g.columns, c)
		g.headings = append(g.headings, plan.hints.heading(c, plan.brief))
	}
	add := func(row table.Row, role rowRole, st style) {
		if row.Emphasized {
			st = bold
		}
		cells := make([]gridCell, len(g.columns))
		for k, c := range g.columns {
			cell := row.Cell(c)
			if plan.brief {
				cell.Text = plan.hints.brief(c, cell.Text)
			}
			cells[k] = s.gridCell(cell, c.Kind)
			if plan.shortPlaceholders && !isName(c.Kind) && isPlaceholder(cells[k].text) { // it is not cut later
				cells[k].text, _ = shortenPlaceholder(cells[k].text)
			}
		}
		g.rows = append(g.rows, gridRow{cells, role, row.BeginsSite, belowSite(t, row), st})
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
		first := ""
		if len(c.List) > 0 {
			first = visible(c.List[0].Method) + callSite(c.List[0].BCI)
			if more := len(c.List) - 1; more > 0 {
				first += shortMore(more)
			}
		}
		return gridCell{
			text: listText(c, kind, maxListed(kind), visible),
			list: &gridList{first, func(width int) string { return fitList(c, kind, width) }},
		}
	}
	text := visible(s.text(c, kind))
	return gridCell{text: text, placeholder: kind == table.NameColumn && isPlaceholder(text)}
}

// measure computes the widths of the columns, and the minimum widths of those of names. A placeholder before an empty cell does
// not make its column wide: it runs over the empty cell.
func (g *grid) measure() {
	g.widths, g.minWidths = make([]int, len(g.columns)), make([]int, len(g.columns))
	for k, c := range g.columns {
		g.widths[k] = columnsOf(g.headings[k])
		g.minWidths[k] = max(g.widths[k], minName)
		for _, r := range g.rows {
			n := columnsOf(r.cells[k].text)
			g.widths[k] = max(g.widths[k], n)
			if isName(c.Kind) && !r.cells[k].placeholder {
				g.minWidths[k] = max(g.minWidths[k], min(methodWidth(r.cells[k].name()), goodName))
			}
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

// fit makes the columns of names narrower until the line fits. Each gets its minimum width; then the narrowest get more, as
// long as there is room, first until classes are whole, then until names are. If there is no room for the minimum widths, the
// widest get less, so that names are cut and not the line.
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
	if len(names) > 1 {
		free = g.widen(names, g.classWidths(names, wish), free)
	}
	g.widen(names, wish, free)
}

// widen gives free columns to the narrowest of some columns that have less than they wish. It returns how many are left.
func (g *grid) widen(columns, wish []int, free int) int {
	for ; free > 0; free-- {
		narrowest := -1
		for _, k := range columns {
			if g.widths[k] < wish[k] && (narrowest < 0 || g.widths[k] < g.widths[narrowest]) {
				narrowest = k
			}
		}
		if narrowest < 0 {
			return free
		}
		g.widths[narrowest]++
	}
	return 0
}

// classWidths returns the widths of columns of names with whole classes, up to those of whole names.
func (g *grid) classWidths(names, whole []int) []int {
	widths := make([]int, len(g.columns))
	for _, k := range names {
		for _, r := range g.rows {
			widths[k] = max(widths[k], min(classWidth(r.cells[k].name()), whole[k]))
		}
	}
	return widths
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

// hasRoom reports whether the line fits and all names have the columns that a function says they need, up to a limit.
func (g *grid) hasRoom(need func(name string) int) bool {
	if g.width == 0 {
		return true
	}
	if !g.fits() {
		return false
	}
	for k, c := range g.columns {
		if isName(c.Kind) && slices.ContainsFunc(g.rows, func(r gridRow) bool {
			cell := r.cells[k]
			return !cell.placeholder && columnsOf(cell.text) > g.widths[k] && wantedWidth(cell.name(), need) > g.widths[k]
		}) {
			return false
		}
	}
	return true
}

// wantedWidth returns the columns that a name needs, but no more than goodName beside its indent.
func wantedWidth(name string, need func(string) int) int {
	indent := len(name) - len(strings.TrimLeft(name, " "))
	return indent + min(need(name)-indent, goodName)
}

// cut shortens the texts that are too long for their columns.
func (g *grid) cut() {
	for k, c := range g.columns {
		g.headings[k] = cutMiddle(g.headings[k], g.widths[k])
		var names []nameInRoom
		for i := range g.rows {
			cell := &g.rows[i].cells[k]
			switch room := g.room(i, k); {
			case isName(c.Kind) && cell.list == nil:
				names = append(names, nameInRoom{cell.text, room})
			case columnsOf(cell.text) <= room:
			case cell.list != nil:
				cell.text = cell.list.cut(room)
			default:
				cell.text = cutMiddle(cell.text, room)
			}
		}
		short := fitColumn(names)
		for i := range g.rows {
			if cell := &g.rows[i].cells[k]; isName(c.Kind) && cell.list == nil {
				text := short[nameInRoom{cell.text, g.room(i, k)}]
				g.shortNames = g.shortNames || text != cell.text && !cell.placeholder
				cell.text = text
			}
		}
	}
}

// mentions reports whether a text is in a cell.
func (g *grid) mentions(text string) bool {
	return slices.ContainsFunc(g.rows, func(r gridRow) bool {
		return slices.ContainsFunc(r.cells, func(c gridCell) bool { return strings.Contains(c.text, text) })
	})
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
			if written > 0 { // a name that is wider than its column moves the next cell
				at = max(at, written+columnGap)
			}
			b.WriteString(strings.Repeat(" ", at-written))
			b.WriteString(c.text)
			written = at + n
		}
		start += g.widths[k] + columnGap
	}
	return b.String()
}

// goodWidth returns the function for the columns that names need in this grid: one name of a row may have its class cut
// rather than its row torn apart, several would be hard to tell from each other.
func (g *grid) goodWidth() func(string) int {
	if g.names() > 1 {
		return classWidth
	}
	return methodWidth
}

// names returns the number of columns of names.
func (g *grid) names() int {
	n := 0
	for _, c := range g.columns {
		if isName(c.Kind) {
			n++
		}
	}
	return n
}
