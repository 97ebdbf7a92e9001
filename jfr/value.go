package jfr

import "fmt"

// A value is a value of a type with fields.
type value struct {
	chunk *Chunk
	typ   *Type
	in    cursor // at its first field
}

// constant returns a constant of a type; false: the chunk does not have it.
func (c *Chunk) constant(t *Type, number int64) (value, bool) {
	at, ok := c.pools[t][number]
	return value{c, t, cursor{data: c.data, at: at, end: len(c.data), plain: c.plain}}, ok
}

// find moves the cursor to a field of the value, which must be one of its type.
func (v *value) find(f *Field) cursor {
	in := v.in
	for _, before := range v.typ.laidOut {
		if before == f {
			break
		}
		in.skip(before)
	}
	v.in.err = in.err
	return in
}

// number returns the value of a field with an integer, a constant or a boolean.
func (v *value) number(f *Field) int64 {
	in := v.find(f)
	n := read(&in, f)
	v.in.err = in.err
	return n
}

func read(in *cursor, f *Field) int64 {
	switch {
	case f.Constant:
		return in.long()
	case f.Type.kind == integerKind:
		return in.integer(f.Type.size)
	}
	return int64(in.byte())
}

// inner returns the value of a field that has fields itself, as a constant or in place; false: there is none.
func (v *value) inner(name string) (value, bool) {
	f := v.typ.Field(name)
	if f == nil || f.Array || f.Type.kind != structKind {
		return value{}, false
	}
	in := v.find(f)
	return v.chunk.valueAt(&in, f)
}

// valueAt returns a value with fields that begins at a cursor, or is the constant that the number there stands for.
func (c *Chunk) valueAt(in *cursor, f *Field) (value, bool) {
	if f.Constant {
		return c.constant(f.Type, in.long())
	}
	return value{c, f.Type, *in}, in.err == nil
}

// text returns the value of a field that is a string, or a value with a string such as jdk.types.Symbol. It is "" if there is none.
func (v *value) text(name string) string {
	f := v.typ.Field(name)
	if f == nil || f.Array {
		return ""
	}
	if f.Type.kind == structKind {
		inner, ok := v.inner(name)
		if !ok {
			return ""
		}
		return v.chunk.once(inner.typ, inner.in.at, func() string {
			for _, f := range inner.typ.Fields {
				if f.Type.kind == stringKind && !f.Array {
					return inner.string(f)
				}
			}
			return ""
		})
	}
	return v.string(f)
}

// A place is where a value of a type begins.
type place struct {
	typ *Type
	at  int
}

// once returns the text of a value, which is read once: a name may be long, and that of many methods.
func (c *Chunk) once(t *Type, at int, read func() string) string {
	text, known := c.texts[place{t, at}]
	if !known {
		text = read()
		c.texts[place{t, at}] = text
	}
	return text
}

// string returns the value of a field that is a string.
func (v *value) string(f *Field) string {
	if f.Type.kind != stringKind {
		return ""
	}
	in := v.find(f)
	if f.Constant {
		return v.chunk.stringConstant(f.Type, in.long())
	}
	text, number, isConstant := in.string()
	v.in.err = in.err
	if isConstant {
		return v.chunk.stringConstant(f.Type, number)
	}
	return text
}

// stringConstant returns a string constant, "" if the chunk does not have it. A constant that stands for another one is "" as well.
func (c *Chunk) stringConstant(t *Type, number int64) string {
	v, ok := c.constant(t, number)
	if !ok {
		return ""
	}
	return c.once(t, v.in.at, func() string {
		text, _, _ := v.in.string()
		return text
	})
}

// A Stack is a stack trace.
type Stack struct {
	Frames    []Frame // leaf first
	Truncated bool    // there were more frames: the recorder keeps the innermost ones
}

// A Frame is a method on a stack.
type Frame struct {
	Method int64 // for [Chunk.Method]
	Line   int   // of the source; 0 or less: unknown
}

// Stack reads the stack trace with a number, which is the value of the field stackTrace of an event. It appends to the frames of a
// Stack, which may have memory of a previous one. The bool is false if the chunk has no such stack trace. The error is an [*Error].
func (e Event) Stack(number int64, to *Stack) (bool, error) {
	to.Frames, to.Truncated = to.Frames[:0], false
	f := e.Type.Field("stackTrace")
	if f == nil || !f.Constant {
		return false, nil
	}
	v, ok := e.chunk.constant(f.Type, number)
	if !ok {
		return false, nil
	}
	at := v.in.at
	if cut := v.typ.Field("truncated"); cut != nil && !cut.Array && cut.Type.Name == "boolean" {
		to.Truncated = v.number(cut) != 0
	}
	frames := v.typ.Field("frames")
	if frames == nil || !frames.Array || frames.Constant || frames.Type.kind != structKind {
		return false, e.chunk.fail(at, fmt.Errorf("stacks of the type %s have no frames", quoted(v.typ.Name)))
	}
	method, line := frames.Type.Field("method"), frames.Type.Field("lineNumber")
	if method == nil || !method.Constant || method.Array || line == nil || line.Array || line.Constant || line.Type.kind != integerKind {
		return false, e.chunk.fail(at, fmt.Errorf("frames of the type %s have no methods and lines", quoted(frames.Type.Name)))
	}
	in := v.find(frames)
	for range in.count() {
		frame := Frame{}
		for _, f := range frames.Type.laidOut {
			switch f {
			case method:
				frame.Method = read(&in, f)
			case line:
				frame.Line = int(read(&in, f))
			default:
				in.skip(f)
			}
		}
		if in.err != nil {
			break
		}
		to.Frames = append(to.Frames, frame)
	}
	if in.err != nil {
		return false, e.chunk.fail(at, in.err)
	}
	return len(to.Frames) > 0, nil
}

// A Method is a method on stacks.
type Method struct {
	Class      string // as the JVM writes it: com/acme/Parser$Token; "" if the frame is not Java code
	Name       string
	Descriptor string // (IJ)V; "" if the recorder does not know it
}

// Method returns the method with a number that a frame of an event's stack has; false: the chunk does not have it. Methods share
// strings.
func (e Event) Method(number int64) (Method, bool) {
	f := e.Type.Field("stackTrace")
	if f == nil {
		return Method{}, false
	}
	frames := f.Type.Field("frames")
	if frames == nil {
		return Method{}, false
	}
	of := frames.Type.Field("method")
	if of == nil {
		return Method{}, false
	}
	v, ok := e.chunk.constant(of.Type, number)
	if !ok {
		return Method{}, false
	}
	m := Method{Name: v.text("name"), Descriptor: v.text("descriptor")}
	if class, ok := v.inner("type"); ok {
		m.Class = e.chunk.className(class)
	}
	return m, true
}

// className returns the name of a class, which is read once.
func (c *Chunk) className(class value) string {
	name, known := c.classes[class.in.at]
	if !known {
		name = class.text("name")
		c.classes[class.in.at] = name
	}
	return name
}

// Constant returns the text of a constant of a field's type, such as the name of a thread's state. It is "" if the event has no such
// field, or the chunk no such constant.
func (e Event) Constant(field string, number int64) string {
	f := e.Type.Field(field)
	if f == nil || !f.Constant || f.Array || f.Type.kind != structKind {
		return ""
	}
	v, ok := e.chunk.constant(f.Type, number)
	if !ok {
		return ""
	}
	for _, in := range v.typ.Fields {
		if in.Type.kind == stringKind && !in.Array {
			return v.string(in)
		}
	}
	return ""
}

// Thread returns the name of the thread that a field of the event refers to: that of Java or, without one, that of the system. It is
// "" if the event has no such field, or the thread no name.
func (e Event) Thread(field string) string {
	v := value{chunk: e.chunk, typ: e.Type, in: e.in}
	thread, ok := v.inner(field)
	if !ok {
		return ""
	}
	if name := thread.text("javaName"); name != "" {
		return name
	}
	return thread.text("osName")
}
