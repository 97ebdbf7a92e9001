package gprofng

import (
	"bytes"

	"github.com/iprof-viz/iprof-viz/internal/lines"
)

// sniffed is how much of a text Detect looks at, if there is as much.
const sniffed = 4 << 10

// Detect says whether a text begins like a call tree: with its title, and a row below if it is not cut off. The head is the
// first 4 KiB of the text, or all of a shorter one. The experiment's header, which may stand above the tree, can be longer
// than that; then it says no.
func Detect(head []byte) bool {
	cut := len(head) >= sniffed
	found := false
	var prefix lines.Prefix
	var r row
	for len(head) > 0 {
		line, rest, _ := bytes.Cut(head, []byte("\n"))
		head = rest
		if before, ok := cutTitle(line); ok {
			found, prefix = true, lines.Prefix(before)
			continue
		}
		if line, ok := prefix.Cut(line); found && ok && r.parse(line) {
			return true
		}
	}
	return found && cut
}
