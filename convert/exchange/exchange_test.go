package exchange

import "testing"

// A name is one line, and neither empty nor without its spaces for a reader that strips them.
func TestPrintable(t *testing.T) {
	for name, want := range map[string]string{
		"a.B.c": "a.B.c", "": "<unnamed>", " ": `\x20`, "  a ": `\x20\x20a\x20`, "a\nfn=(1) b": `a\x0afn=(1) b`, "a b": "a b", "\x1b[31m": `\x1b[31m`, "\xff": "\uFFFD", "  ": `\x20\x20`,
	} {
		if got := Printable(name); got != want {
			t.Errorf("%q is written %q, want %q", name, got, want)
		}
	}
}
