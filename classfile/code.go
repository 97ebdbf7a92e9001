package classfile

import (
	"cmp"
	"fmt"
	"slices"
)

// Code is the code of a method (JVMS 4.7.3).
type Code struct {
	MaxStack     int
	MaxLocals    int
	Length       int           // bytes of bytecode; every BCI is below it
	Instructions []Instruction // in the order of their BCI
	Handlers     []Handler     // in the order of the file: the first matching handler catches the exception
	Lines        []Line        // in the order of their BCI; lines of the same BCI in the order of the file

	class  *Class
	method *Method
	bytes  string // the bytecode
}

// A Handler is an entry of the exception table: if an instruction from Start up to but excluding End throws a Type, control goes to
// Target.
type Handler struct {
	Start, End, Target int    // BCIs; End may be the length of the code
	Type               string // "" for all types, as for finally and synchronized
}

// Covers reports whether the handler applies to exceptions of the instruction at a BCI.
func (h Handler) Covers(bci int) bool { return h.Start <= bci && bci < h.End }

// Method returns the method that the code is of.
func (c *Code) Method() *Method { return c.method }

// CodeLength returns the number of bytes of bytecode without decoding it; 0 if the method has no code.
func (m *Method) CodeLength() int {
	if !m.HasCode() {
		return 0
	}
	_, _, n := m.readSizes(m.cursor(""))
	return n
}

// cursor returns a cursor at the beginning of the content of the attribute Code, with the place that errors name.
func (m *Method) cursor(place string) *cursor {
	return &cursor{data: m.class.constants.data, at: m.code, end: m.code + m.length, place: place}
}

// readSizes reads the maximum depth of the stack, the number of local variables and the number of bytes of bytecode. Before version
// 45.3 they had half as many bytes.
func (m *Method) readSizes(c *cursor) (stack, locals, length int) {
	if m.class.Major == 45 && m.class.Minor < 3 {
		stack, locals, length = c.u1(), c.u1(), c.u2()
	} else {
		stack, locals = c.u2(), c.u2()
		at := c.at
		n := c.u4()
		if length = int(n & 0xFFFF); n > 0xFFFF {
			c.fail(at, "%w: %d bytes of bytecode, and 65535 is the limit", ErrLimit, n)
		}
	}
	if c.err == nil && (length == 0 || length > c.left()) {
		c.fail(c.at, "%w: %d bytes of bytecode, and %d are left", ErrTruncated, length, c.left())
	}
	if c.err != nil {
		return 0, 0, 0
	}
	return stack, locals, length
}

// Code decodes the code of the method. It returns nil and no error if the method is abstract or native, and a
// [*FormatError] if the code is damaged.
func (m *Method) Code() (*Code, error) {
	if !m.HasCode() {
		return nil, nil
	}
	code, err := m.decode()
	if err != nil {
		err.File = m.class.File
		return nil, err
	}
	return code, nil
}

func (m *Method) decode() (*Code, *FormatError) {
	c := m.cursor(quoteShort(m.Name + m.Descriptor))
	code := &Code{class: m.class, method: m}
	code.MaxStack, code.MaxLocals, code.Length = m.readSizes(c)
	if c.err != nil {
		return nil, c.err
	}
	begin := c.skip(code.Length)
	code.bytes = c.data[begin:c.at]
	starts := make([]bool, code.Length+1) // the BCIs where instructions start, and the end
	if bci, err := code.readInstructions(starts); err != nil {
		c.failAt(begin, bci, err)
	} else if bci, err := code.checkTargets(starts); err != nil {
		c.failAt(begin, bci, err)
	}
	code.readHandlers(c, starts)
	attributes(c, m.class.constants, func(name string, part *cursor) {
		if name == "LineNumberTable" {
			code.readLines(part)
		}
	})
	if c.left() > 0 {
		c.fail(c.at, "%d bytes follow the end of the code", c.left())
	}
	if c.err != nil {
		return nil, c.err
	}
	slices.SortStableFunc(code.Lines, func(a, b Line) int { return cmp.Compare(a.BCI, b.BCI) })
	return code, nil
}

// failAt records an error of the instruction at a BCI.
func (c *cursor) failAt(begin, bci int, err error) {
	c.place += fmt.Sprintf(", BCI %d", bci)
	c.fail(begin+bci, "%w", err)
}

func (c *Code) readHandlers(cur *cursor, starts []bool) {
	c.Handlers = make([]Handler, cur.count(8, "exception handlers"))
	for i := range c.Handlers {
		at := cur.at
		h := Handler{Start: cur.u2(), End: cur.u2(), Target: cur.u2()}
		if cur.err == nil && (h.Start >= h.End || h.End > c.Length || !starts[h.Start] || !starts[h.End] || h.Target >= c.Length || !starts[h.Target]) {
			cur.fail(at, "exception handler %d, for BCI %d to %d at %d, does not fit the instructions", i, h.Start, h.End, h.Target)
		}
		at = cur.at
		if class := cur.u2(); cur.err == nil && class != 0 {
			if c.class.constants.tag(class) != tagClass {
				cur.fail(at, "constant %d, the type of exception handler %d, is not a class", class, i)
				return
			}
			h.Type = c.class.className(class)
		}
		c.Handlers[i] = h
	}
}

// Index returns the index in Instructions of the instruction at a BCI. It returns false if none begins there.
func (c *Code) Index(bci int) (int, bool) {
	return slices.BinarySearchFunc(c.Instructions, bci, func(in Instruction, bci int) int { return cmp.Compare(in.BCI, bci) })
}

// At returns the instruction at a BCI. It returns false if none begins there.
func (c *Code) At(bci int) (Instruction, bool) {
	if i, ok := c.Index(bci); ok {
		return c.Instructions[i], true
	}
	return Instruction{}, false
}
