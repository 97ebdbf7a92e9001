// Package table holds the results of commands such as top or branches as declared columns and typed cells, without any layout:
// package render/tables writes them as text, CSV, JSON or Markdown.
package table

import (
	"cmp"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/application"
)

// A Table is the result of a command such as top or branches. Its cells are numbers and names, without any format. [Declare] gives
// it columns and returns the function that makes its rows.
//
// A table of sites has several rows for each: a conditional, for example, has one for each successor. The columns that describe the
// whole site are then Shared, and the first row of each site has BeginsSite. CSV repeats the shared cells in every row, text and
// Markdown show them once, and JSON nests: each site is an object that holds the other cells of its rows as Parts.
type Table struct {
	Name  string // for scripts, such as "top"; the name of the published JSON schema
	Title string // the rows and their order: "methods by self samples"

	Metric convert.Metric
	Unit   string // unit of values, in the plural: "samples", "method entries"
	// PerSample is the value of one sample; 0: there is no sampling error, or an unknown one.
	PerSample int64
	View      convert.View
	Subject   string           // describes the rows in text; "": made from Base, Whole and Unit
	Damaged   int64            // counts of the metric that look like two numbers read as one; with any, Whole and Base mean nothing
	Whole     int64            // the metric's sum over the whole profile
	Base      int64            // the part of Whole that the view and the filters keep; the base of shares
	Certain   int64            // of sites: Base without those with damaged counts, beside which all others would be rare
	Hidden    []DroppedRecords // the parts that they drop: Whole is the sum of Base and these
	Filtered  []string         // the effects of the filters, one line each
	Facts     []Fact           // further options and results, such as the order; for CSV and JSON
	Notes     []string         // needed to understand the table, one sentence each
	InHead    int              // number of notes that text has below the title; the others are below the table
	Caveats   []string         // warnings about the reliability of the numbers, one sentence each

	// OutsideOnly reports that rows are missing because the view is AppView and no record is about the application.
	OutsideOnly bool
	// Miss describes sites that a selection leaves out; only in text: the closest one, if it has no sites, or no hot ones. "": nothing to say.
	Miss string

	Application application.Share // the application's part of Base, unless the table is only about the application

	Columns  []Column // in the order of text and Markdown
	SortedBy string   // the key of the column that rows are sorted by, descending; "": another order
	Parts    string   // the name in JSON of the rows of a site: "successors"; "" if no column is Shared

	Total   *Row  // everything in Base, shown first; nil: none
	Rows    []Row // sorted
	Rest    *Row  // the sum of the rows that the limit removed from Rows; nil: none
	Outside []Row // rows that are not a named method, type or site: <VM>, <unknown method 1666>; sorted
	// OutsideRest is the sum of the rows that the limit removed from Outside; nil: none.
	OutsideRest *Row

	// Truncate returns the table with at most n rows, or sites, and the sum of the others in Rest. It is nil if the table
	// cannot be shortened.
	Truncate func(n int) *Table
}

// A Row has a cell for each column of its table. [Declare] and [DeclareLate] make rows.
type Row struct {
	cell       func(at int32, column int) Cell
	at         int32 // the argument of cell
	BeginsSite bool  // begins a site, if the table has Shared columns
	Emphasized bool  // highlighted in text: the subject of the rows around it
	Omitted    int   // number of rows, or sites, beyond a limit or a selection that it sums up; 0: it is an ordinary row
	Merged     int   // number of parts of its site that it sums up, such as the rarest types; 0: it is one part
	Beyond     int   // of these, parts that only a limit has merged
}

// A Fact is a value in the head of a table.
type Fact struct {
	Key   string
	Value Cell
}

// Cell returns the row's cell in one of the columns of its table.
func (r Row) Cell(c Column) Cell { return r.cell(r.at, c.at) }

// CellIn is [Row.Cell] without a copy of the column, which is worth it for millions of cells.
func (r *Row) CellIn(c *Column) Cell { return r.cell(r.at, c.at) }

// Column returns the column with a key; false if the table has none.
func (t *Table) Column(key string) (Column, bool) {
	for _, c := range t.Columns {
		if c.Key == key {
			return c, true
		}
	}
	return Column{}, false
}

// Cell returns a row's cell in the column with a key; None if the table has no such column.
func (t *Table) Cell(r Row, key string) Cell {
	if c, ok := t.Column(key); ok {
		return r.Cell(c)
	}
	return Cell{}
}

// ColumnsOfCSV returns the columns of CSV, in its order.
func ColumnsOfCSV(columns []Column) []Column {
	chosen := slices.DeleteFunc(slices.Clone(columns), func(c Column) bool { return c.CSV == 0 })
	slices.SortStableFunc(chosen, func(a, b Column) int { return cmp.Compare(a.CSV, b.CSV) })
	return chosen
}

// ColumnsForPrograms returns the columns of JSON, in its order: CSV's, then all others except text-only ones.
func ColumnsForPrograms(columns []Column) []Column {
	chosen := ColumnsOfCSV(columns)
	for _, c := range columns {
		if c.CSV == 0 && !c.ForPeople {
			chosen = append(chosen, c)
		}
	}
	return chosen
}

// AddFact adds a fact to the head of the table.
func (t *Table) AddFact(key string, value Cell) { t.Facts = append(t.Facts, Fact{key, value}) }

// FactOf returns the number of the fact with a key; 0 if the table has no such fact.
func (t *Table) FactOf(key string) int64 {
	for _, f := range t.Facts {
		if f.Key == key {
			return f.Value.Int
		}
	}
	return 0
}

// AllRows returns the rows that add up to Base: all except Total, in output order.
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

// Cells returns the number of cells in all rows.
func (t *Table) Cells() int64 { return int64(len(t.Rows)+len(t.Outside)) * int64(len(t.Columns)) }

// RowsOfCSV returns the rows of CSV: AllRows without the sums of rows beyond a limit or a selection. It also returns the number of
// these rows, or sites.
func (t *Table) RowsOfCSV() (rows []Row, omitted int) {
	for _, r := range t.AllRows() {
		if r.Omitted == 0 {
			rows = append(rows, r)
		}
		omitted += r.Omitted
	}
	return rows, omitted
}

// Limited returns a table with the rows that fill adds for at most limit things; 0: all. With a limit, its Truncate calls fill again,
// with a smaller one.
func (t *Table) Limited(limit int, fill func(t *Table, limit int)) *Table {
	if limit > 0 {
		return t.Truncatable(limit, fill)
	}
	fill(t, 0) // nothing is kept for another time: the table may be large
	return t
}

// Truncatable returns a table with the rows that fill adds for the first things, up to a number shown. Its Truncate calls fill
// again, with a smaller number. It keeps changes to the table's name, caveats and damage, which do not depend on the rows.
func (t *Table) Truncatable(shown int, fill func(t *Table, shown int)) *Table {
	whole := *t
	whole.Notes, whole.Facts = slices.Clip(t.Notes), slices.Clip(t.Facts)
	truncate := func(n int) *Table {
		short := whole
		fill(&short, min(n, shown))
		return &short
	}
	filled := truncate(shown)
	filled.Truncate = func(n int) *Table {
		short := truncate(n)
		short.Name, short.OutsideOnly, short.Caveats, short.Damaged = filled.Name, filled.OutsideOnly, filled.Caveats, filled.Damaged
		return short
	}
	return filled
}
