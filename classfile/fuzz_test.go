package classfile_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/internal/budget"
)

// Of any bytes, a class either is an error with a place in them, or all of its methods and instructions are sound.
func FuzzClass(f *testing.F) {
	b := &builder{source: "T.java"}
	call, text := b.member(10, "a/B", "m\xC0\x80", "(JLa/B;)V"), b.text("text")
	b.long(7)
	b.method(8, "t", "()V", b.code(join(0x12, text, 0xB8, big(2, call), 0xAA, 0, 0, big(4, 19), big(4, 1), big(4, 1), big(4, 19), 0xC4, 0x84, 0, 1, 0, 1, 0xB1),
		[][4]int{{0, 5, 5, 0}}, b.lines(0, 7), b.lines(2, 8)))
	f.Add(b.build("a/T"))
	b = &builder{version: 45}
	b.method(8, "t", "()V", b.code(join(0xA8, big(2, 8), 0xC9, big(4, 5), 0x4B, 0xA9, 0), nil))
	f.Add(b.build("T"))
	files, _ := filepath.Glob("../../shared/jvm/known/classes/*.class")
	for _, name := range files {
		if data, err := os.ReadFile(name); err == nil && len(data) < 4<<10 {
			f.Add(data)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		defer budget.Reading.Start(t, len(data))()
		class, err := classfile.Parse(data)
		if err != nil {
			checkError(t, err, len(data))
			return
		}
		texts := []string{class.Name, class.Super, class.SourceFile}
		for i := range class.Methods {
			m := &class.Methods[i]
			params, ret := m.Types()
			if got := classfile.Descriptor(params, ret); got != m.Descriptor && !likePrimitive.MatchString(m.Descriptor) {
				t.Errorf("the descriptor %q came back as %q", m.Descriptor, got)
			}
			texts = append(append(texts, m.Name, m.Descriptor, ret), params...)
			code, err := m.Code()
			switch {
			case err != nil:
				checkError(t, err, len(data))
			case code != nil:
				texts = append(texts, checkCode(t, m, code)...)
			}
			if len(texts) > 10000 {
				break // small classes show as much
			}
		}
		for _, s := range texts {
			if !utf8.ValidString(s) {
				t.Errorf("not UTF-8: %q", s)
			}
		}
	})
}

// likePrimitive matches descriptors with a class whose name is that of a primitive type: the names do not tell them apart.
var likePrimitive = regexp.MustCompile(`L(boolean|byte|char|short|int|long|float|double|void);`)

// checkCode checks that instructions fill the code and that control goes from one to others. It returns their texts.
func checkCode(t *testing.T, m *classfile.Method, code *classfile.Code) []string {
	var texts []string
	next := 0
	start := func(bci int) {
		if _, ok := code.At(bci); !ok {
			t.Errorf("no instruction at BCI %d", bci)
		}
	}
	for i, in := range code.Instructions {
		if in.BCI != next || in.Len < 1 {
			t.Errorf("the instruction after BCI %d is at %d and has %d bytes", next, in.BCI, in.Len)
		}
		next += in.Len
		code.Line(in.BCI)
		in.Local()
		if i > 1000 {
			continue
		}
		texts = append(texts, in.String())
		for _, s := range in.Successors() {
			start(s.BCI)
		}
		if r, ok := in.Called(); ok {
			texts = append(texts, r.Owner, r.Name, r.Descriptor)
		}
		if r, ok := in.Field(); ok {
			texts = append(texts, r.Owner, r.Name, r.Descriptor)
		}
		if name, ok := in.Type(); ok {
			texts = append(texts, name)
		}
	}
	if next != code.Length || m.CodeLength() != next {
		t.Errorf("%d bytes of instructions, the code has %d and %d", next, code.Length, m.CodeLength())
	}
	for _, h := range code.Handlers {
		start(h.Start)
		start(h.Target)
		texts = append(texts, h.Type)
	}
	if !slices.IsSortedFunc(code.Lines, func(a, b classfile.Line) int { return a.BCI - b.BCI }) {
		t.Errorf("lines are not in order: %v", code.Lines)
	}
	return texts
}

// checkError checks that an error has a place in a file, and stays on one line.
func checkError(t *testing.T, err error, size int) {
	var at *classfile.FormatError
	switch {
	case !errors.As(err, &at):
		t.Errorf("%T: %v", err, err)
	case at.Offset < 0 || at.Offset > int64(size) || strings.ContainsAny(err.Error(), "\n\x1b\x00"):
		t.Errorf("%d bytes: %q", size, err)
	}
}

// Of any bytes, an archive either is an error, or each class in it reads or is an error. Those that archive/zip reads have
// the same content.
func FuzzJar(f *testing.F) {
	inner := zipped(f, class("", "a.In", "in"))
	f.Add(zipped(f, class("", "a.A", "a"), file{name: "META-INF/MANIFEST.MF", content: []byte("Multi-Release: true\nClass-Path: x.jar ../y\n z\n")},
		class("META-INF/versions/9/", "a.A", "9")))
	f.Add(zipped(f, file{name: "WEB-INF/lib/in.jar", content: inner}, file{name: "BOOT-INF/lib/in.jar", content: inner, stored: true}))
	f.Add(append([]byte("JM\x01\x00"), zipped(f, class("classes/", "a.A", "a"))...))
	f.Add(join("PK\x06\x06", make([]byte, 36), make([]byte, 8), make([]byte, 8), "PK\x06\x07", make([]byte, 16), "PK\x05\x06", make([]byte, 6), "\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF", 0, 0))
	f.Fuzz(func(t *testing.T, data []byte) {
		defer budget.Budget{Memory: 64 << 20, PerByte: 64 << 10}.Start(t, len(data))() // it is inflated, and once more by archive/zip
		path, err := classfile.OpenBytes(data, classfile.Options{Limits: classfile.Limits{Entries: 1000, Archives: 10, FileSize: 1 << 20, NestedSize: 1 << 20}})
		if err != nil {
			checkError(t, err, len(data))
			return
		}
		defer path.Close()
		theirs := map[string][]byte{}
		if z, err := zip.NewReader(bytes.NewReader(data), int64(len(data))); err == nil && len(z.File) < 100 {
			theirs = contents(z)
		}
		for name := range path.Classes() {
			class, err := path.Class(name)
			if errors.Is(err, classfile.ErrNotFound) && strings.Contains(name, "/") {
				continue
			}
			if err != nil {
				checkError(t, err, 1<<20)
				continue
			}
			if class.Name != name {
				t.Errorf("%q is %q", name, class.Name)
			}
			_, entry, _ := strings.Cut(class.File, "!")
			if content := theirs[entry]; content != nil {
				if again, err := classfile.Parse(content); err != nil || again.Name != class.Name || again.SourceFile != class.SourceFile {
					t.Errorf("%q: archive/zip has another class: %v", entry, err)
				}
			}
		}
		for _, problem := range path.Problems() {
			if strings.ContainsAny(problem.Error(), "\n\x1b\x00") {
				t.Errorf("%q", problem)
			}
		}
	})
}

// contents returns the contents of the entries that archive/zip can read and that have their own name.
func contents(z *zip.Reader) map[string][]byte {
	all := map[string][]byte{}
	for _, f := range z.File {
		if _, twice := all[f.Name]; twice {
			all[f.Name] = nil
			continue
		}
		all[f.Name] = nil
		r, err := f.Open()
		if err != nil || f.UncompressedSize64 > 1<<20 {
			continue
		}
		var b bytes.Buffer
		if _, err := b.ReadFrom(r); err == nil {
			all[f.Name] = b.Bytes()
		}
		r.Close()
	}
	return all
}

// Of any bytes, an image either is an error, or each class in it reads or is an error.
func FuzzImage(f *testing.F) {
	f.Add(tinyImage(map[string][]byte{"/m/a/A.class": tinyClass("a.A", "a"), "/packages/a": inFirstModule}, "m", "zip"))
	f.Fuzz(func(t *testing.T, data []byte) {
		defer budget.Reading.Start(t, len(data))()
		path, err := classfile.OpenBytes(data, classfile.Options{Limits: classfile.Limits{Entries: 1000, FileSize: 1 << 20}})
		if err != nil {
			checkError(t, err, max(len(data), 28))
			return
		}
		defer path.Close()
		n := 0
		for name := range path.Classes() {
			if n++; n > 100 {
				break
			}
			if class, err := path.Class(name); err == nil && class.Name != name {
				t.Errorf("%q is %q", name, class.Name)
			} else if err != nil && !errors.Is(err, classfile.ErrNotFound) {
				checkError(t, err, 1<<20)
			}
		}
		if _, err := path.Class("a.A"); err != nil && !errors.Is(err, classfile.ErrNotFound) {
			checkError(t, err, 1<<20)
		}
	})
}
