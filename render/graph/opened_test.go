package graph

import (
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/callgraph"
	"github.com/iprof-viz/iprof-viz/internal/browsertest"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/render/dot"
	"github.com/iprof-viz/iprof-viz/render/internal/numbers"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
)

// An openable is a box or a line with the methods in its panel, by its number or those of its ends.
type openable struct {
	Key     string
	Methods []string
	Calls   [][2]string // of all methods: how they begin, with an arrow, and their share
	Search  string      // finds the last of them
}

// openablesOf returns what opens, from the graph alone.
func openablesOf(t *testing.T, g *callgraph.Graph) []openable {
	t.Helper()
	var all []openable
	add := func(key string, methods []callgraph.Node) {
		o := openable{Key: key}
		for i := range methods {
			o.Methods = append(o.Methods, plaintext.Visible(methods[i].Full))
			if g.Metric == convert.Samples {
				o.Calls = append(o.Calls, callsOf(g, &methods[i])...)
			}
			o.Search = "^" + regexp.QuoteMeta(plaintext.Visible(methods[i].Plain)) + "$"
		}
		all = append(all, o)
	}
	for i := range g.Nodes {
		if m := g.Nodes[i].Members; m != nil {
			add(dot.NodeID(int32(i)), m)
			if g.Metric == convert.Samples && !slices.IsSortedFunc(m, func(x, y callgraph.Node) int { return int(y.Self - x.Self) }) {
				t.Errorf("methods of %s are not ranked", g.Nodes[i].Name)
			}
		}
	}
	lines, at := g.WayLines(), map[string]int{}
	slices.SortStableFunc(lines, func(x, y callgraph.WayLine) int { return len(y.Via) - len(x.Via) })
	for i := range lines {
		l := &lines[i]
		key := dot.NodeID(l.From) + " " + dot.NodeID(l.To)
		if k, merged := at[key]; merged { // in the order of their values
			all[k].Search = ""
			for _, v := range l.Via {
				all[k].Methods = append(all[k].Methods, plaintext.Visible(v.Full))
			}
		} else if len(l.Via) > 0 {
			at[key] = len(all)
			add(key, l.Via)
		}
	}
	return all
}

// callsOf returns the calls of a method in a box of several, and those to it.
func callsOf(g *callgraph.Graph, n *callgraph.Node) [][2]string {
	var all [][2]string
	add := func(arrow string, of []callgraph.Caller, more int) {
		for _, c := range of {
			all = append(all, [2]string{arrow + " " + plaintext.Visible(c.Name), numbers.Percent(c.Count, g.Samples)})
		}
		if more > 0 {
			all = append(all, [2]string{fmt.Sprintf("%s … %d more", arrow, more), ""})
		}
	}
	add("←", n.Callers, n.MoreCallers)
	add("→", n.Callees, n.MoreCallees)
	return all
}

// panels logs what is wrong with panels.
const panels = `
	const graph = svg.querySelector(".graph"), bar = svg.querySelector(".bar > div"), panel = () => svg.querySelector(".opened section"), edges = (e) => e.getBoundingClientRect();
	const key = (key, e) => e.dispatchEvent(new view.KeyboardEvent("keydown", {key, bubbles: true, cancelable: true}));
	const click = (e) => e.dispatchEvent(new view.MouseEvent("click", {bubbles: true, cancelable: true}));
	const type = (s) => { const i = svg.querySelector("input"); i.value = s; i.dispatchEvent(new view.Event("input", {bubbles: true})); };
	const open = [...graph.querySelectorAll(".opens")], of = (e) => e.dataset.node || e.dataset.from + " " + e.dataset.to, narrow = view.innerWidth < 600;
	if (open.map(of).sort().join() !== want.map((o) => o.Key).sort().join()) log("opens: " + open.map(of) + ", want " + want.map((o) => o.Key));
	let methods = 0, scrolls = 0;
	for (const o of want) {
		const e = open.find((e) => of(e) === o.Key), where = o.Key + " ";
		if (!e) continue;
		if (e.tabIndex !== 0 || e.getAttribute("role") !== "button" || e.getAttribute("aria-expanded") !== "false" || !e.getAttribute("aria-label")) log(where + "cannot be reached");
		click(e.querySelector("text"));
		if (!panel()) { log(where + "does not open"); continue; }
		if (e.getAttribute("aria-expanded") !== "true") log(where + "is not expanded");
		const r = edges(panel()), above = edges(bar).bottom;
		if (r.left < 0 || r.top < above || r.right > view.innerWidth + .5 || r.bottom > view.innerHeight + .5) log(where + "is out of the window: " + [r.left, r.top, r.right, r.bottom]);
		if (narrow && (r.left !== 0 || Math.abs(r.right - view.innerWidth) > 1 || Math.abs(r.bottom - view.innerHeight) > 1)) log(where + "is not at the bottom");
		const x = edges(panel().querySelector("header button")), size = narrow ? 44 : 32;
		if (x.width !== size || x.height !== size || x.right > view.innerWidth) log(where + "has a button of " + x.width + " × " + x.height);
		const box = edges(e.matches(".edge") ? e.querySelector("text") : e), beside = Math.max(box.left, view.innerWidth - box.right) > r.width + 20;
		if (beside && !narrow && r.left < box.right && r.right > box.left) log(where + "covers what it is about");
		const inside = panel().querySelector("div"), rows = [...panel().querySelectorAll(".method")], names = rows.map((e) => e.firstChild.title || e.firstChild.textContent);
		if (inside.scrollHeight > inside.clientHeight) scrolls++;
		inside.scrollTop = 1e6;
		const last = edges(panel().querySelector("section > div > :last-child"));
		if (last.bottom > edges(panel()).bottom + 1) log(where + "has an end that cannot be scrolled to");
		if (inside.scrollWidth > inside.clientWidth) log(where + "scrolls sideways");
		const same = e.matches(".edge") && !o.Search ? [names.sort().join(), [...o.Methods].sort().join()] : [names.join("\n"), o.Methods.join("\n")];
		if (same[0] !== same[1]) log(where + "has " + same[0] + "\nwant " + same[1]);
		if (rows.some((e) => e.children.length !== 3)) log(where + "has methods without figures");
		const calls = [...panel().querySelectorAll(".call")].map((e) => [e.firstChild.textContent[0] + " " + (e.firstChild.title || e.firstChild.textContent.slice(2)), e.children[1].textContent]);
		if (o.Calls && (calls.length !== o.Calls.length || calls.some(([name, share], i) => !name.startsWith(o.Calls[i][0]) || share !== o.Calls[i][1]))) log(where + "has calls " + calls.join("; ") + "\nwant " + o.Calls.join("; "));
		methods += rows.length;
		if (panel().querySelectorAll("*").length !== panel().querySelectorAll("header, h2, button, div, p, ol, li, span, wbr").length) log(where + "has markup of a name");
		const at = graph.getAttribute("transform");
		key("Escape", svg);
		if (panel() || graph.getAttribute("transform") !== at || e.getAttribute("aria-expanded") !== "false") log(where + "does not close");
		e.focus();
		key("Enter", e);
		if (!panel()?.contains(svg.ownerDocument.activeElement)) log(where + "does not open by Enter, with the focus");
		key("Escape", svg.ownerDocument.activeElement);
		if (panel() || svg.ownerDocument.activeElement !== e) log(where + "does not give the focus back");
		click(e);
		click(e);
		if (panel()) log(where + "is open after a second click");
		click(e);
		click(panel().querySelector("header button"));
		if (panel()) log(where + "is open after ×");
		if (!o.Search) continue;
		type(o.Search);
		click(e);
		const found = [...panel().querySelectorAll(".found .method > :first-child")].map((e) => e.title || e.textContent);
		if (!e.matches(".match") || !found.includes(o.Methods.at(-1))) log(where + "is not found: " + found + " of " + o.Search);
		click(e);
		type("");
	}
	log("opened " + want.length + " " + methods + " " + scrolls);`

// TestPanels: a click, or a key, on a box of several methods or on a line through others opens a panel in the window, which lists all of
// the methods. Escape, a second click and its button close it.
func TestPanels(t *testing.T) {
	type picture struct {
		SVG  string
		Want []openable
	}
	pictures := map[string]picture{}
	add := func(name string, g *callgraph.Graph) {
		pictures[name] = picture{svgOf(t, g), openablesOf(t, g)}
	}
	for file, p := range pictured(t) {
		for _, m := range []convert.Metric{convert.Samples, convert.Calls} {
			g := graphOf(t, p, defaultGraph(m))
			if len(g.Nodes) == 0 {
				continue
			}
			add(fmt.Sprintf("%s %s", file, m), g)
			if opts := defaultGraph(m); strings.Contains(file, "shop") || strings.Contains(file, "recursion") {
				opts.By = convert.ByClass
				add(fmt.Sprintf("%s %s by class", file, m), graphOf(t, p, opts))
			}
		}
	}
	add("hostile", hostileCycle())
	data, err := json.Marshal(pictures)
	if err != nil {
		t.Fatal(err)
	}
	lines := browsertest.Play(t, `
		const print = log;
		const look = (view, svg, want, log) => {`+panels+`};
		const pictures = `+string(data)+`;
		for (const [width, height] of [[1280, 800], [390, 844]])
			for (const [name, {SVG, Want}] of Object.entries(pictures)) {
				const frame = document.createElement("iframe");
				frame.style.cssText = "border: 0; height: " + height + "px; width: " + width + "px";
				frame.onload = () => look(frame.contentWindow, frame.contentDocument.documentElement, Want || [], (s) => print(name + " in " + width + ": " + s));
				frame.src = URL.createObjectURL(new Blob([SVG], {type: "image/svg+xml"}));
				document.body.append(frame);
			}`)
	seen, most, scrolled := 0, 0, 0
	for _, line := range lines {
		var opened, methods, scrolls int
		if _, what, _ := strings.Cut(line, ": "); strings.HasPrefix(what, "opened ") {
			if _, err := fmt.Sscanf(what, "opened %d %d %d", &opened, &methods, &scrolls); err != nil {
				t.Error(err)
			}
			seen, most, scrolled = seen+1, max(most, methods), scrolled+scrolls
			t.Log(line)
		} else {
			t.Error(line)
		}
	}
	if seen != 2*len(pictures) || most < 30 || scrolled == 0 {
		t.Errorf("%d views of %d pictures, at most %d methods, %d panels scroll", seen, len(pictures), most, scrolled)
	}
}

// TestPanelsOnPages: a panel is in the window and in its picture, which may be larger than the window. Keys of the picture close it.
func TestPanelsOnPages(t *testing.T) {
	browsertest.Expect(t, browsertest.InWindows(t, svgOf(t, hostileCycle()), `
		if (!where.endsWith("on a page")) return;
		const node = svg.querySelector(".node.opens"), edges = (e) => e.getBoundingClientRect(), click = (e) => e.dispatchEvent(new view.MouseEvent("click", {bubbles: true}));
		click(node);
		const panel = svg.querySelector(".opened section"), r = edges(panel), s = edges(svg), bar = edges(svg.querySelector(".bar > div"));
		const inside = r.left >= s.left && r.top >= bar.bottom - 1 && r.right <= Math.min(view.innerWidth, s.right) && r.bottom <= Math.min(view.innerHeight, s.bottom);
		node.dispatchEvent(new view.KeyboardEvent("keydown", {key: "Escape", bubbles: true}));
		log(where + (inside ? ": in the window" : ": at " + [r.left, r.top, r.right, r.bottom] + " of " + [s.left, s.top, s.right, s.bottom]) + (svg.querySelector(".opened") ? ", open" : ", closed"));`, 500, 1280),
		"500 on a page: in the window, closed", "1280 on a page: in the window, closed")
}

// hostileCycle is a graph of methods that call each other, and of a line through others, with names that have a meaning in markup.
func hostileCycle() *callgraph.Graph {
	var nodes []callgraph.Node
	for i, name := range append(slices.Clone(testprofile.HostileNames), "</metadata><script>alert(1)</script>", "=1 2", ":x", "a\tb\nc", "\U0001f600.x") {
		nodes = append(nodes, callgraph.Node{Slot: int32(i), Name: name, Full: name + "(int)", Signature: name + "(int)", Plain: name, Self: int64(1000 - i), Total: 1000})
	}
	via := slices.Clone(nodes)
	for i := range nodes {
		nodes[i].Callers = []callgraph.Caller{{Slot: nodes[(i+1)%len(nodes)].Slot, Name: nodes[(i+1)%len(nodes)].Signature, Count: 900}}
		nodes[i].Callees = []callgraph.Caller{{Slot: -1, Name: "</title>" + nodes[i].Full, Short: nodes[i].Name, Count: 500}}
	}
	box := callgraph.Node{Slot: -1, Name: "all call each other", Full: "all call each other", Signature: "cycle", Plain: "cycle", Members: nodes, Self: 5000, Total: 9000}
	leaf := callgraph.Node{Slot: 1000, Name: "leaf", Full: "leaf()", Self: 10, Total: 4000}
	edge := callgraph.Edge{From: 0, To: 1, Evidence: callgraph.SampledEvidence, Via: via, EdgeCounts: callgraph.EdgeCounts{Count: 4000, Known: true}}
	return &callgraph.Graph{Metric: convert.Samples, Ways: true, Samples: 9000, SampleUnit: "samples", AllNodes: 2, Nodes: []callgraph.Node{box, leaf}, Edges: []callgraph.Edge{edge}}
}

// TestPanelsWithoutScripts: without scripts, and on paper, a picture is the same as one in which nothing opens.
func TestPanelsWithoutScripts(t *testing.T) {
	g := hostileCycle()
	svg := svgOf(t, g)
	if !strings.Contains(svg, "<metadata>") || strings.Contains(svg, "tabindex=") {
		t.Fatal("the file has no methods, or something that is of no use without scripts")
	}
	page := browsertest.Look(t, 1280, 800)
	load := func(svg string) {
		if err := page.Open("about:blank"); err != nil {
			t.Fatal(err)
		}
		v := browsertest.Visiting{T: t, Page: page, File: browsertest.WriteFile(t, "graph.svg", svg)}
		v.Load("")
	}
	pixels := func(svg string) image.Image {
		load(svg)
		return browsertest.Pixels(t, page)
	}
	if err := page.Scripts(false); err != nil {
		t.Fatal(err)
	}
	with := pixels(svg)
	without := pixels(regexp.MustCompile(`(?s)<metadata>.*?</metadata>|\.iprof-graph \.open[^{]*\{[^}]*\}\n`).ReplaceAllString(svg, ""))
	if err := page.Scripts(true); err != nil {
		t.Fatal(err)
	}
	for y := range 800 {
		for x := range 1280 {
			if with.At(x, y) != without.At(x, y) {
				t.Fatalf("another color at %d, %d", x, y)
			}
		}
	}
	load(svg)
	var shown []string
	const display = `const e = document.querySelector(".opened"); return getComputedStyle(e).display;`
	for _, paper := range []bool{false, true} {
		var got string
		err := errors.Join(page.Paper(paper), page.Run(`
			if (!document.querySelector(".opened")) document.querySelector(".opens").dispatchEvent(new MouseEvent("click", {bubbles: true}));
			`+display, &got))
		if err != nil {
			t.Fatal(err)
		}
		shown = append(shown, got)
	}
	if err := page.Paper(false); err != nil {
		t.Fatal(err)
	}
	browsertest.Expect(t, shown, "block", "none")
}
