package iprof

// OwnSuccessors appends the ways out of c to dst, in the order of the file, each with its own count, and returns it.
//
// Since 1.0.0 the file says just that. Before, successors that share a target each carry the total of that target: here
// the first of them has it and the others 0, so that a sum counts nothing twice. Where a file contradicts itself, with
// different totals for one target, the largest is taken.
func (p *Profile) OwnSuccessors(dst []Successor, c Conditional) []Successor {
	n := len(dst)
	for _, s := range p.Successors(c) {
		dst = append(dst, s)
	}
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
