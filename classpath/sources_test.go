package classpath_test

import (
	"errors"
	"path/filepath"
	"testing"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/classpath"
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
