package drawing

import (
	"io"
	"strconv"

	"github.com/iprof-viz/iprof-viz/render/dot"
	"github.com/iprof-viz/iprof-viz/render/internal/fitname"
	"github.com/iprof-viz/iprof-viz/render/internal/pixeltext"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
	"github.com/iprof-viz/iprof-viz/render/internal/svgtext"
	"github.com/iprof-viz/iprof-viz/render/palette"
)

// A Trees is a picture of compilation units as indented trees, with a bar and a box in each row. It needs no layout engine.
type Trees struct {
	Units  []Tree
	Legend *Legend
	Rest   string // how much is left out
	Slide  bool
}

// A Tree is a tree.
type Tree struct {
	Head string
	Rows []Row // in preorder
}

// A Row is a method in a tree.
type Row struct {
	Depth       int
	Name        string
	Text        string    // after the name
	Lines       []RowLine // below the box
	Fill        palette.Color
	Known       bool
	Bold        bool    // the box has a thicker outline
	Self, Total float64 // shares of the unit
	Share       string  // of the unit
	SearchName

	Call      string        // for a call out of the unit: the text that replaces everything else
	CallColor palette.Color // by its evidence
	More      string        // for a row about what is left out: the same
}

// A RowLine describes what was recorded at a site of a method.
type RowLine struct {
	Text   string
	Branch bool // otherwise types
}

// Boxes reports whether trees are small enough for an engine to lay them out as boxes on a screen.
const (
	MostBoxes     = 12 // of all units
	MostBoxLevels = 4
)

// TreeLegend adds the explanation of rows.
func TreeLegend(l *Legend) *Legend {
	l.Bar("entries", "inclusive (with inlined callees)", "the rest of the unit")
	l.Words(palette.Text, "7.88M ×2 @13", "entries in this place, calls per entry of the caller, and where in its bytecode")
	return l
}

// WriteSVG writes the picture like SVG. Options.Parts is ignored.
func (t *Trees) WriteSVG(w io.Writer, opts SVGOptions) error {
	p, parts := t.Picture()
	opts.Parts = parts
	return p.writeSVG(w, opts)
}

// WritePNG writes the picture like PNG.
func (t *Trees) WritePNG(w io.Writer, theme palette.Theme) (scale float64, err error) {
	p, _ := t.Picture()
	return p.writePNG(w, theme)
}

// Sizes of trees in points.
const (
	treeFont       = dot.NodeFontSize * dot.SVGFontScale
	treeSmallFont  = dot.SmallFontSize * dot.SVGFontScale
	treeRowHeight  = 16.
	treeLineHeight = 12.
	treeBarWidth   = 90.
	treeNames      = treeBarWidth + 52 // where names begin
	treeStep       = 15.               // per level; less in deep trees
	mostIndent     = 600.
	TreeNameWidth  = 60 // columns
)

// Picture draws the trees.
func (t *Trees) Picture() (*Picture, Parts) {
	parts := Parts{Names: map[string][]SearchName{}}
	legend, folded := t.Legend.Draw(1)
	p := &Picture{Legend: NewBlock([]*Item{legend}), folded: folded}
	short := t.shortNames()
	for k := range t.Units {
		p.Blocks = append(p.Blocks, NewBlock(t.Units[k].draw("t"+strconv.Itoa(k), parts.Names, short)))
	}
	if t.Rest != "" {
		p.Blocks = append(p.Blocks, NewBlock([]*Item{textItem(t.Rest, palette.Faint)}))
	}
	if t.Slide {
		p.Arrange(nil)
		p.MakeSlide()
	} else {
		p.arrangeTrees(len(t.Units))
	}
	return p, parts
}

// shortNames returns the names in rows, which are read together.
func (t *Trees) shortNames() fitname.ShortNames {
	var names []fitname.NameInRoom
	for k := range t.Units {
		for i := range t.Units[k].Rows {
			if r := &t.Units[k].Rows[i]; r.More == "" && r.Call == "" {
				names = append(names, r.nameInRoom())
			}
		}
	}
	return fitname.Fit(names)
}

func (r *Row) nameInRoom() fitname.NameInRoom {
	return fitname.NameInRoom{Name: fitname.ShortHashes(plaintext.Visible(r.Name)), Room: TreeNameWidth}
}

func textItem(text string, color palette.Color) *Item {
	i := &Item{Class: "note", Shapes: []Shape{textShape(0, 0, treeFont, plaintext.Visible(text), false, color)}}
	i.Measure()
	return i
}

// draw returns the items of a tree, one per row, and records their names.
func (u *Tree) draw(id string, names map[string][]SearchName, short fitname.ShortNames) []*Item {
	deepest := 1
	for i := range u.Rows {
		deepest = max(deepest, u.Rows[i].Depth)
	}
	step := min(treeStep, mostIndent/float64(deepest))
	head := &Item{Class: "note", Shapes: []Shape{textShape(0, 0, treeFont, plaintext.Visible(u.Head), true, palette.Text)}}
	head.Measure()
	lines := &Item{Class: "note"} // from caller to callee
	items := []*Item{lines, head}
	y := 8.
	var stems []float64 // by depth: where the line down from the last row of that depth begins
	for n := range u.Rows {
		r := &u.Rows[n]
		x := treeNames + float64(r.Depth)*step
		middle := y + treeRowHeight/2
		if r.Depth > 0 && r.Depth <= len(stems) {
			from := treeNames + float64(r.Depth-1)*step + 5
			lines.Shapes = append(lines.Shapes, branchShape(from, stems[r.Depth-1], x, middle, r))
		}
		item := &Item{Class: "row", ID: id, row: n}
		switch {
		case r.More != "":
			item.Shapes = append(item.Shapes, textShape(x+3, middle+0.36*treeSmallFont, treeSmallFont, plaintext.Visible(r.More), false, palette.Faint))
		case r.Call != "":
			item.Shapes = append(item.Shapes, textShape(x+3, middle+0.36*treeSmallFont, treeSmallFont, plaintext.CutMiddle(fitname.ShortHashes(plaintext.Visible(r.Call)), 2*TreeNameWidth), false, r.CallColor))
		default:
			item.title = r.Tooltip
			item.Shapes = r.shapes(x, y, short[r.nameInRoom()])
		}
		names[id] = append(names[id], r.SearchName)
		bottom := y + treeRowHeight
		for _, line := range r.Lines {
			item.Shapes = append(item.Shapes, markShape(x+19, bottom+treeLineHeight/2, line.Branch), textShape(x+25, bottom+treeLineHeight-3, treeSmallFont, plaintext.Visible(line.Text), false, palette.Faint))
			bottom += treeLineHeight
		}
		item.Measure()
		items = append(items, item)
		stems = append(stems[:min(r.Depth, len(stems))], y+treeRowHeight-1.5)
		y = bottom + 1
	}
	lines.Measure()
	return items
}

// shapes draws the bar, the share, the box with the name, and the numbers.
func (r *Row) shapes(x, y float64, name string) []Shape {
	const boxHeight = treeRowHeight - 2
	base := y + treeRowHeight/2 + 0.36*treeFont
	var shapes []Shape
	width := pixeltext.Width(name, treeFont)*pixeltext.BoldWidening + 8
	fill, outline := r.Fill, attributes("stroke", palette.Outline.Light, "stroke-width", "0.7")
	if !r.Known {
		fill, outline = palette.NoCount, append(outline, attributes("stroke-dasharray", "3,2")...)
	}
	if r.Bold {
		outline = attributes("stroke", palette.Text.Light, "stroke-width", "2")
	}
	frame := Rectangle(x, y+1, width, boxHeight, fill)
	frame.attrs = append(outline, frame.attrs...)
	shapes = append(shapes, frame)
	from := 0.
	for _, part := range []struct {
		to    float64
		color palette.Color
	}{{r.Self, palette.BarSelf}, {max(r.Self, r.Total), palette.BarTotal}, {1, palette.BarRest}} {
		if to := treeBarWidth * min(1, part.to); to > from {
			shapes = append(shapes, Rectangle(from, y+4, to-from, treeRowHeight-8, part.color))
			from = to
		}
	}
	shapes = append(shapes, textShape(treeNames-8-pixeltext.Width(r.Share, treeSmallFont), base, treeSmallFont, r.Share, false, palette.Text))
	shapes = append(shapes, textShape(x+4, base, treeFont, name, true, palette.Text))
	return append(shapes, textShape(x+width+6, base, treeSmallFont, plaintext.Visible(r.Text), false, palette.Text))
}

// markShape returns the mark of a line: filled before branches, as in text. Not all fonts have it.
func markShape(x, y float64, branch bool) Shape {
	const half = 2.6
	fill := "none"
	if branch {
		fill = palette.Faint.Light
	}
	corner := func(dx, dy float64) string { return svgtext.Number(x+dx) + "," + svgtext.Number(y+dy) }
	return newShape("polygon", attributes("fill", fill, "stroke", palette.Faint.Light, "stroke-width", "0.8",
		"points", corner(0, -half)+" "+corner(half, 0)+" "+corner(0, half)+" "+corner(-half, 0)))
}

// branchShape returns the line from a caller down to a row.
func branchShape(x, y, toX, toY float64, r *Row) Shape {
	attrs := attributes("fill", "none", "stroke", palette.Outline.Light, "stroke-width", "0.8")
	if r.Call != "" {
		attrs = attributes("fill", "none", "stroke", r.CallColor.Light, "stroke-width", "1", "stroke-dasharray", "4,2")
	}
	number := func(x, y float64) string { return svgtext.Number(x) + "," + svgtext.Number(y) }
	return newShape("polyline", append(attrs, attributes("points", number(x, y)+" "+number(x, toY)+" "+number(toX, toY))...))
}
