package numbers

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/words"
)

// The functions in this file format shares as percentages. A share above 0 never reads 0%, and one below 1 never 100%: these are
// <0.1% and >99.9%, with the digits of the function. Differences of shares are in points.

// Percent formats part of all with three digits: 12.3%, 1.23%, 0.12%. If all is 0, it is 0%. numbers.ts does the same.
func Percent[N int | int64 | float64](part, all N) string {
	if all == 0 || part == 0 {
		return "0%"
	}
	p := float64(part) / float64(all) * 100
	switch {
	case p < 0.005:
		return "<0.01%"
	case p < 9.995:
		return fixed(p, 2) + "%"
	case p < 99.95:
		return fixed(p, 1) + "%"
	case p < 100:
		return ">99.9%"
	default:
		return fixed(p, 0) + "%"
	}
}

// Points formats the difference of two shares of the same total in percentage points: +1.23 points.
func Points(difference, all float64) string { return PointsAlone(difference, all) + " points" }

// PointsAlone formats them without the word, for columns of points. Small ones have three digits, so that they differ from each
// other, down to a millionth of the total: −0.0605, +<0.0001. numbers.ts does the same.
func PointsAlone(difference, all float64) string {
	const noise = 1e-12 // of sums of floating-point numbers
	if all == 0 || math.Abs(difference)/all*100 < noise {
		return "±0"
	}
	p := math.Abs(difference) / all * 100
	text := fixed(p, 2)
	switch {
	case p < 0.0001-noise:
		text = "<0.0001"
	case p < 0.0995:
		text = fixed(p, 2-int(math.Floor(math.Log10(p))))
	}
	if difference < 0 {
		return "−" + text
	}
	return "+" + text
}

// fixed formats a number with some digits after the point, as numbers.ts does, including the rounding of halves.
func fixed(x float64, digits int) string {
	power := math.Pow10(digits)
	return strconv.FormatFloat(math.Round(x*power)/power, 'f', digits, 64)
}

// SharePercent formats a share from 0 to 1 with a number of decimals: 12.3%.
func SharePercent(share float64, decimals int) string {
	text := strconv.FormatFloat(100*share, 'f', decimals, 64) + "%"
	switch unit := math.Pow10(-decimals); {
	case share > 0 && strings.Trim(text, "0.%") == "":
		return "<" + strconv.FormatFloat(unit, 'f', decimals, 64) + "%"
	case share < 1 && strings.HasPrefix(text, "100"):
		return ">" + strconv.FormatFloat(100-unit, 'f', decimals, 64) + "%"
	}
	return text
}

// BoundPercent is [SharePercent] after the mark of a bound, ≥ or ≤, or none. Two signs never meet: >99.9% says more than ≥, and <0.1% than
// ≤; the others are bounds that are rounded outwards: ≤ 100%, and >0% of at least a few, since ≥ 0% says nothing.
func BoundPercent(mark string, share float64, decimals int) string {
	text := SharePercent(share, decimals)
	switch {
	case mark == "":
		return text
	case strings.HasPrefix(text, ">") && mark == "≥", strings.HasPrefix(text, "<") && mark == "≤":
		return text
	case strings.HasPrefix(text, ">"):
		text = "100%"
	case strings.HasPrefix(text, "<"):
		return ">0%"
	}
	return mark + " " + text
}

// TreePercent is like Percent, but n/a if all is 0.
func TreePercent(part, all int64) string {
	if all == 0 {
		return "n/a"
	}
	return Percent(part, all)
}

// CoveragePercent formats a share below 1 without decimals: 9%.
func CoveragePercent(share float64) string {
	switch p := 100 * share; {
	case p < 1:
		return "<1%"
	case p > 99:
		return ">99%"
	default:
		return fmt.Sprintf("%.0f%%", p)
	}
}

// ShareOf returns part of all; if all is 0, it is 0.
func ShareOf(part, all int64) float64 { return float64(part) / math.Max(1, float64(all)) }

// FewSamplesNote says how reliable shares of few samples are, by the interval of a share of one half, or the next above. The noun is in the
// plural, such as ticks.
func FewSamplesNote(samples int64, noun string) string {
	half := (samples + 1) / 2
	low, high := convert.WilsonInterval(half, samples)
	return fmt.Sprintf("Only %s: a %.0f%% share has a 95%% interval of %s.",
		words.CountOf(samples, noun), 100*float64(half)/float64(samples), words.RangePercent(low, high, 0))
}
