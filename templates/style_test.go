package templates

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/testcolor"
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

// TestBarsOfDocuments: bars differ from their track as WCAG wants it of graphics, at 3:1, in light, dark and on paper.
func TestBarsOfDocuments(t *testing.T) {
	values := func(name string) []string {
		var all []string
		for _, m := range regexp.MustCompile(name+`(#[0-9a-f]+)`).FindAllStringSubmatch(documentCSS, -1) {
			c := m[1]
			if len(c) == 4 {
				c = "#" + strings.Repeat(c[1:2], 2) + strings.Repeat(c[2:3], 2) + strings.Repeat(c[3:], 2)
			}
			all = append(all, c)
		}
		return all
	}
	track := regexp.MustCompile(`\n\.bar \{.* background: var(\(--\w+\))`).FindStringSubmatch(documentCSS)
	fills := regexp.MustCompile(`\n\.bar.* rect \{ fill: var(\(--\w+\))`).FindAllStringSubmatch(documentCSS, -1)
	if track == nil || len(fills) == 0 {
		t.Fatalf("track %q, fills %q", track, fills)
	}
	tracks := values(strings.Trim(track[1], "()") + ": ")
	for _, fill := range fills {
		bars := values(strings.Trim(fill[1], "()") + ": ")
		if len(bars) != 3 || len(tracks) != 3 {
			t.Fatalf("tracks %v, bars %v", tracks, bars)
		}
		for i := range bars {
			if c := testcolor.Contrast(testcolor.ParseColor(t, bars[i]), testcolor.ParseColor(t, tracks[i])); c < 3 {
				t.Errorf("%s on %s: contrast %.2f", bars[i], tracks[i], c)
			}
		}
	}
}
