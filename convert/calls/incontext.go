package calls

import (
	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/convert/sites"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// maxContextSites limits the sites of all contexts together, which take about a second. Those of a published profile of 4 MB are a tenth.
const maxContextSites = 1_000_000

// InContexts returns the sites of methods separately for some of their contexts: by context, and by BCI. Over all contexts of a method, the
// calls of a site add up to those of the [Site], within their bounds. Contexts that the options of [New] leave out have no sites. Nor have
// those beyond a limit, as a large method with many contexts would have very many sites: leftOut is the number of these contexts.
func (g *Graph) InContexts(nodes []iprof.NodeID) (sitesOf map[iprof.NodeID][]Site, leftOut int) {
	g.complete()
	p, b := g.profile, g.builder
	sitesOf = make(map[iprof.NodeID][]Site, len(nodes))
	chosen := make([]bool, p.Contexts.Len())
	several := false
	for _, node := range nodes {
		slot := int32(p.MethodSlot(p.Contexts.Node(node).Method))
		switch of := b.contexts.of.in(slot); {
		case b.hides(node):
		case len(of) == 1: // more is known of all contexts than of one
			sitesOf[node] = g.Of(slot)
		default:
			chosen[node], several = true, true
		}
	}
	if !several {
		return sitesOf, 0
	}
	var counts map[iprof.NodeID]code.Counts
	if b.find != nil {
		counts = code.NewContextCounts(p, sites.Options{Contexts: b.projection, Scope: sites.Scope{Contexts: chosen}})
	}
	bySlot := group(p.MethodSlots(), func(yield func(int32, int32) bool) {
		for _, node := range nodes {
			if chosen[node] && !yield(int32(p.MethodSlot(p.Contexts.Node(node).Method)), int32(node)) {
				return
			}
		}
	})
	room, r := maxContextSites, b.newRecorder()
	for slot := range int32(p.MethodSlots()) {
		of := bySlot.in(slot)
		if len(of) == 0 {
			continue
		}
		all := g.Of(slot)
		needed := len(of) * len(all)
		if needed > room {
			leftOut += len(of)
			continue
		}
		room -= needed
		body := b.bodyOf(slot)
		instructions, isLambda := g.instructions(slot, body != nil)
		nodes := b.contexts.of.in(slot)
		byName := r.namesAt(slot, nodes, r.typedSites(nodes, instructions))
		for i := range of {
			c := caller{slot: slot, nodes: of[i : i+1], hasCode: body != nil, lambda: isLambda}
			if x, ok := counts[iprof.NodeID(of[i])]; ok {
				c.counts = []code.Counts{x}
			}
			r.addSites(&c, instructions, byName)
			sitesOf[iprof.NodeID(of[i])] = g.inContext(&c, body, all)
		}
	}
	return sitesOf, leftOut
}

// hides reports whether the options leave out a context.
func (b *builder) hides(node iprof.NodeID) bool {
	return b.projection != nil && (!b.projection.Keep[node] || b.projection.Frame[node] < 0)
}

// instructions returns the calls of a method by BCI, as far as they are known, and whether they are a lambda's.
func (g *Graph) instructions(slot int32, hasCode bool) (of map[iprof.BCI]*instruction, isLambda bool) {
	of = map[iprof.BCI]*instruction{}
	for i := g.starts[slot]; i < g.starts[slot+1]; i++ {
		if x := g.facts[i]; x != nil {
			of[g.sites[i].BCI] = x
		}
	}
	return of, !hasCode && len(of) > 0
}

// inContext returns the sites of a caller with one context. They call the same methods as all of its sites, those of all contexts, and at
// most as often.
func (g *Graph) inContext(c *caller, body *classfile.Code, all []Site) []Site {
	b := g.builder
	switch {
	case c.lambda:
		b.enterLambda(c)
	case c.hasCode:
		c.execute(body, g.hints[c.slot], b.work)
	}
	b.join(c)
	for i := range c.sites {
		c.sites[i].limitBy(siteAt(all, c.sites[i].BCI))
	}
	return c.sites
}

// limitBy narrows the calls of a site in one context by those in all contexts; nil: unknown.
func (s *Site) limitBy(all *Site) {
	if all == nil || all.Contradicts || s.Contradicts {
		return
	}
	for i := range s.Targets {
		t := &s.Targets[i]
		if of := all.target(t.Callee); of != nil {
			t.Stayed.limit(of.Stayed.High)
			t.Calls.limit(code.AddBounds(t.Stayed.High, t.Inlined))
			if of.Stayed.OnlyIfThrown() && t.Stayed.Low == 0 && !t.Stayed.Fixed() && !t.Uncounted {
				t.setRest()
			}
		}
	}
}
