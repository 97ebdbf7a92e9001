package dot

import (
	"slices"
	"strings"
	"unicode"

	"github.com/iprof-viz/iprof-viz/render/internal/fitname"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
)

// NameWidth is the number of columns to which names in nodes are broken.
const NameWidth = 30

// NameLines breaks a name that is too long for one line into packages, class, method and parameters. A part that is still too long
// continues on a second line, and is truncated there.
func NameLines(name string) []string {
	name = fitname.ShortHashes(name)
	if plaintext.Columns(name) <= NameWidth {
		return []string{name}
	}
	packages, rest := fitname.Split(name)
	params := ""
	if i := strings.IndexByte(rest, '('); i > 0 {
		rest, params = rest[:i], rest[i:]
	}
	class, method := "", rest
	if i := strings.LastIndexByte(rest, '.'); i > 0 {
		class, method = rest[:i+1], rest[i+1:]
	}
	var lines []string
	for _, part := range []string{packages, class, method, params} {
		if last := len(lines) - 1; last >= 0 && plaintext.Columns(lines[last]+part) <= NameWidth {
			lines[last] += part
			continue
		}
		if plaintext.Columns(part) > NameWidth {
			at := breakName(part)
			lines = append(lines, part[:at])
			part = part[at:]
		}
		lines = append(lines, plaintext.CutEnd(part, NameWidth))
	}
	return slices.DeleteFunc(lines, func(s string) bool { return s == "" })
}

// breakName returns the end of the first line of a name that is too long for one: after a dot, a space or an underscore or before a $,
// as late as possible, unless the rest is then too long for the second line; otherwise also before a capital, or where the line is full.
func breakName(s string) int {
	between, inside, width, all := 0, 0, 0, plaintext.Columns(s)
	for i, r := range s {
		if border := i > 0 && (r == '$' || strings.ContainsRune("., _", rune(s[i-1]))); border || i > 0 && unicode.IsUpper(r) {
			inside = i
			if border && all-width <= NameWidth {
				between = i
			}
		}
		if width += plaintext.Columns(string(r)); width > NameWidth {
			switch {
			case between > 0:
				return between
			case inside > len(s)/4:
				return inside
			}
			return max(i, 1)
		}
	}
	return len(s)
}
