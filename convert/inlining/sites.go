package inlining

import (
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/sites"
)

// attachSites gives the instances their conditionals and types. A <VM> has none, because it stands for several methods.
func (b *builder) attachSites() {
	drawn, at := make([]bool, b.profile.Contexts.Len()), make([]int32, b.profile.Contexts.Len()) // at: instance by node
	for i, of := range b.drawn {
		drawn[of.node], at[of.node] = b.instances[i].Slot >= 0, int32(i)
	}
	sums := sites.New(b.profile, sites.Options{
		Metrics:   []convert.Metric{convert.Branches, convert.Receivers, convert.InstanceOf},
		Scope:     sites.Scope{Contexts: drawn},
		ByContext: true,
	})
	for _, c := range sums.Conditionals.All {
		n := &b.instances[at[c.Context]]
		n.Conditionals = append(n.Conditionals, c)
	}
	for _, m := range []convert.Metric{convert.Receivers, convert.InstanceOf} {
		for _, t := range sums.Types(m).All {
			n := &b.instances[at[t.Context]]
			n.Types = append(n.Types, t)
		}
	}
	for i := range b.instances {
		sites.RankConditionals(b.instances[i].Conditionals)
		sites.RankTypes(b.instances[i].Types)
	}
}
