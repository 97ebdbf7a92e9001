package classpath_test

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/testclass"
)

// tinyClass is a class without methods. The source file distinguishes copies of a class.
func tinyClass(name, source string) []byte {
	b := testclass.Builder{Source: source}
	return b.Build(strings.ReplaceAll(name, ".", "/"))
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
