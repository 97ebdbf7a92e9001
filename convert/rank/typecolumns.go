package rank

import (
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/sites"
	"github.com/iprof-viz/iprof-viz/convert/table"
)

// A typeTableRow is one or several types of a site, a site without types, or a row that is not a site.
type typeTableRow struct {
	*siteRow
	*kindRow // nil: it is not a site
	*typeCount
	begins bool // the first row of a site
	merged int  // types of the site that this row sums up
	beyond int  // of these, types that only the limit of parts has merged
}

func (r *typeTableRow) site() *siteRow { return r.siteRow }

// A kindRow holds the cells of a site that follow from its types.
type kindRow struct {
	kind      sites.TypeKind
	text      string // the kind in words
	types     int
	saturated bool
	callees   table.Cell
	optimized string // the outcome of the call; "": there is no log
}

// A typeCount is one or several types of a site.
type typeCount struct {
	name  string
	alike int // the number of types with the name, if names are normalized; 0: they are not
	count int64
}

func ofKind(cell func(*kindRow) table.Cell) func(*typeTableRow) table.Cell {
	return func(r *typeTableRow) table.Cell {
		if r.kindRow == nil {
			return table.Cell{}
		}
		return cell(r.kindRow)
	}
}

func ofType(cell func(*typeTableRow) table.Cell) func(*typeTableRow) table.Cell {
	return func(r *typeTableRow) table.Cell {
		if r.typeCount == nil {
			return table.Cell{}
		}
		return cell(r)
	}
}

// inlinedOrSampled is said of methods that a site called: others may have been called, and more often.
const inlinedOrSampled = "inlined or sampled"

// typeColumns returns the columns of receivers and instanceof.
func typeColumns(shape siteShape) []table.ColumnOf[*typeTableRow] {
	executions := executionsColumn((*typeTableRow).site)
	columns := []table.ColumnOf[*typeTableRow]{
		table.Of(executions.Column, func(r *typeTableRow) table.Cell {
			if mark := r.mark("≥"); mark != "" && !r.damaged {
				return table.IntCell(r.executions).Marked(mark)
			}
			return executions.Cell(r)
		}),
		shareColumn("executions_share", (*typeTableRow).site),
		table.Of(table.Column{Key: "kind", Kind: table.WordColumn, Words: typeKinds(), CSV: 4, Shared: true, Presence: table.InRows,
			Doc: "By the number of types recorded: 1, 2, 3 to 7, 8 and more; unknown: the file lists none of them."},
			ofKind(func(k *kindRow) table.Cell { return table.TextCell(k.kind.String()) })),
		table.Of(table.Column{Key: "kind_text", Heading: "kind", Kind: table.WordColumn, ForPeople: true, Shared: true, Presence: table.InRows},
			ofKind(func(k *kindRow) table.Cell { return table.TextCell(k.text) })),
		table.Of(table.Column{Key: "saturated", Kind: table.FlagColumn, CSV: 13, Shared: true, Presence: table.InRows,
			Doc: "A record has 8 types, the most that the profiler keeps: there may have been more. Then executions are at least, and shares of them at most, these."},
			ofKind(func(k *kindRow) table.Cell { return table.BoolCell(k.saturated) })),
		table.Of(table.Column{Key: "recorded_types", Kind: table.CountColumn, Unit: "types", CSV: 14, Shared: true, Nullable: true, Presence: table.InRows,
			Doc: "The number of types recorded at the site; at least as many were met if it is saturated; null if the kind is unknown."},
			ofKind(func(k *kindRow) table.Cell {
				if k.kind == sites.UnknownTypes {
					return table.UnknownCell()
				}
				return table.IntCell(int64(k.types)).Marked(k.mark("≥"))
			})),
		entropyColumn("; null if the kind is unknown", (*typeTableRow).site),
	}
	if shape.samples {
		columns = append(columns, siteSampleColumns(shape.lines != nil, (*typeTableRow).site)...)
	}
	columns = append(columns, placeColumns(shape.damaged, (*typeTableRow).site)...)
	if shape.contexts {
		columns = append(columns, contextColumns((*typeTableRow).site)...)
	}
	if shape.lines != nil {
		columns = append(columns, siteLineColumns((*typeTableRow).site)...)
	}
	if !shape.lines.HasText() {
		columns = withoutSource(columns)
	}
	if shape.outcomes {
		columns = append(columns, table.Of(table.Column{Key: "optimized", Heading: "optimized", Kind: table.NameColumn, Below: "method", Label: "optimized: ", CSV: 12, Shared: true, Presence: table.Sometimes,
			Doc: "With --optlog: the outcome of the call in the copies of its caller: virtual call, type switch and virtual call, type switch, call, inlined, removed; caller not in the log."},
			ofKind(func(k *kindRow) table.Cell { return table.TextOrNone(k.optimized) })))
	}
	if shape.callees {
		heading := inlinedOrSampled
		if shape.lines != nil { // of sites where none was seen, instructions name the method
			heading = "calls"
		}
		columns = append(columns, table.Of(table.Column{Key: "callees", Heading: heading, Kind: table.CalleesColumn, Below: "method", CSV: 11, Shared: true,
			Nullable: true, Presence: table.InRows,
			Doc: "Methods that inlining contexts or sampled stacks show called here, after the view and the filters, sorted by name; " +
				"null without any, although calls may have happened; other methods may have been called more often. With --classpath it is then the method that the instruction names, without an id."},
			ofKind(func(k *kindRow) table.Cell { return k.callees })))
	}
	alikeColumn := table.Column{Key: "alike", Kind: table.CountColumn, Unit: "types", Presence: table.Sometimes,
		Doc: "With --normalize: the number of recorded types with this normalized name. The site's kind counts each of them."}
	if shape.alike {
		alikeColumn.Heading = "types"
	}
	return append(columns,
		table.Of(table.Column{Key: "type", Heading: "type", Kind: table.NameColumn, CSV: 5,
			Doc: "The class of the object."}, ofType(func(r *typeTableRow) table.Cell { return table.TextCell(r.typeCount.name) })),
		table.Of(alikeColumn, ofType(func(r *typeTableRow) table.Cell {
			if r.alike == 0 {
				return table.Cell{}
			}
			return table.IntCell(int64(r.alike))
		})),
		table.Of(table.Column{Key: "count", Heading: "count", Kind: table.CountColumn, Unit: "executions", CSV: 6,
			Doc: "Executions with the type."}, ofType(func(r *typeTableRow) table.Cell { return table.IntCell(r.count) })),
		table.Of(table.Column{Key: "share", Heading: "share", Kind: table.ShareColumn, CSV: 7, Nullable: true,
			Doc: "count as a share of the site's executions; null without any."},
			ofType(func(r *typeTableRow) table.Cell {
				return table.ShareCell(r.count, r.executions).Marked(r.mark("≤"))
			})))
}

// mark returns the mark of a bound at a saturated site, where further types, and executions with them, are not recorded; otherwise "".
func (k *kindRow) mark(bound string) string {
	if k == nil || !k.saturated {
		return ""
	}
	return bound
}

func typeKinds() []string {
	var kinds []string
	for k := range sites.UnknownTypes + 1 {
		kinds = append(kinds, k.String())
	}
	return kinds
}

// typeTables is the definition of the tables of [Types].
func typeTables(metric convert.Metric) table.Definition {
	d := siteDefinition(metric, "types", "The most frequent first.")
	for kind := sites.Monomorphic; kind <= sites.UnknownTypes; kind++ {
		d.Facts = append(d.Facts, table.Column{Key: kindFact(kind), Kind: table.CountColumn, Unit: "sites", Doc: "Of sites, those of the kind " + kind.String() + "."})
	}
	ofCalls := metric == convert.Receivers
	shape := siteShape{contexts: true, damaged: true, samples: true, callees: ofCalls, outcomes: ofCalls}
	d.Columns = table.Columns(typeColumns(shape), siteLineColumns((*typeTableRow).site))
	return d
}
