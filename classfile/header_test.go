package classfile_test

import (
	"errors"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/internal/budget"
	"github.com/iprof-viz/iprof-viz/internal/testclass"
	"github.com/iprof-viz/iprof-viz/internal/testfile"
)

// headerOf returns the header of a whole class.
func headerOf(k *classfile.Class) classfile.Header {
	return classfile.Header{Name: k.Name, Super: k.Super, Interfaces: k.Interfaces, Flags: k.Flags}
}

func sameHeader(a, b classfile.Header) bool {
	return a.Name == b.Name && a.Super == b.Super && a.Flags == b.Flags && slices.Equal(a.Interfaces, b.Interfaces)
}

// The header alone says the same as the whole class, and needs nothing after it.
func TestHeader(t *testing.T) {
	files, _ := filepath.Glob("../../shared/jvm/calls/classes/calls/*.class")
	if len(files) == 0 {
		t.Skip("no ../shared/jvm")
	}
	for _, name := range files {
		data := testfile.Read(t, name)
		class, err := classfile.Parse(data)
		if err != nil {
			t.Fatal(err)
		}
		header, err := classfile.ParseHeader(data)
		if err != nil || !sameHeader(header, headerOf(class)) {
			t.Errorf("%s: %+v, want %+v: %v", name, header, headerOf(class), err)
		}
		end := len(data)
		for ; end > 0; end-- { // down to the shortest beginning that has the header
			if header, err := classfile.ParseHeader(data[:end-1]); err != nil {
				checkError(t, err, end-1)
				break
			} else if !sameHeader(header, headerOf(class)) {
				t.Errorf("%s: the first %d bytes give %+v", name, end-1, header)
			}
		}
		for n := range end {
			if _, err := classfile.ParseHeader(data[:n]); !errors.Is(err, classfile.ErrTruncated) {
				t.Errorf("%s: the first %d bytes of a header of %d: %v", name, n, end, err)
			}
		}
	}
}

// Interfaces may be 65,535 times the same name of 64 KB.
func TestHeaderSharesNames(t *testing.T) {
	const most = 65535
	name := strings.Repeat("a/", 30000)
	data := testclass.Join(head(2), 1, testclass.Big(2, len(name)), name, 7, testclass.Big(2, 1), numbers(0x21, 2, 2, most), slices.Repeat(testclass.Big(2, 2), most))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	header, err := classfile.ParseHeader(data)
	runtime.ReadMemStats(&after)
	if err != nil || len(header.Interfaces) != most {
		t.Fatalf("%d interfaces: %v", len(header.Interfaces), err)
	}
	if allocated := after.TotalAlloc - before.TotalAlloc; allocated > 8<<20 {
		t.Errorf("%d bytes allocated", allocated)
	}
}

// Names of real classes have some hundred bytes; those of all classes are kept.
func TestHeaderLimitsNames(t *testing.T) {
	data, interfaces := head(10), []byte{}
	for i := range 5 {
		name := strings.Repeat(string(rune('a'+i)), 60000)
		data = testclass.Join(data, 7, testclass.Big(2, 2*i+2), 1, testclass.Big(2, len(name)), name)
		interfaces = append(interfaces, testclass.Big(2, 2*i+1)...)
	}
	header := func(n int) error {
		_, err := classfile.ParseHeader(testclass.Join(data, numbers(0x21, 1, 0, n), interfaces[:2*n]))
		return err
	}
	if err := header(3); err != nil {
		t.Error(err)
	}
	if err := header(5); !errors.Is(err, classfile.ErrLimit) {
		t.Error(err)
	}
}

// Damage is an error with its place.
func TestDamagedHeader(t *testing.T) {
	for _, c := range []struct {
		data []byte
		want string
	}{
		{nil, "unexpected end: 0 bytes"},
		{[]byte("PK\x03\x04-----"), "not a class file: it begins with 50 4b 03 04"},
		{testclass.Join("\xCA\xFE\xBA\xBE", testclass.Big(2, 3), testclass.Big(2, 71)), "byte 6: unsupported version 71.3: versions 45 to 70 are read"},
		{testclass.Join(head(100), make([]byte, 300)), "constants (byte 10): constant 1 has the unknown tag 0"},
		{testclass.Join(head(1), 255, 0, 0), "constants (byte 10): constant 1 has the unknown tag 255"},
		{testclass.Join(pool, numbers(0x21, 1, 0, 0)), "head (byte 45): constant 1, the name of the class, is not a class"},
		{testclass.Join(pool, numbers(0x21, 0, 0, 0)), "head (byte 45): the class has no name"},
		{testclass.Join(pool, numbers(0x21, 2, 9, 0)), "head (byte 47): constant 9, the name of a superclass or interface, is not a class"},
		{testclass.Join(pool, numbers(0x21, 2, 0, 2, 2)), "head (byte 49): unexpected end: 2 interfaces, and 2 bytes are left"},
		{testclass.Join(head(1), 7, testclass.Big(2, 1), numbers(0x21, 1, 0, 0)), "head (byte 15): the name of the class is constant 1, which is not a Utf8"},
		{testclass.Join(head(2), 7, testclass.Big(2, 2), 1, testclass.Big(2, 1), 0, numbers(0x21, 1, 0, 0)), "constants (byte 16): the text of constant 2 is not modified UTF-8"},
	} {
		if _, err := classfile.ParseHeader(c.data); err == nil || err.Error() != c.want {
			t.Errorf("% x: %v, want %s", c.data, err, c.want)
		}
	}
}

// Of any bytes, a header is that of the class, or an error.
func FuzzHeader(f *testing.F) {
	f.Add(testclass.Join(pool, numbers(0x21, 2, 0, 0)))
	f.Add(testclass.Join(head(2), 7, testclass.Big(2, 2), 1, testclass.Big(2, 3), "a\xC0\x80", numbers(0x21, 1, 1, 2, 1, 1)))
	f.Fuzz(func(t *testing.T, data []byte) {
		defer budget.Reading.Start(t, len(data))()
		header, err := classfile.ParseHeader(data)
		if err != nil {
			checkError(t, err, len(data))
		}
		if class, whole := classfile.Parse(data); whole == nil && !errors.Is(err, classfile.ErrLimit) && (err != nil || !sameHeader(header, headerOf(class))) {
			t.Errorf("%+v, want %+v: %v", header, headerOf(class), err)
		}
	})
}

// A header of all parts, with constants of two indexes before its names, is that of the class, and each beginning of it is truncated.
func TestHeaderOfParts(t *testing.T) {
	for _, b := range []*testclass.Builder{
		{},
		{Super: "a/b/Super", Interfaces: []string{"a/I"}, Flags: 0x11, Version: 70},
		{Interfaces: []string{"I1", "I2", "I3", "I4", "I5", "I6", "I7", "I8", "I1"}, Flags: 0x601, Version: 45},
	} {
		b.Long(1 << 40)
		b.Constant(2, testclass.Join(6, testclass.Big(8, 0))) // a double
		b.Dynamic(18, "run", "()V")
		b.Text(strings.Repeat("long", 1000))
		data := b.Build("x/y/Name$1")
		class, err := classfile.Parse(data)
		if err != nil {
			t.Fatal(err)
		}
		header, err := classfile.ParseHeader(data)
		if err != nil || header.Name != "x.y.Name$1" || !sameHeader(header, headerOf(class)) {
			t.Errorf("%+v, want %+v: %v", header, headerOf(class), err)
		}
		end := len(data) - 6 // fields, methods and attributes, none of each
		if header, err := classfile.ParseHeader(data[:end]); err != nil || !sameHeader(header, headerOf(class)) {
			t.Errorf("without the rest: %+v, want %+v: %v", header, headerOf(class), err)
		}
		for n := range end {
			_, err := classfile.ParseHeader(data[:n])
			if !errors.Is(err, classfile.ErrTruncated) {
				t.Fatalf("%d of %d bytes: %v", n, end, err)
			}
			checkError(t, err, n)
		}
	}
}

// A header does not depend on the one before it, whose reader is used again.
func TestHeaderAfterAnother(t *testing.T) {
	first := &testclass.Builder{}
	for i := range 100 {
		first.Class("x/Class" + string(rune('a'+i%26)))
	}
	if _, err := classfile.ParseHeader(first.Build("x/First")); err != nil {
		t.Fatal(err)
	}
	// A long has no constant at its second index, though there was one before.
	data := testclass.Join(head(4), 5, make([]byte, 8), 7, testclass.Big(2, 4), 1, testclass.Big(2, 1), "T")
	for this, want := range map[int]string{3: "", 2: "head (byte 28): constant 2, the name of the class, is not a class", 5: "head (byte 28): constant 5, the name of the class, is not a class"} {
		if _, err := classfile.ParseHeader(testclass.Join(data, numbers(0x21, this, 0, 0))); (err == nil) != (want == "") || err != nil && err.Error() != want {
			t.Errorf("constant %d: %v, want %s", this, err, want)
		}
	}
}

// Versions 45 to 70 are read, and a header needs three bytes a constant.
func TestHeaderVersions(t *testing.T) {
	for version, want := range map[int]string{44: "byte 6: unsupported version 44.0: versions 45 to 70 are read", 45: "", 70: "", 71: "byte 6: unsupported version 71.0: versions 45 to 70 are read"} {
		b := &testclass.Builder{Version: version}
		if _, err := classfile.ParseHeader(b.Build("T")); (err == nil) != (want == "") || err != nil && err.Error() != want {
			t.Errorf("version %d: %v", version, err)
		}
	}
	for n, want := range map[int]string{ // bytes after the number of constants
		300: "constants (byte 10): constant 1 has the unknown tag 0",
		299: "constants (byte 8): unexpected end: 100 constants, and 299 bytes are left",
		0:   "constants (byte 8): unexpected end: 100 constants, and 0 bytes are left",
	} {
		if _, err := classfile.ParseHeader(testclass.Join(head(100), make([]byte, n))); err == nil || err.Error() != want {
			t.Errorf("%d bytes: %v, want %s", n, err, want)
		}
	}
	for data, want := range map[string]string{
		"\xCA\xFE\xBA\xBE":             "unexpected end: 4 bytes",
		"\xCA\xFE\xBA":                 "unexpected end: 3 bytes",
		"text":                         "not a class file: it begins with 74 65 78 74",
		"\xCA\xFE\xBA\xBE\x00\x00\x00": "unexpected end: 7 bytes",
	} {
		if _, err := classfile.ParseHeader([]byte(data)); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", data, err, want)
		}
	}
}
