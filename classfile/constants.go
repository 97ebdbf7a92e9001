package classfile

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
)

// A tag is the kind of a constant (JVMS 4.4, table 4.4-A).
type tag byte

const (
	tagUtf8               tag = 1
	tagInteger            tag = 3
	tagFloat              tag = 4
	tagLong               tag = 5
	tagDouble             tag = 6
	tagClass              tag = 7
	tagString             tag = 8
	tagFieldref           tag = 9
	tagMethodref          tag = 10
	tagInterfaceMethodref tag = 11
	tagNameAndType        tag = 12
	tagMethodHandle       tag = 15
	tagMethodType         tag = 16
	tagDynamic            tag = 17
	tagInvokeDynamic      tag = 18
	tagModule             tag = 19
	tagPackage            tag = 20
)

// tags holds the name of each kind of constant, as javap prints it, and the number of bytes after its tag. A Utf8 also has its
// text.
var tags = [...]struct {
	name string
	size int
}{
	tagUtf8:               {"Utf8", 2},
	tagInteger:            {"int", 4},
	tagFloat:              {"float", 4},
	tagLong:               {"long", 8},
	tagDouble:             {"double", 8},
	tagClass:              {"class", 2},
	tagString:             {"String", 2},
	tagFieldref:           {"Field", 4},
	tagMethodref:          {"Method", 4},
	tagInterfaceMethodref: {"InterfaceMethod", 4},
	tagNameAndType:        {"NameAndType", 4},
	tagMethodHandle:       {"MethodHandle", 3},
	tagMethodType:         {"MethodType", 2},
	tagDynamic:            {"Dynamic", 4},
	tagInvokeDynamic:      {"InvokeDynamic", 4},
	tagModule:             {"Module", 2},
	tagPackage:            {"Package", 2},
}

func (t tag) String() string {
	if int(t) < len(tags) && tags[t].name != "" {
		return tags[t].name
	}
	return fmt.Sprintf("tag %d", byte(t))
}

// constants is the constant pool of a class. Once [readConstants] has checked it, all constants that a constant refers to
// have the right kind.
type constants struct {
	data string  // the class file
	tags []int32 // the offset of each constant's tag; 0 for index 0 and the second index of long and double

	// dotted returns the class file with '.' instead of '/', so that names of types are parts of it and need no copies. It is made for the
	// first instruction that names a type: most classes are read for their supertypes and methods alone.
	dotted func() string

	// decoded holds the constants whose modified UTF-8 is not UTF-8, as in data and dotted. They are rare.
	decoded map[int][2]string
}

// readConstants reads the constant pool (JVMS 4.4).
func readConstants(c *cursor) *constants {
	p := &constants{data: c.data, dotted: sync.OnceValue(func() string { return strings.ReplaceAll(c.data, "/", ".") })}
	c.place = "constants"
	at := c.at
	n := c.u2()
	if n == 0 {
		c.fail(at, "the pool has no constants, not even its own")
	}
	const minimum = 3 // bytes per index: long and double have 9 for two
	if (n-1)*minimum > c.left() {
		c.fail(at, "%w: %d constants, and %d bytes are left", ErrTruncated, n-1, c.left())
		return p
	}
	p.tags = make([]int32, n)
	for i := 1; i < n && c.err == nil; i++ {
		at := c.at
		t := tag(c.u1())
		if int(t) >= len(tags) || tags[t].size == 0 {
			c.fail(at, "constant %d has the unknown %v", i, t)
			break
		}
		p.tags[i] = int32(at)
		switch t {
		case tagUtf8:
			n := c.u2()
			if c.skip(n) >= 0 {
				p.decode(c, i, n)
			}
		case tagLong, tagDouble:
			c.skip(tags[t].size)
			if i++; i == n {
				c.fail(at, "constant %d, a %v, needs two indexes and has one", i-1, t)
			}
		default:
			c.skip(tags[t].size)
		}
	}
	for i := 1; i < n && c.err == nil; i++ {
		p.check(c, i)
	}
	return p
}

// decode checks the text of constant i, of n bytes, and stores it if it must be decoded.
func (p *constants) decode(c *cursor, i, n int) {
	from := int(p.tags[i]) + 3
	raw := p.data[from : from+n]
	text, ok := decodeUTF8(raw)
	if !ok {
		c.fail(from, "the text of constant %d is not modified UTF-8", i)
	}
	if text == raw {
		return
	}
	if p.decoded == nil {
		p.decoded = map[int][2]string{}
	}
	p.decoded[i] = [2]string{text, strings.ReplaceAll(text, "/", ".")}
}

// references are the kinds of the constants that a constant refers to, in its order. Bootstrap methods, which [constants]
// does not follow, and kinds of method handles are left out.
var references = [...][]tag{
	tagClass:              {tagUtf8},
	tagString:             {tagUtf8},
	tagFieldref:           {tagClass, tagNameAndType},
	tagMethodref:          {tagClass, tagNameAndType},
	tagInterfaceMethodref: {tagClass, tagNameAndType},
	tagNameAndType:        {tagUtf8, tagUtf8},
	tagMethodType:         {tagUtf8},
	tagDynamic:            {0, tagNameAndType},
	tagInvokeDynamic:      {0, tagNameAndType},
	tagModule:             {tagUtf8},
	tagPackage:            {tagUtf8},
	tagPackage + 1:        nil,
}

// check checks the constants that constant i refers to.
func (p *constants) check(c *cursor, i int) {
	if p.tags[i] == 0 {
		return
	}
	at := int(p.tags[i])
	refers := func(at, to int, wanted ...tag) {
		if !slices.Contains(wanted, p.tag(to)) {
			c.fail(at, "constant %d, a %v, refers to constant %d, which is not a %v", i, p.tag(i), to, wanted[0])
		}
	}
	if p.tag(i) == tagMethodHandle { // JVMS 4.4.8
		switch kind := int(p.data[at+1]); {
		case kind >= refGetField && kind <= refPutStatic:
			refers(at, u2(p.data, at+2), tagFieldref)
		case kind > refPutStatic && kind <= refInvokeInterface:
			refers(at, u2(p.data, at+2), tagMethodref, tagInterfaceMethodref)
		default:
			c.fail(at+1, "constant %d, a MethodHandle, has the unknown kind %d", i, kind)
		}
		return
	}
	for n, t := range references[p.tag(i)] {
		if t != 0 {
			refers(at+1+2*n, p.ref(i, n), t)
		}
	}
}

// tag returns the kind of constant i, or 0 if none.
func (p *constants) tag(i int) tag {
	if i >= len(p.tags) || p.tags[i] == 0 {
		return 0
	}
	return tag(p.data[p.tags[i]])
}

// ref returns the n-th index in constant i, which may be of any kind except Utf8, a number or MethodHandle.
func (p *constants) ref(i, n int) int { return u2(p.data, int(p.tags[i])+1+2*n) }

// text returns the text of a Utf8.
func (p *constants) text(i int) string {
	if d, ok := p.decoded[i]; ok {
		return d[0]
	}
	return p.cut(p.data, i)
}

// binaryName returns the text of a Utf8 with '.' instead of '/': the name of a type.
func (p *constants) binaryName(i int) string {
	if d, ok := p.decoded[i]; ok {
		return d[1]
	}
	return p.cut(p.dotted(), i)
}

func (p *constants) cut(data string, i int) string {
	at := int(p.tags[i])
	return data[at+3 : at+3+u2(p.data, at+1)]
}

// A Ref is a field or method that an instruction names (JVMS 4.4.2).
type Ref struct {
	Owner      string // the class that the instruction names, java.lang.String, not necessarily the declaring class; "" for invokedynamic
	Name       string
	Descriptor string
	Interface  bool // Owner is an interface
}

// member returns the field or method of a Fieldref, Methodref, InterfaceMethodref, Dynamic or InvokeDynamic.
func (p *constants) member(i int) Ref {
	nat := p.ref(i, 1)
	r := Ref{Name: p.text(p.ref(nat, 0)), Descriptor: p.text(p.ref(nat, 1))}
	switch p.tag(i) {
	case tagFieldref, tagMethodref, tagInterfaceMethodref:
		r.Owner = p.binaryName(p.ref(p.ref(i, 0), 0))
		r.Interface = p.tag(i) == tagInterfaceMethodref
	}
	return r
}

// The kinds of method handles (JVMS 4.4.8, table 5.4.3.5-A).
const (
	refGetField        = 1
	refPutStatic       = 4
	refInvokeInterface = 9
)

// handleKinds are the names of the kinds of method handles.
var handleKinds = [...]string{
	1: "REF_getField", "REF_getStatic", "REF_putField", "REF_putStatic", "REF_invokeVirtual", "REF_invokeStatic",
	"REF_invokeSpecial", "REF_newInvokeSpecial", "REF_invokeInterface",
}

// describe formats a constant as in the comments of javap -c: String abc, Method java/lang/Object."<init>":()V. The owner of a
// field or method is left out if it is self, in the form of the class file.
func (p *constants) describe(i int, self string) string {
	return p.tag(i).String() + " " + p.value(i, self)
}

func (p *constants) value(i int, self string) string {
	at := int(p.tags[i])
	switch t := p.tag(i); t {
	case tagInteger:
		return fmt.Sprint(int32(u4(p.data, at+1)))
	case tagFloat:
		return javaFloat(float64(math.Float32frombits(u4(p.data, at+1))), 32) + "f"
	case tagLong:
		return fmt.Sprint(int64(u8(p.data, at+1))) + "l"
	case tagDouble:
		return javaFloat(math.Float64frombits(u8(p.data, at+1)), 64) + "d"
	case tagString:
		return escape(p.text(p.ref(i, 0)))
	case tagClass, tagModule, tagPackage:
		return quoteName(p.text(p.ref(i, 0)))
	case tagMethodType:
		return escape(p.text(p.ref(i, 0)))
	case tagNameAndType:
		return quoteName(p.text(p.ref(i, 0))) + ":" + escape(p.text(p.ref(i, 1)))
	case tagFieldref, tagMethodref, tagInterfaceMethodref:
		member := p.value(p.ref(i, 1), "")
		if owner := p.text(p.ref(p.ref(i, 0), 0)); owner != self {
			return quoteName(owner) + "." + member
		}
		return member
	case tagDynamic, tagInvokeDynamic:
		return fmt.Sprintf("#%d:%s", p.ref(i, 0), p.value(p.ref(i, 1), ""))
	case tagMethodHandle:
		return handleKinds[p.data[at+1]] + " " + p.value(u2(p.data, at+2), self)
	}
	return ""
}
