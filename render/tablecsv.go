package render

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/iprof-viz/iprof-viz/convert/table"
)

// CSV writes a table as comma-separated values (RFC 4180, lines end in LF), with the keys of its CSV columns as the
// header row. Numbers are as exact as they are held, without separators; shares run from 0 to 1. A value that the file
// lacks, or that there is none of, is an empty field. There is no row of totals: it would count everything twice. The
// rows add up to the total, as one of them is what the limit left out.
//
// Names are as [CSVName] writes them.
func CSV(w io.Writer, t *table.Table) error {
	out := csv.NewWriter(w)
	out.Write(t.CSV) // the writer keeps its error
	places := make([]int, len(t.CSV))
	for i, key := range t.CSV {
		places[i] = t.Column(key)
	}
	record := make([]string, len(places))
	for _, row := range t.AllRows() {
		for i, place := range places {
			record[i] = csvCell(row.Cells[place])
		}
		out.Write(record)
	}
	out.Flush()
	return out.Error()
}

func csvCell(c table.Cell) string {
	switch c.Kind {
	case table.Int:
		return strconv.FormatInt(c.Int, 10)
	case table.Float:
		return exactFloat(c.Low)
	case table.Interval:
		return exactFloat(c.Low) + "-" + exactFloat(c.High)
	case table.Text:
		return CSVName(c.Text)
	}
	return ""
}

// CSVName makes a name harmless in a spreadsheet and in a terminal. Nearly all names stay as they are:
//
//   - Control characters and others that do not print become \xHH, by their bytes in UTF-8; a backslash becomes two.
//   - What then starts with = + - @ or ' gets a ' in front, so that no spreadsheet takes it for a formula.
//
// So the name itself is what is left after taking one ' off the front and undoing the backslashes.
func CSVName(name string) string {
	name = csvPrintable(name)
	if first, _ := utf8.DecodeRuneInString(name); name != "" && strings.ContainsRune("=+-@'＝＋－＠", first) {
		return "'" + name
	}
	return name
}

func csvPrintable(name string) string {
	harmless := true
	for i := 0; i < len(name) && harmless; i++ {
		harmless = name[i] >= ' ' && name[i] < 0x7f && name[i] != '\\'
	}
	if harmless {
		return name
	}
	var b strings.Builder
	for i, r := range name {
		n := utf8.RuneLen(r)
		if r == utf8.RuneError {
			_, n = utf8.DecodeRuneInString(name[i:])
		}
		switch {
		case r == '\\':
			b.WriteString(`\\`)
		case r == utf8.RuneError && n == 1, !unicode.IsPrint(r):
			for _, c := range []byte(name[i : i+n]) {
				fmt.Fprintf(&b, `\x%02x`, c)
			}
		default:
			b.WriteString(name[i : i+n])
		}
	}
	return b.String()
}
