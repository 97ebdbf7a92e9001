package classfile_test

import (
	"slices"
	"testing"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/internal/testclass"
)

// annotated returns the annotations of a method with attributes.
func annotated(t *testing.T, b *testclass.Builder, attributes ...[]byte) []string {
	t.Helper()
	b.Method(1, "m", "()V", attributes...)
	class, err := classfile.Parse(b.Build("T"))
	if err != nil {
		t.Fatal(err)
	}
	return class.Methods[0].Annotations()
}

// elements returns the elements of an annotation, one of each kind of value (JVMS table 4.7.16.1-A), each named v.
func elements(b *testclass.Builder) []byte {
	v := testclass.Big(2, b.UTF8("v"))
	var all []byte
	n := 0
	add := func(value ...any) {
		all = testclass.Join(all, v, testclass.Join(value...))
		n++
	}
	for _, tag := range "BCDFIJSZsc" {
		add(string(tag), numbers(7))
	}
	add("e", numbers(8, 9))
	add("@", numbers(b.UTF8("La/Inner;"), 1), v, "I", numbers(7))
	add("[", numbers(0))
	add("[", numbers(2), "I", numbers(7), "e", numbers(8, 9))
	return testclass.Join(testclass.Big(2, n), all)
}

// Elements of every kind are skipped: the annotation after them is read, and those within them are not among the method's.
func TestAnnotationsWithElements(t *testing.T) {
	b := &testclass.Builder{}
	content := testclass.Join(numbers(3, b.UTF8("La/First;")), elements(b), numbers(b.UTF8("La/b/Second$In;"), 0, b.UTF8("LC;"), 0))
	want := []string{"a.First", "a.b.Second$In", "C"}
	if got := annotated(t, b, b.Attribute("RuntimeVisibleAnnotations", content)); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	// Damage anywhere leaves no annotation of this attribute, and those of the other one.
	for end := range content {
		b := &testclass.Builder{}
		content := testclass.Join(numbers(3, b.UTF8("La/First;")), elements(b), numbers(b.UTF8("La/b/Second$In;"), 0, b.UTF8("LC;"), 0))
		got := annotated(t, b, b.Attribute("RuntimeVisibleAnnotations", content[:end]), b.Attribute("RuntimeInvisibleAnnotations", numbers(1, b.UTF8("LOther;"), 0)))
		if !slices.Equal(got, []string{"Other"}) {
			t.Errorf("%d of %d bytes: %q", end, len(content), got)
		}
	}
}

// Annotations are in two attributes of a method, and none are in others.
func TestAttributesOfAnnotations(t *testing.T) {
	for name, want := range map[string][]string{
		"RuntimeVisibleAnnotations": {"a.B"}, "RuntimeInvisibleAnnotations": {"a.B"}, "RuntimeVisibleTypeAnnotations": nil, "Other": nil,
	} {
		b := &testclass.Builder{}
		if got := annotated(t, b, b.Attribute(name, numbers(1, b.UTF8("La/B;"), 0))); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	if got := new(classfile.Method).Annotations(); got != nil {
		t.Errorf("a method without a class: %q", got)
	}
}

// The type of an annotation is a class: L, a name and a semicolon.
func TestTypesOfAnnotations(t *testing.T) {
	for descriptor, want := range map[string][]string{"La;": {"a"}, "L;": nil, "La": nil, "Xa;": nil, "[La;": nil, "": nil} {
		b := &testclass.Builder{}
		if got := annotated(t, b, b.Attribute("RuntimeVisibleAnnotations", numbers(1, b.UTF8(descriptor), 0))); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", descriptor, got, want)
		}
	}
	for _, within := range []string{"I", "La"} { // the type of one within another
		b := &testclass.Builder{}
		value := testclass.Join(numbers(1, b.UTF8("La;"), 1, b.UTF8("v")), "@", numbers(b.UTF8(within), 0))
		if got := annotated(t, b, b.Attribute("RuntimeVisibleAnnotations", value)); len(got) > 0 {
			t.Errorf("%q within: %q", within, got)
		}
	}
}

// Annotations and arrays may be 100 deep.
func TestDepthOfAnnotations(t *testing.T) {
	for depth, want := range map[int][]string{100: {"a.B"}, 101: nil} {
		b := &testclass.Builder{}
		arrays := testclass.Join(numbers(1, b.UTF8("La/B;"), 1, b.UTF8("v")), slices.Repeat([]byte{'[', 0, 1}, depth), "I", numbers(7))
		if got := annotated(t, b, b.Attribute("RuntimeVisibleAnnotations", arrays)); !slices.Equal(got, want) {
			t.Errorf("%d arrays: %q, want %q", depth, got, want)
		}
		b = &testclass.Builder{}
		within := testclass.Join("@", numbers(b.UTF8("La/B;"), 1, b.UTF8("v")))
		annotations := testclass.Join(numbers(1, b.UTF8("La/B;"), 1, b.UTF8("v")), slices.Repeat(within, depth), "I", numbers(7))
		if got := annotated(t, b, b.Attribute("RuntimeVisibleAnnotations", annotations)); !slices.Equal(got, want) {
			t.Errorf("%d annotations: %q, want %q", depth, got, want)
		}
	}
}
