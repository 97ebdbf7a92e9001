package table

// A Column is the declaration of a column of a table. It is declared once, next to the code that makes the rows; text, Markdown,
// CSV, JSON and the JSON schema are generated from it.
type Column struct {
	Key     string // the name in CSV and JSON
	Heading string // in text and Markdown; "": the column is not in these
	Kind    ColumnKind
	Unit    string   // unit of numbers, in the plural: "samples"; "": none, as for a share
	Doc     string   // a sentence that explains the cells
	Words   []string // all possible values of the cells; nil: any

	CSV       int      // position among the columns of CSV, from 1; 0: not in CSV. If two have the same position, the one declared first comes first
	ForPeople bool     // only in text and Markdown: scripts get the same information from other columns
	Shared    bool     // has the same cell in all rows of a site; see Table
	Presence  Presence // which rows have a cell
	Below     string   // text shows the cell of a site below the column with this key, if there is room; "": in its own column
	Label     string   // text has it before a cell below another one
	Qualifies string   // the column with this key means less without this one: where text drops this one, it drops that one, too, or see Instead
	Instead   string   // text has it only in place of the column with this key, where it dropped the one that qualifies that
	Drop      int      // the order in which text drops columns to make room for names, 1 first; 0: never. See DropLast
	Nullable  bool     // a cell may be Unknown
	Above1    bool     // a share may be above 1: it need not count a part of the whole

	at int // its index in the rows
}

// DropLast is the Drop from which on columns are dropped only to show the method's own name in full, not its class.
const DropLast = 100

// A ColumnKind determines what the cells of a column mean, and so their format.
type ColumnKind uint8

// The kinds of columns, each with its cells, other than None and Unknown, and their format in text.
const (
	NameColumn     ColumnKind = iota // TextCell: a name of any length from the profile; text may shorten it in the middle
	WordColumn                       // TextCell: a word of iprof-viz, such as "monomorphic"
	FlagColumn                       // BoolCell: yes, no
	CountColumn                      // IntCell: 7,884,213 or, if space is short, 7.88M
	IDColumn                         // IntCell: a number that is not a count: 19551
	BCIColumn                        // IntCell: @11; a negative one by name
	ShareColumn                      // FloatCell from 0 to 1: 45.7%
	RatioColumn                      // FloatCell from 0: a percentage that may be above 100%
	IntervalColumn                   // IntervalCell from 0 to 1: 44.3–47.1%
	FactorColumn                     // FloatCell from 0: ×0.667
	NumberColumn                     // FloatCell from 0: 0.918
	ChangeColumn                     // FloatCell from -1 to 1: the difference of two shares; text has points: +1.23
	CalleesColumn                    // ListCell: the methods called at a site, in no particular order; text shows the first one
	CallersColumn                    // ListCell: the callers of a method, innermost first; text shows the first one
)

// Presence says which rows of a table have a cell for a column. An Unknown cell counts as present.
type Presence uint8

// The presences, strictest first.
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

// DeclareLate is like Declare, for tables that may have millions of rows. Their cells take a kilobyte per row, so they are made on
// each request. The data behind a row must not change afterwards.
func DeclareLate[R any](t *Table, declared []ColumnOf[*R]) func(R) Row {
	setColumns(t, declared)
	// All rows share one function, and chunks of values: separate allocations for each row would take as much memory as the rest.
	var chunks [][]R
	n := int32(0)
	cell := func(at int32, column int) Cell { return declared[column].Cell(&chunks[at/lateChunk][at%lateChunk]) }
	return func(r R) Row {
		if n%lateChunk == 0 {
			var chunk []R
			if n > 0 { // the first one grows with its content, for small tables
				chunk = make([]R, 0, lateChunk)
			}
			chunks = append(chunks, chunk)
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
