package render

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/callgraph"
	"github.com/iprof-viz/iprof-viz/convert/inlining"
	"github.com/iprof-viz/iprof-viz/convert/pattern"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// picturedProfiles are the examples, and the profiles beside the checkout if they are there, by name.
func picturedProfiles(t *testing.T) map[string]*iprof.Profile {
	t.Helper()
	all := map[string]*iprof.Profile{}
	for _, pattern := range []string{"../testdata/*.iprof", "../../shared/real/*.iprof.gz", "../../shared/jvm/*/*.iprof", "../../shared/jvm/*/*.iprof.gz"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			f, err := os.Open(file)
			if err != nil {
				t.Fatal(err)
			}
			p, err := iprof.Parse(f, iprof.Options{})
			f.Close()
			if err != nil {
				t.Fatalf("%s: %v", file, err)
			}
			all[filepath.Base(filepath.Dir(file))+"/"+filepath.Base(file)] = p
		}
	}
	return all
}

// defaultGraph is the options of the command graph.
func defaultGraph(m convert.Metric) callgraph.Options {
	return callgraph.Options{
		Metric: m, Filter: convert.FilterOptions{View: convert.ExpertView}, Nodes: 80, NodeFraction: 0.005, EdgeFraction: 0.001, NoSampledSites: true,
	}
}

// defaultPictures makes the pictures that the commands graph and inline draw of a profile by default, by name.
func defaultPictures(t *testing.T, e *Engine, p *iprof.Profile) map[string]*picture {
	t.Helper()
	pictures := map[string]*picture{}
	draw := func(name string, parts GraphParts, dot func(*bytes.Buffer) error) {
		var b bytes.Buffer
		if err := dot(&b); err != nil {
			t.Fatal(err)
		}
		svg, err := e.Draw(b.Bytes(), "svg")
		if err != nil {
			t.Fatal(err)
		}
		if pictures[name], err = parts.picture(svg); err != nil {
			t.Fatal(err)
		}
	}
	for _, m := range []convert.Metric{convert.Calls, convert.Samples} {
		if p.Total(iprof.Calls) == 0 && m == convert.Calls || p.Total(iprof.Samples) == 0 && m == convert.Samples {
			continue
		}
		g := graphOf(t, p, defaultGraph(m))
		draw("graph by "+m.String(), PartsOfGraph(g, DOTOptions{}), func(b *bytes.Buffer) error { return DOT(b, g, DOTOptions{}) })
	}
	if p.Total(iprof.Calls) == 0 {
		return pictures
	}
	u := unitsOf(t, p, callgraph.UnitOptions{Filter: convert.FilterOptions{View: convert.ExpertView}, Units: 12, Nodes: 80, NodeFraction: 0.005})
	if tree := TreePictureOfUnits(u, DOTOptions{}); tree != nil {
		pictures["units"], _ = tree.picture()
	} else {
		draw("units", PartsOfUnits(u, DOTOptions{}), func(b *bytes.Buffer) error { return UnitsDOT(b, u, DOTOptions{}) })
	}
	in := newInlining(t, p, inlining.Options{Filter: convert.FilterOptions{View: convert.ExpertView}, Units: 5, MinShare: 0.01})
	if tree := TreePictureOfInlining(in, InlineDOTOptions{Sites: 3}); tree != nil {
		pictures["inlining"], _ = tree.picture()
	} else {
		draw("inlining", PartsOfInlining(in, DOTOptions{}), func(b *bytes.Buffer) error { return InlineDOT(b, in, InlineDOTOptions{Sites: 3}) })
	}
	return pictures
}

// TestDefaultPictures: by default, no picture is wider than a page or much longer than wide, and nothing covers anything else.
func TestDefaultPictures(t *testing.T) {
	for engine, e := range engines(t) {
		for file, p := range picturedProfiles(t) {
			for name, pic := range defaultPictures(t, e, p) {
				where := engine + ": " + file + ", " + name
				if w := pic.width * pic.scale(); w > mostPixels+1 {
					t.Errorf("%s: %.0f pixels wide", where, w)
				}
				if a := pic.width / pic.height; pic.width*pixelsPerPoint > 1900 && (a < 0.45 || a > 2.3) {
					t.Errorf("%s: %.0f × %.0f", where, pic.width, pic.height)
				}
				checkCovering(t, where, pic)
			}
		}
	}
}

// checkCovering checks that nodes, rows and the legend have places of their own, and that labels of lines are not on nodes.
func checkCovering(t *testing.T, where string, pic *picture) {
	t.Helper()
	type area struct {
		extent
		text string
	}
	var solid, labels []area
	pic.each(func(by point, i *pictureItem) {
		text := i.id
		for k := range i.shapes {
			if i.shapes[k].name == "text" {
				text += " " + i.shapes[k].text
			}
			if s := &i.shapes[k]; s.name == "text" && i.class == "edge" {
				labels = append(labels, area{s.area.moved(by), s.text})
			}
		}
		switch {
		case !i.area.some || i.class == "note" || i.class == "cluster" || i.class == "edge":
		case i.area.moved(by).left < 0 || i.area.moved(by).right > pic.width+0.5 || i.area.moved(by).top < 0 || i.area.moved(by).bottom > pic.height+0.5:
			t.Errorf("%s: out of the picture is %s", where, text)
		default:
			solid = append(solid, area{i.area.moved(by), text})
		}
	})
	for i, a := range solid {
		for _, b := range solid[:i] {
			if a.overlaps(b.extent, 2) {
				t.Errorf("%s: %q covers %q: %v, %v", where, a.text, b.text, a.extent, b.extent)
			}
		}
		for _, l := range labels {
			if strings.TrimSpace(strings.ReplaceAll(l.text, "\u00a0", " ")) != "" && a.overlaps(l.extent, 4) {
				t.Errorf("%s: the label %q is on %q", where, l.text, a.text)
			}
		}
	}
}

// TestUnitsAreLeftAligned: boxes of units are below each other and begin at the left, the hottest first.
func TestUnitsAreLeftAligned(t *testing.T) {
	for engine, e := range engines(t) {
		pic := defaultPictures(t, e, profileNamed(t, "even-or-odd.iprof"))["units"]
		if len(pic.blocks) != 2 || pic.blocks[0].at.x != pic.blocks[1].at.x || pic.blocks[0].at.y > pic.blocks[1].at.y || len(pic.calls.items) != 1 {
			t.Errorf("%s: %d blocks, %d calls between them", engine, len(pic.blocks), len(pic.calls.items))
		}
	}
}

// TestHeat: the color gets hotter with the value, and nothing looks like something.
func TestHeat(t *testing.T) {
	for _, values := range [][]int64{{0, 1}, {0, 430, 1000}, {1, 2, 3, 50, 7000, 1 << 40}, {5}, {99, 100, 101}} {
		h := newHeatScale(values)
		last := -1.0
		for v := int64(0); v <= slices.Max(values); v = max(v+1, v*9/8) {
			at := h.place(float64(v))
			if at < last || at > 1 || (at == 0) != (v == 0) {
				t.Fatalf("%v: %d is at %v, after %v", values, v, at, last)
			}
			last = at
		}
		if h.color(slices.Max(values)) != dotHeat[heatSteps] {
			t.Errorf("%v: the greatest has the color %v", values, h.color(slices.Max(values)))
		}
	}
	h := newHeatScale([]int64{0, 1, 43, 100})
	for _, dark := range []bool{false, true} {
		of := func(v int64) rgb {
			c := h.color(v)
			if dark {
				return parseColor(t, c.dark)
			}
			return parseColor(t, c.light)
		}
		if d := difference(of(0), of(43)); d < 25 {
			t.Errorf("dark %v: none and 43 of 100 differ by %.1f", dark, d)
		}
	}
	if near := newHeatScale([]int64{99, 100}); near.place(100)-near.place(99) > 0.02 {
		t.Errorf("99 and 100 are at %v and %v", near.place(99), near.place(100))
	}
}

// TestLoneTable: each node is a box or a row, and the rows add up to the sum of the head.
func TestLoneTable(t *testing.T) {
	tables := 0
	for file, p := range picturedProfiles(t) {
		for _, m := range []convert.Metric{convert.Calls, convert.Samples} {
			if p.Total(iprof.Calls) == 0 && m == convert.Calls || p.Total(iprof.Samples) == 0 && m == convert.Samples {
				continue
			}
			g := graphOf(t, p, defaultGraph(m))
			c := newGraphCosts(g)
			lines, alone := drawnGraph(g)
			dot := dotOf(t, g)
			for i := range g.Nodes {
				boxes := strings.Count(dot, "\t"+nodeID(int32(i))+" [")
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
			head := fmt.Sprintf(">%d methods without a drawn call: %s<", rows, percent(sum, c.whole))
			if rows != len(alone) || !strings.Contains(dot, head) {
				t.Errorf("%s, %s: %d rows of %d, no head %q", file, m, rows, len(alone), head)
			}
		}
	}
	if tables == 0 {
		t.Log("no table")
	}
}

// TestBars: the parts of a bar are as long as the shares.
func TestBars(t *testing.T) {
	item := &pictureItem{class: "node", bar: true, self: 0.25, total: 0.75, shapes: []pictureShape{rectangle(0, 0, 114, 50, dotBackground)}}
	item.addBar()
	var widths []float64
	for _, s := range item.shapes[1:] {
		widths = append(widths, s.area.width())
	}
	if fmt.Sprint(widths) != "[25 50 25]" {
		t.Errorf("a bar of %v", widths)
	}
}

// TestPack: blocks do not cover each other, and the first is in the upper left corner.
func TestPack(t *testing.T) {
	var blocks []pictureBlock
	for i := range 30 {
		w, h := float64(40+i*37%200), float64(30+i*53%160)
		blocks = append(blocks, pictureBlock{area: extent{0, 0, w, h, true}})
	}
	width, height := pack(blocks)
	area := 0.0
	for i, b := range blocks {
		area += b.area.width() * b.area.height()
		at := b.area.moved(b.at)
		if at.right > width || at.bottom > height || i == 0 && b.at != (point{}) {
			t.Errorf("%d is at %v of %v × %v", i, at, width, height)
		}
		for k, o := range blocks[:i] {
			if at.overlaps(o.area.moved(o.at), 0) {
				t.Errorf("%d covers %d", i, k)
			}
		}
	}
	if a := width / height; a < 1 || a > 2.5 || area < 0.45*width*height {
		t.Errorf("%.0f × %.0f, %.0f%% full", width, height, 100*area/width/height)
	}
}

// shopSVG returns the call graph of the example by samples, as the command writes it, and the graph.
func graphPage(t *testing.T, p *iprof.Profile, m convert.Metric) (string, *callgraph.Graph) {
	t.Helper()
	g := graphOf(t, p, defaultGraph(m))
	e := engines(t)["dot"]
	if e == nil {
		t.Skip("no Graphviz on this machine")
	}
	drawn, err := e.Draw([]byte(dotOf(t, g)), "svg")
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := GraphSVG(&b, drawn, GraphSVGOptions{Parts: PartsOfGraph(g, DOTOptions{})}); err != nil {
		t.Fatal(err)
	}
	return b.String(), g
}

// TestGraphViewer: in a window of its own, the picture fits, pans, zooms, searches, and shows callers and callees; on a page it
// stays where it is.
func TestGraphViewer(t *testing.T) {
	svg, _ := graphPage(t, profileNamed(t, "shop.iprof"), convert.Samples)
	got := inWindows(t, svg, `
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
	slices.Sort(got)
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
	expect(t, got, lines...)
}

// TestGraphSearchIsThatOfCommands: a pattern matches the same methods in a picture and in the command that has drawn it.
func TestGraphSearchIsThatOfCommands(t *testing.T) {
	patterns := []string{"java.lang", "String", `\.get$`, "^com", "append", `append\(`, `\(int\)`, "HashMap.get", "(?i)string", "a|b", `<init>`, "Stream.*Spliterator",
		"append(char)", "HashMap.get(Object)", "j.u.HashMap.get(Object)", "String.<init>(…)", "St…r.append(String):StringBuilder", "H….get()", "get(All)?", "j.util.HashMap.put"}
	list, err := json.Marshal(patterns)
	if err != nil {
		t.Fatal(err)
	}
	var svgs, want []string
	for _, p := range picturedProfiles(t) {
		m := convert.Samples
		if p.Total(iprof.Samples) == 0 {
			if m = convert.Calls; p.Total(iprof.Calls) == 0 {
				continue
			}
		}
		svg, g := graphPage(t, p, m)
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
	got := play(t, `for (const g of graphs) for (const p of `+string(list)+`) { type(p, g); log([...g.querySelectorAll(".match")].map((e) => e.dataset.signature).join("|")); }`, svgs...)
	for i := range got {
		list := strings.Split(got[i], "|")
		slices.Sort(list)
		got[i] = strings.Join(list, "|")
	}
	expect(t, got, want...)
}

// TestGraphStill: in an img element no script runs, and the hottest node has its color where the file puts it.
func TestGraphStill(t *testing.T) {
	svg, g := graphPage(t, profileNamed(t, "shop.iprof"), convert.Samples)
	pic := elements(t, svg)
	hottest := slices.MaxFunc(g.Nodes, func(a, b callgraph.Node) int { return int(a.Self - b.Self) })
	color := newGraphCosts(g).heat.color(hottest.Self).light
	var width, height float64
	for _, e := range find(pic, "svg") {
		width, _ = strconv.ParseFloat(e.attr["width"], 64)
		height, _ = strconv.ParseFloat(e.attr["height"], 64)
	}
	page := `<body style="margin:0"><img style="display:block" src="` + html.EscapeString(writeFile(t, "graph.svg", svg)) + `">`
	shot := screenshot(t, page, int(math.Ceil(width)), int(math.Ceil(height)))
	pixels := 0
	for y := range shot.Bounds().Dy() {
		for x := range shot.Bounds().Dx() {
			if hexOf(shot, x, y) == color {
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
	text, names := hostileProfile()
	p := parseProfile(t, strings.NewReader(text))
	tree := TreePictureOfInlining(newInlining(t, p, inlining.Options{}), InlineDOTOptions{DOTOptions: DOTOptions{Title: `</svg>"`, Subtitle: "\x1b[31m"}})
	if tree == nil {
		t.Fatal("no tree")
	}
	var b bytes.Buffer
	if err := tree.WriteSVG(&b, GraphSVGOptions{}); err != nil {
		t.Fatal(err)
	}
	pic := readSVG(t, b.Bytes())
	wantAll(t, "the picture", pic.texts, `</svg>"`)
	if rows := strings.Count(b.String(), " data-name="); rows != len(names) {
		t.Errorf("%d rows for %d methods", rows, len(names))
	}
	in := newInlining(t, p, inlining.Options{})
	for _, n := range in.Units[0].Instances {
		if name := cutMiddle(shortHashes(visible(in.Name(n.Slot))), treeNameWidth); !slices.Contains(pic.texts, name) {
			t.Errorf("no row for %q", name)
		}
	}
	b.Reset()
	if _, err := tree.WritePNG(&b, DarkTheme); err != nil {
		t.Error(err)
	}
}

// TestTreePicture: rows are those of the text, below each other, with bars as long as the shares.
func TestTreePicture(t *testing.T) {
	p := profileNamed(t, "shop.iprof")
	in := newInlining(t, p, inlining.Options{Units: 5, MinShare: 0.01})
	tree := TreePictureOfInlining(in, InlineDOTOptions{Sites: 3})
	for k := range in.Units {
		u, rows := &in.Units[k], tree.units[k].rows
		rows = slices.DeleteFunc(slices.Clone(rows), func(r drawnRow) bool { return r.more != "" })
		if len(rows) != len(u.Instances) {
			t.Fatalf("unit %d: %d rows for %d instances", k, len(rows), len(u.Instances))
		}
		for i, r := range rows {
			n := &u.Instances[i]
			if r.depth != int(n.Depth) || r.name != in.Name(n.Slot) || r.share != instanceShare(u, n) || r.total != float64(n.Inclusive)/float64(u.Inclusive) {
				t.Errorf("unit %d: row %d is %+v", k, i, r)
			}
		}
	}
	if small := TreePictureOfInlining(newInlining(t, profileNamed(t, "even-or-odd.iprof"), inlining.Options{}), InlineDOTOptions{}); small != nil {
		t.Error("small units are rows")
	}
}
