package judge

import (
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/check"
	"github.com/iprof-viz/iprof-viz/convert/training"
	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/internal/load"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render/summary"
)

// ProductionNames names the methods of the production samples.
func ProductionNames(l *load.Loaded, o Options) (*convert.Names, error) {
	if err := load.CheckMetric(l.Profile, convert.Samples); err != nil {
		return nil, cli.InFile(l.Name, err)
	}
	return convert.NewNames(l.Profile, convert.NameOptions{Application: o.Application, Disambiguate: o.Distinct}), nil
}

// Production adds the comparison of a profile with production samples, if there are any. Found are the classes; nil: none.
func Production(c *summary.CheckedFile, p *iprof.Profile, o Options, samples *convert.Names, found *load.ClassFinder) {
	if samples == nil {
		return
	}
	opts := training.ProductionOptions{Limit: o.Limit}
	if found != nil {
		opts.Class = found.Finder()
	}
	c.Production = training.OfProduction(convert.NewNames(p, convert.NameOptions{}), samples, opts)
	var minimum *check.Threshold
	if o.FailUnderProduction != nil {
		minimum = &check.Threshold{Share: *o.FailUnderProduction, Flag: "--fail-under-production"}
	}
	c.Findings = append(c.Findings, check.Production(c.Production, minimum)...)
}
