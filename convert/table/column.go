package table

// A Column declares what the cells of one place in the rows have in common. It is declared once, beside the code that
// makes the rows; text, Markdown, CSV, JSON and the JSON schema follow from that.
type Column struct {
	Key     string // what programs know it by: the name in CSV and JSON
	Heading string // in text and Markdown; "": not there
	Kind    ColumnKind
	Unit    string   // what a number counts, in the plural: "samples"; "": nothing, as a share does
	Doc     string   // a sentence: what the cells say, and of what
	Words   []string // all words that the cells may have; nil: any

	CSV       int      // its place among the columns of CSV, from 1; 0: CSV does not have it
	ForPeople bool     // neither CSV nor JSON has it: other columns say the same to programs
	Shared    bool     // says the same in all rows of a site; see Table
	Presence  Presence // which rows have a cell
	Nullable  bool     // a cell may be Unknown

	at int // its place in the rows
}

// A ColumnKind says what a column's cells mean and so how they look.
type ColumnKind uint8

// The kinds of columns, each with the cells it takes beside None and Unknown.
const (
	NameColumn     ColumnKind = iota // TextCell: a name of any length out of the profile; text may cut it in the middle
	WordColumn                       // TextCell: a word of ours
	FlagColumn                       // BoolCell: yes, no
	CountColumn                      // IntCell: 7,884,213 or, where it is narrow, 7.88M
	IDColumn                         // IntCell: a number that counts nothing: 19551
	BCIColumn                        // IntCell: @11; a negative one by its name
	ShareColumn                      // FloatCell from 0 to 1: 45.7%
	RatioColumn                      // FloatCell from 0: as a share, but it may be above 1
	IntervalColumn                   // IntervalCell from 0 to 1: 44.3–47.1%
	FactorColumn                     // FloatCell from 0: ×0.667
	NumberColumn                     // FloatCell from 0: 0.918
	ChangeColumn                     // FloatCell from -1 to 1: the difference of two shares, +1.2%
	CalleesColumn                    // ListCell: methods that a place calls, in no order that means anything; text has the first of them
	CallersColumn                    // ListCell: what calls a method, what calls that, and so on; text has the first of them
)

// Presence says which rows of a table have a cell of a column, be it Unknown.
type Presence uint8

// Presences, the strictest first.
const (
	Everywhere Presence = iota // all rows
	InRows                     // those of Rows; Total, Rest and those outside need not
	Sometimes                  // some rows
)

// A ColumnOf is a column of a table whose rows are made of Rs.
type ColumnOf[R any] struct {
	Column
	Cell func(R) Cell
}

// Of returns a column whose cells a function makes.
func Of[R any](c Column, cell func(R) Cell) ColumnOf[R] { return ColumnOf[R]{c, cell} }

// Columns returns the columns without the functions that make their cells.
func Columns[R any](declared ...[]ColumnOf[R]) []Column {
	var columns []Column
	for _, part := range declared {
		for _, c := range part {
			columns = append(columns, c.Column)
		}
	}
	return columns
}

// Declare gives a table its columns, in the order of text and Markdown, and returns what makes its rows.
func Declare[R any](t *Table, declared []ColumnOf[R]) func(R) Row {
	t.Columns = Columns(declared)
	for i := range t.Columns {
		t.Columns[i].at = i
	}
	return func(r R) Row {
		row := Row{cells: make([]Cell, len(declared))}
		for i := range declared {
			row.cells[i] = declared[i].Cell(r)
		}
		return row
	}
}
