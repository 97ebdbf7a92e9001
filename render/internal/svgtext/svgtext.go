// Package svgtext writes text and numbers into SVG.
package svgtext

import (
	"math"
	"strconv"
	"unicode/utf8"
)

// Escape escapes text for XML. All names in markup come from here or AppendEscaped.
func Escape(s string) string {
	return string(AppendEscaped(nil, s))
}

// AppendEscaped appends text as Escape returns it.
func AppendEscaped(out []byte, s string) []byte {
	start := 0 // of the text that is not appended yet
	for i := 0; i < len(s); {
		c := s[i]
		if plainXML[c] {
			i++
			continue
		}
		size, text := 1, escapes[c]
		if c >= utf8.RuneSelf {
			var r rune
			if r, size = utf8.DecodeRuneInString(s[i:]); (r != utf8.RuneError || size > 1) && r != '\ufffe' && r != '\uffff' {
				i += size
				continue
			}
		}
		out = append(out, s[start:i]...)
		if text == "" { // XML has no such character
			text = "\ufffd"
		}
		out = append(out, text...)
		i += size
		start = i
	}
	return append(out, s[start:]...)
}

// escapes has the characters that are escaped as in [encoding/xml.EscapeText]; plainXML is true for those of ASCII that are not.
var escapes = [256]string{'"': "&#34;", '\'': "&#39;", '&': "&amp;", '<': "&lt;", '>': "&gt;", '\t': "&#x9;", '\n': "&#xA;", '\r': "&#xD;"}

var plainXML = func() (plain [256]bool) {
	for c := ' '; c < utf8.RuneSelf; c++ {
		plain[c] = escapes[c] == ""
	}
	return plain
}()

// AppendNumber appends a length in pixels, rounded to a hundredth, in its shortest form.
func AppendNumber(out []byte, x float64) []byte {
	n := int64(math.Round(x * 100))
	if n < 0 {
		out = append(out, '-')
		n = -n
	}
	if n >= 100 || n == 0 {
		out = strconv.AppendInt(out, n/100, 10)
	}
	switch n %= 100; {
	case n == 0:
	case n%10 == 0:
		out = append(out, '.', byte('0'+n/10))
	default:
		out = append(out, '.', byte('0'+n/10), byte('0'+n%10))
	}
	return out
}

// Number writes a coordinate.
func Number(x float64) string { return string(AppendNumber(nil, x)) }
