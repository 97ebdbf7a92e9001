package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/testtier"
)

// What is wrong in files of one system, and in its tests, is found for this system alone, with its place.
func TestCheck(t *testing.T) {
	testtier.Long(t, "the types of the packages that tests import, for three systems")
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":            "module example.com/m\n\ngo 1.26\n",
		"all.go":            "package m\n\nfunc size() int { return sizeHere }\n",
		"linux.go":          "//go:build linux\n\npackage m\n\nconst sizeHere = 1\n",
		"m_windows.go":      "package m\n\nconst sizeHere = 1.5\n",
		"m_windows_test.go": "package m\n\nvar missing = absent\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if n, err := check(dir, "linux/amd64"); n != 1 || err != nil {
		t.Errorf("linux: %d packages, %v, want 1", n, err)
	}
	_, err := check(dir, "windows/arm64")
	if err == nil || !strings.Contains(err.Error(), "all.go:3:26: ") || !strings.Contains(err.Error(), "m_windows_test.go:3:15: undefined: absent") {
		t.Errorf("windows: %v", err)
	}
	if _, err := check(dir, "darwin/arm64"); err == nil || !strings.Contains(err.Error(), "undefined: sizeHere") {
		t.Errorf("darwin: %v", err)
	}
}
