//go:build unix

package layout

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/render/dot"
)

// A graph that nobody could read is not laid out unless one insists, and the hint says how to cut it.
func TestTooManyNodes(t *testing.T) {
	engine := filepath.Join(t.TempDir(), "dot")
	if err := os.WriteFile(engine, []byte("#!/bin/sh\necho drawn\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	e := cli.NewEnv(nil, io.Discard, io.Discard)
	for _, tt := range []struct {
		nodes int
		force bool
		drawn bool
	}{{1500, false, true}, {1501, false, false}, {1501, true, true}} {
		d := Sketch{Nodes: tt.nodes, Less: "--nodes 80"}
		picture, err := d.engineSVG(e, Options{Engine: engine, Timeout: time.Minute, Force: tt.force})
		if tt.drawn {
			if err != nil || string(picture) != "drawn\n" {
				t.Errorf("%+v: %q, %v", tt, picture, err)
			}
			continue
		}
		var f *cli.Failure
		if !errors.As(err, &f) || f.Status != cli.StatusLimit || f.Hint != "--nodes 80 make it smaller; --force tries anyway" {
			t.Errorf("%+v: %v", tt, err)
		}
	}
	if dot.MaxNodes != 1500 {
		t.Errorf("the limit is %d", dot.MaxNodes)
	}
}

// A signal ends the layout engine with the program, which leaves nothing behind.
func TestSignalWhileLayingOut(t *testing.T) {
	l := startLayingOut(t)
	l.program.Process.Signal(syscall.SIGTERM)
	l.program.Wait()
	if got := l.program.ProcessState.ExitCode(); got != 143 || l.said.Len() > 0 {
		t.Errorf("exit status %d, %q", got, l.said.String())
	}
	if !l.ends(5 * time.Second) {
		t.Error("the engine goes on")
	}
	if left, err := filepath.Glob(filepath.Join(l.dir, "tmp", "*")); err == nil && len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	if _, err := os.Stat(filepath.Join(l.dir, "out.svg")); err == nil {
		t.Error("there is a picture")
	}
}

// On Linux the layout engine, whichever it is, ends even with a program that is killed.
func TestKilledWhileLayingOut(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux can do that")
	}
	l := startLayingOut(t)
	l.program.Process.Kill()
	l.program.Wait()
	if !l.ends(time.Second) {
		t.Error("the engine goes on")
		syscall.Kill(l.engine, syscall.SIGKILL)
	}
}

// A layingOut is a program that waits for a layout engine, which never ends.
type layingOut struct {
	program *exec.Cmd
	said    *strings.Builder // by the program, on standard error
	engine  int              // its process
	dir     string           // with tmp, the directory for temporary files, and out.svg, the program's output
}

func startLayingOut(t *testing.T) layingOut {
	t.Helper()
	program, err := exec.LookPath("iprof-viz") // put there by testscript.Main
	if err != nil {
		t.Fatal(err)
	}
	l := layingOut{said: new(strings.Builder), dir: t.TempDir()}
	tmp := filepath.Join(l.dir, "tmp")
	if err := os.Mkdir(tmp, 0o777); err != nil {
		t.Fatal(err)
	}
	pidFile, engine := filepath.Join(l.dir, "pid"), filepath.Join(l.dir, "engine")
	if err := os.WriteFile(engine, []byte("#!/bin/sh\necho $$ > '"+pidFile+".new' && mv '"+pidFile+".new' '"+pidFile+"'\nexec sleep 100\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	l.program = exec.Command(program, "graph", "--dot", engine, "-o", filepath.Join(l.dir, "out.svg"), "../../testdata/even-or-odd.iprof")
	l.program.Env = append(os.Environ(), "TMPDIR="+tmp)
	l.program.Stderr = l.said
	if err := l.program.Start(); err != nil {
		t.Fatal(err)
	}
	hanging := time.AfterFunc(time.Minute, func() { l.program.Process.Kill() })
	t.Cleanup(func() { hanging.Stop() })
	for range 3000 {
		if text, err := os.ReadFile(pidFile); err == nil {
			l.engine, _ = strconv.Atoi(strings.TrimSpace(string(text)))
			return l
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatal("the engine was not started")
	return l
}

// ends reports whether the engine ends within a time.
func (l layingOut) ends(within time.Duration) bool {
	for end := time.Now().Add(within); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		if syscall.Kill(l.engine, 0) != nil || isZombie(l.engine) { // nobody may have seen it end
			return true
		}
	}
	return false
}

func isZombie(pid int) bool {
	state, err := exec.Command("ps", "-o", "stat=", "-p", strconv.Itoa(pid)).Output()
	return err != nil || strings.HasPrefix(strings.TrimSpace(string(state)), "Z")
}
