package classpath_test

import (
	"archive/zip"
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/classpath"
	"github.com/iprof-viz/iprof-viz/internal/testclass"
)

// errorOf opens an archive or image in memory and reads a class of it. It returns the first error, "" for none.
func errorOf(data []byte, limits classpath.Limits) string {
	path, err := classpath.OpenBytes(data, classpath.Options{Limits: limits})
	if err == nil {
		_, err = path.Class("a.A")
	}
	if err == nil {
		return ""
	}
	return err.Error()
}

// withNumbers replaces {words} by numbers.
func withNumbers(text string, numbers map[string]int) string {
	for word, n := range numbers {
		text = strings.ReplaceAll(text, "{"+word+"}", fmt.Sprint(n))
	}
	return text
}

// Each number of an archive that is wrong is an error with the place.
func TestDamagedArchives(t *testing.T) {
	content := tinyClass("a.A", "a")
	le := binary.LittleEndian
	add := func(b []byte, n int) { le.PutUint32(b, uint32(int(le.Uint32(b))+n)) }
	for _, c := range []struct {
		change func(directory, end []byte) // from their signatures on
		want   string
	}{
		{func(d, e []byte) {}, ""},
		{func(d, e []byte) { d[8] |= 1 }, "a.jar!a/A.class: the entry is encrypted"},
		{func(d, e []byte) { d[10] = 12 }, "a.jar!a/A.class: unsupported compression method 12"},
		{func(d, e []byte) { add(d[24:], 7) }, "a.jar!a/A.class: a stored entry of {class+7} bytes takes {class}"},
		{func(d, e []byte) { add(d[16:], 1) }, "a.jar!a/A.class: the checksum is " + fmt.Sprintf("%08x, but the content has %08x", crc32.ChecksumIEEE(content)+1, crc32.ChecksumIEEE(content))},
		{func(d, e []byte) { add(d[42:], 5) }, "a.jar!a/A.class: byte 5: there is no entry"},
		{func(d, e []byte) { add(d[42:], 1<<30) }, "a.jar!a/A.class: byte {size}: there is no entry"},
		{func(d, e []byte) { le.PutUint32(d[20:], 1<<20); le.PutUint32(d[24:], 1<<20) }, "a.jar!a/A.class: unexpected end: 1048576 bytes, and {left} are left"},
		{func(d, e []byte) { le.PutUint32(d[24:], 1<<25) }, "a.jar!a/A.class: larger than allowed: 33554432 bytes, limit 16777216"},
		{func(d, e []byte) { add(e[12:], 1) }, "a.jar: byte {directory-1}: not a jar: its directory should be at byte {directory}"},
		{func(d, e []byte) { add(e[12:], -1) }, "a.jar: entry 0 (byte {directory}): unexpected end of the directory"},
		{func(d, e []byte) { le.PutUint32(e[12:], 40) }, "a.jar: entry 0 (byte {directory}): not a jar: no entry of the directory"},
		{func(d, e []byte) { le.PutUint32(e[12:], 999999) }, "a.jar: byte {end}: not a jar: its directory has 999999 bytes, and {end} are before its end"},
		{func(d, e []byte) { d[2] = 9 }, "a.jar: entry 0 (byte {directory}): not a jar: no entry of the directory"},
		{func(d, e []byte) { le.PutUint16(e[20:], 1) }, "a.jar: not a jar"}, // a comment of a byte that is not there
		{func(d, e []byte) { le.PutUint16(d[32:], 1) }, "a.jar: entry 0 (byte {directory}): unexpected end of the directory"},
	} {
		data := zipped(t, file{name: "a/A.class", content: content, stored: true})
		directory, end := bytes.Index(data, []byte("PK\x01\x02")), bytes.Index(data, []byte("PK\x05\x06"))
		numbers := map[string]int{"size": len(data), "directory": directory, "directory-1": directory - 1, "end": end, "class": len(content), "class+7": len(content) + 7,
			"left": len(data) - bytes.Index(data, content)}
		c.change(data[directory:], data[end:])
		if got, want := errorOf(data, classpath.Limits{}), withNumbers(c.want, numbers); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
	for _, data := range [][]byte{nil, make([]byte, 3), make([]byte, 22), []byte("PK\x05\x06 and no more")} {
		if got := errorOf(data, classpath.Limits{}); got != "a.jar: not a jar" {
			t.Errorf("%d bytes: %s", len(data), got)
		}
	}
	if got := errorOf(content, classpath.Limits{}); got != "a.jar: not a jar but a class file: a class path has the directory of its packages" {
		t.Error(got)
	}
}

// Compressed content has to fill the size that the directory says.
func TestSizesOfCompressedEntries(t *testing.T) {
	content := tinyClass("a.A", "a")
	n := len(content)
	for more, want := range map[int]string{
		0: "", 1: fmt.Sprintf("a.jar!a/A.class: unexpected end: %d bytes decompress to %d", n+1, n),
		-1: fmt.Sprintf("a.jar!a/A.class: it decompresses to more than %d bytes: larger than allowed", n-1),
	} {
		data := zipped(t, file{name: "a/A.class", content: content})
		directory := bytes.Index(data, []byte("PK\x01\x02"))
		binary.LittleEndian.PutUint32(data[directory+24:], uint32(n+more))
		if got := errorOf(data, classpath.Limits{}); got != want {
			t.Errorf("%d more: %s", more, got)
		}
	}
}

// A limit is the largest number that is allowed.
func TestLimitsAreAllowed(t *testing.T) {
	content := tinyClass("a.A", "a")
	jar := zipped(t, file{name: "a/A.class", content: content}, file{name: "x"})
	for _, c := range []struct {
		data   []byte
		limits classpath.Limits
		want   string
	}{
		{jar, classpath.Limits{Entries: 2}, ""},
		{jar, classpath.Limits{Entries: 1}, "2 entries, limit 1"},
		{jar, classpath.Limits{FileSize: int64(len(content))}, ""},
		{jar, classpath.Limits{FileSize: int64(len(content) - 1)}, fmt.Sprintf("%d bytes, limit %d", len(content), len(content)-1)},
	} {
		got := errorOf(c.data, c.limits)
		if _, got, _ = strings.Cut(got, "larger than allowed: "); got != c.want {
			t.Errorf("%+v: %q, want %q", c.limits, got, c.want)
		}
	}
}

// Names in errors are on one line, and long ones show their end.
func TestNamesInErrors(t *testing.T) {
	for name, want := range map[string]string{
		"a/A.class":                                "a/A.class",
		"\x1b[31m\u009b/x\x7f.class":               `\u001b[31m\u009b/x\u007f.class`,
		strings.Repeat("x", 194) + ".class":        strings.Repeat("x", 194) + ".class",
		strings.Repeat("x", 195) + ".class":        "…" + strings.Repeat("x", 194) + ".class",
		"\xff" + strings.Repeat("é", 4) + ".class": "�" + strings.Repeat("é", 4) + ".class",
	} {
		var b bytes.Buffer
		z := zip.NewWriter(&b)
		w, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Store})
		if err != nil {
			t.Fatal(err)
		}
		w.Write([]byte("content"))
		z.Close()
		data := b.Bytes()
		data[bytes.Index(data, []byte("PK\x01\x02"))+8] |= 1
		path, err := classpath.OpenBytes(data, classpath.Options{})
		if err != nil {
			t.Fatal(err)
		}
		_, err = path.Class(strings.ReplaceAll(strings.TrimSuffix(name, ".class"), "/", "."))
		if err == nil || err.Error() != "a.jar!"+want+": the entry is encrypted" {
			t.Errorf("%q: %v", name, err)
		}
	}
}

// bigEndian turns the index of a tiny image into that of a machine of the other byte order.
func bigEndian(image []byte) []byte {
	other := bytes.Clone(image)
	slots := int(binary.LittleEndian.Uint32(image[16:]))
	swap := func(b []byte) {
		for i := 0; i+4 <= len(b); i += 4 {
			slices.Reverse(b[i : i+4])
		}
	}
	swap(other[:28+8*slots])
	swap(other[len(other)-len(inFirstModule):])
	return other
}

// An image is read in both byte orders, and each number of its index that is wrong is an error with the place.
func TestDamagedImages(t *testing.T) {
	content := tinyClass("a.A", "a")
	le := binary.LittleEndian
	image := tinyImage(map[string][]byte{"/m/a/A.class": content, "/packages/a": inFirstModule}, "m")
	slots := int(le.Uint32(image[16:]))
	offsets, locations := 28+4*slots, 28+8*slots
	texts := locations + int(le.Uint32(image[20:]))
	start := texts + int(le.Uint32(image[24:])) // of the content
	for _, order := range []func([]byte) []byte{bytes.Clone, bigEndian} {
		if got := errorOf(order(image), classpath.Limits{}); got != "" {
			t.Error(got)
		}
	}
	slotOf := func(name string) int {
		h := uint32(0x01000193)
		for _, c := range []byte(name) {
			h = h*0x01000193 ^ uint32(c)
		}
		return int(h&0x7FFFFFFF) % slots
	}
	pkg, class := slotOf("/packages/a"), slotOf("/m/a/A.class")
	numbers := map[string]int{"size": len(image), "index": start, "index+1": len(image) + 1, "slots": slots, "class": len(content), "class-1": len(content) - 1,
		"content": start, "redirect": 28, "offset": offsets + 4*pkg, "location": locations + int(le.Uint32(image[offsets+4*class:])), "texts": texts}
	for _, c := range []struct {
		change func(b []byte) []byte
		limits classpath.Limits
		want   string
	}{
		{func(b []byte) []byte { return b[:27] }, classpath.Limits{}, "a.jar: unexpected end"},
		{func(b []byte) []byte { le.PutUint32(b[4:], 2<<16); return b }, classpath.Limits{}, "a.jar: header (byte 4): unsupported version 2 of a run-time image: version 1 is read"},
		{func(b []byte) []byte { le.PutUint32(b[24:], uint32(len(image)+1-texts)); return b }, classpath.Limits{}, "a.jar: header (byte 28): unexpected end: the index has {index+1} bytes, and the file {size}"},
		{func(b []byte) []byte { le.PutUint32(b[16:], 0); return b }, classpath.Limits{}, "a.jar: header (byte 16): the index is empty"},
		{func(b []byte) []byte { return b }, classpath.Limits{Entries: slots}, ""},
		{func(b []byte) []byte { return b }, classpath.Limits{Entries: 1}, "a.jar: header (byte 16): larger than allowed: {slots} entries, limit 1"},
		{func(b []byte) []byte { le.PutUint32(b[28+4*pkg:], ^uint32(slots)); return b }, classpath.Limits{}, `a.jar: index (byte 28): the slot {slots} of "/packages/a" is not one of {slots}`},
		{func(b []byte) []byte { le.PutUint32(b[28+4*pkg:], 0); return b }, classpath.Limits{}, "class not found"},
		{func(b []byte) []byte { le.PutUint32(b[offsets+4*pkg:], uint32(texts-locations)); return b }, classpath.Limits{}, `a.jar: index (byte {offset}): the location of "/packages/a" is not in the index`},
		{func(b []byte) []byte { b[start-1] = 'x'; return b[:start] }, classpath.Limits{}, "*"},
		{func(b []byte) []byte { return b }, classpath.Limits{FileSize: int64(len(content))}, ""},
		{func(b []byte) []byte { return b }, classpath.Limits{FileSize: int64(len(content)) - 1}, "a.jar: /m/a/A.class (byte {content}): larger than allowed: {class} bytes, limit {class-1}"},
	} {
		got, want := errorOf(c.change(bytes.Clone(image)), c.limits), withNumbers(c.want, numbers)
		if got != want && (want != "*" || got == "") {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
	if got := errorOf(image[:len(image)-1], classpath.Limits{}); !strings.Contains(got, "unexpected end: ") || !strings.Contains(got, ", and the file has ") {
		t.Error(got)
	}
	// Cut anywhere, it is an error or the class is still whole.
	for n := range image {
		path, err := classpath.OpenBytes(image[:n], classpath.Options{})
		if err != nil {
			continue
		}
		if class, err := path.Class("a.A"); err == nil && class.SourceFile != "a" {
			t.Errorf("%d bytes: %+v", n, class)
		}
	}
}

// Compressions of a resource are known, and their sizes are those of the content.
func TestDamagedCompressions(t *testing.T) {
	le := binary.LittleEndian
	plain := tinyClass("a.A", "a")
	header := func(size, full uint64, name uint32) []byte {
		b := le.AppendUint32(nil, 0xCAFEFAFA)
		b = le.AppendUint64(le.AppendUint64(b, size), full)
		return append(le.AppendUint32(le.AppendUint32(b, name), 0), 1)
	}
	n := uint64(len(plain))
	shared := func(constants ...any) []byte {
		return testclass.Join("\xCA\xFE\xBA\xBE", testclass.Big(2, 0), testclass.Big(2, 52), testclass.Join(constants...))
	}
	zip := func(times int) []byte {
		data := plain
		for range times {
			var b bytes.Buffer
			z := zlib.NewWriter(&b)
			z.Write(data)
			z.Close()
			data = testclass.Join(header(uint64(b.Len()), uint64(len(data)), 3), b.Bytes())
		}
		return data
	}
	for _, c := range []struct {
		content []byte
		want    string
	}{
		{zip(4), ""},
		{zip(5), "5 compressions, limit 4"},
		{testclass.Join(header(n+1, n, 3), plain), fmt.Sprintf("unexpected end: %d compressed bytes, and %d are left", n+1, n)},
		{testclass.Join(header(n, n, 7), plain), `unknown compression "lz4"`},
		{testclass.Join(header(n, n, 99), plain), "the string 99 is not in the index"},
		{testclass.Join(header(9, n, 11), shared()[:8], 0), "damaged constants: unexpected end"},
		{testclass.Join(header(10, 10, 11), shared(testclass.Big(2, 2))), "damaged constants: unexpected end"},
		{testclass.Join(header(11, 100, 11), shared(testclass.Big(2, 2), 2)), "damaged constants: unknown tag 2"},
		{testclass.Join(header(11, 100, 11), shared(testclass.Big(2, 2), 99)), "damaged constants: unknown tag 99"},
		{testclass.Join(header(13, 100, 11), shared(testclass.Big(2, 2), 23, 0x80|2<<5|0x1F, 0xFF)), "the string 8191 is not in the index"},
		{testclass.Join(header(12, 11, 11), shared(testclass.Big(2, 2), 23, 0x80|1<<5|7)), "damaged constants: they are larger than the class"},
		{testclass.Join(header(12, 14, 11), shared(testclass.Big(2, 2), 1, testclass.Big(2, 9))), "damaged constants: unexpected end"},
		{testclass.Join(header(14, 20, 11), shared(testclass.Big(2, 2), 1, testclass.Big(2, 1), "a")), "unexpected end: it decompresses to 14 bytes of"},
	} {
		full := len(plain)
		image := compressedImage(tinyImage(map[string][]byte{"/m/a/A.class": c.content, "/packages/a": inFirstModule}, "m", "zip", "lz4", "compact-cp"), len(c.content), full)
		if got := errorOf(image, classpath.Limits{}); (got == "") != (c.want == "") || got != "" && !strings.HasPrefix(got, "a.jar: ") || !strings.Contains(got, c.want) {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
}

// Of a directory with jmods only these are read, even if other files of a JDK are beside them.
func TestOpenJDKWithModules(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "jmods/a.jmod", append([]byte("JM\x01\x00"), zipped(t, class("classes/", "a.A", "module"))...))
	write(t, dir, "jmods/note.txt", []byte("no module"))
	write(t, dir, "lib/rt.jar", zipped(t, class("", "a.A", "old"), class("", "b.B", "old")))
	path, err := classpath.OpenJDK(dir, classpath.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer path.Close()
	expect(t, path, "a.A", "module")
	expect(t, path, "b.B", "")
	expectProblems(t, path)
	modules := tinyImage(map[string][]byte{"/m/a/A.class": tinyClass("a.A", "image"), "/packages/a": inFirstModule}, "m")
	write(t, dir, "lib/modules", modules)
	newer, err := classpath.OpenJDK(dir, classpath.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer newer.Close()
	expect(t, newer, "a.A", "image")
}
