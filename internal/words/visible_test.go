package words

import "testing"

func TestVisible(t *testing.T) {
	for name, want := range map[string]string{
		"com.example.Größe.漢字": "com.example.Größe.漢字",
		"\x1b[31m\n\x7f\u009b": "␛[31m␊␡\\u009b",
		"a\u200bb":             "a\\u200bb",
		"\ufeffa":              "\\ufeffa",
		"a\u00adb":             "a\\u00adb",
		"\u115f\u1160\u3164":   "\\u115f\\u1160\\u3164",
		"\u202eabc\u2066":      "\\u202eabc\\u2066",
		"\U000e0041":           "\\U000e0041",
		"👨‍👩‍👧‍👦":              "👨‍👩‍👧‍👦", // joined by U+200D
		"🤷🏽‍♂️":                "🤷🏽‍♂️",   // and with a skin color
		"👨\u200da":             "👨\\u200da",
		"a\u200d👨":             "a\\u200d👨",
		"a\ufe0f":              "a\\ufe0f",
		"e\u0301":              "e\u0301",
		"a\U0001fffe":          "a\ufffd",
	} {
		if got := Visible(name); got != want {
			t.Errorf("%+q reads %+q, want %+q", name, got, want)
		}
	}
}
