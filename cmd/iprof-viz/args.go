package main

import (
	"fmt"

	"github.com/spf13/cobra"
)

// someProfiles checks the arguments of a command that reads a profile, or the sum of several.
func someProfiles(c *cobra.Command, args []string) error {
	if err := flagTookProfile(c, args); err != nil {
		return err
	}
	if len(args) == 0 {
		return usage(`name a file, or "-" for standard input`, "a PROFILE is missing")
	}
	if err := onlyOneStdin(args); err != nil {
		return err
	}
	return checkFiles(c, args)
}

// twoProfiles checks the arguments of a command that compares two profiles.
func twoProfiles(c *cobra.Command, args []string) error {
	if len(args) > 2 {
		if err := checkFiles(c, args); err != nil {
			return err
		}
	}
	if len(args) != 2 {
		old := "old.iprof"
		if len(args) == 1 {
			old = shellQuote(args[0])
		}
		return usage(fmt.Sprintf("the second is the new one: iprof-viz %s %s new.iprof", c.Name(), old), "%s needs two profiles, the old and the new, not %d", c.Name(), len(args))
	}
	return onlyOneStdin(args)
}

// severalProfiles checks the arguments of a command that compares two profiles or more.
func severalProfiles(c *cobra.Command, args []string) error {
	if len(args) < 2 {
		one := "run1.iprof"
		if len(args) == 1 {
			one = shellQuote(args[0])
		}
		return usage(fmt.Sprintf("the others are runs of the same program: iprof-viz %s %s run2.iprof", c.Name(), one), "%s needs two profiles or more, not %d", c.Name(), len(args))
	}
	return onlyOneStdin(args)
}

// regexpAndProfiles checks the arguments of a command that is about some methods.
func regexpAndProfiles(c *cobra.Command, args []string) error {
	switch {
	case len(args) == 1 && isFile(args[0]):
		return usage(fmt.Sprintf("iprof-viz %s 'name of a method' %s; iprof-viz top lists methods", c.Name(), shellQuote(args[0])), "the REGEXP is missing: it goes before the PROFILE")
	case len(args) == 1:
		return usage(fmt.Sprintf("iprof-viz %s %s app.iprof", c.Name(), shellQuote(args[0])), "%s needs a REGEXP and a PROFILE", c.Name())
	case len(args) < 2:
		return usage(fmt.Sprintf("iprof-viz %s 'name of a method' app.iprof; iprof-viz top lists methods", c.Name()), "%s needs a REGEXP and a PROFILE", c.Name())
	}
	if err := regexpLast(c, args); err != nil {
		return err
	}
	return onlyOneStdin(args[1:])
}

// patternAndProfiles checks the arguments of a command that takes a regular expression or none, and profiles.
func patternAndProfiles(c *cobra.Command, args []string) error {
	if err := regexpLast(c, args); err != nil {
		return err
	}
	_, files := cutPattern(args)
	return someProfiles(c, files)
}

// cutPattern takes the regular expression off arguments that may begin with one: the first of several is, unless it names a
// file.
func cutPattern(args []string) (expr string, files []string) {
	if len(args) < 2 || args[0] == "-" {
		return "", args
	}
	if isFile(args[0]) {
		return "", args
	}
	return args[0], args[1:]
}

func onlyOneStdin(files []string) error {
	seen := false
	for _, file := range files {
		if file == "-" && seen {
			return usage("", "standard input can be read only once")
		}
		seen = seen || file == "-"
	}
	return nil
}
