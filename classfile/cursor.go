package classfile

import (
	"fmt"
)

// A cursor reads big-endian numbers from a part of a class file. The first error is kept; all later reads return 0.
type cursor struct {
	data  string
	at    int    // position of the next byte
	end   int    // the end of the part, at most len(data)
	place string // the part, for errors
	err   *FormatError
}

// left returns the number of bytes to the end of the part.
func (c *cursor) left() int {
	if c.err != nil {
		return 0
	}
	return c.end - c.at
}

// skip moves on and returns the offset of the bytes skipped, or -1 if they are missing.
func (c *cursor) skip(n int) int {
	if c.err != nil {
		return -1
	}
	if n > c.end-c.at {
		c.fail(c.at, "%w: %d bytes, and %d are left", ErrTruncated, n, c.end-c.at)
		return -1
	}
	at := c.at
	c.at += n
	return at
}

func (c *cursor) u1() int {
	at := c.skip(1)
	if at < 0 {
		return 0
	}
	return int(c.data[at])
}

func (c *cursor) u2() int {
	at := c.skip(2)
	if at < 0 {
		return 0
	}
	return u2(c.data, at)
}

func (c *cursor) u4() uint32 {
	at := c.skip(4)
	if at < 0 {
		return 0
	}
	return u4(c.data, at)
}

// count reads the number of items that follow, of at least size bytes each, so that a caller can safely allocate them.
func (c *cursor) count(size int, items string) int {
	at := c.at
	n := c.u2()
	if n*size > c.left() {
		c.fail(at, "%w: %d %s, and %d bytes are left", ErrTruncated, n, items, c.left())
		return 0
	}
	return n
}

// fail records an error at an offset, if it is the first one.
func (c *cursor) fail(at int, format string, args ...any) {
	if c.err == nil {
		c.err = &FormatError{Place: c.place, Offset: int64(at), Err: fmt.Errorf(format, args...)}
	}
}

// u2 returns the unsigned 16-bit number at an offset.
func u2(data string, at int) int { return int(data[at])<<8 | int(data[at+1]) }

// s2 returns the signed 16-bit number at an offset.
func s2(data string, at int) int { return int(int16(u2(data, at))) }

// u4 returns the unsigned 32-bit number at an offset.
func u4(data string, at int) uint32 { return uint32(u2(data, at))<<16 | uint32(u2(data, at+2)) }

// s4 returns the signed 32-bit number at an offset.
func s4(data string, at int) int { return int(int32(u4(data, at))) }

// u8 returns the 64-bit number at an offset.
func u8(data string, at int) uint64 { return uint64(u4(data, at))<<32 | uint64(u4(data, at+4)) }
