package source

import (
	"bytes"
	"io"

	"github.com/iprof-viz/iprof-viz/convert/pprof"
)

// Pprof is the format of package pprof.
var Pprof = &Format{
	Name:        "pprof",
	Noun:        pprof.Format,
	Extensions:  []string{".pb", ".pprof"},
	SampleTypes: true,
	Detect:      isMessage,
	read: func(r io.Reader, opts Options) (*File, error) {
		s, err := pprof.Read(r, pprof.ReadOptions{SampleType: opts.SampleType, MaxInput: opts.MaxInput, MaxNodes: opts.MaxNodes})
		if err != nil {
			return nil, err
		}
		return &File{Source: s}, nil
	},
}

// isMessage reports whether head can be the beginning of pprof's protobuf message Profile: a tag of a field from 1 to 15 that
// is a varint or length-delimited, and bytes that no text has.
func isMessage(head []byte) bool {
	if len(head) == 0 || head[0]>>3 < 1 || head[0]>>3 > 15 || head[0]&7 != 0 && head[0]&7 != 2 {
		return false
	}
	return bytes.ContainsFunc(head, func(r rune) bool { return r < '\t' })
}
