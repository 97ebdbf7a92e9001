package drawing

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"

	"github.com/iprof-viz/iprof-viz/internal/background"
	"github.com/iprof-viz/iprof-viz/internal/ownpath"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
)

// An Engine lays out and draws graphs. It is a program with the command line of Graphviz's dot, iprof-viz-dot or dot itself, and
// runs once per picture.
type Engine struct {
	Path    string        // path of the program
	Timeout time.Duration // it is killed after this time; 0: DefaultLayoutTimeout
	Memory  int64         // maximum memory in bytes, on Linux; 0: DefaultLayoutMemory

	args   []string // precede those of dot
	source bool     // Path is the go command, which builds the engine first

	mu      sync.Mutex
	running *group // the running process of Draw
	stopped bool
}

// DefaultLayoutTimeout is enough for the layout of 1,500 methods on a slow machine.
const DefaultLayoutTimeout = 20 * time.Second

// DefaultLayoutMemory is ten times what a layout of 1,500 methods needs. iprof-viz-dot gives up at half of it.
const DefaultLayoutMemory = 2 << 30

// ErrLayoutTimeout is wrapped by an [EngineError] if the engine took too long.
var ErrLayoutTimeout = errors.New("layout timed out")

// ErrStopped is wrapped by an [EngineError] after [Engine.Stop].
var ErrStopped = errors.New("stopped")

// ErrNoEngine means that [FindEngine] found no layout engine.
var ErrNoEngine = errors.New("no layout engine found: neither iprof-viz-dot (next to iprof-viz or on PATH) nor dot (on PATH)")

// An EngineError is a failure of a layout engine.
type EngineError struct {
	Path   string // the engine
	Err    error
	Stderr string // the first line of its standard error, without control characters
}

// Error returns the name of the engine, the cause and what it wrote.
func (e *EngineError) Error() string {
	s := fmt.Sprintf("%s: %v", filepath.Base(e.Path), e.Err)
	if e.Stderr != "" {
		s += ": " + e.Stderr
	}
	return s
}

// Unwrap returns Err.
func (e *EngineError) Unwrap() error { return e.Err }

// engineName is the program name of the layout engine that comes with iprof-viz.
const engineName = "iprof-viz-dot"

// FindEngine returns the first engine that it finds: path, which may be a name on PATH; otherwise GRAPHVIZ_DOT; otherwise
// iprof-viz-dot beside the running program or on PATH; dot on PATH; or iprof-viz-dot in the source tree of the running program, by
// go run, if only this user and root can change that tree. The error wraps [ErrNoEngine] if path is empty and no engine is found.
func FindEngine(path string) (*Engine, error) {
	path = cmp.Or(path, os.Getenv("GRAPHVIZ_DOT"))
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
	root, unsafe := sourceRoot()
	if root == "" {
		return nil, ErrNoEngine
	}
	found, err := exec.LookPath("go")
	if err != nil {
		return nil, ErrNoEngine
	}
	if unsafe != nil {
		return nil, fmt.Errorf("%w; the one in the source code is not run: %w", ErrNoEngine, unsafe)
	}
	return &Engine{Path: found, args: []string{"run", "-C", root, "./cmd/" + engineName}, source: true}, nil
}

// sourceRoot returns the directory of the module from which this program was built, if it still exists; otherwise "". The path is
// built in, so it does not depend on the current directory. The error says why its code must not be run: another user could have
// changed it.
func sourceRoot() (string, error) {
	_, file, _, ok := runtime.Caller(0)
	if !ok || !filepath.IsAbs(file) { // built with -trimpath
		return "", nil
	}
	root := filepath.Dir(filepath.Dir(file))
	if _, err := os.Stat(filepath.Join(root, "cmd", engineName, "main.go")); err != nil {
		return "", nil
	}
	return root, checkSource(root)
}

// checkSource fails if anybody except this user and root can change the source code of the engine.
func checkSource(root string) error {
	dir, _, err := ownpath.Open(root)
	if err != nil {
		return err
	}
	defer dir.Close()
	return ownpath.CheckTree(dir, "go.mod", "go.sum", "cmd", "internal")
}

// timeoutVar tells iprof-viz-dot to exit by itself when this program is gone, or when the time is over.
const timeoutVar = "IPROF_VIZ_DOT_TIMEOUT"

// A runLimit ends an engine: processor time, which does not depend on what else the machine is doing and is known on Linux, and time by
// the clock, for an engine that only waits.
type runLimit struct{ processor, clock time.Duration }

// buildLimit limits downloading and compiling the engine when it first runs from source.
var buildLimit = runLimit{clock: 5 * time.Minute}

// waiting is how many times as long as its limit of processor time an engine may take by the clock, on a busy machine.
const waiting = 10

// layoutLimit is the limit of a layout that may take a timeout.
func layoutLimit(timeout time.Duration) runLimit {
	if _, ok := processorTime(os.Getpid()); !ok {
		return runLimit{clock: timeout}
	}
	return runLimit{timeout, waiting * timeout}
}

// exceeded returns what a process has exceeded since it was started, "" for nothing.
func (l runLimit) exceeded(pid int, started time.Time) string {
	if used, ok := processorTime(pid); ok && l.processor > 0 && used > l.processor {
		return fmt.Sprintf("more than %v of processor time", l.processor)
	}
	if time.Since(started) > l.clock {
		return fmt.Sprintf("more than %v", l.clock)
	}
	return ""
}

// Limits of an engine's output, in bytes.
const (
	maxPicture = 128 << 20 // fifty times the output for 1,500 methods
	maxStderr  = 1 << 12
)

// Draw lays out a graph in the DOT language and returns the picture in a format of dot, such as "svg" or "png". An error is
// an [*EngineError]. Only one goroutine at a time may call Draw.
func (e *Engine) Draw(dot []byte, format string) ([]byte, error) {
	if e.source { // build it first: that does not count as time for the layout
		if _, err := e.run(nil, buildLimit, "-V"); err != nil {
			return nil, err
		}
	}
	timeout := cmp.Or(e.Timeout, DefaultLayoutTimeout)
	picture, err := e.run(dot, layoutLimit(timeout), "-T"+format)
	if err == nil && len(picture) == 0 {
		err = &EngineError{Path: e.Path, Err: errors.New("it wrote no picture")}
	}
	return picture, err
}

func (e *Engine) run(input []byte, limit runLimit, arg string) ([]byte, error) {
	c := exec.Command(e.Path, append(e.args[:len(e.args):len(e.args)], arg)...)
	out, stderr := &cappedBuffer{max: maxPicture}, &cappedBuffer{max: maxStderr, drop: true}
	c.Stdin, c.Stdout, c.Stderr = bytes.NewReader(input), out, stderr
	c.WaitDelay = time.Second // for pipes that its children keep open
	c.Env = append(os.Environ(), timeoutVar+"="+cmp.Or(limit.processor, limit.clock).String())
	if e.source {
		c.Env = append(c.Env, "GOWORK=off") // a go.work in a parent directory could be anybody's
	}
	fail := func(err error) ([]byte, error) {
		return nil, &EngineError{Path: e.Path, Err: err, Stderr: firstLine(string(stderr.bytes()))}
	}
	group := startGroup()
	defer group.end()
	if err := e.start(c, group, cmp.Or(limit.processor, limit.clock)); err != nil {
		return fail(err)
	}
	started := time.Now()
	done := make(chan error, 1)
	running := background.Go(func() {
		defer close(done)
		done <- c.Wait()
	})
	look := time.NewTicker(20 * time.Millisecond)
	defer look.Stop()
	var err error
	for ended := false; !ended; {
		select {
		case err = <-done:
			ended = true
		case <-look.C:
			if exceeded := limit.exceeded(c.Process.Pid, started); exceeded != "" {
				e.end()
				group.kill()
				<-done
				return fail(fmt.Errorf("%w: %s", ErrLayoutTimeout, exceeded))
			}
		}
	}
	running.Wait() // it may have panicked
	if e.end() {
		return fail(ErrStopped)
	}
	var exit *exec.ExitError
	switch {
	case out.full:
		return fail(fmt.Errorf("the picture has more than %s bytes", words.Thousands(maxPicture)))
	case errors.As(err, &exit):
		return fail(exit)
	case err != nil:
		return fail(err)
	}
	return out.bytes(), nil
}

func (e *Engine) start(c *exec.Cmd, group *group, timeout time.Duration) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.stopped {
		return ErrStopped
	}
	group.add(c)
	if err := c.Start(); err != nil {
		return err
	}
	e.running = group
	if !e.source { // building takes as long as it takes, and the engine then limits itself
		limitResources(c.Process.Pid, cmp.Or(e.Memory, DefaultLayoutMemory), timeout)
	}
	return nil
}

// end forgets the process, which has ended or is about to be killed. It reports whether Stop was called.
func (e *Engine) end() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.running = nil
	return e.stopped
}

// Stop kills the running process of Draw and its children, and makes later calls of Draw fail. It is safe for concurrent use.
func (e *Engine) Stop() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.stopped = true
	if e.running != nil {
		e.running.kill()
	}
}

// A cappedBuffer is a buffer with a maximum size. A write beyond it fails, or is dropped. It takes at most one chunk of memory more
// than its content.
type cappedBuffer struct {
	chunks [][]byte
	size   int
	max    int
	drop   bool
	full   bool // some writes were beyond max
}

const chunkSize = 256 << 10 // bytes

func (w *cappedBuffer) Write(p []byte) (int, error) {
	n := min(len(p), w.max-w.size)
	w.full = w.full || n < len(p)
	if w.full && !w.drop {
		w.chunks = nil
		return 0, io.ErrShortWrite
	}
	w.size += n
	for rest := p[:n]; len(rest) > 0; {
		if len(w.chunks) == 0 || len(w.chunks[len(w.chunks)-1]) == chunkSize {
			w.chunks = append(w.chunks, make([]byte, 0, min(w.max, chunkSize)))
		}
		last := &w.chunks[len(w.chunks)-1]
		room := min(len(rest), cap(*last)-len(*last))
		*last = append(*last, rest[:room]...)
		rest = rest[room:]
	}
	return len(p), nil
}

// bytes returns all that was written.
func (w *cappedBuffer) bytes() []byte { return slices.Concat(w.chunks...) }

// firstLine returns the first line that is not blank, shortened, with spaces instead of unprintable characters.
func firstLine(s string) string {
	const maxLength = 200
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
		if runes := []rune(line); len(runes) > maxLength {
			line = string(runes[:maxLength-1]) + plaintext.Ellipsis
		}
		return strings.TrimPrefix(line, engineName+": ")
	}
	return ""
}
