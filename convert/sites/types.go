package sites

import (
	"cmp"
	"math"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A TypeSite is a virtual call or an instanceof with the types seen there, added up over its contexts.
type TypeSite struct {
	Site
	InstanceOf bool // not the receivers of a virtual call
	Saturated  bool // a record has as many types as the profiler keeps: there may have been more
	Unlisted   bool // the file lists none of its types
	Damaged    bool // it includes a count that is two numbers read as one: see [iprof.LooksPacked]
	Executions int64
	Types      []iprof.TypeCount // without duplicates, in order of first appearance in the file
}

// Kind returns the kind of the site, from its types in all contexts together.
func (t *TypeSite) Kind() TypeKind {
	if t.Unlisted && len(t.Types) > 0 {
		return UnknownTypes
	}
	return TypeKindOf(len(t.Types))
}

// Ranked returns the types, the most frequent first, then by id.
func (t *TypeSite) Ranked() []iprof.TypeCount {
	return slices.SortedFunc(slices.Values(t.Types), func(a, b iprof.TypeCount) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Type, b.Type))
	})
}

// Entropy returns how hard it is to predict the type, in bits: 0 if it is always the same, NaN if its kind is UnknownTypes.
func (t *TypeSite) Entropy() float64 {
	if t.Kind() == UnknownTypes {
		return math.NaN()
	}
	var room [iprof.SaturatedTypes]int64
	counts := room[:0]
	for _, c := range t.Types {
		counts = append(counts, c.Count)
	}
	slices.Sort(counts) // a floating-point sum depends on the order, and the entropy must not
	slices.Reverse(counts)
	return Entropy(counts...)
}

// sumTypeSites adds up the records of Receivers or InstanceOf by site, and with parts their types.
func sumTypeSites(o *siteOwners, m convert.Metric, parts bool) List[TypeSite] {
	list, numbers := List[TypeSite]{}, convert.Keys{}
	records := &o.profile.Receivers
	if m == convert.InstanceOf {
		records = &o.profile.InstanceOf
	}
	beyond := map[typeOf]int32{}
	for _, r := range records.All() {
		owner := o.owners[r.Node]
		if owner == noOwner {
			continue
		}
		if owner == vmOwner {
			for _, c := range o.profile.TypeCounts(r) {
				list.VM += c.Count
				list.VMDamaged = list.VMDamaged || iprof.LooksPacked(c.Count)
			}
			continue
		}
		key := convert.PlaceKey(owner, r.BCI)
		number, fresh := numbers.Add(key)
		if fresh {
			list.All = append(list.All, TypeSite{Site: o.site(key), InstanceOf: m == convert.InstanceOf, Unlisted: true})
		}
		t := &list.All[number]
		types := 0
		for _, c := range o.profile.TypeCounts(r) {
			types++
			t.Executions += c.Count
			t.Damaged = t.Damaged || iprof.LooksPacked(c.Count)
			if t.Unlisted {
				_, listed := o.profile.Type(c.Type)
				t.Unlisted = !listed
			}
			if parts {
				t.add(number, c, beyond)
			}
		}
		t.Saturated = t.Saturated || types >= iprof.SaturatedTypes
	}
	return list
}

// fewTypes is the number of types of a site that are compared one by one, which is faster than a map.
const fewTypes = 16

// A typeOf is a type beyond the first ones of its site.
type typeOf struct {
	site int32
	of   iprof.TypeID
}

// add counts a type, new or not. Beyond holds the indexes of types beyond the first ones of their sites.
func (t *TypeSite) add(site int32, c iprof.TypeCount, beyond map[typeOf]int32) {
	for i := range t.Types[:min(len(t.Types), fewTypes)] {
		if t.Types[i].Type == c.Type {
			t.Types[i].Count += c.Count
			return
		}
	}
	if len(t.Types) >= fewTypes {
		i, ok := beyond[typeOf{site, c.Type}]
		if ok {
			t.Types[i].Count += c.Count
			return
		}
		beyond[typeOf{site, c.Type}] = int32(len(t.Types))
	}
	t.Types = append(t.Types, c)
}
