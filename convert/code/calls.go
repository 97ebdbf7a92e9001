package code

import (
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// Made is how often a call was made: its receiver was not null, and a method was entered. The instruction may have run more
// often.
type Made struct {
	Count   int64
	AtLeast bool // there are contexts that do not count it, or not all of it
}

// A madeCall is how often a call was made in one context.
type madeCall struct {
	bci iprof.BCI
	Made
}

// madeCalls finds the calls that were counted in a context.
type madeCalls struct {
	calls     []madeCall
	receivers int // the first so many calls have types of receivers
}

// madeIn returns the calls that were counted in contexts. Types of receivers count all of them, unless there are as many types
// as the profiler keeps: then it may have left out some. A call without them has one callee, and if that is inlined, its
// entries there are all of the calls. Callees that are not the only one, or lack a count, are some of them.
func madeIn(p *iprof.Profile, opts convert.SiteOptions, sites *convert.Sites, entries *entryCounts) map[iprof.NodeID]*madeCalls {
	all := map[iprof.NodeID]*madeCalls{}
	of := func(context iprof.NodeID) *madeCalls {
		if all[context] == nil {
			all[context] = &madeCalls{}
		}
		return all[context]
	}
	for i := range sites.Receivers.All {
		if r := &sites.Receivers.All[i]; r.BCI >= 0 {
			c := of(r.Context)
			c.calls = append(c.calls, madeCall{r.BCI, Made{r.Executions, len(r.Types) >= iprof.SaturatedTypes}})
			c.receivers++
		}
	}
	for i, n := range p.Contexts.All() {
		if n.Parent != iprof.NoNode && n.Site >= 0 && counts(opts, n.Parent) {
			of(n.Parent).inlined(n.Site, entries.count[i], entries.known[i])
		}
	}
	return all
}

// inlined counts a callee.
func (m *madeCalls) inlined(bci iprof.BCI, entries int64, known bool) {
	for i := range m.calls {
		if c := &m.calls[i]; c.bci == bci {
			if i >= m.receivers {
				c.Count, c.AtLeast = sum(c.Count, entries), true
			}
			return
		}
	}
	m.calls = append(m.calls, madeCall{bci, Made{entries, !known}})
}

// entryCounts are call counts by node of a profile's contexts.
type entryCounts struct {
	count []int64
	known []bool
}

func newEntryCounts(p *iprof.Profile) *entryCounts {
	e := &entryCounts{make([]int64, p.Contexts.Len()), make([]bool, p.Contexts.Len())}
	for _, c := range p.Calls.All() {
		e.count[c.Node] = sum(e.count[c.Node], c.Value)
		e.known[c.Node] = true
	}
	return e
}
