package classfile_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/internal/testclass"
)

// head is the first ten bytes of a class with a number of constants.
func head(constants int) []byte {
	return testclass.Join("\xCA\xFE\xBA\xBE", testclass.Big(2, 0), testclass.Big(2, 52), testclass.Big(2, constants+1))
}

// pool is the beginning of a class of five constants; its flags are at byte 43.
var pool = testclass.Join(head(5), 1, testclass.Big(2, 1), "T", 7, testclass.Big(2, 1), 1, testclass.Big(2, 3), "()V", 1, testclass.Big(2, 4), "Code", 1, testclass.Big(2, 10), "SourceFile")

// numbers are 16-bit numbers.
func numbers(list ...int) []byte {
	var b []byte
	for _, n := range list {
		b = append(b, testclass.Big(2, n)...)
	}
	return b
}

// Each part of a class that is damaged is an error with the part, the offset of the wrong number, and the cause.
func TestDamagedClass(t *testing.T) {
	top := testclass.Join(pool, numbers(0x21, 2, 0, 0)) // flags, name, no superclass, no interfaces; fields are at 51
	method := testclass.Join(top, numbers(0, 1, 0, 1, 3))
	for _, c := range []struct {
		data []byte
		want string
	}{
		{[]byte("PK\x03\x04-----"), "not a class file: it begins with 50 4b 03 04"},
		{testclass.Join("\xCA\xFE\xBA\xBE", testclass.Big(2, 3), testclass.Big(2, 71)), "byte 6: unsupported version 71.3: versions 45 to 70 are read"},
		{testclass.Join("\xCA\xFE\xBA\xBE", testclass.Big(2, 0), testclass.Big(2, 52)), "constants (byte 8): unexpected end: 2 bytes, and 0 are left"},
		{testclass.Join(head(-1), 1, 2, 3), "constants (byte 8): the pool has no constants, not even its own"},
		{testclass.Join(head(100), make([]byte, 299)), "constants (byte 8): unexpected end: 100 constants, and 299 bytes are left"},
		{testclass.Join(head(100), make([]byte, 300)), "constants (byte 10): constant 1 has the unknown tag 0"},
		{testclass.Join(head(1), 2, 0, 0), "constants (byte 10): constant 1 has the unknown tag 2"},
		{testclass.Join(head(1), 21, 0, 0), "constants (byte 10): constant 1 has the unknown tag 21"},
		{testclass.Join(head(1), 255, 0, 0), "constants (byte 10): constant 1 has the unknown tag 255"},
		{testclass.Join(head(1), 5, testclass.Big(8, 1)), "constants (byte 10): constant 1, a long, needs two indexes and has one"},
		{testclass.Join(head(3), 6, testclass.Big(8, 1), 6, testclass.Big(8, 1)), "constants (byte 19): constant 3, a double, needs two indexes and has one"},
		{testclass.Join(head(1), 1, testclass.Big(2, 2), "a\x00"), "constants (byte 13): the text of constant 1 is not modified UTF-8"},
		{testclass.Join(head(1), 1, testclass.Big(2, 3), "ab"), "constants (byte 13): unexpected end: 3 bytes, and 2 are left"},
		{testclass.Join(head(1), 7, testclass.Big(2, 0)), "constants (byte 11): constant 1, a class, refers to constant 0, which is not a Utf8"},
		{testclass.Join(head(1), 7, testclass.Big(2, 1)), "constants (byte 11): constant 1, a class, refers to constant 1, which is not a Utf8"},
		{testclass.Join(head(1), 7, testclass.Big(2, 2)), "constants (byte 11): constant 1, a class, refers to constant 2, which is not a Utf8"},
		{testclass.Join(head(2), 1, testclass.Big(2, 1), "T", 12, numbers(1, 9)), "constants (byte 17): constant 2, a NameAndType, refers to constant 9, which is not a Utf8"},
		{testclass.Join(head(2), 1, testclass.Big(2, 1), "T", 17, numbers(9, 1)), "constants (byte 17): constant 2, a Dynamic, refers to constant 1, which is not a NameAndType"},
		{testclass.Join(head(2), 1, testclass.Big(2, 1), "T", 9, numbers(1, 1)), "constants (byte 15): constant 2, a Field, refers to constant 1, which is not a class"},
		{testclass.Join(head(1), 15, 0, testclass.Big(2, 1)), "constants (byte 11): constant 1, a MethodHandle, has the unknown kind 0"},
		{testclass.Join(head(1), 15, 10, testclass.Big(2, 1)), "constants (byte 11): constant 1, a MethodHandle, has the unknown kind 10"},
		{testclass.Join(head(1), 15, 4, testclass.Big(2, 1)), "constants (byte 10): constant 1, a MethodHandle, refers to constant 1, which is not a Field"},
		{testclass.Join(head(1), 15, 5, testclass.Big(2, 1)), "constants (byte 10): constant 1, a MethodHandle, refers to constant 1, which is not a Method"},

		{testclass.Join(pool, numbers(0x21, 1, 0, 0, 0, 0, 0)), "head (byte 45): constant 1, the name of the class, is not a class"},
		{testclass.Join(pool, numbers(0x21, 6, 0, 0, 0, 0, 0)), "head (byte 45): constant 6, the name of the class, is not a class"},
		{testclass.Join(pool, numbers(0x21, 2, 1, 0, 0, 0, 0)), "head (byte 47): constant 1, a superclass or interface, is not a class"},
		{testclass.Join(pool, numbers(0x21, 2, 2, 2, 2, 3, 0, 0, 0)), "head (byte 53): constant 3, a superclass or interface, is not a class"},
		{testclass.Join(pool, numbers(0x21, 2, 0, 1000), make([]byte, 1999)), "head (byte 49): unexpected end: 1000 interfaces, and 1999 bytes are left"},

		{testclass.Join(top, testclass.Big(2, 1000), make([]byte, 7999)), "fields (byte 51): unexpected end: 1000 fields, and 7999 bytes are left"},
		{testclass.Join(top, numbers(1, 0, 1, 1, 1), numbers(4), testclass.Big(4, 1000), make([]byte, 9)), "fields (byte 63): unexpected end: an attribute has 1000 bytes, and 9 are left"},
		{testclass.Join(top, numbers(1, 0, 1, 1, 1), numbers(4), testclass.Big(4, 9), make([]byte, 9)), "methods (byte 76): unexpected end: 2 bytes, and 0 are left"},
		{testclass.Join(top, numbers(1, 0, 1, 1, 1000), make([]byte, 5999)), "fields (byte 59): unexpected end: 1000 attributes, and 5999 bytes are left"},

		{testclass.Join(top, numbers(0, 1000), make([]byte, 7999)), "methods (byte 53): unexpected end: 1000 methods, and 7999 bytes are left"},
		{testclass.Join(top, numbers(0, 1, 0, 2, 3, 0, 0)), "methods[0] (byte 57): constant 2 is not a Utf8"},
		{testclass.Join(top, numbers(0, 1, 0, 1, 2, 0, 0)), "methods[0] (byte 59): constant 2 is not a Utf8"},
		{testclass.Join(top, numbers(0, 2, 0, 1, 3, 0, 0, 1, 1, 0, 0)), `methods[1] (byte 67): "T" is not a method descriptor`},
		{testclass.Join(method, numbers(1000), make([]byte, 5999)), "methods[0] (byte 61): unexpected end: 1000 attributes, and 5999 bytes are left"},
		{testclass.Join(method, numbers(1, 2), testclass.Big(4, 0), numbers(0)), "methods[0] (byte 63): constant 2, the name of an attribute, is not a Utf8"},
		{testclass.Join(method, numbers(1, 4), testclass.Big(4, 3), numbers(0)), `methods[0] (byte 63): unexpected end: the attribute "Code" has 3 bytes, and 2 are left`},
		{testclass.Join(method, numbers(2, 4), testclass.Big(4, 1), 0, numbers(4), testclass.Big(4, 1), 0, numbers(0)), "methods[0] (byte 76): a second attribute Code"},

		{testclass.Join(top, numbers(0, 0, 1, 5), testclass.Big(4, 2), numbers(2)), "attributes (byte 63): constant 2 is not a Utf8"},
		{testclass.Join(top, numbers(0, 0, 1, 5), testclass.Big(4, 1), 0), "attributes (byte 63): unexpected end: 2 bytes, and 1 are left"},
		{testclass.Join(top, numbers(0, 0, 0), 1, 2, 3), "attributes (byte 57): 3 bytes follow the end of the class"},
	} {
		_, err := classfile.Parse(c.data)
		var at *classfile.FormatError
		if !errors.As(err, &at) || err.Error() != c.want {
			t.Errorf("got  %v\nwant %s", err, c.want)
			continue
		}
		if truncated := strings.Contains(c.want, "unexpected end"); truncated != errors.Is(err, classfile.ErrTruncated) {
			t.Errorf("%v: wraps ErrTruncated: %t", err, !truncated)
		}
	}
}

// Numbers of fields, methods and interfaces are right up to the last byte of the file.
func TestFullClass(t *testing.T) {
	data := testclass.Join(pool, numbers(0x21, 2, 0, 50), bytes.Repeat(numbers(2), 50), numbers(50), bytes.Repeat(numbers(0, 1, 1, 0), 50),
		numbers(50), bytes.Repeat(numbers(0, 1, 3, 0), 50), numbers(50), bytes.Repeat(testclass.Join(numbers(1), testclass.Big(4, 0)), 50))
	class := parse(t, data)
	if len(class.Interfaces) != 50 || class.Interfaces[49] != "T" || len(class.Methods) != 50 || class.Methods[49].Name != "T" || class.Super != "" {
		t.Errorf("%+v", class)
	}
	method := testclass.Join(pool, numbers(0x21, 2, 2, 0, 0, 1, 0, 1, 3, 50), bytes.Repeat(testclass.Join(numbers(1), testclass.Big(4, 0)), 50), numbers(0))
	if class := parse(t, method); class.Super != "T" || class.Methods[0].HasCode() {
		t.Errorf("%+v", class)
	}
	field := testclass.Join(pool, numbers(0x21, 2, 2, 0, 1, 0, 1, 1, 50), bytes.Repeat(testclass.Join(numbers(1), testclass.Big(4, 0)), 50), numbers(0, 0))
	parse(t, field)
	for _, data := range [][]byte{ // nothing but the rest follows
		testclass.Join(pool, numbers(0x21, 2, 0, 50), bytes.Repeat(numbers(2), 50), numbers(0, 0, 0)),
		testclass.Join(pool, numbers(0x21, 2, 0, 0, 50), bytes.Repeat(numbers(0, 1, 1, 0), 50), numbers(0, 0)),
		testclass.Join(pool, numbers(0x21, 2, 0, 0, 0, 50), bytes.Repeat(numbers(0, 1, 3, 0), 50), numbers(0)),
		testclass.Join(pool, numbers(0x21, 2, 0, 0, 0, 0, 50), bytes.Repeat(testclass.Join(numbers(1), testclass.Big(4, 0)), 50)),
	} {
		parse(t, data)
	}
	constants := testclass.Join(head(101), bytes.Repeat(testclass.Join(7, testclass.Big(2, 101)), 100), 1, testclass.Big(2, 0), numbers(0, 1, 0, 0, 0, 0, 0))
	if class := parse(t, constants); class.Name != "" {
		t.Errorf("%+v", class)
	}
}

// All kinds of constants have the number of bytes that the specification says (JVMS 4.4): those after them are read.
func TestSizesOfConstants(t *testing.T) {
	data := testclass.Join(head(21), 1, testclass.Big(2, 3), "()V", 3, testclass.Big(4, 1), 4, testclass.Big(4, 1), 5, testclass.Big(8, 1), 6, testclass.Big(8, 1), // 1, 2, 3, 4 and 5, 6 and 7
		7, testclass.Big(2, 1), 8, testclass.Big(2, 1), 9, numbers(8, 13), 10, numbers(8, 13), 11, numbers(8, 13), 12, numbers(1, 1), // 8 to 13
		15, 5, testclass.Big(2, 11), 16, testclass.Big(2, 1), 17, numbers(0, 13), 18, numbers(0, 13), 19, testclass.Big(2, 1), 20, testclass.Big(2, 1), // 14 to 19
		1, testclass.Big(2, 4), "last", 7, testclass.Big(2, 20), numbers(0, 21, 0, 0, 0, 0, 0))
	if class := parse(t, data); class.Name != "last" {
		t.Errorf("%+v", class)
	}
}

// Damaged code is an error with the method, the offset in the class, and the cause; its length is not known.
func TestDamagedSizes(t *testing.T) {
	sizes := func(length int, rest ...any) []byte {
		return testclass.Join(testclass.Big(2, 9), testclass.Big(2, 8), testclass.Big(4, length), testclass.Join(rest...))
	}
	for _, c := range []struct {
		content []byte
		at      int // from the beginning of the content
		want    string
		length  int
	}{
		{sizes(0, 0xB1), 8, "unexpected end: 0 bytes of bytecode, and 1 are left", 0},
		{sizes(3, 0, 0xB1), 8, "unexpected end: 3 bytes of bytecode, and 2 are left", 0},
		{sizes(1<<16, make([]byte, 1<<16), numbers(0, 0)), 4, "larger than allowed: 65536 bytes of bytecode, and 65535 is the limit", 0},
		{sizes(2, 0, 0xB1), 10, "unexpected end: 2 bytes, and 0 are left", 2},
		{sizes(1, 0xB1, testclass.Big(2, 1000), make([]byte, 7999)), 9, "unexpected end: 1000 exception handlers, and 7999 bytes are left", 1},
		{sizes(1, 0xB1, numbers(1, 0, 1, 0, 1, 0)), 17, "constant 1, the type of exception handler 0, is not a class", 1},
		{sizes(3, 0x10, 1, 0xB1, numbers(1, 1, 2, 0, 0, 0)), 13, "exception handler 0, for BCI 1 to 2 at 0, does not fit the instructions", 3},
		{sizes(3, 0x10, 1, 0xB1, numbers(1, 0, 1, 0, 0, 0)), 13, "exception handler 0, for BCI 0 to 1 at 0, does not fit the instructions", 3},
		{sizes(3, 0x10, 1, 0xB1, numbers(1, 0, 2, 1, 0, 0)), 13, "exception handler 0, for BCI 0 to 2 at 1, does not fit the instructions", 3},
		{sizes(3, 0x10, 1, 0xB1, numbers(1, 2, 0, 0, 0, 0)), 13, "exception handler 0, for BCI 2 to 0 at 0, does not fit the instructions", 3},
		{sizes(3, 0x10, 1, 0xB1, numbers(1, 0, 4, 0, 0, 0)), 13, "exception handler 0, for BCI 0 to 4 at 0, does not fit the instructions", 3},
		{sizes(3, 0x10, 1, 0xB1, numbers(1, 0, 3, 3, 0, 0)), 13, "exception handler 0, for BCI 0 to 3 at 3, does not fit the instructions", 3},
		{sizes(3, 0x10, 1, 0xB1, numbers(1, 9999, 10000, 0, 0, 0)), 13, "exception handler 0, for BCI 9999 to 10000 at 0, does not fit the instructions", 3},
		{sizes(1, 0xB1, numbers(0, 1, 3), testclass.Big(4, 2), testclass.Big(2, 1000)), 19, "unexpected end: 1000 lines, and 0 bytes are left", 1},
		{sizes(1, 0xB1, numbers(0, 1, 3), testclass.Big(4, 4001), testclass.Big(2, 1000), make([]byte, 3999)), 19, "unexpected end: 1000 lines, and 3999 bytes are left", 1},
		{sizes(1, 0xB1, numbers(0, 1, 3), testclass.Big(4, 10), numbers(2, 0, 6, 1, 7)), 25, "line 7 begins at BCI 1, and the code ends at 1", 1},
		{sizes(1, 0xB1, numbers(0, 0), 1, 2), 13, "2 bytes follow the end of the code", 1},
	} {
		b := &testclass.Builder{}
		for i, name := range []string{"t", "()V", "LineNumberTable", "Code"} {
			if b.UTF8(name) != i+1 {
				t.Fatal("not the numbers that the cases have")
			}
		}
		b.Method(8, "t", "()V", b.Attribute("Code", c.content))
		data := b.Build("T")
		from := bytes.Index(data, c.content)
		class := parse(t, data)
		class.File = "app.jar!T.class"
		code, err := class.Methods[0].Code()
		var at *classfile.FormatError
		if code != nil || !errors.As(err, &at) || at.File != class.File || at.Offset != int64(from+c.at) || at.Err.Error() != c.want || !strings.HasPrefix(at.Place, `"t()V"`) {
			t.Errorf("got  %v, %d bytes from the beginning of the code\nwant %s, %d bytes", err, at.Offset-int64(from), c.want, c.at)
		}
		if got := class.Methods[0].CodeLength(); got != c.length {
			t.Errorf("%s: the length is %d, want %d", c.want, got, c.length)
		}
	}
}

// The longest code is read, and a full table of lines and of handlers.
func TestLongestCode(t *testing.T) {
	b := &testclass.Builder{}
	b.Method(8, "t", "()V", b.Code(append(make([]byte, 65534), 0xB1), [][4]int{{0, 65535, 65534, 0}}))
	code := codeOfFirst(t, b.Build("T"))
	if code.Length != 65535 || len(code.Instructions) != 65535 || code.MaxStack != 4 || code.MaxLocals != 4 {
		t.Errorf("%d bytes, %d instructions, stack %d, locals %d", code.Length, len(code.Instructions), code.MaxStack, code.MaxLocals)
	}
	handlers, lines := make([][4]int, 30), make([]int, 60)
	for i := range handlers {
		handlers[i] = [4]int{0, 1, 0, 0}
	}
	b = &testclass.Builder{}
	b.Method(8, "t", "()V", b.Code(testclass.Join(0xB1), handlers))
	b.Method(8, "t", "(I)V", b.Code(testclass.Join(0xB1), nil, b.Lines(lines...)))
	class := parse(t, b.Build("T"))
	first, _ := class.Methods[0].Code()
	second, _ := class.Methods[1].Code()
	if first == nil || second == nil || len(first.Handlers) != 30 || len(second.Lines) != 30 {
		t.Errorf("%+v, %+v", first, second)
	}
}

// Names of classes that are not ASCII are decoded, with dots for slashes.
func TestDecodedNames(t *testing.T) {
	b := &testclass.Builder{}
	list := b.Class("a/\xED\xA0\xBD\xED\xB8\x80/B") // U+1F600 as a pair of surrogates
	b.Method(8, "t", "()V", b.Code(testclass.Join(0xC1, testclass.Big(2, list), 0xB1), nil))
	class := parse(t, b.Build("c/\xC0\x80/D"))
	code, err := class.Methods[0].Code()
	if err != nil || class.Name != "c.\x00.D" {
		t.Fatalf("%q, %v", class.Name, err)
	}
	if name, _ := code.Instructions[0].Type(); name != "a.😀.B" {
		t.Errorf("%q", name)
	}
	if text := code.Instructions[0].Operands(); text != `class "a/😀/B"` {
		t.Error(text)
	}
}

// Before version 45.3 the sizes of code have half as many bytes.
func TestSizesBefore45_3(t *testing.T) {
	for minor, version := range map[int]int{0: 45, 2: 45, 3: 52, 4: 52} {
		b := &testclass.Builder{Version: version} // of the sizes
		b.Method(8, "t", "()V", b.Code(testclass.Join(0, 0xB1), nil))
		data := b.Build("T")
		copy(data[4:], testclass.Join(testclass.Big(2, minor), testclass.Big(2, 45)))
		class := parse(t, data)
		code := codeOfFirst(t, data)
		if class.Minor != minor || code.MaxStack != 4 || code.MaxLocals != 4 || code.Length != 2 || class.Methods[0].CodeLength() != 2 {
			t.Errorf("version 45.%d: stack %d, locals %d, %d bytes", minor, code.MaxStack, code.MaxLocals, code.Length)
		}
	}
}

// An error without an offset, without a place or without a file leaves it out.
func TestFormatError(t *testing.T) {
	cause := errors.New("cause")
	for want, e := range map[string]classfile.FormatError{
		"cause":                                {Err: cause},
		"byte 7: cause":                        {Offset: 7, Err: cause},
		"head: cause":                          {Place: "head", Err: cause},
		"head (byte 1): cause":                 {Place: "head", Offset: 1, Err: cause},
		"a.jar!B.class: cause":                 {File: "a.jar!B.class", Err: cause},
		"a.jar!B.class: head (byte 39): cause": {File: "a.jar!B.class", Place: "head", Offset: 39, Err: cause},
	} {
		if got := e.Error(); got != want || !errors.Is(&e, cause) {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
