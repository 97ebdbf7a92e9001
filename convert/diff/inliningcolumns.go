package diff

import (
	"strings"

	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// An inliningRow is an inlined copy or a compilation root, or the row for units beyond the limit.
type inliningRow struct {
	unit  string
	of    *comparison
	node  *node // nil: the units beyond the limit
	base  compare.Counts
	runs  compare.Runs
	frame iprof.Node
	depth int
}

// name returns the name of the method, and its name in the old profile if that is different.
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
			Doc: "Entries in the old profile. " + countDoc}, ofCopy(func(r *inliningRow) table.Cell { return r.node.cell(compare.OldSide, r.node.entries.Old) })),
		table.Of(table.Column{Key: "new", Heading: "new", Kind: table.CountColumn, Unit: "method entries", CSV: 8, Nullable: true, Presence: table.Sometimes,
			Doc: "Entries in the new profile. " + countDoc}, ofCopy(func(r *inliningRow) table.Cell { return r.node.cell(compare.NewSide, r.node.entries.New) })),
		table.Of(table.Column{Key: "copies", Heading: "copies", Kind: table.CountColumn, Drop: 1, Unit: "inlined copies", CSV: 9, Presence: table.Sometimes,
			Doc: "Of a copy that is new or gone: the copy itself and all copies inlined into it."}, ofCopy(func(r *inliningRow) table.Cell {
			if r.node.mark != markGone && r.node.mark != markNew {
				return table.Cell{}
			}
			return table.IntCell(int64(r.node.copies))
		})),
		table.Of(table.Column{Key: "factor", Kind: table.FactorColumn, CSV: 10, Presence: table.Sometimes,
			Doc: "new / old, normalized for run length. None if it is not in both profiles, or has no entries in the old one."},
			ofCopy(func(r *inliningRow) table.Cell { return r.node.factor(r.runs) })),
		table.Of(table.Column{Key: "old_rate", Heading: "× old", Kind: table.FactorColumn, Drop: 3, ForPeople: true},
			ofCopy(func(r *inliningRow) table.Cell { return r.node.rate(r.node.entries.Old, r.base.Old) })),
		table.Of(table.Column{Key: "new_rate", Heading: "× new", Kind: table.FactorColumn, Drop: 2, ForPeople: true},
			ofCopy(func(r *inliningRow) table.Cell { return r.node.rate(r.node.entries.New, r.base.New) })),
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
			Doc: "Its name in the old profile, if another."}, ofCopy(func(r *inliningRow) table.Cell { _, old := r.name(); return table.TextOrNone(old) })),
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

// markWords are the words for the marks, for scripts.
var markWords = map[byte]string{markSame: "same", markGone: "gone", markNew: "new", markChanged: "changed"}

// The marks of nodes of the inlining trees, the same as those of profdiff.
const (
	markSame    = '.'
	markGone    = '-'
	markNew     = '+'
	markChanged = '*'
)

// rate returns the entries of a changed copy per entry of its base.
func (n *node) rate(entries, base int64) table.Cell {
	if n.mark != markChanged || base == 0 {
		return table.Cell{}
	}
	return table.FloatCell(float64(entries) / float64(base))
}

// factor returns the entries of the new run per entry of the old one, normalized.
func (n *node) factor(runs compare.Runs) table.Cell {
	if n.known != [2]bool{true, true} || n.entries.Old == 0 {
		return table.Cell{}
	}
	return table.FloatCell(float64(n.entries.New) / (float64(n.entries.Old) * runs.Ratio))
}

// cell returns the count of a node on one side; Unknown if the profile has the node without a count.
func (n *node) cell(side int, count int64) table.Cell {
	switch {
	case n.known[side]:
		return table.IntCell(count)
	case n.in[side]:
		return table.UnknownCell()
	}
	return table.Cell{}
}
