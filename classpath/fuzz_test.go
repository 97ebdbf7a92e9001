package classpath_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/classpath"
	"github.com/iprof-viz/iprof-viz/internal/budget"
	"github.com/iprof-viz/iprof-viz/internal/testclass"
)

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
	f.Add(testclass.Join("PK\x06\x06", make([]byte, 36), make([]byte, 8), make([]byte, 8), "PK\x06\x07", make([]byte, 16), "PK\x05\x06", make([]byte, 6), "\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF", 0, 0))
	f.Fuzz(func(t *testing.T, data []byte) {
		defer budget.Budget{Memory: 64 << 20, PerByte: 64 << 10}.Start(t, len(data))() // it is inflated, and once more by archive/zip
		path, err := classpath.OpenBytes(data, classpath.Options{Limits: classpath.Limits{Entries: 1000, Archives: 10, FileSize: 1 << 20, NestedSize: 1 << 20}})
		if err != nil {
			checkError(t, err, len(data))
			return
		}
		defer path.Close()
		theirs := map[string][]byte{}
		if z, err := zip.NewReader(bytes.NewReader(data), int64(len(data))); err == nil && len(z.File) < 100 {
			theirs = contents(z)
		}
		checkHeaders(t, path)
		for name := range path.Classes() {
			class, err := path.Class(name)
			if errors.Is(err, classpath.ErrNotFound) && strings.Contains(name, "/") {
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
		path, err := classpath.OpenBytes(data, classpath.Options{Limits: classpath.Limits{Entries: 1000, FileSize: 1 << 20}})
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
			} else if err != nil && !errors.Is(err, classpath.ErrNotFound) {
				checkError(t, err, 1<<20)
			}
		}
		checkHeaders(t, path)
		if _, err := path.Class("a.A"); err != nil && !errors.Is(err, classpath.ErrNotFound) {
			checkError(t, err, 1<<20)
		}
	})
}

// checkHeaders reads the first headers.
func checkHeaders(t *testing.T, path *classpath.Path) {
	n := 0
	for _, err := range path.Headers() {
		if n++; n > 100 {
			break
		}
		if err != nil && !errors.Is(err, classpath.ErrNotFound) {
			checkError(t, err, 1<<20)
		}
	}
}
