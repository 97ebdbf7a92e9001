//go:build unix

package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/iprof-viz/iprof-viz/internal/testtier"
)

// The engine notices on its own that iprof-viz was killed, as it has to where the two are not parent and child (go run is
// between them) or the system is not Linux.
func TestParentKilled(t *testing.T) {
	c := exec.Command("sh", "-c", "exec 3<&0; iprof-viz-dot -Tsvg <&3 & echo $!; wait")
	c.Env = append(os.Environ(), timeoutVar+"=1h")
	stdin, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer stdin.Close()
	said, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	line := make([]byte, 100)
	n, err := said.Read(line)
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(line[:n])))
	if err != nil {
		t.Fatal(err)
	}
	stdin.Write(bytes.Repeat([]byte{' '}, 1<<20)) // more than a pipe holds: when it is written, the engine reads
	c.Process.Kill()
	c.Process.Wait()
	hangs := time.AfterFunc(5*time.Minute, func() {
		t.Error("the engine goes on")
		syscall.Kill(pid, syscall.SIGKILL)
	})
	defer hangs.Stop()
	io.Copy(io.Discard, said) // the engine has the other end, until its own
}

func TestBounds(t *testing.T) {
	for _, c := range []struct{ name, timeout, want string }{
		{"time", "100ms", "iprof-viz-dot: the layout takes more than 100ms\n"},
		{"memory", "1h", "iprof-viz-dot: the layout takes more than 1024 MiB of memory\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.name == "memory" {
				testtier.Long(t, "takes a gigabyte of memory for a layout")
			}
			var said bytes.Buffer
			engine := exec.Command("iprof-viz-dot", "-Tsvg")
			engine.Env = append(os.Environ(), timeoutVar+"="+c.timeout)
			engine.Stdin, engine.Stderr = strings.NewReader(dense(3000)), &said
			if err := engine.Run(); engine.ProcessState.ExitCode() != 1 || said.String() != c.want {
				t.Errorf("%v, %.1000q, want %q", err, said.String(), c.want)
			}
		})
	}
}

// dense is a short text for a graph of n² edges.
func dense(n int) string {
	var b strings.Builder
	b.WriteString("digraph { {")
	for i := range n {
		fmt.Fprintf(&b, " a%d", i)
	}
	b.WriteString(" } -> {")
	for i := range n {
		fmt.Fprintf(&b, " b%d", i)
	}
	b.WriteString(" } }")
	return b.String()
}
