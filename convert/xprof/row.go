package xprof

import (
	"bytes"
	"strings"
)

// A row is a line of numbers, or the part of the line that belongs to it.
type row struct {
	form   form
	tenths int64 // tenths of a percent
	ticks  int64 // in the method itself, or without a method
	native int64 // for twoNumbers: in native code that the method called
	text   []byte

	// broken reports whether program output is inside the row. The text excludes it, and is empty if it is not in this line.
	broken bool
}

// A form says which fields a row has.
type form uint8

const (
	noNumbers  form = iota
	halfRow         //   57.1%   172, then any text
	oneNumber       //   97.9%   190             Blocked (of total)
	twoNumbers      //   57.1%   172  +     0    com.example.Main.main
)

// parseRow finds a row in a line, after any other text:
//
//	57.1%   172  +     0    com.example.Main.main
//	63.8%   190  +     2    Total interpreted
//	97.9%   190             Blocked (of total)
//
// HotSpot writes a row piece by piece, and other threads of the program may write between the pieces: after the first number, and
// after the second. Their output may end the line; then the rest of the row is on another line.
func parseRow(line []byte) row {
	line = trimRight(line)
	var half row
	for from := 0; ; {
		i := bytes.IndexByte(line[from:], '%')
		if i < 0 {
			break
		}
		percent := from + i
		from = percent + 1
		r, end, ok := parseTicks(line, percent)
		if !ok {
			continue
		}
		if n, ok := parseNative(line, skipBlanks(line, end)); ok && n.plus > end {
			r.addNative(line, n)
			if isPadded(percent, end, n) {
				r.checkColumn(line, n.end+1, n.end+1-percent+percentColumn)
			}
			return r
		}
		r.text = line[skipBlanks(line, end):]
		if s, ok := special(r.text); ok {
			r.form, r.broken = oneNumber, string(r.text) != specials[s].title
			return r
		}
		if half.form == noNumbers {
			half = r
		}
	}
	if half.form == halfRow {
		half.complete(half.text)
	}
	return half
}

// parseTicks reads a percentage and a number of ticks, given the index of the percent sign:
//
//	57.1%   172
//
// It returns the index after it.
func parseTicks(line []byte, percent int) (r row, end int, ok bool) {
	if r.tenths, ok = tenthsBefore(line[:percent]); !ok {
		return row{}, 0, false
	}
	c := cursor{line, percent + 1}
	if !c.blanks() {
		return row{}, 0, false
	}
	r.form = halfRow
	r.ticks, ok = c.integer()
	return r, c.at, ok
}

// tenthsBefore reads a percentage with one decimal from the end of a text, in tenths.
func tenthsBefore(text []byte) (int64, bool) {
	const most = 10 // digits: a percentage has fewer
	n := len(text)
	if n < 3 || !isDigit(text[n-1]) || text[n-2] != '.' && text[n-2] != ',' {
		return 0, false
	}
	from := n - 2
	for from > max(0, n-2-most) && isDigit(text[from-1]) {
		from--
	}
	c := cursor{text[:n-2], from}
	whole, ok := c.integer()
	return whole*10 + int64(text[n-1]-'0'), ok
}

// nativeTicks are the second number of a row.
type nativeTicks struct {
	ticks     int64
	plus, end int // indexes of its sign, and after it
}

// parseNative reads the second number of a row at an index of a line, such as "+     0".
func parseNative(line []byte, at int) (nativeTicks, bool) {
	c := cursor{line, at}
	if !c.literal("+") || !c.blanks() {
		return nativeTicks{}, false
	}
	ticks, ok := c.integer()
	return nativeTicks{ticks, at, c.at}, ok && (c.done() || isBlank(line[c.at]))
}

func (r *row) addNative(line []byte, n nativeTicks) {
	r.form, r.native, r.text = twoNumbers, n.ticks, line[skipBlanks(line, n.end):]
}

// complete adds the rest of a row, at the end of a text, to a half row; false: none. The name of a method may end like a
// title of one word, so such titles are tried last.
func (r *row) complete(text []byte) bool {
	text = trimRight(text)
	title := func(text []byte, words bool) bool {
		for _, s := range specials {
			if strings.Contains(s.title, " ") == words && bytes.HasSuffix(text, []byte(s.title)) {
				r.form, r.text, r.broken = oneNumber, text[len(text)-len(s.title):], true
				return true
			}
		}
		return false
	}
	if title(text, true) {
		return true
	}
	for i := bytes.LastIndexByte(text, '+'); i >= 0; i = bytes.LastIndexByte(text[:i], '+') {
		if n, ok := parseNative(text, i); ok {
			r.addNative(text, n)
			r.broken = true
			return true
		}
	}
	return title(text, false)
}

// Columns of a row as HotSpot prints it.
const (
	percentColumn = 5  // of the sign
	methodColumn  = 25 // of the name
)

// isPadded reports whether a row still has its columns, so its spaces have not been collapsed.
func isPadded(percent, end int, n nativeTicks) bool {
	const width = 1 + 1 + 5 // sign, blank and digits
	return end-percent >= width && n.plus-end == 2 && n.end-n.plus >= width
}

// checkColumn marks a row as broken if it has other text before the column of names. The arguments are the index and the column
// where HotSpot begins to pad with spaces.
func (r *row) checkColumn(line []byte, at, column int) {
	if column >= methodColumn {
		return
	}
	fill := bytes.Repeat([]byte(" "), methodColumn-column)
	if at < len(line) && bytes.HasPrefix(line[at:], fill) {
		return
	}
	r.broken = true
	i := bytes.LastIndex(r.text, fill)
	if i < 0 {
		r.text = nil
		return
	}
	r.text = r.text[i+len(fill):]
}

func skipBlanks(line []byte, at int) int {
	c := cursor{line, at}
	c.blanks()
	return c.at
}
