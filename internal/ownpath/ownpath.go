// Package ownpath opens directories that only this user and root can change or replace.
//
// A directory is only as safe as its parents: anyone who may write to one of them can replace it by another directory. So each
// directory on the path is checked, from the top, through the descriptor of its parent. Systems without Unix-like owners and modes
// give [errors.ErrUnsupported].
package ownpath

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Open opens the directory at an absolute path. It and all its parents must belong to this user or root, and others must not be
// able to write to them, except for directories with the sticky bit such as /tmp, whose entries others cannot replace. The
// resulting path has no links; no other user can redirect it.
func Open(path string) (dir *os.Root, real string, err error) {
	if !supported {
		return nil, "", errors.ErrUnsupported
	}
	if !filepath.IsAbs(path) {
		return nil, "", fmt.Errorf("%s is not absolute", path)
	}
	real, err = filepath.EvalSymlinks(path) // everything in it is checked
	if err != nil {
		return nil, "", err
	}
	at := "/"
	if dir, err = os.OpenRoot(at); err != nil {
		return nil, "", err
	}
	if err = check(dir, at, isProtected); err != nil {
		dir.Close()
		return nil, "", err
	}
	for name := range strings.SplitSeq(strings.Trim(real, "/"), "/") {
		if name == "" { // real is "/"
			break
		}
		at = filepath.Join(at, name)
		below, err := enter(dir, name, at, isProtected)
		dir.Close()
		if err != nil {
			return nil, "", err
		}
		dir = below
	}
	return dir, real, nil
}

// OpenPrivate opens a directory in one that [Open] or OpenPrivate opened. It must belong to this user, and no other user may have
// any access to it. It is created if it does not exist.
func OpenPrivate(dir *os.Root, name string) (*os.Root, error) {
	dir.Mkdir(name, 0o700) // it may exist
	return enter(dir, name, name, isPrivate)
}

// CheckTree checks that files and directories in a directory that [Open] opened, and everything below them, belong to this user or
// root, and that others cannot write to them. There must be no links among them.
func CheckTree(dir *os.Root, names ...string) error {
	for _, name := range names {
		err := fs.WalkDir(dir.FS(), name, func(path string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			info, err := d.Info()
			if err == nil {
				err = isOwn(info, path)
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// IsMine reports whether a file belongs to this user. On systems without Unix owners every file does.
func IsMine(info fs.FileInfo) bool {
	uid, ok := owner(info)
	return !supported || ok && uid == os.Geteuid()
}

// OpenFile opens a regular file of this user or root that others cannot write to. A link to one must be this user's or root's, too:
// whose it is decides which file it leads to. The error is [fs.ErrNotExist] if there is no such file, also at the end of a link. The
// parent directories are not checked, and on systems without Unix-like owners and modes only whether the file is regular.
func OpenFile(path string) (*os.File, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() { // another could wait for a writer
		return nil, fmt.Errorf("%s is not a regular file", path)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	if err := checkFile(f, path); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// checkFile examines the open file, and the entry at its path, which may be a link to it.
func checkFile(f *os.File, path string) error {
	info, err := f.Stat()
	if err != nil || !supported {
		return err
	}
	entry, err := os.Lstat(path)
	if err != nil {
		return err
	}
	if err := belongsToUs(entry, path); err != nil {
		return err
	}
	return isOwn(info, path)
}

// enter opens the directory name in dir; path is for messages. A link is not followed.
func enter(dir *os.Root, name, path string, allowed func(fs.FileInfo, string) error) (*os.Root, error) {
	entry, err := dir.Lstat(name)
	if err != nil {
		return nil, err
	}
	below, err := dir.OpenRoot(name)
	if err != nil {
		return nil, err
	}
	if info, err := below.Stat("."); err != nil || !os.SameFile(info, entry) {
		below.Close()
		return nil, fmt.Errorf("%s is a link", path)
	}
	if err := check(below, path, allowed); err != nil {
		below.Close()
		return nil, err
	}
	return below, nil
}

// check examines the open directory, not its path.
func check(dir *os.Root, path string, allowed func(fs.FileInfo, string) error) error {
	info, err := dir.Stat(".")
	if err != nil {
		return err
	}
	return allowed(info, path)
}

// isProtected fails if another user can replace entries of a directory.
func isProtected(info fs.FileInfo, path string) error {
	if info.IsDir() && info.Mode()&fs.ModeSticky != 0 {
		return belongsToUs(info, path)
	}
	return isOwn(info, path)
}

// isOwn fails if another user can write to a file or directory.
func isOwn(info fs.FileInfo, path string) error {
	if !info.IsDir() && !info.Mode().IsRegular() {
		return fmt.Errorf("%s is neither a file nor a directory", path)
	}
	if info.Mode().Perm()&0o022 != 0 {
		return fmt.Errorf("%s is writable by other users", path)
	}
	return belongsToUs(info, path)
}

// isPrivate fails if another user has any access to a file or directory, or owns it.
func isPrivate(info fs.FileInfo, path string) error {
	if info.Mode().Perm()&0o077 != 0 {
		return fmt.Errorf("others can access %s", path)
	}
	if uid, ok := owner(info); !ok || uid != os.Geteuid() {
		return fmt.Errorf("%s belongs to somebody else", path)
	}
	return nil
}

func belongsToUs(info fs.FileInfo, path string) error {
	if uid, ok := owner(info); !ok || uid != os.Geteuid() && uid != 0 {
		return fmt.Errorf("%s belongs to somebody else", path)
	}
	return nil
}
