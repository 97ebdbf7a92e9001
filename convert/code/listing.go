package code

import (
	"bytes"
	"cmp"
	"errors"
	"regexp"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/classpath"
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/sites"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// ListOptions control [List]. The zero value lists all methods with records, without their bytecode.
type ListOptions struct {
	Filter convert.FilterOptions
	Unit   *regexp.Regexp // count only code inlined into matching compilation roots, or the roots themselves; nil: everything
	Limit  int            // maximum number of methods; 0: all

	// Hottest is the maximum total number of instructions of the listed methods. If it is set, only methods with bytecode are
	// listed: alternating between those with the most self samples and those with the most entries. 0: also list methods without
	// bytecode; only Limit counts. Of stacks with source lines, only methods with a source file are listed, and
	// Limit counts.
	Hottest int

	Class  Finder       // finds classes; nil: none
	Hints  Hints        // of calls, in the contexts that Filter keeps or in more; nil: none
	Source SourceFinder // finds their source files; nil: none

	// Charge fails if so many instructions are too many to list: it is called before any is solved. Nil: no limit.
	Charge func(instructions int64) error
}

// A SourceFinder returns the text of a class's source file, and the path of the file unless it is in an archive. The error is
// [classpath.ErrNotFound] if none.
type SourceFinder func(class *classfile.Class) (text []byte, path string, err error)

// A Listing is a list of methods with everything recorded in them.
type Listing struct {
	Names    *convert.Names
	View     convert.View
	Methods  []Method // by descending entries
	Matching int      // matching methods, including those beyond the limit

	WithoutCode int     // listed methods without a class file or without bytecode
	Problems    []error // errors of unreadable classes, deduplicated

	// Samples reports whether samples are available: they are not if Unit is set.
	Samples bool

	Tally convert.Tally // the part of the method entries that filters hide

	entered []bool // by slot: the method has entries as compilation root; nil: filters hide contexts, so that inlining is unknown
}

// CertainlyCalled reports whether a callee of a listed method was called at its site and not inlined there, in any context: samples
// have the call, no context has it inlined, and the callee counts entries of its own. Methods without counts, such as intrinsics, are
// no evidence.
func (l *Listing) CertainlyCalled(c sites.Callee) bool {
	return c.Slot >= 0 && c.Samples > 0 && c.Inlined.Contexts == 0 && l.entered != nil && l.entered[c.Slot]
}

// A Method is a method of a [Listing].
type Method struct {
	Slot    int32
	Entries Execution        // its entries
	Root    int64            // entries as compilation root
	Self    int64            // samples
	Total   int64            // samples in it and its callees, once per stack
	Class   *classfile.Class // nil: not found
	Code    *classfile.Code  // nil: no bytecode, or its class was not found

	// Recorded reports that the indexes of places are source lines, see Lines of [iprof.Origin]: there is no Code.
	Recorded bool

	Executions  *Executions // nil without Code
	Places      []Place     // each instruction, or without Code each BCI with records, in this order
	SourceLines []string    // the lines of the source file; nil: not found
	OtherSource bool        // the source file is of another version than the class, and not used

	lineTotals map[int]int64 // samples in a line and its callees, once per stack; only if HasLines
}

// HasLines reports whether places can have lines: with bytecode, or if the recorder has lines instead of indexes.
func (m *Method) HasLines() bool { return m.Code != nil || m.Recorded }

// A Place is a bytecode index of a method, with the counts there.
type Place struct {
	BCI         iprof.BCI
	Instruction int // index in Code.Instructions; -1: no instruction at the BCI, or no code
	Line        int // of the source file; 0: unknown
	Execution   Execution
	NotReturned Execution // executions that did not continue with the next instruction, or their minimum; None: none for sure
	LoopEnd               // of Branch

	Samples    *sites.SampleSite  // the following fields are nil without a record
	Branch     *sites.Conditional // also if the code has no branch there
	Receivers  *sites.TypeSite
	InstanceOf *sites.TypeSite
	Call       *sites.CallSite
}

// HasRecords reports whether the place itself has records.
func (p *Place) HasRecords() bool {
	return p.Samples != nil || p.Branch != nil || p.Receivers != nil || p.InstanceOf != nil || p.Call != nil
}

// List lists the methods whose names match; a nil pattern matches all that have records. Nil names means full names. The error is
// a [convert.NoMatchError] if nothing matches.
func List(p *iprof.Profile, names *convert.Names, pattern *regexp.Regexp, opts ListOptions) (*Listing, error) {
	names = names.OrDefault(p)
	if pattern == nil {
		pattern = regexp.MustCompile("")
	}
	l := &lister{p: p, names: names, opts: opts, listing: &Listing{Names: names, View: opts.Filter.View, Samples: opts.Unit == nil && p.Records(iprof.Samples) > 0}}
	l.sites = sites.Options{
		Metrics:  []convert.Metric{convert.Branches, convert.Receivers, convert.InstanceOf, convert.Calls, convert.Samples},
		Contexts: convert.Project(p, p.Contexts, names, opts.Filter), Stacks: convert.Project(p, p.Stacks, names, opts.Filter),
	}
	if opts.Filter == (convert.FilterOptions{View: opts.Filter.View}) && opts.Filter.View <= convert.ExpertView {
		l.listing.entered = enteredAsRoot(p)
	}
	l.listing.Tally = l.sites.Contexts.TallyOf(p, convert.Calls)
	if err := l.choose(pattern); err != nil {
		return nil, err
	}
	l.rank()
	if err := l.readCode(); err != nil {
		return nil, err
	}
	l.fill()
	return l.listing, nil
}

type lister struct {
	p       *iprof.Profile
	names   *convert.Names
	opts    ListOptions
	sites   sites.Options
	listing *Listing
	ranked  *sites.Sites    // the entries that methods were ranked by, if all methods are listed; otherwise nil
	seen    map[string]bool // texts of problems
}

// choose finds the matching methods with records that count, and limits the scope to them.
func (l *lister) choose(pattern *regexp.Regexp) error {
	p := l.p
	matches := convert.SlotMatcher(l.names, pattern)
	unit := l.units()
	if unit != nil && !slices.Contains(unit, true) {
		return convert.NewNoMatchError(l.opts.Unit, l.methodNames(), false)
	}
	chosen := make([]bool, p.MethodSlots())
	var hidden bool
	matching := 0
	scope := func(t *iprof.Tree, pr *convert.Projection, inUnit []bool) []bool {
		in := make([]bool, t.Len())
		for i, n := range t.All() {
			slot := int32(p.MethodSlot(n.Method))
			switch {
			case !matches(slot):
			case inUnit != nil && !inUnit[i], pr != nil && pr.Frame[i] < 0:
				hidden = true
			default:
				if !chosen[slot] {
					chosen[slot] = true
					matching++
				}
				in[i] = true
			}
		}
		return in
	}
	l.sites.Scope.Contexts = scope(p.Contexts, l.sites.Contexts, unit)
	if l.opts.Unit == nil {
		l.sites.Scope.Stacks = scope(p.Stacks, l.sites.Stacks, nil)
	} else {
		l.sites.Scope.Stacks = make([]bool, p.Stacks.Len())
	}
	l.listing.Matching, l.listing.Methods = matching, make([]Method, 0, matching)
	for slot, is := range chosen {
		if is {
			l.listing.Methods = append(l.listing.Methods, Method{Slot: int32(slot), Recorded: p.Origin().Lines})
		}
	}
	if matching > 0 {
		return nil
	}
	return convert.NewNoMatchError(pattern, l.methodNames(), hidden)
}

// methodNames returns the names of all methods with records.
func (l *lister) methodNames() []string {
	var all []string
	seen := make([]bool, l.p.MethodSlots())
	for _, t := range []*iprof.Tree{l.p.Contexts, l.p.Stacks} {
		for _, n := range t.All() {
			if slot := l.p.MethodSlot(n.Method); !seen[slot] {
				seen[slot] = true
				all = append(all, convert.SlotName(l.names, int32(slot)))
			}
		}
	}
	return all
}

// units returns, by node, whether its compilation root matches; nil: all match.
func (l *lister) units() []bool {
	if l.opts.Unit == nil {
		return nil
	}
	matches := convert.SlotMatcher(l.names, l.opts.Unit)
	in := make([]bool, l.p.Contexts.Len())
	for i, n := range l.p.Contexts.All() {
		if n.Parent == iprof.NoNode {
			in[i] = matches(int32(l.p.MethodSlot(n.Method)))
		} else {
			in[i] = in[n.Parent]
		}
	}
	return in
}

// rank sorts the methods by descending entries, and drops those beyond the limit.
func (l *lister) rank() {
	p := l.p
	entries, root := methodEntries(p, l.sites)
	self, total := l.samples()
	methods := l.listing.Methods
	for i := range methods {
		m := &methods[i]
		m.Entries, m.Root = entries[m.Slot], root[m.Slot]
		m.Self, m.Total = self[m.Slot], total[m.Slot]
	}
	slices.SortFunc(methods, func(a, b Method) int {
		order := cmp.Or(cmp.Compare(b.Entries.Count, a.Entries.Count), cmp.Compare(b.Total, a.Total))
		if order == 0 && l.names.PlainName(int(a.Slot)) == l.names.PlainName(int(b.Slot)) {
			order = cmp.Compare(l.objects(a.Slot), l.objects(b.Slot))
		}
		return l.names.OrByName(order, a.Slot, b.Slot)
	})
	l.realFirst(methods)
	switch {
	case l.opts.Hottest > 0:
		methods = l.hottest(methods)
	case l.opts.Limit == 0 || l.opts.Limit >= len(methods):
		return
	default:
		methods = methods[:l.opts.Limit]
	}
	l.listing.Methods = methods
	listed := make([]bool, p.MethodSlots())
	for i := range methods {
		listed[methods[i].Slot] = true
	}
	for i, n := range p.Contexts.All() {
		l.sites.Scope.Contexts[i] = l.sites.Scope.Contexts[i] && listed[p.MethodSlot(n.Method)]
	}
	for i, n := range p.Stacks.All() {
		l.sites.Scope.Stacks[i] = l.sites.Scope.Stacks[i] && listed[p.MethodSlot(n.Method)]
	}
}

// samples returns the samples of methods, by slot: in the method itself, and in stacks with the method.
func (l *lister) samples() (self, total []int64) {
	opts := l.sites
	all := l.opts.Limit == 0 && l.opts.Hottest == 0
	if !all {
		opts.Metrics = []convert.Metric{convert.Samples}
	}
	sites := sites.New(l.p, opts)
	if all {
		l.ranked = sites
	}
	self = make([]int64, l.p.MethodSlots())
	slots := make([]int32, len(sites.Samples.All))
	for i, x := range sites.Samples.All {
		self[x.Slot] += x.Self
		slots[i] = x.Slot
	}
	return self, sites.SampleTotals(slots, len(self))
}

// enteredAsRoot returns which methods, by slot, have entries as compilation root.
func enteredAsRoot(p *iprof.Profile) []bool {
	entered := make([]bool, p.MethodSlots())
	for n, v := range convert.Calls.Records(p) {
		if node := p.Contexts.Node(n); node.Parent == iprof.NoNode && v > 0 {
			entered[p.MethodSlot(node.Method)] = true
		}
	}
	return entered
}

// methodEntries returns the entries of methods, by slot, in total and as compilation roots.
func methodEntries(p *iprof.Profile, sites sites.Options) (all []Execution, root []int64) {
	all, root = make([]Execution, p.MethodSlots()), make([]int64, p.MethodSlots())
	entries := newEntryCounts(p)
	for i, n := range p.Contexts.All() {
		if !counts(sites, iprof.NodeID(i)) {
			continue
		}
		slot := p.MethodSlot(n.Method)
		e := &all[slot]
		e.Count = sum(e.Count, entries.count[i])
		switch {
		case !entries.known[i]:
			e.Bound = AtLeast
		case e.Bound == None:
			e.Bound = Exact
		}
		if n.Parent == iprof.NoNode {
			root[slot] = sum(root[slot], entries.count[i])
		}
	}
	for slot, e := range all {
		if e.Count == 0 && e.Bound == AtLeast {
			all[slot] = Execution{}
		}
	}
	return all, root
}

// readCode reads the code of the methods, as far as ranking them has not.
func (l *lister) readCode() error {
	instructions := int64(0)
	for i := range l.listing.Methods {
		m := &l.listing.Methods[i]
		if m.Code == nil && m.SourceLines == nil {
			l.problem(l.code(m))
		}
		if m.Recorded {
			continue
		}
		if m.Code == nil {
			l.listing.WithoutCode++
			continue
		}
		instructions += int64(len(m.Code.Instructions))
		if l.opts.Charge == nil {
			continue
		}
		if err := l.opts.Charge(instructions); err != nil {
			return err
		}
	}
	return nil
}

// fill fills in the methods.
func (l *lister) fill() {
	p := l.p
	sums := l.ranked
	if sums == nil {
		sums = sites.New(p, l.sites)
	}
	groups := newCounts(p, l.sites, l.opts.Class != nil)
	places := newPlaces(p, sums)
	methods := l.listing.Methods
	work := NewWork(p)
	for i := range methods {
		m := &methods[i]
		if m.Recorded {
			m.lines(places.of(m.Slot))
		} else if m.Code == nil {
			m.recorded(places.of(m.Slot), groups[m.Slot])
		} else {
			m.instructions(places.of(m.Slot), groups[m.Slot], l.opts.Hints, work)
		}
	}
	l.addLineTotals(sums)
}

// addLineTotals adds up the samples of the stacks that lines are in. Without code, lines are unknown: the whole method is treated
// as one.
func (l *lister) addLineTotals(sums *sites.Sites) {
	var lines convert.Keys // by the index of the method and the number of the line
	lineOf := map[*sites.SampleSite]int32{}
	for i := range l.listing.Methods {
		m := &l.listing.Methods[i]
		for k := range m.Places {
			p := &m.Places[k]
			if !m.HasLines() || p.Samples == nil {
				continue
			}
			lineOf[p.Samples] = lines.Number(convert.PlaceKey(int32(i), iprof.BCI(p.Line)))
		}
	}
	groups := make([]int32, len(sums.Samples.All))
	for i := range groups {
		groups[i] = -1
		if n, ok := lineOf[&sums.Samples.All[i]]; ok {
			groups[i] = n
		}
	}
	for n, total := range sums.SampleTotals(groups, len(lines.List)) {
		method, line := convert.SplitPlaceKey(lines.List[n])
		m := &l.listing.Methods[method]
		if m.lineTotals == nil {
			m.lineTotals = map[int]int64{}
		}
		m.lineTotals[int(line)] = total
	}
}

// hottest returns the methods for [ListOptions.Hottest]. Methods are sorted by entries.
func (l *lister) hottest(methods []Method) []Method {
	byEntries := make([]*Method, len(methods))
	for i := range methods {
		byEntries[i] = &methods[i]
	}
	bySamples := slices.Clone(byEntries)
	slices.SortStableFunc(bySamples, func(a, b *Method) int { return cmp.Or(cmp.Compare(b.Self, a.Self), cmp.Compare(b.Total, a.Total)) })
	var hot []Method
	tried := map[*Method]bool{}
	room := l.opts.Hottest
	try := func(m *Method) {
		if tried[m] || l.opts.Limit > 0 && len(hot) == l.opts.Limit {
			return
		}
		tried[m] = true
		l.problem(l.code(m))
		switch {
		case m.Recorded && m.SourceLines != nil:
			hot = append(hot, *m)
		case m.Code != nil && len(m.Code.Instructions) <= room:
			room -= len(m.Code.Instructions)
			hot = append(hot, *m)
		}
	}
	for i := range methods {
		if bySamples[i].Total > 0 {
			try(bySamples[i])
		}
		try(byEntries[i])
	}
	return hot
}

// problem records an error, without duplicates.
func (l *lister) problem(err error) {
	if err == nil || errors.Is(err, classpath.ErrNotFound) || l.seen[err.Error()] {
		return
	}
	if l.seen == nil {
		l.seen = map[string]bool{}
	}
	l.seen[err.Error()] = true
	l.listing.Problems = append(l.listing.Problems, err)
}

// code finds the bytecode and the source of a method.
func (l *lister) code(m *Method) error {
	if m.Recorded {
		return l.sourceOfFrame(m)
	}
	if l.opts.Class == nil {
		return nil
	}
	method, err := Find(l.p, int(m.Slot), l.opts.Class)
	if err != nil {
		return err
	}
	if m.Code, err = method.Code(); err != nil || m.Code == nil {
		return err
	}
	m.Class = method.Class()
	return l.readSource(m)
}

// readSource reads the source of a method's class, if there are sources.
func (l *lister) readSource(m *Method) error {
	if l.opts.Source == nil {
		return nil
	}
	text, _, err := l.opts.Source(m.Class)
	m.OtherSource = errors.Is(err, classpath.ErrOtherVersion)
	if err != nil {
		return err
	}
	m.SourceLines = SplitLines(text)
	return nil
}

// SplitLines returns the lines of a source file, as valid UTF-8.
func SplitLines(text []byte) []string {
	text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
	return strings.Split(strings.ToValidUTF8(string(text), "\uFFFD"), "\n")
}
