package render

import (
	"fmt"
	"slices"
)

// drawRows draws the boxes, a group for each row. Boxes narrower than sliverWidth share a path for each color.
func (f *flame) drawRows(top int) []byte {
	// The indexes of boxes, by depth and x.
	first := make([]int, f.rows+1)
	for _, b := range f.boxes {
		first[b.depth+1]++
	}
	for d := range f.rows {
		first[d+1] += first[d]
	}
	byRow := make([]int32, len(f.boxes))
	fill := slices.Clone(first)
	for i, b := range f.boxes {
		byRow[fill[b.depth]] = int32(i)
		fill[b.depth]++
	}

	var out []byte
	slivers := make([][]byte, len(f.swatches))
	for d := range f.rows {
		y := top + d*rowHeight
		if !f.opts.Icicle {
			y = top + (f.rows-1-d)*rowHeight
		}
		out = fmt.Appendf(out, "<g transform=\"translate(%d %d)\">", margin, y)
		for _, i := range byRow[first[d]:first[d+1]] {
			b := &f.boxes[i]
			switch {
			case b.w >= sliverWidth:
				out = f.drawBox(out, i)
			case b.node != noNode || b.w >= f.opts.MinWidth:
				path := slivers[f.class[i]]
				path = append(path, 'M')
				path = appendSVGNumber(path, b.x)
				path = append(path, " 0h"...)
				path = appendSVGNumber(path, b.w)
				path = append(path, "v16h-"...)
				path = appendSVGNumber(path, b.w)
				slivers[f.class[i]] = append(path, 'z')
			}
		}
		for c, path := range slivers {
			if len(path) > 0 {
				out = fmt.Appendf(out, "<path class=\"%s\" d=\"%s\"/>\n", f.swatches[c].class, path)
				slivers[c] = path[:0]
			}
		}
		out = append(out, "</g>\n"...)
	}
	return out
}

// drawBox draws a box with its tooltip and label.
func (f *flame) drawBox(out []byte, i int32) []byte {
	b := &f.boxes[i]
	out = append(out, "<rect class=\""...)
	out = append(out, f.swatches[f.class[i]].class...)
	out = append(out, "\" x=\""...)
	out = appendSVGNumber(out, b.x)
	out = append(out, "\" width=\""...)
	out = appendSVGNumber(out, b.w-boxGap(b.w))
	out = append(out, "\" height=\"16\"><title>"...)
	out = appendXML(out, f.describe(i))
	out = append(out, "</title></rect>"...)
	if label := f.label(i); label != "" {
		out = append(out, "<text x=\""...)
		out = appendSVGNumber(out, b.x+labelPad)
		out = append(out, "\" y=\"12\">"...)
		out = appendXML(out, label)
		out = append(out, "</text>"...)
	}
	return append(out, '\n')
}

// boxGap returns by how much a box is drawn narrower, so that neighbors of the same color are two boxes.
func boxGap(w float64) float64 {
	if w < 3 {
		return 0
	}
	return 0.5
}

// label returns as much of the name as fits into a box.
func (f *flame) label(i int32) string {
	b := &f.boxes[i]
	room := b.w - 2*labelPad
	if room < labelSize {
		return ""
	}
	switch {
	case b.node == noNode:
		return cutText(fmt.Sprintf("… %s, %s", plural(b.frames, "frame"), percent(b.weight, f.boxes[0].weight)), labelSize, room)
	case b.parent < 0:
		return cutText(fmt.Sprintf("all: %s %s", thousands(b.total), visible(f.t.Unit)), labelSize, room)
	}
	mark := f.mark(b)
	short := shortenName(f.names[f.name[i]], labelSize, room-textWidth(mark, labelSize))
	if short == "" {
		return ""
	}
	return mark + short
}

// mark marks new frames and frames that are gone, for readers without color.
func (f *flame) mark(b *box) string {
	switch {
	case f.t.Base == nil || b.parent < 0 || b.node == noNode:
		return ""
	case b.total == 0:
		return "− "
	case b.base == 0:
		return "+ "
	default:
		return ""
	}
}

// describe returns the tooltip of a box.
func (f *flame) describe(i int32) string {
	b := &f.boxes[i]
	all := f.shareTotal()
	unit := visible(f.t.Unit)
	name := f.names[f.name[i]]
	if b.node == noNode {
		name = plural(b.frames, "frame") + " too narrow to draw"
	}
	s := fmt.Sprintf("%s\n%s %s, %s of all", name, thousands(b.total), unit, percent(float64(b.total), all))
	if f.t.Base != nil {
		count := f.baseCount(b)
		base := float64(count) * f.t.Base.Scale
		s += fmt.Sprintf(", base: %s, %s; %s", thousands(count), percent(base, all), points(float64(b.total)-base, all))
		switch f.mark(b) {
		case "+ ":
			s += "; new"
		case "− ":
			s += "; gone"
		}
		if b.parent >= 0 {
			p := &f.boxes[b.parent]
			s += fmt.Sprintf(", %s of its parent, base: %s", percent(b.total, p.total), percent(count, f.baseCount(p)))
		}
		return s
	}
	if b.parent >= 0 {
		s += fmt.Sprintf(", %s of its parent", percent(b.total, f.boxes[b.parent].total))
	}
	if b.node != noNode {
		s += fmt.Sprintf(", self %s", thousands(f.t.Nodes[b.node].Self))
	}
	return s
}
