package load

import (
	"io"
	"os"
	"runtime/debug"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/source"
	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// Options control how profiles are read. The zero value reads everything in one profile.
type Options struct {
	MaxInput     int64           // bytes, decompressed; 0: iprof.DefaultMaxInput, -1: no limit
	Sections     []iprof.Section // whose records are needed; nil: all
	SamplesFirst bool            // in a profile with enough samples, only these are needed
	Several      bool            // more than one profile is in memory at a time
	AnyCode      bool            // the command shows no places in the code, which may differ between several profiles
	scratch      *iprof.Scratch  // of profiles that are read one after the other; nil otherwise

	// Files may be in any format, unless the command needs something that only iprofs have, such as "conditionals".
	Sources SourceOptions
	Needs   string
	Tags    bool // the command shows threads, where a file has them
	LinesDo bool // source lines are as good as the call sites, or inlining contexts, that the command needs
}

// expected returns the only possible input format; nil: there are several.
func (o Options) expected() *source.Format {
	if o.Sources.From == nil && o.Needs != "" {
		return source.Iprof
	}
	return o.Sources.From
}

// Of returns the options with only the records that a metric needs: less time, less memory, and no irrelevant warnings.
func (o Options) Of(m convert.Metric) Options {
	o.Needs = MetricNeeds(m)
	o.SamplesFirst = m == convert.DefaultMetric
	o.Sections = []iprof.Section{m.Section()}
	if o.SamplesFirst {
		o.Sections = []iprof.Section{iprof.Samples, iprof.Calls}
	}
	return o
}

// WithCode returns the options with all records if there are classes: any of them may show that a class is of another version.
func (o Options) WithCode(classes *ClassFinder) Options {
	if classes != nil {
		o.Sections, o.SamplesFirst = nil, false
	}
	return o
}

// parse reads a profile. If the command needs only samples where there are enough, the result has only the samples of a file that
// has enough; for a plain file, nothing else is stored in the first place.
func parse(in *input, o Options) (*iprof.Profile, error) {
	opts := iprof.Options{MaxInput: o.MaxInput, MaxNodes: in.MaxNodes(o.MaxInput), Sections: o.Sections, OmitRepeated: true, Scratch: o.scratch}
	var r io.Reader = in
	if o.SamplesFirst && !o.Several {
		opts.EnoughSamples = convert.EnoughSamples
		if in.plainFile != nil {
			if _, err := in.plainFile.Seek(0, io.SeekStart); err != nil {
				return nil, &cli.Failure{Status: cli.StatusInput, File: in.Name, Err: cli.Cause(err)}
			}
			r = in.plainFile
		}
	}
	defer in.allowGarbage(o)()
	p, err := iprof.Parse(r, opts)
	if err != nil {
		return nil, InputFailure(in.Name, err, in.Input)
	}
	// Loading leaves as much garbage as a conversion is about to need.
	in.Collect()
	return p, nil
}

// allowGarbage lets more garbage pile up while an input is read. The result ends that.
//
// What is loaded stays, and searching it for garbage would take a third of the time. What is made from it does not stay: package cli
// limits that by the size of the input or, if that is unknown, half of Go's usual allowance does. With a small input there is not much
// of it.
func (in *input) allowGarbage(o Options) (end func()) {
	if o.Several || in.held || os.Getenv("GOGC") != "" {
		return func() {}
	}
	debug.SetGCPercent(400)
	percent := 100
	switch {
	case in.small:
		return func() {}
	case in.Size == 0:
		percent = 50
	}
	return func() { debug.SetGCPercent(percent) }
}
