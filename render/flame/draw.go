package flame

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/render/internal/fitname"
	"github.com/iprof-viz/iprof-viz/render/internal/numbers"
	"github.com/iprof-viz/iprof-viz/render/internal/pixeltext"
	"github.com/iprof-viz/iprof-viz/render/internal/places"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
	"github.com/iprof-viz/iprof-viz/render/internal/svgtext"
	"github.com/iprof-viz/iprof-viz/render/palette"
)

// Boxes are pieces of thick lines, one path per color: "m12 0h305" is nine bytes for a box. Lengths are in tenths of pixels. A path
// covers a band of several rows, because browsers draw only what is visible.
const (
	tenths   = 10
	bandRows = 64
)

// minRest is the width in pixels from which on rests are drawn, even if frames are not.
const minRest = 1

// maxTitles is the maximum number of boxes, widest first, that have a tooltip without scripts.
const maxTitles = 100

// draw draws boxes, tooltips and labels.
func (f *picture) draw() []byte {
	out := fmt.Appendf(nil, "<g transform=\"translate(%d %d) scale(.1)\">\n", margin, f.top)
	bands := make([][]int32, (f.rows+bandRows-1)/bandRows) // the indexes of boxes
	for i, b := range f.boxes {
		band := f.row(b.depth) / bandRows
		bands[band] = append(bands[band], int32(i))
	}
	for _, boxes := range bands {
		slices.SortFunc(boxes, func(i, j int32) int {
			a, b := &f.boxes[i], &f.boxes[j]
			return cmp.Or(cmp.Compare(f.row(a.depth), f.row(b.depth)), cmp.Compare(a.x, b.x), cmp.Compare(i, j))
		})
		out = f.drawBand(out, boxes)
	}
	out = fmt.Appendf(out, "</g>\n<g transform=\"translate(%d %d)\">\n", margin, f.top)
	if !f.bare {
		out = f.drawTitles(out)
	}
	for i := range f.boxes {
		out = f.drawLabel(out, &f.boxes[i])
	}
	return append(out, "</g>\n"...)
}

// A linePath is a path of horizontal lines. Boxes without a gap between them are one line.
type linePath struct {
	d        []byte // without the last line
	x, y     int    // its end, in tenths of pixels
	from, to int    // the last line
	at       int
	begun    bool
}

func (p *linePath) add(x0, x1, y int) {
	if p.begun && x0 == p.to && y == p.at {
		p.to = x1
		return
	}
	p.end()
	p.from, p.to, p.at, p.begun = x0, x1, y, true
}

// end adds the last line.
func (p *linePath) end() {
	switch {
	case !p.begun:
		return
	case len(p.d) == 0:
		p.d = append(p.d, 'M')
	default:
		p.d = append(p.d, 'm')
	}
	p.d = strconv.AppendInt(p.d, int64(p.from-p.x), 10)
	if p.at >= p.y {
		p.d = append(p.d, ' ')
	}
	p.d = strconv.AppendInt(p.d, int64(p.at-p.y), 10)
	p.d = append(p.d, 'h')
	p.d = strconv.AppendInt(p.d, int64(p.to-p.from), 10)
	p.x, p.y, p.begun = p.to, p.at, false
}

// edges returns the left and right edge of a box in tenths of pixels. The right one leaves a gap to the next box.
func edges(b *box) (left, right int) {
	return int(b.x*tenths + 0.5), int((b.x+b.w-boxGap(b.w))*tenths + 0.5)
}

// isTinyRest reports whether a box is a rest that is not drawn, because it is narrower than any drawn frame or, on a slide, than
// any label.
func (f *picture) isTinyRest(b *box) bool {
	minimum := min(f.opts.MinWidth, minRest)
	if f.opts.Slide {
		minimum = minLabel
	}
	return b.node == noNode && b.w < minimum
}

// drawBand draws boxes of some rows.
func (f *picture) drawBand(out []byte, boxes []int32) []byte {
	paths := make([]linePath, len(f.swatches))
	var outlines []byte // for new frames
	var grounds []byte  // of labels on stripes
	for _, i := range boxes {
		b := &f.boxes[i]
		left, right := edges(b)
		if right <= left || f.isTinyRest(b) {
			continue
		}
		y := f.row(b.depth)*rowHeight*tenths + boxHeight*tenths/2
		paths[f.class[i]].add(left, right, y)
		if f.swatches[f.class[i]] == palette.NewSwatch && b.w >= 3 {
			outlines = fmt.Appendf(outlines, "M%d %dh%dv%dh%dz", left+5, y-75, right-left-10, 150, left-right+10)
		}
		if label := f.labelOnStripes(b, f.swatches[f.class[i]]); label != "" {
			grounds = fmt.Appendf(grounds, "M%d %dh%d", left+10, y, int(math.Ceil(tenths*min(b.w-2, pixeltext.Width(label, LabelSize)+2*labelPad-2))))
		}
	}
	for c := range paths {
		p := &paths[c]
		if p.end(); len(p.d) > 0 {
			out = fmt.Appendf(out, "<path class=\"%s\" d=\"%s\"/>\n", f.swatches[c].Class, p.d)
		}
	}
	if len(outlines) > 0 {
		out = fmt.Appendf(out, "<path class=\"new\" d=\"%s\"/>\n", outlines)
	}
	if len(grounds) > 0 {
		out = fmt.Appendf(out, "<path class=\"ground\" d=\"%s\"/>\n", grounds)
	}
	return out
}

// drawTitles draws the tooltips of the widest boxes.
func (f *picture) drawTitles(out []byte) []byte {
	var wide []int32
	for i := range f.boxes {
		if f.boxes[i].w >= minLabel {
			wide = append(wide, int32(i))
		}
	}
	slices.SortStableFunc(wide, func(i, j int32) int { return cmp.Compare(f.boxes[j].w, f.boxes[i].w) })
	wide = wide[:min(len(wide), maxTitles)]
	slices.Sort(wide)
	for _, i := range wide {
		b := &f.boxes[i]
		left, right := edges(b)
		out = append(out, "<rect x=\""...)
		out = svgtext.AppendNumber(out, float64(left)/tenths)
		out = fmt.Appendf(out, "\" y=\"%d\" width=\"", f.row(b.depth)*rowHeight)
		out = svgtext.AppendNumber(out, float64(right-left)/tenths)
		out = fmt.Appendf(out, "\" height=\"%d\"><title>", boxHeight)
		out = svgtext.AppendEscaped(out, f.describe(b))
		out = append(out, "</title></rect>\n"...)
	}
	return out
}

func (f *picture) drawLabel(out []byte, b *box) []byte {
	label := f.label(b)
	if label == "" {
		return out
	}
	out = append(out, "<text x=\""...)
	out = svgtext.AppendNumber(out, float64(int(b.x*tenths+0.5))/tenths+labelPad)
	out = fmt.Appendf(out, "\" y=\"%d\">", f.row(b.depth)*rowHeight+12)
	out = svgtext.AppendEscaped(out, label)
	return append(out, "</text>\n"...)
}

// boxGap returns by how much a box is drawn narrower, so that neighbors of the same color look like two boxes.
func boxGap(w float64) float64 {
	if w < 3 {
		return 0
	}
	return 0.5
}

// labelOnStripes returns the label of a removed box, which is hatched; "": of no other.
func (f *picture) labelOnStripes(b *box, of palette.Swatch) string {
	if of != palette.GoneSwatch && of != palette.GoneNoiseSwatch {
		return ""
	}
	return f.label(b)
}

// label returns as much of the name as fits into a box.
func (f *picture) label(b *box) string {
	room := b.w - 2*labelPad
	if room < LabelSize {
		return ""
	}
	switch {
	case b.node == noNode:
		share := numbers.Percent(b.weight, f.boxes[0].weight)
		label := fmt.Sprintf("… %s, %s", numbers.Plural(b.frames, "frame"), share)
		if f.opts.Slide && pixeltext.Width(label, LabelSize) > room {
			if label = "… " + share; pixeltext.Width(label, LabelSize) > room {
				label = plaintext.Ellipsis
			}
		}
		return pixeltext.Cut(label, LabelSize, room)
	case b.parent < 0:
		return pixeltext.Cut(fmt.Sprintf("all: %s %s", numbers.Thousands(b.total), plaintext.Visible(f.t.Unit)), LabelSize, room)
	}
	mark := f.mark(b)
	if run, ok := f.t.Runs[f.t.Nodes[b.node].Frame]; ok {
		return mark + runLabel(run, room-pixeltext.Width(mark, LabelSize))
	}
	short := fitname.Shorten(f.name(b), LabelSize, room-pixeltext.Width(mark, LabelSize))
	if short == "" {
		return ""
	}
	return mark + short
}

// runLabel returns as much of the names at both ends of a run as fits.
func runLabel(run stacks.Run, room float64) string {
	count := "… " + numbers.Plural(run.Frames, "frame")
	names := room - pixeltext.Width(count+": "+" … ", LabelSize)
	first, last := fitname.Bound(plaintext.Visible(run.First)), fitname.Bound(plaintext.Visible(run.Last))
	half := max(names/2, names-pixeltext.Width(last, LabelSize))
	first = fitname.Shorten(first, LabelSize, half)
	last = fitname.Shorten(last, LabelSize, names-pixeltext.Width(first, LabelSize))
	if first == "" || last == "" || names <= 0 {
		return pixeltext.Cut(count, LabelSize, room)
	}
	return count + ": " + first + " … " + last
}

// mark marks new and removed frames, for readers without color.
func (f *picture) mark(b *box) string {
	switch {
	case f.t.Base == nil || b.parent < 0 || b.node == noNode || f.t.Base.IsUnknown(b.node):
		return ""
	case b.total == 0:
		return "− "
	case b.base == 0:
		return "+ "
	default:
		return ""
	}
}

// all names the total that shares are relative to.
func (f *picture) all() string {
	b, whole := f.t.Base, float64(f.t.Whole())
	switch {
	case b == nil:
	case b.Counts && f.shareTotal() > whole:
		return "the base's"
	case b.Typical && f.shareTotal() > whole*(1+compare.RoundingTolerance): // the larger run, as in diff
		return "the base's, normalized for run length"
	}
	return "all"
}

// otherChange returns the change of samples that colors do not show, of their number or of their share of each run, for a tooltip.
func (f *picture) otherChange(now, before int64) string {
	own := f.ownTotals()
	switch {
	case own == nil || own[0] == 0 || own[1] == 0:
		return ""
	case f.t.Base.Counts:
		share, was := float64(now)/own[0], float64(before)/own[1]
		return fmt.Sprintf("; share of its run %s, base: %s, %s", numbers.Percent(share, 1), numbers.Percent(was, 1), numbers.Points(share-was, 1))
	}
	return "; " + numbers.Signed(now-before) + " " + plaintext.Visible(f.t.Unit)
}

// notCompared is said of entries that are only partly known, in tooltips, as in the scripts.
const notCompared = "not compared: counts are missing"

// describe returns the tooltip of a box.
func (f *picture) describe(b *box) string {
	all := f.shareTotal()
	unit := plaintext.Visible(f.t.Unit)
	name := f.name(b)
	if b.node == noNode {
		name = numbers.Plural(b.frames, "frame") + " too narrow to draw"
	}
	if b.node > 0 {
		if frame := f.t.Frames[f.t.Nodes[b.node].Frame]; frame.File != "" {
			name += "\n" + places.SourcePlace(frame.File, frame.Line)
		}
	}
	s := fmt.Sprintf("%s\n%s %s, %s of %s", name, numbers.Thousands(b.total), unit, numbers.Percent(float64(b.total), all), f.all())
	if f.t.Base != nil {
		count := f.baseCount(b)
		base := float64(count) * f.t.Base.Scale
		unknown := b.node >= 0 && f.t.Base.IsUnknown(b.node)
		change := numbers.Points(float64(b.total)-base, all)
		switch {
		case unknown:
			change = notCompared
		case f.t.Base.Counts:
			change = numbers.Signed(b.total-count) + " " + unit
		}
		s += fmt.Sprintf(", base: %s, %s; %s", numbers.Thousands(count), numbers.Percent(float64(count), f.baseShareTotal()), change)
		if changed := f.t.Base.Changed; changed != nil && b.node > 0 && !unknown {
			s += ", " + f.t.Base.Verdict(changed[b.node])
		}
		if !unknown {
			s += f.otherChange(b.total, count)
		}
		switch f.mark(b) {
		case "+ ":
			s += "; new"
		case "− ":
			s += "; gone"
		}
		if b.parent >= 0 {
			p := &f.boxes[b.parent]
			s += fmt.Sprintf(", %s of its parent, base: %s", numbers.Percent(b.total, p.total), numbers.Percent(count, f.baseCount(p)))
		}
		return s
	}
	if b.parent >= 0 {
		s += fmt.Sprintf(", %s of its parent", numbers.Percent(b.total, f.boxes[b.parent].total))
	}
	if b.node != noNode {
		s += fmt.Sprintf(", %s %s", numbers.SelfWord(f.t.Tally), numbers.Thousands(f.t.Nodes[b.node].Self))
	}
	return s
}
