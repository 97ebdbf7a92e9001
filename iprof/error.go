package iprof

import (
	"errors"
	"fmt"
	"strconv"
	"unicode/utf8"
)

// What a [SyntaxError] may wrap, for errors.Is.
var (
	ErrTruncated = errors.New("unexpected end of file")           // the document is not whole
	ErrVersion   = errors.New("this version is not read")         // another major version
	ErrTooLarge  = errors.New("the input is larger than allowed") // more than Options.MaxInput
	ErrNotIprof  = errors.New("not an iprof")                     // something else altogether
)

// A SyntaxError says what is wrong with a file and where.
type SyntaxError struct {
	Path   string // the place in the document, such as samplingProfiles[3].ctx; "" for the document itself
	Offset int64  // bytes before the place, in the decompressed document
	Err    error
}

// Error returns the place and what is wrong there: samplingProfiles[3].ctx (byte 3911204): frame 1: "1666x5" is not
// METHOD:BCI.
func (e *SyntaxError) Error() string {
	if e.Path == "" {
		return fmt.Sprintf("byte %d: %v", e.Offset, e.Err)
	}
	return fmt.Sprintf("%s (byte %d): %v", e.Path, e.Offset, e.Err)
}

// Unwrap returns Err.
func (e *SyntaxError) Unwrap() error { return e.Err }

// A Warning is something odd that does not keep a file from being read.
type Warning struct {
	Kind   WarningKind
	Count  int64  // how often it was met
	Path   string // where first, as in SyntaxError; "" if it is about the whole file
	Offset int64
	Text   string // the whole of it in words, without the place
}

// A WarningKind names a warning for programs.
type WarningKind string

// The kinds of warnings.
const (
	WarnVersion        WarningKind = "version"         // newer minor version, or a pre-release
	WarnUnknownField   WarningKind = "unknown-field"   // skipped
	WarnDanglingMethod WarningKind = "dangling-method" // methods referred to but not listed
	WarnDanglingType   WarningKind = "dangling-type"   // types referred to but not listed
	WarnMissingCaller  WarningKind = "missing-caller"  // inlined call counts whose caller has no record
	WarnPackedCount    WarningKind = "packed-count"    // a 64-bit count that looks like two of 32 bits
	WarnLeafBCI        WarningKind = "leaf-bci"        // call counts at another BCI than 0
)

// String returns the warning as a line, with the place of the first one.
func (w Warning) String() string {
	if w.Path == "" {
		return w.Text
	}
	return fmt.Sprintf("%s (first: %s, byte %d)", w.Text, w.Path, w.Offset)
}

// quoteShort quotes offending text, cut to what fits in a line.
func quoteShort(s string) string {
	const most = 40
	if len(s) <= most {
		return strconv.Quote(s)
	}
	cut := most
	for cut > most-utf8.UTFMax && !utf8.RuneStart(s[cut]) {
		cut--
	}
	return strconv.Quote(s[:cut]) + "…"
}
