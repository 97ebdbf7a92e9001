package nearest

import (
	"strings"
	"testing"
)

func TestWords(t *testing.T) {
	flags := []string{"app", "by", "callers", "callees", "classpath", "color", "focus", "format", "jdk", "json", "limit", "metric", "nodes", "node-fraction", "regexp=", "sort"}
	for typed, want := range map[string]string{
		"jsn":      "json", // one letter left out, not two wrong ones
		"jsno":     "json", // two swapped
		"json":     "json",
		"JDK":      "jdk",
		"jkd":      "jdk",
		"nod":      "nodes node-fraction",
		"calles":   "callers callees", // either is a letter away
		"colour":   "color",
		"claspath": "classpath",
		"focsu":    "focus",
		"limitt":   "limit",
		"srot":     "sort",
		"xyz":      "",
		"bogus":    "", // two letters of focus are wrong
		"fatus":    "",
		"fokkus":   "focus",
		"bolors":   "", // two letters, of which one is the first
		"bolor":    "color",
		"regexp=(": "", // this is the word
		"regex=":   "regexp=",
		"b":        "by",
		"x":        "", // which is near to any short word
		"":         "",
	} {
		if got := strings.Join(Words(typed, flags), " "); got != want {
			t.Errorf("%q: %q, want %q", typed, got, want)
		}
	}
}
