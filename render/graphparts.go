package render

import (
	"cmp"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/callgraph"
	"github.com/iprof-viz/iprof-viz/convert/inlining"
)

// GraphParts is what [GraphSVG] and [GraphPNG] add to the drawing of an engine: the names for the search, and the legend. The
// zero value adds nothing.
type GraphParts struct {
	names  map[string][]graphName // by node of the DOT; a table has one for each row
	legend *dotLegend
	slide  bool
}

// A graphName is what regular expressions are matched against.
type graphName struct {
	name      string // package.Class.method
	signature string // the same, with its parameters
	tooltip   string // of a row

	// weight is how much the node matters for the part of a large picture that opens first, from 0 to 2: its own share of
	// all, or in a comparison how much that share changed, and 1 more in focus.
	weight float64
}

// PartsOfGraph returns the parts for [DOT].
func PartsOfGraph(g *callgraph.Graph, opts DOTOptions) GraphParts {
	names := map[string][]graphName{}
	lines, alone := drawnGraph(g)
	c := newGraphCosts(g)
	weights := c.weights()
	add := func(id string, i int32) {
		n := &g.Nodes[i]
		tooltip := nodeTooltip
		if g.Base != nil {
			tooltip = changedTooltip
		}
		names[id] = append(names[id], graphName{n.Plain, n.Signature, visibleLines(tooltip(g, n)), weights[i]})
	}
	for part, rows := range tableParts(alone) {
		names[tableID(part)] = []graphName{{}} // the head
		for _, i := range rows {
			add(tableID(part), i)
		}
	}
	for i := range g.Nodes {
		if !alone.has(int32(i)) {
			add(nodeID(int32(i)), int32(i))
		}
	}
	return GraphParts{names, callGraphLegend(c, lines, alone, opts), opts.Slide}
}

// of returns the name of a node or a row.
func (g GraphParts) of(i *pictureItem) (graphName, bool) {
	if list := g.names[i.id]; i.row < len(list) {
		return list[i.row], list[i.row].name != ""
	}
	return graphName{}, false
}

// picture arranges the items of an engine's drawing.
func (g GraphParts) picture(drawn []byte) (*picture, error) {
	items, err := readDrawn(drawn)
	if err != nil {
		return nil, err
	}
	var folded extent
	if g.legend != nil {
		items[0], folded = g.legend.draw(1)
	}
	p := newPicture(g.split(items))
	p.folded = folded
	if g.slide {
		p.makeSlide()
		if g.legend != nil {
			p.enlargeLegend(g.legend)
		}
	}
	return p, nil
}

// split makes an item of each row of a table.
func (g GraphParts) split(items []*pictureItem) []*pictureItem {
	var all []*pictureItem
	for _, i := range items {
		if i.class != "node" || !strings.HasPrefix(i.id, "table") {
			all = append(all, i)
			continue
		}
		shapes := slices.Clone(i.shapes)
		slices.SortStableFunc(shapes, func(x, y pictureShape) int { return cmp.Compare(x.area.center().y, y.area.center().y) })
		const apart = 6 // points between the centers of rows, at least
		last := 0.
		for _, s := range shapes {
			if center := s.area.center().y; last == 0 || center-last > apart {
				row := len(all)
				all = append(all, &pictureItem{class: "row", id: i.id})
				if last != 0 {
					all[row].row = all[row-1].row + 1
				}
				last = center
			}
			at := all[len(all)-1]
			at.shapes = append(at.shapes, s)
		}
	}
	for _, i := range all {
		if i.class == "row" {
			n, _ := g.of(i)
			i.title = n.tooltip
			i.measure()
		}
	}
	return all
}

// PartsOfUnits returns the parts for [UnitsDOT].
func PartsOfUnits(u *callgraph.Units, opts DOTOptions) GraphParts {
	names := map[string][]graphName{}
	for k := range u.Units {
		for i, c := range u.Units[k].Contexts {
			names[contextID(int32(k), int32(i))] = []graphName{{name: c.Plain, signature: c.Signature, weight: shareOf(c.Entries, u.Entries)}}
		}
	}
	return GraphParts{names, unitsLegend(u, unitsHeat(u), opts), opts.Slide}
}

// PartsOfInlining returns the parts for [InlineDOT].
func PartsOfInlining(in *inlining.Trees, opts DOTOptions) GraphParts {
	names := map[string][]graphName{}
	plain, signature := fullNamesOf(in)
	for k := range in.Units {
		for i := range in.Units[k].Instances {
			n := &in.Units[k].Instances[i]
			names[instanceID(k, i)] = []graphName{{name: convert.SlotName(plain, n.Slot), signature: convert.SlotName(signature, n.Slot), weight: shareOf(n.Entries, in.Base)}}
		}
	}
	return GraphParts{names, inlineDOTLegend(in, inliningHeat(in), opts), opts.Slide}
}

// fullNamesOf returns the names that regular expressions are matched against.
func fullNamesOf(in *inlining.Trees) (plain, signature *convert.Names) {
	of := func(style convert.NameStyle) *convert.Names {
		return convert.NewNames(in.Names.Profile, convert.NameOptions{Style: style, Normalize: in.Names.Options.Normalize})
	}
	return of(convert.FullNames), of(convert.SignatureNames)
}

// visibleLines joins the lines of a tooltip.
func visibleLines(lines []string) string {
	shown := make([]string, len(lines))
	for i, line := range lines {
		shown[i] = visible(line)
	}
	return strings.Join(shown, "\n")
}
