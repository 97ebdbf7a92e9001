package load

import (
	"fmt"
	"io"
	"runtime"

	"github.com/iprof-viz/iprof-viz/convert/source"
)

// An Origin is where a profile came from.
type Origin struct {
	Name  string // for messages
	Size  int64  // bytes of the file, or files, as they are on disk
	small bool   // so small that its garbage is not worth collecting
}

// Collect collects garbage, after a step has left much of it and the next needs as much. Its memory is not returned to the system: the
// next step would get it back page by page.
func (o Origin) Collect() {
	if !o.small {
		runtime.GC()
	}
}

// An input is an open file, or standard input.
type input struct {
	Origin
	*source.Input
	File io.Closer

	plainFile io.ReadSeeker // the file, if it is a regular one and not gzipped
	held      bool          // in memory, in a process that has more to do
	maxNodes  int           // see MaxNodes
}

// Limits of the distinct frames of a file's stacks.
const (
	memoryPerNode = 256     // bytes per node, for the commands that take most
	nodesPerByte  = 2       // of the file: native-image's have a node per 16 bytes, or per 4 if gzipped
	fewNodes      = 1 << 18 // of any file, because they are cheap: every command has read and shown them in a second or two
)

// limitNodes derives the maximum number of distinct frames from the available memory, and from the file's size: a small one must
// not expand to gigabytes. A size of 0 is unknown.
func (in *input) limitNodes(memory, size int64) {
	limit := memory / memoryPerNode
	if size > 0 {
		limit = min(limit, fewNodes+nodesPerByte*size)
	}
	in.maxNodes = int(max(limit, 1))
}

// MaxNodes returns the maximum number of distinct frames of the input, as in [iprof.Options]. If maxInput is negative, so that an
// input may have any size, there is no maximum.
func (in *input) MaxNodes(maxInput int64) int {
	if maxInput < 0 {
		return -1
	}
	return in.maxNodes
}

// SmallSize is the size in bytes up to which the garbage from reading a file is not worth collecting.
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
