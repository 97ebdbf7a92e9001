package words

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Visible escapes control characters and invisible characters: a control character becomes its picture (ESC is ␛); characters that
// are invisible or change the direction of text are written as in Go (\u200b); invalid UTF-8 becomes U+FFFD. So different names
// never look the same because of an invisible character.
func Visible(s string) string {
	for i := range len(s) {
		if s[i] < ' ' || s[i] >= 0x7f {
			return escaped(s, i)
		}
	}
	return s // most names
}

// escaped does the same for a text whose first bytes, so many of them, need no escapes.
func escaped(s string, i int) string {
	var b strings.Builder // on the heap
	done := 0             // number of bytes of s already in b
	for i < len(s) {
		if ' ' <= s[i] && s[i] < 0x7f { // most names need no escapes and may be long: they are copied at once
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		b.WriteString(s[done:i])
		switch {
		case r < ' ':
			b.WriteRune(0x2400 + r)
		case r == 0x7f:
			b.WriteRune('␡')
		case r == joiner || r == emojiStyle:
			before, n := utf8.DecodeLastRuneInString(s[:i])
			next, _ := utf8.DecodeRuneInString(s[i+size:])
			if n > 0 && isEmoji(before) && (r == emojiStyle || isEmoji(next)) {
				b.WriteRune(r)
			} else {
				WriteEscape(&b, r)
			}
		case r > 0x7f && r < 0xa0, unicode.In(r, invisible...):
			WriteEscape(&b, r)
		case r&0xfffe == 0xfffe:
			b.WriteRune(utf8.RuneError)
		default:
			b.WriteRune(r)
		}
		i += size
		done = i
	}
	b.WriteString(s[done:])
	return b.String()
}

// invisible are characters without a glyph: formatting characters (U+00AD, U+200B, U+202E, U+FEFF), line and paragraph separators,
// and fillers (U+115F, U+3164).
var invisible = []*unicode.RangeTable{
	unicode.Cf, unicode.Zl, unicode.Zp, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector,
}

// IsUnprintable reports whether a character is a control character, or is invisible or changes the direction of text. Formats for other programs
// escape these, byte by byte as \xHH.
func IsUnprintable(r rune) bool {
	return unicode.IsControl(r) || r >= 0x80 && unicode.In(r, invisible...)
}

// WriteBytes writes the bytes of a text as \xHH.
func WriteBytes(b *strings.Builder, text string) {
	const hex = "0123456789abcdef"
	for i := range len(text) {
		b.WriteString(`\x`)
		b.WriteByte(hex[text[i]>>4])
		b.WriteByte(hex[text[i]&15])
	}
}

// The characters that join emoji, and that turn a symbol into an emoji.
const (
	joiner     = '\u200d'
	emojiStyle = '\ufe0f'
)

// isEmoji reports whether a character can be part of a joined emoji: a picture or a skin tone.
func isEmoji(r rune) bool { return unicode.In(r, unicode.So, unicode.Sk) || r == emojiStyle }

// WriteEscape writes a character as in a Go string.
func WriteEscape(b *strings.Builder, r rune) {
	if r > 0xffff {
		fmt.Fprintf(b, `\U%08x`, r)
	} else {
		fmt.Fprintf(b, `\u%04x`, r)
	}
}
