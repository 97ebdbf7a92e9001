package testtable

import (
	"fmt"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert/table"
)

// Rows writes all rows of a table, one per line, with every cell that is not None: "callee=T.b count=5 factor=n/a". Numbers have
// three digits after the point; sums of rows begin with the number of rows that they stand for. Rows that continue a site are indented,
// emphasized ones begin with an asterisk.
func Rows(t *table.Table) string {
	var b strings.Builder
	rows := t.AllRows()
	if t.Total != nil {
		rows = append([]table.Row{*t.Total}, rows...)
	}
	sites := slices.ContainsFunc(t.Columns, func(c table.Column) bool { return c.Shared })
	for _, r := range rows {
		if r.Omitted > 0 {
			fmt.Fprintf(&b, "%d more: ", r.Omitted)
		}
		if sites && !r.BeginsSite {
			b.WriteString("  ")
		}
		if r.Emphasized {
			b.WriteString("* ")
		}
		var cells []string
		for _, c := range t.Columns {
			if cell := r.Cell(c); cell.Kind != table.None {
				cells = append(cells, c.Key+"="+textOf(cell))
			}
		}
		b.WriteString(strings.TrimSpace(strings.Join(cells, " ")) + "\n")
	}
	return b.String()
}

// textOf writes everything in a cell.
func textOf(c table.Cell) string {
	switch c.Kind {
	case table.None:
		return ""
	case table.Unknown:
		return "n/a"
	case table.Int:
		text := fmt.Sprintf("%s%d", c.Mark, c.Int)
		if c.Backward {
			text += " backward"
		}
		if c.Line != 0 {
			text += fmt.Sprintf(" line %d", c.Line)
		}
		return text
	case table.Float:
		return fmt.Sprintf("%s%.3f", c.Mark, c.Low)
	case table.List:
		var frames []string
		for _, f := range c.List {
			text := f.Method
			if f.BCI.Kind == table.Int {
				text += "@" + textOf(f.BCI)
			}
			if f.ID.Kind == table.Int {
				text += "#" + textOf(f.ID)
			}
			frames = append(frames, text)
		}
		return strings.Join(frames, "<")
	case table.Bool:
		return fmt.Sprint(c.Bool)
	case table.Interval:
		return fmt.Sprintf("%.3f..%.3f", c.Low, c.High)
	}
	return c.Text
}

// Whole writes everything in a table: title, base, facts, notes and caveats, the application's part, and its rows, see Rows.
func Whole(t *table.Table) string {
	var b strings.Builder
	line := func(key string, value any) {
		if text := fmt.Sprint(value); text != "" {
			b.WriteString(key + ": " + text + "\n")
		}
	}
	line("title", t.Title)
	line("subject", t.Subject)
	fmt.Fprintf(&b, "base: %d of %d %s, %s, %d a sample, view %s\n", t.Base, t.Whole, t.Unit, t.Metric, t.PerSample, t.View)
	for _, h := range t.Hidden {
		line("hidden", fmt.Sprintf("%+v", h))
	}
	for _, text := range t.Filtered {
		line("filtered", text)
	}
	for _, f := range t.Facts {
		line("fact", strings.TrimSpace(f.Key+" "+textOf(f.Value)))
	}
	for _, text := range t.Notes {
		line("note", text)
	}
	for _, text := range t.Caveats {
		line("caveat", text)
	}
	line("miss", t.Miss)
	if t.OutsideOnly {
		line("rows", "none of the application")
	}
	if a := t.Application; a.Base > 0 {
		line("application", fmt.Sprintf("%d own and %d called of %d, %d unknown", a.Own, a.Charged, a.Base, a.Unknown))
	}
	line("sorted by", t.SortedBy)
	b.WriteString(Rows(t))
	return b.String()
}
