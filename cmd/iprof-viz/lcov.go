package main

import (
	"errors"
	"io"
	"slices"

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

	onlyProfiled bool
}

func newLcov(e *cli.Env, o *lcovOptions) *cobra.Command {
	c := &cobra.Command{
		Use:   "lcov [flags] --classpath PATH PROFILE...",
		Short: "Write line coverage in LCOV format, for genhtml",
		Long: `lcov writes a tracefile, which genhtml, editors and coverage services read: how
often each line and each method ran, and where each conditional went. A line has
the largest count of its instructions, as in "list --by line".

All application methods in the classes of --classpath are covered; those that
did not run have zeros. With --only-profiled, or with filters such as --focus,
only methods with counts are covered.

A profile does not tell whether every line ran. Unknown is not 0, so some lines
are omitted: those with unknown counts, and those that may not have run because
of an exception thrown before them. So are methods without counts if they are so
small that native-image may inline them before it adds counters, or only on
sampled stacks, or have another signature now, and static initializers, which
may run at build time. The percentages that genhtml prints are about the rest.
Methods whose code is of another version than the profile are also omitted;
"check --classpath" names them. For a conditional without a record, each outcome
is "-"; LCOV 2 then needs --ignore-errors inconsistent.

Paths are the files found in --source-path, as given there, or
com/acme/Parser.java. JDK classes are left out unless --jdk is given.`,
		Example: `  iprof-viz lcov --classpath app.jar --source-path src -o app.info app.iprof
  genhtml --branch-coverage -o coverage app.info`,
		Args: cli.SomeProfiles,
		RunE: running(e, o, runLcov),
	}
	cli.OutputFlag(c, &o.IOOptions)
	load.ClassFlags(c, &o.classes)
	c.Flags().Lookup("jdk").Usage = "`DIR` of the JDK, to also cover those of its methods that have counts"
	c.Flags().BoolVar(&o.onlyProfiled, "only-profiled", false, "cover only methods with counts")
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
	if err := e.Out.NotForTerminal("a tracefile", "app.info"); err != nil {
		return err
	}
	if err := e.Out.Target.CheckExport(".info"); err != nil {
		return err
	}
	found, err := o.classes.Open()
	if err != nil {
		return err
	}
	defer found.Close()
	found.JDK = o.classes.JDK
	l, err := load.Load(e, files, load.Options{MaxInput: o.MaxInput, Needs: load.MetricNeeds(convert.Calls)}) // all records: any may show what ran, or that the code is another
	if err != nil {
		return err
	}
	e.Console.Tell(l.Name, load.Warnings(l)...)
	names, err := load.NewNames(e, l.Name, o.names, o.filter, l.Profile)
	if err != nil {
		return err
	}
	opts := lcov.Options{Filter: o.filter, Class: found.Finder(), Source: found.Located(), Hints: found.Hints(l.Profile, names[0], o.filter), Judge: found.Judge(l.Profile)}
	if f := o.filter; found.Path != nil && !o.onlyProfiled && f.Focus == nil && f.Ignore == nil && f.Hide == nil && f.ShowFrom == nil {
		opts.Classes = found.Path.Classes()
	}
	c := lcov.New(l.Profile, names[0], opts)
	notes, err := load.FilterNotes(convert.Calls.Unit(), convert.Calls, c.Tally)
	e.Console.Tell(l.Name, notes...)
	if err != nil {
		return cli.InFile(l.Name, err)
	}
	found.TellProblems(e, c.Problems...)
	if n := len(c.Changed); n > 0 && c.Missing+n == c.Methods {
		return cli.InFile(l.Name, &cli.Failure{Status: cli.StatusInput, Err: errors.New("no profiled method has the code of the class files"),
			Hint: "--classpath takes the classes that the image was built from; iprof-viz check --classpath compares them"})
	}
	if !slices.ContainsFunc(iprof.Sections[:], func(of iprof.Section) bool { return of != iprof.Samples && l.Profile.Records(of) > 0 }) {
		return cli.InFile(l.Name, &cli.Failure{Status: cli.StatusInput, Err: errors.New("it has no counts, and samples do not tell which lines ran")})
	}
	if len(c.Files) == 0 || c.Missing == c.Methods {
		return cli.InFile(l.Name, &cli.Failure{Status: cli.StatusInput, Err: errors.New("no profiled method was found in the class files with line numbers")})
	}
	e.Console.Tell(l.Name, append(coverageNotes(c, names[0]), found.SourceNotes()...)...)
	return e.Out.WriteResult(func(w io.Writer) error { return lcov.Write(w, c) })
}

// coverageNotes say what is missing from the coverage.
func coverageNotes(c *lcov.Tracefile, names *convert.Names) []cli.Note {
	var notes []cli.Note
	if c.Missing > 0 {
		notes = append(notes, cli.Notef("omitted %s of %s with counts: not in a readable class file",
			words.Thousands(int64(c.Missing)), words.Count(int64(c.Methods), "method")))
	}
	if n := len(c.Changed); n > 0 {
		notes = append(notes, cli.Notef("omitted %s of %s with counts: code of another version, such as %s",
			words.Thousands(int64(n)), words.Count(int64(c.Methods), "method"), cli.Printable(names.Method(int(c.Changed[0])))))
	}
	if c.Unknown > 0 {
		notes = append(notes, cli.Notef("omitted %s without counts: unknown whether they ran (static initializers, methods with another signature in the profile, and those that native-image may inline before counting)",
			words.Count(int64(c.Unknown), "method")))
	}
	if c.Thrown > 0 {
		notes = append(notes, cli.Notef("omitted %s: unknown whether they ran, as a call or check before them may have thrown each time", words.Count(int64(c.Thrown), "line")))
	}
	if c.Misfits > 0 {
		notes = append(notes, cli.Notef("warning: %s for bytecode other than that of the class files", words.Count(int64(c.Misfits), "conditional was recorded", "conditionals were recorded")))
	}
	return notes
}
