package table

// A Column is the declaration of a column of a table. It is declared once, beside the code that makes the rows; text,
// Markdown, CSV, JSON and the JSON schema are generated from it.
type Column struct {
	Key     string // the name in CSV and JSON
	Heading string // in text and Markdown; "": they do not have the column
	Kind    ColumnKind
	Unit    string   // of numbers, in the plural: "samples"; "": none, as for a share
	Doc     string   // a sentence: the meaning of the cells
	Words   []string // all values that the cells may have; nil: any

	CSV       int      // its position among the columns of CSV, from 1; 0: CSV does not have it. Of two at a position the first declared comes first
	ForPeople bool     // only text and Markdown have it: programs read the same from other columns
	Shared    bool     // has the same cell in all rows of a site; see Table
	Presence  Presence // which rows have a cell
	Below     string   // text has the cell of a site below the column's with this key, as far as there is room; "": in its own column
	Drop      int      // text leaves columns out by it where names lack room, 1 first; 0: never, it is the answer. See DropLast
	Nullable  bool     // a cell may be Unknown

	at int // its index in the rows
}

// DropLast is the Drop from which on columns are left out only where the own names of methods would be cut otherwise, and not
// for the sake of their classes.
const DropLast = 100

// A ColumnKind says what the cells of a column mean, and so their format.
type ColumnKind uint8

// The kinds of columns, each with its cells besides None and Unknown, and their format in text.
const (
	NameColumn     ColumnKind = iota // TextCell: a name of any length from the profile; text may shorten it in the middle
	WordColumn                       // TextCell: a word of iprof-viz, such as "monomorphic"
	FlagColumn                       // BoolCell: yes, no
	CountColumn                      // IntCell: 7,884,213 or, where it is narrow, 7.88M
	IDColumn                         // IntCell: a number that is not a count: 19551
	BCIColumn                        // IntCell: @11; a negative one by its name
	ShareColumn                      // FloatCell from 0 to 1: 45.7%
	RatioColumn                      // FloatCell from 0: a percentage that may be above 100%
	IntervalColumn                   // IntervalCell from 0 to 1: 44.3–47.1%
	FactorColumn                     // FloatCell from 0: ×0.667
	NumberColumn                     // FloatCell from 0: 0.918
	ChangeColumn                     // FloatCell from -1 to 1: the difference of two shares; text has points: +1.23
	CalleesColumn                    // ListCell: the methods called at a site, in no particular order; text has the first of them
	CallersColumn                    // ListCell: the callers of a method, innermost first; text has the first of them
)

// Presence says which rows of a table have a cell of a column. An Unknown cell counts as present.
type Presence uint8

// The presences, the strictest first.
const (
	Everywhere Presence = iota // all rows
	InRows                     // all of Table.Rows; Total, Rest and Outside may lack it
	Sometimes                  // some rows
)

// A ColumnOf is a column of a table whose rows are made from values of type R.
type ColumnOf[R any] struct {
	Column
	Cell func(R) Cell
}

// Of returns a column whose cells are made by a function.
func Of[R any](c Column, cell func(R) Cell) ColumnOf[R] { return ColumnOf[R]{c, cell} }

// Columns returns the columns of all lists, in order, without the functions that make their cells.
func Columns[R any](declared ...[]ColumnOf[R]) []Column {
	var columns []Column
	for _, part := range declared {
		for _, c := range part {
			columns = append(columns, c.Column)
		}
	}
	return columns
}

// Declare gives a table its columns, in the order of text and Markdown, and returns the function that makes its rows.
func Declare[R any](t *Table, declared []ColumnOf[R]) func(R) Row {
	setColumns(t, declared)
	return func(r R) Row {
		cells := make([]Cell, len(declared))
		for i := range declared {
			cells[i] = declared[i].Cell(r)
		}
		return Row{cell: func(_ int32, column int) Cell { return cells[column] }}
	}
}

// DeclareLate is Declare for tables that may have millions of rows. Their cells take a kilobyte a row, so they are made each time
// that they are requested. What a row is made of must not change afterwards.
func DeclareLate[R any](t *Table, declared []ColumnOf[*R]) func(R) Row {
	setColumns(t, declared)
	// All rows share one function, and chunks of values: an allocation of each for each row would take as much as the rest.
	var chunks [][]R
	n := int32(0)
	cell := func(at int32, column int) Cell { return declared[column].Cell(&chunks[at/lateChunk][at%lateChunk]) }
	return func(r R) Row {
		if n%lateChunk == 0 {
			chunks = append(chunks, nil)
		}
		chunks[n/lateChunk] = append(chunks[n/lateChunk], r)
		n++
		return Row{cell: cell, at: n - 1}
	}
}

// lateChunk is the number of rows in a chunk.
const lateChunk = 1 << 10

func setColumns[R any](t *Table, declared []ColumnOf[R]) {
	t.Columns = Columns(declared)
	for i := range t.Columns {
		t.Columns[i].at = i
	}
}
