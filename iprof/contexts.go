package iprof

import (
	"fmt"
	"strconv"
	"strings"
)

// A Frame is a method and a BCI on a stack.
type Frame struct {
	Method MethodID
	BCI    BCI
}

// A Context is a stack as the file has it: leaf first. The leaf's BCI is the position that the record is about, every
// other BCI is the call site in that caller.
type Context []Frame

// String returns the context as the file writes it: 5:0<3:2<2:9<1:3.
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

// ParseContext reads what [Context.String] writes. The error says which frame, counted from 0 at the leaf, is wrong.
func ParseContext(s string) (Context, error) {
	var c Context
	for i, part := range strings.Split(s, "<") {
		f, err := parseFrame(part)
		if err != nil {
			return nil, fmt.Errorf("frame %d: %w", i, err)
		}
		c = append(c, f)
	}
	return c, nil
}

// parseFrame reads METHOD:BCI in full, with the errors that the fast reader does not word.
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
