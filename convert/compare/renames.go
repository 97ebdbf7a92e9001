package compare

import (
	"math"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/background"
	"github.com/iprof-viz/iprof-viz/internal/javaname"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A renamer pairs the methods and classes that only one of two profiles has.
//
// A method is renamed within its class and keeps its signature; a class is renamed with its methods, which keep their names. So
// each leftover has few candidates, its kin: methods with the same class and signature or, if the other profile does not have the
// class, methods with the same name and signature whose class the first profile does not have. In signatures, all types that only
// one profile has count as equal.
//
// Facts that do not depend on names choose the candidate: the methods and BCIs that call it, the methods that it calls and their
// BCIs, the BCIs and targets of its conditionals, the BCIs of its type profiles, its counts. A fact about two methods counts only
// if both profiles have the other method, so each round of pairs makes more facts count. An instruction calls methods of one name,
// so a different name at the same BCI is the strongest fact. For classes it is weaker, because calls may be virtual: callers then
// weigh less, and least at sites with receivers or if they belong to another kind of code than the class, because such code makes
// callbacks.
//
// Without signatures, as in other tools' stacks, only classes are renamed: too many methods of a class have the same callers.
//
// A pair must be clear: one to one, with enough evidence, most known facts equal, and much more evidence than any other candidate
// of either method.
//
// TestRenames measures this on published and measured profiles: it renames some methods or classes and draws all counts again from
// Poisson distributions, for runs of 1 and 1.7 times the length. Of 100 renamed methods 88 are found; of 100 methods in renamed
// classes, or with such classes among their parameters, 95. None of these 4,100 is paired with another method, and none of 1,000
// removed methods with an added one. The rest are methods without callers that are compiled by themselves and have hardly any code.
//
// TestRenamesOfNames measures the same on stacks that have names without signatures and call sites: of 100 methods in renamed
// classes 81 are found. None of these 1,500 is paired with another method, and none of 1,800 in removed classes with one in an
// added class. TestRenamesOfDifferentPrograms pairs no method of one program with one of another, in either kind of input.
type renamer struct {
	*Pairing
	classes  *classes
	in       [2][]bool // by number of a method: the profile has it
	left     [2][]leftover
	kin      [2][]uint64 // by side and leftover, see findKin; nil: not known, or no longer, as classes have moved
	shared   [2][]bool
	typeKeys [2][]uint64 // by side and slot of a type, for signatures; 0: not known yet
	became   []int32     // by number of a method of the old profile: its number in the new one

	collectors             [2]*collector // of facts, by side
	callRatio, sampleRatio float64       // how many times as long the new run was
}

// The minimum evidence for a pair.
const (
	methodEvidence = 2.0  // for a method that has callers in both profiles
	aloneEvidence  = 2.0  // for a method without callers in either profile: signature and class already say a lot
	codeEvidence   = 4.0  // from its own code, if only one profile has callers
	classEvidence  = 3.0  // from all methods of a class and the similarity of names
	alike          = 0.5  // the minimum share of known facts that are equal
	codeAlike      = 0.75 // the same, if only facts about code are known
	clearBy        = 1.5  // minimum factor between the best candidate and the next
	sameCount      = 0.1  // natural logarithm of the maximum factor between equal counts

	// maxRounds limits the chains of renamed methods that call each other: each round finds the next callee.
	maxRounds = 12
)

// The weights of facts: weights if both profiles have the class and the method is renamed, classWeights if the class is
// renamed.
var (
	weights      = [...]float64{calledAt: 2, metAt: 2, calledBy: 1, callsAt: 1, calls: 0.5, branchesAt: 1, typesAt: 0.5, runs: 0}
	classWeights = [...]float64{calledAt: 1, metAt: 0.25, calledBy: 0.5, callsAt: 1, calls: 0.5, branchesAt: 1, typesAt: 0.5, runs: 0}
)

// calledBack is the weight of a caller that belongs to another kind of code than the method.
const calledBack = 0.25

// pairRenames pairs the methods that were not paired by name.
func (pr *Pairing) pairRenames() {
	r := pr.newRenamer()
	if r == nil {
		return
	}
	for range maxRounds {
		pairs := r.pairNamesakes()
		found := r.candidates()
		classes := r.renamedClasses(found) // by the facts of found: pairs of methods make more of them count
		pairs += r.pairMethods(found) + len(classes)
		r.moveClasses(classes)
		if pairs == 0 && r.pairSignatures() == 0 {
			break
		}
	}
	for slot, number := range pr.Methods[OldSide] {
		pr.Methods[OldSide][slot] = r.became[number]
	}
}

// newRenamer finds the methods that only one profile has; nil: one of them has none.
func (pr *Pairing) newRenamer() *renamer {
	r := &renamer{Pairing: pr, became: make([]int32, len(pr.normalized))}
	for side := range r.in {
		r.in[side] = make([]bool, len(pr.normalized))
		for _, number := range pr.Methods[side] {
			r.in[side][number] = true
		}
	}
	if !pr.anyLeft(OldSide, r.in[NewSide]) || !pr.anyLeft(NewSide, r.in[OldSide]) {
		return nil
	}
	r.classes = pr.classes()
	onBothSides(func(side int) {
		r.left[side] = pr.leftoversOf(side, r.in[1-side], r.classes)
		r.collectors[side] = newCollector(r.names[side].Profile, r.left[side])
	})
	for number := range r.became {
		r.became[number] = int32(number)
	}
	r.forgetTypes()
	r.measure()
	return r
}

// forgetTypes drops the hashes of types: other classes are in both profiles now.
func (r *renamer) forgetTypes() {
	for side, names := range r.names {
		r.typeKeys[side] = make([]uint64, names.Profile.TypeSlots())
	}
}

// onBothSides calls a function for each side, concurrently.
func onBothSides(do func(side int)) {
	of := func(side int) func() error {
		return func() error {
			do(side)
			return nil
		}
	}
	background.All(of(OldSide), of(NewSide)) // without errors
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

// measure estimates how many times as long the new run was.
func (r *renamer) measure() {
	entries, samples := make([]Counts, len(r.normalized)), make([]Counts, len(r.normalized))
	for side, c := range r.collectors {
		for slot, number := range r.Methods[side] {
			entries[number].Add(side, c.entries[slot])
			samples[number].Add(side, c.samples[slot])
		}
	}
	r.callRatio, _ = lengthRatio(entries)
	r.sampleRatio, _ = lengthRatio(samples)
}

// countsAlike scores the similarity of two leftovers' counts, from 0 to 2: 2 for large, equal counts.
func (r *renamer) countsAlike(old, new int32) float64 {
	like := func(old, new int64, ratio float64) float64 {
		expected := float64(old) * ratio
		if min(old, new) < 10 || math.Abs(math.Log(float64(new)/expected)) > sameCount {
			return 0
		}
		return min(2, math.Log10(min(expected, float64(new)))/2)
	}
	olds, news := r.collectors[OldSide], r.collectors[NewSide]
	from, to := olds.left[old].slot, news.left[new].slot
	return max(like(olds.entries[from], news.entries[to], r.callRatio), like(olds.samples[from], news.samples[to], r.sampleRatio))
}

// signature hashes the types of a leftover's signature. All types that only one profile has count as equal.
func (r *renamer) signature(side int, l *leftover) uint64 {
	if !r.signed {
		return 0
	}
	p := r.names[side].Profile
	typeKey := func(id iprof.TypeID) uint64 {
		key := &r.typeKeys[side][p.TypeSlot(id)]
		if *key == 0 {
			*key = r.typeKey(side, p.TypeSlot(id))
		}
		return *key
	}
	m, _ := p.MethodAt(int(l.slot))
	h := typeKey(m.Return)
	for _, t := range m.Params {
		h = mix(h, typeKey(t))
	}
	return h
}

// typeKey hashes a type of a signature.
func (r *renamer) typeKey(side, slot int) uint64 {
	t, _ := r.names[side].Profile.TypeAt(slot)
	dims, element := javaname.ArrayOf(t.Name)
	if _, primitive := javaname.Primitives[element]; primitive {
		return hashText(1, t.Name)
	}
	if number := r.Types[side][slot]; r.classes.inBoth(number) {
		return mix(2, uint64(number))
	}
	return mix(3, uint64(dims))
}

// kinOf hashes the properties that two leftovers must share to be a pair.
func (r *renamer) kinOf(side int, l *leftover) uint64 {
	h := r.signature(side, l)
	if r.classes.inBoth(l.class) {
		h = mix(h, uint64(l.class))
		if l.hashed || strings.HasPrefix(l.name, "<") { // a constructor is not renamed, nor is a method renamed to one
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

// pair makes two leftovers one method.
func (r *renamer) pair(old, new *leftover) {
	number := r.Methods[NewSide][new.slot]
	r.became[r.Methods[OldSide][old.slot]] = number
	r.in[OldSide][number] = true
	if r.key(OldSide, int(old.slot)).normal == r.key(NewSide, int(new.slot)).normal {
		r.normalized[number] = true
	} else {
		r.renamed[number] = true
	}
	old.paired, new.paired = true, true
}

// pairNamesakes pairs methods with the same name in the same class: the class was renamed, or their signatures differ only in types
// that one profile lacks.
func (r *renamer) pairNamesakes() int {
	return r.pairOnly(r.signature, func(*leftover) {})
}

// pairSignatures pairs methods whose parameters or return type changed: of the methods with their name in their class, each profile has
// one that the other lacks. Code of the JDK and of native-image changes with its version only, but has many overloads, of which two runs
// may use different ones; and the compiler numbers lambdas, so that a new one takes the name of another.
func (r *renamer) pairSignatures() int {
	if !r.signed {
		return 0
	}
	return r.pairOnly(func(side int, l *leftover) uint64 {
		kind := r.names[side].Kind(int(l.slot))
		if kind != convert.Application && kind != convert.Library || strings.HasPrefix(l.name, "lambda$") {
			return mix(2, uint64(side)) // differs from the other side
		}
		return 1
	}, func(new *leftover) { r.otherSignature[r.Methods[NewSide][new.slot]] = true })
}

// pairOnly pairs methods with the same name in the same class and the same hash of other properties, if each profile has one of them
// alone. It calls a function for each pair.
func (r *renamer) pairOnly(properties func(side int, l *leftover) uint64, paired func(new *leftover)) int {
	key := func(side int, l *leftover) (uint64, bool) {
		if l.paired || l.hashed || !r.classes.inBoth(l.class) {
			return 0, false
		}
		return hashText(mix(properties(side, l), uint64(l.class)), l.name), true
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
				paired(new)
				pairs++
			}
		}
	}
	return pairs
}

// pairMethods pairs renamed methods of classes that both profiles have.
func (r *renamer) pairMethods(found *candidates) int {
	if !r.signed {
		return 0
	}
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

// renamedClasses returns the new numbers of classes that only the old profile has and that are renamed, by their old ones. When they have
// moved, pairNamesakes pairs their methods.
func (r *renamer) renamedClasses(found *candidates) map[int32]int32 {
	type sums struct {
		known   evidence
		methods int
	}
	elsewhere := func(c *candidate) bool { // the class is not in both profiles, and neither method is paired
		old := &r.left[OldSide][c.old]
		return !old.paired && !r.left[NewSide][c.new].paired && !r.classes.inBoth(old.class)
	}
	most := 0
	for i := range found.list {
		if elsewhere(&found.list[i]) {
			most++
		}
	}
	both := make([]sums, 0, most)  // of pairs of classes: few have more than one candidate
	links := make([]link, 0, most) // of these pairs
	var pairs convert.Keys         // their numbers
	for i := range found.list {
		c := &found.list[i]
		if !elsewhere(c) {
			continue
		}
		old, new := &r.left[OldSide][c.old], &r.left[NewSide][c.new]
		n, fresh := pairs.Add(uint64(old.class)<<32 | uint64(new.class))
		if fresh {
			both = append(both, sums{})
			links = append(links, link{old: old.class, new: new.class, sum: r.classes.likeness(old.class, new.class), of: int(n)})
		}
		both[n].known.add(c.shared)
		both[n].methods++
		links[n].sum += c.shared.sum()
	}
	var methods [2][]int // leftovers, by side and class
	for side := range methods {
		methods[side] = make([]int, len(r.classes.names))
		for i := range r.left[side] {
			if l := &r.left[side][i]; !l.paired {
				methods[side][l.class]++
			}
		}
	}
	var likely []link
	known := [2]map[int32]*evidence{{}, {}} // of classes with a likely link
	for _, l := range clearest(links) {
		shared := both[l.of]
		if l.sum >= classEvidence && shared.known.facts() >= 1 && 2*shared.methods >= min(methods[OldSide][l.old], methods[NewSide][l.new]) {
			likely = append(likely, l)
			known[OldSide][l.old], known[NewSide][l.new] = &evidence{}, &evidence{}
		}
	}
	if likely == nil {
		return nil
	}
	r.know(found, known)
	moved := map[int32]int32{}
	for _, l := range likely {
		shared, old, new := both[l.of].known, known[OldSide][l.old], known[NewSide][l.new]
		if part(shared.facts(), old.facts(), new.facts()) >= alike && part(shared.code, old.code, new.code) >= alike {
			moved[l.old] = l.new
		}
	}
	return moved
}

// moveClasses gives renamed classes of the old profile their numbers in the new one.
func (r *renamer) moveClasses(moved map[int32]int32) {
	if len(moved) == 0 {
		return
	}
	r.kin = [2][]uint64{}
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
	r.forgetTypes()
}
