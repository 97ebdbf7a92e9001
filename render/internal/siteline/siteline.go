// Package siteline writes the line about what was recorded at a place: the types of a call or type check, the successors of a
// conditional.
package siteline

import (
	"fmt"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert/sites"
	"github.com/iprof-viz/iprof-viz/convert/sourceline"
	"github.com/iprof-viz/iprof-viz/render/internal/fitname"
	"github.com/iprof-viz/iprof-viz/render/internal/numbers"
	"github.com/iprof-viz/iprof-viz/render/internal/places"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
	"github.com/iprof-viz/iprof-viz/render/internal/terminal"
)

const (
	minPart  = 12 // columns: names in the parts of a Line are not shortened further
	maxParts = 8  // maximum parts listed in a Line: as many types as the profiler keeps
)

// A Line describes what was recorded at a site of a method: a mark, the site, and as many parts as fit.
type Line struct {
	Mark  rune
	Style terminal.Style // of the mark
	Head  string
	Parts []Part
	Sep   string // between the parts
	Tail  string // after the parts
	More  string // how much of the kind is left out
}

// A Part is a type or target and its share. The name may be shortened.
type Part struct {
	Name, Share string
	Of          float64 // Share as a number; 0: there is none
}

// InLine adds the source line of the site, if it is known: @19 :58 →46 66.7%.
func (l Line) InLine(lines *sourceline.Lines, site sites.Site) Line {
	place := places.TreeBCI(site.BCI)
	l.Head = place + places.LineSuffix(lines.Line(site.Slot, site.BCI)) + strings.TrimPrefix(l.Head, place)
	return l
}

// Texts returns the line for a terminal, in the remaining columns: one line, or more if it does not fit.
func (l *Line) Texts(opts Options, left int) []string {
	room := plaintext.Unlimited
	if opts.Width > 0 {
		room = max(opts.Width-left, 20)
	}
	text := func(tail string) string {
		start := opts.Text(string(l.Mark) + " " + l.Head)
		return start + l.fit(opts, room-plaintext.Columns(start+tail)) + tail
	}
	tail, more := opts.Text(l.Tail), ""
	if l.More != "" {
		more = opts.Text("… " + l.More)
		if one := text(tail + "   " + more); plaintext.Columns(one) <= room {
			return []string{one}
		}
	}
	lines := []string{text(tail)}
	if plaintext.Columns(lines[0]) > room {
		lines[0] = text("")
	}
	if plaintext.Columns(lines[0]) > room { // a name that is not shortened further
		lines = l.wrap(opts, lines[0], room)
	}
	if more != "" {
		lines = append(lines, "  "+more)
	}
	return lines
}

// wrap breaks a line before the number of other parts, or else at any blank.
func (l *Line) wrap(opts Options, line string, room int) []string {
	sep := opts.Text(l.Sep)
	if i := strings.LastIndex(line, sep+opts.Text("…")); sep != "" && i >= 0 {
		line, more := strings.TrimRight(line[:i+len(sep)], " "), line[i+len(sep):]
		return append(plaintext.Wrap(line, room), "  "+more)
	}
	return plaintext.Wrap(line, room)
}

// AllTexts is like Texts with all parts, up to maxParts: those that do not fit are on separate lines below.
func (l *Line) AllTexts(opts Options, left int) []string {
	n := min(len(l.Parts), maxParts)
	room := max(opts.Width-left, 20)
	start := opts.Text(string(l.Mark) + " " + l.Head)
	if opts.Width == 0 || n < 2 || l.More != "" || plaintext.Columns(start)+plaintext.Columns(opts.Text(l.list(n, fitname.ShortHashes)+l.Tail)) <= room {
		return l.Texts(opts, left)
	}
	names := make([]fitname.NameInRoom, n)
	for i, p := range l.Parts[:n] {
		around := "  "
		if i == 0 {
			around = start
		}
		around += " " + opts.Text(p.Share) + opts.Text(l.Sep)
		if i == len(l.Parts)-1 {
			around += opts.Text(l.Tail)
		}
		names[i] = fitname.NameInRoom{Name: opts.Text(p.Name), Room: max(room-plaintext.Columns(around), minPart)}
	}
	short := opts.Cut(names)
	var pieces []string
	for i, p := range l.Parts[:n] {
		pieces = append(pieces, short[names[i]]+" "+opts.Text(p.Share))
		if i+1 < len(l.Parts) {
			pieces[i] += opts.Text(strings.TrimRight(l.Sep, " "))
		}
	}
	if more := len(l.Parts) - n; more > 0 {
		pieces = append(pieces, opts.Text(numbers.MoreText(more)))
	}
	pieces[len(pieces)-1] += opts.Text(l.Tail)
	var lines []string
	line := start + pieces[0]
	for _, piece := range pieces[1:] {
		if longer := line + " " + piece; plaintext.Columns(longer) <= room {
			line = longer
			continue
		}
		lines = append(lines, line)
		line = "  " + piece
	}
	return append(lines, line)
}

// list joins the first n parts, with their names as name returns them.
func (l *Line) list(n int, name func(string) string) string {
	var b strings.Builder
	for i, p := range l.Parts[:n] {
		if i > 0 {
			b.WriteString(l.Sep)
		}
		b.WriteString(name(p.Name))
		b.WriteByte(' ')
		b.WriteString(p.Share)
	}
	if left := len(l.Parts) - n; left > 0 {
		fmt.Fprintf(&b, "%s… %s more", l.Sep, numbers.Thousands(left))
	}
	return b.String()
}

// fit joins as many parts as fit. Long names are shortened first, then the last parts left out.
func (l *Line) fit(opts Options, room int) string {
	list := func(n, width int) string {
		names := make([]fitname.NameInRoom, n)
		for i, p := range l.Parts[:n] {
			names[i] = fitname.NameInRoom{Name: opts.Text(p.Name), Room: width}
		}
		short := opts.Cut(names)
		return opts.Text(l.list(n, func(name string) string { return short[fitname.NameInRoom{Name: opts.Text(name), Room: width}] }))
	}
	n := min(len(l.Parts), maxParts)
	switch {
	case n == 0:
		return ""
	case opts.Width == 0:
		return opts.Text(l.list(n, opts.Text))
	}
	for _, limit := range []int{plaintext.Unlimited, 40, 30, 24, 18} {
		if text := list(n, limit); plaintext.Columns(text) <= room {
			return text
		}
	}
	for ; n > 1; n-- {
		if text := list(n, 18); plaintext.Columns(text) <= room {
			return text
		}
	}
	limit := 18
	for limit > minPart && plaintext.Columns(list(1, limit)) > room {
		limit--
	}
	return list(1, limit)
}

// PlainText returns the line for a picture, without mark and more, with as many parts as fit into a number of columns, but at
// least one.
func (l *Line) PlainText(columns int) string {
	text := func(n int) string {
		return l.Head + l.list(n, func(name string) string {
			return fitname.Method(fitname.ShortHashes(plaintext.Visible(name)), minPart+8)
		}) + l.Tail
	}
	n := min(len(l.Parts), maxParts)
	for n > 1 && plaintext.Columns(text(n)) > columns {
		n--
	}
	return text(n)
}
