package lines

import "bytes"

// A Prefix is the text that a log tool puts before every line, as found in one of them: "[info] ", "12:00:01.250 INFO  main - ".
type Prefix string

// Cut returns a line without its prefix; false: it has none like p. A word or number in p matches any other, so that timestamps and
// levels may differ from line to line. The spaces at the end of p may be missing if nothing follows them.
func (p Prefix) Cut(line []byte) ([]byte, bool) {
	if p == "" {
		return line, true
	}
	if isWord(p[len(p)-1]) { // no separator: text that happens to be there, not a prefix
		return bytes.CutPrefix(line, []byte(p))
	}
	at := 0
	for i := 0; i < len(p); {
		class := classOf(p[i])
		from := i
		for i++; i < len(p) && class != mark && classOf(p[i]) == class; i++ {
		}
		switch {
		case class == blank && i == len(p):
			if len(bytes.TrimLeft(line[at:], " \t")) == 0 {
				return nil, true
			}
			at += i - from
			if at > len(line) || len(bytes.TrimLeft(line[at-(i-from):at], " \t")) > 0 {
				return nil, false
			}
			continue
		case at == len(line) || classOf(line[at]) != class || class == mark && line[at] != p[from]:
			return nil, false
		}
		for at++; at < len(line) && class != mark && classOf(line[at]) == class; at++ {
		}
	}
	return line[at:], true
}

// A class is a class of bytes that Cut compares as runs, except for marks.
type class uint8

const (
	mark class = iota // punctuation, each character for itself
	word              // letters and digits
	blank
)

func classOf(b byte) class {
	switch {
	case isWord(b):
		return word
	case b == ' ' || b == '\t':
		return blank
	}
	return mark
}

func isWord(b byte) bool {
	return '0' <= b && b <= '9' || 'a' <= b|0x20 && b|0x20 <= 'z' || b >= 0x80
}
