package load

import (
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// muchProfiler is the share of the profiler's own code from which users are told, as hot spots of their code are elsewhere.
const muchProfiler = 0.1

// ProfilerNotes say which share of a metric is the profiler's own code, if an export has it, and it is much.
func ProfilerNotes(p *iprof.Profile, names *convert.Names, m convert.Metric, view convert.View) []cli.Note {
	if view != convert.MachineView || !p.Origin().IsIprof() {
		return nil
	}
	var own, all float64
	tree := m.Tree(p)
	for node, n := range m.Records(p) {
		all += float64(n)
		if names.Kind(p.MethodSlot(tree.Node(node).Method)) == convert.Profiler {
			own += float64(n)
		}
	}
	if all == 0 || own < muchProfiler*all {
		return nil
	}
	return []cli.Note{cli.Notef("%s of the %s are the profiler's own: --view expert leaves them out", words.Percent(own/all), m.Unit())}
}
