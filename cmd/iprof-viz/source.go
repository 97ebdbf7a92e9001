package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/source"
)

// sourceOptions say how files with stacks are read that may be of any format.
type sourceOptions struct {
	from       *source.Format // nil: as the content tells
	sampleType string         // of pprof profiles; "": their default
	column     string         // of gprofng call trees; "": their first
}

func sourceFlags(c *cobra.Command, to *sourceOptions) {
	picks := []pick[*source.Format]{{"auto", nil}}
	for _, f := range slices.SortedFunc(slices.Values(source.Formats), func(a, b *source.Format) int { return strings.Compare(a.Name, b.Name) }) {
		picks = append(picks, pick[*source.Format]{f.Name, f})
	}
	choiceFlag(c, &to.from, "from", "", "the format of PROFILE", picks...)
	c.Flags().StringVar(&to.sampleType, "sample-type", "", "the `TYPE` of a pprof profile's values, such as cpu (default: the profile's)")
	c.Flags().StringVar(&to.column, "column", "", "the `COLUMN` of a gprofng call tree, such as 'Total CPU' (default: the first)")
	for _, name := range []string{"sample-type", "column"} {
		c.RegisterFlagCompletionFunc(name, cobra.NoFileCompletions)
	}
}

// anyOther reports whether any of some files has other tools' stacks, as far as that can be seen: what comes through a pipe can
// be read once only.
func (o sourceOptions) anyOther(e *env, files []string) bool {
	if o.from != nil {
		return o.from != source.Iprof
	}
	return slices.ContainsFunc(files, func(file string) bool {
		if e.held != nil {
			return isOther(bytes.NewReader(e.held[file]))
		}
		info, err := os.Stat(file)
		if err != nil || !info.Mode().IsRegular() {
			return false // whoever reads it will say
		}
		f, err := os.Open(file)
		if err != nil {
			return false
		}
		defer f.Close()
		return isOther(f)
	})
}

// isOther reports whether something begins like another tool's profile.
func isOther(r io.Reader) bool {
	in, err := source.NewInput(r)
	return err == nil && in.Format != nil && in.Format != source.Iprof
}

// check fails if an option is for a format, and none of the inputs is of it.
func (o sourceOptions) check(all ...*loaded) error {
	for _, option := range []struct {
		name, value string
		format      *source.Format
	}{{"sample-type", o.sampleType, source.Pprof}, {"column", o.column, source.Gprofng}} {
		is := func(l *loaded) bool { return slices.Contains(l.formats, option.format) }
		if option.value != "" && !slices.ContainsFunc(all, is) {
			return usage("", "--%s is for %s, and %s holds %s", option.name, option.format.Noun, printable(all[0].name), all[0].formats[0].Noun)
		}
	}
	return nil
}

// lacks says that a file of a format cannot have something that the command needs: "conditionals".
func lacks(e *env, file string, f *source.Format, thing string) error {
	failed := &failure{status: statusInput, err: fmt.Errorf("%s: %s is %s, which %s no %s", e.command, printable(file), f.Noun, f.Verb(), thing)}
	if f == source.Pprof && thing == metricNeeds(convert.Calls) { // it may have these all the same
		failed.hint = "--sample-type chooses the values of a pprof profile"
	}
	return failed
}

// What other tools' stacks do not have.
const (
	callSites        = "call sites"
	inliningContexts = "inlining contexts"
)

// chooseValues is the hint where values count different things.
const chooseValues = "--sample-type chooses the values of a pprof profile, -m those of an iprof"

// metricNeeds says which part of an iprof the records of a metric are; "" where any stacks will do.
func metricNeeds(m convert.Metric) string {
	switch m {
	case convert.DefaultMetric, convert.Samples:
		return ""
	case convert.Branches:
		return "conditionals"
	}
	return m.String()
}
