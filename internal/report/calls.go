package report

import (
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/optimized"
	"github.com/iprof-viz/iprof-viz/convert/rank"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render/page"
)

// callGraph returns the complete call graph of counts, which several parts need.
func (r *report) callGraph() *calls.Graph {
	if r.graph == nil {
		opts := r.Code.Calls
		opts.Contexts = r.projection()
		r.graph = calls.New(r.profile, opts)
	}
	return r.graph
}

// wholeGraph returns the call graph of all contexts, whatever the filters keep.
func (r *report) wholeGraph() *calls.Graph {
	if r.projection() == nil {
		return r.callGraph()
	}
	return calls.New(r.profile, r.Code.Calls)
}

// projection is the effect of the filters on inlining contexts.
func (r *report) projection() *convert.Projection {
	return convert.Project(r.profile, r.profile.Contexts, r.names, r.Filter)
}

// image returns the optimized image, given its log.
func (r *report) image() *optimized.Image {
	if r.optimized == nil {
		r.optimized = optimized.New(r.profile, r.Log)
	}
	return r.optimized
}

// addSiteCalls adds the calls that were made, and the entries from outside.
func (r *report) addSiteCalls() error {
	if r.profile.Total(iprof.Calls) == 0 {
		return nil
	}
	graph := r.callGraph()
	opts := rank.CallOptions{Graph: graph, Filter: r.Filter, Made: true, Limit: callLimit, Lines: r.Code.Lines,
		Input: slices.Concat(r.Code.Arguments, r.Input)}
	if r.Log != nil {
		opts.Optimized, opts.Sort = r.image(), "calls"
	}
	t, err := rank.Calls(r.profile, r.names, opts)
	if err == nil {
		r.parts.SiteCalls = page.NewCalls(t, graph, r.names, graph.Outside(r.names, r.projection()))
		r.parts.SiteCalls.Log = r.Log != nil
		r.parts.Pack(&r.parts.SiteCalls)
	}
	return err
}
