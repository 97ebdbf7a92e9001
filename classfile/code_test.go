package classfile_test

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/internal/testclass"
)

func parse(t testing.TB, data []byte) *classfile.Class {
	t.Helper()
	class, err := classfile.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	return class
}

// codeOfFirst decodes the first method.
func codeOfFirst(t testing.TB, data []byte) *classfile.Code {
	t.Helper()
	code, err := parse(t, data).Methods[0].Code()
	if err != nil {
		t.Fatal(err)
	}
	return code
}

// print returns BCI, instruction, line and successors of each instruction.
func print(code *classfile.Code) string {
	var b strings.Builder
	for _, in := range code.Instructions {
		fmt.Fprintf(&b, "%d %v", in.BCI, in)
		if in.Len > 3 {
			fmt.Fprintf(&b, " (%d bytes)", in.Len)
		}
		for _, s := range in.Successors() {
			switch s.Kind {
			case classfile.FallThrough:
				fmt.Fprintf(&b, " ↓%d", s.BCI)
			case classfile.Target:
				fmt.Fprintf(&b, " →%d", s.BCI)
			case classfile.Case:
				fmt.Fprintf(&b, " %d→%d", s.Value, s.BCI)
			case classfile.Default:
				fmt.Fprintf(&b, " else→%d", s.BCI)
			}
		}
		if in.CanThrow() {
			b.WriteString(" !")
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func TestInstructions(t *testing.T) {
	b := &testclass.Builder{}
	text, long := b.Text("a\"b\n"), b.Long(-3)
	dynamic := b.Dynamic(17, "lazy", "Ljava/lang/Object;")
	lambda := b.Dynamic(18, "run", "()Ljava/lang/Runnable;")
	size := b.Member(11, "java/util/List", "size", "()I")
	self := b.Member(10, "a/T", "self", "()V")
	field := b.Member(9, "java/lang/System", "out", "Ljava/io/PrintStream;")
	array := b.Class("[[I")
	list := b.Class("java/util/List")
	handle := b.Handle(6, self)
	bytecode := testclass.Join(
		0x12, text, // 0 ldc
		0x14, testclass.Big(2, long), // 2 ldc2_w
		0x13, testclass.Big(2, dynamic), // 5 ldc_w
		0x12, handle, // 8
		0xB9, testclass.Big(2, size), 1, 0, // 10 invokeinterface
		0xB8, testclass.Big(2, self), // 15 invokestatic
		0xBA, testclass.Big(2, lambda), 0, 0, // 18 invokedynamic
		0xB2, testclass.Big(2, field), // 23 getstatic
		0xC5, testclass.Big(2, array), 2, // 26 multianewarray
		0xBC, 10, // 30 newarray int
		0xC1, testclass.Big(2, list), // 32 instanceof
		0x10, 0x80, // 35 bipush -128
		0x11, 0xFF, 0x7F, // 37 sipush -129
		0xC4, 0x15, 1, 0, // 40 iload_w 256
		0xC4, 0x84, 1, 1, 0xFF, 0xFE, // 44 iinc_w 257 -2
		0x84, 3, 0xFF, // 50 iinc 3 -1
		0x2C,                        // 53 aload_2
		0x99, testclass.Big(2, -54), // 54 ifeq 0
		0xC8, testclass.Big(4, 5), // 57 goto_w 62
		0xAA, 0, testclass.Big(4, 30), testclass.Big(4, -1), testclass.Big(4, 1), testclass.Big(4, 30), testclass.Big(4, 31), testclass.Big(4, 30), // 62 tableswitch
		0x00, 0x00, // 88
		0x00,       // 90
		0x00, 0x00, // 91
		0xAB, 0, 0, testclass.Big(4, 27), testclass.Big(4, 2), testclass.Big(4, math.MinInt32), testclass.Big(4, 27), testclass.Big(4, 7), testclass.Big(4, -2), // 93 lookupswitch
		0xB1, // 120 return
	)
	b.Method(8, "t", "()V", b.Code(bytecode, nil))
	want := `0 ldc String a\"b\n ↓2
2 ldc2_w long -3l ↓5
5 ldc_w Dynamic #0:lazy:Ljava/lang/Object; ↓8 !
8 ldc MethodHandle REF_invokeStatic self:()V ↓10 !
10 invokeinterface InterfaceMethod java/util/List.size:()I (5 bytes) ↓15 !
15 invokestatic Method self:()V ↓18 !
18 invokedynamic InvokeDynamic #0:run:()Ljava/lang/Runnable; (5 bytes) ↓23 !
23 getstatic Field java/lang/System.out:Ljava/io/PrintStream; ↓26 !
26 multianewarray class "[[I", 2 (4 bytes) ↓30 !
30 newarray int ↓32 !
32 instanceof class java/util/List ↓35 !
35 bipush -128 ↓37
37 sipush -129 ↓40
40 iload_w 256 (4 bytes) ↓44
44 iinc_w 257, -2 (6 bytes) ↓50
50 iinc 3, -1 ↓53
53 aload_2 ↓54
54 ifeq 0 ↓57 →0
57 goto_w 62 (5 bytes) →62
62 tableswitch -1: 92, 0: 93, 1: 92, default: 92 (26 bytes) -1→92 0→93 1→92 else→92
88 nop ↓89
89 nop ↓90
90 nop ↓91
91 nop ↓92
92 nop ↓93
93 lookupswitch -2147483648: 120, 7: 91, default: 120 (27 bytes) -2147483648→120 7→91 else→120
120 return
`
	code := codeOfFirst(t, b.Build("a/T"))
	if got := print(code); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	at := func(bci int) classfile.Instruction {
		in, ok := code.At(bci)
		if !ok {
			t.Fatalf("no instruction at %d", bci)
		}
		return in
	}
	if r, ok := at(10).Called(); !ok || r != (classfile.Ref{Owner: "java.util.List", Name: "size", Descriptor: "()I", Interface: true}) {
		t.Errorf("%+v", r)
	}
	if r, ok := at(18).Called(); !ok || r != (classfile.Ref{Name: "run", Descriptor: "()Ljava/lang/Runnable;"}) {
		t.Errorf("%+v", r)
	}
	if r, ok := at(23).Field(); !ok || r != (classfile.Ref{Owner: "java.lang.System", Name: "out", Descriptor: "Ljava/io/PrintStream;"}) {
		t.Errorf("%+v", r)
	}
	for bci, want := range map[int]string{26: "[[I", 30: "int", 32: "java.util.List", 0: ""} {
		if got, _ := at(bci).Type(); got != want {
			t.Errorf("type at %d: %q", bci, got)
		}
	}
	if _, ok := code.At(1); ok {
		t.Error("an instruction in another one")
	}
}

// Compilers before Java 6 wrote finally as a subroutine.
func TestSubroutines(t *testing.T) {
	b := &testclass.Builder{Version: 45}
	b.Method(8, "t", "()V", b.Code(testclass.Join(0xA8, testclass.Big(2, 8), 0xC9, testclass.Big(4, 5), 0x4B, 0xA9, 0), nil))
	want := "0 jsr 8 →8\n3 jsr_w 8 (5 bytes) →8\n8 astore_0 ↓9\n9 ret 0 ↓3 ↓8\n"
	if got := print(codeOfFirst(t, b.Build("T"))); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// The ways back from subroutines are the product of calls and returns: up to a limit, each return has all calls as successors.
func TestLimitOfSubroutines(t *testing.T) {
	const returns = 1 << 10 // as many calls are the limit
	for calls, refused := range map[int]bool{returns: false, returns + 1: true} {
		b := &testclass.Builder{Version: 45}
		code := bytes.Repeat([]byte{0xA8, 0, 3}, calls) // each to the next instruction
		b.Method(8, "t", "()V", b.Code(append(code, bytes.Repeat([]byte{0xA9, 0}, returns)...), nil))
		class, err := classfile.Parse(b.Build("T"))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := class.Methods[0].Code(); errors.Is(err, classfile.ErrLimit) != refused {
			t.Errorf("%d calls: %v", calls, err)
		}
	}
}

// A method may have several tables of lines, in any order.
func TestLines(t *testing.T) {
	b := &testclass.Builder{Source: "T.java"}
	b.Method(8, "t", "()V", b.Code(testclass.Join(0, 0, 0, 0, 0, 0xB1), nil, b.Lines(3, 30, 1, 10, 4, 40), b.Lines(), b.Lines(4, 41, 5, 50, 3, 31)))
	code := codeOfFirst(t, b.Build("T"))
	for bci, want := range []int{0, 10, 10, 30, 40, 50} {
		if got := code.Line(bci); got != want {
			t.Errorf("line of BCI %d: %d, want %d", bci, got, want)
		}
	}
	if code.Line(-1) != 0 || code.Line(6) != 0 {
		t.Error("lines outside the code")
	}
}

func TestHandlers(t *testing.T) {
	b := &testclass.Builder{}
	class := b.Class("java/io/IOException")
	b.Method(8, "t", "()V", b.Code(testclass.Join(0, 0, 0xB1, 0x57, 0xB1), [][4]int{{0, 1, 3, class}, {0, 5, 3, 0}}))
	code := codeOfFirst(t, b.Build("T"))
	want := []classfile.Handler{{Start: 0, End: 1, Target: 3, Type: "java.io.IOException"}, {Start: 0, End: 5, Target: 3}}
	if !slices.Equal(code.Handlers, want) {
		t.Errorf("%+v", code.Handlers)
	}
	if !want[0].Covers(0) || want[0].Covers(1) {
		t.Error("the end is not covered")
	}
}

func TestClass(t *testing.T) {
	b := &testclass.Builder{Source: "T.java"}
	b.Fields = testclass.Join(testclass.Big(2, 1), testclass.Big(2, 2), testclass.Big(2, b.UTF8("f")), testclass.Big(2, b.UTF8("I")), testclass.Big(2, 1), b.Attribute("ConstantValue", testclass.Big(2, b.Integer(5))))
	b.Method(0x401, "m", "(I[Ljava/lang/String;[[D)Ljava/util/Map$Entry;")
	b.Method(0x109, "m", "()V")
	b.Method(9, "é\xC0\x80\xED\xA0\xBD\xED\xB8\x80\xED\xA0\xBD/x", "()V", b.Code(testclass.Join(0xB1), nil))
	class := parse(t, b.Build("a/b/T$1"))
	if class.Name != "a.b.T$1" || class.Super != "java.lang.Object" || class.SourceFile != "T.java" || class.Major != 52 || class.Flags != 0x21 || len(class.Methods) != 3 {
		t.Errorf("%+v", class)
	}
	m, ok := class.Method("m", []string{"int", "[Ljava.lang.String;", "[[D"}, "java.util.Map$Entry")
	if !ok || m.Flags != classfile.AccPublic|classfile.AccAbstract || m.HasCode() || m.CodeLength() != 0 || m.Class() != class {
		t.Errorf("%+v", m)
	}
	if code, err := m.Code(); code != nil || err != nil {
		t.Error(code, err)
	}
	if params, ret := m.Types(); !slices.Equal(params, []string{"int", "[Ljava.lang.String;", "[[D"}) || ret != "java.util.Map$Entry" {
		t.Error(params, ret)
	}
	for _, ret := range []string{"int", "V", "", "java.lang.Object"} {
		if _, ok := class.Method("m", nil, ret); ok {
			t.Errorf("a method that returns %q", ret)
		}
	}
	if m, ok := class.Method("é\x00😀\uFFFD/x", nil, "void"); !ok || m.CodeLength() != 1 {
		t.Errorf("%q", class.Methods[2].Name)
	}
}

func TestTypes(t *testing.T) {
	for _, bad := range []string{"", "(", ")V", "()", "(V)V", "()VV", "([V)V", "(L;)V", "(Ljava/lang/String)V", "(I", "()I;", "()[", "(é)V", "(La.b;)V", "(L[a;)V", "I", "(" + strings.Repeat("[", 256) + "I)V"} {
		if params, ret, err := classfile.Types(bad); err == nil {
			t.Errorf("%q gives %q, %q", bad, params, ret)
		}
	}
	for _, good := range []string{"()V", "(ZBCSIJFD)[[[Z", "([La/B;La/B$C;I)La/B;"} {
		params, ret, err := classfile.Types(good)
		if back := classfile.Descriptor(params, ret); err != nil || back != good {
			t.Errorf("%q gives %q, %v", good, back, err)
		}
	}
}

// Damaged code is an error of its method, which names the instruction.
func TestDamagedCode(t *testing.T) {
	for _, c := range []struct {
		bytecode []byte
		handlers [][4]int
		want     string
	}{
		{testclass.Join(0xCA), nil, "BCI 0 (byte %d): unknown opcode 202"},
		{testclass.Join(0, 0xFF), nil, "BCI 1 (byte %d): unknown opcode 255"},
		{testclass.Join(0, 0x10), nil, "BCI 1 (byte %d): unexpected end of the bytecode"},
		{testclass.Join(0xC4), nil, "BCI 0 (byte %d): unexpected end"},
		{testclass.Join(0xC4, 0xB1), nil, "BCI 0 (byte %d): wide before return"},
		{testclass.Join(0xA7, 0, 1), nil, "BCI 0 (byte %d): goto to BCI 1, where no instruction starts"},
		{testclass.Join(0xC8, 0x7F, 0xFF, 0xFF, 0xFF), nil, "BCI 0 (byte %d): goto_w to BCI -1"},
		{testclass.Join(0xBC, 12), nil, "BCI 0 (byte %d): newarray of the unknown type 12"},
		{testclass.Join(0x12, 99), nil, "BCI 0 (byte %d): ldc refers to constant 99, which does not exist"},
		{testclass.Join(0xB6, 0, 1), nil, "BCI 0 (byte %d): invokevirtual refers to constant 1, a Utf8"},
		{testclass.Join(0xAA, 0, 0, 0, testclass.Big(4, 0), testclass.Big(4, math.MinInt32), testclass.Big(4, math.MaxInt32)), nil, "tableswitch has 4294967296 values"},
		{testclass.Join(0xAA, 0, 0, 0, testclass.Big(4, 0), testclass.Big(4, 3), testclass.Big(4, 1)), nil, "tableswitch with -1 values"},
		{testclass.Join(0xAB, 0, 0, 0, testclass.Big(4, 0), testclass.Big(4, -1)), nil, "lookupswitch with -1 values"},
		{testclass.Join(0xAB, 0, 0, 0, testclass.Big(4, 0)), nil, "unexpected end of the bytecode"},
		{testclass.Join(0xAB, 0, 0, 0, testclass.Big(4, 1), testclass.Big(4, 0)), nil, "lookupswitch to BCI 1"},
		{testclass.Join(0xB1), [][4]int{{0, 0, 0, 0}}, "exception handler 0, for BCI 0 to 0 at 0"},
		{testclass.Join(0xB1), [][4]int{{0, 2, 0, 0}}, "exception handler 0"},
		{testclass.Join(0xB1), [][4]int{{0, 1, 1, 0}}, "exception handler 0"},
		{testclass.Join(0xB1), [][4]int{{0, 1, 0, 1}}, "constant 1, the type of exception handler 0"},
		{nil, nil, "0 bytes of bytecode"},
	} {
		b := &testclass.Builder{}
		b.UTF8("first")
		b.Method(8, "t", "()V", b.Code(c.bytecode, c.handlers))
		data := b.Build("T")
		class := parse(t, data)
		_, err := class.Methods[0].Code()
		var at *classfile.FormatError
		if !errors.As(err, &at) {
			t.Errorf("% x: %v", c.bytecode, err)
			continue
		}
		want := c.want
		if strings.Contains(want, "%d") {
			want = fmt.Sprintf(want, at.Offset)
			if data[at.Offset] != c.bytecode[strings.Count(want, "BCI 1 (")] {
				t.Errorf("% x: %v: the byte there is %x", c.bytecode, err, data[at.Offset])
			}
		}
		if !strings.Contains(err.Error(), want) || !strings.HasPrefix(at.Place, `"t()V"`) {
			t.Errorf("% x: %v, want %s", c.bytecode, err, want)
		}
	}
}

// A class that ends early, at any byte, is an error with its place.
func TestTruncatedClass(t *testing.T) {
	b := &testclass.Builder{Source: "T.java"}
	b.Long(7)
	b.Method(8, "t", "()V", b.Code(testclass.Join(0xB1), [][4]int{{0, 1, 0, 0}}, b.Lines(0, 7)))
	data := b.Build("T")
	for n := range data {
		_, err := classfile.Parse(data[:n])
		var at *classfile.FormatError
		if !errors.As(err, &at) || at.Offset > int64(n) || !errors.Is(err, classfile.ErrTruncated) {
			t.Errorf("%d bytes: %v", n, err)
		}
	}
	if _, err := classfile.Parse(append(slices.Clone(data), 0)); err == nil {
		t.Error("no error for a byte too many")
	}
	for _, version := range []int{44, 71} {
		b := &testclass.Builder{Version: version}
		if _, err := classfile.Parse(b.Build("T")); !errors.Is(err, classfile.ErrVersion) {
			t.Errorf("version %d: %v", version, err)
		}
	}
}

// Code that cannot be reached may end without a jump. Nothing comes after it: neither after its last instruction nor after a
// subroutine that is called there.
func TestNoSuccessorBeyondTheCode(t *testing.T) {
	for _, c := range []struct {
		bytecode []byte
		want     string
	}{
		{testclass.Join(0xB1, 0x00), "0 return\n1 nop\n"},
		{testclass.Join(0xB1, 0x99, testclass.Big(2, 0xFFFF)), "0 return\n1 ifeq 0 →0\n"},
		{testclass.Join(0x4B, 0xA9, 0, 0xA8, testclass.Big(2, 0xFFFD)), "0 astore_0 ↓1\n1 ret 0\n3 jsr 0 →0\n"},
	} {
		b := &testclass.Builder{Version: 45}
		b.Method(8, "t", "()V", b.Code(c.bytecode, nil))
		if got := print(codeOfFirst(t, b.Build("T"))); got != c.want {
			t.Errorf("% x: got\n%swant\n%s", c.bytecode, got, c.want)
		}
	}
}

// Methods of a class with very many are found by their names and descriptors as well. Of equal ones, which no JVM takes, it is the first.
func TestMethodOfMany(t *testing.T) {
	b := &testclass.Builder{}
	for i := range 300 {
		b.Method(i, fmt.Sprint("m", i%100), fmt.Sprintf("(%s)V", strings.Repeat("I", i/200)))
	}
	class := parse(t, b.Build("Many"))
	for i := range 100 {
		for ints, want := range []classfile.Flags{classfile.Flags(i), classfile.Flags(200 + i)} {
			m, ok := class.MethodByDescriptor(fmt.Sprint("m", i), fmt.Sprintf("(%s)V", strings.Repeat("I", ints)))
			if !ok || m.Flags != want {
				t.Errorf("m%d with %d parameters: %v, %v", i, ints, ok, m)
			}
		}
	}
	if m, ok := class.MethodByDescriptor("m7", "(J)V"); ok {
		t.Errorf("found %v", m)
	}
}

// Numbers that are pushed are in the opcode, or in one or two bytes after it.
func TestNumbersThatArePushed(t *testing.T) {
	var b testclass.Builder
	b.Method(8, "m", "()V", b.Code([]byte{0x02, 0x03, 0x08, 0x10, 0x7f, 0x10, 0x80, 0x11, 0x01, 0x00, 0x11, 0xff, 0xfe, 0x01, 0x09, 0x0b, 0x1a, 0x15, 5, 0xb1}, nil))
	want := []int{-1, 0, 5, 127, -128, 256, -2}
	for i, in := range codeOfFirst(t, b.Build("A")).Instructions {
		if n, ok := in.Number(); ok != (i < len(want)) || ok && n != want[i] {
			t.Errorf("%v: %d, %t", in, n, ok)
		}
	}
}
