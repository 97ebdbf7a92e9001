package load

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"unicode"

	"github.com/BurntSushi/toml"
	"github.com/spf13/cobra"

	"github.com/iprof-viz/iprof-viz/internal/cli"
)

// maxSettings bounds a settings file, in bytes.
const maxSettings = 64 << 10

// settings are the keys of a settings file.
type settings struct {
	App string `toml:"app"` // for --app
}

// ApplySettings sets --app of a command that has it where its user did not: from the environment or the settings file.
func ApplySettings(c *cobra.Command) error {
	app := c.Flags().Lookup("app")
	if app == nil || app.Changed {
		return nil
	}
	value, from := os.Getenv(cli.AppVar), cli.AppVar
	if value == "" {
		dir, err := os.Getwd()
		if err != nil { // it has been removed: no settings
			return nil
		}
		s, file, err := NearestSettings(dir)
		if err != nil {
			return &cli.Failure{Status: cli.StatusUsage, File: file, Err: err}
		}
		value, from = s.App, file
	}
	if value == "" {
		return nil
	}
	if err := app.Value.Set(value); err != nil {
		return &cli.Failure{Status: cli.StatusUsage, File: from, Err: fmt.Errorf("app: %w", err)}
	}
	return nil
}

// NearestSettings reads the settings file of a directory or of the nearest of its parents that has one, and returns its name.
// There may be none.
func NearestSettings(dir string) (settings, string, error) {
	for {
		name := filepath.Join(dir, cli.SettingsFile)
		s, err := readSettings(name)
		switch {
		case err == nil:
			return s, name, nil
		case !errors.Is(err, fs.ErrNotExist):
			return settings{}, name, err
		case filepath.Dir(dir) == dir:
			return settings{}, "", nil
		}
		dir = filepath.Dir(dir)
	}
}

func readSettings(name string) (settings, error) {
	var s settings
	f, err := os.Open(name)
	if err != nil {
		return s, cli.Cause(err)
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxSettings+1))
	if err != nil {
		return s, cli.Cause(err)
	}
	if len(text) > maxSettings {
		return s, fmt.Errorf("it has more than %d bytes", maxSettings)
	}
	meta, err := toml.Decode(string(text), &s)
	var syntax toml.ParseError
	switch {
	case errors.As(err, &syntax):
		return s, fmt.Errorf("line %d: %s", max(1, syntax.Position.Line), visibleCause(syntax.Message)) // 0: at the end
	case err != nil:
		return s, errors.New(visibleCause(strings.TrimPrefix(err.Error(), "toml: ")))
	case len(meta.Undecoded()) > 0:
		return s, fmt.Errorf("unknown key %q, expected app", meta.Undecoded()[0].String())
	}
	return s, nil
}

// visibleCause returns the message of the reader of TOML, quoted if it has characters of the file that do not print.
func visibleCause(message string) string {
	if strings.ContainsFunc(message, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return strconv.Quote(message)
	}
	return message
}
