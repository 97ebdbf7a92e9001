// Package sites adds up what a profile counted at places in the bytecode of methods: conditionals, virtual calls, type checks,
// calls and samples, over all contexts or by context.
package sites

import (
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// Sites are the places in the bytecode of methods where a profile counted something, with the counts added up over all contexts,
// over those in a scope, or kept apart by context. They are in order of first appearance in the file.
//
// The executions at all sites of a list, its VM and the records that projections drop add up to the total of the section, in which
// a target that successors share counts once before 1.0.0.
type Sites struct {
	Conditionals List[Conditional]
	Receivers    List[TypeSite]
	InstanceOf   List[TypeSite]
	Calls        List[CallSite]
	Samples      List[SampleSite]

	contexts *siteOwners // for Conditionals, Receivers and InstanceOf

	// By node of the stacks and, after the nodes, by record, which is a leaf: the node of its caller, the index in Samples.All of
	// the caller's or the leaf's site, and samples.
	sampled struct {
		parents, sites []int32
		values         []int64
	}
}

// New adds up the sites of a profile. Records out of the scope cost only a look at their node. The lists may be shared, see [Whole]: do not
// change them.
func New(p *iprof.Profile, opts Options) *Sites {
	s := &Sites{}
	if opts.wants(convert.Branches) || opts.wants(convert.Receivers) || opts.wants(convert.InstanceOf) {
		s.contexts = contextOwners(p, opts)
		c, isHeld := s.contexts.held(opts)
		if !isHeld {
			c = s.contexts.count(opts)
		}
		s.Conditionals, s.Receivers, s.InstanceOf = c.conditionals, c.receivers, c.instanceOf
	}
	if opts.wants(convert.Calls) {
		s.Calls = sumCalls(p, opts)
	}
	if opts.wants(convert.Samples) && !opts.ByContext {
		s.sumSamples(p, opts.Scope.Stacks, opts.Stacks)
	}
	return s
}

// Types returns the sites of Receivers or InstanceOf.
func (s *Sites) Types(m convert.Metric) *List[TypeSite] {
	if m == convert.InstanceOf {
		return &s.InstanceOf
	}
	return &s.Receivers
}

// EntryRates returns the rates of some of the conditionals.
func (s *Sites) EntryRates(conditionals []*Conditional) []EntryRate {
	return entryRates(s.contexts, conditionals)
}
