package tables

import (
	"strconv"

	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render/internal/numbers"
	"github.com/iprof-viz/iprof-viz/render/internal/places"
)

// A CellStyle formats the cells of a table for people.
type CellStyle struct {
	shortCounts      bool // counts of at least numbers.MinShort have three digits: 7.88M
	briefBCIs        bool // names of places that are not in the bytecode
	shareDecimals    int
	intervalDecimals int
}

// NewCellStyle chooses as many decimals as are meaningful for the table's base: for 11 samples, a tenth of a percent is not. A half
// of 10,000 samples has an interval of 49% to 51%: with fewer samples, decimals of the interval are meaningless.
func NewCellStyle(t *table.Table) CellStyle {
	s := CellStyle{}
	if t.Base >= 100 {
		s.shareDecimals = 1
	}
	if t.Base >= 10_000 {
		s.intervalDecimals = 1
	}
	return s
}

// Text formats a cell. Names are as in the profile: the caller escapes them.
func (s CellStyle) Text(c table.Cell, kind table.ColumnKind) string {
	switch {
	case c.Kind == table.None:
		return ""
	case c.Kind == table.Unknown, c.Mark == "≥" && c.Int == 0 && c.Low == 0: // at least nothing is nothing known
		return "n/a"
	case c.Kind == table.Text && isName(kind):
		return places.PlaceName(c.Text)
	case c.Kind == table.Text:
		return c.Text
	case c.Kind == table.Bool && c.Bool:
		return "yes"
	case c.Kind == table.Bool:
		return "no"
	case c.Kind == table.List:
		return listText(c.List, kind, maxListed(kind), func(name string) string { return name })
	}
	switch kind {
	case table.BCIColumn:
		text := places.AtBCI(iprof.BCI(c.Int))
		switch {
		case c.Backward:
			text = "↺ " + text
		case s.briefBCIs && c.Int < 0:
			text = places.BriefBCI(iprof.BCI(c.Int))
		}
		return text + places.LineSuffix(int(c.Line))
	case table.CountColumn:
		return c.Bound() + s.count(c.Int)
	case table.ShareColumn, table.RatioColumn:
		return numbers.BoundPercent(c.Mark, c.Low, s.shareDecimals)
	case table.IntervalColumn:
		return s.interval(c.Low, c.High)
	case table.ChangeColumn:
		return c.Bound() + numbers.PointsAlone(c.Low, 1)
	case table.FactorColumn:
		return c.Bound() + numbers.Factor(c.Low)
	case table.NumberColumn:
		return words.Significant(c.Low)
	}
	return strconv.FormatInt(c.Int, 10)
}

func (s CellStyle) count(n int64) string {
	if s.shortCounts && (n >= numbers.MinShort || n <= -numbers.MinShort) {
		return numbers.ShortCount(n)
	}
	return numbers.Thousands(n)
}

// interval formats an interval. The bounds of small shares have a decimal, as the shares do.
func (s CellStyle) interval(low, high float64) string {
	decimals := s.intervalDecimals
	if high < 0.1 && s.shareDecimals > 0 {
		decimals = 1
	}
	return words.RangePercent(low, high, decimals)
}

// isName reports whether a column holds names, which may be shortened.
func isName(kind table.ColumnKind) bool {
	return kind == table.NameColumn || kind == table.CalleesColumn || kind == table.CallersColumn
}

// RightAligned reports whether the cells of a column are right-aligned.
func RightAligned(kind table.ColumnKind) bool {
	return !isName(kind) && kind != table.WordColumn && kind != table.FlagColumn
}
