package tables

import (
	"cmp"

	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/render/internal/fitname"
	"github.com/iprof-viz/iprof-viz/render/internal/numbers"
	"github.com/iprof-viz/iprof-viz/render/internal/places"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
	"github.com/iprof-viz/iprof-viz/render/internal/terminal"
)

// A rowRole is the list of a table that a row comes from.
type rowRole uint8

const (
	totalRow rowRole = iota
	siteRow          // Table.Rows
	restRow
	outsideRow
)

// gridRows are the rows of a table in the order of text.
type gridRows struct{ t *table.Table }

// A gridRow is a row and the list that it comes from.
type gridRow struct {
	table.Row
	role  rowRole
	style terminal.Style
}

// total is the row for everything; nil: none, or it means nothing.
func (r gridRows) total() *table.Row {
	if r.t.Damaged > 0 {
		return nil
	}
	return r.t.Total
}

func (r gridRows) len() int {
	n := len(r.t.Rows) + len(r.t.Outside)
	for _, single := range []*table.Row{r.total(), r.t.Rest, r.t.OutsideRest} {
		if single != nil {
			n++
		}
	}
	return n
}

// at returns the row with a number from 0 to len-1.
func (r gridRows) at(i int) gridRow {
	row := r.plain(i)
	if row.Emphasized {
		row.style = terminal.Bold
	}
	return row
}

// plain is like at, ignoring highlighting.
func (r gridRows) plain(i int) gridRow {
	if total := r.total(); total != nil {
		if i == 0 {
			return gridRow{*total, totalRow, terminal.Bold}
		}
		i--
	}
	if i < len(r.t.Rows) {
		return gridRow{r.t.Rows[i], siteRow, terminal.Plain}
	}
	i -= len(r.t.Rows)
	if r.t.Rest != nil {
		if i == 0 {
			return gridRow{*r.t.Rest, restRow, terminal.Dim}
		}
		i--
	}
	if i < len(r.t.Outside) {
		return gridRow{r.t.Outside[i], outsideRow, terminal.Plain}
	}
	return gridRow{*r.t.OutsideRest, outsideRow, terminal.Dim}
}

// below returns the text below the site that a row begins, in the style of the table's names; "": none. Lists of methods are shortened to a number of
// columns, 0: unlimited.
func (r gridRows) below(row table.Row, width int, as fitname.Style) string {
	if !row.BeginsSite {
		return ""
	}
	text := ""
	for _, c := range r.t.Columns {
		if c.Below == "" || c.Heading == "" {
			continue
		}
		cell := row.Cell(c)
		if text != "" && (cell.Text != "" || len(cell.List) > 0) {
			text += " · "
		}
		if cell.Text != "" && len(cell.List) == 0 {
			text += c.Label + plaintext.Visible(cell.Text)
		}
		if len(cell.List) > 0 {
			text += cmp.Or(cell.Text, c.Heading) + ": "
			if room := width - plaintext.Columns(text); width > 0 {
				text += fitList(cell.List, c.Kind, max(goodCaller, room), as)
			} else {
				text += listText(cell.List, c.Kind, maxListed(c.Kind), func(name string) string { return as.Method(plaintext.Visible(name), plaintext.Unlimited) })
			}
		}
	}
	return text
}

// A gridCell is the text of a cell.
type gridCell struct {
	text        string
	isList      bool
	list        []table.Frame
	placeholder bool // never truncated: <42 more sites>
}

// cell returns the text of a row in a column before it is shortened.
func (g *grid) cell(row table.Row, k int) gridCell {
	c := &g.columns[k]
	of := row.CellIn(c)
	if of.Kind == table.List {
		return gridCell{text: listText(of.List, c.Kind, maxListed(c.Kind), plaintext.Visible), isList: true, list: of.List}
	}
	if g.plan.brief {
		of.Text = g.plan.hints.brief(*c, of.Text)
	}
	if of.Kind == table.Int || of.Kind == table.Float || of.Kind == table.Interval {
		return gridCell{text: g.numberText(of, k)}
	}
	text := g.style.Text(of, c.Kind)
	if of.Kind == table.Text { // everything else is the program's own text
		text = plaintext.Visible(text)
	}
	if g.plan.shortPlaceholders && !isName(c.Kind) && fitname.IsPlaceholder(text) { // it is not shortened later
		text, _ = fitname.ShortenPlaceholder(text)
	}
	return gridCell{text: text, placeholder: c.Kind == table.NameColumn && fitname.IsPlaceholder(text)}
}

// A numberText is a number and its text.
type numberText struct {
	of   table.Cell
	text string
}

// numberText returns the text of a number. Tables are sorted, and most of a long one is rows with the same small numbers, so the last
// text often serves again.
func (g *grid) numberText(of table.Cell, k int) string {
	last := &g.last[k]
	l := &last.of
	if of.Kind != l.Kind || of.Int != l.Int || of.Low != l.Low || of.High != l.High || of.Backward != l.Backward || of.Mark != l.Mark || of.Line != l.Line {
		*last = numberText{of, g.style.Text(of, g.columns[k].Kind)}
	}
	return last.text
}

// name returns the name that must be readable: the first of a list. Names are shortened after that.
func (c *gridCell) name() string {
	if !c.isList {
		return c.text
	}
	if len(c.list) == 0 {
		return ""
	}
	first := plaintext.Visible(c.list[0].Method) + places.CallSite(c.list[0].BCI)
	if more := len(c.list) - 1; more > 0 {
		first += numbers.ShortMore(more)
	}
	return first
}
