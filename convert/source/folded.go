package source

import (
	"bytes"
	"io"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert/folded"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// Folded is the format of package folded.
var Folded = &Format{
	Name:       "folded",
	Noun:       folded.Format,
	Plural:     true,
	Extensions: []string{".folded", ".collapsed"},
	Detect:     isFolded,
	DetectLate: isLongFolded,
	read: func(r io.Reader, opts Options) (*File, error) {
		p, err := readText(r, opts.MaxInput, func(r io.Reader) (*iprof.Profile, error) { return folded.ReadLimited(r, opts.MaxNodes) })
		if err != nil {
			return nil, err
		}
		return &File{Source: stacks.Source{Profile: p}}, nil
	},
}

// isFolded reports whether the first line, or a later line with several frames, ends in a count. If it is wrong, the reader's error
// is the best explanation.
func isFolded(head []byte) bool {
	for i, line := range strings.Split(string(trimStart(head)), "\n") {
		line = strings.TrimRight(line, " \t\r")
		space := strings.LastIndexAny(line, " \t")
		if space > 0 && isCount(line[space+1:]) && (i == 0 || strings.Contains(line[:space], ";")) {
			return true
		}
	}
	return false
}

// isLongFolded is like isFolded, for a file whose first line is longer than the head that Detect gets. A line that the head
// truncates is ignored.
func isLongFolded(head []byte) bool {
	if bytes.IndexByte(head[:min(len(head), headSize)], '\n') >= 0 {
		return false
	}
	if slices.Contains(lateSizes, len(head)) {
		head = head[:bytes.LastIndexByte(head, '\n')+1]
	}
	return isFolded(head)
}

// isCount reports whether s is a number: an integer, or a number that the reader rejects, with a sign or decimals.
func isCount(s string) bool {
	whole, part, _ := strings.Cut(strings.TrimPrefix(s, "-"), ".")
	return whole != "" && strings.Trim(whole+part, "0123456789") == ""
}
