package render

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A TableFormat is a way to write a table.
type TableFormat int

// The formats of tables.
const (
	TextFormat     TableFormat = iota // for a person at a terminal
	CSVFormat                         // for spreadsheets and databases
	JSONFormat                        // for programs
	MarkdownFormat                    // for a review or a report, as GitHub renders it
)

// TableFormats are all formats, in the order in which they are listed.
var TableFormats = []TableFormat{TextFormat, CSVFormat, JSONFormat, MarkdownFormat}

// String returns the name that users know the format by.
func (f TableFormat) String() string { return [...]string{"text", "csv", "json", "markdown"}[f] }

// TableOptions say how a table looks. Only text heeds them.
type TableOptions struct {
	Width int  // columns of the terminal, at least 40; 0: as wide as it takes, nothing cut
	Color bool // use the terminal's colours
}

// Table writes a table in a format.
func Table(w io.Writer, t *table.Table, format TableFormat, opts TableOptions) error {
	switch format {
	case CSVFormat:
		return CSV(w, t)
	case JSONFormat:
		return JSON(w, t)
	case MarkdownFormat:
		return Markdown(w, t)
	default:
		return Text(w, t, opts)
	}
}

// A numberStyle says how numbers are worded for people.
type numberStyle struct {
	short  bool // counts of 100,000 and more to three digits: 7.88M
	brief  bool // words
	digits int  // decimals of shares, in percent
	errors int  // decimals of intervals
}

// newNumberStyle gives shares as many decimals as their base can tell apart: of 11 samples a tenth of a percent means
// nothing. Of 10,000 samples half lies between 49 and 51 %: with fewer, decimals of an interval say nothing either.
func newNumberStyle(t *table.Table) numberStyle {
	s := numberStyle{}
	if t.Base >= 100 {
		s.digits = 1
	}
	if t.Base >= 10_000 {
		s.errors = 1
	}
	return s
}

// cell words a cell for people. Names come as they are: whoever shows them makes them harmless.
func (s numberStyle) cell(c table.Cell, kind table.ColumnKind) string {
	switch {
	case c.Kind == table.None:
		return ""
	case c.Kind == table.Unknown:
		return "n/a"
	case c.Kind == table.Text && s.brief && c.Brief != "":
		return c.Brief
	case c.Kind == table.Text:
		return c.Text
	case c.Kind == table.List:
		return listWords(c, kind, mostListed(kind), func(name string) string { return name })
	}
	switch kind {
	case table.BCIColumn:
		switch {
		case c.Back:
			return "↺ " + bciName(c.Int)
		case s.brief && c.Int < 0:
			return briefBCI(c.Int)
		}
		return bciName(c.Int)
	case table.CountColumn:
		return s.count(c.Int)
	case table.ShareColumn:
		return s.share(c.Low)
	case table.IntervalColumn:
		return s.interval(c.Low, c.High)
	case table.ChangeColumn:
		return s.change(c.Low)
	case table.FactorColumn:
		return "×" + significant(c.Low)
	case table.NumberColumn:
		return significant(c.Low)
	}
	return strconv.FormatInt(c.Int, 10)
}

func (s numberStyle) count(n int64) string {
	if s.short && (n >= 100_000 || n <= -100_000) {
		return shortCount(n)
	}
	return thousands(n)
}

// shortCount writes a number to three digits: 7.88M, 23.9G.
func shortCount(n int64) string {
	sign, x := "", float64(n)
	if n < 0 {
		sign, x = "-", -x
	}
	unit := 0
	for _, limit := 0, 999.5; x >= limit && unit < len("kMGTPE"); unit++ {
		x /= 1000
	}
	if unit == 0 {
		return strconv.FormatInt(n, 10)
	}
	return sign + threeDigits(x) + "kMGTPE"[unit-1:unit]
}

// threeDigits writes a number from 1 to 999.4 to three digits.
func threeDigits(x float64) string {
	switch {
	case x < 9.995:
		return strconv.FormatFloat(x, 'f', 2, 64)
	case x < 99.95:
		return strconv.FormatFloat(x, 'f', 1, 64)
	}
	return strconv.FormatFloat(x, 'f', 0, 64)
}

// significant writes a fraction to three digits, without zeros at its end: 0.667, 1, 12.5, 7,884.
func significant(x float64) string {
	switch size := math.Abs(x); {
	case x == 0:
		return "0"
	case size >= 999.5 && size < 1e15:
		return thousands(int64(math.Round(x)))
	case size < 0.0005 || size >= 1e15:
		return strconv.FormatFloat(x, 'g', 3, 64)
	}
	text := strconv.FormatFloat(x, 'f', max(0, 2-int(math.Floor(math.Log10(math.Abs(x))))), 64)
	if strings.Contains(text, ".") {
		text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	}
	return text
}

// share writes a share in percent. What is not nothing and not all does not read so.
func (s numberStyle) share(x float64) string {
	text := strconv.FormatFloat(100*x, 'f', s.digits, 64) + "%"
	switch least := s.least(); {
	case x > 0 && strings.Trim(text, "0.%") == "":
		return "<" + least + "%"
	case x < 1 && strings.HasPrefix(text, "100"):
		return ">" + strconv.FormatFloat(100-math.Pow10(-s.digits), 'f', s.digits, 64) + "%"
	}
	return text
}

// change writes the difference of two shares, with its sign.
func (s numberStyle) change(x float64) string {
	sign := "+"
	if x < 0 {
		sign, x = "−", -x
	}
	text := s.share(x)
	if strings.HasPrefix(text, "<") || strings.HasPrefix(text, ">") {
		return text[:1] + sign + text[1:]
	}
	return sign + text
}

// least is the least percentage that is shown.
func (s numberStyle) least() string {
	return strconv.FormatFloat(math.Pow10(-s.digits), 'f', s.digits, 64)
}

// interval writes a range of shares, rounded outwards: 62–98%, 0.4–1.1%.
func (s numberStyle) interval(low, high float64) string {
	digits := s.errors
	if high < 0.1 && s.digits > 0 {
		digits = 1
	}
	unit := math.Pow10(digits)
	const slack = 1e-12 // of the number: 28 % is not 29 % because 0.28*100 is more than 28
	low = math.Floor(100*low*unit*(1+slack)) / unit
	high = math.Ceil(100*high*unit*(1-slack)) / unit
	return strconv.FormatFloat(low, 'f', digits, 64) + "–" + strconv.FormatFloat(high, 'f', digits, 64) + "%"
}

// bciName words a BCI: @11, or what a negative one means.
func bciName(bci int64) string {
	if bci < 0 {
		return iprof.BCI(bci).String()
	}
	return "@" + strconv.FormatInt(bci, 10)
}

// briefBCI names a negative BCI in a word.
func briefBCI(bci int64) string {
	for _, word := range []string{"exception", "invalid"} {
		if strings.Contains(bciName(bci), word) {
			return word
		}
	}
	return bciName(bci)
}

// rightAligned reports whether a column's cells line up at their ends.
func rightAligned(kind table.ColumnKind) bool {
	return !isName(kind) && kind != table.WordColumn
}

// head are the lines above a table, for people: what it is, of what, and what is missing.
func head(t *table.Table) []string {
	lines := []string{t.Title}
	if t.Of != "" {
		return append(append(lines, t.Of+", view "+t.View.String()), t.Notes...)
	}
	of := fmt.Sprintf("%s %s", thousands(t.Base), t.Unit)
	if t.Base != t.Whole {
		of = fmt.Sprintf("%s of %s %s", thousands(t.Base), thousands(t.Whole), t.Unit)
	}
	of += ", view " + t.View.String()
	if t.Base == t.Whole && t.View != convert.MachineView {
		of += ", which hides none"
	}
	lines = append(lines, of)
	return slices.Concat(lines, t.Filtered, t.Notes)
}
