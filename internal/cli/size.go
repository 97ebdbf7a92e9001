package cli

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// sizeValue is a number of bytes: 500MB, 2GiB, 1000; 0 is stored as -1, no limit. If the field is 0, help shows fallback.
func sizeValue(to *int64, fallback int64) *Value[int64] {
	return &Value[int64]{to, "SIZE", ParseSize, func(n int64) string { return FormatSize(cmp.Or(n, fallback)) }, nil}
}

// units are the powers of 1000 and of 1024, the longer ones first among those with the same suffix.
var units = []struct {
	suffix string
	bytes  int64
}{
	{"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}, {"TiB", 1 << 40},
	{"KB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"TB", 1e12},
	{"K", 1 << 10}, {"M", 1 << 20}, {"G", 1 << 30}, {"T", 1 << 40},
	{"B", 1}, {"", 1},
}

// ParseSize reads a number of bytes, such as "512MiB".
func ParseSize(s string) (int64, error) {
	for _, u := range units {
		number, ok := cutSuffixFold(s, u.suffix)
		if !ok {
			continue
		}
		x, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
		if x *= float64(u.bytes); err != nil || !(x >= 1 || x == 0) || x >= math.MaxInt64 {
			break
		}
		if x == 0 {
			return -1, nil
		}
		return int64(x), nil
	}
	return 0, fmt.Errorf("%q is not a size such as 500MB or 2GiB", s)
}

func cutSuffixFold(s, suffix string) (string, bool) {
	n := len(s) - len(suffix)
	if n < 0 || !strings.EqualFold(s[n:], suffix) {
		return s, false
	}
	return s[:n], true
}

// FormatSize writes a number of bytes as [ParseSize] reads it.
func FormatSize(n int64) string {
	if n < 0 {
		return "0"
	}
	for i := len(units) - 1; i >= 0; i-- {
		if u := units[i]; strings.HasSuffix(u.suffix, "iB") && n != 0 && n%u.bytes == 0 {
			return fmt.Sprintf("%d%s", n/u.bytes, u.suffix)
		}
	}
	return strconv.FormatInt(n, 10)
}
