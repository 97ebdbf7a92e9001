package render

import (
	"slices"
	"strings"
)

// maxPlaceholder is more columns than any of our own words for what has no name takes.
const maxPlaceholder = 42

// isPlaceholder tells <Total>, <42 more sites> and <unknown method 7> from names.
func isPlaceholder(s string) bool {
	return strings.HasPrefix(s, "<") && strings.HasSuffix(s, ">") && columnsOf(s) <= maxPlaceholder
}

// shortenPlaceholder says what stands for a name in fewer words. It is false where all are needed. A number stays, as it tells one
// from another:
//
//	<2,741 more methods>    <2,741 more>    <+2,741>
//	<unknown method 1666>   <method 1666>   <1666>
//	<callers unknown>       <unknown>
func shortenPlaceholder(s string) (string, bool) {
	words := strings.Fields(strings.Trim(s, "<>"))
	last := len(words) - 1
	switch {
	case last < 1:
		return s, false
	case words[1] == "more" && last > 1:
		return "<" + words[0] + " more>", true
	case words[1] == "more":
		return "<+" + words[0] + ">", true
	case isDigits(words[last]):
		return "<" + strings.Join(words[1:], " ") + ">", true
	case slices.Contains(words, "unknown"):
		return "<unknown>", true
	}
	return s, false
}

// shortestPlaceholder are those that shortenPlaceholder comes to.
func shortestPlaceholder(s string) string {
	for more := true; more; {
		s, more = shortenPlaceholder(s)
	}
	return s
}

func isDigits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// fitPlaceholder leaves out of what stands for a name its first words until it fits, or is one word.
func fitPlaceholder(name string, fits func(string) bool) string {
	if !strings.HasPrefix(name, "<") || !strings.HasSuffix(name, ">") {
		return name
	}
	for !fits(name) {
		_, rest, more := strings.Cut(name[1:], " ")
		if !more {
			break
		}
		name = "<" + rest
	}
	return name
}
