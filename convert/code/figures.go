package code

// A figure is an interval and a bound of Exact, UnlessThrown, for which the upper end is the count, or None.
type figure struct {
	interval
	bound Bound
}

// plus adds the count of other contexts.
func (f figure) plus(g figure) figure {
	s := figure{interval{sum(f.lo, g.lo), sum(f.hi, g.hi)}, max(f.bound, g.bound)}
	if f.bound == None || g.bound == None {
		s.bound = None
	}
	return s
}

func (f figure) execution() Execution {
	switch {
	case f.bound != None:
		return Execution{f.hi, f.bound}
	case f.lo > 0:
		return Execution{f.lo, AtLeast}
	case f.hi < unlimited:
		return Execution{f.hi, AtMost}
	}
	return Execution{}
}

// solve finds the numbers of nodes, after narrowKnown and setCalls.
func (f *flow) solve() []figure {
	f.tighten()
	return f.figures(f.withoutExceptions())
}

// figures judges how sure the count of each node is.
func (f *flow) figures(normally *flow) []figure {
	normal := f.reachedNormally()
	figures := make([]figure, len(f.nodes))
	for v, c := range f.count {
		figures[v].interval = c
		switch {
		case !f.known[v] && f.inContradiction(int32(v)):
			figures[v].interval = interval{0, unlimited}
		case c.fixed():
			figures[v].bound = Exact
		case !normal[v] && c.lo == 0:
			figures[v].hi = unlimited // a handler without its own count: any number below that of its block says nothing
		case normally.count[v] == interval{c.hi, c.hi} && !normally.inContradiction(int32(v)):
			figures[v].bound = UnlessThrown
		}
	}
	return figures
}

// reachedNormally returns the nodes that control reaches without an exception, from the entry or a node of known count.
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
