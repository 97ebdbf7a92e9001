package inlining

import (
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// attachSites gives the instances their conditionals and types. A <VM> has none: it is several methods.
func (b *builder) attachSites() {
	shown := make([]int32, b.Profile.Contexts.Len()) // instance+1 by node
	for i, node := range b.nodes {
		if b.instances[i].Slot >= 0 {
			shown[node] = int32(i) + 1
		}
	}
	var successors []iprof.Successor
	for _, c := range b.Profile.Conditionals.All() {
		if shown[c.Node] == 0 {
			continue
		}
		n := &b.instances[shown[c.Node]-1]
		successors = convert.AppendSuccessors(successors[:0], b.Profile, c)
		n.Conditionals = append(n.Conditionals, convert.Conditional{BCI: c.BCI, Successors: slices.Clone(successors)})
	}
	types := func(list *iprof.List[iprof.TypeProfile], instanceOf bool) {
		for _, r := range list.All() {
			if shown[r.Node] == 0 {
				continue
			}
			t := convert.SiteTypes{BCI: r.BCI, InstanceOf: instanceOf}
			for _, c := range b.Profile.TypeCounts(r) {
				t.Types = append(t.Types, c)
			}
			n := &b.instances[shown[r.Node]-1]
			n.Types = append(n.Types, t)
		}
	}
	types(&b.Profile.Receivers, false)
	types(&b.Profile.InstanceOf, true)
	for i := range b.instances {
		b.instances[i].Conditionals = convert.RankConditionals(b.Profile, b.instances[i].Conditionals)
		b.instances[i].Types = convert.RankTypes(b.instances[i].Types)
	}
}
