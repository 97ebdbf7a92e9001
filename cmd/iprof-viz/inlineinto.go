package main

import (
	"regexp"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/inlining"
	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/internal/load"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render/inlinetree"
)

// into shows where methods are inlined or, with a match, whether its methods are inlined there.
func (in inlineInput) into(e *cli.Env, o inlineOptions, match *regexp.Regexp) error {
	opts := inlining.IntoOptions{
		Filter: o.filter, Match: o.into, Methods: o.units, MinShare: o.minShare, Depth: o.depth, Lines: in.lines, Calls: in.code, Image: in.image,
	}
	if match != nil {
		opts.Match, opts.Target = match, o.into
	}
	into, err := makeInto(in.profile, in.names, opts)
	if err != nil {
		return cli.InFile(in.name, err)
	}
	return writeInlining(e, o, inlinetree.OfInto, into, in)
}

// makeInto makes trees of methods and where they are inlined.
func makeInto(p *iprof.Profile, names *convert.Names, opts inlining.IntoOptions) (*inlining.Into, error) {
	if err := load.HintAtCommand(p, load.CheckMetric(p, convert.Calls)); err != nil && opts.Image == nil {
		return nil, err
	}
	into, err := inlining.NewInto(p, names, opts)
	if err != nil {
		return nil, load.NoMatch(err)
	}
	if into.Tally.IsOutside() { // its REGEXP matches no application method
		return nil, load.NothingLeft(into.Tally.Notes("method entries", cli.MetricWords[convert.Calls].Records))
	}
	return into, load.EntriesLeft(into.Base, into.Tally)
}
