package classfile

import (
	"fmt"
	"sync"
)

// Flags are the access flags of a class or method (JVMS 4.1, table 4.1-B, and 4.6, table 4.6-A).
type Flags uint16

// The flags, under their names in the specification.
const (
	AccPublic       Flags = 0x0001
	AccPrivate      Flags = 0x0002
	AccProtected    Flags = 0x0004
	AccStatic       Flags = 0x0008
	AccFinal        Flags = 0x0010
	AccSynchronized Flags = 0x0020 // of methods
	AccBridge       Flags = 0x0040 // of methods: made by the compiler, calls one of another descriptor
	AccVarargs      Flags = 0x0080 // of methods
	AccNative       Flags = 0x0100 // of methods
	AccInterface    Flags = 0x0200 // of classes
	AccAbstract     Flags = 0x0400
	AccSynthetic    Flags = 0x1000 // not in the source
)

// A Class is a class file. [Parse] makes it; it is immutable afterwards and safe for concurrent use.
type Class struct {
	File       string // where it was read from, app.jar!a/B.class; "" from Parse
	Major      int    // the version: 52 is Java 8, 65 Java 21
	Minor      int
	Flags      Flags
	Name       string   // java.util.Map$Entry
	Super      string   // "" for java.lang.Object and modules
	Interfaces []string // as written in the class file
	SourceFile string   // Map.java; "" if the class does not have it
	Methods    []Method // in the order of the file

	constants *constants
	internal  string // Name, as in the file: java/util/Map$Entry

	indexed sync.Once
	index   map[methodKey]int // of Methods; nil: they are few, or no one has asked for one
}

// A methodKey tells the methods of a class apart.
type methodKey struct{ name, descriptor string }

// fewMethods are found without an index.
const fewMethods = 64

// A Method is a method of a class.
type Method struct {
	Flags      Flags
	Name       string // main, <init>, <clinit>
	Descriptor string // ([Ljava/lang/String;)V

	class        *Class
	code, length int // offset and length of the content of the attribute Code; 0 and 0 if none
}

// The versions of class files that [Parse] reads: Java 1.0.2 and Java 26 (JVMS 4.1, table 4.1-A).
const (
	minMajor = 45
	maxMajor = 70
)

// Parse reads a class file (JVMS 4.1). It validates everything except method code, which [Method.Code] validates. The error
// is a [*FormatError]. Parse keeps no reference to data.
func Parse(data []byte) (*Class, error) {
	k, err := parse(string(data))
	if err != nil {
		return nil, err
	}
	return k, nil
}

func parse(data string) (*Class, *FormatError) {
	c := &cursor{data: data, end: len(data)}
	if magic := c.u4(); c.err == nil && magic != 0xCAFEBABE {
		c.fail(0, "%w: it begins with % x", ErrNotClass, data[:4])
	}
	k := &Class{}
	k.Minor, k.Major = c.u2(), c.u2()
	if c.err == nil && (k.Major < minMajor || k.Major > maxMajor) {
		c.fail(6, "%w %d.%d: versions %d to %d are read", ErrVersion, k.Major, k.Minor, minMajor, maxMajor)
	}
	if c.err != nil {
		return nil, c.err
	}
	k.constants = readConstants(c)
	if c.err != nil {
		return nil, c.err
	}
	k.readHead(c)
	c.place = "fields"
	for range c.count(8, "fields") {
		c.skip(6)
		skipAttributes(c)
	}
	k.readMethods(c)
	c.place = "attributes"
	attributes(c, k.constants, func(name string, part *cursor) {
		if name == "SourceFile" {
			k.SourceFile = k.text(part)
		}
	})
	if c.left() > 0 {
		c.fail(c.at, "%d bytes follow the end of the class", c.left())
	}
	if c.err != nil {
		return nil, c.err
	}
	return k, nil
}

// readHead reads flags, name, superclass and interfaces.
func (k *Class) readHead(c *cursor) {
	c.place = "head"
	k.Flags = Flags(c.u2())
	at := c.at
	this := c.u2()
	if c.err == nil && k.constants.tag(this) != tagClass {
		c.fail(at, "constant %d, the name of the class, is not a class", this)
	}
	if c.err != nil {
		return
	}
	k.Name, k.internal = k.className(this), k.constants.text(k.constants.ref(this, 0))
	class := func() string {
		at := c.at
		i := c.u2()
		if c.err != nil || i == 0 {
			return ""
		}
		if k.constants.tag(i) != tagClass {
			c.fail(at, "constant %d, a superclass or interface, is not a class", i)
			return ""
		}
		return k.className(i)
	}
	k.Super = class()
	n := c.count(2, "interfaces")
	k.Interfaces = make([]string, n)
	for i := range k.Interfaces {
		k.Interfaces[i] = class()
	}
}

// className returns the name of a class constant.
func (k *Class) className(i int) string { return k.constants.binaryName(k.constants.ref(i, 0)) }

// text reads the index of a Utf8 and returns its text.
func (k *Class) text(c *cursor) string {
	at := c.at
	i := c.u2()
	if c.err != nil {
		return ""
	}
	if k.constants.tag(i) != tagUtf8 {
		c.fail(at, "constant %d is not a Utf8", i)
		return ""
	}
	return k.constants.text(i)
}

func (k *Class) readMethods(c *cursor) {
	c.place = "methods"
	k.Methods = make([]Method, c.count(8, "methods"))
	checked := map[int]bool{} // descriptors by constant: methods may share one of 64 KB
	for i := range k.Methods {
		m := &k.Methods[i]
		c.place = fmt.Sprintf("methods[%d]", i)
		m.class = k
		m.Flags = Flags(c.u2())
		m.Name = k.text(c)
		at := c.at
		m.Descriptor = k.text(c)
		if c.err == nil && !checked[u2(c.data, at)] {
			checked[u2(c.data, at)] = true
			if err := checkDescriptor(m.Descriptor); err != nil {
				c.fail(at, "%w", err)
			}
		}
		attributes(c, k.constants, func(name string, part *cursor) {
			if name != "Code" {
				return
			}
			if m.code != 0 {
				part.fail(part.at, "a second attribute Code")
			}
			m.code, m.length = part.at, part.left()
		})
		if c.err != nil {
			return
		}
	}
}

// attributes reads attributes (JVMS 4.7) and calls read with the name and the content of each.
func attributes(c *cursor, p *constants, read func(name string, part *cursor)) {
	for range c.count(6, "attributes") {
		at := c.at
		name := c.u2()
		n := c.u4()
		if c.err == nil && p.tag(name) != tagUtf8 {
			c.fail(at, "constant %d, the name of an attribute, is not a Utf8", name)
		}
		if c.err == nil && int64(n) > int64(c.left()) {
			c.fail(at, "%w: the attribute %s has %d bytes, and %d are left", ErrTruncated, quoteShort(p.text(name)), n, c.left())
		}
		from := c.skip(int(n))
		if c.err != nil {
			return
		}
		part := &cursor{data: c.data, at: from, end: c.at, place: c.place}
		read(p.text(name), part)
		if part.err != nil {
			c.err = part.err
			return
		}
	}
}

func skipAttributes(c *cursor) {
	for range c.count(6, "attributes") {
		c.skip(2)
		at := c.at
		if n := c.u4(); int64(n) > int64(c.left()) {
			c.fail(at, "%w: an attribute has %d bytes, and %d are left", ErrTruncated, n, c.left())
		} else {
			c.skip(int(n))
		}
	}
}

// Method returns the method with a name, parameter types and return type, named as in an iprof: main,
// [[Ljava.lang.String;], void. It returns false if the class does not declare it.
func (k *Class) Method(name string, params []string, ret string) (*Method, bool) {
	return k.MethodByDescriptor(name, Descriptor(params, ret))
}

// MethodByDescriptor returns the method with a name and descriptor. It returns false if the class does not declare it.
func (k *Class) MethodByDescriptor(name, descriptor string) (*Method, bool) {
	k.indexed.Do(func() {
		if len(k.Methods) <= fewMethods {
			return
		}
		k.index = make(map[methodKey]int, len(k.Methods))
		for i := len(k.Methods) - 1; i >= 0; i-- { // of equal ones, the first counts
			k.index[methodKey{k.Methods[i].Name, k.Methods[i].Descriptor}] = i
		}
	})
	if k.index != nil {
		i, ok := k.index[methodKey{name, descriptor}]
		if !ok {
			return nil, false
		}
		return &k.Methods[i], true
	}
	for i := range k.Methods {
		if m := &k.Methods[i]; m.Name == name && m.Descriptor == descriptor {
			return m, true
		}
	}
	return nil, false
}

// Class returns the class that declares the method.
func (m *Method) Class() *Class { return m.class }

// Types returns the names of the parameter types and of the return type, see [Types].
func (m *Method) Types() (params []string, ret string) {
	params, ret, _ = Types(m.Descriptor) // Parse has checked it
	return params, ret
}

// HasCode reports whether the method has code: it is neither abstract nor native.
func (m *Method) HasCode() bool { return m.code > 0 }
