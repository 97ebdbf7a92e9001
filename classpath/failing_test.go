package classpath_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/classpath"
)

// A failingReader fails from a call on, or in this one alone; negative: never.
type failingReader struct {
	io.ReaderAt
	calls, from int
	once        bool
}

var errDisk = errors.New("the disk is broken")

func (r *failingReader) ReadAt(b []byte, at int64) (int, error) {
	r.calls++
	if r.from >= 0 && (r.calls == r.from+1 || r.calls > r.from && !r.once) {
		return 0, errDisk
	}
	return r.ReaderAt.ReadAt(b, at)
}

// Whichever read of an archive or image fails, no result is as if nothing had failed.
func TestFailingReads(t *testing.T) {
	jar := zipped(t, class("", "a.A", "a"), class("", "a.B", "b"), file{name: "a/c.txt", content: []byte("c")},
		file{name: "BOOT-INF/lib/nested.jar", content: zipped(t, class("", "b.N", "n")), stored: true}, file{name: "META-INF/MANIFEST.MF", content: []byte("Class-Path: other.jar\n")})
	image := tinyImage(map[string][]byte{"/m/a/A.class": tinyClass("a.A", "a"), "/packages/a": inFirstModule}, "m")
	for name, data := range map[string][]byte{"jar": jar, "image": image} {
		// result reads a class, one that is not there, and all names.
		result := func(r *failingReader) (text string, failed bool) {
			path, err := classpath.OpenReader(r, int64(len(data)))
			if err != nil {
				return "", errors.Is(err, errDisk)
			}
			for _, name := range []string{"a.A", "a.None"} {
				c, err := path.Class(name)
				failed = failed || errors.Is(err, errDisk)
				if err == nil {
					text += c.Name + " of " + c.SourceFile + " "
				}
			}
			names := slices.Sorted(path.Classes())
			for _, err := range path.Problems() {
				failed = failed || strings.Contains(err.Error(), errDisk.Error())
			}
			return text + strings.Join(names, " "), failed
		}
		whole := &failingReader{strings.NewReader(string(data)), 0, -1, false}
		want, failed := result(whole)
		if failed || !strings.HasPrefix(want, "a.A of a ") || whole.calls < 4 {
			t.Fatalf("%s: %q in %d reads", name, want, whole.calls)
		}
		for from := range whole.calls {
			for _, once := range []bool{false, true} {
				if got, failed := result(&failingReader{strings.NewReader(string(data)), 0, from, once}); !failed {
					t.Errorf("%s, read %d of %d fails, once: %t: %q, and no error", name, from+1, whole.calls, once, got)
				}
			}
		}
	}
}

// openFiles returns the number of files that this process has open.
func openFiles(t *testing.T) int {
	if runtime.GOOS != "linux" {
		t.Skip("open files are counted on Linux only")
	}
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	return len(entries)
}

// A path that is closed leaves no file open, and files that are not jars are closed at once.
func TestNoFileIsLeftOpen(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "c/a/A.class", tinyClass("a.A", "a"))
	write(t, dir, "jars/good.jar", zipped(t, class("", "b.B", "b"), file{name: "lib/n.jar", content: zipped(t, class("", "n.N", "n")), stored: true}))
	write(t, dir, "jars/bad.jar", []byte("not a jar"))
	write(t, dir, "jars/manifest.jar", zipped(t, file{name: "META-INF/MANIFEST.MF", content: []byte("Manifest-Version: 1.0\nClass-Path: good.jar bad.jar none.jar ../c/\n")}))
	before := openFiles(t)
	for _, list := range []string{"c", "jars/*", "jars/manifest.jar", "c:jars/good.jar", "jars/bad.jar:c", "none:c"} {
		var full []string
		for part := range strings.SplitSeq(list, ":") {
			full = append(full, filepath.Join(dir, part))
		}
		path, err := classpath.Open(strings.Join(full, string(os.PathListSeparator)), classpath.Options{})
		if err != nil {
			t.Fatal(list, err)
		}
		if n := openFiles(t); strings.Contains(list, "bad") && n != before+1 { // c alone
			t.Errorf("%s: %d files are open, want %d", list, n, before+1)
		}
		path.Class("a.A")
		path.Class("b.B")
		path.Class("n.N")
		for range path.Classes() {
		}
		if err := path.Close(); err != nil {
			t.Error(list, err)
		}
		if n := openFiles(t); n != before {
			t.Errorf("%s: %d files are left open", list, n-before)
		}
	}
	for _, only := range []string{"jars/bad.jar", "none"} {
		if _, err := classpath.Open(filepath.Join(dir, only), classpath.Options{}); err == nil {
			t.Error(only, "is a path")
		}
		if n := openFiles(t); n != before {
			t.Errorf("%s: %d files are left open", only, n-before)
		}
	}
}

// A file that is there and cannot be read is an error, not a class that is missing. As large as allowed is allowed.
func TestUnreadableFiles(t *testing.T) {
	dir := t.TempDir()
	content := tinyClass("a.A", "a")
	write(t, dir, "a/A.class", content)
	if err := errors.Join(os.Mkdir(filepath.Join(dir, "a/D.class"), 0o777), os.Symlink("Loop.class", filepath.Join(dir, "a/Loop.class"))); err != nil {
		t.Skip(err)
	}
	for size, want := range map[int64]string{int64(len(content)) + 1: "", int64(len(content)): "", int64(len(content)) - 1: "larger than allowed"} {
		path := open(t, dir, classpath.Options{Limits: classpath.Limits{FileSize: size}})
		c, err := path.Class("a.A")
		if (err == nil) != (want == "") || err == nil && c.SourceFile != "a" || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%d bytes allowed of %d: %v", size, len(content), err)
		}
	}
	path := open(t, dir, classpath.Options{})
	for name, want := range map[string]string{"a.Loop": "too many", "a.D": "neither a regular file"} {
		if _, err := path.Class(name); err == nil || errors.Is(err, classpath.ErrNotFound) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := path.Class("a.None"); !errors.Is(err, classpath.ErrNotFound) {
		t.Error(err)
	}
	if got := slices.Sorted(path.Classes()); !slices.Contains(got, "a.A") || slices.Contains(got, "a.D") {
		t.Errorf("%q", got)
	}
}

// A directory may have as many files and directories as allowed, itself among them.
func TestFilesOfDirectory(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "a/A.class", tinyClass("a.A", "a"))
	write(t, dir, "a/B.txt", nil)
	for entries, want := range map[int]bool{4: true, 5: true, 3: false} {
		path := open(t, dir, classpath.Options{Limits: classpath.Limits{Entries: entries}})
		names := slices.Collect(path.Classes())
		if problems := path.Problems(); (len(problems) == 0) != want || want && !slices.Equal(names, []string{"a.A"}) || !want && !strings.Contains(problems[0].Error(), "limit 3") {
			t.Errorf("%d allowed: %q, %v", entries, names, problems)
		}
	}
	if s, err := classpath.OpenSources(filepath.Join(dir, "none"), classpath.Options{}); err == nil || s != nil {
		t.Errorf("%v, %v", s, err)
	}
}

// A jar in a jar that is encrypted is not read.
func TestEncryptedJarInJar(t *testing.T) {
	data := zipped(t, class("", "a.A", "a"), file{name: "BOOT-INF/lib/n.jar", content: zipped(t, class("", "n.N", "n")), stored: true})
	data[bytes.LastIndex(data[:bytes.LastIndex(data, []byte("BOOT-INF/lib/n.jar"))], []byte("PK\x01\x02"))+8] |= 1
	path := open(t, write(t, t.TempDir(), "x.jar", data), classpath.Options{})
	expect(t, path, "a.A", "a")
	expect(t, path, "n.N", "")
	expectProblems(t, path, "x.jar!BOOT-INF/lib/n.jar: byte 137: the entry is encrypted")
	if text := path.Problems()[0].Error(); strings.Count(text, "n.jar") != 1 {
		t.Error(text, "names it twice")
	}
}
