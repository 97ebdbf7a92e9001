package callgraph

// A WayLine is a line of a graph of ways with all that is known of its call: see [Edge.Via] for which call that is.
type WayLine struct {
	From, To int32
	Via      []Node
	Beside   bool    // see [Edge.Beside]
	Through  bool    // through methods that are not drawn, in several ways
	Counts   []*Edge // by entries; none: only samples know the call
	Samples  *Edge   // nil: none
}

// WayLines returns the lines of a graph of ways, in order of their first edges.
func (g *Graph) WayLines() []WayLine {
	type key struct {
		from, to int32
		via      *Node // the first
		beside   bool
		through  bool
	}
	numbers := map[key]int{}
	var lines []WayLine
	for i := range g.Edges {
		e := &g.Edges[i]
		k := key{from: e.From, to: e.To, beside: e.Beside, through: e.Beside && e.Through}
		if len(e.Via) > 0 {
			k.via = &e.Via[0]
		}
		number, ok := numbers[k]
		if !ok {
			number = len(lines)
			numbers[k] = number
			lines = append(lines, WayLine{From: e.From, To: e.To, Via: e.Via, Beside: k.beside, Through: k.through})
		}
		if l := &lines[number]; e.Evidence == SampledEvidence {
			l.Samples = e
		} else {
			l.Counts = append(l.Counts, e)
		}
	}
	return lines
}
