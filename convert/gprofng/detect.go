package gprofng

import (
	"bytes"

	"github.com/iprof-viz/iprof-viz/internal/lines"
)

// sniffed is the number of bytes that Detect gets, if the text is that long.
const sniffed = 4 << 10

// Detect reports whether a text has a call tree: its title, followed by a row unless the head ends before. The head is the
// beginning of the text, or all of a shorter one. The experiment's header, which may precede the tree, can be longer than the head;
// Detect returns false then.
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
