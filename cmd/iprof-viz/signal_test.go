//go:build unix

package main

import (
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/iprof-viz/iprof-viz/internal/cli"
)

// The program ends at a signal while it waits for its input, with the status that a shell gives, and leaves no file.
func TestSignals(t *testing.T) {
	program := installProgram(t)
	for _, tt := range []struct {
		signal syscall.Signal
		status int
	}{{syscall.SIGINT, 130}, {syscall.SIGTERM, 143}, {syscall.SIGHUP, 129}} {
		t.Run(tt.signal.String(), func(t *testing.T) {
			t.Parallel()
			if signal.Ignored(tt.signal) {
				t.Skip("the signal is ignored here, as under nohup, and the program leaves it so")
			}
			dir := t.TempDir()
			c := exec.Command(program, "folded", "-o", filepath.Join(dir, "out"), "-")
			stdin, err := c.StdinPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := c.Start(); err != nil {
				t.Fatal(err)
			}
			// A write of more than a pipe holds comes back when the program has begun to read.
			if _, err := stdin.Write([]byte(strings.Repeat(" ", 1<<20))); err != nil {
				t.Fatal(err)
			}
			c.Process.Signal(tt.signal)
			hangs := time.AfterFunc(hanging, func() { c.Process.Kill() })
			c.Wait()
			hangs.Stop()
			if got := c.ProcessState.ExitCode(); got != tt.status {
				t.Errorf("exit status %d, expected %d", got, tt.status)
			}
			if left, _ := os.ReadDir(dir); len(left) > 0 {
				t.Errorf("left behind: %v", left)
			}
		})
	}
}

// An interrupt in the middle of writing removes the temporary file, and the writer cannot finish after it.
func TestAbandon(t *testing.T) {
	dir := t.TempDir()
	program := cli.NewEnv(nil, io.Discard, io.Discard)
	e, err := program.With("", cli.IOOptions{Output: filepath.Join(dir, "out")})
	if err != nil {
		t.Fatal(err)
	}
	writing, resume, done := make(chan bool), make(chan bool), make(chan error)
	go func() {
		done <- e.Out.WriteResult(func(w io.Writer) error {
			w.Write(make([]byte, 1<<20))
			writing <- true
			<-resume
			return nil
		})
	}()
	<-writing
	if files, _ := os.ReadDir(dir); len(files) != 1 {
		t.Fatalf("while writing there are %d files, expected the temporary one", len(files))
	}
	program.Cleanup.Run()
	if files, _ := os.ReadDir(dir); len(files) != 0 {
		t.Errorf("after an interrupt there are %v", files)
	}
	resume <- true
	select {
	case err := <-done:
		if err == nil {
			t.Error("write reports no error")
		}
	case <-time.After(hanging):
		t.Fatal("write hangs")
	}
	if files, _ := os.ReadDir(dir); len(files) != 0 {
		t.Errorf("in the end there are %v", files)
	}
}
