// Package folded reads and writes folded stacks, the text format of stackcollapse-*.pl, perf and async-profiler: a line a
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
	"github.com/iprof-viz/iprof-viz/internal/index"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// What other tools take in folded text, and Read does not.
var (
	ErrComment = errors.New("folded text has no comments")
	ErrDecimal = errors.New("is not an integer") // rounded line by line, decimals would add up to something else
)

// A LineError says what is wrong with a line of folded text.
type LineError struct {
	Line int // from 1
	Err  error
}

// Error returns the line and what is wrong there.
func (e *LineError) Error() string { return fmt.Sprintf("line %d: %v", e.Line, e.Err) }

// Unwrap returns Err.
func (e *LineError) Unwrap() error { return e.Err }

// maxFoldedLine is how long a line of folded text may be: a stack of a million frames of 64 bytes.
const maxFoldedLine = 64 << 20

// Read reads folded stacks as [Write], stackcollapse-*.pl, perf and async-profiler write them: lines of
// "frame;frame count". Blank lines are skipped; anything else that is not such a line, or a sum past 2^63-1, is a
// [*LineError], which may wrap ErrComment or ErrDecimal. The text does not say what is counted: the tree's Metric is DefaultMetric.
func Read(r io.Reader) (*stacks.Tree, error) {
	t := &stacks.Tree{Unit: stacks.UnknownUnit, PerSample: 1} // samples, as a rule
	f := foldedReader{names: newNameTable(t)}
	in := bufio.NewReaderSize(r, 256<<10)
	for line := 1; ; line++ {
		text, err := readLine(in, &f.long)
		if err != nil && err != io.EOF {
			return nil, &LineError{line, err}
		}
		if text = bytes.Trim(text, " \t\r\n"); len(text) > 0 {
			if err := f.add(text); err != nil {
				return nil, &LineError{line, err}
			}
		}
		if err == io.EOF {
			break
		}
	}
	f.stacks.Fill(t)
	return t, nil
}

// readLine returns the next line. Lines that do not fit into the reader's buffer are put together in long.
func readLine(in *bufio.Reader, long *[]byte) ([]byte, error) {
	text, err := in.ReadSlice('\n')
	if err != bufio.ErrBufferFull {
		return text, err
	}
	*long = append((*long)[:0], text...)
	for err == bufio.ErrBufferFull {
		if len(*long) > maxFoldedLine {
			return nil, fmt.Errorf("longer than %d bytes", maxFoldedLine)
		}
		text, err = in.ReadSlice('\n')
		*long = append(*long, text...)
	}
	return *long, err
}

// A foldedReader merges lines of folded text.
type foldedReader struct {
	stacks stacks.Set
	names  *nameTable
	long   []byte // a line longer than the reader's buffer

	// The line before, whose first frames are often those of the next: its text, where each frame's text ends, and
	// the frames' numbers.
	text   []byte
	ends   []int
	frames []int32

	context iprof.Context // the stack leaf first
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
	case f.stacks.Total+value < 0:
		return fmt.Errorf("count %d takes the sum past 2^63-1", value)
	}
	stack := bytes.TrimRight(line[:space], " \t")
	if !utf8.Valid(stack) {
		stack = bytes.ToValidUTF8(stack, []byte("\ufffd"))
	}

	same := commonPrefix(stack, f.text)
	n := 0
	for n < len(f.ends) && f.ends[n] < same { // the byte behind the frame, a semicolon, is the same too
		n++
	}
	f.ends, f.frames = f.ends[:n], f.frames[:n]
	from := 0
	if n > 0 {
		from = f.ends[n-1] + 1
	}
	for from <= len(stack) {
		end := len(stack)
		if i := bytes.IndexByte(stack[from:], ';'); i >= 0 {
			end = from + i
		}
		f.ends = append(f.ends, end)
		f.frames = append(f.frames, f.names.number(stack[from:end]))
		from = end + 1
	}
	f.text = append(f.text[:0], stack...)

	f.context = slices.Grow(f.context[:0], len(f.frames))[:len(f.frames)]
	for i, frame := range f.frames {
		f.context[len(f.frames)-1-i] = iprof.Frame{Method: iprof.MethodID(frame)}
	}
	if f.stacks.Add(f.context, value) == iprof.NoNode {
		return errors.New("too many distinct stacks")
	}
	return nil
}

// notFolded says what is wrong with a line that does not end in a whole number.
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
	for i+32 <= n && string(a[i:i+32]) == string(b[i:i+32]) {
		i += 32
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

// A nameTable numbers the frames of folded text by their bytes there.
type nameTable struct {
	index  index.Texts
	raw    []string // as in the text
	frame  []int32  // by raw: names that are written in two ways are one frame
	frames *stacks.FrameTable
}

func newNameTable(t *stacks.Tree) *nameTable {
	return &nameTable{index: index.NewTexts(), frames: stacks.NewFrameTable(&t.Frames)}
}

// number returns the number of a frame in the tree.
func (n *nameTable) number(raw []byte) int32 {
	next := int32(len(n.raw))
	i := n.index.Number(n.index.HashBytes(raw), next, func(i int32) bool { return n.raw[i] == string(raw) })
	if i < next {
		return n.frame[i]
	}
	n.raw = append(n.raw, string(raw))
	name := ParseName(n.raw[next])
	n.frame = append(n.frame, n.frames.Add(name, convert.KindOf(name)))
	return n.frame[next]
}

// ParseName gives back what [Name] has written. Backslashes that it would not have written stay.
func ParseName(s string) string {
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
