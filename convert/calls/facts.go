package calls

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/convert/hierarchy"
	"github.com/iprof-viz/iprof-viz/convert/sites"
	"github.com/iprof-viz/iprof-viz/internal/javaname"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A Fact is something that may have kept a call from being inlined. It is never the reason itself, which only the compiler's log has.
type Fact struct {
	Kind FactKind
	Text string // with its figures, to follow the name of the callee: "native", "recursive in 2 of 3 contexts"
}

// A FactKind is the kind of a [Fact].
type FactKind uint8

// The kinds of facts, in the order in which they are listed.
const (
	NotCalled    FactKind = iota // the profile has no call from there
	NotCounted                   // the profile has no count of the callee, so that it may have been inlined
	NoCode                       // the callee is native or abstract
	Annotated                    // an annotation of native-image forbids or limits inlining
	Recursive                    // the callee is already among the callers
	Megamorphic                  // the call has several receiver types
	Synchronized                 // the callee is synchronized
	Cold                         // the call is rare beside the other calls of its unit
	Size                         // bytes of code of the callee, and of the unit
	OwnUnit                      // the callee is compiled for itself, with others inlined
)

// String returns the word for the fact in tables.
func (k FactKind) String() string {
	return words.Enum(k, "FactKind", "not_called", "not_counted", "no_code", "annotated", "recursive", "types", "synchronized", "cold", "size", "own_unit")
}

// limiting are the annotations by which native-image's compiler does not inline a method, or not everywhere, by the end of their names.
var limiting = []string{".NeverInline", ".Uninterruptible", ".RestrictHeapAccess", ".DontInline"}

// rare is the share of the calls of a unit below which a call is called rare.
const rare = 0.01

// Facts returns what is known of a call that was not inlined, or not everywhere, in the order of FactKind; nil if all calls were inlined.
func (g *Graph) Facts(s *Site, t *Target) []Fact {
	if t.Contexts > 0 && t.Stayed.High == 0 {
		return nil
	}
	f := facter{graph: g, site: s, target: t}
	if s.Made.High == 0 {
		f.add(NotCalled, "not called at all")
		return f.facts
	}
	m := g.method(t.Callee)
	if t.Calls.Low > 0 && g.LacksCount(t.Callee) {
		f.add(NotCounted, "not counted in this profile, perhaps inlined")
	}
	f.code(m)
	f.recursion()
	if s.Types > 1 {
		f.types()
	}
	f.unit(m)
	slices.SortStableFunc(f.facts, func(a, b Fact) int { return int(a.Kind) - int(b.Kind) })
	return f.facts
}

// A facter collects facts.
type facter struct {
	graph  *Graph
	site   *Site
	target *Target
	facts  []Fact
}

func (f *facter) add(kind FactKind, text string) {
	f.facts = append(f.facts, Fact{kind, text})
}

func (g *Graph) method(c *Callee) *hierarchy.Method { return g.resolver.method(c) }

// CodeLength returns the bytes of code of a callee; 0: none, or unknown.
func (g *Graph) CodeLength(c *Callee) int64 {
	if m := g.method(c); m != nil {
		return int64(m.CodeLength)
	}
	return 0
}

// code adds what the class file of the callee says.
func (f *facter) code(m *hierarchy.Method) {
	if m == nil {
		return
	}
	switch {
	case m.Flags&classfile.AccNative != 0:
		f.add(NoCode, "native")
	case m.Flags&classfile.AccAbstract != 0:
		f.add(NoCode, "abstract")
	}
	if m.Flags&classfile.AccSynchronized != 0 {
		f.add(Synchronized, "synchronized")
	}
	for _, name := range m.Annotations {
		for _, end := range limiting {
			if strings.HasSuffix(name, end) {
				f.add(Annotated, "annotated @"+javaname.WithoutPackage(name))
			}
		}
	}
}

// recursion adds in how many contexts the callee is the caller itself, or inlined around it.
func (f *facter) recursion() {
	if f.target.Callee.Slot < 0 {
		return
	}
	in := f.graph.contextNesting().within(f.site.Slot, f.target.Callee.Slot)
	switch all := int64(len(f.graph.contexts.of.in(f.site.Slot))); in {
	case 0:
	case all:
		f.add(Recursive, "recursive here")
	default:
		f.add(Recursive, fmt.Sprintf("recursive in %s of %s", words.Thousands(in), words.Count(all, "context")))
	}
}

// contextNesting returns the nesting of the contexts, which only facts need.
func (g *Graph) contextNesting() *nesting {
	if g.nesting == nil {
		g.nesting = newNesting(g.contexts)
	}
	return g.nesting
}

// types adds the receiver types, with the share of this callee's.
func (f *facter) types() {
	share := ""
	if all := f.site.Made.Figure(); all > 0 && f.target.Evidence != NoEvidence && f.target.Calls.Execution().Bound != code.None {
		of := func(t *Target) string { return words.Percent(float64(t.Calls.Figure()) / float64(all)) }
		share = ", " + of(f.target) + " for this method"
		if top := &f.site.Targets[0]; top.Evidence != NoEvidence && top.Calls.Figure() > f.target.Calls.Figure() {
			share += ", " + of(top) + " for the most frequent"
		}
	}
	many := " receiver types"
	if f.site.Types == 1 {
		many = " receiver type"
	}
	f.add(Megamorphic, sites.NumberOfTypes(f.site.Types, f.site.Saturated)+many+share)
}

// unit adds sizes and counts of the unit in which the caller has the most entries, and of the callee as a unit.
func (f *facter) unit(m *hierarchy.Method) {
	g := f.graph
	units := g.compilationUnits()
	hottest := units.hottest[f.site.Slot]
	if hottest == iprof.NoNode {
		return
	}
	around := units.containing(hottest)
	if m != nil && m.CodeLength > 0 {
		text := words.Count(int64(m.CodeLength), "byte")
		if u := units.bytes(g, around); u > 0 {
			text += fmt.Sprintf(" (unit: %s)", words.Thousands(u))
		}
		f.add(Size, text)
	}
	calls, all := f.target.Stayed.Figure(), around.entries
	if calls > 0 && all > 0 && float64(calls) < rare*float64(all) {
		f.add(Cold, fmt.Sprintf("%s beside %s in the unit", words.Count(calls, "call"), words.Count(all, "method entry", "method entries")))
	}
	if f.target.Callee.Slot < 0 {
		return
	}
	if root := units.root[f.target.Callee.Slot]; root != iprof.NoNode {
		if n := units.containing(root).inlined; n > 0 {
			f.add(OwnUnit, "own unit with "+words.Count(n, "inlined method"))
		}
	}
}

// units are the compilation units of a profile, in the order of their roots.
type units struct {
	profile *iprof.Profile
	of      []int32 // by node: the index of its unit
	all     []unit
	hottest []iprof.NodeID // by slot: the context of the method with the most entries; NoNode: none
	root    []iprof.NodeID // by slot: the one in which it is the root of a unit; NoNode: none
}

// A unit is a compilation unit.
type unit struct {
	root    iprof.NodeID
	inlined int64 // nodes inlined into the root, at any depth
	entries int64 // of the root and everything inlined into it
	size    int64 // bytes of code with everything inlined into it; 0: not known yet, -1: unknown
}

// compilationUnits returns the units, which only facts need.
func (g *Graph) compilationUnits() *units {
	if g.units == nil {
		g.units = newUnits(g.contexts)
	}
	return g.units
}

func newUnits(c *contexts) *units {
	p, entries := c.profile, c.entries
	u := &units{profile: p, of: make([]int32, p.Contexts.Len())}
	for i, x := range p.Contexts.All() {
		if x.Parent == iprof.NoNode {
			u.of[i] = int32(len(u.all))
			u.all = append(u.all, unit{root: iprof.NodeID(i)})
		} else {
			u.of[i] = u.of[x.Parent]
			u.all[u.of[i]].inlined++
		}
		u.all[u.of[i]].entries += entries.Count[i]
	}
	u.hottest, u.root = make([]iprof.NodeID, p.MethodSlots()), make([]iprof.NodeID, p.MethodSlots())
	for slot := range int32(p.MethodSlots()) {
		hottest, root := iprof.NoNode, iprof.NoNode
		for _, node := range c.of.in(slot) {
			if hottest == iprof.NoNode || cmp.Or(cmp.Compare(entries.Count[node], entries.Count[hottest]), u.compare(iprof.NodeID(node), hottest)) > 0 {
				hottest = iprof.NodeID(node)
			}
			if root == iprof.NoNode && p.Contexts.Node(iprof.NodeID(node)).Parent == iprof.NoNode {
				root = iprof.NodeID(node)
			}
		}
		u.hottest[slot], u.root[slot] = hottest, root
	}
	return u
}

// compare compares nodes with the same entries by their units, so that the order of records in the file does not choose one.
func (u *units) compare(a, b iprof.NodeID) int {
	x, y := u.containing(a), u.containing(b)
	return cmp.Or(cmp.Compare(x.entries, y.entries), cmp.Compare(x.inlined, y.inlined))
}

// containing returns the unit that a node belongs to.
func (u *units) containing(n iprof.NodeID) *unit { return &u.all[u.of[n]] }

// bytes returns the bytes of code of a unit with everything inlined into it; 0: unknown.
func (u *units) bytes(g *Graph, of *unit) int64 {
	if of.size == 0 {
		of.size = u.measure(g, of.root)
	}
	return max(0, of.size)
}

func (u *units) measure(g *Graph, root iprof.NodeID) int64 {
	all := int64(0)
	for todo := []int32{int32(root)}; len(todo) > 0; {
		node := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		m := g.method(g.resolver.slot(int32(u.profile.MethodSlot(u.profile.Contexts.Node(iprof.NodeID(node)).Method))))
		if m == nil {
			return -1
		}
		for _, n := range g.contexts.inlinedInto(node) {
			todo = append(todo, n.node)
		}
		all += int64(m.CodeLength)
	}
	return max(all, 1)
}

// LacksCount reports whether the profile has no count of a method's entries, though its class file has bytecode that would count them: if it
// was inlined, nothing shows that.
func (g *Graph) LacksCount(c *Callee) bool {
	m := g.resolver.method(c)
	return m != nil && m.CodeLength > 0 && (c.Slot < 0 || !g.Entered[c.Slot].Known)
}

// AtMostStayed returns the calls of a target that stayed calls. If the profile does not count the method, none need have.
func (g *Graph) AtMostStayed(t *Target) Count {
	n := t.Stayed
	if g.LacksCount(t.Callee) {
		n.Low, n.Usual, n.Rest = 0, false, false
	}
	return n
}
