package classpath_test

import (
	"archive/zip"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/iprof-viz/iprof-viz/classpath"
	"github.com/iprof-viz/iprof-viz/internal/testclass"
)

// largeJar writes a jar of 5,000 classes with as many other files.
func largeJar(tb testing.TB) string {
	name := filepath.Join(tb.TempDir(), "large.jar")
	f, err := os.Create(name)
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	z := zip.NewWriter(f)
	for i := range 5000 {
		class := fmt.Sprintf("com/example/some/package%d/SomeRatherLongNameOfAClass%d", i/50, i)
		w, err := z.Create(class + ".class")
		if err != nil {
			tb.Fatal(err)
		}
		w.Write(tinyClass(class, "A.java"))
		z.Create(class + ".properties")
	}
	if err := z.Close(); err != nil {
		tb.Fatal(err)
	}
	return name
}

func BenchmarkOpenJarReadOne(b *testing.B) {
	name := largeJar(b)
	b.ReportAllocs()
	for b.Loop() {
		path, err := classpath.Open(name, classpath.Options{})
		if err != nil {
			b.Fatal(err)
		}
		if _, err := path.Class("com.example.some.package40.SomeRatherLongNameOfAClass2020"); err != nil {
			b.Fatal(err)
		}
		path.Close()
	}
}

func BenchmarkOpenJDKReadOne(b *testing.B) {
	dir := testclass.JDK(b, "javap")
	b.ReportAllocs()
	for b.Loop() {
		path, err := classpath.OpenJDK(dir, classpath.Options{})
		if err != nil {
			b.Fatal(err)
		}
		if _, err := path.Class("java.util.Map$Entry"); err != nil {
			b.Fatal(err)
		}
		path.Close()
	}
}

// The headers of all classes of a JDK.
func BenchmarkHeaders(b *testing.B) {
	dir := testclass.JDK(b, "javap")
	b.ReportAllocs()
	for b.Loop() {
		path, err := classpath.OpenJDK(dir, classpath.Options{})
		if err != nil {
			b.Fatal(err)
		}
		for _, err := range path.Headers() {
			if err != nil {
				b.Fatal(err)
			}
		}
		path.Close()
	}
}
