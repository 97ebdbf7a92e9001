package convert

import (
	"github.com/iprof-viz/iprof-viz/internal/index"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A SampleSite is a site that sampled stacks have frames at. What was sampled in a hidden frame counts for the site that
// its caller is at, as in pprof.
type SampleSite struct {
	Site
	Self  int64 // samples at the site itself
	Total int64 // with what is called there, once per stack
}

// sumSamples adds up samples by site.
func sumSamples(p *iprof.Profile, scope []bool, pr *Projection) SiteList[SampleSite] {
	const hidden int32 = -3
	var list SiteList[SampleSite]
	owners := newSiteOwners(p, p.Stacks, scope, nil, false)
	if pr != nil {
		for i, frame := range pr.Frame {
			switch frame {
			case NoFrame:
				owners.owners[i] = hidden
			case VMSlot:
				owners.owners[i] = vmOwner
			}
		}
	}
	// number returns the site of a frame, or what the frame has for an owner instead; of a hidden one, that of its caller.
	number := func(node iprof.NodeID, bci iprof.BCI, caller int32) int32 {
		owner := owners.owners[node]
		switch {
		case owner == hidden:
			return caller
		case owner < 0:
			return owner
		}
		key := index.PlaceKey(owner, bci)
		site, fresh := list.numbers.Add(key)
		if fresh {
			list.All = append(list.All, SampleSite{Site: owners.site(key)})
		}
		return site
	}
	live := LiveNodes(p.Stacks, pr, Samples.Places(p))
	n := p.Stacks.Len()
	// By node, and after the nodes by record, which is a leaf: the site that the caller is at, and that of the leaf.
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
	for i, total := range OncePerStack(parents, sites, values, len(list.All)) {
		list.All[i].Total = total
	}
	return list
}
