package iprof

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A Frame is a method and a BCI on a stack.
type Frame struct {
	Method MethodID
	BCI    BCI
}

// A Context is a stack in the order of the file, leaf first ("Partial Calling Contexts"). The BCI of the leaf is the
// position that the record is about. Every other BCI is the call site in that caller.
type Context []Frame

// String returns the context in the syntax of the file, such as 5:0<3:2<2:9<1:3.
func (c Context) String() string {
	var b []byte
	for i, f := range c {
		if i > 0 {
			b = append(b, '<')
		}
		b = strconv.AppendInt(b, int64(f.Method), 10)
		b = append(b, ':')
		b = strconv.AppendInt(b, int64(f.BCI), 10)
	}
	return string(b)
}

// repeats reports whether a frame of dialect 0.2.0 repeats its callee and is no call, as OmitRepeated of [Options] says.
func (f Frame) repeats(callee, caller Frame) bool {
	return f.BCI == BCIInvalidFrameState && f.Method == callee.Method &&
		callee.BCI != BCIInvalidFrameState && caller.BCI == BCIInvalidFrameState
}

// withoutRepeated leaves out, in place, the frames that repeat their callee.
func (c Context) withoutRepeated() Context {
	if len(c) < 3 || !slices.ContainsFunc(c[1:], func(f Frame) bool { return f.BCI == BCIInvalidFrameState }) {
		return c // nearly all
	}
	kept, callee := c[:1], c[0]
	for i, f := range c[1 : len(c)-1] {
		caller := c[i+2] // not yet overwritten
		if !f.repeats(callee, caller) {
			kept = append(kept, f)
		}
		callee = f
	}
	return append(kept, c[len(c)-1])
}

// ParseContext is the inverse of [Context.String]. Its error names the wrong frame by its number, 0 being the leaf.
func ParseContext(s string) (Context, error) {
	var c Context
	for i, frame := range strings.Split(s, "<") {
		f, err := parseFrame(frame)
		if err != nil {
			return nil, fmt.Errorf("frame %d: %w", i, err)
		}
		c = append(c, f)
	}
	return c, nil
}

// parseFrame reads METHOD:BCI. It accepts every number that is in range, and has an error message for all others.
func parseFrame(s string) (Frame, error) {
	method, bci, ok := strings.Cut(s, ":")
	if !ok || !isDigits(method) || !isDigits(strings.TrimPrefix(bci, "-")) {
		return Frame{}, fmt.Errorf("%s is not METHOD:BCI", quoteShort(s))
	}
	m, err := strconv.ParseInt(method, 10, 32)
	if err != nil {
		return Frame{}, fmt.Errorf("%s: the method id does not fit in 31 bits", quoteShort(s))
	}
	b, err := strconv.ParseInt(bci, 10, 32)
	if err != nil || b < int64(MinBCI) || b > int64(MaxBCI) {
		return Frame{}, fmt.Errorf("%s: the BCI is outside of %d to %d", quoteShort(s), MinBCI, MaxBCI)
	}
	return Frame{MethodID(m), BCI(b)}, nil
}

func isDigits(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}
