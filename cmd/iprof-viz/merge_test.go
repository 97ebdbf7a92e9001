//go:build unix

package main

import (
	"bytes"
	"fmt"
	"io"
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
	merge := func(second string) *exec.Cmd { return exec.Command(program, "merge", "-q", "-o", out, in, second) }
	if err := merge(in).Run(); err != nil {
		t.Fatal(err)
	}
	whole := testfile.Read(t, out)
	old := []byte("the old one")
	runs := 8
	if testtier.More(t, "merges killed at more moments") {
		runs = 20
	}
	within := 200 * time.Millisecond // runs are killed; it approaches the time that they take
	const unfinished = 2             // runs whose input never ends: they are killed while they read, on a machine of any speed
	for i := range runs {
		if err := os.WriteFile(out, old, 0o666); err != nil {
			t.Fatal(err)
		}
		c, wait := merge(in), func() { time.Sleep(rand.N(within)) }
		if i < unfinished {
			c = merge("-")
			stdin, err := c.StdinPipe()
			if err != nil {
				t.Fatal(err)
			}
			wait = func() { io.WriteString(stdin, text[:len(text)-1]) } // more than a pipe holds
		}
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		wait()
		c.Process.Signal([]os.Signal{syscall.SIGKILL, syscall.SIGTERM}[i%2])
		c.Wait()
		got, err := os.ReadFile(out)
		switch {
		case err != nil:
			t.Fatal(err)
		case bytes.Equal(got, old):
			within = within * 3 / 2
		case bytes.Equal(got, whole) && i >= unfinished:
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
}
