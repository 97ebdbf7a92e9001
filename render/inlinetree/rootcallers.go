package inlinetree

import (
	"strings"

	"github.com/iprof-viz/iprof-viz/convert/inlining"
	"github.com/iprof-viz/iprof-viz/render/internal/jsontext"
	"github.com/iprof-viz/iprof-viz/render/internal/numbers"
	"github.com/iprof-viz/iprof-viz/render/internal/siteline"
	"github.com/iprof-viz/iprof-viz/render/internal/terminal"
)

const rootCallersLegend = "below (root): calls that were not inlined (≤ at most, ≥ at least), and entries that no known call accounts for"

// rootCallerRows returns the number of rows of the callers as compilation root; 0: unknown, or none.
func rootCallerRows(c *inlining.RootCallers) int {
	if c == nil {
		return 0
	}
	n := len(c.Calls)
	if c.Omitted > 0 {
		n++
	}
	if c.Outside.High > 0 && !c.Outside.OnlyIfThrown() {
		n++
	}
	return n
}

// contradictions returns a note for each method with fewer entries as compilation root than calls.
func contradictions(in *inlining.Into) []string {
	var notes []string
	for i := range in.Methods {
		if c := in.Methods[i].Callers; c != nil && c.Contradiction != "" {
			notes = append(notes, in.Name(in.Methods[i].Slot)+": "+c.Contradiction)
		}
	}
	return notes
}

// rootCallerRow returns the row of a call, of those left out, or of entries from outside.
func rootCallerRow(in *inlining.Into, m *inlining.IntoMethod, i int) treeRow {
	c := m.Callers
	row := treeRow{share: unknownShare}
	count := c.Outside
	switch {
	case i < len(c.Calls):
		s := &c.Calls[i].Site
		row.site, row.name, count = siteline.CallPlace(in.Lines, s), in.Name(s.Slot), c.Calls[i].Target.Stayed
	case i == len(c.Calls) && c.Omitted > 0:
		return treeRow{name: "… " + numbers.Plural(c.Omitted, "more call"), style: terminal.Dim}
	default:
		row.name = strings.Trim(c.From, "<>")
	}
	row.count = siteline.CallCount(count)
	if n := count.Figure(); n > 0 {
		row.share, row.part = "["+numbers.TreePercent(n, m.Total())+"]", numbers.ShareOf(n, m.Total())
	}
	return row
}

type (
	rootCallersJSON struct {
		Calls        []rootCallJSON `json:"calls"`
		Omitted      int            `json:"omitted"`
		Outside      *int64         `json:"outside"`
		OutsideBound string         `json:"outside_bound"`
		From         string         `json:"from"`
	}
	rootCallJSON struct {
		siteJSON
		Stayed      *int64 `json:"stayed"`
		StayedBound string `json:"stayed_bound"`
	}
)

func newRootCallersJSON(in *inlining.Into, m *inlining.IntoMethod) *rootCallersJSON {
	c := m.Callers
	if c == nil {
		return nil
	}
	j := &rootCallersJSON{Calls: []rootCallJSON{}, Omitted: c.Omitted, From: c.From}
	j.Outside, j.OutsideBound = boundJSON(c.Outside)
	for i := range c.Calls {
		s := &c.Calls[i].Site
		x := rootCallJSON{siteJSON: siteJSON{s.BCI, jsontext.LineOrNull(in.Lines, in.Lines.Line(s.Slot, s.BCI)), s.Kind.String(),
			jsontext.NewMethod(in.Profile, in.Name(s.Slot), s.Slot), c.Calls[i].Target.Evidence.String()}}
		x.Stayed, x.StayedBound = boundJSON(c.Calls[i].Target.Stayed)
		j.Calls = append(j.Calls, x)
	}
	return j
}
