package render

import (
	"fmt"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/callgraph"
)

// A drawnEdge is what becomes one line of the picture.
type drawnEdge struct {
	from, to int32 // from is -1 for a stub
	evidence callgraph.Evidence
	through  bool
	label    []string
	tooltip  []string
	share    float64 // of the whole that the evidence is of
	change   *callgraph.Change
	compared bool
}

// drawnEdges puts edges between the same two nodes together where there are many of them. Samples of a call that was
// inlined too are told by the line that says so.
func drawnEdges(g *callgraph.Graph) []drawnEdge {
	type pair struct{ from, to int32 }
	type between struct{ inlined, through, sampled, sampledThrough, unknown []*callgraph.Edge }
	pairs := map[pair]*between{}
	var order []pair
	for i := range g.Edges {
		e := &g.Edges[i]
		if g.By != convert.ByMethod && e.From == e.To {
			continue
		}
		p := pair{e.From, e.To}
		if pairs[p] == nil {
			pairs[p] = &between{}
			order = append(order, p)
		}
		b := pairs[p]
		switch {
		case e.Evidence == callgraph.UnknownEvidence:
			b.unknown = append(b.unknown, e)
		case e.Evidence == callgraph.InlinedEvidence && e.Through:
			b.through = append(b.through, e)
		case e.Evidence == callgraph.InlinedEvidence:
			b.inlined = append(b.inlined, e)
		case e.Through:
			b.sampledThrough = append(b.sampledThrough, e)
		default:
			b.sampled = append(b.sampled, e)
		}
	}
	var lines []drawnEdge
	for _, p := range order {
		b := pairs[p]
		from, to := "callers that are not known", g.Nodes[p.to].Full
		if p.from >= 0 {
			from = g.Nodes[p.from].Full
		}
		add := func(e *callgraph.Edge, label, tooltip []string, whole int64) {
			line := drawnEdge{
				from: p.from, to: p.to, evidence: e.Evidence, through: e.Through, label: label,
				tooltip: append([]string{from, "→ " + to}, tooltip...), share: shareOf(e.Count, whole),
				change: e.Change, compared: g.Base != nil,
			}
			if e.Change != nil {
				line.share = changedWidth(e.Change)
			}
			lines = append(lines, line)
		}
		var sampled []string // of an inlined pair
		for _, e := range b.sampled {
			sampled = append(sampled, edgeTooltip(e))
		}
		switch {
		case g.Base == nil && (len(b.inlined) > 2 || len(b.inlined) == 2 && p.from == p.to): // labels of loops would overlap
			sum := *b.inlined[0]
			var tooltip []string
			for i, e := range b.inlined {
				if i > 0 {
					sum.Count += e.Count
					sum.Known = sum.Known || e.Known
				}
				tooltip = append(tooltip, edgeTooltip(e))
			}
			add(&sum, []string{countText(&sum), fmt.Sprintf("at %d sites", len(b.inlined))}, append(tooltip, sampled...), g.Entries)
		default:
			for i, e := range b.inlined {
				tooltip := []string{edgeTooltip(e)}
				if i == 0 {
					tooltip = append(tooltip, sampled...)
				}
				add(e, edgeLabel(e), tooltip, g.Entries)
			}
		}
		// What is not inlined any more may still be called.
		if !slices.ContainsFunc(b.inlined, func(e *callgraph.Edge) bool { return e.Change == nil || !e.Change.Gone }) {
			for _, e := range b.sampled {
				add(e, edgeLabel(e), []string{edgeTooltip(e)}, g.Samples)
			}
		}
		for _, e := range b.through {
			add(e, edgeLabel(e), []string{edgeTooltip(e)}, g.Entries)
		}
		if len(b.inlined)+len(b.through) == 0 {
			for _, e := range b.sampledThrough {
				add(e, edgeLabel(e), []string{edgeTooltip(e)}, g.Samples)
			}
		}
		for _, e := range b.unknown {
			if g.Base != nil {
				add(e, changedEdgeLabel(e), []string{changedEdgeTooltip(e)}, g.Entries)
				continue
			}
			add(e, []string{shortCount(e.Count)}, []string{thousands(e.Count) + " entries as compilation root"}, g.Entries)
		}
	}
	return lines
}

// edgeLabel words an edge in short: 2.63M ×0.333, and @23 (cov 9%) below.
func edgeLabel(e *callgraph.Edge) []string {
	if e.Base != nil {
		return changedEdgeLabel(e)
	}
	if e.Evidence == callgraph.SampledEvidence {
		return []string{shortPlural(e.Count, "sample")}
	}
	first, second := countText(e), ""
	if f, ok := e.Frequency(); ok {
		first += " " + factor(f)
		if c, _ := e.Coverage(); c < 1 {
			second = " (cov " + coveragePercent(c) + ")"
		}
	}
	if e.SiteKnown {
		second = atBCI(e.Site) + second
	}
	if second == "" {
		return []string{first}
	}
	return []string{first, second}
}

// edgeTooltip words an edge in full.
func edgeTooltip(e *callgraph.Edge) string {
	if e.Base != nil {
		return changedEdgeTooltip(e)
	}
	var b strings.Builder
	if e.SiteKnown {
		b.WriteString(atBCI(e.Site) + ": ")
	}
	switch {
	case e.Evidence == callgraph.SampledEvidence:
		fmt.Fprintf(&b, "sampled, %s", shortPlural(e.Count, "sample"))
	case !e.Known:
		b.WriteString("inlined, count n/a")
	default:
		fmt.Fprintf(&b, "inlined, %s entries", thousands(e.Count))
	}
	if f, ok := e.Frequency(); ok {
		fmt.Fprintf(&b, ", %s per entry of the caller (%s of %s of its %s entries)", factor(f),
			thousands(e.MatchedCallee), thousands(e.MatchedCaller), thousands(e.CallerEntries))
	}
	if e.Through {
		b.WriteString(", through methods that are not shown")
	}
	return b.String()
}

func (d *dotWriter) edge(l drawnEdge) {
	color, style := dotInlined, "solid"
	switch {
	case l.evidence == callgraph.UnknownEvidence:
		color, style = dotUnknown, "dotted"
	case l.evidence == callgraph.SampledEvidence:
		color, style = dotSampled, "dashed"
	}
	if l.through {
		style = "dotted"
	}
	extra := ""
	if l.compared {
		color = dotDeltaLine[changeColor(l.change)]
		if l.change != nil && l.change.Gone {
			extra = ", arrowhead=empty"
		}
	}
	from, label := fmt.Sprintf("n%d", l.from), l.label
	if l.from < 0 {
		from, label = fmt.Sprintf("u%d", l.to), nil // the stub has it
		d.print("\t%s [shape=plain, style=\"\", fontsize=%d, fontcolor=\"%s\", label=%s, tooltip=%s]\n",
			from, edgeFontSize, dotFaint.light, quote(strings.Join(l.label, " ")), quoteTooltip(l.tooltip...))
	}
	d.arrow(arrow{from: from, to: fmt.Sprintf("n%d", l.to), style: style, color: color, share: l.share, label: label, tooltip: l.tooltip, extra: extra})
}
