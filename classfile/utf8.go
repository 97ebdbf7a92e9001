package classfile

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// decodeUTF8 decodes the modified UTF-8 of class files (JVMS 4.4.7): U+0000 has two bytes, and characters above U+FFFF are a pair
// of surrogates of three bytes each. Text that is equal in UTF-8 is returned unchanged. It returns false for bytes that HotSpot
// rejects: zero, the bytes of four-byte sequences, and incomplete sequences.
func decodeUTF8(s string) (string, bool) {
	same := 0
	for same < len(s) && s[same]-1 < utf8.RuneSelf-1 {
		same++
	}
	if same == len(s) {
		return s, true
	}
	differs := false
	for i := same; i < len(s); {
		r, n := unit(s[i:])
		if n == 0 {
			return "", false
		}
		differs = differs || n != utf8.RuneLen(r)
		i += n
	}
	if !differs {
		return s, true
	}
	var b strings.Builder
	high := rune(0) // the first half of a pair, not yet written
	flush := func() {
		if high != 0 {
			b.WriteRune(utf8.RuneError)
			high = 0
		}
	}
	for i := 0; i < len(s); {
		r, n := unit(s[i:])
		i += n
		if high != 0 {
			if full := utf16.DecodeRune(high, r); full != utf8.RuneError {
				b.WriteRune(full)
				high = 0
				continue
			}
		}
		flush()
		if r >= 0xD800 && r < 0xDC00 {
			high = r
			continue
		}
		b.WriteRune(r)
	}
	flush()
	return b.String(), true
}

// unit decodes one UTF-16 code unit and returns the number of its bytes, or 0 if they are not modified UTF-8.
func unit(s string) (rune, int) {
	follows := func(i int) bool { return i < len(s) && s[i]&0xC0 == 0x80 }
	switch c := s[0]; {
	case c > 0 && c < utf8.RuneSelf:
		return rune(c), 1
	case c&0xE0 == 0xC0 && follows(1):
		return rune(c&0x1F)<<6 | rune(s[1]&0x3F), 2
	case c&0xF0 == 0xE0 && follows(1) && follows(2):
		return rune(c&0x0F)<<12 | rune(s[1]&0x3F)<<6 | rune(s[2]&0x3F), 3
	}
	return 0, 0
}
