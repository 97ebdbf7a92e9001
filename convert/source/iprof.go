package source

import (
	"bytes"
	"io"

	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// Iprof is the format of package iprof.
var Iprof = &Format{
	Name:       "iprof",
	Noun:       "an iprof",
	Extensions: []string{".iprof"},
	Detect:     func(head []byte) bool { return bytes.HasPrefix(trimStart(head), []byte("{")) },
	read:       readIprof,
}

func readIprof(r io.Reader, opts Options) (*File, error) {
	p, err := iprof.Parse(r, iprof.Options{MaxInput: opts.MaxInput, MaxNodes: opts.MaxNodes, OmitRepeated: true})
	if err != nil {
		return nil, err
	}
	return &File{Source: stacks.Source{Profile: p}}, nil
}
