// Package unionfind finds out which things are connected with each other, directly or through others, as connections are added.
package unionfind

// Parts divide things, which are numbered from 0, into parts. Things are in the same part if they are connected.
type Parts []int32 // by thing: another thing of its part, or the thing itself if it represents the part

// New returns n parts of one thing each.
func New(n int) Parts {
	p := make(Parts, n)
	for i := range p {
		p[i] = int32(i)
	}
	return p
}

// Of returns the thing that represents the part of a thing. It may change when parts are joined.
func (p Parts) Of(thing int32) int32 {
	for p[thing] != thing {
		p[thing] = p[p[thing]] // path halving: later calls take fewer steps
		thing = p[thing]
	}
	return thing
}

// Join joins the parts of two things. It reports whether these were different parts.
func (p Parts) Join(x, y int32) bool {
	x, y = p.Of(x), p.Of(y)
	p[x] = y
	return x != y
}

// Joined reports whether two things are in the same part.
func (p Parts) Joined(x, y int32) bool { return p.Of(x) == p.Of(y) }
