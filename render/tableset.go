package render

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"sort"

	"github.com/iprof-viz/iprof-viz/convert/table"
)

// maxComment is the maximum length of a comment on GitHub, in characters.
const maxComment = 65_536

// Tables writes a set of tables in a format. Text and Markdown have one table after the other, each with its title, and only the
// title of a table without rows. CSV is one table: the first column, section, is the name of a row's table; the others are the
// columns of all tables, with empty fields for those that a table does not have. JSON is one object with the tables by name in
// "sections".
//
// Markdown fits into a comment on GitHub, of 65,536 characters: all tables are cut to the same number of rows, or sites, and a
// warning says so.
func Tables(w io.Writer, s *table.Set, format TableFormat, opts TableOptions) error {
	switch format {
	case CSVFormat:
		return tablesCSV(w, s)
	case JSONFormat:
		return tablesJSON(w, s)
	case MarkdownFormat:
		return tablesMarkdown(w, s)
	default:
		return tablesText(w, s, opts)
	}
}

// setHead returns the lines above all tables.
func setHead(s *table.Set) []string { return append([]string{s.Title}, s.Notes...) }

// splitEmpty separates tables with rows from those without.
func splitEmpty(tables []*table.Table) (full, empty []*table.Table) {
	for _, t := range tables {
		if len(t.Rows) > 0 {
			full = append(full, t)
		} else {
			empty = append(empty, t)
		}
	}
	return full, empty
}

// setDoubts returns the doubts about a set, with those of its tables without rows, which have no place of their own.
func setDoubts(s *table.Set, empty []*table.Table) []string {
	doubts := slices.Clone(s.Doubts)
	for _, t := range empty {
		doubts = append(doubts, t.Doubts...)
	}
	return doubts
}

func tablesText(w io.Writer, s *table.Set, opts TableOptions) error {
	p := lineWriter{bufio.NewWriter(w), opts.Color, opts.Width}
	p.set(s)
	return p.b.Flush()
}

// set writes a set of tables.
func (p lineWriter) set(s *table.Set) {
	p.head([]string{s.Title})
	full, empty := splitEmpty(s.Tables)
	notes := s.Notes
	shortNames := false
	for _, t := range full {
		p.b.WriteByte('\n')
		shortNames = p.table(s.Name, t) || shortNames
	}
	if shortNames {
		notes = append(slices.Clip(notes), shortNamesNote)
	}
	if len(empty) > 0 {
		p.b.WriteByte('\n')
	}
	for _, t := range empty {
		p.paragraph(visible(t.Title), dim)
	}
	p.notes(notes, setDoubts(s, empty))
}

func tablesCSV(w io.Writer, s *table.Set) error {
	header := []string{"section"}
	for _, t := range s.Tables {
		for _, c := range table.ColumnsOfCSV(t.Columns) {
			if !slices.Contains(header, c.Key) {
				header = append(header, c.Key)
			}
		}
	}
	out := csv.NewWriter(w)
	out.Write(header) // the writer keeps its error
	for _, t := range s.Tables {
		columns := table.ColumnsOfCSV(t.Columns)
		places := make([]int, len(columns)) // in the header
		for i, c := range columns {
			places[i] = slices.Index(header, c.Key)
		}
		record := make([]string, len(header))
		record[0] = t.Name
		rows, _ := t.RowsOfCSV()
		for _, row := range rows {
			for i, c := range columns {
				record[places[i]] = csvCell(row.Cell(c))
			}
			out.Write(record)
		}
	}
	out.Flush()
	return out.Error()
}

func tablesJSON(w io.Writer, s *table.Set) error {
	j := newJSONWriter(w)
	j.begin(TableSchemaVersion)
	j.line("table", func() { j.string(s.Name) })
	j.line("title", func() { j.string(s.Title) })
	j.line("view", func() { j.string(s.View.String()) })
	for _, f := range s.Facts {
		j.line(f.Key, func() { j.cell(f.Value) })
	}
	j.texts("notes", s.Notes)
	j.texts("doubts", s.Doubts)
	j.line("sections", func() {
		j.b.WriteByte('{')
		j.items(len(s.Tables), "  ", func(i int) {
			t := s.Tables[i]
			j.key(t.Name)
			tableJSON(&indented{w: j.b}, t, TableSchemaVersion) // j.b keeps the error
		})
		j.b.WriteByte('}')
	})
	return j.end()
}

// indented indents all lines but the first, and leaves out the line break at the end. No string of JSON has one.
type indented struct {
	w      io.Writer
	breaks bool // a line break comes before more text
}

func (d *indented) Write(text []byte) (int, error) {
	for rest := text; len(rest) > 0; {
		line, more, broken := bytes.Cut(rest, []byte("\n"))
		if d.breaks && len(line) > 0 {
			if _, err := d.w.Write([]byte("\n    ")); err != nil {
				return 0, err
			}
			d.breaks = false
		}
		if _, err := d.w.Write(line); err != nil {
			return 0, err
		}
		d.breaks, rest = d.breaks || broken, more
	}
	return len(text), nil
}

func tablesMarkdown(w io.Writer, s *table.Set) error {
	text := markdownSet(s, s.Tables, "")
	if len(text) > maxComment {
		most := 0
		for _, t := range s.Tables {
			most = max(most, countSites(t))
		}
		var cut []byte
		// Find the largest number of rows, counted down from most-1, with which it fits.
		i := sort.Search(most, func(i int) bool {
			cut = cutMarkdown(s, most-1-i)
			return len(cut) <= maxComment
		})
		text = cutMarkdown(s, max(0, most-1-i))
	}
	_, err := w.Write(text)
	return err
}

// cutMarkdown returns a set with at most n rows, or sites, of each table.
func cutMarkdown(s *table.Set, n int) []byte {
	tables := make([]*table.Table, len(s.Tables))
	dropped := 0
	for i, t := range s.Tables {
		tables[i] = t
		if sites := countSites(t); sites > n {
			if t.Truncate != nil {
				tables[i] = t.Truncate(n)
			} else {
				short := *t
				short.Rows = firstSites(t, n)
				tables[i] = &short
			}
			dropped += sites - n
		}
	}
	return markdownSet(s, tables, fmt.Sprintf("cut to %d rows a table, to fit into a comment of %s characters: %s not shown",
		n, thousands(maxComment), thousands(dropped)))
}

// countSites returns the number of sites of a table, or of rows if it has no parts.
func countSites(t *table.Table) int {
	if t.Parts == "" {
		return len(t.Rows)
	}
	n := 0
	for _, row := range t.Rows {
		if row.BeginsSite {
			n++
		}
	}
	return n
}

// firstSites returns the rows of the first n sites.
func firstSites(t *table.Table, n int) []table.Row {
	for i, row := range t.Rows {
		if t.Parts == "" || row.BeginsSite {
			if n == 0 {
				return t.Rows[:i]
			}
			n--
		}
	}
	return t.Rows
}

// markdownSet returns the set with these tables instead of its own, and a warning unless it is "".
func markdownSet(s *table.Set, tables []*table.Table, warning string) []byte {
	var text bytes.Buffer
	b := bufio.NewWriter(&text) // never fails for a Buffer
	full, empty := splitEmpty(tables)
	doubts := setDoubts(s, empty)
	if warning != "" {
		doubts = append(doubts, warning)
	}
	markdownHead(b, setHead(s), doubts)
	for i, t := range full {
		if i > 0 || len(s.Notes)+len(doubts) > 0 {
			b.WriteByte('\n')
		}
		markdownHeadAndTable(b, t)
	}
	if len(empty) > 0 && len(full)+len(s.Notes)+len(doubts) > 0 {
		b.WriteByte('\n')
	}
	for _, t := range empty {
		fmt.Fprintf(b, "- %s\n", markdownText(t.Title))
	}
	b.Flush()
	return text.Bytes()
}
