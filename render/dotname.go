package render

import (
	"slices"
	"strings"
	"unicode"
)

// nameWidth is the number of characters to which names in nodes are broken.
const nameWidth = 36

// nameLines breaks a name into lines: packages, class and method, as far as one line does not hold them. What still is too
// long goes on in a second line, and is cut there.
func nameLines(name string) []string {
	name = shortHashes(name)
	if columnsOf(name) <= nameWidth {
		return []string{name}
	}
	packages, rest := splitName(name)
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
		if last := len(lines) - 1; last >= 0 && columnsOf(lines[last]+part) <= nameWidth {
			lines[last] += part
			continue
		}
		if columnsOf(part) > nameWidth {
			at := breakName(part)
			lines = append(lines, part[:at])
			part = part[at:]
		}
		lines = append(lines, cutMiddle(part, nameWidth))
	}
	return slices.DeleteFunc(lines, func(s string) bool { return s == "" })
}

// breakName returns where the first line of a name that is too long for one ends: behind a dot or comma, before a $ or a
// word's capital, or just where it is full.
func breakName(s string) int {
	best, width := 0, 0
	for i, r := range s {
		if i > 0 && (unicode.IsUpper(r) || r == '$' || strings.ContainsRune("., _", rune(s[i-1]))) {
			best = i
		}
		if width += columnsOf(string(r)); width > nameWidth {
			if best > len(s)/4 {
				return best
			}
			return max(i, 1)
		}
	}
	return len(s)
}
