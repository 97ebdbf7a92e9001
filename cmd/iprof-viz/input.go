package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"

	"github.com/iprof-viz/iprof-viz/iprof"
)

// An input is an open file, or standard input.
type input struct {
	name string // for messages
	r    *bufio.Reader
	file io.Closer
	head []byte // what it begins with, decompressed

	plainFile *os.File // the file, where it is a regular one and not gzipped
	size      int64    // of plainFile
}

// small reports whether the input is so small that garbage is not worth being collected.
func (in *input) small() bool { return in.plainFile != nil && in.size <= 8<<20 }

// collect collects garbage, where a step has left much of it and the next needs as much, and gives its memory back, as
// the next step needs other sizes: a third less at the peak, for two hundredths of the time.
func (in *input) collect() {
	if !in.small() {
		debug.FreeOSMemory()
	}
}

// plain returns the input's text, decompressed if it is gzipped.
func (in *input) plain() (io.Reader, error) {
	if magic, _ := in.r.Peek(2); !isGzip(magic) {
		return in.r, nil
	}
	return gzip.NewReader(in.r)
}

func isGzip(head []byte) bool { return bytes.HasPrefix(head, []byte("\x1f\x8b")) }

// open opens a PROFILE.
func (a *app) open(name string) (*input, error) {
	in := &input{name: name, file: io.NopCloser(nil)}
	src, total := a.stdin, int64(0)
	if name == "-" {
		in.name = "standard input"
		if f, ok := a.stdin.(*os.File); ok {
			if info, err := f.Stat(); err == nil {
				if happens := a.overwrites(info); happens != "" {
					return nil, usage("", "standard input is read from the file that %s", happens)
				}
			}
		}
	} else {
		f, err := os.Open(name)
		if err != nil {
			return nil, inputFailure(name, cause(err), nil)
		}
		if info, err := f.Stat(); err == nil && info.IsDir() {
			f.Close()
			return nil, directoryFailure(name)
		} else if err == nil && info.Mode().IsRegular() {
			if err := a.spare(name, info); err != nil {
				f.Close()
				return nil, err
			}
			total = info.Size()
		}
		src, in.file = f, f
	}
	if !a.reading.quiet {
		src = a.progress.watch(src, in.name, total)
	}
	in.r = bufio.NewReaderSize(src, headSize)
	raw, err := in.r.Peek(headSize)
	if err != nil && err != io.EOF {
		in.file.Close()
		return nil, &failure{status: statusInput, file: in.name, err: cause(err)}
	}
	in.head = inflateHead(raw)
	if f, ok := in.file.(*os.File); ok && total > 0 && !isGzip(raw) {
		in.plainFile, in.size = f, total
	}
	return in, nil
}

// headSize is how much of an input is looked at to tell what it is.
const headSize = 4096

// inflateHead returns a copy of what a file begins with, decompressed if it is gzipped.
func inflateHead(raw []byte) []byte {
	if z, err := gzip.NewReader(bytes.NewReader(raw)); err == nil {
		head := make([]byte, headSize)
		n, _ := io.ReadFull(z, head)
		return head[:n]
	}
	return bytes.Clone(raw)
}

// parse reads a profile. Where samples are wanted if there are any, and it is soon told that there are, it keeps nothing
// else.
func (a *app) parse(in *input) (*iprof.Profile, error) {
	opts := a.reading.iprof
	guessed := a.samplesFirst && !a.several && in.plainFile != nil && hasSamples(in.plainFile, in.size)
	if guessed {
		opts.Sections = []iprof.Section{iprof.Samples}
	}
	if !a.several && os.Getenv("GOGC") == "" {
		// What is loaded stays, and looking for garbage in it would take a third of the time. What is made of it does
		// not, and half of Go's usual allowance for that takes a seventh less memory and no more time. Where the input
		// is small there is not much of it.
		debug.SetGCPercent(400)
		if !in.small() {
			defer debug.SetGCPercent(50)
		}
	}
	p, err := iprof.Parse(in.r, opts)
	if err == nil && guessed && p.Total(iprof.Samples) == 0 { // what looked like samples was no section of them, or counts none
		if _, err = in.plainFile.Seek(0, io.SeekStart); err == nil {
			p, err = iprof.Parse(in.plainFile, a.reading.iprof)
		}
	}
	if err != nil {
		return nil, inputFailure(in.name, err, in.head)
	}
	// What only loading needs is as large as what a conversion is about to need.
	in.collect()
	return p, nil
}

// warn says what is odd about a profile.
func (a *app) warn(in *input, p *iprof.Profile) {
	for _, w := range p.Warnings {
		a.note(in.name, "warning: %s", w)
	}
}

// cause is an error of the operating system without the name of the file, which is said anyway.
func cause(err error) error {
	var path *os.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}

func directoryFailure(name string) error {
	f := &failure{status: statusInput, file: name, err: errors.New("this is a directory")}
	inside, _ := filepath.Glob(filepath.Join(name, "*.iprof*"))
	if len(inside) > 0 {
		f.hint = fmt.Sprintf("%s is in it", printable(inside[0]))
	}
	return f
}

// A contentKind is what an input looks like.
type contentKind string

const (
	iprofFile  contentKind = "an iprof"
	foldedText contentKind = "folded stacks"
	pprofFile  contentKind = "a pprof profile"
	markup     contentKind = "HTML or XML"
	otherFile  contentKind = ""
)

// sniff tells from what an input begins with, decompressed, what it is.
func sniff(head []byte) contentKind {
	text := bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\ufeff")), " \t\r\n")
	switch {
	case len(text) > 0 && text[0] == '{':
		return iprofFile
	case len(text) > 0 && text[0] == '<':
		return markup
	case isMessage(head):
		return pprofFile
	}
	// The first line, or one of those that follow if it has several frames: what is wrong with others its reader says best.
	for i, line := range strings.Split(string(text), "\n") {
		line = strings.TrimRight(line, " \t\r")
		space := strings.LastIndexAny(line, " \t")
		if space > 0 && isCount(line[space+1:]) && (i == 0 || strings.Contains(line[:space], ";")) {
			return foldedText
		}
	}
	return otherFile
}

// isCount reports whether s is a number as folded stacks end in, be it one that we do not draw.
func isCount(s string) bool {
	whole, part, _ := strings.Cut(strings.TrimPrefix(s, "-"), ".")
	return whole != "" && strings.Trim(whole+part, "0123456789") == ""
}

// isMessage reports whether head can begin a protobuf message as pprof's Profile is one: a tag of the fields 1 to 15,
// a varint or length-delimited, and bytes that no text has.
func isMessage(head []byte) bool {
	if len(head) == 0 || head[0]>>3 < 1 || head[0]>>3 > 15 || head[0]&7 != 0 && head[0]&7 != 2 {
		return false
	}
	return bytes.ContainsFunc(head, func(r rune) bool { return r < '\t' })
}
