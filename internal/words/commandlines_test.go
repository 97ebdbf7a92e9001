package words_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/words"
)

// A command that continues on other lines is the same command for a shell: backslashes are between its arguments only.
func TestCommandLines(t *testing.T) {
	columns := func(s string) int { return len(s) }
	for _, c := range []struct {
		command string
		room    int
		want    []string
	}{
		{"iprof-viz top -m calls app.iprof", 0, []string{"iprof-viz top -m calls app.iprof"}},
		{"iprof-viz top -m calls app.iprof", 32, []string{"iprof-viz top -m calls app.iprof"}},
		{"iprof-viz top -m calls app.iprof", 31, []string{`iprof-viz top -m calls \`, "  app.iprof"}},
		{"iprof-viz top -m calls app.iprof", 20, []string{`iprof-viz top \`, `  -m calls app.iprof`}},
		{"iprof-viz top -m calls app.iprof", 1, []string{`iprof-viz top \`, `  -m calls \`, "  app.iprof"}},
		{`iprof-viz peek 'it'\''s a b' 'c d'`, 1, []string{`iprof-viz peek \`, `  'it'\''s a b' \`, "  'c d'"}},
		{`iprof-viz check a.iprof || echo "it's \" $?" 'd "e'`, 1, []string{`iprof-viz check \`, `  a.iprof \`, `  || \`, `  echo \`, `  "it's \" $?" \`, `  'd "e'`}},
	} {
		if got := words.CommandLines(c.command, c.room, columns); !slices.Equal(got, c.want) {
			t.Errorf("%s, %d: got\n%s", c.command, c.room, strings.Join(got, "\n"))
		}
	}
	for text, want := range map[string]string{
		"it has calls: iprof-viz top x": "iprof-viz top x", "more; iprof-viz check says it": "", "by: a: iprof-viz peek .": "iprof-viz peek .",
	} {
		got := ""
		if at := words.CommandAt(text); at >= 0 {
			got = text[at:]
		}
		if got != want {
			t.Errorf("%s: %q", text, got)
		}
	}
}
