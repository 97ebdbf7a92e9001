package rank

import (
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/sites"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A branchRow is one or several successors of a conditional, a conditional without successors, or a row that is not a site.
type branchRow struct {
	*siteRow
	rate sites.EntryRate
	*successorRow
}

func (r *branchRow) site() *siteRow { return r.siteRow }

type successorRow struct {
	number int // index in the record
	iprof.Successor
	back  bool
	loops bool    // it stays in the loop that the conditional ends, or goes back
	trips float64 // of this loop; 0: unknown
	line  int     // of the target; 0: unknown
	more  string  // the name of several successors, which have only Count; "": it is one successor
}

// otherLine returns the source line of the target if it differs from the site's; 0: it does not, or is unknown.
func (r *branchRow) otherLine() int {
	if r.successorRow.line == r.siteFacts.line {
		return 0
	}
	return r.successorRow.line
}

// ofSuccessor leaves a cell out of rows without a successor.
func ofSuccessor(cell func(*successorRow) table.Cell) func(*branchRow) table.Cell {
	return func(r *branchRow) table.Cell {
		if r.successorRow == nil {
			return table.Cell{}
		}
		return cell(r.successorRow)
	}
}

// ofOneSuccessor leaves a cell out of rows without a successor and rows of several successors.
func ofOneSuccessor(cell func(*successorRow) table.Cell) func(*branchRow) table.Cell {
	return func(r *branchRow) table.Cell {
		if r.successorRow == nil || r.more != "" {
			return table.Cell{}
		}
		return cell(r.successorRow)
	}
}

// tripsCell has the jumps back of a loop for each time that it is entered, in the rows of successors that stay there, see [code.LoopEnd.Of].
func (s *successorRow) tripsCell() table.Cell {
	switch {
	case !s.loops:
		return table.Cell{}
	case s.trips == 0:
		return table.UnknownCell()
	}
	return table.FloatCell(s.trips)
}

// ofRate returns the cells for a part of the rate.
func ofRate(part func(sites.EntryRate) (float64, bool)) func(*branchRow) table.Cell {
	return func(r *branchRow) table.Cell {
		if r.siteFacts == nil {
			return table.Cell{}
		}
		if x, ok := part(r.rate); ok {
			return table.FloatCell(x)
		}
		return table.UnknownCell()
	}
}

const coverageKey = "coverage"

// forPrograms hides a column from people if all rows have the same value in it: a coverage of 100%, or no trips.
func forPrograms(columns []table.ColumnOf[*branchRow], key string) []table.ColumnOf[*branchRow] {
	for i := range columns {
		if columns[i].Key == key {
			columns[i].Heading = ""
		}
	}
	return columns
}

// branchColumns are the columns of branches.
func branchColumns(shape siteShape) []table.ColumnOf[*branchRow] {
	columns := []table.ColumnOf[*branchRow]{
		executionsColumn((*branchRow).site),
		shareColumn("share", (*branchRow).site),
		table.Of(table.Column{Key: "per_entry", Heading: "per entry", Kind: table.FactorColumn, Drop: 2, Shared: true, Nullable: true, Presence: table.InRows,
			Doc: "Executions per entry of the method, over the contexts with both counts; null without any."},
			ofRate(sites.EntryRate.PerEntry)),
		table.Of(table.Column{Key: coverageKey, Heading: "coverage", Kind: table.ShareColumn, Drop: 1, Shared: true, Nullable: true, Presence: table.InRows, Qualifies: "per_entry",
			Doc: "The share of the method's entries in the contexts of per_entry; null without any."},
			ofRate(sites.EntryRate.Coverage)),
		entropyColumn("", (*branchRow).site),
	}
	if shape.samples {
		columns = append(columns, siteSampleColumns(shape.lines != nil, (*branchRow).site)...)
	}
	columns = append(columns, placeColumns(shape.damaged, (*branchRow).site)...)
	if shape.lines != nil {
		columns = append(columns, siteLineColumns((*branchRow).site)...)
	}
	if !shape.lines.HasText() {
		columns = withoutSource(columns)
	}
	if shape.contexts {
		columns = append(columns, contextColumns((*branchRow).site)...)
	}
	columns = append(columns, successorColumns...)
	if shape.lines != nil {
		columns = append(columns, targetLineColumn)
	}
	return columns
}

var successorColumns = []table.ColumnOf[*branchRow]{
	table.Of(table.Column{Key: "successor", Kind: table.IDColumn, CSV: 4,
		Doc: "The position in the record; before format 1.0.0, the position of the target."},
		ofOneSuccessor(func(s *successorRow) table.Cell { return table.IntCell(int64(s.number)) })),
	table.Of(table.Column{Key: "index", Kind: table.IDColumn, CSV: 6,
		Doc: "The compiler's number of the successor."},
		ofOneSuccessor(func(s *successorRow) table.Cell { return table.IntCell(int64(s.Index)) })),
	table.Of(table.Column{Key: "target_bci", Heading: "to", Kind: table.BCIColumn, CSV: 5,
		Doc: "The BCI that the successor goes to."}, func(r *branchRow) table.Cell {
		s := r.successorRow
		switch {
		case s == nil:
			return table.Cell{}
		case s.more != "":
			return table.TextCell(s.more)
		case s.back:
			return withLine(table.BackwardCell(int64(s.Target)), r.otherLine())
		}
		return withLine(table.IntCell(int64(s.Target)), r.otherLine())
	}),
	table.Of(table.Column{Key: "count", Heading: "count", Kind: table.CountColumn, Unit: "executions", CSV: 7,
		Doc: "Executions that took the successor."}, ofSuccessor(func(s *successorRow) table.Cell { return table.IntCell(s.Count) })),
	table.Of(table.Column{Key: "probability", Heading: "probability", Kind: table.ShareColumn, CSV: 8, Nullable: true,
		Doc: "count as a share of the site's executions; null without any."}, func(r *branchRow) table.Cell {
		if r.successorRow == nil {
			return table.Cell{}
		}
		return table.ShareCell(r.Count, r.executions)
	}),
	table.Of(table.Column{Key: "trips", Heading: "trips", Kind: table.FactorColumn, Nullable: true, Presence: table.Sometimes,
		Doc: "Of the conditional that ends a loop, at the successor that goes back or, with --classpath, stays in it: jumps back for each time that the loop is entered, on average (a do-while loop runs its body once more); null if the counts do not account for all of its entries and exits."},
		ofOneSuccessor((*successorRow).tripsCell)),
}

// targetLineColumn is the column of the source line of a target.
var targetLineColumn = table.Of(table.Column{Key: "target_line", Kind: table.IDColumn, Nullable: true, Presence: table.Sometimes,
	Doc: "With --classpath: the line of the target; null if it is unknown."}, ofOneSuccessor(func(s *successorRow) table.Cell { return lineCell(s.line) }))

// branchTables returns the definition of the tables of [Branches].
func branchTables() table.Definition {
	d := siteDefinition(convert.Branches, "successors", "In the order of the file.")
	d.Columns = table.Columns(slices.Clip(branchColumns(siteShape{contexts: true, damaged: true, samples: true})), siteLineColumns((*branchRow).site), []table.ColumnOf[*branchRow]{targetLineColumn})
	return d
}
