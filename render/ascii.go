package render

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// asciiSigns are what our own signs are in ASCII.
var asciiSigns = map[rune]string{'◇': "o", '◆': "*", '→': "->", '×': "x", '…': "...", '–': "-", '−': "-"}

// ascii writes a text with ASCII alone.
func ascii(s string) string {
	var b strings.Builder
	for _, r := range s {
		sign, ok := asciiSigns[r]
		switch {
		case r < utf8.RuneSelf:
			b.WriteRune(r)
		case ok:
			b.WriteString(sign)
		case r <= 0xffff:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			fmt.Fprintf(&b, `\U%08x`, r)
		}
	}
	return b.String()
}
