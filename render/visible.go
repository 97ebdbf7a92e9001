package render

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// visible makes what a name holds harmless to look at: control characters become their pictures, ESC is ␛, those that
// nobody sees or that turn the direction of text are written as in Go, \u200b, and what is no character is U+FFFD. So names
// that differ do not look alike for want of something to see.
func visible(s string) string {
	plain := true
	for i := range len(s) {
		if s[i] < ' ' || s[i] >= 0x7f {
			plain = false
			break
		}
	}
	if plain {
		return s
	}
	var b strings.Builder
	before := rune(0)
	for i, r := range s {
		switch {
		case r < ' ':
			b.WriteRune(0x2400 + r)
		case r == 0x7f:
			b.WriteRune('␡')
		case r == joiner || r == emojiStyle:
			next, _ := utf8.DecodeRuneInString(s[i+utf8.RuneLen(r):])
			if isEmoji(before) && (r == emojiStyle || isEmoji(next)) {
				b.WriteRune(r)
			} else {
				writeEscape(&b, r)
			}
		case r > 0x7f && r < 0xa0, unicode.In(r, invisible...):
			writeEscape(&b, r)
		case r&0xfffe == 0xfffe:
			b.WriteRune(utf8.RuneError)
		default:
			b.WriteRune(r)
		}
		before = r
	}
	return b.String()
}

// visibleAll is visible for several texts.
func visibleAll(texts []string) []string {
	all := make([]string, len(texts))
	for i, s := range texts {
		all[i] = visible(s)
	}
	return all
}

// unseen are characters without a look of their own: those that format text (U+00AD, U+200B, U+202E, U+FEFF), those that
// part lines, and fillers (U+115F, U+3164).
var invisible = []*unicode.RangeTable{
	unicode.Cf, unicode.Zl, unicode.Zp, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector,
}

// What makes several emoji one, and a sign an emoji.
const (
	joiner     = '\u200d'
	emojiStyle = '\ufe0f'
)

// isEmoji is true for what can be a part of an emoji that several characters make up: a picture or the colour of a skin.
func isEmoji(r rune) bool { return unicode.In(r, unicode.So, unicode.Sk) || r == emojiStyle }

func writeEscape(b *strings.Builder, r rune) {
	if r > 0xffff {
		fmt.Fprintf(b, `\U%08x`, r)
	} else {
		fmt.Fprintf(b, `\u%04x`, r)
	}
}
