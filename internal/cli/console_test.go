package cli

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
)

// TestWrapped wraps notes for terminals.
func TestWrapped(t *testing.T) {
	for _, c := range []struct {
		text    string
		columns int
		want    string
	}{
		{"one two three", 0, "hint: one two three"},
		{"one two three", 19, "hint: one two three"},
		{"one two three", 18, "hint: one two\n  three"},
		{"one two three four five", 13, "hint: one two\n  three four\n  five"},
		{"a-word-that-is-wider and more", 12, "hint:\n  a-word-that-is-wider\n  and more"},
		{"größer ist gut", 16, "hint: größer ist\n  gut"},
		{"it has calls: iprof-viz top -m calls app.iprof", 80, "hint: it has calls: iprof-viz top -m calls app.iprof"},
		{"it has calls: iprof-viz top -m calls app.iprof", 40, "hint: it has calls:\n  iprof-viz top -m calls app.iprof"},
		{"it has calls: iprof-viz top -m calls 'my app.iprof'", 30, "hint: it has calls:\n  iprof-viz top -m calls \\\n    'my app.iprof'"},
		{"one\ntwo three", 9, "hint: one\ntwo three"},
	} {
		if got := wrapped("hint: ", c.text, c.columns); got != c.want {
			t.Errorf("%q in %d columns:\n%s\nwant\n%s", c.text, c.columns, got, c.want)
		}
	}
}

// Names in messages neither control a terminal nor look like further messages.
func TestMessagesOfHostileNames(t *testing.T) {
	var out bytes.Buffer
	c := newConsole(&out)
	c.Tell("a.iprof", Note{Text: "hottest app method: \x1b[2J\niprof-viz: b\u202e"}, Note{Text: "\u200b", Hint: true})
	if want := "iprof-viz: a.iprof: hottest app method: ␛[2J␊iprof-viz: b\\u202e\nhint: \\u200b\n"; out.String() != want {
		t.Errorf("%q, want %q", out.String(), want)
	}
}

// Of thousands of errors, the first ten are warned about, each once, and then how many more there are.
func TestWarningsAreFew(t *testing.T) {
	var errs []error
	for i := range 3000 {
		errs = append(errs, fmt.Errorf("app.jar!lib/%d.jar: it is damaged", i/2))
	}
	var out strings.Builder
	newConsole(&out).WarnOf(errs...)
	lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
	if len(lines) != 11 || !strings.HasSuffix(lines[9], "lib/9.jar: it is damaged") || !strings.HasSuffix(lines[10], "warning: 1,490 more like these") {
		t.Errorf("%q", lines)
	}
}
