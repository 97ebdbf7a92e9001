package templates

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestCompactStyle: styles of pages lose spaces and nothing else: texts in quotes are whole, and all words are still apart.
func TestCompactStyle(t *testing.T) {
	quoted := regexp.MustCompile(`"[^"\n]*"`)
	for name, css := range map[string]string{"early.css": earlyCSS, "page.css": pageCSS, "forced.css": forcedCSS} {
		whole, short := compact(css), compactStyle(css)
		if got, want := quoted.FindAllString(short, -1), quoted.FindAllString(whole, -1); !slices.Equal(got, want) {
			t.Errorf("%s: other texts", name)
		}
		if len(short) > len(whole)*95/100 {
			t.Errorf("%s: %d bytes of %d", name, len(short), len(whole))
		}
		spaces := strings.NewReplacer(" ", "", "\n", "")
		if spaces.Replace(short) != spaces.Replace(whole) {
			t.Errorf("%s: other rules", name)
		}
		// Between words, and around the signs of calc, spaces are part of a rule.
		inside := regexp.MustCompile(`[\w)%] [\w(.#:\[+*-]`)
		if got, want := len(inside.FindAllString(short, -1)), len(inside.FindAllString(whole, -1)); got != want {
			t.Errorf("%s: %d spaces between words, want %d", name, got, want)
		}
	}
}
