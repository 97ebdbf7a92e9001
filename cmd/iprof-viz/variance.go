package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/diff"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render"
)

// A varianceCommand has the flags of variance.
type varianceCommand struct {
	names    convert.NameOptions
	variance diff.VarianceOptions
	table    tableOutput
}

func (a *app) newVariance(cmd *varianceCommand) *cobra.Command {
	cmd.variance.Filter.View = convert.ExpertView
	c := &cobra.Command{
		Use:   "variance [flags] PROFILE PROFILE...",
		Short: "Show how much runs of one workload differ",
		Long: `variance compares profiles of several runs of one workload: how many contexts are
in how many of them, how far call counts and the probabilities of conditionals
spread. First comes what is both hot and unstable.

One figure stands for the whole, the agreement: the part of the entries that all
runs have in the same contexts. It is the sum, over contexts, of the least share
of its entries that any run has there; more runs never agree better than fewer.`,
		Example: `  iprof-viz variance monday.iprof tuesday.iprof wednesday.iprof
  iprof-viz variance --format json runs/*.iprof`,
		Args: severalProfiles,
		RunE: func(c *cobra.Command, args []string) error { return a.variance(cmd, args) },
	}
	a.tableFlags(c, &cmd.table)
	filterFlags(c, &cmd.variance.Filter)
	nameFlags(c, &cmd.names)
	a.readFlags(c)
	return c
}

// severalProfiles checks the arguments of a command that compares two profiles or more.
func severalProfiles(c *cobra.Command, args []string) error {
	if len(args) < 2 {
		return usage("", "%s needs two profiles or more, not %d", c.Name(), len(args))
	}
	seen := false
	for _, name := range args {
		if name == "-" && seen {
			return usage("", "standard input can be read once only")
		}
		seen = seen || name == "-"
	}
	return nil
}

func (a *app) variance(cmd *varianceCommand, files []string) error {
	if err := cmd.table.settle(&a.target, &cmd.names); err != nil {
		return err
	}
	a.several = true
	a.reading.iprof.Sections = []iprof.Section{iprof.Calls, iprof.Conditionals}
	profiles, err := a.profiles(files...)
	if err != nil {
		return err
	}
	for i, p := range profiles {
		if p.Total(iprof.Calls) == 0 {
			return &failure{status: statusInput, file: files[i], err: fmt.Errorf("it has no calls")}
		}
	}
	cmd.variance.Limit = cmd.table.limit
	s := diff.Variance(files, profiles, convert.NewNames(cmd.names, profiles...), cmd.variance)
	if s.Tables[0].Base == 0 {
		return &failure{status: statusCheck, empty: true, err: fmt.Errorf("the filters leave nothing to compare%s", why(s.Doubts))}
	}
	opts := a.tableOptions(&cmd.table)
	return a.write(func(w io.Writer) error {
		return render.Tables(w, &s.Set, render.TableFormat(cmd.table.format), opts)
	})
}
