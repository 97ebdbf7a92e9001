package rank

import (
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/table"
)

// withLine adds the source line, 0 if unknown, to a cell that holds a BCI.
func withLine(bci table.Cell, line int) table.Cell {
	bci.Line = int32(line)
	return bci
}

func lineCell(line int) table.Cell {
	if line == 0 {
		return table.UnknownCell()
	}
	return table.IntCell(int64(line))
}

// lineColumn is the column of the source line of a place, which follows its BCI; text shows it next to the BCI.
func lineColumn(csv int, doc string) table.Column {
	return table.Column{Key: "line", Kind: table.IDColumn, CSV: csv, Nullable: true, Presence: table.Sometimes, Doc: "With --classpath: " + doc + "; null if it is unknown."}
}

func fileColumn(doc string) table.Column {
	return table.Column{Key: "file", Kind: table.NameColumn, Presence: table.Sometimes, Doc: "With --classpath: " + doc + ", if it is known."}
}

// signatureColumn is the column of JVM signatures.
var signatureColumn = table.Column{Key: "signature", Kind: table.NameColumn, Presence: table.Sometimes,
	Doc: "The method in JVM notation: java.lang.Thread.sleep(J)V."}

// intervalCell returns the 95% interval of the share of part in whole, where each sample counts perSample; None without samples.
func intervalCell(part, whole, perSample int64) table.Cell {
	if perSample == 0 || whole < perSample {
		return table.Cell{}
	}
	return table.IntervalCell(convert.WilsonInterval(part/perSample, whole/perSample))
}

// withoutIntervals returns the columns for values without a known sampling error.
func withoutIntervals[R any](columns []table.ColumnOf[R]) []table.ColumnOf[R] {
	return slices.DeleteFunc(slices.Clone(columns), func(c table.ColumnOf[R]) bool { return c.Kind == table.IntervalColumn })
}

// shared makes a column have the same cell in all rows of a method.
func shared(c table.Column) table.Column {
	c.Shared = true
	return c
}

// inRows makes a column appear only in rows of sites.
func inRows(c table.Column) table.Column {
	c.Presence = table.InRows
	return c
}
