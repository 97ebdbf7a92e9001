package graph

import (
	"bytes"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/callgraph"
	"github.com/iprof-viz/iprof-viz/internal/testcolor"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/internal/testsvg"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render/dot"
	"github.com/iprof-viz/iprof-viz/render/drawing"
	"github.com/iprof-viz/iprof-viz/render/palette"
)

// calling returns a profile in which methods are inlined into A.main, with these entries; below 0: no count.
func calling(t *testing.T, entries map[string]int) *iprof.Profile {
	t.Helper()
	names := []string{"main", "busy", "steady", "half", "gone", "fresh", "rare", "silent"}
	methods := []string{`{"id":1,"name":"main","signature":[0,0]}`}
	records := []string{`{"ctx":"1:0","records":[1000]}`}
	var samples []string
	for i, name := range names[1:] {
		n, ok := entries[name]
		if !ok {
			continue
		}
		methods = append(methods, fmt.Sprintf(`{"id":%d,"name":%q,"signature":[0,0]}`, i+2, name))
		if n < 0 {
			samples = append(samples, fmt.Sprintf(`{"ctx":"%d:0<1:%d","records":[%d]}`, i+2, i+2, -n))
			continue
		}
		records = append(records, fmt.Sprintf(`{"ctx":"%d:0<1:%d","records":[%d]}`, i+2, i+2, n))
	}
	p, err := iprof.Parse(strings.NewReader(`{"version":"1.0.0","types":[{"id":0,"name":"A"}],"methods":[`+strings.Join(methods, ",")+
		`],"callCountProfiles":[`+strings.Join(records, ",")+`],"samplingProfiles":[`+strings.Join(samples, ",")+`]}`), iprof.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// changesOf draws the changes from one profile to another, and returns the legend and the line of each node and each edge, by
// the name of its method.
func changesOf(t *testing.T, base, p *iprof.Profile) (legend string, nodes, edges map[string]string) {
	t.Helper()
	g := graphSince(t, base, p, callgraph.Options{Metric: convert.Calls})
	legend, rest, _ := strings.Cut(dotOf(t, g), "\tnode [")
	nodes, edges = map[string]string{}, map[string]string{}
	for line := range strings.Lines(rest) {
		var from, to int
		if _, err := fmt.Sscanf(line, "\tn%d -> n%d ", &from, &to); err == nil {
			edges[g.Nodes[to].Name] = line
		} else if _, err := fmt.Sscanf(line, "\tn%d [", &to); err == nil {
			nodes[g.Nodes[to].Name] = line
		}
	}
	return legend, nodes, edges
}

func attributeOf(line, name string) string {
	found := regexp.MustCompile(`[ \[]` + name + `="?([^",\]]*)`).FindStringSubmatch(line)
	if found == nil {
		return ""
	}
	return found[1]
}

// A node that is gone has the color of the largest fall.
func TestGoneIsLeast(t *testing.T) {
	_, nodes, edges := changesOf(t,
		calling(t, map[string]int{"busy": 100000, "steady": 50000, "half": 20000, "gone": 20000}),
		calling(t, map[string]int{"busy": 100000, "steady": 50000, "half": 14000}))
	for _, c := range []struct {
		method string
		step   int
	}{{"A.gone", 0}, {"A.half", 1}, {"A.steady", palette.SameSwatch}} {
		if got, want := attributeOf(nodes[c.method], "fillcolor"), palette.Delta[c.step].Light; got != want {
			t.Errorf("%s is %s, want %s: %s", c.method, got, want, nodes[c.method])
		}
		if got, want := attributeOf(edges[c.method], "color"), palette.DeltaLine[c.step].Light; got != want {
			t.Errorf("the line to %s is %s, want %s: %s", c.method, got, want, edges[c.method])
		}
	}
}

// A method that one run happened to enter a few times is new, but has no color of a change.
func TestNewWithinNoise(t *testing.T) {
	_, nodes, edges := changesOf(t,
		calling(t, map[string]int{"busy": 100000}),
		calling(t, map[string]int{"busy": 100000, "fresh": 20000, "rare": 2}))
	for _, c := range []struct{ method, fill, outline, line string }{
		{"A.fresh", palette.Delta[6].Light, palette.DeltaLine[6].Light, palette.DeltaLine[6].Light},
		{"A.rare", palette.Delta[palette.SameSwatch].Light, "", palette.DeltaLine[palette.SameSwatch].Light},
	} {
		if got := attributeOf(nodes[c.method], "fillcolor"); got != c.fill {
			t.Errorf("%s is %s, want %s", c.method, got, c.fill)
		}
		if got := attributeOf(nodes[c.method], "color"); got != c.outline {
			t.Errorf("%s has the outline %q, want %q", c.method, got, c.outline)
		}
		if got := attributeOf(nodes[c.method], "penwidth"); got != "2" {
			t.Errorf("the outline of %s, which is new, is %q wide", c.method, got)
		}
		if got := attributeOf(edges[c.method], "color"); got != c.line {
			t.Errorf("the line to %s is %s, want %s", c.method, got, c.line)
		}
	}
}

// The legend of a comparison explains the drawn marks and no others.
func TestChangeLegend(t *testing.T) {
	all := []string{
		">share down 50% or more<", ">20% or more<", ">share down 20% or more<", ">less than 20%<", ">no significant change<",
		">share up less than 25%<", ">less than 25%<", ">25% or more<", ">100% or more<", ">share up 100% or more<",
		">not compared: a count is missing<", "bold outline: new", "dashed outline", "open arrow", "points are of the share", "× is normalized",
	}
	base := map[string]int{"busy": 100000, "steady": 50000, "half": 20000, "gone": 20000}
	for _, c := range []struct {
		base, now map[string]int
		want      []string
	}{
		{base, base, []string{">no significant change<"}},
		{base, map[string]int{"busy": 100000, "steady": 50000, "half": 20000, "gone": 20000, "silent": -7},
			[]string{">no significant change<", ">not compared: a count is missing<"}},
		{base, map[string]int{"busy": 100000, "steady": 50000, "half": 14000, "gone": 20000},
			[]string{">share down 20% or more<", ">no significant change<", "points are of the share", "× is normalized"}},
		{base, map[string]int{"busy": 100000, "steady": 55000, "half": 10000, "fresh": 3000},
			[]string{">share down 50% or more<", ">no significant change<", ">share up less than 25%<", ">100% or more<", "bold outline: new",
				"dashed outline", "open arrow", "points are of the share", "× is normalized"}},
	} {
		legend, _, _ := changesOf(t, calling(t, c.base), calling(t, c.now))
		for _, s := range all {
			if has, want := strings.Contains(legend, s), slices.Contains(c.want, s); has != want {
				t.Errorf("%v: %q is said: %v, want %v, in\n%s", c.now, s, has, want, legend)
			}
		}
	}
}

// TestSwatchesAreVisible: where a color of the legend is like the page, it has an outline, in both themes and in DOT.
func TestSwatchesAreVisible(t *testing.T) {
	base, now := calling(t, map[string]int{"busy": 100000, "gone": 20000}), calling(t, map[string]int{"busy": 100000, "silent": -7})
	g := graphSince(t, base, now, callgraph.Options{Metric: convert.Calls})
	e := slices.Collect(maps.Values(engines(t)))[0]
	drawn, err := e.Draw([]byte(dotOf(t, g)), "svg")
	if err != nil {
		t.Fatal(err)
	}
	var svg bytes.Buffer
	if err := drawing.SVG(&svg, drawn, drawing.SVGOptions{Parts: PartsOf(g, dot.Options{})}); err != nil {
		t.Fatal(err)
	}
	outlined := 0
	for _, e := range testsvg.Find(testsvg.Elements(t, svg.String()), "polygon") {
		if e.Attr["fill"] != palette.NoCount.Light {
			continue
		}
		outlined++
		for _, theme := range [][2]string{{palette.Outline.Light, palette.Background.Light}, {palette.Outline.Dark, palette.Background.Dark}} {
			if c := testcolor.Contrast(testcolor.ParseColor(t, theme[0]), testcolor.ParseColor(t, theme[1])); e.Attr["stroke"] != palette.Outline.Light || c < 3 {
				t.Errorf("%v: outline %s, contrast %.1f", e.Attr, theme[0], c)
			}
		}
	}
	legend, _, _ := changesOf(t, base, now)
	if cell := `bgcolor="` + palette.NoCount.Light + `" border="1"`; outlined == 0 || !strings.Contains(legend, cell) {
		t.Errorf("%d swatches in SVG; no %s in %s", outlined, cell, legend)
	}
}

// Methods that call each other have a box each in a comparison: the legend says so if there are any.
func TestLegendOfCyclesInComparison(t *testing.T) {
	const note = "those that call each other have a box each"
	cycle := testprofile.Parse(t, "{"+testprofile.Methods("main", "even", "odd", "loop")+testprofile.Calls("1:0 1", "2:0<1:1 100", "3:0<2:1 100", "2:0<3:1<2:1 50", "4:0<1:2 10", "4:0<4:1<1:2 10")+"}")
	line := testprofile.Parse(t, "{"+testprofile.Methods("main", "even", "odd", "loop")+testprofile.Calls("1:0 1", "2:0<1:1 100", "3:0<2:1 100", "4:0<1:2 10", "4:0<4:1<1:2 10")+"}")
	for _, tt := range []struct {
		base, p *iprof.Profile
		want    bool
	}{{cycle, line, true}, {line, cycle, true}, {line, line, false}} {
		if legend, _, _ := changesOf(t, tt.base, tt.p); strings.Contains(legend, note) != tt.want {
			t.Errorf("the legend says that methods call each other: %v, want %v", !tt.want, tt.want)
		}
	}
}

// A call that is in the stacks of one profile alone has no samples in the other, which is known if that has samples. Entries of a call
// without a count remain unknown.
func TestNoSamplesAreKnown(t *testing.T) {
	profile := func(calls []string, samples ...string) *iprof.Profile {
		return testprofile.Parse(t, "{"+testprofile.Methods("a", "b", "c")+testprofile.Calls(calls...)+testprofile.Samples(samples...)+"}")
	}
	plain := []string{"1:0 1000", "2:0 70000", "3:0 9000"}
	both, one := profile(plain, "1:0 100", "2:0<1:3 300"), profile(plain, "1:0 100", "3:0<1:5 300")
	inlined, none := profile([]string{"1:0 1000", "2:0<1:3 70000", "3:0 9000"}, "1:0 100", "2:0<1:3 300"), profile(plain)
	for _, tt := range []struct {
		base, p *iprof.Profile
		want    []string
	}{
		{both, one, []string{"sampled: 0, base: 300; normalized share of samples: 0%, base: 75.0%; gone", "sampled: 300, base: 0; normalized share"}},
		{inlined, one, []string{"inlined: n/a, base: 70,000; "}},
		{none, both, []string{"sampled: 300, base: n/a; not compared"}},
	} {
		text := dotOf(t, graphSince(t, tt.base, tt.p, callgraph.Options{}))
		for _, want := range tt.want {
			if !strings.Contains(text, want) {
				t.Errorf("no %q in\n%s", want, text)
			}
		}
	}
}

// Boxes and lines show both counts, and the marks of those that leave out contexts without a count: one of busy, and one of half.
func TestBothCountsAndBounds(t *testing.T) {
	head := `{` + testprofile.Methods("main", "busy", "steady", "half")
	base := testprofile.Parse(t, head+testprofile.Calls("1:0 1000", "2:0<1:1 1000", "3:0<1:2 90000", "4:0<1:3 50000", "4:0<1:4 10000")+`}`)
	p := testprofile.Parse(t, head+testprofile.Calls("1:0 1000", "2:0<1:1 50000", "3:0<1:2 91000", "4:0<1:3 40000")+
		`,"conditionalProfiles":[{"ctx":"2:5<1:9","records":[3,0,1,9,1,2]},{"ctx":"4:5<1:4","records":[3,0,1,9,1,2]}]}`)
	legend, nodes, edges := changesOf(t, base, p)
	for name, want := range map[string][]string{
		"T.busy": {"1.00k → ≥ 50.0k entries", "≥ +26.92 points, ≥ ×49.5<"}, "T.half": {"60.0k → ≥ 40.0k entries<"}, "T.steady": {"90.0k → 91.0k entries<"}, "T.main": {">1.00k entries<"},
	} {
		for _, text := range want {
			if !strings.Contains(nodes[name], text) {
				t.Errorf("%s has no %q: %s", name, text, nodes[name])
			}
		}
	}
	if strings.Contains(nodes["T.half"], "points") || !strings.Contains(nodes["T.half"], palette.NoCount.Light) || !strings.Contains(nodes["T.half"], "not compared") {
		t.Errorf("it is compared: %s", nodes["T.half"])
	}
	if !strings.Contains(edges["T.steady"], `90.0k → 91.0k`) {
		t.Errorf("%s", edges["T.steady"])
	}
	if !strings.Contains(legend, "≥: contexts without a count are left out") {
		t.Errorf("%s", legend)
	}
}

// A slide shows by how much boxes and lines changed.
func TestChangesOnSlides(t *testing.T) {
	g := graphSince(t, calling(t, map[string]int{"busy": 1000, "steady": 90000}), calling(t, map[string]int{"busy": 50000, "steady": 90000}), callgraph.Options{Metric: convert.Calls})
	var b strings.Builder
	if err := DOT(&b, g, dot.Options{Slide: true}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{">1.00k → 50.0k entries</font>", "points, ×50</font>", `1.00k → 50.0k\n`} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q: %s", want, b.String())
		}
	}
}

// TestChangesOfNumbers: --change count compares numbers of samples: of half as many in one of two methods, the other has not changed, while
// its share rises. Labels, tooltips and the legend say so.
func TestChangesOfNumbers(t *testing.T) {
	profile := func(busy int) *iprof.Profile {
		return testprofile.Parse(t, fmt.Sprintf(`{`+testprofile.Methods("main", "busy", "steady")+testprofile.Samples("2:0<1:3 %d", "3:0<1:5 4000")+`}`, busy))
	}
	draw := func(byNumber bool) string {
		g := graphSince(t, profile(4000), profile(2000), callgraph.Options{Metric: convert.Samples, ByNumber: byNumber})
		return dotOf(t, g)
	}
	for byNumber, want := range map[bool][]string{
		false: {"−16.67 points, ×0.667", "+16.67 points, ×1.33", "share up ", "points are of the share; × is normalized for run length", "normalized share of samples: "},
		true:  {"−2,000, ×0.5", "number of samples: −2,000, ×0.5", "number of samples: the same", "number down ", "numbers of samples are not normalized", "numbers of samples are compared, not shares"},
	} {
		got := draw(byNumber)
		for _, text := range want {
			if !strings.Contains(got, text) {
				t.Errorf("by number %t: no %q in %s", byNumber, text, got)
			}
		}
		if byNumber && (strings.Contains(got, "points") || strings.Contains(got, "×1.33") || strings.Contains(got, "number up")) {
			t.Errorf("by number: %s", got)
		}
	}
}
