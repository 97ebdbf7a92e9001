package iprof

import (
	"cmp"
	"slices"
)

// OwnSuccessors appends the ways out of c to dst, in the order of the file, each with its own count, and returns it.
//
// Since 1.0.0 the file says just that. Before, successors that share a target each carry the total of that target: here
// the first of them has it and the others 0, so that a sum counts nothing twice. Where a file contradicts itself, with
// different totals for one target, the largest is taken.
func (p *Profile) OwnSuccessors(dst []Successor, c Conditional) []Successor {
	n := len(dst)
	dst = p.runs.appendSuccessors(dst, c.run)
	if p.SharedTargetTotals() {
		countTargetsOnce(dst[n:])
	}
	return dst
}

// fewSuccessors is up to where comparing every pair is quicker than a map. Nearly all conditionals have two.
const fewSuccessors = 16

func countTargetsOnce(successors []Successor) {
	var first map[BCI]int // index by target
	if len(successors) > fewSuccessors {
		first = make(map[BCI]int, len(successors))
	}
	for i := range successors {
		s := &successors[i]
		j := 0
		if first == nil {
			for successors[j].Target != s.Target {
				j++
			}
		} else if k, ok := first[s.Target]; ok {
			j = k
		} else {
			first[s.Target], j = i, i
		}
		if j < i {
			successors[j].Count = max(successors[j].Count, s.Count)
			s.Count = 0
		}
	}
}

// SumSuccessors adds up two records of one conditional, in a, which may be changed. A successor is the same if its target
// and index are and, as files have several of these, its how-manieth. Where both list the same in the same order, so
// does the sum; else it is sorted by these three.
func SumSuccessors(a, b []Successor) []Successor {
	same := func(x, y Successor) bool { return x.Target == y.Target && x.Index == y.Index }
	if slices.EqualFunc(a, b, same) { // as in all records of one build
		for i := range a {
			a[i].Count += b[i].Count
		}
		return a
	}
	if len(a)*len(b) <= fewSuccessors*fewSuccessors {
		return sumFew(a, b, same)
	}
	type numbered struct {
		Successor
		nth int // among those of the same target and index in its record
	}
	var all []numbered
	for _, list := range [][]Successor{a, b} {
		from := len(all)
		for _, s := range list {
			all = append(all, numbered{Successor: s})
		}
		part := all[from:]
		slices.SortStableFunc(part, func(x, y numbered) int {
			return cmp.Or(cmp.Compare(x.Target, y.Target), cmp.Compare(x.Index, y.Index))
		})
		for i := 1; i < len(part); i++ {
			if same(part[i].Successor, part[i-1].Successor) {
				part[i].nth = part[i-1].nth + 1
			}
		}
	}
	slices.SortStableFunc(all, func(x, y numbered) int {
		return cmp.Or(cmp.Compare(x.Target, y.Target), cmp.Compare(x.Index, y.Index), cmp.Compare(x.nth, y.nth))
	})
	var sum []Successor
	for i, s := range all {
		if i > 0 && same(s.Successor, all[i-1].Successor) && s.nth == all[i-1].nth {
			sum[len(sum)-1].Count += s.Count
			continue
		}
		sum = append(sum, s.Successor)
	}
	return sum
}

// sumFew is SumSuccessors by comparing every pair: nearly all conditionals have two successors.
func sumFew(a, b []Successor, same func(x, y Successor) bool) []Successor {
	for j, y := range b {
		nth := 0
		for _, x := range b[:j] {
			if same(x, y) {
				nth++
			}
		}
		i := 0
		for ; i < len(a); i++ {
			if same(a[i], y) {
				if nth == 0 {
					break
				}
				nth--
			}
		}
		if i < len(a) {
			a[i].Count += y.Count
		} else {
			a = append(a, y)
		}
	}
	slices.SortStableFunc(a, func(x, y Successor) int {
		return cmp.Or(cmp.Compare(x.Target, y.Target), cmp.Compare(x.Index, y.Index))
	})
	return a
}
