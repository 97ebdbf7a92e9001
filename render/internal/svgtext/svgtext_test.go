package svgtext

import (
	"encoding/xml"
	"strings"
	"testing"
)

func TestLengths(t *testing.T) {
	for want, got := range map[string]string{
		"12": Number(12), ".5": Number(0.5), "1180": Number(1180), ".07": Number(0.071), "10.1": Number(10.0999),
	} {
		if got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// Text is escaped as encoding/xml does, which takes three times as long.
func TestEscape(t *testing.T) {
	all := []string{"", "plain.Name", "<init>", `a"b'c&d`, "\t\n\r", "\x00\x1f\x7f", "日本 😀 é", "\xff<\xc3", "a\ufffeb\uffff\ufffd", "\xed\xa0\x80"}
	for _, a := range all {
		for _, b := range all {
			var want strings.Builder
			xml.EscapeText(&want, []byte(a+b))
			if got := Escape(a + b); got != want.String() {
				t.Errorf("%q: %q, want %q", a+b, got, want.String())
			}
		}
	}
}
