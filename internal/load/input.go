package load

import (
	"fmt"
	"io"
	"runtime/debug"

	"github.com/iprof-viz/iprof-viz/convert/source"
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
