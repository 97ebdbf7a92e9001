package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

// A Target is the path that the result goes to, as given to --output. "" and "-" mean standard output.
type Target string

// IsStdout reports whether the target is standard output.
func (t Target) IsStdout() bool { return t == "" || t == "-" || t == "/dev/stdout" }

// Extension returns the extension of the output file: ".svg". It is empty for standard output and for files without one.
func (t Target) Extension() string {
	if t.IsStdout() {
		return ""
	}
	return strings.ToLower(filepath.Ext(string(t)))
}

// CheckExport fails if the extension of the target belongs to another format than the result's, whose own extensions are given. The result
// would replace a profile, a recording or code, or be mistaken for one.
func (t Target) CheckExport(own ...string) error {
	others := []string{".iprof", ".jfr", ".java", ".class", ".jar", // inputs, then outputs of other commands
		".csv", ".json", ".md", ".markdown", ".html", ".htm", ".svg", ".png", ".dot", ".pb", ".folded", ".info"}
	ext := strings.ToLower(filepath.Ext(strings.TrimSuffix(string(t), ".gz")))
	if t.IsStdout() || slices.Contains(own, ext) || !slices.Contains(others, ext) {
		return nil
	}
	return Usage("", "the result is not a %s file: choose another name than %s", ext, Printable(string(t)))
}

// look returns the file at the target, nil if none, and whether it is written directly. It fails if it is already clear
// that the result could not be written.
func (t Target) look() (info os.FileInfo, through bool, err error) {
	if t.IsStdout() {
		return nil, true, nil
	}
	path := string(t)
	info, err = os.Stat(path)
	_, named := descriptor(path)
	switch {
	case err == nil && info.IsDir():
		return nil, false, &Failure{Status: StatusOutput, File: path, Err: errors.New("this is a directory"), Hint: "name a file in it"}
	case errors.Is(err, fs.ErrNotExist) && named:
		err = syscall.EBADF // it is not open
	case err == nil:
		through = named || !info.Mode().IsRegular() || strings.HasPrefix(path, "/proc/")
	case errors.Is(err, fs.ErrNotExist):
		info = nil
		if path, err = FollowLinks(path); err == nil {
			_, err = os.Stat(filepath.Dir(path))
		}
	}
	if err != nil {
		return nil, false, t.failed(err)
	}
	return info, through, nil
}

// openThrough opens a target that is written directly. A descriptor is not reopened: others may continue to write to it.
func (t Target) openThrough(stderr io.Writer) (io.Writer, func() error, error) {
	n, isOpen := descriptor(string(t))
	if isOpen && n == 2 {
		return stderr, func() error { return nil }, nil
	}
	if isOpen {
		f := os.NewFile(uintptr(n), string(t))
		return f, f.Close, nil
	}
	f, err := os.OpenFile(string(t), os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return nil, nil, err
	}
	return f, f.Close, nil
}

func (t Target) failed(err error) error {
	f := &Failure{Status: StatusOutput, File: string(t), Err: Cause(err)}
	if errors.Is(err, fs.ErrNotExist) {
		path, linkErr := FollowLinks(string(t))
		if linkErr != nil {
			path = string(t)
		}
		dir := filepath.Dir(path)
		f.Err = fmt.Errorf("directory %s does not exist", Printable(dir))
		if _, err := os.Stat(dir); err == nil { // as in /proc
			f.Err = fmt.Errorf("no files can be created in %s", Printable(dir))
		}
	}
	return f
}
