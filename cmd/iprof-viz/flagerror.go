package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// flagError words the errors of pflag.
func flagError(c *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	var invalid *pflag.InvalidValueError
	var missing *pflag.ValueRequiredError
	switch {
	case errors.As(err, &unknown):
		name, shorts := unknown.GetSpecifiedName(), unknown.GetSpecifiedShortnames()
		if shorts != "" {
			return usage("", "unknown flag -%s%s", name, inCluster(name, shorts))
		}
		return usage(flagHint(c, name), "unknown flag --%s", name)
	case errors.As(err, &invalid):
		return usage("", "%s: %w", flagNames(invalid.GetFlag()), valueError(invalid))
	case errors.As(err, &missing):
		return usage("", "%s needs a value: %s", flagNames(missing.GetFlag()), missing.GetFlag().Usage)
	}
	return usage("", "%w", err)
}

// valueError words why a value does not fit a flag. Those of numbers are strconv's.
func valueError(err *pflag.InvalidValueError) error {
	var number *strconv.NumError
	switch kind := err.GetFlag().Value.Type(); {
	case errors.As(err, &number) && kind == "int":
		return fmt.Errorf("%q is not a whole number", err.GetValue())
	case errors.As(err, &number):
		return fmt.Errorf("%q is not a number", err.GetValue())
	case kind == "duration":
		return fmt.Errorf("%q is not a time such as 10ms", err.GetValue())
	case kind == "time":
		return fmt.Errorf("%q is not a time such as 2026-01-31T12:00:00Z or 2026-01-31", err.GetValue())
	}
	return errors.Unwrap(err)
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

// flagHint suggests a similar flag of the command, or the commands that have this one.
func flagHint(c *cobra.Command, name string) string {
	var own []string
	c.Flags().VisitAll(func(f *pflag.Flag) { own = append(own, f.Name) })
	if hint := suggest("--", near(name, own)); hint != "" {
		return hint
	}
	var others []string
	for _, other := range c.Root().Commands() {
		if other.Flags().Lookup(name) != nil {
			others = append(others, other.Name())
		}
	}
	switch len(others) {
	case 0:
	case 1:
		return others[0] + " has it"
	default:
		return strings.Join(others[:len(others)-1], ", ") + " and " + others[len(others)-1] + " have it"
	}
	return fmt.Sprintf("%s --help lists the flags", c.CommandPath())
}
