// Package render says how models look: it draws flame graphs. Names are data: whatever a profile holds, it shows as text.
package render

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/templates"
)

// What FlameOptions' zero values stand for.
const (
	DefaultWidth    = 1200
	DefaultMinWidth = 0.1
)

// FlameOptions say how a flame graph looks.
type FlameOptions struct {
	Title    string  // "": Flame graph of and the unit
	Subtitle string  // a line under the title, such as the name of the profile; "": none
	Width    int     // pixels across, 300 to 20,000; 0: DefaultWidth
	MinWidth float64 // frames narrower than this, in pixels, are drawn together as a rest; 0: DefaultMinWidth
	Icicle   bool    // the root on top, callees below; else the root is at the bottom
	Reverse  bool    // the tree is leaf first; the legend says so
	Color    ColorBy // a comparison always has the colors of what changed
	Theme    Theme
	ID       string // starts every id in the file: letters, digits, - and _; "": made from the graph, so that several can share a page
}

// Sizes in pixels.
const (
	margin       = 10
	rowHeight    = 17 // a box and a gap of one pixel
	boxHeight    = 16
	labelSize    = 11
	labelPad     = 3 // between the end of a box and its name
	labelBase    = 12
	titleSize    = 17
	textSize     = 12
	lineHeight   = 17
	toolsHeight  = 28  // of a row of the controls that the script puts above the boxes
	twoRowWidth  = 760 // pictures narrower than this have two rows of them
	sliverWidth  = 1   // narrower boxes have no element of their own
	boldWidening = 1.13
)

// fewSamples is below which a picture says how rough shares are.
const fewSamples = 300

var idPattern = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_-]*$`)

// FlameSVG draws a flame graph: each stack's frames one upon the other, as wide as their total. The file needs nothing
// else. Without scripts, in an img element or on paper, it is a whole picture; where scripts run, it can be zoomed,
// searched and walked with the keyboard.
func FlameSVG(w io.Writer, t *convert.Tree, opts FlameOptions) error {
	if opts.Width == 0 {
		opts.Width = DefaultWidth
	}
	if opts.Width < 300 || opts.Width > 20_000 {
		return fmt.Errorf("a flame graph of %d pixels: 300 to 20000 are possible", opts.Width)
	}
	if opts.MinWidth == 0 {
		opts.MinWidth = DefaultMinWidth
	}
	if opts.MinWidth < 0 {
		return fmt.Errorf("frames of %v pixels: the least width must be positive", opts.MinWidth)
	}
	if opts.Color == DefaultColor {
		opts.Color = KindColor
		if t.Metric == convert.Calls {
			opts.Color = InliningColor
		}
	}
	if opts.Title == "" {
		opts.Title = "Flame graph of " + t.Unit
	}
	if opts.ID != "" && !idPattern.MatchString(opts.ID) {
		return fmt.Errorf("id %q: a letter, then letters, digits, - and _ are possible", opts.ID)
	}
	opts.Title, opts.Subtitle = visible(opts.Title), visible(opts.Subtitle)
	f := newFlame(t, opts)
	return templates.FlameSVG.Execute(w, f.view())
}

// A flame is a flame graph that is laid out and painted, but not written.
type flame struct {
	flameLayout
	t        *convert.Tree
	opts     FlameOptions
	swatches []swatch // those used, in the order of boxes
	class    []uint8  // by box, in swatches
	names    []string // those drawn, in the order of boxes, harmless
	name     []int32  // by box, in names; 0 for a rest
}

func newFlame(t *convert.Tree, opts FlameOptions) *flame {
	f := &flame{flameLayout: layoutFlame(t, float64(opts.Width-2*margin), opts.MinWidth), t: t, opts: opts}
	f.class = make([]uint8, len(f.boxes))
	f.name = make([]int32, len(f.boxes))
	p := painter{t: t, by: opts.Color}
	classes := map[string]uint8{}
	f.names = []string{"all"}
	numbers := make([]int32, len(t.Frames)) // by frame, its place in names
	for i := range f.boxes {
		b := &f.boxes[i]
		if b.node > 0 {
			n := &numbers[t.Nodes[b.node].Frame]
			if *n == 0 {
				*n = int32(len(f.names))
				f.names = append(f.names, boundName(visible(t.Frames[t.Nodes[b.node].Frame].Name)))
			}
			f.name[i] = *n
		}
		s := p.swatch(b, f.names[f.name[i]])
		c, ok := classes[s.class]
		if !ok {
			c = uint8(len(f.swatches))
			classes[s.class] = c
			f.swatches = append(f.swatches, s)
		}
		f.class[i] = c
	}
	if f.opts.ID == "" {
		f.opts.ID = f.contentID()
	}
	return f
}

// contentID makes an id from what is drawn.
func (f *flame) contentID() string {
	h := hashName(f.opts.Title + "\n" + f.opts.Subtitle + "\n" + strings.Join(f.names, "\n"))
	for _, b := range f.boxes {
		h = (h ^ uint32(b.total) ^ uint32(b.depth)<<16) * 16777619
	}
	return fmt.Sprintf("flame-%08x", h)
}

// A flameView is what templates.FlameSVG draws. All text in it is markup.
type flameView struct {
	ID            string
	Width, Height int
	Title, Desc   string
	CSS, JS       string
	Gone          bool // there is code that is only in the base
	Lines         []headLine
	Swatches      []headSwatch
	Rows, Data    string
}

type headLine struct {
	Class, X, Y, Text string
}

type headSwatch struct {
	Class, X, Y string
}

func (f *flame) view() flameView {
	v := flameView{
		ID: f.opts.ID, Width: f.opts.Width,
		Title: xmlText(f.opts.Title),
		Desc:  xmlText(strings.Join(f.sentences(), " ")),
		JS:    templates.FlameJS(),
		Gone:  f.uses("g") || f.uses("h"),
	}
	top := f.head(&v)
	v.Height = top + f.rows*rowHeight + margin
	v.CSS = f.css()
	v.Rows = string(f.drawRows(top))
	v.Data = string(f.data(top))
	return v
}

func (f *flame) uses(class string) bool {
	return slices.ContainsFunc(f.swatches, func(s swatch) bool { return s.class == class })
}

// head puts title, legend and notes into lines and returns where the boxes begin.
func (f *flame) head(v *flameView) int {
	width := float64(f.opts.Width - 2*margin)
	y := margin
	text := func(class, s string, x float64, baseline int) {
		v.Lines = append(v.Lines, headLine{class, number(x), strconv.Itoa(baseline), xmlText(s)})
	}
	for _, line := range wrapText(f.opts.Title, titleSize*boldWidening, width) {
		text("title", line, margin, y+titleSize)
		y += titleSize + 6
	}
	y += 3
	paragraph := func(class, s string) {
		for _, line := range wrapText(visible(s), textSize, width) {
			text(class, line, margin, y+textSize)
			y += lineHeight
		}
	}
	paragraph("sub", f.opts.Subtitle)
	for _, s := range f.sentences() {
		paragraph("note", s)
	}

	y += 5
	x := 0.0
	for _, e := range f.legend() {
		const gap = 16
		box := 12.0 + 5
		if e.class == "" {
			box = 0
		}
		label := cutText(e.label, textSize, width-box)
		w := box + textWidth(label, textSize)
		if x > 0 && x+w > width {
			x, y = 0, y+lineHeight
		}
		if e.class != "" {
			v.Swatches = append(v.Swatches, headSwatch{e.class, number(margin + x), strconv.Itoa(y)})
		}
		text("key", label, margin+x+box, y+textSize-2)
		x += w + gap
	}
	if x > 0 {
		y += lineHeight
	}
	return y + f.toolsHeight() + 6
}

// toolsHeight is what the script's controls need above the boxes.
func (f *flame) toolsHeight() int {
	if f.opts.Width < twoRowWidth {
		return 2 * toolsHeight
	}
	return toolsHeight
}

// sentences say what is drawn, what widths mean, what is left out and what else has to be known.
func (f *flame) sentences() []string {
	t := f.t
	total := t.Nodes[0].Total
	unit := visible(t.Unit)
	what := fmt.Sprintf("%s %s, %s deep.", thousands(total), unit, frames(f.depth))
	if t.Base != nil {
		what = fmt.Sprintf("%s %s compared with %s, scaled to the same total; %s deep.",
			thousands(total), unit, thousands(t.BaseTotal), frames(f.depth))
	}
	width := "Width: " + unit + " of a frame with all that it calls"
	switch {
	case f.opts.Reverse:
		width = "Leaves come first, their callers follow. Width: " + unit + " that a path leads to"
	case t.Metric == convert.Calls:
		width = "Width: " + unit + " of a frame with all that is inlined into it"
	}
	if t.Base != nil {
		width += "; of both profiles the larger, summed from the leaves up"
	}
	if t.Metric == convert.Calls {
		width += ". Calls are not time"
	}
	all := []string{what + " " + width + "."}
	if t.Metric == convert.Samples && total > 0 && total < fewSamples {
		all = append(all, doubt(total))
	}
	all = append(all, f.hidden()...)
	if f.pruned > 0 {
		of := unit
		if t.Base != nil {
			of = "the width"
		}
		all = append(all, fmt.Sprintf("Narrower than %s px and drawn together, as rests (…): %s, %s of %s.",
			strconv.FormatFloat(f.opts.MinWidth, 'f', -1, 64), frames(int(f.pruned)), percent(f.prunedWeight, f.boxes[0].weight), of))
	}
	for _, note := range t.Notes {
		all = append(all, sentence(visible(note)))
	}
	return all
}

func frames(n int) string {
	if n == 1 {
		return "1 frame"
	}
	return thousands(int64(n)) + " frames"
}

// hidden says what filters left out, and why where the tree tells.
func (f *flame) hidden() []string {
	t, unit := f.t, visible(f.t.Unit)
	var all []string
	if t.Hidden > 0 {
		var why []string
		for fate, part := range t.Tally.Fates {
			if convert.Fate(fate) != convert.Kept && part.Value > 0 {
				why = append(why, convert.Fate(fate).String())
			}
		}
		s := fmt.Sprintf("Hidden: another %s %s, %s of all", thousands(t.Hidden), unit, percent(float64(t.Hidden), float64(t.Hidden)+float64(t.Nodes[0].Total)))
		if len(why) > 0 {
			s += " (" + strings.Join(why, ", ") + ")"
		}
		all = append(all, s+".")
	}
	if moved := t.Tally.Moved.Value; moved > 0 {
		all = append(all, fmt.Sprintf("%s %s of hidden frames are counted for their callers.", thousands(moved), unit))
	}
	if t.Tally.VM.Value > 0 {
		all = append(all, "VM and native-image frames are folded into "+convert.VMFrame+".")
	}
	return all
}

// doubt says how far shares of a handful of samples can be trusted: by the 95 % Wilson interval of one half.
func doubt(samples int64) string {
	const z = 1.96
	n := float64(samples)
	half := z * math.Sqrt(0.25/n+z*z/(4*n*n)) / (1 + z*z/n)
	return fmt.Sprintf("Only %s samples: 50%% of them may as well be %.0f%% or %.0f%%.", thousands(samples), 100*(0.5-half), 100*(0.5+half))
}

// sentence begins a note with a capital and ends it with a full stop.
func sentence(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + strings.TrimSuffix(s[n:], ".") + "."
}

// A legendEntry explains a color, or without a class something about them all.
type legendEntry struct{ class, label string }

func (f *flame) legend() []legendEntry {
	var all []legendEntry
	add := func(label string, swatches ...swatch) {
		for _, s := range swatches {
			if f.uses(s.class) {
				all = append(all, legendEntry{s.class, label})
				return
			}
		}
	}
	switch {
	case f.t.Base != nil:
		same := "about the same"
		if (painter{t: f.t}).isSampled() {
			same = "about the same, or within noise (95%)"
		}
		for i, label := range []string{
			"share down 50% or more", "20% or more", "5% or more", same, "share up 5% or more", "25% or more", "100% or more",
		} {
			all = append(all, legendEntry{deltaSwatches[i].class, label})
		}
		add("+ only in this profile", newSwatch)
		add("− only in the base", goneSwatch, goneNoiseSwatch)
	case f.opts.Color == InliningColor:
		add("red: compilation root", compiledSwatches...)
		add("blue: inlined into its caller, in the instrumented image", inlinedSwatches...)
		add("violet: both", bothSwatches...)
		add("in no inlining context", kindSwatches[convert.UnknownKind]...)
	case f.opts.Color == KindColor:
		for _, k := range kindOrder {
			add(kindLabels[k], kindSwatches[k]...)
		}
	}
	add("… frames too narrow to draw", restSwatch)
	if f.t.Base == nil && f.opts.Color != NameColor {
		all = append(all, legendEntry{"", "shades tell classes apart"})
	}
	return all
}

func (f *flame) css() string {
	light := func(s swatch) string { return s.light }
	dark := func(s swatch) string { return s.dark }
	css := templates.FlameCSS(f.opts.ID) + f.rules(light)
	if f.opts.Theme == LightTheme {
		return css
	}
	night := templates.FlameDarkCSS(f.opts.ID) + f.rules(dark)
	if f.opts.Theme == DarkTheme {
		return css + night
	}
	return css + "@media (prefers-color-scheme:dark){\n" + night + "}\n"
}

// rules returns the fills of the boxes that are drawn and of the legend.
func (f *flame) rules(fill func(swatch) string) string {
	used := append(slices.Clone(f.swatches), matchSwatch)
	if f.t.Base != nil {
		used = append(used, deltaSwatches[:]...)
	}
	var b strings.Builder
	done := map[string]bool{}
	for _, s := range used {
		if !done[s.class] {
			done[s.class] = true
			if s == goneSwatch || s == goneNoiseSwatch {
				fmt.Fprintf(&b, "#%s .%s{fill:url(#%s-%s)}\n", f.opts.ID, s.class, f.opts.ID, s.class)
				continue
			}
			fmt.Fprintf(&b, "#%s .%s{fill:%s}\n", f.opts.ID, s.class, fill(s))
		}
	}
	return b.String()
}

// drawRows draws the boxes, a group a row. Boxes that are too narrow to point at share a path for each color.
func (f *flame) drawRows(top int) []byte {
	// Boxes by depth, in the order of x.
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
				path = appendNumber(path, b.x)
				path = append(path, " 0h"...)
				path = appendNumber(path, b.w)
				path = append(path, "v16h-"...)
				path = appendNumber(path, b.w)
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

// drawBox draws a box, what a browser shows when it is pointed at, and as much of the name as fits.
func (f *flame) drawBox(out []byte, i int32) []byte {
	b := &f.boxes[i]
	out = append(out, "<rect class=\""...)
	out = append(out, f.swatches[f.class[i]].class...)
	out = append(out, "\" x=\""...)
	out = appendNumber(out, b.x)
	out = append(out, "\" width=\""...)
	out = appendNumber(out, b.w-gapOf(b.w))
	out = append(out, "\" height=\"16\"><title>"...)
	out = appendXML(out, f.describe(i))
	out = append(out, "</title></rect>"...)
	if label := f.label(i); label != "" {
		out = append(out, "<text x=\""...)
		out = appendNumber(out, b.x+labelPad)
		out = append(out, "\" y=\"12\">"...)
		out = appendXML(out, label)
		out = append(out, "</text>"...)
	}
	return append(out, '\n')
}

// gapOf returns how much narrower a box is drawn, so that neighbors of one color stay two.
func gapOf(w float64) float64 {
	if w < 3 {
		return 0
	}
	return 0.5
}

// label returns as much of a box's name as fits into it.
func (f *flame) label(i int32) string {
	b := &f.boxes[i]
	room := b.w - 2*labelPad
	if room < labelSize {
		return ""
	}
	switch {
	case b.node == noNode:
		return cutText(fmt.Sprintf("… %s, %s", frames(int(b.frames)), percent(b.weight, f.boxes[0].weight)), labelSize, room)
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

// mark tells new code and code that is gone apart without color.
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

// describe says all of a box, for those who point at it or have it read out.
func (f *flame) describe(i int32) string {
	b := &f.boxes[i]
	all := float64(f.t.Nodes[0].Total)
	unit := visible(f.t.Unit)
	name := f.names[f.name[i]]
	if b.node == noNode {
		name = frames(int(b.frames)) + " too narrow to draw"
	}
	s := fmt.Sprintf("%s\n%s %s, %s of all", name, thousands(b.total), unit, percent(float64(b.total), all))
	if f.t.Base != nil {
		if all == 0 {
			all = f.boxes[0].base
		}
		s += fmt.Sprintf(", base: %s, %s; %s", thousands(f.baseCount(b.base)), percent(b.base, all), points(float64(b.total)-b.base, all))
		switch f.mark(b) {
		case "+ ":
			s += "; new"
		case "− ":
			s += "; gone"
		}
		return s
	}
	if b.parent >= 0 {
		s += fmt.Sprintf(", %s of its parent", percent(float64(b.total), float64(f.boxes[b.parent].total)))
	}
	if b.node != noNode {
		s += fmt.Sprintf(", self %s", thousands(f.t.Nodes[b.node].Self))
	}
	return s
}

// baseCount turns a scaled value of the base back into what was counted there.
func (f *flame) baseCount(scaled float64) int64 {
	total := float64(f.t.Nodes[0].Total)
	if total == 0 {
		total = f.t.Base[0].Total
	}
	if total == 0 {
		return 0
	}
	return int64(scaled*float64(f.t.BaseTotal)/total + 0.5)
}

// data returns the graph for the script: JSON that is text in XML as it is.
func (f *flame) data(top int) []byte {
	var b bytes.Buffer
	field := func(name string, value any) {
		if b.Len() > 0 {
			b.WriteByte(',')
		}
		text, err := json.Marshal(value) // escapes <, > and &
		if err != nil {
			panic(err) // strings and finite numbers
		}
		fmt.Fprintf(&b, "%q:%s", name, text)
	}
	column := func(name string, value func([]byte, int) []byte) {
		var c []byte
		for i := range f.boxes {
			if i > 0 {
				c = append(c, ',')
			}
			c = value(c, i)
		}
		fmt.Fprintf(&b, ",%q:[%s]", name, c)
	}
	field("unit", visible(f.t.Unit))
	field("width", f.opts.Width-2*margin)
	field("minWidth", f.opts.MinWidth)
	field("tools", f.toolsHeight())
	field("top", top)
	field("rows", f.rows)
	field("icicle", f.opts.Icicle)
	field("names", f.names)
	classes := make([]string, len(f.swatches))
	for i, s := range f.swatches {
		classes[i] = s.class
	}
	field("classes", classes)
	column("depth", func(c []byte, i int) []byte { return strconv.AppendInt(c, int64(f.boxes[i].depth), 10) })
	column("name", func(c []byte, i int) []byte {
		if n := f.boxes[i].frames; n > 0 {
			return strconv.AppendInt(c, -int64(n), 10)
		}
		return strconv.AppendInt(c, int64(f.name[i]), 10)
	})
	column("total", func(c []byte, i int) []byte { return strconv.AppendInt(c, f.boxes[i].total, 10) })
	column("class", func(c []byte, i int) []byte { return strconv.AppendInt(c, int64(f.class[i]), 10) })
	if f.t.Base != nil {
		field("baseTotal", f.t.BaseTotal)
		column("base", func(c []byte, i int) []byte { return strconv.AppendFloat(c, f.boxes[i].base, 'g', 8, 64) })
		column("weight", func(c []byte, i int) []byte { return strconv.AppendFloat(c, f.boxes[i].weight, 'g', 10, 64) })
	}
	return append(append([]byte{'{'}, b.Bytes()...), '}')
}
