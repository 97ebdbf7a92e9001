package convert

import (
	"cmp"
	"slices"

	"github.com/iprof-viz/iprof-viz/internal/order"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A Conditional is a conditional of one instance.
type Conditional struct {
	BCI        iprof.BCI
	Executions int64
	Successors []iprof.Successor // in the order of the file, each with its own count; before 1.0.0 one for each target

	// Places are where it goes: successors that share a target are one place, in all versions of the format alike. The
	// likeliest is first. Negative targets are no places in the bytecode, so each successor with one stands for itself.
	Places  []Target
	Entropy float64 // of the places, in bits: 0 where it always goes the same way
}

// A Target is a target of a conditional.
type Target struct {
	Target iprof.BCI
	Count  int64
}

// OneSided reports whether it always went the same way, or was never executed.
func (c *Conditional) OneSided() bool {
	return len(c.Places) == 0 || c.Places[0].Count == c.Executions
}

// SiteTypes are the types seen at a virtual call or at an instanceof of one instance.
type SiteTypes struct {
	BCI        iprof.BCI
	InstanceOf bool              // not the receivers of a virtual call
	Executions int64             // with the types recorded
	Types      []iprof.TypeCount // each type once, the most frequent first
	Entropy    float64           // of the types, in bits: 0 where it always was the same
}

// Kind returns the kind of the site.
func (t *SiteTypes) Kind() TypeKind { return TypeKindOf(len(t.Types)) }

// RankConditionals adds up records of one site and sorts the sites: those that are executed often and hard to foretell
// come first.
func RankConditionals(p *iprof.Profile, list []Conditional) []Conditional {
	if len(list) == 0 {
		return nil
	}
	slices.SortStableFunc(list, func(a, b Conditional) int { return cmp.Compare(a.BCI, b.BCI) })
	sites := list[:1]
	for _, c := range list[1:] {
		if last := &sites[len(sites)-1]; last.BCI == c.BCI {
			last.Successors = SumSuccessors(p, last.Successors, c.Successors)
		} else {
			sites = append(sites, c)
		}
	}
	var counts []int64
	for i := range sites {
		c := &sites[i]
		c.Places = Targets(c.Successors)
		counts = counts[:0]
		for _, p := range c.Places {
			c.Executions += p.Count
			counts = append(counts, p.Count)
		}
		c.Entropy = Entropy(counts...)
	}
	slices.SortStableFunc(sites, func(a, b Conditional) int {
		return CompareWorth(a.Executions, a.Entropy, b.Executions, b.Entropy)
	})
	return sites
}

// Targets merges successors that share a target.
func Targets(successors []iprof.Successor) []Target {
	list := make([]Target, 0, len(successors))
	for _, s := range successors {
		list = append(list, Target{s.Target, s.Count})
	}
	byTarget := func(a, b Target) int { return cmp.Compare(a.Target, b.Target) }
	slices.SortStableFunc(list, byTarget)
	merged := list[:0]
	for _, p := range list {
		if last := len(merged) - 1; last >= 0 && p.Target >= 0 && merged[last].Target == p.Target {
			merged[last].Count += p.Count
		} else {
			merged = append(merged, p)
		}
	}
	slices.SortStableFunc(merged, func(a, b Target) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), byTarget(a, b))
	})
	return merged
}

// RankTypes does for types what RankConditionals does for conditionals.
func RankTypes(list []SiteTypes) []SiteTypes {
	if len(list) == 0 {
		return nil
	}
	order := func(a, b SiteTypes) int {
		return cmp.Or(cmp.Compare(a.BCI, b.BCI), order.Bools(a.InstanceOf, b.InstanceOf))
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
		t.Types = SumTypes(t.Types)
		counts = counts[:0]
		for _, c := range t.Types {
			t.Executions += c.Count
			counts = append(counts, c.Count)
		}
		t.Entropy = Entropy(counts...)
	}
	slices.SortStableFunc(sites, func(a, b SiteTypes) int {
		return CompareWorth(a.Executions, a.Entropy, b.Executions, b.Entropy)
	})
	return sites
}

// CompareWorth puts first what is executed often and hard to foretell, and of the rest what is executed often.
func CompareWorth(executionsA int64, entropyA float64, executionsB int64, entropyB float64) int {
	return cmp.Or(cmp.Compare(float64(executionsB)*entropyB, float64(executionsA)*entropyA), cmp.Compare(executionsB, executionsA))
}

// SumTypes counts each type once, the most frequent first.
func SumTypes(list []iprof.TypeCount) []iprof.TypeCount {
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
