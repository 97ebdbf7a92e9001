package tables

import (
	"strings"

	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/render/internal/fitname"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
)

// gridMeasures caches the widths of a table's columns. Layouts that are tried one after the other differ in only a few columns, and
// a table may have millions of rows.
type gridMeasures struct {
	widest       map[cellVariant]int
	needs        map[string]*nameNeeds // by key of the column
	placeholders map[placeholderVariant]int
}

func newGridMeasures() *gridMeasures {
	return &gridMeasures{map[cellVariant]int{}, map[string]*nameNeeds{}, map[placeholderVariant]int{}}
}

// A cellVariant is a column with the shortenings of a [gridPlan] that affect its cells.
type cellVariant struct {
	key                             string
	short, brief, shortPlaceholders bool
}

// A placeholderVariant is a column and the next one, over whose empty cells placeholders extend.
type placeholderVariant struct {
	key, next string
	short     bool
}

// A nameNeed says how much of a name must be whole.
type nameNeed int

const (
	wholeClass  nameNeed = iota // see classWidth
	wholeMethod                 // see fitname.MethodWidth
)

// nameNeeds are the widths that the names of a table's column need.
type nameNeeds struct {
	class  int    // maximum for whole classes
	method int    // maximum for methods of shortened names, up to fitname.GoodName
	room   [2]int // by nameNeed, for shortened names: the maximum, up to fitname.GoodName plus the indent, and at most the whole text
}

// findWidest measures all cells whose widths are unknown: row by row, because a row with millions of others is slow to reach.
func (g *grid) findWidest() {
	var columns []int
	for k := range g.columns {
		if _, ok := g.measured.widest[g.variant(k)]; !ok && !g.isOpen(k) {
			columns = append(columns, k)
		}
	}
	widest := make([]int, len(columns))
	for i := range g.rows.len() {
		row := g.rows.at(i).Row
		for n, k := range columns {
			widest[n] = max(widest[n], plaintext.Columns(g.cell(row, k).text))
		}
	}
	for n, k := range columns {
		g.measured.widest[g.variant(k)] = widest[n]
	}
}

// isOpen reports whether nothing depends on the width of a column: names at the end of lines of any length.
func (g *grid) isOpen(k int) bool {
	return g.width == 0 && k == len(g.columns)-1 && g.columns[k].Kind == table.NameColumn
}

// widest returns the width of a column's widest cell.
func (g *grid) widest(k int) int { return g.measured.widest[g.variant(k)] }

func (g *grid) variant(k int) cellVariant {
	c := g.columns[k]
	return cellVariant{
		key: c.Key, short: g.plan.short && c.Kind == table.CountColumn,
		brief:             g.plan.brief && (c.Kind == table.BCIColumn || g.plan.hints.BriefCells[c.Key] != nil),
		shortPlaceholders: g.plan.shortPlaceholders && !isName(c.Kind),
	}
}

// need returns what the names of a column need.
func (g *grid) need(k int) *nameNeeds {
	key := g.columns[k].Key
	if g.measured.needs[key] == nil {
		n, before := &nameNeeds{}, ""
		for i := range g.rows.len() {
			cell := g.cell(g.rows.at(i).Row, k)
			if name := cell.name(); name != before || cell.isList {
				n.add(name, plaintext.Columns(cell.text), cell.placeholder)
				before = name
			}
		}
		g.measured.needs[key] = n
	}
	return g.measured.needs[key]
}

// add adds the name of a cell that has a whole width.
func (n *nameNeeds) add(name string, whole int, placeholder bool) {
	class, method := fitname.NameWidths(name)
	n.class = max(n.class, class)
	if placeholder {
		return
	}
	n.method = max(n.method, min(method, fitname.GoodName))
	indent := len(name) - len(strings.TrimLeft(name, " "))
	for need, columns := range [...]int{wholeClass: class, wholeMethod: method} {
		n.room[need] = max(n.room[need], min(whole, indent+min(columns-indent, fitname.GoodName)))
	}
}

// placeholderWidth returns the columns that the placeholders of a column need. Those before an empty cell need none.
func (g *grid) placeholderWidth(k int) int {
	if g.columns[k].Kind != table.NameColumn {
		return 0
	}
	v := placeholderVariant{key: g.columns[k].Key, short: g.plan.shortPlaceholders}
	if k+1 < len(g.columns) {
		v.next = g.columns[k+1].Key
	}
	most, ok := g.measured.placeholders[v]
	if ok {
		return most
	}
	for i := range g.rows.len() {
		row := g.rows.at(i).Row
		cell := g.cell(row, k)
		if !cell.placeholder || plaintext.Columns(cell.text) <= most || v.next != "" && g.cell(row, k+1).text == "" {
			continue
		}
		n := plaintext.Columns(cell.text)
		if v.short {
			n = plaintext.Columns(fitname.ShortestPlaceholder(cell.text))
		}
		most = max(most, n)
	}
	g.measured.placeholders[v] = most
	return most
}
