package classfile_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/internal/testclass"
	"github.com/iprof-viz/iprof-viz/internal/testpath"
	"github.com/iprof-viz/iprof-viz/internal/testtier"
)

const lambdas = `package a;

import java.lang.annotation.*;
import java.util.*;
import java.util.function.*;

class Lambdas {
    @interface Invisible { int[] value() default {}; Deprecated[] inner() default {}; }
    @Retention(RetentionPolicy.RUNTIME) @interface Visible { Class<?> type() default int.class; RetentionPolicy policy() default RetentionPolicy.CLASS; String s() default ""; }
    @Retention(RetentionPolicy.SOURCE) @interface Gone { }
    interface Both extends Runnable, java.io.Serializable { }
    class Child extends Lambdas { Supplier<String> up() { return super::toString; } }
    int base;

    @Deprecated @Visible(type = String.class, policy = RetentionPolicy.SOURCE, s = "x") @Gone
    @Invisible(value = 3, inner = {@Deprecated, @Deprecated(since = "2", forRemoval = true)})
    Object[] all(List<String> list, String s) {
        Runnable r = (Both) () -> {};
        IntUnaryOperator i = x -> x + base;
        Function<String, Integer> unbound = String::length;
        Supplier<Iterator<String>> bound = list::iterator;
        ToIntFunction<String> staticOne = Integer::parseInt;
        Supplier<Object> make = ArrayList::new;
        IntFunction<int[]> array = int[]::new;
        return new Object[] {r, i, unbound, bound, staticOne, make, array, "a" + s};
    }
    @Override public String toString() { return "plain"; }
}
`

// Lambdas and annotations of a compiler are those of the source.
func TestLambdasAndAnnotations(t *testing.T) {
	testtier.Long(t, "runs javac")
	if _, err := exec.LookPath("javac"); err != nil {
		t.Skip("no javac")
	}
	dir := t.TempDir()
	source := filepath.Join(dir, "Lambdas.java")
	if err := os.WriteFile(source, []byte(lambdas), 0o666); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("javac", "-Xlint:-removal", "-d", dir, source).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	path := testpath.Open(t, dir)
	var got []string
	for _, class := range []string{"a.Lambdas", "a.Lambdas$Child"} {
		k, err := path.Class(class)
		if err != nil {
			t.Fatal(err)
		}
		for i := range k.Methods {
			m := &k.Methods[i]
			code, err := m.Code()
			if err != nil {
				t.Fatal(err)
			}
			for _, in := range code.Instructions {
				if h, ok := in.Lambda(); ok && !strings.HasPrefix(m.Name, "$") {
					got = append(got, strings.Join([]string{m.Name, h.Kind.String(), h.Ref.Owner, h.Ref.Name + h.Ref.Descriptor}, " "))
				}
			}
			if names := m.Annotations(); len(names) > 0 {
				got = append(got, m.Name+" "+strings.Join(names, " "))
			}
		}
	}
	want := []string{
		"all REF_invokeStatic a.Lambdas lambda$all$cc26b2a1$1()V",
		"all REF_invokeVirtual a.Lambdas lambda$all$0(I)I",
		"all REF_invokeVirtual java.lang.String length()I",
		"all REF_invokeInterface java.util.List iterator()Ljava/util/Iterator;",
		"all REF_invokeStatic java.lang.Integer parseInt(Ljava/lang/String;)I",
		"all REF_newInvokeSpecial java.util.ArrayList <init>()V",
		"all REF_invokeStatic a.Lambdas lambda$all$1(I)[I",
		"all java.lang.Deprecated a.Lambdas$Visible a.Lambdas$Invisible",
	}
	normal := func(lines []string) []string { // the names of lambdas are up to the compiler
		for i, l := range lines {
			if before, after, ok := strings.Cut(l, "lambda$"); ok {
				lines[i] = before + "lambda" + after[strings.IndexByte(after, '('):]
			}
			lines[i] = strings.Replace(lines[i], "REF_invokeSpecial a.Lambdas lambda", "REF_invokeVirtual a.Lambdas lambda", 1) // JDK 15 and before
		}
		return lines
	}
	up := slices.IndexFunc(got, func(l string) bool { return strings.HasPrefix(l, "up ") })
	if up < 0 || !strings.Contains(got[up], "REF_invoke") {
		t.Errorf("no super::toString in %q", got)
	} else {
		got = slices.Delete(got, up, up+1)
	}
	if !slices.Equal(normal(got), normal(want)) {
		t.Errorf("%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// Damaged annotations are none, and the class is as before. Deep ones do not exhaust the stack.
func TestDamagedAnnotations(t *testing.T) {
	for _, c := range []struct {
		name    string
		content func(b *testclass.Builder) []byte
		want    []string
	}{
		{"one", func(b *testclass.Builder) []byte { return testclass.Join(numbers(1, b.UTF8("La/B;"), 0)) }, []string{"a.B"}},
		{"truncated", func(b *testclass.Builder) []byte { return numbers(2, b.UTF8("La/B;"), 0) }, nil},
		{"with more after it", func(b *testclass.Builder) []byte { return numbers(1, b.UTF8("La/B;"), 0, 0) }, nil},
		{"not a class", func(b *testclass.Builder) []byte { return numbers(1, b.UTF8("I"), 0) }, nil},
		{"not a text", func(b *testclass.Builder) []byte { return numbers(1, b.Integer(1), 0) }, nil},
		{"unknown element", func(b *testclass.Builder) []byte {
			return testclass.Join(numbers(1, b.UTF8("La/B;"), 1, b.UTF8("v")), "?", numbers(0))
		}, nil},
		{"deep arrays", func(b *testclass.Builder) []byte {
			return testclass.Join(numbers(1, b.UTF8("La/B;"), 1, b.UTF8("v")), slices.Repeat([]byte{'[', 0, 1}, 1<<20))
		}, nil},
		{"deep annotations", func(b *testclass.Builder) []byte {
			within := testclass.Join(numbers(b.UTF8("La/B;"), 1, b.UTF8("v")), "@")
			return testclass.Join(numbers(1), slices.Repeat(within, 1<<18))
		}, nil},
	} {
		b := &testclass.Builder{}
		good := b.Attribute("RuntimeInvisibleAnnotations", numbers(1, b.UTF8("La/Good;"), 0))
		b.Method(1, "m", "()V", b.Attribute("RuntimeVisibleAnnotations", c.content(b)), good)
		class, err := classfile.Parse(b.Build("T"))
		if err != nil {
			t.Fatal(err)
		}
		if got := class.Methods[0].Annotations(); !slices.Equal(got, append(c.want, "a.Good")) {
			t.Errorf("%s: %q", c.name, got)
		}
	}
}
