package calls

// places are the places of keys in a list, in the order in which they were first asked for. The zero value is empty.
type places[K comparable] struct {
	keys []K
	at   map[K]int // once there are many
}

// reset drops all keys, for reuse of their memory.
func (p *places[K]) reset() { p.keys, p.at = p.keys[:0], nil }

// find returns the place of a key; false: it has none.
func (p *places[K]) find(key K) (place int, found bool) {
	if p.at != nil {
		place, found = p.at[key]
		return place, found
	}
	for i, k := range p.keys {
		if k == key {
			return i, true
		}
	}
	return 0, false
}

// has reports whether a key has a place.
func (p *places[K]) has(key K) bool {
	_, found := p.find(key)
	return found
}

// of returns the place of a key, and whether it is new.
func (p *places[K]) of(key K) (place int, isNew bool) {
	const few = 16 // are compared one by one, which is faster
	if place, found := p.find(key); found {
		return place, false
	}
	place = len(p.keys)
	p.keys = append(p.keys, key)
	switch {
	case p.at != nil:
		p.at[key] = place
	case len(p.keys) > few:
		p.at = make(map[K]int, 2*len(p.keys))
		for i, k := range p.keys {
			p.at[k] = i
		}
	}
	return place, true
}
