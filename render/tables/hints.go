package tables

import (
	"cmp"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert/table"
)

// tableHints are the shorter words of a table for text that does not fit. Columns go by their keys.
type tableHints struct {
	Brief        map[string]string              // a shorter heading
	Disambiguate map[string]string              // the heading where it stands alone, as one of those that were dropped
	BriefCells   map[string]func(string) string // makes the words of a cell shorter
}

// hintsOf returns the hints for a table, which may be in a set of a name.
func hintsOf(set string, t *table.Table) tableHints {
	hints, ok := narrower[cmp.Or(set, t.Metric.String())+"/"+t.Name]
	if !ok && set == "" {
		hints = narrower[t.Name]
	}
	return hints
}

// dropOrder returns the keys of the columns that text leaves out where names are short of room, the first first: those that
// go for the sake of classes, then those that go for the names of methods only. The column that rows are sorted by is where
// readers look first.
func dropOrder(t *table.Table) (forClasses, forMethods []string) {
	columns := slices.DeleteFunc(slices.Clone(t.Columns), func(c table.Column) bool { return c.Drop == 0 || c.Key == t.SortedBy })
	slices.SortStableFunc(columns, func(a, b table.Column) int { return cmp.Compare(a.Drop, b.Drop) })
	for _, c := range columns {
		if c.Drop < table.DropLast {
			forClasses = append(forClasses, c.Key)
		} else {
			forMethods = append(forMethods, c.Key)
		}
	}
	return forClasses, forMethods
}

// narrower has the hints by name of the table. Names that mean several tables have the metric, or the name of the set, in
// front: samples/top, diff/calls.
var narrower = map[string]tableHints{
	"samples/top": {Disambiguate: map[string]string{
		"self_share": "self share", "self_interval": "self 95%", "total_share": "total share", "total_interval": "total 95%",
	}},
	"calls/top": {
		Brief:        map[string]string{"inclusive": "incl."},
		Disambiguate: map[string]string{"entries_share": "entries share", "inclusive_share": "inclusive share"},
	},
	"top":               {Brief: map[string]string{"executions": "exec."}}, // of sites
	"monitors/top":      {Brief: map[string]string{"count": "locks"}},
	"monitors/monitors": {Brief: map[string]string{"count": "locks"}},
	"calls/peek":        {Brief: map[string]string{"frequency": "/call"}},
	"branches":          {Brief: map[string]string{"executions": "exec.", "per_entry": "/entry", "coverage": "cov", "callers": "into", "probability": "prob."}},
	"receivers":         typeHints,
	"instanceof":        typeHints,
}

var typeHints = tableHints{
	Brief:      map[string]string{"executions": "exec.", "callers": "into"},
	BriefCells: map[string]func(string) string{"kind_text": briefKind},
}

// briefKind says the kind of a site in a word: one that is saturated is megamorphic.
func briefKind(text string) string {
	kind, _, _ := strings.Cut(text, ",")
	return kind
}

// brief returns the words of a cell that are short, where there is little room.
func (h tableHints) brief(c table.Column, text string) string {
	if shorten := h.BriefCells[c.Key]; shorten != nil {
		return shorten(text)
	}
	return text
}

// heading returns the heading of a column, which is brief where there is little room.
func (h tableHints) heading(c table.Column, brief bool) string {
	if brief {
		return cmp.Or(h.Brief[c.Key], c.Heading)
	}
	return c.Heading
}
