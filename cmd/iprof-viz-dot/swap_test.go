//go:build linux

package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/testtier"
)

// Anyone who may write to a directory above the cache can put other machine code in its place between the check and the reading.
// So a cache below such a directory is neither read nor written.
func TestSwappedCache(t *testing.T) {
	testtier.Long(t, "whether a cache is read that somebody swaps while it is checked")
	program, err := exec.LookPath("iprof-viz-dot") // put there by testscript.Main
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	draw := func(cache string) (string, error) {
		var picture, said bytes.Buffer
		c := exec.Command(program, "-Tsvg")
		c.Env = append(os.Environ(), "XDG_CACHE_HOME="+filepath.Join(dir, cache), "TMPDIR="+filepath.Join(dir, "tmp"))
		c.Stdin, c.Stdout, c.Stderr = strings.NewReader("digraph { a -> b }"), &picture, &said
		if err := c.Run(); err != nil {
			return said.String(), err
		}
		return picture.String(), nil
	}
	for _, name := range []string{"tmp", "filling", "shared", "shared/good"} {
		if err := os.Mkdir(filepath.Join(dir, name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if said, err := draw("filling"); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	filled := filepath.Join(dir, "filling", "iprof-viz")
	if _, err := os.Stat(filled); err != nil {
		t.Skip("the temporary directory is not fit for a cache")
	}

	// The attacker's copy is damaged: a program that loads it panics. That it is somebody else's is
	// expressed by its mode.
	shared := filepath.Join(dir, "shared")
	good, evil := filepath.Join(shared, "good"), filepath.Join(shared, "evil")
	for _, to := range []string{good, evil} {
		if err := os.CopyFS(to, os.DirFS(filled)); err != nil {
			t.Fatal(err)
		}
		filepath.WalkDir(to, func(path string, d os.DirEntry, err error) error {
			switch {
			case err != nil:
				t.Error(err)
			case to == evil && d.IsDir():
				os.Chmod(path, 0o755)
			case d.IsDir():
				os.Chmod(path, 0o700)
			case to == evil && d.Name() != "seal":
				code, _ := os.ReadFile(path)
				code[len(code)/2] ^= 0xff
				os.Chmod(path, 0o600)
				os.WriteFile(path, code, 0o600)
			}
			return nil
		})
	}
	if err := os.Chmod(shared, 0o777); err != nil {
		t.Fatal(err)
	}
	stop, stopped := make(chan bool), make(chan bool)
	go func() {
		defer close(stopped)
		link, next := filepath.Join(shared, "iprof-viz"), filepath.Join(shared, "next")
		for {
			for _, target := range []string{"good", "evil"} {
				select {
				case <-stop:
					return
				default:
				}
				os.Symlink(target, next)
				os.Rename(next, link)
			}
		}
	}()
	for range 30 {
		if said, err := draw("shared"); err != nil {
			first, _, _ := strings.Cut(said, "\n")
			t.Errorf("it loaded the code that was put in place of the cache: %v: %s", err, first)
			break
		}
	}
	close(stop)
	<-stopped
}
