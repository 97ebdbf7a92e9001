package iprof

import (
	"errors"
	"fmt"

	"github.com/iprof-viz/iprof-viz/internal/words"
)

// The causes that a [SyntaxError] may wrap, for errors.Is.
var (
	ErrTruncated = errors.New("unexpected end of file")           // the rest of the document is missing
	ErrVersion   = errors.New("unsupported version")              // another major version than 0 and 1
	ErrTooLarge  = errors.New("the input is larger than allowed") // more than Options.MaxInput
	ErrNotIprof  = errors.New("not an iprof")                     // a file of another kind
)

// ErrTooDeep is wrapped by the errors for stacks of more than [MaxFrames] frames, in an iprof or a file of another tool.
var ErrTooDeep = fmt.Errorf("more than %d frames", MaxFrames)

// MaxFrames is the maximum number of frames of a context. Sampled stacks of real programs have up to some thousands.
const MaxFrames = 1 << 20

// A SyntaxError is an error in a file, with its place.
type SyntaxError struct {
	Path   string // the place in the document, such as samplingProfiles[3].ctx; "" for the document itself
	Offset int64  // bytes before the place, in the decompressed document
	Err    error
}

// Error returns the place and the cause: samplingProfiles[3].ctx (byte 3911204): frame 1: "1666x5" is not METHOD:BCI.
func (e *SyntaxError) Error() string {
	if e.Path == "" {
		return fmt.Sprintf("byte %d: %v", e.Offset, e.Err)
	}
	return fmt.Sprintf("%s (byte %d): %v", e.Path, e.Offset, e.Err)
}

// Unwrap returns Err.
func (e *SyntaxError) Unwrap() error { return e.Err }

// A Warning is an irregularity in an otherwise readable file.
type Warning struct {
	Kind   WarningKind
	Count  int64  // number of occurrences
	Path   string // the first occurrence, as in SyntaxError; "" if the warning is about the file as a whole
	Offset int64  // bytes before the first occurrence, in the decompressed document
	Text   string // a full sentence with the number of occurrences, but without the place
}

// A WarningKind is a machine-readable name of a warning.
type WarningKind string

// The kinds of warnings.
const (
	WarnVersion        WarningKind = "version"         // newer minor version, or a pre-release
	WarnUnknownField   WarningKind = "unknown-field"   // skipped
	WarnDanglingMethod WarningKind = "dangling-method" // methods referred to but not listed
	WarnDanglingType   WarningKind = "dangling-type"   // types referred to but not listed
	WarnMissingCaller  WarningKind = "missing-caller"  // inlined call counts whose caller has no record
	WarnPackedCount    WarningKind = "packed-count"    // a 64-bit count that looks like two of 32 bits
	WarnHalfPair       WarningKind = "half-pair"       // names with half of a surrogate pair
	WarnLeafBCI        WarningKind = "leaf-bci"        // call counts at a BCI other than 0
)

// String returns the text and, in parentheses, the place of the first occurrence.
func (w Warning) String() string {
	if w.Path == "" {
		return w.Text
	}
	return fmt.Sprintf("%s (first: %s, byte %d)", w.Text, w.Path, w.Offset)
}

// longKey is longer than all keys of the format; longer ones are shortened in messages.
const longKey = 40

// quoteShort quotes offending text, shortened like keys.
func quoteShort(s string) string { return words.QuoteShort(s, longKey) }
