package source

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// readText calls a function with a text, decompressed if it is gzipped, and fails if the function reads more than maxInput bytes. 0
// means [iprof.DefaultMaxInput], a negative number no limit.
func readText[T any](r io.Reader, maxInput int64, read func(io.Reader) (T, error)) (T, error) {
	var none T
	b := bufio.NewReader(r)
	r = b
	if magic, _ := b.Peek(2); isGzip(magic) {
		z, err := gzip.NewReader(b)
		if err != nil {
			return none, err
		}
		r = z
	}
	switch {
	case maxInput == 0:
		maxInput = iprof.DefaultMaxInput
	case maxInput < 0:
		maxInput = math.MaxInt64 - 1
	}
	text := &io.LimitedReader{R: r, N: maxInput + 1}
	x, err := read(text)
	if text.N <= 0 {
		return none, fmt.Errorf("%w (%s bytes)", iprof.ErrTooLarge, words.Thousands(maxInput))
	}
	return x, err
}

// An adder makes a profile from stacks of names.
type adder struct {
	stacks  *stacks.Builder
	context iprof.Context
}

func newAdder(maxNodes int) *adder { return &adder{stacks: stacks.NewBuilder(maxNodes)} }

// add counts a stack, root first.
func (a *adder) add(stack []string, value int64) error {
	a.context = slices.Grow(a.context[:0], len(stack))[:len(stack)]
	for i, name := range stack {
		a.context[len(stack)-1-i] = iprof.Frame{Method: a.stacks.Method(name)}
	}
	_, err := a.stacks.Add(a.context, value)
	return err
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

// trimStart removes a byte order mark and whitespace from the beginning of a text.
func trimStart(head []byte) []byte {
	return bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\ufeff")), " \t\r\n")
}

// lateSizes are the numbers of bytes that DetectLate gets, in this order.
var lateSizes = []int{256 << 10, 8 << 20}
