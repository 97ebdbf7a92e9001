package classpath

import (
	"bytes"
	"errors"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/internal/work"
)

// The limits that are not set are those of the comments.
func TestDefaultLimits(t *testing.T) {
	want := Limits{FileSize: 16777216, NestedSize: 268435456, Entries: 1000000, Archives: 10000, Nesting: 2, Ratio: 200}
	if got := (Limits{}).orDefaults(); got != want {
		t.Errorf("%+v", got)
	}
	set := Limits{1, 2, 3, 4, 5, 6}
	if got := set.orDefaults(); got != set {
		t.Errorf("%+v", got)
	}
}

// Sizes are limited, and the ratio of those above 1 MiB.
func TestCheckSize(t *testing.T) {
	l := Limits{Ratio: 200}
	for _, c := range []struct {
		size, compressed, most int64
		want                   string
	}{
		{100, 100, 100, ""}, {101, 101, 100, "101 bytes, limit 100"}, {-1, 5, 100, "-1 bytes, limit 100"}, {0, 0, 0, ""},
		{1 << 20, 1, 1 << 30, ""}, {1<<20 + 1, 1, 1 << 30, "1048577 times its compressed size, limit 200"}, {1<<20 + 1, 0, 1 << 30, "1048577 times its compressed size, limit 200"},
		{2_000_000, 10_000, 1 << 30, ""}, {2_009_999, 10_000, 1 << 30, ""}, {2_010_000, 10_000, 1 << 30, "201 times its compressed size, limit 200"},
	} {
		got := ""
		if err := l.checkSize(c.size, c.compressed, c.most); err != nil {
			got = strings.TrimPrefix(err.Error(), "larger than allowed: ")
		}
		if got != c.want {
			t.Errorf("%d bytes of %d: %q, want %q", c.size, c.compressed, got, c.want)
		}
	}
}

// A directory beyond the allowance is not read.
func TestDirectoryBeyondAllowance(t *testing.T) {
	const size = 17 << 20
	end := le.AppendUint32([]byte("PK\x05\x06\x00\x00\x00\x00\x01\x00\x01\x00"), size)
	data := bytes.NewReader(append(make([]byte, size), append(end, 0, 0, 0, 0, 0, 0)...))
	_, err := openArchive(data, data.Size(), "a.jar", Limits{}, &allowance{budget: work.New(0)})
	if !errors.Is(err, classfile.ErrLimit) || !strings.Contains(err.Error(), "17,825,792 bytes of tables of contents; the limit is 16,777,216") {
		t.Error(err)
	}
}

// Numbers of archives are little-endian.
func TestNumbersOfArchives(t *testing.T) {
	const bytes = "\x01\x82\x03\x84\x05\x86\x07\x08"
	if le2(bytes) != 0x8201 || le4(bytes) != 0x84038201 || le8(bytes) != 0x0807860584038201 {
		t.Errorf("%#x, %#x, %#x", le2(bytes), le4(bytes), le8(bytes))
	}
}

// An entry of a directory has its numbers at fixed places; those of large files are in an extra field, among others.
func TestEntryOfDirectory(t *testing.T) {
	const head = "PK\x01\x02" + "\x14\x00\x14\x00" + "\x21\x43" + "\x65\x07" + "tidy" + "\x11\x22\x33\x44"
	const rest = "\x05\x00" + "%%" + "\x03\x00" + "dn" + "ia" + "xatt"
	other, large := "\xFE\xCA\x02\x00??", func(numbers ...string) string {
		all := strings.Join(numbers, "")
		return "\x01\x00" + string(rune(len(all))) + "\x00" + all
	}
	eight := func(low byte) string { return string([]byte{low, 2, 3, 4, 5, 0, 0, 0}) }
	for _, c := range []struct {
		compressed, size, header, extra string
		want                            [3]int64
	}{
		{"\x01\x02\x03\x04", "\x05\x06\x07\x08", "\x09\x0A\x0B\x0C", "", [3]int64{0x04030201, 0x08070605, 0x0C0B0A09}},
		{"\xFF\xFF\xFF\xFF", "\xFF\xFF\xFF\xFF", "\xFF\xFF\xFF\xFF", large(eight(0x11), eight(0x22), eight(0x33)), [3]int64{0x0504030222, 0x0504030211, 0x0504030233}},
		{"\xFF\xFF\xFF\xFF", "\x05\x00\x00\x00", "\x07\x00\x00\x00", other + large(eight(0x11)), [3]int64{0x0504030211, 5, 7}},
		{"\x01\x00\x00\x00", "\xFF\xFF\xFF\xFF", "\x07\x00\x00\x00", large(eight(0x11)) + other, [3]int64{1, 0x0504030211, 7}},
		{"\x01\x00\x00\x00", "\x02\x00\x00\x00", "\xFF\xFF\xFF\xFF", large(eight(0x11)), [3]int64{1, 2, 0x0504030211}},
		{"\x01\x00\x00\x00", "\x02\x00\x00\x00", "\xFF\xFF\xFF\xFF", large("1234567"), [3]int64{1, 2, 0xFFFFFFFF}}, // too short
		{"\x01\x00\x00\x00", "\x02\x00\x00\x00", "\x03\x00\x00\x00", "\x01\x00\x09\x00", [3]int64{1, 2, 3}},        // cut
		{"\x01\x00\x00\x00", "\x02\x00\x00\x00", "\x03\x00\x00\x00", "\x01\x00\x09", [3]int64{1, 2, 3}},
	} {
		tail := strings.Replace(rest, "%%", string([]byte{byte(len(c.extra)), 0}), 1)
		a := archive{directory: "before" + head + c.compressed + c.size + tail + c.header + "a/b.c" + c.extra + "end"}
		e := a.entry(6)
		if e.name != "a/b.c" || e.flags != 0x4321 || e.method != 0x0765 || e.checksum != 0x44332211 || [3]int64{e.compressed, e.size, e.header} != c.want {
			t.Errorf("%+v, want %x", e, c.want)
		}
	}
}

// Attributes of a location are a kind, a length and a number each, up to a zero; kinds of newer JDKs are skipped.
func TestReadLocation(t *testing.T) {
	for text, want := range map[string]location{
		"\x00": {}, "\x08\x05\x00": {1: 5}, "\x09\x01\x02\x3F\x01\x02\x03\x04\x05\x06\x07\x08\x00rest": {1: 0x0102, 7: 0x0102030405060708}, "\x40\x09\x10\x07\x00": {2: 7}, "\xF8\x09\x00": {},
	} {
		if got, ok := readLocation([]byte(text)); !ok || got != want {
			t.Errorf("%q: %v, %t", text, got, ok)
		}
	}
	for _, text := range []string{"", "\x08", "\x08\x05", "\x09\x05", "\x09\x05\x06"} {
		if got, ok := readLocation([]byte(text)); ok {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// Names of resources leave out missing parts.
func TestNamesOfResources(t *testing.T) {
	i := &image{}
	text := func(at uint64) (string, error) {
		return map[uint64]string{1: "m", 2: "a/b", 3: "C", 4: "class", 5: ""}[at], nil
	}
	for want, l := range map[string]location{
		"/m/a/b/C.class": {1: 1, 2: 2, 3: 3, 4: 4}, "/m/C.class": {1: 1, 3: 3, 4: 4}, "a/b/C": {2: 2, 3: 3}, "C.class": {1: 5, 2: 5, 3: 3, 4: 4}, "": {},
	} {
		if got, err := i.fullName(l, text); got != want || err != nil {
			t.Errorf("%v: %q, %v; want %q", l, got, err, want)
		}
	}
}

// Numbers in shared constants have four bytes, or as many as the bits after the highest say.
func TestSharedNumbers(t *testing.T) {
	for text, want := range map[string]int{
		"\x01\x02\x03\x04": 0x01020304, "\xA7": 7, "\xC1\x02": 0x0102, "\xE1\x02\x03": 0x010203, "\x87": 7,
	} {
		s := &shared{data: []byte(text + "rest")}
		if got := s.number(); got != want || s.err != nil || string(s.data) != "rest" {
			t.Errorf("%q: %#x and %q, %v; want %#x", text, got, s.data, s.err, want)
		}
	}
}

// A string that cannot be read is an error, not empty.
func TestUnreadableString(t *testing.T) {
	i := &image{name: "modules", data: unreadable{}, size: 1000, strings: 100, content: 200}
	if text, err := i.text(5); !errors.Is(err, os.ErrPermission) {
		t.Errorf("%q, %v", text, err)
	}
}

type unreadable struct{ io.ReaderAt }

func (unreadable) ReadAt([]byte, int64) (int, error) { return 0, os.ErrPermission }

// The sizes of constants are those of the specification (JVMS 4.4).
func TestSizesOfConstants(t *testing.T) {
	want := map[int]int{1: 2, 3: 4, 4: 4, 5: 8, 6: 8, 7: 2, 8: 2, 9: 4, 10: 4, 11: 4, 12: 4, 15: 3, 16: 2, 17: 4, 18: 4, 19: 2, 20: 2}
	for tag, size := range constantSizes {
		if size != want[tag] {
			t.Errorf("tag %d: %d bytes", tag, size)
		}
	}
	if len(constantSizes) != 21 {
		t.Errorf("%d tags", len(constantSizes))
	}
}

// Directories of all archives together may have as much as is allowed, and nothing after more.
func TestDirectoriesOfPath(t *testing.T) {
	p := newPath(Options{})
	for _, c := range []struct {
		n    int64
		want bool
	}{{maxDirectory - 1, true}, {1, true}, {0, true}, {1, false}, {0, false}} {
		if err := p.keepBytes(c.n); (err == nil) != c.want || err != nil && !errors.Is(err, classfile.ErrLimit) {
			t.Errorf("%d more bytes: %v", c.n, err)
		}
	}
}

// The index of an image is by this hash, with 31 bits.
func TestHashOfImages(t *testing.T) {
	for _, c := range []struct {
		name       string
		seed, want uint32
	}{
		{"", 7, 7}, {"", 1<<31 + 7, 7}, {"a", 7, 117443428}, {"a", imageSeed, 637696520}, {"/java.base/java/lang/String.class", imageSeed, 1862509349},
		{"/java.base/java/lang/String.class", 7, 548673281}, {"/packages/java.lang", imageSeed, 1614305366}, {"/packages/java.lang", 7, 468845802},
	} {
		if got := hash(c.name, c.seed); got != c.want {
			t.Errorf("%s, %d: %d, want %d", c.name, c.seed, got, c.want)
		}
	}
}
