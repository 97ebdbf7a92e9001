package sites

import (
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A SampleSite is a site in frames of sampled stacks. Samples in a hidden frame are charged to the site of its caller, as in pprof.
type SampleSite struct {
	Site
	Self  int64 // samples at the site itself
	Total int64 // including its callees, once per stack
}

// sumSamples adds up samples by site.
func (s *Sites) sumSamples(p *iprof.Profile, scope []bool, pr *convert.Projection) {
	const hidden int32 = -3
	list, numbers := &s.Samples, convert.Keys{}
	owners := newSiteOwners(p, p.Stacks, scope, nil, false)
	if pr != nil {
		for i, frame := range pr.Frame {
			switch frame {
			case convert.NoFrame:
				owners.owners[i] = hidden
			case convert.VMSlot:
				owners.owners[i] = vmOwner
			}
		}
	}
	// number returns the number of a frame's site, or its owner if that is negative; for a hidden frame, its caller's.
	number := func(node iprof.NodeID, bci iprof.BCI, caller int32) int32 {
		owner := owners.owners[node]
		switch {
		case owner == hidden:
			return caller
		case owner < 0:
			return owner
		}
		key := convert.PlaceKey(owner, bci)
		site, fresh := numbers.Add(key)
		if fresh {
			list.All = append(list.All, SampleSite{Site: owners.site(key)})
		}
		return site
	}
	live := convert.LiveNodes(p.Stacks, pr, convert.Samples.Leaves(p))
	n := p.Stacks.Len()
	// See Sites.sampled.
	parents, sites, values := make([]int32, n, n+p.Samples.Len()), make([]int32, n, n+p.Samples.Len()), make([]int64, n, n+p.Samples.Len())
	for i, node := range p.Stacks.All() {
		parents[i], sites[i] = int32(node.Parent), noOwner
		if node.Parent != iprof.NoNode && live[i] {
			sites[i] = number(node.Parent, node.Site, sites[node.Parent])
		}
	}
	for _, r := range p.Samples.All() {
		if pr != nil && !pr.Keep[r.Node] {
			continue
		}
		site := number(r.Node, r.BCI, sites[r.Node])
		parents, sites, values = append(parents, int32(r.Node)), append(sites, site), append(values, r.Value)
		switch {
		case site >= 0:
			list.All[site].Self += r.Value
		case site == vmOwner:
			list.VM += r.Value
		}
	}
	s.sampled.parents, s.sampled.sites, s.sampled.values = parents, sites, values
	each := make([]int32, len(list.All))
	for i := range each {
		each[i] = int32(i)
	}
	for i, total := range s.SampleTotals(each, len(each)) {
		list.All[i].Total = total
	}
}

// SampleTotals returns, by group, the samples in sites of the group and in their callees, once per stack: with recursion a stack is
// in several sites of a method, whose totals then add up to more. GroupOf holds the group of each site of s.Samples.All; -1: none.
func (s *Sites) SampleTotals(groupOf []int32, groups int) []int64 {
	of := make([]int32, len(s.sampled.sites))
	for i, site := range s.sampled.sites {
		of[i] = -1
		if site >= 0 {
			of[i] = groupOf[site]
		}
	}
	return convert.OncePerStack(s.sampled.parents, of, slices.Clone(s.sampled.values), groups)
}
