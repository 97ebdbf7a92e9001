package jfr

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// A Type is a type of events or values, as the metadata of a chunk declares it.
type Type struct {
	Name   string // "jdk.ExecutionSample", "int"
	Fields []*Field

	id      int64
	kind    kind
	size    int      // of numbers, in bytes without compression
	laidOut []*Field // without those that have no bytes
	state   uint8    // while types are checked for nesting
}

// A Field is a field of a type.
type Field struct {
	Name     string
	Type     *Type
	Array    bool // the value is a number of values of the type
	Constant bool // values are numbers in the constant pool of the type

	typeID int64
}

// Field returns the field with a name; nil: none.
func (t *Type) Field(name string) *Field {
	for _, f := range t.Fields {
		if f.Name == name {
			return f
		}
	}
	return nil
}

// isEmpty reports whether a value, or an element of an array, has no bytes.
func (f *Field) isEmpty() bool {
	return !f.Constant && f.Type.kind == structKind && len(f.Type.laidOut) == 0
}

// A kind is how values of a type are written.
type kind uint8

const (
	structKind kind = iota // fields one after the other
	stringKind
	rawKind     // bytes, never compressed
	integerKind // compressed or not
)

// kindOf returns the kind of a type, by the name that all recordings use for it.
func kindOf(name string) (kind, int) {
	switch name {
	case "boolean", "byte":
		return rawKind, 1
	case "float":
		return rawKind, 4
	case "double":
		return rawKind, 8
	case "char", "short":
		return integerKind, 2
	case "int":
		return integerKind, 4
	case "long":
		return integerKind, 8
	case "java.lang.String":
		return stringKind, 0
	}
	return structKind, 0
}

// quoted returns a name for a message.
func quoted(name string) string {
	const most = 80 // bytes: files may have names of any length
	if len(name) <= most {
		return strconv.Quote(name)
	}
	return strconv.Quote(strings.ToValidUTF8(name[:most], "")) + "…"
}

// maxNesting is the maximum depth of values within values, and of elements in the metadata. The JDK's are 3 and 5 deep.
const maxNesting = 32

// readMetadata reads the types of a chunk.
//
//	<root><metadata><class name= id=><field name= class= constantPool= dimension=/>…</class>…</metadata>…</root>
func readMetadata(c *cursor) (map[int64]*Type, error) {
	c.long() // time
	c.long() // duration
	c.long() // number of the metadata
	m := metadata{in: c, types: map[int64]*Type{}, strings: make([]string, c.count())}
	for i := range m.strings {
		var isConstant bool
		if m.strings[i], _, isConstant = c.string(); isConstant {
			c.fail(errors.New("a string of the metadata is a constant"))
		}
	}
	m.element(nil, 0)
	if c.err != nil {
		return nil, c.err
	}
	return m.types, m.link()
}

// A metadata reads elements: names and attributes are numbers of strings.
type metadata struct {
	in      *cursor
	strings []string
	types   map[int64]*Type
	order   []*Type
}

func (m *metadata) string() string {
	n := m.in.int()
	if n < 0 || n >= int64(len(m.strings)) {
		if m.in.err == nil {
			m.in.fail(fmt.Errorf("the metadata has no string %d", n))
		}
		return ""
	}
	return m.strings[n]
}

// element reads an element, which may be a field of a type, with all that it contains.
func (m *metadata) element(of *Type, depth int) {
	if depth > maxNesting {
		m.in.fail(errors.New("the metadata is nested too deep"))
		return
	}
	tag := m.string()
	var name, id, class, constant, dimension string
	for range m.in.count() {
		switch key, value := m.string(), m.string(); key {
		case "name":
			name = value
		case "id":
			id = value
		case "class":
			class = value
		case "constantPool":
			constant = value
		case "dimension":
			dimension = value
		}
	}
	number := func(s string) int64 {
		n, err := strconv.ParseInt(s, 10, 64)
		if err != nil && m.in.err == nil {
			m.in.fail(fmt.Errorf("the metadata of %s has %s for the number of a type", quoted(name), quoted(s)))
		}
		return n
	}
	inside := (*Type)(nil)
	switch {
	case tag == "class":
		inside = &Type{Name: name, id: number(id)}
		inside.kind, inside.size = kindOf(name)
		m.types[inside.id] = inside
		m.order = append(m.order, inside)
	case tag == "field" && of != nil:
		of.Fields = append(of.Fields, &Field{Name: name, typeID: number(class), Constant: constant == "true", Array: dimension != "" && dimension != "0"})
	}
	for range m.in.count() {
		if m.in.err != nil {
			return
		}
		m.element(inside, depth+1)
	}
}

// link finds the types of fields, and fails if a type contains itself: its values would have no end.
func (m *metadata) link() error {
	for _, t := range m.order {
		for _, f := range t.Fields {
			if f.Type = m.types[f.typeID]; f.Type == nil {
				return fmt.Errorf("%s.%s has a type without metadata: %d", quoted(t.Name), quoted(f.Name), f.typeID)
			}
		}
	}
	for _, t := range m.order {
		if _, err := t.layOut(0); err != nil {
			return err
		}
	}
	return nil
}

// The states of a type that is laid out.
const (
	asDeclared uint8 = iota
	beingLaidOut
	isLaidOut // and state-isLaidOut is the depth of its values
)

// layOut finds the fields that have bytes, of a type and of all that its values contain. It returns how deep these are nested.
func (t *Type) layOut(depth int) (int, error) {
	switch {
	case t.state >= isLaidOut:
		depth += int(t.state - isLaidOut)
	case t.state == beingLaidOut:
		return 0, fmt.Errorf("the type %s contains itself", quoted(t.Name))
	}
	if depth > maxNesting {
		return 0, fmt.Errorf("values of the type %s are nested too deep", quoted(t.Name))
	}
	if t.state >= isLaidOut {
		return int(t.state - isLaidOut), nil
	}
	t.state = beingLaidOut
	nested := 0
	for _, f := range t.Fields {
		if !f.Constant {
			below, err := f.Type.layOut(depth + 1)
			if err != nil {
				return 0, err
			}
			nested = max(nested, below+1)
		}
		if f.Array || !f.isEmpty() {
			t.laidOut = append(t.laidOut, f)
		}
	}
	t.state = isLaidOut + uint8(nested)
	return nested, nil
}
