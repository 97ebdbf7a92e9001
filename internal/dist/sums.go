package main

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// sumsName is the file that sha256sum -c reads.
const sumsName = "SHA256SUMS"

// prepare creates the directory for the files of a release. The files that an earlier run listed there are removed; it refuses to mix a
// release with anything else.
func prepare(out string) error {
	if err := os.MkdirAll(out, 0o777); err != nil {
		return err
	}
	listed, err := os.ReadFile(filepath.Join(out, sumsName))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for line := range strings.Lines(string(listed)) {
		_, name, ok := strings.Cut(strings.TrimSpace(line), "  ")
		if !ok || name != filepath.Base(name) {
			return fmt.Errorf("%s in %s has a line that is not a sum and a name: %q", sumsName, out, line)
		}
		if err := os.Remove(filepath.Join(out, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	if err := os.Remove(filepath.Join(out, sumsName)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	left, err := os.ReadDir(out)
	if err == nil && len(left) > 0 {
		err = fmt.Errorf("%s has files that are not of a release, such as %s: remove them first", out, left[0].Name())
	}
	return err
}

// sum writes the checksums of all files of a release.
func sum(out string) error {
	files, err := os.ReadDir(out) // sorted
	if err != nil {
		return err
	}
	var sums strings.Builder
	for _, f := range files {
		content, err := os.ReadFile(filepath.Join(out, f.Name()))
		if err != nil {
			return err
		}
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(content), f.Name())
	}
	return os.WriteFile(filepath.Join(out, sumsName), []byte(sums.String()), 0o666)
}
