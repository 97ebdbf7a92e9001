package plaintext

import (
	"strings"
	"unicode/utf8"

	"github.com/iprof-viz/iprof-viz/internal/words"
)

// asciiSigns are replacements for the symbols of trees.
var asciiSigns = map[rune]string{'◇': "o", '◆': "*", '→': "->", '×': "x", '…': "...", '–': "-", '−': "-", '•': "-", '≥': ">=", '≤': "<=", '≈': "~"}

// Ascii replaces all non-ASCII characters.
func Ascii(s string) string {
	var b strings.Builder
	for _, r := range s {
		sign, ok := asciiSigns[r]
		switch {
		case r < utf8.RuneSelf:
			b.WriteRune(r)
		case ok:
			b.WriteString(sign)
		default:
			words.WriteEscape(&b, r)
		}
	}
	return b.String()
}
