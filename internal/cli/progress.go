package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/term"
)

// Progress is shown after the work has taken a second, and then ten times a second.
const (
	progressAfter = time.Second
	progressEvery = 100 * time.Millisecond
)

// A progress is a line on a terminal that says how much of the input has been read and, afterwards, which part of the work runs. It is
// not shown if the work is done sooner.
type progress struct {
	w io.Writer // nil: not shown

	mu    sync.Mutex
	input *watched // nil: nothing has been read
	part  string   // of the work, which runs now; "": unknown
	since time.Time
	ended bool          // the result is being written
	done  int           // for several inputs
	of    int           // number of inputs; 0: one
	width int           // length of the line on the screen
	quit  chan struct{} // nil: not running
}

func newProgress(stderr io.Writer) *progress {
	p := &progress{}
	if f, ok := stderr.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		p.w = stderr
	}
	return p
}

// A watched is a reader that counts bytes.
type watched struct {
	r     io.Reader
	name  string
	total int64 // 0: unknown
	start time.Time
	read  atomic.Int64
	took  atomic.Int64 // time.Duration until the end of the input; 0: it has not been reached
}

func (w *watched) Read(b []byte) (int, error) {
	n, err := w.r.Read(b)
	w.read.Add(int64(n))
	if err == io.EOF {
		w.took.CompareAndSwap(0, int64(time.Since(w.start)))
	}
	return n, err
}

// Seek seeks in a reader that can, and continues counting from there.
func (w *watched) Seek(offset int64, whence int) (int64, error) {
	s, ok := w.r.(io.Seeker)
	if !ok {
		return 0, errors.ErrUnsupported
	}
	at, err := s.Seek(offset, whence)
	if err == nil {
		w.read.Store(at)
		w.took.Store(0)
	}
	return at, err
}

// watch returns r and from now on shows how much of it has been read.
func (p *progress) watch(r io.Reader, name string, total int64) io.Reader {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.w == nil {
		return r
	}
	p.input, p.part = &watched{r: r, name: name, total: total, start: time.Now()}, ""
	p.start()
	return p.input
}

// start runs the line unless it runs.
func (p *progress) start() {
	if p.quit == nil {
		p.quit = make(chan struct{})
		go p.run(p.quit)
	}
}

// working says which part of the work begins.
func (p *progress) working(part string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.w == nil || p.ended {
		return
	}
	p.part, p.since = part, time.Now()
	p.start()
}

// Part says that several inputs are read, and how many of them are done.
func (p *progress) Part(done, of int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done, p.of = done, of
}

func (p *progress) run(quit <-chan struct{}) {
	tick := time.NewTimer(progressAfter)
	for {
		select {
		case <-quit:
			return
		case <-tick.C:
			p.show(quit)
			tick.Reset(progressEvery)
		}
	}
}

func (p *progress) show(quit <-chan struct{}) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.quit == quit {
		p.line(p.text())
	}
}

// text returns the line: app.iprof: 43% read, 512 MB/s, or app.iprof: call graph, 12 s.
func (p *progress) text() string {
	if p.part == "" {
		text := p.input.String()
		if p.of > 1 {
			text = fmt.Sprintf("%d of %d profiles added; %s", p.done, p.of, text)
		}
		return text
	}
	text := fmt.Sprintf("%s, %d s", p.part, int(time.Since(p.since).Seconds()))
	if p.input != nil {
		text = Printable(p.input.name) + ": " + text
	}
	return text
}

// line replaces the line on the screen.
func (p *progress) line(s string) {
	if f, ok := p.w.(*os.File); ok {
		if columns, _, err := term.GetSize(int(f.Fd())); err == nil && columns > 1 {
			s = p.endOf(s, columns-1) // a line that wraps cannot be erased
		}
	}
	n := len([]rune(s))
	fmt.Fprintf(p.w, "\r%s%s", s, strings.Repeat(" ", max(0, p.width-n)))
	p.width = n
}

// endOf shortens a line at its beginning, where the name of the file is: what the command does with the file is at the end.
func (*progress) endOf(s string, columns int) string {
	if all := []rune(s); len(all) > columns {
		return "…" + string(all[len(all)-columns+1:])
	}
	return s
}

// String returns app.iprof: 43% read, 512 MB/s.
func (w *watched) String() string {
	name, read, took := Printable(w.name), w.read.Load(), time.Duration(w.took.Load())
	if took > 0 {
		return fmt.Sprintf("%s: read in %.1f s, working", name, took.Seconds())
	}
	speed := float64(read) / 1e6 / time.Since(w.start).Seconds()
	if w.total > 0 {
		return fmt.Sprintf("%s: %d%% read, %.0f MB/s", name, 100*read/w.total, speed)
	}
	return fmt.Sprintf("%s: %d MB read, %.0f MB/s", name, read/1e6, speed)
}

// aside erases the line while something else is printed.
func (p *progress) aside(print func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.erase()
	print()
}

func (p *progress) erase() {
	if p.width > 0 {
		p.line("")
		fmt.Fprint(p.w, "\r")
	}
}

// Stop erases the line for good.
func (p *progress) Stop() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.erase()
	p.ended = true
	if p.quit != nil {
		close(p.quit)
		p.quit = nil
	}
}
