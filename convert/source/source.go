// Package source reads the stacks of any file that has some, whatever tool has written it.
//
// A format is a file of this package with a [Format], and a line in [Formats].
package source

import (
	"errors"
	"io"

	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/convert/table"
)

// Formats are all formats, in the order in which an input is compared with them: first those that no other is taken for.
var Formats = []*Format{Pprof, Xprof, Gprofng, Iprof, Folded}

// A Format is a kind of file with stacks.
type Format struct {
	Name   string // what a user calls it: "folded"
	Noun   string // what messages call it, with an article: "folded stacks", "a pprof profile"
	Plural bool   // Noun is in the plural

	// Detect tells the format from the first 4 KiB of a file, or all of a shorter one, decompressed.
	Detect func(head []byte) bool

	// Late says that anything may come before the format's first line, as it is a part of a program's output. Detect takes
	// more than 4 KiB then.
	Late bool

	read func(r io.Reader, opts Options) (*Source, error) // all of Source but Format
}

// Read reads a file of the format, gzipped or not.
func (f *Format) Read(r io.Reader, opts Options) (*Source, error) {
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

// Options say how files are read.
type Options struct {
	// MaxInput is how many bytes are read at the most, decompressed. 0 means the default of the format, a negative number
	// no limit.
	MaxInput int64

	SampleType string // of a pprof profile, such as "cpu"; "": its default
	Column     string // of a gprofng call tree, such as "Total CPU"; "": the first one
}

// ErrUnknown says that a file is none of [Formats].
var ErrUnknown = errors.New("no format that has stacks")

// A Source is what a file says.
type Source struct {
	stacks.Source
	Format *Format

	// Tables have what the file says beside its stacks, such as the threads of -Xprof, in columns with keys and headings.
	Tables []*table.Table
	// Doubts say why not to trust the stacks too much, a sentence each.
	Doubts []string
}
