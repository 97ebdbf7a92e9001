package graph

import (
	"fmt"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert/callgraph"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/render/dot"
	"github.com/iprof-viz/iprof-viz/render/drawing"
	"github.com/iprof-viz/iprof-viz/render/internal/numbers"
	"github.com/iprof-viz/iprof-viz/render/internal/places"
	"github.com/iprof-viz/iprof-viz/render/internal/siteline"
	"github.com/iprof-viz/iprof-viz/render/palette"
)

// TreesOfUnits draws compilation units. It is nil if they are so small that boxes show them better, see [UnitsDOT].
func TreesOfUnits(u *callgraph.Units, opts dot.Options) *drawing.Trees {
	heat := unitsHeat(u)
	p := &drawing.Trees{Legend: drawing.TreeLegend(unitsHead(u, heat, opts)), Slide: opts.Slide}
	if len(u.Calls) > 0 {
		p.Legend.Words(palette.Sampled, "calls #2", "sampled calls from one unit to another, once per stack")
	}
	if len(u.Leaving) > 0 {
		p.Legend.Words(palette.Called, "→ #2", siteline.LeavingLegend)
	}
	nodes, levels := 0, 0
	for k := range u.Units {
		rows := unitRows(u, k, heat)
		for _, r := range rows {
			nodes, levels = nodes+1, max(levels, r.Depth+1)
		}
		unit := &u.Units[k]
		p.Units = append(p.Units, drawing.Tree{Head: fmt.Sprintf("#%d  %s", k+1, unitSize(u, unit)), Rows: rows})
	}
	if nodes <= drawing.MostBoxes && levels <= drawing.MostBoxLevels {
		return nil
	}
	return p
}

// unitRows returns the contexts of a unit in preorder, hottest first, each followed by its sampled calls out of the unit.
func unitRows(u *callgraph.Units, k int, heat palette.HeatScale) []drawing.Row {
	unit := &u.Units[k]
	below := make([][]int32, len(unit.Contexts))
	var roots []int32
	for i, c := range unit.Contexts {
		if c.Parent < 0 {
			roots = append(roots, int32(i))
		} else {
			below[c.Parent] = append(below[c.Parent], int32(i))
		}
	}
	var rows []drawing.Row
	var visit func(list []int32, depth int)
	visit = func(list []int32, depth int) {
		slices.SortStableFunc(list, func(x, y int32) int {
			return int(max(-1, min(1, unit.Contexts[y].Inclusive-unit.Contexts[x].Inclusive)))
		})
		for _, i := range list {
			c := &unit.Contexts[i]
			row := drawing.Row{
				Depth: depth, Name: c.Name, Known: c.Known, Bold: c.Focus, Share: numbers.Percent(c.Inclusive, unit.Inclusive),
				Total: numbers.ShareOf(c.Inclusive, unit.Inclusive), SearchName: drawing.SearchName{Name: c.Plain, Signature: c.Signature, Tooltip: drawing.VisibleLines(contextTooltip(unit, c))},
			}
			text := []string{siteline.Count(c.Count())}
			if c.Known {
				row.Fill, row.Self = contextColor(u, c, heat), numbers.ShareOf(c.Entries, unit.Inclusive)
			}
			if c.Count().Bound == code.Exact {
				text[0] = numbers.ShortCount(c.Entries)
			}
			if u.Optimized {
				if !c.Known && c.Inclusive == 0 {
					row.Share = "n/a"
				}
				row.Known, row.Fill = true, contextColor(u, c, heat)
			}
			if f, ok := c.Frequency(); ok {
				text = append(text, numbers.Factor(f))
			}
			switch {
			case c.SiteKnown:
				text = append(text, places.AtBCI(c.Site))
			case c.Through:
				text = append(text, "via hidden frames")
			}
			row.Text = strings.Join(text, "  ")
			rows = append(rows, row)
			for _, call := range u.Calls {
				if int(call.FromUnit) == k && call.FromContext == i {
					rows = append(rows, drawing.Row{Depth: depth + 1, CallColor: palette.Sampled, Call: fmt.Sprintf("calls #%d %s, %s (%s)", call.ToUnit+1, u.Units[call.ToUnit].Name,
						numbers.ShortPlural(call.Count, "sample"), numbers.Percent(call.Count, u.Samples))})
				}
			}
			visit(below[i], depth+1)
			for l := range u.Leaving {
				if call := &u.Leaving[l]; int(call.FromUnit) == k && call.FromContext == i {
					rows = append(rows, drawing.Row{Depth: depth + 1, CallColor: palette.Called, Call: leavingRow(u, call)})
				}
			}
		}
	}
	visit(roots, 0)
	return rows
}

// leavingRow describes a call that was not inlined, and the unit that it entered.
func leavingRow(u *callgraph.Units, c *callgraph.UnitLeaving) string {
	name := c.Name
	if c.ToUnit >= 0 {
		name = fmt.Sprintf("#%d %s", c.ToUnit+1, name)
	}
	from := &u.Units[c.FromUnit].Contexts[c.FromContext]
	return siteline.Leaving(u.Lines, &c.LeavingCall, name, from.Entries, from.Known)
}
