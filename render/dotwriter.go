package render

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"slices"
)

// DOTOptions are the options of graphs. The zero value is useful.
type DOTOptions struct {
	Title    string // "": the kind of graph
	Subtitle string // such as the name of the profile
	Slide    bool   // 16:9, with only as much as can be read from a distance
	Fewer    bool   // say in the legend that more nodes could be drawn
}

// Limits for layout engines, measured with Graphviz: labels on edges cost most.
const (
	maxEdgeLabels = 400  // with more, the numbers of edges are in their tooltips only
	manyNodes     = 600  // with more, the engine is to search less for a good layout
	MaxNodes      = 1500 // with more, a layout is likely to take minutes
)

// A dotWriter writes a graph.
type dotWriter struct {
	b      *bufio.Writer // keeps the first error
	labels bool          // edges have labels
	down   bool          // calls go down, not to the right
	font   int           // of labels of edges, in points
}

func newDotWriter(w io.Writer) *dotWriter {
	return &dotWriter{b: bufio.NewWriter(w), labels: true, font: edgeFontSize}
}

func (d *dotWriter) print(format string, args ...any) { fmt.Fprintf(d.b, format, args...) }

// begin writes the graph's attributes. The legend is an HTML-like label.
//
// pack=true is not among them: it makes Graphviz lose labels of edges.
func (d *dotWriter) begin(nodes int, down bool, legend *dotLegend) {
	d.down = down
	direction, nodesep, ranksep := "LR", 0.18, 0.5
	if down {
		direction, nodesep, ranksep = "TB", 0.16, 0.3
	}
	d.print("digraph {\n")
	d.print("\tgraph [rankdir=%s, nodesep=%v, ranksep=%v, compound=true, bgcolor=\"%s\", pad=0.2]\n", direction, nodesep, ranksep, dotBackground.light)
	d.print("\tgraph [fontname=\"%s\", fontsize=%d, fontcolor=\"%s\", labelloc=t, labeljust=l, label=<%s>]\n",
		dotFont, nodeFontSize, dotText.light, legend.html())
	if nodes > manyNodes {
		d.print("\tgraph [nslimit=2, nslimit1=2, mclimit=0.3]\n")
	}
	d.print("\tnode [shape=box, style=\"filled,rounded\", margin=\"0.1,0.05\", height=0.3, penwidth=1, color=\"%s\", fontname=\"%s\", fontsize=%d, fontcolor=\"%s\"]\n",
		dotOutline.light, dotFont, nodeFontSize, dotText.light)
	d.print("\tedge [fontname=\"%s\", fontsize=%d, fontcolor=\"%s\", arrowsize=0.7]\n", dotFont, d.font, dotText.light)
}

// beginCluster begins the box around a compilation unit. The first lines are its name.
func (d *dotWriter) beginCluster(i, nameLines int, lines, tooltip []string) {
	d.print("\tsubgraph cluster_%d {\n", i)
	d.print("\tgraph [style=\"filled,rounded\", fillcolor=\"%s\", color=\"%s\", penwidth=1.3, margin=10, labelloc=t, labeljust=l, fontsize=%d, class=\"name%d\", label=%s, tooltip=%s]\n",
		dotUnitBox.light, dotUnitLine.light, edgeFontSize, nameLines, quoteLines(lines...), quoteTooltip(tooltip...))
}

// An arrow is an edge as it is drawn.
type arrow struct {
	from, to string // ids of nodes
	style    string // "": solid
	color    dotColor
	share    float64  // of the total: the width of the line
	label    []string // lines; none, or an empty first one: no label
	tooltip  []string
	extra    string // more attributes, each after a comma
}

func (d *dotWriter) arrow(a arrow) {
	d.print("\t%s -> %s [", a.from, a.to)
	if a.style != "" {
		d.print("style=%s, ", a.style)
	}
	tooltip := quoteTooltip(a.tooltip...)
	d.print("color=\"%s\", penwidth=%.2f, tooltip=%s%s", a.color.light, 1+3*math.Sqrt(math.Min(1, a.share)), tooltip, a.extra)
	if d.labels && len(a.label) > 0 && a.label[0] != "" {
		d.print(", label=%s, labeltooltip=%s", d.edgeLabel(a.label...), tooltip)
	}
	d.print("]\n")
}

// edgeLabel returns the label of an edge, with some distance to the line: to the left, or below.
func (d *dotWriter) edgeLabel(lines ...string) string {
	lines = slices.Clone(lines)
	if !d.down {
		lines = append(lines, "\u00a0")
	} else {
		for i := range lines {
			lines[i] = "\u00a0\u00a0" + lines[i]
		}
	}
	return quoteCentered(lines...)
}
