package main

import (
	"errors"
	"io"

	"github.com/spf13/cobra"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/lcov"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// lcovOptions are those of lcov.
type lcovOptions struct {
	ioOptions
	names   convert.NameOptions
	filter  convert.FilterOptions
	classes classOptions
}

func newLcov(e *env, o *lcovOptions) *cobra.Command {
	c := &cobra.Command{
		Use:   "lcov [flags] --classpath PATH PROFILE...",
		Short: "Write the coverage of source lines, for genhtml",
		Long: `lcov writes a tracefile, which genhtml, editors and coverage services read: how often each line and each method ran, and
where each conditional went. A line has the greatest count of its instructions, as in "list --by line".

A profile does not say of all code whether it ran. Lines without a figure are left out, which is not 0, and so are methods
without counts: the shares that genhtml prints are those of the rest. Of a conditional without a record each outcome is "-": LCOV 2 asks for
--ignore-errors inconsistent then.

Paths are those below --source-path, as given there, or com/acme/Parser.java. Classes of the JDK are left out without --jdk.`,
		Example: `  iprof-viz lcov --classpath app.jar --source-path src -o app.info app.iprof
  genhtml --branch-coverage -o coverage app.info`,
		Args: someProfiles,
		RunE: running(e, o, runLcov),
	}
	outputFlag(c, &o.ioOptions)
	classFlags(c, &o.classes)
	c.Flags().Lookup("jdk").Usage = "`DIR` of the JDK, to cover its classes, too"
	filterFlags(c, &o.filter)
	nameFlags(c, &o.names)
	o.names.Disambiguate = false // by descriptors, which have no commas
	inputFlags(c, &o.ioOptions)
	return c
}

func runLcov(e *env, o lcovOptions, files []string) error {
	if o.classes.classPath == "" && o.classes.jdk == "" {
		return usage("", "lcov needs --classpath: class files have the line numbers")
	}
	found, err := o.classes.open()
	if err != nil {
		return err
	}
	defer found.close()
	found.jdk = o.classes.jdk
	l, err := load(e, files, loadOptions{maxInput: o.maxInput, needs: metricNeeds(convert.Calls), sections: []iprof.Section{iprof.Calls, iprof.Conditionals, iprof.Receivers}}) // all that executions follow from, as in list
	if err != nil {
		return err
	}
	e.console.tell(l.name, warnings(l)...)
	names, err := e.newNames(l.name, o.names, o.filter, l.Profile)
	if err != nil {
		return err
	}
	c := lcov.New(l.Profile, names[0], lcov.Options{Filter: o.filter, Class: found.finder(), Source: found.located()})
	notes, err := filterNotes(convert.Calls.Unit(), convert.Calls, c.Tally)
	e.console.tell(l.name, notes...)
	if err != nil {
		return inFile(l.name, err)
	}
	for _, problem := range append(found.problems(), c.Problems...) {
		e.console.warn("", problem.Error())
	}
	if len(c.Files) == 0 {
		return inFile(l.name, &failure{status: statusInput, err: errors.New("none of its methods with counts is in the classes, with lines")})
	}
	e.console.tell(l.name, coverageNotes(c)...)
	return e.out.write(func(w io.Writer) error { return lcov.Write(w, c) })
}

// coverageNotes say what a coverage lacks.
func coverageNotes(c *lcov.Tracefile) []note {
	var notes []note
	if c.Missing > 0 {
		notes = append(notes, noteOf("no class could be read for %s of %s with counts: left out",
			words.Thousands(int64(c.Missing)), words.Count(int64(c.Methods), "method")))
	}
	if c.Misfits > 0 {
		notes = append(notes, noteOf("warning: %s in other bytecode than that of the classes", words.Count(int64(c.Misfits), "conditional was recorded", "conditionals were recorded")))
	}
	return notes
}
