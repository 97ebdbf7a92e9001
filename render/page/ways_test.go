package page

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/callgraph"
	"github.com/iprof-viz/iprof-viz/internal/browsertest"
	"github.com/iprof-viz/iprof-viz/internal/testpage"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render/pagegraph"
)

// waysOf returns the graphs of a profile; nil: it has no samples and no calls.
func waysOf(t *testing.T, p *iprof.Profile, names *convert.Names) *pagegraph.WaysPart {
	t.Helper()
	var graphs []*callgraph.Graph
	for _, m := range []convert.Metric{convert.Samples, convert.Calls} {
		if p.Total(m.Section()) == 0 {
			continue
		}
		g, err := callgraph.New(p, names, callgraph.Options{Metric: m, Filter: reportFilter, Ways: true, Nodes: callgraph.DefaultBoxes, NodeFraction: callgraph.DefaultSelfShare})
		if err != nil {
			t.Fatal(err)
		}
		graphs = append(graphs, g)
	}
	if graphs == nil {
		return nil
	}
	return pagegraph.NewWays(names, graphs)
}

// selfOf counts anew: samples by their innermost frame, or entries by method.
func selfOf(t *testing.T, data []byte, m convert.Metric) map[iprof.MethodID]int64 {
	t.Helper()
	var d testprofile.Document
	if err := json.Unmarshal(data, &d); err != nil {
		t.Fatal(err)
	}
	self := map[iprof.MethodID]int64{}
	for _, r := range d.Section(m.Section()) {
		id, _, _ := strings.Cut(r.Frames()[0], ":")
		n, err := strconv.Atoi(id)
		if err != nil {
			t.Fatal(err)
		}
		self[iprof.MethodID(n)] += r.Records[0]
	}
	return self
}

// TestWaysHaveTheHottest: the graphs on a page have the self values of the records, at most 40 boxes, with the three hottest methods
// among them, and lines between boxes that exist; what they say to have is what their methods have.
func TestWaysHaveTheHottest(t *testing.T) {
	for name, data := range testprofile.Published(t) {
		t.Run(name, func(t *testing.T) {
			r := publishedReport(t, name, data)
			profiler := map[iprof.MethodID]bool{} // the view expert hides them
			for _, m := range r.parts.Methods.Methods {
				profiler[m.ID] = r.parts.Methods.Kinds[m.Kind].Label == "profiler"
			}
			for _, g := range graphsOnPage(t, r.page) {
				metric := convert.Samples
				if g["metric"] == "calls" {
					metric = convert.Calls
				}
				self, boxed, all, sum := selfOf(t, data, metric), map[iprof.MethodID]bool{}, map[iprof.MethodID]bool{}, int64(0)
				add := func(list any, isBox bool) {
					for _, m := range list.([]any) {
						of := m.(map[string]any)
						number, ok := of["id"].(float64)
						if !ok {
							continue
						}
						id := iprof.MethodID(number)
						if value, known := of["self"].(float64); known && int64(value) != self[id] {
							t.Errorf("%s: %v has %v itself, of %d", metric, of["method"], value, self[id])
						}
						if boxed[id] = boxed[id] || isBox; !all[id] {
							sum += self[id]
						}
						all[id] = true
					}
				}
				boxes, lines := g["boxes"].([]any), g["lines"].([]any)
				if len(boxes) == 0 || len(boxes) > callgraph.DefaultBoxes {
					t.Errorf("%s: %d boxes", metric, len(boxes))
				}
				for _, b := range boxes {
					add(b.(map[string]any)["of"], true)
				}
				for _, l := range lines {
					of := l.(map[string]any)
					add(of["via"], false)
					if from, to := of["from"].(float64), of["to"].(float64); from < 0 || to < 0 || int(max(from, to)) >= len(boxes) {
						t.Errorf("%s: a line from %v to %v", metric, from, to)
					}
				}
				if shown := int64(g["shown"].(float64)); shown != sum {
					t.Errorf("%s: %d are shown, but its methods have %d", metric, shown, sum)
				}
				maps.DeleteFunc(self, func(id iprof.MethodID, _ int64) bool { return profiler[id] })
				hottest := slices.SortedFunc(maps.Keys(self), func(a, b iprof.MethodID) int { return cmp.Compare(self[b], self[a]) })
				for _, id := range hottest[:min(3, len(hottest))] {
					if !boxed[id] && self[id] > 0 {
						t.Errorf("%s: no box has method %d, with %d", metric, id, self[id])
					}
				}
			}
		})
	}
}

func graphsOnPage(t *testing.T, page string) []map[string]any {
	t.Helper()
	parts, err := testpage.Parts([]byte(page))
	if err != nil {
		t.Fatal(err)
	}
	of, err := testpage.Records(parts)
	if err != nil {
		t.Fatal(err)
	}
	var graphs []map[string]any
	if ways, ok := of["ways"]; ok {
		for _, g := range ways["graphs"].([]any) {
			graphs = append(graphs, g.(map[string]any))
		}
	}
	return graphs
}

// inGraph holds functions for scripts that use the tab with graphs.
const inGraph = `
const groups = (kind) => [...view().querySelectorAll(".canvas g." + kind)], rect = (e) => e.getBoundingClientRect();
const boxOf = (name) => groups("node").find((g) => g.getAttribute("aria-label") === name);
const crumbs = () => all(".callgraph .tools.hidden button").map(text);
const canvas = () => one(".canvas"), panel = () => text(one("aside"));
const within = (a, b) => a.left >= b.left - 0.5 && a.right <= b.right + 0.5 && a.top >= b.top - 0.5 && a.bottom <= b.bottom + 0.5;
const apart = (a, b) => a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
const faults = () => {
	const found = [], sheet = rect(view().querySelector(".canvas > svg")), boxes = groups("node").map((g) => ({ g, area: rect(g.querySelector(".box")) }));
	for (const [i, { g, area }] of boxes.entries()) {
		if (!within(area, sheet)) found.push(g.getAttribute("aria-label") + " is cut off");
		for (const t of g.querySelectorAll("text")) if (!within(rect(t), area)) found.push(t.textContent + " is not in its box");
		for (const other of boxes.slice(i + 1)) if (!apart(area, other.area)) found.push(g.getAttribute("aria-label") + " covers " + other.g.getAttribute("aria-label"));
		for (const t of groups("line").flatMap((l) => [...l.querySelectorAll("text")])) if (!apart(rect(t), area)) found.push("the label " + t.textContent + " is on " + g.getAttribute("aria-label"));
	}
	return found.slice(0, 5).join(", ") || "none";
};
const visible = () => { const area = rect(canvas()); return groups("node").filter((g) => within(rect(g.querySelector(".box")), area)); };
`

// TestGraphTab: boxes of the graphs of all profiles do not cover each other, labels are on none, every text is in its box and can be
// read as the graph opens, and the hottest is in sight: in a window of a computer and, in turn, in a large one or that of a phone.
func TestGraphTab(t *testing.T) {
	page, profiles := browsertest.Look(t, 1280, 800), testprofile.Published(t)
	for n, name := range slices.Sorted(maps.Keys(profiles)) {
		r := publishedReport(t, name, profiles[name])
		v, graphs := browsertest.VisitFile(t, page, r.page, ""), graphsOnPage(t, r.page)
		for i, size := range [][2]int{{1280, 800}, {1920, 1080}, {390, 844}} {
			if i > 0 && i != 1+n%2 {
				continue
			}
			v.Resize(size[0], size[1])
			for _, g := range graphs {
				v.Run(`await go("#/overview"); await go("#/callgraph?metric=` + g["metric"].(string) + `");`)
				checkGraph(t, fmt.Sprint(name, " ", g["metric"], " in ", size), v, g)
			}
		}
	}
}

func checkGraph(t *testing.T, name string, v browsertest.Visiting, g map[string]any) {
	t.Helper()
	most, hottest := -1., ""
	for _, b := range g["boxes"].([]any) {
		of := b.(map[string]any)
		if self, ok := of["self"].(float64); ok && self > most {
			most, hottest = self, of["of"].([]any)[0].(map[string]any)["method"].(string)
		}
	}
	got := v.Run(inReport + inGraph + `log(groups("node").length + " " + groups("line").length); log(faults());
		log(Math.min(...groups("node").map((g) => rect(g.querySelector("text")).height)) >= (innerWidth < 480 ? 7.5 : 9)); // the screens of phones are sharper
		log(visible().map((g) => g.querySelector("title").textContent.split("\n")[0]).join("\n"));
		const labels = groups("line").flatMap((g) => [...g.querySelectorAll("text")].map(text)).join(" "), legend = text(view().querySelector(".legend"));
		log([["@", "@: "], ["×", "×: "], ["(cov ", "(cov 63%): "], ["(place unknown)", "(place unknown): "]].filter(([sign, meaning]) => labels.includes(sign) !== legend.includes(meaning)).join());`)
	if len(got) != 5 {
		t.Fatalf("%s: %q", name, got)
	}
	// All ways between two boxes are one line.
	lines := map[string]bool{}
	for _, l := range g["lines"].([]any) {
		of := l.(map[string]any)
		lines[fmt.Sprint(of["from"], of["to"])] = true
	}
	if want := fmt.Sprintf("%d %d", len(g["boxes"].([]any)), len(lines)); got[0] != want || got[1] != "none" || got[2] != "true" {
		t.Errorf("%s: %q, want %s, no faults, and letters that can be read", name, got[:3], want)
	}
	if !slices.Contains(strings.Split(got[3], "\n"), hottest) {
		t.Errorf("%s: %s is not in sight, only %s", name, hottest, got[3])
	}
	if got[4] != "" {
		t.Errorf("%s: labels have what the legend does not explain, or the other way around: %s", name, got[4])
	}
}

// TestGraphTabActs: what a reader can do with a graph: select, follow lines, focus, open lines, search, save, and come back to it by
// its address. The callers and callees are those that peek lists.
func TestGraphTabActs(t *testing.T) {
	page := browsertest.Look(t, 1280, 800)
	defer page.Close()
	v := browsertest.VisitFile(t, page, shopReport(t).page, "#/callgraph")
	const write = "com.example.shop.InvoiceWriter.write"
	browsertest.Expect(t, v.Run(inReport+inGraph+`
		log(canvas().scrollWidth >= canvas().clientWidth);
		await click(boxOf("`+write+`"));
		log(text(one("aside h2")) + " | " + all("aside h3").map(text).join(" | "));
		log(view().querySelectorAll(".node.selected").length);
		await key("ArrowUp", canvas()); log(text(one("aside h2")));
		await key("ArrowDown", canvas()); log(text(one("aside h2")));
		await key("f", canvas()); log(location.hash);
		log(groups("node").map((g) => g.getAttribute("aria-label").split(".").at(-1)).sort().join(" ")); log(faults());
		await key("f", canvas()); log(location.hash + " " + (groups("node").length > 20));`),
		"true",
		write+" | Callers in the graph | Callees in the graph", "1",
		"com.example.shop.Shop.process", write,
		"#/callgraph?m=com.example.shop.InvoiceWriter.write%28Lcom%2Fexample%2Fshop%2FOrder%3BLjava%2Fio%2FWriter%3B%29V",
		"field hasNext lines next process toString write write", "none",
		"#/callgraph true")
	browsertest.Expect(t, v.Run(inReport+inGraph+`
		const dashed = () => groups("line").filter((g) => g.querySelector("[stroke-dasharray]")), before = groups("node").length, names = dashed()[0].querySelector("title").textContent.split("\n").filter((l) => l.startsWith("→ ")).map((l) => l.slice(2)), some = dashed().length;
		log(boxOf(names[0]) === undefined); log([...dashed()[0].querySelectorAll("text")].some((t) => t.textContent.startsWith(names[0].replace(/\(.*/, "").split(".").slice(-2).join("."))));
		await click(dashed()[0]); log(groups("node").length - before === names.length - 1); log(boxOf(names[0]) !== undefined); log(dashed().length === some - 1); log(faults());
		const address = location.hash; await click(dashed()[0]); log(crumbs().length); const both = location.hash;
		await go("#/callgraph"); log(crumbs().length + " " + (groups("node").length === before)); await go(both); log(crumbs().length); await back(); await back(); await back(); log(location.hash === address && dashed().length === some - 1);
		await click(one(".tools.hidden button")); log(location.hash + " " + (groups("node").length === before)); await back(); log(crumbs().length + " " + crumbs()[0].startsWith("by way of "));
		await click(groups("line").find((g) => g.querySelector("title").textContent.split("\n")[0] === names[0])); log(groups("node").length === before && dashed().length === some);
		const dim = () => groups("node").filter((g) => !g.classList.contains("dim")).map((g) => g.getAttribute("aria-label").split(".").at(-1)).sort().join(" ");
		await search("InvoiceWriter"); log(dim()); log(text(one("output"))); log(location.hash);
		await search("("); log(text(one("output"))); await search(""); log(dim().split(" ").length === groups("node").length);
		await key("h", canvas()); log(dim().includes("putStringAt") && dim().includes("write") && !dim().includes("reserve")); await key("Escape", canvas());
		const width = () => rect(view().querySelector(".canvas > svg")).width, first = width(); await key("+", canvas()); log(width() > 1.2 * first); await key("0", canvas());
		log(width() <= canvas().clientWidth && canvas().scrollHeight <= canvas().clientHeight);
		const saved = []; HTMLAnchorElement.prototype.click = function () { saved.push(this.download); };
		await press("SVG ↓"); await press("PNG ↓"); await until(() => saved.length === 2); log(saved.join(" "));
		await go("#/callgraph?m=no.such"); log(text(one(".unknown")));
		await go("#/callgraph?open=AAAA"); log(text(one(".unknown")));`),
		"true", "true", "true", "true", "true", "none",
		"2", "0 true", "2", "true", "#/callgraph true", "1 true", "true",
		"escape field write", "3 of 40 boxes match", "#/callgraph?s=InvoiceWriter", "incomplete pattern", "true", "true", "true", "true", "shop-graph.svg shop-graph.png",
		"The address names no method; showing the hottest.", "The graph no longer has all boxes and lines that the address opens.")
}

// TestGraphTabGroups: a box of methods that call each other opens into the 16 heaviest of these and one box of the others,
// nothing covers anything then, and it closes again.
func TestGraphTabGroups(t *testing.T) {
	page := browsertest.Look(t, 1280, 800)
	defer page.Close()
	opened := 0
	for name, data := range testprofile.Published(t) {
		r := publishedReport(t, name, data)
		for _, g := range graphsOnPage(t, r.page) {
			for _, b := range g["boxes"].([]any) {
				of, more := b.(map[string]any)["of"].([]any), b.(map[string]any)["more"].(float64)
				if len(of) == 1 {
					continue
				}
				opened++
				first, boxes := of[0].(map[string]any)["method"].(string), len(g["boxes"].([]any))-1+min(len(of), 16)
				if len(of) > 16 || more > 0 {
					boxes++
				}
				v := browsertest.VisitFile(t, page, r.page, "#/callgraph?metric="+g["metric"].(string))
				browsertest.Expect(t, v.Run(inReport+inGraph+fmt.Sprintf(`
					const first = %q, sure = () => groups("node").length, before = sure();
					await click(groups("node").find((g) => g.getAttribute("aria-label").includes("call each other") && g.querySelector("title").textContent.split("\n")[0] === first));
					await key("o", canvas()); log(sure()); log(faults()); log(text(one("aside h2")) === first.replace(/\s+/g, " "));
					log(/[?&]open=[-\w]{4}$/.test(location.hash) && crumbs()[0].endsWith(" that call each other: " + first.replace(/\(.*/s, "").split(".").slice(-2).join(".") + ", …×"));
					await key("o", canvas()); log(sure() === before); log(faults()); log(location.hash.includes("open") || crumbs().length > 0);`, first)), fmt.Sprint(boxes), "none", "true", "true", "true", "none", "false")
				if t.Failed() {
					t.Fatal(name, first)
				}
			}
		}
	}
	if opened == 0 && len(testprofile.Published(t)) > 10 {
		t.Error("no graph has a box of several methods")
	}
}

// TestCallersInBoxesOnPages: a box of methods that call each other says who calls the hottest of them, and how much: a sum over sites is
// at least the largest.
func TestCallersInBoxesOnPages(t *testing.T) {
	p := testprofile.Parse(t, "{"+testprofile.Methods("main", "even", "odd")+
		testprofile.Samples("2:0<1:1 10", "3:0<2:5<1:1 20", "2:0<3:6<2:5<1:1 30", "3:0<2:5<3:6<2:5<1:1 36", "3:0<2:4<1:1 4")+
		testprofile.Calls("1:0 1", "2:0<1:1 10", "3:0<2:5<1:1 50", "2:0<3:6<2:5<1:1 40")+"}")
	r := reportOf(t, p)
	for metric, want := range map[string]string{
		"samples": "2 methods call each other|60.0% T.odd|← T.even ≥ 86.0%|40.0% T.even|← T.main 100%|100% self",
		"calls":   "2 methods call each other|49.5% T.even|← T.odd 39.6%|49.5% T.odd|← T.even 49.5%|99.0%: 100 entries",
	} {
		browsertest.Expect(t, browsertest.Visit(t, r.page, "#/callgraph?metric="+metric, inReport+`
			log([...[...view().querySelectorAll(".canvas .node")].find((g) => text(g).includes("call each other")).querySelectorAll("text")].map(text).join("|"));
			log([...view().querySelectorAll("aside .ranked button")].filter((b) => text(b).includes("call each other")).map(text).join());`), want, "2 methods call each other")
	}
}

// TestOtherCallersOnPages: callers without a line, of 4 of 100 samples each, are in the records of a box by their ids.
func TestOtherCallersOnPages(t *testing.T) {
	p := testprofile.Parse(t, "{"+testprofile.Methods("walk", "burn", "a", "b", "c")+testprofile.Samples("2:0<1:1 88", "2:0<3:1 4", "2:0<4:1 4", "2:0<5:1 4")+"}")
	for _, box := range waysOf(t, p, convert.NewNames(p, convert.NameOptions{})).Graphs[0].Boxes {
		if box.Of[0].Method != "T.burn" {
			continue
		}
		got := fmt.Sprint(box.Others, box.OtherCount)
		for _, m := range box.MostOthers {
			got += fmt.Sprint(" ", m.ID.Value, " ", m.Total.Value)
		}
		if want := "3 12 3 4 4 4 5 4"; got != want {
			t.Errorf("%s, want %s", got, want)
		}
		return
	}
	t.Error("burn has no box")
}

// TestCallsPerEntryOnPages: b was counted in 10 of the 40 entries of a, 20 times there: twice per entry, not half.
func TestCallsPerEntryOnPages(t *testing.T) {
	p := testprofile.Parse(t, "{"+testprofile.Methods("a", "b", "main")+testprofile.Calls("1:0 10", "2:0<1:1 20", "1:0<3:4 30", "3:0 1")+"}")
	r := reportOf(t, p)
	for _, l := range waysOf(t, p, convert.NewNames(p, convert.NameOptions{})).Graphs[0].Lines {
		if l.BCI != nil && l.BCI.Value == 1 && (l.MatchedCallee != 20 || l.MatchedCaller != 10 || l.CallerEntries != 40) {
			t.Errorf("%d of %d of %d", l.MatchedCallee, l.MatchedCaller, l.CallerEntries)
		}
	}
	browsertest.Expect(t, browsertest.Visit(t, r.page, "", inReport+`
		await go("#/callgraph?metric=calls"); await settled(); log([...view().querySelectorAll(".canvas text")].map(text).filter((s) => s.includes("@1")).join());`), "20 @1 ×2 (cov 25.0%)")
}

// TestOverloadsOnPages: methods that differ in their parameters or their results alone have these in boxes; others do not. That of a
// long list of parameters is what tells them apart: the end, or the result.
func TestOverloadsOnPages(t *testing.T) {
	const long = `6,6,6,6,6,6,6,6,6,6,6`
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":1,"name":"app.Main"},{"id":2,"name":"int"},{"id":3,"name":"app.Item"},{"id":4,"name":"long"},{"id":5,"name":"void"},{"id":6,"name":"app.Parameter"}],
		"methods":[{"id":1,"name":"main","signature":[1,5]},{"id":2,"name":"f","signature":[1,5,2]},{"id":3,"name":"f","signature":[1,5,3]},
		{"id":4,"name":"g","signature":[1,2,3]},{"id":5,"name":"g","signature":[1,4,3]},{"id":6,"name":"h","signature":[1,2,`+long+`]},{"id":7,"name":"h","signature":[1,4,`+long+`]}]`+
		testprofile.Samples("1:0 10", "2:0<1:1 20", "3:0<1:2 20", "4:0<1:3 20", "5:0<1:4 20", "6:0<1:5 20", "7:0<1:6 20")+"}")
	r := reportNamed(t, p, convert.NewNames(p, convert.NameOptions{Disambiguate: true}))
	browsertest.Expect(t, browsertest.Visit(t, r.page, "", inReport+`
		await go("#/callgraph"); await settled();
		log([...view().querySelectorAll(".canvas g[aria-label]")].map((g) => [...g.querySelectorAll("text")].map(text)).filter((rows) => rows[0].startsWith("Main.")).map((rows) => rows.slice(0, -1).join(" ")).sort().join("|"));`),
		"Main.f (Item)|Main.f (int)|Main.g (Item):int|Main.g (Item):long|Main.h (…, Parameter, Parameter, Parameter):int|Main.h (…, Parameter, Parameter, Parameter):long|Main.main")
}

// TestGeneratedConstructorsOnPages: methods that native-image generates to construct objects have the beginning of their hash in boxes that
// would otherwise say the same; another one does not.
func TestGeneratedConstructorsOnPages(t *testing.T) {
	const one, two = "5ae665a1dbe098a439ebe9b01dfe170b189d4e96", "881cdb8d37b7ded661dc4c0a22c24eaa1b658894"
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":1,"name":"app.Main"},{"id":2,"name":"void"},{"id":3,"name":"com.oracle.svm.core.code.FactoryMethodHolder"}],
		"methods":[{"id":1,"name":"main","signature":[1,2]},{"id":2,"name":"OrdersOfCustomers$Order_constructor_`+one+`","signature":[3,2]},{"id":3,"name":"OrdersOfCustomers$Order_constructor_`+two+`","signature":[3,2]},
		{"id":4,"name":"CustomersOfAll$Item_constructor_`+one+`","signature":[3,2]}]`+testprofile.Samples("1:0 10", "2:0<1:1 20", "3:0<1:2 20", "4:0<1:3 20")+"}")
	browsertest.Expect(t, browsertest.Visit(t, reportOf(t, p).page, "", inReport+`
		await go("#/callgraph"); await settled();
		log([...view().querySelectorAll(".canvas g[aria-label]")].map((g) => [...g.querySelectorAll("text")].map(text)).filter((rows) => rows[0].startsWith("Factory")).map((rows) => rows.slice(1, -1).join(" ")).sort().join("|"));`), "…$Item_constructor|…$Order_constructor 5ae665…|…$Order_constructor 881cdb…")
}

// TestGraphIsAsWideAsItsBoxes: labels of many long lines from one box are not all beside each other, which would push boxes out of the window.
func TestGraphIsAsWideAsItsBoxes(t *testing.T) {
	const leaves = 12
	names, samples := []string{"main", "hub"}, []string{"1:0 5", "2:0<1:1 5"}
	for i := range leaves {
		names = append(names, fmt.Sprintf("leaf%d", i))
	}
	chain := "2:0<1:1"
	for i := range leaves {
		names = append(names, fmt.Sprintf("throughThisLongMethod%c", 'A'+i))
		leaf, through := 3+i, 3+leaves+i
		samples = append(samples, fmt.Sprintf("%d:0<%d:1<2:%d<1:1 40", leaf, through, 10+i))
		chain = fmt.Sprintf("%d:1<%s", leaf, chain)
		samples = append(samples, strings.Replace(chain, ":1<", ":0<", 1)+" 30")
	}
	r := reportOf(t, testprofile.Parse(t, "{"+testprofile.Methods(names...)+testprofile.Samples(samples...)+"}"))
	got := browsertest.VisitFile(t, browsertest.Look(t, 1280, 800), r.page, "#/callgraph").Run(inReport + inGraph + `
		log(faults()); log(groups("line").filter((l) => text(l).includes("throughThis")).length);
		log(view().querySelector(".canvas > svg").viewBox.baseVal.width);`)
	if len(got) != 3 || got[0] != "none" || got[1] != fmt.Sprint(leaves-1) { // of the first leaf, two ways are one line
		t.Fatal(got)
	}
	if width, _ := strconv.ParseFloat(got[2], 64); width > 1400 {
		t.Errorf("the graph is %v wide", width)
	}
}

// TestListBesideGraph: names of the list beside a graph have at most two lines, without packages and hashes; their tooltips have them whole.
func TestListBesideGraph(t *testing.T) {
	page := browsertest.Look(t, 1280, 800)
	defer page.Close()
	for name, data := range testprofile.Published(t) {
		r := publishedReport(t, name, data)
		got := browsertest.VisitFile(t, page, r.page, "#/callgraph").Run(inReport + `
			if (!view().querySelector("aside .ranked")) log("no list"); else {
				const shown = [...view().querySelectorAll("aside .ranked button")], more = [...view().querySelectorAll("aside button")].find((b) => /more rows?$/.test(b.textContent));
				if (more) { await click(more); shown.push(...view().querySelectorAll("aside .ranked:last-of-type button")); }
				for (const b of shown) {
					if (b.getBoundingClientRect().height > 42) log("high: " + text(b));
					if (/[0-9a-f]{20}/.test(text(b)) || /^[a-z]+\.[a-z]+\./.test(text(b))) log("not brief: " + text(b));
					if (b.title.length < text(b).length) log("no tooltip: " + text(b) + ", only " + b.title);
				}
				if (new Set(shown.map(text)).size < new Set(shown.map((b) => b.title)).size) log("names are alike");
			}`)
		if len(got) > 0 && got[0] != "no list" {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// TestGraphIsWholeOnLargeScreens: on a large screen a graph opens as a whole where its text can be read then, though smaller than that of
// a part could be.
func TestGraphIsWholeOnLargeScreens(t *testing.T) {
	page, whole := browsertest.Look(t, 1920, 1080), 0
	for name, data := range testprofile.Published(t) {
		if !strings.Contains(name, "sampling") && !strings.HasSuffix(name, "wordcount.iprof") {
			continue
		}
		got := browsertest.VisitFile(t, page, publishedReport(t, name, data).page, "#/callgraph").Run(inReport + inGraph + `
			for (let i = 0; i < 3; i++) await settled();
			const svg = one(".canvas > svg"), scale = rect(svg).width / svg.viewBox.baseVal.width, fits = rect(canvas()).height / (rect(svg).height / scale) >= 0.8 && rect(canvas()).width / (rect(svg).width / scale) >= 0.8;
			log(fits + " " + (visible().length === groups("node").length) + " " + scale.toFixed(2));`)
		if len(got) != 1 || strings.HasPrefix(got[0], "true false") {
			t.Errorf("%s: %q", name, got)
		} else if strings.HasPrefix(got[0], "true") {
			whole++
		}
	}
	if whole == 0 {
		t.Error("no graph fits")
	}
}
