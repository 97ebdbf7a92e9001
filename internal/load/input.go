package load

import (
	"fmt"
	"io"
	"runtime/debug"

	"github.com/iprof-viz/iprof-viz/convert/source"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// An Origin is where a profile came from.
type Origin struct {
	Name  string // for messages
	small bool   // so small that its garbage is not worth collecting
}

// Collect collects garbage, where a step has left much of it and the next needs as much, and gives its memory back, as
// the next step needs other sizes: a third less at the peak, for two hundredths of the time.
func (o Origin) Collect() {
	if !o.small {
		debug.FreeOSMemory()
	}
}

// An input is an open file, or standard input.
type input struct {
	Origin
	*source.Input
	File io.Closer

	plainFile io.ReadSeeker // the file, where it is a regular one and not gzipped
	held      bool          // in memory, in a process that has more to do
	maxNodes  int           // see MaxNodes
}

// Limits of the distinct frames of a file's stacks.
const (
	memoryPerNode = 256 // bytes, of the commands that take most
	nodesPerByte  = 2   // of a file as it is: those of native-image have a node for each 16 bytes, or 4 where gzipped
)

// limitNodes derives the largest number of distinct frames from the memory there is, and from the file's size: a small one cannot
// stand for gigabytes. A size of 0 is not known.
func (in *input) limitNodes(memory, size int64) {
	limit := memory / memoryPerNode
	if size > 0 {
		limit = min(limit, iprof.MaxFrames+nodesPerByte*size)
	}
	in.maxNodes = int(max(limit, 1))
}

// MaxNodes returns the largest number of distinct frames that the input may have, as in [iprof.Options]. An input of any size, with a
// negative maxInput, may have any.
func (in *input) MaxNodes(maxInput int64) int {
	if maxInput < 0 {
		return -1
	}
	return in.maxNodes
}

// SmallSize is the size in bytes up to which the garbage of reading a file is not worth collecting.
const SmallSize = 8 << 20

// StdinName is the name of standard input in messages.
const StdinName = "standard input"

// NameOf names one or several profiles for messages.
func NameOf(files []string) string {
	switch {
	case len(files) > 1:
		return fmt.Sprintf("sum of %d profiles", len(files))
	case files[0] == "-":
		return StdinName
	}
	return files[0]
}
