// Package words formats numbers, lists and names in sentences.
package words

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// IsOrAre returns the form of "is" for a number of things.
func IsOrAre(n int64) string {
	if n == 1 {
		return "is"
	}
	return "are"
}

// HasOrHave returns the form of "has" for a number of things.
func HasOrHave(n int64) string {
	if n == 1 {
		return "has"
	}
	return "have"
}

// Enum returns the name of a value of an enumeration, or TYPE(VALUE) if it has none.
func Enum[T ~int | ~uint8](value T, typeName string, names ...string) string {
	if value < 0 || int(value) >= len(names) {
		return fmt.Sprintf("%s(%d)", typeName, int(value))
	}
	return names[value]
}

// List joins words as in a sentence: a, b and c.
func List(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " and " + words[last]
}

// Percent formats a share: 12.3%. Only 0 becomes 0.0% and only 1 becomes 100.0%.
func Percent(share float64) string {
	switch text := fmt.Sprintf("%.1f%%", 100*share); {
	case text == "0.0%" && share > 0:
		return "<0.1%"
	case text == "100.0%" && share < 1:
		return ">99.9%"
	default:
		return text
	}
}

// RangePercent formats a range of shares, rounded outwards: 62–98%, 0.4–1.1%.
func RangePercent(low, high float64, decimals int) string {
	unit := math.Pow10(decimals)
	const slack = 1e-12 // tolerance of the number: 28% is not 29% because 0.28*100 is more than 28
	low = math.Floor(100*low*unit*(1+slack)) / unit
	high = math.Ceil(100*high*unit*(1-slack)) / unit
	return strconv.FormatFloat(low, 'f', decimals, 64) + "–" + strconv.FormatFloat(high, 'f', decimals, 64) + "%"
}

// Count formats a number of things: Count(1, "sample"), or Count(2, "method is", "methods are") if an s at the end does not make
// the plural.
func Count(n int64, one string, many ...string) string {
	switch {
	case n == 1:
		return "1 " + one
	case len(many) > 0:
		return Thousands(n) + " " + many[0]
	}
	return Thousands(n) + " " + one + "s"
}

// Thousands formats a number for people: 12,345.
func Thousands(n int64) string {
	digits := strconv.FormatInt(n, 10)
	var b strings.Builder
	for i, c := range digits {
		if rest := len(digits) - i; i > 0 && rest%3 == 0 && digits[i-1] != '-' {
			b.WriteByte(',')
		}
		b.WriteRune(c)
	}
	return b.String()
}

// ShortCount formats a count to three digits: 999, 7.88M, 23.9G.
func ShortCount(n int64) string {
	sign, x := "", float64(n)
	if n < 0 {
		sign, x = "-", -x
	}
	unit := 0
	for ; x >= 999.5 && unit < len("kMGTPE"); unit++ {
		x /= 1000
	}
	if unit == 0 {
		return strconv.FormatInt(n, 10)
	}
	return sign + threeDigits(x) + "kMGTPE"[unit-1:unit]
}

// threeDigits formats a number from 1 to 999.4 to three digits.
func threeDigits(x float64) string {
	switch {
	case x < 9.995:
		return strconv.FormatFloat(x, 'f', 2, 64)
	case x < 99.95:
		return strconv.FormatFloat(x, 'f', 1, 64)
	}
	return strconv.FormatFloat(x, 'f', 0, 64)
}

// Significant formats a number to three significant digits, without trailing zeros: 0.667, 1, 12.5, 7,884.
func Significant(x float64) string {
	switch size := math.Abs(x); {
	case x == 0:
		return "0"
	case size >= 999.5 && size < 1e15:
		return Thousands(int64(math.Round(x)))
	case size < 0.0005 || size >= 1e15:
		return strconv.FormatFloat(x, 'g', 3, 64)
	}
	text := strconv.FormatFloat(x, 'f', max(0, 2-int(math.Floor(math.Log10(math.Abs(x))))), 64)
	if strings.Contains(text, ".") {
		text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	}
	return text
}

// CountOf formats a number of things, given in the plural.
func CountOf(n int64, plural string) string {
	if n == 1 {
		plural = Singular(plural)
	}
	return Thousands(n) + " " + plural
}

// Singular returns the singular of a plural, which may have a qualifier: "executions of conditionals" gives "execution of
// conditionals".
func Singular(plural string) string {
	end := len(plural)
	for _, more := range []string{" of ", " in ", " per ", " taken"} {
		if i := strings.Index(plural, more); i >= 0 {
			end = min(end, i)
		}
	}
	head, tail := plural[:end], plural[end:]
	if head == "ms" { // an abbreviation, not a plural
		return plural
	}
	for _, s := range [][2]string{{"ies", "y"}, {"ches", "ch"}, {"sses", "ss"}, {"s", ""}} {
		if stem, ok := strings.CutSuffix(head, s[0]); ok {
			return stem + s[1] + tail
		}
	}
	return plural
}

// QuoteShort quotes offending text, shortened to that many bytes.
func QuoteShort(s string, most int) string {
	if len(s) <= most {
		return strconv.Quote(s)
	}
	cut := most
	for cut > most-utf8.UTFMax && !utf8.RuneStart(s[cut]) {
		cut--
	}
	return strconv.Quote(s[:cut]) + "…"
}

// CompilerReason returns a compiler's last reason for people. One that Graal gives each call at first is none: there it says so.
func CompilerReason(reason string) string {
	if reason == "bytecode parser did not replace invoke" {
		return "no later phase took the call up"
	}
	return reason
}
