package load

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp/syntax"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/BurntSushi/toml"
	"github.com/spf13/cobra"

	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/internal/ownpath"
)

// Limits of a settings file. The reader of TOML takes time and memory that grow with the square of the length of a key.
const (
	maxSettings = 16 << 10 // bytes
	maxKeyDepth = 2        // maximum parts of a key, and nesting of tables and lists
	maxApp      = 1000     // maximum length of the pattern
	maxSteps    = 2000     // of the compiled pattern: twice those of a text of that length
)

// settings are the values of a settings file.
type settings struct {
	App string // for --app
}

// ApplySettings sets --app of a command that has it, unless its user did: from the environment or the settings file. It prints the
// name of the file, because one in a parent directory is easily forgotten.
func ApplySettings(e *cli.Env, c *cobra.Command) error {
	app := c.Flags().Lookup("app")
	if app == nil || app.Changed {
		return nil
	}
	value, from := os.Getenv(cli.AppVar), cli.AppVar
	if none, err := c.Flags().GetBool(noSettings); err == nil && !none && value == "" {
		dir, err := os.Getwd()
		if err != nil { // the directory has been removed: no settings
			return nil
		}
		s, file, warnings, err := NearestSettings(dir)
		e.Console.Tell("", warnings...)
		if err != nil {
			return &cli.Failure{Status: cli.StatusUsage, File: file, Err: err}
		}
		if value, from = s.App, file; value != "" {
			e.Console.Tell(file, cli.Notef("settings: --app %s", cli.ShellWords([]string{value})))
		}
	}
	if value == "" {
		return nil
	}
	if err := app.Value.Set(value); err != nil {
		return &cli.Failure{Status: cli.StatusUsage, File: from, Err: fmt.Errorf("app: %w", err)}
	}
	return nil
}

// NearestSettings reads the settings file of a directory or of its nearest parent that has one, and returns its name. There may be
// none. Files that another user may have put there are skipped, with a note: a directory such as /tmp is a parent of many.
func NearestSettings(dir string) (s settings, file string, warnings []cli.Note, err error) {
	for {
		name := filepath.Join(dir, cli.SettingsFile)
		f, err := ownpath.OpenFile(name)
		var failed *fs.PathError // by the system
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case errors.As(err, &failed):
			return s, name, warnings, cli.Cause(err)
		case err != nil:
			warnings = append(warnings, cli.Notef("warning: ignored settings: %v", err))
		default:
			defer f.Close()
			s, err := readSettings(f)
			return s, name, warnings, err
		}
		if filepath.Dir(dir) == dir {
			return s, "", warnings, nil
		}
		dir = filepath.Dir(dir)
	}
}

func readSettings(r io.Reader) (settings, error) {
	var s settings
	text, err := io.ReadAll(io.LimitReader(r, maxSettings+1))
	switch {
	case err != nil:
		return s, cli.Cause(err)
	case len(text) > maxSettings:
		return s, fmt.Errorf("it has more than %d bytes", maxSettings)
	}
	if line := tooDeep(string(text)); line > 0 {
		return s, fmt.Errorf("line %d: more than %d levels of keys, expected app = 'REGEXP'", line, maxKeyDepth)
	}
	var keys struct {
		App any `toml:"app"` // a string, otherwise the message is ours
	}
	meta, err := toml.Decode(string(text), &keys)
	var malformed toml.ParseError
	app, isText := keys.App.(string)
	switch {
	case errors.As(err, &malformed):
		return s, fmt.Errorf("line %d: %s", max(1, malformed.Position.Line), visibleCause(malformed.Message)) // 0: at the end
	case err != nil:
		return s, errors.New(visibleCause(strings.TrimPrefix(err.Error(), "toml: ")))
	case len(meta.Undecoded()) > 0:
		return s, fmt.Errorf("unknown key %q, expected app", meta.Undecoded()[0].String())
	case keys.App != nil && !isText:
		return s, errors.New("app is not a string, expected app = 'REGEXP'")
	case utf8.RuneCountInString(app) > maxApp:
		return s, fmt.Errorf("app: the pattern has more than %d characters", maxApp)
	case stepsOf(app) > maxSteps:
		return s, fmt.Errorf("app: the pattern is too complex: its repetitions make more than %d steps of it", maxSteps)
	}
	return settings{app}, nil
}

// stepsOf returns the number of steps of a compiled pattern, by which the time to match a name multiplies in the worst case; 0 if it
// is not a regular expression. Repetitions such as (a|b?){0,1000} make many of few characters.
func stepsOf(pattern string) int {
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return 0
	}
	prog, err := syntax.Compile(re.Simplify())
	if err != nil {
		return 0
	}
	return len(prog.Inst)
}

// tooDeep returns the number of the first line with more dots outside of strings and comments than keys of two parts have, or with
// too many open brackets; 0: none. Strings end at the end of a line here: the content of multi-line strings is checked as
// well, because settings do not need them.
func tooDeep(text string) int {
	depth, number := 0, 0
	for line := range strings.Lines(text) {
		number++
		dots, quote := 0, byte(0)
		for i := 0; i < len(line) && (quote != 0 || line[i] != '#'); i++ {
			switch c := line[i]; {
			case quote == '"' && c == '\\':
				i++
			case quote != 0:
				if c == quote {
					quote = 0
				}
			case c == '"' || c == '\'':
				quote = c
			case c == '.':
				dots++
			case c == '{' || c == '[':
				depth++
			case c == '}' || c == ']':
				depth--
			}
			if dots >= maxKeyDepth || depth > maxKeyDepth {
				return number
			}
		}
	}
	return 0
}

// visibleCause returns the message of the TOML reader as ours are, and quoted if it contains unprintable characters from the file.
func visibleCause(message string) string {
	if message != "" {
		message = strings.ToLower(message[:1]) + strings.TrimSuffix(message[1:], ".")
	}
	if strings.ContainsFunc(message, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return strconv.Quote(message)
	}
	return message
}
