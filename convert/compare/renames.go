package compare

import (
	"math"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/javaname"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A renamer pairs methods and classes of two profiles that have no namesake in the other.
//
// A method is renamed within its class and keeps its signature; a class is renamed with its methods, which keep their
// names. So for each leftover there are few candidates, its kin: methods with the same class and signature or, where the
// other profile does not have the class, methods with the same name and signature of classes that the first does not have.
// Types that only one profile has stand for each other in signatures.
//
// What decides among them are facts that do not depend on names: which BCI of which method calls it, which methods it calls
// at which BCIs, where its conditionals are and where they go, where types were seen, how often it was entered. Of facts
// with another method those count that have a method of both profiles at the other end, so each round of pairs makes more
// facts count. An instruction calls methods of one name: another name at the same BCI is the strongest fact of all. That is
// not so with another class, as calls are virtual: then callers weigh less, and hardly anything at sites with receivers, and
// where they are not code of the same origin as the class, as such code calls back.
//
// Without signatures, as in other tools' stacks, only classes are renamed: too many methods of a class have the same callers.
//
// Pairs have to be clear: one to one, with enough evidence, most of what is known the same, and much more evidence than any
// other candidate of both.
//
// TestRenames measures it on published and measured profiles, with other names for some methods or classes, and all counts
// drawn again from Poisson distributions for runs of 1 and 1.7 times the length. Of 100 methods with other names 88 are
// found, of 100 in classes with other names, or with such classes among their parameters, 95. None of these 4,100 is paired
// with another, and none of 1,000 methods that are gone with one that is new. Not found are methods without callers that are
// compiled by themselves and have hardly any code.
type renamer struct {
	*Pairing
	classes *classes
	in      [2][]bool // by number of a method: the profile has it
	left    [2][]leftover
	became  []int32 // by number of a method of the old profile: its number in the new one

	callRatio, sampleRatio float64 // how many times as long the new run was
}

// How much evidence pairs need.
const (
	methodEvidence = 2.0  // of a method that has callers in both profiles
	aloneEvidence  = 2.0  // of a method that has none in either: signature and class are much already
	codeEvidence   = 4.0  // of its own code, where callers are known in one profile only
	classEvidence  = 3.0  // of all methods of a class, with the likeness of names
	alike          = 0.5  // the part of what is known that is the same; of code alone
	codeAlike      = 0.75 // where there is nothing but code
	clearBy        = 1.5  // how many times as much as for the next best
	sameCount      = 0.1  // logarithm of the factor up to which counts are the same

	// More rounds find callees of callees of renamed methods, each renamed as well.
	maxRounds = 12
)

// weights are of facts that show a method in a class of both profiles to be another, classWeights of facts that show a method
// of another class to be the same.
var (
	weights      = [...]float64{calledAt: 2, metAt: 2, calledBy: 1, callsAt: 1, calls: 0.5, branchesAt: 1, typesAt: 0.5, runs: 0}
	classWeights = [...]float64{calledAt: 1, metAt: 0.25, calledBy: 0.5, callsAt: 1, calls: 0.5, branchesAt: 1, typesAt: 0.5, runs: 0}
)

// calledBack is the weight of a fact about a caller that is of another kind of code than the method.
const calledBack = 0.25

// pairRenames pairs what is left over.
func (pr *Pairing) pairRenames() {
	r := &renamer{Pairing: pr, became: make([]int32, len(pr.normalized))}
	for side := range r.in {
		r.in[side] = make([]bool, len(pr.normalized))
		for _, number := range pr.Methods[side] {
			r.in[side][number] = true
		}
	}
	if !pr.anyLeft(OldSide, r.in[NewSide]) || !pr.anyLeft(NewSide, r.in[OldSide]) {
		return
	}
	r.classes = pr.classes()
	for side := range r.left {
		r.left[side] = pr.leftoversOf(side, r.in[1-side], r.classes)
	}
	for number := range r.became {
		r.became[number] = int32(number)
	}
	r.measure()
	for range maxRounds {
		pairs := r.pairNamesakes()
		found := r.candidates()
		pairs += r.pairMethods(found)
		pairs += r.pairClasses(found)
		if pairs == 0 {
			break
		}
	}
	for slot, number := range pr.Methods[OldSide] {
		pr.Methods[OldSide][slot] = r.became[number]
	}
}

// anyLeft reports whether a profile refers to a method that the other does not have.
func (pr *Pairing) anyLeft(side int, there []bool) bool {
	for slot, used := range convert.ReferencedMethods(pr.names[side].Profile) {
		if used && !there[pr.Methods[side][slot]] {
			return true
		}
	}
	return false
}

// measure finds how many times as long the new run was.
func (r *renamer) measure() {
	entries, samples := make([]Counts, len(r.normalized)), make([]Counts, len(r.normalized))
	for side, names := range r.names {
		p := names.Profile
		add := func(counts []Counts, t *iprof.Tree, m convert.Metric) {
			for node, n := range m.Records(p) {
				c := &counts[r.Methods[side][p.MethodSlot(t.Node(node).Method)]]
				if side == OldSide {
					c.Old += n
				} else {
					c.New += n
				}
			}
		}
		add(entries, p.Contexts, convert.Calls)
		add(samples, p.Stacks, convert.Samples)
	}
	r.callRatio, _ = lengthRatio(entries)
	r.sampleRatio, _ = lengthRatio(samples)
}

// countsAlike scores how much counts say that two leftovers are the same: of many, that are the same, 2.
func (r *renamer) countsAlike(old, new *leftover) float64 {
	like := func(old, new int64, ratio float64) float64 {
		expected := float64(old) * ratio
		if min(old, new) < 10 || math.Abs(math.Log(float64(new)/expected)) > sameCount {
			return 0
		}
		return min(2, math.Log10(min(expected, float64(new)))/2)
	}
	return max(like(old.entries, new.entries, r.callRatio), like(old.samples, new.samples, r.sampleRatio))
}

// signature hashes the types of a leftover. Those that one profile has alone stand for each other.
func (r *renamer) signature(side int, l *leftover) uint64 {
	if !r.signed {
		return 0
	}
	p := r.names[side].Profile
	typeKey := func(id iprof.TypeID) uint64 {
		slot := p.TypeSlot(id)
		t, _ := p.TypeAt(slot)
		dims, element := javaname.ArrayOf(t.Name)
		if _, primitive := javaname.Primitives[element]; primitive {
			return hashText(1, t.Name)
		}
		if number := r.Types[side][slot]; r.classes.inBoth(number) {
			return mix(2, uint64(number))
		}
		return mix(3, uint64(dims))
	}
	m, _ := p.MethodAt(int(l.slot))
	h := typeKey(m.Return)
	for _, t := range m.Params {
		h = mix(h, typeKey(t))
	}
	return h
}

// kin hashes what a leftover has to share with any that it is paired with.
func (r *renamer) kin(side int, l *leftover) uint64 {
	h := r.signature(side, l)
	if r.classes.inBoth(l.class) {
		h = mix(h, uint64(l.class))
		if l.hashed || strings.HasPrefix(l.name, "<") { // no other method is renamed to <init>
			h = hashText(h, l.name)
		}
		return h
	}
	h = hashText(mix(h, math.MaxUint64), l.name)
	if r.classes.hashed[l.class] {
		h = hashText(h, r.classes.names[l.class])
	}
	return h
}

// pair makes two leftovers the same method.
func (r *renamer) pair(old, new *leftover) {
	number := r.Methods[NewSide][new.slot]
	r.became[r.Methods[OldSide][old.slot]] = number
	r.in[OldSide][number] = true
	if r.plainKey(OldSide, old.slot) == r.plainKey(NewSide, new.slot) {
		r.normalized[number] = true
	} else {
		r.renamed[number] = true
	}
	old.paired, new.paired = true, true
}

// plainKey is what a method reads as without build-dependent parts.
func (r *renamer) plainKey(side int, slot int32) string { return normalizeKey(r.key(side, int(slot))) }

// pairNamesakes pairs methods that have the same name in the same class, and whose signatures differ in types of which one
// profile has one and the other the other.
func (r *renamer) pairNamesakes() int {
	key := func(side int, l *leftover) (uint64, bool) {
		if l.paired || !r.signed || l.hashed || !r.classes.inBoth(l.class) {
			return 0, false
		}
		return hashText(mix(r.signature(side, l), uint64(l.class)), l.name), true
	}
	const several = -1
	var holders [2]map[uint64]int32
	for side := range holders {
		holders[side] = map[uint64]int32{}
		for i := range r.left[side] {
			k, ok := key(side, &r.left[side][i])
			if !ok {
				continue
			}
			if _, taken := holders[side][k]; taken {
				holders[side][k] = several
			} else {
				holders[side][k] = int32(i)
			}
		}
	}
	pairs := 0
	for i := range r.left[NewSide] {
		new := &r.left[NewSide][i]
		if k, ok := key(NewSide, new); ok && holders[NewSide][k] != several {
			if at, ok := holders[OldSide][k]; ok && at != several {
				r.pair(&r.left[OldSide][at], new)
				pairs++
			}
		}
	}
	return pairs
}

// pairMethods pairs methods of classes that both profiles have.
func (r *renamer) pairMethods(found *candidates) int {
	var links []link
	for i, c := range found.list {
		if r.classes.inBoth(r.left[OldSide][c.old].class) {
			links = append(links, link{old: c.old, new: c.new, sum: c.shared.sum(), of: i})
		}
	}
	pairs := 0
	for _, l := range clearest(links) {
		shared := found.list[l.of].shared
		old, new := found.known[OldSide][l.old], found.known[NewSide][l.new]
		code := part(shared.code, old.code, new.code)
		enough := shared.callers > 0 && l.sum >= methodEvidence && part(shared.facts(), old.facts(), new.facts()) >= alike
		if old.callers == 0 || new.callers == 0 {
			alone := !r.left[OldSide][l.old].called() && !r.left[NewSide][l.new].called() && l.only
			enough = code >= codeAlike && (shared.code >= codeEvidence || alone && l.sum >= aloneEvidence)
		}
		if enough {
			r.pair(&r.left[OldSide][l.old], &r.left[NewSide][l.new])
			pairs++
		}
	}
	return pairs
}

// pairClasses pairs classes that one profile has each. Their methods are namesakes from then on.
func (r *renamer) pairClasses(found *candidates) int {
	type sums struct {
		known   evidence
		methods int
	}
	var of [2]map[int32]*sums
	for side := range of {
		of[side] = map[int32]*sums{}
		for i := range r.left[side] {
			l := &r.left[side][i]
			if l.paired {
				continue
			}
			s := of[side][l.class]
			if s == nil {
				s = &sums{}
				of[side][l.class] = s
			}
			s.known.add(found.known[side][i])
			s.methods++
		}
	}
	type pair struct{ old, new int32 }
	var both []sums
	numbers := map[pair]int{}
	var links []link
	for _, c := range found.list {
		old, new := &r.left[OldSide][c.old], &r.left[NewSide][c.new]
		if old.paired || new.paired || r.classes.inBoth(old.class) {
			continue
		}
		key := pair{old.class, new.class}
		n, ok := numbers[key]
		if !ok {
			n = len(both)
			numbers[key] = n
			both = append(both, sums{})
			links = append(links, link{old: old.class, new: new.class, sum: r.classes.likeness(old.class, new.class), of: n})
		}
		both[n].known.add(c.shared)
		both[n].methods++
		links[n].sum += c.shared.sum()
	}
	moved := map[int32]int32{}
	for _, l := range clearest(links) {
		shared, old, new := both[l.of], of[OldSide][l.old], of[NewSide][l.new]
		if l.sum >= classEvidence && shared.known.facts() >= 1 && 2*shared.methods >= min(old.methods, new.methods) &&
			part(shared.known.facts(), old.known.facts(), new.known.facts()) >= alike &&
			part(shared.known.code, old.known.code, new.known.code) >= alike {
			moved[l.old] = l.new
		}
	}
	if len(moved) > 0 {
		r.moveClasses(moved)
	}
	return len(moved)
}

// moveClasses gives classes of the old profile the numbers of those in the new one that they became.
func (r *renamer) moveClasses(moved map[int32]int32) {
	for old, new := range moved {
		r.classes.became[r.classes.names[old]] = r.classes.names[new]
		r.classes.in[OldSide][new] = true
	}
	for i := range r.left[OldSide] {
		l := &r.left[OldSide][i]
		if new, ok := moved[l.class]; ok {
			l.class = new
		}
	}
	if !r.signed {
		return
	}
	for slot, number := range r.Types[OldSide] {
		if new, ok := moved[number]; ok {
			r.Types[OldSide][slot] = new
		}
	}
}
