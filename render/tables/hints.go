package tables

import (
	"cmp"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert/table"
)

// tableHints are the shorter words of a table for text that does not fit. Columns are identified by their keys.
type tableHints struct {
	Brief        map[string]string              // a shorter heading
	Disambiguate map[string]string              // the heading where it stands alone, such as in the list of dropped columns
	BriefCells   map[string]func(string) string // makes the words of a cell shorter
	PartCount    string                         // the column that counts the parts of a site, see counting
	PartKind     string                         // one that follows from this count
}

// hintsOf returns the hints for a table, which may be in a named set.
func hintsOf(set string, t *table.Table) tableHints {
	hints, ok := narrower[cmp.Or(set, t.Metric.String())+"/"+t.Name]
	if !ok && set == "" {
		hints = narrower[t.Name]
	}
	return hints
}

// dropOrder returns the keys of the columns that text drops if names are short of room, in this order: those dropped for the sake
// of classes, then those dropped only for the names of methods. The column that rows are sorted by is where readers look first.
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

// narrower holds the hints by name of the table. Names that several tables share are prefixed with the metric, or the name of the
// set: samples/top, diff/calls.
var narrower = map[string]tableHints{
	"samples/top": {Disambiguate: map[string]string{
		"self_share": "self share", "self_interval": "self 95%", "total_share": "total share", "total_interval": "total 95%",
	}},
	"calls/top": {
		Brief:        map[string]string{"inclusive": "incl."},
		Disambiguate: map[string]string{"entries_share": "entries share", "inclusive_share": "inclusive share"},
	},
	"top":               {Brief: map[string]string{"executions": "exec."}}, // for sites
	"monitors/top":      {Brief: map[string]string{"count": "locks"}},
	"monitors/monitors": {Brief: map[string]string{"count": "locks"}},
	"calls/peek":        {Brief: map[string]string{"frequency": "/entry"}},
	"branches":          {Brief: map[string]string{"executions": "exec.", "per_entry": "/entry", "coverage": "cov", "callers": "into", "probability": "prob."}},
	"receivers":         typeHints,
	"instanceof":        typeHints,
}

var typeHints = tableHints{
	Brief:      map[string]string{"executions": "exec.", "callers": "into"},
	BriefCells: map[string]func(string) string{"kind_text": briefKind},
	PartCount:  "recorded_types",
	PartKind:   "kind_text",
}

// counting returns a table with the number of the parts of each site, if it is sorted by that or not all parts are shown. Method names then come
// before the kind of the site, which follows from the number.
func (h tableHints) counting(t *table.Table, all bool) *table.Table {
	if h.PartCount == "" || all && t.SortedBy != h.PartCount {
		return t
	}
	with := *t
	with.Columns = slices.Clone(t.Columns)
	for i := range with.Columns {
		switch c := &with.Columns[i]; {
		case c.Key == h.PartCount:
			c.Heading = t.Parts
		case c.Heading == t.Parts: // of a part
			c.Heading = c.Key
		case c.Key == h.PartKind:
			c.Drop = table.DropLast
		}
	}
	return &with
}

// briefKind returns the kind of a site in one word: a saturated one is megamorphic.
func briefKind(text string) string {
	kind, _, _ := strings.Cut(text, ",")
	return kind
}

// brief returns the short words of a cell, for narrow columns.
func (h tableHints) brief(c table.Column, text string) string {
	if shorten := h.BriefCells[c.Key]; shorten != nil {
		return shorten(text)
	}
	return text
}

// heading returns the heading of a column, a brief one in a narrow column.
func (h tableHints) heading(c table.Column, brief bool) string {
	if brief {
		return cmp.Or(h.Brief[c.Key], c.Heading)
	}
	return c.Heading
}
