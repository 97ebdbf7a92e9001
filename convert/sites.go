package convert

import (
	"slices"

	"github.com/iprof-viz/iprof-viz/iprof"
)

// Sites are what a profile counted at places in the bytecode of methods: added up over all contexts, over those in a
// scope, or each context by itself. They are in the order in which the file first has them.
//
// Of each metric, what all sites count adds up with the VM of their list and what projections drop to the section's
// total, in which 0.x files count a shared target once.
type Sites struct {
	Conditionals SiteList[Conditional]
	Receivers    SiteList[TypeSite]
	InstanceOf   SiteList[TypeSite]
	Calls        SiteList[CallSite]
	Samples      SiteList[SampleSite]

	contexts *siteOwners // of Conditionals, Receivers and InstanceOf
}

// SiteOptions say what [NewSites] adds up. The zero value is everything, over all contexts.
type SiteOptions struct {
	// Metrics say which lists are filled, Conditionals by Branches and the others by metrics of their names. nil: all.
	Metrics []Metric

	Scope     SiteScope
	ByContext bool // a site for each inlining context, rather than for their sum; sampled stacks are left out
	NoParts   bool // leave out Successors and Types, which take most of the memory

	// What filters leave of [iprof.Profile.Contexts] and [iprof.Profile.Stacks]; nil: everything. Records that they drop
	// do not count, and those in <VM> count for no site.
	Contexts, Stacks *Projection
}

func (o *SiteOptions) wants(m Metric) bool { return o.Metrics == nil || slices.Contains(o.Metrics, m) }

// NewSites adds up the sites of a profile. Records out of the scope cost a look at their node.
func NewSites(p *iprof.Profile, opts SiteOptions) *Sites {
	s := &Sites{}
	if opts.wants(Branches) || opts.wants(Receivers) || opts.wants(InstanceOf) {
		s.contexts = newSiteOwners(p, p.Contexts, opts.Scope.Contexts, opts.Contexts, opts.ByContext)
		if opts.wants(Branches) {
			s.Conditionals = sumConditionals(s.contexts, !opts.NoParts)
		}
		if opts.wants(Receivers) {
			s.Receivers = sumTypeSites(s.contexts, Receivers, !opts.NoParts)
		}
		if opts.wants(InstanceOf) {
			s.InstanceOf = sumTypeSites(s.contexts, InstanceOf, !opts.NoParts)
		}
	}
	if opts.wants(Calls) {
		s.Calls = sumCalls(p, opts)
	}
	if opts.wants(Samples) && !opts.ByContext {
		s.Samples = sumSamples(p, opts.Scope.Stacks, opts.Stacks)
	}
	return s
}

// Types returns the sites of Receivers or InstanceOf.
func (s *Sites) Types(m Metric) *SiteList[TypeSite] {
	if m == InstanceOf {
		return &s.InstanceOf
	}
	return &s.Receivers
}

// EntryRates returns the rates of some of the conditionals.
func (s *Sites) EntryRates(conditionals []*Conditional) []EntryRate {
	return entryRates(s.contexts, conditionals)
}
