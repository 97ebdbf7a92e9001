package callgrind

import (
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/exchange"
	"github.com/iprof-viz/iprof-viz/internal/recursion"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A shownTree has the frames of a tree that a projection shows, by node.
type shownTree struct {
	model    *model
	tree     *iprof.Tree
	pr       *convert.Projection
	function []int32     // -1: not shown
	caller   []int32     // the node of the closest frame above that is shown; -1: none
	site     []iprof.BCI // of the call in caller
	costs    [][]int64   // by event, then by node; nil: the tree does not count the event. Self costs, then inclusive ones
	scratch  []int64
}

func (m *model) show(t *iprof.Tree, pr *convert.Projection, metrics ...convert.Metric) *shownTree {
	n := t.Len()
	s := &shownTree{
		model: m, tree: t, pr: pr, function: make([]int32, n), caller: make([]int32, n), site: make([]iprof.BCI, n),
		costs: make([][]int64, len(m.events)), scratch: make([]int64, len(m.events)),
	}
	for _, metric := range metrics {
		if m.has(metric) {
			s.costs[m.column[metric]] = make([]int64, n)
		}
	}
	for i, node := range t.All() {
		frame := int32(m.profile.MethodSlot(node.Method))
		if pr != nil {
			frame = pr.Frame[i]
		}
		s.function[i], s.caller[i] = function(frame), -1
		switch up := node.Parent; {
		case up == iprof.NoNode:
		case s.function[up] >= 0:
			s.caller[i], s.site[i] = int32(up), node.Site
		default:
			s.caller[i], s.site[i] = s.caller[up], s.site[up]
		}
	}
	return s
}

// addSelf adds the counts of some metrics to the frames that show them.
func (s *shownTree) addSelf(metrics ...convert.Metric) {
	m := s.model
	var counted []convert.Metric
	for _, metric := range metrics {
		if m.has(metric) {
			counted = append(counted, metric)
		}
	}
	all := convert.NewContextCounts(m.profile, s.tree, counted...)
	var counts []convert.SiteCount
	for i := range s.tree.All() {
		record := all.First(iprof.NodeID(i))
		if record == 0 || s.pr != nil && !s.pr.Keep[i] {
			continue
		}
		counts = all.Append(counts[:0], record)
		for _, c := range counts {
			s.add(int32(i), c)
		}
	}
}

// add adds a count of a node.
func (s *shownTree) add(node int32, c convert.SiteCount) {
	m, event, at := s.model, s.model.column[c.Metric], node
	bci := c.BCI
	if s.function[node] < 0 {
		at, bci = s.caller[node], s.site[node]
	}
	if at < 0 { // outside the application
		m.addSelf(outsideFunction, 0, event, c.Count)
		m.addCost(m.edge(m.place(rootFunction, 0), outsideFunction), event, c.Count)
		return
	}
	m.addSelf(s.function[at], bci, event, c.Count)
	s.costs[event][at] += c.Count
	if c.Metric == convert.Branches && at == node && s.function[at] >= firstMethod {
		m.addJump(s.function[at], c)
	}
}

// addUp makes self costs inclusive.
func (s *shownTree) addUp() {
	for _, costs := range s.costs {
		for i := len(costs) - 1; i >= 0; i-- {
			if up := s.caller[i]; up >= 0 {
				costs[up] += costs[i]
			}
		}
	}
}

// of returns the inclusive costs of a node by event, until the next call, and whether any is not 0.
func (s *shownTree) of(node int32) (costs []int64, any bool) {
	for event, of := range s.costs {
		s.scratch[event] = 0
		if of != nil {
			s.scratch[event] = of[node]
			any = any || of[node] > 0
		}
	}
	return s.scratch, any
}

// addCalls adds the call of each node with its inclusive costs and, if it is counted, how often it was made. Roots are for the caller
// of the function, if it says so.
func (s *shownTree) addCalls(counts []int64, root func(node int32, costs []int64) bool) {
	m := s.model
	outermost := recursion.Outermost(s.caller, s.function, m.profile.MethodSlots()+int(firstMethod))
	for i, callee := range s.function {
		node := int32(i)
		if callee < 0 {
			continue
		}
		costs, any := s.of(node)
		counted := counts != nil && counts[i] > 0
		if !any && !counted || s.caller[i] < 0 && root != nil && root(node, costs) {
			continue
		}
		place := m.place(rootFunction, 0)
		if up := s.caller[i]; up >= 0 {
			place = m.place(s.function[up], s.site[i])
		}
		edge := m.edge(place, callee)
		if counted {
			m.counts[edge] += counts[i]
		}
		m.seen[edge] = m.seen[edge] || any
		if !outermost[i] {
			continue
		}
		for event, cost := range costs {
			m.addCost(edge, event, cost)
		}
	}
}

// addStacks adds the samples.
func (m *model) addStacks(pr *convert.Projection) {
	s := m.show(m.profile.Stacks, pr, convert.Samples)
	s.addSelf(convert.Samples)
	s.addUp()
	s.addCalls(nil, nil)
}

// addContexts adds what was counted in inlining contexts, and how often calls were made.
func (m *model) addContexts(pr *convert.Projection) {
	p := m.profile
	metrics := []convert.Metric{convert.Calls, convert.Branches, convert.Receivers, convert.InstanceOf}
	s := m.show(p.Contexts, pr, metrics...)
	s.addSelf(metrics...)
	s.addUp()
	entries := make([]int64, p.Contexts.Len())
	for _, r := range p.Calls.All() {
		if pr == nil || pr.Keep[r.Node] {
			entries[r.Node] += r.Value
		}
	}
	frames := exchange.Frames(p, pr)
	s.addCalls(entries, func(node int32, costs []int64) bool {
		at := s.function[node]
		if at < firstMethod || m.opts.Complete == nil || entries[node] == 0 {
			return false
		}
		m.addRoot(root{at, costs, entries[node]}, m.opts.Complete[at-firstMethod], frames)
		return true
	})
}
