package code

// sides are the two sides of each node: 2*node is where control comes from, 2*node+1 where it goes. Known counts divide them into
// independent regions. So a contradiction says nothing about the counts in other regions.
type sides struct{ parent []int32 }

// newSides returns the regions, given which counts are known: of edges, and by node.
func newSides(g *graph, taken []interval, known []bool) sides {
	s := sides{make([]int32, 2*len(g.nodes))}
	for i := range s.parent {
		s.parent[i] = int32(i)
	}
	for i, e := range g.edges {
		if e.to != leaves && !taken[i].fixed() {
			s.join(2*e.from+1, 2*e.to)
		}
	}
	for v := range g.nodes {
		if !known[v] {
			s.join(int32(2*v), int32(2*v+1))
		}
	}
	return s
}

func (s sides) join(a, b int32) { s.parent[s.region(a)] = s.region(b) }

// region returns the side that represents the region of a side.
func (s sides) region(side int32) int32 {
	for s.parent[side] != side {
		s.parent[side] = s.parent[s.parent[side]]
		side = s.parent[side]
	}
	return side
}
