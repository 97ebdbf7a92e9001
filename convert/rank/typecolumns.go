package rank

import (
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/table"
)

// A typeTableRow is a type of a site, or several; or a site without any, or a row of no site.
type typeTableRow struct {
	*siteRow
	*kindRow // nil: it is no site
	*typeCount
	begins bool // the first row of a site
}

func (r *typeTableRow) site() *siteRow { return r.siteRow }

// A kindRow is what a site's types say of it.
type kindRow struct {
	kind      convert.TypeKind
	text      string // the kind for people
	saturated bool
	callees   table.Cell
}

// A typeCount is a type of a site, or several.
type typeCount struct {
	name  string
	alike table.Cell // how many types have the name, if names are normalized
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

// typeColumns are the columns of receivers and instanceof. Those of contexts are there with --contexts, callees for
// receivers; people see how many types share a name where some do.
func typeColumns(contexts, callees, alike bool) []table.ColumnOf[*typeTableRow] {
	columns := []table.ColumnOf[*typeTableRow]{
		executionsColumn((*typeTableRow).site),
		shareColumn("executions_share", (*typeTableRow).site),
		table.Of(table.Column{Key: "kind", Kind: table.WordColumn, Words: typeKinds(), CSV: 4, Shared: true, Presence: table.InRows,
			Doc: "By the number of types recorded: 1, 2, 3 to 7, 8 and more."},
			ofKind(func(k *kindRow) table.Cell { return table.TextCell(k.kind.String()) })),
		table.Of(table.Column{Key: "kind_text", Heading: "kind", Kind: table.WordColumn, ForPeople: true, Shared: true, Presence: table.InRows},
			ofKind(func(k *kindRow) table.Cell { return table.TextCell(k.text) })),
		table.Of(table.Column{Key: "saturated", Kind: table.FlagColumn, Shared: true, Presence: table.InRows,
			Doc: "A record has as many types as the profiler keeps, which is 8: there may have been more."},
			ofKind(func(k *kindRow) table.Cell { return table.BoolCell(k.saturated) })),
		entropyColumn("", (*typeTableRow).site),
	}
	columns = append(columns, placeColumns((*typeTableRow).site)...)
	if contexts {
		columns = append(columns, contextColumns((*typeTableRow).site)...)
	}
	if callees {
		columns = append(columns, table.Of(table.Column{Key: "callees", Heading: "calls", Kind: table.CalleesColumn, Shared: true,
			Nullable: true, Presence: table.InRows,
			Doc: "Methods that an inlining context or a sampled stack shows called here, as far as the view and the filters show them, sorted by name; " +
				"null if there are none, which does not mean that nothing is called."},
			ofKind(func(k *kindRow) table.Cell { return k.callees })))
	}
	alikeColumn := table.Column{Key: "alike", Kind: table.CountColumn, Unit: "types", Presence: table.Sometimes,
		Doc: "With --normalize: how many recorded types have this name and are one here. The site's kind counts each of them."}
	if alike {
		alikeColumn.Heading = "types"
	}
	return append(columns,
		table.Of(table.Column{Key: "type", Heading: "type", Kind: table.NameColumn, CSV: 5,
			Doc: "The class of the object."}, ofType(func(r *typeTableRow) table.Cell { return table.TextCell(r.typeCount.name) })),
		table.Of(alikeColumn, ofType(func(r *typeTableRow) table.Cell { return r.alike })),
		table.Of(table.Column{Key: "count", Heading: "count", Kind: table.CountColumn, Unit: "executions", CSV: 6,
			Doc: "Executions with the type."}, ofType(func(r *typeTableRow) table.Cell { return table.IntCell(r.count) })),
		table.Of(table.Column{Key: "share", Heading: "share", Kind: table.ShareColumn, CSV: 7, Nullable: true,
			Doc: "count as a part of the site's executions; null if there are none."},
			ofType(func(r *typeTableRow) table.Cell { return table.ShareCell(r.count, r.executions) })))
}

func typeKinds() []string {
	var kinds []string
	for k := range convert.Megamorphic + 1 {
		kinds = append(kinds, k.String())
	}
	return kinds
}

// typeTables is the definition of the tables of [Types].
func typeTables(metric convert.Metric) table.Definition {
	d := siteDefinition(metric, "types", "The most frequent first.")
	d.Columns = table.Columns(typeColumns(true, metric == convert.Receivers, false))
	return d
}
