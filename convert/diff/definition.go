package diff

import (
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/table"
)

// Definition is the definition of the sets that [New] makes.
var Definition = table.SetDefinition{
	Name: "diff",
	Facts: []table.Column{
		{Key: "changes", Kind: table.CountColumn, Unit: "changes", Doc: "Changes in all sections."},
		{Key: "old_runs", Kind: table.CountColumn, Unit: "runs", Doc: "The runs that the old profile is the sum of."},
		{Key: "new_runs", Kind: table.CountColumn, Unit: "runs", Doc: "The runs that the new profile is the sum of."},
		{Key: "threshold", Kind: table.NumberColumn, Doc: "The smallest difference of entries, probabilities and types that counts as a change."},
		{Key: "renamed", Kind: table.CountColumn, Unit: "methods", Doc: "Methods paired although their names differ: by their names without build-dependent hashes, or as renamed."},
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
