package xprof

import (
	"bytes"
	"math"
	"time"

	"github.com/iprof-viz/iprof-viz/internal/lines"
)

// maxLine is the maximum length of a line in bytes: 1 MiB. Longer lines are output of the program.
const maxLine = 1 << 20

// A cursor reads a line from left to right.
type cursor struct {
	text []byte
	at   int
}

func isBlank(b byte) bool { return b == ' ' || b == '\t' }
func isDigit(b byte) bool { return '0' <= b && b <= '9' }

func (c *cursor) done() bool { return c.at == len(c.text) }

// blanks skips blanks; false: there are none.
func (c *cursor) blanks() bool {
	from := c.at
	for !c.done() && isBlank(c.text[c.at]) {
		c.at++
	}
	return c.at > from
}

// literal skips a word; false: the text differs.
func (c *cursor) literal(word string) bool {
	if !bytes.HasPrefix(c.text[c.at:], []byte(word)) {
		return false
	}
	c.at += len(word)
	return true
}

// words skips several words, each preceded by blanks.
func (c *cursor) words(all ...string) bool {
	for _, w := range all {
		if !c.blanks() || !c.literal(w) {
			return false
		}
	}
	return true
}

// integer reads a number without a sign; false: none, or it exceeds 2^63-1.
func (c *cursor) integer() (int64, bool) {
	var n int64
	from := c.at
	for ; !c.done() && isDigit(c.text[c.at]); c.at++ {
		digit := int64(c.text[c.at] - '0')
		if n > (math.MaxInt64-digit)/10 {
			return 0, false
		}
		n = n*10 + digit
	}
	return n, c.at > from
}

// seconds reads a time in printf's format %3.2f, in any locale.
func (c *cursor) seconds() (time.Duration, bool) {
	whole, ok := c.integer()
	if !ok || whole > math.MaxInt64/int64(time.Second)-1 || c.at+3 > len(c.text) {
		return 0, false
	}
	point, tens, ones := c.text[c.at], c.text[c.at+1], c.text[c.at+2]
	if point != '.' && point != ',' || !isDigit(tens) || !isDigit(ones) {
		return 0, false
	}
	c.at += 3
	hundredths := time.Duration(tens-'0')*10 + time.Duration(ones-'0')
	return time.Duration(whole)*time.Second + hundredths*10*time.Millisecond, true
}

// A header is the first line of a block.
type header struct {
	prefix  lines.Prefix // text before it
	elapsed time.Duration
	ticks   int64
	thread  string // the first line of the thread's name
	line    int
}

const headerStart = "Flat profile of"

// parseHeader finds the header of a block in a line:
//
//	Flat profile of 4.06 secs (301 total ticks): main
//
// Everything after the colon and a blank is the thread's name, even another header.
func parseHeader(line []byte) (header, bool) {
	for from := 0; ; {
		i := bytes.Index(line[from:], []byte(headerStart))
		if i < 0 {
			return header{}, false
		}
		start := from + i
		from = start + len(headerStart)
		c := cursor{line, from}
		var h header
		var ok [2]bool
		c.blanks()
		h.elapsed, ok[0] = c.seconds()
		if !ok[0] || !c.words("secs", "(") {
			continue
		}
		h.ticks, ok[1] = c.integer()
		if !ok[1] || !c.words("total", "ticks):") {
			continue
		}
		if !c.done() && isBlank(c.text[c.at]) {
			c.at++
		}
		h.prefix, h.thread = lines.Prefix(line[:start]), string(c.text[c.at:])
		return h, true
	}
}

// parseGlobal finds the first line of a global summary:
//
//	Global summary of 4.06 seconds:
func parseGlobal(line []byte) (time.Duration, bool) {
	const start = "Global summary of"
	i := bytes.Index(line, []byte(start))
	if i < 0 {
		return 0, false
	}
	c := cursor{line, i + len(start)}
	c.blanks()
	elapsed, ok := c.seconds()
	return elapsed, ok && c.words("seconds:")
}

// parseTitle finds the line above the rows of a section:
//
//	Interpreted + native   Method
func parseTitle(line []byte) (section, bool) {
	for from := 0; ; {
		i := bytes.Index(line[from:], []byte("native"))
		if i < 0 {
			return 0, false
		}
		before, ok := bytes.CutSuffix(trimRight(line[:from+i]), []byte("+"))
		before = trimRight(before)
		for s, names := range sectionNames {
			if ok && bytes.HasSuffix(before, []byte(names.title)) {
				return section(s), true
			}
		}
		from += i + len("native")
	}
}

// isList reports whether a line is the title of the ticks without a method:
//
//	Thread-local ticks:
func isList(line []byte) bool { return bytes.Contains(line, []byte("Thread-local ticks:")) }

func trimRight(text []byte) []byte { return bytes.TrimRight(text, " \t\r") }
