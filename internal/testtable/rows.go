package testtable

import (
	"fmt"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert/table"
)

// Rows writes all rows of a table, one per line, with every cell that is not None: "callee=T.b count=5 factor=n/a". Numbers have
// three digits after the point; sums of rows begin with the number of rows that they stand for.
func Rows(t *table.Table) string {
	var b strings.Builder
	rows := t.AllRows()
	if t.Total != nil {
		rows = append([]table.Row{*t.Total}, rows...)
	}
	for _, r := range rows {
		if r.Omitted > 0 {
			fmt.Fprintf(&b, "%d more: ", r.Omitted)
		}
		var cells []string
		for _, c := range t.Columns {
			switch cell := r.Cell(c); cell.Kind {
			case table.None:
			case table.Unknown:
				cells = append(cells, c.Key+"=n/a")
			case table.Int:
				cells = append(cells, fmt.Sprintf("%s=%d", c.Key, cell.Int))
			case table.Float:
				cells = append(cells, fmt.Sprintf("%s=%.3f", c.Key, cell.Low))
			case table.List:
				var frames []string
				for _, f := range cell.List {
					frames = append(frames, f.Method)
				}
				cells = append(cells, c.Key+"="+strings.Join(frames, "<"))
			case table.Bool:
				cells = append(cells, fmt.Sprintf("%s=%t", c.Key, cell.Bool))
			case table.Interval:
				cells = append(cells, fmt.Sprintf("%s=%.3f..%.3f", c.Key, cell.Low, cell.High))
			default:
				cells = append(cells, c.Key+"="+cell.Text)
			}
		}
		b.WriteString(strings.TrimSpace(strings.Join(cells, " ")) + "\n")
	}
	return b.String()
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
		line("fact", strings.TrimSpace(fmt.Sprintf("%s %d %s", f.Key, f.Value.Int, f.Value.Text)))
	}
	for _, text := range t.Notes {
		line("note", text)
	}
	for _, text := range t.Caveats {
		line("caveat", text)
	}
	line("miss", t.Miss)
	if a := t.Application; a.Base > 0 {
		line("application", fmt.Sprintf("%d own and %d called of %d, %d unknown", a.Own, a.Charged, a.Base, a.Unknown))
	}
	line("sorted by", t.SortedBy)
	b.WriteString(Rows(t))
	return b.String()
}
