package drawing

import (
	"cmp"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
)

// Parts is what [SVG] and [PNG] add to an engine's drawing: the names for the search, and the legend. The zero value adds nothing.
type Parts struct {
	Names  map[string][]SearchName // by node of the graph; a table has one per row
	Lines  map[string]*Opened      // by [LineKey]: lines that open
	Legend *Legend
	Slide  bool
}

// LineKey is the key of the line between two nodes of the graph.
func LineKey(from, to string) string { return from + " " + to }

// A SearchName is what regular expressions are matched against.
type SearchName struct {
	Name      string // package.Class.method
	Signature string // the same, with its parameters
	Tooltip   string // of a row
	Opened    *Opened

	// weight is how much the node matters for the section of a large picture that is shown first, from 0 to 2: its self share or,
	// in a comparison, how much that share changed, plus 1 in focus.
	Weight float64
}

// of returns the name of a node or a row.
func (g Parts) of(i *Item) (SearchName, bool) {
	if list := g.Names[i.ID]; i.row < len(list) {
		return list[i.row], list[i.row].Name != ""
	}
	return SearchName{}, false
}

// openedBy returns what an item opens; nil: it does not.
func (g Parts) openedBy(i *Item) *Opened {
	if g.Slide { // which has no script
		return nil
	}
	if i.Class == "edge" {
		return g.Lines[LineKey(i.from, i.to)]
	}
	n, _ := g.of(i)
	return n.Opened
}

// Picture arranges the items of an engine's drawing.
func (g Parts) Picture(drawn []byte) (*Picture, error) {
	items, err := readDrawn(drawn)
	if err != nil {
		return nil, err
	}
	var folded Extent
	if g.Legend != nil {
		items[0], folded = g.Legend.Draw(1)
	}
	items = g.split(items)
	placeLabels(items)
	p := newPicture(items)
	p.folded = folded
	if g.Slide {
		p.MakeSlide()
		if g.Legend != nil {
			p.EnlargeLegend(g.Legend)
		}
	}
	return p, nil
}

// split makes an item of each row of a table.
func (g Parts) split(items []*Item) []*Item {
	var all []*Item
	for _, i := range items {
		if i.Class != "node" || !strings.HasPrefix(i.ID, "table") {
			all = append(all, i)
			continue
		}
		shapes := slices.Clone(i.Shapes)
		slices.SortStableFunc(shapes, func(x, y Shape) int { return cmp.Compare(x.Area.center().Y, y.Area.center().Y) })
		const apart = 6 // minimum distance between the centers of rows, in points
		last := 0.
		for _, s := range shapes {
			if center := s.Area.center().Y; last == 0 || center-last > apart {
				row := len(all)
				all = append(all, &Item{Class: "row", ID: i.ID})
				if last != 0 {
					all[row].row = all[row-1].row + 1
				}
				last = center
			}
			at := all[len(all)-1]
			at.Shapes = append(at.Shapes, s)
		}
	}
	for _, i := range all {
		if i.Class == "row" {
			n, _ := g.of(i)
			i.title = n.Tooltip
			i.Measure()
		}
	}
	return all
}

// VisibleLines joins the lines of a tooltip.
func VisibleLines(lines []string) string {
	shown := make([]string, len(lines))
	for i, line := range lines {
		shown[i] = plaintext.Visible(line)
	}
	return strings.Join(shown, "\n")
}
