package graph

import (
	"cmp"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/callgraph"
	"github.com/iprof-viz/iprof-viz/render/internal/fitname"
	"github.com/iprof-viz/iprof-viz/render/internal/numbers"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
)

// wayLines returns the lines of a graph of ways: one for all that is known of the calls from a box to the first method of a line.
func wayLines(g *callgraph.Graph) []drawnEdge {
	of := g.WayLines()
	lines := make([]drawnEdge, len(of))
	for i := range of {
		lines[i] = wayLine(g, &of[i])
	}
	lines = oneEach(lines)
	weigh(lines)
	loosenBack(len(g.Nodes), lines)
	return lines
}

// loosenBack makes lines beside ways loose that lead back up along ways: layout engines would turn ways upside down for them.
func loosenBack(nodes int, lines []drawnEdge) {
	below := make([][]int32, nodes)
	for _, l := range lines {
		if !l.beside {
			below[l.from] = append(below[l.from], l.to)
		}
	}
	for i := range lines {
		if !lines[i].beside {
			continue
		}
		seen, next := make([]bool, nodes), []int32{lines[i].to}
		for len(next) > 0 && !seen[lines[i].from] {
			at := next[len(next)-1]
			next = next[:len(next)-1]
			if !seen[at] {
				seen[at] = true
				next = append(next, below[at]...)
			}
		}
		lines[i].loose = seen[lines[i].from]
	}
}

// How many ways between two boxes the label of their line lists if all do not fit: of hot lines, and of others, whose labels would push
// rows of boxes apart.
const (
	mostWays      = 3
	mostLightWays = 1
)

// listedWays returns how many of the ways that a line stands for its label lists.
func listedWays(l *drawnEdge, all int) int {
	switch {
	case l.isHot():
		return min(mostWays, all)
	case all == 2: // "1 more" would take as much room
		return 2
	}
	return mostLightWays
}

// oneEach merges the lines between the same two boxes, which lead through different methods, into one that shows the value of each: two
// lines would run beside each other, with their labels on each other's. It is as wide as the heaviest, as a stack may have gone both ways.
func oneEach(lines []drawnEdge) []drawnEdge {
	type pair struct{ from, to int32 }
	ways := map[pair][]*drawnEdge{}
	var order []pair
	for i := range lines {
		of := pair{lines[i].from, lines[i].to}
		if ways[of] == nil {
			order = append(order, of)
		}
		ways[of] = append(ways[of], &lines[i])
	}
	merged := make([]drawnEdge, 0, len(order))
	for _, of := range order {
		all := ways[of]
		slices.SortStableFunc(all, func(a, b *drawnEdge) int { return cmp.Compare(b.share, a.share) })
		line := *all[0]
		if len(all) > 1 {
			line.label, line.tooltip, line.inlined, line.ways = nil, nil, 0, nil
			listed := listedWays(&line, len(all))
			for i, way := range all {
				if i < listed {
					line.label = append(line.label, strings.Join(way.label, " "))
				}
				line.tooltip, line.inlined = append(line.tooltip, way.tooltip...), line.inlined+way.inlined
				line.beside, line.ways = line.beside && way.beside, append(line.ways, way.ways...)
			}
			if more := len(all) - listed; more > 0 {
				line.label = append(line.label, numbers.MoreText(more))
			}
		}
		merged = append(merged, line)
	}
	return merged
}

// besideWeight is the weight of lines beside ways: many of them lead far down, and would pull all boxes apart.
const besideWeight = 0

// weigh sets the weights of lines: layout engines keep heavy ones short and straight, so that the hottest way goes straight down.
func weigh(lines []drawnEdge) {
	const heaviest = 100
	most := 0.
	for _, l := range lines {
		most = max(most, l.share)
	}
	for i := range lines {
		l := &lines[i]
		if l.weight = 1; l.beside {
			l.weight = besideWeight
		} else if most > 0 {
			l.weight += int(heaviest * l.share / most)
		}
	}
}

// wayLine returns the line for the edges of one call. Its width is that of the metric.
func wayLine(g *callgraph.Graph, of *callgraph.WayLine) drawnEdge {
	line := drawnEdge{from: of.From, to: of.To, via: of.Via, beside: of.Beside, through: of.Through, way: true}
	line.tooltip = []string{g.Nodes[of.From].Full}
	for i := range of.Via {
		if i == mostVia && len(of.Via) > mostVia+1 {
			line.tooltip = append(line.tooltip, "… "+numbers.Plural(len(of.Via)-i, "more method"))
			break
		}
		line.tooltip = append(line.tooltip, "→ "+of.Via[i].Full)
	}
	line.tooltip = append(line.tooltip, "→ "+g.Nodes[of.To].Full)
	named := len(line.tooltip)
	for _, e := range of.Counts {
		line.tooltip = append(line.tooltip, callerOf(g, e)+edgeTooltip(g, e))
		if e.Evidence == callgraph.InlinedEvidence {
			line.inlined += e.Count
		}
	}
	if of.Samples != nil {
		line.tooltip = append(line.tooltip, edgeTooltip(g, of.Samples))
	}
	switch {
	case of.Samples != nil && (g.Metric == convert.Samples || len(of.Counts) == 0):
		line.evidence, line.share = callgraph.SampledEvidence, numbers.ShareOf(of.Samples.Count, g.Samples)
		line.label = []string{numbers.Percent(of.Samples.Count, g.Samples)}
		if g.Metric != convert.Samples { // no count of calls, so it does not look like one
			line.inferred, line.label[0] = true, line.label[0]+" of samples"
		}
	default:
		sum := *of.Counts[0]
		sum.Count, sum.Bound = g.Sum(of.Counts)
		line.evidence = sum.Evidence
		if line.inlined < sum.Count-line.inlined && len(of.Via) == 0 {
			line.evidence = callgraph.CalledEvidence
		}
		line.share, line.label = numbers.ShareOf(sum.Count, g.Entries), []string{countShare(g, &sum)}
		switch {
		case len(of.Via) > 0:
		case len(of.Counts) == 1:
			line.label = edgeLabel(g, of.Counts[0])
		default:
			line.label = append(line.label, "at "+numbers.Plural(len(of.Counts), "site"))
		}
	}
	line.ways = []openedWay{{line.label[0], line.tooltip[named:], line.via}}
	if len(line.via) > 0 {
		line.label = append(line.label, viaLabel(line.via))
	}
	return line
}

// callerOf names the method of a call if it is not the box that the line begins at.
func callerOf(g *callgraph.Graph, e *callgraph.Edge) string {
	from := &g.Nodes[e.From]
	if !e.SiteKnown || from.Slot == e.Slot {
		return ""
	}
	for _, others := range [][]callgraph.Node{from.Members, e.Via} {
		for i := range others {
			if others[i].Slot == e.Slot {
				return others[i].Name + " "
			}
		}
	}
	return ""
}

// mostVia is the maximum number of methods of a line that its tooltip lists.
const mostVia = 20

// viaLabel names the methods that a line passes: Types.attribute +1. It has the class, as far as there is room: run alone says nothing.
func viaLabel(via []callgraph.Node) string {
	const width = 24
	more := ""
	if n := len(via) - 1; n > 0 {
		more = numbers.ShortMore(n)
	}
	name := fitname.Method(fitname.ShortHashes(plaintext.Visible(via[0].Name)), width-len(more))
	return strings.TrimPrefix(name, "….") + more // of which nothing is left of the class
}

// How many rows the callees of a node are spread over, and over how many in a graph that has many rows without: it is high enough.
const (
	spreadRows     = 5
	spreadRowsDeep = 3
	deep           = 9
)

// stagger lengthens lines to nodes that have no other caller, so that the many callees of a node are not all in one row: leaves in several
// rows, and others where a node has more than fit next to each other.
func stagger(nodes int, lines []drawnEdge) {
	const fit = 3
	rows := spreadRows
	if l := levels(nodes, linksOf(lines)); len(l) > 0 && slices.Max(l) >= deep {
		rows = spreadRowsDeep
	}
	in, out := make([]int, nodes), make([]int, nodes)
	for _, l := range lines {
		if l.from >= 0 && l.from != l.to {
			in[l.to]++
			out[l.from]++
		}
	}
	leaves, others := make([]int, nodes), make([]int, nodes) // by caller
	for i := range lines {
		l := &lines[i]
		switch {
		case l.from < 0 || l.from == l.to || in[l.to] != 1:
		case out[l.to] == 0:
			l.length = 1 + leaves[l.from]%rows
			leaves[l.from]++
		case out[l.from] > fit:
			l.length = 1 + others[l.from]*2%rows
			others[l.from]++
		}
	}
}
