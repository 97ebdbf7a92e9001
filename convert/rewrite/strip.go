package rewrite

import (
	"maps"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/javaname"
	"github.com/iprof-viz/iprof-viz/internal/nearest"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// StripOptions choose the parts to remove from a profile. Unreferenced types and methods are always removed, with the zero value
// only these. Packages may end in . or .*, as com.example.* does.
//
// The rest is as recorded: no count is changed and no context truncated, but for samples that Profiler charges to callers, so that
// native-image finds nothing in it that did not happen. Removed counts are then unknown, which is not zero.
type StripOptions struct {
	// Keep are packages or classes: only records about their methods, and locks of their types, stay. A record is about the leaf of
	// its context; it keeps its callers, whatever their package, because they show where the leaf is. All records about a kept
	// method stay.
	Keep []string

	// Drop are packages or classes to remove completely: all records about their methods, about methods called from them or inlined
	// into them, about methods that native-image generated for them, and with their types. Types in the signatures of other methods
	// stay, because native-image would not recognize the methods without them: [Leftovers].
	Drop []string

	// Profiler removes the records of the profiler's own runtime, and of the methods that it called. Its samples are charged to the
	// method that it interrupted.
	Profiler bool
}

// A Stripped is a profile with parts removed.
type Stripped struct {
	Profile *iprof.Profile           // in canonical form
	Records [len(iprof.Sections)]int // removed, by section
	Moved   int                      // stacks whose samples are now charged to a caller
	Methods int                      // removed from the table
	Types   int                      // removed from the table
}

// Removed returns the number of removed records.
func (s *Stripped) Removed() int {
	sum := 0
	for _, n := range s.Records {
		sum += n
	}
	return sum
}

// Strip removes parts of a profile that others do not need.
func Strip(p *iprof.Profile, opts StripOptions) *Stripped {
	s := &stripper{profile: p, opts: opts, types: make([]recordRule, p.TypeSlots())}
	for slot := range s.types {
		t, listed := p.TypeAt(slot)
		s.types[slot] = opts.rule(t.Name, listed)
	}
	s.dropStubs()
	s.run()
	r := &Stripped{Profile: iprof.Canonical(s.b.Profile(), true), Moved: s.moved}
	for i, section := range iprof.Sections {
		r.Records[i] = s.dropped[section]
	}
	r.Methods, r.Types = p.Methods.Len()-r.Profile.Methods.Len(), p.Types.Len()-r.Profile.Types.Len()
	return r
}

// dropStubs drops the methods and classes that native-image generated for dropped classes and named after them.
func (s *stripper) dropStubs() {
	p := s.profile
	if len(s.opts.Drop) == 0 {
		return
	}
	targets := droppedTargets(p, func(slot int) bool { return s.types[slot].dropped })
	isDropped := func(name string) bool {
		stub, ok := asStub(name)
		return ok && targets[stub.key()]
	}
	for i, t := range p.Types.All() {
		_, element := javaname.ArrayOf(t.Name)
		_, class := splitClass(element)
		s.types[i].dropped = s.types[i].dropped || isDropped(class)
	}
	s.stubs = make([]bool, p.MethodSlots())
	for _, m := range p.Methods.All() {
		s.stubs[p.MethodSlot(m.ID)] = isDropped(m.Name)
	}
}

// A recordRule says which records about a class stay.
type recordRule struct {
	kept     bool // records about its methods stay
	dropped  bool // everything about it is removed
	profiler bool // it belongs to the profiler
}

func (opts *StripOptions) rule(name string, listed bool) recordRule {
	f := recordRule{kept: len(opts.Keep) == 0}
	if !listed {
		return f
	}
	within := func(pkg string) bool { return inPackageOrClass(name, pkg) }
	f.kept = f.kept || slices.ContainsFunc(opts.Keep, within)
	f.dropped = slices.ContainsFunc(opts.Drop, within)
	f.profiler = opts.Profiler && convert.KindOf(name) == convert.Profiler
	return f
}

// UnmatchedPackages returns the packages and classes, written as in [StripOptions], that no type of the profile belongs to.
func UnmatchedPackages(p *iprof.Profile, packages []string) []string {
	return slices.DeleteFunc(slices.Clone(packages), func(pkg string) bool {
		for _, t := range p.Types.All() {
			if inPackageOrClass(t.Name, pkg) {
				return true
			}
		}
		return false
	})
}

// NearPackages returns the classes and packages of a profile, three at most, with names most like some that [UnmatchedPackages] returns. Of
// a method, it is its class.
func NearPackages(p *iprof.Profile, typed []string) []string {
	known, classes := map[string]bool{}, map[string]bool{}
	for _, t := range p.Types.All() {
		name := javaname.Type(t.Name)
		if strings.HasSuffix(name, "[]") {
			continue
		}
		known[name], classes[name] = true, true
		if dot := strings.LastIndexByte(name, '.'); dot > 0 {
			known[name[:dot]] = true
		}
	}
	names := slices.Sorted(maps.Keys(known))
	var near []string
	for _, name := range typed {
		found := nearest.Names(name, names, 3)
		if class := name[:max(0, strings.LastIndexByte(name, '.'))]; classes[class] {
			found = []string{class}
		}
		for _, f := range found {
			if len(near) < 3 && !slices.Contains(near, f) {
				near = append(near, f)
			}
		}
	}
	return near
}

// inPackageOrClass reports whether a type is pkg, is nested in it, or is in that package or a subpackage. An array counts as its
// element type.
func inPackageOrClass(class, pkg string) bool {
	_, class = javaname.ArrayOf(class)
	pkg = trimPackage(pkg)
	return class == pkg || convert.InPackage(class, pkg) || len(class) > len(pkg) && class[:len(pkg)] == pkg && class[len(pkg)] == '$'
}

func trimPackage(pkg string) string { return strings.TrimSuffix(strings.TrimSuffix(pkg, ".*"), ".") }

// stripper builds b from p.
type stripper struct {
	profile *iprof.Profile
	opts    StripOptions
	types   []recordRule // by slot
	stubs   []bool       // by slot of a method: it is named after a dropped class; nil: none is
	b       *iprof.Builder
	dropped [len(iprof.Sections)]int
	moved   int
}

func (s *stripper) run() {
	p := s.profile
	s.b = iprof.NewBuilder(p.Version)
	for _, t := range p.Types.All() {
		s.b.AddType(t)
	}
	for _, m := range p.Methods.All() {
		s.b.AddMethod(m)
	}
	for _, section := range iprof.Sections {
		if p.Has(section) {
			s.b.Declare(section)
		}
	}
	// The sums are at most those of p, and its trees fit: nothing below can fail.
	same := func(id iprof.MethodID) iprof.MethodID { return id }
	contexts, _ := s.b.Contexts().AddTree(p.Contexts, same)
	stacks, _ := s.b.Stacks().AddTree(p.Stacks, same)

	stays := s.contexts()
	keep := func(section iprof.Section, ok bool) bool {
		if !ok {
			s.dropped[section]++
		}
		return ok
	}
	for _, r := range p.Calls.All() {
		if keep(iprof.Calls, stays[r.Node]) {
			s.b.AddCount(iprof.Calls, iprof.Count{Node: contexts[r.Node], BCI: r.BCI, Value: r.Value})
		}
	}
	var successors []iprof.Successor
	for _, r := range p.Conditionals.All() {
		if keep(iprof.Conditionals, stays[r.Node]) {
			successors = successors[:0]
			for _, out := range p.Successors(r) {
				successors = append(successors, out)
			}
			s.b.AddConditional(contexts[r.Node], r.BCI, successors)
		}
	}
	var types []iprof.TypeCount
	for _, section := range []iprof.Section{iprof.Receivers, iprof.InstanceOf} {
		list := &p.Receivers
		if section == iprof.InstanceOf {
			list = &p.InstanceOf
		}
		for _, r := range list.All() {
			types = types[:0]
			whole := true // without one of its types a record would give wrong shares
			for _, t := range p.TypeCounts(r) {
				types = append(types, t)
				whole = whole && !s.types[p.TypeSlot(t.Type)].dropped
			}
			if keep(section, stays[r.Node] && whole) {
				s.b.AddTypeProfile(section, contexts[r.Node], r.BCI, types)
			}
		}
	}
	for _, t := range p.Monitors {
		if f := s.types[p.TypeSlot(t.Type)]; keep(iprof.Monitors, f.kept && !f.dropped && !f.profiler) {
			s.b.AddMonitors([]iprof.TypeCount{t})
		}
	}
	s.samples(stacks)
}

// method returns the rule for a method, which is the rule for its class.
func (s *stripper) method(id iprof.MethodID) recordRule {
	m, ok := s.profile.Method(id)
	if !ok {
		return recordRule{kept: len(s.opts.Keep) == 0}
	}
	rule := s.types[s.profile.TypeSlot(m.Declaring)]
	rule.dropped = rule.dropped || s.stubs != nil && s.stubs[s.profile.MethodSlot(id)]
	return rule
}

// contexts reports, by node, whether records of inlining contexts stay.
func (s *stripper) contexts() []bool {
	clean := make([]bool, s.profile.Contexts.Len()) // no caller is dropped
	stays := make([]bool, s.profile.Contexts.Len())
	for i, n := range s.profile.Contexts.All() {
		f := s.method(n.Method)
		clean[i] = !f.dropped && !f.profiler && (n.Parent == iprof.NoNode || clean[n.Parent])
		stays[i] = clean[i] && f.kept
	}
	return stays
}

// samples adds the stacks that stay.
func (s *stripper) samples(stacks []iprof.NodeID) {
	p := s.profile
	// Where a stack enters the profiler: its outermost profiler frame.
	enters := make([]iprof.NodeID, p.Stacks.Len())
	clean := make([]bool, p.Stacks.Len())
	for i, n := range p.Stacks.All() {
		f := s.method(n.Method)
		enters[i], clean[i] = iprof.NoNode, !f.dropped
		if n.Parent != iprof.NoNode {
			enters[i] = enters[n.Parent]
			clean[i] = clean[i] && clean[n.Parent]
		}
		if f.profiler && enters[i] == iprof.NoNode {
			enters[i] = iprof.NodeID(i)
		}
	}
	for _, r := range p.Samples.All() {
		node, bci := r.Node, r.BCI
		if in := enters[node]; in != iprof.NoNode {
			n := p.Stacks.Node(in)
			node, bci = n.Parent, n.Site
		}
		if node == iprof.NoNode || !clean[node] || !s.method(p.Stacks.Node(node).Method).kept {
			s.dropped[iprof.Samples]++
			continue
		}
		if node != r.Node {
			s.moved++
		}
		s.b.AddCount(iprof.Samples, iprof.Count{Node: stacks[node], BCI: bci, Value: r.Value})
	}
}
