//go:build unix

package main

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// A signal ends the layout engine with the program, which leaves nothing behind.
func TestSignalWhileLayingOut(t *testing.T) {
	l := startLayingOut(t)
	l.program.Process.Signal(syscall.SIGTERM)
	l.program.Wait()
	if got := l.program.ProcessState.ExitCode(); got != 143 || l.said.Len() > 0 {
		t.Errorf("exit status %d, %q", got, l.said.String())
	}
	l.waitForEngine(t)
	if left, err := filepath.Glob(filepath.Join(l.dir, "tmp", "*")); err == nil && len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	if _, err := os.Stat(filepath.Join(l.dir, "out.svg")); err == nil {
		t.Error("there is a picture")
	}
}

// Any layout engine ends even with a program that is killed, and so do the children of the engine.
func TestKilledWhileLayingOut(t *testing.T) {
	l := startLayingOut(t)
	l.program.Process.Kill()
	l.program.Wait()
	l.waitForEngine(t)
}

// A layingOut is a program waiting for a layout engine that never exits, nor does its child.
type layingOut struct {
	program *exec.Cmd
	said    *strings.Builder // by the program, on standard error
	engine  int              // its process
	ended   *os.File         // at its end when none of these processes is left
	dir     string           // with tmp, the directory for temporary files, and out.svg, the program's output
}

func startLayingOut(t *testing.T) layingOut {
	t.Helper()
	program := installProgram(t)
	ended, inherited, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ended.Close() })
	l := layingOut{said: new(strings.Builder), ended: ended, dir: t.TempDir()}
	tmp, engine := filepath.Join(l.dir, "tmp"), filepath.Join(l.dir, "engine")
	if err := os.Mkdir(tmp, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(engine, []byte("#!/bin/sh\nsleep 1000 &\necho $$ >&3\nwait\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	l.program = exec.Command(program, "graph", "--dot", engine, "-o", filepath.Join(l.dir, "out.svg"), "../../testdata/even-or-odd.iprof")
	l.program.Env = append(os.Environ(), "TMPDIR="+tmp)
	l.program.Stderr = l.said
	l.program.ExtraFiles = []*os.File{inherited} // file 3, of the engine and its child too
	if err := l.program.Start(); err != nil {
		t.Fatal(err)
	}
	inherited.Close()
	t.Cleanup(func() { l.program.Process.Kill() })
	ended.SetReadDeadline(time.Now().Add(hanging))
	line, err := bufio.NewReader(ended).ReadString('\n')
	if err != nil {
		t.Fatalf("the engine was not started: %v, %s", err, l.said)
	}
	if l.engine, err = strconv.Atoi(strings.TrimSpace(line)); err != nil {
		t.Fatal(err)
	}
	return l
}

// waitForEngine waits until the engine ends.
func (l layingOut) waitForEngine(t *testing.T) {
	t.Helper()
	if _, err := io.Copy(io.Discard, l.ended); err != nil {
		t.Errorf("the engine goes on: %v", err)
		if group, err := syscall.Getpgid(l.engine); err == nil {
			syscall.Kill(-group, syscall.SIGKILL)
		}
	}
}
