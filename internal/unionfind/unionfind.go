// Package unionfind finds out which things are connected with each other, directly or through others, as connections are added.
package unionfind

// Parts are things, numbered from 0, in parts: those in one part are connected.
type Parts []int32 // by thing: another one of its part, or itself for the one that stands for the part

// New returns n parts of one thing each.
func New(n int) Parts {
	p := make(Parts, n)
	for i := range p {
		p[i] = int32(i)
	}
	return p
}

// Of returns the thing that stands for the part of a thing until parts are joined.
func (p Parts) Of(thing int32) int32 {
	for p[thing] != thing {
		p[thing] = p[p[thing]] // halves the way for the next time
		thing = p[thing]
	}
	return thing
}

// Join makes one part of those of two things. It reports whether they were two.
func (p Parts) Join(x, y int32) bool {
	x, y = p.Of(x), p.Of(y)
	p[x] = y
	return x != y
}

// Joined reports whether two things are in one part.
func (p Parts) Joined(x, y int32) bool { return p.Of(x) == p.Of(y) }
