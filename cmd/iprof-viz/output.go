package main

import (
	"bufio"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"

	"golang.org/x/term"

	"github.com/iprof-viz/iprof-viz/iprof"
)

// A target is where the result goes, as --output says.
//
// A regular file is whole or not there: the result goes to a temporary file beside it that takes its place in the end.
// Devices, pipes and standard output are written through.
type target struct {
	path string // "", "-": standard output

	mu        sync.Mutex
	temporary string // exists; "" before and behind
	abandoned bool   // nothing may be written any more
}

func (t *target) isStdout() bool { return t.path == "" || t.path == "-" || t.path == "/dev/stdout" }

// extension returns that of the file to be written: ".svg". It is empty for standard output and for files without one.
func (t *target) extension() string {
	if t.isStdout() {
		return ""
	}
	return strings.ToLower(filepath.Ext(t.path))
}

// look returns what is at the target, nil for nothing, and whether it is written through. Its errors are those that can
// be told before the work is done.
func (t *target) look() (info os.FileInfo, through bool, err error) {
	if t.isStdout() {
		return nil, true, nil
	}
	info, err = os.Stat(t.path)
	_, named := descriptor(t.path)
	switch {
	case err == nil && info.IsDir():
		err = errors.New("this is a directory")
	case errors.Is(err, fs.ErrNotExist) && named:
		err = syscall.EBADF // it is not open
	case err == nil:
		through = named || !info.Mode().IsRegular() || strings.HasPrefix(t.path, "/proc/")
	case errors.Is(err, fs.ErrNotExist):
		info = nil
		_, err = os.Stat(filepath.Dir(t.path))
	}
	if err != nil {
		return nil, false, t.failed(err)
	}
	return info, through, nil
}

// terminal returns the terminal that the result goes to, nil where it goes elsewhere.
func (a *app) terminal() *os.File {
	f, ok := a.stdout.(*os.File)
	if !ok || !a.target.isStdout() || !term.IsTerminal(int(f.Fd())) {
		return nil
	}
	return f
}

// spare fails where a file that is read is the one that the result would replace, or be added to.
func (a *app) spare(name string, info os.FileInfo) error {
	if happens := a.overwrites(info); happens != "" {
		return usage("", "%s is the input: %s it", printable(name), happens)
	}
	return nil
}

// overwrites tells what would happen to a file, "" for nothing: "--output would replace".
func (a *app) overwrites(file os.FileInfo) string {
	old, _, err := a.target.look()
	happens := "--output would replace"
	if f, ok := a.stdout.(*os.File); ok && a.target.isStdout() {
		old, err = f.Stat()
		happens = "standard output goes into"
	}
	if err != nil || old == nil || !file.Mode().IsRegular() || !os.SameFile(file, old) {
		return ""
	}
	return happens
}

// columns returns how wide text is to be, 0 where nobody minds. COLUMNS, where it is exported, is a wish: it holds for
// files too.
func (a *app) columns() int {
	if n, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && n > 0 {
		return n
	}
	f := a.terminal()
	if f == nil {
		return 0
	}
	width, _, err := term.GetSize(int(f.Fd()))
	if err != nil {
		return 0
	}
	return width
}

// write makes the result, by a function that writes it, and puts it where --output says.
func (a *app) write(result func(w io.Writer) error) error {
	t := &a.target
	if t.isStdout() {
		return finish("standard output", &aside{a.stdout, a.progress}, result)
	}
	info, through, err := t.look()
	if err != nil {
		return err
	}
	if !through {
		return t.replace(info, result)
	}
	w, closeIt, err := t.openThrough(a.stderr)
	if err != nil {
		return t.failed(err)
	}
	err = finish(t.path, w, result)
	if closed := closeIt(); err == nil && closed != nil {
		err = t.failed(closed)
	}
	return err
}

// writeIprof writes a profile, gzipped if the target's name says so.
func (a *app) writeIprof(p *iprof.Profile) error {
	return a.write(func(w io.Writer) error {
		if a.target.extension() != ".gz" {
			return iprof.Write(w, p)
		}
		z := gzip.NewWriter(w) // without a time or a name: the same profile gives the same bytes
		if err := iprof.Write(z, p); err != nil {
			return err
		}
		return z.Close()
	})
}

// notForTerminal fails where an iprof, which nobody reads, would go to a terminal.
func (a *app) notForTerminal(example string) error {
	if a.terminal() != nil {
		return usage("write it to a file: -o "+example, "an iprof is no text for a terminal")
	}
	return nil
}

// finish runs result with a buffer in front of w, and tells errors of w from those of result.
func finish(name string, w io.Writer, result func(io.Writer) error) error {
	out := &sticky{w: w}
	b := bufio.NewWriterSize(out, 64<<10)
	err := result(b)
	if err == nil {
		b.Flush()
	}
	if out.err != nil {
		return &failure{status: statusOutput, file: name, err: cause(out.err)}
	}
	return err
}

// replace writes a regular file; old is nil where there is none.
func (t *target) replace(old os.FileInfo, result func(io.Writer) error) error {
	path, err := behindLinks(t.path)
	if err != nil {
		return t.failed(err)
	}
	if old != nil { // renaming needs no leave to write the old file: ask for it
		f, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return t.failed(err)
		}
		f.Close()
	}
	f, err := t.create(path)
	if err != nil {
		return t.failed(err)
	}
	defer t.discard()
	err = finish(t.path, f, result)
	if err == nil && old != nil && runtime.GOOS != "windows" {
		if err = f.Chmod(old.Mode().Perm()); err != nil {
			err = t.failed(err)
		}
	}
	if closed := f.Close(); err == nil && closed != nil {
		err = t.failed(closed)
	}
	if err != nil {
		return err
	}
	// No fsync: the result can be made again, and a rename is atomic for all but a power failure.
	if err := t.rename(path); err != nil {
		return t.failed(err)
	}
	return nil
}

func (t *target) failed(err error) error {
	f := &failure{status: statusOutput, file: t.path, err: cause(err)}
	if errors.Is(err, fs.ErrNotExist) {
		f.err = fmt.Errorf("there is no directory %s", printable(filepath.Dir(t.path)))
	}
	return f
}

// create opens a new file beside path, with the permissions that a new file gets.
func (t *target) create(path string) (*os.File, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.abandoned {
		return nil, errAbandoned
	}
	for {
		name := filepath.Join(filepath.Dir(path), fmt.Sprintf(".iprof-viz-%08x", rand.Uint32()))
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err == nil {
			t.temporary = name
		}
		return f, err
	}
}

var errAbandoned = errors.New("interrupted")

// rename makes the temporary file the result.
func (t *target) rename(path string) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.abandoned {
		return errAbandoned
	}
	err := os.Rename(t.temporary, path)
	if err == nil {
		t.temporary = ""
	}
	return err
}

// discard removes the temporary file if there still is one.
func (t *target) discard() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.temporary != "" {
		os.Remove(t.temporary)
		t.temporary = ""
	}
}

// abandon removes the temporary file and keeps others from being made. The program ends.
func (t *target) abandon() {
	t.mu.Lock()
	t.abandoned = true
	t.mu.Unlock()
	t.discard()
}

// links returns a path and those that its links lead to. The last is no link, and need not exist.
func links(path string) ([]string, error) {
	chain := []string{path}
	for range 40 { // as many as Linux follows
		to, err := os.Readlink(path)
		if err != nil { // no link, or nothing at all
			return chain, nil
		}
		if !filepath.IsAbs(to) {
			to = filepath.Join(filepath.Dir(path), to)
		}
		path = to
		chain = append(chain, path)
	}
	return nil, errors.New("too many symbolic links")
}

// behindLinks returns what is at the end of a path's links, where a file is to be made: it may be that there is none.
func behindLinks(path string) (string, error) {
	chain, err := links(path)
	if err != nil {
		return "", err
	}
	return chain[len(chain)-1], nil
}

// descriptor returns the number of the open file that a path such as /dev/stderr or /dev/fd/3 stands for.
func descriptor(path string) (int, bool) {
	chain, _ := links(path)
	for _, p := range chain {
		for _, dir := range []string{"/dev/fd/", "/proc/self/fd/"} {
			if digits, ok := strings.CutPrefix(p, dir); ok {
				if n, err := strconv.Atoi(digits); err == nil && n >= 0 {
					return n, true
				}
			}
		}
	}
	return 0, false
}

// openThrough opens a target that is written through. What is open already is not opened anew: others go on writing to
// it, where it is then.
func (t *target) openThrough(stderr io.Writer) (io.Writer, func() error, error) {
	n, isOpen := descriptor(t.path)
	if isOpen && n == 2 {
		return stderr, func() error { return nil }, nil
	}
	if isOpen {
		f := os.NewFile(uintptr(n), t.path)
		return f, f.Close, nil
	}
	f, err := os.OpenFile(t.path, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return nil, nil, err
	}
	return f, f.Close, nil
}

// aside erases the progress line, for good, before anything is written: it may be on the same terminal.
type aside struct {
	w        io.Writer
	progress *progress
}

func (a *aside) Write(b []byte) (int, error) {
	a.progress.stop()
	return a.w.Write(b)
}

// sticky keeps the first error of a writer.
type sticky struct {
	w   io.Writer
	err error
}

func (s *sticky) Write(b []byte) (int, error) {
	if s.err != nil {
		return 0, s.err
	}
	n, err := s.w.Write(b)
	s.err = err
	return n, err
}
