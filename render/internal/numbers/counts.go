// Package numbers formats counts, shares and factors for people, with their units.
package numbers

import (
	"math"
	"strconv"
	"strings"

	"github.com/iprof-viz/iprof-viz/internal/lazyregexp"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
)

// Thousands formats a count as 12,345.
func Thousands[N int | int32 | int64](n N) string {
	s := strconv.FormatInt(int64(n), 10)
	start := 0
	if n < 0 {
		start = 1
	}
	for i := len(s) - 3; i > start; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Signed formats the difference of two counts: +12, −3, ±0.
func Signed(n int64) string {
	switch {
	case n > 0:
		return "+" + Thousands(n)
	case n < 0:
		return "−" + Thousands(-n)
	}
	return "±0"
}

// Plural formats a count and its noun, which is given in the singular: 1 unit, 2,312 units.
func Plural[N int | int32 | int64](n N, noun string) string {
	return Thousands(n) + " " + nounFor(int64(n), noun)
}

// ShortPlural is like Plural, with the count to three digits: 1 entry, 7.88M entries.
func ShortPlural(n int64, noun string) string {
	return ShortCount(n) + " " + nounFor(n, noun)
}

// ShortNumber formats a count to three digits and what it counts, which is given in the plural: 1 tick, 7.88M samples.
func ShortNumber(n int64, unit string) string { return ShortCount(n) + " " + UnitOf(n, unit) }

// UnitOf returns what a number of things is called, given in the plural.
func UnitOf(n int64, unit string) string {
	if n == 1 {
		unit = words.Singular(unit)
	}
	return plaintext.Visible(unit)
}

// UnitCount formats a count in full and what it counts, which is given in the plural: 1 tick, 2,016 samples.
func UnitCount(n int64, unit string) string {
	if n == 1 {
		unit = words.Singular(unit)
	}
	return Thousands(n) + " " + plaintext.Visible(unit)
}

var timeUnit = lazyregexp.New(`^(.* )?(?:(?:nano|micro|milli)?seconds|minutes|hours|ms)$`)

// Measured returns the word for what has values in a unit: "cpu time" for "cpu nanoseconds", as in templates/text/numbers.ts; others are counted.
func Measured(unit string) string {
	if found := timeUnit().FindStringSubmatch(unit); found != nil {
		return found[1] + "time"
	}
	return unit
}

// nounFor returns the form of a noun that follows a count.
func nounFor(n int64, noun string) string {
	if n == 1 {
		return noun
	}
	if stem, ok := strings.CutSuffix(noun, "y"); ok {
		return stem + "ies"
	}
	if strings.HasSuffix(noun, "s") || strings.HasSuffix(noun, "ch") {
		return noun + "es"
	}
	return noun + "s"
}

// ShortCount formats a count to three digits: 999, 7.88M, 23.9G.
func ShortCount(n int64) string { return words.ShortCount(n) }

// TreeCount formats a count in at most five columns, as trees do: 9,999, 28.7k, 7.88M.
func TreeCount(n int64) string {
	if n < 10_000 {
		return Thousands(n)
	}
	return ShortCount(n)
}

// Factor formats a factor to three digits: ×0.667, ×7,884.
func Factor(x float64) string { return "×" + words.Significant(x) }

// TreeFactor is like Factor, for trees, where large ones are short and a factor that only rounds to 1 reads ×1.00.
func TreeFactor(x float64) string {
	if x >= 9999.5 && x < math.MaxInt64 {
		return "×" + ShortCount(int64(x))
	}
	text := Factor(x)
	if text == "×1" && x != 1 {
		return "×1.00"
	}
	return text
}

// ExactFloat formats a number as the shortest decimal that parses to the same number.
func ExactFloat(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// ShortMore is MoreText for narrow spaces.
func ShortMore(n int) string { return " +" + Thousands(n) }

// MoreText says how many more items a list has: … 12 more.
func MoreText(n int) string { return "… " + Thousands(n) + " more" }

// FitHead shortens the counts of a line that is too long: 4,555,996,987 becomes 4.56G. A range of counts that become the same is one: ≈4.56G.
func FitHead(line string, width int) string {
	if width == 0 || plaintext.Columns(line) <= width {
		return line
	}
	line = groupedCount().ReplaceAllStringFunc(line, func(text string) string {
		n, err := strconv.ParseInt(strings.ReplaceAll(text, ",", ""), 10, 64)
		if err != nil || n < MinShort {
			return text
		}
		return ShortCount(n)
	})
	return shortRange().ReplaceAllStringFunc(line, func(text string) string {
		low, high, _ := strings.Cut(text, " to ")
		if low != high {
			return text
		}
		return "≈" + low
	})
}

// groupedCount matches a count with thousands separators, shortRange two counts that are shortened.
var (
	groupedCount = lazyregexp.New(`\b\d{1,3}(?:,\d{3})+\b`)
	shortRange   = lazyregexp.New(`\b[\d.]+[kMGTPE] to [\d.]+[kMGTPE]\b`)
)

// MinShort is the smallest count that is shortened where space is short.
const MinShort = 100_000
