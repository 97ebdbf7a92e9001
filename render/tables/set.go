package tables

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"slices"
	"sort"

	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/render/internal/csvtext"
	"github.com/iprof-viz/iprof-viz/render/internal/fitname"
	"github.com/iprof-viz/iprof-viz/render/internal/jsontext"
	"github.com/iprof-viz/iprof-viz/render/internal/markdown"
	"github.com/iprof-viz/iprof-viz/render/internal/numbers"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
	"github.com/iprof-viz/iprof-viz/render/internal/terminal"
)

// maxComment is the maximum length of a comment on GitHub, in characters.
const maxComment = 65_536

// WriteSet writes a set of tables in a format. Text and Markdown have one table after the other, each with its title, and only the
// title of a table without rows. CSV is one table: the first column, section, is the name of a row's table; the others are the
// columns of all tables, with empty fields for those that a table does not have. JSON is one object with the tables by name in
// "sections".
//
// Markdown fits into a comment on GitHub, which has at most 65,536 characters: all tables are truncated to the same number of rows,
// or sites, and a warning says so.
func WriteSet(w io.Writer, s *table.Set, format Format, opts Options) error {
	switch format {
	case CSVFormat:
		return tablesCSV(w, s)
	case JSONFormat:
		return TablesJSON(w, s)
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

// setCaveats returns the caveats about a set, including those of its tables without rows, which have no separate place.
func setCaveats(s *table.Set, empty []*table.Table) []string {
	caveats := slices.Clone(s.Caveats)
	for _, t := range empty {
		caveats = append(caveats, t.Caveats...)
	}
	return caveats
}

func tablesText(w io.Writer, s *table.Set, opts Options) error {
	c := content{least: minRowsInSet}
	for _, t := range s.Tables {
		c.most, c.parts = max(c.most, rowsOf(t)), max(c.parts, mostParts(t))
	}
	switch full, _ := splitEmpty(s.Tables); {
	case len(full) <= 1:
		c.least = minRows
	case s.Chooser != "":
		c.tables = len(full)
	}
	return writeFitted(w, opts, c, func(p Writer, limit int) int {
		rows := p.Set(s, limit)
		p.LastLine()
		return rows
	})
}

// Set writes a set of tables of at most limit rows, or sites; 0: all. It returns the rows of the shortest table that could have more.
func (p Writer) Set(s *table.Set, limit int) (rows int) {
	rows = plaintext.Unlimited
	full, empty := splitEmpty(s.Tables)
	form := p.fit.gaveUp()
	if form.titles && s.Verdict != "" {
		p.fit.left.notes += s.InHead - 1
		p.shortHead([]string{s.Title, s.Verdict})
	} else {
		p.Head(append([]string{s.Title}, s.Notes[:s.InHead]...))
	}
	if 0 < form.tables && form.tables < len(full) {
		p.fit.left.addTables(s.Chooser, full[form.tables:])
		full = full[:form.tables]
	}
	notes, caveats := s.Notes[s.InHead:], setCaveats(s, empty)
	shortNames := false
	for i, t := range full {
		if !form.dense || i == 0 && form.packed == 0 {
			p.B.WriteByte('\n')
		}
		shown := Truncated(t, limit)
		shortNames = p.Table(s.Name, shown) || shortNames
		if n := rowsOf(shown); n < rowsOf(t) {
			rows = min(rows, n)
		}
	}
	if shortNames && p.fit == nil {
		notes = append(slices.Clip(notes), fitname.ShortNamesNote)
	}
	if form.noEmpty && len(full) > 0 {
		p.fit.left.notes += len(empty)
		empty = nil
	}
	if len(empty) > 0 && !form.tight {
		p.B.WriteByte('\n')
	}
	for _, t := range empty {
		for _, line := range p.fit.sentence(plaintext.Visible(t.Title), form.empty, p.Width) {
			p.Line(line, terminal.Dim)
		}
	}
	p.notes(notes, caveats)
	if form.tight && len(empty) > 0 {
		p.fit.noted = true // the last line follows without a blank one
	}
	return rows
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
	out := csvtext.NewWriter(w)
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
	return out.Flush()
}

// TablesJSON writes the tables of a set as one JSON object, each in the form of [JSON].
func TablesJSON(w io.Writer, s *table.Set) error {
	j := jsontext.NewWriter(w)
	j.Begin(SchemaVersion)
	j.Line("table", func() { j.String(s.Name) })
	j.Line("title", func() { j.String(s.Title) })
	j.Line("view", func() { j.String(s.View.String()) })
	for _, f := range s.Facts {
		j.Line(f.Key, func() { j.Cell(f.Value) })
	}
	j.Texts("notes", s.Notes)
	j.Texts("doubts", s.Caveats)
	j.Line("sections", func() {
		j.B.WriteByte('{')
		j.Items(len(s.Tables), "  ", func(i int) {
			t := s.Tables[i]
			j.Key(t.Name)
			writeJSON(jsontext.Indented(j.B, "    "), t, SchemaVersion) // j.B keeps the error
		})
		j.B.WriteByte('}')
	})
	return j.End()
}

func tablesMarkdown(w io.Writer, s *table.Set) error {
	text := MarkdownSet(s, s.Tables, "")
	if len(text) > maxComment {
		most := 0
		for _, t := range s.Tables {
			most = max(most, countSites(t))
		}
		// Find the largest number of rows that fits, counting down from most-1.
		i := sort.Search(most, func(i int) bool { return len(cutMarkdown(s, most-1-i)) <= maxComment })
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
	return MarkdownSet(s, tables, fmt.Sprintf("tables truncated to %s to fit in a %s-character comment: %s not shown",
		words.Count(int64(n), "row"), numbers.Thousands(maxComment), numbers.Thousands(dropped)))
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

// mostParts returns the number of rows of the longest site; 0: sites have no parts.
func mostParts(t *table.Table) (most int) {
	if t.Parts == "" {
		return 0
	}
	parts := 0
	for _, row := range t.Rows {
		if row.BeginsSite {
			parts = 0
		}
		parts++
		most = max(most, parts)
	}
	return most
}

// hasHeads reports whether the first row of a site has columns that are the same for all of its parts. A method with its callers and callees
// has its own row among theirs instead.
func hasHeads(t *table.Table) bool {
	return t.Parts != "" && slices.ContainsFunc(t.Columns, func(c table.Column) bool { return c.Shared && c.Heading != "" })
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

// MarkdownSet returns the set with these tables instead of its own, and with a warning unless it is "".
func MarkdownSet(s *table.Set, tables []*table.Table, warning string) []byte {
	var text bytes.Buffer
	b := bufio.NewWriter(&text) // never fails for a Buffer
	full, empty := splitEmpty(tables)
	caveats := setCaveats(s, empty)
	if warning != "" {
		caveats = append(caveats, warning)
	}
	markdown.Head(b, setHead(s), caveats)
	for i, t := range full {
		if i > 0 || len(s.Notes)+len(caveats) > 0 {
			b.WriteByte('\n')
		}
		markdownHeadAndTable(b, t)
	}
	if len(empty) > 0 && len(full)+len(s.Notes)+len(caveats) > 0 {
		b.WriteByte('\n')
	}
	for _, t := range empty {
		fmt.Fprintf(b, "- %s\n", markdown.Text(t.Title))
	}
	b.Flush()
	return text.Bytes()
}
