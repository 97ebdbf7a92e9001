package classpath

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/internal/work"
)

// An image is the run-time image of a JDK, lib/modules (JEP 220). It starts with an index:
//
//	header      7 numbers of 32 bits: magic, version, flags, resources, length of the tables, bytes of locations, of strings
//	redirect    for each hash: 0 no resource, n>0 hash again with the seed n, n<0 its slot is -1-n
//	offsets     for each slot: where its location begins
//	locations   attributes of a resource: kind<<3|length-1, then a number of this many bytes; kind 0 ends them
//	strings     modified UTF-8, each with a zero byte at its end
//
// The content of the resources follows. Numbers have the byte order of the machine that the image is for. A lookup reads
// some hundred bytes; nothing is kept.
type image struct {
	name    string // for errors
	data    io.ReaderAt
	size    int64
	order   binary.ByteOrder
	slots   uint32
	limits  Limits
	allowed *allowance // of the path that has it
	close   func() error

	// Offsets of the parts in the file; each ends where the next begins.
	redirect, offsets, locations, strings, content int64
}

const (
	imageHeader = 28 // bytes
	imageMagic  = 0xCAFEDADA
	imageMajor  = 1
	imageSeed   = 0x01000193 // of the first hash
	maxIndex    = 256 << 20  // bytes
	maxLocation = 8*9 + 1    // bytes: 8 kinds of attributes
	maxString   = 1 << 16    // bytes
)

// openImage reads the header of an image.
func openImage(data io.ReaderAt, size int64, name string, limits Limits, allowed *allowance) (*image, error) {
	i := &image{name: name, data: data, size: size, limits: limits, allowed: allowed, order: binary.LittleEndian}
	header := make([]byte, imageHeader)
	if err := i.readAt(header, 0); err != nil {
		return nil, err
	}
	if i.order.Uint32(header) != imageMagic {
		i.order = binary.BigEndian
	}
	if i.order.Uint32(header) != imageMagic {
		return nil, i.fail(0, "", "not a run-time image: it begins with % x", header[:4])
	}
	if major := i.order.Uint32(header[4:]) >> 16; major != imageMajor {
		return nil, i.fail(4, "header", "%w %d of a run-time image: version %d is read", classfile.ErrVersion, major, imageMajor)
	}
	i.slots = i.order.Uint32(header[16:])
	table := 4 * int64(i.slots)
	i.redirect = imageHeader
	i.offsets = i.redirect + table
	i.locations = i.offsets + table
	i.strings = i.locations + int64(i.order.Uint32(header[20:]))
	i.content = i.strings + int64(i.order.Uint32(header[24:]))
	switch {
	case i.content > size:
		return nil, i.fail(imageHeader, "header", "%w: the index has %d bytes, and the file %d", classfile.ErrTruncated, i.content, size)
	case i.content > maxIndex:
		return nil, i.fail(imageHeader, "header", "%w", beyond(i.content, maxIndex, "bytes of index"))
	case int64(i.slots) > int64(limits.Entries):
		return nil, i.fail(16, "header", "%w", beyond(int64(i.slots), int64(limits.Entries), "entries"))
	case i.slots == 0:
		return nil, i.fail(16, "header", "the index is empty")
	}
	return i, nil
}

// The kinds of attributes of a location.
const (
	attrModule       = 1 // strings
	attrParent       = 2
	attrBase         = 3
	attrExtension    = 4
	attrOffset       = 5 // bytes
	attrCompressed   = 6 // bytes; 0: not compressed
	attrUncompressed = 7 // bytes
)

// A location is the attributes of a resource by kind.
type location [8]uint64

// hash is the hash function of the index.
func hash(name string, seed uint32) uint32 {
	for i := range len(name) {
		seed = seed*imageSeed ^ uint32(name[i])
	}
	return seed & 0x7FFFFFFF
}

// find returns the location of a resource: /java.base/java/lang/String.class.
func (i *image) find(name string) (location, bool, error) {
	slot := hash(name, imageSeed) % i.slots
	redirect, err := i.u4(i.redirect + 4*int64(slot))
	switch n := int32(redirect); {
	case err != nil || n == 0:
		return location{}, false, err
	case n > 0:
		slot = hash(name, redirect) % i.slots
	default:
		slot = uint32(-1 - int64(n))
	}
	if slot >= i.slots {
		return location{}, false, i.fail(i.redirect, "index", "the slot %d of %s is not one of %d", slot, words.QuoteShort(name, longName), i.slots)
	}
	at, err := i.u4(i.offsets + 4*int64(slot))
	if err != nil {
		return location{}, false, err
	}
	if int64(at) >= i.strings-i.locations {
		return location{}, false, i.fail(i.offsets+4*int64(slot), "index", "the location of %s is not in the index", words.QuoteShort(name, longName))
	}
	attributes := make([]byte, min(maxLocation, i.strings-i.locations-int64(at)))
	if err := i.readAt(attributes, i.locations+int64(at)); err != nil {
		return location{}, false, err
	}
	l, ok := readLocation(attributes)
	if !ok {
		return l, false, i.fail(i.locations+int64(at), "index", "%w of a location", classfile.ErrTruncated)
	}
	full, err := i.fullName(l, func(at uint64) (string, error) { return i.textUpTo(at, int64(len(name))+1) })
	return l, full == name, err
}

// readLocation reads attributes. It returns false if they do not end.
func readLocation(b []byte) (location, bool) {
	var l location
	for len(b) > 0 {
		kind, n := b[0]>>3, int(b[0]&7)+1
		if kind == 0 {
			return l, true
		}
		if len(b) <= n {
			break
		}
		value := uint64(0)
		for _, c := range b[1 : 1+n] {
			value = value<<8 | uint64(c)
		}
		if int(kind) < len(l) { // newer JDKs have more kinds
			l[kind] = value
		}
		b = b[1+n:]
	}
	return l, false
}

// fullName returns the name of a resource: /module/parent/base.extension. Parts may be missing.
func (i *image) fullName(l location, text func(at uint64) (string, error)) (string, error) {
	var name strings.Builder
	for _, part := range []struct {
		kind          int
		before, after string
	}{{attrModule, "/", "/"}, {attrParent, "", "/"}, {attrBase, "", ""}, {attrExtension, ".", ""}} {
		if l[part.kind] == 0 {
			continue
		}
		s, err := text(l[part.kind])
		if err != nil {
			return "", err
		}
		if s != "" {
			name.WriteString(part.before + s + part.after)
		}
	}
	return name.String(), nil
}

// text returns the string at an offset of the strings.
func (i *image) text(at uint64) (string, error) { return i.textUpTo(at, maxString*4) }

// textUpTo is text for at most so many bytes: it may cut a longer string.
func (i *image) textUpTo(at uint64, most int64) (string, error) {
	if at >= uint64(i.content-i.strings) {
		return "", i.fail(i.strings, "index", "the string %d is not in the index", at)
	}
	from := i.strings + int64(at)
	for n := int64(64); ; n *= 4 {
		b := make([]byte, min(n, i.content-from))
		if err := i.readAt(b, from); err != nil {
			return "", err
		}
		if end := bytes.IndexByte(b, 0); end >= 0 {
			return string(b[:end]), nil
		}
		if int64(len(b)) >= most && n <= maxString {
			return string(b[:most]), nil
		}
		if int64(len(b)) < n || n > maxString {
			return "", i.fail(from, "index", "%w of a string", classfile.ErrTruncated)
		}
	}
}

// resource returns the content of a resource of at most the given number of bytes.
func (i *image) resource(name string, l location, most int64) ([]byte, error) {
	return i.resourceInto(nil, name, l, most)
}

// resourceInto is resource with a buffer for the content, if it is large enough.
func (i *image) resourceInto(buffer []byte, name string, l location, most int64) ([]byte, error) {
	full, compressed := l[attrUncompressed], l[attrCompressed]
	takes := cmp.Or(compressed, full)
	if full > uint64(most) || takes > uint64(most) {
		return nil, i.fail(i.content, name, "%w", beyond(int64(min(max(full, takes), 1<<62)), most, "bytes"))
	}
	if left := uint64(i.size - i.content); l[attrOffset] > left || takes > left-l[attrOffset] {
		return nil, i.fail(i.content, name, "%w: %d bytes at %d, and the file has %d", classfile.ErrTruncated, takes, l[attrOffset], left)
	}
	at := i.content + int64(l[attrOffset])
	if err := i.allowed.charge(work.Inflated, int64(takes)); err != nil { // resources may share their bytes
		return nil, i.fail(at, name, "%w", err)
	}
	data := slices.Grow(buffer[:0], int(takes))[:takes]
	if err := i.readAt(data, at); err != nil || compressed == 0 {
		return data, err
	}
	data, err := i.decompress(data, most)
	if err == nil && uint64(len(data)) != full {
		err = fmt.Errorf("%w: it decompresses to %d bytes of %d", classfile.ErrTruncated, len(data), full)
	}
	if err != nil {
		return nil, i.fail(at, name, "%w", err)
	}
	return data, nil
}

// modules returns the modules that have a package: java/lang.
func (i *image) modules(pkg string) ([]string, error) {
	name := "/packages/" + strings.ReplaceAll(pkg, "/", ".")
	l, ok, err := i.find(name)
	if err != nil || !ok {
		return nil, err
	}
	data, err := i.resource(name, l, maxString)
	if err != nil {
		return nil, err
	}
	// For each module, a number that says whether it has resources in the package, and the offset of its name.
	var names []string
	for ; len(data) >= 8; data = data[8:] {
		module, err := i.text(uint64(i.order.Uint32(data[4:])))
		if err != nil {
			return nil, err
		}
		names = append(names, module)
	}
	return names, nil
}

func (i *image) readAt(b []byte, at int64) error {
	n, err := i.data.ReadAt(b, at)
	if n == len(b) {
		return nil
	}
	if err == nil || errors.Is(err, io.EOF) {
		err = classfile.ErrTruncated
	}
	return i.fail(at, "", "%w", err)
}

func (i *image) u4(at int64) (uint32, error) {
	b := make([]byte, 4)
	err := i.readAt(b, at)
	return i.order.Uint32(b), err
}

func (i *image) fail(at int64, place, format string, args ...any) error {
	return &classfile.FormatError{File: i.name, Place: printable(place), Offset: at, Err: fmt.Errorf(format, args...)}
}

func (i *image) read(file string) (content, error) {
	modules, err := i.modules(file[:max(0, strings.LastIndexByte(file, '/'))])
	if err != nil {
		return content{}, err
	}
	for _, module := range modules {
		name := "/" + module + "/" + file
		l, ok, err := i.find(name)
		if err != nil {
			return content{}, err
		}
		if ok {
			data, err := i.resource(name, l, i.limits.FileSize)
			return content{data, i.name + "!" + printable(name)}, err
		}
	}
	return content{}, errNotHere
}

// names lists all classes in undamaged parts of the index. It reads the whole index.
func (i *image) names(add func(file string)) error {
	_, err := i.headers(add)
	return err
}

// A located is a class and its place.
type located struct {
	file string // java/util/Map$Entry.class
	location
}

// classes returns all classes in undamaged parts of the index.
func (i *image) classes() ([]located, error) {
	index := make([]byte, i.content)
	if err := i.readAt(index, 0); err != nil {
		return nil, err
	}
	texts := string(index[i.strings:])
	text := func(at uint64) (string, error) {
		if at >= uint64(len(texts)) {
			return "", errNotHere
		}
		s := texts[at:]
		s = s[:max(0, strings.IndexByte(s[:min(len(s), maxString)], 0))]
		return s, i.allowed.charge(work.Contents, int64(len(s))) // resources share strings
	}
	var all []located
	for slot := range int64(i.slots) {
		at := i.locations + int64(i.order.Uint32(index[i.offsets+4*slot:]))
		if at >= i.strings {
			continue
		}
		l, ok := readLocation(index[at:min(i.strings, at+maxLocation)])
		if !ok {
			continue
		}
		ext, err := text(l[attrExtension])
		if err == nil && ext != "class" {
			continue
		}
		withoutModule := l
		withoutModule[attrModule] = 0
		var name string
		if err == nil {
			name, err = i.fullName(withoutModule, text)
		}
		switch {
		case errors.Is(err, classfile.ErrLimit):
			return nil, i.fail(at, "index", "%w", err)
		case err == nil && name != moduleInfo:
			all = append(all, located{name, l})
		}
	}
	return all, nil
}

// headers lists all classes, as names does, and returns a function that reads them, which keeps their places.
func (i *image) headers(add func(file string)) (headerSource, error) {
	classes, err := i.classes()
	if err != nil {
		return nil, err
	}
	slices.SortFunc(classes, func(a, b located) int { return strings.Compare(a.file, b.file) })
	for _, c := range classes {
		add(c.file)
	}
	return func(file string, buffer []byte) (content, error) {
		at, ok := slices.BinarySearchFunc(classes, file, func(c located, file string) int { return strings.Compare(c.file, file) })
		if !ok || at+1 < len(classes) && classes[at+1].file == file { // in several modules
			return i.read(file)
		}
		data, err := i.resourceInto(buffer, file, classes[at].location, i.limits.FileSize)
		return content{data, i.name}, err
	}, nil
}

func (i *image) Close() error { return i.close() }
