package summary

import (
	"fmt"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/render/internal/numbers"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
	"github.com/iprof-viz/iprof-viz/render/tables"
)

// sourceLine returns the format of another tool's file, after a title.
func (t *infoText) sourceLine(title string) string {
	s := t.in.OtherTool
	samples := t.in.Section(convert.Samples)
	text := title + plaintext.Visible(s.Origin.Format) + ", " + plaintext.Visible(words.CountOf(samples.Total, s.Unit))
	if s.PerSample > 1 {
		text += fmt.Sprintf(", %s a sample", numbers.Thousands(s.PerSample))
	}
	return text
}

// source writes what is known about another tool's file.
func (t *infoText) source() {
	t.trees("Stacks", []namedTree{{"stacks", t.in.Stacks}})
	for _, table := range t.in.OtherTool.Tables {
		t.sourceTable(table)
	}
}

// sourceTable writes a table of the file's content other than its stacks.
func (t *infoText) sourceTable(of *table.Table) {
	style := tables.NewCellStyle(of)
	var aligns []align
	heading := make([]string, len(of.Columns))
	for i, c := range of.Columns {
		heading[i] = c.Heading
		aligns = append(aligns, align(tables.RightAligned(c.Kind)))
	}
	rows := [][]string{heading}
	for _, row := range of.Rows {
		cells := make([]string, len(of.Columns))
		for i, c := range of.Columns {
			cells[i] = plaintext.Visible(style.Text(row.Cell(c), c.Kind))
		}
		rows = append(rows, cells)
	}
	t.heading(of.Title)
	t.grid(rows, aligns...)
}

// shortUnit returns a short unit for values of a metric.
func (t *infoText) shortUnit(m convert.Metric) string {
	if t.in.OtherTool != nil {
		return plaintext.Visible(t.in.OtherTool.Unit)
	}
	return numbers.ShortMetricUnits[m]
}
