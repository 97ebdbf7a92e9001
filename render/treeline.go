package render

import (
	"fmt"
	"strings"
)

const (
	minPart  = 12 // columns: names in the parts of a siteLine are not cut to fewer
	maxParts = 8  // parts that a siteLine lists: as many as the profiler keeps types
)

// An aside is a line about a place in a method: a mark, what is at the place, and parts of which as many are shown as
// fit.
type aside struct {
	mark  rune
	style style // of the mark
	head  string
	parts []asidePart
	sep   string
	tail  string // behind the parts
	more  string // what is not shown of the kind
}

// An asidePart is a name, which may be cut, and its share.
type asidePart struct {
	name, share string
}

// asideLines words what there is at a place for the columns that are left: in one line, or in two where what is not
// shown takes one for itself.
func (a *aside) lines(opts TreeOptions, column int) []string {
	room := unlimited
	if opts.Width > 0 {
		room = max(opts.Width-column, 20)
	}
	line := func(tail string) string {
		start := opts.text(string(a.mark) + " " + a.head)
		return start + a.fit(opts, room-columnsOf(start+tail)) + tail
	}
	tail, more := opts.text(a.tail), ""
	if a.more != "" {
		more = opts.text("… " + a.more)
		if one := line(tail + "   " + more); columnsOf(one) <= room {
			return []string{one}
		}
	}
	lines := []string{line(tail)}
	if columnsOf(lines[0]) > room {
		lines[0] = line("")
	}
	if more != "" {
		lines = append(lines, "  "+more)
	}
	return lines
}

// list words the first n parts. The function says what a name reads.
func (a *aside) list(n int, name func(string) string) string {
	var b strings.Builder
	for i, p := range a.parts[:n] {
		if i > 0 {
			b.WriteString(a.sep)
		}
		b.WriteString(name(p.name))
		b.WriteByte(' ')
		b.WriteString(p.share)
	}
	if left := len(a.parts) - n; left > 0 {
		fmt.Fprintf(&b, "%s… %d more", a.sep, left)
	}
	return b.String()
}

// words returns the line without its mark and what is not shown, with so many parts, their names cut to a number of columns.
func (a *aside) words(parts, width int) string {
	return a.head + a.list(parts, func(name string) string { return cutMiddle(shortHashes(visible(name)), width) }) + a.tail
}

// upTo returns the line without its mark and what is not shown in a number of columns, but with one part at least.
func (a *aside) upTo(columns int) string {
	n := min(len(a.parts), maxParts)
	for n > 1 && columnsOf(a.words(n, minPart+8)) > columns {
		n--
	}
	return a.words(n, minPart+8)
}

// fit words as many parts as there is room for. Long names are cut first, then the last parts left out.
func (a *aside) fit(opts TreeOptions, room int) string {
	word := func(n, width int) string {
		return opts.text(a.list(n, func(name string) string { return opts.cut(opts.text(name), width) }))
	}
	n := min(len(a.parts), maxParts)
	if n == 0 {
		return ""
	}
	for _, limit := range []int{unlimited, 40, 30, 24, 18} {
		if text := word(n, limit); columnsOf(text) <= room {
			return text
		}
	}
	for ; n > 1; n-- {
		if text := word(n, 18); columnsOf(text) <= room {
			return text
		}
	}
	limit := 18
	for limit > minPart && columnsOf(word(1, limit)) > room {
		limit--
	}
	return word(1, limit)
}
