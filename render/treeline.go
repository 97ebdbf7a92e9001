package render

import (
	"fmt"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert/sites"
	"github.com/iprof-viz/iprof-viz/convert/sourceline"
)

const (
	minPart  = 12 // columns: names in the parts of a siteLine are not cut to fewer
	maxParts = 8  // parts that a siteLine lists: as many as the profiler keeps types
)

// A siteLine says what was seen at a site of a method: a mark, the site, and as many parts as fit.
type siteLine struct {
	mark  rune
	style style // of the mark
	head  string
	parts []sitePart
	sep   string // between the parts
	tail  string // after the parts
	more  string // how much of the kind is left out
}

// A sitePart is a type or target and its share. The name may be cut.
type sitePart struct {
	name, share string
}

// inLine adds the source line of the site, if it is known: @19 :58 →46 66.7%.
func (l siteLine) inLine(lines *sourceline.Lines, site sites.Site) siteLine {
	place := treeBCI(site.BCI)
	l.head = place + lineSuffix(lines.Line(site.Slot, site.BCI)) + strings.TrimPrefix(l.head, place)
	return l
}

// texts returns the line for a terminal that has columns left of it: one line, or two where there is no room for more.
func (l *siteLine) texts(opts TreeOptions, left int) []string {
	room := unlimited
	if opts.Width > 0 {
		room = max(opts.Width-left, 20)
	}
	text := func(tail string) string {
		start := opts.text(string(l.mark) + " " + l.head)
		return start + l.fit(opts, room-columnsOf(start+tail)) + tail
	}
	tail, more := opts.text(l.tail), ""
	if l.more != "" {
		more = opts.text("… " + l.more)
		if one := text(tail + "   " + more); columnsOf(one) <= room {
			return []string{one}
		}
	}
	lines := []string{text(tail)}
	if columnsOf(lines[0]) > room {
		lines[0] = text("")
	}
	if more != "" {
		lines = append(lines, "  "+more)
	}
	return lines
}

// allTexts is texts with all parts, up to maxParts: those for which the line has no room stand on lines of their own below it.
func (l *siteLine) allTexts(opts TreeOptions, left int) []string {
	n := min(len(l.parts), maxParts)
	room := max(opts.Width-left, 20)
	start := opts.text(string(l.mark) + " " + l.head)
	if opts.Width == 0 || n < 2 || l.more != "" || columnsOf(start)+columnsOf(opts.text(l.list(n, shortHashes)+l.tail)) <= room {
		return l.texts(opts, left)
	}
	names := make([]nameInRoom, n)
	for i, p := range l.parts[:n] {
		around := "  "
		if i == 0 {
			around = start
		}
		around += " " + opts.text(p.share) + opts.text(l.sep)
		if i == len(l.parts)-1 {
			around += opts.text(l.tail)
		}
		names[i] = nameInRoom{opts.text(p.name), max(room-columnsOf(around), minPart)}
	}
	short := opts.cut(names)
	var pieces []string
	for i, p := range l.parts[:n] {
		pieces = append(pieces, short[names[i]]+" "+opts.text(p.share))
		if i+1 < len(l.parts) {
			pieces[i] += opts.text(strings.TrimRight(l.sep, " "))
		}
	}
	if more := len(l.parts) - n; more > 0 {
		pieces = append(pieces, opts.text(moreText(more)))
	}
	pieces[len(pieces)-1] += opts.text(l.tail)
	var lines []string
	line := start + pieces[0]
	for _, piece := range pieces[1:] {
		if longer := line + " " + piece; columnsOf(longer) <= room {
			line = longer
			continue
		}
		lines = append(lines, line)
		line = "  " + piece
	}
	return append(lines, line)
}

// list joins the first n parts, with their names as name returns them.
func (l *siteLine) list(n int, name func(string) string) string {
	var b strings.Builder
	for i, p := range l.parts[:n] {
		if i > 0 {
			b.WriteString(l.sep)
		}
		b.WriteString(name(p.name))
		b.WriteByte(' ')
		b.WriteString(p.share)
	}
	if left := len(l.parts) - n; left > 0 {
		fmt.Fprintf(&b, "%s… %s more", l.sep, thousands(left))
	}
	return b.String()
}

// fit joins as many parts as there is room for. Long names are cut first, then the last parts left out.
func (l *siteLine) fit(opts TreeOptions, room int) string {
	list := func(n, width int) string {
		names := make([]nameInRoom, n)
		for i, p := range l.parts[:n] {
			names[i] = nameInRoom{opts.text(p.name), width}
		}
		short := opts.cut(names)
		return opts.text(l.list(n, func(name string) string { return short[nameInRoom{opts.text(name), width}] }))
	}
	n := min(len(l.parts), maxParts)
	switch {
	case n == 0:
		return ""
	case opts.Width == 0:
		return opts.text(l.list(n, opts.text))
	}
	for _, limit := range []int{unlimited, 40, 30, 24, 18} {
		if text := list(n, limit); columnsOf(text) <= room {
			return text
		}
	}
	for ; n > 1; n-- {
		if text := list(n, 18); columnsOf(text) <= room {
			return text
		}
	}
	limit := 18
	for limit > minPart && columnsOf(list(1, limit)) > room {
		limit--
	}
	return list(1, limit)
}

// plainText returns the line for a picture, without mark and more, with as many parts as fit into a number of columns, but at
// least one.
func (l *siteLine) plainText(columns int) string {
	text := func(n int) string {
		return l.head + l.list(n, func(name string) string { return cutMiddle(shortHashes(visible(name)), minPart+8) }) + l.tail
	}
	n := min(len(l.parts), maxParts)
	for n > 1 && columnsOf(text(n)) > columns {
		n--
	}
	return text(n)
}
