package javaname

import (
	"fmt"
	"strings"
	"unicode"
)

// EscapeControls returns a text without line breaks, other control characters and the characters of a set: they are escaped byte by
// byte. Halves of surrogate pairs are written as by [EscapeHalves], and bytes that are not UTF-8 become U+FFFD.
func EscapeControls(s, also string) string {
	s = strings.ToValidUTF8(EscapeHalves(s), "\uFFFD")
	unsafe := func(r rune) bool {
		return unicode.IsControl(r) || r == '\u2028' || r == '\u2029' || strings.ContainsRune(also, r)
	}
	if !strings.ContainsFunc(s, unsafe) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if !unsafe(r) {
			b.WriteRune(r)
			continue
		}
		for _, c := range []byte(string(r)) {
			fmt.Fprintf(&b, `\x%02x`, c)
		}
	}
	return b.String()
}
