package load

import (
	"cmp"
	"errors"
	"os"
	"runtime"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert/folded"
	"github.com/iprof-viz/iprof-viz/convert/source"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/internal/background"
	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// File reads one file.
func File(e *cli.Env, file string, opts Options) (*Loaded, error) {
	in, err := OpenInput(e, file)
	if err != nil {
		return nil, err
	}
	defer in.File.Close()
	return in.load(e, opts)
}

// Each reads profiles that are compared. It reads as many files at the same time as there are processors. It reads pipes one after the other,
// because the programs that write to them may do the same, and so it does profiles in memory, which leaves a server time for other requests.
func Each(e *cli.Env, files []string, opts Options) ([]*Loaded, error) {
	if err := CheckFiles(e, files, opts); err != nil {
		return nil, err
	}
	opts.Several = true
	width := runtime.GOMAXPROCS(0)
	if e.Held != nil || slices.ContainsFunc(files, func(name string) bool { info, err := os.Stat(name); return err != nil || !info.Mode().IsRegular() }) {
		width = 1
	}
	all, done := make([]*Loaded, len(files)), 0
	for some := range slices.Chunk(files, width) {
		e.Console.Progress.Part(done, len(files))
		errs, read := make([]error, len(some)), make([]*background.Task, len(some))
		for i, file := range some {
			read[i] = background.Go(func() { all[done+i], errs[i] = File(e, file, opts) })
		}
		for i := range some {
			if read[i].Wait(); errs[i] != nil {
				return nil, errs[i] // without waiting for the others, which may take minutes
			}
		}
		done += len(some)
	}
	return all, opts.Sources.Check(all...)
}

// load reads the content of an input: as an iprof if its beginning is not recognized, because the iprof reader explains best why it
// is not one.
func (in *input) load(e *cli.Env, opts Options) (*Loaded, error) {
	if f := BlankFailure(in, opts.expected()); f != nil {
		return nil, f
	}
	format := cmp.Or(opts.Sources.From, in.Format, source.Iprof)
	l := &Loaded{Origin: in.Origin, Formats: []*source.Format{format}}
	switch {
	case format == source.Iprof:
		p, err := parse(in, opts)
		if err != nil {
			return nil, err
		}
		l.File, l.Size = &source.File{Source: stacks.Source{Profile: p}, Format: format}, in.Size
		return l, ChargeProfile(in.Origin, opts.MaxInput, p)
	case opts.Needs != "" && !(opts.LinesDo && (opts.Needs == CallSites || opts.Needs == InliningContexts)):
		return nil, Lacks(e, in.Name, format, opts.Needs)
	}
	s, err := format.Read(in, source.Options{MaxInput: opts.MaxInput, MaxNodes: in.MaxNodes(opts.MaxInput), SampleType: opts.Sources.SampleType, Tags: opts.Tags, Column: opts.Sources.Column})
	if err != nil {
		f := InputFailure(in.Name, err, in.Input)
		switch {
		case errors.Is(err, folded.ErrDecimal):
			f.Hint = `this converts them to whole thousandths: awk '{ $NF = sprintf("%.0f", 1000 * $NF) } 1'`
		case errors.Is(err, folded.ErrComment):
			f.Hint = "grep -v '^#' removes them"
		case errors.Is(err, folded.ErrTwoCounts):
			f.Hint = `sed -E 's/ [0-9]+$//' keeps the first count, sed -E 's/ [0-9]+( [0-9]+)$/\1/' the second; diff and flame --base compare both files`
		}
		return nil, f
	}
	if opts.Needs != "" && !s.Profile.Origin().Lines {
		return nil, Lacks(e, in.Name, format, opts.Needs)
	}
	if s.Profile.Total(iprof.Samples) == 0 {
		return nil, &cli.Failure{Status: cli.StatusInput, File: in.Name, Err: errors.New("it has no stacks")}
	}
	l.File, l.Size = s, in.Size
	return l, ChargeProfile(in.Origin, opts.MaxInput, s.Profile)
}
