package optlog

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
)

// Options limit [Read].
type Options struct {
	MaxBytes int64 // of all files, as they are decompressed; 0: no limit
	MaxLine  int   // bytes of a line; 0: 32 MiB
	MaxNodes int64 // calls in all compilations that are kept; 0: 1 million
}

const (
	defaultMaxLine  = 32 << 20
	defaultMaxNodes = 1_000_000
)

// ErrTooLarge says that a log is beyond one of the limits of [Options].
var ErrTooLarge = errors.New("too large")

// Read reads a log: a file, which may be compressed with gzip, or all files of a directory that begin like
// one. The error is a [*SyntaxError] for a line that
// is not a compilation, and wraps [ErrTooLarge] for a log beyond a limit; nothing is read then.
func Read(path string, opts Options) (*Log, error) {
	files, skipped, err := filesOf(path)
	if err != nil {
		return nil, err
	}
	r := newReader(opts)
	for i, file := range files {
		if err := r.file(i, file); err != nil {
			r.wait()
			return nil, err
		}
	}
	log, err := r.finish(files)
	if err == nil {
		log.Skipped = skipped
	}
	return log, err
}

// A job is a line to parse.
type job struct {
	file, line int
	text       []byte
}

func (j job) isBefore(other job) bool {
	return j.file < other.file || j.file == other.file && j.line < other.line
}

// An outcome is the compilation of a line.
type outcome struct {
	file, line int
	unit       Unit
}

// A reader parses lines on all processors.
type reader struct {
	opts    Options
	jobs    chan job // without room: lines can be long
	read    int64    // bytes of all files so far
	workers sync.WaitGroup
	failed  atomic.Bool
	buffers sync.Pool

	mu         sync.Mutex
	last       map[compiled]outcome // by method
	recompiled int
	compiler   int
	problem    error // of the first bad line
	at         job
	nodes      int64
}

func newReader(opts Options) *reader {
	if opts.MaxLine <= 0 {
		opts.MaxLine = defaultMaxLine
	}
	if opts.MaxNodes <= 0 {
		opts.MaxNodes = defaultMaxNodes
	}
	r := &reader{opts: opts, jobs: make(chan job), last: map[compiled]outcome{}}
	for range runtime.GOMAXPROCS(0) {
		r.workers.Go(r.work)
	}
	return r
}

// work parses lines.
func (r *reader) work() {
	p := parser{texts: map[string]string{}}
	for j := range r.jobs {
		if !r.skips(j) {
			p.left = r.opts.MaxNodes
			unit, err := p.unit(j.text)
			r.take(j, unit, err)
		}
		r.buffers.Put(&j.text)
	}
}

// skips reports whether a line need not be parsed, as one before it is bad: the first is reported, whichever is parsed first.
func (r *reader) skips(j job) bool {
	if !r.failed.Load() {
		return false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return !j.isBefore(r.at)
}

// compiled is a method as far as a log tells: a bridge has the name of the method that it calls.
type compiled struct {
	method string
	bridge bool
}

// isBridge reports whether a unit has the one call of a bridge: of a method with its own name.
func (u *Unit) isBridge() bool {
	bridge := false
	for i := range u.Nodes {
		if n := &u.Nodes[i]; n.Parent == 0 {
			if bridge || n.Method != u.Method() {
				return false
			}
			bridge = true
		}
	}
	return bridge
}

// take keeps the last compilation of each method.
func (r *reader) take(j job, unit Unit, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err == nil && r.nodes+int64(len(unit.Nodes)) > r.opts.MaxNodes {
		err = ErrTooLarge
	}
	if err != nil {
		if r.problem == nil || j.isBefore(r.at) {
			r.problem, r.at = err, j
		}
		r.failed.Store(true)
		return
	}
	method := unit.Method()
	if isCompiler(method) {
		r.compiler++
		return
	}
	now, key := outcome{j.file, j.line, unit}, compiled{method, unit.isBridge()}
	before, again := r.last[key]
	if again {
		r.recompiled++
		if !now.isAfter(before) {
			return
		}
	}
	r.nodes += int64(len(unit.Nodes) - len(before.unit.Nodes))
	r.last[key] = now
}

// isAfter reports whether a compilation is later than another one of the same method: by the number of its compilation or, without, by its
// place.
func (o outcome) isAfter(other outcome) bool {
	a, b := number(o.unit.ID), number(other.unit.ID)
	if a >= 0 && b >= 0 && a != b {
		return a > b
	}
	return o.file > other.file || o.file == other.file && o.line > other.line
}

// number returns the number that an id ends with; -1: none.
func number(id string) int64 {
	digits := id[len(strings.TrimRight(id, "0123456789")):]
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil {
		return -1
	}
	return n
}

// file gives the lines of a file to the workers.
func (r *reader) file(index int, path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	in, err := unpacked(f, 1<<20)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	for line := 1; !r.failed.Load(); line++ {
		text, err := r.line(in)
		r.read += int64(len(text))
		if r.opts.MaxBytes > 0 && r.read > r.opts.MaxBytes {
			return fmt.Errorf("%s: %w: the log has more than %d bytes, decompressed", path, ErrTooLarge, r.opts.MaxBytes)
		}
		if len(bytes.TrimSpace(text)) > 0 {
			r.jobs <- job{index, line, text}
		}
		switch {
		case err == io.EOF:
			return nil
		case errors.Is(err, bufio.ErrTooLong):
			return fmt.Errorf("%s:%d: %w: the line has more than %d bytes", path, line, ErrTooLarge, r.opts.MaxLine)
		case err != nil:
			return fmt.Errorf("%s:%d: %w", path, line, err)
		}
	}
	return nil
}

// line reads a line into a buffer of its own.
func (r *reader) line(in *bufio.Reader) ([]byte, error) {
	var text []byte
	if b, ok := r.buffers.Get().(*[]byte); ok {
		text = (*b)[:0]
	}
	for {
		part, err := in.ReadSlice('\n')
		if len(text)+len(part) > r.opts.MaxLine {
			return nil, bufio.ErrTooLong
		}
		text = append(text, part...)
		if err != bufio.ErrBufferFull {
			return text, err
		}
	}
}

func (r *reader) wait() {
	close(r.jobs)
	r.workers.Wait()
}

// finish returns the log, or the first problem.
func (r *reader) finish(files []string) (*Log, error) {
	r.wait()
	if r.problem != nil {
		e := &SyntaxError{File: files[r.at.file], Line: r.at.line, Problem: r.problem.Error()}
		var at problem
		if errors.As(r.problem, &at) {
			e.Column = at.at + 1
		}
		if r.problem == ErrTooLarge {
			return nil, fmt.Errorf("%s:%d: %w: the log has more than %d calls", e.File, e.Line, ErrTooLarge, r.opts.MaxNodes)
		}
		return nil, e
	}
	log := &Log{Files: len(files), Recompiled: r.recompiled, Compiler: r.compiler}
	all := slices.SortedFunc(maps.Values(r.last), func(a, b outcome) int {
		switch {
		case a.file != b.file:
			return a.file - b.file
		}
		return a.line - b.line
	})
	for _, o := range all {
		log.Units = append(log.Units, o.unit)
	}
	return log, nil
}
