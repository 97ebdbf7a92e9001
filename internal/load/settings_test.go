package load

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/cli"
)

func TestSettingsAreBounded(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, cli.SettingsFile)
	for size, want := range map[int]string{maxSettings: "", maxSettings + 1: "it has more than 65536 bytes"} {
		const app = `app = "x\\(\u001b"` + "\n#"
		if err := os.WriteFile(file, []byte(app+strings.Repeat(" ", size-len(app))), 0o600); err != nil {
			t.Fatal(err)
		}
		s, from, err := NearestSettings(filepath.Join(dir, "no", "such", "directory"))
		switch {
		case from != file:
			t.Errorf("read %s", from)
		case want == "" && (err != nil || s.App != "x\\(\x1b"):
			t.Errorf("%q, %v", s.App, err)
		case want != "" && (err == nil || err.Error() != want):
			t.Errorf("error %v, want %s", err, want)
		}
	}
}

// The reader of TOML repeats characters of the file, and the end of the file as one.
func TestSettingsMessagesPrint(t *testing.T) {
	dir := t.TempDir()
	for text, want := range map[string]string{
		"\"\\":    `line 1: "invalid escape in string '\\\x00'"`,
		"app = '": `line 1: unexpected EOF; expected "'"`,
	} {
		if err := os.WriteFile(filepath.Join(dir, cli.SettingsFile), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, _, err := NearestSettings(dir); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}
