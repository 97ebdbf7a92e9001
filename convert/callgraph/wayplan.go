package callgraph

import "github.com/iprof-viz/iprof-viz/convert"

// A graph of ways also has a call of its methods that is on none of the heaviest ways, as readers take the callers in a picture for the
// only ones: at least drawnOfCallee of all calls of the method if its caller is on a way, too, or drawnOfAll of all calls.
const (
	drawnOfCallee = 0.1
	drawnOfAll    = 0.05
)

// isDrawn reports whether a graph of ways with both methods has a call. Whole is the value of the callee, and all that of the profile.
func (b *builder) isDrawn(value, whole, all int64) bool {
	v := float64(value)
	return v >= max(b.opts.EdgeFraction*float64(all), 1) && (v >= drawnOfCallee*float64(whole) || v >= drawnOfAll*float64(all))
}

// isHeavyCall reports whether a graph of ways with both methods has a call with a weight.
func (b *builder) isHeavyCall(to int32, weight int64) bool {
	return b.isDrawn(weight, b.whole(to), b.all())
}

// all returns the samples, or entries, of the profile.
func (b *builder) all() int64 {
	if b.metric == convert.Samples {
		return b.samples
	}
	return b.entries
}

// whole returns the total samples, or entries, of a group.
func (b *builder) whole(group int32) int64 {
	if b.metric == convert.Samples {
		return b.nodes[group].total
	}
	return b.nodes[group].entries.Total()
}

// A wayPlan is a choice of ways, with their arrangement.
type wayPlan struct {
	*wayFinder
	*arrangement
	ways   [][]int32
	linked map[[2]int32]bool // by caller and callee: a way has the call
	calls  *callsByCallee    // that are drawn
}

func (f *wayFinder) newPlan() *wayPlan {
	drawn := f.connectionsOf(nil, f.isHeavyCall)
	return &wayPlan{wayFinder: f, arrangement: arrange(nil), linked: map[[2]int32]bool{}, calls: newCallsByCallee(drawn, len(f.nodes))}
}

// add adds a way if there is room for its boxes. Unless recursion is true, it leaves out one that makes a box of several methods.
func (p *wayPlan) add(way []int32, recursion bool) bool {
	ways := append(p.ways, way)
	a := arrange(ways)
	p.steps -= 4 * len(a.groups)
	if p.opts.Nodes > 0 && a.shown > p.opts.Nodes && len(ways) > 1 || !recursion && a.recursive() > p.recursive() {
		return false
	}
	p.ways, p.arrangement = ways, a
	for i, from := range way[1:] {
		p.linked[[2]int32{from, way[i]}] = true
	}
	return true
}

// addCalls adds the calls of methods on ways that have at least a value. A caller that is on no way comes with its own to the root.
func (p *wayPlan) addCalls(minimum int64) {
	for i := 0; i < len(p.groups) && p.steps >= 0; i++ { // which may become more
		to := p.groups[i]
		p.steps--
		for c, ok := p.calls.take(to, minimum); ok; c, ok = p.calls.take(to, minimum) {
			switch {
			case p.linked[[2]int32{c.from, to}]:
			case p.component(c.from) >= 0:
				p.add([]int32{to, c.from}, false)
			case float64(c.weight) >= drawnOfAll*float64(p.all()):
				p.add(append([]int32{to}, p.way(c.from)...), false)
			}
		}
	}
}

// addCallsBetween adds the calls from one method on ways to another through methods that are on none.
func (p *wayPlan) addCallsBetween() {
	for _, c := range p.connections(p.drawn(), p.isHeavyCall) {
		if p.steps < 0 {
			break
		}
		if !p.linked[[2]int32{c.from, c.to}] {
			p.add(p.wayOf(&c), false)
		}
	}
}

// drawn reports by group whether a way has it.
func (p *wayPlan) drawn() []bool {
	drawn := make([]bool, len(p.nodes))
	for _, g := range p.groups {
		drawn[g] = true
	}
	return drawn
}
