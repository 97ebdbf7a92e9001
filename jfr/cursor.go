package jfr

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf16"
)

// errShort means that a value ends after the event, or the chunk, that it is in.
var errShort = errors.New("a value is longer than its event")

// A cursor reads values one after the other. After an error all values are 0.
type cursor struct {
	data  []byte // the chunk, from its first byte
	at    int    // of the next value
	end   int    // of the event
	plain bool   // integers are not compressed
	err   error
}

func (c *cursor) fail(err error) {
	if c.err == nil {
		c.err = err
	}
	c.at = c.end
}

// bytes returns the next n bytes of the chunk, not a copy.
func (c *cursor) bytes(n int) []byte {
	if n < 0 || n > c.end-c.at {
		c.fail(errShort)
		return nil
	}
	c.at += n
	return c.data[c.at-n : c.at]
}

func (c *cursor) byte() byte {
	if b := c.bytes(1); b != nil {
		return b[0]
	}
	return 0
}

// integer reads an integer that has size bytes unless it is compressed. A compressed one has as many bytes as it needs: -1 is 2^32-1 if
// it is an int.
func (c *cursor) integer(size int) int64 {
	x := uint64(0)
	if c.plain {
		for _, b := range c.bytes(size) {
			x = x<<8 | uint64(b)
		}
	} else {
		x = c.varint()
	}
	switch size {
	case 2:
		return int64(int16(x))
	case 4:
		return int64(int32(x))
	}
	return int64(x)
}

func (c *cursor) varint() (x uint64) {
	for shift := 0; ; shift += 7 {
		b := c.byte()
		if shift == 56 {
			return x | uint64(b)<<56
		}
		x |= uint64(b&0x7f) << shift
		if b < 0x80 {
			return x
		}
	}
}

func (c *cursor) int() int64  { return c.integer(4) }
func (c *cursor) long() int64 { return c.integer(8) }

// count reads the number of things that have at least one byte each.
func (c *cursor) count() int {
	n := c.int()
	if n < 0 || n > int64(c.end-c.at) {
		c.fail(errShort)
		return 0
	}
	return int(n)
}

// The encodings of a string, its first byte.
const (
	nullString     = 0
	emptyString    = 1
	constantString = 2 // a number in the constant pool of strings
	utf8String     = 3
	utf16String    = 4
	latin1String   = 5
)

// skipString skips a string in any encoding.
func (c *cursor) skipString() {
	switch encoding := c.byte(); encoding {
	case nullString, emptyString:
	case constantString:
		c.long()
	case utf8String, latin1String:
		c.bytes(c.count())
	case utf16String:
		for range c.count() {
			c.integer(2)
		}
	default:
		c.fail(fmt.Errorf("string has the unknown encoding %d", encoding))
	}
}

// string reads a string. If it is a constant, it returns its number instead. Text that is not valid becomes U+FFFD.
func (c *cursor) string() (text string, constant int64, isConstant bool) {
	switch encoding := c.byte(); encoding {
	case nullString, emptyString:
	case constantString:
		return "", c.long(), true
	case utf8String:
		text = strings.ToValidUTF8(string(c.bytes(c.count())), "\ufffd")
	case latin1String:
		b := c.bytes(c.count())
		runes := make([]rune, len(b))
		for i := range b {
			runes[i] = rune(b[i])
		}
		text = string(runes)
	case utf16String:
		units := make([]uint16, c.count())
		for i := range units {
			units[i] = uint16(c.integer(2))
		}
		text = string(utf16.Decode(units))
	default:
		c.fail(fmt.Errorf("string has the unknown encoding %d", encoding))
	}
	return text, 0, false
}

// skip skips the value of a field.
func (c *cursor) skip(f *Field) {
	n := 1
	if f.Array {
		if n = c.count(); f.isEmpty() {
			return
		}
	}
	for range n {
		if c.err != nil {
			return
		}
		if f.Constant {
			c.long()
		} else {
			c.skipType(f.Type)
		}
	}
}

// skipType skips a value of a type. Types are nested at most maxNesting deep.
func (c *cursor) skipType(t *Type) {
	switch t.kind {
	case structKind:
		for _, f := range t.laidOut {
			c.skip(f)
		}
	case stringKind:
		c.skipString()
	case rawKind:
		c.bytes(t.size)
	case integerKind:
		c.integer(t.size)
	}
}
