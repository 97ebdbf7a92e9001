package classpath_test

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/classpath"
	"github.com/iprof-viz/iprof-viz/internal/testclass"
	"github.com/iprof-viz/iprof-viz/internal/testtier"
)

// A file is an entry of an archive.
type file struct {
	name    string
	content []byte
	stored  bool
}

// class is a file with a class at a prefix; its SourceFile is source.
func class(prefix, name, source string) file {
	return file{name: prefix + strings.ReplaceAll(name, ".", "/") + ".class", content: tinyClass(name, source)}
}

func zipped(t testing.TB, files ...file) []byte {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, f := range files {
		method := zip.Deflate
		if f.stored {
			method = zip.Store
		}
		w, err := z.CreateHeader(&zip.FileHeader{Name: f.name, Method: method})
		if err != nil {
			t.Fatal(err)
		}
		w.Write(f.content)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// write writes a file below dir and returns its name.
func write(t testing.TB, dir, name string, content []byte) string {
	name = filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, content, 0o666); err != nil {
		t.Fatal(err)
	}
	return name
}

func open(t testing.TB, list string, o classpath.Options) *classpath.Path {
	path, err := classpath.Open(list, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { path.Close() })
	return path
}

// expect checks which copy of a class is found; "" if none.
func expect(t *testing.T, path *classpath.Path, name, source string) {
	t.Helper()
	class, err := path.Class(name)
	switch {
	case errors.Is(err, classpath.ErrNotFound) && source == "":
	case err != nil:
		t.Errorf("%s: %v", name, err)
	case class.SourceFile != source:
		t.Errorf("%s is that of %q (%s), want %q", name, class.SourceFile, class.File, source)
	}
}

func expectProblems(t *testing.T, path *classpath.Path, want ...string) {
	t.Helper()
	problems := path.Problems()
	if len(problems) != len(want) {
		t.Errorf("problems %q, want %q", problems, want)
		return
	}
	for i, p := range problems {
		if !strings.Contains(p.Error(), want[i]) {
			t.Errorf("problem %q, want %q", p, want[i])
		}
	}
}

const mark = string(filepath.ListSeparator)

func TestFirstOnThePathWins(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "classes/a/A.class", tinyClass("a.A", "dir"))
	write(t, dir, "classes/Top.class", tinyClass("Top", "dir"))
	write(t, dir, "classes/module-info.class", tinyClass("module-info", "dir"))
	write(t, dir, "classes/a/A.txt", nil)
	one := write(t, dir, "one.jar", zipped(t, class("", "a.A", "one"), class("", "a.B", "one")))
	two := write(t, dir, "two.zip", zipped(t, class("", "b.C", "two"), class("", "a.B", "two"), class("", "module-info", "two")))
	path := open(t, filepath.Join(dir, "classes")+mark+one+mark+two, classpath.Options{})
	expect(t, path, "a.A", "dir")
	expect(t, path, "a.B", "one")
	expect(t, path, "b.C", "two")
	expect(t, path, "Top", "dir")
	for _, name := range []string{"a.D", "", "a", "a.A.", ".a.A", "..a.A", "a/A", `a\A`, "A", "a.A$Lambda/0x00007f", "module-info.class", "C:.a.A", "a\x00b", "Top.A"} {
		expect(t, path, name, "")
	}
	if got, want := slices.Collect(path.Classes()), []string{"Top", "a.A", "a.B", "b.C"}; !slices.Equal(got, want) {
		t.Errorf("classes %q, want %q", got, want)
	}
	if got, want := path.Packages(), []string{"", "a", "b"}; !slices.Equal(got, want) {
		t.Errorf("packages %q, want %q", got, want)
	}
	expectProblems(t, path)
}

func TestClassPathOfJava(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	write(t, dir, "lib/b.jar", zipped(t, class("", "a.A", "b")))
	write(t, dir, "lib/a.JAR", zipped(t, class("", "a.A", "a")))
	write(t, dir, "lib/c.zip", zipped(t, class("", "a.C", "c")))
	write(t, dir, "lib/a/D.class", tinyClass("a.D", "lib"))
	write(t, dir, "a/Here.class", tinyClass("a.Here", "here"))
	path := open(t, "lib/*", classpath.Options{})
	expect(t, path, "a.A", "a")
	expect(t, path, "a.C", "")
	expect(t, path, "a.D", "")
	t.Chdir("lib")
	expect(t, open(t, "*", classpath.Options{}), "a.A", "a")
	t.Chdir(dir)
	for _, list := range []string{"", "missing.jar" + mark, mark + "lib/*", "."} {
		expect(t, open(t, list, classpath.Options{}), "a.Here", "here")
	}
	path = open(t, "missing.jar"+mark+"lib/a.JAR", classpath.Options{})
	expectProblems(t, path, "missing.jar: ")
	if !errors.Is(path.Problems()[0], fs.ErrNotExist) {
		t.Error(path.Problems())
	}
	if _, err := classpath.Open("missing.jar", classpath.Options{}); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}

// An archive without entries has an empty directory.
func TestEmptyArchive(t *testing.T) {
	path := open(t, write(t, t.TempDir(), "empty.jar", zipped(t)), classpath.Options{})
	expect(t, path, "a.A", "")
	expectProblems(t, path)
	path = open(t, write(t, t.TempDir(), "nameless.jar", zipped(t, class("", "a.A", "a"), file{})), classpath.Options{})
	expect(t, path, "a.A", "a")
	expectProblems(t, path)
}

func TestClassPathOfManifest(t *testing.T) {
	dir := t.TempDir()
	manifest := "Manifest-Version: 1.0\r\nclass-path: lib/b.jar lib/with%20s\r\n pace.jar missing.jar classes/ ../out.jar fil\r\n e:/x.jar app.jar\r\n\r\nName: x\r\nClass-Path: lib/n.jar\r\n"
	write(t, dir, "out.jar", zipped(t, class("", "a.Out", "out")))
	app := write(t, dir, "app/app.jar", zipped(t, file{name: "META-INF/MANIFEST.MF", content: []byte(manifest)}, class("", "a.A", "app")))
	write(t, dir, "app/lib/b.jar", zipped(t, class("", "a.B", "b"), class("", "a.A", "b")))
	write(t, dir, "app/lib/n.jar", zipped(t, class("", "a.N", "n")))
	write(t, dir, "app/lib/with space.jar", zipped(t, class("", "a.C", "c")))
	write(t, dir, "app/classes/a/D.class", tinyClass("a.D", "d"))
	path := open(t, app, classpath.Options{})
	for name, source := range map[string]string{"a.A": "app", "a.B": "b", "a.C": "c", "a.D": "d", "a.N": "", "a.Out": ""} {
		expect(t, path, name, source)
	}
	expectProblems(t, path, `app.jar: Class-Path of the manifest: "../out.jar" (and 1 more) leads out`)
	write(t, dir, "one/one.jar", zipped(t, file{name: "META-INF/MANIFEST.MF", content: []byte("Class-Path: ../out.jar . ./ %zz\r\n")}))
	path = open(t, filepath.Join(dir, "one/one.jar"), classpath.Options{})
	expect(t, path, "a.Out", "")
	expectProblems(t, path, `one.jar: Class-Path of the manifest: "../out.jar" leads out`)
}

func TestMultiReleaseJar(t *testing.T) {
	files := []file{
		class("META-INF/versions/11/", "a.A", "11"), class("", "a.A", "base"), class("META-INF/versions/17/", "a.A", "17"),
		class("META-INF/versions/9/", "a.A", "9"), class("META-INF/versions/11/", "a.New", "11"), class("META-INF/versions/8/", "a.Old", "8"),
		class("META-INF/versions/x/", "a.X", "x"), class("META-INF/", "a.Y", "y"),
	}
	dir := t.TempDir()
	plain := write(t, dir, "plain.jar", zipped(t, files...))
	multi := write(t, dir, "multi.jar", zipped(t, append(files, file{name: "META-INF/MANIFEST.MF", content: []byte("Multi-Release: true\n")})...))
	for _, c := range []struct {
		jar      string
		release  int
		a, added string
	}{{plain, 0, "base", ""}, {plain, 17, "base", ""}, {multi, 0, "17", "11"}, {multi, 8, "base", ""}, {multi, 9, "9", ""}, {multi, 11, "11", "11"}, {multi, 16, "11", "11"}, {multi, 99, "17", "11"}} {
		path := open(t, c.jar, classpath.Options{Release: c.release})
		expect(t, path, "a.A", c.a)
		expect(t, path, "a.New", c.added)
		expect(t, path, "a.Old", "")
		expect(t, path, "a.X", "")
		expect(t, path, "a.Y", "")
	}
}

func TestJarsInJars(t *testing.T) {
	dir := t.TempDir()
	one := zipped(t, class("", "lib.One", "one"), class("", "a.A", "one"))
	two := zipped(t, class("", "lib.Two", "two"), class("", "lib.One", "two"))
	boot := write(t, dir, "boot.jar", zipped(t,
		class("", "org.Launcher", "root"), class("BOOT-INF/classes/", "a.A", "boot"), class("BOOT-INF/classes/", "org.Launcher", "boot"),
		file{name: "BOOT-INF/lib/two.jar", content: two, stored: true}, file{name: "BOOT-INF/lib/one.jar", content: one, stored: true},
		file{name: "other/one.jar", content: zipped(t, class("", "lib.Other", "x"))}))
	war := write(t, dir, "app.war", zipped(t, class("WEB-INF/classes/", "a.A", "war"),
		file{name: "WEB-INF/lib/one.jar", content: one}, file{name: "WEB-INF/lib-provided/two.jar", content: two},
		file{name: "WEB-INF/lib/broken.jar", content: []byte("no jar")}))
	path := open(t, boot, classpath.Options{})
	for name, source := range map[string]string{"org.Launcher": "root", "a.A": "boot", "lib.One": "two", "lib.Two": "two", "lib.Other": ""} {
		expect(t, path, name, source)
	}
	if class, err := path.Class("lib.One"); err != nil || class.File != boot+"!BOOT-INF/lib/two.jar!lib/One.class" {
		t.Errorf("%v, %v", class.File, err)
	}
	expectProblems(t, path)
	path = open(t, war, classpath.Options{})
	expectProblems(t, path) // not opened yet
	for name, source := range map[string]string{"a.A": "war", "lib.One": "one", "lib.Two": "two"} {
		expect(t, path, name, source)
	}
	if got, want := slices.Collect(path.Classes()), []string{"a.A", "lib.One", "lib.Two"}; !slices.Equal(got, want) {
		t.Errorf("classes %q, want %q", got, want)
	}
	expectProblems(t, path, "app.war!WEB-INF/lib/broken.jar: not a jar")
}

// Classes of compressed jars in a jar can be read in any order, by several goroutines, with few of the jars in memory.
func TestReadingTogether(t *testing.T) {
	var files []file
	var names []string
	for i := range 10 {
		name := fmt.Sprintf("a.A%d", i)
		names = append(names, name)
		inner := zipped(t, class("", name, name), file{name: "x", content: make([]byte, 1000), stored: true})
		files = append(files, file{name: fmt.Sprintf("WEB-INF/lib/%d.jar", i), content: inner})
	}
	path := open(t, write(t, t.TempDir(), "app.war", zipped(t, files...)), classpath.Options{})
	path.KeepDecompressed(2000)
	var all sync.WaitGroup
	for n := range 4 {
		all.Go(func() {
			for i := range 50 {
				name := names[(i*n+i)%len(names)]
				expect(t, path, name, name)
			}
			if n := len(slices.Collect(path.Classes())); n != len(names) {
				t.Errorf("%d classes", n)
			}
		})
	}
	all.Wait()
	expectProblems(t, path)
	if n := path.Decompressed(); n == 0 || n > 2000 {
		t.Errorf("%d bytes of jars in memory", n)
	}
}

// Programs, signatures and comments may surround an archive.
func TestSurroundedArchives(t *testing.T) {
	dir := t.TempDir()
	plain := zipped(t, class("", "a.A", "a"), file{name: "x.txt", content: []byte("PK\x05\x06 is no end")})
	var commented bytes.Buffer
	z := zip.NewWriter(&commented)
	w, _ := z.Create("a/A.class")
	w.Write(tinyClass("a.A", "a"))
	z.SetComment(strings.Repeat("comment ", 8000))
	z.Close()
	end := len(plain) - 22
	adjusted := bytes.Clone(plain)
	for name, content := range map[string][]byte{
		"script.jar": append([]byte("#!/bin/sh\nexec java -jar $0\n"), plain...), "comment.jar": commented.Bytes(), "plain.jar": plain,
		"after.jar": append(adjusted, "\n"...), "twice.jar": append(bytes.Clone(plain[:end]), plain[end:]...),
	} {
		expect(t, open(t, write(t, dir, name, content), classpath.Options{}), "a.A", "a")
	}
	jmod := zipped(t, class("classes/", "a.A", "jmod"), class("classes/", "module-info", "x"), file{name: "bin/java", content: []byte("x")})
	path := open(t, write(t, dir, "x.jmod", append([]byte("JM\x01\x00"), jmod...)), classpath.Options{})
	expect(t, path, "a.A", "jmod")
	if got := slices.Collect(path.Classes()); !slices.Equal(got, []string{"a.A"}) {
		t.Error(got)
	}
}

// Large archives have 64-bit fields, and any archive may.
func TestZip64(t *testing.T) {
	var files []file
	for i := range 1<<16 + 2 {
		files = append(files, file{name: "d/" + string(rune('a'+i%26)) + strings.Repeat("x", i%7) + "/" + string(rune(0x4E00+i/30)) + ".txt", stored: true})
	}
	files = append(files, class("", "a.A", "a"))
	path := open(t, write(t, t.TempDir(), "large.jar", zipped(t, files...)), classpath.Options{})
	expect(t, path, "a.A", "a")

	small := zipped(t, class("", "a.A", "a"))
	directory := bytes.Index(small, []byte("PK\x01\x02"))
	end := bytes.Index(small, []byte("PK\x05\x06"))
	entry := bytes.Clone(small[directory:end])
	le := binary.LittleEndian
	extra := le.AppendUint16(le.AppendUint16(nil, 1), 16)
	extra = le.AppendUint64(le.AppendUint64(extra, uint64(le.Uint32(entry[24:]))), uint64(le.Uint32(entry[20:])))
	copy(entry[20:], "\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF")
	le.PutUint16(entry[30:], uint16(len(extra)))
	tail := bytes.Clone(small[end:])
	le.PutUint32(tail[12:], uint32(len(entry)+len(extra)))
	path = open(t, write(t, t.TempDir(), "wide.jar", testclass.Join(small[:directory], entry, extra, tail)), classpath.Options{})
	expect(t, path, "a.A", "a")

	// The end of a large archive has the length of the directory and its place, which may be any numbers.
	for numbers, want := range map[[2]int64]string{
		{int64(end - directory), int64(directory)}: "", {-1, int64(directory)}: "not a jar", {-2, int64(directory)}: "not a jar", {math.MinInt64, 0}: "not a jar", {math.MaxInt64, 0}: "not a jar",
		{int64(end - directory), -1}: "not a jar", {int64(end - directory), math.MaxInt64}: "not a jar", {0, math.MinInt64}: "not a jar",
	} {
		record := le.AppendUint64(append([]byte("PK\x06\x06"), make([]byte, 36)...), uint64(numbers[0]))
		record = le.AppendUint64(record, uint64(numbers[1]))
		locator := append(le.AppendUint64([]byte("PK\x06\x07\x00\x00\x00\x00"), uint64(end)), 1, 0, 0, 0)
		tail := bytes.Clone(small[end:])
		copy(tail[12:], "\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF")
		for _, before := range []string{"", "#!/bin/java\n"} { // a program may begin with a script, which no place in the archive counts
			got := errorOf(testclass.Join(before, small[:end], record, locator, tail), classpath.Limits{})
			if !strings.Contains(got, want) || want == "" && got != "" {
				t.Errorf("%v after %q: %q, want %q", numbers, before, got, want)
			}
		}
	}
}

// A link does not lead out of a directory, neither of classes nor of jars.
func TestLinks(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "out/Out.class", tinyClass("Out", "out"))
	write(t, dir, "out/out.jar", zipped(t, class("", "b.Jar", "out")))
	write(t, dir, "in/real/In.class", tinyClass("link.In", "in"))
	write(t, dir, "in/in.txt", zipped(t, class("", "b.In", "in")))
	for link, to := range map[string]string{"in/Out.class": "../out/Out.class", "in/link": "real", "in/away": "../out", "in/x.jar": "in.txt", "in/y.jar": "../out/out.jar", "in/z.jar": "z.jar", "named.jar": "out/out.jar"} {
		if err := os.Symlink(to, filepath.Join(dir, link)); err != nil {
			t.Skip(err)
		}
	}
	path := open(t, filepath.Join(dir, "in"), classpath.Options{})
	expect(t, path, "link.In", "in")
	for _, name := range []string{"Out", "away.Out"} {
		if class, err := path.Class(name); err == nil || errors.Is(err, classpath.ErrNotFound) || !strings.Contains(err.Error(), "escapes") {
			t.Errorf("%s: %v, %v", name, class, err)
		}
	}
	path = open(t, filepath.Join(dir, "in", "*"), classpath.Options{})
	expect(t, path, "b.In", "in")
	expect(t, path, "b.Jar", "")
	expectProblems(t, path, "y.jar: path escapes", "z.jar: too many")
	expect(t, open(t, filepath.Join(dir, "named.jar"), classpath.Options{}), "b.Jar", "out")
}

// A damaged class is an error of this class only, with its place; a damaged jar is left out.
func TestDamagedFiles(t *testing.T) {
	dir := t.TempDir()
	good := tinyClass("a.Good", "good")
	wrongName := file{name: "a/Wrong.class", content: good}
	content := zipped(t, class("", "a.Good", "good"), file{name: "a/Cut.class", content: good[:len(good)-3]}, file{name: "a/Text.class", content: []byte("hello")},
		wrongName, file{name: "a/Sum.class", content: tinyClass("a.Sum", "damaged-here"), stored: true})
	content = bytes.Replace(content, []byte("damaged-here"), []byte("damaged+here"), 1)
	jar := write(t, dir, "app.jar", content)
	write(t, dir, "dir/a/Cut.class", good[:20])
	path := open(t, jar+mark+write(t, dir, "not.jar", []byte("no jar at all"))+mark+write(t, dir, "A.class", good)+mark+filepath.Join(dir, "dir"), classpath.Options{})
	expect(t, path, "a.Good", "good")
	for name, want := range map[string]string{
		"a.Cut":   "app.jar!a/Cut.class: attributes (byte ",
		"a.Text":  "app.jar!a/Text.class: not a class file",
		"a.Wrong": `app.jar!a/Wrong.class: head: the class is "a.Good", not "a.Wrong"`,
		"a.Sum":   "app.jar!a/Sum.class: byte ",
	} {
		_, err := path.Class(name)
		var at *classfile.FormatError
		if !errors.As(err, &at) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", name, err, want)
		}
	}
	expectProblems(t, path, "not.jar: not a jar", "A.class: not a jar but a class file")
}

func TestLimits(t *testing.T) {
	dir := t.TempDir()
	inner := zipped(t, class("", "a.In", "in"))
	middle := zipped(t, file{name: "BOOT-INF/lib/in.jar", content: inner}, class("", "a.Middle", "middle"))
	bomb := zipped(t, file{name: "a/Bomb.class", content: make([]byte, 3<<20)}, class("", "a.A", "a"), file{name: "WEB-INF/lib/middle.jar", content: middle})
	jar := write(t, dir, "app.jar", bomb)
	for _, c := range []struct {
		limits classpath.Limits
		class  string
		want   string
	}{
		{classpath.Limits{}, "a.Bomb", "times its compressed size, limit 200"},
		{classpath.Limits{FileSize: 1 << 20}, "a.Bomb", "3145728 bytes, limit 1048576"},
		{classpath.Limits{Entries: 2}, "", "3 entries, limit 2"},
		{classpath.Limits{Nesting: 1}, "a.In", "middle.jar!BOOT-INF/lib/in.jar: larger than allowed: 2 jars within each other, limit 1"},
		{classpath.Limits{Archives: 1}, "a.Middle", "2 archives on the path, limit 1"},
		{classpath.Limits{NestedSize: 100}, "a.Middle", "app.jar!WEB-INF/lib/middle.jar: byte "},
	} {
		path, err := classpath.Open(jar, classpath.Options{Limits: c.limits})
		if err == nil {
			_, err = path.Class(c.class)
			if errors.Is(err, classpath.ErrNotFound) && len(path.Problems()) > 0 {
				err = path.Problems()[0]
			}
			path.Close()
		}
		if !errors.Is(err, classfile.ErrLimit) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, want %s", c.limits, err, c.want)
		}
	}
	expect(t, open(t, jar, classpath.Options{}), "a.In", "in")
}

// The JDK's jmods and its run-time image have the same classes, also if jlink compressed them.
func TestJDK(t *testing.T) {
	dir := testclass.JDK(t, "javap")
	image, err := classpath.OpenJDK(dir, classpath.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer image.Close()
	classes := slices.Sorted(image.Classes())
	if len(classes) < 5000 || !slices.Contains(classes, "java.lang.String") {
		t.Fatalf("%d classes", len(classes))
	}
	for _, name := range []string{"java.lang.Missing", "missing.A", "A", "java.lang", ""} {
		expect(t, image, name, "")
	}
	testtier.Long(t, "reads classes of all modules of the JDK, and runs jlink")
	jmods := filepath.Join(dir, "jmods")
	if _, err := os.Stat(jmods); err != nil {
		t.Skip("the JDK has no jmods")
	}
	expanded := t.TempDir()
	if err := os.Symlink(jmods, filepath.Join(expanded, "jmods")); err != nil {
		t.Skip(err)
	}
	// All have to be there; which third of them is read and compared differs, as each goes through the same readers.
	compare := func(other *classpath.Path, third, minimum int) {
		n := 0
		for name := range other.Classes() {
			if strings.HasSuffix(name, "$Holder") || strings.HasPrefix(name, "jdk.internal.module.SystemModules") {
				continue // jlink makes its own
			}
			if n++; n%3 != third {
				if _, found := slices.BinarySearch(classes, name); !found {
					t.Errorf("%s is not in the image", name)
				}
				continue
			}
			a, err := image.Class(name)
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			b, err := other.Class(name)
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			if len(a.Methods) != len(b.Methods) || a.SourceFile != b.SourceFile || a.Super != b.Super || a.Flags != b.Flags {
				t.Errorf("%s of %s differs from %s", name, a.File, b.File)
			}
		}
		if n < minimum {
			t.Errorf("compared %d classes", n)
		}
		expectProblems(t, other)
	}
	archives, err := classpath.OpenJDK(expanded, classpath.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer archives.Close()
	compare(archives, 0, 20_000)

	jlink, err := exec.LookPath(filepath.Join(dir, "bin", "jlink"))
	if err != nil {
		t.Skip("no jlink")
	}
	for i, level := range []string{"1", "2"} {
		small := filepath.Join(t.TempDir(), "jdk")
		if out, err := exec.Command(jlink, "--add-modules", "java.logging", "--compress", level, "--output", small).CombinedOutput(); err != nil {
			t.Skipf("%v: %s", err, out)
		}
		path, err := classpath.OpenJDK(small, classpath.Options{})
		if err != nil {
			t.Fatal(err)
		}
		compare(path, i+1, 5000)
		path.Close()
	}
}

func TestOpenJDKOfJava8(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "jre/lib/rt.jar", zipped(t, class("", "java.lang.Object", "rt")))
	write(t, dir, "jre/lib/jce.jar", zipped(t, class("", "javax.crypto.Cipher", "jce")))
	write(t, dir, "jre/lib/ext/x.jar", zipped(t, class("", "x.Ext", "ext")))
	path, err := classpath.OpenJDK(dir, classpath.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer path.Close()
	for name, source := range map[string]string{"java.lang.Object": "rt", "javax.crypto.Cipher": "jce", "x.Ext": "ext"} {
		expect(t, path, name, source)
	}
	if _, err := classpath.OpenJDK(filepath.Join(dir, "jre"), classpath.Options{}); err != nil {
		t.Error(err)
	}
	if _, err := classpath.OpenJDK(filepath.Join(dir, "missing"), classpath.Options{}); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	if _, err := classpath.OpenJDK(filepath.Join(dir, "jre", "lib", "ext"), classpath.Options{}); err == nil || !strings.Contains(err.Error(), "no JDK") {
		t.Error(err)
	}
}

// A class below another directory than that of the path leads to that directory: not one whose name is another, or of an archive.
func TestRootOf(t *testing.T) {
	dir := t.TempDir()
	for file, class := range map[string]string{"classes/a/Good.class": "a.Good", "classes/Top.class": "Top", "a/Wrong.class": "a.Good", "b/Good.class": "a.Good"} {
		write(t, dir, file, tinyClass(class, "good"))
	}
	path := open(t, dir, classpath.Options{})
	want := filepath.ToSlash(filepath.Join(dir, "classes"))
	for class, leads := range map[string]bool{"classes.a.Good": true, "classes.Top": true, "a.Wrong": false, "b.Good": false, "a.Missing": false} {
		_, err := path.Class(class)
		if root, ok := classpath.RootOf(err); err == nil || ok != leads || ok && root != want {
			t.Errorf("%s: %v leads to %q, %t", class, err, root, ok)
		}
	}
	// Below their root, classes are not found, unless they are looked for by their files.
	t.Chdir(dir)
	for element, want := range map[string]string{"classes/a": "classes", filepath.Join(dir, "classes", "a"): want, "b": ""} {
		path := open(t, element, classpath.Options{})
		for range 2 {
			if _, err := path.Class("a.Good"); !errors.Is(err, classpath.ErrNotFound) {
				t.Error(err)
			}
		}
		_, err := path.Class("Good")
		if root, ok := classpath.RootOf(err); ok != (want != "") || ok && root != want {
			t.Errorf("%s: %v leads to %q", element, err, root)
		}
		problems := path.Problems()
		if len(problems) == 0 && want == "" {
			continue
		}
		if root, _ := classpath.RootOf(problems[0]); root != want || len(problems) != 1 {
			t.Errorf("%s: %v leads to %q", element, problems, root)
		}
	}
	in := &classfile.FormatError{File: "app.jar!classes/a/Good.class", Err: &classpath.MisplacedError{Got: "a.Good", Want: "classes.a.Good"}}
	if root, ok := classpath.RootOf(in); ok {
		t.Errorf("%v leads to %s", in, root)
	}
}
