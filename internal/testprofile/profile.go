// Package testprofile has profiles for tests: small ones that a test writes, published and measured ones beside the
// checkout, and an independent reading of them by encoding/json.
package testprofile

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/testtier"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// Parse reads a profile that a test has as text.
func Parse(t *testing.T, text string) *iprof.Profile {
	t.Helper()
	p, err := iprof.Parse(strings.NewReader(text), iprof.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Published returns the published and measured profiles beside the checkout, decompressed, by directory and name: all of them in
// the long tier of tests, those of less than a megabyte in the short one. Without any, the test is skipped.
func Published(t *testing.T) map[string][]byte {
	t.Helper()
	all := AllPublished(t)
	if !testtier.More(t, "published profiles of more than a megabyte") {
		maps.DeleteFunc(all, func(_ string, data []byte) bool { return len(data) > 1_000_000 })
	}
	return all
}

// AllPublished returns all of them, whatever the tier.
func AllPublished(t *testing.T) map[string][]byte {
	t.Helper()
	found := map[string][]byte{}
	for _, pattern := range []string{"real/*.iprof.gz", "jvm/*/*.iprof", "jvm/*/*.iprof.gz"} {
		files, err := filepath.Glob(filepath.Join(Root(t), "../shared", pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if strings.HasSuffix(file, ".gz") {
				data = Gunzip(t, data)
			}
			found[filepath.Base(filepath.Dir(file))+"/"+filepath.Base(file)] = data
		}
	}
	if len(found) == 0 {
		t.Skip("no published profiles beside the project")
	}
	return found
}

// Root returns the directory of the module.
func Root(t *testing.T) string {
	t.Helper()
	dir, err := moduleRoot()
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// moduleRoot returns the directory of the module: tests run in those of their packages.
func moduleRoot() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
		up := filepath.Dir(dir)
		if up == dir {
			return "", errors.New("no go.mod in any directory above the test")
		}
		dir = up
	}
}

// Gunzip decompresses a file.
func Gunzip(t *testing.T, data []byte) []byte {
	t.Helper()
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if data, err = io.ReadAll(z); err != nil {
		t.Fatal(err)
	}
	return data
}
