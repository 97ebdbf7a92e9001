// Package speedscope writes stacks in the file format of speedscope, https://www.speedscope.app.
package speedscope

import (
	"bufio"
	"io"
	"strconv"

	"github.com/iprof-viz/iprof-viz/convert/stacks"
)

// Schema is the address of the format's schema, by which speedscope recognizes a file.
const Schema = "https://www.speedscope.app/file-format-schema.json"

// Write writes trees as a file of speedscope, each as a profile of the type sampled: one sample for each node with a self value, with
// the frames from the root on, in the order of the nodes, and the value as its weight. The sum of the weights is the tree's total. Units
// are none, as values are counts; the name of the profile says of what.
//
// Frames are shared by name, file and line. Numbers are exact in the file; JavaScript has all integers up to 2^53. Stacks without a frame are left out, as speedscope has no place for them.
func Write(w io.Writer, trees ...*stacks.Tree) error {
	f := &file{out: bufio.NewWriterSize(w, 64<<10), numbers: map[frame]int32{}}
	f.text(`{"$schema":"`, Schema, `","exporter":"iprof-viz","activeProfileIndex":0,`, "\n", `"shared":{"frames":[`)
	var of [][]int32 // by tree: the numbers of its frames
	for _, t := range trees {
		of = append(of, f.frames(t))
	}
	f.text("\n]},\n", `"profiles":[`)
	for i, t := range trees {
		if i > 0 {
			f.text(",")
		}
		f.profile(t, of[i])
	}
	f.text("\n]}\n")
	return f.out.Flush()
}

// A frame is one that trees share.
type frame struct {
	name, file string
	line       int
}

// A file is one that is being written.
type file struct {
	out     *bufio.Writer // keeps the first error, which Flush returns
	numbers map[frame]int32
	line    []byte // scratch
}

func (f *file) text(parts ...string) {
	for _, s := range parts {
		f.out.WriteString(s)
	}
}

// frames writes the frames of a tree that no tree before had, and returns the numbers of all.
func (f *file) frames(t *stacks.Tree) []int32 {
	all := make([]int32, len(t.Frames))
	for i, of := range t.Frames {
		key := frame{of.Label(), of.File, of.Line}
		n, known := f.numbers[key]
		if !known {
			n = int32(len(f.numbers))
			f.numbers[key] = n
			if n > 0 {
				f.text(",")
			}
			f.text("\n", `{"name":`, quoted(key.name))
			if key.file != "" {
				f.text(`,"file":`, quoted(key.file))
			}
			if key.line > 0 {
				f.text(`,"line":`, strconv.Itoa(key.line))
			}
			f.text("}")
		}
		all[i] = n
	}
	return all
}
