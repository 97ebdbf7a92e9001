package inlining

import (
	"github.com/iprof-viz/iprof-viz/convert"
)

// attachSites gives the instances their conditionals and types. A <VM> has none: it is several methods.
func (b *builder) attachSites() {
	drawn, at := make([]bool, b.profile.Contexts.Len()), make([]int32, b.profile.Contexts.Len()) // at: instance by node
	for i, of := range b.drawn {
		drawn[of.node], at[of.node] = b.instances[i].Slot >= 0, int32(i)
	}
	sites := convert.NewSites(b.profile, convert.SiteOptions{
		Metrics:   []convert.Metric{convert.Branches, convert.Receivers, convert.InstanceOf},
		Scope:     convert.SiteScope{Contexts: drawn},
		ByContext: true,
	})
	for _, c := range sites.Conditionals.All {
		n := &b.instances[at[c.Context]]
		n.Conditionals = append(n.Conditionals, c)
	}
	for _, m := range []convert.Metric{convert.Receivers, convert.InstanceOf} {
		for _, t := range sites.Types(m).All {
			n := &b.instances[at[t.Context]]
			n.Types = append(n.Types, t)
		}
	}
	for i := range b.instances {
		convert.RankConditionals(b.instances[i].Conditionals)
		convert.RankTypes(b.instances[i].Types)
	}
}
