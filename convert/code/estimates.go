package code

// An estimate is an interval and a bound: Exact, None, or UnlessThrown, for which the upper end is the count.
type estimate struct {
	interval
	bound Bound
}

// plus adds the estimate of other contexts.
func (e estimate) plus(other estimate) estimate {
	s := estimate{interval{sum(e.lo, other.lo), sum(e.hi, other.hi)}, max(e.bound, other.bound)}
	if e.bound == None || other.bound == None {
		s.bound = None
	}
	return s
}

func (e estimate) execution() Execution {
	switch {
	case e.bound != None:
		return Execution{e.hi, e.bound}
	case e.lo > 0:
		return Execution{e.lo, AtLeast}
	case e.hi < unlimited:
		return Execution{e.hi, AtMost}
	}
	return Execution{}
}

// solve estimates the counts of nodes, after narrowKnown and setCalls.
func (f *flow) solve() []estimate {
	f.tighten()
	return f.estimates(f.withoutExceptions())
}

// estimates judges how sure the count of each node is.
func (f *flow) estimates(normally *flow) []estimate {
	normal := f.reachedNormally()
	estimates := make([]estimate, len(f.nodes))
	for v, c := range f.count {
		estimates[v].interval = c
		switch {
		case !f.known[v] && f.inContradiction(int32(v)):
			estimates[v].interval = interval{0, unlimited}
		case c.fixed():
			estimates[v].bound = Exact
		case !normal[v] && c.lo == 0:
			estimates[v].hi = unlimited // a handler without its own count: any number below its block's count means nothing
		case normally.count[v] == interval{c.hi, c.hi} && !normally.inContradiction(int32(v)):
			estimates[v].bound = UnlessThrown
		}
	}
	return estimates
}

// reachedNormally returns the nodes that control reaches without an exception, from the entry or a node with a known count.
func (f *flow) reachedNormally() nodeSet {
	reached := make(nodeSet, len(f.nodes))
	reached[0] = true
	stack := []int32{0}
	for v, c := range f.count {
		if v > 0 && c.fixed() {
			reached[v] = true
			stack = append(stack, int32(v))
		}
	}
	for len(stack) > 0 {
		u := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, e := range f.nodes[u].out {
			if to := f.edges[e].to; to != leaves && !f.edges[e].exception && !reached[to] {
				reached[to] = true
				stack = append(stack, to)
			}
		}
	}
	return reached
}
