package convert

import (
	"cmp"
	"slices"

	"github.com/iprof-viz/iprof-viz/iprof"
)

// An InlineConditional is a conditional of one instance.
type InlineConditional struct {
	BCI        iprof.BCI
	Executions int64
	Successors []iprof.Successor // in the order of the file, each with its own count; before 1.0.0 one for each target

	// Places are where it goes: successors that share a target are one place, in all versions of the format alike. The
	// likeliest is first. Negative targets are no places in the bytecode, so each successor with one stands for itself.
	Places  []InlinePlace
	Entropy float64 // of the places, in bits: 0 where it always goes the same way
}

// An InlinePlace is a target of a conditional.
type InlinePlace struct {
	Target iprof.BCI
	Count  int64
}

// OneSided reports whether it always went the same way, or was never executed.
func (c *InlineConditional) OneSided() bool {
	return len(c.Places) == 0 || c.Places[0].Count == c.Executions
}

// InlineTypes are the types seen at a virtual call or at an instanceof of one instance.
type InlineTypes struct {
	BCI        iprof.BCI
	InstanceOf bool              // not the receivers of a virtual call
	Executions int64             // with the types recorded
	Types      []iprof.TypeCount // each type once, the most frequent first
	Entropy    float64           // of the types, in bits: 0 where it always was the same
}

// Kind returns the kind of the site.
func (t *InlineTypes) Kind() TypeKind { return TypeKindOf(len(t.Types)) }

// attachSites gives the instances their conditionals and types. A <VM> has none: it is several methods.
func (b *inlineBuilder) attachSites() {
	shown := make([]int32, b.p.Contexts.Len()) // instance+1 by node
	for i, node := range b.nodes {
		if b.instances[i].Slot >= 0 {
			shown[node] = int32(i) + 1
		}
	}
	var successors []iprof.Successor
	for _, c := range b.p.Conditionals.All() {
		if shown[c.Node] == 0 {
			continue
		}
		n := &b.instances[shown[c.Node]-1]
		successors = waysOut(successors[:0], b.p, c)
		n.Conditionals = append(n.Conditionals, InlineConditional{BCI: c.BCI, Successors: slices.Clone(successors)})
	}
	types := func(list *iprof.List[iprof.TypeProfile], instanceOf bool) {
		for _, r := range list.All() {
			if shown[r.Node] == 0 {
				continue
			}
			t := InlineTypes{BCI: r.BCI, InstanceOf: instanceOf}
			for _, c := range b.p.TypeCounts(r) {
				t.Types = append(t.Types, c)
			}
			n := &b.instances[shown[r.Node]-1]
			n.Types = append(n.Types, t)
		}
	}
	types(&b.p.Receivers, false)
	types(&b.p.InstanceOf, true)
	for i := range b.instances {
		b.instances[i].Conditionals = rankConditionals(b.p, b.instances[i].Conditionals)
		b.instances[i].Types = rankTypes(b.instances[i].Types)
	}
}

// rankConditionals adds up records of one site and sorts the sites: those that are executed often and hard to foretell
// come first.
func rankConditionals(p *iprof.Profile, list []InlineConditional) []InlineConditional {
	if len(list) == 0 {
		return nil
	}
	slices.SortStableFunc(list, func(a, b InlineConditional) int { return cmp.Compare(a.BCI, b.BCI) })
	sites := list[:1]
	for _, c := range list[1:] {
		if last := &sites[len(sites)-1]; last.BCI == c.BCI {
			last.Successors = sumWaysOut(p, last.Successors, c.Successors)
		} else {
			sites = append(sites, c)
		}
	}
	var counts []int64
	for i := range sites {
		c := &sites[i]
		c.Places = places(c.Successors)
		counts = counts[:0]
		for _, p := range c.Places {
			c.Executions += p.Count
			counts = append(counts, p.Count)
		}
		c.Entropy = Entropy(counts...)
	}
	slices.SortStableFunc(sites, func(a, b InlineConditional) int {
		return compareWorth(a.Executions, a.Entropy, b.Executions, b.Entropy)
	})
	return sites
}

// places merges successors that share a target.
func places(successors []iprof.Successor) []InlinePlace {
	list := make([]InlinePlace, 0, len(successors))
	for _, s := range successors {
		list = append(list, InlinePlace{s.Target, s.Count})
	}
	byTarget := func(a, b InlinePlace) int { return cmp.Compare(a.Target, b.Target) }
	slices.SortStableFunc(list, byTarget)
	merged := list[:0]
	for _, p := range list {
		if last := len(merged) - 1; last >= 0 && p.Target >= 0 && merged[last].Target == p.Target {
			merged[last].Count += p.Count
		} else {
			merged = append(merged, p)
		}
	}
	slices.SortStableFunc(merged, func(a, b InlinePlace) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), byTarget(a, b))
	})
	return merged
}

// rankTypes does for types what rankConditionals does for conditionals.
func rankTypes(list []InlineTypes) []InlineTypes {
	if len(list) == 0 {
		return nil
	}
	order := func(a, b InlineTypes) int {
		return cmp.Or(cmp.Compare(a.BCI, b.BCI), compareBools(a.InstanceOf, b.InstanceOf))
	}
	slices.SortStableFunc(list, order)
	sites := list[:1]
	for _, t := range list[1:] {
		if last := &sites[len(sites)-1]; order(*last, t) == 0 {
			last.Types = append(last.Types, t.Types...)
		} else {
			sites = append(sites, t)
		}
	}
	var counts []int64
	for i := range sites {
		t := &sites[i]
		t.Types = addTypes(t.Types)
		counts = counts[:0]
		for _, c := range t.Types {
			t.Executions += c.Count
			counts = append(counts, c.Count)
		}
		t.Entropy = Entropy(counts...)
	}
	slices.SortStableFunc(sites, func(a, b InlineTypes) int {
		return compareWorth(a.Executions, a.Entropy, b.Executions, b.Entropy)
	})
	return sites
}

// compareWorth puts first what is executed often and hard to foretell, and of the rest what is executed often.
func compareWorth(executionsA int64, entropyA float64, executionsB int64, entropyB float64) int {
	return cmp.Or(cmp.Compare(float64(executionsB)*entropyB, float64(executionsA)*entropyA), cmp.Compare(executionsB, executionsA))
}

func compareBools(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// addTypes counts each type once, the most frequent first.
func addTypes(list []iprof.TypeCount) []iprof.TypeCount {
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
