package classpath

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
	"syscall"

	"github.com/iprof-viz/iprof-viz/classfile"
)

// A dir is a directory of class or source files. Links in it are followed as long as they stay in it.
type dir struct {
	root   *os.Root
	name   string // for errors
	whole  string // its absolute path, with slashes; "": unknown
	limits Limits
}

func (d *dir) read(name string) (content, error) {
	if !fs.ValidPath(name) || strings.ContainsAny(name, "\\\x00") {
		return content{}, errNotHere
	}
	info, err := d.root.Stat(name)
	switch {
	case notThere(err):
		return content{}, errNotHere
	case err != nil:
		return content{}, fmt.Errorf("%s: %w", d.name, err)
	case !info.Mode().IsRegular():
		return content{}, fmt.Errorf("%s: %w", d.file(name), errNotRegular)
	}
	f, err := d.root.Open(name)
	if err != nil {
		return content{}, fmt.Errorf("%s: %w", d.name, err)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, d.limits.FileSize+1))
	if err == nil && int64(len(data)) > d.limits.FileSize {
		err = &classfile.FormatError{File: d.file(name), Err: beyond(info.Size(), d.limits.FileSize, "bytes")}
	}
	return content{data, d.file(name)}, err
}

// rootOf returns the directory that should be on the path in place of this one, which is below it, if it has a file: src, for src/com/acme
// with Main.java, and com/acme/Main.java.
func (d *dir) rootOf(file string) (name string, ok bool) {
	for i := range len(file) {
		if file[i] != '/' || !strings.HasSuffix(d.whole, "/"+file[:i]) {
			continue
		}
		if info, err := d.root.Stat(file[i+1:]); err == nil && !info.IsDir() {
			return above(d.name, file[:i], "/"), true
		}
	}
	return "", false
}

func (d *dir) file(name string) string {
	return strings.TrimSuffix(d.name, string(os.PathSeparator)) + string(os.PathSeparator) + printable(name)
}

// notThere reports whether an error of the operating system means that the file does not exist.
func notThere(err error) bool {
	return slices.ContainsFunc([]error{fs.ErrNotExist, syscall.ENOTDIR, syscall.ENAMETOOLONG, syscall.EINVAL}, func(target error) bool { return errors.Is(err, target) })
}

// names lists the class files without following links to directories, which could lead in circles. Unreadable directories are left
// out, and the first one is the error.
func (d *dir) names(add func(file string)) error {
	left := d.limits.Entries
	var unreadable error
	err := fs.WalkDir(d.root.FS(), ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil {
			if unreadable == nil {
				unreadable = fmt.Errorf("%s: %w", d.name, err)
			}
			return nil
		}
		if left--; left < 0 {
			return &classfile.FormatError{File: d.name, Err: beyond(int64(d.limits.Entries)+1, int64(d.limits.Entries), "files")}
		}
		if class, rank := classEntry(name, 0, false); rank > 0 && class == name && !e.IsDir() {
			add(name)
		}
		return nil
	})
	return cmp.Or(err, unreadable)
}

func (d *dir) Close() error { return d.root.Close() }
