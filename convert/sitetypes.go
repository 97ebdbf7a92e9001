package convert

import (
	"cmp"
	"slices"

	"github.com/iprof-viz/iprof-viz/internal/index"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A TypeSite is a site with a virtual call or an instanceof, with the types that were seen there, added up over its
// contexts.
type TypeSite struct {
	Site
	InstanceOf bool // not the receivers of a virtual call
	Saturated  bool // a record has as many types as the profiler keeps: there may have been more
	Executions int64
	Types      []iprof.TypeCount // each type once, the most frequent first, then by id
}

// Kind returns the kind of the site, by the types that any context has.
func (t *TypeSite) Kind() TypeKind { return TypeKindOf(len(t.Types)) }

// Entropy returns how hard it is to predict the type, in bits: 0 where it always is the same.
func (t *TypeSite) Entropy() float64 {
	var room [iprof.SaturatedTypes]int64
	counts := room[:0]
	for _, c := range t.Types {
		counts = append(counts, c.Count)
	}
	return Entropy(counts...)
}

// sumTypeSites adds up the records of Receivers or InstanceOf by site, and with parts their types.
func sumTypeSites(o *siteOwners, m Metric, parts bool) SiteList[TypeSite] {
	list := SiteList[TypeSite]{byContext: o.byContext}
	records := &o.profile.Receivers
	if m == InstanceOf {
		records = &o.profile.InstanceOf
	}
	for _, r := range records.All() {
		owner := o.owners[r.Node]
		if owner == noOwner {
			continue
		}
		if owner == vmOwner {
			for _, c := range o.profile.TypeCounts(r) {
				list.VM += c.Count
			}
			continue
		}
		key := index.PlaceKey(owner, r.BCI)
		number, fresh := list.numbers.Add(key)
		if fresh {
			list.All = append(list.All, TypeSite{Site: o.site(key), InstanceOf: m == InstanceOf})
		}
		t := &list.All[number]
		types := 0
		for _, c := range o.profile.TypeCounts(r) {
			types++
			t.Executions += c.Count
			if parts {
				t.Types = append(t.Types, c)
			}
		}
		t.Saturated = t.Saturated || types >= iprof.SaturatedTypes
	}
	for i := range list.All {
		list.All[i].Types = sumTypes(list.All[i].Types)
	}
	return list
}

// sumTypes counts each type once, the most frequent first.
func sumTypes(list []iprof.TypeCount) []iprof.TypeCount {
	slices.SortStableFunc(list, func(a, b iprof.TypeCount) int { return cmp.Compare(a.Type, b.Type) })
	types := list[:0]
	for _, c := range list {
		if last := len(types) - 1; last >= 0 && types[last].Type == c.Type {
			types[last].Count += c.Count
		} else {
			types = append(types, c)
		}
	}
	slices.SortStableFunc(types, func(a, b iprof.TypeCount) int { return cmp.Compare(b.Count, a.Count) })
	return types
}
