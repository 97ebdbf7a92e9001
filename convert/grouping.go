package convert

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/internal/javaname"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A GroupBy is the grouping of rows in top.
type GroupBy int

// The groupings.
const (
	ByMethod  GroupBy = iota
	ByClass           // the class that declares the method
	ByPackage         // the package of that class
	ByKind            // the kind of code, see Kind
	ByRoot            // outermost frame: thread entry of sampled stacks, compilation root of inlining contexts
	BySite            // method and BCI; entries count for the call site that they come through
	ByLine            // line of the source file, within a method; entries as for BySite
	ByPattern         // what a regular expression matches in the method's name, see [Names.Matches]
)

// GroupBys are all groupings, in output order.
var GroupBys = []GroupBy{ByMethod, ByClass, ByPackage, ByKind, ByRoot, BySite, ByLine, ByPattern}

// String returns the user-visible name of the grouping.
func (g GroupBy) String() string {
	return words.Enum(g, "GroupBy", "method", "class", "package", "module-kind", "root", "site", "line", "regexp")
}

// Column returns the name of the column of groups.
func (g GroupBy) Column() string {
	return words.Enum(g, "GroupBy", "method", "class", "package", "kind", "root", "site", "line", "match")
}

// IsPlace reports whether groups are places within methods.
func (g GroupBy) IsPlace() bool { return g == BySite || g == ByLine }

// Plural names several groups.
func (g GroupBy) Plural() string {
	return words.Enum(g, "GroupBy", "methods", "classes", "packages", "kinds of code", "roots", "sites", "lines", "matches")
}

// Names of groups that are not named code.
const (
	UnknownCallers = "<callers unknown>"
	HiddenCaller   = "<hidden>" // the view or a filter does not show it
	NoMatch        = "<no match>"
	defaultPackage = "<default package>"
)

// A GroupKey identifies a group: by a method's slot and for sites a BCI, for lines the line; otherwise by name. Classes have their
// full names here, so that the groups do not depend on the style of names; the full name also pairs them with groups of other
// profiles. A class that is listed twice is one group.
type GroupKey struct {
	Slot int32     // VMSlot, or NoSlot
	BCI  iprof.BCI // for sites; for lines, the line, 0 if it is unknown
	Name string
}

// NoSlot is the slot of a group that is not a method's.
const NoSlot int32 = -3

// A Group is the frames that one row stands for.
type Group struct {
	GroupKey
	Outside bool // has no name in the profile, or is <VM>
}

// IsSummary reports whether the group is [VMFrame] or [OutsideFrame]: code that a view folds, which does not belong to any named
// group.
func (g Group) IsSummary() bool {
	return g.Outside && (g.Slot == VMSlot || g.Slot == NoSlot && g.Name == OutsideFrame)
}

// A Grouper assigns frames to groups, which it numbers in order of appearance.
type Grouper struct {
	Profile *iprof.Profile
	Names   *Names
	By      GroupBy
	pattern *regexp.Regexp
	Entries bool // values are charged to the call site that they come through

	// LineOf returns the source line of a BCI of a method, by its slot; 0: unknown. Only ByLine needs it.
	LineOf func(slot int32, bci iprof.BCI) int

	Groups  []Group
	Numbers map[GroupKey]int32 // number of groups with a name
	sites   map[uint64]int32   // by slot<<32 | BCI or line: the numbers of sites or lines; there are too many for a map of GroupKey
	bySlot  []int32            // group+1, for all groupings but places; 0: not known yet
	vm      int32              // group+1 of <VM>

	countByName map[string]int // number of classes with a short name
	counted     int            // the number of groups counted in alike
}

// NewGrouper returns a Grouper of the frames of p. Nil names mean full names. Pattern is for ByPattern only.
func NewGrouper(p *iprof.Profile, names *Names, by GroupBy, pattern *regexp.Regexp) *Grouper {
	return &Grouper{
		Profile: p, Names: names.OrDefault(p), By: by, pattern: pattern,
		Numbers: map[GroupKey]int32{}, sites: map[uint64]int32{}, bySlot: make([]int32, p.MethodSlots()),
	}
}

// Number returns the number of a group, new or not.
func (g *Grouper) Number(key GroupKey, outside bool) int32 {
	n, ok := g.Numbers[key]
	if !ok {
		n = int32(len(g.Groups))
		g.Numbers[key] = n
		g.Groups = append(g.Groups, Group{key, outside})
	}
	return n
}

// NumberOfOutside returns the group of [OutsideFrame].
func (g *Grouper) NumberOfOutside() int32 {
	return g.Number(GroupKey{Slot: NoSlot, Name: OutsideFrame}, true)
}

// NumberOfFrame returns the group of a frame; slot may be VMSlot. The BCI matters for places only.
func (g *Grouper) NumberOfFrame(slot int32, bci iprof.BCI) int32 {
	if slot == VMSlot {
		if g.vm == 0 {
			g.vm = g.Number(GroupKey{Slot: VMSlot, Name: VMFrame}, true) + 1
		}
		return g.vm - 1
	}
	if g.By.IsPlace() {
		if g.By == ByLine {
			bci = iprof.BCI(g.LineOf(slot, bci))
		}
		key := uint64(slot)<<32 | uint64(uint32(bci))
		n, ok := g.sites[key]
		if !ok {
			listed := int(slot) < g.Profile.Methods.Len()
			n = int32(len(g.Groups))
			g.sites[key] = n
			g.Groups = append(g.Groups, Group{GroupKey{Slot: slot, BCI: bci}, !listed})
		}
		return n
	}
	if g.bySlot[slot] == 0 {
		listed := int(slot) < g.Profile.Methods.Len()
		if g.By == ByMethod || g.By == ByRoot { // a slot is a group, which needs no map lookup
			g.Groups = append(g.Groups, Group{GroupKey{Slot: slot}, !listed})
			g.bySlot[slot] = int32(len(g.Groups))
		} else {
			name, outside := g.nameOf(int(slot), listed)
			g.bySlot[slot] = g.Number(GroupKey{Slot: NoSlot, Name: name}, outside) + 1
		}
	}
	return g.bySlot[slot] - 1
}

// nameOf returns the name of a method's group, and whether it is outside of the named code.
func (g *Grouper) nameOf(slot int, listed bool) (string, bool) {
	m, _ := g.Profile.MethodAt(slot)
	switch {
	case g.By == ByPattern:
		found := g.pattern.FindStringSubmatch(g.Names.PlainName(slot))
		if len(found) > 1 {
			found = found[1:]
		}
		if name := strings.Join(found, " "); strings.TrimSpace(name) != "" {
			return name, !listed
		}
		return NoMatch, true
	case !listed && g.By == ByKind:
		return "<unknown>", true
	case !listed:
		return g.unknown(), true
	case g.By == ByKind:
		kind := g.Names.Kind(slot)
		if kind == UnknownKind {
			return "<unknown>", true
		}
		return kind.NameIn(g.Profile.Origin()), false
	case m.Declaring == iprof.NoType:
		return g.groupOfFrame(slot)
	case g.By == ByClass:
		_, known := g.Profile.Type(m.Declaring)
		return g.Names.FullType(m.Declaring), !known
	}
	t, known := g.Profile.Type(m.Declaring)
	if !known {
		return g.unknown(), true
	}
	class := javaname.Type(javaname.EscapeHalves(t.Name))
	if g.Names.Options.Normalize {
		class = javaname.Normalize(class)
	}
	if short := javaname.WithoutPackage(class); len(short) < len(class) {
		return javaname.EscapeBracketed(class[:len(class)-len(short)-1]), false
	}
	return defaultPackage, false
}

// groupOfFrame returns the class or package of a method without a signature, as far as its name shows it, and whether it does not.
func (g *Grouper) groupOfFrame(slot int) (string, bool) {
	f, ok := javaname.ParseFrame(g.Names.fullMethod(slot))
	switch {
	case !ok:
		return g.unknown(), true
	case g.By == ByPackage && f.Package == "":
		return defaultPackage, false
	case g.By == ByPackage:
		return f.Package, false
	}
	return f.Class, false
}

// unknown returns the name of the group for frames without a group.
func (g *Grouper) unknown() string { return "<unknown " + g.By.Column() + ">" }

// Name returns the name of a row.
func (g *Grouper) Name(of Group) string {
	switch {
	case g.By == ByClass && g.Names.Options.Disambiguate && g.namesakes(of) > 1:
		return of.Name
	case g.By == ByClass:
		return g.StyleName(of)
	}
	return g.nameWith(of, g.Names.Method)
}

// StyleName returns the name by which groups are ordered: for methods, [Names.StyleName].
func (g *Grouper) StyleName(of Group) string {
	switch {
	case g.By == ByClass && g.Names.Options.Style == ShortNames:
		return javaname.WithoutPackage(of.Name)
	case g.By == ByClass:
		return of.Name
	}
	return g.nameWith(of, g.Names.StyleName)
}

// Matches reports for each group whether a pattern matches the group's full name or one of its methods, see [Names.Matches].
func (g *Grouper) Matches(re *regexp.Regexp) []bool {
	matched := make([]bool, len(g.Groups))
	matches := SlotMatcher(g.Names, re)
	for i, of := range g.Groups {
		matched[i] = of.Name != "" && re.MatchString(of.Name) || of.Slot >= 0 && matches(of.Slot)
	}
	for slot, group := range g.bySlot {
		if group > 0 && !matched[group-1] && g.Groups[group-1].Slot == NoSlot {
			matched[group-1] = matches(int32(slot))
		}
	}
	return matched
}

// MatchedName returns the name of a group that patterns are matched against, regardless of the style.
func (g *Grouper) MatchedName(re *regexp.Regexp, of Group) string {
	if of.Name != "" || of.Slot < 0 {
		return of.Name
	}
	return g.Names.MatchedName(re, int(of.Slot))
}

// nameWith names a group after its method.
func (g *Grouper) nameWith(of Group, method func(slot int) string) string {
	switch {
	case of.Name != "" || of.Slot < 0:
		return of.Name
	case g.By == BySite && of.BCI < 0:
		return fmt.Sprintf("%s (%s)", method(int(of.Slot)), of.BCI)
	case g.By == BySite:
		return fmt.Sprintf("%s@%d", method(int(of.Slot)), of.BCI)
	case g.By == ByLine && of.BCI > 0:
		return fmt.Sprintf("%s:%d", method(int(of.Slot)), of.BCI)
	}
	return method(int(of.Slot))
}

// namesakes returns how many classes have the same name in this style, including the class itself.
func (g *Grouper) namesakes(of Group) int {
	if g.counted < len(g.Groups) {
		g.countByName, g.counted = map[string]int{}, len(g.Groups)
		for _, other := range g.Groups {
			g.countByName[g.StyleName(other)]++
		}
	}
	return g.countByName[g.StyleName(of)]
}

// CallersUnknown is the group of the entries of compilation roots, by call site.
var CallersUnknown = GroupKey{Slot: NoSlot, Name: UnknownCallers}

// NumberOfRecord returns the group that a record's own value counts for, given the groups of its tree: the group of its frame, or
// with places its own place. Entries count for the call site that they come through.
func (g *Grouper) NumberOfRecord(t *iprof.Tree, gt GroupedTree, pr *Projection, at Leaf) int32 {
	switch node := t.Node(at.Node); {
	case g.By.IsPlace() && g.Entries && node.Parent == iprof.NoNode:
		return g.Number(CallersUnknown, true)
	case pr.IsOutside(at.Node):
		return g.NumberOfOutside()
	case g.By.IsPlace() && !g.Entries:
		slot := int32(g.Profile.MethodSlot(node.Method))
		if pr != nil {
			slot = pr.Frame[at.Node]
		}
		if slot != NoFrame {
			return g.NumberOfFrame(slot, at.BCI)
		}
	}
	return gt.Group[at.Node]
}

// A GroupedTree holds the groups of a tree's frames, as [OncePerStack] takes them.
type GroupedTree struct {
	Parent []int32
	// by node: the group of its frame, which for sites is the caller's at the call site; for a hidden frame, its caller's group.
	// -1: no frame is shown from the root to here.
	Group []int32
}

// Tree groups the frames of a tree as a projection shows them. Frames without kept records of the metric, in them or below, belong
// to no stack: alive is false for their nodes.
func (g *Grouper) Tree(t *iprof.Tree, pr *Projection, alive []bool) GroupedTree {
	gt := GroupedTree{make([]int32, t.Len()), make([]int32, t.Len())}
	slots := []int32(nil) // of frames, for places
	if g.By.IsPlace() {
		slots = make([]int32, t.Len())
	} else if g.By == ByMethod || g.By == ByRoot {
		g.Groups = slices.Grow(g.Groups, min(t.Len(), len(g.bySlot)))
	}
	for i, n := range t.All() {
		up := n.Parent
		gt.Parent[i] = int32(up)
		inherited := int32(-1)
		if up != iprof.NoNode {
			inherited = gt.Group[up]
		}
		gt.Group[i] = inherited
		if !alive[i] {
			continue
		}
		slot := NoFrame
		if pr == nil {
			slot = int32(g.Profile.MethodSlot(n.Method))
		} else {
			slot = pr.Frame[i]
		}
		switch {
		case g.By.IsPlace():
			slots[i] = slot
			switch {
			case up == iprof.NoNode, g.Entries && pr.Hides(iprof.NodeID(i)): // nothing comes in here that counts
			case g.Entries && pr.Hides(up): // the site of a caller further out is another
				gt.Group[i] = g.Number(GroupKey{Slot: NoSlot, Name: HiddenCaller}, true) // of methods inlined into hidden frames without a visible caller
			case slots[up] != NoFrame:
				gt.Group[i] = g.NumberOfFrame(slots[up], n.Site)
			}
		case slot == NoFrame, g.By == ByRoot && inherited >= 0:
		default:
			gt.Group[i] = g.NumberOfFrame(slot, 0)
		}
	}
	return gt
}
