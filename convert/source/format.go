package source

import (
	"errors"
	"io"

	"github.com/iprof-viz/iprof-viz/convert/recording"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/convert/table"
)

// A Format is a kind of file with stacks.
type Format struct {
	Name   string // for --from: "folded"
	Noun   string // for messages, with an article: "folded stacks", "a pprof profile"
	Plural bool   // Noun is in the plural

	// Extensions are the usual extensions of such files: ".folded". Nil: there is none.
	Extensions []string

	// SampleTypes means that a file may have values or events of several types, of which Options.SampleType chooses one.
	SampleTypes bool

	// Detect recognizes the format by the first 4 KiB of a file, or all of a shorter one, decompressed.
	Detect func(head []byte) bool

	// DetectLate recognizes the format in text from more than its first 4 KiB, because a program may have printed any text before
	// the format's first line, or because that line is long. Nil: Detect is sufficient.
	DetectLate func(head []byte) bool

	read func(r io.Reader, opts Options) (*File, error) // sets everything in File except Format
}

// Read reads a file of the format, gzipped or not.
func (f *Format) Read(r io.Reader, opts Options) (*File, error) {
	s, err := f.read(r, opts)
	if err != nil {
		return nil, err
	}
	s.Format = f
	return s, nil
}

// Verb is "has", or "have" if the noun is in the plural.
func (f *Format) Verb() string {
	if f.Plural {
		return "have"
	}
	return "has"
}

// Options are the options of reading a file.
type Options struct {
	// MaxInput is the maximum number of bytes to read, decompressed. 0 means the default of the format, a negative number no limit.
	MaxInput int64

	MaxNodes int // as in [iprof.Options]

	SampleType string // of formats with SampleTypes, such as "cpu" or "jdk.ExecutionSample"; "": the file's default
	Tags       bool   // whether [stacks.Source] is to have them
	Column     string // of a gprofng call tree, such as "Total CPU"; "": the first one
}

// ErrUnknown is the error for a file in none of [Formats].
var ErrUnknown = errors.New("no format that has stacks")

// A File is the content of a file with stacks.
type File struct {
	stacks.Source
	Format *Format

	// Tables hold the content of the file other than stacks, such as the threads of -Xprof.
	Tables []*table.Table
	// Caveats are reasons not to trust the stacks, one sentence each.
	Caveats []string

	recording *recording.Summary // of flight recordings; nil: others
}
