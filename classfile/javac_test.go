package classfile_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/testclass"
	"github.com/iprof-viz/iprof-viz/internal/testpath"
	"github.com/iprof-viz/iprof-viz/internal/testtier"
)

// Code of a compiler: switches, exceptions, locks, lambdas, string concatenation, wide local variables, large constants.
const compiled = `package a.b;

import java.util.*;
import java.util.function.*;

public class Compiled<T extends Comparable<T>> implements Comparator<T> {
    enum Color { RED, GREEN }
    interface Shape { default long area() { return 1L << 40; } }
    static final double[] NUMBERS = {0, 1, -0.0, 1e-3, 9.99e-4, 1e7, 12345678.9, Double.MIN_VALUE, Double.NaN, 1 / 0.0, -1 / 0.0, Math.PI};
    static final float[] FLOATS = {0, 2, 3.5f, 1e10f, 1e-10f, Float.MAX_VALUE};

    public int compare(T a, T b) { return a.compareTo(b); }

    static String texts(String s, char c) {
        return s + "tab\t quote\" apostrophe' backslash\\ null\0 delete\u007f \u00e9 \ud83d\ude00 " + c;
    }

    static int choose(int i, String s, Color c) {
        switch (i) { case -1: return 5; case 0: case 2: i++; break; default: i--; }
        switch (i) { case 1000000: return 1; case -1000000: return 2; }
        switch (s) { case "Aa": return 3; case "BB": return 4; }
        return switch (c) { case RED -> 6; case GREEN -> 7; };
    }

    synchronized Object locked(Object o) throws Exception {
        synchronized (o) {
            try { o.wait(); } catch (InterruptedException | IllegalStateException e) { throw e; } finally { o.notify(); }
        }
        int[][][] cube = new int[2][3][];
        Supplier<Object> s = () -> cube;
        Function<Integer, List<String>[]> f = List[]::new;
        return s.get() instanceof int[][][] ? f.apply(70000) : new String[0];
    }

    static native void nothing();
LOCALS
}
`

// Classes of this machine's compiler read as javap prints them.
func TestCompiledClasses(t *testing.T) {
	testtier.Long(t, "runs javac and javap, with and without debugging tables")
	if _, err := exec.LookPath("javac"); err != nil {
		t.Skip("no javac")
	}
	testclass.JDK(t, "javap") // javap
	dir := t.TempDir()
	locals := "    static long locals() {\n        long l0 = 0; " + manyLocals(300) + "\n        int i = 3; i += 1000; i++;\n        return l299 + i;\n    }\n"
	source := strings.Replace(compiled, "LOCALS", locals, 1)
	java8 := strings.Replace(source, "return switch (c) { case RED -> 6; case GREEN -> 7; };", "return 6;", 1)
	for _, c := range []struct {
		name, source string
		flags        []string
	}{{"new", source, []string{"-g"}}, {"java8", java8, []string{"--release", "8", "-g:none"}}} {
		out := filepath.Join(dir, c.name)
		text := filepath.Join(t.TempDir(), "Compiled.java")
		if err := os.WriteFile(text, []byte(c.source), 0o666); err != nil {
			t.Fatal(err)
		}
		if out, err := exec.Command("javac", slices.Concat(testclass.QuickJava("-J"), c.flags, []string{"-encoding", "UTF-8", "-nowarn", "-d", out, text})...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		path := testpath.Open(t, out)
		names := slices.Collect(path.Classes())
		methods, _ := compareWithJavap(t, path, append([]string{"-cp", out}, names...), names)
		if methods < 15 {
			t.Errorf("%d methods", methods)
		}
	}
}

// manyLocals declares local variables l1 to l(n-1), so that those at the end need wide instructions.
func manyLocals(n int) string {
	var b strings.Builder
	for i := 1; i < n; i++ {
		fmt.Fprintf(&b, "long l%d = l%d + 1; ", i, i-1)
	}
	return b.String()
}
