package javaname

import "testing"

func TestEscapeHalves(t *testing.T) {
	for name, want := range map[string]string{
		"":                                 "",
		"java.lang.Object":                 "java.lang.Object",
		"\xed\xa0\x80":                     `\ud800`,
		"a\xed\xbf\xbfb\xed\xad\xbf\ud7ff": "a\\udfffb\\udb7f\ud7ff", // U+D7FF begins with the same byte
		"\xed\xa0":                         "\xed\xa0",
		"\xed":                             "\xed",
	} {
		if got := EscapeHalves(name); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}
