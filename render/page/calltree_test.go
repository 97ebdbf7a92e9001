package page

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/browsertest"
	"github.com/iprof-viz/iprof-viz/internal/testfile"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render/internal/fitname"
	"github.com/iprof-viz/iprof-viz/render/internal/numbers"
)

// A treeRow is a row of a call tree.
type treeRow struct {
	depth       int
	name        string
	total, self int64
}

// treeRows adds up stacks of samples, as names from the root, to a call tree with everything open: siblings by descending total, then by
// name.
func treeRows(all map[string]int64) []treeRow {
	type node struct {
		total, self int64
		below       map[string]*node
	}
	root := &node{below: map[string]*node{}}
	for stack, n := range all {
		at := root
		for _, name := range strings.Split(stack, ";") {
			if at.below[name] == nil {
				at.below[name] = &node{below: map[string]*node{}}
			}
			at = at.below[name]
			at.total += n
		}
		at.self += n
	}
	var rows []treeRow
	var add func(*node, int)
	add = func(of *node, depth int) {
		var names []string
		for name := range of.below {
			names = append(names, name)
		}
		slices.SortFunc(names, func(a, b string) int {
			if d := of.below[b].total - of.below[a].total; d != 0 {
				return int(d)
			}
			return strings.Compare(a, b)
		})
		for _, name := range names {
			n := of.below[name]
			rows = append(rows, treeRow{depth, name, n.total, n.self})
			add(n, depth+1)
		}
	}
	add(root, 1)
	return rows
}

// samplesByNames returns the samples of stacks, as names from the root, as far as keep keeps them.
func samplesByNames(d *testprofile.Document, names map[string]string, keep func(names []string) []string) map[string]int64 {
	all := map[string]int64{}
	for _, r := range d.Section(iprof.Samples) {
		var stack []string
		for _, f := range r.Frames() {
			id, _, _ := strings.Cut(f, ":")
			stack = append(stack, names[id])
		}
		slices.Reverse(stack)
		if stack = keep(stack); len(stack) > 0 {
			all[strings.Join(stack, ";")] += r.Records[0]
		}
	}
	return all
}

// TestCallTree: with everything open, the tree has the rows of the stacks added up again, from the root; filters keep, drop and hide
// what they name, and the heaviest path is open as it opens.
func TestCallTree(t *testing.T) {
	browsertest.Short(t)
	data := testfile.Read(t, "../../testdata/shop.iprof")
	var d testprofile.Document
	if err := json.Unmarshal(data, &d); err != nil {
		t.Fatal(err)
	}
	r := shopReport(t)
	v := browsertest.VisitFile(t, browsertest.Look(t, 1280, 2000), r.page, "#/tree")
	const openAll = `
		const list = one(".calltree"), count = () => Number(list.getAttribute("aria-rowcount")) - 1, screen = 80; // rows that are certainly visible
		const rowsFrom = async (first) => {
			list.scrollTop = first * 22; await settled();
			return Array.from({length: Math.min(screen, count() - first)}, (_, i) => document.querySelector("#tree-" + (first + i)));
		};
		for (let first = 0; first < count();) {
			const closed = (await rowsFrom(first)).filter((row) => row.getAttribute("aria-expanded") === "false").reverse(); // the last first: others stay where they are
			for (const { id } of closed) document.getElementById(id).querySelector(".twist").click();
			if (!closed.length) first += screen;
		}
		for (let first = 0; first < count(); first += screen) for (const row of await rowsFrom(first)) {
			const cells = [...row.querySelectorAll(".number")];
			log([row.getAttribute("aria-level"), row.querySelector("a, span.text").textContent, text(cells[0]), text(cells[2])].join(" "));
		}`
	check := func(address string, keep func([]string) []string) {
		t.Helper()
		got := v.Run(`await go("` + address + `"); for (let i = 0; i < 5; i++) await settled();` + openAll)
		var want []string
		for _, row := range treeRows(samplesByNames(&d, r.names, keep)) {
			want = append(want, fmt.Sprintf("%d %s %s %s", row.depth, fitname.ShortHashes(row.name), numbers.Thousands(row.total), numbers.Thousands(row.self)))
		}
		browsertest.Expect(t, got, want...)
	}
	has := func(names []string, pattern string) bool {
		return slices.ContainsFunc(names, regexp.MustCompile(pattern).MatchString)
	}
	check("#/tree?f=InvoiceWriter.field%24", func(names []string) []string {
		if !has(names, `InvoiceWriter.field$`) {
			return nil
		}
		return names
	})
	check("#/tree?x=InvoiceWriter.write%24%7CparseLine%24", func(names []string) []string {
		if has(names, `InvoiceWriter.write$|parseLine$`) {
			return nil
		}
		return names
	})
	check("#/tree?f=InvoiceWriter.field%24&h=%5Ejava%7C%5Ecom%5C.oracle", func(names []string) []string {
		if !has(names, `InvoiceWriter.field$`) {
			return nil
		}
		return slices.DeleteFunc(names, regexp.MustCompile(`^java|^com\.oracle`).MatchString)
	})
}

// TestCallTreeActs: what is hot is in sight as it opens, * opens the heaviest path, filters are crumbs that an address has and that can
// be removed, a search goes to what it finds, wherever that is.
func TestCallTreeActs(t *testing.T) {
	v := browsertest.VisitFile(t, browsertest.Look(t, 1280, 800), shopReport(t).page, "#/tree")
	browsertest.Expect(t, v.Run(`
		for (let i = 0; i < 5; i++) await settled();
		const grid = () => one(".calltree"), row = (i) => document.querySelector("#tree-" + i), name = (r) => r.querySelector("a, span.text").textContent, rows = () => all(".calltree .spacer > .line");
		const find = (end) => rows().find((r) => name(r).endsWith(end)), active = () => name(one(".calltree .active"));
		log(["Shop.process", "InvoiceWriter.write", "InvoiceWriter.field"].map((n) => find(n)?.getBoundingClientRect().bottom < innerHeight).join());
		await click(find("InvoiceWriter.field")); await key("f", grid()); log(location.hash); log(text(one(".tools.hidden"))); log(text(one("output")));
		await key("x", grid()); log(text(one(".tools.hidden")) === "" || location.hash);
		await click(one(".tools.hidden button")); log(location.hash.includes("f="));
		await go("#/tree?v=leaves"); await key("Home", grid()); log(active()); await key("ArrowLeft", grid()); log(row(0).getAttribute("aria-expanded")); await key("*", grid()); log(active());
		await go("#/tree"); const input = one("input"); input.value = "getNode$"; input.dispatchEvent(new Event("input")); await settled(); log(text(one("output"))); log(location.hash);
		await key("n", grid()); log(active() + " " + find("getNode").querySelector(".match").textContent);
		await key("Enter", grid()); log(location.hash.split("(")[0]);`),
		"true,true,true", `#/tree?f=%5Ecom%5C.example%5C.shop%5C.InvoiceWriter%5C.field%24`, "only stacks with com.example.shop.InvoiceWriter.field×", "44.8% of all are shown",
		`#/tree?f=%5Ecom%5C.example%5C.shop%5C.InvoiceWriter%5C.field%24&x=%5Ecom%5C.oracle%5C.svm%5C.core%5C.code%5C.IsolateEnterStub%5C.JavaMainWrapper_run_5087f5482cc9a6abc971913ece43acb471d2631b%24`,
		"false", "java.lang.AbstractStringBuilder.putStringAt", "false", "com.oracle.svm.core.code.IsolateEnterStub.JavaMainWrapper_run_5087f5…",
		"1 method matched", "#/tree?s=getNode%24", "java.util.HashMap.getNode java.util.HashMap.getNode", "#/method/java.util.HashMap.getNode")
}

// TestSharesOfLargerRun: shares of entries of a shorter run are of the larger one's, after normalization, and not those that the tab Methods
// has: the panel and the table say so.
func TestSharesOfLargerRun(t *testing.T) {
	run := func(b string) *iprof.Profile {
		return testprofile.Parse(t, `{`+testprofile.Methods("a", "b", "c", "d")+testprofile.Calls("1:0 500", "2:0 "+b, "3:0 300", "4:0 200")+`}`)
	}
	see := func(old, new *iprof.Profile) []string {
		r := reportOf(t, new)
		r.addBase(t, old, new)
		return browsertest.Visit(t, r.page, "#/flame", inReport+`
			for (let i = 0; i < 3; i++) await settled();
			log(one(".methods.compared > .note:not([hidden])")?.textContent ?? "none"); log(text(one("#details")).replace(/base:.*/, ""));
			await go("#/tree"); for (let i = 0; i < 3; i++) await settled();
			log([...document.querySelectorAll("[role=columnheader].number")].map(text)[1]);`)
	}
	browsertest.Expect(t, see(run("4000"), run("1000")), "Shares of the base, normalized for run length:", "all2,000 method entries, 40.0% of the base's, normalized for run length", "% of base")
	browsertest.Expect(t, see(run("1000"), run("4000")), "none", "all5,000 method entries, 100% of all", "%")
}

// TestChangesOfNumbers: where both runs made as many calls, the tree and the table beside the flame graph have changes of the number of
// samples, not points, which elsewhere are of the share of each run; shares are those of the larger run, and say so.
// The share that filters keep is of this profile's own total.
func TestChangesOfNumbers(t *testing.T) {
	run := func(b string) *iprof.Profile {
		return testprofile.Parse(t, `{`+testprofile.Methods("a", "b", "c")+testprofile.Calls("1:0 50000", "2:0 70000", "3:0 90000")+testprofile.Samples("1:0 100", "2:0<1:3 "+b, "3:0<1:5 100")+`}`)
	}
	unscaled := func(b string) *iprof.Profile {
		return testprofile.Parse(t, `{`+testprofile.Methods("a", "b", "c")+testprofile.Samples("1:0 100000", "2:0<1:3 "+b, "3:0<1:5 5")+`}`)
	}
	see := func(old, new *iprof.Profile) []string {
		r := reportOf(t, new)
		r.addBase(t, old, new)
		return browsertest.Visit(t, r.page, "#/tree", inReport+`
			for (let i = 0; i < 3; i++) await settled();
			log([...document.querySelectorAll("[role=columnheader].number")].map(text).filter((t, i, all) => all.indexOf(t) === i).join("|"));
			log([...one(".calltree").querySelectorAll("[role=row]")].filter((r) => r.id).map((r) => [...r.querySelectorAll("[role=gridcell]")].map(text).map((t) => t.replace(/^[▾▸]/, "")).join(" ")).join("|"));
			await go("#/flame"); for (let i = 0; i < 3; i++) await settled();
			log((one(".methods.compared > .note:not([hidden])")?.textContent || "") + [...document.querySelectorAll(".methods.compared .body .row")].map((r) => [...r.children].map(text).join(" ")).join("|"));
			log(text(one("#details")).replace(/.*?(base: )/, "$1").replace(/; share.*/, "").replace(/About this comparison.*/, ""));
			log([...document.querySelectorAll(".methods.compared .body .row .share:first-child")].map((c) => c.title.split(",")[0]).join("|"));
			await go("#/tree"); for (let i = 0; i < 3; i++) await settled();
			one(".calltree").dispatchEvent(new KeyboardEvent("keydown", { key: "*", bubbles: true }));
			await settled();
			const width = (cell) => { const range = document.createRange(); range.selectNodeContents(cell); return range.getBoundingClientRect().width; };
			log([...document.querySelectorAll(".calltree .spacer .number")].every((cell) => width(cell) <= cell.clientWidth));
			log("all: " + text(one("output"))); await go("#/tree?f=T.b"); await settled(); log("b: " + text(one("output")));`)
	}
	// 500 samples became 300: of 300 in b, 100 are left
	browsertest.Expect(t, see(run("300"), run("100")), "Total|% of base|Self|±", "T.a 300 60.0% 100 20.0% −200|T.b 100 20.0% 100 20.0% −200|T.c 100 20.0% 100 20.0% ±0", "Shares of the base, 500 samples:−200 20.0% −200 T.b|±0 60.0% −200 T.a|±0 20.0% ±0 T.c",
		"base: 500, 100%; −200 samples", "−200 samples|±0 samples|±0 samples", "true",
		"all: ", "b: 33.3% of all are shown")
	browsertest.Expect(t, see(run("100"), run("300")), "Total|%|Self|±", "T.a 500 100% 100 20.0% +200|T.b 300 60.0% 300 60.0% +200|T.c 100 20.0% 100 20.0% ±0", "+200 60.0% +200 T.b|±0 100% +200 T.a|±0 20.0% ±0 T.c",
		"base: 300, 60.0%; +200 samples", "+200 samples|±0 samples|±0 samples", "true",
		"all: ", "b: 60.0% of all are shown")
	// without calls, shares are compared: a share may be very small, and still has room
	browsertest.Expect(t, see(unscaled("10"), unscaled("20")), "Total|%|Self|Points", "T.a 100,025 100% 100,000 >99.9% ±0", "+0.01000 0.02% +0.01000 T.b|−0.01000 100% ±0 T.a|−<0.0001 <0.01% −<0.0001 T.c",
		"base: 100,015, 100%; ±0 points; +10 samples", "+0.01000 points|−0.01000 points|−<0.0001 points", "true",
		"all: ", "b: 0.02% of all are shown")
}

// TestOnlyInOneRun: rows of code that only one of two profiles has say so before the name, which has the rest of the room; on a phone,
// the column of the change remains.
func TestOnlyInOneRun(t *testing.T) {
	run := func(stack string) *iprof.Profile {
		return testprofile.Parse(t, `{`+testprofile.Methods("a", "gone", "fresh", "c")+testprofile.Calls("1:0 50000", "4:0 90000")+testprofile.Samples("1:0 100", stack, "4:0<1:5 100")+`}`)
	}
	now := run("3:0<1:7 150")
	r := reportOf(t, now)
	r.addBase(t, run("2:0<1:3 200"), now)
	v := browsertest.VisitFile(t, browsertest.Look(t, 1280, 800), r.page, "#/tree")
	const see = `{
		for (let i = 0; i < 3; i++) await settled();
		const cells = (row) => [...row.children].filter((c) => c.getBoundingClientRect().width).map(text).map((t) => t.replace(/^[▾▸]/, ""));
		log(cells(one(".calltree .head .line")).slice(1).join(" "));
		log([...document.querySelectorAll(".calltree .spacer .line")].map((row) => cells(row).join(" ")).join("|"));
		log([...document.querySelectorAll(".calltree .spacer .line > *")].every((cell) => cell.scrollWidth <= cell.clientWidth));
	}`
	browsertest.Expect(t, v.Run(inReport+`await settled(); document.querySelector("#tree-0 .twist").click();`+see), "Total % of base Self % of base ±",
		"T.a 350 87.5% 100 25.0% −50|gone T.gone 0 0% 0 0% −200|new T.fresh 150 37.5% 150 37.5% +150|T.c 100 25.0% 100 25.0% ±0", "true")
	v.Resize(390, 844)
	browsertest.Expect(t, v.Run(inReport+see+`await go("#/tree?v=leaves");`+see),
		"% of base ±", "T.a 87.5% −50|gone T.gone 0% −200|new T.fresh 37.5% +150|T.c 25.0% ±0", "true",
		"% of base ±", "gone T.gone 0% −200|gone T.a 0% −200|new T.fresh 37.5% +150|T.a 25.0% ±0|T.c 25.0% ±0", "true")
}

// TestClassesOfDeepRows: on a phone, a class has the room of its own rows: deep rows of another one do not shorten it.
func TestClassesOfDeepRows(t *testing.T) {
	stack := "2:0<3:1"
	for range 30 {
		stack += "<3:1"
	}
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":1,"name":"void"},{"id":2,"name":"app.Main"},{"id":3,"name":"app.InventoryOfWarehouses"},{"id":4,"name":"app.ReservationPolicies"}],
		"methods":[{"id":1,"name":"main","signature":[2,1]},{"id":2,"name":"leaf","signature":[4,1]},{"id":3,"name":"walk","signature":[4,1]},{"id":4,"name":"count","signature":[3,1]}]`+
		testprofile.Samples(stack+"<1:0 900", "4:0<1:2 100")+`}`)
	v := browsertest.VisitFile(t, browsertest.Look(t, 390, 844), reportOf(t, p).page, "#/tree")
	browsertest.Expect(t, v.Run(inReport+`for (let i = 0; i < 3; i++) await settled();
		one(".calltree").scrollTop = 1e6;
		for (let i = 0; i < 3; i++) await settled();
		log([...new Set([...document.querySelectorAll(".calltree .spacer .line")].map((row) => text(row.firstChild).replace(/^[▾▸]/, "")))].join("|"));`),
		"…Policies.walk|…Policies.leaf|InventoryOfWarehouses.count")
}

// TestUnknownIsNotAChange: rows of methods whose counts are missing in one profile have no difference, nor has the whole.
func TestUnknownIsNotAChange(t *testing.T) {
	run := func(calls ...string) *iprof.Profile {
		return testprofile.Parse(t, `{`+testprofile.Methods("a", "b", "c", "d")+testprofile.Calls(append(calls, "1:0 50000", "4:0<1:5 90000", "3:0 70000")...)+
			`,"conditionalProfiles":[{"ctx":"2:7<1:3","records":[5,0,3,9,1,4]}]}`)
	}
	now := run()
	r := reportOf(t, now)
	r.addBase(t, run("2:0<1:3 80000"), now)
	v := browsertest.VisitFile(t, browsertest.Look(t, 1280, 800), r.page, "#/tree")
	browsertest.Expect(t, v.Run(inReport+`for (let i = 0; i < 3; i++) await settled();
		log([...document.querySelectorAll(".calltree .spacer .line")].map((row) => text(row.firstChild).replace(/^[▾▸]/, "") + " " + text(row.lastChild)).sort().join("|"));
		await go("#/flame"); for (let i = 0; i < 3; i++) await settled();
		log([...document.querySelectorAll(".methods .spacer .row")].map((row) => [...row.children].map(text).reverse().join(" ")).sort().join("|"));
		log(/100%; not compared: counts are missing(?!.*−)/.test(text(one("#details"))));`),
		"T.a n/a|T.b n/a|T.c ±0|T.d ±0",
		"T.a n/a 48.3% ±0|T.b n/a  n/a|T.c ±0 24.1% ±0|T.d ±0 31.0% ±0", "true")
}
