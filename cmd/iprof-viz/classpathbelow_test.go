package main

import (
	"archive/zip"
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A class path that begins at a package, where its classes are not found, leads to the directory that should be on it: with commands that
// need lines, once, and with check, whose verdict it is.
func TestClassPathBelowItsPackages(t *testing.T) {
	profile, err := filepath.Abs("../../testdata/wordcount.iprof")
	if err != nil {
		t.Fatal(err)
	}
	jar, err := zip.OpenReader("../../testdata/wordcount.jar")
	if err != nil {
		t.Fatal(err)
	}
	defer jar.Close()
	t.Chdir(t.TempDir())
	if err := os.CopyFS("build/classes", jar); err != nil {
		t.Fatal(err)
	}
	const hint = "hint: use --classpath build/classes\n"
	for _, command := range []string{"calls", "branches", "top --by line", "list addLine", "lcov", "report -o r.html"} {
		var out, said bytes.Buffer
		runInto(append(append(strings.Fields(command), "--classpath", "build/classes/words"), profile), &out, &said)
		if n := strings.Count(said.String(), hint); n != 1 {
			t.Errorf("%s: %d hints\n%s", command, n, said.String())
		}
	}
	var out, said bytes.Buffer
	status := runInto([]string{"check", "--classpath", "build/classes/words", profile}, &out, &said)
	if n := strings.Count(out.String(), hint); status != 1 || n != 2 || strings.Contains(out.String(), ".class:") {
		t.Errorf("status %d, %d hints\n%s%s", status, n, out.String(), said.String())
	}
}
