package compare

import (
	"cmp"
	"hash/maphash"
	"math/bits"
	"math/rand/v2"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/javaname"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A fact is a property of a method in a profile that does not depend on the method's name.
type fact struct {
	kind  factKind
	bci   iprof.BCI // of the call site, the conditional or the type profile
	other int32     // the slot of the caller or the callee; of a conditional, a hash of its targets
}

type factKind uint8

// The kinds of facts: first those that involve another method, beginning with those about callers.
const (
	calledAt   factKind = iota // called at a BCI that always calls the same method
	metAt                      // called at a BCI with receivers: the method called depends on their class
	calledBy                   // called at an unknown BCI
	callsAt                    // calls a method at a BCI
	calls                      // calls a method at an unknown BCI
	branchesAt                 // a conditional at a BCI, with certain targets
	typesAt                    // receivers or operands of instanceof at a BCI
	runs                       // the method was entered or sampled: every leftover has this fact, so all kin are candidates
)

func (k factKind) ofCallers() bool    { return k <= calledBy }
func (k factKind) ofTwoMethods() bool { return k <= calls }

// A leftover is a method that one profile refers to and the other does not list.
type leftover struct {
	slot   int32
	class  int32  // number
	name   string // without build-dependent parts
	hashed bool   // the name had such parts
	facts  []fact // without duplicates; nil: not collected
	paired bool   // already paired
}

// called reports whether the profile has a caller of the method.
func (l *leftover) called() bool {
	return slices.ContainsFunc(l.facts, func(f fact) bool { return f.kind.ofCallers() })
}

// leftoversOf returns the methods that a profile refers to and the other does not list. There holds, by number, which methods the
// other profile has.
func (pr *Pairing) leftoversOf(side int, there []bool, classes *classes) []leftover {
	p := pr.names[side].Profile
	var left []leftover
	for slot, used := range convert.ReferencedMethods(p) {
		if !used || slot >= p.Methods.Len() || there[pr.Methods[side][slot]] {
			continue
		}
		class, name := classes.of(pr, side, slot)
		if class < 0 {
			continue
		}
		l := leftover{slot: int32(slot), class: class, name: javaname.Normalize(name)}
		l.hashed = l.name != name
		left = append(left, l)
	}
	return left
}

// A collector finds the facts of the leftovers of a profile.
type collector struct {
	p    *iprof.Profile
	left []leftover
	at   []int32 // by slot: index in left + 1; 0: its facts are not being collected

	slots, frames    []int32 // by context, and by node of the stacks: the slot of its method
	entries, samples []int64 // by slot
}

// newCollector also adds up the entries and the samples of all methods.
func newCollector(p *iprof.Profile, left []leftover) *collector {
	c := &collector{p: p, left: left, at: make([]int32, p.MethodSlots()), slots: methodSlots(p, p.Contexts), frames: methodSlots(p, p.Stacks)}
	c.entries, c.samples = make([]int64, len(c.at)), make([]int64, len(c.at))
	for node, n := range convert.Calls.Records(p) {
		c.entries[c.slots[node]] += n
	}
	for node, n := range convert.Samples.Records(p) {
		c.samples[c.frames[node]] += n
	}
	return c
}

// collect finds the facts of some leftovers, by index, unless they are known.
func (c *collector) collect(wanted []bool) {
	clear(c.at)
	var unknown []int
	for i := range c.left {
		if l := &c.left[i]; wanted[i] && l.facts == nil {
			unknown = append(unknown, i)
			l.facts = []fact{{kind: runs}}
			c.at[l.slot] = int32(i + 1)
		}
	}
	if unknown == nil {
		return
	}
	virtual := c.virtualCalls()
	c.addCalls(c.p.Contexts, c.slots, virtual)
	c.addCalls(c.p.Stacks, c.frames, virtual)
	c.addSites()
	for _, i := range unknown {
		facts := c.left[i].facts
		slices.SortFunc(facts, func(a, b fact) int {
			return cmp.Or(cmp.Compare(a.kind, b.kind), cmp.Compare(a.bci, b.bci), cmp.Compare(a.other, b.other))
		})
		c.left[i].facts = slices.Compact(facts)
	}
}

// methodSlots returns the slots of the methods of a tree, by node: each is needed several times.
func methodSlots(p *iprof.Profile, t *iprof.Tree) []int32 {
	slots := make([]int32, t.Len())
	for i, n := range t.All() {
		slots[i] = int32(p.MethodSlot(n.Method))
	}
	return slots
}

func (c *collector) add(slot int32, f fact) {
	if i := c.at[slot]; i > 0 {
		c.left[i-1].facts = append(c.left[i-1].facts, f)
	}
}

// virtualCalls returns the places with receiver types, see [convert.PlaceKey].
func (c *collector) virtualCalls() *convert.Keys {
	var virtual convert.Keys
	for _, r := range c.p.Receivers.All() {
		virtual.Add(convert.PlaceKey(c.slots[r.Node], r.BCI))
	}
	return &virtual
}

// addCalls adds the callers and callees in a tree, given the slots of its methods and the places of virtual calls.
func (c *collector) addCalls(t *iprof.Tree, slots []int32, virtual *convert.Keys) {
	placed := hasSites(t)
	var edges convert.Keys
	for i, n := range t.All() {
		if n.Parent == iprof.NoNode {
			continue
		}
		from, to := slots[n.Parent], slots[i]
		if c.at[from]|c.at[to] == 0 {
			continue
		}
		if _, fresh := edges.Add(mix(mix(uint64(uint32(from)), uint64(uint32(to))), uint64(uint32(n.Site)))); !fresh {
			continue
		}
		if n.Site < 0 { // generated code, which is nearly the same in all stubs of a kind
			continue
		}
		if !placed {
			c.add(to, fact{kind: calledBy, other: from})
			c.add(from, fact{kind: calls, other: to})
			continue
		}
		kind := calledAt
		if virtual.LookUp(convert.PlaceKey(from, n.Site)) >= 0 {
			kind = metAt
		}
		c.add(to, fact{kind, n.Site, from})
		c.add(from, fact{callsAt, n.Site, to})
	}
}

// hasSites reports whether a tree has call sites: the stacks of most tools have none.
func hasSites(t *iprof.Tree) bool {
	for _, n := range t.All() {
		if n.Site != 0 {
			return true
		}
	}
	return false
}

// addSites adds the conditionals and type profiles of methods.
func (c *collector) addSites() {
	p := c.p
	var targets []iprof.BCI
	for _, r := range p.Conditionals.All() {
		of := c.slots[r.Node]
		if c.at[of] == 0 {
			continue
		}
		targets = targets[:0]
		for _, s := range p.Successors(r) {
			targets = append(targets, s.Target)
		}
		slices.Sort(targets)
		h := uint64(0)
		for _, t := range slices.Compact(targets) {
			h = mix(h, uint64(uint32(t)))
		}
		c.add(of, fact{branchesAt, r.BCI, int32(h)})
	}
	for _, list := range []*iprof.List[iprof.TypeProfile]{&p.Receivers, &p.InstanceOf} {
		for _, r := range list.All() {
			c.add(c.slots[r.Node], fact{kind: typesAt, bci: r.BCI})
		}
	}
}

// The seeds of hashes differ from process to process, so that no file can force collisions of names or places. Hashes only test for
// equality: nothing is sorted by them.
var (
	mixSeeds = [2]uint64{rand.Uint64(), rand.Uint64()}
	textSeed = maphash.MakeSeed()
)

// mix adds a value to a hash.
func mix(h, v uint64) uint64 {
	hi, lo := bits.Mul64(h^mixSeeds[0], v^mixSeeds[1])
	return hi ^ lo ^ h
}

// hashText adds a text to a hash.
func hashText(h uint64, s string) uint64 { return mix(h, maphash.String(textSeed, s)) }
