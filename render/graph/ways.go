package graph

import (
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/callgraph"
	"github.com/iprof-viz/iprof-viz/render/internal/fitname"
	"github.com/iprof-viz/iprof-viz/render/internal/numbers"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
)

// wayLines returns the lines of a graph of ways: one for all that is known of the calls from a box to the first method of a line.
func wayLines(g *callgraph.Graph) []drawnEdge {
	type key struct {
		from, to int32
		via      *callgraph.Node // the first
	}
	keyOf := func(e *callgraph.Edge) key {
		k := key{from: e.From, to: e.To}
		if len(e.Via) > 0 {
			k.via = &e.Via[0]
		}
		return k
	}
	of := map[key][]*callgraph.Edge{}
	var order []key
	for i := range g.Edges {
		k := keyOf(&g.Edges[i])
		if of[k] == nil {
			order = append(order, k)
		}
		of[k] = append(of[k], &g.Edges[i])
	}
	lines := make([]drawnEdge, 0, len(order))
	for _, k := range order {
		lines = append(lines, wayLine(g, of[k]))
	}
	weigh(lines)
	return lines
}

// weigh sets the weights of lines: layout engines keep heavy ones short and straight, so that the hottest way goes straight down.
func weigh(lines []drawnEdge) {
	const heaviest = 100
	most := 0.
	for _, l := range lines {
		most = max(most, l.share)
	}
	for i := range lines {
		lines[i].weight = 1
		if most > 0 {
			lines[i].weight += int(heaviest * lines[i].share / most)
		}
	}
}

// wayLine returns the line for the edges of one call. Its width is that of the metric.
func wayLine(g *callgraph.Graph, edges []*callgraph.Edge) drawnEdge {
	first := edges[0]
	line := drawnEdge{from: first.From, to: first.To, via: first.Via, way: true, evidence: first.Evidence}
	line.tooltip = []string{g.Nodes[first.From].Full}
	for i := range first.Via {
		if i == mostVia && len(first.Via) > mostVia+1 {
			line.tooltip = append(line.tooltip, "… "+numbers.Plural(len(first.Via)-i, "more method"))
			break
		}
		line.tooltip = append(line.tooltip, "→ "+first.Via[i].Full)
	}
	line.tooltip = append(line.tooltip, "→ "+g.Nodes[first.To].Full)
	var counts, samples []*callgraph.Edge
	for _, e := range edges {
		line.tooltip = append(line.tooltip, callerOf(g, e)+edgeTooltip(g, e))
		if e.Evidence == callgraph.SampledEvidence {
			samples = append(samples, e)
		} else {
			counts = append(counts, e)
		}
		if e.Evidence == callgraph.InlinedEvidence && len(e.Via) == 0 {
			line.inlined += e.Count
		}
	}
	switch {
	case len(samples) > 0 && (g.Metric == convert.Samples || len(counts) == 0):
		line.evidence, line.share = callgraph.SampledEvidence, numbers.ShareOf(samples[0].Count, g.Samples)
		line.label = []string{numbers.Percent(samples[0].Count, g.Samples)}
	default:
		sum := *counts[0]
		sum.Count, sum.Bound = sumOf(counts), boundOf(counts)
		if line.inlined < sum.Count-line.inlined && len(first.Via) == 0 {
			line.evidence = callgraph.CalledEvidence
		}
		line.share, line.label = numbers.ShareOf(sum.Count, g.Entries), []string{countShare(g, &sum)}
		switch {
		case len(first.Via) > 0:
		case len(counts) == 1:
			line.label = edgeLabel(g, counts[0])
		default:
			line.label = append(line.label, "at "+numbers.Plural(len(counts), "site"))
		}
	}
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

// viaLabel names the methods that a line passes: attribute +1.
func viaLabel(via []callgraph.Node) string {
	const width = 24
	name := fitname.ShortHashes(plaintext.Visible(via[0].Name))
	if i := strings.LastIndexByte(name, '.'); i >= 0 && !strings.Contains(name[i:], ">") {
		name = name[i+1:]
	}
	name = plaintext.CutMiddle(name, width)
	if more := len(via) - 1; more > 0 {
		name += numbers.ShortMore(more)
	}
	return name
}

// stagger lengthens lines to nodes that have no other caller, so that the many callees of a node are not all in one row: leaves in up to
// four rows, and others where a node has more than fit next to each other.
func stagger(nodes int, lines []drawnEdge) {
	const (
		rows = 4
		fit  = 5
	)
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
