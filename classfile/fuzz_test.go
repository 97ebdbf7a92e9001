package classfile_test

import (
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
	"github.com/iprof-viz/iprof-viz/internal/testclass"
)

// Of any bytes, a class either is an error with a place in them, or all of its methods and instructions are sound.
func FuzzClass(f *testing.F) {
	b := &testclass.Builder{Source: "T.java"}
	call, text := b.Member(10, "a/B", "m\xC0\x80", "(JLa/B;)V"), b.Text("text")
	b.Long(7)
	b.Method(8, "t", "()V", b.Code(testclass.Join(0x12, text, 0xB8, testclass.Big(2, call), 0xAA, 0, 0, testclass.Big(4, 19), testclass.Big(4, 1), testclass.Big(4, 1), testclass.Big(4, 19), 0xC4, 0x84, 0, 1, 0, 1, 0xB1),
		[][4]int{{0, 5, 5, 0}}, b.Lines(0, 7), b.Lines(2, 8)))
	f.Add(b.Build("a/T"))
	b = &testclass.Builder{Version: 45}
	b.Method(8, "t", "()V", b.Code(testclass.Join(0xA8, testclass.Big(2, 8), 0xC9, testclass.Big(4, 5), 0x4B, 0xA9, 0), nil))
	f.Add(b.Build("T"))
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
			texts = append(texts, m.Annotations()...)
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

// likePrimitive matches descriptors with a class whose name is that of a primitive type: the names do not distinguish them.
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
		if h, ok := in.Lambda(); ok {
			texts = append(texts, h.Ref.Owner, h.Ref.Name, h.Ref.Descriptor, h.Kind.String())
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
