//go:build unix

package ownpath

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// tree makes directories of the given modes, one in the other, in a directory that is safe. It returns the innermost.
func tree(t *testing.T, modes ...os.FileMode) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if d, _, err := Open(dir); err != nil {
		t.Skipf("the temporary directory is not safe: %v", err)
	} else {
		d.Close()
	}
	for i, mode := range modes {
		dir = filepath.Join(dir, string(rune('a'+i)))
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(dir, mode); err != nil { // for any umask
			t.Fatal(err)
		}
	}
	return dir
}

func TestOpen(t *testing.T) {
	for _, c := range []struct {
		name  string
		modes []os.FileMode
		bad   string // the directory that the error names; "": none
	}{
		{"private", []os.FileMode{0o700, 0o700}, ""},
		{"readable", []os.FileMode{0o755, 0o755}, ""},
		{"others may write to it", []os.FileMode{0o700, 0o702}, "a/b"},
		{"the group may write to it", []os.FileMode{0o700, 0o720}, "a/b"},
		{"others may write to a parent", []os.FileMode{0o777, 0o700, 0o700}, "a"},
		{"the group may write to a parent", []os.FileMode{0o700, 0o775, 0o700}, "a/b"},
		{"a parent is like /tmp", []os.FileMode{0o777 | os.ModeSticky, 0o700}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := tree(t, c.modes...)
			dir, real, err := Open(path)
			if c.bad != "" {
				if err == nil || !strings.HasSuffix(err.Error(), "/"+c.bad+" is writable by other users") {
					t.Errorf("%v, want one about %s", err, c.bad)
				}
				return
			}
			if err != nil || real != path {
				t.Fatalf("%s, %v", real, err)
			}
			defer dir.Close()
			want, _ := os.Stat(path)
			if got, err := dir.Stat("."); err != nil || !os.SameFile(got, want) {
				t.Errorf("it opened another directory: %v", err)
			}
		})
	}
}

func TestOpenOthers(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can give files away")
	}
	path := tree(t, 0o755, 0o755)
	if err := os.Chown(filepath.Dir(path), 12345, 12345); err != nil {
		t.Skip(err)
	}
	if _, _, err := Open(path); err == nil || !strings.Contains(err.Error(), "belongs to somebody else") {
		t.Errorf("%v", err)
	}
}

// A link is followed, and the directories that it leads through are checked.
func TestOpenLink(t *testing.T) {
	good, bad := tree(t, 0o700, 0o700), tree(t, 0o777, 0o700)
	for target, ok := range map[string]bool{good: true, bad: false} {
		link := filepath.Join(tree(t, 0o700), "link")
		if err := os.Symlink(target, link); err != nil {
			t.Fatal(err)
		}
		if _, real, err := Open(link); (err == nil) != ok || ok && real != target {
			t.Errorf("%s: %s, %v", target, real, err)
		}
	}
}

func TestOpenPrivate(t *testing.T) {
	path := tree(t, 0o700)
	dir, _, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer dir.Close()
	made, err := OpenPrivate(dir, "made")
	if err != nil {
		t.Fatal(err)
	}
	made.Close()
	os.Symlink("made", filepath.Join(path, "link"))
	os.WriteFile(filepath.Join(path, "file"), nil, 0o600)
	os.Mkdir(filepath.Join(path, "readable"), 0o755)
	os.Chmod(filepath.Join(path, "readable"), 0o755) // for any umask
	for _, name := range []string{"link", "file", "readable"} {
		if _, err := OpenPrivate(dir, name); err == nil {
			t.Errorf("it opened %s", name)
		}
	}
}

func TestCheckTree(t *testing.T) {
	path := tree(t, 0o700)
	dir, _, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer dir.Close()
	os.MkdirAll(filepath.Join(path, "x", "y"), 0o755)
	file := filepath.Join(path, "x", "y", "file")
	os.WriteFile(file, nil, 0o644)
	if err := CheckTree(dir, "x"); err != nil {
		t.Error(err)
	}
	os.Chmod(file, 0o664)
	if err := CheckTree(dir, "x"); err == nil || err.Error() != "x/y/file is writable by other users" {
		t.Error(err)
	}
	os.Remove(file)
	os.Symlink("/", file)
	if err := CheckTree(dir, "x"); err == nil || err.Error() != "x/y/file is neither a file nor a directory" {
		t.Error(err)
	}
}
