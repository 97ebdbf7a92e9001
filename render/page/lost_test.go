package page

import (
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/browsertest"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/internal/testtree"
	"github.com/iprof-viz/iprof-viz/render/flame"
)

// TestLostAddresses: a part of an address that means nothing in this report is said, and an address without a slash is its
// view's.
func TestLostAddresses(t *testing.T) {
	page := browsertest.Look(t, 1280, 800)
	p := testprofile.Example("shop.iprof")
	r := reportOf(t, p)
	r.addBase(t, olderShop(t), p)
	r.write(t)
	v := browsertest.VisitFile(t, page, r.page, "")
	const see = `log(one("#panel > .view").className.split(" ")[1] + ": " + one("[role=status]").textContent);`
	for _, of := range [][2]string{
		{"#/flame", "flame: "}, {"#flame", "flame: "}, {"#methods?s=Money", "methods: "}, {"#", "overview: "},
		{"#graph", "callgraph: "}, {"#/graph?metric=calls", "callgraph: "},
		{"#/constructor", "overview: Unknown view “constructor”; showing the overview."},
		{"#/optimized", "overview: This report has no log of the compiler; showing the overview."},
		{"#/nope", "overview: Unknown view “nope”; showing the overview."},
		{"#/method/", "overview: The address names no method; showing the overview."},
		{"#/method", "overview: The address names no method; showing the overview."},
		{"#/sites/nope", "sites: This report has no sites “nope”: here are branches."},
		{"#/sites/branches", "sites: "}, {"#/sites/branches?only=loop&o=-executions", "sites: "},
		{"#/sites/branches?only=nope", "sites: This table has no rows of the kind “nope”: here are all."},
		{"#/sites/receivers?only=nope", "sites: This table has no rows of the kind “nope”: here are all."},
		{"#/methods?o=-nope", "methods: This table has no column “nope” to be ordered by."},
		{"#/changes/nope", "changes: This report has no changes of “nope”; showing the largest."},
		{"#/flame?metric=foo", "flame: This report has no foo flame graph; showing samples."},
		{"#/units?m=no.such", "units: This report has no method “no.such”: here are all units."},
		{"#/units?u=no.such", "units: This report has no unit “no.such”."},
		{"#/method/com.example.shop.InvoiceWriter.field?at=9999", "method: This report has no bytecode index 9999 of the method."},
		{"#/method/com.example.shop.InvoiceWriter.field?at=3", "method: "},
	} {
		browsertest.Expect(t, v.Run("await go("+string(jsonText(t, of[0]))+");"+see), of[1])
	}
	browsertest.Expect(t, v.Run(`await go("#/sites/branches?only=nope"); log(one(".tools select").selectedOptions[0].textContent);`), "All conditionals")

	v = browsertest.VisitFile(t, page, reportOf(t, testprofile.Parse(t, `{`+testprofile.Methods("a")+testprofile.Samples("1:0 1000")+`}`)).page, "#/units")
	browsertest.Expect(t, v.Run(see), "overview: This profile has no compilation units: it has no inlining contexts; showing the overview.")

	// A report without methods has no view to look for similar names in.
	v = browsertest.VisitFile(t, page, reportOf(t, testprofile.Parse(t, `{"version":"1.1.0","types":[],"methods":[]}`)).page, "#/method/a.B.c")
	browsertest.Expect(t, v.Run(`log(text(one(".method article")));`), "a.B.cThis method is not in the profile.")
}

// TestLostFlameAddresses: the same of the parts of an address that a flame view has.
func TestLostFlameAddresses(t *testing.T) {
	v := browsertest.VisitFile(t, browsertest.Look(t, 1280, 800), pageOf(t, testtree.Server(), flame.Options{}), "")
	for _, of := range [][2]string{
		{"#v=around&m=shop.Cart.total", "around: "}, {"#v=leaves", "leaves: "}, {"#c=package", "root: "},
		{"#v=around&m=nope", "root: the linked method is not in this profile: this is all of it"},
		{"#v=around", "root: the linked method is not in this profile: this is all of it"},
		{"#v=nope", "root: unknown view “nope”; showing the view from the root"},
		{"#c=nope", "root: this picture has no colors “nope”"},
		{"#z=AAAA", "root: the linked frame is not in this profile: this is its nearest caller"},
	} {
		browsertest.Expect(t, v.Run("await go("+string(jsonText(t, of[0]))+`); log(all(".tools select").find((s) => [...s.options].some((o) => o.value === "leaves")).value + ": " + status());`), of[1])
	}
}

// TestSavedTitles: each box of a saved picture has its whole name and its numbers.
func TestSavedTitles(t *testing.T) {
	browsertest.Expect(t, browsertest.Visit(t, pageOf(t, testtree.Server(), flame.Options{}), "", `
		const saved = [], make = URL.createObjectURL; URL.createObjectURL = (b) => { saved.push(b); return make.call(URL, b); };
		HTMLAnchorElement.prototype.click = () => {};
		await press("SVG ↓");
		const svg = new DOMParser().parseFromString(await saved[0].text(), "image/svg+xml");
		for (const e of svg.querySelectorAll("g > title")) log(e.textContent.split("\n").join(" | "));
		log(svg.querySelectorAll("rect[height='17']").length + " " + [...svg.querySelectorAll("rect[height='17']")].every((e) => e.parentNode.firstElementChild.tagName === "title"));`),
		"all | 100 samples, 100% of all",
		"Main.main | 100 samples, 100% of all | 100% of its parent | self 0 | application",
		"shop.Cart.total | 60 samples, 60.0% of all | 60.0% of its parent | self 30 | application",
		"java.nio.Disk.read | 40 samples, 40.0% of all | 40.0% of its parent | self 40 | JDK",
		"shop.Cart.total | 30 samples, 30.0% of all | 50.0% of its parent | self 0 | application",
		"java.util.List.get | 30 samples, 30.0% of all | 100% of its parent | self 30 | JDK", "6 true")
}

// TestSelectionKept: a step back from the callers and callees of a method selects the frame that was selected before.
func TestSelectionKept(t *testing.T) {
	browsertest.Expect(t, browsertest.Visit(t, pageOf(t, testtree.Server(), flame.Options{}), "", `
		const selected = () => details().split(" | ").slice(0, 2).join(" | ");
		await key("ArrowDown"); await key("ArrowDown"); await key("ArrowDown"); log(selected());
		await key("b"); log(selected()); await key("ArrowUp"); log(selected());
		await key("v"); log(selected());
		await back(); log(selected()); await back(); log(selected());
		await key("Escape"); log(selected()); await key("i"); await back(); log(selected());`),
		"shop.Cart.total | 30 samples, 30.0% of all",
		"shop.Cart.total | 60 samples, 60.0% of all", "Main.main | 60 samples, 60.0% of all",
		"all | 100 samples, 100% of all", "Main.main | 60 samples, 60.0% of all", "shop.Cart.total | 30 samples, 30.0% of all",
		"all | 100 samples, 100% of all", "all | 100 samples, 100% of all")
}

// TestAroundSelected: the list of views has that of the selected method.
func TestAroundSelected(t *testing.T) {
	browsertest.Expect(t, browsertest.Visit(t, pageOf(t, testtree.Server(), flame.Options{}), "", `
		const list = all(".tools select").find((s) => [...s.options].some((o) => o.value === "around")), last = () => list.options[2].textContent + " " + list.options[2].disabled;
		log(last()); await key("ArrowDown"); await key("ArrowDown"); log(last());
		list.value = "around"; list.dispatchEvent(new Event("change")); await settled(); log(last() + " " + list.value + " " + location.hash);
		await key("ArrowUp"); log(last()); await back(); log(last()); await key("p"); log(last());`),
		"Around a method true", "Around Cart.total false", "Around Cart.total false around #v=around&m=shop.Cart.total", "Around Cart.total false",
		"Around Cart.total false", "Around a method true")
}

// TestSelfAround: of 80 samples of a method, 30 are its own where it is called by another, and 20 more where it calls itself.
func TestSelfAround(t *testing.T) {
	browsertest.Expect(t, browsertest.Visit(t, pageOf(t, testtree.Server(testtree.Stack{Frames: "Main.main;shop.Cart.total;shop.Cart.total", Value: 20, Base: 0}), flame.Options{}), "#v=around&m=shop.Cart.total", `
		log(details()); log(table().split(", ").find((row) => row.includes("Cart"))); await key("ArrowDown"); log(details());`),
		"shop.Cart.total | 80 samples, 66.7% of all | self 30, 50 with its calls to itself | application", "50 80 shop.Cart.total",
		"shop.Cart.total | 50 samples, 41.7% of all | 62.5% of its parent | self 20 | application")
}
