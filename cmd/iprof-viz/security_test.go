package main

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The tests that SECURITY.md names exist.
func TestSecurityNamesTests(t *testing.T) {
	text, err := os.ReadFile("../../SECURITY.md")
	if err != nil {
		t.Fatal(err)
	}
	var tests bytes.Buffer
	err = filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, "_test.go") {
			var source []byte
			source, err = os.ReadFile(path)
			tests.Write(source)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range regexp.MustCompile("`(?:Test|Fuzz)[A-Za-z]+`").FindAllString(string(text), -1) {
		if !bytes.Contains(tests.Bytes(), []byte("func "+strings.Trim(name, "`")+"(")) {
			t.Errorf("there is no %s", name)
		}
	}
}
