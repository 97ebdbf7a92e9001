package classfile_test

import (
	"bytes"
	"encoding/binary"
)

// A builder makes a class file byte by byte, for tests without a compiler. Constants are numbered from 1 on as they come.
type builder struct {
	constants bytes.Buffer
	count     int
	seen      map[string]int
	methods   bytes.Buffer
	nMethods  int
	fields    []byte // with their number
	version   int    // major; 52 if 0
	source    string
}

func big(size int, v int) []byte {
	b := binary.BigEndian.AppendUint64(nil, uint64(v))
	return b[8-size:]
}

func join(parts ...any) []byte {
	var b []byte
	for _, p := range parts {
		switch p := p.(type) {
		case int: // a byte
			b = append(b, byte(p))
		case string:
			b = append(b, p...)
		case []byte:
			b = append(b, p...)
		}
	}
	return b
}

// constant adds a constant from its bytes, unless it is there, and returns its index.
func (b *builder) constant(slots int, bytes []byte) int {
	if n := b.seen[string(bytes)]; n > 0 {
		return n
	}
	if b.seen == nil {
		b.seen = map[string]int{}
	}
	n := b.count + 1
	b.count += slots
	b.seen[string(bytes)] = n
	b.constants.Write(bytes)
	return n
}

func (b *builder) utf8(s string) int        { return b.constant(1, join(1, big(2, len(s)), s)) }
func (b *builder) class(s string) int       { return b.constant(1, join(7, big(2, b.utf8(s)))) }
func (b *builder) text(s string) int        { return b.constant(1, join(8, big(2, b.utf8(s)))) }
func (b *builder) long(v int) int           { return b.constant(2, join(5, big(8, v))) }
func (b *builder) integer(v int) int        { return b.constant(1, join(3, big(4, v))) }
func (b *builder) handle(kind, ref int) int { return b.constant(1, join(15, kind, big(2, ref))) }

func (b *builder) nameAndType(name, desc string) int {
	return b.constant(1, join(12, big(2, b.utf8(name)), big(2, b.utf8(desc))))
}

// member adds a Fieldref (9), Methodref (10) or InterfaceMethodref (11).
func (b *builder) member(tag int, owner, name, desc string) int {
	return b.constant(1, join(tag, big(2, b.class(owner)), big(2, b.nameAndType(name, desc))))
}

// dynamic adds a Dynamic (17) or InvokeDynamic (18).
func (b *builder) dynamic(tag int, name, desc string) int {
	return b.constant(1, join(tag, 0, 0, big(2, b.nameAndType(name, desc))))
}

func (b *builder) attribute(name string, content ...any) []byte {
	c := join(content...)
	return join(big(2, b.utf8(name)), big(4, len(c)), c)
}

// lines is an attribute LineNumberTable of pairs of a BCI and a line.
func (b *builder) lines(pairs ...int) []byte {
	var rows []byte
	for _, p := range pairs {
		rows = append(rows, big(2, p)...)
	}
	return b.attribute("LineNumberTable", big(2, len(pairs)/2), rows)
}

// code is an attribute Code of bytecode, an exception table of rows of four numbers, and attributes.
func (b *builder) code(bytecode []byte, handlers [][4]int, attributes ...[]byte) []byte {
	var table []byte
	for _, h := range handlers {
		table = join(table, big(2, h[0]), big(2, h[1]), big(2, h[2]), big(2, h[3]))
	}
	size := 1 // of numbers, relative to those before version 45.3
	if b.version != 45 {
		size = 2
	}
	return b.attribute("Code", big(size, 4), big(size, 4), big(2*size, len(bytecode)), bytecode, big(2, len(handlers)), table,
		big(2, len(attributes)), bytes.Join(attributes, nil))
}

func (b *builder) method(flags int, name, desc string, attributes ...[]byte) {
	b.nMethods++
	b.methods.Write(join(big(2, flags), big(2, b.utf8(name)), big(2, b.utf8(desc)), big(2, len(attributes)), bytes.Join(attributes, nil)))
}

// build returns the class file.
func (b *builder) build(name string) []byte {
	version := b.version
	if version == 0 {
		version = 52
	}
	this, super := b.class(name), b.class("java/lang/Object")
	attributes := big(2, 0)
	if b.source != "" {
		attributes = join(big(2, 1), b.attribute("SourceFile", big(2, b.utf8(b.source))))
	}
	fields := b.fields
	if fields == nil {
		fields = big(2, 0)
	}
	return join("\xCA\xFE\xBA\xBE", big(2, 0), big(2, version), big(2, b.count+1), b.constants.Bytes(), big(2, 0x21), big(2, this),
		big(2, super), big(2, 0), fields, big(2, b.nMethods), b.methods.Bytes(), attributes)
}
