package tables

import (
	"cmp"
	"iter"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/render/internal/fitname"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
)

// columnGap is the number of spaces between columns.
const columnGap = 2

// A grid holds some columns of a table as text that fits into a terminal. The texts of cells are made on demand: a table may have
// millions of rows, and all texts together would take several times the memory of the table.
type grid struct {
	rows       gridRows
	columns    []table.Column
	headings   []string
	plan       gridPlan
	style      CellStyle
	measured   *gridMeasures
	widths     []int
	minWidths  []int                // by column of names: width of the heading and the placeholders; 0: for other columns, or if everything fits
	leftOut    []string             // headings
	width      int                  // of the terminal; 0: unlimited
	as         fitname.Style        // of all names of the table
	names      []fitname.ShortNames // by column of names; nil: all are whole
	shortNames bool                 // some names are shortened
	last       []numberText         // by column
	line       []byte               // of the last line, to be used again
}

// A gridPlan is a choice of shortenings that make a table fit.
type gridPlan struct {
	columns           []table.Column // columns that are wanted
	hints             tableHints
	short             bool     // shorten counts
	brief             bool     // shorten words and headings
	dropped           []string // keys of dropped columns
	shortPlaceholders bool     // width of the program's own words, without names
}

// newGrid lays out the wanted columns of a table. To keep the whole classes of names, it shortens counts, then words, then drops
// columns as they declare. It does not shorten names.
func newGrid(t *table.Table, hints tableHints, width int, wanted func(table.Column) bool) *grid {
	columns := slices.DeleteFunc(shownColumns(t), func(c table.Column) bool { return c.Below != "" || !wanted(c) })
	plan := gridPlan{columns: columns, hints: hints}
	measured := newGridMeasures()
	planned := func() *grid { return plan.grid(t, measured, width) }
	g := planned()
	if !g.hasRoom(wholeClass) {
		plan.short = true
		g = planned()
	}
	if !g.hasRoom(wholeClass) {
		plan.brief = true
		g = planned()
	}
	// drop drops columns, in their order, until names have enough room.
	drop := func(keys []string, enough nameNeed) {
		for _, key := range keys {
			if g.hasRoom(enough) {
				return
			}
			if !slices.Contains(plan.dropped, key) && slices.ContainsFunc(columns, func(c table.Column) bool { return c.Key == key }) {
				plan.dropped = append(slices.Clip(plan.dropped), key)
				g = planned()
			}
		}
	}
	forClasses, forMethods := dropOrder(t)
	if unknown := plan.unknown(t); len(unknown) > 0 {
		drop(unknown, wholeClass)
		if len(plan.dropped) > 0 {
			forClasses = plan.withoutLastCount(forClasses)
		}
	}
	drop(forClasses, wholeClass)
	if !g.fits() {
		plan.shortPlaceholders = true
		g = planned()
	}
	drop(slices.Concat(forClasses, forMethods), wholeMethod)
	return g
}

// unknown returns the keys of the columns of numbers that are n/a in all rows, which say less than any other.
func (plan gridPlan) unknown(t *table.Table) (keys []string) {
	if len(t.Rows) == 0 {
		return nil
	}
	for _, c := range plan.columns {
		known := slices.ContainsFunc(t.Rows, func(r table.Row) bool { return r.Cell(c).Kind != table.Unknown })
		if !known && !isName(c.Kind) {
			keys = append(keys, c.Key)
		}
	}
	return keys
}

// withoutLastCount returns the keys of columns to drop such that a count remains, where the one that was to remain is unknown.
func (plan gridPlan) withoutLastCount(keys []string) []string {
	last := -1
	for i, key := range keys {
		isCount := slices.ContainsFunc(plan.columns, func(c table.Column) bool { return c.Key == key && c.Kind == table.CountColumn })
		if isCount && !slices.Contains(plan.dropped, key) {
			last = i
		}
	}
	if last < 0 {
		return keys
	}
	return slices.Concat(keys[:last], keys[last+1:])
}

// fewSamples reports whether a table has so few samples that the intervals of its shares are useless.
func fewSamples(t *table.Table) bool {
	return t.PerSample > 0 && t.Base/t.PerSample < convert.EnoughSamples
}

// shownColumns returns the columns of text output.
func shownColumns(t *table.Table) []table.Column {
	return slices.DeleteFunc(slices.Clone(t.Columns), func(c table.Column) bool {
		return c.Heading == "" || c.Kind == table.IntervalColumn && fewSamples(t)
	})
}

// grid makes a grid of the wanted columns by a plan.
func (plan gridPlan) grid(t *table.Table, measured *gridMeasures, width int) *grid {
	g := &grid{rows: gridRows{t}, plan: plan, style: NewCellStyle(t), measured: measured, width: width}
	g.style.shortCounts, g.style.briefBCIs = plan.short, plan.brief
	var unknown []string
	if len(plan.dropped) > 0 {
		unknown = plan.unknown(t)
	}
	unqualified := plan.unqualified()
	for _, c := range plan.columns {
		if c.Instead != "" && !unqualified[c.Instead] || unqualified[c.Key] && plan.hasInstead(c.Key) {
			continue
		}
		if slices.Contains(plan.dropped, c.Key) || unqualified[c.Key] {
			heading := cmp.Or(plan.hints.Disambiguate[c.Key], c.Heading)
			if slices.Contains(unknown, c.Key) {
				heading += " (n/a)"
			}
			g.leftOut = append(g.leftOut, heading)
			continue
		}
		g.columns = append(g.columns, c)
		g.headings = append(g.headings, plan.hints.heading(c, plan.brief))
	}
	g.names = make([]fitname.ShortNames, len(g.columns))
	g.last = make([]numberText, len(g.columns))
	g.measure()
	return g
}

// unqualified returns the keys of the columns whose qualifying columns are dropped.
func (plan gridPlan) unqualified() map[string]bool {
	keys := map[string]bool{}
	for _, c := range plan.columns {
		if c.Qualifies != "" && slices.Contains(plan.dropped, c.Key) {
			keys[c.Qualifies] = true
		}
	}
	return keys
}

// hasInstead reports whether another column may replace the one with a key.
func (plan gridPlan) hasInstead(key string) bool {
	return slices.ContainsFunc(plan.columns, func(c table.Column) bool { return c.Instead == key })
}

// measure computes the widths of the columns and, if not all have room, the minimum widths of name columns. A placeholder before an
// empty cell does not widen its column: it extends over the empty cell.
func (g *grid) measure() {
	g.widths, g.minWidths = make([]int, len(g.columns)), make([]int, len(g.columns))
	g.findWidest()
	line := columnGap * (len(g.columns) - 1)
	for k := range g.columns {
		g.widths[k] = max(plaintext.Columns(g.headings[k]), g.widest(k))
		line += g.widths[k]
	}
	if g.width == 0 || line <= g.width {
		return
	}
	for k, c := range g.columns {
		if isName(c.Kind) {
			minimum := max(plaintext.Columns(g.headings[k]), fitname.MinName, g.need(k).method, g.placeholderWidth(k))
			g.minWidths[k] = min(minimum, g.widths[k])
		}
	}
	g.fit()
}

// fit narrows the columns of names until the line fits. Each gets its minimum width; then the narrowest get more, as long as there
// is room, first until classes are whole, then until names are. If there is no room for the minimum widths, the widest get less, so
// that names are truncated and not the line.
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

// widen distributes free columns among the narrowest columns that have less than they need. It returns how many are left.
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

// classWidths returns the widths of name columns that keep classes whole, up to the widths for whole names.
func (g *grid) classWidths(names, whole []int) []int {
	widths := make([]int, len(g.columns))
	for _, k := range names {
		widths[k] = min(g.need(k).class, whole[k])
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

// hasRoom reports whether the line fits and all names have the columns that they need.
func (g *grid) hasRoom(need nameNeed) bool {
	if g.width == 0 {
		return true
	}
	if !g.fits() {
		return false
	}
	for k, c := range g.columns {
		if isName(c.Kind) && g.widest(k) > g.widths[k] && g.need(k).room[need] > g.widths[k] {
			return false
		}
	}
	return true
}

// goodNeed returns how much of names needs room in this grid: a single name in a row may have its class shortened rather than its
// row split; several would be hard to distinguish.
func (g *grid) goodNeed() nameNeed {
	names := 0
	for _, c := range g.columns {
		if isName(c.Kind) {
			names++
		}
	}
	if names > 1 {
		return wholeClass
	}
	return wholeMethod
}

// cut shortens the headings and names that are too long for their columns. Grids of one table shorten names alike.
func cut(grids ...*grid) {
	as := shorten(grids)
	if !as.CutsClasses() {
		return
	}
	for _, g := range grids {
		g.share()
	}
	shorten(grids)
}

// share gives the columns that shortened names leave free to names whose classes lost words: first to those that need the fewest.
func (g *grid) share() {
	free := g.width - columnGap*(len(g.columns)-1)
	for k, c := range g.columns {
		if isName(c.Kind) {
			g.widths[k] = min(g.widths[k], g.used(k))
		}
		free -= g.widths[k]
	}
	for {
		column, more := -1, free+1
		for k, c := range g.columns {
			if isName(c.Kind) {
				if n := g.nextClass(k) - g.widths[k]; n < more {
					column, more = k, n
				}
			}
		}
		if column < 0 {
			return
		}
		g.widths[column] += more
		free -= more
	}
}

// nextClass returns the width at which one more name of a column keeps its class whole.
func (g *grid) nextClass(k int) int {
	next := plaintext.Unlimited
	for n := range g.namesOf(k) {
		if whole := fitname.ClassAndMethod(n.Name); whole > g.widths[k] {
			next = min(next, whole)
		}
	}
	return next
}

// used returns the width of the longest text in a column.
func (g *grid) used(k int) int {
	used := plaintext.Columns(g.headings[k])
	for i := range g.rows.len() {
		used = max(used, plaintext.Columns(g.fitted(g.rows.at(i).Row, k)))
	}
	return used
}

// shorten shortens names and headings in the widths that columns have. It returns how.
func shorten(grids []*grid) fitname.Style {
	as := fitname.StyleOf(func(yield func(fitname.NameInRoom) bool) {
		for _, g := range grids {
			for k, c := range g.columns {
				if !isName(c.Kind) || g.widest(k) <= g.widths[k] {
					continue
				}
				for n := range g.namesOf(k) {
					if !yield(n) {
						return
					}
				}
			}
		}
	})
	for _, g := range grids {
		g.as = as
		for k, c := range g.columns {
			g.headings[k] = plaintext.CutMiddle(g.headings[k], g.widths[k])
			if !isName(c.Kind) || g.widest(k) <= g.widths[k] && !as.Shortens() {
				continue // no two whole names need to be distinguished
			}
			g.names[k] = as.Column(g.namesOf(k))
			for n, short := range g.names[k] {
				g.shortNames = g.shortNames || short != n.Name && !(c.Kind == table.NameColumn && fitname.IsPlaceholder(n.Name))
			}
		}
	}
	return as
}

// namesOf returns the names of a column, without lists.
func (g *grid) namesOf(k int) iter.Seq[fitname.NameInRoom] {
	return func(yield func(fitname.NameInRoom) bool) {
		for i := range g.rows.len() {
			row := g.rows.at(i).Row
			if cell := g.cell(row, k); !cell.isList && !yield(fitname.NameInRoom{Name: cell.text, Room: g.room(row, k, cell)}) {
				return
			}
		}
	}
}

// room returns the maximum width of a cell: the width of its column and, for a placeholder, of the empty cells after it.
func (g *grid) room(row table.Row, k int, cell gridCell) int {
	room := g.widths[k]
	if !cell.placeholder {
		return room
	}
	for next := k + 1; next < len(g.columns); next++ {
		if text := g.cell(row, next).text; text != "" {
			if RightAligned(g.columns[next].Kind) {
				room += g.widths[next] - plaintext.Columns(text)
			}
			break
		}
		room += columnGap + g.widths[next]
	}
	return room
}

// fitted returns the text of a cell as written.
func (g *grid) fitted(row table.Row, k int) string {
	cell := g.cell(row, k)
	switch short := g.names[k]; {
	case isName(g.columns[k].Kind) && !cell.isList:
		if short == nil {
			return cell.text
		}
		return short[fitname.NameInRoom{Name: cell.text, Room: g.room(row, k, cell)}]
	case plaintext.Columns(cell.text) <= g.widths[k] && !(cell.isList && g.as.Shortens()):
		return cell.text
	case cell.isList:
		return fitList(cell.list, g.columns[k].Kind, g.widths[k], g.as)
	default:
		return plaintext.CutMiddle(cell.text, g.widths[k])
	}
}

func (g *grid) heading() string {
	return g.align(func(k int) string { return g.headings[k] })
}

// format aligns the cells of a row. If continued, it leaves out those that the row shares with the previous one.
func (g *grid) format(row table.Row, continued bool) string {
	return g.align(func(k int) string {
		if continued && g.columns[k].Shared {
			return ""
		}
		return g.fitted(row, k)
	})
}

// align aligns the texts of a line, by column, with those of other lines.
func (g *grid) align(text func(k int) string) string {
	b := g.line[:0]
	start, written := 0, 0 // columns before this one; columns written
	for k := range g.columns {
		text := text(k)
		at, n := start, plaintext.Columns(text)
		if RightAligned(g.columns[k].Kind) {
			at += max(0, g.widths[k]-n)
		}
		if n > 0 {
			if written > 0 { // a name that is wider than its column moves the next cell
				at = max(at, written+columnGap)
			}
			for ; written < at; written++ {
				b = append(b, ' ')
			}
			b = append(b, text...)
			written = at + n
		}
		start += g.widths[k] + columnGap
	}
	g.line = b
	return string(b)
}
