package main

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/findings"
	"github.com/iprof-viz/iprof-viz/convert/fit"
	"github.com/iprof-viz/iprof-viz/convert/info"
	"github.com/iprof-viz/iprof-viz/convert/pattern"
	"github.com/iprof-viz/iprof-viz/convert/source"
	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/internal/judge"
	"github.com/iprof-viz/iprof-viz/internal/load"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/render/summary"
)

// infoRows is the maximum number of rows of a list unless the user chooses. Who asks for more gets all parts, even if they do not fit on
// the terminal.
const infoRows = 5

// infoOptions are the options of info.
type infoOptions struct {
	cli.IOOptions
	sources load.SourceOptions
	names   convert.NameOptions
	info    info.Options
	against string // the file with the program's methods; "": none
	format  string // text or json; "": by the extension of the output
	all     bool   // even if it does not fit on the terminal
	limited bool   // the user chose the number of rows
}

func newInfo(e *cli.Env, o *infoOptions) *cobra.Command {
	o.info.Limit = infoRows
	c := &cobra.Command{
		Use:   "info [flags] PROFILE...",
		Short: "Summarize a profile: hot spots, contents, caveats",
		Long: `info reports findings worth a look (such as hot megamorphic calls), the number
of records of each kind, their distribution over application, JDK and VM code,
the hottest methods, and caveats. "iprof-viz PROFILE" does the same.

Findings are ranked by the maximum share of samples (or of calls and branches)
that they can cost, application code first. "iprof-viz help worth-a-look" says what they
mean and what to try. With --against, they include methods with counts that are
missing from a list of the program's methods; see "iprof-viz check --help".

On a terminal, the summary fits its height: the most important parts, findings
and caveats last. --all prints all parts and findings; -n 0 also shows every row
of each list. In a pipe or with more than 5 rows, all parts are printed.`,
		Example: `  iprof-viz info app.iprof
  iprof-viz info --all app.iprof
  iprof-viz info -n 0 app.iprof
  iprof-viz info --format json app.iprof | jq .worth_a_look`,
		Args:   cli.SomeProfiles,
		PreRun: func(c *cobra.Command, _ []string) { o.limited = c.Flags().Changed("limit") },
		RunE:   running(e, o, runInfo),
	}
	cli.OutputFlag(c, &o.IOOptions)
	cli.FormatFlag(c, &o.format, "output format (default: by the extension of --output)", cli.WordPicks("text", "json")...)
	cli.Bind(c, cli.NumberValue(&o.info.Limit, "ROWS"), "limit", "n", "maximum rows per list; 0: all")
	c.Flags().BoolVar(&o.all, "all", false, "print all parts and findings, even if they do not fit on the terminal")
	cli.WideFlag(c, &o.IOOptions)
	c.Flags().StringVar(&o.against, "against", "", "report profiled methods missing from this `FILE`")
	load.NameFlags(c, &o.names)
	load.SourceFlags(c, &o.sources)
	cli.InputFlags(c, &o.IOOptions)
	return c
}

func runInfo(e *cli.Env, o infoOptions, files []string) error {
	list, err := judge.ReadMethods(e, o.against)
	if err != nil {
		return err
	}
	l, err := load.Load(e, files, load.Options{MaxInput: o.MaxInput, Sources: o.sources})
	if err != nil {
		return err
	}
	opts := o.info
	opts.Findings = &findings.Options{Input: sameInput(o.names, o.sources, files)}
	if list != nil {
		opts.Findings.Fit = misfit(fit.NewListFit(l.Profile, list), append([]string{"check", "--against", o.against}, files...))
	}
	if err := e.Working("findings"); err != nil {
		return err
	}
	info := info.New(l.Profile, convert.NewNames(l.Profile, o.names), opts)
	if info.OtherTool != nil {
		info.AddOtherTool(l.Format.Name, l.Tables, l.Notes, l.Caveats)
	}
	return e.Out.WriteResult(func(w io.Writer) error {
		if o.format == "json" || o.format == "" && e.Out.Extension() == ".json" {
			return summary.InfoJSON(w, info)
		}
		look := summary.InfoOptions{Title: l.Name, Width: e.Out.Columns(), Limit: o.info.Limit}
		switch {
		case o.limited && (o.all || o.info.Limit == 0 || o.info.Limit > infoRows):
		case o.all:
			look.Limit = 0
		default:
			look.Screen.Lines, look.Screen.Columns = e.Out.Screen()
		}
		return summary.InfoText(w, info, look)
	})
}

// misfit returns the methods missing from a list, as a finding, with the command that shows them.
func misfit(fit *fit.ListFit, command []string) *findings.Misfit {
	m := &findings.Misfit{Metric: fit.Metric, Command: command}
	for _, r := range fit.Rows {
		m.Methods = append(m.Methods, r.ID)
	}
	return m
}

// sameInput returns the arguments that make other commands read the same input.
func sameInput(names convert.NameOptions, sources load.SourceOptions, files []string) []string {
	var args []string
	if app := names.Application; app != nil {
		args = append(args, "--app", pattern.Text(app))
	}
	if sources.From != nil && sources.From != source.Iprof { // commands for iprofs only have no such flag
		args = append(args, "--from", sources.From.Name)
	}
	if sources.SampleType != "" {
		args = append(args, "--sample-type", sources.SampleType)
	}
	if sources.Column != "" {
		args = append(args, "--column", sources.Column)
	}
	return append(args, words.FileArguments(files)...)
}
