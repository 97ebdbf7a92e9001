package classfile

import (
	"errors"
	"fmt"
)

// The causes that a [FormatError] may wrap, for errors.Is.
var (
	ErrTruncated = errors.New("unexpected end")      // the file ends too early
	ErrVersion   = errors.New("unsupported version") // class files older than 45 or newer than 70
	ErrNotClass  = errors.New("not a class file")    // does not begin with CA FE BA BE
	ErrLimit     = errors.New("larger than allowed") // more than the format or options allow
)

// A FormatError is an error in a class file, an archive or a run-time image, with its place.
type FormatError struct {
	File   string // app.jar!BOOT-INF/lib/x.jar!a/B.class; "" for data passed to [Parse]
	Place  string // the place in the file, such as constant 17 or run()V, BCI 12; "" for the file itself
	Offset int64  // bytes before the place
	Err    error
}

// Error returns file, place and cause: app.jar!a/B.class: "run()V", BCI 12 (byte 3911): the code ends. An offset of 0 is
// left out.
func (e *FormatError) Error() string {
	place := e.Place
	switch {
	case e.Offset == 0:
	case place == "":
		place = fmt.Sprintf("byte %d", e.Offset)
	default:
		place = fmt.Sprintf("%s (byte %d)", place, e.Offset)
	}
	text := e.Err.Error()
	for _, before := range []string{place, e.File} {
		if before != "" {
			text = before + ": " + text
		}
	}
	return text
}

// Unwrap returns Err.
func (e *FormatError) Unwrap() error { return e.Err }
