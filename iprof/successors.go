package iprof

import (
	"cmp"
	"slices"
)

// OwnSuccessors appends the successors of c to dst, in the order of the file and each with its own count, and returns the
// extended slice.
//
// Since version 1.0.0 these are the counts of the file. Before, successors that share a target all have the total of that
// target: here the first of them has the total and the others have 0, so that a sum counts nothing twice. If the totals
// for a target differ, the largest one counts.
func (p *Profile) OwnSuccessors(dst []Successor, c Conditional) []Successor {
	n := len(dst)
	dst = p.runs.appendSuccessors(dst, c.run)
	if p.SharedTargetTotals() {
		countTargetsOnce(dst[n:])
	}
	return dst
}

// fewSuccessors is the number up to which comparing all pairs is faster than a map. Nearly all conditionals have two.
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

// same reports whether two successors of a conditional have the same target and index. A record may have several such successors.
func (s Successor) same(other Successor) bool {
	return s.Target == other.Target && s.Index == other.Index
}

// compare orders successors by target and index.
func (s Successor) compare(other Successor) int {
	if s.Target != other.Target {
		return cmp.Compare(s.Target, other.Target)
	}
	return cmp.Compare(s.Index, other.Index)
}

// SumSuccessors returns the sum of two records of one conditional. It may change a. Successors are matched by target, index and,
// because a record may repeat these, by occurrence: the second successor with a target and index is matched with the second one. If
// both records list the same successors in the same order, so does the sum; otherwise it is sorted by target, index and occurrence.
func SumSuccessors(a, b []Successor) []Successor {
	if slices.EqualFunc(a, b, Successor.same) { // the case for all records of one build
		for i := range a {
			a[i].Count += b[i].Count
		}
		return a
	}
	if len(a)*len(b) <= fewSuccessors*fewSuccessors {
		return sumFew(a, b)
	}
	type numbered struct {
		Successor
		nth int // occurrence of its target and index in the record, from 0
	}
	all := make([]numbered, 0, len(a)+len(b))
	for _, list := range [][]Successor{a, b} {
		from := len(all)
		for _, s := range list {
			all = append(all, numbered{Successor: s})
		}
		record := all[from:]
		slices.SortStableFunc(record, func(x, y numbered) int { return x.compare(y.Successor) })
		for i := 1; i < len(record); i++ {
			if record[i].same(record[i-1].Successor) {
				record[i].nth = record[i-1].nth + 1
			}
		}
	}
	slices.SortStableFunc(all, func(x, y numbered) int {
		return cmp.Or(x.compare(y.Successor), cmp.Compare(x.nth, y.nth))
	})
	sum := a[:0] // all has what was in it
	for i, s := range all {
		if i > 0 && s.same(all[i-1].Successor) && s.nth == all[i-1].nth {
			sum[len(sum)-1].Count += s.Count
			continue
		}
		sum = append(sum, s.Successor)
	}
	return sum
}

// sumFew does the same as SumSuccessors by comparing all pairs: nearly all conditionals have two successors.
func sumFew(a, b []Successor) []Successor {
	for j, y := range b {
		nth := 0
		for i := range b[:j] {
			if b[i].same(y) {
				nth++
			}
		}
		i := 0
		for ; i < len(a); i++ {
			if a[i].same(y) {
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
	if !slices.IsSortedFunc(a, Successor.compare) {
		slices.SortStableFunc(a, Successor.compare)
	}
	return a
}
