package rank

import (
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/sourceline"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A topRow is a group, the sum of all groups, or the sum of those beyond the limit.
type topRow struct {
	topCount
	base      int64
	perSample int64 // see table.Table
	role      rowRole
	name      string
	profile   *iprof.Profile
	key       convert.GroupKey
	lines     *sourceline.Lines
}

// A rowRole is the role of a row in the table.
type rowRole uint8

const (
	itemRow  rowRole = iota
	totalRow         // everything
	restRow          // beyond the limit
)

// A topColumn is a column of top.
type topColumn = table.ColumnOf[*topRow]

func countCell(of func(*topCount) int64) func(*topRow) table.Cell {
	return func(r *topRow) table.Cell { return table.IntCell(of(&r.topCount)) }
}

func shareCell(of func(*topCount) int64) func(*topRow) table.Cell {
	return func(r *topRow) table.Cell { return table.ShareCell(of(&r.topCount), r.base) }
}

// errorCell is the cell of the sampling error of a share. The total has none.
func errorCell(of func(*topCount) int64) func(*topRow) table.Cell {
	return func(r *topRow) table.Cell {
		if r.role == totalRow {
			return table.Cell{}
		}
		return intervalCell(of(&r.topCount), r.base, r.perSample)
	}
}

// notOfRest leaves a cell out of the row for the groups beyond the limit: groups share stacks, so their totals cannot be added.
func notOfRest(cell func(*topRow) table.Cell) func(*topRow) table.Cell {
	return func(r *topRow) table.Cell {
		if r.role == restRow {
			return table.Cell{}
		}
		return cell(r)
	}
}

// known makes a cell Unknown if the file has no count at all, and a count a lower bound if that leaves out contexts; nil: it never does.
func known(cell func(*topRow) table.Cell, leavesOut func(*topCount) bool) func(*topRow) table.Cell {
	return func(r *topRow) table.Cell {
		if r.contexts == 0 && r.role != totalRow {
			return table.UnknownCell()
		}
		of := cell(r)
		if leavesOut != nil && leavesOut(&r.topCount) {
			of.Mark = "≥"
		}
		return of
	}
}

func selfOf(n *topCount) int64     { return n.self }
func totalOf(n *topCount) int64    { return n.total }
func rootOf(n *topCount) int64     { return n.root }
func inlinedOf(n *topCount) int64  { return n.self - n.root }
func contextsOf(n *topCount) int64 { return n.contexts }
func sitesOf(n *topCount) int64    { return n.sites }

// The columns of top before the group's identity. CSV has the name of the group first.
var (
	sampleColumns = []topColumn{
		table.Of(table.Column{Key: "self", Heading: "self", Kind: table.CountColumn, Unit: "samples", CSV: 2,
			Doc: "Samples in the group's own frames."}, countCell(selfOf)),
		table.Of(table.Column{Key: "self_share", Heading: "share", Kind: table.ShareColumn, Drop: table.DropLast, CSV: 4, Nullable: true,
			Doc: "self as a share of base; null if base is 0."}, shareCell(selfOf)),
		table.Of(table.Column{Key: "self_interval", Heading: "95%", Kind: table.IntervalColumn, Drop: 2, Presence: table.Sometimes,
			Doc: "95% Wilson interval of self_share."}, errorCell(selfOf)),
		table.Of(table.Column{Key: "total", Heading: "total", Kind: table.CountColumn, Unit: "samples", CSV: 3, Presence: table.InRows,
			Doc: "Samples of stacks with the group, counted once per stack."}, notOfRest(countCell(totalOf))),
		table.Of(table.Column{Key: "total_share", Heading: "share", Kind: table.ShareColumn, Drop: 3, CSV: 5, Nullable: true, Presence: table.InRows,
			Doc: "total as a share of base; null if base is 0."}, notOfRest(shareCell(totalOf))),
		table.Of(table.Column{Key: "total_interval", Heading: "95%", Kind: table.IntervalColumn, Drop: 1, Presence: table.Sometimes,
			Doc: "95% Wilson interval of total_share."}, notOfRest(errorCell(totalOf))),
	}
	callColumns = []topColumn{
		table.Of(table.Column{Key: "entries", Heading: "entries", Kind: table.CountColumn, Drop: table.DropLast + 1, Unit: "method entries", CSV: 2, Nullable: true,
			Doc: "Method entries, as compilation root and inlined; null if the file has no count. With uncounted a lower bound."},
			table.MarkDamaged(known(countCell(selfOf), func(n *topCount) bool { return n.uncounted > 0 }), (*topRow).selfDamaged)),
		table.Of(table.Column{Key: "entries_share", Heading: "share", Kind: table.ShareColumn, Drop: table.DropLast, Nullable: true,
			Doc: "entries as a share of base; null if the file has no count."}, known(shareCell(selfOf), nil)),
		table.Of(table.Column{Key: "root_calls", Heading: "as root", Kind: table.CountColumn, Drop: 3, Unit: "method entries", CSV: 3, Nullable: true,
			Doc: "Entries as compilation root (not inlined; caller unknown); null if the file has no count of these."},
			table.MarkDamaged(known(func(r *topRow) table.Cell {
				if r.rootUncounted && r.root == 0 { // no root of the group has a count
					return table.UnknownCell()
				}
				return table.IntCell(r.root)
			}, func(n *topCount) bool { return n.rootUncounted && n.root > 0 }), func(r *topRow) bool { return r.damagedRoot })),
		table.Of(table.Column{Key: "inlined_calls", Heading: "inlined", Kind: table.CountColumn, Drop: 2, Unit: "method entries", CSV: 4, Nullable: true,
			Doc: "Entries of inlined copies."},
			table.MarkDamaged(known(countCell(inlinedOf), func(n *topCount) bool { return n.uncounted > 1 || n.uncounted == 1 && !n.rootUncounted }),
				func(r *topRow) bool { return r.damagedOthers })),
		contextsColumn,
		table.Of(table.Column{Key: "uncounted", Kind: table.CountColumn, Unit: "inlining contexts", CSV: 7, Presence: table.Sometimes,
			Doc: "With --by method: contexts without a count, whose entries are unknown and not part of entries. None if there are none."},
			func(r *topRow) table.Cell {
				if r.uncounted == 0 {
					return table.Cell{}
				}
				return table.IntCell(r.uncounted)
			}),
		table.DamageColumn(8, (*topRow).anyDamaged),
	}
	inclusiveColumns = []topColumn{
		table.Of(table.Column{Key: "inclusive", Heading: "inclusive", Kind: table.CountColumn, Unit: "method entries", CSV: 6, Presence: table.Sometimes,
			Doc: "With --sort inclusive: inclusive entries, of the group and of everything inlined into it."}, notOfRest(table.MarkDamaged(countCell(totalOf), (*topRow).anyDamaged))),
		table.Of(table.Column{Key: "inclusive_share", Heading: "share", Kind: table.ShareColumn, Drop: table.DropLast + 2, Nullable: true, Presence: table.Sometimes,
			Doc: "With --sort inclusive: inclusive as a share of base."}, notOfRest(shareCell(totalOf))),
	}
	siteCountColumns = []topColumn{
		table.Of(table.Column{Key: "executions", Heading: "executions", Kind: table.CountColumn, Unit: "executions", CSV: 2,
			Doc: "Executions of the group's sites."}, table.MarkDamaged(countCell(selfOf), (*topRow).selfDamaged)),
		table.Of(table.Column{Key: "share", Heading: "share", Kind: table.ShareColumn, Drop: table.DropLast, CSV: 3, Nullable: true,
			Doc: "executions as a share of base; null if base is 0."}, shareCell(selfOf)),
		table.Of(table.Column{Key: "sites", Heading: "sites", Kind: table.CountColumn, Drop: 2, Unit: "sites", CSV: 4,
			Doc: "Places in the bytecode with a record."}, countCell(sitesOf)),
		contextsColumn,
		table.DamageColumn(8, (*topRow).anyDamaged),
	}
)

func (r *topRow) selfDamaged() bool { return r.damaged }
func (r *topRow) anyDamaged() bool  { return r.isDamaged() }

var contextsColumn = table.Of(table.Column{Key: "contexts", Heading: "contexts", Kind: table.CountColumn, Drop: 1, Unit: "inlining contexts", CSV: 5,
	Doc: "Inlining contexts with a record."}, countCell(contextsOf))

// The columns of a group's method, if it has one.
var (
	topIDColumns = []topColumn{
		table.Of(table.Column{Key: "id", Kind: table.IDColumn, Presence: table.Sometimes,
			Doc: "The method's id in this file."}, ofMethod(func(r *topRow, m iprof.Method) table.Cell { return table.IntCell(int64(m.ID)) })),
		table.Of(signatureColumn, ofMethod(func(r *topRow, m iprof.Method) table.Cell {
			return table.TextCell(convert.JVMSignature(r.profile, m))
		})),
	}
	topBCIColumn = table.Of(table.Column{Key: "bci", Kind: table.BCIColumn, Presence: table.Sometimes,
		Doc: "With --by site: the place in the method."}, ofMethod(func(r *topRow, _ iprof.Method) table.Cell { return table.IntCell(int64(r.key.BCI)) }))
)

// topLineColumns returns the columns of the source lines of groups that are places.
func topLineColumns(by convert.GroupBy) []topColumn {
	return []topColumn{
		table.Of(lineColumn(0, "the line of the source file"), ofMethod(func(r *topRow, _ iprof.Method) table.Cell {
			if by == convert.BySite {
				return lineCell(r.lines.Line(r.key.Slot, r.key.BCI))
			}
			return lineCell(int(r.key.BCI))
		})),
		table.Of(fileColumn("the source file of the method"), ofMethod(func(r *topRow, _ iprof.Method) table.Cell {
			return table.TextOrNone(r.lines.File(r.key.Slot))
		})),
	}
}

func ofMethod(cell func(*topRow, iprof.Method) table.Cell) func(*topRow) table.Cell {
	return func(r *topRow) table.Cell {
		if r.key.Slot < 0 {
			return table.Cell{}
		}
		m, _ := r.profile.MethodAt(int(r.key.Slot))
		return cell(r, m)
	}
}

// groupColumn is the column of the groups' names.
func groupColumn(by convert.GroupBy) topColumn {
	docs := map[convert.GroupBy]string{
		convert.ByMethod: "With --by method.", convert.ByClass: "With --by class.", convert.ByPackage: "With --by package.",
		convert.ByKind: "With --by module-kind: whose code it is.", convert.ByRoot: "With --by root: the outermost frame.",
		convert.BySite: "With --by site: method@BCI.", convert.ByLine: "With --by line: method:line, or only the method where the line is unknown.", convert.ByPattern: "With --by regexp=REGEXP: the match.",
	}
	key := by.Column()
	if by == convert.ByLine {
		key = "source_line" // line is the number
	}
	return table.Of(table.Column{Key: key, Heading: by.Column(), Kind: table.NameColumn, CSV: 1, Doc: docs[by]},
		func(r *topRow) table.Cell { return table.TextCell(r.name) })
}

// topColumns returns the columns of a metric and a kind of group.
func topColumns(metric convert.Metric, by convert.GroupBy, inclusive, damaged bool, lines *sourceline.Lines) []topColumn {
	var columns []topColumn
	switch {
	case metric == convert.Samples:
		columns = sampleColumns
	case metric == convert.Calls && inclusive:
		columns = slices.Concat(inclusiveColumns, callColumns)
	case metric == convert.Calls:
		columns = callColumns
	default:
		columns = siteCountColumns
	}
	columns = slices.Clone(columns)
	if !damaged {
		columns = slices.DeleteFunc(columns, func(c topColumn) bool { return c.Key == table.DamageKey })
	}
	if by == convert.ByMethod || by == convert.ByRoot || by.IsPlace() {
		columns = append(columns, topIDColumns...)
	}
	if by == convert.BySite {
		columns = append(columns, topBCIColumn)
	}
	if by.IsPlace() && lines != nil {
		columns = append(columns, topLineColumns(by)...)
	}
	return append(columns, groupColumn(by))
}

// topTables returns the definition of all tables of [Top].
func topTables() table.Definition {
	d := table.Definition{
		Name: "top", Metrics: convert.Metrics, Facts: topFacts(append(groupNames(), "type"), nil),
		Columns:  append(table.Columns(topIDColumns, topLineColumns(convert.ByLine)), topBCIColumn.Column),
		TotalDoc: "Everything in base.", RestDoc: "The rows beyond the limit.",
		OutsideDoc: "Frames that are not a named method: <VM>, <unknown method 1666>.",
	}
	var names table.Choice
	for _, by := range convert.GroupBys {
		names = append(names, []table.Column{groupColumn(by).Column})
	}
	d.Choices = []table.Choice{
		append(names, table.Columns(monitorNameColumns)),
		{
			table.Columns(sampleColumns), table.Columns(callColumns, inclusiveColumns), table.Columns(siteCountColumns),
			table.Columns(monitorCountColumns),
		},
	}
	return d
}

func groupNames() []string {
	var names []string
	for _, by := range convert.GroupBys {
		names = append(names, by.String())
	}
	return names
}

// topFacts returns the facts of top, with the possible values of by and sort.
func topFacts(by, sort []string) []table.Column {
	return []table.Column{
		{Key: "by", Kind: table.WordColumn, Words: by, Doc: "The grouping: each row is one of these."},
		{Key: "sort", Kind: table.WordColumn, Words: sort, Doc: "The order of the rows."},
		{Key: "groups", Kind: table.CountColumn, Unit: "rows", Doc: "The number of rows without a limit."},
		{Key: "pattern", Kind: table.NameColumn, Presence: table.Sometimes, Doc: "With --by regexp=REGEXP."},
	}
}
