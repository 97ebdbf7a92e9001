package jsontext

import (
	"strconv"

	"github.com/iprof-viz/iprof-viz/convert/table"
)

type hiddenJSON struct {
	Why     string `json:"why"`
	Records int    `json:"records"`
	Value   int64  `json:"value"`
}

// Hidden writes the key about records that a view or a filter leaves out.
func (j *Writer) Hidden(all []table.DroppedRecords) {
	j.Line("hidden", func() {
		j.List(len(all), func(i int) { j.Value(hiddenJSON(all[i])) })
	})
}

// Cell writes a cell of a table.
func (j *Writer) Cell(c table.Cell) {
	switch c.Kind {
	case table.Int:
		j.Int(c.Int)
	case table.Float:
		j.Float(c.Low)
	case table.Interval:
		j.B.WriteByte('[')
		j.Float(c.Low)
		j.B.WriteString(", ")
		j.Float(c.High)
		j.B.WriteByte(']')
	case table.Text:
		j.String(c.Text)
	case table.Bool:
		j.B.WriteString(strconv.FormatBool(c.Bool))
	case table.List:
		j.List(len(c.List), func(i int) { j.frame(c.List[i]) })
	default:
		j.B.WriteString("null")
	}
}

// frame writes a method of a list, with its id and BCI if it has them.
func (j *Writer) frame(f table.Frame) {
	j.B.WriteByte('{')
	if f.ID.Kind != table.None {
		j.Key("id")
		j.Cell(f.ID)
		j.B.WriteString(", ")
	}
	j.Key("method")
	j.String(f.Method)
	if f.BCI.Kind != table.None {
		j.B.WriteString(", ")
		j.Key("bci")
		j.Cell(f.BCI)
	}
	j.B.WriteByte('}')
}
