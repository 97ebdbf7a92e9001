package classpath_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/classpath"
	"github.com/iprof-viz/iprof-viz/internal/budget"
	"github.com/iprof-viz/iprof-viz/internal/testclass"
	"github.com/iprof-viz/iprof-viz/internal/testtier"
)

// amplified are class paths in which few bytes stand for much, by two numbers that multiply.
var amplified = []struct {
	name  string
	alike bool // charged as another kind is, which takes less time
	file  func(t testing.TB, a, b int) []byte
}{
	{"entries that share a class", false, func(t testing.TB, a, b int) []byte {
		return sharing(t, file{name: "00000.class", content: tinyClass("a.A", strings.Repeat("s", a))}, b)
	}},
	{"entries that share a stored class", false, func(t testing.TB, a, b int) []byte {
		return sharing(t, file{name: "00000.class", content: tinyClass("a.A", strings.Repeat("s", a)), stored: true}, b)
	}},
	{"entries that share a stored jar of many classes", false, func(t testing.TB, a, b int) []byte {
		return sharing(t, file{name: "WEB-INF/lib/00000.jar", content: emptyClasses(t, a, 0), stored: true}, b)
	}},
	{"entries that share a jar of many classes", true, func(t testing.TB, a, b int) []byte {
		return sharing(t, file{name: "WEB-INF/lib/00000.jar", content: emptyClasses(t, a, 0)}, b)
	}},
	{"jars in jars that share them", false, func(t testing.TB, a, b int) []byte {
		middle := sharing(t, file{name: "WEB-INF/lib/00000.jar", content: emptyClasses(t, 100, 0), stored: true}, a)
		return sharing(t, file{name: "WEB-INF/lib/00000.jar", content: middle, stored: true}, b)
	}},
	{"jars in jars, in each other", false, func(t testing.TB, a, b int) []byte {
		jar := emptyClasses(t, b/10, 0)
		for range a % 20 {
			jar = zipped(t, file{name: "BOOT-INF/lib/a.jar", content: jar, stored: true}, file{name: "BOOT-INF/lib/b.jar", content: jar})
			if len(jar) > 1<<20 {
				break
			}
		}
		return jar
	}},
	{"classes of many jars", true, func(t testing.TB, a, b int) []byte {
		var jars []file
		for i := range min(a, 9000) {
			jars = append(jars, file{name: fmt.Sprintf("BOOT-INF/lib/%d.jar", i), content: emptyClasses(t, 6*b/min(a, 9000), i), stored: true})
		}
		return zipped(t, jars...)
	}},
	{"a long name of many methods", false, func(t testing.TB, a, b int) []byte {
		c := testclass.Builder{}
		for range b {
			c.Method(0x401, strings.Repeat("m", a), "("+strings.Repeat("J", min(a, 100))+")V")
		}
		return zipped(t, file{name: "A.class", content: c.Build("A")})
	}},
	{"resources of an image that share their bytes", true, func(_ testing.TB, a, b int) []byte {
		return sharedImage(b, "", make([]byte, 16*a))
	}},
	{"resources of an image that share a long name", false, func(_ testing.TB, a, b int) []byte {
		return sharedImage(b, strings.Repeat("n", 16*a), nil)
	}},
	{"locations of an image without an end", false, func(_ testing.TB, a, b int) []byte {
		return imageOf(make([]int, b), bytes.Repeat([]byte{31 << 3, 0}, 8*a), "", nil)
	}},
}

// sharing is a jar of n entries that differ in their names, and share the bytes of one. It has 00000 in its name.
func sharing(t testing.TB, entry file, n int) []byte {
	jar, le := zipped(t, entry), binary.LittleEndian
	end := jar[len(jar)-22:]
	length, at := le.Uint32(end[12:]), le.Uint32(end[16:])
	var directory []byte
	for i := range n {
		directory = append(directory, bytes.Replace(jar[at:at+length], []byte("00000"), fmt.Appendf(nil, "%05d", i), 1)...)
	}
	end = bytes.Clone(end)
	le.PutUint16(end[8:], uint16(n))
	le.PutUint16(end[10:], uint16(n))
	le.PutUint32(end[12:], uint32(len(directory)))
	return testclass.Join(jar[:at], directory, end)
}

// emptyClasses is a jar of n entries without content. Those of other packages have other names.
func emptyClasses(t testing.TB, n, pkg int) []byte {
	return sharing(t, file{name: fmt.Sprintf("p%d/00000.class", pkg), stored: true}, n)
}

// sharedImage is an image of n resources with the same content. They have one name, or numbers if that is empty.
func sharedImage(n int, name string, content []byte) []byte {
	offsets, locations, texts := make([]int, n), []byte(nil), []byte("\x00class\x00"+name+"\x00")
	base := 7
	for i := range n {
		if name == "" {
			base = len(texts)
			texts = append(strconv.AppendInt(texts, int64(i), 10), 0)
		}
		if i == 0 || name == "" {
			offsets[i] = len(locations)
			locations = testclass.Join(locations, 3<<3|3, testclass.Big(4, base), 4<<3, 1, 7<<3|3, testclass.Big(4, len(content)), 0)
		}
	}
	return imageOf(offsets, locations, string(texts), content)
}

// imageOf is an image with a slot for each offset of a location.
func imageOf(offsets []int, locations []byte, texts string, content []byte) []byte {
	le, n := binary.LittleEndian, len(offsets)
	var b []byte
	for _, number := range []int{0xCAFEDADA, 1 << 16, 0, n, n, len(locations), len(texts)} {
		b = le.AppendUint32(b, uint32(number))
	}
	b = append(b, bytes.Repeat([]byte{0xFF}, 4*n)...) // the slot 0 for each hash
	for _, at := range offsets {
		b = le.AppendUint32(b, uint32(at))
	}
	return testclass.Join(b, locations, texts, content)
}

// Class paths made to stand for much are read within a budget by their size; a limit leaves out some of them.
//
//fuzz:runs 100
func FuzzAmplified(f *testing.F) {
	testtier.Sequential(f)
	all := testtier.More(f, "class paths of which one number is small, or that differ from another kind in what holds the classes")
	for kind, of := range amplified {
		if of.alike && !all && !budget.IsFuzzing() {
			continue
		}
		if budget.IsFuzzing() {
			f.Add(uint8(kind), uint16(100), uint16(100))
			continue
		}
		f.Add(uint8(kind), uint16(12_000), uint16(9_000)) // smaller ones stay within the budget if nothing is charged
		if all {
			f.Add(uint8(kind), uint16(100), uint16(12_000))
		}
	}
	f.Fuzz(func(t *testing.T, kind uint8, a, b uint16) {
		of := amplified[int(kind)%len(amplified)]
		a, b = a%15_000, b%15_000 // more shows nothing more
		data := of.file(t, int(a), int(b))
		defer budget.Budget{Memory: 512 << 20, PerByte: 512 << 10, Time: 20 * time.Second}.Start(t, len(data)/512)() // it is inflated; the race detector takes ten times as long
		path, err := classpath.OpenBytes(data, classpath.Options{})
		if err != nil {
			checkError(t, err, len(data))
			return
		}
		defer path.Close()
		for _, err := range path.Headers() {
			if err != nil && !errors.Is(err, classpath.ErrNotFound) {
				checkError(t, err, 1<<30)
			}
		}
		n := 0
		for name := range path.Classes() {
			if n++; n > 1000 {
				break
			}
			if _, err := path.Class(name); err != nil && !errors.Is(err, classpath.ErrNotFound) {
				checkError(t, err, 1<<30)
			}
		}
		for _, problem := range path.Problems() {
			if !errors.Is(problem, classfile.ErrLimit) && a > 0 && b > 0 {
				t.Errorf("%s: %v", of.name, problem)
			}
		}
	})
}
