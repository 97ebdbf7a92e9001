package diff

import (
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/convert/table"
)

// A methodRow is the change of a method's count, or the sum of the methods beyond the limit.
type methodRow struct {
	of     *comparison
	change *methodChange // nil: a sum
	sum    *methodSum    // nil: a change
}

// A methodSum is the sum of several methods.
type methodSum struct {
	name          string
	count         compare.Counts
	isOverlapping bool // they share stacks, so the sum means nothing
}

func (r *methodRow) names() methodNames {
	if r.change == nil {
		return methodNames{name: r.sum.name, label: r.sum.name}
	}
	return r.of.rowNames(r.change.number)
}

func (r *methodRow) counts() compare.Counts {
	if r.change == nil {
		return r.sum.count
	}
	return r.change.count
}

func (r *methodRow) identity() identity {
	if r.change == nil {
		return identity{}
	}
	return r.of.rowIdentity(r.change.number)
}

func (r *methodRow) factor() table.Cell {
	if m := r.change; m != nil && m.inNew && m.count.Old > 0 {
		return m.bounded(m.share / m.before)
	}
	return table.Cell{}
}

// bounded returns the cell of a size of the change, which may be a bound.
func (m *methodChange) bounded(x float64) table.Cell {
	cell := table.FloatCell(x)
	switch {
	case m.atLeast && m.share > m.before:
		cell.Mark = code.AtLeast.Mark()
	case m.atLeast:
		cell.Mark = code.AtMost.Mark()
	}
	return cell
}

// shareOf returns the cell of a side's share, which is a lower bound as its count is.
func (m *methodChange) shareOf(side int, share float64) table.Cell {
	cell := table.FloatCell(share)
	if m.partly[side] {
		cell.Mark = code.AtLeast.Mark()
	}
	return cell
}

// count returns the cell of a count, which may be a lower bound.
func (r *methodRow) count(side int, n int64) table.Cell {
	cell := table.IntCell(n)
	if r.change != nil && r.change.partly[side] {
		cell.Mark = code.AtLeast.Mark()
	}
	return cell
}

// shareWord returns the text for the kind of a change. A share is larger, whether or not its count is: readers take more for more time. If
// the count is not, it has a mark.
func (m *methodChange) shareWord() string {
	text := m.word()
	switch text {
	case "more":
		text = "larger"
	case "fewer":
		text = "smaller"
	}
	if m.diluted {
		text += "*"
	}
	return text
}

// ofChange leaves a cell out of sums.
func ofChange(cell func(*methodChange) table.Cell) func(*methodRow) table.Cell {
	return func(r *methodRow) table.Cell {
		if r.change == nil {
			return table.Cell{}
		}
		return cell(r.change)
	}
}

// methodColumns returns the columns of samples and calls. With oldNames, text also has the column of old names; for renamed
// methods, label has both names. The differences are dropped first if all are below 0.05 points. With several runs there is a
// column for their spread. Rows of lines also have line and file.
// The headings of shares mark those that are not of their own run, that of factors that they are not those of the counts beside them.
func methodColumns(unit string, by convert.GroupBy, oldNames, severalRuns, visible bool, runs compare.Runs) []table.ColumnOf[*methodRow] {
	headings := [2]string{compare.OldSide: "old %", compare.NewSide: "new %"}
	if side, ok := runs.Rescaled(); ok {
		headings[side] += "*"
	}
	difference := table.Column{Key: "difference", Heading: "points", Kind: table.ChangeColumn, CSV: 9, Presence: table.InRows, Doc: "new_share - old_share."}
	if !visible {
		difference.Drop = 1
	}
	oldMethod := table.Column{Key: "old_method", Kind: table.NameColumn, Drop: 4, CSV: 2, Presence: table.Sometimes, Doc: "Its name in the old profile, if another."}
	if oldNames {
		oldMethod.Heading = "was"
	}
	columns := []table.ColumnOf[*methodRow]{
		table.Of(table.Column{Key: "change", Kind: table.WordColumn, Words: []string{"more", "fewer", "new", "gone"}, CSV: 3,
			Presence: table.InRows, Doc: "The change of the method's share; new, gone: one profile alone has it, of samples anywhere in its stacks."},
			ofChange(func(m *methodChange) table.Cell { return table.TextCell(m.word()) })),
		table.Of(table.Column{Key: "change_text", Heading: "share", Kind: table.WordColumn, ForPeople: true, Presence: table.InRows},
			ofChange(func(m *methodChange) table.Cell { return table.TextCell(m.shareWord()) })),
		table.Of(table.Column{Key: "old", Heading: "old", Kind: table.CountColumn, Unit: unit, CSV: 4, Presence: table.Sometimes,
			Doc: "The count in the old profile; none if it has no such record."}, func(r *methodRow) table.Cell {
			if r.change == nil && r.sum.isOverlapping || r.change != nil && !r.change.inOld && r.change.inNew {
				return table.Cell{}
			}
			return r.count(compare.OldSide, r.counts().Old)
		}),
		table.Of(table.Column{Key: "new", Heading: "new", Kind: table.CountColumn, Unit: unit, CSV: 5, Presence: table.Sometimes,
			Doc: "The count in the new profile; none if it has no such record."}, func(r *methodRow) table.Cell {
			if r.change == nil && r.sum.isOverlapping || r.change != nil && !r.change.inNew {
				return table.Cell{}
			}
			return r.count(compare.NewSide, r.counts().New)
		}),
		table.Of(table.Column{Key: "factor", Heading: runs.FactorMark(), Kind: table.FactorColumn, Drop: 5, CSV: 6, Presence: table.Sometimes,
			Doc: "new / old, normalized for run length."}, (*methodRow).factor),
		table.Of(table.Column{Key: "old_share", Heading: headings[compare.OldSide], Kind: table.ShareColumn, Drop: 2, CSV: 7, Presence: table.InRows,
			Doc: "The old count as a share of the larger base, normalized for run length. As a share of its own run it is old / old_base."},
			ofChange(func(m *methodChange) table.Cell { return m.shareOf(compare.OldSide, m.before) })),
		table.Of(table.Column{Key: "new_share", Heading: headings[compare.NewSide], Kind: table.ShareColumn, Drop: 3, CSV: 8, Presence: table.InRows,
			Doc: "The new count as a share of the same larger base, normalized for run length."}, ofChange(func(m *methodChange) table.Cell { return m.shareOf(compare.NewSide, m.share) })),
		table.Of(difference, ofChange(func(m *methodChange) table.Cell { return m.bounded(m.share - m.before) })),
	}
	if severalRuns {
		columns = append(columns, table.Of(table.Column{Key: "spread", Heading: "±", Kind: table.RatioColumn, CSV: 10, Presence: table.Sometimes,
			Doc: "The relative standard deviation of the normalized count between runs of one side. None if each side is one run."},
			ofChange(func(m *methodChange) table.Cell {
				if m.spread < 0 {
					return table.Cell{}
				}
				return table.FloatCell(m.spread)
			})))
	}
	if !runs.Sampled {
		for side, key := range [2]string{compare.OldSide: "old", compare.NewSide: "new"} {
			columns = append(columns, table.Of(table.Column{Key: key + "_at_least", Kind: table.FlagColumn, Presence: table.Sometimes,
				Doc: "true if " + key + " is a lower bound, as contexts without a count are left out. The change is then of the same contexts in both profiles, or of this size or larger."},
				ofChange(func(m *methodChange) table.Cell {
					if !m.partly[side] {
						return table.Cell{}
					}
					return table.BoolCell(true)
				})))
		}
	}
	columns = append(columns, table.Of(table.Column{Key: "share_only", Kind: table.FlagColumn, Presence: table.Sometimes,
		Doc: "true if only the share changed, as the total did: the count went the other way or, of samples, did not change beyond noise."},
		ofChange(func(m *methodChange) table.Cell {
			if !m.diluted {
				return table.Cell{}
			}
			return table.BoolCell(true)
		})))
	columns = append(columns, identityColumns(false, (*methodRow).identity)...)
	if by == convert.ByLine {
		columns = append(columns, lineColumns()...)
	}
	return append(columns,
		table.Of(table.Column{Key: "method", Kind: table.NameColumn, CSV: 1,
			Doc: "The method; its name in the new profile, if it is there. With --by its class, package or line."}, func(r *methodRow) table.Cell { return table.TextCell(r.names().name) }),
		table.Of(table.Column{Key: "label", Heading: by.Column(), Kind: table.NameColumn, ForPeople: true},
			func(r *methodRow) table.Cell { return table.TextCell(r.names().label) }),
		table.Of(oldMethod, func(r *methodRow) table.Cell { return table.TextOrNone(r.names().old) }))
}
