package render

import (
	"strconv"

	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A cellStyle formats the cells of a table for people.
type cellStyle struct {
	shortCounts      bool // counts of minShort and more have three digits: 7.88M
	briefBCIs        bool // those that are not in the bytecode
	shareDecimals    int
	intervalDecimals int
}

// newCellStyle chooses as many decimals as mean something for the table's base: for 11 samples a tenth of a percent means
// nothing. A share of half of 10,000 samples has an interval of 49% to 51%: decimals of the interval of fewer mean nothing.
func newCellStyle(t *table.Table) cellStyle {
	s := cellStyle{}
	if t.Base >= 100 {
		s.shareDecimals = 1
	}
	if t.Base >= 10_000 {
		s.intervalDecimals = 1
	}
	return s
}

// text returns the text of a cell. Names are as in the profile: the caller escapes them.
func (s cellStyle) text(c table.Cell, kind table.ColumnKind) string {
	switch {
	case c.Kind == table.None:
		return ""
	case c.Kind == table.Unknown:
		return "n/a"
	case c.Kind == table.Text && isName(kind):
		return placeName(c.Text)
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
		text := atBCI(iprof.BCI(c.Int))
		switch {
		case c.Backward:
			text = "↺ " + text
		case s.briefBCIs && c.Int < 0:
			text = briefBCI(iprof.BCI(c.Int))
		}
		return text + lineSuffix(int(c.Line))
	case table.CountColumn:
		return s.count(c.Int)
	case table.ShareColumn, table.RatioColumn:
		return sharePercent(c.Low, s.shareDecimals)
	case table.IntervalColumn:
		return s.interval(c.Low, c.High)
	case table.ChangeColumn:
		return pointsAlone(c.Low, 1)
	case table.FactorColumn:
		return factor(c.Low)
	case table.NumberColumn:
		return significant(c.Low)
	}
	return strconv.FormatInt(c.Int, 10)
}

// minShort is the count from which on counts are shortened where there is little room.
const minShort = 100_000

func (s cellStyle) count(n int64) string {
	if s.shortCounts && (n >= minShort || n <= -minShort) {
		return shortCount(n)
	}
	return thousands(n)
}

// interval returns the text of an interval. The bounds of small shares have a decimal, as the shares do.
func (s cellStyle) interval(low, high float64) string {
	decimals := s.intervalDecimals
	if high < 0.1 && s.shareDecimals > 0 {
		decimals = 1
	}
	return rangePercent(low, high, decimals)
}

// isName reports whether a column holds names, which may be cut.
func isName(kind table.ColumnKind) bool {
	return kind == table.NameColumn || kind == table.CalleesColumn || kind == table.CallersColumn
}

// rightAligned reports whether the cells of a column are right-aligned.
func rightAligned(kind table.ColumnKind) bool {
	return !isName(kind) && kind != table.WordColumn && kind != table.FlagColumn
}
