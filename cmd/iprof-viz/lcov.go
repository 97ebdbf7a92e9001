package main

import (
	"errors"
	"io"

	"github.com/spf13/cobra"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/lcov"
	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/internal/load"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// lcovOptions are the options of lcov.
type lcovOptions struct {
	cli.IOOptions
	names   convert.NameOptions
	filter  convert.FilterOptions
	classes load.ClassOptions
}

func newLcov(e *cli.Env, o *lcovOptions) *cobra.Command {
	c := &cobra.Command{
		Use:   "lcov [flags] --classpath PATH PROFILE...",
		Short: "Write line coverage in LCOV format, for genhtml",
		Long: `lcov writes a tracefile, which genhtml, editors and coverage services read: how
often each line and each method ran, and where each conditional went. A line has
the largest count of its instructions, as in "list --by line".

A profile does not tell whether every line ran. Lines with unknown counts are
omitted (unknown is not 0), and so are methods without counts: the percentages
that genhtml prints are about the rest. For a conditional without a record, each
outcome is "-"; LCOV 2 then needs --ignore-errors inconsistent.

Paths are the files found in --source-path, as given there, or
com/acme/Parser.java. JDK classes are left out unless --jdk is given.`,
		Example: `  iprof-viz lcov --classpath app.jar --source-path src -o app.info app.iprof
  genhtml --branch-coverage -o coverage app.info`,
		Args: cli.SomeProfiles,
		RunE: running(e, o, runLcov),
	}
	cli.OutputFlag(c, &o.IOOptions)
	load.ClassFlags(c, &o.classes)
	c.Flags().Lookup("jdk").Usage = "`DIR` of the JDK, to also cover its classes"
	load.FilterFlags(c, &o.filter)
	load.NameFlags(c, &o.names)
	o.names.Disambiguate = false // by descriptors, which contain no commas
	cli.InputFlags(c, &o.IOOptions)
	return c
}

func runLcov(e *cli.Env, o lcovOptions, files []string) error {
	if o.classes.ClassPath == "" && o.classes.JDK == "" {
		return cli.Usage("", "lcov needs --classpath: class files have the line numbers")
	}
	found, err := o.classes.Open()
	if err != nil {
		return err
	}
	defer found.Close()
	found.JDK = o.classes.JDK
	l, err := load.Load(e, files, load.Options{MaxInput: o.MaxInput, Needs: load.MetricNeeds(convert.Calls), Sections: []iprof.Section{iprof.Calls, iprof.Conditionals, iprof.Receivers}}) // everything that executions are derived from, as in list
	if err != nil {
		return err
	}
	e.Console.Tell(l.Name, load.Warnings(l)...)
	names, err := load.NewNames(e, l.Name, o.names, o.filter, l.Profile)
	if err != nil {
		return err
	}
	c := lcov.New(l.Profile, names[0], lcov.Options{Filter: o.filter, Class: found.Finder(), Source: found.Located()})
	notes, err := load.FilterNotes(convert.Calls.Unit(), convert.Calls, c.Tally)
	e.Console.Tell(l.Name, notes...)
	if err != nil {
		return cli.InFile(l.Name, err)
	}
	for _, problem := range append(found.Problems(), c.Problems...) {
		e.Console.Warn("", problem.Error())
	}
	if len(c.Files) == 0 {
		return cli.InFile(l.Name, &cli.Failure{Status: cli.StatusInput, Err: errors.New("no profiled method was found in the class files with line numbers")})
	}
	e.Console.Tell(l.Name, coverageNotes(c)...)
	return e.Out.WriteResult(func(w io.Writer) error { return lcov.Write(w, c) })
}

// coverageNotes say what is missing from the coverage.
func coverageNotes(c *lcov.Tracefile) []cli.Note {
	var notes []cli.Note
	if c.Missing > 0 {
		notes = append(notes, cli.Notef("omitted %s of %s with counts: no readable class file",
			words.Thousands(int64(c.Missing)), words.Count(int64(c.Methods), "method")))
	}
	if c.Misfits > 0 {
		notes = append(notes, cli.Notef("warning: %s for bytecode other than that of the class files", words.Count(int64(c.Misfits), "conditional was recorded", "conditionals were recorded")))
	}
	return notes
}
