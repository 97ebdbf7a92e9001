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

// isMessage reports whether head can be the beginning of pprof's protobuf message Profile: a tag of one of its fields, with the wire type
// of that, and bytes that no text has. Files of compression programs begin with other tags.
func isMessage(head []byte) bool {
	if len(head) == 0 {
		return false
	}
	const varint, lengthDelimited = 0, 2
	field, wire := head[0]>>3, head[0]&7
	switch {
	case field >= 1 && field <= 6, field == 11: // messages, and strings
		if wire != lengthDelimited {
			return false
		}
	case field == 13: // numbers, packed or not
		if wire != varint && wire != lengthDelimited {
			return false
		}
	case field >= 7 && field <= 15:
		if wire != varint {
			return false
		}
	default:
		return false
	}
	return bytes.ContainsFunc(head, func(r rune) bool { return r < '\t' })
}
