package report

import (
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/callgraph"
	"github.com/iprof-viz/iprof-viz/render/pagegraph"
)

// graphMetrics are the metrics of call graphs, in the order of the page.
var graphMetrics = []convert.Metric{convert.Samples, convert.Calls}

// addWays adds the call graphs that the page draws, of metrics that are not compared.
func (r *report) addWays() error {
	var graphs []*callgraph.Graph
	for _, m := range graphMetrics {
		if r.profile.Total(m.Section()) == 0 || r.base.has(m) {
			continue
		}
		g, err := r.newGraph(callgraph.Options{Metric: m, Ways: true, Nodes: callgraph.DefaultBoxes, NodeFraction: callgraph.DefaultSelfShare, EdgeFraction: callgraph.DefaultCallShare})
		if err != nil {
			return err
		}
		graphs = append(graphs, g)
	}
	if len(graphs) > 0 {
		r.parts.Ways = pagegraph.NewWays(r.names, graphs)
	}
	return nil
}

// addChangedGraphs adds the call graphs of the metrics that both profiles have, as graph --base draws them.
func (r *report) addChangedGraphs() error {
	var graphs []*callgraph.Graph
	byNumber, _ := r.base.change.ByNumber(r.base.pairs)
	for _, m := range graphMetrics {
		if r.profile.Total(m.Section()) == 0 || !r.base.has(m) {
			continue
		}
		g, err := callgraph.NewComparison(r.base.pairs, callgraph.Options{
			Metric: m, Filter: r.Filter, NoSampledSites: true, NoInlinedSites: true, ByNumber: byNumber,
			Nodes: callgraph.DefaultBoxes, NodeFraction: callgraph.DefaultNodeShare, EdgeFraction: callgraph.DefaultCallShare,
		})
		if err != nil {
			return err
		}
		graphs = append(graphs, g)
	}
	if len(graphs) > 0 {
		r.parts.ChangedGraphs = pagegraph.NewChangedGraphs(r.base.names, r.names, graphs)
	}
	return nil
}

// newGraph makes a call graph. The options say which; the rest of them is the same for all.
func (r *report) newGraph(opts callgraph.Options) (*callgraph.Graph, error) {
	opts.Filter, opts.Lines = r.Filter, r.Code.Lines
	if r.series == nil {
		opts.Code, opts.Calls = r.Code.Calls, r.callGraph()
		var err error
		if r.series, err = callgraph.NewSeries(r.profile, r.names, opts); err != nil {
			return nil, err
		}
	}
	return r.series.Graph(opts), nil
}
