package localweb

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"time"
)

// Files are reported that were written, replaced or removed, also through a link; others in the directory are not.
func TestWatcher(t *testing.T) {
	t.Parallel()
	dir, elsewhere := t.TempDir(), t.TempDir()
	write := func(path, text string) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	file, link, target := filepath.Join(dir, "file"), filepath.Join(dir, "link"), filepath.Join(elsewhere, "target")
	write(file, "1")
	write(target, "1")
	files := []string{file}
	if err := os.Symlink(target, link); err == nil {
		files = append(files, link)
	} else if runtime.GOOS != "windows" {
		t.Fatal(err)
	}
	changes := watch(t, files)
	expect := func(event, want string) { // a file may be reported twice, where the test is slow
		t.Helper()
		for late := time.After(hanging); ; {
			select {
			case got := <-changes:
				if !slices.Contains(files, got) {
					t.Errorf("%s: %s changed", event, got)
				}
				if got == want {
					return
				}
			case <-late:
				t.Errorf("%s: no change", event)
				return
			}
		}
	}
	for _, f := range files {
		expect("at first", f)
	}
	write(filepath.Join(dir, "other"), "1")
	write(file, "2")
	write(file, "3")
	expect("written twice", file)
	write(filepath.Join(dir, "new"), "4")
	if err := os.Rename(filepath.Join(dir, "new"), file); err != nil {
		t.Fatal(err)
	}
	expect("replaced", file)
	if len(files) > 1 {
		write(target, "2")
		expect("the target of a link written", link)
		next := filepath.Join(t.TempDir(), "next")
		write(next, "1")
		os.Symlink(next, link+"2")
		if err := os.Rename(link+"2", link); err != nil {
			t.Fatal(err)
		}
		expect("the link replaced", link)
		write(next, "2")
		expect("its new target written", link)
	}
	os.Remove(file)
	expect("removed", file)
}

// A file that is watched under several names is reported under each.
func TestWatcherOfSeveralNames(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	target, link, other, linkedDir := filepath.Join(dir, "target"), filepath.Join(dir, "link"), filepath.Join(dir, "other"), filepath.Join(t.TempDir(), "dir")
	if err := os.WriteFile(target, []byte("1"), 0o600); err != nil {
		t.Fatal(err)
	}
	files := []string{target, dir + "/./target"}
	for _, l := range []string{link, other} {
		if err := os.Symlink(target, l); err == nil {
			files = append(files, l)
		} else if runtime.GOOS != "windows" {
			t.Fatal(err)
		}
	}
	if os.Symlink(dir, linkedDir) == nil {
		files = append(files, filepath.Join(linkedDir, "target"))
	}
	changes := watch(t, files)
	expectAll := func(event string) {
		t.Helper()
		missing, late := slices.Clone(files), time.After(hanging)
		for len(missing) > 0 {
			select {
			case got := <-changes:
				missing = slices.DeleteFunc(missing, func(f string) bool { return f == got })
			case <-late:
				t.Fatalf("%s: no change of %q", event, missing)
			}
		}
	}
	expectAll("at first")
	if err := os.WriteFile(target, []byte("2"), 0o600); err != nil {
		t.Fatal(err)
	}
	expectAll("written")
}

// watch reports the changes of files until the test ends.
func watch(t *testing.T, files []string) <-chan string {
	t.Helper()
	w, err := NewWatcher()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if err := w.Add(f); err != nil {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	changes, done := make(chan string, 20), make(chan bool)
	go func() { w.Run(ctx, func(f string) { changes <- f }); close(done) }()
	t.Cleanup(func() { cancel(); <-done })
	return changes
}
