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
	"github.com/iprof-viz/iprof-viz/render"
)

// infoOptions are those of info.
type infoOptions struct {
	ioOptions
	sources sourceOptions
	names   convert.NameOptions
	info    info.Options
	against string // the file with the program's methods; "": none
	format  string // text or json; "": by the extension of the output
}

func newInfo(e *env, o *infoOptions) *cobra.Command {
	o.info.Limit = 5
	c := &cobra.Command{
		Use:   "info [flags] PROFILE...",
		Short: "Summarize a profile: contents, gaps, doubts",
		Long: `info reports facts worth a look, such as hot calls with many types, how many
records of each kind a profile has, whose code they are about, which methods
count most, and why the numbers may mislead. "iprof-viz PROFILE" does the same.

Facts are ranked by the share of samples, or of calls and branches, that they
can cost at most, those about the application first. docs/worth-a-look.md says
what they mean and what to try. With --against, methods with counts that a list
of the program's methods lacks are one of them; see "iprof-viz check --help".`,
		Example: `  iprof-viz info app.iprof
  iprof-viz info -n 0 app.iprof
  iprof-viz info --format json app.iprof | jq .worth_a_look`,
		Args: someProfiles,
		RunE: running(e, o, runInfo),
	}
	outputFlag(c, &o.ioOptions)
	formatFlag(c, &o.format, "output format (default: by the extension of --output)", wordPicks("text", "json")...)
	bind(c, numberValue(&o.info.Limit, "ROWS"), "limit", "n", "rows of each list; 0: all")
	c.Flags().StringVar(&o.against, "against", "", "report methods with counts that this `FILE` does not list")
	nameFlags(c, &o.names)
	sourceFlags(c, &o.sources)
	inputFlags(c, &o.ioOptions)
	return c
}

func runInfo(e *env, o infoOptions, files []string) error {
	var list *fit.MethodList
	if o.against != "" {
		var err error
		if list, err = readMethods(e, o.against); err != nil {
			return err
		}
	}
	l, err := load(e, files, loadOptions{maxInput: o.maxInput, sources: o.sources})
	if err != nil {
		return err
	}
	opts := o.info
	opts.Findings = &findings.Options{Input: sameInput(o.names, o.sources, files)}
	if list != nil {
		opts.Findings.Fit = misfit(fit.NewListFit(l.Profile, list), append([]string{"check", "--against", o.against}, files...))
	}
	info := info.New(l.Profile, convert.NewNames(l.Profile, o.names), opts)
	if info.OtherTool != nil {
		info.AddOtherTool(l.Format.Name, l.Tables, l.Doubts)
	}
	return e.out.write(func(w io.Writer) error {
		if o.format == "json" || o.format == "" && e.out.extension() == ".json" {
			return render.InfoJSON(w, info)
		}
		return render.InfoText(w, info, render.InfoOptions{Title: l.name, Width: e.out.columns(), Limit: o.info.Limit})
	})
}

// misfit returns the methods that a list lacks, as something worth a look, with the command that shows them.
func misfit(fit *fit.ListFit, command []string) *findings.Misfit {
	return &findings.Misfit{
		Methods: len(fit.Rows), Metric: fit.Metric, Unit: fit.Metric.Unit(), Value: fit.GoneValue, Of: fit.Total, Command: command,
	}
}

// sameInput returns the arguments that make other commands read the same.
func sameInput(names convert.NameOptions, sources sourceOptions, files []string) []string {
	var args []string
	if app := names.Application; app != nil {
		args = append(args, "--app", pattern.Text(app))
	}
	if sources.from != nil && sources.from != source.Iprof { // commands for iprofs alone have no such flag
		args = append(args, "--from", sources.from.Name)
	}
	if sources.sampleType != "" {
		args = append(args, "--sample-type", sources.sampleType)
	}
	if sources.column != "" {
		args = append(args, "--column", sources.column)
	}
	return append(args, files...)
}
