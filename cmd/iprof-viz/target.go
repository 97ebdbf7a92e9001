package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// A target is the path that the result goes to, as --output has it. "" and "-" are standard output.
type target string

func (t target) isStdout() bool { return t == "" || t == "-" || t == "/dev/stdout" }

// extension returns that of the file to be written: ".svg". It is empty for standard output and for files without one.
func (t target) extension() string {
	if t.isStdout() {
		return ""
	}
	return strings.ToLower(filepath.Ext(string(t)))
}

// look returns the file at the target, nil where there is none, and whether it is written through. It fails where it is
// already clear that the result could not be written.
func (t target) look() (info os.FileInfo, through bool, err error) {
	if t.isStdout() {
		return nil, true, nil
	}
	path := string(t)
	info, err = os.Stat(path)
	_, named := descriptor(path)
	switch {
	case err == nil && info.IsDir():
		return nil, false, &failure{status: statusOutput, file: path, err: errors.New("this is a directory"), hint: "name a file in it"}
	case errors.Is(err, fs.ErrNotExist) && named:
		err = syscall.EBADF // it is not open
	case err == nil:
		through = named || !info.Mode().IsRegular() || strings.HasPrefix(path, "/proc/")
	case errors.Is(err, fs.ErrNotExist):
		info = nil
		_, err = os.Stat(filepath.Dir(path))
	}
	if err != nil {
		return nil, false, t.failed(err)
	}
	return info, through, nil
}

// openThrough opens a target that is written through. A descriptor is not opened anew: others go on writing to it, after
// us.
func (t target) openThrough(stderr io.Writer) (io.Writer, func() error, error) {
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

func (t target) failed(err error) error {
	f := &failure{status: statusOutput, file: string(t), err: cause(err)}
	if errors.Is(err, fs.ErrNotExist) {
		f.err = fmt.Errorf("there is no directory %s", printable(filepath.Dir(string(t))))
	}
	return f
}
