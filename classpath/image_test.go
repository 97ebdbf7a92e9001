package classpath_test

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"errors"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/classpath"
	"github.com/iprof-viz/iprof-viz/internal/testclass"
)

// tinyImage makes a run-time image of a few resources by their full names. The strings also have more, from offset 1 on.
// All of it is little-endian. Its slots are as many as it takes for no two names to have the same hash.
func tinyImage(resources map[string][]byte, more ...string) []byte {
	le := binary.LittleEndian
	texts := []byte{0}
	text := func(s string) int {
		if s == "" {
			return 0
		}
		if i := bytes.Index(texts, []byte("\x00"+s+"\x00")); i >= 0 {
			return i + 1
		}
		texts = append(append(texts, s...), 0)
		return len(texts) - len(s) - 1
	}
	for _, s := range more {
		text(s)
	}
	names := slices.Sorted(maps.Keys(resources))
	hash := func(name string) int {
		h := uint32(0x01000193)
		for _, c := range []byte(name) {
			h = h*0x01000193 ^ uint32(c)
		}
		return int(h & 0x7FFFFFFF)
	}
	slots := len(names)
	for distinct := func() bool {
		seen := map[int]bool{}
		for _, name := range names {
			seen[hash(name)%slots] = true
		}
		return len(seen) == len(names)
	}; !distinct(); slots++ {
	}
	redirect, offsets := make([]byte, 4*slots), make([]byte, 4*slots)
	var locations, content []byte
	locations = append(locations, 0)
	for _, name := range names {
		slot := hash(name) % slots
		le.PutUint32(redirect[4*slot:], uint32(-1-slot))
		le.PutUint32(offsets[4*slot:], uint32(len(locations)))
		module, rest, _ := strings.Cut(name[1:], "/")
		parent, base, found := strings.Cut(rest, "/")
		if !found {
			parent, base = "", rest
		}
		base, extension, _ := strings.Cut(base, ".")
		for kind, value := range []int{1: text(module), text(parent), text(base), text(extension), len(content), 0, len(resources[name])} {
			if value != 0 {
				locations = append(locations, byte(kind<<3|3))
				locations = append(locations, testclass.Big(4, value)...)
			}
		}
		locations = append(locations, 0)
		content = append(content, resources[name]...)
	}
	var b []byte
	for _, n := range []int{0xCAFEDADA, 1 << 16, 0, len(names), slots, len(locations), len(texts)} {
		b = le.AppendUint32(b, uint32(n))
	}
	return testclass.Join(b, redirect, offsets, locations, texts, content)
}

// inFirstModule is a package whose only module is the string at offset 1.
var inFirstModule = []byte{0, 0, 0, 0, 1, 0, 0, 0}

func TestImage(t *testing.T) {
	image := tinyImage(map[string][]byte{"/m/a/A.class": tinyClass("a.A", "a"), "/packages/a": inFirstModule}, "m")
	path := open(t, write(t, t.TempDir(), "modules", image), classpath.Options{})
	expect(t, path, "a.A", "a")
	expect(t, path, "a.B", "")
	if got := slices.Collect(path.Classes()); !slices.Equal(got, []string{"a.A"}) {
		t.Errorf("%q", got)
	}
}

// A resource may be compressed with zip.
func TestCompressedImage(t *testing.T) {
	plain := tinyClass("a.A", "a")
	deflated := func(data []byte) []byte {
		var z bytes.Buffer
		w := zlib.NewWriter(&z)
		w.Write(data)
		w.Close()
		return z.Bytes()
	}
	z := deflated(plain)
	le := binary.LittleEndian
	header := func(size uint64, full uint64, name uint32) []byte {
		b := le.AppendUint32(nil, 0xCAFEFAFA)
		b = le.AppendUint64(le.AppendUint64(b, size), full)
		return append(le.AppendUint32(le.AppendUint32(b, name), 0), 1)
	}
	often := func(n int) []byte {
		data := plain
		for range n {
			full := uint64(len(data))
			data = deflated(data)
			data = testclass.Join(header(uint64(len(data)), full, 3), data)
		}
		return data
	}
	for name, c := range map[string]struct {
		content []byte
		want    error
	}{
		"whole":      {testclass.Join(header(uint64(len(z)), uint64(len(plain)), 3), z), nil},
		"four times": {often(4), nil},
		"five times": {often(5), classfile.ErrLimit},
		"cut":        {testclass.Join(header(uint64(len(z)), uint64(len(plain)), 3), z[:20]), classfile.ErrTruncated},
		"large":      {testclass.Join(header(uint64(len(z)), 1<<40, 3), z), classfile.ErrLimit},
	} {
		image := compressedImage(tinyImage(map[string][]byte{"/m/a/A.class": c.content, "/packages/a": inFirstModule}, "m", "zip"), len(c.content), len(plain))
		path := open(t, write(t, t.TempDir(), filepath.Base(name), image), classpath.Options{})
		if _, err := path.Class("a.A"); !errors.Is(err, c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// compressedImage turns the attribute of the full size of the class into that of its compressed size and of its full size.
func compressedImage(image []byte, compressed, full int) []byte {
	old := testclass.Join(7<<3|3, testclass.Big(4, compressed), 0)
	at := bytes.Index(image, old)
	changed := testclass.Join(6<<3|3, testclass.Big(4, compressed), 7<<3|3, testclass.Big(4, full), 0)
	le := binary.LittleEndian
	grown := testclass.Join(image[:at], changed, image[at+len(old):])
	le.PutUint32(grown[20:], le.Uint32(grown[20:])+5)
	slots := int(le.Uint32(grown[16:]))
	locations := 28 + 8*slots
	for slot := range slots { // locations that follow moved
		entry := grown[28+4*slots+4*slot:]
		if int(le.Uint32(entry)) > at-locations {
			le.PutUint32(entry, le.Uint32(entry)+5)
		}
	}
	return grown
}
