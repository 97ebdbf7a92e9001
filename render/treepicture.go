package render

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/callgraph"
	"github.com/iprof-viz/iprof-viz/convert/inlining"
)

// A TreePicture is a picture of compilation units as indented trees, with a bar and a box in each row. It needs no layout engine.
type TreePicture struct {
	units  []drawnUnit
	legend *dotLegend
	rest   string // how much is left out
	slide  bool
}

// A drawnUnit is a tree.
type drawnUnit struct {
	head string
	rows []drawnRow // in preorder
}

// A drawnRow is a method in a tree.
type drawnRow struct {
	depth       int
	name        string
	text        string      // after the name
	lines       []drawnLine // below it
	fill        dotColor
	known       bool
	bold        bool    // with a thicker outline
	self, total float64 // shares of the unit
	share       string  // of the unit
	graphName

	call string // of a row for a call out of the unit: the text instead of all else
	more string // of a row for what is left out: the same
}

// A drawnLine says what was seen at a site of a method.
type drawnLine struct {
	text   string
	branch bool // else types
}

// Boxes are for small trees, which an engine lays out on a screen.
const (
	mostBoxes     = 12 // of all units
	mostBoxLevels = 4
)

// TreePictureOfInlining draws inlining trees. It is nil if they are so small that boxes show them better, see [InlineDOT].
func TreePictureOfInlining(in *inlining.Trees, opts InlineDOTOptions) *TreePicture {
	nodes, levels := InlineNodes(in), 0
	for i := range in.Units {
		for k := range in.Units[i].Instances {
			levels = max(levels, int(in.Units[i].Instances[k].Depth)+1)
		}
	}
	if nodes <= mostBoxes && levels <= mostBoxLevels {
		return nil
	}
	heat := inliningHeat(in)
	plain, signature := fullNamesOf(in)
	p := &TreePicture{legend: treeLegend(inlineDOTHead(in, heat, opts.DOTOptions)), rest: unitsLeftOut(in), slide: opts.Slide}
	p.legend.words(dotFaint, "@19 →46 67%", "where a branch went (filled mark), or the types seen at a call: first those that run often and are hard to predict")
	for i := range in.Units {
		u := &in.Units[i]
		p.units = append(p.units, drawnUnit{unitHead(in, i), inliningRows(in, u, heat, plain, signature, opts.Sites)})
	}
	return p
}

// treeLegend adds the explanation of rows.
func treeLegend(l *dotLegend) *dotLegend {
	l.bar("entries", "with all that is inlined below", "the rest of the unit")
	l.words(dotText, "7.88M ×2 @13", "entries in this place, calls per entry of the caller, and where in its bytecode")
	return l
}

func inliningRows(in *inlining.Trees, u *inlining.Unit, heat heatScale, plain, signature *convert.Names, sites int) []drawnRow {
	var rows []drawnRow
	type rest struct {
		depth int
		text  string
	}
	var left []rest
	end := func(depth int) {
		for len(left) > 0 && left[len(left)-1].depth > depth {
			last := left[len(left)-1]
			rows = append(rows, drawnRow{depth: last.depth, more: last.text})
			left = left[:len(left)-1]
		}
	}
	for i := range u.Instances {
		n := &u.Instances[i]
		end(int(n.Depth))
		name := in.Name(n.Slot)
		if n.Hidden > 1 {
			name = fmt.Sprintf("(%s hidden)", thousands(n.Hidden))
		}
		row := drawnRow{
			depth: int(n.Depth), name: name, share: instanceShare(u, n), known: n.Known, bold: n.Matches,
			total:     shareOf(n.Inclusive, u.Inclusive),
			graphName: graphName{name: convert.SlotName(plain, n.Slot), signature: convert.SlotName(signature, n.Slot)},
		}
		var text []string
		if n.Known {
			row.fill, row.self = heat.color(n.Entries), shareOf(n.Entries, u.Inclusive)
			text = append(text, shortCount(n.Entries))
		} else if n.Slot != convert.NoFrame {
			text = append(text, "n/a")
		}
		if f, ok := n.Frequency(); ok {
			text = append(text, treeFactor(f))
		}
		if n.Parent >= 0 {
			text = append(text, treeSite(n.Site, n.SiteKnown))
		}
		shown, oneSided := instanceSites(in, n, sites, treeCount)
		for k := range shown {
			line := drawnLine{shown[k].plainText(2 * maxSiteColumns), shown[k].mark == '◆'}
			if shown[k].more != "" {
				line.text += "  … " + shown[k].more
			}
			row.lines = append(row.lines, line)
		}
		if oneSided > 0 {
			text = append(text, "("+plural(oneSided, "one-sided branch")+")")
		}
		row.text = strings.Join(text, "  ")
		row.tooltip = inliningTooltip(u, n, row.signature)
		rows = append(rows, row)
		if n.PrunedSites > 0 {
			left = append(left, rest{int(n.Depth) + 1, inlinePruned(n, u.Inclusive)})
		}
	}
	end(-1)
	return rows
}

func inliningTooltip(u *inlining.Unit, n *inlining.Instance, name string) string {
	lines := []string{name}
	if n.Known {
		lines = append(lines, plural(n.Entries, "method entry")+" in this place")
	} else {
		lines = append(lines, "method entries n/a: the file has no count")
	}
	if n.InclusiveKnown {
		lines = append(lines, fmt.Sprintf("%s with all that is inlined below, %s of the unit", thousands(n.Inclusive), instanceShare(u, n)))
	}
	if f, ok := n.Frequency(); ok {
		lines = append(lines, fmt.Sprintf("%s per entry of the caller (%s of %s)", treeFactor(f), thousands(n.Entries), thousands(n.CallerEntries)))
	}
	return visibleLines(lines)
}

// TreePictureOfUnits draws compilation units. It is nil if they are so small that boxes show them better, see [UnitsDOT].
func TreePictureOfUnits(u *callgraph.Units, opts DOTOptions) *TreePicture {
	heat := unitsHeat(u)
	p := &TreePicture{legend: treeLegend(unitsHead(u, heat, opts)), slide: opts.Slide}
	if len(u.Calls) > 0 {
		p.legend.words(dotSampled, "calls #2", "sampled calls from one unit to another, each stack once")
	}
	nodes, levels := 0, 0
	for k := range u.Units {
		rows := unitRows(u, k, heat)
		for _, r := range rows {
			nodes, levels = nodes+1, max(levels, r.depth+1)
		}
		unit := &u.Units[k]
		p.units = append(p.units, drawnUnit{fmt.Sprintf("#%d  %s", k+1, unitSize(u, unit)), rows})
	}
	if nodes <= mostBoxes && levels <= mostBoxLevels {
		return nil
	}
	return p
}

// unitRows returns the contexts of a unit in preorder, the hottest first, each followed by its sampled calls out of the unit.
func unitRows(u *callgraph.Units, k int, heat heatScale) []drawnRow {
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
	var rows []drawnRow
	var visit func(list []int32, depth int)
	visit = func(list []int32, depth int) {
		slices.SortStableFunc(list, func(x, y int32) int {
			return int(max(-1, min(1, unit.Contexts[y].Inclusive-unit.Contexts[x].Inclusive)))
		})
		for _, i := range list {
			c := &unit.Contexts[i]
			row := drawnRow{
				depth: depth, name: c.Name, known: c.Known, bold: c.Focus, share: percent(c.Inclusive, unit.Inclusive),
				total: shareOf(c.Inclusive, unit.Inclusive), graphName: graphName{name: c.Plain, signature: c.Signature, tooltip: visibleLines(contextTooltip(unit, c))},
			}
			text := []string{"n/a"}
			if c.Known {
				row.fill, row.self = heat.color(c.Entries), shareOf(c.Entries, unit.Inclusive)
				text[0] = shortCount(c.Entries)
			}
			if f, ok := c.Frequency(); ok {
				text = append(text, factor(f))
			}
			switch {
			case c.SiteKnown:
				text = append(text, atBCI(c.Site))
			case c.Through:
				text = append(text, "through frames that are not shown")
			}
			row.text = strings.Join(text, "  ")
			rows = append(rows, row)
			for _, call := range u.Calls {
				if int(call.FromUnit) == k && call.FromContext == i {
					rows = append(rows, drawnRow{depth: depth + 1, call: fmt.Sprintf("calls #%d %s, %s (%s)", call.ToUnit+1, u.Units[call.ToUnit].Name,
						shortPlural(call.Count, "sample"), percent(call.Count, u.Samples))})
				}
			}
			visit(below[i], depth+1)
		}
	}
	visit(roots, 0)
	return rows
}

// WriteSVG writes the picture as GraphSVG does. Parts of the options do not matter.
func (t *TreePicture) WriteSVG(w io.Writer, opts GraphSVGOptions) error {
	p, parts := t.picture()
	opts.Parts = parts
	return p.writeSVG(w, opts)
}

// WritePNG writes the picture as GraphPNG does.
func (t *TreePicture) WritePNG(w io.Writer, theme Theme) (scale float64, err error) {
	p, _ := t.picture()
	return p.writePNG(w, theme)
}

// Sizes of trees in points.
const (
	treeFont       = nodeFontSize * svgFontScale
	treeSmallFont  = smallFontSize * svgFontScale
	treeRowHeight  = 16.
	treeLineHeight = 12.
	treeBarWidth   = 90.
	treeNames      = treeBarWidth + 52 // where names begin
	treeStep       = 15.               // of a level; less in deep trees
	mostIndent     = 600.
	treeNameWidth  = 60 // columns
)

// picture draws the trees.
func (t *TreePicture) picture() (*picture, GraphParts) {
	parts := GraphParts{names: map[string][]graphName{}}
	legend, folded := t.legend.draw(1)
	p := &picture{legend: newBlock([]*pictureItem{legend}), folded: folded}
	for k := range t.units {
		p.blocks = append(p.blocks, newBlock(t.units[k].draw("t"+strconv.Itoa(k), parts.names)))
	}
	if t.rest != "" {
		p.blocks = append(p.blocks, newBlock([]*pictureItem{textItem(t.rest, dotFaint)}))
	}
	p.arrange(nil)
	if t.slide {
		p.makeSlide()
	}
	return p, parts
}

func textItem(text string, color dotColor) *pictureItem {
	i := &pictureItem{class: "note", shapes: []pictureShape{textShape(0, 0, treeFont, visible(text), false, color)}}
	i.measure()
	return i
}

// draw returns the items of a tree, a row each, and notes their names.
func (u *drawnUnit) draw(id string, names map[string][]graphName) []*pictureItem {
	deepest := 1
	for i := range u.rows {
		deepest = max(deepest, u.rows[i].depth)
	}
	step := min(treeStep, mostIndent/float64(deepest))
	head := &pictureItem{class: "note", shapes: []pictureShape{textShape(0, 0, treeFont, visible(u.head), true, dotText)}}
	head.measure()
	lines := &pictureItem{class: "note"} // from caller to callee
	items := []*pictureItem{lines, head}
	y := 8.
	var stems []float64 // by depth: where the line down from the last row of the depth begins
	for n := range u.rows {
		r := &u.rows[n]
		x := treeNames + float64(r.depth)*step
		middle := y + treeRowHeight/2
		if r.depth > 0 && r.depth <= len(stems) {
			from := treeNames + float64(r.depth-1)*step + 5
			lines.shapes = append(lines.shapes, branchShape(from, stems[r.depth-1], x, middle, r.call != ""))
		}
		item := &pictureItem{class: "row", id: id, row: n}
		switch {
		case r.more != "":
			item.shapes = append(item.shapes, textShape(x+3, middle+0.36*treeSmallFont, treeSmallFont, visible(r.more), false, dotFaint))
		case r.call != "":
			item.shapes = append(item.shapes, textShape(x+3, middle+0.36*treeSmallFont, treeSmallFont, cutMiddle(visible(r.call), 2*treeNameWidth), false, dotSampled))
		default:
			item.title = r.tooltip
			item.shapes = r.shapes(x, y)
		}
		names[id] = append(names[id], r.graphName)
		bottom := y + treeRowHeight
		for _, line := range r.lines {
			item.shapes = append(item.shapes, markShape(x+19, bottom+treeLineHeight/2, line.branch), textShape(x+25, bottom+treeLineHeight-3, treeSmallFont, visible(line.text), false, dotFaint))
			bottom += treeLineHeight
		}
		item.measure()
		items = append(items, item)
		stems = append(stems[:min(r.depth, len(stems))], y+treeRowHeight-1.5)
		y = bottom + 1
	}
	lines.measure()
	return items
}

// shapes draws the bar, the share, the box with the name, and the numbers.
func (r *drawnRow) shapes(x, y float64) []pictureShape {
	const boxHeight = treeRowHeight - 2
	base := y + treeRowHeight/2 + 0.36*treeFont
	var shapes []pictureShape
	name := cutMiddle(shortHashes(visible(r.name)), treeNameWidth)
	width := textWidth(name, treeFont)*boldWidening + 8
	fill, outline := r.fill, attributes("stroke", dotOutline.light, "stroke-width", "0.7")
	if !r.known {
		fill, outline = dotNoCount, append(outline, attributes("stroke-dasharray", "3,2")...)
	}
	if r.bold {
		outline = attributes("stroke", dotText.light, "stroke-width", "2")
	}
	frame := rectangle(x, y+1, width, boxHeight, fill)
	frame.attrs = append(outline, frame.attrs...)
	shapes = append(shapes, frame)
	from := 0.
	for _, part := range []struct {
		to    float64
		color dotColor
	}{{r.self, dotBarSelf}, {max(r.self, r.total), dotBarTotal}, {1, dotBarRest}} {
		if to := treeBarWidth * min(1, part.to); to > from {
			shapes = append(shapes, rectangle(from, y+4, to-from, treeRowHeight-8, part.color))
			from = to
		}
	}
	shapes = append(shapes, textShape(treeNames-8-textWidth(r.share, treeSmallFont), base, treeSmallFont, r.share, false, dotText))
	shapes = append(shapes, textShape(x+4, base, treeFont, name, true, dotText))
	return append(shapes, textShape(x+width+6, base, treeSmallFont, visible(r.text), false, dotText))
}

// markShape returns the mark of a line: filled before branches, as in text. Not all fonts have it.
func markShape(x, y float64, branch bool) pictureShape {
	const half = 2.6
	fill := "none"
	if branch {
		fill = dotFaint.light
	}
	corner := func(dx, dy float64) string { return svgNumber(x+dx) + "," + svgNumber(y+dy) }
	return newShape("polygon", attributes("fill", fill, "stroke", dotFaint.light, "stroke-width", "0.8",
		"points", corner(0, -half)+" "+corner(half, 0)+" "+corner(0, half)+" "+corner(-half, 0)))
}

// branchShape returns the line from a caller down to a row.
func branchShape(x, y, toX, toY float64, dashed bool) pictureShape {
	attrs := attributes("fill", "none", "stroke", dotOutline.light, "stroke-width", "0.8")
	if dashed {
		attrs = attributes("fill", "none", "stroke", dotSampled.light, "stroke-width", "1", "stroke-dasharray", "4,2")
	}
	number := func(x, y float64) string { return svgNumber(x) + "," + svgNumber(y) }
	return newShape("polyline", append(attrs, attributes("points", number(x, y)+" "+number(x, toY)+" "+number(toX, toY))...))
}
