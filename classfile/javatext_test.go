package classfile_test

import (
	"math"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/internal/testclass"
)

// loaded returns the operands of an ldc_w, or ldc2_w, of a constant.
func loaded(t *testing.T, constant func(b *testclass.Builder) int, op int) string {
	t.Helper()
	b := &testclass.Builder{}
	b.Method(8, "t", "()V", b.Code(testclass.Join(op, testclass.Big(2, constant(b)), 0xB1), nil))
	return codeOfFirst(t, b.Build("a/Self")).Instructions[0].Operands()
}

// Numbers are as Float.toString and Double.toString of JDK 25 print them.
func TestFloatsAsInJava(t *testing.T) {
	for f, want := range map[float64]string{
		0: "0.0", math.Copysign(0, -1): "-0.0", 1: "1.0", -1.5: "-1.5", 1e-3: "0.001", 9.99e-4: "9.99E-4", -1e-4: "-1.0E-4", 9999999: "9999999.0",
		1e7: "1.0E7", -1e7: "-1.0E7", 12345678.5: "1.23456785E7", 2e23: "2.0E23", 1e100: "1.0E100", math.Pi: "3.141592653589793",
		math.MaxFloat64: "1.7976931348623157E308", math.SmallestNonzeroFloat64: "4.9E-324", 2 * math.SmallestNonzeroFloat64: "9.9E-324",
		math.NaN(): "NaN", math.Inf(1): "Infinity", math.Inf(-1): "-Infinity",
	} {
		got := loaded(t, func(b *testclass.Builder) int {
			return b.Constant(2, testclass.Join(6, testclass.Big(8, int(math.Float64bits(f)))))
		}, 0x14)
		if got != "double "+want+"d" {
			t.Errorf("%v: %s, want %s", f, got, want)
		}
	}
	for f, want := range map[float32]string{
		0: "0.0", 1: "1.0", 3.5: "3.5", 0.001: "0.001", 1e10: "1.0E10", 1e-10: "1.0E-10", 16777216: "1.6777216E7", math.MaxFloat32: "3.4028235E38",
		math.SmallestNonzeroFloat32: "1.4E-45", 2 * math.SmallestNonzeroFloat32: "2.8E-45", float32(math.Inf(-1)): "-Infinity", float32(math.NaN()): "NaN",
	} {
		got := loaded(t, func(b *testclass.Builder) int {
			return b.Constant(1, testclass.Join(4, testclass.Big(4, int(math.Float32bits(f)))))
		}, 0x13)
		if got != "float "+want+"f" {
			t.Errorf("%v: %s, want %s", f, got, want)
		}
	}
}

// Integers have a sign.
func TestIntegersAsInJava(t *testing.T) {
	for v, want := range map[int]string{0: "0", 7: "7", -1: "-1", math.MaxInt32: "2147483647", math.MinInt32: "-2147483648"} {
		if got := loaded(t, func(b *testclass.Builder) int { return b.Integer(v) }, 0x13); got != "int "+want {
			t.Errorf("%d: %s", v, got)
		}
		if got := loaded(t, func(b *testclass.Builder) int { return b.Long(v) }, 0x14); got != "long "+want+"l" {
			t.Errorf("%d: %s", v, got)
		}
	}
	if got := loaded(t, func(b *testclass.Builder) int { return b.Long(math.MinInt64) }, 0x14); got != "long -9223372036854775808l" {
		t.Error(got)
	}
}

// Texts stay on one line, with the escapes of Java; others are as they are.
func TestEscapes(t *testing.T) {
	for text, want := range map[string]string{
		"plain": "plain", "": "", "a b": "a b", "\t\n\r\b\f": `\t\n\r\b\f`, `"'\`: `\"\'\\`, "\x01\x1f\x7f": `\u0001\u001f\u007f`,
		"~\u0080\u009f\u00a0\u00ff": `~\u0080\u009f` + "\u00a0\u00ff", "é日": "é日", "a\vb": `a\u000bb`,
	} {
		if got := loaded(t, func(b *testclass.Builder) int { return b.Text(text) }, 0x13); got != "String "+want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

// Names that are not made of Java identifiers are in quotes.
func TestQuotedNames(t *testing.T) {
	for name, quoted := range map[string]bool{
		"a/b/C": false, "C$1": false, "_": false, "é/日本": false, "a1": false, "a\u0301": false, "a\u200c": false, "€": false,
		"": true, "1a": true, "a/1": true, "[I": true, "a-b": true, "/a": true, "a//b": true, "a b": true, "a.b": true, "\u0301": true,
	} {
		want := "class " + name
		if quoted {
			want = `class "` + name + `"`
		}
		if got := loaded(t, func(b *testclass.Builder) int { return b.Class(name) }, 0x13); got != want {
			t.Errorf("%q: %s", name, got)
		}
	}
	if got := loaded(t, func(b *testclass.Builder) int { return b.Class("a\nb") }, 0x13); got != `class "a\nb"` {
		t.Error(got)
	}
}

// Kinds of method handles have the names of the specification (JVMS 4.4.8), and members of the class itself no owner.
func TestHandles(t *testing.T) {
	for i, kind := range []string{"getField", "getStatic", "putField", "putStatic", "invokeVirtual", "invokeStatic", "invokeSpecial", "newInvokeSpecial", "invokeInterface"} {
		tag, desc := 10, "()V"
		if i < 4 {
			tag, desc = 9, "I"
		}
		for owner, before := range map[string]string{"a/Other": "a/Other.", "a/Self": ""} {
			got := loaded(t, func(b *testclass.Builder) int { return b.Handle(i+1, b.Member(tag, owner, "<x>", desc)) }, 0x13)
			if want := "MethodHandle REF_" + kind + " " + before + `"<x>":` + desc; got != want {
				t.Errorf("%s, want %s", got, want)
			}
		}
	}
	if got := loaded(t, func(b *testclass.Builder) int {
		return b.Constant(1, testclass.Join(16, testclass.Big(2, b.UTF8("(La/B;)\nV"))))
	}, 0x13); got != `MethodType (La/B;)\nV` {
		t.Error(got)
	}
}

// Only instructions that name a type have one; arrays of primitive types by their number (JVMS 6.5.newarray).
func TestTypesOfInstructions(t *testing.T) {
	for number, name := range strings.Fields("boolean char float double byte short int long") {
		b := &testclass.Builder{}
		b.Method(8, "t", "()V", b.Code(testclass.Join(0xBC, number+4), nil))
		in := codeOfFirst(t, b.Build("T")).Instructions[0]
		if got, ok := in.Type(); got != name || !ok || in.Operands() != name {
			t.Errorf("%d: %s, %t", number+4, got, ok)
		}
	}
	for _, number := range []int{0, 3, 12} {
		b := &testclass.Builder{}
		b.Method(8, "t", "()V", b.Code(testclass.Join(0xBC, number), nil))
		if _, err := parse(t, b.Build("T")).Methods[0].Code(); err == nil {
			t.Errorf("an array of the type %d", number)
		}
	}
	for op := range 256 {
		b := &testclass.Builder{}
		class := b.Class("a/B")
		b.Method(8, "t", "()V", b.Code(testclass.Join(op, testclass.Big(2, class), 1), nil))
		code, err := parse(t, b.Build("T")).Methods[0].Code()
		if err != nil {
			continue
		}
		in := code.Instructions[0]
		name, ok := in.Type()
		if named := op == 0xBB || op == 0xBD || op == 0xC0 || op == 0xC1 || op == 0xC5; ok != named || ok != (name == "a.B") || !ok && name != "" {
			t.Errorf("%v: %q, %t", in, name, ok)
		}
	}
	if in := (classfile.Instruction{}); in.Operands() != "" || in.String() != "nop" {
		t.Errorf("the zero instruction is %s", in)
	}
}

// The flags are those of the specification (JVMS 4.1 and 4.6), one bit each.
func TestFlags(t *testing.T) {
	for flag, bit := range map[classfile.Flags]int{
		classfile.AccPublic: 0, classfile.AccPrivate: 1, classfile.AccProtected: 2, classfile.AccStatic: 3, classfile.AccFinal: 4, classfile.AccSynchronized: 5,
		classfile.AccBridge: 6, classfile.AccVarargs: 7, classfile.AccNative: 8, classfile.AccInterface: 9, classfile.AccAbstract: 10, classfile.AccSynthetic: 12,
	} {
		if flag != 1<<bit {
			t.Errorf("%#x is not bit %d", flag, bit)
		}
	}
}

// Mnemonics of opcodes that have a name here are those of the specification, in the order of their numbers.
func TestNamedOpcodes(t *testing.T) {
	for op, want := range map[classfile.Opcode]string{
		0x00: "nop", 0x10: "bipush", 0x2C: "aload_2", 0x60: "iadd", 0x84: "iinc", 0x99: "ifeq", 0xA7: "goto", 0xAB: "lookupswitch", 0xB1: "return", 0xC4: "wide", 0xC9: "jsr_w",
		classfile.OpLdc: "ldc", classfile.OpLdcW: "ldc_w", classfile.OpLdc2W: "ldc2_w", classfile.OpTableswitch: "tableswitch", classfile.OpGetstatic: "getstatic",
		classfile.OpPutstatic: "putstatic", classfile.OpGetfield: "getfield", classfile.OpPutfield: "putfield", classfile.OpInvokevirtual: "invokevirtual",
		classfile.OpInvokespecial: "invokespecial", classfile.OpInvokestatic: "invokestatic", classfile.OpInvokeinterface: "invokeinterface",
		classfile.OpInvokedynamic: "invokedynamic", classfile.OpNew: "new", classfile.OpNewarray: "newarray", classfile.OpAnewarray: "anewarray",
		classfile.OpCheckcast: "checkcast", classfile.OpInstanceof: "instanceof", classfile.OpMultianewarray: "multianewarray", 0xCA: "opcode 202", 0xFF: "opcode 255",
	} {
		if got := op.String(); got != want {
			t.Errorf("%#x: %s, want %s", byte(op), got, want)
		}
	}
}
