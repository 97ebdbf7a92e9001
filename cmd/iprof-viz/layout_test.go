//go:build unix

package main

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/iprof-viz/iprof-viz/render"
)

// A graph that nobody could read is not laid out unless one insists, and the hint says how to cut it.
func TestTooManyNodes(t *testing.T) {
	engine := filepath.Join(t.TempDir(), "dot")
	if err := os.WriteFile(engine, []byte("#!/bin/sh\necho drawn\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	e := newEnv(nil, io.Discard, io.Discard)
	for _, tt := range []struct {
		nodes int
		force bool
		drawn bool
	}{{1500, false, true}, {1501, false, false}, {1501, true, true}} {
		d := drawing{nodes: tt.nodes, less: "--nodes 80"}
		picture, err := d.layOut(e, pictureOptions{engine: engine, timeout: time.Minute, force: tt.force})
		if tt.drawn {
			if err != nil || string(picture) != "drawn\n" {
				t.Errorf("%+v: %q, %v", tt, picture, err)
			}
			continue
		}
		var f *failure
		if !errors.As(err, &f) || f.status != statusLimit || f.hint != "--nodes 80 make it smaller; --force tries anyway" {
			t.Errorf("%+v: %v", tt, err)
		}
	}
	if render.MaxNodes != 1500 {
		t.Errorf("the limit is %d", render.MaxNodes)
	}
}

// A signal ends the layout engine with the program, which leaves nothing behind.
func TestSignalWhileLayingOut(t *testing.T) {
	program, err := exec.LookPath("iprof-viz") // put there by testscript.Main
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	tmp := filepath.Join(dir, "tmp")
	if err := os.Mkdir(tmp, 0o777); err != nil {
		t.Fatal(err)
	}
	pidFile := filepath.Join(dir, "pid")
	engine := filepath.Join(dir, "engine")
	if err := os.WriteFile(engine, []byte("#!/bin/sh\necho $$ > '"+pidFile+".new' && mv '"+pidFile+".new' '"+pidFile+"'\nexec sleep 100\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	c := exec.Command(program, "graph", "--dot", engine, "-o", filepath.Join(dir, "out.svg"), "../../testdata/even-or-odd.iprof")
	c.Env = append(os.Environ(), "TMPDIR="+tmp)
	var said strings.Builder
	c.Stderr = &said
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	hanging := time.AfterFunc(time.Minute, func() { c.Process.Kill() })
	defer hanging.Stop()
	var pid int
	for range 3000 {
		if text, err := os.ReadFile(pidFile); err == nil {
			pid, _ = strconv.Atoi(strings.TrimSpace(string(text)))
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if pid == 0 {
		t.Fatal("the engine was not started")
	}
	c.Process.Signal(syscall.SIGTERM)
	c.Wait()
	if got := c.ProcessState.ExitCode(); got != 143 || said.Len() > 0 {
		t.Errorf("exit status %d, %q", got, said.String())
	}
	gone := false
	for range 500 { // until whoever inherits it has seen it end
		if gone = syscall.Kill(pid, 0) != nil || isZombie(pid); gone {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if !gone {
		t.Error("the engine goes on")
	}
	for _, place := range []string{tmp, filepath.Join(dir, "out.svg")} {
		if left, err := filepath.Glob(filepath.Join(place, "*")); err == nil && len(left) > 0 {
			t.Errorf("left behind: %v", left)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "out.svg")); err == nil {
		t.Error("there is a picture")
	}
}

func isZombie(pid int) bool {
	state, err := exec.Command("ps", "-o", "stat=", "-p", strconv.Itoa(pid)).Output()
	return err != nil || strings.HasPrefix(strings.TrimSpace(string(state)), "Z")
}
