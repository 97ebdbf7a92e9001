package cli

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/iprof-viz/iprof-viz/internal/words"
)

// Printable returns a file name, quoted if it contains characters unsafe for a terminal.
func Printable(name string) string {
	if q := strconv.Quote(name); q[1:len(q)-1] != strings.ReplaceAll(name, `\`, `\\`) {
		return q
	}
	return name
}

// OneOf lists names as in prose: a, b or c.
func OneOf(names []string) string {
	if len(names) < 2 {
		return cmp.Or(names...)
	}
	return strings.Join(names[:len(names)-1], ", ") + " or " + names[len(names)-1]
}

// Count formats a number of things.
func Count(n int, thing string) string {
	return words.Count(int64(n), thing)
}

// Because formats notes as the reason for a failure.
func Because(notes []string) string {
	if len(notes) == 0 {
		return ""
	}
	return "; " + strings.Join(notes, "; ")
}

// PercentOf formats a share in whole percent, rounded down.
func PercentOf(share float64) string { return fmt.Sprintf("%d%%", int(math.Floor(100*share))) }

// SignedPoints formats the change of a share in percentage points, with three significant digits.
func SignedPoints(x float64) string {
	x *= 100
	digits := 2
	if size := math.Abs(x); size > 0 {
		digits = max(0, 2-int(math.Floor(math.Log10(size))))
	}
	text := strconv.FormatFloat(x, 'f', digits, 64)
	if strings.Contains(text, ".") {
		text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	}
	if x > 0 {
		text = "+" + text
	}
	return text + " points"
}
