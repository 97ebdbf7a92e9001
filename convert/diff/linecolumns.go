package diff

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/convert/sourceline"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/words"
)

// editedNote says how many methods of rows have other lines in the old class files, apart from where they begin, or that it is unknown
// where they begin; "": none.
func (c *comparison) editedNote(rows []methodChange) string {
	if slices.ContainsFunc(c.opts.Lines[:], (*sourceline.Lines).AreRecorded) {
		return "lines are paired by number, as recordings do not tell where methods begin: code above a method moves its lines"
	}
	edited, all := 0, map[int32]bool{}
	for _, row := range rows {
		of := c.grouping.rows[row.number].line
		if of == nil || all[of.method] {
			continue
		}
		all[of.method] = true
		old, new := c.sides[compare.OldSide].MethodSlots[of.method], c.sides[compare.NewSide].MethodSlots[of.method]
		if old >= 0 && new >= 0 && !c.opts.Lines[compare.NewSide].IsShifted(new, c.opts.Lines[compare.OldSide], old) {
			edited++
		}
	}
	if edited == 0 {
		return ""
	}
	return fmt.Sprintf("%s of %s have other lines in the old class files: lines there are paired by their distance from the method's first line",
		words.Thousands(int64(edited)), words.CountOf(int64(len(all)), "methods"))
}

// lineColumns are the columns of the lines of rows.
func lineColumns() []table.ColumnOf[*methodRow] {
	return []table.ColumnOf[*methodRow]{
		table.Of(table.Column{Key: "line", Kind: table.IDColumn, Nullable: true, Presence: table.Sometimes,
			Doc: "With --by line: the line of the source file, the new one if the method is there; null if it is unknown."},
			ofLine(func(c *comparison, of line) table.Cell { return lineCell(int(of.number)) })),
		table.Of(table.Column{Key: "old_line", Kind: table.IDColumn, Presence: table.Sometimes,
			Doc: "The line of the old source file, if the method begins at another line there."},
			ofLine(func(c *comparison, of line) table.Cell {
				if shift := c.lineShift(of.method); shift != 0 && of.number > 0 {
					return table.IntCell(int64(int(of.number) - shift))
				}
				return table.Cell{}
			})),
		table.Of(table.Column{Key: "file", Kind: table.NameColumn, Presence: table.Sometimes,
			Doc: "With --by line: the source file of the method, if it is known."},
			ofLine(func(c *comparison, of line) table.Cell {
				file := ""
				for side := range c.sides { // the new one, if it has the method
					file = cmp.Or(c.opts.Lines[side].File(c.sides[side].MethodSlots[of.method]), file)
				}
				return table.TextOrNone(file)
			})),
	}
}

// ofLine leaves a cell out of rows that are not lines.
func ofLine(cell func(*comparison, line) table.Cell) func(*methodRow) table.Cell {
	return func(r *methodRow) table.Cell {
		if r.change == nil || r.of.grouping == nil || r.of.grouping.rows[r.change.number].line == nil {
			return table.Cell{}
		}
		return cell(r.of, *r.of.grouping.rows[r.change.number].line)
	}
}

func lineCell(line int) table.Cell {
	if line == 0 {
		return table.UnknownCell()
	}
	return table.IntCell(int64(line))
}
