package javaname

import (
	"strings"

	"github.com/iprof-viz/iprof-viz/internal/words"
)

// EscapeControls returns a text without line breaks, other unprintable characters and the characters of a set: they are escaped byte by
// byte. Halves of surrogate pairs are written as by [EscapeHalves], and bytes that are not UTF-8 become U+FFFD.
func EscapeControls(s, also string) string {
	s = strings.ToValidUTF8(EscapeHalves(s), "\uFFFD")
	unsafe := func(r rune) bool {
		return words.IsUnprintable(r) || strings.ContainsRune(also, r)
	}
	if !strings.ContainsFunc(s, unsafe) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if unsafe(r) {
			words.WriteBytes(&b, string(r))
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}
