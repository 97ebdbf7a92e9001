package load

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
	"github.com/iprof-viz/iprof-viz/internal/cli"
)

// SourceOptions control how files with stacks are read that may be in any format.
type SourceOptions struct {
	From       *source.Format // nil: detect it from the content
	SampleType string         // of formats with several types of values; "": their default
	Column     string         // of gprofng call trees; "": their first
}

// SourceFlags adds the flags that say how files of other tools are read.
func SourceFlags(c *cobra.Command, to *SourceOptions) {
	picks := []cli.Pick[*source.Format]{{Word: "auto", Value: nil}}
	for _, f := range slices.SortedFunc(slices.Values(source.Formats), func(a, b *source.Format) int { return strings.Compare(a.Name, b.Name) }) {
		picks = append(picks, cli.Pick[*source.Format]{Word: f.Name, Value: f})
	}
	cli.ChoiceFlag(c, &to.From, "from", "", "input format", picks...)
	c.Flags().StringVar(&to.SampleType, "sample-type", "", "`TYPE` of samples in a pprof profile or flight recording, such as cpu or NativeMethodSample (default: the file's own)")
	c.Flags().StringVar(&to.Column, "column", "", "metric `COLUMN` of a gprofng call tree, such as 'Total CPU' (default: the first)")
	for _, name := range []string{"sample-type", "column"} {
		cli.Complete(c, name)
	}
}

// AnyOther reports whether any of some files contains other tools' stacks, as far as that can be seen: input from a pipe can be
// read only once.
func (o SourceOptions) AnyOther(e *cli.Env, files []string) bool {
	if o.From != nil {
		return o.From != source.Iprof
	}
	return slices.ContainsFunc(files, func(file string) bool {
		if e.Held != nil {
			return isOther(bytes.NewReader(e.Held[file]))
		}
		info, err := os.Stat(file)
		if err != nil || !info.Mode().IsRegular() {
			return false // reading it will report that
		}
		f, err := os.Open(file)
		if err != nil {
			return false
		}
		defer f.Close()
		return isOther(f)
	})
}

// isOther reports whether an input begins like another tool's profile.
func isOther(r io.Reader) bool {
	in, err := source.NewInput(r)
	return err == nil && in.Format != nil && in.Format != source.Iprof
}

// Check fails if an option is for a format that none of the inputs has.
func (o SourceOptions) Check(all ...*Loaded) error {
	for _, option := range []struct{ name, value string }{{"sample-type", o.SampleType}, {"column", o.Column}} {
		is := func(f *source.Format) bool { return IsFor(option.name, f) }
		if option.value != "" && !slices.ContainsFunc(all, func(l *Loaded) bool { return slices.ContainsFunc(l.Formats, is) }) {
			var nouns []string
			for _, f := range source.Formats {
				if is(f) {
					nouns = append(nouns, f.Noun)
				}
			}
			return cli.Usage("", "--%s is for %s, and %s holds %s", option.name, cli.OneOf(nouns), cli.Printable(all[0].Name), all[0].Formats[0].Noun)
		}
	}
	return nil
}

// IsFor reports whether the option sample-type or column is for files of a format.
func IsFor(option string, f *source.Format) bool {
	if option == "column" {
		return f == source.Gprofng
	}
	return f.SampleTypes
}

// Lacks says that a file in a format cannot have something that the command needs: "conditionals".
func Lacks(e *cli.Env, file string, f *source.Format, thing string) error {
	failed := &cli.Failure{Status: cli.StatusInput, Err: fmt.Errorf("%s: %s is %s, which %s no %s", e.Command, cli.Printable(file), f.Noun, f.Verb(), thing)}
	if f == source.Pprof && thing == MetricNeeds(convert.Calls) { // these may still be present
		failed.Hint = "--sample-type chooses the values of a pprof profile"
	}
	if thing == InliningContexts && f.SampleTypes && e.Command != "merge" && e.Command != "strip" { // these two write iprofs
		failed.Hint = "iprof-viz top ranks the methods of its stacks; peek has callers and callees"
		if f == source.JFR {
			failed.Hint = "iprof-viz top --by line ranks the lines of its stacks; peek has callers and callees"
		}
	}
	return failed
}

// What other tools' stacks do not have.
const (
	CallSites        = "call sites"
	InliningContexts = "inlining contexts"
)

// ChooseValues is the hint if values count different things.
const ChooseValues = "--sample-type chooses the values of a pprof profile, -m those of an iprof"

// MetricNeeds says which part of an iprof has the records of a metric; "" if any stacks will do.
func MetricNeeds(m convert.Metric) string {
	switch m {
	case convert.DefaultMetric, convert.Samples:
		return ""
	case convert.Branches:
		return "conditionals"
	}
	return m.String()
}
