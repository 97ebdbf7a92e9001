package main

import (
	"bytes"
	"encoding/json"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/callgraph"
	"github.com/iprof-viz/iprof-viz/convert/check"
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/convert/findings"
	"github.com/iprof-viz/iprof-viz/convert/fit"
	"github.com/iprof-viz/iprof-viz/convert/info"
	"github.com/iprof-viz/iprof-viz/convert/inlining"
	"github.com/iprof-viz/iprof-viz/convert/rank"
	"github.com/iprof-viz/iprof-viz/convert/source"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/internal/judge"
	"github.com/iprof-viz/iprof-viz/internal/load"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render/inlinetree"
	"github.com/iprof-viz/iprof-viz/render/page"
	"github.com/iprof-viz/iprof-viz/render/palette"
	"github.com/iprof-viz/iprof-viz/render/summary"
	"github.com/iprof-viz/iprof-viz/render/tables"
)

// reportOptions are those of report.
type reportOptions struct {
	cli.IOOptions
	sources load.SourceOptions
	names   convert.NameOptions
	page    page.Options
	view    convert.View    // ExpertView or MachineView
	base    string          // the file to compare with; "": none
	pairing compare.Options // with base
	classes load.ClassOptions

	against    string // the file with the program's methods; "": none
	production string // the file with samples of production; "": none
}

func newReport(e *cli.Env, o *reportOptions) *cobra.Command {
	c := &cobra.Command{
		Use:   "report [flags] PROFILE...",
		Short: "Write a self-contained HTML report",
		Long: `report writes a self-contained HTML report: summary, flame graphs, methods with
callers and callees, call sites, inlining trees. It works offline in any browser
with JavaScript.

Its numbers are the same as in info, top, branches, receivers, instanceof,
monitors, graph and inline, in the view "expert" or "machine"; with --base also
those of diff. It opens with the application alone, like the view "app";
switches show the code of the JDK and of the VM, with --view machine also that
of the profiler. With --base, changes and flame graphs open with all code, on
which they were tested.

The page of a method has its samples by bytecode index. With --classpath that of
the hottest methods has their code, as list shows it, and source lines; the
summary says how well the profile fits the code and how much of it was covered,
as check does. --production adds how many samples of production
are in methods with entries.`,
		Example: `  iprof-viz report -o app.html app.iprof
  iprof-viz report --base lastweek.iprof -o changes.html app.iprof
  iprof-viz report --classpath app.jar --source-path src -o app.html app.iprof
  iprof-viz report -o perf.html perf.folded`,
		Args: cli.SomeProfiles,
		RunE: running(e, o, runReport),
	}
	cli.OutputFlag(c, &o.IOOptions)
	c.Flags().StringVar(&o.page.Title, "title", "", "use this `TEXT` as the title")
	cli.ChoiceFlag(c, &o.page.Theme, "theme", "", "background; auto: the reader's system setting",
		cli.ByName(palette.AutoTheme, palette.LightTheme, palette.DarkTheme)...)
	c.Flags().StringVar(&o.base, "base", "", "also show the changes since this `PROFILE`")
	c.Flags().StringVar(&o.against, "against", "", "report profiled methods missing from this `FILE`")
	c.Flags().StringVar(&o.production, "production", "", "compare with production samples in this `FILE` (pprof, folded, …)")
	load.ClassFlags(c, &o.classes)
	o.view = convert.ExpertView
	cli.ChoiceFlag(c, &o.view, "view", "", "without the profiler's runtime, or including it as an extra code category", cli.ByName(convert.ExpertView, convert.MachineView)...)
	load.NameFlags(c, &o.names)
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
	var list *fit.MethodList
	if o.against != "" {
		var err error
		if list, err = judge.ReadMethods(e, o.against); err != nil {
			return err
		}
	}
	found, err := o.classes.OpenForLines()
	if err != nil {
		return err
	}
	defer found.Close()
	now, base, production, err := loadReport(e, o, files)
	if err != nil {
		return err
	}
	all := []*load.Loaded{now}
	if base != nil {
		all = append(all, base)
	}
	for _, l := range all {
		e.Console.Tell(l.Name, load.Warnings(l)...)
	}
	making := reportMaking{filter: convert.FilterOptions{View: o.view}, pairing: o.pairing, baseName: load.BaseName(files, o.base), input: sameInput(o.names, o.sources, files)}
	if base != nil && len(files) == 1 {
		making.diffCommand = o.diffCommand(files[0])
	}
	if found != nil {
		making.code = reportCode{found.Finder(), found.Located(), found.Lines(now.Profile)}
		making.code.lines.FindAll() // the page speaks of all of them
		defer load.TellLines(e, now.Name, found, making.code.lines)
	}
	if making.checked, err = reportChecks(now, production, o, found); err != nil {
		return err
	}
	if list != nil {
		fit := fit.NewListFit(now.Profile, list)
		making.misfit = misfit(fit, append([]string{"check", "--against", o.against}, files...))
		making.listed = true
		if gone, any := check.GoneMethods(fit); any {
			making.checked.Findings = append(making.checked.Findings, gone)
		}
	}
	names, err := load.NewNames(e, now.Name, o.names, making.filter, load.ProfilesOf(all)...)
	if err != nil {
		return err
	}
	parts, err := makeReport(now, base, names, making)
	if err != nil {
		return cli.InFile(now.Name, err)
	}
	file := o.page
	file.Subtitle = load.Subtitle(files, o.base)
	return e.Out.WriteResult(func(w io.Writer) error { return page.Report(w, parts, file) })
}

// loadReport reads the profile of a report, the one to compare it with, and samples of production, nil for none.
func loadReport(e *cli.Env, o reportOptions, files []string) (now, base *load.Loaded, production *convert.Names, err error) {
	opts := load.Options{MaxInput: o.MaxInput, Sources: o.sources}
	opts.Several = len(files) > 1
	if o.classes != (load.ClassOptions{}) { // stacks of other tools have no places in the bytecode
		opts.Needs = load.InliningContexts
	}
	if now, err = load.Files(e, files, opts); err != nil {
		return nil, nil, nil, err
	}
	opts.Needs = ""
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

// reportMaking says how a report is made of profiles.
type reportMaking struct {
	filter      convert.FilterOptions
	pairing     compare.Options // with a base
	baseName    string          // the base, as readers know it
	diffCommand []string        // shows every change since the base; nil: none
	input       []string        // the arguments of the commands that the summary names
	code        reportCode
	checked     *summary.CheckedFile // the comparisons with code and with production
	listed      bool                 // the profile was compared with a list of methods
	misfit      *findings.Misfit     // the methods that the list lacks; nil: there are none
}

// A reportInput is the part of a report from which the page makes commands.
type reportInput struct {
	Arguments string `json:"arguments"` // as a shell takes them: flags that change names or whose code it is, and files
}

// makeReport makes the parts of a report that a profile has records for, compared with a base unless that is nil. The names are
// those of both, which suit each other.
func makeReport(now, base *load.Loaded, names []*convert.Names, opts reportMaking) ([]page.Part, error) {
	p, filter, of := now.Profile, opts.filter, newReportBase(base, names, opts.pairing)
	info := info.New(p, names[0], info.Options{Limit: reportList, Findings: &findings.Options{Input: opts.input, Fit: opts.misfit}})
	if info.OtherTool != nil {
		info.AddOtherTool(now.Format.Name, now.Tables, now.Doubts)
	}
	parts := []page.Part{
		{Name: "info", JSON: func(w io.Writer) error { return summary.InfoJSON(w, info) }},
		{Name: "input", JSON: func(w io.Writer) error { return json.NewEncoder(w).Encode(reportInput{words.ShellLine(opts.input)}) }},
		{Name: "methods", JSON: func(w io.Writer) error { return page.Methods(w, p, names[0]) }},
	}
	if len(info.Findings.List) > 0 {
		parts = append(parts, page.Part{Name: "advice", JSON: func(w io.Writer) error { return page.Advice(w, info.Findings.List) }})
	}
	addTable := func(name string, t *table.Table, err error) error {
		if err != nil {
			return err
		}
		part, err := tablePart(name, t)
		parts = append(parts, part)
		return err
	}
	var hottest, ofApp []int32 // the slots of methods that the summary lists by samples
	for _, m := range []convert.Metric{convert.Samples, convert.Calls} {
		if p.Total(m.Section()) == 0 {
			continue
		}
		look := stacks.Options{Metric: m, Filter: filter, PatternNames: true, Roles: true, Compared: of.has(m)}
		t, err := now.NewTree(names[0], look)
		if err == nil && of.has(m) {
			t, err = of.compare(t, look)
		}
		if err != nil {
			return nil, err
		}
		parts = append(parts, page.Part{Name: "flame." + m.String(), Tree: t})
		top, err := rank.Top(p, names[0], rank.TopOptions{Metric: m, Filter: filter, Limit: reportRows})
		if err := addTable("top."+m.String(), top, err); err != nil {
			return nil, err
		}
		if m != convert.Samples {
			continue
		}
		if hottest, ofApp = slotsOf(p, top), slotsOfApplication(p, info, m); len(ofApp) > 0 {
			filter.View = convert.AppView
			top, err := rank.Top(p, names[0], rank.TopOptions{Metric: m, Filter: filter, Limit: reportRows})
			filter.View = opts.filter.View
			if err := addTable("app."+m.String(), top, err); err != nil {
				return nil, err
			}
		}
	}
	if m := convert.Calls; p.Total(iprof.Calls)+p.Total(iprof.Samples) > 0 {
		if p.Total(iprof.Calls) == 0 {
			m = convert.Samples
		}
		g, err := callgraph.New(p, names[0], callgraph.Options{Metric: m, Filter: filter, TableOnly: true, Lines: opts.code.lines})
		if err != nil {
			return nil, err
		}
		if err := addTable("graph", g.Table(reportCalls), nil); err != nil {
			return nil, err
		}
	}
	if of != nil {
		changes, err := of.parts(opts)
		if err != nil {
			return nil, err
		}
		parts = append(parts, changes...)
	}
	if now.Format == source.Iprof { // stacks of other tools have no places in the bytecode
		parts = append(parts, opts.code.parts(p, names[0], filter, hottest, ofApp)...)
	}
	checked, err := writtenPart("check", func(w io.Writer) error { return summary.CheckJSON(w, judgedFiles(now, base, info, opts), true) })
	if err != nil {
		return nil, err
	}
	parts = append(parts, checked)
	if now.Format != source.Iprof {
		return parts, nil
	}
	if p.Total(iprof.Conditionals) > 0 {
		t, err := rank.Branches(p, names[0], rank.BranchOptions{SiteOptions: rank.SiteOptions{Filter: filter, Limit: reportRows, Lines: opts.code.lines}})
		if err := addTable("branches", t, err); err != nil {
			return nil, err
		}
	}
	for _, m := range []convert.Metric{convert.Receivers, convert.InstanceOf} {
		if p.Total(m.Section()) == 0 {
			continue
		}
		t, err := rank.Types(p, names[0], m, rank.TypeOptions{SiteOptions: rank.SiteOptions{Filter: filter, Limit: reportRows, Lines: opts.code.lines}})
		if err := addTable(m.String(), t, err); err != nil {
			return nil, err
		}
	}
	if p.Total(convert.Monitors.Section()) > 0 {
		t, err := makeMonitors(p, names[0], rank.TopOptions{Filter: filter, Limit: reportRows})
		if err := addTable("monitors", t, err); err != nil {
			return nil, err
		}
	}
	if p.Total(iprof.Calls) == 0 {
		return parts, nil
	}
	trees, err := inlining.New(p, names[0], inlining.Options{Filter: filter, Units: reportUnits, OfApp: reportAppUnits, MinShare: reportMinShare, Lines: opts.code.lines})
	if err != nil {
		return nil, err
	}
	return append(parts, page.Part{Name: "inline", JSON: func(w io.Writer) error { return inlinetree.JSON(w, trees) }}), nil
}

// slotsOf returns the methods of the first rows of a table, those without names last.
func slotsOf(p *iprof.Profile, t *table.Table) []int32 {
	var slots []int32
	for _, r := range slices.Concat(t.Rows, t.Outside) {
		if id := t.Cell(r, "id"); id.Kind == table.Int && len(slots) < reportList {
			slots = append(slots, int32(p.MethodSlot(iprof.MethodID(id.Int))))
		}
	}
	return slots
}

// slotsOfApplication returns the methods of the application in the summary's list of a metric; none if it has nothing of the application.
func slotsOfApplication(p *iprof.Profile, info *info.Info, m convert.Metric) []int32 {
	var slots []int32
	for _, of := range info.Application.Metrics {
		if of.Metric != m {
			continue
		}
		for _, r := range of.Top.Rows {
			slots = append(slots, int32(p.MethodSlot(iprof.MethodID(r.ID))))
		}
	}
	return slots
}

// writtenPart makes a part of JSON at once, so that its model, which is larger, is not in memory with those of the others.
func writtenPart(name string, write func(io.Writer) error) (page.Part, error) {
	var text bytes.Buffer
	err := write(&text)
	return page.Part{Name: name, JSON: func(w io.Writer) error {
		_, err := w.Write(text.Bytes())
		return err
	}}, err
}

// tablePart makes a part of a table.
func tablePart(name string, t *table.Table) (page.Part, error) {
	return writtenPart(name, func(w io.Writer) error { return tables.Write(w, t, tables.JSONFormat, tables.Options{}) })
}

// Limits of a report. What is beyond them is of no interest in a page, and would be most of its bytes; each part has its sum.
const (
	reportList     = 10     // rows in a list of the summary
	reportRows     = 5_000  // rows of a table, or sites
	reportCalls    = 20_000 // edges of the call graph
	reportUnits    = 500
	reportAppUnits = 2_000 // of the application, even beyond reportUnits
	reportMinShare = 0.001 // of a unit's entries, for a method that is inlined
)
