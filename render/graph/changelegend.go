package graph

import (
	"fmt"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/callgraph"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/render/internal/numbers"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
	"github.com/iprof-viz/iprof-viz/render/palette"
)

// comparison describes the base and the changes.
func (l graphLegend) comparison(g *callgraph.Graph) {
	b := g.Base
	total, unit := b.Entries, convert.EntriesUnit
	if g.Metric == convert.Samples {
		total, unit = b.Samples, plaintext.Visible(g.SampleUnit)
	}
	l.Line(fmt.Sprintf("the base has %s %s", numbers.Thousands(total), unit))
	l.Line(g.ChangedNodes())
	for _, list := range [][]string{b.Notes, b.Caveats} {
		for _, note := range list {
			l.Line(note)
		}
	}
}

// callEachOther reports whether lines lead from a node to another and back. Unlike a graph of one profile, that of a comparison does not
// make one box of such nodes: each has its own change.
func callEachOther(nodes int, lines []drawnEdge) bool {
	in, below := make([]int, nodes), make([][]int32, nodes)
	for _, e := range lines {
		if e.from >= 0 && e.from != e.to {
			in[e.to]++
			below[e.from] = append(below[e.from], e.to)
		}
	}
	var next []int32
	for i, n := range in {
		if n == 0 {
			next = append(next, int32(i))
		}
	}
	passed := 0
	for ; len(next) > 0; passed++ {
		at := next[len(next)-1]
		next = next[:len(next)-1]
		for _, to := range below[at] {
			if in[to]--; in[to] == 0 {
				next = append(next, to)
			}
		}
	}
	return passed < nodes
}

// drawnChanges are the marks for changes in a picture.
type drawnChanges struct {
	steps                       [7]bool // colors used
	missing                     bool    // number of nodes that are not compared
	newNode, goneNode, goneLine bool
	points, factor              bool // in labels
	shares, samples             bool // what is compared
	atLeast, atMost             bool
}

func findDrawnChanges(g *callgraph.Graph, lines []drawnEdge) drawnChanges {
	var d drawnChanges
	look := func(c *callgraph.Change) {
		if c == nil || !c.Comparable {
			return
		}
		d.steps[changeColor(c)] = true
		d.samples, d.shares = d.samples || c.ByNumber, d.shares || !c.ByNumber
	}
	read := func(c *callgraph.Change, texts []string) {
		for _, text := range texts {
			d.points = d.points || strings.Contains(text, "points")
			d.factor = d.factor || c != nil && !c.ByNumber && strings.Contains(text, "×")
			d.atLeast = d.atLeast || strings.Contains(text, code.AtLeast.Mark())
			d.atMost = d.atMost || strings.Contains(text, code.AtMost.Mark())
		}
	}
	for i := range g.Nodes {
		c := g.Nodes[i].Change
		look(c)
		read(c, changedNumbers(g, &g.Nodes[i]))
		d.missing = d.missing || c == nil || !c.Comparable
		d.newNode = d.newNode || c != nil && c.New
		d.goneNode = d.goneNode || c != nil && c.Gone
	}
	for _, line := range lines {
		look(line.change)
		read(line.change, line.label)
		d.goneLine = d.goneLine || line.change != nil && line.change.Gone
	}
	return d
}

// changes explains the colors and marks of changes that are drawn.
func (l graphLegend) changes(d drawnChanges) {
	var colors []palette.Color
	var labels []string
	add := func(c palette.Color, label string) { colors, labels = append(colors, c), append(labels, label) }
	of := map[bool]string{false: "share ", true: "number "}[d.samples]
	if d.samples && d.shares {
		of = "" // the lines say of what
	}
	direction := of + "down " // of the first label of each direction
	for step, drawn := range d.steps {
		if step == palette.SameSwatch {
			direction = of + "up "
		}
		switch {
		case !drawn:
		case step == palette.SameSwatch:
			add(palette.Delta[step], deltaLabels[step])
		default:
			add(palette.Delta[step], direction+deltaLabels[step])
			direction = ""
		}
	}
	if d.missing {
		add(palette.NoCount, "not compared: a count is missing")
	}
	if colors != nil {
		l.Keep(func() { l.Swatches(colors, labels) })
	}

	var marks []string
	mark := func(drawn bool, text string) {
		if drawn {
			marks = append(marks, text)
		}
	}
	mark(d.newNode, "bold outline: new")
	mark(d.goneNode && d.goneLine, "dashed outline, open arrow: gone")
	mark(d.goneNode && !d.goneLine, "dashed outline: gone")
	mark(d.goneLine && !d.goneNode, "open arrow: gone")
	mark(d.samples, "numbers of samples are not normalized")
	mark(d.points, "points are of the share")
	mark(d.factor, "× is normalized for run length")
	if d.atLeast || d.atMost {
		var bounds []string
		if d.atLeast {
			bounds = append(bounds, code.AtLeast.Mark())
		}
		if d.atMost {
			bounds = append(bounds, code.AtMost.Mark())
		}
		marks = append(marks, strings.Join(bounds, ", ")+": contexts without a count are left out")
	}
	if marks != nil {
		l.Line(strings.Join(marks, "; "))
	}
}
