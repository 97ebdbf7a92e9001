package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestSettingsAreBounded(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, settingsFile)
	for size, want := range map[int]string{maxSettings: "", maxSettings + 1: "it has more than 65536 bytes"} {
		const app = `app = "x\\(\u001b"` + "\n#"
		if err := os.WriteFile(file, []byte(app+strings.Repeat(" ", size-len(app))), 0o600); err != nil {
			t.Fatal(err)
		}
		s, from, err := nearestSettings(filepath.Join(dir, "no", "such", "directory"))
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
