package main

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/iprof-viz/iprof-viz/internal/words"
)

// printable returns a file's name as it is, or quoted if it could do something to a terminal.
func printable(name string) string {
	if q := strconv.Quote(name); q[1:len(q)-1] != strings.ReplaceAll(name, `\`, `\\`) {
		return q
	}
	return name
}

// oneOf lists names as prose does: a, b or c.
func oneOf(names []string) string {
	if len(names) < 2 {
		return cmp.Or(names...)
	}
	return strings.Join(names[:len(names)-1], ", ") + " or " + names[len(names)-1]
}

// count words a number of things.
func count(n int, thing string) string {
	return words.Count(int64(n), thing)
}

// because words notes as the reason of a failure.
func because(notes []string) string {
	if len(notes) == 0 {
		return ""
	}
	return "; " + strings.Join(notes, "; ")
}

// percentOf words a share in whole percents, rounded down.
func percentOf(share float64) string { return fmt.Sprintf("%d%%", int(math.Floor(100*share))) }

// signedPoints words the change of a share in percentage points, with three significant digits.
func signedPoints(x float64) string {
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
