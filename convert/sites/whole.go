package sites

import (
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/background"
	"github.com/iprof-viz/iprof-viz/internal/held"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A Whole has the conditionals, virtual calls and type checks of all contexts of a profile. As long as it is kept alive, [New] takes sites
// from it instead of adding them up again: all parts of a report need the same sites, except in methods that a view leaves out.
type Whole struct {
	owners *siteOwners
	counted
	rest bool // the conditionals are gone, see WithoutConditionals
}

// counted are the lists of sites that have their own records in a profile.
type counted struct {
	conditionals          List[Conditional]
	receivers, instanceOf List[TypeSite]
}

var lastWhole held.Last[iprof.Profile, Whole]

// NewWhole adds up the sites of a profile, or returns the Whole that is still alive. The profile must not change.
func NewWhole(p *iprof.Profile) *Whole {
	w := lastWhole.Of(p)
	if w == nil || w.rest {
		w = &Whole{owners: newSiteOwners(p, p.Contexts, nil, nil, false)}
		w.counted = w.owners.count(Options{})
		lastWhole.Set(p, w)
	}
	return w
}

// WithoutConditionals returns what is left, for those who need no more conditionals of all contexts: they take most memory.
func (w *Whole) WithoutConditionals() *Whole {
	if w == nil {
		return nil
	}
	rest := &Whole{owners: w.owners, counted: w.counted, rest: true}
	rest.conditionals = List[Conditional]{}
	lastWhole.Set(w.owners.profile, rest)
	return rest
}

// count adds up the lists that are wanted.
func (o *siteOwners) count(opts Options) (c counted) {
	background.All(func() error {
		if opts.wants(convert.Branches) {
			c.conditionals = sumConditionals(o, !opts.NoParts)
		}
		return nil
	}, func() error {
		if opts.wants(convert.Receivers) {
			c.receivers = sumTypeSites(o, convert.Receivers, !opts.NoParts)
		}
		if opts.wants(convert.InstanceOf) {
			c.instanceOf = sumTypeSites(o, convert.InstanceOf, !opts.NoParts)
		}
		return nil
	})
	return c
}

// contextOwners returns the owners of the contexts that options choose.
func contextOwners(p *iprof.Profile, opts Options) *siteOwners {
	if w := lastWhole.Of(p); w != nil && opts.Scope.Contexts == nil && opts.Contexts == nil && !opts.ByContext {
		return w.owners
	}
	return newSiteOwners(p, p.Contexts, opts.Scope.Contexts, opts.Contexts, opts.ByContext)
}

// held takes the lists that are wanted from a [Whole]. That is possible if the owners have all contexts of each method or none. It returns
// false if that is not so, or if no Whole of the profile is alive that has them.
func (o *siteOwners) held(opts Options) (c counted, ok bool) {
	w := lastWhole.Of(o.profile)
	if w == nil || o.byContext || w.rest && opts.wants(convert.Branches) {
		return counted{}, false
	}
	has := make([]bool, o.profile.MethodSlots())
	for _, owner := range o.owners {
		switch {
		case owner >= 0:
			has[owner] = true
		case owner == vmOwner:
			return counted{}, false
		}
	}
	all := true
	for i, n := range o.profile.Contexts.All() {
		if o.owners[i] >= 0 {
			continue
		}
		if all = false; has[o.profile.MethodSlot(n.Method)] {
			return counted{}, false
		}
	}
	if opts.wants(convert.Branches) {
		c.conditionals = w.conditionals.filter(all, func(x *Conditional) bool { return has[x.Slot] })
	}
	ofTypes := func(x *TypeSite) bool { return has[x.Slot] }
	if opts.wants(convert.Receivers) {
		c.receivers = w.receivers.filter(all, ofTypes)
	}
	if opts.wants(convert.InstanceOf) {
		c.instanceOf = w.instanceOf.filter(all, ofTypes)
	}
	return c, true
}

// filter returns a list of the elements to keep; all: it need not ask for each.
func (l List[T]) filter(all bool, keep func(*T) bool) List[T] {
	if all {
		return l
	}
	n := 0
	for i := range l.All {
		if keep(&l.All[i]) {
			n++
		}
	}
	some := make([]T, 0, n)
	for i := range l.All {
		if keep(&l.All[i]) {
			some = append(some, l.All[i])
		}
	}
	return List[T]{All: some}
}
