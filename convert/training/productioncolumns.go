package training

import (
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/table"
)

// A productionRow is a method on production stacks, or the sum of those beyond the limit.
type productionRow struct {
	slot        int32
	name        string
	self, total int64
	base        int64
	state       State
	trained     int64 // its count in training
	application bool
	rest        bool
}

// stateKeys are the keys of facts with the samples in each state.
var stateKeys = [NumStates]string{"entered", "not_entered", "unlisted", "unlisted_class", "native", "abstract", "vm", "not_java", "uncounted"}

func stateWords() []string {
	all := make([]string, NumStates)
	for i := range all {
		all[i] = State(i).String()
	}
	return all
}

// notOfRest leaves a cell out of the row for methods beyond the limit.
func notOfRest(cell func(*productionRow) table.Cell) func(*productionRow) table.Cell {
	return func(r *productionRow) table.Cell {
		if r.rest {
			return table.Cell{}
		}
		return cell(r)
	}
}

var productionColumns = []table.ColumnOf[*productionRow]{
	table.Of(table.Column{Key: "self", Heading: "self", Kind: table.CountColumn, Unit: "samples", CSV: 2,
		Doc: "Samples of production in the method's own frames."}, func(r *productionRow) table.Cell { return table.IntCell(r.self) }),
	table.Of(table.Column{Key: "self_share", Heading: "share", Kind: table.ShareColumn, Drop: 1, CSV: 4, Nullable: true,
		Doc: "self as a share of base; null if base is 0."}, func(r *productionRow) table.Cell { return table.ShareCell(r.self, r.base) }),
	table.Of(table.Column{Key: "total", Heading: "total", Kind: table.CountColumn, Unit: "samples", CSV: 3, Presence: table.InRows,
		Doc: "Samples of stacks with the method, counted once per stack."}, notOfRest(func(r *productionRow) table.Cell { return table.IntCell(r.total) })),
	table.Of(table.Column{Key: "total_share", Heading: "share", Kind: table.ShareColumn, Drop: 3, CSV: 5, Presence: table.InRows, Nullable: true,
		Doc: "total as a share of base; null if base is 0."}, notOfRest(func(r *productionRow) table.Cell { return table.ShareCell(r.total, r.base) })),
	table.Of(table.Column{Key: "training", Heading: "in training", Kind: table.WordColumn, CSV: 6, Presence: table.InRows,
		Words: stateWords(),
		Doc:   "Whether the profile has entries of the method; if it has no call counts, whether it is on its stacks. Methods that are entered, not counted, without entries or not listed are judged; those not counted ran, as their contexts show."},
		notOfRest(func(r *productionRow) table.Cell { return table.TextCell(r.state.String()) })),
	table.Of(table.Column{Key: "entries", Heading: "entries", Kind: table.CountColumn, Unit: "method entries", CSV: 7, Presence: table.InRows, Nullable: true, Drop: 2,
		Doc: "Its entries in the profile, or samples if it has no call counts; null if it lists no such method, or never counts it."},
		notOfRest(func(r *productionRow) table.Cell {
			if r.state == Entered || r.state == Cold {
				return table.IntCell(r.trained)
			}
			return table.UnknownCell()
		})),
	table.Of(table.Column{Key: "application", Kind: table.FlagColumn, Presence: table.InRows,
		Doc: "Whether the method is application code."}, notOfRest(func(r *productionRow) table.Cell { return table.BoolCell(r.application) })),
	table.Of(table.Column{Key: "method", Heading: "method", Kind: table.NameColumn, CSV: 1,
		Doc: "The method, as the samples have it."}, func(r *productionRow) table.Cell { return table.TextCell(r.name) }),
}

// ProductionDefinition is the definition of the tables that [OfProduction] makes.
var ProductionDefinition = table.Definition{
	Name: "production", Metrics: []convert.Metric{convert.Samples}, Columns: table.Columns(productionColumns), RestDoc: "The methods beyond the limit.",
	Facts: []table.Column{
		{Key: "entered", Kind: table.CountColumn, Unit: "samples", Doc: "Samples in methods that have entries in the profile."},
		{Key: "not_entered", Kind: table.CountColumn, Unit: "samples", Doc: "Samples in methods that the profile lists, without entries."},
		{Key: "unlisted", Kind: table.CountColumn, Unit: "samples", Doc: "Samples in methods that the profile does not list, of classes that it lists."},
		{Key: "unlisted_class", Kind: table.CountColumn, Unit: "samples", Doc: "Samples in classes that the profile does not list: not judged."},
		{Key: "native", Kind: table.CountColumn, Unit: "samples", Doc: "Samples in methods that are native, by their class files: not judged."},
		{Key: "abstract", Kind: table.CountColumn, Unit: "samples", Doc: "Samples in methods that are abstract, by their class files: not judged."},
		{Key: "vm", Kind: table.CountColumn, Unit: "samples", Doc: "Samples in code of native-image that has no entries: not judged, as much of it is never counted."},
		{Key: "not_java", Kind: table.CountColumn, Unit: "samples", Doc: "Samples in non-Java frames: not judged."},
		{Key: "uncounted", Kind: table.CountColumn, Unit: "samples", Doc: "Samples in methods that ran in the profile, as their contexts show, without a count of their entries."},
		{Key: "judged", Kind: table.CountColumn, Unit: "samples", Doc: "The sum of entered, uncounted, not_entered and unlisted, of which --fail-under-production takes the share of the first two."},
		{Key: "unread", Kind: table.CountColumn, Unit: "samples", Doc: "Of not_entered and unlisted: samples in methods whose class file was not found, so they may be native."},
		{Key: "application", Kind: table.CountColumn, Unit: "samples", Doc: "Samples in methods of the application."},
		{Key: "application_entered", Kind: table.CountColumn, Unit: "samples", Doc: "The part in methods with entries."},
	},
}
