// Package dot writes Graphviz's DOT language: boxes with bars and several lines, arrows, clusters. Names are quoted only here, so
// that nothing in a profile can become an attribute.
package dot

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/iprof-viz/iprof-viz/render/palette"
)

// Options are the options of graphs. The zero value is useful.
type Options struct {
	Title    string // "": the kind of graph
	Subtitle string // for example the name of the profile
	Slide    bool   // 16:9, with only as much as can be read from a distance
	Fewer    bool   // say in the legend that more nodes could be drawn
}

// Limits for layout engines, measured with Graphviz: edge labels cost most.
const (
	MaxEdgeLabels = 400  // with more, the numbers of edges are only in their tooltips
	manyNodes     = 600  // with more, the engine should search less for a good layout
	MaxNodes      = 1500 // with more, a layout is likely to take minutes
)

// A Writer writes a graph.
type Writer struct {
	B      *bufio.Writer // keeps the first error
	Labels bool          // edges have labels
	down   bool          // calls go down, not to the right
	Font   int           // for labels of edges, in points
}

func NewWriter(w io.Writer) *Writer {
	return &Writer{B: bufio.NewWriter(w), Labels: true, Font: edgeFontSize}
}

// Print writes formatted text. Errors are kept in B.
func (d *Writer) Print(format string, args ...any) { fmt.Fprintf(d.B, format, args...) }

// Begin writes the graph's attributes. The legend is an HTML-like label.
//
// It does not set pack=true, which makes Graphviz lose labels of edges.
func (d *Writer) Begin(nodes int, down bool, legend string) {
	d.down = down
	direction, nodesep, ranksep := "LR", 0.18, 0.5
	if down {
		direction, nodesep, ranksep = "TB", 0.16, 0.3
	}
	d.Print("digraph {\n")
	d.Print("\tgraph [rankdir=%s, nodesep=%v, ranksep=%v, compound=true, bgcolor=\"%s\", pad=0.2]\n", direction, nodesep, ranksep, palette.Background.Light)
	d.Print("\tgraph [fontname=\"%s\", fontsize=%d, fontcolor=\"%s\", labelloc=t, labeljust=l, label=<%s>]\n",
		fontName, NodeFontSize, palette.Text.Light, legend)
	if nodes > manyNodes {
		d.Print("\tgraph [nslimit=2, nslimit1=2, mclimit=0.3]\n")
	}
	d.Print("\tnode [shape=box, style=\"filled,rounded\", margin=\"0.1,0.05\", height=0.3, penwidth=1, color=\"%s\", fontname=\"%s\", fontsize=%d, fontcolor=\"%s\"]\n",
		palette.Outline.Light, fontName, NodeFontSize, palette.Text.Light)
	d.Print("\tedge [fontname=\"%s\", fontsize=%d, fontcolor=\"%s\", arrowsize=0.7]\n", fontName, d.Font, palette.Text.Light)
}

// BeginCluster begins the box around a compilation unit. The first lines are its name.
func (d *Writer) BeginCluster(i, nameLines int, lines, tooltip []string) {
	d.Print("\tsubgraph cluster_%d {\n", i)
	d.Print("\tgraph [style=\"filled,rounded\", fillcolor=\"%s\", color=\"%s\", penwidth=1.3, margin=10, labelloc=t, labeljust=l, fontsize=%d, class=\"name%d\", label=%s, tooltip=%s]\n",
		palette.UnitBox.Light, palette.UnitLine.Light, edgeFontSize, nameLines, quoteLines(lines...), QuoteTooltip(tooltip...))
}

// An Arrow is an edge as drawn.
type Arrow struct {
	From, To string // ids of nodes
	Style    string // "": solid
	Color    palette.Color
	Share    float64  // share of the total: the width of the line
	Label    []string // lines; without any, or if the first one is empty, there is no label
	Tooltip  []string
	Extra    string // additional attributes, each after a comma
}

// Arrow writes an edge.
func (d *Writer) Arrow(a Arrow) {
	d.Print("\t%s -> %s [", a.From, a.To)
	if a.Style != "" {
		d.Print("style=%s, ", a.Style)
	}
	tooltip := QuoteTooltip(a.Tooltip...)
	if a.From == a.To { // a large head would fill the loop
		d.Print("arrowsize=0.45, ")
	}
	d.Print("color=\"%s\", penwidth=%.2f, tooltip=%s%s", a.Color.Light, 1+3*math.Sqrt(math.Min(1, a.Share)), tooltip, a.Extra)
	if d.Labels && len(a.Label) > 0 && a.Label[0] != "" {
		// In the color of the line, as the labels of two that run side by side are beside both.
		d.Print(", fontcolor=\"%s\", label=%s, labeltooltip=%s", a.Color.Light, d.edgeLabel(a.Label...), tooltip)
	}
	d.Print("]\n")
}

// edgeLabel returns the label of an edge, at some distance from the line: to the left, or below.
func (d *Writer) edgeLabel(lines ...string) string {
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
