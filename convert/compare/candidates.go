package compare

import (
	"cmp"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
)

// evidence is the total weight of facts, by kind.
type evidence struct {
	callers float64
	code    float64 // calls, conditionals and type profiles of the method
	counts  float64
}

func (e evidence) sum() float64   { return e.callers + e.code + e.counts }
func (e evidence) facts() float64 { return e.callers + e.code }

func (e *evidence) add(o evidence) {
	e.callers += o.callers
	e.code += o.code
	e.counts += o.counts
}

// part returns the shared part of two weights, from 0 to 1; it is 1 if both are 0.
func part(shared, old, new float64) float64 {
	if old+new == 0 {
		return 1
	}
	return 2 * shared / (old + new)
}

// candidates are pairs of leftovers that share a fact.
type candidates struct {
	known [2][]evidence // by side and leftover: the weight of all facts that the other side could share, see know
	list  []candidate   // sorted
}

type candidate struct {
	old, new int32 // leftovers
	shared   evidence
}

// A holder is a leftover and one of its facts.
type holder struct {
	key      uint64 // hash of the kin and the fact
	weight   float64
	leftover int32
	callers  bool
}

// crowd is the maximum number of kin that may share a fact: a fact that more of them share does not distinguish them.
const crowd = 24

// candidates returns all pairs of leftovers that share a fact, with their evidence.
func (r *renamer) candidates() *candidates {
	found := &candidates{}
	var holders [2][]holder
	kin, shared := r.sharedKin()
	onBothSides(func(side int) {
		known := make([]evidence, len(r.left[side]))
		var all []holder
		for i := range r.left[side] {
			if r.left[side][i].paired || !shared[side][i] { // as most: no other leftover shares a fact with it
				continue
			}
			first := len(all)
			all = r.hold(all, side, i, kin[side][i])
			known[i] = known[i].plus(all[first:])
		}
		found.known[side], holders[side] = known, all
	})
	sharing(holders[OldSide], holders[NewSide], func(old, new holder) {
		c := candidate{old: old.leftover, new: new.leftover}
		c.shared.count(old, min(old.weight, new.weight))
		found.list = append(found.list, c)
	})
	// Add up the facts of each pair.
	slices.SortStableFunc(found.list, func(a, b candidate) int { return cmp.Or(cmp.Compare(a.old, b.old), cmp.Compare(a.new, b.new)) })
	pairs := found.list[:0]
	for _, c := range found.list {
		if last := len(pairs) - 1; last >= 0 && pairs[last].old == c.old && pairs[last].new == c.new {
			pairs[last].shared.add(c.shared)
			continue
		}
		c.shared.counts = r.countsAlike(&r.left[OldSide][c.old], &r.left[NewSide][c.new])
		pairs = append(pairs, c)
	}
	found.list = pairs
	r.know(found, shared)
	return found
}

// know adds the weights that are known of leftovers without kin whose class may have been renamed, as others of it say: those of all others
// are needed by no one.
func (r *renamer) know(found *candidates, shared [2][]bool) {
	var linked [2][]bool // classes by number
	for side := range linked {
		linked[side] = make([]bool, len(r.classes.names))
	}
	for _, c := range found.list {
		if old, new := r.left[OldSide][c.old].class, r.left[NewSide][c.new].class; !r.classes.inBoth(old) {
			linked[OldSide][old], linked[NewSide][new] = true, true
		}
	}
	onBothSides(func(side int) {
		var facts []holder
		for i := range r.left[side] {
			if l := &r.left[side][i]; !l.paired && !shared[side][i] && linked[side][l.class] {
				facts = r.hold(facts[:0], side, i, 0)
				found.known[side][i] = evidence{}.plus(facts)
			}
		}
	})
}

// sharedKin returns, by side and leftover, the hashes of their kin, and whether the other side has a leftover of the same kin. Those of
// pairs are meaningless.
func (r *renamer) sharedKin() (kin [2][]uint64, shared [2][]bool) {
	var keys [2]convert.Keys
	onBothSides(func(side int) {
		kin[side] = make([]uint64, len(r.left[side]))
		for i := range r.left[side] {
			if l := &r.left[side][i]; !l.paired {
				kin[side][i] = r.kin(side, l)
				keys[side].Add(kin[side][i])
			}
		}
	})
	for side := range shared {
		shared[side] = make([]bool, len(kin[side]))
		for i, k := range kin[side] {
			shared[side][i] = keys[1-side].LookUp(k) >= 0
		}
	}
	return kin, shared
}

// plus adds the weights of facts.
func (e evidence) plus(facts []holder) evidence {
	for _, h := range facts {
		e.count(h, h.weight)
	}
	return e
}

// count adds the weight of a fact.
func (e *evidence) count(h holder, weight float64) {
	if h.callers {
		e.callers += weight
	} else {
		e.code += weight
	}
}

// hold appends the facts of a leftover that the other side could share: those about no other method, or about one that both
// profiles have.
func (r *renamer) hold(to []holder, side, i int, kin uint64) []holder {
	l := &r.left[side][i]
	names := r.names[side]
	weightOf := weights
	elsewhere := !r.classes.inBoth(l.class)
	if elsewhere {
		weightOf = classWeights
	}
	for _, f := range l.facts {
		other := uint64(uint32(f.other))
		if f.kind.ofTwoMethods() {
			number := r.became[r.Methods[side][f.other]]
			if int(f.other) >= names.Profile.Methods.Len() || !r.in[OldSide][number] || !r.in[NewSide][number] {
				continue
			}
			other = uint64(number)
		}
		weight := weightOf[f.kind]
		if elsewhere && f.kind.ofCallers() && names.Kind(int(f.other)) != names.Kind(int(l.slot)) {
			weight = min(weight, calledBack)
		}
		kind := f.kind
		if kind == metAt { // whether the site has receivers may depend on the run
			kind = calledAt
		}
		to = append(to, holder{mix(mix(mix(kin, uint64(kind)), uint64(uint32(f.bci))), other), weight, int32(i), f.kind.ofCallers()})
	}
	return to
}

// sharing calls a function for all pairs that share a fact.
func sharing(olds, news []holder, share func(old, new holder)) {
	var keys convert.Keys
	numbers := make([]int32, len(olds))
	for i, h := range olds {
		numbers[i] = keys.Number(h.key)
	}
	ends := make([]int32, len(keys.List)+1) // by number: the end of its old leftovers in sorted; at first their number
	for _, n := range numbers {
		ends[n+1]++
	}
	newNumbers, newHolders := make([]int32, len(news)), make([]int32, len(keys.List))
	for i := range news {
		newNumbers[i] = keys.LookUp(news[i].key)
		if n := newNumbers[i]; n >= 0 {
			newHolders[n]++
		}
	}
	for n := range keys.List {
		ends[n+1] += ends[n]
	}
	sorted := make([]int32, len(olds))
	next := slices.Clone(ends)
	for i, n := range numbers {
		sorted[next[n]] = int32(i)
		next[n]++
	}
	for at, new := range news {
		n := newNumbers[at]
		if n < 0 || newHolders[n] > crowd || ends[n+1]-ends[n] > crowd {
			continue
		}
		for _, i := range sorted[ends[n]:ends[n+1]] {
			share(olds[i], new)
		}
	}
}

// A link is a possible pair of methods or classes.
type link struct {
	old, new int32
	sum      float64 // of its evidence
	of       int     // index of the candidate, or of the sums of the classes
	only     bool    // neither end has another link
}

// clearest returns the links that have clearly more evidence than any other link of their two ends.
func clearest(links []link) []link {
	type top struct {
		best, next float64
		links      int
	}
	var tops [2]map[int32]top
	for side := range tops {
		tops[side] = map[int32]top{}
	}
	for _, l := range links {
		for side, end := range [2]int32{l.old, l.new} {
			t := tops[side][end]
			if l.sum > t.best {
				t.best, t.next = l.sum, t.best
			} else {
				t.next = max(t.next, l.sum)
			}
			t.links++
			tops[side][end] = t
		}
	}
	var clear []link
	for _, l := range links {
		old, new := tops[OldSide][l.old], tops[NewSide][l.new]
		if l.sum == old.best && l.sum == new.best && l.sum >= clearBy*max(old.next, new.next) && l.sum > max(old.next, new.next) {
			l.only = old.links == 1 && new.links == 1
			clear = append(clear, l)
		}
	}
	return clear
}
