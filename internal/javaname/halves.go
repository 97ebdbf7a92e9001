package javaname

import (
	"fmt"
	"strings"
)

// EscapeHalves writes halves of surrogate pairs as JSON does: \ud800. Names in the JVM may have them; package iprof keeps them as
// the three bytes that UTF-8 would have for them, which cannot occur in any other text.
func EscapeHalves(name string) string {
	at := nextHalf(name)
	if at < 0 {
		return name
	}
	var b strings.Builder
	for ; at >= 0; at = nextHalf(name) {
		b.WriteString(name[:at])
		fmt.Fprintf(&b, `\u%04x`, 0xd000|uint16(name[at+1]&0x3f)<<6|uint16(name[at+2]&0x3f))
		name = name[at+3:]
	}
	b.WriteString(name)
	return b.String()
}

// nextHalf returns the index of the first half of a pair; -1: none.
func nextHalf(name string) int {
	for from := 0; ; from++ {
		i := strings.IndexByte(name[from:], 0xed)
		if i < 0 {
			return -1
		}
		if from += i; from+2 < len(name) && name[from+1] >= 0xa0 {
			return from
		}
	}
}
