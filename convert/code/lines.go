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

// LargestOf returns the largest count of places. A place with an unknown count may have more. Only exact counts and lower bounds make a lower
// bound: one that holds unless something is thrown may be any number below, as an upper bound may.
func LargestOf(places iter.Seq[*Place]) Execution {
	var usual Execution // the largest of the plain counts
	low, most := int64(0), int64(0)
	isOpen, anyMost := false, false // some place has no upper bound; some has only one
	for p := range places {
		switch e := p.Execution; e.Bound {
		case Exact, UnlessThrown:
			if usual.Bound == None || e.Count > usual.Count || e.Count == usual.Count && e.Bound == Exact {
				usual = e
			}
			if e.Bound == Exact {
				low = max(low, e.Count)
			}
		case AtLeast:
			low, isOpen = max(low, e.Count), true
		case AtMost:
			most, anyMost = max(most, e.Count), true
		default:
			isOpen = isOpen || p.Instruction >= 0
		}
	}
	switch {
	case !isOpen && usual.Bound != None && most <= usual.Count:
		return usual
	case low > 0: // also where the count is bounded on both sides
		return Execution{low, AtLeast}
	case !isOpen && anyMost:
		return Execution{most, AtMost}
	}
	return Execution{}
}

// SourceLine returns the text of a line of the source file; "" if it is unknown.
func (m *Method) SourceLine(number int) string {
	if number < 1 || number > len(m.SourceLines) {
		return ""
	}
	return m.SourceLines[number-1]
}
