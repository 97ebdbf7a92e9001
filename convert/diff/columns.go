package diff

import (
	"strings"

	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// An identity identifies the method of a row, for programs. Cells are None for a profile without the method, and for <VM>.
type identity struct{ id, oldID, signature, renamedFrom table.Cell }

// identityColumns are the columns of a row's identity.
func identityColumns[R any](shared bool, of func(R) identity) []table.ColumnOf[R] {
	return []table.ColumnOf[R]{
		table.Of(table.Column{Key: "id", Kind: table.IDColumn, Shared: shared, Presence: table.Sometimes,
			Doc: "The method's id in the new profile."}, func(r R) table.Cell { return of(r).id }),
		table.Of(table.Column{Key: "old_id", Kind: table.IDColumn, Shared: shared, Presence: table.Sometimes,
			Doc: "Its id in the old profile."}, func(r R) table.Cell { return of(r).oldID }),
		table.Of(table.Column{Key: "signature", Kind: table.NameColumn, Shared: shared, Presence: table.Sometimes,
			Doc: "The method as the JVM writes it."}, func(r R) table.Cell { return of(r).signature }),
		table.Of(table.Column{Key: "renamed_from", Kind: table.NameColumn, Shared: shared, Presence: table.Sometimes,
			Doc: "Its name in the old profile, if it was renamed: paired by signature, callers, callees and branches."},
			func(r R) table.Cell { return of(r).renamedFrom }),
	}
}

// text returns a cell with a name or a word; None for "".
func text(s string) table.Cell {
	if s == "" {
		return table.Cell{}
	}
	return table.TextCell(s)
}

// A methodRow is the change of a method's count, or the sum of the methods beyond the limit.
type methodRow struct {
	of     *comparison
	change *methodChange // nil: a sum
	sum    *methodSum    // nil: a change
}

// A methodSum is the sum of several methods.
type methodSum struct {
	name  string
	count compare.Counts
}

func (r *methodRow) names() methodNames {
	if r.change == nil {
		return methodNames{name: r.sum.name, label: r.sum.name}
	}
	return r.of.namesOf(r.change.number)
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
	return r.of.identity(r.change.number)
}

func (r *methodRow) factor() table.Cell {
	if m := r.change; m != nil && m.inNew && m.count.Old > 0 {
		return table.FloatCell(m.share / m.before)
	}
	return table.Cell{}
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

// methodColumns returns the columns of samples and calls. With oldNames people see the column of old names, too; for renamed
// methods, label has both names. Differences that are all below 0.05 points make room first. With several runs there is the column of their spread.
func methodColumns(unit string, oldNames, severalRuns, visible bool) []table.ColumnOf[*methodRow] {
	difference := table.Column{Key: "difference", Heading: "points", Kind: table.ChangeColumn, CSV: 9, Presence: table.InRows, Doc: "new_share - old_share."}
	if !visible {
		difference.Drop = 1
	}
	oldMethod := table.Column{Key: "old_method", Kind: table.NameColumn, Drop: 4, CSV: 2, Presence: table.Sometimes, Doc: "Its name in the old profile, if another."}
	if oldNames {
		oldMethod.Heading = "was"
	}
	columns := []table.ColumnOf[*methodRow]{
		table.Of(table.Column{Key: "change", Heading: "change", Kind: table.WordColumn, Words: []string{"more", "fewer", "new", "gone"}, CSV: 3,
			Presence: table.InRows, Doc: "The change of the method's share; new, gone: the method is in one profile only."},
			ofChange(func(m *methodChange) table.Cell { return table.TextCell(m.word()) })),
		table.Of(table.Column{Key: "old", Heading: "old", Kind: table.CountColumn, Unit: unit, CSV: 4, Presence: table.Sometimes,
			Doc: "The count in the old profile; none if it has no such record."}, func(r *methodRow) table.Cell {
			if r.change != nil && !r.change.inOld && r.change.inNew {
				return table.Cell{}
			}
			return table.IntCell(r.counts().Old)
		}),
		table.Of(table.Column{Key: "new", Heading: "new", Kind: table.CountColumn, Unit: unit, CSV: 5, Presence: table.Sometimes,
			Doc: "The count in the new profile; none if it has no such record."}, func(r *methodRow) table.Cell {
			if r.change != nil && !r.change.inNew {
				return table.Cell{}
			}
			return table.IntCell(r.counts().New)
		}),
		table.Of(table.Column{Key: "factor", Heading: "×", Kind: table.FactorColumn, Drop: 5, CSV: 6, Presence: table.Sometimes,
			Doc: "new / old at the same length of the run."}, (*methodRow).factor),
		table.Of(table.Column{Key: "old_share", Heading: "share", Kind: table.ShareColumn, Drop: 2, CSV: 7, Presence: table.InRows,
			Doc: "The old count as a part of the larger of both bases, at the same length of the run."},
			ofChange(func(m *methodChange) table.Cell { return table.FloatCell(m.before) })),
		table.Of(table.Column{Key: "new_share", Heading: "now", Kind: table.ShareColumn, Drop: 3, CSV: 8, Presence: table.InRows,
			Doc: "The new count as a part of the same base."}, ofChange(func(m *methodChange) table.Cell { return table.FloatCell(m.share) })),
		table.Of(difference, ofChange(func(m *methodChange) table.Cell { return table.FloatCell(m.share - m.before) })),
	}
	if severalRuns {
		columns = append(columns, table.Of(table.Column{Key: "spread", Heading: "±", Kind: table.RatioColumn, CSV: 10, Presence: table.Sometimes,
			Doc: "The relative standard deviation of the count, at the same length, between runs of one side. None if each side is one run."},
			ofChange(func(m *methodChange) table.Cell {
				if m.spread < 0 {
					return table.Cell{}
				}
				return table.FloatCell(m.spread)
			})))
	}
	columns = append(columns, identityColumns(false, (*methodRow).identity)...)
	return append(columns,
		table.Of(table.Column{Key: "method", Kind: table.NameColumn, CSV: 1,
			Doc: "The method; its name in the new profile, if it is there."}, func(r *methodRow) table.Cell { return table.TextCell(r.names().name) }),
		table.Of(table.Column{Key: "label", Heading: "method", Kind: table.NameColumn, ForPeople: true},
			func(r *methodRow) table.Cell { return table.TextCell(r.names().label) }),
		table.Of(oldMethod, func(r *methodRow) table.Cell { return text(r.names().old) }))
}

// An inliningRow is an inlined copy or a compilation root, or the row of the units beyond the limit.
type inliningRow struct {
	unit  string
	of    *comparison
	node  *node // nil: the units beyond the limit
	runs  compare.Runs
	frame iprof.Node
	depth int
}

// name returns the name of the method, and that in the old profile if it is another.
func (r *inliningRow) name() (name, old string) { return r.of.method(int32(r.frame.Method)) }

// ofCopy leaves a cell out of the row for the units beyond the limit.
func ofCopy(cell func(*inliningRow) table.Cell) func(*inliningRow) table.Cell {
	return func(r *inliningRow) table.Cell {
		if r.node == nil {
			return table.Cell{}
		}
		return cell(r)
	}
}

// inliningColumns are the columns of inlining.
func inliningColumns() []table.ColumnOf[*inliningRow] {
	const countDoc = "null: the profile has records there, but no entries. None: the profile does not have the copy."
	columns := []table.ColumnOf[*inliningRow]{
		table.Of(table.Column{Key: "unit", Kind: table.NameColumn, CSV: 1, Shared: true,
			Doc: "The compilation root."}, func(r *inliningRow) table.Cell { return table.TextCell(r.unit) }),
		table.Of(table.Column{Key: "depth", Kind: table.IDColumn, CSV: 2,
			Doc: "0 for the root. Each node is followed by the nodes inlined into it."}, ofCopy(func(r *inliningRow) table.Cell { return table.IntCell(int64(r.depth)) })),
		table.Of(table.Column{Key: "old", Heading: "old", Kind: table.CountColumn, Unit: "method entries", CSV: 7, Nullable: true, Presence: table.Sometimes,
			Doc: "Entries in the old profile. " + countDoc}, ofCopy(func(r *inliningRow) table.Cell { return r.node.cell(compare.OldSide, r.node.Entries.Old) })),
		table.Of(table.Column{Key: "new", Heading: "new", Kind: table.CountColumn, Unit: "method entries", CSV: 8, Nullable: true, Presence: table.Sometimes,
			Doc: "Entries in the new profile. " + countDoc}, ofCopy(func(r *inliningRow) table.Cell { return r.node.cell(compare.NewSide, r.node.Entries.New) })),
		table.Of(table.Column{Key: "copies", Heading: "copies", Kind: table.CountColumn, Drop: 1, Unit: "inlined copies", CSV: 9, Presence: table.Sometimes,
			Doc: "Of a copy that is new or gone: the copy itself and all copies inlined below."}, ofCopy(func(r *inliningRow) table.Cell {
			if r.node.mark != markGone && r.node.mark != markNew {
				return table.Cell{}
			}
			return table.IntCell(int64(r.node.copies))
		})),
		table.Of(table.Column{Key: "factor", Kind: table.FactorColumn, CSV: 10, Presence: table.Sometimes,
			Doc: "new / old at the same length of the run. None if it is not in both profiles, or has no entries in the old one."},
			ofCopy(func(r *inliningRow) table.Cell { return r.node.factor(r.runs) })),
		table.Of(table.Column{Key: "old_rate", Heading: "× old", Kind: table.FactorColumn, Drop: 3, ForPeople: true},
			ofCopy(func(r *inliningRow) table.Cell { return r.node.rate(r.node.Entries.Old, r.node.Base.Old) })),
		table.Of(table.Column{Key: "new_rate", Heading: "× new", Kind: table.FactorColumn, Drop: 2, ForPeople: true},
			ofCopy(func(r *inliningRow) table.Cell { return r.node.rate(r.node.Entries.New, r.node.Base.New) })),
		table.Of(table.Column{Key: "bci", Heading: "at", Kind: table.BCIColumn, CSV: 4, Presence: table.Sometimes,
			Doc: "The call site in the caller. None for the root."}, ofCopy(func(r *inliningRow) table.Cell {
			if r.frame.Parent == iprof.NoNode {
				return table.Cell{}
			}
			return table.IntCell(int64(r.frame.Site))
		})),
		table.Of(table.Column{Key: "change", Kind: table.WordColumn, Words: []string{"same", "gone", "new", "changed"}, CSV: 3,
			Doc: "changed: entered more or less often, by the threshold or more."}, ofCopy(func(r *inliningRow) table.Cell { return table.TextCell(markWords[r.node.mark]) })),
		table.Of(table.Column{Key: "mark", Heading: "±", Kind: table.WordColumn, ForPeople: true},
			ofCopy(func(r *inliningRow) table.Cell { return table.TextCell(string(r.node.mark)) })),
		table.Of(table.Column{Key: "method", Kind: table.NameColumn, CSV: 5,
			Doc: "The method; its name in the new profile, if it is there."}, ofCopy(func(r *inliningRow) table.Cell { name, _ := r.name(); return table.TextCell(name) })),
		table.Of(table.Column{Key: "old_method", Kind: table.NameColumn, CSV: 6, Presence: table.Sometimes,
			Doc: "Its name in the old profile, if another."}, ofCopy(func(r *inliningRow) table.Cell { _, old := r.name(); return text(old) })),
		table.Of(table.Column{Key: "tree", Heading: "method", Kind: table.NameColumn, ForPeople: true}, func(r *inliningRow) table.Cell {
			if r.node == nil {
				return table.TextCell(r.unit)
			}
			return table.TextCell(strings.Repeat("  ", min(r.depth, 40)) + r.of.label(int32(r.frame.Method)))
		}),
	}
	return append(columns, identityColumns(false, func(r *inliningRow) identity {
		if r.node == nil {
			return identity{}
		}
		return r.of.identity(int32(r.frame.Method))
	})...)
}

// The marks of nodes of the inlining trees, the same as those of profdiff.
const (
	markSame    = '.'
	markGone    = '-'
	markNew     = '+'
	markChanged = '*'
)

// markWords are the words for the marks, for programs.
var markWords = map[byte]string{markSame: "same", markGone: "gone", markNew: "new", markChanged: "changed"}
