package diff

import (
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/convert/table"
)

// Definition returns the definition of the sets that [New] makes.
func Definition() table.SetDefinition {
	return table.SetDefinition{
		Name: "diff",
		Facts: []table.Column{
			{Key: "changes", Kind: table.CountColumn, Unit: "changes", Doc: "Changes in all sections."},
			{Key: "old_runs", Kind: table.CountColumn, Unit: "runs", Doc: "The runs that the old profile is the sum of."},
			{Key: "new_runs", Kind: table.CountColumn, Unit: "runs", Doc: "The runs that the new profile is the sum of."},
			{Key: "threshold", Kind: table.NumberColumn, Doc: "The smallest difference of entries, probabilities and types that counts as a change."},
			{Key: "by", Kind: table.WordColumn, Words: []string{"method", "class", "package", "line"}, Doc: "The unit of a row of samples and calls."},
			{Key: "sort", Kind: table.WordColumn, Words: []string{"self", "total"}, Doc: "The samples that are compared: self, or total (with callees, once per stack)."},
			{Key: "renamed", Kind: table.CountColumn, Unit: "methods", Doc: "Methods paired although their names differ: by their names without build-dependent hashes, or as renamed."},
			{Key: "largest_change", Kind: table.ChangeColumn, Presence: table.Sometimes,
				Doc: "The largest change of a method's share of self samples or entries. None without a change."},
		},
		Tables: []table.Definition{
			methodTables(Samples), methodTables(Calls),
			siteTables(Branches, "successors", conditionalColumns()),
			siteTables(Receivers, "types", typeColumns()), siteTables(InstanceOf, "types", typeColumns()),
			{
				Name: Inlining.String(), Metrics: []convert.Metric{convert.Calls}, Facts: sectionFacts(), Columns: table.Columns(inliningColumns()),
				Parts: "nodes", PartsDoc: "Depth first, in the order of call sites.", HasParts: true, RestDoc: "The units beyond the limit.",
			},
			{
				Name: Decisions.String(), Metrics: []convert.Metric{convert.Calls}, Columns: table.Columns(decisionColumns()), RestDoc: "The calls beyond the limit.",
				Facts: sectionFacts(table.Column{Key: "same", Kind: table.CountColumn, Unit: "calls", Doc: "Calls that both logs have, with the same outcome."}),
			},
		},
	}
}

// sectionFacts returns the facts of sections: the old profile's sums, additional ones, and the number of differences.
func sectionFacts(more ...table.Column) []table.Column {
	return slices.Concat([]table.Column{
		{Key: "old_whole", Kind: table.CountColumn, Unit: "as the section", Doc: "The metric's sum over the old profile."},
		{Key: "old_base", Kind: table.CountColumn, Unit: "as the section", Doc: "The value that the view and the filters keep."},
	}, more, []table.Column{
		{Key: "groups", Kind: table.CountColumn, Unit: "changes", Doc: "Changes, including those beyond the limit."},
		{Key: "within_noise", Kind: table.CountColumn, Unit: "methods, sites or copies", Doc: "Differences that are not reported as a change: too small or not significant."},
		{Key: "order", Kind: table.WordColumn, Doc: "The order of changes: by change of share, largest first."},
	})
}

// methodTables is the definition of the sections samples and calls.
func methodTables(s Section) table.Definition {
	m := s.Metric()
	facts := []table.Column{
		overlapFact("overlap", "The sum over methods of the smaller of the shares that both profiles have of the self samples, or entries."),
		{Key: "length_ratio", Kind: table.FactorColumn,
			Doc: "The length of the new run, as a multiple of the old run's. New counts are divided by it."},
	}
	if s == Samples {
		facts = append(facts, detectableFacts()...)
	}
	return table.Definition{
		Name: s.String(), Metrics: []convert.Metric{m}, Columns: table.Columns(methodColumns(m.Unit(), convert.ByMethod, false, true, true, compare.Runs{Sampled: m == convert.Samples}), lineColumns()), RestDoc: "The methods beyond the limit.",
		Facts: sectionFacts(facts...),
	}
}

// siteTables is the definition of sections of sites.
func siteTables(s Section, parts string, columns []table.ColumnOf[siteRow]) table.Definition {
	facts := []table.Column{
		{Key: "only_old", Kind: table.CountColumn, Unit: "sites", Doc: "Sites that only the old profile executed."},
		{Key: "only_new", Kind: table.CountColumn, Unit: "sites", Doc: "Sites that only the new profile executed."},
	}
	if s == Branches {
		facts = slices.Insert(facts, 0, overlapFact("overlap", "The sum over successors of conditionals of the smaller of the shares that both profiles have of all outcomes."))
	}
	return table.Definition{
		Name: s.String(), Metrics: []convert.Metric{s.Metric()}, Columns: table.Columns(columns), RestDoc: "The sites beyond the limit.",
		Parts: parts, PartsDoc: "The rows of the site.", HasParts: true, Facts: sectionFacts(facts...),
	}
}
