package render_test

import (
	"testing"

	"github.com/iprof-viz/iprof-viz/convert/exchange"
	"github.com/iprof-viz/iprof-viz/convert/folded"
	"github.com/iprof-viz/iprof-viz/internal/javaname"
	"github.com/iprof-viz/iprof-viz/render/internal/csvtext"
)

// Unprintable characters are the same in all formats for other programs, and written in the same way.
func TestUnprintableCharacters(t *testing.T) {
	for r, want := range map[string]string{
		"\u202e": `\xe2\x80\xae`, "\u200b": `\xe2\x80\x8b`, "\u3164": `\xe3\x85\xa4`, "\u2028": `\xe2\x80\xa8`, "\U000e0041": `\xf3\xa0\x81\x81`, "\u0085": `\xc2\x85`, "\x1b": `\x1b`,
		"é": "é", "漢": "漢", "😀": "😀", "\u00a0": "\u00a0",
	} {
		name := "a" + r + "b"
		for format, got := range map[string]string{
			"folded": folded.EscapeName(name), "CSV": csvtext.Name(name), "callgrind, speedscope": exchange.Printable(name), "pprof, LCOV": javaname.EscapeControls(name, ""),
		} {
			if got != "a"+want+"b" {
				t.Errorf("%s: %q, want a%sb", format, got, want)
			}
		}
	}
}
