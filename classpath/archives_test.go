package classpath_test

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/classpath"
	"github.com/iprof-viz/iprof-viz/internal/testclass"
)

// Entries of a jar may have extra fields and comments of any length.
func TestCommentsOfEntries(t *testing.T) {
	var jar bytes.Buffer
	z := zip.NewWriter(&jar)
	names := []string{"a.A", "a.B", "a.C"}
	for i, name := range names {
		w, err := z.CreateHeader(&zip.FileHeader{Name: strings.ReplaceAll(name, ".", "/") + ".class", Comment: strings.Repeat("c", 3*i+1), Extra: testclass.Join(0xCA, 0xFE, i, 0, make([]byte, i))})
		if err != nil {
			t.Fatal(err)
		}
		w.Write(tinyClass(name, fmt.Sprint(i)))
	}
	z.SetComment("of all")
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	path := open(t, write(t, t.TempDir(), "a.jar", jar.Bytes()), classpath.Options{})
	for i, name := range names {
		expect(t, path, name, fmt.Sprint(i))
	}
	if got := slices.Sorted(path.Classes()); !slices.Equal(got, names) {
		t.Errorf("%q", got)
	}
}

// Constants of a class may be strings of the image: by numbers of one, two or four bytes, or as a descriptor with each class apart.
func TestSharedConstants(t *testing.T) {
	const descriptor = "(Ljava/lang/String;LTop;)V"
	long, method := strings.Repeat("x", 0xFFFF), strings.Repeat("n", 0x1234)
	more := []string{"m", "compact-cp", "a.A.java", "(L;L;)V", "java/lang", "String", "Top", strings.Repeat("-", 300), "far", long}
	offsets, at := map[string]int{}, 1
	for _, s := range more {
		offsets[s] = at
		at += len(s) + 1
	}
	number := func(s string) []byte {
		n := offsets[s]
		switch {
		case n < 1<<5:
			return []byte{byte(0x80 | 1<<5 | n)}
		case n < 1<<13:
			return []byte{byte(0x80 | 2<<5 | n>>8), byte(n)}
		}
		return testclass.Big(4, n)
	}
	text := func(s string) []byte { return testclass.Join(1, testclass.Big(2, len(s)), s) }
	plain := testclass.Join("\xCA\xFE\xBA\xBE", testclass.Big(2, 0), testclass.Big(2, 52), testclass.Big(2, 15),
		text("a/A"), 7, testclass.Big(2, 1), text("java/lang/Object"), 7, testclass.Big(2, 3), text("SourceFile"), text("a.A.java"), // 1 to 6
		text("far"), text(long), text("()V"), 16, testclass.Big(2, 9), 5, testclass.Big(8, 7), text(method), text(descriptor), // 7 to 14, with a long, which is two
		testclass.Big(2, 0x21), testclass.Big(2, 2), testclass.Big(2, 4), testclass.Big(2, 0), testclass.Big(2, 0),
		testclass.Big(2, 1), testclass.Big(2, 0x401), testclass.Big(2, 13), testclass.Big(2, 14), testclass.Big(2, 0),
		testclass.Big(2, 1), testclass.Big(2, 5), testclass.Big(4, 2), testclass.Big(2, 6))
	names := testclass.Join(number("java/lang"), number("String"), testclass.Big(4, 0), number("Top"))
	shared := plain
	for s, constant := range map[string][]byte{
		"a.A.java": testclass.Join(23, number("a.A.java")), "far": testclass.Join(23, number("far")), long: testclass.Join(23, number(long)),
		descriptor: testclass.Join(25, number("(L;L;)V"), 0x80|1<<5|len(names), names),
	} {
		utf8 := testclass.Join(1, testclass.Big(2, len(s)), s)
		if bytes.Count(shared, utf8) != 1 {
			t.Fatalf("%.20q is no constant", s)
		}
		shared = bytes.Replace(shared, utf8, constant, 1)
	}
	le := binary.LittleEndian
	header := le.AppendUint32(nil, 0xCAFEFAFA)
	header = le.AppendUint64(le.AppendUint64(header, uint64(len(shared))), uint64(len(plain)))
	header = append(le.AppendUint32(le.AppendUint32(header, uint32(offsets["compact-cp"])), 0), 1)
	content := testclass.Join(header, shared)
	image := compressedImage(tinyImage(map[string][]byte{"/m/a/A.class": content, "/packages/a": inFirstModule}, more...), len(content), len(plain))
	path := open(t, write(t, t.TempDir(), "modules", image), classpath.Options{})
	class, err := path.Class("a.A")
	if err != nil {
		t.Fatal(err)
	}
	if class.SourceFile != "a.A.java" || class.Methods[0].Descriptor != descriptor || class.Methods[0].Name != method {
		t.Errorf("%+v", class)
	}
}

// Entries of an archive may share their bytes, so that each stands for all of them: what is decompressed is limited in total.
func TestSharedBytesOfEntries(t *testing.T) {
	var inner, outer bytes.Buffer
	z := zip.NewWriter(&inner)
	w, _ := z.CreateHeader(&zip.FileHeader{Name: "padding", Method: zip.Store})
	for i := range 1 << 11 { // 4 MiB that take a hundredth
		w.Write(append(make([]byte, 2032), fmt.Sprintf("%016d", i*i*i*i*7919)...))
	}
	z.Close()
	z = zip.NewWriter(&outer)
	w, _ = z.Create("WEB-INF/lib/000.jar")
	w.Write(inner.Bytes())
	z.Close()

	jar := outer.Bytes()
	le := binary.LittleEndian
	end := jar[len(jar)-22:]
	length, at := le.Uint32(end[12:]), le.Uint32(end[16:])
	entry := jar[at : at+length]
	const n = 60
	var directory []byte
	for i := range n {
		directory = append(directory, bytes.Replace(entry, []byte("000"), fmt.Appendf(nil, "%03d", i), 1)...)
	}
	end = bytes.Clone(end)
	le.PutUint16(end[8:], n)
	le.PutUint16(end[10:], n)
	le.PutUint32(end[12:], uint32(len(directory)))
	path, err := classpath.OpenBytes(slices.Concat(jar[:at], directory, end), classpath.Options{})
	if err != nil {
		t.Fatal(err)
	}
	path.KeepDecompressed(1)
	if _, err := path.Class("a.A"); !errors.Is(err, classpath.ErrNotFound) {
		t.Errorf("%v", err)
	}
	problem := errors.Join(path.Problems()...)
	if !errors.Is(problem, classfile.ErrLimit) || !strings.Contains(problem.Error(), " decompressed bytes; the limit is ") {
		t.Errorf("problems %v", problem)
	}
}

// Resources of an image may share their bytes as well.
func TestSharedBytesOfResources(t *testing.T) {
	path, err := classpath.OpenBytes(sharedImage(4000, "", make([]byte, 100_000)), classpath.Options{})
	if err != nil {
		t.Fatal(err)
	}
	read, refused := 0, 0
	for _, err := range path.Headers() {
		if read++; errors.Is(err, classfile.ErrLimit) && strings.Contains(err.Error(), " decompressed bytes; the limit is ") {
			refused++
		}
	}
	if read != 4000 || refused < 2000 || refused > 3500 {
		t.Errorf("%d of %d were refused", refused, read)
	}
}
