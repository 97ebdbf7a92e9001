// Package table holds the answers of commands such as top or branches as declared columns and typed cells, without any
// layout: package render writes them as text, CSV, JSON or Markdown.
package table

import (
	"fmt"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
)

// FactOf returns a number that the table has for programs; 0 if it has none.
func (t *Table) FactOf(key string) int64 {
	for _, f := range t.Facts {
		if f.Key == key {
			return f.Value.Int
		}
	}
	return 0
}

// Cut returns the table that a function fills with the first things of all, as many as the limit leaves. It may be cut
// to fewer.
func (t *Table) Cut(shown int, fill func(t *Table, shown int)) *Table {
	whole := *t
	whole.Notes, whole.Facts = slices.Clip(t.Notes), slices.Clip(t.Facts)
	first := func(n int) *Table {
		short := whole
		fill(&short, min(n, shown))
		return &short
	}
	filled := first(shown)
	filled.First = first
	return filled
}

// A Table is the answer of a command such as top or branches, with its cells as numbers and names and not yet as text.
// Package render writes it as text, CSV, JSON or Markdown; whoever makes one decides nothing of that but headings.
//
// A table of sites has several rows for each: a conditional one for each successor, say. Then the columns that speak of
// the whole site are Shared, and the first row of each site is marked First. CSV repeats the shared cells in every row,
// text and Markdown show them once, and JSON nests: each site is an object that holds the rest of its rows as Parts.
type Table struct {
	Name  string // what programs know it by, such as "top"; names the published JSON schema
	Title string // what the rows are and how they are sorted: "methods by self samples"

	Metric convert.Metric
	Unit   string // what values count, in the plural: "samples", "method entries"
	// PerSample is how much one sample adds to values; 0: they have no sampling error, or none that is known.
	PerSample int64
	View      convert.View
	Of        string   // what the rows are of, for people; "": Base, Whole and Unit say it
	Whole     int64    // the metric's sum over the whole profile
	Base      int64    // what of it the view and the filters leave: shares are of it
	Hidden    []Hidden // what they drop: Whole is the sum of Base and these
	Filtered  []string // what they did, in words, a line each
	Facts     []Fact   // what else was asked for, such as the order; for programs
	Notes     []string // what a reader has to know, a sentence each
	Doubts    []string // why not to trust the figures too much, a sentence each

	Columns []Column // in the order of text, Markdown and JSON
	CSV     []string // the Keys of the columns that CSV has, in its order
	Parts   string   // what JSON calls the rows of a site: "successors"; "" if no column is Shared

	Total   *Row  // everything in Base, shown first; nil: there is no such row
	Rows    []Row // sorted
	Rest    *Row  // what the limit left out of Rows; nil: nothing
	Outside []Row // what is nobody's code that has a name: <VM>, <unknown method 1666>; sorted
	// OutsideRest is what the limit left out of Outside; nil: nothing.
	OutsideRest *Row

	// First returns the table with no more than n rows, or sites, and the others in Rest; nil: it cannot be cut so.
	First func(n int) *Table
}

// A Hidden is a part of a metric's records that the view or a filter drops.
type Hidden struct {
	Why     string // in a word or two: "profiler runtime", "--ignore"
	Records int    // stacks, contexts or sites
	Value   int64
}

// A Fact is a value in the head of a table.
type Fact struct {
	Key   string
	Value Cell
}

// A Column is what the cells of one place in the rows have in common.
type Column struct {
	Key     string // the name in CSV and JSON; "": not there
	Heading string // in text and Markdown; "": not there
	Kind    ColumnKind
	Shared  bool   // says the same in all rows from one First to the next
	Minor   bool   // may be left out of text that gets too wide
	Spare   int    // of minor columns, those with the greater number are left out first, and of the same the last; see Dear
	Brief   string // Heading in text that gets too wide; "": the same
	Apart   string // Heading where it stands alone and has to be told from others; "": the same
}

// Dear is the Spare from which down minor columns are left out only where names could not be read beside them: shares, say,
// that nothing else tells.
const Dear = -1

// A ColumnKind says what a column's cells mean and so how they look.
type ColumnKind uint8

// The kinds of columns, each with the cells it takes beside None and Unknown.
const (
	NameColumn     ColumnKind = iota // TextCell: a name of any length out of the profile; text may cut it in the middle
	WordColumn                       // TextCell: a word of ours; BoolCell
	CountColumn                      // IntCell: 7,884,213 or, where it is narrow, 7.88M
	IDColumn                         // IntCell: a number that counts nothing: 19551
	BCIColumn                        // IntCell: @11; a negative one by its name
	ShareColumn                      // FloatCell from 0 to 1: 45.7%
	IntervalColumn                   // IntervalCell from 0 to 1: 44.3–47.1%
	FactorColumn                     // FloatCell: ×0.667
	NumberColumn                     // FloatCell: 0.918
	ChangeColumn                     // FloatCell from -1 to 1: the difference of two shares, +1.2%
	CalleesColumn                    // ListCell: methods that a place calls, in no order that means anything; text has the first of them
	CallersColumn                    // ListCell: what calls a method, what calls that, and so on; text has the first of them
)

// A Row has a cell for each column of its table.
type Row struct {
	Cells  []Cell
	First  bool // begins a site, where the table has Shared columns
	Strong bool // stands out in text: what the rows around it are about
}

// A Cell is a value in a table. The zero Cell is None.
type Cell struct {
	Kind CellKind
	Int  int64
	Low  float64 // of an IntervalCell; the value of a FloatCell
	High float64 // of an IntervalCell
	Text string  // as the profile has it: what is harmful in a format is for its writer to see to
	List []Frame // of a ListCell
	Bool bool    // of a BoolCell
	Back bool    // of an IntCell that holds a BCI: the way to it goes back, as a loop does
	// Brief says the same as the Text of a word of ours in text that gets too wide; "": there is nothing shorter.
	Brief string
}

// A Frame is one of the methods that a cell lists. ID and BCI are None where it has none: <VM> is no method of the file.
type Frame struct {
	ID     Cell
	Method string
	BCI    Cell
}

// A CellKind says which of a cell's fields counts.
type CellKind uint8

// The kinds of cells.
const (
	None    CellKind = iota // there is no such value: the sampling error of the total, say. Blank; not in JSON
	Unknown                 // there is a value, but the file lacks it: n/a, null in JSON. It is not zero
	Int
	Float
	Interval
	Text
	List
	Bool
)

// IntCell, FloatCell, IntervalCell and TextCell return cells of the kinds that they name.
func IntCell(n int64) Cell { return Cell{Kind: Int, Int: n} }

// BackCell returns a cell that holds the BCI to which a loop goes back.
func BackCell(n int64) Cell { return Cell{Kind: Int, Int: n, Back: true} }

// BriefCell returns a cell that holds words, and others that say the same in less room.
func BriefCell(s, brief string) Cell { return Cell{Kind: Text, Text: s, Brief: brief} }

// FloatCell returns a cell that holds a share or another fraction.
func FloatCell(x float64) Cell { return Cell{Kind: Float, Low: x} }

// IntervalCell returns a cell that holds a range of shares.
func IntervalCell(low, high float64) Cell { return Cell{Kind: Interval, Low: low, High: high} }

// TextCell returns a cell that holds a name or a word.
func TextCell(s string) Cell { return Cell{Kind: Text, Text: s} }

// ListCell returns a cell that holds methods.
func ListCell(frames []Frame) Cell { return Cell{Kind: List, List: frames} }

// BoolCell returns a cell that holds what is so or not, for programs.
func BoolCell(b bool) Cell { return Cell{Kind: Bool, Bool: b} }

// UnknownCell returns a cell for a value that the file lacks.
func UnknownCell() Cell { return Cell{Kind: Unknown} }

// ShareCell returns the share of part in whole; of nothing it is unknown.
func ShareCell(part, whole int64) Cell {
	if whole == 0 {
		return UnknownCell()
	}
	return FloatCell(float64(part) / float64(whole))
}

// HiddenBy returns what is dropped, by why.
func HiddenBy(t convert.Tally) []Hidden {
	var all []Hidden
	for fate, part := range t.Fates {
		if convert.Fate(fate) != convert.Kept && part.Records > 0 {
			all = append(all, Hidden{convert.Fate(fate).String(), part.Records, part.Value})
		}
	}
	return all
}

// SetTally says what filters did to the metric's records, which are stacks or, in the plural, whatever else has a value,
// and which of them matched nothing.
func (t *Table) SetTally(tally convert.Tally, records string, unmatched []string) {
	t.Base = tally.Kept().Value
	t.Whole = t.Base + tally.Hidden().Value
	t.Hidden = HiddenBy(tally)
	t.Filtered = tally.Notes(t.Unit, records)
	for _, filter := range unmatched {
		t.Doubts = append(t.Doubts, "--"+filter+" matches no frame")
	}
	if t.PerSample == 0 {
		return
	}
	if samples := t.Base / t.PerSample; 0 < samples && samples < convert.FewSamples {
		low, high := convert.Wilson(samples/2, samples)
		t.Doubts = append(t.Doubts, fmt.Sprintf("so few samples say little: a share of %.0f %% may as well be one of %.0f or %.0f %%",
			100*float64(samples/2)/float64(samples), 100*low, 100*high))
	}
}

// Column returns the place of a column in the rows, or -1.
func (t *Table) Column(key string) int {
	return slices.IndexFunc(t.Columns, func(c Column) bool { return c.Key == key })
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
