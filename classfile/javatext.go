package classfile

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"
)

// javaFloat formats a float (32 bits) or double (64 bits) as Float.toString and Double.toString of JDK 19 and later do.
func javaFloat(f float64, bits int) string {
	switch {
	case math.IsNaN(f):
		return "NaN"
	case math.IsInf(f, 0):
		return strings.TrimPrefix(strconv.FormatFloat(f, 'g', -1, bits), "+") + "inity"
	}
	if a := math.Abs(f); a == 0 || a >= 1e-3 && a < 1e7 {
		s := strconv.FormatFloat(f, 'f', -1, bits)
		if !strings.Contains(s, ".") {
			s += ".0"
		}
		return s
	}
	mantissa, exp, _ := strings.Cut(strconv.FormatFloat(f, 'e', -1, bits), "e")
	if !strings.Contains(mantissa, ".") { // Java writes the nearest number of two digits: 4.9E-324, not 5.0E-324
		mantissa, exp, _ = strings.Cut(strconv.FormatFloat(f, 'e', 1, bits), "e")
	}
	n, _ := strconv.Atoi(exp)
	return mantissa + "E" + strconv.Itoa(n)
}

// escape escapes the text of a string constant as javap does, so that it stays on one line.
func escape(s string) string {
	if !strings.ContainsFunc(s, escaped) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		switch {
		case !escaped(r):
			b.WriteRune(r)
		case escapes[r] != 0:
			b.WriteByte('\\')
			b.WriteByte(escapes[r])
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return b.String()
}

var escapes = [256]byte{'\t': 't', '\n': 'n', '\r': 'r', '\b': 'b', '\f': 'f', '"': '"', '\'': '\'', '\\': '\\'}

func escaped(r rune) bool {
	return r < ' ' || r >= 0x7F && r < 0xA0 || r == '"' || r == '\'' || r == '\\'
}

// quoteName quotes a name that is not made of Java identifiers, as javap does: java/lang/String, "<init>", "[I".
func quoteName(s string) string {
	before := '/'
	plain := s != ""
	for _, r := range s {
		if before == '/' && !identifierStart(r) || r != '/' && !identifierPart(r) {
			plain = false
			break
		}
		before = r
	}
	if plain {
		return s
	}
	return `"` + escape(s) + `"`
}

// identifierStart is Character.isJavaIdentifierStart.
func identifierStart(r rune) bool {
	return unicode.In(r, unicode.L, unicode.Nl, unicode.Sc, unicode.Pc)
}

// identifierPart is Character.isJavaIdentifierPart without control characters, so that these are quoted and escaped.
func identifierPart(r rune) bool {
	return identifierStart(r) || unicode.In(r, unicode.Nd, unicode.Mn, unicode.Mc, unicode.Cf)
}
