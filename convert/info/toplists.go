package info

import (
	"cmp"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/firstrows"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A row is a method, a site or a type of a TopList. Most are in no list that is shown, so they have no names yet.
type row struct {
	of       int32 // the slot of a method; the id of a type
	bci      iprof.BCI
	value    int64
	profiler int64  // part of value in the profiler's own runtime; for compilation roots
	own      *int64 // as in TopRow
}

// topLists returns the lists of a metric, given its sites and the entries.
func (s *summing) topLists(m convert.Metric, sites []siteCount) []TopList {
	switch m {
	case convert.Samples:
		return []TopList{s.topList(m, TopOutermost, s.outermost()), s.topList(m, TopSelf, s.leaves())}
	case convert.Calls:
		roots := s.topList(m, TopRoots, s.roots())
		if roots.Chosen != nil {
			roots.Chosen.Base = s.ofCalls().Base
		}
		return []TopList{roots}
	case convert.Monitors:
		byType := map[int32]int64{}
		for _, c := range s.profile.Monitors {
			byType[int32(c.Type)] += c.Count
		}
		rows := make([]row, 0, len(byType))
		for id, value := range byType {
			rows = append(rows, row{of: id, value: value})
		}
		return []TopList{s.topList(m, TopTypes, rows)}
	}
	rows := make([]row, len(sites))
	for i, site := range sites {
		rows[i] = row{of: site.Slot, bci: site.BCI, value: site.executions}
	}
	return []TopList{s.topList(m, TopSites, rows)}
}

// roots returns the compilation roots, one row per method, with the entries of all contexts below.
func (s *summing) roots() []row {
	p, e := s.profile, s.entries()
	inclusive := e.Inclusive(p)
	profiler := s.profilerEntries(e)
	n := 0
	for _, x := range p.Contexts.All() {
		if x.Parent == iprof.NoNode {
			n++
		}
	}
	rows := make([]row, 0, n)
	for i, n := range p.Contexts.All() {
		if n.Parent != iprof.NoNode {
			continue
		}
		r := row{of: int32(p.MethodSlot(n.Method)), value: inclusive[i]}
		if profiler != nil {
			r.profiler = profiler[i]
		}
		if e.Known[i] {
			r.own = &e.Count[i]
		}
		rows = append(rows, r)
	}
	return rows
}

// profilerEntries returns, by node, the inclusive entries of the profiler's own runtime; nil: there are none.
func (s *summing) profilerEntries(e *convert.Entries) []int64 {
	p, any := s.profile, false
	for slot, m := range e.Methods {
		any = any || m.Known() && s.names.Kind(slot) == convert.Profiler
	}
	if !any {
		return nil
	}
	profiler := make([]int64, p.Contexts.Len())
	for i := p.Contexts.Len() - 1; i >= 0; i-- {
		n := p.Contexts.Node(iprof.NodeID(i))
		if s.names.Kind(p.MethodSlot(n.Method)) == convert.Profiler {
			profiler[i] += e.Count[i]
		}
		if n.Parent != iprof.NoNode {
			profiler[n.Parent] += profiler[i]
		}
	}
	return profiler
}

// entered returns the methods with their entries in all contexts.
func (s *summing) entered() []row {
	methods := s.entries().Methods
	rows := make([]row, 0, len(methods))
	for slot, m := range methods {
		if m.Known() {
			rows = append(rows, row{of: int32(slot), value: m.Total()})
		}
	}
	return rows
}

// outermost returns the outermost frames of sampled stacks, with the samples of everything below.
func (s *summing) outermost() []row {
	stacks := s.profile.Stacks
	roots := make([]iprof.NodeID, stacks.Len())
	for i, n := range stacks.All() {
		roots[i] = iprof.NodeID(i)
		if n.Parent != iprof.NoNode {
			roots[i] = roots[n.Parent]
		}
	}
	return s.sampled(func(node iprof.NodeID) iprof.NodeID { return roots[node] })
}

// leaves returns the innermost frames of sampled stacks, by method.
func (s *summing) leaves() []row {
	return s.sampled(func(node iprof.NodeID) iprof.NodeID { return node })
}

// sampled makes a row of each method that has samples, given the node of their stack that they count for.
func (s *summing) sampled(nodeOf func(leaf iprof.NodeID) iprof.NodeID) []row {
	p := s.profile
	sums, has, n := make([]int64, p.MethodSlots()), make([]bool, p.MethodSlots()), 0
	for leaf, value := range convert.Samples.Records(p) {
		slot := p.MethodSlot(p.Stacks.Node(nodeOf(leaf)).Method)
		sums[slot] += value
		if !has[slot] {
			has[slot] = true
			n++
		}
	}
	rows := make([]row, 0, n)
	for slot, sum := range sums {
		if has[slot] {
			rows = append(rows, row{of: int32(slot), value: sum})
		}
	}
	return rows
}

// topList makes a list of rows, by descending count, then by id and BCI.
func (s *summing) topList(m convert.Metric, by TopBy, rows []row) TopList {
	list := TopList{Metric: m, By: by, Listed: len(rows)}
	for _, r := range rows {
		list.Total += r.value
	}
	var chosen []row
	if m != convert.Samples {
		list.Chosen, chosen = s.choose(by, rows)
	}
	list.Rows = s.first(by, rows)
	if list.Chosen != nil {
		list.Chosen.Rows = s.first(by, chosen)
	}
	return list
}

// first returns the first rows with their names. It sorts rows in place.
func (s *summing) first(by TopBy, rows []row) []TopRow {
	id := func(r row) int32 {
		if by == TopTypes {
			return r.of
		}
		return int32(s.profile.MethodIDAt(int(r.of)))
	}
	first := firstrows.Sort(rows, s.opts.Limit, func(a, b row) int {
		if byValue := cmp.Compare(b.value, a.value); byValue != 0 {
			return byValue
		}
		return cmp.Or(cmp.Compare(id(a), id(b)), cmp.Compare(a.bci, b.bci))
	})
	named := make([]TopRow, len(first))
	for i, r := range first {
		named[i] = TopRow{ID: id(r), BCI: r.bci, Value: r.value, Own: r.own}
		if by == TopTypes {
			named[i].Name = s.names.Type(iprof.TypeID(r.of))
		} else {
			named[i] = s.name(named[i], int(r.of))
		}
	}
	return named
}

// name names the method of a row, by its slot.
func (s *summing) name(r TopRow, slot int) TopRow {
	method, _ := s.profile.MethodAt(slot)
	r.Name, r.Signature = s.names.Method(slot), convert.JVMSignature(s.profile, method)
	return r
}

// choose returns the rows of application code that have a count or, if there are none, those of all code except the VM and the
// profiler. It returns nil if there are none, or if these are all rows and none is the profiler's own runtime.
func (s *summing) choose(by TopBy, rows []row) (*ChosenRows, []row) {
	kind := func(r row) convert.Kind {
		if by == TopTypes {
			return s.names.ClassKind(iprof.TypeID(r.of))
		}
		return s.names.Kind(int(r.of))
	}
	application, program := 0, 0 // rows
	var total, base int64
	for _, r := range rows {
		k := kind(r)
		total += r.value
		r.value -= r.profiler
		if k != convert.Profiler {
			base += r.value
		}
		switch {
		case r.value == 0:
		case k == convert.Application:
			application++
		case k != convert.NativeImage && k != convert.Profiler:
			program++
		}
	}
	chosen := &ChosenRows{Application: application > 0, Listed: cmp.Or(application, program), Base: base}
	if chosen.Listed == 0 || chosen.Listed == len(rows) && base == total {
		return nil, nil
	}
	kept := make([]row, 0, chosen.Listed)
	for _, r := range rows {
		r.value -= r.profiler
		k := kind(r)
		if r.value != 0 && (k == convert.Application || !chosen.Application && k != convert.NativeImage && k != convert.Profiler) {
			kept = append(kept, r)
		}
	}
	return chosen, kept
}
