package diff

import (
	"fmt"
	"math"

	"github.com/iprof-viz/iprof-viz/internal/words"
)

// sumOfShares removes the rounding error from a sum of shares: all of them are 1, not 0.9999999999999998.
func sumOfShares(sum float64) float64 { return math.Round(sum*1e12) / 1e12 }

// percentText returns a share in percent, with one decimal. Only 0 and 1 are 0.0% and 100.0%.
func percentText(x float64) string {
	text := fmt.Sprintf("%.1f%%", 100*x)
	switch {
	case x < 1 && text == "100.0%":
		return "more than 99.9%"
	case x > 0 && text == "0.0%":
		return "less than 0.1%"
	}
	return text
}

// factorWords returns 35.1% fewer, 12.3% more, 2.5 times as many.
func factorWords(ratio float64) string {
	switch {
	case ratio == 1:
		return "as many"
	case ratio >= 2:
		return fmt.Sprintf("%s times as many", words.Significant(ratio))
	case ratio > 1:
		return percentText(ratio-1) + " more"
	}
	return percentText(1-ratio) + " fewer"
}
