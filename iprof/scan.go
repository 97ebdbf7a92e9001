package iprof

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"unicode/utf16"
	"unicode/utf8"
)

// windowSize is how much of the input is in memory at a time. It holds the longest records of real profiles twenty
// times over; larger ones slow the reader down but do not stop it.
const windowSize = 256 << 10

// maxNesting is how deep arrays and objects may nest, the document's own object included. The format needs 4.
const maxNesting = 16

// A scanner reads JSON tokens (RFC 8259) from a window over a reader.
type scanner struct {
	r    io.Reader
	buf  []byte // buf[end] is 0, which no token contains: loops over a token need not look for the window's end
	pos  int
	end  int
	base int64 // offset of buf[0]
	err  error // why there is nothing to read any more: io.EOF or a failure

	text []byte // the last string
}

func newScanner(r io.Reader) *scanner {
	return &scanner{r: r, buf: make([]byte, windowSize+1)}
}

// offset returns the offset of the next byte.
func (s *scanner) offset() int64 { return s.base + int64(s.pos) }

// fill moves what is left to the window's start and reads more behind it. It is false where nothing was added: the input
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

// peek returns the next byte. It is false at the end of the input.
func (s *scanner) peek() (byte, bool) {
	if s.pos == s.end && !s.fill() {
		return 0, false
	}
	return s.buf[s.pos], true
}

// next skips white space and returns the byte behind it without taking it.
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

// failure returns why there is no more input: ErrTruncated, or what the reader said.
func (s *scanner) failure() error {
	if s.err == nil || s.err == io.EOF || errors.Is(s.err, io.ErrUnexpectedEOF) {
		return ErrTruncated
	}
	return s.err
}

// unexpected words what was found instead of what was wanted.
func (s *scanner) unexpected(want string) error {
	if _, ok := s.peek(); !ok {
		if err := s.failure(); err != ErrTruncated {
			return err
		}
		return fmt.Errorf("%w, expected %s", ErrTruncated, want)
	}
	return fmt.Errorf("expected %s, found %s", want, s.found())
}

// found quotes the token at hand as far as it is to be shown.
func (s *scanner) found() string {
	if s.end-s.pos < 64 {
		s.fill()
	}
	rest := s.buf[s.pos:s.end]
	n := bytes.IndexAny(rest[min(1, len(rest)):], " \t\r\n,:[]{}\"") + 1
	if n == 0 {
		n = len(rest)
	}
	return quoteShort(string(rest[:min(n, len(rest), 64)]))
}

// take takes c, after white space.
func (s *scanner) take(c byte, want string) error {
	if got, ok := s.next(); !ok || got != c {
		return s.unexpected(want)
	}
	s.pos++
	return nil
}

// more decides, behind an element of an array or object that closes with end, whether another follows.
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

// integer reads a number that has to be an integer between min and max.
func (s *scanner) integer(what string, least, most int64) (int64, error) {
	c, ok := s.next()
	if !ok || c != '-' && (c < '0' || c > '9') {
		return 0, s.unexpected(what)
	}
	negative := c == '-'
	// Every integer that fits is in the window with the byte behind it.
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
			return 0, s.unexpected(what)
		}
		return 0, fmt.Errorf("expected %s, found %s", what, s.found())
	case n > 1 && s.buf[digits] == '0':
		return 0, fmt.Errorf("%s: a number cannot begin with 0", s.found())
	case c == '.' || c == 'e' || c == 'E':
		return 0, fmt.Errorf("%s is not an integer", s.found())
	case i == s.end && s.err != nil: // a number that the input ends with may not be whole
		s.pos = i
		return 0, s.unexpected("more")
	}
	if n > 19 || v > 1<<63-1 {
		return 0, fmt.Errorf("%s does not fit in 63 bits", s.found())
	}
	value := int64(v)
	if negative {
		value = -value
	}
	switch {
	case value < 0 && least == 0:
		return 0, fmt.Errorf("%d is negative", value)
	case value < least || value > most:
		return 0, fmt.Errorf("%d is outside of %d to %d", value, least, most)
	}
	s.pos = i
	return value, nil
}

// str reads a string into s.text, decoded. What it returns is valid until the next call.
func (s *scanner) str(what string) ([]byte, error) {
	if c, ok := s.next(); !ok || c != '"' {
		return nil, s.unexpected(what)
	}
	start := s.offset()
	s.pos++
	s.text = s.text[:0]
	ascii := true
	for {
		// A run without anything special.
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
				if err := s.checkUTF8(start); err != nil {
					return nil, err
				}
			}
			return s.text, nil
		case c == '\\':
			if err := s.escape(); err != nil {
				return nil, err
			}
		case c < ' ':
			return nil, fmt.Errorf("control character %q in a string", c)
		}
	}
}

// checkUTF8 checks the last string, which began at an offset.
func (s *scanner) checkUTF8(start int64) error {
	if utf8.Valid(s.text) {
		return nil
	}
	i := 0
	for {
		r, n := utf8.DecodeRune(s.text[i:])
		if r == utf8.RuneError && n == 1 {
			return &placed{start, fmt.Errorf("invalid UTF-8 in %s", quoteShort(string(s.text[max(0, i-10):min(len(s.text), i+10)])))}
		}
		i += n
	}
}

// placed is an error at another offset than where the scanner stands.
type placed struct {
	offset int64
	error
}

func (s *scanner) escape() error {
	if s.end-s.pos < 12 { // an escape with its second half is 12 bytes
		s.fill()
	}
	rest := s.buf[s.pos:s.end]
	if len(rest) < 2 {
		s.pos = s.end
		return s.unexpected("the rest of an escape")
	}
	if i := bytes.IndexByte([]byte(`"\/bfnrt`), rest[1]); i >= 0 {
		s.text = append(s.text, "\"\\/\b\f\n\r\t"[i])
		s.pos += 2
		return nil
	}
	r, ok := hex4(rest)
	switch {
	case !ok && rest[1] == 'u' && len(rest) < 6:
		s.pos = s.end
		return s.unexpected("the rest of an escape")
	case !ok:
		return fmt.Errorf("%s is not an escape", quoteShort(string(rest[:min(2, len(rest))])))
	case !utf16.IsSurrogate(r):
		s.text = utf8.AppendRune(s.text, r)
		s.pos += 6
		return nil
	}
	low, ok := hex4(rest[6:])
	pair := utf16.DecodeRune(r, low)
	if !ok || pair == utf8.RuneError {
		return fmt.Errorf("%s is half of a surrogate pair", quoteShort(string(rest[:6])))
	}
	s.text = utf8.AppendRune(s.text, pair)
	s.pos += 12
	return nil
}

// hex4 decodes \uXXXX.
func hex4(b []byte) (rune, bool) {
	if len(b) < 6 || b[0] != '\\' || b[1] != 'u' {
		return 0, false
	}
	var r rune
	for _, c := range b[2:6] {
		switch {
		case c >= '0' && c <= '9':
			r = r<<4 | rune(c-'0')
		case c|0x20 >= 'a' && c|0x20 <= 'f':
			r = r<<4 | rune(c|0x20-'a'+10)
		default:
			return 0, false
		}
	}
	return r, true
}

// skip reads any value, at a nesting depth, and checks it.
func (s *scanner) skip(depth int) error {
	var closers [maxNesting]byte // of the arrays and objects that are open
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
		// A value has ended: close what ends with it.
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

// key reads a key and its colon; the key is in s.text.
func (s *scanner) key() error {
	if _, err := s.str("a key"); err != nil {
		return err
	}
	return s.take(':', "':'")
}

// number skips a number of any kind and checks its grammar.
func (s *scanner) number() error {
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
	if c, _ := s.peek(); c == '-' {
		s.pos++
	}
	n, first := digits()
	if n == 0 {
		return s.unexpected("a digit")
	}
	if n > 1 && first == '0' {
		return errors.New("a number cannot begin with 0")
	}
	if c, _ := s.peek(); c == '.' {
		s.pos++
		if n, _ := digits(); n == 0 {
			return s.unexpected("a digit")
		}
	}
	if c, _ := s.peek(); c == 'e' || c == 'E' {
		s.pos++
		if c, _ := s.peek(); c == '+' || c == '-' {
			s.pos++
		}
		if n, _ := digits(); n == 0 {
			return s.unexpected("a digit")
		}
	}
	return nil
}

func (s *scanner) literal() error {
	if s.end-s.pos < 8 {
		s.fill()
	}
	for _, word := range []string{"true", "false", "null"} {
		if bytes.HasPrefix(s.buf[s.pos:s.end], []byte(word)) {
			s.pos += len(word)
			return nil
		}
	}
	return s.unexpected("a value")
}
