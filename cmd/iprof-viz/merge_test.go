//go:build unix

package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/iprof-viz/iprof-viz/internal/testfile"
	"github.com/iprof-viz/iprof-viz/internal/testtier"
)

// Whenever the program is killed, there is the old file or the new one.
func TestMergeKilled(t *testing.T) {
	testtier.Sequential(t)
	t.Parallel()
	program := installProgram(t)
	var b strings.Builder
	b.WriteString(`{"version":"1.0.0","types":[{"id":0,"name":"A"}],"methods":[{"id":1,"name":"f","signature":[0,0]}],"conditionalProfiles":[`)
	for i := range 8_000 {
		fmt.Fprintf(&b, `{"ctx":"1:%d","records":[3,0,%d,9,1,%d]},`, i, i, 2*i)
	}
	text := strings.TrimSuffix(b.String(), ",") + "]}"
	dir := t.TempDir()
	in, out := filepath.Join(dir, "in.iprof"), filepath.Join(dir, "out.iprof")
	if err := os.WriteFile(in, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	merge := func() *exec.Cmd { return exec.Command(program, "merge", "-q", "-o", out, in, in) }
	if err := merge().Run(); err != nil {
		t.Fatal(err)
	}
	whole := testfile.Read(t, out)
	old := []byte("the old one")
	kept, runs := 0, 8
	if testtier.More(t, "merges killed at more moments") {
		runs = 20
	}
	within := 200 * time.Millisecond // runs are killed; it approaches the time that they take
	for i := range runs {
		if err := os.WriteFile(out, old, 0o666); err != nil {
			t.Fatal(err)
		}
		c := merge()
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(rand.N(within))
		c.Process.Signal([]os.Signal{syscall.SIGKILL, syscall.SIGTERM}[i%2])
		c.Wait()
		got, err := os.ReadFile(out)
		switch {
		case err != nil:
			t.Fatal(err)
		case bytes.Equal(got, old):
			kept++
			within = within * 3 / 2
		case bytes.Equal(got, whole):
			within = within * 2 / 3
		default:
			t.Fatalf("killed, it leaves %d bytes that are neither the old file nor the new one", len(got))
		}
		left, err := filepath.Glob(filepath.Join(dir, ".iprof-viz-*"))
		if err != nil {
			t.Fatal(err)
		}
		if i%2 == 1 && len(left) > 0 {
			t.Errorf("terminated, it leaves %v", left)
		}
		for _, name := range left { // of SIGKILL, after which nothing can clean up
			os.Remove(name)
		}
	}
	if kept == 0 {
		t.Errorf("none of %d runs was killed before its end", runs)
	}
}
