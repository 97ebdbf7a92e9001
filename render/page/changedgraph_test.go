package page

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/callgraph"
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/internal/browsertest"
	"github.com/iprof-viz/iprof-viz/internal/testfile"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render/dot"
	"github.com/iprof-viz/iprof-viz/render/graph"
	"github.com/iprof-viz/iprof-viz/render/pagegraph"
	"github.com/iprof-viz/iprof-viz/render/palette"
)

// changedGraphsOf are the graphs of two profiles, by the metrics that both have.
func changedGraphsOf(t *testing.T, pairs *compare.Comparison) []*callgraph.Graph {
	t.Helper()
	var graphs []*callgraph.Graph
	byNumber, _ := stacks.AutoChange.ByNumber(pairs)
	for _, m := range []convert.Metric{convert.Samples, convert.Calls} {
		if pairs.Sides[0].Profile.Total(m.Section()) == 0 || pairs.Sides[1].Profile.Total(m.Section()) == 0 {
			continue
		}
		g, err := callgraph.NewComparison(pairs, callgraph.Options{
			Metric: m, Filter: reportFilter, NoSampledSites: true, NoInlinedSites: true, ByNumber: byNumber,
			Nodes: callgraph.DefaultBoxes, NodeFraction: callgraph.DefaultNodeShare, EdgeFraction: callgraph.DefaultCallShare,
		})
		if err != nil {
			t.Fatal(err)
		}
		graphs = append(graphs, g)
	}
	return graphs
}

// addChangedGraphs makes the tab with call graphs that of two profiles.
func (r *report) addChangedGraphs(t *testing.T, base, now *convert.Names, pairs *compare.Comparison) {
	t.Helper()
	graphs := changedGraphsOf(t, pairs)
	r.parts.ChangedGraphs = pagegraph.NewChangedGraphs(base, now, graphs)
	if ways := r.parts.Ways; ways != nil {
		kept := &pagegraph.WaysPart{}
		for _, g := range ways.Graphs {
			if !slices.ContainsFunc(graphs, func(c *callgraph.Graph) bool { return c.Metric.String() == g.Metric }) {
				kept.Graphs = append(kept.Graphs, g)
			}
		}
		r.parts.Ways = kept
	}
}

// drawnIn are the tooltips of the boxes and lines of a picture in DOT, with the colors that these have, and the legend.
func drawnIn(t *testing.T, g *callgraph.Graph) (of map[string]string, legend string) {
	t.Helper()
	var b strings.Builder
	if err := graph.DOT(&b, g, dot.Options{}); err != nil {
		t.Fatal(err)
	}
	legend, rest, _ := strings.Cut(b.String(), "\tnode [")
	shape, attribute := regexp.MustCompile(`^\tn\d+ \[|^\t[nu]\d+ -> n\d+ \[`), regexp.MustCompile(` (tooltip|color|fillcolor)="((?:[^"\\]|\\.)*)"`)
	of = map[string]string{}
	for line := range strings.Lines(rest) {
		if !shape.MatchString(line) {
			continue
		}
		values := map[string]string{}
		for _, found := range attribute.FindAllStringSubmatch(line, -1) {
			values[found[1]] = strings.NewReplacer(`\n`, "\n", `\"`, `"`, `\\`, `\`).Replace(found[2])
		}
		if fill := values["fillcolor"]; fill != "" {
			values["color"] = fill
		}
		of[withoutParameters(values["tooltip"])] = values["color"]
	}
	return of, legend
}

// withoutParameters shortens the names at the beginning of a tooltip: pages have parameters only in names of overloads.
func withoutParameters(tooltip string) string {
	lines := strings.Split(tooltip, "\n")
	for i, line := range lines {
		if i == 0 || strings.HasPrefix(line, "→ ") {
			lines[i], _, _ = strings.Cut(line, "(")
		}
	}
	return strings.Join(lines, "\n")
}

// TestGraphTabOfAComparison: the tab has the boxes and lines of graph --base, in its colors, with its numbers of both runs; the legend
// explains the colors that there are; the file that the tab saves has all of it.
func TestGraphTabOfAComparison(t *testing.T) {
	older := olderShop(t)
	pairs := map[string][2]*iprof.Profile{
		"shop": {older, testprofile.Example("shop.iprof")}, "tally": {testprofile.Example("tally.iprof"), testprofile.Example("tally-after.iprof")},
	}
	page := browsertest.Look(t, 1280, 800)
	defer page.Close()
	for name, of := range pairs {
		names := convert.NewSharedNames(convert.NameOptions{Disambiguate: true}, of[0], of[1])
		r := readReport(t, of[1], names[1])
		r.addBase(t, of[0], of[1])
		r.write(t)
		for _, g := range changedGraphsOf(t, compare.New(names[0], names[1], compare.Options{})) {
			at := fmt.Sprint(name, " ", g.Metric)
			got := browsertest.VisitFile(t, page, r.page, "#/callgraph?metric="+g.Metric.String()).Run(inReport + inGraph + `
				const colorOf = (group) => group.querySelector("rect.box")?.getAttribute("fill") || group.querySelector("path").getAttribute("stroke");
				log(groups("node").length + " " + faults());
				log([...view().querySelectorAll(".legend > span")].filter((s) => !s.querySelector("[data-kind]") && s.querySelector("i").style.display !== "none").map((s) => s.textContent).join("|"));
				const files = []; URL.createObjectURL = (file) => { files.push(file); return ""; }; HTMLAnchorElement.prototype.click = () => {};
				await press("SVG ↓"); log([...new DOMParser().parseFromString(await files[0].text(), "image/svg+xml").querySelectorAll("svg > text")].map((e) => e.textContent).join("|"));
				for (const group of [...groups("node"), ...groups("line")]) log(colorOf(group) + group.querySelector("title").textContent);`)
			if want := fmt.Sprint(len(g.Nodes), " none"); len(got) < 4 || got[0] != want {
				t.Fatalf("%s: %q, want %s", at, got, want)
			}
			want, legend := drawnIn(t, g)
			for _, meaning := range strings.Split(got[1], "|") {
				if meaning == "" || !strings.Contains(legend, ">"+meaning+"<") && !strings.Contains(legend, "> "+meaning+" <") || !strings.Contains(got[2], "|"+meaning) {
					t.Errorf("%s: %q is not in the legend of the picture, or not in the file: %s", at, meaning, got[2])
				}
			}
			onPage := map[string]string{}
			for _, s := range got[3:] {
				onPage[withoutParameters(s[7:])] = s[:7]
			}
			for tooltip, color := range want {
				if onPage[tooltip] != color {
					t.Errorf("%s: %q has the color %q, want %s", at, tooltip, onPage[tooltip], color)
				}
			}
			if len(want) < 5 || len(onPage) < len(want) {
				t.Errorf("%s: %d boxes and lines, want %d", at, len(onPage), len(want))
			}
			for _, s := range slices.Sorted(maps.Keys(onPage)) {
				if _, ok := want[s]; !ok {
					t.Errorf("%s: the picture has no line %q", at, s)
				}
			}
		}
	}
}

// TestCountsAmongSamples: the panel of the tab says which lines of a graph by samples are about calls, if there are any.
func TestCountsAmongSamples(t *testing.T) {
	profile := func(calls, samples string) *iprof.Profile {
		return testprofile.Parse(t, `{`+testprofile.Methods("a", "b", "c")+calls+testprofile.Samples("1:0 1000", "2:0<1:3 "+samples, "3:0<2:5<1:3 400")+`}`)
	}
	const about, ofNumber = "Colors are of the change of the share of total samples, and lines as wide as the larger share.",
		"Colors are of the change of the number of total samples, and lines as wide as the larger share." // with as many calls
	page := browsertest.Look(t, 1280, 800)
	defer page.Close()
	for _, tt := range []struct{ calls, want string }{
		{"", about},
		{testprofile.Calls("1:0 1000", "2:0 70000", "3:0 9000"), ofNumber + "|Dotted lines count calls, as shares of method entries; calls are not time."},
		{testprofile.Calls("1:0 1000", "2:0<1:3 70000", "3:0 9000"), ofNumber + "|Solid and dotted lines count calls, as shares of method entries; calls are not time."},
	} {
		old, now := profile(tt.calls, "3000"), profile(tt.calls, "300")
		r := reportOf(t, now)
		r.addBase(t, old, now)
		r.write(t)
		browsertest.Expect(t, browsertest.VisitFile(t, page, r.page, "#/callgraph?metric=samples").Run(inReport+inGraph+`
			log([...view().querySelectorAll(".details p")].slice(1).map(text).join("|"));`), tt.want)
	}
}

// TestDottedLines: entries without a caller and calls through methods that are not shown have the same line, so that they have one entry of
// the legend, which tells them apart.
func TestDottedLines(t *testing.T) {
	p := testprofile.Example("shop.iprof")
	r := reportOf(t, p)
	r.addBase(t, p, p)
	r.write(t)
	browsertest.Expect(t, browsertest.Visit(t, r.page, "#/callgraph?metric=calls", inReport+inGraph+`
		await settled(); await settled();
		log([...view().querySelectorAll(".legend > span")].map(text).filter((t) => /root|through/.test(t)).join("|"));`), "entries as compilation root; between methods: through methods that are not shown")
}

// The page has copies of the colors of changes, light and dark.
func TestColorsOfChangesOnPages(t *testing.T) {
	source := testfile.Read(t, "../../templates/page/callgraph/drawing.ts")
	for theme, of := range map[string]func(palette.Color) string{"light": func(c palette.Color) string { return c.Light }, "dark": func(c palette.Color) string { return c.Dark }} {
		quoted := func(colors []palette.Color) string {
			var list []string
			for _, c := range colors {
				list = append(list, strconv.Quote(of(c)))
			}
			return strings.Join(list, ", ")
		}
		want := fmt.Sprintf("%s: { delta: [%s], deltaLine: [%s], noCount: %q }", theme, quoted(palette.Delta), quoted(palette.DeltaLine), of(palette.NoCount))
		if !strings.Contains(string(source), want) {
			t.Errorf("drawing.ts has not the colors of the palette: %s", want)
		}
	}
}
