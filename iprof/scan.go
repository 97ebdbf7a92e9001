package iprof

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// windowSize is how much of the input is in memory at a time, in bytes. The longest records of real profiles take a twentieth of
// it. Records longer than the window are read as well, but slowly.
const windowSize = 256 << 10

// padding is the number of bytes in the window that are never read from the input, so that a number can be looked at in one step.
const padding = 8

// maxText is the maximum length of a string, decoded: twice the length of the longest context (MaxFrames). Names are shorter: a
// class file limits them to 65,535 bytes.
const maxText = 40 << 20

// maxNesting is the maximum depth of nested arrays and objects, including the document. The format needs 4.
const maxNesting = 16

// A scanner reads JSON tokens (RFC 8259) from a window over a reader.
type scanner struct {
	r    io.Reader
	buf  []byte // buf[end] is 0, which no token contains: loops over a token need no check for the window's end. More bytes follow, padding
	pos  int
	end  int
	base int64 // offset of buf[0]
	err  error // why the input ends: io.EOF or an error

	text   []byte // the last string
	halves bool   // the current string has half of a surrogate pair
}

// newScanner returns a scanner of r with the window of an earlier one, or, if that is nil, a new window.
func newScanner(r io.Reader, window []byte) *scanner {
	if window == nil {
		window = make([]byte, windowSize+padding)
	}
	window[0] = 0
	return &scanner{r: r, buf: window}
}

// offset returns the offset of the next byte.
func (s *scanner) offset() int64 { return s.base + int64(s.pos) }

// fill moves the unread rest to the start of the window and reads more after it. It returns false if nothing was added: the input
// has ended, or the window is full.
func (s *scanner) fill() bool {
	if s.err != nil {
		return false
	}
	if s.pos > 0 {
		copy(s.buf, s.buf[s.pos:s.end])
		s.base += int64(s.pos)
		s.end -= s.pos
		s.pos = 0
	}
	before := s.end
	for empty := 0; s.err == nil && s.end < windowSize; {
		var n int
		n, s.err = s.r.Read(s.buf[s.end:windowSize])
		s.end += n
		if n > 0 && s.end >= windowSize/2 {
			break
		}
		if n > 0 {
			empty = 0
		} else if empty++; empty == 100 && s.err == nil {
			s.err = io.ErrNoProgress
		}
	}
	s.buf[s.end] = 0
	return s.end > before
}

// peek returns the next byte without consuming it. At the end of the input, it returns false.
func (s *scanner) peek() (byte, bool) {
	if s.pos == s.end && !s.fill() {
		return 0, false
	}
	return s.buf[s.pos], true
}

// next skips white space and returns the byte after it without consuming that. At the end of the input, it returns false.
func (s *scanner) next() (byte, bool) {
	for {
		for s.pos < s.end {
			switch c := s.buf[s.pos]; c {
			case ' ', '\t', '\n', '\r':
				s.pos++
			default:
				return c, true
			}
		}
		if !s.fill() {
			return 0, false
		}
	}
}

// failure returns why the input ends: ErrTruncated, or the error of the reader.
func (s *scanner) failure() error {
	if s.err == nil || s.err == io.EOF || errors.Is(s.err, io.ErrUnexpectedEOF) {
		return ErrTruncated
	}
	return s.err
}

// unexpected returns the error for a token other than the wanted one.
func (s *scanner) unexpected(want string) error {
	if _, ok := s.peek(); !ok {
		if err := s.failure(); err != ErrTruncated {
			return err
		}
		return fmt.Errorf("%w, expected %s", ErrTruncated, want)
	}
	return fmt.Errorf("expected %s, found %s", want, s.found())
}

// found returns the current token for a message, quoted and shortened.
func (s *scanner) found() string {
	if s.end-s.pos < 64 {
		s.fill()
	}
	rest := s.buf[s.pos:min(s.end, s.pos+64)]
	if len(rest) > 0 && rest[0] == '"' {
		text, _, _ := bytes.Cut(rest[1:], []byte{'"'})
		return "the string " + quoteShort(string(text))
	}
	n := bytes.IndexAny(rest, " \t\r\n,:[]{}\"")
	switch n {
	case 0:
		n = 1
	case -1:
		n = len(rest)
	}
	return quoteShort(string(rest[:n]))
}

// take skips white space and consumes c.
func (s *scanner) take(c byte, want string) error {
	if got, ok := s.next(); !ok || got != c {
		return s.unexpected(want)
	}
	s.pos++
	return nil
}

// more returns, after an element of an array or object that closes with end, whether another one follows.
func (s *scanner) more(end byte) (bool, error) {
	switch c, _ := s.next(); c {
	case ',':
		s.pos++
		return true, nil
	case end:
		s.pos++
		return false, nil
	}
	return false, s.unexpected(fmt.Sprintf("',' or '%c'", end))
}

// integer reads an integer in [minimum, maximum]: minimum is at most 0, maximum is 2^31-1 or 2^63-1. want names it in messages.
func (s *scanner) integer(want string, minimum, maximum int64) (int64, error) {
	c, ok := s.next()
	if !ok || c != '-' && (c < '0' || c > '9') {
		return 0, s.unexpected(want)
	}
	negative := c == '-'
	// Then every integer in range is in the window, including the byte after it.
	if s.end-s.pos < 64 {
		s.fill()
	}
	i := s.pos
	if negative {
		i++
	}
	digits := i
	var v uint64
	for ; s.buf[i]-'0' <= 9; i++ {
		if i-digits < 19 {
			v = v*10 + uint64(s.buf[i]-'0')
		} else if i-digits > 40 {
			break
		}
	}
	n := i - digits
	switch c := s.buf[i]; {
	case n == 0:
		if i == s.end && s.err != nil {
			s.pos = i
			return 0, s.unexpected(want)
		}
		return 0, fmt.Errorf("expected %s, found %s", want, s.found())
	case n > 1 && s.buf[digits] == '0':
		return 0, fmt.Errorf("%s: leading zeros are not allowed", s.found())
	case i == s.end && s.err != nil: // the input may end within the number
		s.pos = i
		return 0, s.unexpected("the rest of a number")
	case c == '.' || c == '+' || c == '-' || c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z': // 1.5, 1e3, 0x1f
		return 0, fmt.Errorf("%s is not an integer", s.found())
	}
	if n > 19 || v > 1<<63-1 {
		return 0, fmt.Errorf("%s does not fit in 63 bits", s.found())
	}
	value := int64(v)
	if negative {
		value = -value
	}
	switch {
	case value < minimum:
		return 0, fmt.Errorf("%d is negative", value)
	case value > maximum:
		return 0, fmt.Errorf("%d does not fit in 31 bits", value)
	}
	s.pos = i
	return value, nil
}

// str reads a string into s.text, decoded. The result is valid until the next call. want names it in messages.
func (s *scanner) str(want string) ([]byte, error) {
	if c, ok := s.next(); !ok || c != '"' {
		return nil, s.unexpected(want)
	}
	s.pos++
	s.text = s.text[:0]
	ascii := true
	run := 0 // index in text after the last escape
	for {
		// A run without quotes, escapes and control characters.
		i := s.pos
		for c := s.buf[i]; c >= ' ' && c != '"' && c != '\\'; c = s.buf[i] {
			ascii = ascii && c < utf8.RuneSelf
			i++
		}
		s.text = append(s.text, s.buf[s.pos:i]...)
		s.pos = i
		switch c, ok := s.peek(); {
		case !ok:
			return nil, s.unexpected("the end of a string")
		case c == '"':
			s.pos++
			if !ascii {
				if err := s.checkUTF8(run, s.offset()-1); err != nil {
					return nil, err
				}
			}
			return s.text, nil
		case c == '\\':
			if !ascii {
				if err := s.checkUTF8(run, s.offset()); err != nil {
					return nil, err
				}
			}
			if err := s.escape(); err != nil {
				return nil, err
			}
			run = len(s.text)
		case c < ' ':
			return nil, fmt.Errorf("control character %q in a string", c)
		case len(s.text) > maxText:
			return nil, fmt.Errorf("a string of more than %d bytes", maxText)
		}
	}
}

// checkUTF8 checks the text from index run on. It ends at the offset end of the input.
func (s *scanner) checkUTF8(run int, end int64) error {
	if utf8.Valid(s.text[run:]) {
		return nil
	}
	for i := run; ; {
		r, n := utf8.DecodeRune(s.text[i:])
		if r == utf8.RuneError && n == 1 {
			around := s.text[max(run, i-10):min(len(s.text), i+10)]
			return &placed{end - int64(len(s.text)-i), fmt.Errorf("invalid UTF-8 in %s", quoteShort(string(around)))}
		}
		i += n
	}
}

// placed returns an error at an offset other than the current one.
type placed struct {
	offset int64
	error
}

// escape consumes an escape, or the two of a surrogate pair. Half of a pair, which names of the JVM may have, becomes the
// three bytes that UTF-8 would have for it (WTF-8).
func (s *scanner) escape() error {
	if s.end-s.pos < 12 {
		s.fill()
	}
	rest := s.buf[s.pos:s.end]
	if len(rest) > 1 && rest[1] != 'u' {
		i := bytes.IndexByte([]byte(`"\/bfnrt`), rest[1])
		if i < 0 {
			return fmt.Errorf("%s is not an escape", quoteShort(string(rest[:2])))
		}
		s.text = append(s.text, "\"\\/\b\f\n\r\t"[i])
		s.pos += 2
		return nil
	}
	r, n := hex4(rest)
	switch {
	case n == 6 && utf16.IsSurrogate(r):
		if low, m := hex4(rest[6:]); m == 6 && utf16.DecodeRune(r, low) != utf8.RuneError {
			s.text = utf8.AppendRune(s.text, utf16.DecodeRune(r, low))
			s.pos += 12
			return nil
		}
		s.text = append(s.text, 0xe0|byte(r>>12), 0x80|byte(r>>6&0x3f), 0x80|byte(r&0x3f))
		s.halves = true
		s.pos += 6
		return nil
	case n == 6:
		s.text = utf8.AppendRune(s.text, r)
		s.pos += 6
		return nil
	case n == len(rest):
		s.pos = s.end
		return s.unexpected("the rest of an escape")
	}
	return fmt.Errorf("%s is not an escape", quoteShort(string(rest[:min(6, len(rest))])))
}

// hex4 decodes \uXXXX. n is the number of bytes that match; the escape is complete if it is 6.
func hex4(b []byte) (r rune, n int) {
	for n = range min(6, len(b)) {
		switch c := b[n]; {
		case n == 0 && c == '\\', n == 1 && c == 'u':
		case n > 1 && c >= '0' && c <= '9':
			r = r<<4 | rune(c-'0')
		case n > 1 && c|0x20 >= 'a' && c|0x20 <= 'f':
			r = r<<4 | rune(c|0x20-'a'+10)
		default:
			return r, n
		}
	}
	return r, min(6, len(b))
}

// skip reads and checks any value. depth is the nesting depth around it.
func (s *scanner) skip(depth int) error {
	var closers [maxNesting]byte // of the open arrays and objects
	open := 0
	for {
		// A value begins here.
		c, ok := s.next()
		switch {
		case !ok:
			return s.unexpected("a value")
		case c == '{' || c == '[':
			if depth+open >= maxNesting {
				return fmt.Errorf("nested deeper than %d", maxNesting)
			}
			s.pos++
			closers[open] = c + 2 // ']' and '}' come two after '[' and '{'
			open++
			if d, _ := s.next(); d == c+2 {
				s.pos++
				open--
				break
			}
			if c == '{' {
				if err := s.key(); err != nil {
					return err
				}
			}
			continue
		case c == '"':
			if _, err := s.str("a string"); err != nil {
				return err
			}
		case c == '-' || c >= '0' && c <= '9':
			if err := s.number(); err != nil {
				return err
			}
		default:
			if err := s.literal(); err != nil {
				return err
			}
		}
		// A value has ended, and possibly arrays and objects with it.
		for {
			if open == 0 {
				return nil
			}
			more, err := s.more(closers[open-1])
			if err != nil {
				return err
			}
			if !more {
				open--
				continue
			}
			if closers[open-1] == '}' {
				if err := s.key(); err != nil {
					return err
				}
			}
			break
		}
	}
}

// key reads a key and its colon. The key is in s.text.
func (s *scanner) key() error {
	if _, err := s.str("a key"); err != nil {
		return err
	}
	return s.take(':', "':'")
}

// number skips a number and checks its grammar (RFC 8259, section 6).
func (s *scanner) number() error {
	if s.end-s.pos < 64 {
		s.fill()
	}
	start := s.offset()
	digits := func() (n int, first byte) {
		for {
			c, ok := s.peek()
			if !ok || c < '0' || c > '9' {
				return n, first
			}
			if n == 0 {
				first = c
			}
			n++
			s.pos++
		}
	}
	bad := func() error {
		if _, ok := s.peek(); !ok {
			return s.unexpected("a digit")
		}
		if start < s.base { // a number longer than the window
			return &placed{start, errors.New("not a JSON number")}
		}
		s.pos = int(start - s.base)
		return fmt.Errorf("%s is not a number", s.found())
	}
	if c, _ := s.peek(); c == '-' {
		s.pos++
	}
	if n, first := digits(); n == 0 || n > 1 && first == '0' {
		return bad()
	}
	if c, _ := s.peek(); c == '.' {
		s.pos++
		if n, _ := digits(); n == 0 {
			return bad()
		}
	}
	if c, _ := s.peek(); c == 'e' || c == 'E' {
		s.pos++
		if c, _ := s.peek(); c == '+' || c == '-' {
			s.pos++
		}
		if n, _ := digits(); n == 0 {
			return bad()
		}
	}
	return nil
}

// literal skips true, false or null.
func (s *scanner) literal() error {
	if s.end-s.pos < 8 {
		s.fill()
	}
	rest := s.buf[s.pos:s.end]
	for _, word := range []string{"true", "false", "null"} {
		if bytes.HasPrefix(rest, []byte(word)) {
			s.pos += len(word)
			return nil
		}
		if strings.HasPrefix(word, string(rest[:min(len(rest), len(word))])) { // the input ends within it
			s.pos = s.end
		}
	}
	return s.unexpected("a value")
}
