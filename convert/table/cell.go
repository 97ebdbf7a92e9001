package table

// A Cell is a value in a table. The zero Cell is None.
type Cell struct {
	Kind     CellKind
	Int      int64
	Low      float64 // for an IntervalCell; the value of a FloatCell
	High     float64 // for an IntervalCell
	Text     string  // as in the profile: output formats quote it. Of a ListCell below a name, what text has before the list; "": the heading
	List     []Frame // for a ListCell
	Bool     bool    // for a BoolCell
	Backward bool    // for an IntCell that holds a BCI: the jump to it goes backward, as in a loop
	Mark     string  // for an IntCell or FloatCell that holds a bound of a count or a factor: ≥ or ≤, which text shows before it
	Line     int32   // for an IntCell that holds a BCI: the source line, which text shows next to it; 0: unknown
}

// A Frame is one of the methods in a ListCell. ID and BCI are None if it has none: <VM> is not a method of the file.
type Frame struct {
	ID     Cell
	Method string
	BCI    Cell
}

// A CellKind says which fields of a cell are valid.
type CellKind uint8

// The kinds of cells.
const (
	None    CellKind = iota // no such value, such as the sampling error of the total: blank, and not in JSON
	Unknown                 // the value exists, but the file does not have it: n/a, and null in JSON; it is not zero
	Int
	Float
	Interval
	Text
	List
	Bool
)

// IntCell returns a cell that holds a count, an id or a BCI.
func IntCell(n int64) Cell { return Cell{Kind: Int, Int: n} }

// BackwardCell returns a cell that holds the BCI that a loop jumps back to.
func BackwardCell(n int64) Cell { return Cell{Kind: Int, Int: n, Backward: true} }

// FloatCell returns a cell that holds a share or another fraction.
func FloatCell(x float64) Cell { return Cell{Kind: Float, Low: x} }

// IntervalCell returns a cell that holds a range of shares.
func IntervalCell(low, high float64) Cell { return Cell{Kind: Interval, Low: low, High: high} }

// TextCell returns a cell that holds a name or a word.
func TextCell(s string) Cell { return Cell{Kind: Text, Text: s} }

// TextOrNone returns a cell with a text; None for "".
func TextOrNone(text string) Cell {
	if text == "" {
		return Cell{}
	}
	return TextCell(text)
}

// ListCell returns a cell that holds methods.
func ListCell(frames []Frame) Cell { return Cell{Kind: List, List: frames} }

// BoolCell returns a cell that holds true or false, for CSV and JSON.
func BoolCell(b bool) Cell { return Cell{Kind: Bool, Bool: b} }

// Marked returns the cell with the mark of a bound, "" for none.
func (c Cell) Marked(mark string) Cell {
	c.Mark = mark
	return c
}

// Bound returns the mark of a bound and a blank; "" for others.
func (c Cell) Bound() string {
	if c.Mark == "" {
		return ""
	}
	return c.Mark + " "
}

// UnknownCell returns a cell for a value that the file lacks.
func UnknownCell() Cell { return Cell{Kind: Unknown} }

// ShareCell returns the share of part in whole; unknown if whole is 0.
func ShareCell(part, whole int64) Cell {
	if whole == 0 {
		return UnknownCell()
	}
	return FloatCell(float64(part) / float64(whole))
}
