package classpath_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/classpath"
	"github.com/iprof-viz/iprof-viz/internal/testclass"
	"github.com/iprof-viz/iprof-viz/internal/testpath"
	"github.com/iprof-viz/iprof-viz/internal/testtier"
)

// compareHeaders compares all headers with the classes. It returns their numbers.
func compareHeaders(t *testing.T, path *classpath.Path) (headers, damaged int) {
	t.Helper()
	names := slices.Collect(path.Classes())
	for h, err := range path.Headers() {
		if headers+damaged == len(names) {
			t.Fatalf("%s: more headers than the %d classes", h.Name, len(names))
		}
		name := names[headers+damaged]
		class, classErr := path.Class(name)
		switch {
		case err != nil:
			damaged++
			if at := (*classfile.FormatError)(nil); classErr == nil || errors.As(err, &at) && at.File == "" {
				t.Errorf("%s: %v, and the class: %v", name, err, classErr)
			}
			continue
		case classErr != nil:
			t.Errorf("%s: the class: %v", name, classErr)
		case h.Name != class.Name || h.Super != class.Super || h.Flags != class.Flags || !slices.Equal(h.Interfaces, class.Interfaces):
			t.Errorf("%+v: the class is %s, a %s and %q, with flags %x", h, class.Name, class.Super, class.Interfaces, class.Flags)
		}
		headers++
	}
	if headers+damaged != len(names) {
		t.Errorf("%d headers and %d errors for %d classes", headers, damaged, len(names))
	}
	return headers, damaged
}

// Headers are those of the classes in a jar and in a directory, whose damaged classes are errors, and hides those of the jar.
func TestHeaders(t *testing.T) {
	dir := t.TempDir()
	for file, content := range map[string][]byte{
		"x/Good.class":  tinyClass("x/Good", "A.java"),
		"x/Cut.class":   tinyClass("x/Cut", "A.java")[:20],
		"x/Other.class": tinyClass("x/Good", "A.java"),
		"com/example/some/package1/SomeRatherLongNameOfAClass77.class": []byte("text"),
	} {
		name := filepath.Join(dir, filepath.FromSlash(file))
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o777), os.WriteFile(name, content, 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	path := testpath.Open(t, dir+string(os.PathListSeparator)+largeJar(t))
	if headers, damaged := compareHeaders(t, path); headers != 1+4999 || damaged != 3 {
		t.Errorf("%d headers and %d errors", headers, damaged)
	}
	step := 11 // the race detector sees as much in ten of them
	if testtier.More(t, "a hundred ways to stop reading headers rather than ten") {
		step = 1
	}
	for n := 0; n < 100; n += step { // as many as are wanted
		got := 0
		for range path.Headers() {
			if got++; got > n {
				break
			}
		}
		if got != n+1 {
			t.Errorf("%d headers, want %d", got, n+1)
		}
	}
}

// The headers of a JDK's run-time image are those of its classes.
func TestHeadersOfJDK(t *testing.T) {
	testtier.Long(t, "reads all classes of a JDK")
	path, err := classpath.OpenJDK(testclass.JDK(t, "javap"), classpath.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer path.Close()
	if headers, damaged := compareHeaders(t, path); headers < 5000 || damaged > 0 {
		t.Errorf("%d headers, %d errors", headers, damaged)
	}
}
