package xprof

import "bytes"

// A head of at least sniffed bytes may end within a block.
const (
	sniffed = 4 << 10
	nearEnd = 200 // bytes: the longest name and title after a header that may be missing
)

// Detect reports whether a text has output of -Xprof: the header of a block and a line that belongs below it. The head is the
// beginning of the text, or all of a shorter one.
//
// True is nearly certain, although a program may print such lines itself. False means little: any amount of program output may
// precede the first block, which the VM prints when a thread ends.
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

// followsHeader reports whether a line can be the first below a header.
func followsHeader(line []byte) bool {
	if _, ok := parseTitle(line); ok || isList(line) {
		return true
	}
	r := parseRow(line)
	return r.form == oneNumber && string(r.text) == lostTitle
}
