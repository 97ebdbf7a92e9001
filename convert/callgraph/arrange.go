package callgraph

import "slices"

// An arrangement is what is drawn of some ways: boxes, and the lines between them.
//
// Methods that call each other are one box. A method that is not one of the hottest, and has one way in and one way out, is no box, but
// part of a line.
type arrangement struct {
	groups []int32         // on the ways, in order of appearance
	index  map[int32]int32 // of a group in groups
	boxOf  []int32         // by index: the component that it is in
	sizes  []int32         // by component: groups in it
	boxes  []bool          // by component: it is drawn as a box
	hot    map[int32]bool  // groups
	lines  []wayLine
	shown  int // boxes
}

// A wayLine is a line from one box to another.
type wayLine struct {
	from, to int32   // components
	via      []int32 // groups between them, from the caller on
}

// call returns the last call of a line, as the components of caller and callee: entries, which may multiply on the way, are counted there.
func (l *wayLine) call(a *arrangement) [2]int32 {
	if n := len(l.via); n > 0 {
		return [2]int32{a.boxOf[a.index[l.via[n-1]]], l.to}
	}
	return [2]int32{l.from, l.to}
}

// arrange arranges the ways of the hottest groups.
func arrange(ways [][]int32) *arrangement {
	a := &arrangement{index: map[int32]int32{}, hot: map[int32]bool{}}
	var out [][]int32
	at := func(g int32) int32 {
		i, ok := a.index[g]
		if !ok {
			i = int32(len(a.groups))
			a.index[g] = i
			a.groups, out = append(a.groups, g), append(out, nil)
		}
		return i
	}
	seen := map[[2]int32]bool{}
	link := func(from, to int32) {
		if pair := [2]int32{from, to}; from != to && !seen[pair] {
			seen[pair] = true
			out[from] = append(out[from], to)
		}
	}
	for _, way := range ways {
		a.hot[way[0]] = true
		to := at(way[0])
		for _, g := range way[1:] {
			from := at(g)
			link(from, to)
			to = from
		}
	}
	var n int
	a.boxOf, n = cycles(out)
	a.sizes, a.boxes = make([]int32, n), make([]bool, n)
	for _, c := range a.boxOf {
		a.sizes[c]++
	}
	next := a.condense(out)
	in := make([]int, n)
	for _, targets := range next {
		for _, c := range targets {
			in[c]++
		}
	}
	for i, g := range a.groups {
		c := a.boxOf[i]
		if !a.boxes[c] && (a.hot[g] || a.sizes[c] > 1 || in[c] != 1 || len(next[c]) != 1) {
			a.boxes[c] = true
			a.shown++
		}
	}
	a.draw(next)
	return a
}

// components returns, for each of a number of groups, its component; -1 if the arrangement does not have the group.
func (a *arrangement) components(groups int) []int32 {
	all := slices.Repeat([]int32{-1}, groups)
	for i, g := range a.groups {
		all[g] = a.boxOf[i]
	}
	return all
}

// component returns the component of a group; -1 if the arrangement does not have it.
func (a *arrangement) component(group int32) int32 {
	if i, ok := a.index[group]; ok {
		return a.boxOf[i]
	}
	return -1
}

// recursive returns how many groups are in boxes of several.
func (a *arrangement) recursive() int {
	sum := 0
	for _, size := range a.sizes {
		if size > 1 {
			sum += int(size)
		}
	}
	return sum
}

// condense returns the calls between components, by caller, in order of appearance.
func (a *arrangement) condense(out [][]int32) [][]int32 {
	next := make([][]int32, len(a.sizes))
	seen := map[[2]int32]bool{}
	for i, targets := range out {
		for _, to := range targets {
			pair := [2]int32{a.boxOf[i], a.boxOf[to]}
			if pair[0] != pair[1] && !seen[pair] {
				seen[pair] = true
				next[pair[0]] = append(next[pair[0]], pair[1])
			}
		}
	}
	return next
}

// draw makes the lines.
func (a *arrangement) draw(next [][]int32) {
	only := make([]int32, len(a.sizes)) // by component: its only group
	for i, c := range a.boxOf {
		only[c] = a.groups[i]
	}
	for c, targets := range next {
		if !a.boxes[c] {
			continue
		}
		for _, to := range targets {
			line := wayLine{from: int32(c)}
			for !a.boxes[to] {
				line.via = append(line.via, only[to])
				to = next[to][0]
			}
			line.to = to
			a.lines = append(a.lines, line)
		}
	}
}
