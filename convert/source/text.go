package source

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"unsafe"

	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/internal/work"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// readText calls a function with a text, decompressed if it is gzipped, and fails if the function reads more than maxInput bytes, or
// far more than there are compressed. 0 means [iprof.DefaultMaxInput], a negative number no limit. The function gets no byte order mark.
func readText[T any](r io.Reader, maxInput int64, read func(io.Reader) (T, error)) (T, error) {
	var none T
	allowed := work.New(maxInput)
	packed := &counted{r: r, count: func(n int) error { allowed.Grow(int64(n)); return nil }}
	b := bufio.NewReader(packed)
	r = b
	if magic, _ := b.Peek(2); isGzip(magic) {
		z, err := gzip.NewReader(b)
		if err != nil {
			return none, err
		}
		r = &counted{r: z, count: func(n int) error { return allowed.Charge(work.Inflated, int64(n)) }}
	}
	switch {
	case maxInput == 0:
		maxInput = iprof.DefaultMaxInput
	case maxInput < 0:
		maxInput = math.MaxInt64 - 1
	}
	text := &io.LimitedReader{R: r, N: maxInput + 1}
	marked := bufio.NewReader(text)
	if mark, _ := marked.Peek(len(byteOrderMark)); string(mark) == byteOrderMark {
		marked.Discard(len(byteOrderMark))
	}
	x, err := read(marked)
	var much *work.Exceeded
	switch {
	case text.N <= 0:
		return none, fmt.Errorf("%w (%s bytes)", iprof.ErrTooLarge, words.Thousands(maxInput))
	case errors.As(err, &much):
		return none, fmt.Errorf("%w: %w", iprof.ErrTooLarge, much)
	}
	return x, err
}

// A counted reader calls a function with the number of bytes that were read, and returns its error.
type counted struct {
	r     io.Reader
	count func(n int) error
}

func (c *counted) Read(b []byte) (int, error) {
	n, err := c.r.Read(b)
	if much := c.count(n); much != nil {
		return 0, much
	}
	return n, err
}

// An adder makes a profile from stacks of names. Names that are identical to those at the same place in the previous stack are not
// looked up again: a thread or a caller may have a long name and many stacks.
type adder struct {
	stacks  *stacks.Builder
	names   []string // the stack before, the owners of its frames, and its methods
	owners  []iprof.Owner
	methods []iprof.MethodID
	context iprof.Context

	isState func(frame int, name string) bool // tells frames that are not methods; nil: none
	states  map[string]bool                   // their names
}

func newAdder(maxNodes int) *adder {
	return &adder{stacks: stacks.NewBuilder(maxNodes), states: map[string]bool{}}
}

// method returns the method of a frame, and marks it as a state if it is one.
func (a *adder) method(frame int, name string, owner iprof.Owner) iprof.MethodID {
	if a.isState != nil && a.isState(frame, name) {
		a.states[name] = true
	}
	return a.stacks.OwnedMethod(name, owner)
}

// add counts a stack, root first.
func (a *adder) add(stack []string, value int64) error {
	_, err := a.node(stack, nil, value)
	return err
}

// node is like add, for frames with owners; nil: none is known. It returns the leaf's node.
func (a *adder) node(stack []string, owners []iprof.Owner, value int64) (iprof.NodeID, error) {
	a.context = slices.Grow(a.context[:0], len(stack))[:len(stack)]
	for i, name := range stack {
		owner := iprof.Owner("")
		if owners != nil {
			owner = owners[i]
		}
		if i == len(a.names) {
			a.names, a.owners, a.methods = append(a.names, name), append(a.owners, owner), append(a.methods, a.method(i, name, owner))
		} else if old := a.names[i]; len(old) != len(name) || unsafe.StringData(old) != unsafe.StringData(name) || a.owners[i] != owner {
			a.names[i], a.owners[i], a.methods[i] = name, owner, a.method(i, name, owner)
		}
		a.context[len(stack)-1-i] = iprof.Frame{Method: a.methods[i]}
	}
	return a.stacks.Add(a.context, value)
}

// inflate returns a copy of a file's beginning, decompressed if it is gzipped, and whether that is the whole file, undamaged.
func inflate(raw []byte) (head []byte, whole bool) {
	z, err := gzip.NewReader(bytes.NewReader(raw))
	if err != nil {
		return bytes.Clone(raw), len(raw) < headSize
	}
	head, err = io.ReadAll(io.LimitReader(z, headSize))
	return head, err == nil && len(head) < headSize
}

func isGzip(head []byte) bool { return bytes.HasPrefix(head, []byte("\x1f\x8b")) }

// headSize is the number of bytes of a file that Format.Detect gets first.
const headSize = 4 << 10

// byteOrderMark begins texts that programs of Windows write, and is no part of them.
const byteOrderMark = "\ufeff"

// trimStart removes a byte order mark and whitespace from the beginning of a text.
func trimStart(head []byte) []byte {
	return bytes.TrimLeft(bytes.TrimPrefix(head, []byte(byteOrderMark)), " \t\r\n")
}

// lateSizes are the numbers of bytes that DetectLate gets, in this order.
var lateSizes = []int{256 << 10, 8 << 20}
