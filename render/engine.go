package render

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"
	"unicode"
)

// An Engine lays out graphs and draws them. It is a program with the command line of Graphviz's dot, a process for each
// picture: iprof-viz-dot, or dot itself.
type Engine struct {
	Path    string        // of the program
	Timeout time.Duration // after which it is killed; 0: DefaultLayoutTimeout

	args   []string // before those of dot
	source bool     // the program is built from source when it is run

	mu      sync.Mutex
	running *exec.Cmd
	stopped bool
}

// DefaultLayoutTimeout is enough for 1,500 methods on a slow machine.
const DefaultLayoutTimeout = 20 * time.Second

// ErrLayoutTimeout is what an [EngineError] wraps where the engine took too long.
var ErrLayoutTimeout = errors.New("the layout takes too long")

// ErrStopped is what an [EngineError] wraps behind [Engine.Stop].
var ErrStopped = errors.New("stopped")

// ErrNoEngine says that there is no layout engine on this machine.
var ErrNoEngine = errors.New("there is no layout engine: neither iprof-viz-dot nor dot is beside the program or on PATH")

// An EngineError says why an engine did not draw.
type EngineError struct {
	Path   string // the engine
	Err    error
	Stderr string // the first of what it wrote to standard error, made harmless; "" for nothing
}

func (e *EngineError) Error() string {
	s := fmt.Sprintf("%s: %v", filepath.Base(e.Path), e.Err)
	if e.Stderr != "" {
		s += ": " + e.Stderr
	}
	return s
}

// Unwrap returns Err.
func (e *EngineError) Unwrap() error { return e.Err }

// engineName is the layout engine that comes with iprof-viz.
const engineName = "iprof-viz-dot"

// FindEngine returns an engine: the program that a path or a name on PATH leads to, or if that is empty, what GRAPHVIZ_DOT
// names, iprof-viz-dot beside the running program or on PATH, dot on PATH, or iprof-viz-dot of the source that the
// running program was built from, by way of go run. It returns [ErrNoEngine] where it finds none.
func FindEngine(path string) (*Engine, error) {
	if path == "" {
		path = os.Getenv("GRAPHVIZ_DOT")
	}
	if path != "" {
		found, err := exec.LookPath(path)
		if err != nil {
			return nil, err
		}
		return &Engine{Path: found}, nil
	}
	if exe, err := os.Executable(); err == nil {
		if exe, err = filepath.EvalSymlinks(exe); err == nil {
			if found, err := exec.LookPath(filepath.Join(filepath.Dir(exe), engineName)); err == nil {
				return &Engine{Path: found}, nil
			}
		}
	}
	for _, name := range []string{engineName, "dot"} {
		if found, err := exec.LookPath(name); err == nil {
			return &Engine{Path: found}, nil
		}
	}
	if root := sourceRoot(); root != "" {
		if found, err := exec.LookPath("go"); err == nil {
			return &Engine{Path: found, args: []string{"run", "-C", root, "./cmd/" + engineName}, source: true}, nil
		}
	}
	return nil, ErrNoEngine
}

// sourceRoot returns the module's directory on the machine that built this program, if it still is there; "" if not.
// A path that was built in cannot be led astray by the directory that the program happens to run in.
func sourceRoot() string {
	_, file, _, ok := runtime.Caller(0)
	if !ok || !filepath.IsAbs(file) { // as with -trimpath
		return ""
	}
	root := filepath.Dir(filepath.Dir(file))
	if _, err := os.Stat(filepath.Join(root, "cmd", engineName, "main.go")); err != nil {
		return ""
	}
	return root
}

// buildTimeout is for downloading and compiling the engine, the first time that it is run from source.
const buildTimeout = 5 * time.Minute

// The most that an engine may write.
const (
	maxPicture = 1 << 30
	maxStderr  = 1 << 12
)

// Draw lays out a graph in the DOT language and returns the picture in a format that dot knows, such as "svg" or "png".
// An error is an [*EngineError]. Draw is for one goroutine at a time.
func (e *Engine) Draw(dot []byte, format string) ([]byte, error) {
	if e.source { // the time for the layout starts when there is an engine
		if _, err := e.run(nil, buildTimeout, "-V"); err != nil {
			return nil, err
		}
	}
	timeout := e.Timeout
	if timeout == 0 {
		timeout = DefaultLayoutTimeout
	}
	picture, err := e.run(dot, timeout, "-T"+format)
	if err == nil && len(picture) == 0 {
		err = &EngineError{Path: e.Path, Err: errors.New("it drew nothing")}
	}
	return picture, err
}

func (e *Engine) run(input []byte, timeout time.Duration, arg string) ([]byte, error) {
	c := exec.Command(e.Path, append(e.args[:len(e.args):len(e.args)], arg)...)
	out, said := &cappedBuffer{most: maxPicture}, &cappedBuffer{most: maxStderr, drop: true}
	c.Stdin, c.Stdout, c.Stderr = bytes.NewReader(input), out, said
	c.WaitDelay = time.Second // for what its children hold open
	setProcessGroup(c)
	fail := func(err error) ([]byte, error) {
		return nil, &EngineError{Path: e.Path, Err: err, Stderr: firstLine(said.b.String())}
	}
	if err := e.start(c); err != nil {
		return fail(err)
	}
	done := make(chan error, 1)
	go func() { done <- c.Wait() }()
	timer := time.NewTimer(timeout)
	defer timer.Stop()
	var err error
	select {
	case err = <-done:
		if e.end() {
			return fail(ErrStopped)
		}
	case <-timer.C:
		e.end()
		killGroup(c)
		<-done
		return fail(fmt.Errorf("%w: more than %v", ErrLayoutTimeout, timeout))
	}
	var exit *exec.ExitError
	switch {
	case out.full:
		return fail(fmt.Errorf("the picture has more than %d bytes", maxPicture))
	case errors.As(err, &exit):
		return fail(exit)
	case err != nil:
		return fail(err)
	}
	return out.b.Bytes(), nil
}

func (e *Engine) start(c *exec.Cmd) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.stopped {
		return ErrStopped
	}
	err := c.Start()
	if err == nil {
		e.running = c
	}
	return err
}

// end says that the process has ended, or is about to be killed. It reports whether it was stopped.
func (e *Engine) end() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.running = nil
	return e.stopped
}

// Stop kills what Draw is running, with its children, and keeps it from starting more. It may be called from any
// goroutine.
func (e *Engine) Stop() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.stopped = true
	if e.running != nil {
		killGroup(e.running)
	}
}

// capped keeps what is written to it up to a size. Then it fails, or drops the rest.
type cappedBuffer struct {
	b    bytes.Buffer
	most int
	drop bool
	full bool
}

func (w *cappedBuffer) Write(p []byte) (int, error) {
	room := w.most - w.b.Len()
	if len(p) <= room {
		return w.b.Write(p)
	}
	w.full = true
	w.b.Write(p[:room])
	if w.drop {
		return len(p), nil
	}
	return room, io.ErrShortWrite
}

// firstLine returns the first line that says something, shortened, without what could do something to a terminal.
func firstLine(s string) string {
	const most = 200
	for line := range strings.Lines(s) {
		line = strings.TrimSpace(strings.Map(func(r rune) rune {
			if !unicode.IsPrint(r) {
				return ' '
			}
			return r
		}, line))
		if line == "" {
			continue
		}
		if runes := []rune(line); len(runes) > most {
			line = string(runes[:most-1]) + ellipsis
		}
		return strings.TrimPrefix(line, engineName+": ")
	}
	return ""
}
