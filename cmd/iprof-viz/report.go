package main

import (
	"errors"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/check"
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/convert/fit"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/internal/judge"
	"github.com/iprof-viz/iprof-viz/internal/load"
	"github.com/iprof-viz/iprof-viz/internal/report"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render/page"
	"github.com/iprof-viz/iprof-viz/render/palette"
)

// reportOptions are the options of report.
type reportOptions struct {
	cli.IOOptions
	sources load.SourceOptions
	names   convert.NameOptions
	page    page.Options
	view    convert.View    // ExpertView or MachineView
	base    string          // the file to compare with; "": none
	pairing compare.Options // with base
	change  stacks.ChangeOf // likewise
	classes load.ClassOptions

	optlog     string // the log of the optimized image's compiler; "": none
	against    string // the file with the program's methods; "": none
	production string // the file with production samples; "": none
}

func newReport(e *cli.Env, o *reportOptions) *cobra.Command {
	c := &cobra.Command{
		Use:   "report [flags] PROFILE...",
		Short: "Write a self-contained HTML report",
		Long: `report writes a self-contained HTML report: summary, flame graphs, methods with
callers and callees, call sites, inlining trees. It works offline in any browser
with JavaScript.

Its numbers are the same as in info, top, calls, branches, receivers,
instanceof, monitors, peek and inline, in the view "expert" or "machine"; with
--base also the same as in diff. Tables open with application code only, like
the view "app"; switches add JDK and VM code, and with --view machine also the
profiler's. Flame graphs and call trees open with all code, and so do changes,
because they were tested on all code.

The page of a method has its samples by bytecode index, or by source line if a
recording has these. With --classpath, the pages of the hottest methods also
show their code, as list does, and source lines; the summary says how well the
profile fits the code and how much of it was covered, as check does. A recording
needs only --source-path to show its source lines. --optlog adds what became of calls in the optimized
image, as calls does, and how much of the profile is in it, as check does.
--production adds how many production samples are in methods that ran.`,
		Example: `  iprof-viz report -o app.html app.iprof
  iprof-viz report --base lastweek.iprof -o changes.html app.iprof
  iprof-viz report --classpath app.jar --source-path src -o app.html app.iprof
  iprof-viz report -o app.html app.jfr`,
		Args: cli.SomeProfiles,
		RunE: running(e, o, runReport),
	}
	cli.OutputFlag(c, &o.IOOptions)
	c.Flags().StringVar(&o.page.Title, "title", "", "use this `TEXT` as the title")
	cli.ChoiceFlag(c, &o.page.Theme, "theme", "", "background; auto: the reader's system setting",
		cli.ByName(palette.AutoTheme, palette.LightTheme, palette.DarkTheme)...)
	c.Flags().StringVar(&o.base, "base", "", "also show the changes since this `PROFILE`")
	c.Flags().StringVar(&o.against, "against", "", "report profiled methods missing from this `FILE`")
	c.Flags().StringVar(&o.production, "production", "", "compare with production samples in this `FILE` (JFR, pprof, …)")
	load.OptlogFlag(c, &o.optlog)
	load.ClassFlags(c, &o.classes)
	o.view = convert.ExpertView
	cli.ChoiceFlag(c, &o.view, "view", "", "without the profiler's runtime, or including it as an extra code category", cli.ByName(convert.ExpertView, convert.MachineView)...)
	load.NameFlags(c, &o.names)
	load.ChangeFlag(c, &o.change)
	load.RenamesFlag(c, &o.pairing)
	load.SourceFlags(c, &o.sources)
	cli.InputFlags(c, &o.IOOptions)
	return c
}

func runReport(e *cli.Env, o reportOptions, files []string) error {
	switch e.Out.Target.Extension() {
	case "", ".html", ".htm":
	default:
		return cli.Usage("", "reports are written to .html files, not to %s", cli.Printable(string(e.Out.Target)))
	}
	if err := e.Out.NotForTerminal("a page", "app.html"); err != nil {
		return err
	}
	if err := cli.OnlyOneStdin(slices.DeleteFunc(append(slices.Clone(files), o.base, o.production), func(file string) bool { return file == "" })); err != nil {
		return err
	}
	list, err := judge.ReadMethods(e, o.against)
	if err != nil {
		return err
	}
	parts, err := makeReport(e, o, files, list)
	if err != nil {
		return err
	}
	file := o.page
	file.Subtitle = load.Subtitle(files, o.base)
	return e.Out.WriteResult(func(w io.Writer) error { return page.Report(w, parts, file) })
}

// makeReport makes the parts of a report. Profiles and classes are not needed afterwards, which the page takes the memory of.
func makeReport(e *cli.Env, o reportOptions, files []string, list *fit.MethodList) (*page.Parts, error) {
	log, err := load.OptimizationLog(e, o.optlog, o.MaxInput)
	if err != nil {
		return nil, err
	}
	found, err := o.classes.OpenForSources()
	if err != nil {
		return nil, err
	}
	defer found.Close()
	now, base, production, err := loadReport(e, o, files)
	if err != nil {
		return nil, err
	}
	if err := o.classes.CheckFor(now.Profile); err != nil {
		return nil, err
	}
	all := []*load.Loaded{now}
	if base != nil {
		all = append(all, base)
	}
	for _, l := range all {
		e.Console.Tell(l.Name, load.Warnings(l)...)
	}
	if lacking := (*cli.Failure)(nil); errors.As(load.CheckMetric(now.Profile, convert.DefaultMetric), &lacking) {
		e.Console.Tell(now.Name, lacking.Notes()...)
	}
	if base == nil && len(files) > 1 {
		e.Console.Tell(now.Name, cli.Notef("the page shows all runs together; --base OLD compares"))
	}
	opts := report.Options{
		Filter: convert.FilterOptions{View: o.view}, Input: sameInput(o.names, o.sources, load.ShortNames(files...)),
		Pairing: o.pairing, Change: o.change, BaseName: load.BaseName(files, o.base), Working: e.Working, Log: log, LogArguments: append([]string{"--optlog"}, load.ShortNames(o.optlog)...),
	}
	if base != nil && len(files) == 1 {
		opts.DiffCommand = o.diffCommand(files[0])
	}
	opts.Code.Lines = found.Lines(now.Profile) // recordings have their own
	fitted := found
	switch {
	case found == nil:
	case now.Profile.Origin().Lines: // no place in the bytecode, and so nothing that could fit a class or not
		opts.Code.Classes, opts.Code.Sources, fitted = found.Finder(), found.Located(), nil
		defer func() {
			found.TellProblems(e)
			e.Console.Tell(now.Name, found.SourceNotes()...)
		}()
	default:
		opts.Code = report.Code{Classes: found.Finder(), Calls: found.CallOptions(), Sources: found.Located(), Lines: opts.Code.Lines, LinesOf: found.Lines, Arguments: o.classes.Short().Arguments()}
		opts.Code.Lines.Judge(nil) // the check does
		if err := e.Working("class files"); err != nil {
			return nil, err
		}
		opts.Code.Lines.FindAll() // the page mentions all of them
		defer load.TellLines(e, now.Name, found, opts.Code.Lines)
	}
	if err := e.Working("page: checks"); err != nil {
		return nil, err
	}
	if opts.Checked, err = report.Check(now, production, o.names.Application, fitted); err != nil {
		return nil, err
	}
	if list != nil {
		fit := fit.NewListFit(now.Profile, list)
		opts.Misfit = misfit(fit, append([]string{"check", "--against"}, load.ShortNames(append([]string{o.against}, files...)...)...))
		opts.Listed = true
		if gone, any := check.GoneMethods(fit); any {
			opts.Checked.Findings = append(opts.Checked.Findings, gone)
		}
	}
	names, err := load.NewNames(e, now.Name, o.names, opts.Filter, load.ProfilesOf(all)...)
	if err != nil {
		return nil, err
	}
	if base != nil {
		e.Memory.InParts()
	}
	parts, err := report.Make(now, base, names, opts)
	if err != nil {
		return nil, cli.InFile(now.Name, err)
	}
	return parts, nil
}

// loadReport reads the profile of a report, the one to compare it with, and production samples; nil: none.
func loadReport(e *cli.Env, o reportOptions, files []string) (now, base *load.Loaded, production *convert.Names, err error) {
	opts := load.Options{MaxInput: o.MaxInput, Sources: o.sources}
	opts.Several = len(files) > 1
	if o.classes != (load.ClassOptions{}) { // other tools' stacks have no places in the bytecode, but recordings have lines
		opts.Needs, opts.LinesDo = load.InliningContexts, true
	}
	others := slices.DeleteFunc([]string{o.base, o.production}, func(file string) bool { return file == "" })
	if err = load.CheckFiles(e, append(slices.Clone(files), others...), load.Options{Sources: o.sources}); err != nil {
		return nil, nil, nil, err
	}
	if now, err = load.Files(e, files, opts); err != nil {
		return nil, nil, nil, err
	}
	opts.Needs, opts.LinesDo = "", false
	all := []*load.Loaded{now}
	if o.base != "" {
		if base, err = load.File(e, o.base, opts); err != nil {
			return nil, nil, nil, err
		}
		all = append(all, base)
	}
	if o.production != "" {
		opts.Sections = []iprof.Section{iprof.Samples}
		l, err := load.File(e, o.production, opts)
		if err != nil {
			return nil, nil, nil, err
		}
		if production, err = judge.ProductionNames(l, judge.Options{Application: o.names.Application, Distinct: true}); err != nil {
			return nil, nil, nil, err
		}
		all = append(all, l)
	}
	return now, base, production, o.sources.Check(all...)
}

// diffCommand is the command that shows every change of a file since the base, in the same comparison as the report.
func (o reportOptions) diffCommand(file string) []string {
	command := []string{"iprof-viz", "diff", "--exact"}
	if o.view != convert.ExpertView {
		command = append(command, "--view", o.view.String())
	}
	if o.pairing.NoRenames {
		command = append(command, "--no-renames")
	}
	return append(command, sameInput(o.names, o.sources, load.ShortNames(o.base, file))...)
}
