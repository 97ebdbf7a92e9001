package judge

import (
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/check"
	"github.com/iprof-viz/iprof-viz/convert/optimized"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/optlog"
	"github.com/iprof-viz/iprof-viz/render/summary"
)

// An Image is the optimized image to compare profiles with, by the log of its compiler.
type Image struct{ log *optlog.Log }

// NewImage returns the image of a log; nil without one.
func NewImage(log *optlog.Log) *Image {
	if log == nil {
		return nil
	}
	return &Image{log}
}

// Check adds the findings of a comparison with the image; none if it is nil.
func (m *Image) Check(c *summary.CheckedFile, p *iprof.Profile, o Options) {
	if m != nil {
		names := convert.NewNames(p, convert.NameOptions{Disambiguate: o.Distinct})
		c.Findings = append(c.Findings, check.Optimized(optimized.New(p, m.log).Coverage(), names)...)
	}
}
