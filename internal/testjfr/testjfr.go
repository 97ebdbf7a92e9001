// Package testjfr writes flight recordings for tests: real ones have a hundred kilobytes of metadata. It knows package jfr not at all.
package testjfr

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"slices"
	"unicode/utf16"
)

// A Chunk is a chunk of a recording. The zero value of an option is the form in which the JDK writes it.
type Chunk struct {
	Events []Event

	Plain      bool   // integers are not compressed
	Encodings  []byte // of strings, in turn; nil: 3, UTF-8
	Shuffled   bool   // fields in another order, with others between them
	Split      bool   // constants in a chain of two events, the second of which has the stacks
	State      byte   // of the header; 0: finished
	Version    byte   // major; 0: 2
	DropStacks bool   // there are no constants of stacks
}

// An Event is an event with a stack.
type Event struct {
	Type      string  // "": jdk.ExecutionSample
	Thread    string  // of Java
	Stack     []Frame // leaf first; nil: none
	Truncated bool
	Samples   int64 // in a field samples; 0: no such field
	Lost      int64 // in a field lostSamples; 0: no such field
}

// A Frame is a frame of a stack.
type Frame struct {
	Class, Method string
	Line          int
}

// NewFrame is a frame of a method.
func NewFrame(class, method string, line int) Frame { return Frame{class, method, line} }

// Sample is an execution sample of a stack of methods of a class, root first, in lines 1, 2, 3…
func Sample(thread, class string, methods ...string) Event {
	e := Event{Thread: thread}
	for i, m := range methods {
		e.Stack = append(e.Stack, Frame{class, m, i + 1})
	}
	slices.Reverse(e.Stack)
	return e
}

// Bytes returns the recording that a chunk is.
func (c Chunk) Bytes() []byte {
	w := writer{c: c, symbols: map[string]int64{}, classes: map[string]int64{}, methods: map[string]int64{}, threads: map[string]int64{}, strings: map[string]int64{}}
	w.declare()
	header := make([]byte, 68)
	w.out.Write(header)
	var stacks [][]byte
	for i, e := range c.Events {
		stack := int64(0)
		if e.Stack != nil {
			stack = int64(i) + 1
			stacks = append(stacks, w.stack(stack, e))
		}
		w.event(e, stack)
	}
	pools := []pool{{"jdk.types.StackTrace", stacks}}
	others := w.pools()
	second, delta := int64(0), int64(0)
	if c.DropStacks {
		pools = nil
	}
	if c.Split {
		second = int64(w.out.Len())
		w.constants(0, others)
		delta = second - int64(w.out.Len())
	} else {
		pools = append(pools, others...)
	}
	constants := w.out.Len()
	w.constants(delta, pools)
	metadata := w.out.Len()
	w.metadata()

	b := w.out.Bytes()
	copy(b, "FLR\x00")
	b[5], b[7] = max(c.Version, 2*(1-min(c.Version, 1))), 1
	for at, value := range map[int]int{8: len(b), 16: constants, 24: metadata, 32: 1_700_000_000_000_000_000, 40: 1_000_000_000, 56: 1_000_000_000} {
		binary.BigEndian.PutUint64(b[at:], uint64(value))
	}
	b[64] = c.State
	if !c.Plain {
		b[67] = 1
	}
	return b
}

// A declared is a type of the metadata.
type declared struct {
	name   string
	fields []field
}

type field struct {
	name, typ       string
	constant, array bool
}

type pool struct {
	typ     string
	entries [][]byte
}

type writer struct {
	c     Chunk
	out   bytes.Buffer
	types []declared
	turn  int // of Encodings

	symbols, classes, methods, threads, strings map[string]int64
	symbolPool, classPool, methodPool           [][]byte
	threadPool, stringPool                      [][]byte
}

// id is the number of a type: 20 and more.
func (w *writer) id(name string) int64 {
	i := slices.IndexFunc(w.types, func(t declared) bool { return t.name == name })
	if i < 0 {
		panic(name)
	}
	return int64(20 + 3*i)
}

func (w *writer) declare() {
	constant := func(name, typ string) field { return field{name, typ, true, false} }
	value := func(name, typ string) field { return field{name, typ, false, false} }
	for _, name := range []string{"int", "java.lang.String", "long", "boolean", "byte", "char", "short", "float", "double"} {
		w.types = append(w.types, declared{name: name})
	}
	w.types = append(w.types,
		declared{"jdk.types.Symbol", []field{value("string", "java.lang.String")}},
		declared{"java.lang.Class", []field{value("modifiers", "int"), constant("name", "jdk.types.Symbol")}},
		declared{"jdk.types.Method", []field{constant("type", "java.lang.Class"), constant("name", "jdk.types.Symbol"), constant("descriptor", "jdk.types.Symbol"), value("hidden", "boolean")}},
		declared{"jdk.types.StackFrame", []field{constant("method", "jdk.types.Method"), value("lineNumber", "int"), value("bytecodeIndex", "int"), value("weight", "double")}},
		declared{"jdk.types.StackTrace", []field{value("truncated", "boolean"), {"frames", "jdk.types.StackFrame", false, true}}},
		declared{"java.lang.Thread", []field{value("osName", "java.lang.String"), value("osThreadId", "long"), value("javaName", "java.lang.String")}},
	)
	for _, e := range w.c.Events {
		name := typeOf(e)
		if slices.ContainsFunc(w.types, func(t declared) bool { return t.name == name }) {
			continue
		}
		fields := []field{value("startTime", "long"), constant("sampledThread", "java.lang.Thread"), constant("stackTrace", "jdk.types.StackTrace")}
		if e.Samples != 0 {
			fields = append(fields, value("samples", "int"))
		}
		if e.Lost != 0 {
			fields = append(fields, value("lostSamples", "int"))
		}
		w.types = append(w.types, declared{name, fields})
	}
	if !w.c.Shuffled {
		return
	}
	w.types = append(w.types, declared{"Nothing", nil}, declared{"Pair", []field{value("a", "Nothing"), value("b", "short"), {"c", "Nothing", false, true}}})
	for i := range w.types {
		if t := &w.types[i]; len(t.fields) > 0 && t.name != "Pair" {
			slices.Reverse(t.fields)
			t.fields = slices.Concat([]field{value("first", "char")}, t.fields[:1], []field{value("pair", "Pair"), {"all", "float", false, true}}, t.fields[1:])
		}
	}
	slices.Reverse(w.types)
}

func typeOf(e Event) string {
	return cmp.Or(e.Type, "jdk.ExecutionSample")
}

// A value encoder appends values.
type encoder struct {
	w *writer
	b []byte
}

func (e *encoder) integer(size int, v int64) *encoder {
	if e.w.c.Plain {
		for i := range size {
			e.b = append(e.b, byte(v>>(8*(size-1-i))))
		}
		return e
	}
	u := uint64(v)
	if size < 8 {
		u &= 1<<(8*size) - 1
	}
	for i := 0; i < 8 && u >= 0x80; i++ {
		e.b = append(e.b, byte(u)|0x80)
		u >>= 7
	}
	e.b = append(e.b, byte(u))
	return e
}

func (e *encoder) string(s string) *encoder {
	encoding := byte(3)
	if all := e.w.c.Encodings; all != nil {
		encoding = all[e.w.turn%len(all)]
		e.w.turn++
	}
	return e.encoded(encoding, s)
}

func (e *encoder) encoded(encoding byte, s string) *encoder {
	if encoding == 5 && slices.ContainsFunc([]rune(s), func(r rune) bool { return r > 0xff }) {
		encoding = 4
	}
	if s == "" {
		encoding = 1
	}
	e.b = append(e.b, encoding)
	switch encoding {
	case 2:
		id := number(e.w.strings, s)
		if int(id) > len(e.w.stringPool) {
			e.w.stringPool = append(e.w.stringPool, (&encoder{w: e.w}).integer(8, id).encoded(3, s).b)
		}
		e.integer(8, id)
	case 3:
		e.integer(4, int64(len(s))).b = append(e.b, s...)
	case 4:
		units := utf16.Encode([]rune(s))
		e.integer(4, int64(len(units)))
		for _, u := range units {
			e.integer(2, int64(u))
		}
	case 5:
		runes := []rune(s)
		e.integer(4, int64(len(runes)))
		for _, r := range runes {
			e.b = append(e.b, byte(r))
		}
	}
	return e
}

// number returns the number of a constant by its text, from 1, and adds it if it is new.
func number(all map[string]int64, text string) int64 {
	id, ok := all[text]
	if !ok {
		id = int64(len(all)) + 1
		all[text] = id
	}
	return id
}

// value appends the fields of a type. Values are by name; others are 0 or empty.
func (e *encoder) value(typ string, values map[string]func(*encoder)) *encoder {
	t := e.w.types[slices.IndexFunc(e.w.types, func(t declared) bool { return t.name == typ })]
	for _, f := range t.fields {
		switch write := values[f.name]; {
		case write != nil:
			write(e)
		case f.array && f.name == "all":
			e.integer(4, 2).b = append(e.b, 0, 0, 0, 0, 0, 0, 0, 0)
		case f.array:
			e.integer(4, 0)
		case f.constant:
			e.integer(8, 0)
		default:
			e.zero(f.typ)
		}
	}
	return e
}

func (e *encoder) zero(typ string) {
	switch typ {
	case "boolean", "byte":
		e.b = append(e.b, 0)
	case "char", "short":
		e.integer(2, 1000)
	case "int":
		e.integer(4, -1)
	case "long":
		e.integer(8, -1)
	case "float":
		e.b = append(e.b, 0xff, 0, 0xff, 0)
	case "double":
		e.b = append(e.b, 0xff, 0, 0xff, 0, 0xff, 0, 0xff, 0)
	case "java.lang.String":
		e.string("unused")
	default:
		e.value(typ, nil)
	}
}

func long(v int64) func(*encoder) { return func(e *encoder) { e.integer(8, v) } }
func whole(v int) func(*encoder)  { return func(e *encoder) { e.integer(4, int64(v)) } }

func (w *writer) symbol(s string) int64 {
	id := number(w.symbols, s)
	if int(id) > len(w.symbolPool) {
		w.symbolPool = append(w.symbolPool, (&encoder{w: w}).integer(8, id).value("jdk.types.Symbol", map[string]func(*encoder){
			"string": func(e *encoder) { e.string(s) },
		}).b)
	}
	return id
}

func (w *writer) method(f Frame) int64 {
	id := number(w.methods, f.Class+" "+f.Method)
	if int(id) > len(w.methodPool) {
		class := int64(0)
		if f.Class != "" {
			if class = number(w.classes, f.Class); int(class) > len(w.classPool) {
				w.classPool = append(w.classPool, (&encoder{w: w}).integer(8, class).value("java.lang.Class", map[string]func(*encoder){"name": long(w.symbol(f.Class))}).b)
			}
		}
		w.methodPool = append(w.methodPool, (&encoder{w: w}).integer(8, id).value("jdk.types.Method", map[string]func(*encoder){
			"type": long(class), "name": long(w.symbol(f.Method)), "descriptor": long(w.symbol("()V")),
		}).b)
	}
	return id
}

func (w *writer) stack(id int64, of Event) []byte {
	e := (&encoder{w: w}).integer(8, id)
	e.value("jdk.types.StackTrace", map[string]func(*encoder){
		"truncated": func(e *encoder) {
			e.b = append(e.b, map[bool]byte{true: 1}[of.Truncated])
		},
		"frames": func(e *encoder) {
			e.integer(4, int64(len(of.Stack)))
			for _, f := range of.Stack {
				e.value("jdk.types.StackFrame", map[string]func(*encoder){"method": long(w.method(f)), "lineNumber": whole(f.Line)})
			}
		},
	})
	return e.b
}

func (w *writer) event(of Event, stack int64) {
	thread := int64(0)
	if of.Thread != "" {
		if thread = number(w.threads, of.Thread); int(thread) > len(w.threadPool) {
			w.threadPool = append(w.threadPool, (&encoder{w: w}).integer(8, thread).value("java.lang.Thread", map[string]func(*encoder){
				"javaName": func(e *encoder) { e.string(of.Thread) },
			}).b)
		}
	}
	name := typeOf(of)
	w.add(w.id(name), (&encoder{w: w}).value(name, map[string]func(*encoder){
		"startTime": long(1 << 40), "sampledThread": long(thread), "stackTrace": long(stack), "samples": whole(int(of.Samples)), "lostSamples": whole(int(of.Lost)),
	}).b)
}

func (w *writer) pools() []pool {
	return []pool{
		{"jdk.types.Symbol", w.symbolPool}, {"java.lang.Class", w.classPool}, {"jdk.types.Method", w.methodPool},
		{"java.lang.Thread", w.threadPool}, {"java.lang.String", w.stringPool},
	}
}

// add writes an event: its size, in 4 bytes, type and values.
func (w *writer) add(typ int64, values []byte) {
	head := (&encoder{w: w}).integer(8, typ).b
	size := 4 + len(head) + len(values)
	if w.c.Plain {
		w.out.Write(binary.BigEndian.AppendUint32(nil, uint32(size)))
	} else {
		w.out.Write([]byte{byte(size) | 0x80, byte(size>>7) | 0x80, byte(size>>14) | 0x80, byte(size >> 21)})
	}
	w.out.Write(head)
	w.out.Write(values)
}

func (w *writer) constants(delta int64, pools []pool) {
	e := (&encoder{w: w}).integer(8, 1).integer(8, 0).integer(8, delta)
	e.b = append(e.b, 0)
	pools = slices.DeleteFunc(pools, func(p pool) bool { return len(p.entries) == 0 })
	e.integer(4, int64(len(pools)))
	for _, p := range pools {
		e.integer(8, w.id(p.typ)).integer(4, int64(len(p.entries)))
		for _, entry := range p.entries {
			e.b = append(e.b, entry...)
		}
	}
	w.add(1, e.b)
}

func (w *writer) metadata() {
	texts := map[string]int64{}
	var order []string
	index := func(s string) int64 {
		if _, ok := texts[s]; !ok {
			texts[s] = int64(len(order))
			order = append(order, s)
		}
		return texts[s]
	}
	body := &encoder{w: w}
	begin := func(tag string, children int, attributes ...string) {
		body.integer(4, index(tag)).integer(4, int64(len(attributes)/2))
		for _, a := range attributes {
			body.integer(4, index(a))
		}
		if children >= 0 {
			body.integer(4, int64(children))
		}
	}
	begin("root", 2)
	begin("metadata", len(w.types))
	for _, t := range w.types {
		begin("class", len(t.fields), "id", fmt.Sprint(w.id(t.name)), "name", t.name, "superType", "jdk.jfr.Event")
		for _, f := range t.fields {
			attributes := []string{"name", f.name, "class", fmt.Sprint(w.id(f.typ))}
			if f.constant {
				attributes = append(attributes, "constantPool", "true")
			}
			if f.array {
				attributes = append(attributes, "dimension", "1")
			}
			begin("field", 1, attributes...)
			begin("annotation", 0, "class", "7", "value-0", "x")
		}
	}
	begin("region", 0, "locale", "en_US")
	e := (&encoder{w: w}).integer(8, 0).integer(8, 0).integer(8, 1).integer(4, int64(len(order)))
	for _, s := range order {
		e.encoded(3, s)
	}
	w.add(0, append(e.b, body.b...))
}
