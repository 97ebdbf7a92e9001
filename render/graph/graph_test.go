package graph

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"image/png"
	"io"
	"math"
	"os/exec"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/callgraph"
	"github.com/iprof-viz/iprof-viz/internal/testcolor"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/internal/testschema"
	"github.com/iprof-viz/iprof-viz/internal/testtable"
	"github.com/iprof-viz/iprof-viz/internal/testtier"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render/dot"
	"github.com/iprof-viz/iprof-viz/render/drawing"
	"github.com/iprof-viz/iprof-viz/render/internal/numbers"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
	"github.com/iprof-viz/iprof-viz/render/internal/pngtext"
	"github.com/iprof-viz/iprof-viz/render/palette"
	"github.com/iprof-viz/iprof-viz/templates"
)

func TestGraphIsAsPublished(t *testing.T) {
	s := testschema.Read(t, "graph")
	for _, p := range testprofile.Examples(t) {
		for _, opts := range []callgraph.Options{
			{}, {By: convert.ByClass}, {Metric: convert.Samples},
			{Filter: convert.FilterOptions{View: convert.UserView, Hide: regexp.MustCompile("HashMap")}},
		} {
			testtable.Check(t, s, graphOf(t, p, opts).Table(0))
		}
	}
	for _, pair := range pairs(t) {
		for _, opts := range []callgraph.Options{{}, {By: convert.ByPackage}, {Filter: convert.FilterOptions{View: convert.UserView}}} {
			testtable.Check(t, s, graphSince(t, pair[0], pair[1], opts).Table(0))
		}
	}
}

// pairs are examples with others that they may be compared with, and with themselves.
func pairs(t *testing.T) [][2]*iprof.Profile {
	t.Helper()
	all := testprofile.Examples(t)
	itself := testtier.More(t, "each example compared with itself, rather than one")
	var pairs [][2]*iprof.Profile
	for i, p := range all {
		if i == 0 || itself {
			pairs = append(pairs, [2]*iprof.Profile{p, p})
		}
		pairs = append(pairs, [2]*iprof.Profile{p, all[(i+1)%len(all)]})
	}
	return pairs
}

// dotOf writes a graph or units as DOT.
func dotOf(t *testing.T, model any) string {
	t.Helper()
	var b bytes.Buffer
	var err error
	switch m := model.(type) {
	case *callgraph.Graph:
		err = DOT(&b, m, dot.Options{Subtitle: "app.iprof"})
	case *callgraph.Units:
		err = UnitsDOT(&b, m, dot.Options{Subtitle: "app.iprof"})
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// engines returns the engines of this machine: dot, and iprof-viz-dot if there is a go command and this is the long tier.
func engines(t *testing.T) map[string]*drawing.Engine {
	t.Helper()
	found := map[string]*drawing.Engine{}
	if path, err := exec.LookPath("dot"); err == nil {
		found["dot"] = &drawing.Engine{Path: path}
	}
	if _, err := exec.LookPath("go"); err == nil && runtime.GOOS != "windows" && testtier.More(t, "pictures that iprof-viz-dot lays out, which compiles WebAssembly") {
		own, err := ownEngine()
		if err != nil {
			t.Fatal(err)
		}
		found["iprof-viz-dot"] = &drawing.Engine{Path: own}
	}
	if len(found) == 0 {
		t.Skip("no layout engine")
	}
	return found
}

// An svgPicture holds the visible parts of an SVG.
type svgPicture struct {
	texts, tooltips []string
	elements        map[string]int
}

// readSVG reads an SVG, which must not have links.
func readSVG(t *testing.T, data []byte) svgPicture {
	t.Helper()
	pic := svgPicture{elements: map[string]int{}}
	d := xml.NewDecoder(bytes.NewReader(data))
	d.Strict = true
	depth := 0
	for {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatalf("%v\n%.300s", err, data)
		}
		switch token := token.(type) {
		case xml.StartElement:
			depth++
			name := token.Name.Local
			pic.elements[name]++
			for _, a := range token.Attr {
				if strings.Contains(a.Name.Local, "href") || strings.HasPrefix(a.Name.Local, "on") || strings.Contains(a.Value, "url(") ||
					a.Name.Local == "id" || strings.Contains(a.Value, "://") && a.Name.Local != "xmlns" {
					t.Errorf("%s has %s=%q", name, a.Name.Local, a.Value)
				}
			}
			if name == "script" {
				var script string
				if err := d.DecodeElement(&script, &token); err != nil || strings.TrimSpace(script) != strings.TrimSpace(templates.GraphJS()) {
					t.Errorf("a script that is not ours: %v", err)
				}
				depth--
			}
			if name == "text" || name == "title" {
				var text string
				if err := d.DecodeElement(&text, &token); err != nil {
					t.Fatal(err)
				}
				depth--
				if name == "text" {
					pic.texts = append(pic.texts, text)
				} else {
					pic.tooltips = append(pic.tooltips, text)
				}
			}
		case xml.EndElement:
			depth--
		case xml.Comment, xml.Directive, xml.ProcInst:
			t.Errorf("the picture has %q", token)
		}
	}
	for name := range pic.elements {
		if !slices.Contains([]string{"svg", "style", "g", "title", "text", "path", "polygon", "polyline", "ellipse", "script"}, name) {
			t.Errorf("the picture has elements of the name %q", name)
		}
	}
	if depth != 0 || pic.elements["svg"] != 1 || pic.elements["script"] != 1 {
		t.Errorf("%d elements are open, %d are pictures", depth, pic.elements["svg"])
	}
	return pic
}

// drawnBy makes an engine draw and returns the SVG that drawing.SVG makes of it, and its visible parts.
func drawnBy(t *testing.T, e *drawing.Engine, dot string) (engineSVG []byte, pic svgPicture) {
	t.Helper()
	engineSVG, err := e.Draw([]byte(dot), "svg")
	if err != nil {
		t.Fatalf("%v\n%s", err, dot)
	}
	var b bytes.Buffer
	if err := drawing.SVG(&b, engineSVG, drawing.SVGOptions{}); err != nil {
		t.Fatal(err)
	}
	return engineSVG, readSVG(t, b.Bytes())
}

func wantAll(t *testing.T, what string, have []string, want ...string) {
	t.Helper()
	joined := strings.ReplaceAll(strings.Join(have, "\n"), "\u00a0", "")
	for _, w := range want {
		if !strings.Contains(joined, w) {
			t.Errorf("%s without %q:\n%s", what, w, joined)
		}
	}
}

// TestGraphPictures draws the examples with all engines.
func TestGraphPictures(t *testing.T) {
	for engine, e := range engines(t) {
		t.Run(engine, func(t *testing.T) {
			for _, p := range testprofile.Examples(t) {
				g := graphOf(t, p, callgraph.Options{Metric: convert.Calls, Nodes: 80, NodeFraction: 0.005, EdgeFraction: 0.001, NoSampledSites: true})
				svg, pic := drawnBy(t, e, dotOf(t, g))
				wantAll(t, "the graph", pic.texts, "Call graph of methods", "app.iprof",
					fmt.Sprintf("%d of %d methods", g.ShownNodes, g.AllNodes), "of all entries", convert.InstrumentedInliningNote)
				for _, n := range g.Nodes {
					wantAll(t, "the tooltips", pic.tooltips, n.Full+"\n")
				}
				var b bytes.Buffer
				if scale, err := drawing.PNG(&b, svg, palette.AutoTheme, drawing.Parts{}); err != nil || scale != 1 {
					t.Errorf("PNG: %v, scale %v", err, scale)
				}
				if img, err := png.Decode(&b); err != nil || img.Bounds().Dx() < 300 {
					t.Errorf("PNG: %v", err)
				}
				u := unitsOf(t, p, callgraph.UnitOptions{Units: 12, Nodes: 80})
				_, pic = drawnBy(t, e, dotOf(t, u))
				for _, unit := range u.Units {
					wantAll(t, "the tooltips", pic.tooltips, "compilation unit of "+unit.Full+"\n")
				}
				if len(pic.tooltips) < len(u.Units) {
					t.Errorf("%d tooltips", len(pic.tooltips))
				}
			}
		})
	}
}

// TestChangedGraphPictures draws the changes from example to example, and from each to itself.
func TestChangedGraphPictures(t *testing.T) {
	for engine, e := range engines(t) {
		t.Run(engine, func(t *testing.T) {
			anyChanged, pixels := false, testtier.More(t, "a PNG of each comparison, rather than of the first with changes")
			for _, pair := range pairs(t) {
				opts := callgraph.Options{Nodes: 80, NodeFraction: 0.005, EdgeFraction: 0.001, NoSampledSites: true, NoInlinedSites: true}
				if pair[0].Total(iprof.Calls) == 0 || pair[1].Total(iprof.Calls) == 0 {
					continue
				}
				g := graphSince(t, pair[0], pair[1], opts)
				dot := dotOf(t, g)
				svg, pic := drawnBy(t, e, dot)
				wantAll(t, "the graph", pic.texts, "Call graph of methods: what changed", "the base has",
					fmt.Sprintf("%d of %s methods", g.ShownNodes, numbers.Thousands(int64(g.AllNodes))), "no significant change")
				for _, n := range g.Nodes {
					wantAll(t, "the tooltips", pic.tooltips, n.Full+"\n")
				}
				colored := slices.ContainsFunc(slices.Concat(palette.Delta[:palette.SameSwatch], palette.Delta[palette.SameSwatch+1:], palette.DeltaLine[:palette.SameSwatch], palette.DeltaLine[palette.SameSwatch+1:]),
					func(c palette.Color) bool {
						return strings.Contains(strings.ReplaceAll(dot, "bgcolor=\""+c.Light, ""), c.Light)
					})
				changed := slices.ContainsFunc(g.Nodes, func(n callgraph.Node) bool { return n.Change != nil && n.Change.BeyondChance }) ||
					slices.ContainsFunc(g.Edges, func(e callgraph.Edge) bool { return e.Change != nil && e.Change.BeyondChance })
				if colored != changed || changed && pair[0] == pair[1] {
					t.Errorf("compared with itself: %v, changed: %v, changes are colored: %v", pair[0] == pair[1], changed, colored)
				}
				if pixels || changed && !anyChanged {
					var b bytes.Buffer
					if _, err := drawing.PNG(&b, svg, palette.AutoTheme, drawing.Parts{}); err != nil {
						t.Errorf("PNG: %v", err)
					}
				}
				xmllint(t, svg)
				anyChanged = anyChanged || changed
			}
			if !anyChanged {
				t.Error("no two examples differ")
			}
		})
	}
}

// xmllint checks with another parser that an SVG is well-formed.
func xmllint(t *testing.T, svg []byte) {
	t.Helper()
	path, err := exec.LookPath("xmllint")
	if err != nil {
		return
	}
	var b bytes.Buffer
	if err := drawing.SVG(&b, svg, drawing.SVGOptions{}); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(path, "--noout", "-")
	cmd.Stdin = &b
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("xmllint: %v\n%s", err, out)
	}
}

// TestLabelsAreOfTheirLines: the label of a line has its color, as two lines may run side by side.
func TestLabelsAreOfTheirLines(t *testing.T) {
	labels := map[string]int{}
	edge := regexp.MustCompile(`(?m)^\tn\d+ -> n\d+ \[.*?color="(#\w+)", penwidth.*, fontcolor="(#\w+)", label=`)
	for file, p := range pictured(t) {
		for _, ways := range []bool{false, true} {
			text := dotOf(t, graphOf(t, p, callgraph.Options{Ways: ways, Nodes: 20}))
			all := edge.FindAllStringSubmatch(text, -1)
			for _, m := range all {
				labels[m[1]]++
				if m[1] != m[2] {
					t.Errorf("%s: a label in %s at a line in %s", file, m[2], m[1])
				}
			}
			if n := strings.Count(text, ", labeltooltip="); n != len(all) {
				t.Errorf("%s: %d of %d labels have a color", file, len(all), n)
			}
		}
	}
	if len(labels) < 2 {
		t.Errorf("labels of %v", labels)
	}
}

// TestEdgeLabels compares the picture of EvenOrOddLength with the description of the format.
func TestEdgeLabels(t *testing.T) {
	for engine, e := range engines(t) {
		t.Run(engine, func(t *testing.T) {
			p := testprofile.Examples(t)[0] // even-or-odd.iprof
			_, pic := drawnBy(t, e, dotOf(t, unitsOf(t, p, callgraph.UnitOptions{})))
			labels := strings.ReplaceAll(strings.Join(pic.texts, "\n"), "\u00a0", "")
			for label, n := range map[string]int{"@3 ×1": 1, "@9 ×0.5": 1, "@2 ×1": 2, "1 sample": 1, "EvenOrOddLength.print\n": 2, "EvenOrOddLength.printOdd\n": 2} {
				if strings.Count(labels, label) != n {
					t.Errorf("%d times %q, want %d, in\n%s", strings.Count(labels, label), label, n, labels)
				}
			}
			wantAll(t, "the tooltips", pic.tooltips,
				"EvenOrOddLength.printEvenOrOdd(java.lang.String)\n→ EvenOrOddLength.printEven()\n@9: inlined, ×0.5 per entry of the caller (1 of 2)",
				"EvenOrOddLength.printEvenOrOdd(java.lang.String)\n→ EvenOrOddLength.printOdd()\nsampled, 1 sample")
		})
	}
}

// hostileNames have a meaning in DOT, HTML, XML or terminals.
var hostileNames = []string{
	`<init>`, `a"b`, `x\N`, `\G\E\T\H\L`, `\\`, `a\nb\lc\rd`, `[Ljava.lang.String;`, `</script>`, `<b>bold</b>`, `&lt;&amp;&#65;`,
	`{a|<b>c}`, `;]}`, `//`, `/* */`, "a\tb\nc\x1b[31m", "\u202eabc", `"];evil[label="`, "日本語", `]]>`, `--><x>`, `%s%n`, `$(id)`,
	strings.Repeat("long", 400),
}

// TestHostileNamesInGraphs checks that names stay text, with any engine.
func TestHostileNamesInGraphs(t *testing.T) {
	var types, methods, calls, samples []string
	types = append(types, `{"id":1,"name":"void"}`)
	ctx := ""
	for i, name := range hostileNames {
		types = append(types, fmt.Sprintf(`{"id":%d,"name":%s}`, i+10, jsonString(name)))
		methods = append(methods, fmt.Sprintf(`{"id":%d,"name":%s,"signature":[%d,1]}`, i+10, jsonString(name), i+10))
		calls = append(calls, fmt.Sprintf(`{"ctx":"%d:0%s","records":[%d]}`, i+10, ctx, 1000-i))
		samples = append(samples, fmt.Sprintf(`{"ctx":"%d:0<%d:1","records":[5]}`, i+10, 10+(i+7)%len(hostileNames)))
		if i%6 != 5 {
			ctx = fmt.Sprintf("<%d:%d%s", i+10, i, ctx)
		} else {
			ctx = ""
		}
	}
	p, err := iprof.Parse(strings.NewReader(`{"version":"1.0.0","types":[`+strings.Join(types, ",")+`],"methods":[`+strings.Join(methods, ",")+
		`],"callCountProfiles":[`+strings.Join(calls, ",")+`],"samplingProfiles":[`+strings.Join(samples, ",")+`]}`), iprof.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for engine, e := range engines(t) {
		t.Run(engine, func(t *testing.T) {
			g := graphOf(t, p, callgraph.Options{NoSampledSites: true})
			svg, pic := drawnBy(t, e, dotOf(t, g))
			for _, n := range g.Nodes {
				for _, line := range dot.NameLines(n.Name) {
					if want := strings.TrimSpace(plaintext.Visible(line)); !slices.ContainsFunc(pic.texts, func(s string) bool { return strings.TrimSpace(strings.ReplaceAll(s, "\u00a0", " ")) == want }) {
						t.Errorf("no text %q", want)
					}
				}
				wantAll(t, "the tooltips", pic.tooltips, plaintext.Visible(n.Full)+"\n")
			}
			if _, err := drawing.PNG(io.Discard, svg, palette.DarkTheme, drawing.Parts{}); err != nil {
				t.Error(err)
			}
			var whole bytes.Buffer
			if err := drawing.SVG(&whole, svg, drawing.SVGOptions{Parts: PartsOf(g, dot.Options{})}); err != nil {
				t.Fatal(err)
			}
			readSVG(t, whole.Bytes())
			if named := strings.Count(whole.String(), " data-name="); named != len(g.Nodes) {
				t.Errorf("%d names of %d", named, len(g.Nodes))
			}
			_, pic = drawnBy(t, e, dotOf(t, unitsOf(t, p, callgraph.UnitOptions{})))
			for _, n := range g.Nodes {
				wantAll(t, "the tooltips of units", pic.tooltips, plaintext.Visible(n.Full)+"\n")
			}
			var b bytes.Buffer
			if err := DOT(&b, g, dot.Options{Title: hostileNames[1], Subtitle: strings.Join(hostileNames[:20], " ")}); err != nil {
				t.Fatal(err)
			}
			_, pic = drawnBy(t, e, b.String())
			wantAll(t, "the legend", pic.texts, hostileNames[1])
		})
	}
}

func jsonString(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		if r < ' ' || r == '"' || r == '\\' {
			fmt.Fprintf(&b, `\u%04x`, r)
		} else {
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// many makes a graph of n methods that call each other in a row.
func many(n int) *callgraph.Graph {
	g := &callgraph.Graph{Metric: convert.Calls, AllNodes: n, Entries: int64(n)}
	for i := range n {
		g.Nodes = append(g.Nodes, callgraph.Node{Slot: int32(i), Name: fmt.Sprint("m", i), Full: fmt.Sprint("m", i)})
		if i > 0 {
			g.Edges = append(g.Edges, callgraph.Edge{From: int32(i - 1), To: int32(i), EdgeCounts: callgraph.EdgeCounts{Count: 7, Known: true}})
		}
	}
	return g
}

func TestLargeGraphs(t *testing.T) {
	for _, c := range []struct {
		nodes        int
		labels, hard bool
	}{{401, true, true}, {402, false, true}, {601, false, false}} {
		dot := dotOf(t, many(c.nodes))
		edges := regexp.MustCompile(`(?m)^\tn\d+ -> n\d+ .*$`).FindAllString(dot, -1)
		if len(edges) != c.nodes-1 {
			t.Fatalf("%d edges", len(edges))
		}
		labels := strings.Contains(edges[0], "label=")
		if labels != c.labels || !strings.Contains(edges[0], `tooltip="m`) {
			t.Errorf("%d nodes: %s", c.nodes, edges[0])
		}
		if hard := !strings.Contains(dot, "nslimit"); hard != c.hard {
			t.Errorf("%d nodes: limits on the layout are %v", c.nodes, !hard)
		}
	}
}

// Calls go down or to the right, as the window is filled better.
func TestDirection(t *testing.T) {
	var chain, star []drawnEdge
	for i := range int32(12) {
		chain = append(chain, drawnEdge{from: i, to: i + 1})
		star = append(star, drawnEdge{from: 0, to: i + 1})
	}
	circle := append(slices.Clone(chain), drawnEdge{from: 12, to: 0}, drawnEdge{from: 3, to: 3})
	for _, c := range []struct {
		name  string
		lines []drawnEdge
		down  bool
	}{{"a chain", chain, true}, {"a chain in a circle", circle, true}, {"many callees", star, false}} {
		box := func(int) *dot.Box {
			return &dot.Box{Name: []string{"Example.someMethod"}, Lines: []string{"12.3% self, 45.6% total"}}
		}
		if got := goesDown(13, box, c.lines, nil); got != c.down {
			t.Errorf("%s: down is %v", c.name, got)
		}
	}
	links := [][2]int32{{0, 1}, {1, 2}, {0, 2}, {2, 0}}
	level, part := levels(4, links), components(4, links)
	if !slices.Equal(level, []int32{0, 1, 2, 0}) || part[0] != part[2] || part[0] == part[3] {
		t.Errorf("levels %v, parts %v", level, part)
	}
}

func TestNameLines(t *testing.T) {
	for name, want := range map[string]string{
		"Thread.sleep":           "Thread.sleep",
		"java.lang.Thread.sleep": "java.lang.Thread.sleep",
		"FactoryMethodHolder.Double_constructor_2e4a24434c34400e8369ee156a78396de09e1a7b":       "FactoryMethodHolder.|Double_constructor_2e4a24…",
		"java.util.stream.StreamSpliterators$InfiniteSupplyingSpliterator$OfInt.tryAdvance":     "java.util.stream.|StreamSpliterators$Infinite|SupplyingSpliterator$OfInt.|tryAdvance",
		"com.example.shop.pricing.Discounts.applySeasonalDiscount(com.example.shop.Order, int)": "com.example.shop.pricing.|Discounts.|applySeasonalDiscount|(com.example.shop.Order, int)",
		"Spliterators$IntArraySpliterator.tryAdvance(IntConsumer)":                              "Spliterators|$IntArraySpliterator.|tryAdvance(IntConsumer)",
		"BinaryTrees$TreeNode.<init>(BinaryTrees$TreeNode, BinaryTrees$TreeNode)":               "BinaryTrees$TreeNode.<init>|(BinaryTrees$TreeNode, |BinaryTrees$TreeNode)",
		strings.Repeat("x", 200): strings.Repeat("x", 30) + "|" + strings.Repeat("x", 29) + "…",
	} {
		if got := strings.Join(dot.NameLines(name), "|"); got != want {
			t.Errorf("%s:\n%s, want\n%s", name, got, want)
		}
	}
}

// TestGraphColors computes contrasts in both themes, of text on all fills and of lines on their backgrounds, and the difference
// of neighboring steps of heat, and of the kinds of lines, for people with and without color blindness.
func TestGraphColors(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range palette.GraphColors() {
		if seen[c.Light] {
			t.Errorf("%s has two meanings: the dark theme goes by the color", c.Light)
		}
		seen[c.Light] = true
	}
	for _, dark := range []bool{false, true} {
		of := func(c palette.Color) testcolor.RGB {
			if dark {
				return testcolor.ParseColor(t, c.Dark)
			}
			return testcolor.ParseColor(t, c.Light)
		}
		for _, fill := range append([]palette.Color{palette.Background, palette.NoCount, palette.UnitBox}, slices.Concat(palette.Heat, palette.Delta)...) {
			if c := testcolor.Contrast(of(palette.Text), of(fill)); c < 4.5 {
				t.Errorf("dark %v: text on %v has a contrast of %.1f", dark, fill, c)
			}
		}
		for _, line := range append([]palette.Color{palette.Inlined, palette.Called, palette.Sampled, palette.Unknown, palette.Faint}, palette.DeltaLine...) {
			for _, behind := range []palette.Color{palette.Background, palette.UnitBox} {
				if c := testcolor.Contrast(of(line), of(behind)); c < 3 {
					t.Errorf("dark %v: %v on %v has a contrast of %.1f", dark, line, behind, c)
				}
			}
		}
		for name, vision := range testcolor.Visions {
			look := func(c palette.Color) testcolor.RGB { return testcolor.Times(vision, of(c)) }
			for i := 1; i < len(palette.HeatStops); i++ {
				if d := testcolor.Difference(look(palette.HeatStops[i-1]), look(palette.HeatStops[i])); d < 5 {
					t.Errorf("dark %v, %s: stops %d and %d of heat differ by %.1f", dark, name, i-1, i, d)
				}
			}
			for _, steps := range [][]palette.Color{palette.Delta, palette.DeltaLine} {
				for i := 1; i < len(steps); i++ {
					if d := testcolor.Difference(look(steps[i-1]), look(steps[i])); d < 5 {
						t.Errorf("dark %v, %s: steps %d and %d of changes differ by %.1f", dark, name, i-1, i, d)
					}
				}
				for i := range palette.SameSwatch {
					if d := testcolor.Difference(look(steps[i]), look(steps[len(steps)-1-i])); d < 10 {
						t.Errorf("dark %v, %s: as much less and more differ by %.1f", dark, name, d)
					}
				}
			}
			if d := testcolor.Difference(look(palette.Inlined), look(palette.Sampled)); d < 10 {
				t.Errorf("dark %v, %s: inlined and sampled calls differ by %.1f", dark, name, d)
			}
		}
	}
}

// TestLinesHaveTheHueOfBoxes: in a comparison, a line that is less often followed is violet, as boxes that have less are.
func TestLinesHaveTheHueOfBoxes(t *testing.T) {
	for i, box := range palette.Delta {
		line := palette.DeltaLine[i]
		for _, c := range [][2]string{{box.Light, line.Light}, {box.Dark, line.Dark}} {
			if d := math.Abs(testcolor.Hue(t, c[0]) - testcolor.Hue(t, c[1])); d > 10 && i != palette.SameSwatch {
				t.Errorf("step %d: lines of %s are %.0f° from boxes of %s", i, c[1], d, c[0])
			}
		}
	}
}

func TestGraphSVGOfSomethingElse(t *testing.T) {
	for _, text := range []string{"", "no picture", "<svg", "<svg><g></svg>", "<html><script>alert(1)</script></html>"} {
		if err := drawing.SVG(io.Discard, []byte(text), drawing.SVGOptions{}); err == nil {
			t.Errorf("%q passes for a picture", text)
		}
		if _, err := drawing.PNG(io.Discard, []byte(text), palette.AutoTheme, drawing.Parts{}); err == nil {
			t.Errorf("%q passes for a picture", text)
		}
	}
	var b bytes.Buffer
	evil := `<?xml version="1.0"?><!DOCTYPE svg><svg width="10pt" height="10pt" viewBox="0 0 10 10" onload="x()"><script>x()</script>` +
		`<g class="graph"><image href="http://x/"/><foreignObject><b>x</b></foreignObject><text x="1" onclick="x()">y</text></g></svg>`
	if err := drawing.SVG(&b, []byte(evil), drawing.SVGOptions{}); err != nil {
		t.Fatal(err)
	}
	if pic := readSVG(t, b.Bytes()); !slices.Equal(pic.texts, []string{"y"}) {
		t.Errorf("texts %q", pic.texts)
	}
}

// TestPNGScale checks that a picture that is too large for its pixels shrinks.
func TestPNGScale(t *testing.T) {
	testtier.Sequential(t)
	var b bytes.Buffer
	scale, err := drawing.PNG(&b, []byte(`<svg><g class="graph"><g class="node"><polygon points="0,0 2000,0 2000,20000 0,20000"/></g></g></svg>`), palette.LightTheme, drawing.Parts{})
	if err != nil {
		t.Fatal(err)
	}
	c, err := png.DecodeConfig(&b)
	if err != nil || c.Width*c.Height > pngtext.MaxPixels+c.Width+c.Height || scale > 0.98 || scale < 0.9 {
		t.Errorf("%d × %d, scale %v, %v", c.Width, c.Height, scale, err)
	}
}

// TestPNGLines looks at pixels: a filled box with a line around it, and a dashed line.
func TestPNGLines(t *testing.T) {
	var b bytes.Buffer
	_, err := drawing.PNG(&b, []byte(`<svg width="75pt" height="75pt" viewBox="0 0 75 75"><g class="graph" transform="translate(0 75)">`+
		`<polygon fill="#ffffff" stroke="none" points="0,0 0,-75 75,-75 75,0 0,0"/>`+
		`<g class="node"><polygon fill="#ff0000" stroke="#0000ff" stroke-width="3" points="15,-15 15,-60 60,-60 60,-15 15,-15"/>`+
		`<path fill="none" stroke="#00ff00" stroke-width="3" stroke-dasharray="6,6" d="M0,-6C20,-6 50,-6 75,-6"/></g></g></svg>`), palette.LightTheme, drawing.Parts{})
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(&b)
	if err != nil {
		t.Fatal(err)
	}
	for at, want := range map[[2]int]string{
		// The margin is 14 points, and 3 points are 4 pixels.
		{68, 48}: "ff0000", {38, 48}: "0000ff", {68, 78}: "0000ff", {8, 48}: "ffffff",
		{22, 90}: "00ff00", {30, 90}: "ffffff", {38, 90}: "00ff00",
	} {
		r, g, b, _ := img.At(at[0], at[1]).RGBA()
		if got := fmt.Sprintf("%02x%02x%02x", r>>8, g>>8, b>>8); got != want {
			t.Errorf("%v is %s, want %s", at, got, want)
		}
	}
}
