package classfile

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"sync"
)

// A Header is the beginning of a class file, which says what the class is a subtype of. It keeps nothing of the file.
type Header struct {
	Name       string // java.util.Map$Entry
	Super      string // "" for java.lang.Object and modules
	Interfaces []string
	Flags      Flags
}

// ParseHeader reads the header of a class file, in a fraction of the time of [Parse]: constants that are not its names are skipped.
// What follows the header is not read, and may be missing. Its names have at most 256 KiB. The error is a [*FormatError].
func ParseHeader(data []byte) (Header, error) {
	r := headerReaders.Get().(*headerReader)
	defer headerReaders.Put(r)
	*r = headerReader{data: data, tags: r.tags[:0]}
	h := r.read()
	r.data, r.texts = nil, nil
	if r.err != nil {
		return Header{}, r.err
	}
	return h, nil
}

// maxHeaderNames bounds what headers of many classes take together, in memory, before they are used.
const maxHeaderNames = 256 << 10

// A headerReader reads a header. The first error is kept.
type headerReader struct {
	data  []byte
	at    int
	names int            // bytes of names so far
	tags  []int32        // offsets of the constants' tags; 0: none
	texts map[int]string // names by their constants, if there are many: they may share one of 64 KB
	err   *FormatError
}

var headerReaders = sync.Pool{New: func() any { return &headerReader{} }}

func (r *headerReader) fail(place string, at int, format string, args ...any) {
	if r.err == nil {
		r.err = &FormatError{Place: place, Offset: int64(at), Err: fmt.Errorf(format, args...)}
	}
}

// u2 reads a number of 16 bits.
func (r *headerReader) u2(place string) int {
	if r.err != nil {
		return 0
	}
	if len(r.data)-r.at < 2 {
		r.fail(place, r.at, "%w: 2 bytes, and %d are left", ErrTruncated, len(r.data)-r.at)
		return 0
	}
	r.at += 2
	return int(binary.BigEndian.Uint16(r.data[r.at-2:]))
}

func (r *headerReader) read() Header {
	if len(r.data) >= 4 && binary.BigEndian.Uint32(r.data) != 0xCAFEBABE {
		r.fail("", 0, "%w: it begins with % x", ErrNotClass, r.data[:4])
	}
	if len(r.data) < 8 {
		r.fail("", 0, "%w: %d bytes", ErrTruncated, len(r.data))
		return Header{}
	}
	r.at = 4
	minor, major := r.u2(""), r.u2("")
	if major < minMajor || major > maxMajor {
		r.fail("", 6, "%w %d.%d: versions %d to %d are read", ErrVersion, major, minor, minMajor, maxMajor)
	}
	r.skipConstants()
	h := Header{Flags: Flags(r.u2("head"))}
	if r.err == nil && len(r.data)-r.at >= 2 && binary.BigEndian.Uint16(r.data[r.at:]) == 0 {
		r.fail("head", r.at, "the class has no name")
	}
	h.Name = r.class("the class")
	h.Super = r.class("a superclass or interface")
	at := r.at
	n := r.u2("head")
	if left := len(r.data) - r.at; 2*n > left {
		r.fail("head", at, "%w: %d interfaces, and %d bytes are left", ErrTruncated, n, left)
		return h
	}
	const few = 8
	if n > few {
		r.texts = map[int]string{}
	}
	h.Interfaces = make([]string, n)
	for i := range h.Interfaces {
		h.Interfaces[i] = r.class("a superclass or interface")
	}
	return h
}

// constantSizes is the number of bytes after the tag of each kind of constant; 0: unknown.
var constantSizes = func() (sizes [256]uint8) {
	for t, kind := range tags {
		sizes[t] = uint8(kind.size)
	}
	return sizes
}()

// skipConstants finds where constants begin and where the last one ends.
func (r *headerReader) skipConstants() {
	n := r.u2("constants")
	if r.err != nil {
		return
	}
	data, at := r.data, r.at
	const minimum = 3 // bytes per index: long and double have 9 for two
	if (n-1)*minimum > len(data)-at {
		r.fail("constants", at-2, "%w: %d constants, and %d bytes are left", ErrTruncated, n-1, len(data)-at)
		return
	}
	r.tags = slices.Grow(r.tags, n)[:n]
	clear(r.tags)
	for i := 1; i < n; i++ {
		if at >= len(data) {
			r.fail("constants", at, "%w: constant %d is missing", ErrTruncated, i)
			return
		}
		t := tag(data[at])
		size := int(constantSizes[t])
		if size == 0 {
			r.fail("constants", at, "constant %d has the unknown %v", i, t)
			return
		}
		if t == tagUtf8 && len(data)-at > size {
			size += int(binary.BigEndian.Uint16(data[at+1:]))
		}
		if size > len(data)-at-1 {
			r.fail("constants", at+1, "%w: %d bytes, and %d are left", ErrTruncated, size, len(data)-at-1)
			return
		}
		r.tags[i] = int32(at)
		if t == tagLong || t == tagDouble {
			i++
		}
		at += 1 + size
	}
	r.at = at
}

// class reads the index of a class constant and returns its name; "" for an index of 0.
func (r *headerReader) class(what string) string {
	at := r.at
	i := r.u2("head")
	if r.err != nil || i == 0 {
		return ""
	}
	from, ok := r.constant(i, tagClass)
	if !ok {
		r.fail("head", at, "constant %d, the name of %s, is not a class", i, what)
		return ""
	}
	i = int(binary.BigEndian.Uint16(r.data[from:]))
	if name, ok := r.texts[i]; ok {
		return name
	}
	from, ok = r.constant(i, tagUtf8)
	if !ok {
		r.fail("head", at, "the name of %s is constant %d, which is not a Utf8", what, i)
		return ""
	}
	n := int(binary.BigEndian.Uint16(r.data[from:]))
	name, ok := decodeUTF8(string(r.data[from+2 : from+2+n]))
	if !ok {
		r.fail("constants", from+2, "the text of constant %d is not modified UTF-8", i)
		return ""
	}
	if r.names += len(name); r.names > maxHeaderNames {
		r.fail("head", at, "%w: %d bytes of names, limit %d", ErrLimit, r.names, maxHeaderNames)
		return ""
	}
	name = strings.ReplaceAll(name, "/", ".")
	if r.texts != nil {
		r.texts[i] = name
	}
	return name
}

// constant returns the offset after the tag of a constant, if it is of a kind.
func (r *headerReader) constant(i int, wanted tag) (int, bool) {
	if i >= len(r.tags) || r.tags[i] == 0 || tag(r.data[r.tags[i]]) != wanted {
		return 0, false
	}
	return int(r.tags[i]) + 1, true
}
