package cli

import (
	"bufio"
	"io"
)

// StdoutName is the name of standard output in messages.
const StdoutName = "standard output"

// Finish runs result with a buffer in front of w, and distinguishes errors of w from those of result.
func Finish(name string, w io.Writer, result func(io.Writer) error) error {
	out := &sticky{w: w}
	b := bufio.NewWriterSize(out, 64<<10)
	err := result(b)
	if err == nil {
		b.Flush()
	}
	if out.err != nil {
		return &Failure{Status: StatusOutput, File: name, Err: Cause(out.err)}
	}
	return err
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
