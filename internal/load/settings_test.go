package load

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/cli"
)

func TestSettingsAreBounded(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, cli.SettingsFile)
	for size, want := range map[int]string{maxSettings: "", maxSettings + 1: "it has more than 16384 bytes"} {
		const app = `app = "x\\(\u001b"` + "\n#"
		if err := os.WriteFile(file, []byte(app+strings.Repeat(" ", size-len(app))), 0o600); err != nil {
			t.Fatal(err)
		}
		s, from, _, err := NearestSettings(filepath.Join(dir, "no", "such", "directory"))
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

		"app = 'a'\napp = 'b'": "line 2: key 'app' has already been defined",
		"app = ['a', 'b']":     "app is not a string, expected app = 'REGEXP'",
	} {
		if err := os.WriteFile(filepath.Join(dir, cli.SettingsFile), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, _, _, err := NearestSettings(dir); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// Keys take time and memory that grow with the square of their length, and patterns time for each name.
func TestSettingsAreSmall(t *testing.T) {
	for text, want := range map[string]string{
		"a" + strings.Repeat(".a", 8000) + " = 1":                  "line 1: more than 2 levels of keys, expected app = 'REGEXP'",
		"# a.b.c.d\n[a.b.c]":                                       "line 2: more than 2 levels of keys, expected app = 'REGEXP'",
		"x = " + strings.Repeat("{a=", 3) + "1}}}":                 "line 1: more than 2 levels of keys, expected app = 'REGEXP'",
		"x = " + strings.Repeat("[", 8000):                         "line 1: more than 2 levels of keys, expected app = 'REGEXP'",
		"app = '" + strings.Repeat("(a|b?){0,40}", 84) + "'":       "app: the pattern has more than 1000 characters",
		"app = '" + strings.Repeat("(a|b?){0,40}", 82) + "'":       "app: the pattern is too complex: its repetitions make more than 2000 steps of it",
		"app = '" + strings.Repeat("(.|b?){0,1000}", 66) + "'":     "app: the pattern is too complex: its repetitions make more than 2000 steps of it",
		"app = '^(" + strings.Repeat("com\\.example|", 60) + "x)'": "",
		`app = '^com\.example\.(a|b)\.[c][d][e]' # 'a.b.c.d`:       "",
		`app = "\"a.b.c.d[[[" # "` + strings.Repeat("[", 9):        "",
		"app = 'x'\n\n\n" + strings.Repeat("# a.b.c {[{\n", 9):     "",
	} {
		if _, err := readSettings(strings.NewReader(text)); (err == nil) != (want == "") || err != nil && err.Error() != want {
			t.Errorf("%.60q: %v, want %q", text, err, want)
		}
	}
}

// Nobody else decides what a user sees: not by a file in a common parent, and not by one that is not a file.
func TestSettingsOfOthersAreIgnored(t *testing.T) {
	writable := func(mode os.FileMode) func(file string) error {
		return func(file string) error {
			return errors.Join(os.WriteFile(file, []byte("app = 'x'"), 0o600), os.Chmod(file, mode))
		}
	}
	for name, put := range map[string]func(file string) error{
		"writable by its group": writable(0o620),
		"writable by others":    writable(0o602),
		"a directory":           func(file string) error { return os.Mkdir(file, 0o700) },
		"of another user": func(file string) error {
			if os.Geteuid() != 0 {
				return errors.ErrUnsupported
			}
			return errors.Join(os.WriteFile(file, []byte("app = 'x'"), 0o600), os.Chown(file, 12345, -1))
		},
		"a link of another user to an own file": func(file string) error {
			if os.Geteuid() != 0 {
				return errors.ErrUnsupported
			}
			own := filepath.Join(filepath.Dir(file), "own.toml")
			return errors.Join(os.WriteFile(own, []byte("app = 'x'"), 0o600), os.Symlink(own, file), os.Lchown(file, 12345, -1))
		},
	} {
		t.Run(name, func(t *testing.T) {
			parent := t.TempDir()
			dir := filepath.Join(parent, "below")
			if err := errors.Join(os.Mkdir(dir, 0o700), os.WriteFile(filepath.Join(parent, cli.SettingsFile), []byte("app = 'mine'"), 0o600)); err != nil {
				t.Fatal(err)
			}
			file := filepath.Join(dir, cli.SettingsFile)
			if err := put(file); errors.Is(err, errors.ErrUnsupported) || runtime.GOOS == "windows" {
				t.Skip("only root can give files away, and only on Unix are there any")
			} else if err != nil {
				t.Fatal(err)
			}
			s, from, warnings, err := NearestSettings(dir)
			if err != nil || s.App != "mine" || from != filepath.Join(parent, cli.SettingsFile) {
				t.Errorf("%q from %s, %v", s.App, from, err)
			}
			if len(warnings) != 1 || !strings.Contains(warnings[0].Text, file) {
				t.Errorf("notes %v, want one about %s", warnings, file)
			}
		})
	}
}

// An own link to an own file is followed, and one that leads nowhere is no file.
func TestSettingsBehindALink(t *testing.T) {
	parent := t.TempDir()
	dir, target := filepath.Join(parent, "below"), filepath.Join(parent, "settings.toml")
	err := errors.Join(os.Mkdir(dir, 0o700), os.WriteFile(target, []byte("app = 'mine'"), 0o600), os.Symlink("nowhere", filepath.Join(dir, cli.SettingsFile)))
	if runtime.GOOS == "windows" && err != nil {
		t.Skip(err)
	}
	err = errors.Join(err, os.Symlink(target, filepath.Join(parent, cli.SettingsFile)))
	if s, from, warnings, read := NearestSettings(dir); err != nil || read != nil || s.App != "mine" || filepath.Dir(from) != parent || len(warnings) > 0 {
		t.Errorf("%q from %s, notes %v, %v, %v", s.App, from, warnings, err, read)
	}
}
