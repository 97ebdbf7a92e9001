// Package table holds the answers of commands such as top or branches as declared columns and typed cells, without any
// layout: package render writes them as text, CSV, JSON or Markdown.
package table

import (
	"cmp"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
)

// A Table is the answer of a command such as top or branches, with its cells as numbers and names and not yet as text.
// Package render writes it as text, CSV, JSON or Markdown; its maker decides nothing of that but headings. [Declare] gives
// it columns and makes its rows.
//
// A table of sites has several rows for each: a conditional one for each successor, say. Then the columns that speak of
// the whole site are Shared, and the first row of each site has BeginsSite. CSV repeats the shared cells in every row,
// text and Markdown show them once, and JSON nests: each site is an object that holds the rest of its rows as Parts.
type Table struct {
	Name  string // what programs know it by, such as "top"; names the published JSON schema
	Title string // what the rows are and how they are sorted: "methods by self samples"

	Metric convert.Metric
	Unit   string // what values count, in the plural: "samples", "method entries"
	// PerSample is how much one sample adds to values; 0: they have no sampling error, or none that is known.
	PerSample int64
	View      convert.View
	Subject   string           // what the rows are of, for people; "": Base, Whole and Unit say it
	Whole     int64            // the metric's sum over the whole profile
	Base      int64            // the part of it that the view and the filters leave: shares are of it
	Hidden    []DroppedRecords // what they drop: Whole is the sum of Base and these
	Filtered  []string         // what they did, in words, a line each
	Facts     []Fact           // what else was asked for, such as the order; for programs
	Notes     []string         // what a reader has to know, a sentence each
	Doubts    []string         // why not to trust the figures too much, a sentence each

	Columns  []Column // in the order of text and Markdown
	SortedBy string   // the key of the column that rows fall by; "": they are sorted by something else
	Parts    string   // what JSON calls the rows of a site: "successors"; "" if no column is Shared

	Total   *Row  // everything in Base, shown first; nil: there is no such row
	Rows    []Row // sorted
	Rest    *Row  // what the limit left out of Rows; nil: nothing
	Outside []Row // what is nobody's code that has a name: <VM>, <unknown method 1666>; sorted
	// OutsideRest is what the limit left out of Outside; nil: nothing.
	OutsideRest *Row

	// Truncate returns the table with no more than n rows, or sites, and the others in Rest; nil: there is no such table.
	Truncate func(n int) *Table
}

// A Row has a cell for each column of its table. [Declare] makes rows.
type Row struct {
	cells      []Cell
	BeginsSite bool // begins a site, where the table has Shared columns
	Emphasized bool // stands out in text: what the rows around it are about
}

// A Fact is a value in the head of a table.
type Fact struct {
	Key   string
	Value Cell
}

// Cell returns the row's cell in one of the columns of its table.
func (r Row) Cell(c Column) Cell { return r.cells[c.at] }

// Column returns the column of a key; false: the table has none.
func (t *Table) Column(key string) (Column, bool) {
	for _, c := range t.Columns {
		if c.Key == key {
			return c, true
		}
	}
	return Column{}, false
}

// Cell returns a row's cell in the column of a key, see [Column]; None if the table has no such column.
func (t *Table) Cell(r Row, key string) Cell {
	if c, ok := t.Column(key); ok {
		return r.Cell(c)
	}
	return Cell{}
}

// ColumnsOfCSV returns which of some columns CSV has, in its order.
func ColumnsOfCSV(columns []Column) []Column {
	chosen := slices.DeleteFunc(slices.Clone(columns), func(c Column) bool { return c.CSV == 0 })
	slices.SortStableFunc(chosen, func(a, b Column) int { return cmp.Compare(a.CSV, b.CSV) })
	return chosen
}

// ColumnsForPrograms returns some columns in the order of JSON: those of CSV, then all others but those for people.
func ColumnsForPrograms(columns []Column) []Column {
	chosen := ColumnsOfCSV(columns)
	for _, c := range columns {
		if c.CSV == 0 && !c.ForPeople {
			chosen = append(chosen, c)
		}
	}
	return chosen
}

// AddFact adds a value to the head.
func (t *Table) AddFact(key string, value Cell) { t.Facts = append(t.Facts, Fact{key, value}) }

// FactOf returns a number that the table has for programs; 0 if it has none.
func (t *Table) FactOf(key string) int64 {
	for _, f := range t.Facts {
		if f.Key == key {
			return f.Value.Int
		}
	}
	return 0
}

// AllRows returns the rows that add up to Base: all but Total, in the order in which they are shown.
func (t *Table) AllRows() []Row {
	rows := slices.Clone(t.Rows)
	if t.Rest != nil {
		rows = append(rows, *t.Rest)
	}
	rows = append(rows, t.Outside...)
	if t.OutsideRest != nil {
		rows = append(rows, *t.OutsideRest)
	}
	return rows
}

// Truncatable returns the table that a function fills with the first of its things, as many as the limit leaves, and that
// can be made again with fewer.
func (t *Table) Truncatable(shown int, fill func(t *Table, shown int)) *Table {
	whole := *t
	whole.Notes, whole.Facts = slices.Clip(t.Notes), slices.Clip(t.Facts)
	truncate := func(n int) *Table {
		short := whole
		fill(&short, min(n, shown))
		return &short
	}
	filled := truncate(shown)
	filled.Truncate = truncate
	return filled
}
