package classpath_test

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/classpath"
	"github.com/iprof-viz/iprof-viz/internal/testclass"
)

func TestSources(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "src/a/A.java", []byte("class A"))
	write(t, dir, "secret.java", []byte("no"))
	write(t, dir, "src/Top.kt", []byte("fun"))
	jar := write(t, dir, "b-sources.jar", zipped(t, file{name: "b/B.scala", content: []byte("object B")}, file{name: "a/A.java", content: []byte("other A")}))
	src := write(t, dir, "src.zip", zipped(t, file{name: "java.base/java/lang/String.java", content: []byte("class String")}))
	sources, err := classpath.OpenSources(filepath.Join(dir, "src")+mark+jar+mark+src+mark+filepath.Join(dir, "missing"), classpath.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer sources.Close()
	for _, c := range []struct{ class, source, want string }{
		{"a.A", "A.java", "class A"}, {"a.A$Inner", "", "class A"}, {"Top", "Top.kt", "fun"}, {"b.B$", "B.scala", "object B"},
		{"java.lang.String", "String.java", "class String"}, {"a.C", "C.java", ""}, {"a.A", "../../secret.java", ""}, {"a.A", "/", ""}, {"a.A", ".", ""},
	} {
		text, file, err := sources.Read(&classfile.Class{Name: c.class, SourceFile: c.source})
		if string(text) != c.want || (c.want == "") != errors.Is(err, classpath.ErrNotFound) || (c.want == "") != (file == "") {
			t.Errorf("%s in %s: %q in %q, %v", c.class, c.source, text, file, err)
		}
	}
	if len(sources.Problems()) != 1 {
		t.Error(sources.Problems())
	}
}

// A class with lines beyond the end of its source proves that the source is of another version, unless it says that its lines are mapped.
func TestSourcesOfOtherVersion(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"A": "1\n2\n3\n", "B": "1\r\n2\r\n3\r\n4", "C": "1\r2\r3\r4\r", "D": "1\n", "E": ""} {
		write(t, dir, name+".java", []byte(text))
	}
	sources, err := classpath.OpenSources(dir, classpath.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer sources.Close()
	for _, c := range []struct {
		class, source string
		line          int
		mapped        bool
		want          string
	}{
		{"A$0", "A.java", 3, false, ""},
		{"A", "A.java", 4, false, "it has 3 lines, and class A has code up to line 4, so the source is of another version"},
		{"A$1", "A.java", 2, false, "it has 3 lines, and class A has code up to line 4, so the source is of another version"}, // of the same file
		{"A", "A.java", 4, false, "it has 3 lines, and class A has code up to line 4, so the source is of another version"},
		{"B", "B.java", 4, false, ""},
		{"C", "C.java", 4, false, ""},
		{"D", "D.java", 9, true, ""},
		{"D$1", "D.java", 1009, false, "it has 1 line, and class D$1 has code up to line 1,009, so the source is of another version"},
		{"E", "E.java", 1, false, "it has 0 lines, and class E has code up to line 1, so the source is of another version"},
	} {
		b := &testclass.Builder{Source: c.source}
		if c.mapped {
			b.Attributes = [][]byte{b.Attribute("SourceDebugExtension", "SMAP")}
		}
		b.Method(8, "first", "()V", b.Code(testclass.Join(0, 0xB1), nil, b.Lines(0, c.line, 1, 1)))
		b.Method(8, "second", "()V", b.Code(testclass.Join(0xB1), nil, b.Lines(0, 1)))
		class, err := classfile.Parse(b.Build(c.class))
		if err != nil {
			t.Fatal(err)
		}
		text, file, err := sources.Read(class)
		want := ""
		if c.want != "" {
			want = file + ": not used: " + c.want
		}
		got := ""
		if err != nil {
			got = err.Error()
		}
		if got != want || errors.Is(err, classpath.ErrOtherVersion) != (want != "") || !strings.HasSuffix(file, c.source) || (text == nil) != (want != "") && c.class != "E" {
			t.Errorf("%s with line %d: %q in %s, error %q, want %q", c.class, c.line, text, file, got, want)
		}
	}
}
