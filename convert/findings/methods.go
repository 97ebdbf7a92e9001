package findings

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/application"
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/sites"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// notInlined finds application methods that are entered often but not inlined into the caller that, according to samples, makes
// most calls. Without samples, callers of compilation roots are unknown.
func (a *analysis) notInlined() {
	if a.metric != convert.Samples || a.entriesSum == 0 {
		return
	}
	scope := sites.MethodScope(a.profile, a.sampledCallers()...)
	list := sites.New(a.profile, sites.Options{Metrics: []convert.Metric{convert.Calls, convert.Samples}, Scope: scope}).Calls.All
	type edge struct {
		from sites.Site
		sites.Callee
	}
	edges := map[int32]edge{} // caller with the most samples, by callee
	var callees []int32
	for i := range list {
		for _, callee := range list[i].Callees {
			if callee.Samples == 0 || callee.Slot == list[i].Slot || a.names.Kind(int(callee.Slot)) != convert.Application {
				continue
			}
			best, seen := edges[callee.Slot]
			if !seen {
				callees = append(callees, callee.Slot)
			}
			if callee.Samples > best.Samples {
				edges[callee.Slot] = edge{list[i].Site, callee}
			}
		}
	}
	slices.Sort(callees)
	for _, slot := range callees {
		e, entries := edges[slot], a.entries.Methods[slot]
		if e.Inlined.Contexts > 0 || a.names.Kind(int(e.from.Slot)) == convert.NativeImage || a.ofEntries(convert.Calls, entries.Root) == nil {
			continue
		}
		if w := a.ofSamples(a.own[slot]); w != nil {
			command := []string{"list", a.patterns.of(e.from.Slot)} // has the site, among those where the method may be inlined
			if a.callStayed(e.from, slot) {
				command = append([]string{"calls", "--to", a.patterns.of(slot)}, a.opts.ClassPath...)
			}
			a.add(Finding{
				Kind:    NotInlined,
				Title:   "not inlined at its hottest call site",
				Weight:  w,
				Methods: []Method{a.methodAt(CalledBy, e.from)},
				Numbers: []Number{count("entries", entries.Total()), count("root_calls", entries.Root), count("inlined_calls", entries.Inlined), count("samples", e.Samples)},
			}, a.method(About, slot), slot, command)
		}
	}
}

// sampledCallers returns the methods that call the application's in stacks: most methods of a profile do not.
func (a *analysis) sampledCallers() []int32 {
	p, calls := a.profile, make([]bool, a.profile.MethodSlots())
	for _, n := range p.Stacks.All() {
		if n.Parent != iprof.NoNode && a.names.Kind(p.MethodSlot(n.Method)) == convert.Application {
			calls[p.MethodSlot(p.Stacks.Node(n.Parent).Method)] = true
		}
	}
	var slots []int32
	for slot, does := range calls {
		if does {
			slots = append(slots, int32(slot))
		}
	}
	return slots
}

// callStayed reports whether the class files show that a site calls a method and that some of the calls were not inlined.
func (a *analysis) callStayed(from sites.Site, callee int32) bool {
	if a.opts.Calls == nil || len(a.opts.ClassPath) == 0 {
		return false
	}
	for site, target := range a.opts.Calls.All() {
		if site.Slot == from.Slot && site.BCI == from.BCI && target.Callee.Slot == callee && target.Stayed.High > 0 {
			return true
		}
	}
	return false
}

// A tinyCall is a call site that calls a tiny method.
type tinyCall struct {
	site   *calls.Site
	target *calls.Target
	stayed int64
	bytes  int64
}

// tinyCalls finds methods with little code that were called often but not inlined there, by sites that call nothing else: a method's
// hottest call. Their share is one of method entries, as they are too short for samples.
func (a *analysis) tinyCalls() {
	g := a.opts.Calls
	if g == nil {
		return
	}
	at := map[int32]int{} // by callee
	var best []tinyCall
	var number []int64 // of sites that qualify as well
	for site, target := range g.All() {
		c := tinyCall{site, target, likelyCount(target.Stayed), g.CodeLength(target.Callee)}
		if !a.isTinyCall(c) {
			continue
		}
		i, seen := at[target.Callee.Slot]
		if !seen {
			i = len(best)
			at[target.Callee.Slot] = i
			best, number = append(best, c), append(number, 0)
		}
		number[i]++
		if c.stayed > best[i].stayed {
			best[i] = c
		}
	}
	for i, c := range best {
		slot := c.target.Callee.Slot
		a.add(Finding{
			Kind:    TinyCalls,
			Title:   "not inlined, " + words.Count(c.bytes, "byte") + " of code",
			Weight:  a.ofEntries(convert.Calls, c.stayed),
			Methods: []Method{a.methodAt(CalledBy, sites.Site{Slot: c.site.Slot, BCI: c.site.BCI})},
			Numbers: []Number{count("stayed", c.stayed), count("inlined", c.target.Inlined), count("code_bytes", c.bytes), count("sites", number[i])},
		}, a.method(About, slot), slot, append([]string{"calls", "--to", a.patterns.of(slot)}, a.opts.ClassPath...))
	}
}

// isTinyCall reports whether a call is one of a tiny method that is worth a look.
func (a *analysis) isTinyCall(c tinyCall) bool {
	callee := c.target.Callee
	if len(c.site.Targets) > 1 || callee.Slot < 0 || callee.Slot == c.site.Slot || c.bytes == 0 || c.bytes >= TinyCode {
		return false
	}
	if e := &a.opts.Calls.Entered[callee.Slot]; !e.Known || e.Early || e.Contradicts { // it may have been inlined after all
		return false
	}
	application, eligible := a.isOurs(callee.Slot)
	w := a.ofEntries(convert.Calls, c.stayed)
	return w != nil && eligible && a.isChangeable(c.site.Slot) && (application || w.Low >= OthersShare)
}

// likelyCount returns the count unless something was thrown on the way; otherwise the lower bound.
func likelyCount(c calls.Count) int64 {
	if c.Usual {
		return c.High
	}
	return c.Low
}

// forceInline finds methods that direct calls of the optimized image enter, so that the compiler could be told to inline them. Their share is one
// of method entries.
func (a *analysis) forceInline() {
	g := a.opts.Calls
	if g == nil || a.opts.Optimized == nil {
		return
	}
	changeable := func(site *calls.Site, target *calls.Target) bool {
		return target.Callee.Slot >= 0 && a.isChangeable(site.Slot)
	}
	for _, p := range a.opts.Optimized.ForceInline(g, changeable) {
		slot, n := p.Callee.Slot, p.Calls.Figure()
		w := a.ofEntries(convert.Calls, n)
		if application, eligible := a.isOurs(slot); w == nil || !eligible || !application && w.Low < OthersShare {
			continue
		}
		title := "still called in the optimized image"
		if bytes := g.CodeLength(p.Callee); bytes > 0 {
			title += ", " + words.Count(bytes, "byte") + " of code"
		}
		a.add(Finding{
			Kind:    ForceInline,
			Title:   title,
			Weight:  w,
			Methods: []Method{a.methodAt(CalledBy, sites.Site{Slot: p.Site.Slot, BCI: p.Site.BCI})},
			Numbers: []Number{count("calls", n), count("code_bytes", g.CodeLength(p.Callee)), count("sites", int64(p.Sites))},
		}, a.method(About, slot), slot, slices.Concat([]string{"calls", "--to", a.patterns.of(slot), "--missed"}, a.opts.Log, a.opts.ClassPath))
	}
}

// neverCounted finds methods with samples that no context mentions: application methods and their callees in other code.
func (a *analysis) neverCounted() {
	if a.metric != convert.Samples || a.profile.Contexts.Len() == 0 {
		return
	}
	counted := make([]bool, a.profile.MethodSlots())
	for _, n := range a.profile.Contexts.All() {
		counted[a.profile.MethodSlot(n.Method)] = true
	}
	values := map[int32]int64{}
	for node, n := range convert.Samples.Records(a.profile) {
		if app := a.innermost(a.profile.Stacks, node); app != convert.NoFrame && a.inChangeable(node) {
			values[app] += n
		}
	}
	for _, m := range application.NewBreakdown(a.profile, a.names, convert.Samples).Hottest(a.names, 0) {
		if w := a.ofSamples(values[m.Slot]); w != nil && !counted[m.Slot] {
			a.add(Finding{
				Kind:    NeverCounted,
				Title:   "sampled, but no call counts",
				Weight:  w,
				Numbers: []Number{count("samples", m.Value), count("own_samples", m.Own)},
			}, a.method(About, m.Slot), m.Slot, []string{"peek", "-m", "samples", a.patterns.of(m.Slot)})
		}
	}
}

// locks finds types whose objects are locked often.
func (a *analysis) locks() {
	taken := map[iprof.TypeID]int64{}
	for _, c := range a.profile.Monitors {
		taken[c.Type] += c.Count
	}
	for _, id := range hottest(taken, 0) {
		kind := a.names.ClassKind(id)
		if taken[id] < MinLocks || kind == convert.Profiler || kind == convert.NativeImage || kind == convert.UnknownKind {
			continue
		}
		if w := a.ofEntries(convert.Monitors, taken[id]); w != nil {
			a.addWhole(Finding{
				Kind:        Locks,
				Title:       words.Thousands(taken[id]) + " lock acquisitions",
				Subject:     a.names.Type(id),
				Application: kind == convert.Application,
				Weight:      w,
				Numbers:     []Number{count("count", taken[id])},
				Command:     []string{"monitors"},
			})
		}
	}
}

// uncountedPackages finds application packages with many methods in the file's table, none of which ever ran. If a file lists only
// methods with records, there is no evidence.
func (a *analysis) uncountedPackages() {
	type pkg struct{ listed, used int64 }
	packages := map[string]*pkg{}
	used := convert.ReferencedMethods(a.profile)
	group := convert.NewGrouper(a.profile, a.patterns.names, convert.ByPackage, nil)
	for slot := range a.profile.MethodSlots() {
		m, listed := a.profile.MethodHeadAt(slot)
		if !listed || m.Declaring == iprof.NoType || a.names.Kind(slot) != convert.Application {
			continue
		}
		name := group.Groups[group.NumberOfFrame(int32(slot), 0)].Name
		if packages[name] == nil {
			packages[name] = &pkg{}
		}
		packages[name].listed++
		if used[slot] {
			packages[name].used++
		}
	}
	uncounted := map[string]int64{}
	methods, counted := int64(0), int64(0)
	for name, p := range packages {
		switch {
		case p.used > 0:
			counted++
		case p.listed >= PackageMethods:
			uncounted[name] = p.listed
			methods += p.listed
		}
	}
	if len(uncounted) == 0 || counted == 0 {
		return
	}
	names := hottest(uncounted, 0)
	parts := Split{Of: "packages"}
	for _, name := range names {
		parts.List = append(parts.List, NamedCount{name, uncounted[name]})
	}
	f := Finding{
		Kind:        UncountedPackage,
		Title:       "package never executed",
		Subject:     names[0],
		Application: true,
		Numbers:     []Number{count("packages", int64(len(names))), count("methods", methods), count("counted_packages", counted)},
		Split:       parts,
		Command:     []string{"info", "-n", "0"}, // the command that lists them
	}
	if len(names) > 1 {
		f.Title = fmt.Sprintf("%s packages never executed, largest", words.Thousands(int64(len(names))))
	}
	a.addWhole(f)
}

// A libraryCall is a place in an application method that calls library code.
type libraryCall struct {
	site    sites.Site
	line    int             // 0: unknown
	samples int64           // in the code called, until it calls the application again
	callees map[int32]int64 // the same by the method called there
	own     map[int32]int64 // by the method that was executing
	places  map[iprof.BCI]int64
}

// A libraryPlace is a line of a method or, if that is unknown, a place.
type libraryPlace struct {
	slot int32
	line int
	bci  iprof.BCI // 0 with a line
}

// libraryCalls finds application methods whose calls of library code have many samples: the user cannot change that code, but can
// change the call. A method has one finding, about the line, or the place, with the most.
func (a *analysis) libraryCalls() {
	if a.metric != convert.Samples {
		return
	}
	stringBuilding := convert.SlotMatcher(a.patterns.names, stringPattern())
	byPlace := map[libraryPlace]*libraryCall{}
	for leaf, n := range convert.Samples.Leaves(a.profile) {
		a.addLibraryCall(byPlace, stringBuilding, leaf, n)
	}
	hottestOf := map[int32]*libraryCall{} // by method
	number := map[int32]int64{}           // of places in the method that qualify as well
	for _, c := range byPlace {
		if worthALook(a.ofSamples(c.samples), false) == nil { // which is library code
			continue
		}
		slot := c.site.Slot
		number[slot]++
		if best := hottestOf[slot]; best == nil || cmp.Or(cmp.Compare(c.samples, best.samples), cmp.Compare(best.site.BCI, c.site.BCI)) > 0 {
			hottestOf[slot] = c
		}
	}
	for _, slot := range slices.Sorted(maps.Keys(hottestOf)) {
		c := hottestOf[slot]
		parts := Split{Of: "methods"}
		for _, m := range hottest(c.own, 0) {
			parts.List = append(parts.List, NamedCount{a.names.Method(int(m)), c.own[m]})
		}
		about := a.method(About, slot)
		if c.line == 0 { // of a line, the samples are those of all its places
			c.site.BCI = hottest(c.places, 1)[0]
			about = a.methodAt(About, c.site)
		}
		w := a.ofSamples(c.samples)
		w.Line = c.line
		a.add(Finding{
			Kind:    LibraryCall,
			Title:   "library code called here",
			Weight:  w,
			Methods: []Method{a.method(Calls, hottest(c.callees, 1)[0])},
			Numbers: []Number{count("samples", c.samples), count("sites", number[slot])},
			Split:   parts,
		}, about, slot, []string{"peek", "-m", "samples", a.patterns.of(slot)})
	}
}

// addLibraryCall adds the samples of a stack to the innermost place in the application, if library code was executing there. Places on
// one line are one.
func (a *analysis) addLibraryCall(byPlace map[libraryPlace]*libraryCall, stringBuilding func(int32) bool, leaf convert.Leaf, n int64) {
	p := a.profile
	executing, _ := a.executing(leaf)
	if executing == convert.NoFrame || a.names.Kind(int(executing)) == convert.Application || !a.isChangeable(executing) {
		return
	}
	callee := convert.NoFrame
	bci := leaf.BCI
	for node := leaf.Node; node != iprof.NoNode; {
		of := p.Stacks.Node(node)
		slot := int32(p.MethodSlot(of.Method))
		if a.names.Kind(int(slot)) != convert.Application {
			callee, node, bci = slot, of.Parent, of.Site
			continue
		}
		if stringBuilding(callee) { // has a finding of its own
			return
		}
		key := libraryPlace{slot: slot, bci: bci}
		if p.Origin().Lines { // a place is a line
			key.line, key.bci = int(bci), 0
		} else if a.opts.Line != nil {
			if key.line = a.opts.Line(slot, bci); key.line > 0 {
				key.bci = 0
			}
		}
		c := byPlace[key]
		if c == nil {
			c = &libraryCall{site: sites.Site{Slot: slot, Context: iprof.NoNode, BCI: bci}, line: key.line, callees: map[int32]int64{}, own: map[int32]int64{}, places: map[iprof.BCI]int64{}}
			byPlace[key] = c
		}
		c.samples += n
		c.callees[callee] += n
		c.own[executing] += n
		c.places[bci] += n
		return
	}
}
