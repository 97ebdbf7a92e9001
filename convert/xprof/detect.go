package xprof

import "bytes"

// Detect looks at the first 4 KiB of a text, or all of a shorter one. So much may be missing of a block that begins there.
const (
	sniffed = 4 << 10
	nearEnd = 200 // bytes that a header needs after it, for the thread's name and a title
)

// Detect says whether a text begins like output of -Xprof: with the header of a block and a line that belongs below one.
// The head is the first 4 KiB of the text, or all of a shorter one.
//
// True is nearly sure, though a program may print such lines of its own. False says little: any output of the program may
// come before the first block, which the VM prints when a thread ends.
func Detect(head []byte) bool {
	cut := len(head) >= sniffed
	found := false
	for len(head) > 0 {
		line, rest, _ := bytes.Cut(head, []byte("\n"))
		head = rest
		if _, ok := parseHeader(line); ok {
			found = true
			if cut && len(head) < nearEnd {
				return true
			}
			continue
		}
		if found && followsHeader(line) {
			return true
		}
	}
	return false
}

// followsHeader says whether a line is one of those that begin the body of a block.
func followsHeader(line []byte) bool {
	if _, ok := parseTitle(line); ok || isList(line) {
		return true
	}
	r := parseRow(line)
	return r.form == oneFigure && string(r.text) == lostTitle
}
