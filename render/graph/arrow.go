package graph

import (
	"fmt"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert/callgraph"
	"github.com/iprof-viz/iprof-viz/render/dot"
	"github.com/iprof-viz/iprof-viz/render/internal/numbers"
	"github.com/iprof-viz/iprof-viz/render/palette"
)

func (d graphWriter) edge(l drawnEdge, samples bool) {
	color, style := evidenceColor(l.evidence), "solid"
	switch l.evidence {
	case callgraph.UnknownEvidence:
		style = "dotted"
	case callgraph.SampledEvidence:
		style = "dashed"
	}
	if l.way {
		color, style = wayColor(&l, l.evidence == callgraph.SampledEvidence && samples), "solid"
	}
	width := l.share
	if l.inferred {
		width, style = 0, "dashed"
	}
	if len(l.via) > 0 {
		style = "dashed"
	}
	if l.through {
		style = "dotted"
	}
	extra := ""
	if l.compared {
		color = palette.DeltaLine[changeColor(l.change)]
		if l.change != nil && l.change.Gone {
			extra = ", arrowhead=empty"
		}
	}
	if l.evidence == callgraph.CalledEvidence && !l.through {
		extra += ", arrowhead=vee"
	}
	if l.way {
		extra += fmt.Sprintf(", weight=%d", l.weight)
	}
	if l.length > 1 {
		extra += fmt.Sprintf(", minlen=%d", l.length)
	}
	if l.loose {
		extra += ", constraint=false"
	}
	from, label := fmt.Sprintf("n%d", l.from), l.label
	if l.from < 0 {
		from, label = fmt.Sprintf("u%d", l.to), nil // the stub shows it
		d.Print("\t%s [shape=plain, style=\"\", fontsize=%d, fontcolor=\"%s\", label=%s, tooltip=%s]\n",
			from, d.Font, palette.Faint.Light, dot.Quote(strings.Join(l.label, " ")), dot.QuoteTooltip(l.tooltip...))
	}
	d.Arrow(dot.Arrow{From: from, To: fmt.Sprintf("n%d", l.to), Style: style, Color: color, Share: width, Label: label, Tooltip: l.tooltip, Extra: extra})
}

// slideLabel is the label of a line on a slide: its share of all or, in a comparison, the counts and the change.
func slideLabel(l drawnEdge) []string {
	if l.compared {
		return append(slices.Clone(l.label[:min(len(l.label), 1)]), changeLines(l.change)...)
	}
	if len(l.label) == 0 || l.label[0] == "n/a" {
		return l.label[:min(len(l.label), 1)]
	}
	if l.inferred {
		return l.label[:1]
	}
	return []string{numbers.Percent(l.share, 1)}
}

// A graphWriter writes a call graph or units.
type graphWriter struct{ *dot.Writer }

// hotLine is the share of all above which a line is red.
const hotLine = 0.1

// isHot reports whether a line has more than a tenth of the metric.
func (l *drawnEdge) isHot() bool { return l.share > hotLine && !l.inferred }

// wayColor returns the color of a line, by its share and its evidence, and whether it is hot.
func wayColor(l *drawnEdge, samples bool) palette.Color {
	switch {
	case l.isHot():
		return palette.HotLine
	case samples:
		return palette.Unknown
	}
	return evidenceColor(l.evidence)
}

// evidenceColor returns the color of lines of a kind of evidence.
func evidenceColor(e callgraph.Evidence) palette.Color {
	switch e {
	case callgraph.UnknownEvidence:
		return palette.Unknown
	case callgraph.CalledEvidence:
		return palette.Called
	case callgraph.SampledEvidence:
		return palette.Sampled
	}
	return palette.Inlined
}
