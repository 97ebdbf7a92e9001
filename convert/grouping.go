package convert

import (
	"fmt"
	"iter"
	"regexp"
	"strings"

	"github.com/iprof-viz/iprof-viz/iprof"
)

// A GroupBy says what the rows of [Top] stand for.
type GroupBy int

// What rows can stand for.
const (
	ByMethod  GroupBy = iota
	ByClass           // that declares the method
	ByPackage         // of that class
	ByKind            // whose code it is, see Kind
	ByRoot            // outermost frame: thread entry of sampled stacks, compilation root of inlining contexts
	BySite            // method and BCI; entries count for the call site that they come through
	ByPattern         // what a regular expression finds in the method's name, see [Names.InStyle]
)

// GroupBys are all groupings, in the order in which they are listed.
var GroupBys = []GroupBy{ByMethod, ByClass, ByPackage, ByKind, ByRoot, BySite, ByPattern}

// String returns the name that users know the grouping by.
func (g GroupBy) String() string {
	return [...]string{"method", "class", "package", "module-kind", "root", "site", "regexp"}[g]
}

// column returns the name of the column of groups.
func (g GroupBy) column() string {
	return [...]string{"method", "class", "package", "kind", "root", "site", "match"}[g]
}

// plural names several groups.
func (g GroupBy) plural() string {
	return [...]string{"methods", "classes", "packages", "kinds of code", "roots", "sites", "matches"}[g]
}

// Names of groups that are nobody's code with a name.
const (
	unknownCallers = "<callers unknown>"
	hiddenCaller   = "<hidden>" // the view or a filter does not show it
	noMatch        = "<no match>"
)

// A groupKey tells groups apart: by a method's slot and, for sites, a BCI, or else by name. The style of names is not to
// decide which groups there are, so classes have their full names here, which is also what pairs them in other profiles: of
// one that is listed twice there is one group.
type groupKey struct {
	slot int32 // VMSlot, or noSlot
	bci  iprof.BCI
	name string
}

const noSlot int32 = -3

// A group is what a row of top stands for.
type group struct {
	groupKey
	outside bool // has no name in the profile, or is <VM>
}

// A grouper numbers groups as it meets them.
type grouper struct {
	p       *iprof.Profile
	names   *Names
	by      GroupBy
	pattern *regexp.Regexp
	entries bool // values count for the site that they come through

	groups  []group
	numbers map[groupKey]int32
	sites   map[uint64]int32 // by slot<<32 | BCI: of the same groups, for sites, which are many
	bySlot  []int32          // group+1, for groupings in which a method is in one group whatever its BCI
	vm      int32            // group+1

	alike      map[string]int // how many classes have a short name
	alikeKnown int            // among so many groups
}

func newGrouper(p *iprof.Profile, names *Names, by GroupBy, pattern *regexp.Regexp) *grouper {
	return &grouper{
		p: p, names: names, by: by, pattern: pattern,
		numbers: map[groupKey]int32{}, sites: map[uint64]int32{}, bySlot: make([]int32, p.MethodSlots()),
	}
}

func (g *grouper) number(key groupKey, outside bool) int32 {
	n, ok := g.numbers[key]
	if !ok {
		n = int32(len(g.groups))
		g.numbers[key] = n
		g.groups = append(g.groups, group{key, outside})
	}
	return n
}

// frame returns the group of a frame; slot may be VMSlot. The BCI matters for sites only.
func (g *grouper) frame(slot int32, bci iprof.BCI) int32 {
	if slot == VMSlot {
		if g.vm == 0 {
			g.vm = g.number(groupKey{slot: VMSlot, name: VMFrame}, true) + 1
		}
		return g.vm - 1
	}
	if g.by == BySite {
		key := uint64(slot)<<32 | uint64(uint32(bci))
		n, ok := g.sites[key]
		if !ok {
			_, listed := g.p.MethodAt(int(slot))
			n = int32(len(g.groups))
			g.sites[key] = n
			g.groups = append(g.groups, group{groupKey{slot: slot, bci: bci}, !listed})
		}
		return n
	}
	if g.bySlot[slot] == 0 {
		_, listed := g.p.MethodAt(int(slot))
		key := groupKey{slot: slot}
		outside := !listed
		if g.by != ByMethod && g.by != ByRoot {
			key.slot = noSlot
			key.name, outside = g.nameOf(int(slot), listed)
		}
		g.bySlot[slot] = g.number(key, outside) + 1
	}
	return g.bySlot[slot] - 1
}

// nameOf returns the name of a method's class, package or whatever the rows stand for, and whether it is outside of
// what has a name.
func (g *grouper) nameOf(slot int, listed bool) (string, bool) {
	m, _ := g.p.MethodAt(slot)
	switch {
	case g.by == ByPattern:
		found := g.pattern.FindStringSubmatch(g.names.InStyle(slot))
		if len(found) > 1 {
			found = found[1:]
		}
		if name := strings.Join(found, " "); strings.TrimSpace(name) != "" {
			return name, !listed
		}
		return noMatch, true
	case !listed && g.by == ByKind:
		return "<unknown>", true
	case !listed:
		return "<unknown " + g.by.column() + ">", true
	case g.by == ByKind:
		kind := g.names.Kind(slot)
		if kind == UnknownKind {
			return "<unknown>", true
		}
		return kind.String(), false
	case g.by == ByClass:
		_, known := g.p.Type(m.Declaring)
		return g.names.FullType(m.Declaring), !known
	}
	t, known := g.p.Type(m.Declaring)
	if !known {
		return "<unknown package>", true
	}
	class := javaType(t.Name)
	if g.names.opts.Normalize {
		class = NormalizeName(class)
	}
	if short := withoutPackage(class); len(short) < len(class) {
		return class[:len(class)-len(short)-1], false
	}
	return "<default package>", false
}

// name returns what a row is called.
func (g *grouper) name(of group) string {
	switch {
	case g.by == ByClass && g.names.opts.Apart && g.namesakes(of) > 1:
		return of.name
	case g.by == ByClass:
		return g.inStyle(of)
	}
	return g.called(of, g.names.Method)
}

// inStyle returns what regular expressions see of a group of frames, and what orders groups: of methods, [Names.InStyle],
// so that neither depends on whether they are told apart.
func (g *grouper) inStyle(of group) string {
	switch {
	case g.by == ByClass && g.names.opts.Style == ShortNames:
		return withoutPackage(of.name)
	case g.by == ByClass:
		return of.name
	}
	return g.called(of, g.names.InStyle)
}

// called names a group after its method.
func (g *grouper) called(of group, method func(slot int) string) string {
	switch {
	case of.name != "" || of.slot < 0:
		return of.name
	case g.by == BySite && of.bci < 0:
		return fmt.Sprintf("%s (%s)", method(int(of.slot)), of.bci)
	case g.by == BySite:
		return fmt.Sprintf("%s@%d", method(int(of.slot)), of.bci)
	}
	return method(int(of.slot))
}

// namesakes returns how many classes read as one does.
func (g *grouper) namesakes(of group) int {
	if g.alikeKnown < len(g.groups) {
		g.alike, g.alikeKnown = map[string]int{}, len(g.groups)
		for _, other := range g.groups {
			g.alike[g.inStyle(other)]++
		}
	}
	return g.alike[g.inStyle(of)]
}

// A groupedTree has the groups of a tree's frames: what oncePerStack takes, but for the values.
type groupedTree struct {
	parent []int32
	// group is that of the frame, which for sites is the caller's at the call site; of a frame that is not shown, that of
	// its caller. -1: nothing is shown up to there.
	group []int32
}

// tree groups the frames of a tree as a projection leaves them. Frames without any records of the metric below them that
// the projection keeps belong to no stack: alive is false for their nodes.
func (g *grouper) tree(t *iprof.Tree, pr *Projection, alive []bool) groupedTree {
	gt := groupedTree{make([]int32, t.Len()), make([]int32, t.Len())}
	slots := []int32(nil) // of frames, for sites
	if g.by == BySite {
		slots = make([]int32, t.Len())
	}
	for i, n := range t.All() {
		up := n.Parent
		gt.parent[i] = int32(up)
		inherited := int32(-1)
		if up != iprof.NoNode {
			inherited = gt.group[up]
		}
		gt.group[i] = inherited
		if !alive[i] {
			continue
		}
		slot := NoFrame
		if pr == nil {
			slot = int32(g.p.MethodSlot(n.Method))
		} else {
			slot = pr.Frame[i]
		}
		switch {
		case g.by == BySite:
			slots[i] = slot
			switch {
			case up == iprof.NoNode, g.entries && pr.hides(iprof.NodeID(i)): // nothing comes in here that counts
			case g.entries && pr.hides(up): // the site of a caller further out is another
				gt.group[i] = g.number(callersHidden, true)
			case slots[up] != NoFrame:
				gt.group[i] = g.frame(slots[up], n.Site)
			}
		case slot == NoFrame, g.by == ByRoot && inherited >= 0:
		default:
			gt.group[i] = g.frame(slot, 0)
		}
	}
	return gt
}

// alive tells which nodes have records in them or below that a projection keeps.
func alive(t *iprof.Tree, pr *Projection, records iter.Seq2[leafPlace, int64]) []bool {
	live := make([]bool, t.Len())
	for at := range records {
		if pr == nil || pr.Keep[at.node] {
			live[at.node] = true
		}
	}
	for i := t.Len() - 1; i >= 0; i-- {
		if live[i] {
			if up := t.Node(iprof.NodeID(i)).Parent; up != iprof.NoNode {
				live[up] = true
			}
		}
	}
	return live
}
