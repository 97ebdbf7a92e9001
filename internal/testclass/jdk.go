package testclass

import (
	"os/exec"
	"path/filepath"
	"strings"
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

// QuickJava returns options of the VM, each after a prefix, such as "-J" for javac: programs that run for a second need a third less of the
// processors without the second compiler and threads that collect garbage.
func QuickJava(prefix ...string) (options []string) {
	for _, option := range []string{"-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"} {
		options = append(options, strings.Join(prefix, "")+option)
	}
	return options
}
