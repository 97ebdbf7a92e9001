package sites

import (
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A CallSite is a site with the methods that it calls, according to contexts (inlined there) or sampled stacks (called from there).
// The site is the caller's as recorded, even if filters hide it, so that each entry of a method is either at one call site or, as
// compilation root, at none. Callees are as the filters show them.
type CallSite struct {
	Site
	Callees []Callee // in the order of the file, inlined ones first
}

// A Callee is a method that a site calls.
type Callee struct {
	Slot    int32 // VMSlot: frames that a view folds into <VM>
	Inlined InlinedCalls
	Samples int64 // samples of stacks with the call, once per stack; 0 unless Options also request samples
}

// InlinedCalls are the entries of a callee at a call site, over contexts in which it is inlined there.
type InlinedCalls struct {
	Count    int64 // entries of the callee through the site
	Known    bool  // false: no context has a count for the callee, and Count is meaningless
	Contexts int   // number of contexts with the callee at the site, with or without a count; 0: it is not inlined there

	// The callee's and the caller's entries over the contexts in which both have a count. A context without one of them says
	// nothing about the frequency.
	MatchedCallee, MatchedCaller int64
}

// Add counts a context with the callee at the site: its entries there, and the caller's.
func (c *InlinedCalls) Add(callee int64, calleeKnown bool, caller int64, callerKnown bool) {
	c.Contexts++
	if !calleeKnown {
		return
	}
	c.Known = true
	c.Count += callee
	if callerKnown {
		c.MatchedCallee += callee
		c.MatchedCaller += caller
	}
}

// A CallerCounts holds the entries of callers for [InlinedCalls.Add] if several methods are one callee, <VM>: at a site with
// several of them a context of the caller counts once.
type CallerCounts struct{ seen convert.Keys }

// Of returns the entries of a context of the caller for a callee with a count, given the number of the call; 0: they have been
// counted already.
func (c *CallerCounts) Of(call int32, caller iprof.NodeID, entries int64) int64 {
	if _, fresh := c.seen.Add(uint64(call)<<32 | uint64(uint32(caller))); !fresh {
		return 0
	}
	return entries
}

// Frequency returns the calls of the callee at the site per invocation of the caller: above 1 in loops. It returns
// false if no context has both counts.
func (c InlinedCalls) Frequency() (float64, bool) {
	if c.MatchedCaller == 0 {
		return 0, false
	}
	return float64(c.MatchedCallee) / float64(c.MatchedCaller), true
}

// Coverage returns the share of the caller's entries that the frequency is based on, from 0 to 1. It returns false without a
// frequency.
func (c InlinedCalls) Coverage(callerEntries int64) (float64, bool) {
	if c.MatchedCaller == 0 {
		return 0, false
	}
	return float64(c.MatchedCaller) / float64(callerEntries), true
}

// A callSummer numbers call sites and, across all of them, their callees.
type callSummer struct {
	wanted  *convert.Keys // of sites; nil: all sites
	list    List[CallSite]
	keys    convert.Keys // of the sites
	numbers convert.Keys // by site number and slot
	callees []Callee     // by these numbers
}

// callee returns the number of a callee at a site of an owner; -1: the site is not wanted.
func (s *callSummer) callee(o *siteOwners, owner int32, bci iprof.BCI, slot int32) int32 {
	key := convert.PlaceKey(owner, bci)
	if s.wanted != nil && s.wanted.LookUp(key) < 0 {
		return -1
	}
	site, fresh := s.keys.Add(key)
	if fresh {
		s.list.All = append(s.list.All, CallSite{Site: o.site(key)})
	}
	number, fresh := s.numbers.Add(uint64(site)<<32 | uint64(uint32(slot)))
	if fresh {
		s.callees = append(s.callees, Callee{Slot: slot})
	}
	return number
}

// sumCalls finds the callees of the sites in a scope.
func sumCalls(p *iprof.Profile, opts Options) List[CallSite] {
	var s callSummer
	if opts.CallSites != nil {
		s.wanted = &convert.Keys{}
		for _, site := range opts.CallSites {
			s.wanted.Number(site.key())
		}
	}
	s.inlined(newSiteOwners(p, p.Contexts, opts.Scope.Contexts, nil, opts.ByContext), opts.Contexts)
	if !opts.ByContext {
		s.sampled(newSiteOwners(p, p.Stacks, opts.Scope.Stacks, nil, false), opts.Stacks, opts.wants(convert.Samples))
	}
	return s.sites()
}

// inlined adds the callees of contexts.
func (s *callSummer) inlined(callers *siteOwners, pr *convert.Projection) {
	p := callers.profile
	count, known := convert.EntriesByNode(p)
	var callerCounts CallerCounts
	for i, n := range p.Contexts.All() {
		if n.Parent == iprof.NoNode || callers.owners[n.Parent] < 0 || pr != nil && !pr.Keep[i] {
			continue
		}
		slot := convert.VMSlot // for frames that are part of the <VM> of their caller
		switch {
		case pr == nil:
			slot = int32(p.MethodSlot(n.Method))
		case pr.Frame[i] != convert.NoFrame:
			slot = pr.Frame[i]
		}
		callee := s.callee(callers, callers.owners[n.Parent], n.Site, slot)
		if callee < 0 {
			continue
		}
		entries := count[n.Parent]
		if slot == convert.VMSlot && known[i] && known[n.Parent] {
			entries = callerCounts.Of(callee, n.Parent, entries)
		}
		s.callees[callee].Inlined.Add(count[i], known[i], entries, known[n.Parent])
	}
}

// sampled adds the callees in stacks, and with counts also their samples.
func (s *callSummer) sampled(callers *siteOwners, pr *convert.Projection, counts bool) {
	p := callers.profile
	var live []bool
	if pr != nil {
		live = convert.LiveNodes(p.Stacks, pr, convert.Samples.Leaves(p)) // filters choose whole stacks
	}
	var parents, callees []int32
	if counts {
		parents, callees = make([]int32, p.Stacks.Len()), make([]int32, p.Stacks.Len())
	}
	for i, n := range p.Stacks.All() {
		callee := int32(-1)
		if n.Parent != iprof.NoNode && callers.owners[n.Parent] >= 0 {
			switch {
			case pr == nil:
				callee = s.callee(callers, callers.owners[n.Parent], n.Site, int32(p.MethodSlot(n.Method)))
			case live[i] && pr.Frame[i] != convert.NoFrame:
				callee = s.callee(callers, callers.owners[n.Parent], n.Site, pr.Frame[i])
			}
		}
		if counts {
			parents[i], callees[i] = int32(n.Parent), callee
		}
	}
	if !counts {
		return
	}
	values := make([]int64, p.Stacks.Len())
	for _, r := range p.Samples.All() {
		if pr == nil || pr.Keep[r.Node] {
			values[r.Node] += r.Value
		}
	}
	for i, samples := range convert.OncePerStack(parents, callees, values, len(s.callees)) {
		s.callees[i].Samples = samples
	}
}

// sites assigns the callees to their sites.
func (s *callSummer) sites() List[CallSite] {
	ends := make([]int, len(s.list.All)+1) // number of callees of the previous sites
	for _, key := range s.numbers.List {
		ends[key>>32+1]++
	}
	for i := range s.list.All {
		ends[i+1] += ends[i]
	}
	sorted := make([]Callee, len(s.callees))
	for i, key := range s.numbers.List {
		sorted[ends[key>>32]] = s.callees[i]
		ends[key>>32]++
	}
	start := 0
	for i := range s.list.All {
		s.list.All[i].Callees = slices.Clip(sorted[start:ends[i]])
		start = ends[i]
	}
	return s.list
}
