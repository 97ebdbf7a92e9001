package graph

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"html"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/callgraph"
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/hierarchy"
	"github.com/iprof-viz/iprof-viz/convert/inlining"
	"github.com/iprof-viz/iprof-viz/convert/pattern"
	"github.com/iprof-viz/iprof-viz/internal/browsertest"
	"github.com/iprof-viz/iprof-viz/internal/testcolor"
	"github.com/iprof-viz/iprof-viz/internal/testmodel"
	"github.com/iprof-viz/iprof-viz/internal/testpath"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/internal/testsvg"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render/dot"
	"github.com/iprof-viz/iprof-viz/render/drawing"
	"github.com/iprof-viz/iprof-viz/render/inlinetree"
	"github.com/iprof-viz/iprof-viz/render/internal/fitname"
	"github.com/iprof-viz/iprof-viz/render/internal/numbers"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
	"github.com/iprof-viz/iprof-viz/render/palette"
)

// defaultGraph is the options of the command graph.
func defaultGraph(m convert.Metric) callgraph.Options {
	return callgraph.Options{
		Metric: m, Filter: convert.FilterOptions{View: convert.ExpertView}, Ways: true, Nodes: callgraph.DefaultBoxes, NodeFraction: callgraph.DefaultSelfShare, NoSampledSites: true,
	}
}

// allEdges is the options of graph --edges all.
func allEdges(m convert.Metric) callgraph.Options {
	return callgraph.Options{
		Metric: m, Filter: convert.FilterOptions{View: convert.ExpertView}, Nodes: 80, NodeFraction: 0.005, EdgeFraction: 0.001, NoSampledSites: true,
	}
}

type engineProfile struct {
	engine  string
	profile *iprof.Profile
}

var drawnDefaults = map[engineProfile]map[string]*drawing.Picture{}

// defaultPictures makes the pictures that the commands graph and inline draw of a profile by default, by name, once for all tests.
func defaultPictures(t *testing.T, e *drawing.Engine, p *iprof.Profile) map[string]*drawing.Picture {
	t.Helper()
	key := engineProfile{e.Path, p}
	if drawn := drawnDefaults[key]; drawn != nil {
		return drawn
	}
	drawnDefaults[key] = drawDefaults(t, e, p)
	return drawnDefaults[key]
}

func drawDefaults(t *testing.T, e *drawing.Engine, p *iprof.Profile) map[string]*drawing.Picture {
	t.Helper()
	pictures := map[string]*drawing.Picture{}
	draw := func(name string, parts drawing.Parts, dot func(*bytes.Buffer) error) {
		var b bytes.Buffer
		if err := dot(&b); err != nil {
			t.Fatal(err)
		}
		svg, err := e.Draw(b.Bytes(), "svg")
		if err != nil {
			t.Fatal(err)
		}
		if pictures[name], err = parts.Picture(svg); err != nil {
			t.Fatal(err)
		}
	}
	for _, m := range []convert.Metric{convert.Calls, convert.Samples} {
		if p.Total(iprof.Calls) == 0 && m == convert.Calls || p.Total(iprof.Samples) == 0 && m == convert.Samples {
			continue
		}
		for name, opts := range map[string]callgraph.Options{"graph by ": defaultGraph(m), "all edges by ": allEdges(m)} {
			g := graphOf(t, p, opts)
			draw(name+m.String(), PartsOf(g, dot.Options{}), func(b *bytes.Buffer) error { return DOT(b, g, dot.Options{}) })
		}
	}
	if p.Total(iprof.Calls) == 0 {
		return pictures
	}
	u := unitsOf(t, p, callgraph.UnitOptions{Filter: convert.FilterOptions{View: convert.ExpertView}, Units: 12, Nodes: 80, NodeFraction: 0.005})
	if tree := TreesOfUnits(u, dot.Options{}); tree != nil {
		pictures["units"], _ = tree.Picture()
	} else {
		draw("units", PartsOfUnits(u, dot.Options{}), func(b *bytes.Buffer) error { return UnitsDOT(b, u, dot.Options{}) })
	}
	in := testmodel.NewInlining(t, p, inlining.Options{Filter: convert.FilterOptions{View: convert.ExpertView}, Units: 5, MinShare: 0.01})
	if tree := inlinetree.TreesOf(in, inlinetree.DOTOptions{Sites: 3}); tree != nil {
		pictures["inlining"], _ = tree.Picture()
	} else {
		draw("inlining", inlinetree.PartsOf(in, dot.Options{}), func(b *bytes.Buffer) error { return inlinetree.DOT(b, in, inlinetree.DOTOptions{Sites: 3}) })
	}
	return pictures
}

// TestDefaultPictures: by default, no picture is wider than a page or much longer than wide, and nothing covers anything else.
func TestDefaultPictures(t *testing.T) {
	for engine, e := range engines(t) {
		for file, p := range pictured(t) {
			for name, pic := range defaultPictures(t, e, p) {
				where := engine + ": " + file + ", " + name
				if w := pic.Width * pic.Scale(); w > drawing.MostPixels+1 {
					t.Errorf("%s: %.0f pixels wide", where, w)
				}
				widest := 2.3
				if name == "units" || name == "inlining" { // trees in columns
					widest = 3
				}
				if a := pic.Width / pic.Height; pic.Width*dot.PixelsPerPoint > 1900 && (a < 0.45 || a > widest) {
					t.Errorf("%s: %.0f × %.0f", where, pic.Width, pic.Height)
				}
				checkCovering(t, where, pic)
			}
		}
	}
}

// TestHottestAreInPictures: the three methods with the highest self value, of all methods of a profile, have boxes in the graphs that SVG,
// page and PNG show, which has fewer boxes where its text would be too small: 25 at least.
func TestHottestAreInPictures(t *testing.T) {
	for file, p := range pictured(t) {
		for _, m := range []convert.Metric{convert.Calls, convert.Samples} {
			if p.Total(m.Section()) == 0 {
				continue
			}
			self := func(n *callgraph.Node) int64 {
				if m == convert.Samples {
					return n.Self
				}
				return n.Entries.Root + n.Entries.Inlined
			}
			all := graphOf(t, p, callgraph.Options{Metric: m, Filter: defaultGraph(m).Filter}).Nodes
			slices.SortStableFunc(all, func(a, b callgraph.Node) int { return cmp.Compare(self(&b), self(&a)) })
			for _, boxes := range []int{callgraph.DefaultBoxes, 25} {
				opts, drawn := defaultGraph(m), map[int32]bool{}
				opts.Nodes = boxes
				for _, n := range graphOf(t, p, opts).Nodes {
					drawn[n.Slot] = n.Members == nil
					for _, member := range n.Members {
						drawn[member.Slot] = true
					}
				}
				for i := range min(3, len(all)) {
					if n := &all[i]; self(n) > 0 && !drawn[n.Slot] && !slices.ContainsFunc(all[3:], func(other callgraph.Node) bool { return self(&other) == self(n) && drawn[other.Slot] }) {
						t.Errorf("%s by %s with %d boxes: without %s, %d", file, m, boxes, n.Full, self(n))
					}
				}
			}
		}
	}
}

// TestBoxesHaveLines: a box without a line is one of the hottest methods, of which no call is known. Others are there for their lines.
func TestBoxesHaveLines(t *testing.T) {
	for file, p := range pictured(t) {
		for _, m := range []convert.Metric{convert.Calls, convert.Samples} {
			for _, boxes := range []int{callgraph.DefaultBoxes, 25, 10} {
				if p.Total(m.Section()) == 0 {
					continue
				}
				opts := defaultGraph(m)
				opts.Nodes = boxes
				g := graphOf(t, p, opts)
				linked := map[int32]bool{}
				for _, e := range g.Edges {
					linked[e.From], linked[e.To] = true, true
				}
				for i := range g.Nodes {
					n := &g.Nodes[i]
					self, whole := n.Self, g.Samples
					if m == convert.Calls {
						self, whole = n.Entries.Total(), g.Entries
					}
					if !linked[int32(i)] && float64(self) < callgraph.DefaultSelfShare*float64(whole) {
						t.Errorf("%s by %s with %d boxes: %s with %d of %d has no line", file, m, boxes, n.Full, self, whole)
					}
				}
			}
		}
	}
}

// TestSharesOfPictures: a picture has at least the share of all that 40 methods with the largest totals have, which is how pprof chooses.
func TestSharesOfPictures(t *testing.T) {
	for file, p := range pictured(t) {
		for _, m := range []convert.Metric{convert.Calls, convert.Samples} {
			if p.Total(m.Section()) == 0 {
				continue
			}
			costs := func(n *callgraph.Node) (self, total int64) {
				if m == convert.Samples {
					return n.Self, n.Total
				}
				return n.Entries.Total(), n.Inclusive
			}
			all := graphOf(t, p, callgraph.Options{Metric: m, Filter: defaultGraph(m).Filter}).Nodes
			slices.SortStableFunc(all, func(a, b callgraph.Node) int {
				_, x := costs(&a)
				_, y := costs(&b)
				return cmp.Compare(y, x)
			})
			var sum [2]int64 // of as many, and of twice as many
			for i := range min(2*callgraph.DefaultBoxes, len(all)) {
				self, _ := costs(&all[i])
				if sum[1] += self; i < callgraph.DefaultBoxes {
					sum[0] += self
				}
			}
			g := graphOf(t, p, defaultGraph(m))
			shown, whole := g.ShownSamples, g.Samples
			if m == convert.Calls {
				shown, whole = g.ShownEntries, g.Entries
			}
			t.Logf("%s by %s: %d boxes have %s, %d largest totals %s, %d %s", file, m, len(g.Nodes), numbers.Percent(shown, whole), min(callgraph.DefaultBoxes, len(all)),
				numbers.Percent(sum[0], whole), min(2*callgraph.DefaultBoxes, len(all)), numbers.Percent(sum[1], whole))
			least := sum[0]
			if len(g.Nodes) < callgraph.DefaultBoxes { // others have less than 0.1% each
				least = int64(0.99 * float64(least))
			}
			if len(g.Nodes) > callgraph.DefaultBoxes || shown < least {
				t.Errorf("%s by %s: %d boxes have %d of %d, less than %d", file, m, len(g.Nodes), shown, whole, least)
			}
		}
	}
}

// checkLines checks that no descender touches a digit below it.
func checkLines(t *testing.T, where string, i *drawing.Item) {
	t.Helper()
	const descender, digit = 0.21, 0.73 // of the size, in Verdana and DejaVu Sans
	var above *drawing.Shape
	for k := range i.Shapes {
		s := &i.Shapes[k]
		if s.Name != "text" || strings.TrimSpace(s.Text) == "" || i.Class == "legend" {
			continue
		}
		size := func(s *drawing.Shape) float64 { return (s.Area.Bottom - s.Area.Top) / 1.05 }
		base := func(s *drawing.Shape) float64 { return s.Area.Bottom - 0.25*size(s) }
		if above != nil && base(s) > base(above)+1 {
			if gap := base(s) - digit*size(s) - base(above) - descender*size(above); gap < 0 {
				t.Errorf("%s: %q reaches %.1f into %q", where, above.Text, -gap, s.Text)
			}
		}
		above = s
	}
}

// checkCovering checks that nodes, rows and the legend have their own places, and that labels of lines are neither on nodes nor on the names of
// units.
func checkCovering(t *testing.T, where string, pic *drawing.Picture) {
	t.Helper()
	type area struct {
		drawing.Extent
		text string
	}
	var solid, labels, names []area
	pic.Each(func(by drawing.Point, i *drawing.Item) {
		checkLines(t, where, i)
		text := i.ID
		for k := range i.Shapes {
			if i.Shapes[k].Name == "text" {
				text += " " + i.Shapes[k].Text
			}
			if s := &i.Shapes[k]; s.Name == "text" && i.Class == "edge" {
				at := s.Area.Moved(by)
				labels = append(labels, area{at, s.Text})
				if at.Left < 0 || at.Right > pic.Width+0.5 || at.Top < 0 || at.Bottom > pic.Height+0.5 {
					t.Errorf("%s: out of the picture is the label %s", where, s.Text)
				}
			} else if s.Name == "text" && i.Class == "cluster" {
				names = append(names, area{s.Area.Moved(by), s.Text})
			}
		}
		switch {
		case !i.Area.Some || i.Class == "note" || i.Class == "cluster" || i.Class == "edge":
		case i.Area.Moved(by).Left < 0 || i.Area.Moved(by).Right > pic.Width+0.5 || i.Area.Moved(by).Top < 0 || i.Area.Moved(by).Bottom > pic.Height+0.5:
			t.Errorf("%s: out of the picture is %s", where, text)
		default:
			solid = append(solid, area{i.Area.Moved(by), text})
		}
	})
	for _, n := range names {
		for _, l := range labels {
			if strings.TrimSpace(strings.ReplaceAll(l.text, "\u00a0", " ")) != "" && n.Overlaps(l.Extent, 0) {
				t.Errorf("%s: the label %q is on the text %q of a unit", where, l.text, n.text)
			}
		}
	}
	for i, a := range solid {
		for _, b := range solid[:i] {
			if a.Overlaps(b.Extent, 2) {
				t.Errorf("%s: %q covers %q: %v, %v", where, a.text, b.text, a.Extent, b.Extent)
			}
		}
		for _, l := range labels {
			if strings.TrimSpace(strings.ReplaceAll(l.text, "\u00a0", " ")) != "" && a.Overlaps(l.Extent, 4) {
				t.Errorf("%s: the label %q is on %q", where, l.text, a.text)
			}
		}
	}
}

// TestOneLineForEachPair: there is one line between two boxes, with the values of all ways between them.
func TestOneLineForEachPair(t *testing.T) {
	several := 0
	for file, p := range pictured(t) {
		for _, m := range []convert.Metric{convert.Calls, convert.Samples} {
			if p.Total(m.Section()) == 0 {
				continue
			}
			g := graphOf(t, p, callgraph.Options{Metric: m, Filter: convert.FilterOptions{View: convert.ExpertView}, Ways: true, Nodes: 120, NodeFraction: callgraph.DefaultSelfShare})
			lines, hot, all := map[[2]int32]string{}, map[[2]int32]bool{}, map[[2]int32]int{}
			for _, way := range g.WayLines() {
				all[[2]int32{way.From, way.To}]++
			}
			for _, l := range drawnEdges(g) {
				pair := [2]int32{l.from, l.to}
				if _, twice := lines[pair]; twice {
					t.Errorf("%s, %s: two lines from %s to %s", file, m, g.Nodes[l.from].Name, g.Nodes[l.to].Name)
				}
				lines[pair], hot[pair] = strings.Join(l.label, "\n"), l.isHot()
			}
			ways := map[[2]int32]int{}
			for _, way := range g.WayLines() {
				ways[[2]int32{way.From, way.To}]++
				pair := [2]int32{way.From, way.To}
				label, n := lines[pair], all[pair]
				if ways[pair] == 2 {
					several++
				}
				// Both of two are listed, and three or all of a hot line; others would push rows of boxes apart.
				if len(way.Via) > 0 && (n <= 2 || hot[pair] && n <= mostWays) && !strings.Contains(label, viaLabel(way.Via)) {
					t.Errorf("%s, %s: %s is not in %q", file, m, viaLabel(way.Via), label)
				}
				if want := fmt.Sprintf("… %d more", n-1); n > 2 && !hot[pair] && !strings.HasSuffix(label, want) {
					t.Errorf("%s, %s: %q does not end in %q", file, m, label, want)
				}
			}
		}
	}
	t.Logf("%d lines stand for several ways", several)
}

// TestCallsBetweenUnits: the labels of calls from one unit to another are on no box and no name of a unit, whatever part of a profile is drawn.
func TestCallsBetweenUnits(t *testing.T) {
	drawn := 0
	for engine, e := range engines(t) {
		for file, p := range pictured(t) {
			if p.Total(iprof.Calls) == 0 {
				continue
			}
			for _, opts := range []callgraph.UnitOptions{{Units: 12, Nodes: 80, NodeFraction: 0.005}, {Units: 6, Nodes: 24}, {Units: 12, Nodes: 30, NodeFraction: 0.02}} {
				opts.Filter = convert.FilterOptions{View: convert.ExpertView}
				u := unitsOf(t, p, opts)
				if TreesOfUnits(u, dot.Options{}) != nil {
					continue
				}
				var b bytes.Buffer
				if err := UnitsDOT(&b, u, dot.Options{}); err != nil {
					t.Fatal(err)
				}
				svg, err := e.Draw(b.Bytes(), "svg")
				if err != nil {
					t.Fatal(err)
				}
				pic, err := PartsOfUnits(u, dot.Options{}).Picture(svg)
				if err != nil {
					t.Fatal(err)
				}
				drawn += len(pic.Calls.Items)
				checkCovering(t, fmt.Sprint(engine, ": ", file, ", ", opts.Units, " units"), pic)
			}
		}
	}
	if drawn < 4 {
		t.Errorf("%d calls between units", drawn)
	}
}

// TestLabelsBeyondUnits: the picture grows for labels of calls that are left of all units; the legend has no line that is not drawn.
func TestLabelsBeyondUnits(t *testing.T) {
	path := testpath.Open(t, "../../testdata/tally.jar")
	u := unitsOf(t, testprofile.Example("tally.iprof"), callgraph.UnitOptions{Units: 12, Calls: &calls.Options{Class: path.Class, Classes: hierarchy.New(path.Class, path.Headers)}})
	for engine, e := range engines(t) {
		var b bytes.Buffer
		if err := UnitsDOT(&b, u, dot.Options{}); err != nil {
			t.Fatal(err)
		}
		if text := b.String(); !strings.Contains(text, "samples at lines: sampled calls") || strings.Contains(text, palette.Sampled.Light) {
			t.Errorf("the legend has a line in the color of sampled calls, and all are labels of others: %s", text)
		}
		svg, err := e.Draw(b.Bytes(), "svg")
		if err != nil {
			t.Fatal(err)
		}
		pic, err := PartsOfUnits(u, dot.Options{}).Picture(svg)
		if err != nil {
			t.Fatal(err)
		}
		if len(pic.Calls.Items) < 2 || pic.Calls.Area.Left >= 0 {
			t.Errorf("%s: %d calls, from %g on", engine, len(pic.Calls.Items), pic.Calls.Area.Left)
		}
		checkCovering(t, engine, pic)
	}
}

// TestUnitsAreLeftAligned: boxes of units are below each other and begin at the left, the hottest first.
func TestUnitsAreLeftAligned(t *testing.T) {
	for engine, e := range engines(t) {
		pic := defaultPictures(t, e, testprofile.Example("even-or-odd.iprof"))["units"]
		if len(pic.Blocks) != 2 || pic.Blocks[0].At.X != pic.Blocks[1].At.X || pic.Blocks[0].At.Y > pic.Blocks[1].At.Y || len(pic.Calls.Items) != 1 {
			t.Errorf("%s: %d blocks, %d calls between them", engine, len(pic.Blocks), len(pic.Calls.Items))
		}
	}
}

// TestHeat: the color gets hotter with the value, and nothing looks like something.
func TestHeat(t *testing.T) {
	for _, values := range [][]int64{{0, 1}, {0, 430, 1000}, {1, 2, 3, 50, 7000, 1 << 40}, {5}, {99, 100, 101}} {
		h := palette.NewHeatScale(values, 0)
		last := -1.0
		for v := int64(0); v <= slices.Max(values); v = max(v+1, v*9/8) {
			at := h.Place(float64(v))
			if at < last || at > 1 || (at == 0) != (v == 0) {
				t.Fatalf("%v: %d is at %v, after %v", values, v, at, last)
			}
			last = at
		}
		if h.Color(slices.Max(values)) != palette.Heat[palette.HeatSteps] {
			t.Errorf("%v: the largest value has the color %v", values, h.Color(slices.Max(values)))
		}
	}
	h := palette.NewHeatScale([]int64{0, 1, 43, 100}, 0)
	for _, dark := range []bool{false, true} {
		of := func(v int64) testcolor.RGB {
			c := h.Color(v)
			if dark {
				return testcolor.ParseColor(t, c.Dark)
			}
			return testcolor.ParseColor(t, c.Light)
		}
		if d := testcolor.Difference(of(0), of(43)); d < 25 {
			t.Errorf("dark %v: none and 43 of 100 differ by %.1f", dark, d)
		}
	}
	if near := palette.NewHeatScale([]int64{99, 100}, 0); near.Place(100)-near.Place(99) > 0.02 {
		t.Errorf("99 and 100 are at %v and %v", near.Place(99), near.Place(100))
	}
}

// TestLoneTable: each node is a box or a row, and the rows add up to the sum of the head.
func TestLoneTable(t *testing.T) {
	tables := 0
	for file, p := range pictured(t) {
		for _, m := range []convert.Metric{convert.Calls, convert.Samples} {
			if p.Total(iprof.Calls) == 0 && m == convert.Calls || p.Total(iprof.Samples) == 0 && m == convert.Samples {
				continue
			}
			g := graphOf(t, p, allEdges(m))
			lines, alone := drawnGraph(g)
			c := newCosts(g, lines)
			text := dotOf(t, g)
			for i := range g.Nodes {
				boxes := strings.Count(text, "\t"+dot.NodeID(int32(i))+" [")
				if row := slices.Contains(alone, int32(i)); boxes != 1 && !row || boxes != 0 && row {
					t.Fatalf("%s, %s: %d boxes of %s", file, m, boxes, g.Nodes[i].Name)
				}
			}
			for _, l := range lines {
				if slices.Contains(alone, l.from) || slices.Contains(alone, l.to) {
					t.Fatalf("%s, %s: a line to a row", file, m)
				}
			}
			if len(alone) == 0 {
				continue
			}
			tables++
			sum, rows := int64(0), 0
			for _, part := range tableParts(alone) {
				if len(part) > mostRows {
					t.Errorf("%s, %s: %d rows", file, m, len(part))
				}
				for _, i := range part {
					self, _, _ := c.of(&g.Nodes[i])
					sum, rows = sum+self, rows+1
				}
			}
			head := fmt.Sprintf(">%d methods without a drawn call: %s<", rows, numbers.Percent(sum, c.whole))
			if rows != len(alone) || !strings.Contains(text, head) {
				t.Errorf("%s, %s: %d rows of %d, no head %q", file, m, rows, len(alone), head)
			}
		}
	}
	if tables == 0 {
		t.Log("no table")
	}
}

// TestHotAreNoRows: a method with a loop has a drawn call, and a hot one is a box even without any. Cold ones without a call are rows.
func TestHotAreNoRows(t *testing.T) {
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":0,"name":"void"},{"id":1,"name":"app.A"}],"methods":[{"id":1,"name":"loop","signature":[1,0]},{"id":2,"name":"hot","signature":[1,0]},
		{"id":3,"name":"c","signature":[1,0]},{"id":4,"name":"d","signature":[1,0]},{"id":5,"name":"e","signature":[1,0]},{"id":6,"name":"f","signature":[1,0]}]`+
		testprofile.Calls("1:0 2000", "1:0<1:5 1000", "2:0 6000", "3:0 100", "4:0 100", "5:0 100", "6:0 100")+`}`)
	for _, ways := range []bool{false, true} {
		g := graphOf(t, p, callgraph.Options{Metric: convert.Calls, Ways: ways, Nodes: 20, EdgeFraction: 0.001})
		lines, alone := drawnGraph(g)
		var rows []string
		for _, i := range alone {
			rows = append(rows, g.Nodes[i].Name)
		}
		slices.Sort(rows)
		if got := strings.Join(rows, " "); got != "A.c A.d A.e A.f" {
			t.Errorf("ways %t: rows %s", ways, got)
		}
		if !slices.ContainsFunc(lines, func(l drawnEdge) bool { return l.from == l.to && g.Nodes[l.to].Name == "A.loop" }) {
			t.Errorf("ways %t: no loop", ways)
		}
	}
}

// TestBars: the parts of a bar are as long as the shares.
func TestBars(t *testing.T) {
	item := &drawing.Item{Class: "node", Bar: true, Self: 0.25, Total: 0.75, Shapes: []drawing.Shape{drawing.Rectangle(0, 0, 114, 50, palette.Background)}}
	item.AddBar()
	var widths []float64
	for _, s := range item.Shapes[1:] {
		widths = append(widths, s.Area.Width())
	}
	if fmt.Sprint(widths) != "[25 50 25]" {
		t.Errorf("a bar of %v", widths)
	}
}

// TestPack: blocks do not cover each other, and the first is in the upper left corner.
func TestPack(t *testing.T) {
	var blocks []drawing.Block
	for i := range 30 {
		w, h := float64(40+i*37%200), float64(30+i*53%160)
		blocks = append(blocks, drawing.Block{Area: drawing.Extent{Left: 0, Top: 0, Right: w, Bottom: h, Some: true}})
	}
	width, height := drawing.Pack(blocks)
	area := 0.0
	for i, b := range blocks {
		area += b.Area.Width() * b.Area.Height()
		at := b.Area.Moved(b.At)
		if at.Right > width || at.Bottom > height || i == 0 && b.At != (drawing.Point{}) {
			t.Errorf("%d is at %v of %v × %v", i, at, width, height)
		}
		for k, o := range blocks[:i] {
			if at.Overlaps(o.Area.Moved(o.At), 0) {
				t.Errorf("%d covers %d", i, k)
			}
		}
	}
	if a := width / height; a < 1 || a > 2.5 || area < 0.45*width*height {
		t.Errorf("%.0f × %.0f, %.0f%% full", width, height, 100*area/width/height)
	}
}

// graphPage returns the call graph of a profile as an SVG, as the command writes it, and the graph.
func graphPage(t *testing.T, p *iprof.Profile, opts callgraph.Options) (string, *callgraph.Graph) {
	t.Helper()
	g := graphOf(t, p, opts)
	return svgOf(t, g), g
}

// svgOf draws a graph.
func svgOf(t *testing.T, g *callgraph.Graph) string {
	t.Helper()
	e := engines(t)["dot"]
	if e == nil {
		t.Skip("no Graphviz on this machine")
	}
	drawn, err := e.Draw([]byte(dotOf(t, g)), "svg")
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := drawing.SVG(&b, drawn, drawing.SVGOptions{Parts: PartsOf(g, dot.Options{})}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestSlowLinks: no pattern of a link keeps the picture busy.
func TestSlowLinks(t *testing.T) {
	class, method, _ := strings.Cut(browsertest.SlowName(), ".")
	svg, _ := graphPage(t, testprofile.Parse(t, string(testprofile.RandomNamed(1, class, method))), allEdges(convert.Calls))
	v := browsertest.Visiting{T: t, Page: browsertest.Look(t, 1280, 800), File: browsertest.WriteFile(t, "graph.svg", svg)}
	v.Load("")
	got := v.SearchSlow("#s=")
	if len(got) != len(browsertest.SlowPatterns) {
		t.Errorf("%d answers", len(got))
	}
	for i, s := range got {
		if s != "no match" {
			t.Errorf("%.60s: %q", browsertest.SlowPatterns[i], s)
		}
	}
}

// TestGraphViewer: in its own window, the picture fits, pans, zooms, searches, and shows callers and callees; on a page it stays
// where it is.
func TestGraphViewer(t *testing.T) {
	browsertest.Short(t)
	svg, _ := graphPage(t, testprofile.Example("shop.iprof"), allEdges(convert.Samples))
	got := browsertest.InWindows(t, svg, `
		const say = (x) => log(where + ": " + x), alone = where.endsWith("alone");
		const graph = svg.querySelector(".graph"), bar = svg.querySelector(".bar > div"), legend = svg.querySelector(".legend");
		const edges = (e) => e.getBoundingClientRect();
		const inWindow = (e) => { const r = edges(e); return r.left >= -1 && r.right <= view.innerWidth + 1 && r.top >= edges(bar).bottom - 1 && r.bottom <= view.innerHeight + 1; };
		const all = [...graph.querySelectorAll(".node")], at = () => graph.getAttribute("transform");
		const key = (key) => svg.dispatchEvent(new view.KeyboardEvent("keydown", {key, bubbles: true, cancelable: true}));
		const mouse = (type, e, more) => e.dispatchEvent(new view.MouseEvent(type, {bubbles: true, cancelable: true, ...more}));
		const pointer = (type, x, y) => svg.dispatchEvent(new view.PointerEvent(type, {bubbles: true, pointerId: 1, clientX: x, clientY: y}));
		const input = svg.querySelector("input"), status = svg.querySelector("output");
		const type = (s) => { input.value = s; input.dispatchEvent(new view.Event("input", {bubbles: true})); };
		key("f");
		if (alone) {
			say("fits: " + all.every(inWindow) + " " + inWindow(legend));
			const r = edges(legend);
			say("below the legend: " + all.filter((e) => edges(e).left < r.right && edges(e).top < r.bottom).length);
		}
		const fitted = at(), hot = all.find((e) => e.dataset.name.endsWith("putStringAt"));
		const wide = edges(hot).width;
		key("+");
		say("zoomed: " + (edges(hot).width / wide).toFixed(2));
		key("0");
		say("again: " + (at() === fitted));
		const left = edges(hot).left;
		pointer("pointerdown", 300, 300); pointer("pointermove", 340, 320); pointer("pointerup", 340, 320);
		say("panned: " + (Math.abs(edges(hot).left - left - 40) < 1));
		pointer("pointermove", 400, 400);
		say("let go: " + (Math.abs(edges(hot).left - left - 40) < 1));
		key("0");
		const wheel = new view.WheelEvent("wheel", {deltaY: -100, clientX: edges(hot).left, clientY: edges(hot).top, bubbles: true, cancelable: true}), before = edges(hot);
		svg.dispatchEvent(wheel);
		say("wheel: " + (edges(hot).width > before.width) + " " + (Math.abs(edges(hot).left - before.left) < 2));
		key("0");
		mouse("mouseover", hot.querySelector("path"));
		say("near: " + [...graph.querySelectorAll(".node.near")].map((e) => e.dataset.name.replace(/.*\./, "")).sort());
		mouse("mouseleave", graph);
		say("near: " + graph.querySelectorAll(".near").length);
		type("AbstractStringBuilder");
		say(status.textContent);
		key("n");
		say(status.textContent + " " + (edges(graph.querySelector(".current")).width > wide));
		type("append\\(char");
		say(status.textContent);
		type("("); say(status.textContent);
		type("Nowhere"); say(status.textContent);
		type(""); say(svg.classList.contains("searching"));
		if (alone) {
			const name = [...legend.querySelectorAll("text.go")][0];
			key("0");
			mouse("click", name);
			const r = edges(graph.querySelector(".current"));
			say(name.firstChild.textContent + " is in the middle: " + (Math.abs((r.left + r.right) / 2 - view.innerWidth / 2) < 2));
		}`, 1280)
	slices.Sort(got) // a window says first what the other cannot say
	want := []string{
		"fits: true true", "below the legend: 0", "AbstractStringBuilder.putStringAt is in the middle: true", "wheel: true true",
	}
	both := []string{
		"zoomed: 1.40", "again: true", "panned: true", "let go: true", "near: append,putStringAt", "near: 0", "2 of 59 match",
		"1/2: java.lang.AbstractStringBuilder.putStringAt true", "1 of 59 match", "not a regular expression", "no match", "false",
	}
	var lines []string
	for _, s := range append(want, both...) {
		lines = append(lines, "1280 alone: "+s)
	}
	for _, s := range append([]string{"wheel: false true"}, both...) {
		lines = append(lines, "1280 on a page: "+s)
	}
	slices.Sort(lines)
	browsertest.Expect(t, got, lines...)
}

// TestGraphSearchMatchesCommands: a pattern matches the same methods in a picture and in the command that has drawn it.
func TestGraphSearchMatchesCommands(t *testing.T) {
	patterns := []string{"java.lang", "String", `\.get$`, "^com", "append", `append\(`, `\(int\)`, "HashMap.get", "(?i)string", "a|b", `<init>`, "Stream.*Spliterator",
		"append(char)", "HashMap.get(Object)", "j.u.HashMap.get(Object)", "String.<init>(…)", "St…r.append(String):StringBuilder", "H….get()", "get(All)?", "j.util.HashMap.put"}
	list, err := json.Marshal(patterns)
	if err != nil {
		t.Fatal(err)
	}
	var svgs, want []string
	for _, p := range pictured(t) {
		m := convert.Samples
		if p.Total(iprof.Samples) == 0 {
			if m = convert.Calls; p.Total(iprof.Calls) == 0 {
				continue
			}
		}
		svg, g := graphPage(t, p, allEdges(m))
		svgs = append(svgs, svg)
		names := convert.NewNames(p, convert.NameOptions{})
		for _, expr := range patterns {
			re, err := pattern.Compile(expr)
			if err != nil {
				t.Fatal(err)
			}
			var matched []string
			for _, n := range g.Nodes {
				if n.Slot >= 0 && names.Matches(re, int(n.Slot)) {
					matched = append(matched, n.Signature)
				}
			}
			slices.Sort(matched)
			want = append(want, strings.Join(matched, "|"))
		}
	}
	got := browsertest.Play(t, `for (const g of graphs) for (const p of `+string(list)+`) { type(p, g); log([...g.querySelectorAll(".match")].map((e) => e.dataset.signature).join("|")); }`, svgs...)
	for i := range got {
		list := strings.Split(got[i], "|")
		slices.Sort(list)
		got[i] = strings.Join(list, "|")
	}
	browsertest.Expect(t, got, want...)
}

// TestGraphStill: in an img element no script runs, and the hottest node has its color where the file puts it.
func TestGraphStill(t *testing.T) {
	svg, g := graphPage(t, testprofile.Example("shop.iprof"), allEdges(convert.Samples))
	pic := testsvg.Elements(t, svg)
	hottest := slices.MaxFunc(g.Nodes, func(a, b callgraph.Node) int { return int(a.Self - b.Self) })
	color := newCosts(g, nil).heat.Color(hottest.Self).Light
	var width, height float64
	for _, e := range testsvg.Find(pic, "svg") {
		width, _ = strconv.ParseFloat(e.Attr["width"], 64)
		height, _ = strconv.ParseFloat(e.Attr["height"], 64)
	}
	page := `<body style="margin:0"><img style="display:block" src="` + html.EscapeString(browsertest.WriteFile(t, "graph.svg", svg)) + `">`
	shot := browsertest.Screenshot(t, page, int(math.Ceil(width)), int(math.Ceil(height)))
	pixels := 0
	for y := range shot.Bounds().Dy() {
		for x := range shot.Bounds().Dx() {
			if browsertest.HexOf(shot, x, y) == color {
				pixels++
			}
		}
	}
	if pixels < 2000 {
		t.Errorf("%d pixels of %s, the color of %s", pixels, color, hottest.Name)
	}
}

// TestHostileNamesInTreePictures: names are text, tooltips and data for the search, and nothing else.
func TestHostileNamesInTreePictures(t *testing.T) {
	text, names := testprofile.Hostile()
	p := testprofile.Parse(t, text)
	tree := inlinetree.TreesOf(testmodel.NewInlining(t, p, inlining.Options{}), inlinetree.DOTOptions{Options: dot.Options{Title: `</svg>"`, Subtitle: "\x1b[31m"}})
	if tree == nil {
		t.Fatal("no tree")
	}
	var b bytes.Buffer
	if err := tree.WriteSVG(&b, drawing.SVGOptions{}); err != nil {
		t.Fatal(err)
	}
	pic := readSVG(t, b.Bytes())
	wantAll(t, "the picture", pic.texts, `</svg>"`)
	if rows := strings.Count(b.String(), " data-name="); rows != len(names) {
		t.Errorf("%d rows for %d methods", rows, len(names))
	}
	in := testmodel.NewInlining(t, p, inlining.Options{})
	var rows []fitname.NameInRoom
	for _, n := range in.Units[0].Instances {
		rows = append(rows, fitname.NameInRoom{Name: fitname.ShortHashes(plaintext.Visible(in.Name(n.Slot))), Room: drawing.TreeNameWidth})
	}
	for n, name := range fitname.Fit(rows) {
		if !slices.Contains(pic.texts, name) {
			t.Errorf("no row for %q, short for %q", name, n.Name)
		}
	}
	b.Reset()
	if _, err := tree.WritePNG(&b, palette.DarkTheme); err != nil {
		t.Error(err)
	}
}

// TestTreePicture: rows are the text's, below each other, with bars as long as the shares.
func TestTreePicture(t *testing.T) {
	p := testprofile.Example("shop.iprof")
	in := testmodel.NewInlining(t, p, inlining.Options{Units: 5, MinShare: 0.01})
	tree := inlinetree.TreesOf(in, inlinetree.DOTOptions{Sites: 3})
	for k := range in.Units {
		u, rows := &in.Units[k], tree.Units[k].Rows
		rows = slices.DeleteFunc(slices.Clone(rows), func(r drawing.Row) bool { return r.More != "" })
		if len(rows) != len(u.Instances) {
			t.Fatalf("unit %d: %d rows for %d instances", k, len(rows), len(u.Instances))
		}
		for i, r := range rows {
			n := &u.Instances[i]
			if r.Depth != int(n.Depth) || r.Name != in.Name(n.Slot) || r.Share != inlinetree.InstanceShare(u, n) || r.Total != float64(n.Inclusive)/float64(u.Inclusive) {
				t.Errorf("unit %d: row %d is %+v", k, i, r)
			}
		}
	}
	if small := inlinetree.TreesOf(testmodel.NewInlining(t, testprofile.Example("even-or-odd.iprof"), inlining.Options{}), inlinetree.DOTOptions{}); small != nil {
		t.Error("small units are rows")
	}
}

// TestPlacesOfTrees: trees are read from the upper left corner on: the legend, and below it the first. Others begin in its column, or in straight
// columns right of it, from the top on, and what is left out is below all. Nothing covers anything.
func TestPlacesOfTrees(t *testing.T) {
	tree := func(rows, width int) drawing.Tree {
		u := drawing.Tree{Head: "unit"}
		for i := range rows {
			u.Rows = append(u.Rows, drawing.Row{Depth: min(i, 1), Name: "app.Service.handle" + strings.Repeat("r", width), Text: "1.20k ×2 @4", Known: true, Self: 0.5, Total: 1, Share: "50.0%"})
		}
		return u
	}
	legend := &drawing.Legend{}
	legend.Title("Inlining trees", "app.iprof")
	for range 6 {
		legend.Line("how much of all method entries is shown here, and of which units these are, in words")
	}
	for _, tt := range []struct {
		units   []drawing.Tree
		rest    string
		columns int
	}{
		{[]drawing.Tree{tree(100, 0), tree(20, 3), tree(20, 0)}, "", 2},
		{[]drawing.Tree{tree(4, 0), tree(1, 9), tree(1, 8), tree(2, 7), tree(1, 7), tree(1, 6), tree(1, 5), tree(1, 4), tree(1, 3), tree(2, 2)}, "… 7 more units", 2},
		{[]drawing.Tree{tree(4, 0)}, "", 1}, {[]drawing.Tree{tree(100, 0)}, "", 1}, {[]drawing.Tree{tree(100, 0)}, "… 23 more units", 1}, {nil, "", 0},
	} {
		p, _ := (&drawing.Trees{Units: tt.units, Rest: tt.rest, Legend: legend}).Picture()
		var areas []drawing.Extent
		columns, bottom := map[float64]bool{}, 0.
		for i, b := range p.Blocks {
			area := b.Area.Moved(drawing.Point{X: p.At.X + b.At.X - b.Area.Left, Y: p.At.Y + b.At.Y - b.Area.Top})
			areas = append(areas, area)
			if i < len(tt.units) {
				columns[area.Left], bottom = true, max(bottom, area.Bottom)
			} else if area.Left > 20 || area.Top < bottom {
				t.Errorf("what is left out is at %v, and trees end at %v", area, bottom)
			}
		}
		l := p.Legend.Area.Moved(drawing.Point{X: p.Legend.At.X - p.Legend.Area.Left, Y: p.Legend.At.Y - p.Legend.Area.Top})
		if l.Left > 20 || l.Top > 20 || len(areas) > 0 && (areas[0].Left != l.Left || areas[0].Top < l.Bottom || areas[0].Top > l.Bottom+30) {
			t.Errorf("the legend is at %v, the first tree at %v", l, areas[0])
		}
		if len(columns) != tt.columns {
			t.Errorf("%d trees are in %d columns: %v", len(tt.units), len(columns), areas)
		}
		areas = append(areas, l)
		for i, a := range areas {
			if a.Left < 0 || a.Right > p.Width || a.Bottom > p.Height {
				t.Errorf("%v is out of %v × %v", a, p.Width, p.Height)
			}
			for k, b := range areas[:i] {
				if a.Overlaps(b, 0) {
					t.Errorf("%d covers %d", i, k)
				}
			}
		}
	}
}
