package fitname

import (
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/render/internal/pixeltext"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
)

// maxPlaceholder is the maximum width of a placeholder in columns.
const maxPlaceholder = 42

// IsPlaceholder distinguishes placeholders from names: <Total>, <42 more sites>, <unknown method 7>.
func IsPlaceholder(s string) bool {
	return strings.HasPrefix(s, "<") && strings.HasSuffix(s, ">") && plaintext.Columns(s) <= maxPlaceholder
}

// ShortenPlaceholder returns a placeholder with fewer words, or false if it cannot. It keeps the number:
//
//	<2,741 more methods>    <2,741 more>    <+2,741>
//	<unknown method 1666>   <method 1666>   <1666>
//	<callers unknown>       <unknown>
//	<outside: launcher>     <outside>
func ShortenPlaceholder(s string) (string, bool) {
	words := strings.Fields(strings.Trim(s, "<>"))
	last := len(words) - 1
	if before, _, ok := strings.Cut(s, ":"); ok {
		return before + ">", true
	}
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

// inSamples is before the name of the method that a placeholder ends with: <callers unknown: in samples a.B.m>.
const inSamples = "in samples "

// cutOrigin divides a placeholder that ends with the name of a method; false: it is another text.
func cutOrigin(s string) (words, name string, ok bool) {
	before, name, found := strings.Cut(s, ": "+inSamples)
	name, closed := strings.CutSuffix(name, ">")
	return before + ">", name, found && closed && strings.HasPrefix(s, "<")
}

// origin shortens a placeholder that ends with the name of a method. Without room for the words before the name it loses the name, so that
// the method does not look like what the placeholder stands for:
//
//	<callers unknown: in samples a.B.method>
//	<callers unknown: in samples B.method>
//	<in samples B.method>
//	<callers unknown>
func (as Style) origin(s string, width int) string {
	words, name, _ := cutOrigin(s)
	for _, head := range [...]string{strings.TrimSuffix(words, ">") + ": " + inSamples, "<" + inSamples} {
		room := width - plaintext.Columns(head) - len(">")
		if room < MethodWidth(name) {
			continue
		}
		if short := as.Method(name, room); plaintext.Columns(short) <= room {
			return head + short + ">"
		}
	}
	return fewerWords(words, width)
}

// ShortestPlaceholder returns the shortest form of a placeholder.
func ShortestPlaceholder(s string) string {
	for more := true; more; {
		s, more = ShortenPlaceholder(s)
	}
	return s
}

func isDigits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// fitPlaceholder drops the first words of a placeholder until it fits into a width in pixels or is one word.
func fitPlaceholder(name string, size, width float64) string {
	if !strings.HasPrefix(name, "<") || !strings.HasSuffix(name, ">") {
		return name
	}
	left := 0 // the width of the name in thousandths of the font size
	for _, r := range name {
		left += pixeltext.RuneWidth(r)
	}
	text := name[1:]
	for float64(left)/1000*size > width {
		word, rest, more := strings.Cut(text, " ")
		if !more {
			break
		}
		for _, r := range word {
			left -= pixeltext.RuneWidth(r)
		}
		left -= pixeltext.RuneWidth(' ')
		text = rest
	}
	return "<" + text
}
