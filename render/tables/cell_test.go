package tables

import "testing"

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
