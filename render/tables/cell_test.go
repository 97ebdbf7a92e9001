package tables

import (
	"testing"

	"github.com/iprof-viz/iprof-viz/convert/table"
)

// TestCellStyle: the base of a table decides the decimals.
func TestCellStyle(t *testing.T) {
	coarse, fine := CellStyle{shortCounts: true}, CellStyle{shareDecimals: 1, intervalDecimals: 1}
	for _, c := range []struct{ got, want string }{
		{coarse.count(99999), "99,999"},
		{coarse.count(100000), "100k"},
		{fine.count(23929230826), "23,929,230,826"},
		{coarse.interval(0.6226, 0.9838), "62–99%"},
		{fine.interval(0.6226, 0.9838), "62.2–98.4%"},
		{CellStyle{shareDecimals: 1}.interval(0.01, 0.0999), "1.0–10.0%"},
	} {
		if c.got != c.want {
			t.Errorf("%s, want %s", c.got, c.want)
		}
	}
}

// At least 0 is nothing that is known; at most 0, and at least 1, are.
func TestAtLeastNoneIsUnknown(t *testing.T) {
	marked := func(c table.Cell, mark string) table.Cell {
		c.Mark = mark
		return c
	}
	for _, c := range []struct {
		cell table.Cell
		kind table.ColumnKind
		want string
	}{
		{marked(table.IntCell(0), "≥"), table.CountColumn, "n/a"},
		{marked(table.FloatCell(0), "≥"), table.FactorColumn, "n/a"},
		{marked(table.FloatCell(0), "≥"), table.ShareColumn, "n/a"},
		{marked(table.IntCell(1), "≥"), table.CountColumn, "≥ 1"},
		{marked(table.IntCell(0), "≤"), table.CountColumn, "≤ 0"},
		{table.IntCell(0), table.CountColumn, "0"},
		{marked(table.FloatCell(0.5), "≥"), table.FactorColumn, "≥ ×0.5"},
	} {
		if got := (CellStyle{}).Text(c.cell, c.kind); got != c.want {
			t.Errorf("%+v: %s, want %s", c.cell, got, c.want)
		}
	}
}
