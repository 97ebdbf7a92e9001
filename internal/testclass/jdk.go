package testclass

import (
	"os/exec"
	"path/filepath"
	"testing"
)

// JDK returns the directory of the JDK on PATH that has a program, such as javac. The test skips without one.
func JDK(t testing.TB, program string) string {
	t.Helper()
	path, err := exec.LookPath(program)
	if err != nil {
		t.Skipf("no JDK with %s on PATH", program)
	}
	if path, err = filepath.EvalSymlinks(path); err != nil {
		t.Fatal(err)
	}
	return filepath.Dir(filepath.Dir(path))
}
