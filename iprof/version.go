package iprof

import (
	"fmt"
	"strconv"
	"strings"
)

// A Version is the format version in a file ("Version"). Pre is the suffix after the patch number, including its "-" or "+"; it is
// nearly always empty.
type Version struct {
	Major, Minor, Patch int
	Pre                 string
}

// String returns MAJOR.MINOR.PATCH and Pre.
func (v Version) String() string {
	return fmt.Sprintf("%d.%d.%d%s", v.Major, v.Minor, v.Patch, v.Pre)
}

// parseVersion reads MAJOR.MINOR.PATCH, with a suffix if there is one. Numbers have no leading zeros (Semantic Versioning 2.0.0, 2).
func parseVersion(s string) (Version, error) {
	bad := fmt.Errorf("%s is not MAJOR.MINOR.PATCH", quoteShort(s))
	numbers, pre := s, ""
	if i := strings.IndexAny(s, "-+"); i > 0 {
		numbers, pre = s[:i], s[i:]
	}
	fields := strings.Split(numbers, ".")
	if len(fields) != 3 || strings.Trim(pre, "-+.0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" {
		return Version{}, bad
	}
	var n [3]int
	for i, field := range fields {
		if !isDigits(field) || len(field) > 1 && field[0] == '0' {
			return Version{}, bad
		}
		v, err := strconv.ParseInt(field, 10, 32)
		if err != nil {
			return Version{}, fmt.Errorf("%s: a version number does not fit in 31 bits", quoteShort(s))
		}
		n[i] = int(v)
	}
	v := Version{n[0], n[1], n[2], pre}
	if v.Major > 1 {
		return v, fmt.Errorf("%w: %s; supported are 0.x and 1.x", ErrVersion, quoteShort(s))
	}
	return v, nil
}
