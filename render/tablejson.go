package render

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/table"
)

// TableSchemaVersion is the schema_version of tables in JSON but for those that have one of their own. It grows when a key
// changes its meaning or goes; new keys may come at any time.
const TableSchemaVersion = 1

// ReceiversSchemaVersion is that of receivers, whose callees are a list since 2: they were a sentence.
const ReceiversSchemaVersion = 2

// JSON writes a table as one JSON object, indented, a row a line, with the keys always in the same order. docs/schema
// describes it. Counts are integers, and may need more than the 53 bits of a JavaScript number; shares run from 0 to 1; a
// value that the file lacks is null, and there is no key for a value that there is none of. Names are exact.
func JSON(w io.Writer, t *table.Table) error {
	version := TableSchemaVersion
	if t.Name == convert.Receivers.String() {
		version = ReceiversSchemaVersion
	}
	return tableJSON(w, t, version)
}

func tableJSON(w io.Writer, t *table.Table, version int) error {
	j := &jsonWriter{b: bufio.NewWriterSize(w, 64<<10), columns: jsonColumns(t)}
	j.b.WriteString("{\n")
	j.line("schema_version", func() { j.int(int64(version)) })
	j.line("table", func() { j.string(t.Name) })
	j.line("title", func() { j.string(t.Title) })
	j.line("metric", func() { j.string(t.Metric.String()) })
	j.line("unit", func() { j.string(t.Unit) })
	j.line("view", func() { j.string(t.View.String()) })
	j.line("whole", func() { j.int(t.Whole) })
	j.line("base", func() { j.int(t.Base) })
	j.hidden(t.Hidden)
	for _, f := range t.Facts {
		j.line(f.Key, func() { j.cell(f.Value) })
	}
	notes := slices.Concat(t.Filtered, t.Notes)
	j.line("notes", func() { j.list(len(notes), func(i int) { j.string(notes[i]) }) })
	j.line("doubts", func() { j.list(len(t.Doubts), func(i int) { j.string(t.Doubts[i]) }) })
	if t.Total != nil {
		j.line("total", func() { j.row(t, *t.Total) })
	}
	j.line("rows", func() { j.rows(t, t.Rows, t.Parts != "") })
	if t.Rest != nil {
		j.line("rest", func() { j.row(t, *t.Rest) })
	}
	if t.Parts == "" || len(t.Outside) > 0 {
		j.line("outside", func() { j.rows(t, t.Outside, false) })
	}
	if t.OutsideRest != nil {
		j.line("outside_rest", func() { j.row(t, *t.OutsideRest) })
	}
	j.b.WriteString("\n}\n")
	return j.b.Flush()
}

// A jsonWriter writes pieces of JSON. Its buffer keeps the first error.
type jsonWriter struct {
	b       *bufio.Writer
	columns []int // their places, in the order of the keys
	lines   int
}

// jsonColumns returns the places of the columns that have a key: in the order of CSV, then the others.
func jsonColumns(t *table.Table) []int {
	var columns []int
	for _, key := range t.CSV {
		columns = append(columns, t.Column(key))
	}
	for i, c := range t.Columns {
		if c.Key != "" && !slices.Contains(t.CSV, c.Key) {
			columns = append(columns, i)
		}
	}
	return columns
}

// line begins a key of the outermost object.
func (j *jsonWriter) line(key string, value func()) {
	if j.lines++; j.lines > 1 {
		j.b.WriteString(",\n")
	}
	j.b.WriteString("  ")
	j.key(key)
	value()
}

func (j *jsonWriter) hidden(all []table.Hidden) {
	j.line("hidden", func() {
		j.list(len(all), func(i int) {
			j.b.WriteString(`{"why": `)
			j.string(all[i].Why)
			j.b.WriteString(`, "records": `)
			j.int(int64(all[i].Records))
			j.b.WriteString(`, "value": `)
			j.int(all[i].Value)
			j.b.WriteByte('}')
		})
	})
}

func (j *jsonWriter) key(key string) {
	j.string(key)
	j.b.WriteString(": ")
}

func (j *jsonWriter) list(n int, item func(i int)) {
	j.b.WriteByte('[')
	for i := range n {
		if i > 0 {
			j.b.WriteString(", ")
		}
		item(i)
	}
	j.b.WriteByte(']')
}

// rows writes rows, a line each. With nested, rows that share cells become one object with the rest of them in a list.
func (j *jsonWriter) rows(t *table.Table, rows []table.Row, nested bool) {
	j.b.WriteByte('[')
	for i := 0; i < len(rows); {
		if i > 0 {
			j.b.WriteByte(',')
		}
		j.b.WriteString("\n    ")
		if !nested {
			j.row(t, rows[i])
			i++
			continue
		}
		j.b.WriteByte('{')
		if j.cells(t, rows[i], true, 0) > 0 {
			j.b.WriteString(", ")
		}
		j.key(t.Parts)
		j.b.WriteByte('[')
		parts := 0
		for first := i; i < len(rows) && (i == first || !rows[i].First); i++ {
			if !j.hasPart(t, rows[i]) {
				continue // a site that nothing was counted at
			}
			if parts++; parts > 1 {
				j.b.WriteString(", ")
			}
			j.b.WriteByte('{')
			j.cells(t, rows[i], false, 0)
			j.b.WriteByte('}')
		}
		j.b.WriteString("]}")
	}
	if len(rows) > 0 {
		j.b.WriteString("\n  ")
	}
	j.b.WriteByte(']')
}

// hasPart reports whether a row has any cells that it does not share.
func (j *jsonWriter) hasPart(t *table.Table, row table.Row) bool {
	return slices.ContainsFunc(j.columns, func(i int) bool { return !t.Columns[i].Shared && row.Cells[i].Kind != table.None })
}

// row writes a row by itself, shared cells and others.
func (j *jsonWriter) row(t *table.Table, row table.Row) {
	j.b.WriteByte('{')
	n := j.cells(t, row, true, 0)
	if t.Parts != "" {
		j.cells(t, row, false, n)
	}
	j.b.WriteByte('}')
}

// cells writes the cells of the shared columns, or of the others, behind n others, and returns how many these are then.
// In a table that is not nested all count as shared.
func (j *jsonWriter) cells(t *table.Table, row table.Row, shared bool, n int) int {
	for _, i := range j.columns {
		c := t.Columns[i]
		if (c.Shared || t.Parts == "") != shared || row.Cells[i].Kind == table.None {
			continue
		}
		if n++; n > 1 {
			j.b.WriteString(", ")
		}
		j.key(c.Key)
		j.cell(row.Cells[i])
	}
	return n
}

func (j *jsonWriter) cell(c table.Cell) {
	switch c.Kind {
	case table.Int:
		j.int(c.Int)
	case table.Float:
		j.b.WriteString(exactFloat(c.Low))
	case table.Interval:
		fmt.Fprintf(j.b, "[%s, %s]", exactFloat(c.Low), exactFloat(c.High))
	case table.Text:
		j.string(c.Text)
	case table.Bool:
		j.b.WriteString(strconv.FormatBool(c.Bool))
	case table.List:
		j.list(len(c.List), func(i int) { j.frame(c.List[i]) })
	default:
		j.b.WriteString("null")
	}
}

// frame writes a method of a list, with its id and BCI where it has any.
func (j *jsonWriter) frame(f table.Frame) {
	j.b.WriteByte('{')
	if f.ID.Kind != table.None {
		j.key("id")
		j.cell(f.ID)
		j.b.WriteString(", ")
	}
	j.key("method")
	j.string(f.Method)
	if f.BCI.Kind != table.None {
		j.b.WriteString(", ")
		j.key("bci")
		j.cell(f.BCI)
	}
	j.b.WriteByte('}')
}

func (j *jsonWriter) int(n int64) {
	j.b.Write(strconv.AppendInt(j.b.AvailableBuffer(), n, 10))
}

// string writes a string so that it prints: JSON lets characters such as U+009B pass, which terminals obey.
func (j *jsonWriter) string(s string) {
	plain := true
	for i := 0; i < len(s) && plain; i++ {
		plain = s[i] >= ' ' && s[i] < 0x7f && s[i] != '"' && s[i] != '\\'
	}
	if plain {
		j.b.WriteByte('"')
		j.b.WriteString(s)
		j.b.WriteByte('"')
		return
	}
	var text strings.Builder
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false) // <VM> reads as it is
	e.Encode(s)            // of a string it cannot fail
	printJSON(j.b, strings.TrimSuffix(text.String(), "\n"))
}

// printJSON writes JSON with all characters in its strings that do not print as escapes.
func printJSON(b *bufio.Writer, text string) {
	for _, r := range text {
		switch {
		case r < 0x80 && r != 0x7f, unicode.IsPrint(r):
			b.WriteRune(r)
		case r > 0xffff:
			r -= 0x10000
			fmt.Fprintf(b, `\u%04x\u%04x`, 0xd800+r>>10, 0xdc00+r&0x3ff)
		default:
			fmt.Fprintf(b, `\u%04x`, r)
		}
	}
}
