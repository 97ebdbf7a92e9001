package flame

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/render/internal/fitname"
	"github.com/iprof-viz/iprof-viz/render/internal/numbers"
	"github.com/iprof-viz/iprof-viz/render/internal/pixeltext"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
	"github.com/iprof-viz/iprof-viz/render/internal/svgtext"
	"github.com/iprof-viz/iprof-viz/render/palette"
)

// A head is the text and legend above the boxes.
type head struct {
	lines    []headLine
	swatches []headSwatch // of the legend
	bottom   int          // in pixels
}

// A headLine is a line of text. All strings are markup.
type headLine struct {
	Class, X, Y, Text string
	plain             string // Text, not escaped
}

// A headSwatch is a color in the legend.
type headSwatch struct {
	Class, X, Y string
}

func newLine(class, s string, x float64, baseline int) headLine {
	return headLine{class, svgtext.Number(x), strconv.Itoa(baseline), svgtext.Escape(s), s}
}

// head lays out title, description and legend within a width in pixels. The script does the same for the width of its window.
func (f *picture) head(width float64) (h head) {
	y := margin
	for _, line := range pixeltext.Wrap(f.opts.Title, titleSize*pixeltext.BoldWidening, width) {
		h.lines = append(h.lines, newLine("title", line, margin, y+titleSize))
		y += titleSize + 6
	}
	y += 3
	paragraph := func(class, s string) {
		for _, line := range pixeltext.Wrap(s, TextSize, width) {
			h.lines = append(h.lines, newLine(class, line, margin, y+TextSize))
			y += lineHeight
		}
	}
	paragraph("sub", f.opts.Subtitle)
	for _, s := range f.about() {
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
		label := pixeltext.Cut(e.label, TextSize, width-box)
		w := box + pixeltext.Width(label, TextSize)
		if x > 0 && x+w > width {
			x, y = 0, y+lineHeight
		}
		if e.class != "" {
			h.swatches = append(h.swatches, headSwatch{e.class, svgtext.Number(margin + x), strconv.Itoa(y)})
		}
		h.lines = append(h.lines, newLine("key", label, margin+x+box, y+TextSize-2))
		x += w + gap
	}
	if x > 0 {
		y += lineHeight
	}
	h.bottom = y + 6
	return h
}

// feet lays out the notes, starting at y.
func (f *picture) feet(width float64, y int) []headLine {
	var lines []headLine
	for _, s := range f.notes() {
		for _, line := range pixeltext.Wrap(s, TextSize, width) {
			lines = append(lines, newLine("foot", line, margin, y+TextSize))
			y += lineHeight
		}
	}
	return lines
}

// toolsHeight returns the height of the controls above the boxes.
func (f *picture) toolsHeight() int {
	switch {
	case f.bare:
		return 0
	case f.opts.Width < fourRowWidth:
		return 4 * toolRowHeight
	case f.opts.Width < twoRowWidth:
		return 2 * toolRowHeight
	}
	return toolRowHeight
}

// about describes the picture: its size, the meaning of widths, and how unreliable they are if there are few samples.
func (f *picture) about() []string {
	t := f.t
	deep := numbers.Plural(f.depth, "frame") + " deep"
	if t.Merged { // other pictures of the same profile are deeper
		deep += " with recursion merged"
	}
	size := fmt.Sprintf("%s %s, %s.", numbers.Thousands(t.Nodes[0].Total), plaintext.Visible(t.Unit), deep)
	if len(t.Runs) > 0 { // a row may be several frames
		size = fmt.Sprintf("%s %s.", numbers.Thousands(t.Nodes[0].Total), plaintext.Visible(t.Unit))
	}
	if f.tall {
		size = strings.TrimSuffix(size, ".") + ": the root is on top."
	}
	if t.Base != nil {
		size = fmt.Sprintf("%s; %s.", f.sizes(), deep)
	}
	return append([]string{size + " " + f.widths(f.opts.Reverse)}, f.caveats()...)
}

// aboutOnPage describes the picture of a page, which shows its size elsewhere; reverse: leaf first.
func (f *picture) aboutOnPage(reverse bool) []string {
	about := f.widths(reverse)
	if f.t.Base != nil {
		about = f.sizes() + ". " + about
	}
	return append([]string{about}, f.caveats()...)
}

// sizes describes the sizes of both profiles.
func (f *picture) sizes() string {
	t := f.t
	base := filteredCount(t.Base.Total, t.Base.Whole)
	if t.Base.Unit != t.Unit {
		base += " " + plaintext.Visible(t.Base.Unit)
	}
	return fmt.Sprintf("%s %s compared with %s, %s", filteredCount(t.Nodes[0].Total, t.Whole()), plaintext.Visible(t.Unit), base, t.Base.Length())
}

// widths explains what widths mean, in a picture from the root or leaf first.
func (f *picture) widths(reverse bool) string {
	t := f.t
	unit := plaintext.Visible(t.Unit)
	width := "Width: " + unit + " of a frame and its callees"
	switch {
	case reverse:
		width = "Inverted: leaves first, then their callers. Width: " + unit + " that a path leads to"
	case t.Metric == convert.Calls:
		width = "Width: " + unit + " of a frame, inclusive"
	}
	if t.Base != nil {
		width += "; of both profiles the larger, summed from the leaves up"
	}
	if t.Metric == convert.Calls {
		width += ". Calls are not time"
	}
	if t.Tally.Charged.Value > 0 {
		width += ". Frames are application code, incl. the library code that it calls"
	}
	return width + "."
}

// caveats say how little shares mean if there are few samples, and why totals may be wrong.
func (f *picture) caveats() []string {
	var all []string
	if total := f.t.Nodes[0].Total; f.t.Metric == convert.Samples && total > 0 && total < convert.EnoughSamples {
		all = append(all, numbers.FewSamplesNote(total, convert.Samples.SampleNoun(f.t.Unit, f.t.PerSample)))
	}
	for _, caveat := range f.t.Caveats {
		all = append(all, asSentence(plaintext.Visible(caveat)))
	}
	return all
}

// colors explains what the colors mean, and why.
func (f *picture) colors() string {
	by := map[ColorBy]string{KindColor: "kind", InliningColor: "inlining", PackageColor: "package", NameColor: "name"}[f.opts.Color]
	if f.t.Base != nil {
		by = "change of the share"
		if f.t.Base.Counts {
			by = "change of the number of " + plaintext.Visible(f.t.Unit)
		}
	}
	if f.t.Base == nil && f.opts.colorReason != "" {
		by += ", " + f.opts.colorReason
	}
	return "colors: " + by
}

// notes say how changes are judged, what is left out, and anything else that a reader must know.
func (f *picture) notes() []string {
	if f.opts.NoNotes {
		return nil
	}
	t := f.t
	unit := plaintext.Visible(t.Unit)
	var all []string
	if t.Base != nil && t.Base.Tests > 0 {
		all = append(all, fmt.Sprintf("Colored changes are statistically significant by %s; %s.", compare.ExactTest, compare.Correction(t.Base.Tests, "frames")))
	}
	if f.tall {
		all = append(all, fmt.Sprintf("Root on top because it is %s deep: --flame puts it at the bottom.", numbers.Plural(f.depth, "frame")))
	}
	all = append(all, f.hidden()...)
	if f.pruned > 0 {
		of := unit
		if t.Base != nil {
			of = "the width"
		}
		all = append(all, fmt.Sprintf("Frames narrower than %s px are merged (…): %s, %s of %s.",
			strconv.FormatFloat(f.opts.MinWidth, 'f', -1, 64), numbers.Plural(f.pruned, "frame"), numbers.Percent(f.prunedWeight, f.boxes[0].weight), of))
	}
	for _, note := range t.Notes {
		all = append(all, asSentence(plaintext.Visible(note)))
	}
	return all
}

// filteredCount returns a count and, if filters left something out, the whole.
func filteredCount(part, whole int64) string {
	if part == whole {
		return numbers.Thousands(whole)
	}
	return numbers.Thousands(part) + " of " + numbers.Thousands(whole)
}

// hidden says how much filters left out of both profiles.
func (f *picture) hidden() []string {
	t, b := f.t, f.t.Base
	all := hiddenNotes(false, t.Unit, t.Nodes[0].Total, t.Hidden, t.Tally)
	vm := t.Tally.VM.Value
	if b != nil {
		all = append(all, hiddenNotes(true, b.Unit, b.Total, b.Hidden, b.Tally)...)
		vm += b.Tally.VM.Value
	}
	if vm > 0 {
		all = append(all, "VM and native-image frames are folded into "+convert.VMFrame+".")
	}
	return all
}

// hiddenNotes says how much filters left out of a profile, and why, as far as its tally shows it.
func hiddenNotes(base bool, unit string, total, hidden int64, tally convert.Tally) []string {
	unit = plaintext.Visible(unit)
	title, place := "Hidden: ", ""
	if base {
		title, place = "Hidden in the base: ", "In the base, "
	}
	var all []string
	if hidden > 0 {
		var why []string
		for reason, part := range tally.ByReason {
			if convert.DropReason(reason) != convert.NotDropped && part.Value > 0 {
				why = append(why, convert.DropReason(reason).String())
			}
		}
		s := fmt.Sprintf("%sanother %s %s, %s of all", title, numbers.Thousands(hidden), unit, numbers.Percent(float64(hidden), float64(hidden)+float64(total)))
		if len(why) > 0 {
			s += " (" + strings.Join(why, ", ") + ")"
		}
		all = append(all, s+".")
	}
	if moved := tally.Moved.Value; moved > 0 {
		all = append(all, fmt.Sprintf("%s%s %s of hidden frames are charged to their callers.", place, numbers.Thousands(moved), unit))
	}
	return all
}

// asSentence makes a note begin with a capital and end with a period.
func asSentence(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + strings.TrimSuffix(s[n:], ".") + "."
}

// changeOf names the changed value, before the first label of a direction: share, or the unit.
func changeOf(t *stacks.Tree) string {
	if t.Base.Counts {
		return plaintext.Visible(t.Unit)
	}
	return "share"
}

// changeLabels explain palette.DeltaSwatches; no change may include insignificant changes.
func changeLabels(tested bool) [7]string {
	same := "about the same"
	if tested {
		same = "about the same, or not significant"
	}
	return [...]string{"50% or more", "20% or more", "5% or more", same, "5% or more", "25% or more", "100% or more"}
}

// A legendEntry explains a color or, without a class, all of them.
type legendEntry struct{ class, label string }

// imageWords names the image whose inlining colors show, and frames without a role in it.
func imageWords(t *stacks.Tree) (image, neither string) {
	if t.Optimized {
		return "optimized", "not in the log of the compiler"
	}
	return "instrumented", "in no inlining context"
}

func (f *picture) legend() []legendEntry {
	all := []legendEntry{{"", f.colors()}}
	add := func(label string, swatches ...palette.Swatch) {
		for _, s := range swatches {
			if f.draws(s) {
				all = append(all, legendEntry{s.Class, label})
				return
			}
		}
	}
	switch {
	case f.t.Base != nil:
		direction := changeOf(f.t) + " down "
		for i, label := range changeLabels(f.t.Base.Tests > 0) {
			if i == palette.SameSwatch {
				add(label, palette.DeltaSwatches[i])
				direction = changeOf(f.t) + " up "
			} else if f.draws(palette.DeltaSwatches[i]) {
				add(direction+label, palette.DeltaSwatches[i])
				direction = ""
			}
		}
		const added = "+ only in this profile"
		if add(added, palette.NewSwatch); !f.draws(palette.NewSwatch) && slices.ContainsFunc(f.boxes, func(b box) bool { return f.mark(&b) == "+ " }) {
			all = append(all, legendEntry{"", added}) // gray, as it may be chance
		}
		add("− only in the base", palette.GoneSwatch, palette.GoneNoiseSwatch)
		add(notCompared, palette.UntestedSwatch)
	case f.opts.Color == InliningColor:
		add("red: compilation root, not inlined", palette.CompiledSwatches...)
		image, neither := imageWords(f.t)
		add("blue: inlined into its caller, in the "+image+" image", palette.InlinedSwatches...)
		add("violet: both, in different stacks or calls", palette.BothSwatches...)
		add("gray: "+neither, palette.KindSwatches[convert.UnknownKind]...)
	case f.opts.Color == KindColor:
		for _, k := range palette.KindOrder {
			add(palette.KindLabels[k], palette.KindSwatches[k]...)
		}
	case f.opts.Color == PackageColor:
		for i, name := range f.packages {
			all = append(all, legendEntry{packageSwatches[i].Class, fitname.Bound(plaintext.Visible(name))})
		}
		add("other packages", otherPackages)
	}
	if len(f.t.Runs) > 0 {
		add("… several frames", palette.RestSwatch)
	} else {
		add("… frames too narrow to draw", palette.RestSwatch)
	}
	switch {
	case f.t.Base != nil || len(f.boxes) == 1:
	case f.opts.Color == PackageColor:
	case f.opts.Color == NameColor:
		all = append(all, legendEntry{"", "the same name has the same color"})
	default:
		all = append(all, legendEntry{"", "shades distinguish classes"})
	}
	return all
}
