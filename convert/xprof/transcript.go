package xprof

import (
	"bytes"
	"strings"

	"github.com/iprof-viz/iprof-viz/internal/lines"
)

// maxTranscript is the maximum number of bytes kept for the names of threads, which may have any number of lines.
const maxTranscript = 64 << 10

// A transcript keeps the lines after a header: they may belong to the name of its thread.
type transcript struct {
	text  []byte
	ends  []int // of the lines in text
	start int   // number of the first line
	full  bool  // lines are missing after the last one
}

// next returns the number of the next line.
func (t *transcript) next() int { return t.start + len(t.ends) }

// add keeps a line, if there is room.
func (t *transcript) add(line []byte) {
	t.full = t.full || len(t.text)+len(line) > maxTranscript || len(t.ends) == maxTranscript
	if !t.full {
		t.text = append(t.text, line...)
		t.ends = append(t.ends, len(t.text))
	}
}

// drop drops the lines before a number.
func (t *transcript) drop(before int) {
	n := before - t.start
	cut := 0
	if n > 0 {
		cut = t.ends[n-1]
	}
	t.text = append(t.text[:0], t.text[cut:]...)
	t.ends = append(t.ends[:0], t.ends[n:]...)
	for i := range t.ends {
		t.ends[i] -= cut
	}
	t.start = before
	t.full = t.full && len(t.ends) > 0
}

func (t *transcript) line(number int) []byte {
	i := number - t.start
	from := 0
	if i > 0 {
		from = t.ends[i-1]
	}
	return t.text[from:t.ends[i]]
}

// threadName returns the name of the thread of a header: the rest of the header's line and all lines up to an empty one. HotSpot
// prints an empty line between the name and the first section, so a name may have empty lines if there is one more above the
// section. Lost ticks are directly below the name.
//
//	Flat profile of 4.02 secs (194 total ticks): first line
//	second line
//
//	  Interpreted + native   Method
//
// The arguments from and until are the numbers of the line after the header and of the first line below the name.
func (t *transcript) threadName(h header, from, until int, lost bool) string {
	until = min(until, t.next())
	crlf := strings.HasSuffix(h.thread, "\r") && until < t.next() && bytes.HasSuffix(t.line(until), []byte("\r"))
	var rest []string
	for n := from; n < until; n++ {
		line, ok := h.prefix.Cut(t.line(n))
		if !ok {
			line = t.line(n)
		}
		if crlf {
			line = bytes.TrimSuffix(line, []byte("\r"))
		}
		rest = append(rest, string(line))
	}
	switch {
	case lost:
	case len(rest) > 0 && isEmpty(rest[len(rest)-1]):
		rest = rest[:len(rest)-1]
	default:
		for i, line := range rest {
			if isEmpty(line) {
				rest = rest[:i]
				break
			}
		}
	}
	name := h.thread
	if crlf {
		name = strings.TrimSuffix(name, "\r")
	}
	return lines.String([]byte(strings.Join(append([]string{name}, rest...), "\n")))
}

func isEmpty(line string) bool { return strings.Trim(line, " \t\r") == "" }
