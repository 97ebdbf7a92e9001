package render

import (
	"cmp"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert/table"
)

// tableHints say how a table gets narrower where text does not fit. Columns go by their keys; those that are named
// nowhere are never dropped.
type tableHints struct {
	DropOrder []string // dropped in this order, as long as names are short of room
	DropLast  []string // dropped next, and only where names could not be read otherwise: shares, say

	Brief        map[string]string              // by key: a shorter heading
	Disambiguate map[string]string              // by key: the heading where it stands alone, as one of those that were dropped
	BriefCells   map[string]func(string) string // by key: makes the words of a cell shorter
}

// hintsOf returns the hints for a table, which may be in a set of a name.
func hintsOf(set string, t *table.Table) tableHints {
	hints, ok := narrower[cmp.Or(set, t.Metric.String())+"/"+t.Name]
	if !ok && set == "" {
		hints = narrower[t.Name]
	}
	drops := func(keys []string) []string {
		var kept []string
		for _, key := range keys {
			if key != t.SortedBy { // readers look there first
				kept = append(kept, key)
			}
		}
		return kept
	}
	hints.DropOrder, hints.DropLast = drops(hints.DropOrder), drops(hints.DropLast)
	return hints
}

// narrower has the hints by name of the table. Names that mean several tables have the metric, or the name of the set, in
// front: samples/top, diff/calls.
var narrower = map[string]tableHints{
	"samples/top": {
		Brief:     map[string]string{"self": "self"},
		DropOrder: []string{"total_interval", "self_interval", "total_share"},
		DropLast:  []string{"self_share"},
		Disambiguate: map[string]string{
			"self_share": "self share", "self_interval": "self 95%", "total_share": "total share", "total_interval": "total 95%",
		},
	},
	"calls/top": {
		DropOrder: []string{"contexts", "inlined_calls", "root_calls"},
		// The entries themselves go only from beside inclusive ones, which are then the first column.
		DropLast:     []string{"entries_share", "entries", "inclusive_share"},
		Brief:        map[string]string{"inclusive": "incl."},
		Disambiguate: map[string]string{"entries_share": "entries share", "inclusive_share": "inclusive share"},
	},
	"top": { // of sites
		DropOrder: []string{"contexts", "sites"},
		DropLast:  []string{"share"},
		Brief:     map[string]string{"executions": "exec."},
	},
	"monitors/top":      {Brief: map[string]string{"count": "locks"}},
	"monitors/monitors": {Brief: map[string]string{"count": "locks"}},
	"samples/peek":      {DropOrder: []string{"interval"}},
	"calls/peek": {
		DropOrder: []string{"share", "coverage"},
		DropLast:  []string{"frequency"},
		Brief:     map[string]string{"frequency": "/call"},
	},
	"branches": {
		DropOrder: []string{"entropy", "per_entry", "share"},
		Brief:     map[string]string{"executions": "exec.", "per_entry": "/entry", "callers": "into", "probability": "prob."},
	},
	"receivers":  typeHints,
	"instanceof": typeHints,

	"diff/samples":      {DropOrder: []string{"new_share", "old_share", "factor"}},
	"diff/calls":        {DropOrder: []string{"new_share", "old_share", "factor"}},
	"diff/branches":     {DropOrder: []string{"difference"}},
	"diff/receivers":    {DropOrder: []string{"difference", "old_kind"}},
	"diff/instanceof":   {DropOrder: []string{"difference", "old_kind"}},
	"diff/inlining":     {DropOrder: []string{"copies"}},
	"variance/contexts": {DropOrder: []string{"most", "least"}},
	"variance/branches": {DropOrder: []string{"most", "least"}},
}

var typeHints = tableHints{
	DropOrder:  []string{"callees", "executions_share"},
	Brief:      map[string]string{"executions": "exec.", "callers": "into"},
	BriefCells: map[string]func(string) string{"kind_text": briefKind},
}

// briefKind says the kind of a site in a word. One that is saturated is megamorphic.
func briefKind(text string) string {
	if strings.Contains(text, ", saturated") {
		return "saturated"
	}
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
