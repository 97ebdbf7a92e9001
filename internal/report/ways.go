package report

import (
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/callgraph"
	"github.com/iprof-viz/iprof-viz/render/page"
)

// addWays adds the call graphs that the page draws.
func (r *report) addWays() error {
	var graphs []*callgraph.Graph
	for _, m := range []convert.Metric{convert.Samples, convert.Calls} {
		if r.profile.Total(m.Section()) == 0 {
			continue
		}
		g, err := callgraph.New(r.profile, r.names, callgraph.Options{
			Metric: m, Filter: r.Filter, Code: r.Code.Calls, Calls: r.callGraph(), Lines: r.Code.Lines,
			Ways: true, Nodes: callgraph.DefaultBoxes, NodeFraction: callgraph.DefaultSelfShare,
		})
		if err != nil {
			return err
		}
		graphs = append(graphs, g)
	}
	if len(graphs) > 0 {
		r.parts.Ways = page.NewWays(r.names, graphs)
	}
	return nil
}
