// Package svgtext writes text and numbers into SVG.
package svgtext

import (
	"bytes"
	"encoding/xml"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Escape escapes text for XML. All names in markup come from here or AppendEscaped.
func Escape(s string) string {
	return string(AppendEscaped(nil, s))
}

// AppendEscaped appends text as Escape returns it.
func AppendEscaped(out []byte, s string) []byte {
	if !strings.ContainsAny(s, `<>&"'`+"\n\r\t") && utf8.ValidString(s) {
		return append(out, s...)
	}
	b := bytes.NewBuffer(out)
	xml.EscapeText(b, []byte(s)) // never fails for a Buffer
	return b.Bytes()
}

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
