package drawing

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/iprof-viz/iprof-viz/internal/budget"
	"github.com/iprof-viz/iprof-viz/internal/testfile"
	_ "github.com/iprof-viz/iprof-viz/internal/testtier" // collects garbage less often
)

// script makes an engine of a shell script.
func script(t *testing.T, text string) *Engine {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("engines of this test are shell scripts")
	}
	path := filepath.Join(t.TempDir(), "dot")
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+text), 0o755); err != nil {
		t.Fatal(err)
	}
	return &Engine{Path: path}
}

func TestEngineDraws(t *testing.T) {
	got, err := script(t, `echo "$@"; cat`).Draw([]byte("digraph {}"), "svg")
	if want := "-Tsvg\ndigraph {}"; err != nil || string(got) != want {
		t.Errorf("%q, %v; want %q", got, err, want)
	}
}

func TestEngineFailures(t *testing.T) {
	for _, c := range []struct{ name, script, want string }{
		{"says why", "echo 'Error: <stdin>: syntax error' >&2; exit 1", "dot: exit status 1: Error: <stdin>: syntax error"},
		{"says nothing", "exit 3", "dot: exit status 3"},
		{"crashes", "kill -SEGV $$", "dot: signal: segmentation fault"},
		{"draws nothing", "echo ok >&2", "dot: it wrote no picture"},
		{"colors the terminal", `printf '\033[31mred\007\n' >&2; exit 1`, "dot: exit status 1: [31mred"},
		{"says much", `yes '' | head -3 >&2; yes xxxxxxxxx | tr -d '\n' | head -c 100000 >&2; exit 1`,
			"dot: exit status 1: " + strings.Repeat("xxxxxxxxx", 23)[:199] + "…"},
	} {
		t.Run(c.name, func(t *testing.T) {
			picture, err := script(t, c.script).Draw(nil, "svg")
			if len(picture) > 0 || err == nil || strings.TrimSuffix(err.Error(), " (core dumped)") != c.want {
				t.Errorf("%q, %v; want %s", picture, err, c.want)
			}
			var e *EngineError
			if !errors.As(err, &e) {
				t.Errorf("%T is no EngineError", err)
			}
		})
	}
}

// TestEngineTimeout checks that the children of an engine are killed with it.
func TestEngineTimeout(t *testing.T) {
	pid := filepath.Join(t.TempDir(), "pid")
	e := script(t, `sleep 1000 & echo $! > "`+pid+`.new"; mv "`+pid+`.new" "`+pid+`"; wait`)
	for e.Timeout = 30 * time.Millisecond; ; e.Timeout *= 2 { // until the engine has had time to start its child
		if _, err := e.Draw(nil, "svg"); !errors.Is(err, ErrLayoutTimeout) {
			t.Fatalf("%v", err)
		}
		if _, err := os.Stat(pid); err == nil {
			break
		}
	}
	waitForEnd(t, pid)
}

// A busy engine is ended by its processor time, where that is known, however long it takes by the clock; a waiting one by the clock.
func TestEngineProcessorTime(t *testing.T) {
	if _, known := processorTime(os.Getpid()); !known {
		t.Skip("the processor time of other processes is unknown here")
	}
	const timeout = 200 * time.Millisecond
	if got, want := layoutLimit(timeout), (runLimit{timeout, waiting * timeout}); got != want {
		t.Errorf("a layout is limited by %v, want %v", got, want)
	}
	for code, c := range map[string]struct {
		limit runLimit
		want  string
	}{
		// By the clock, the time for either is one that no machine is too busy for.
		"while :; do :; done": {runLimit{timeout, time.Hour}, "layout timed out: more than 200ms of processor time"},
		"sleep 1000":          {runLimit{time.Hour, timeout}, "layout timed out: more than 200ms"},
	} {
		if _, err := script(t, code).run(nil, c.limit, "-Tsvg"); err == nil || !strings.HasSuffix(err.Error(), c.want) {
			t.Errorf("%s: %v", code, err)
		}
	}
}

func TestEngineStop(t *testing.T) {
	pid := filepath.Join(t.TempDir(), "pid")
	e := script(t, `sleep 1000 & echo $! > "`+pid+`.new"; mv "`+pid+`.new" "`+pid+`"; wait`)
	done := make(chan error)
	go func() {
		_, err := e.Draw(nil, "svg")
		done <- err
	}()
	for {
		if _, err := os.Stat(pid); err == nil {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	e.Stop()
	if err := <-done; !errors.Is(err, ErrStopped) {
		t.Errorf("it went on: %v", err)
	}
	waitForEnd(t, pid)
	if _, err := e.Draw(nil, "svg"); !errors.Is(err, ErrStopped) {
		t.Errorf("it started again: %v", err)
	}
}

// What an engine writes beyond the limit costs nothing, and ends it.
func TestEngineWritesTooMuch(t *testing.T) {
	e := script(t, `exec cat /dev/zero`)
	e.Timeout = time.Hour
	stop := budget.Budget{Memory: maxPicture + 4<<20, Time: time.Minute}.Start(t, 0)
	picture, err := e.Draw(nil, "svg")
	stop()
	if want := "dot: the picture has more than 134,217,728 bytes"; len(picture) > 0 || err == nil || err.Error() != want {
		t.Errorf("%d bytes, %v; want %s", len(picture), err, want)
	}
}

// A picture of any size arrives as it was written.
func TestCappedBuffer(t *testing.T) {
	written := bytes.Repeat([]byte("0123456789"), 3*chunkSize/10)
	for _, size := range []int{0, 1, chunkSize - 1, chunkSize, chunkSize + 1, len(written)} {
		b := cappedBuffer{max: len(written)}
		for rest := written[:size]; len(rest) > 0; {
			n, err := b.Write(rest[:min(7000, len(rest))])
			if err != nil {
				t.Fatal(err)
			}
			rest = rest[n:]
		}
		if got := b.bytes(); !bytes.Equal(got, written[:size]) {
			t.Errorf("%d bytes come back as %d", size, len(got))
		}
	}
}

func TestEngineMemory(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux limits the memory of another process")
	}
	e := script(t, `read x; while :; do x="$x$x"; done`)
	e.Memory = 64 << 20
	picture, err := e.Draw(bytes.Repeat([]byte("x"), 1<<16), "svg")
	var exit *exec.ExitError
	if len(picture) > 0 || !errors.As(err, &exit) {
		t.Errorf("%q, %v", picture, err)
	}
}

// The source code of the engine is run only where no other user can have written it.
func TestCheckSource(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("this system has no owners and modes")
	}
	root := t.TempDir()
	main := filepath.Join(root, "cmd", engineName, "main.go")
	for _, name := range []string{main, filepath.Join(root, "internal", "x", "x.go"), filepath.Join(root, "go.mod"), filepath.Join(root, "go.sum")} {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := checkSource(root); err != nil {
		t.Skipf("the temporary directory is not safe: %v", err)
	}
	for _, path := range []string{root, filepath.Dir(root), filepath.Join(root, "cmd"), main} {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		os.Chmod(path, info.Mode().Perm()|0o020)
		if err := checkSource(root); err == nil || !strings.HasSuffix(err.Error(), " is writable by other users") {
			t.Errorf("%s: %v", path, err)
		}
		os.Chmod(path, info.Mode().Perm())
	}
	if err := checkSource(root); err != nil {
		t.Error(err)
	}
}

// waitForEnd waits until the process whose number is in a file has ended. It hangs if that never happens.
func waitForEnd(t *testing.T, file string) {
	t.Helper()
	text := testfile.Read(t, file)
	pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	for isRunning(pid) {
		time.Sleep(10 * time.Millisecond)
	}
}

// isRunning reports whether there is a process, other than one that was killed and not yet waited for by init: a zombie, which has the state
// Z. A small Linux has no ps.
func isRunning(pid int) bool {
	var state []byte
	var err error
	if runtime.GOOS == "linux" {
		state, err = os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
		state = state[bytes.LastIndexByte(state, ')')+1:] // the name of the program may be anything
	} else {
		state, err = exec.Command("ps", "-o", "stat=", "-p", strconv.Itoa(pid)).Output()
	}
	return err == nil && !bytes.HasPrefix(bytes.TrimSpace(state), []byte("Z"))
}

func TestFindEngine(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("programs of this test are shell scripts")
	}
	dir := t.TempDir()
	program := func(folder, name string) string {
		path := filepath.Join(dir, folder, name)
		os.MkdirAll(filepath.Dir(path), 0o755)
		if err := os.WriteFile(path, []byte("#!/bin/sh\n"), 0o755); err != nil {
			t.Fatal(err)
		}
		return path
	}
	find := func(path string) string {
		t.Helper()
		e, err := FindEngine(path)
		if err != nil {
			t.Fatal(err)
		}
		return e.Path
	}
	check := func(got, want string) {
		t.Helper()
		if got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	t.Setenv("GRAPHVIZ_DOT", "")
	t.Setenv("PATH", filepath.Join(dir, "a"))
	if e, err := FindEngine(""); err == nil {
		t.Errorf("found %s", e.Path)
	} else if !errors.Is(err, ErrNoEngine) {
		t.Error(err)
	}
	goCommand := program("a", "go")
	if root, err := sourceRoot(); root != "" && err == nil {
		check(find(""), goCommand)
	}
	dot := program("a", "dot")
	check(find(""), dot)
	own := program("a", "iprof-viz-dot")
	check(find(""), own)
	special := program("b", "my dot")
	t.Setenv("GRAPHVIZ_DOT", special)
	check(find(""), special)
	check(find("dot"), dot)
	if _, err := FindEngine(filepath.Join(dir, "c")); err == nil {
		t.Error("found a program that is not there")
	}
}
