package diff

import (
	"fmt"
	"math"
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
