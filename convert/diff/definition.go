package diff

import (
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/table"
)

// Definition is that of the sets of [New].
var Definition = table.SetDefinition{
	Name: "diff",
	Facts: []table.Column{
		{Key: "changes", Kind: table.CountColumn, Unit: "changes", Doc: "Changes in all sections."},
		{Key: "threshold", Kind: table.NumberColumn, Doc: "The least change of entries, probabilities and types that is called one."},
		{Key: "renamed", Kind: table.CountColumn, Unit: "methods", Doc: "Methods that were paired although their names differ: by names without build-dependent hashes, or as renamed."},
		{Key: "largest_change", Kind: table.ChangeColumn, Presence: table.Sometimes,
			Doc: "The largest change of a method's share of self samples or entries. None if there is no change."},
	},
	Tables: []table.Definition{
		methodTables(Samples), methodTables(Calls),
		siteTables(Branches, "successors", conditionalColumns()),
		siteTables(Receivers, "types", typeColumns()), siteTables(InstanceOf, "types", typeColumns()),
		{
			Name: Inlining.String(), Metrics: []convert.Metric{convert.Calls}, Facts: sectionFacts(), Columns: table.Columns(inliningColumns()),
			Parts: "nodes", PartsDoc: "Depth first, in the order of call sites.", HasParts: true, RestDoc: "The units beyond the limit.",
		},
	},
}
