// Package testprofile has profiles for tests: small ones that a test writes, published and measured ones beside the checkout, and
// an independent reader based on encoding/json.
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

	"github.com/iprof-viz/iprof-viz/internal/testfile"
	"github.com/iprof-viz/iprof-viz/internal/testtier"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// Parse reads a profile from text.
func Parse(t testing.TB, text string) *iprof.Profile {
	t.Helper()
	return Read(t, strings.NewReader(text))
}

// Read reads a profile.
func Read(t testing.TB, r io.Reader) *iprof.Profile {
	t.Helper()
	p, err := iprof.Parse(r, iprof.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Beside returns the published and measured profiles beside the checkout, decompressed, by directory and name. Without any, the
// test is skipped.
func Beside(t *testing.T) map[string][]byte {
	t.Helper()
	found := read(t, "../shared/real/*.iprof.gz", "../shared/jvm/*/*.iprof", "../shared/jvm/*/*.iprof.gz")
	if len(found) == 0 {
		t.Skip("no published profiles beside the project")
	}
	return found
}

// Published returns the profiles of testdata, and those beside the checkout, which may be none: in the long tier all of them, in
// the short tier those of at most 400,000 bytes.
func Published(t *testing.T) map[string][]byte {
	t.Helper()
	found := read(t, "testdata/*.iprof", "../shared/real/*.iprof.gz", "../shared/jvm/*/*.iprof", "../shared/jvm/*/*.iprof.gz")
	if !testtier.More(t, "published profiles of more than 400,000 bytes") {
		maps.DeleteFunc(found, func(_ string, data []byte) bool { return len(data) > 400_000 })
	}
	return found
}

// read reads files below the directory of the module.
func read(t *testing.T, patterns ...string) map[string][]byte {
	t.Helper()
	found := map[string][]byte{}
	for _, pattern := range patterns {
		files, err := filepath.Glob(filepath.Join(Root(t), pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			data := testfile.Read(t, file)
			if strings.HasSuffix(file, ".gz") {
				data = Gunzip(t, data)
			}
			found[filepath.Base(filepath.Dir(file))+"/"+filepath.Base(file)] = data
		}
	}
	return found
}

// Varied returns the profiles of [Published], and some from [Random], in which rare things are frequent.
func Varied(t *testing.T) map[string][]byte {
	t.Helper()
	found := Published(t)
	for seed, version := range []string{"0.4.0", "1.0.0", "1.1.0"} {
		found["random/"+version] = Random(uint64(seed), version)
	}
	return found
}

// Root returns the directory of the module.
func Root(t *testing.T) string {
	t.Helper()
	dir, err := FindRoot()
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// beginning is the directory that this process began in: tests may change it later.
var beginning, beginningErr = os.Getwd()

// FindRoot returns the directory of the module: tests begin in the directories of their packages, which those built with -trimpath do
// not know.
func FindRoot() (string, error) {
	if beginningErr != nil {
		return "", beginningErr
	}
	for dir := beginning; ; {
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
