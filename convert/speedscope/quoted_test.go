package speedscope

import (
	"encoding/json"
	"testing"
)

// A text is quoted as JSON, on one line, with the characters of names of methods as they are.
func TestQuoted(t *testing.T) {
	for text, want := range map[string]string{
		"a.B.<init>": `"a.B.<init>"`, "a&b": `"a&b"`, `a"b\c`: `"a\"b\\c"`, "a\nb": `"a\nb"`, "": `""`, "日本": `"日本"`,
	} {
		got := quoted(text)
		var back string
		if err := json.Unmarshal([]byte(got), &back); got != want || err != nil || back != text {
			t.Errorf("%q: %s, want %s; %v", text, got, want, err)
		}
	}
}
