package graph

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/callgraph"
	"github.com/iprof-viz/iprof-viz/convert/inlining"
	"github.com/iprof-viz/iprof-viz/internal/browsertest"
	"github.com/iprof-viz/iprof-viz/internal/testmodel"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render/dot"
	"github.com/iprof-viz/iprof-viz/render/drawing"
	"github.com/iprof-viz/iprof-viz/render/inlinetree"
)

// openings logs the first screen of a picture in a window of 1280 × 800, and the same once all is shown.
const openings = `
	const graph = svg.querySelector(".graph"), map = svg.querySelector(".map"), bar = svg.querySelector(".bar > div"), legend = svg.querySelector(".legend .panel");
	const edges = (e) => e.getBoundingClientRect();
	const passes = (e, r) => {
		for (let at = 0, m = e.getScreenCTM(); at < e.getTotalLength(); at += 5) {
			const {x, y} = e.getPointAtLength(at).matrixTransform(m);
			if (x > r.left && x < r.right && y > r.top && y < r.bottom) return true;
		}
		return false;
	};
	const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
	const inWindow = (e) => { const r = edges(e); return r.left >= -1 && r.right <= view.innerWidth + 1 && r.top >= edges(bar).bottom - 1 && r.bottom <= view.innerHeight + 1; };
	const partly = (e) => { const r = edges(e); return r.left < view.innerWidth && r.right > 0 && r.top < view.innerHeight && r.bottom > edges(bar).bottom; };
	const key = (key) => svg.dispatchEvent(new view.KeyboardEvent("keydown", {key, bubbles: true, cancelable: true}));
	const mapped = () => map.style.display !== "none";
	const all = [...graph.querySelectorAll(".node, .row")], at = () => graph.getAttribute("transform");
	const texts = [...graph.querySelectorAll("text")].filter((e) => e.textContent.trim() && partly(e)).map((e) => e.getAttribute("font-size") * e.getScreenCTM().a);
	if (!(Math.min(...texts) >= 7.79)) log("text of " + Math.min(...texts).toFixed(2) + " px of " + texts.length);
	const hot = all.filter((e) => e.dataset.weight).sort((a, b) => b.dataset.weight - a.dataset.weight)[0];
	if (hot && !inWindow(hot)) log("the hottest node is out of the window: " + hot.dataset.name);
	if (hot && (meet(edges(hot), edges(legend)) || mapped() && meet(edges(hot), edges(map)))) log("the hottest node is covered: " + hot.dataset.name);
	// No box loses a few pixels that a small move would give it without cutting or covering another; the window has a margin.
	const few = 12, margin = 6, room = {left: margin, right: view.innerWidth - margin, top: edges(bar).bottom + margin, bottom: view.innerHeight - margin};
	const after = (e, x, y) => { const r = edges(e); return {left: r.left + x, right: r.right + x, top: r.top + y, bottom: r.bottom + y}; };
	const isIn = (r) => r.left >= room.left - 0.5 && r.right <= room.right + 0.5 && r.top >= room.top - 0.5 && r.bottom <= room.bottom + 0.5;
	const missing = (from, to, least, most) => from < least ? least - from : to > most ? most - to : 0;
	for (const e of svg.querySelector(".edge") ? all.filter((e) => partly(e) && !inWindow(e)) : []) {
		const r = edges(e), x = missing(r.left, r.right, room.left, room.right), y = missing(r.top, r.bottom, room.top, room.bottom), under = after(legend, -x, -y);
		const better = Math.max(Math.abs(x), Math.abs(y)) < few && all.every((o) => !isIn(edges(o)) || isIn(after(o, x, y)));
		if (better && ![...all, ...svg.querySelectorAll(".edge text")].some((o) => meet(edges(o), under)) && ![...svg.querySelectorAll(".edge path:not(.hit)")].some((o) => passes(o, under))) log(e.dataset.name + " loses pixels, " + [x, y] + " away");
	}
	// The start of the hot path: its heaviest caller, again and again.
	const stroke = (e) => Number(e.querySelector("path:not(.hit)")?.getAttribute("stroke-width")) || 1;
	let start = hot;
	for (const passed = new Set(); start && !passed.has(start);) {
		passed.add(start);
		const into = [...svg.querySelectorAll(".edge")].filter((e) => e.dataset.to === start.dataset.node && ![...passed].some((p) => p.dataset.node === e.dataset.from));
		start = all.find((e) => e.dataset.node && e.dataset.node === into.sort((a, b) => stroke(b) - stroke(a))[0]?.dataset.from) || start;
	}
	if (hot && svg.querySelector(".edge")) {
		const [a, b] = [edges(hot), edges(start)], button = svg.querySelector("button.start");
		const fits = Math.max(a.bottom, b.bottom) - Math.min(a.top, b.top) < view.innerHeight - edges(bar).bottom - 40 && Math.max(a.right, b.right) - Math.min(a.left, b.left) < view.innerWidth - 40;
		if (fits && !inWindow(start)) log("the start of the hot path is out of the window: " + start.dataset.name);
		if (inWindow(start) !== button.hidden) log("the start is in the window: " + inWindow(start) + ", the button that leads there is hidden: " + button.hidden);
		const under = [...svg.querySelectorAll(".edge path:not(.hit)")].filter((e) => passes(e, edges(legend)));
		if (under.length) log("the legend is on " + under.length + " lines");
		if (!button.hidden) {
			key("r");
			if (!inWindow(start)) log("r does not lead to " + start.dataset.name);
			key("h");
		}
	}
	const covers = (e) => meet(edges(e), edges(legend)) || mapped() && meet(edges(e), edges(map));
	const hidden = all.filter(covers);
	if (hidden.length) log(hidden.length + " nodes or rows are covered: " + hidden[0].dataset.name);
	if (mapped()) {
		const ground = edges(map.querySelector(".ground")), labels = [...graph.querySelectorAll(".edge text")].filter((e) => e.textContent.trim());
		const lines = [...svg.querySelectorAll(".edge path:not(.hit)")].filter((e) => passes(e, ground));
		if (lines.length) log("the map is on " + lines.length + " lines");
		if (labels.some((e) => meet(edges(e), ground))) log("the map is on labels");
		if (meet(edges(legend), ground)) log("the map is on the legend");
	}
	if (hot && !inWindow(svg.querySelector(".legend .panel"))) log("the legend is out of the window");
	if (hot && edges(legend).height > 0.4 * view.innerHeight + 10 && svg.querySelector(".folder")) log("the legend is " + edges(legend).height + " px high");
	if (!hot && !inWindow(all[0])) log("the first row is out of the window");
	// Trees are read from the first on: no other is beside it and to its left, as below a legend.
	const [firstTree, ...trees] = svg.querySelector(".edge") ? [] : [...graph.querySelectorAll(":scope > [data-at]")].map(edges);
	for (const t of trees) if (t.left < firstTree.left - 1 && t.top < firstTree.bottom - 1) { log("a tree is to the left of the first"); break; }
	const ends = new Map(); // of columns
	if (firstTree) for (const t of [firstTree, ...trees]) {
		const column = Math.round(t.left);
		if (t.top < (ends.get(column) ?? -Infinity)) { log("a tree is below one that is less hot"); break; }
		ends.set(column, t.bottom);
	}
	const waits = !mapped() && !all.every(inWindow); // it would cover boxes in both corners, and comes when the reader moves
	if (waits) {
		key("+");
		if (!mapped()) log("the map does not come");
		key("h");
	}
	if (mapped() && all.every(inWindow)) log("the map is shown, and all is in sight");
	if (mapped() && !svg.querySelector("output").textContent.startsWith("f shows all")) log("nothing says how to see all: " + svg.querySelector("output").textContent);
	const said = svg.querySelector("output");
	if (said.scrollWidth > said.clientWidth || !said.title.endsWith("scroll to zoom")) log("the hint is cut: " + said.textContent);
	if (said.title.includes("callers") !== Boolean(svg.querySelector(".edge"))) log("the hint is of another picture: " + said.title);
	const told = [...svg.querySelectorAll(".legend text")], say = (of) => of.map((e) => e.textContent).join(" ");
	if (say(told).includes("not time)") && !say(told.filter((e) => e.style.display !== "none")).includes("not time)")) log("the folded legend does not say that calls are not time");
	if (map.querySelectorAll(".box").length < all.filter((e) => e.dataset.name).length) log("the map has " + map.querySelectorAll(".box").length + " boxes of " + all.length);
	if (!svg.querySelector(".edge")) {
		const row = edges(all[0]), seen = all.filter(inWindow).length;
		if (row.top < edges(legend).bottom || row.top > edges(legend).bottom + 40 || Math.abs(row.left - edges(legend).left) > 20) log("the first row is at " + row.left + ", " + row.top);
		if (edges(legend).left > 20 || edges(legend).top > edges(bar).bottom + 20 || edges(legend).height > 0.4 * view.innerHeight + 10) log("the legend is at " + edges(legend).left + ", " + edges(legend).top);
		const right = Math.max(...all.filter(inWindow).map((e) => edges(e).right));
		if (firstTree && seen < all.length && right < 0.7 * view.innerWidth) log("nothing is to the right of " + right);
		if (seen < Math.min(20, all.length)) log(seen + " of " + all.length + " rows are in the window");
	}
	const written = [...graph.querySelectorAll("text")].filter((e) => e.textContent.trim()), read = written.filter(inWindow).length;
	if (read < Math.min(30, 0.8 * written.length)) log(read + " of " + written.length + " texts are in the window");
	const first = at(), seen = all.filter(inWindow);
	key("f");
	if (!all.every(inWindow) || mapped()) log("f does not show all: " + all.filter((e) => !inWindow(e)).length + " are out, the map is shown: " + mapped());
	const whole = at();
	key("h");
	if (at() !== first) log("h leads to " + at() + " from " + first);
	if (mapped()) {
		const r = edges(map.querySelector(".box")), before = at();
		map.dispatchEvent(new view.PointerEvent("pointerdown", {bubbles: true, pointerId: 1, clientX: r.left + r.width / 2, clientY: r.top + r.height / 2}));
		map.dispatchEvent(new view.PointerEvent("pointerup", {bubbles: true, pointerId: 1, clientX: r.left, clientY: r.top}));
		if (at() === before || edges(map.querySelector(".here")).width < 2) log("a click on the map leads nowhere");
	}
	log("boxes " + seen.length + " of " + all.length);
	log(first === whole ? "opens as a whole" : "opens in part");`

// TestGraphOpening: a call graph opens with its hottest method in the window, uncovered, and with text that can be read. A map
// shows where in the whole that is. At least 30 texts are in the window, or nearly all.
func TestGraphOpening(t *testing.T) {
	pictures := map[string]string{}
	for file, p := range pictured(t) {
		m := convert.Samples
		if p.Total(iprof.Samples) == 0 {
			if m = convert.Calls; p.Total(iprof.Calls) == 0 {
				continue
			}
		}
		pictures[file], _ = graphPage(t, p, defaultGraph(m))
	}
	got := checkOpenings(t, pictures)
	if !slices.ContainsFunc(slices.Collect(maps.Values(got)), func(o opened) bool { return o.part }) {
		t.Error("all graphs open as a whole")
	}
	// No window is left empty: these many boxes can be read at once.
	for file, least := range map[string]int{
		"real/binary-tree-0.2.0.iprof.gz": 18, "real/streamtdi-0.4.0.iprof.gz": 13, "real/stripped-1.0.0.iprof.gz": 12, "testdata/shop.iprof": 22,
		"jvm/sampling-json/profile.iprof.gz": 27, "jvm/sampling-recursion/profile.iprof.gz": 15, "jvm/calls/profile.iprof": 14, "jvm/seed/fib-jdk.iprof": 20,
	} {
		for name, o := range got {
			if strings.HasSuffix(name, file) && o.boxes < least {
				t.Errorf("%s: %d of %d boxes are in the window, want at least %d", name, o.boxes, o.all, least)
			}
		}
	}
}

// An opened picture has boxes or rows, some of them in the window.
type opened struct {
	boxes, all int
	part       bool // not as a whole
}

// checkOpenings opens pictures, by name.
func checkOpenings(t *testing.T, pictures map[string]string) map[string]opened {
	t.Helper()
	data, err := json.Marshal(pictures)
	if err != nil {
		t.Fatal(err)
	}
	lines := browsertest.Play(t, `
		const print = log;
		const look = (view, svg, log) => {`+openings+`};
		for (const [name, text] of Object.entries(`+string(data)+`)) {
			const frame = document.createElement("iframe");
			frame.style.cssText = "border: 0; height: 800px; width: 1280px";
			frame.onload = () => look(frame.contentWindow, frame.contentDocument.documentElement, (s) => print(name + ": " + s));
			frame.src = URL.createObjectURL(new Blob([text], {type: "image/svg+xml"}));
			document.body.append(frame);
		}`)
	got := map[string]opened{}
	for _, line := range lines {
		var o opened
		name, what, _ := strings.Cut(line, ": ")
		if n, _ := fmt.Sscanf(what, "boxes %d of %d", &o.boxes, &o.all); n == 2 {
			got[name] = o
		} else if how, ok := strings.CutPrefix(what, "opens "); ok {
			o = got[name]
			o.part = how == "in part"
			got[name] = o
		} else {
			t.Error(line)
		}
	}
	if len(got) != len(pictures) {
		t.Errorf("%d of %d pictures opened", len(got), len(pictures))
	}
	return got
}

// TestFocus: a focus is marked and has its total in the legend, and its heaviest callees are next to it, regardless of other
// callers.
func TestFocus(t *testing.T) {
	g := &callgraph.Graph{Metric: convert.Samples, Samples: 1000, AllNodes: 4, SampleUnit: "samples", Nodes: []callgraph.Node{
		{Slot: 0, Name: "app.words", Self: 4, Total: 993, Focus: true}, {Slot: 1, Name: "app.find", Self: 700, Total: 750},
		{Slot: 2, Name: "app.split", Total: 60}, {Slot: 3, Name: "app.main", Total: 1000},
	}, Edges: []callgraph.Edge{
		{From: 3, To: 0, Evidence: callgraph.SampledEvidence, EdgeCounts: callgraph.EdgeCounts{Count: 993, Known: true}},
		{From: 0, To: 1, Evidence: callgraph.SampledEvidence, EdgeCounts: callgraph.EdgeCounts{Count: 720, Known: true}},
		{From: 0, To: 2, Evidence: callgraph.SampledEvidence, EdgeCounts: callgraph.EdgeCounts{Count: 60, Known: true}},
		{From: 2, To: 1, Evidence: callgraph.SampledEvidence, EdgeCounts: callgraph.EdgeCounts{Count: 30, Known: true}},
	}}
	dot := dotOf(t, g)
	for line := range strings.Lines(dot) {
		if edge, _, ok := strings.Cut(strings.TrimSpace(line), " ["); ok && strings.Contains(edge, " -> ") {
			if loose := strings.Contains(line, "constraint=false"); loose != (edge == "n2 -> n1") {
				t.Errorf("%s: loose %v", edge, loose)
			}
		}
	}
	if strings.Count(dot, "penwidth=4,") != 1 || !strings.Contains(dot, "focus (thick outline): app.words: 0.40% self, 99.3% total") {
		t.Error(dot)
	}
	// Where the picture ends, it says so.
	g.Around, g.Nodes[3].Beyond, g.Nodes[2].Beyond = &callgraph.Around{Callers: 1, Callees: 2, MoreCallers: 1234}, callgraph.Beyond{Callers: 1234}, callgraph.Beyond{Callers: 2, Callees: 1}
	for _, want := range []string{">callers: 1 step, +1,234 more; callees: all known<", ">+1,234 callers<", ">+2 callers, +1 callee<"} {
		if strings.Count(dotOf(t, g), want) != 1 {
			t.Errorf("%s is not once in %s", want, dotOf(t, g))
		}
	}
	g.Around = nil
	// Self samples of several nodes add up, and stacks with one may have another: all have at least the most of one.
	for i := range 3 {
		g.Nodes[i].Focus = true
	}
	if want := "focus (thick outline): 3 methods: 70.4% self, at least 99.3% total"; strings.Count(dotOf(t, g), want) != 1 {
		t.Error(dotOf(t, g))
	}
}

// TestTreeOpening: trees with too many rows for a window open at the first one, with as many as fit.
func TestTreeOpening(t *testing.T) {
	pictures := map[string]string{}
	for file, p := range pictured(t) {
		if p.Total(iprof.Calls) == 0 {
			continue
		}
		tree := TreesOfUnits(unitsOf(t, p, callgraph.UnitOptions{Units: 40}), dot.Options{})
		if tree == nil { // they are boxes
			continue
		}
		var b bytes.Buffer
		if err := tree.WriteSVG(&b, drawing.SVGOptions{}); err != nil {
			t.Fatal(err)
		}
		pictures[file] = b.String()
		if len(pictures) > 1 {
			continue
		}
		// Beside the legend there is room for the first, and below it for the second.
		several := drawing.Trees{Legend: tree.Legend}
		for i, rows := range []int{8, 2, 4, 60} {
			u := drawing.Tree{Head: fmt.Sprintf("#%d", i+1)}
			for k := range rows {
				u.Rows = append(u.Rows, drawing.Row{Depth: min(k, 1), Name: fmt.Sprintf("Dispatch.method%d", k), Text: "12.0k ×40 @39", Known: true})
			}
			several.Units = append(several.Units, u)
		}
		var c bytes.Buffer
		if err := several.WriteSVG(&c, drawing.SVGOptions{}); err != nil {
			t.Fatal(err)
		}
		pictures["several"] = c.String()
	}
	if got := checkOpenings(t, pictures); !slices.ContainsFunc(slices.Collect(maps.Values(got)), func(o opened) bool { return o.part }) {
		t.Error("all trees open as a whole")
	}
}

// TestCallsRunBesideUnits: a call from one unit to another leaves its unit and ends at the edge of the other: no line runs through a unit, or
// along the inside of an edge.
func TestCallsRunBesideUnits(t *testing.T) {
	e := engines(t)["dot"]
	if e == nil {
		t.Skip("no Graphviz on this machine")
	}
	pictures := map[string]string{}
	for file, p := range pictured(t) {
		for _, opts := range []callgraph.UnitOptions{{Units: 12, Nodes: 80, NodeFraction: 0.005}, {Units: 6, Nodes: 24}, {Units: 3, Nodes: 12}} {
			opts.Filter = convert.FilterOptions{View: convert.ExpertView}
			u := unitsOf(t, p, opts)
			if p.Total(iprof.Calls) == 0 || TreesOfUnits(u, dot.Options{}) != nil {
				continue
			}
			var b, svg bytes.Buffer
			if err := UnitsDOT(&b, u, dot.Options{}); err != nil {
				t.Fatal(err)
			}
			drawn, err := e.Draw(b.Bytes(), "svg")
			if err == nil {
				err = drawing.SVG(&svg, drawn, drawing.SVGOptions{Parts: PartsOfUnits(u, dot.Options{})})
			}
			if err != nil {
				t.Fatal(err)
			}
			pictures[fmt.Sprint(file, ", ", opts.Units, " units")] = svg.String()
		}
	}
	data, err := json.Marshal(pictures)
	if err != nil {
		t.Fatal(err)
	}
	lines := 0
	for _, line := range browsertest.Play(t, `
		for (const [name, text] of Object.entries(`+string(data)+`)) {
			const at = document.createElement("div");
			at.innerHTML = text;
			document.body.append(at);
			const svg = at.firstElementChild, units = [...svg.querySelectorAll(".cluster > path, .cluster > polygon")].map((e) => e.getBoundingClientRect());
			const within = (r, p, by) => p.x > r.left + by && p.x < r.right - by && p.y > r.top + by && p.y < r.bottom - by;
			const unitOf = (id) => { const r = svg.querySelector("[data-node='" + id + "']").getBoundingClientRect(); return units.find((u) => within(u, {x: r.left + r.width / 2, y: r.top + r.height / 2}, 0)); };
			for (const e of svg.querySelectorAll(".edge")) {
				const own = unitOf(e.dataset.from), to = unitOf(e.dataset.to), path = e.querySelector("path:not(.hit)"), points = [];
				if (own === to) continue;
				for (let k = 0, m = path.getScreenCTM(); k <= path.getTotalLength(); k++) points.push(path.getPointAtLength(k).matrixTransform(m));
				const left = points.findIndex((p) => !within(own, p, 0));
				const inside = units.filter((u) => points.slice(left).some((p) => within(u, p, 3)));
				log(name + ": " + e.dataset.from + " to " + e.dataset.to + (left < 0 ? " stays in its unit" : inside.length ? " runs through a unit" : left > 0.9 * points.length ? " is in its unit for most of its way" : ""));
			}
		}`) {
		if lines++; strings.Contains(line, "its unit") || strings.Contains(line, "a unit") {
			t.Error(line)
		}
	}
	if lines < 4 {
		t.Errorf("%d calls between units", lines)
	}
}

// TestGraphsOnPhones: in a window of 390 px, the legend of each graph, and of each that is compared, is folded to what can be read there, and
// stays so when the window turns. The hottest box begins in the window, and others around it leave little of it empty.
func TestGraphsOnPhones(t *testing.T) {
	all := pictured(t)
	files := slices.Sorted(maps.Keys(all))
	pictures := map[string]string{}
	for i, file := range files {
		p, before := all[file], all[files[(i+1)%len(files)]]
		for _, m := range []convert.Metric{convert.Calls, convert.Samples} {
			if p.Total(m.Section()) == 0 {
				continue
			}
			pictures[file+" by "+m.String()], _ = graphPage(t, p, defaultGraph(m))
			if before.Total(m.Section()) > 0 {
				opts := defaultGraph(m)
				opts.Ways, opts.NoInlinedSites = false, true
				pictures[file+" compared by "+m.String()] = svgOf(t, graphSince(t, before, p, opts))
			}
		}
	}
	data, err := json.Marshal(pictures)
	if err != nil {
		t.Fatal(err)
	}
	lines := browsertest.Play(t, `
		for (const [name, text] of Object.entries(`+string(data)+`)) {
			const frame = document.createElement("iframe");
			frame.style.cssText = "border: 0; height: 844px; width: 390px";
			frame.onload = () => {
				const svg = frame.contentDocument.documentElement, look = (when) => {
					const texts = [...svg.querySelectorAll(".legend .legend text")].filter((e) => e.style.display !== "none" && !e.hasAttribute("data-of"));
					const size = Math.min(...texts.map((e) => e.getAttribute("font-size") * e.getScreenCTM().a)), rows = new Set(texts.map((e) => Math.round(e.getBoundingClientRect().bottom / 6))).size;
					const {left, right, height} = svg.querySelector(".legend .panel").getBoundingClientRect();
					const faults = [size < 7 && "text of " + size.toFixed(1) + " px", rows > (name.includes(" compared ") ? 6 : 12) && rows + " rows", height > 0.25 * 844 && height + " px high", (left < 0 || right > 390) && "out of the window"].filter(Boolean);
					const boxes = [...svg.querySelectorAll(".graph .node")].map((e) => ({weight: Number(e.dataset.weight) || 0, at: e.getBoundingClientRect()})), hot = boxes.reduce((a, b) => b.weight > a.weight ? b : a).at;
					const below = svg.querySelector(".legend .panel").getBoundingClientRect().bottom, seen = boxes.map((b) => b.at).filter((r) => r.right > 0 && r.left < 390 && r.bottom > below && r.top < 844);
					if (hot.left < -1 || hot.top < below - 1 || hot.bottom > 844) faults.push("the hottest box is at " + hot.left + ", " + hot.top);
					if (Math.min(...seen.map((r) => r.top)) > below + 0.4 * 844) faults.push("nothing is above " + Math.min(...seen.map((r) => r.top)));
					log(name + when + ":" + faults.map((f) => " " + f).join(","));
				};
				look("");
				frame.style.height = "843px";
				frame.contentWindow.dispatchEvent(new frame.contentWindow.Event("resize"));
				look(", turned");
			};
			frame.src = URL.createObjectURL(new Blob([text], {type: "image/svg+xml"}));
			document.body.append(frame);
		}`)
	for _, line := range lines {
		if !strings.HasSuffix(line, ":") {
			t.Error(line)
		}
	}
	if len(lines) != 2*len(pictures) {
		t.Errorf("%d views of %d pictures", len(lines), len(pictures))
	}
}

// TestOpeningOfChanges: in a comparison the largest change is what a reader looks for.
func TestOpeningOfChanges(t *testing.T) {
	g := &callgraph.Graph{Metric: convert.Calls, Base: &callgraph.Base{}, Entries: 1000, Nodes: []callgraph.Node{
		{Slot: 0, Change: &callgraph.Change{Comparable: true, BaseShare: 0.5, Share: 0.5}},
		{Slot: 1, Change: &callgraph.Change{Comparable: true, BeyondChance: true, BaseShare: 0.25, Share: 0.125}},
		{Slot: 2, Change: &callgraph.Change{Comparable: true, BeyondChance: true, New: true, Share: 0.375}},
		{Slot: 3},
	}}
	if got := newCosts(g, nil).weights(); !slices.Equal(got, []float64{0, 0.125, 0.375, 0}) {
		t.Errorf("weights %v", got)
	}
	g.Nodes[1].Focus = true
	if got := newCosts(g, nil).weights(); !slices.Equal(got, []float64{0, 1.125, 0.375, 0}) {
		t.Errorf("with a focus: weights %v", got)
	}
	g.Nodes = g.Nodes[:1]
	g.Nodes[0].Entries = convert.MethodEntries{Root: 250, Contexts: 1}
	if got := fmt.Sprint(newCosts(g, nil).weights()); got != "[0.25]" {
		t.Errorf("without a change: weights %v", got)
	}
}

// TestFullNamesInTooltips: where a name is shortened, the tooltip has it in full, with packages and parameters.
func TestFullNamesInTooltips(t *testing.T) {
	p := testprofile.Example("shop.iprof")
	const full = "com.example.shop.OrderReader.parseItem(java.lang.String)"
	in := testmodel.NewInlining(t, p, inlining.Options{MinShare: 0.01})
	in.Names = convert.NewNames(p, convert.NameOptions{Style: convert.ShortNames})
	var dot, svg bytes.Buffer
	if err := inlinetree.DOT(&dot, in, inlinetree.DOTOptions{}); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(dot.String(), `tooltip="`+full+`\n`) || strings.Contains(dot.String(), "<b>"+full) {
		t.Error("no tooltip in DOT")
	}
	if err := inlinetree.TreesOf(in, inlinetree.DOTOptions{}).WriteSVG(&svg, drawing.SVGOptions{}); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(svg.String(), "<title>"+full) {
		t.Error("no tooltip of a row")
	}
	// The hottest methods in the legend have their box's.
	graph, g := graphPage(t, p, allEdges(convert.Samples))
	hottest := slices.MaxFunc(g.Nodes, func(a, b callgraph.Node) int { return int(a.Self - b.Self) })
	browsertest.Expect(t, browsertest.InWindows(t, graph, `
		if (where.endsWith("alone")) log(svg.querySelector(".legend .go title").textContent);`, 1280), hottest.Signature)
}
