package code

import (
	"cmp"
	"iter"
	"slices"
)

// A Line is a line of a method's source file, with its places.
type Line struct {
	Number    int       // 0: unknown
	Execution Execution // the maximum of its instructions
	Self      int64     // samples
	Total     int64     // samples in it and its callees, once per stack; only for methods of a [Listing]
	Places    []int     // indexes in Method.Places
}

// Lines returns the lines of a method, by number. Places without a line come first.
func (m *Method) Lines() []Line {
	byNumber := map[int]int{}
	var lines []Line
	for i := range m.Places {
		p := &m.Places[i]
		k, ok := byNumber[p.Line]
		if !ok {
			k = len(lines)
			byNumber[p.Line] = k
			line := Line{Number: p.Line, Total: m.lineTotals[p.Line]}
			if !m.HasLines() {
				line.Total = m.Total
			}
			lines = append(lines, line)
		}
		l := &lines[k]
		l.Places = append(l.Places, i)
		if p.Samples != nil {
			l.Self += p.Samples.Self
		}
	}
	for k := range lines {
		lines[k].Execution = m.Largest(lines[k].Places)
	}
	slices.SortFunc(lines, func(a, b Line) int { return cmp.Compare(a.Number, b.Number) })
	return lines
}

// Largest returns the largest count of some places, by their indexes. A place with an unknown count may have more.
func (m *Method) Largest(places []int) Execution {
	return LargestOf(func(yield func(*Place) bool) {
		for _, i := range places {
			if !yield(&m.Places[i]) {
				return
			}
		}
	})
}

// LargestOf returns the largest count of places. A place with an unknown count may have more.
func LargestOf(places iter.Seq[*Place]) Execution {
	var plain, atLeast, atMost Execution
	unknown := false
	for p := range places {
		e := p.Execution
		switch e.Bound {
		case Exact, UnlessThrown:
			if plain.Bound == None || e.Count > plain.Count || e.Count == plain.Count && e.Bound == Exact {
				plain = e
			}
		case AtLeast:
			atLeast = Execution{max(e.Count, atLeast.Count), AtLeast}
		case AtMost:
			atMost = Execution{max(e.Count, atMost.Count), AtMost}
		default:
			unknown = unknown || p.Instruction >= 0
		}
	}
	switch low := max(plain.Count, atLeast.Count); {
	case unknown && low == 0:
		return Execution{}
	case unknown, atLeast.Bound != None:
		return Execution{low, AtLeast}
	case atMost.Count <= plain.Count && plain.Bound != None:
		return plain
	case low > 0:
		return Execution{low, AtLeast}
	}
	return atMost
}

// SourceLine returns the text of a line of the source file; "" if it is unknown.
func (m *Method) SourceLine(number int) string {
	if number < 1 || number > len(m.SourceLines) {
		return ""
	}
	return m.SourceLines[number-1]
}
