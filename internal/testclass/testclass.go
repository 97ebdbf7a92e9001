// Package testclass makes class files byte by byte, for tests without a compiler.
package testclass

import (
	"bytes"
	"cmp"
	"encoding/binary"
)

// A Builder makes a class file. Constants are numbered from 1 on as they come.
type Builder struct {
	Fields  []byte // with their number; nil: none
	Version int    // major; 52 if 0
	Source  string // the source file; "": none

	Flags      int    // 0x21, public with ACC_SUPER, if 0
	Super      string // java/lang/Object if empty
	Interfaces []string
	Attributes [][]byte // of the class, besides SourceFile

	constants bytes.Buffer
	count     int
	seen      map[string]int
	methods   bytes.Buffer
	nMethods  int
}

// Big returns the bytes of a number, the most significant first.
func Big(size int, v int) []byte {
	b := binary.BigEndian.AppendUint64(nil, uint64(v))
	return b[8-size:]
}

// Join joins bytes, given as numbers, strings and slices.
func Join(parts ...any) []byte {
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

// Constant adds a constant from its bytes, unless it is there, and returns its index.
func (b *Builder) Constant(slots int, bytes []byte) int {
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

// UTF8 and the others add a constant of a kind, and return its index.
func (b *Builder) UTF8(s string) int        { return b.Constant(1, Join(1, Big(2, len(s)), s)) }
func (b *Builder) Class(s string) int       { return b.Constant(1, Join(7, Big(2, b.UTF8(s)))) }
func (b *Builder) Text(s string) int        { return b.Constant(1, Join(8, Big(2, b.UTF8(s)))) }
func (b *Builder) Long(v int) int           { return b.Constant(2, Join(5, Big(8, v))) }
func (b *Builder) Integer(v int) int        { return b.Constant(1, Join(3, Big(4, v))) }
func (b *Builder) Handle(kind, ref int) int { return b.Constant(1, Join(15, kind, Big(2, ref))) }

// NameAndType adds a NameAndType.
func (b *Builder) NameAndType(name, desc string) int {
	return b.Constant(1, Join(12, Big(2, b.UTF8(name)), Big(2, b.UTF8(desc))))
}

// Member adds a Fieldref (9), Methodref (10) or InterfaceMethodref (11).
func (b *Builder) Member(tag int, owner, name, desc string) int {
	return b.Constant(1, Join(tag, Big(2, b.Class(owner)), Big(2, b.NameAndType(name, desc))))
}

// Dynamic adds a Dynamic (17) or InvokeDynamic (18).
func (b *Builder) Dynamic(tag int, name, desc string) int {
	return b.Constant(1, Join(tag, 0, 0, Big(2, b.NameAndType(name, desc))))
}

// Attribute returns an attribute.
func (b *Builder) Attribute(name string, content ...any) []byte {
	c := Join(content...)
	return Join(Big(2, b.UTF8(name)), Big(4, len(c)), c)
}

// Lines returns an attribute LineNumberTable of pairs of a BCI and a line.
func (b *Builder) Lines(pairs ...int) []byte {
	var rows []byte
	for _, p := range pairs {
		rows = append(rows, Big(2, p)...)
	}
	return b.Attribute("LineNumberTable", Big(2, len(pairs)/2), rows)
}

// Code returns an attribute Code of bytecode, an exception table of rows of four numbers, and attributes.
func (b *Builder) Code(bytecode []byte, handlers [][4]int, attributes ...[]byte) []byte {
	var table []byte
	for _, h := range handlers {
		table = Join(table, Big(2, h[0]), Big(2, h[1]), Big(2, h[2]), Big(2, h[3]))
	}
	size := 1 // of numbers, relative to those before version 45.3
	if b.Version != 45 {
		size = 2
	}
	return b.Attribute("Code", Big(size, 4), Big(size, 4), Big(2*size, len(bytecode)), bytecode, Big(2, len(handlers)), table,
		Big(2, len(attributes)), bytes.Join(attributes, nil))
}

// Method adds a method with attributes.
func (b *Builder) Method(flags int, name, desc string, attributes ...[]byte) {
	b.nMethods++
	b.methods.Write(Join(Big(2, flags), Big(2, b.UTF8(name)), Big(2, b.UTF8(desc)), Big(2, len(attributes)), bytes.Join(attributes, nil)))
}

// Plain adds a method without parameters and result; nil: without code.
func (b *Builder) Plain(flags int, name string, code []byte) *Builder {
	if code == nil {
		b.Method(flags, name, "()V")
	} else {
		b.Method(flags, name, "()V", b.Code(code, nil))
	}
	return b
}

// Build returns the class file.
func (b *Builder) Build(name string) []byte {
	version := cmp.Or(b.Version, 52)
	this, super := b.Class(name), b.Class(cmp.Or(b.Super, "java/lang/Object"))
	interfaces := Big(2, len(b.Interfaces))
	for _, i := range b.Interfaces {
		interfaces = Join(interfaces, Big(2, b.Class(i)))
	}
	attributes := b.Attributes
	if b.Source != "" {
		attributes = append(attributes[:len(attributes):len(attributes)], b.Attribute("SourceFile", Big(2, b.UTF8(b.Source))))
	}
	fields := b.Fields
	if fields == nil {
		fields = Big(2, 0)
	}
	return Join("\xCA\xFE\xBA\xBE", Big(2, 0), Big(2, version), Big(2, b.count+1), b.constants.Bytes(), Big(2, cmp.Or(b.Flags, 0x21)), Big(2, this),
		Big(2, super), interfaces, fields, Big(2, b.nMethods), b.methods.Bytes(), Big(2, len(attributes)), bytes.Join(attributes, nil))
}
