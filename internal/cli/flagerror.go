package cli

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/iprof-viz/iprof-viz/internal/nearest"
	"github.com/iprof-viz/iprof-viz/internal/words"
)

// FlagError rewords the errors of pflag.
func FlagError(c *cobra.Command, err error) error { return FlagErrorIn(nil)(c, err) }

// FlagErrorIn is FlagError for a command line, whose values hints keep.
func FlagErrorIn(args []string) func(*cobra.Command, error) error {
	return func(c *cobra.Command, err error) error { return flagError(c, args, err) }
}

func flagError(c *cobra.Command, args []string, err error) error {
	var unknown *pflag.NotExistError
	var invalid *pflag.InvalidValueError
	var missing *pflag.ValueRequiredError
	switch {
	case errors.As(err, &unknown):
		name, shorts := unknown.GetSpecifiedName(), unknown.GetSpecifiedShortnames()
		if shorts != "" {
			hint := shortHint(c, name, valueOf(args, name))
			word, value, _ := strings.Cut(shorts, "=")
			if at := slices.Index(args, "-"+word); value == "" && at >= 0 && at+1 < len(args) && !strings.HasPrefix(args[at+1], "-") {
				value = args[at+1]
			}
			switch {
			case slices.Contains(CommandNames(c.Root().Commands()), shorts): // as in pprof: -top
				hint = "try iprof-viz " + shorts
			case len(word) > 1 && c.Flags().Lookup(word) != nil:
				hint = Suggest("--", []string{word})
			case len(word) > 1: // as in java: -cp
				hint = cmp.Or(wishedFlag(c, word, value), wishedElsewhere(c, word), hint)
			}
			return Usage(hint, "unknown flag -%s%s", name, inCluster(name, shorts))
		}
		return Usage(flagHint(c, name, valueOf(args, name)), "unknown flag --%s", name)
	case errors.As(err, &invalid):
		return Usage(valueHint(invalid), "%s: %w", flagNames(invalid.GetFlag()), valueError(invalid))
	case errors.As(err, &missing):
		return Usage("", "%s requires a value: %s", flagNames(missing.GetFlag()), missing.GetFlag().Usage)
	}
	return Usage("", "%w", err)
}

// valueError explains why a value does not fit a flag. Errors about numbers come from strconv.
func valueError(err *pflag.InvalidValueError) error {
	var number *strconv.NumError
	switch kind := err.GetFlag().Value.Type(); {
	case kind == "bool":
		return fmt.Errorf("it does not take a value: %q", err.GetValue())
	case errors.As(err, &number) && kind == "int":
		return fmt.Errorf("%q is not a whole number", err.GetValue())
	case errors.As(err, &number):
		return fmt.Errorf("%q is not a number", err.GetValue())
	case kind == "duration":
		return fmt.Errorf("%q is not a duration such as 10ms", err.GetValue())
	case kind == "time":
		return fmt.Errorf("%q is not a time such as 2026-01-31T12:00:00Z or 2026-01-31", err.GetValue())
	}
	return errors.Unwrap(err)
}

// valueHint says what to write if a value does not fit a flag, or returns "".
func valueHint(err *pflag.InvalidValueError) string {
	f, text := err.GetFlag(), err.GetValue()
	words := Words(f)
	_, isNumber := f.Value.(*Value[int])
	wish := WishHint(f.Name, text, words)
	switch {
	case wish != "":
		return wish
	case f.Value.Type() == shareNoun:
		return shareHint(f.Name, text)
	case f.Name == "metric":
		return metricHint(text, words)
	case f.Name == "units" && f.Value.Type() == "bool":
		if _, err := strconv.Atoi(text); err == nil {
			return fmt.Sprintf("--units -n %s limits the number of units", text)
		}
	case isNumber && IsFile(text):
		return fmt.Sprintf("the number is missing: --%s 5 %s", f.Name, shellQuote(text))
	case isNumber:
		hint := fmt.Sprintf("write a number: --%s 5", f.Name)
		if strings.Contains(f.Usage, "0: all") {
			hint += "; 0 is all"
		}
		return hint
	case len(text) > 3:
		return Suggest("", nearest.Words(text, words))
	case len(text) > 1: // near to too many
		return Suggest("", slices.DeleteFunc(slices.Clone(words), func(word string) bool { return !strings.HasPrefix(word, text) }))
	}
	return ""
}

// WishHint returns the hint for a value that users of other tools try for a flag: the possible value with the same meaning; "": there is none.
func WishHint(flag, value string, possible []string) string {
	if wish := valueWishes[flag][strings.ToLower(value)]; slices.Contains(possible, wish) {
		return Suggest("--"+flag+" ", []string{wish})
	}
	return ""
}

// shareHint is the hint for a value that is not a share: the same number in percent.
func shareHint(flag, text string) string {
	n, err := strconv.ParseFloat(strings.TrimSuffix(text, "%"), 64)
	switch {
	case IsFile(text):
		return fmt.Sprintf("the share is missing: --%s 5%% %s", flag, shellQuote(text))
	case err == nil && flag == "near-even" && n >= 50:
		return "--near-even 5% lists probabilities of 45% to 55%"
	case err == nil && n == 1:
		return Suggest("--"+flag+" ", []string{"1%"}) + " 100% is all"
	case err == nil && n > 1 && n <= 100:
		return Suggest("--"+flag+" ", []string{text + "%"})
	}
	return fmt.Sprintf("write a share: --%s 5%%", flag)
}

// shortHint names our flag for a one-letter flag that users try, or a command that has one of that letter; or it returns "".
func shortHint(c *cobra.Command, letter, value string) string {
	if len(letter) != 1 {
		return ""
	}
	if letter == "V" {
		return "did you mean --version?"
	}
	if letter == "m" {
		if hint := noMetric(c); hint != "" {
			return hint
		}
	}
	if f := c.Flags().ShorthandLookup(strings.ToLower(letter)); f != nil {
		return "did you mean -" + f.Shorthand + "?"
	}
	if hint := wishedFlag(c, letter, value); hint != "" {
		return hint
	}
	var having []string
	var flag *pflag.Flag
	for _, other := range c.Root().Commands() {
		if f := other.Flags().ShorthandLookup(letter); f != nil {
			having, flag = append(having, other.Name()), f
		}
	}
	switch n := len(having); {
	case n == 1:
		return fmt.Sprintf("%s supports it as --%s: %s", having[0], flag.Name, flag.Usage)
	case n > 4:
		return fmt.Sprintf("%s and %d more commands have -%s, --%s", strings.Join(having[:3], ", "), n-3, letter, flag.Name)
	case n > 1:
		return fmt.Sprintf("%s have -%s, --%s", words.List(having), letter, flag.Name)
	}
	return seeFlags(c)
}

// seeFlags is the hint for a flag that nothing is similar to.
func seeFlags(c *cobra.Command) string {
	return fmt.Sprintf("see %s --help for the flags", c.CommandPath())
}

func inCluster(name, shorts string) string {
	if name == shorts {
		return ""
	}
	return " in -" + shorts
}

func flagNames(f *pflag.Flag) string {
	if f.Shorthand != "" {
		return "-" + f.Shorthand + "/--" + f.Name
	}
	return "--" + f.Name
}

// valueOf returns the value of a flag that follows its name in a command line: --top 8, --top=8 or -m calls; "" if there is none.
func valueOf(args []string, name string) string {
	for i, arg := range args {
		if value, ok := strings.CutPrefix(arg, "--"+name+"="); ok {
			return value
		}
		if (arg == "--"+name || len(name) == 1 && arg == "-"+name) && i+1 < len(args) && !strings.HasPrefix(args[i+1], "-") {
			return args[i+1]
		}
	}
	return ""
}

// flagHint suggests a similar flag of the command, or the commands that have this one. The value may be empty.
func flagHint(c *cobra.Command, name, value string) string {
	if hint := wishedFlag(c, name, value); hint != "" {
		return hint
	}
	if name == "metric" {
		if hint := noMetric(c); hint != "" {
			return hint
		}
	}
	others := havingFlag(c, name)
	switch {
	case name == "loops" && c.Name() == "branches":
		return "--sort trips ranks loops by their iterations, which are in rows marked ↺"
	case strings.HasPrefix(name, "weight") && c.Name() == "merge":
		return "a weight follows its file: app.iprof:2"
	case (name == "classpath" || name == "jdk" || name == "source-path") && c.Name() == "info":
		return "info needs no classes; iprof-viz check --classpath compares them with the profile, report --classpath shows the code"
	case name == "base":
		return "iprof-viz diff old.iprof new.iprof; flame and graph draw changes with --base"
	case len(others) == 1:
		return others[0] + " has it"
	case len(others) > 1:
		return words.List(others) + " have it"
	}
	if hint := wishedElsewhere(c, name); hint != "" {
		return hint
	}
	if slices.Contains(CommandNames(c.Root().Commands()), name) {
		return "it is a command: iprof-viz " + name
	}
	if hint := mistypedFlag(c, name); hint != "" {
		return hint
	}
	if first, _, ok := strings.Cut(name, "-"); ok && c.Flags().Lookup(first) != nil { // --sort-by
		return Suggest("--", []string{first})
	}
	return seeFlags(c)
}

// mistypedFlag suggests the most similar flags of the command, or our flag for a name that users try; or it returns "".
func mistypedFlag(c *cobra.Command, name string) string {
	var known []string
	c.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			known = append(known, f.Name)
		}
	})
	for _, wish := range slices.Sorted(maps.Keys(flagWishes)) {
		if wishedFlag(c, wish, "") != "" {
			known = append(known, wish)
		}
	}
	found := nearest.Words(name, known)
	for i, flag := range found {
		if c.Flags().Lookup(flag) == nil { // if two are equally near, the command's own come first
			if i > 0 {
				found = found[:i]
			} else {
				return wishedFlag(c, flag, "")
			}
			break
		}
	}
	return Suggest("--", found)
}
