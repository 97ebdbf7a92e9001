// Package folded reads and writes folded stacks, the text format of stackcollapse-*.pl, perf and async-profiler: one line per
// stack, "frame;frame count", root first.
package folded

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// Format names the format in messages.
const Format = "folded stacks"

// Errors for text that other tools accept but Read rejects.
var (
	ErrComment = errors.New("folded text has no comments")
	ErrDecimal = errors.New("is not an integer") // rounding each line would change the total

	// ErrTwoCounts is about the output of difffolded.pl, whose first count would be a part of the last name.
	ErrTwoCounts = errors.New("each line has two counts: of two profiles, as difffolded.pl writes them")
)

// A LineError is an error in a line of folded text.
type LineError struct {
	Line int // from 1
	Err  error
}

// Error returns the line number and the error.
func (e *LineError) Error() string { return fmt.Sprintf("line %d: %v", e.Line, e.Err) }

// Unwrap returns Err.
func (e *LineError) Unwrap() error { return e.Err }

// maxFoldedLine is the maximum length of a line in bytes: a stack of a million frames of 64 bytes.
const maxFoldedLine = 64 << 20

// Read reads folded stacks as [Write], stackcollapse-*.pl, perf and async-profiler write them: lines of
// "frame;frame count". It skips blank lines. For any other line, and for a sum above 2^63-1, the error is a [*LineError],
// which may wrap ErrComment, ErrDecimal, ErrTwoCounts, [iprof.ErrTooDeep] or [iprof.ErrTooManyNodes]. The text does not name the unit of its values: it is [convert.UnknownUnit].
func Read(r io.Reader) (*iprof.Profile, error) { return ReadLimited(r, 0) }

// ReadLimited is like Read, for a text that may have maxNodes distinct frames, as in [iprof.Options].
func ReadLimited(r io.Reader, maxNodes int) (*iprof.Profile, error) {
	f := foldedReader{stacks: stacks.NewBuilder(maxNodes), escaped: map[string]iprof.MethodID{}}
	in := bufio.NewReaderSize(r, 256<<10)
	lines, twoCounts := 0, 0
	for line := 1; ; line++ {
		text, err := readLine(in, &f.long)
		if err != nil && err != io.EOF {
			return nil, &LineError{line, err}
		}
		if text = bytes.Trim(text, " \t\r\n"); len(text) > 0 {
			if lines++; hasTwoCounts(text) {
				twoCounts++
			}
			if err := f.add(text); err != nil {
				return nil, &LineError{line, err}
			}
		}
		if err == io.EOF {
			break
		}
	}
	if lines > 0 && twoCounts == lines { // a name may end in a space and a number; not all of them
		return nil, &LineError{1, ErrTwoCounts}
	}
	return f.stacks.Profile(iprof.Origin{Format: Format, Unit: convert.UnknownUnit, PerSample: 1}), nil // usually samples
}

// hasTwoCounts reports whether a line ends in two numbers.
func hasTwoCounts(line []byte) bool {
	for range 2 {
		end := len(line)
		for end > 0 && '0' <= line[end-1] && line[end-1] <= '9' {
			end--
		}
		if end == len(line) || end == 0 || line[end-1] != ' ' && line[end-1] != '\t' {
			return false
		}
		line = bytes.TrimRight(line[:end], " \t")
	}
	return len(line) > 0
}

// readLine returns the next line. Lines that do not fit into the reader's buffer are assembled in long.
func readLine(in *bufio.Reader, long *[]byte) ([]byte, error) {
	text, err := in.ReadSlice('\n')
	if err != bufio.ErrBufferFull {
		return text, err
	}
	*long = append((*long)[:0], text...)
	for err == bufio.ErrBufferFull {
		if len(*long) > maxFoldedLine {
			return nil, fmt.Errorf("longer than %s bytes", words.Thousands(maxFoldedLine))
		}
		text, err = in.ReadSlice('\n')
		*long = append(*long, text...)
	}
	return *long, err
}

// A foldedReader merges lines of folded text.
type foldedReader struct {
	stacks *stacks.Builder
	long   []byte // a line longer than the reader's buffer

	// Methods by the text of frames with backslashes: a name may be escaped in several ways. If the name of a method itself has a
	// backslash, a text equal to that name may stand for another method; backslashes is then set.
	escaped     map[string]iprof.MethodID
	backslashes bool

	// The previous line, which often has the same first frames as the next: its text, the end of each frame in it, and the methods
	// of the frames.
	text   []byte
	ends   []int
	frames []iprof.MethodID

	context iprof.Context // leaf first
}

func (f *foldedReader) add(line []byte) error {
	space := bytes.LastIndexAny(line, " \t")
	if space < 0 {
		return notFolded(line)
	}
	value, err := strconv.ParseInt(string(line[space+1:]), 10, 64)
	switch {
	case errors.Is(err, strconv.ErrRange):
		return fmt.Errorf("count %q does not fit in 63 bits", short(line[space+1:]))
	case err != nil:
		return notFolded(line)
	case value < 0:
		return fmt.Errorf("count %d is negative", value)
	}
	stack := bytes.TrimRight(line[:space], " \t")

	same := commonPrefix(stack, f.text)
	n := 0
	for n < len(f.ends) && f.ends[n] < same { // the byte after the frame, a semicolon, is equal as well
		n++
	}
	f.ends, f.frames = f.ends[:n], f.frames[:n]
	from := 0
	if n > 0 {
		from = f.ends[n-1] + 1
	}
	if !utf8.Valid(stack[from:]) {
		stack = slices.Concat(stack[:from], bytes.ToValidUTF8(stack[from:], []byte("\ufffd")))
	}
	f.text = append(f.text[:from], stack[from:]...)
	for from <= len(stack) {
		end := len(stack)
		if i := bytes.IndexByte(stack[from:], ';'); i >= 0 {
			end = from + i
		}
		if len(f.frames) == iprof.MaxFrames {
			return iprof.ErrTooDeep
		}
		f.ends = append(f.ends, end)
		f.frames = append(f.frames, f.frame(stack[from:end]))
		from = end + 1
	}

	f.context = slices.Grow(f.context[:0], len(f.frames))[:len(f.frames)]
	for i, frame := range f.frames {
		f.context[len(f.frames)-1-i] = iprof.Frame{Method: frame}
	}
	_, err = f.stacks.Add(f.context, value)
	if errors.Is(err, iprof.ErrOverflow) {
		return fmt.Errorf("count %d takes the sum past 2^63-1", value)
	}
	return err
}

// notFolded returns the error for a line that does not end in a whole number.
func notFolded(line []byte) error {
	space := bytes.LastIndexAny(line, " \t")
	count := string(line[space+1:])
	_, err := strconv.ParseFloat(count, 64)
	switch decimal := err == nil && strings.ContainsAny(count, "0123456789"); {
	case line[0] == '#' && !decimal:
		return fmt.Errorf("%q: %w", short(line), ErrComment)
	case space < 0:
		return fmt.Errorf("%q is not FRAME;FRAME… COUNT", short(line))
	case decimal:
		return fmt.Errorf("count %q %w", short(line[space+1:]), ErrDecimal)
	}
	return fmt.Errorf("count %q is not an integer", short(line[space+1:]))
}

func commonPrefix(a, b []byte) int {
	n := min(len(a), len(b))
	i := 0
	for step := 512; step >= 8; step /= 4 {
		for i+step <= n && string(a[i:i+step]) == string(b[i:i+step]) {
			i += step
		}
	}
	for i < n && a[i] == b[i] {
		i++
	}
	return i
}

func short(b []byte) string {
	const most = 60
	if len(b) > most {
		return strings.ToValidUTF8(string(b[:most]), "") + "…"
	}
	return string(b)
}

// frame returns the method of a frame, given its text.
func (f *foldedReader) frame(raw []byte) iprof.MethodID {
	if !f.backslashes || bytes.IndexByte(raw, '\\') < 0 {
		if m, ok := f.stacks.KnownMethod(raw); ok {
			return m
		}
	}
	if bytes.IndexByte(raw, '\\') < 0 {
		return f.stacks.Method(string(raw))
	}
	m, ok := f.escaped[string(raw)]
	if !ok {
		text := string(raw)
		name := UnescapeName(text)
		f.backslashes = f.backslashes || strings.Contains(name, `\`)
		m = f.stacks.Method(name)
		f.escaped[text] = m
	}
	return m
}

// UnescapeName reverses [EscapeName]. It keeps backslashes that EscapeName does not write.
func UnescapeName(s string) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		switch rest := s[i:]; {
		case strings.HasPrefix(rest, `\\`):
			b.WriteByte('\\')
			i += 2
		case len(rest) >= 4 && rest[:2] == `\x`:
			c, err := strconv.ParseUint(rest[2:4], 16, 8)
			if err != nil {
				b.WriteByte('\\')
				i++
				break
			}
			b.WriteByte(byte(c))
			i += 4
		default:
			b.WriteByte(s[i])
			i++
		}
	}
	return strings.ToValidUTF8(b.String(), "\ufffd")
}
