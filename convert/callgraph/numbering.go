package callgraph

// A numbering gives keys numbers from 0 on, as they come.
type numbering[K comparable] struct {
	of  map[K]int32
	all []K // by number
}

func (n *numbering[K]) number(k K) int32 {
	number, ok := n.of[k]
	if !ok {
		if n.of == nil {
			n.of = map[K]int32{}
		}
		number = int32(len(n.all))
		n.of[k] = number
		n.all = append(n.all, k)
	}
	return number
}
