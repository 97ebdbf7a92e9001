package classfile_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/internal/testclass"
)

// Instructions that may throw by the chapters "Run-time Exceptions" and "Linking Exceptions" of the JVM specification (JVMS 6.5), as
// ranges of opcodes; returns apart, see CanThrow.
func TestOpcodesThatThrow(t *testing.T) {
	ranges := [][2]int{
		{46, 53},   // iaload to saload
		{79, 86},   // iastore to sastore
		{108, 109}, // idiv, ldiv
		{112, 113}, // irem, lrem
		{178, 195}, // fields, calls, arrays, athrow, monitors
	}
	for op := range 202 {
		if slices.Contains([]int{18, 19, 20, 187, 189, 192, 193, 197}, op) { // those of constants that are loaded
			continue
		}
		want := slices.ContainsFunc(ranges, func(r [2]int) bool { return op >= r[0] && op <= r[1] })
		in := classfile.Instruction{Op: classfile.Opcode(op)}
		if got := in.CanThrow(); got != want {
			t.Errorf("%v (%d): %t", in.Op, op, got)
		}
	}
}

// constantsOfKinds adds a constant of each kind that instructions refer to.
func constantsOfKinds(b *testclass.Builder) map[string]int {
	return map[string]int{
		"Integer": b.Integer(7), "Float": b.Constant(1, testclass.Join(4, testclass.Big(4, 0x3F800000))), "Long": b.Long(7), "Double": b.Constant(2, testclass.Join(6, testclass.Big(8, 0))),
		"String": b.Text("s"), "Class": b.Class("a/B"), "MethodType": b.Constant(1, testclass.Join(16, testclass.Big(2, b.UTF8("()V")))), "Dynamic": b.Dynamic(17, "d", "I"),
		"MethodHandle": b.Handle(6, b.Member(10, "a/B", "m", "()V")), "InvokeDynamic": b.Dynamic(18, "run", "()V"),
		"Fieldref": b.Member(9, "a/B", "f", "I"), "Methodref": b.Member(10, "a/B", "m", "()V"), "InterfaceMethodref": b.Member(11, "a/B", "m", "()V"),
	}
}

// Instructions refer to the kinds of constants that the specification says, and to no others.
func TestConstantsOfInstructions(t *testing.T) {
	const loadable = "Integer Float String Class MethodHandle MethodType Dynamic"
	for op, c := range map[int]struct {
		kinds string
		after []byte // of the index
	}{
		0x13: {loadable, nil}, 0x14: {"Long Double Dynamic", nil}, // ldc_w, ldc2_w
		0xB2: {"Fieldref", nil}, 0xB3: {"Fieldref", nil}, 0xB4: {"Fieldref", nil}, 0xB5: {"Fieldref", nil},
		0xB6: {"Methodref", nil}, 0xB7: {"Methodref InterfaceMethodref", nil}, 0xB8: {"Methodref InterfaceMethodref", nil},
		0xB9: {"InterfaceMethodref", []byte{1, 0}}, 0xBA: {"InvokeDynamic", []byte{0, 0}},
		0xBB: {"Class", nil}, 0xBD: {"Class", nil}, 0xC0: {"Class", nil}, 0xC1: {"Class", nil}, 0xC5: {"Class", []byte{1}},
	} {
		for kind := range constantsOfKinds(&testclass.Builder{}) {
			b := &testclass.Builder{}
			index := constantsOfKinds(b)[kind]
			b.Method(8, "t", "()V", b.Code(testclass.Join(op, testclass.Big(2, index), c.after, 0xB1), nil))
			_, err := parse(t, b.Build("T")).Methods[0].Code()
			if allowed := slices.Contains(strings.Fields(c.kinds), kind); (err == nil) != allowed {
				t.Errorf("%v of a %s: %v", classfile.Opcode(op), kind, err)
			}
		}
	}
}

// Kinds 1 to 4 of method handles are about fields, 5 to 9 about methods (JVMS 4.4.8).
func TestKindsOfMethodHandles(t *testing.T) {
	for kind := range 12 {
		for name, ref := range map[string]int{"Fieldref": 9, "Methodref": 10, "InterfaceMethodref": 11} {
			b := &testclass.Builder{}
			b.Handle(kind, b.Member(ref, "a/B", "x", map[bool]string{true: "I", false: "()V"}[ref == 9]))
			_, err := classfile.Parse(b.Build("T"))
			if allowed := kind >= 1 && kind <= 9 && (kind <= 4) == (ref == 9); (err == nil) != allowed {
				t.Errorf("kind %d of a %s: %v", kind, name, err)
			}
		}
	}
}

// Versions are those of Java 1.0.2 to the newest that is known.
func TestVersionsOfClasses(t *testing.T) {
	for major, known := range map[int]bool{44: false, 46: true, 52: true, 70: true, 71: false} {
		_, err := classfile.Parse((&testclass.Builder{Version: major}).Build("T"))
		if known != (err == nil) || !known && !errors.Is(err, classfile.ErrVersion) {
			t.Errorf("version %d: %v", major, err)
		}
	}
}

// Bytes after the end of the code are an error, even a single one.
func TestBytesAfterTheCode(t *testing.T) {
	b := &testclass.Builder{}
	b.Method(8, "t", "()V", b.Attribute("Code", testclass.Big(2, 1), testclass.Big(2, 1), testclass.Big(4, 1), 0xB1, testclass.Big(2, 0), testclass.Big(2, 0), 0))
	_, err := parse(t, b.Build("T")).Methods[0].Code()
	var at *classfile.FormatError
	if !errors.As(err, &at) || !strings.Contains(err.Error(), "1 bytes follow the end of the code") {
		t.Error(err)
	}
}

// Only calls call, and only instructions about fields have one.
func TestOthersCallNothing(t *testing.T) {
	b := &testclass.Builder{}
	b.Method(8, "t", "()V", b.Code(testclass.Join(0x03, 0x57, 0xB2, testclass.Big(2, b.Member(9, "a/B", "f", "I")), 0x57, 0xB8, testclass.Big(2, b.Member(10, "a/B", "m", "()V")), 0xB1), nil))
	for _, in := range codeOfFirst(t, b.Build("T")).Instructions {
		_, calls := in.Called()
		_, field := in.Field()
		if calls != (in.Op == classfile.OpInvokestatic) || field != (in.Op == classfile.OpGetstatic) {
			t.Errorf("%v: calls %t, field %t", in.Op, calls, field)
		}
	}
}

// Names are modified UTF-8: each byte alone is one of 1 to 127, or an error.
func TestBytesOfNames(t *testing.T) {
	for c := range 256 {
		b := &testclass.Builder{}
		b.Method(0x401, "m"+string([]byte{byte(c)}), "()V")
		_, err := classfile.Parse(b.Build("T"))
		if valid := c > 0 && c < 0x80; (err == nil) != valid && !strings.ContainsAny(string(rune(c)), ".;[/<>") {
			t.Errorf("byte %#x: %v", c, err)
		}
	}
}

// Modified UTF-8 has two bytes for zero and three for each half of a pair; bytes of UTF-8 that is not so are errors.
func TestTextsOfNames(t *testing.T) {
	for text, want := range map[string]string{
		"é": "é", "\x01é": "\x01é", "\x7fé": "\x7fé", "日本": "日本", "\xC0\x80": "\x00", "a\xC0\x80é": "a\x00é", "\xED\xA0\xBD\xED\xB8\x80": "😀", "\xED\xA0\xBDx": "\uFFFDx", "\xED\xB8\x80": "\uFFFD", "\xED\xA0\xBD": "\uFFFD",
		"\x00é": "", "é\x00": "", "😀": "", "\xC3": "", "\xE6\x97": "", "é\x80": "",
	} {
		b := &testclass.Builder{}
		b.Method(0x401, "m"+text, "()V")
		class, err := classfile.Parse(b.Build("T"))
		if (err == nil) != (want != "") || err == nil && class.Methods[0].Name != "m"+want {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// A class does not change with the bytes that it was read from.
func TestParseKeepsNoReference(t *testing.T) {
	b := &testclass.Builder{Source: "A.java"}
	b.Method(1, "run", "()V", b.Code(testclass.Join(0xB1), nil, b.Lines(0, 7)))
	data := b.Build("a/A")
	class := parse(t, data)
	for i := range data {
		data[i] = 0xFF
	}
	code, err := class.Methods[0].Code()
	if err != nil || class.Name != "a.A" || class.SourceFile != "A.java" || class.Methods[0].Name != "run" || print(code) != "0 return\n" {
		t.Errorf("%+v, %v", class, err)
	}
}

// Instructions that load, store or increment a local variable, by the names of the JVM specification (JVMS 6.5): iload_0 to aload_3 are
// 26 to 45, istore_0 to astore_3 are 59 to 78, four of each type in this order, and five types.
func TestOpcodesOfLocals(t *testing.T) {
	want := map[int]int{}
	for kind := range 5 {
		for number := range 4 {
			want[26+4*kind+number], want[59+4*kind+number] = number, number
		}
	}
	for op := range 202 {
		if op >= 21 && op <= 25 || op >= 54 && op <= 58 || op == 132 || op == 169 || op == 196 { // with an operand: load, store, iinc, ret; wide
			continue
		}
		in := classfile.Instruction{Op: classfile.Opcode(op)}
		number, ok := in.Local()
		if n, isLocal := want[op]; ok != isLocal || ok && number != n {
			t.Errorf("%v (%d): %d, %t", in.Op, op, number, ok)
		}
	}
}
