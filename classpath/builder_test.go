package classpath_test

import (
	"encoding/binary"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func big(size int, v int) []byte {
	b := binary.BigEndian.AppendUint64(nil, uint64(v))
	return b[8-size:]
}

func join(parts ...any) []byte {
	var b []byte
	for _, p := range parts {
		switch p := p.(type) {
		case int: // a byte
			b = append(b, byte(p))
		case string:
			b = append(b, p...)
		case []byte:
			b = append(b, p...)
		}
	}
	return b
}

// tinyClass is a class without methods. The source file distinguishes copies of a class.
func tinyClass(name, source string) []byte {
	text := func(s string) []byte { return join(1, big(2, len(s)), s) }
	return join("\xCA\xFE\xBA\xBE", big(2, 0), big(2, 52), big(2, 7),
		text(strings.ReplaceAll(name, ".", "/")), 7, big(2, 1), text("java/lang/Object"), 7, big(2, 3), text("SourceFile"), text(source),
		big(2, 0x21), big(2, 2), big(2, 4), big(2, 0), big(2, 0), big(2, 0), big(2, 1), big(2, 5), big(4, 2), big(2, 6))
}

// jdk returns the directory of the JDK that has javap. The test skips without one.
func jdk(t testing.TB) string {
	javap, err := exec.LookPath("javap")
	if err != nil {
		t.Skip("no javap")
	}
	if javap, err = filepath.EvalSymlinks(javap); err != nil {
		t.Fatal(err)
	}
	return filepath.Dir(filepath.Dir(javap))
}
