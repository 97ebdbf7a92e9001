package code

// sides are the two sides of each node: 2*node is where control comes from, 2*node+1 where it goes. Known counts divide them
// into regions that tell nothing about each other. So a contradiction says nothing about the counts in other regions than its
// own.
type sides struct{ parent []int32 }

// newSides returns the regions between the counts that are known.
func newSides(f *flow) sides {
	s := sides{make([]int32, 2*len(f.nodes))}
	for i := range s.parent {
		s.parent[i] = int32(i)
	}
	for i, e := range f.edges {
		if e.to != leaves && !f.taken[i].fixed() {
			s.join(2*e.from+1, 2*e.to)
		}
	}
	for v := range f.nodes {
		if !f.known[v] {
			s.join(int32(2*v), int32(2*v+1))
		}
	}
	return s
}

func (s sides) join(a, b int32) { s.parent[s.region(a)] = s.region(b) }

// region returns one side that stands for all of a region.
func (s sides) region(side int32) int32 {
	for s.parent[side] != side {
		s.parent[side] = s.parent[s.parent[side]]
		side = s.parent[side]
	}
	return side
}
