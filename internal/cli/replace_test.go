package cli

import (
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"time"
)

// TestReplacementIsPrivate: while a result takes the place of a private file, nobody else can read it.
func TestReplacementIsPrivate(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no permissions of others")
	}
	plain, err := os.Create(filepath.Join(t.TempDir(), "any"))
	if err != nil {
		t.Fatal(err)
	}
	defer plain.Close()
	info, err := plain.Stat()
	if err != nil {
		t.Fatal(err)
	}
	usual := info.Mode().Perm() // of a new file
	for _, test := range []struct{ old, during, after os.FileMode }{
		{0o600, 0o600, 0o600},
		{0o640, 0o600, 0o640},
		{0, usual, usual}, // there is none
	} {
		dir := t.TempDir()
		file := filepath.Join(dir, "result")
		var old os.FileInfo
		if test.old != 0 {
			err := os.WriteFile(file, []byte("old"), test.old)
			if err == nil {
				err = os.Chmod(file, test.old) // for any umask
			}
			if err == nil {
				old, err = os.Stat(file)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		var r replacement
		err := r.write(Target(file), old, func(w io.Writer) error {
			found, err := filepath.Glob(filepath.Join(dir, ".iprof-viz-*"))
			if err != nil || len(found) != 1 {
				t.Fatalf("temporary files %q, %v", found, err)
			}
			info, err := os.Stat(found[0])
			if err != nil {
				return err
			}
			if got := info.Mode().Perm(); got != test.during {
				t.Errorf("old %o: %o while it is written, want %o", test.old, got, test.during)
			}
			_, err = io.WriteString(w, "new")
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(file)
		if err != nil {
			t.Fatal(err)
		}
		if got := info.Mode().Perm(); got != test.after {
			t.Errorf("old %o: %o in the end, want %o", test.old, got, test.after)
		}
	}
}

// TestLeftoversAreRemoved: what killed programs left goes, and nothing else.
func TestLeftoversAreRemoved(t *testing.T) {
	dir := t.TempDir()
	now := time.Now()
	const old, young = 61 * time.Minute, 59 * time.Minute
	var want []string
	for _, file := range []struct {
		name string
		age  time.Duration
		stay bool
	}{
		{".iprof-viz-0123abcd", old, false},
		{".iprof-viz-key-3141592", old, false},
		{".iprof-viz-89abcdef", young, true},
		{".iprof-viz-0123abcd.svg", old, true},
		{".iprof-viz-0123abcde", old, true},
		{".iprof-viz-0123ABCD", old, true},
		{".iprof-viz.toml", old, true},
		{"iprof-viz-0123abcd", old, true},
	} {
		path := filepath.Join(dir, file.name)
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, time.Time{}, now.Add(-file.age)); err != nil {
			t.Fatal(err)
		}
		if file.stay {
			want = append(want, file.name)
		}
	}
	const link = ".iprof-viz-11111111"
	if err := os.Symlink("iprof-viz-0123abcd", filepath.Join(dir, link)); err == nil {
		want = append(want, link)
	}
	if os.Geteuid() == 0 && runtime.GOOS != "windows" {
		const other = ".iprof-viz-22222222"
		path := filepath.Join(dir, other)
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		os.Chtimes(path, time.Time{}, now.Add(-old))
		if os.Chown(path, 12345, -1) == nil {
			want = append(want, other)
		}
	}
	removeLeftovers(dir, now)
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("left %q, want %q", got, want)
	}
}
