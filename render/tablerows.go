package render

import "github.com/iprof-viz/iprof-viz/convert/table"

// A rowRole is the list of a table that a row is from.
type rowRole uint8

const (
	totalRow rowRole = iota
	siteRow          // Table.Rows
	restRow
	outsideRow
)

// gridRows are the rows of a table in the order in which text has them.
type gridRows struct{ t *table.Table }

// A gridRow is a row with the list that it is from.
type gridRow struct {
	table.Row
	role  rowRole
	style style
}

func (r gridRows) len() int {
	n := len(r.t.Rows) + len(r.t.Outside)
	for _, single := range []*table.Row{r.t.Total, r.t.Rest, r.t.OutsideRest} {
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
		row.style = bold
	}
	return row
}

// plain is at without regard to what stands out.
func (r gridRows) plain(i int) gridRow {
	if r.t.Total != nil {
		if i == 0 {
			return gridRow{*r.t.Total, totalRow, bold}
		}
		i--
	}
	if i < len(r.t.Rows) {
		return gridRow{r.t.Rows[i], siteRow, plain}
	}
	i -= len(r.t.Rows)
	if r.t.Rest != nil {
		if i == 0 {
			return gridRow{*r.t.Rest, restRow, dim}
		}
		i--
	}
	if i < len(r.t.Outside) {
		return gridRow{r.t.Outside[i], outsideRow, plain}
	}
	return gridRow{*r.t.OutsideRest, outsideRow, dim}
}

// below returns the text below the site that a row begins; "": there is none.
func (r gridRows) below(row table.Row) string {
	if !row.BeginsSite {
		return ""
	}
	for _, c := range r.t.Columns {
		if c.Below != "" {
			return visible(row.Cell(c).Text)
		}
	}
	return ""
}

// A gridCell is the text of a cell.
type gridCell struct {
	text        string
	isList      bool
	list        []table.Frame
	placeholder bool // is not cut: <42 more sites>
}

// cell returns the text of a row in a column before it is cut.
func (g *grid) cell(row table.Row, k int) gridCell {
	c := g.columns[k]
	of := row.Cell(c)
	if of.Kind == table.List {
		return gridCell{text: listText(of.List, c.Kind, maxListed(c.Kind), visible), isList: true, list: of.List}
	}
	if g.plan.brief {
		of.Text = g.plan.hints.brief(c, of.Text)
	}
	text := g.style.text(of, c.Kind)
	if of.Kind == table.Text { // everything else is ours
		text = visible(text)
	}
	if g.plan.shortPlaceholders && !isName(c.Kind) && isPlaceholder(text) { // it is not cut later
		text, _ = shortenPlaceholder(text)
	}
	return gridCell{text: text, placeholder: c.Kind == table.NameColumn && isPlaceholder(text)}
}

// name returns the name that has to be readable: of a list the first. Names are cut after that.
func (c *gridCell) name() string {
	if !c.isList {
		return c.text
	}
	if len(c.list) == 0 {
		return ""
	}
	first := visible(c.list[0].Method) + callSite(c.list[0].BCI)
	if more := len(c.list) - 1; more > 0 {
		first += shortMore(more)
	}
	return first
}
