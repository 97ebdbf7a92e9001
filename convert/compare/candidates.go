package compare

import (
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
	known   [2][]evidence // by side and leftover: the weight of all facts that the other side could share
	unknown [2][]bool     // by side and leftover: known is not known yet, see know
	list    []candidate   // sorted
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
	if r.kin[OldSide] == nil {
		r.findKin()
	}
	onBothSides(func(side int) {
		r.collectors[side].collect(r.shared[side])
		known, unknown := make([]evidence, len(r.left[side])), make([]bool, len(r.left[side]))
		facts := 0
		for i := range r.left[side] {
			unknown[i] = r.left[side][i].paired || !r.shared[side][i] // as most: no other leftover shares a fact with it
			if !unknown[i] {
				facts += len(r.left[side][i].facts)
			}
		}
		all := make([]holder, 0, facts)
		for i := range r.left[side] {
			if unknown[i] {
				continue
			}
			first := len(all)
			all = r.hold(all, side, i, r.kin[side][i])
			known[i] = known[i].plus(all[first:])
		}
		found.known[side], found.unknown[side], holders[side] = known, unknown, all
	})
	// Add up the facts of each pair: those of an old leftover follow each other.
	sums := make([]evidence, len(r.left[NewSide]))
	var partners []int32 // of the old leftover: those with a sum
	add := func(old int32) {
		slices.Sort(partners)
		for _, new := range slices.Compact(partners) {
			c := candidate{old, new, sums[new]}
			c.shared.counts = r.countsAlike(old, new)
			found.list = append(found.list, c)
			sums[new] = evidence{}
		}
		partners = partners[:0]
	}
	last := int32(-1)
	sharing(holders[OldSide], holders[NewSide], func(old, new holder) {
		if old.leftover != last && last >= 0 {
			add(last)
		}
		last = old.leftover
		sums[new.leftover].count(old, min(old.weight, new.weight))
		partners = append(partners, new.leftover)
	})
	if last >= 0 {
		add(last)
	}
	return found
}

// know adds up the weights of all facts of the leftovers of classes, by side and class. It collects them if need be: they are needed of
// few leftovers without kin.
func (r *renamer) know(found *candidates, classes [2]map[int32]*evidence) {
	onBothSides(func(side int) {
		wanted := make([]bool, len(r.left[side]))
		for i := range wanted {
			l := &r.left[side][i]
			wanted[i] = !l.paired && classes[side][l.class] != nil && found.unknown[side][i]
		}
		r.collectors[side].collect(wanted)
		var facts []holder
		for i := range r.left[side] {
			l := &r.left[side][i]
			sum := classes[side][l.class]
			if sum == nil || l.paired {
				continue
			}
			known := found.known[side][i]
			if wanted[i] {
				facts = r.hold(facts[:0], side, i, 0)
				known = known.plus(facts)
			}
			sum.add(known)
		}
	})
}

// findKin finds, by side and leftover, the hashes of their kin, and whether the other side has a leftover of the same kin. Those of pairs
// are meaningless.
func (r *renamer) findKin() {
	var keys [2]convert.Keys
	onBothSides(func(side int) {
		r.kin[side] = make([]uint64, len(r.left[side]))
		for i := range r.left[side] {
			if l := &r.left[side][i]; !l.paired {
				r.kin[side][i] = r.kinOf(side, l)
				keys[side].Add(r.kin[side][i])
			}
		}
	})
	for side, kin := range r.kin {
		r.shared[side] = make([]bool, len(kin))
		for i, k := range kin {
			r.shared[side][i] = keys[1-side].LookUp(k) >= 0
		}
	}
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

// sharing calls a function for all pairs that share a fact, in the order of the old ones.
func sharing(olds, news []holder, share func(old, new holder)) {
	var keys convert.Keys
	numbers := make([]int32, len(news))
	for i, h := range news {
		numbers[i] = keys.Number(h.key)
	}
	ends := make([]int32, len(keys.List)+1) // by number: the end of its new leftovers in sorted; at first their number
	for _, n := range numbers {
		ends[n+1]++
	}
	oldNumbers, oldHolders := make([]int32, len(olds)), make([]int32, len(keys.List))
	for i := range olds {
		oldNumbers[i] = keys.LookUp(olds[i].key)
		if n := oldNumbers[i]; n >= 0 {
			oldHolders[n]++
		}
	}
	for n := range keys.List {
		ends[n+1] += ends[n]
	}
	sorted := make([]int32, len(news))
	next := slices.Clone(ends)
	for i, n := range numbers {
		sorted[next[n]] = int32(i)
		next[n]++
	}
	for at, old := range olds {
		n := oldNumbers[at]
		if n < 0 || oldHolders[n] > crowd || ends[n+1]-ends[n] > crowd {
			continue
		}
		for _, i := range sorted[ends[n]:ends[n+1]] {
			share(old, news[i])
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
	var tops [2][]top // by side and end
	for _, l := range links {
		for side, end := range [2]int32{l.old, l.new} {
			if more := int(end) + 1 - len(tops[side]); more > 0 {
				tops[side] = append(tops[side], make([]top, more)...)
			}
			t := &tops[side][end]
			if l.sum > t.best {
				t.best, t.next = l.sum, t.best
			} else {
				t.next = max(t.next, l.sum)
			}
			t.links++
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
