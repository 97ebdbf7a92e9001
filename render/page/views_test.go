package page

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/findings"
	"github.com/iprof-viz/iprof-viz/convert/rank"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/internal/browser"
	"github.com/iprof-viz/iprof-viz/internal/browsertest"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/internal/testtree"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render/flame"
	"github.com/iprof-viz/iprof-viz/render/internal/numbers"
	"github.com/iprof-viz/iprof-viz/render/internal/records"
	"github.com/iprof-viz/iprof-viz/render/tables"
)

// shopViews are addresses of all views of a report of the example.
var shopViews = []string{
	"#/", "#/flame?k=application%2CJDK", "#/flame?metric=calls", "#/flame?v=around&m=com.example.shop.InvoiceWriter.field", "#/tree", "#/tree?v=leaves&f=field%24", "#/methods", "#/sites/branches",
	"#/sites/receivers", "#/sites/instanceof", "#/sites/monitors?k=application%2CJDK", "#/units", "#/method/com.example.shop.InvoiceWriter.field", "#/method/no.such.Method",
}

// TestAccessibility runs axe-core over every view, light and dark. The test skips without it.
func TestAccessibility(t *testing.T) {
	axe, err := browser.Axe()
	if err != nil {
		t.Fatal(err)
	}
	if axe == nil {
		t.Skip("AXE_CORE is not set to axe-core's axe.min.js: whether pages are accessible is not tested")
	}
	page := browsertest.Look(t, 1280, 800)
	check := func(name string, dark bool, v browsertest.Visiting, fragments ...string) {
		rules := browser.AllRules
		if dark {
			rules = browser.ColorRules
		}
		see := func(what string) {
			lines, err := page.Inaccessible(axe, rules)
			if err != nil {
				t.Fatal(err)
			}
			for _, line := range lines {
				t.Errorf("%s, dark: %v, %s: %s", name, dark, what, line)
			}
		}
		for i, fragment := range fragments {
			v.Run(`
				await go(` + string(jsonText(t, fragment)) + `);
				const g = one(".grid"); if (g) await key("ArrowDown", g);
				const f = one(".graph [role=application]"); if (f) { await key("ArrowDown", f); await key("ArrowDown", f); }`)
			see(fragment)
			if i == 0 {
				v.Run(`await key("?");`)
				see("help")
				v.Run(`await key("?");`)
			}
		}
	}
	p := testprofile.Example("shop.iprof")
	compared := reportOf(t, p)
	compared.addBase(t, olderShop(t), p)
	compared.write(t)
	shop := shopReport(t)
	field := FoundMethod{Role: findings.About, Name: "com.example.shop.InvoiceWriter.field", ID: shop.idOf(t, "com.example.shop.InvoiceWriter.field"), BCI: records.KnownIf(iprof.BCI(22), true)}
	charged := FoundMethod{Role: findings.ChargedTo, Name: field.Name, ID: field.ID}
	shop.parts.Info.Findings = []Finding{{
		Kind: findings.ManyTypes, Title: "megamorphic call", Weight: &Weight{Metric: "samples", Share: 0.3, Value: 10, Total: 33}, Methods: []FoundMethod{field, charged},
		Command: "iprof-viz receivers", Link: findings.ManyTypes.Link(),
	}}
	shop.write(t)
	report, flame, tall := shop.page, pageOf(t, testtree.Server(), flame.Options{}), pageOf(t, testtree.From(convert.Samples, testtree.Deep(300)...), flame.Options{})
	for _, dark := range []bool{false, true} {
		if err := page.Theme(dark); err != nil {
			t.Fatal(err)
		}
		check("report", dark, browsertest.VisitFile(t, page, report, ""), shopViews...)
		check("compared", dark, browsertest.VisitFile(t, page, compared.page, ""), "#/", "#/changes", "#/changes/branches", "#/changes/inlining", "#/flame", "#/flame?metric=calls", "#/methods",
			"#/sites/branches?only=changed", "#/sites/receivers?only=changed", "#/units", "#/method/com.example.shop.InvoiceWriter.escape", "#/sites/nope")
		check("flame", dark, browsertest.VisitFile(t, page, flame, ""), "", "#v=leaves&s=Cart", "#v=around&m=shop.Cart.total", "#v=around&m=nope", "#h=Disk")
		check("deep flame", dark, browsertest.VisitFile(t, page, tall, ""), "", "#v=leaves")
	}
}

// TestReportReloads: each address shows the same when it is loaded anew.
func TestReportReloads(t *testing.T) {
	v := browsertest.VisitFile(t, browsertest.Look(t, 1280, 800), shopReport(t).page, "")
	const see = `
		const g = one(".grid"), active = g && document.getElementById(g.getAttribute("aria-activedescendant"));
		const view = one("#panel > .view").cloneNode(true); view.querySelector(".methods")?.remove(); // its rows depend on the height
		log(location.hash); log(document.title); log(text(view)); log(active ? text(active) : "");
		for (const e of all("select, input")) log(e.value);
		for (const e of all("[aria-pressed], [aria-current], [aria-sort=ascending], [aria-sort=descending]")) log(e.textContent + e.getAttribute("aria-pressed"));`
	steps := []string{
		`await go("#/flame"); const g = one(".graph [role=application]"); for (let i = 0; i < 4; i++) key("ArrowDown", g); key("Enter", g); type("Money"); key("r"); key("p"); await click(named("JDK"));`,
		`await go("#/flame?metric=calls"); key("v"); key("i");`,
		`await go("#/flame"); const g = one(".graph [role=application]"); for (let i = 0; i < 4; i++) key("ArrowDown", g); key("b"); key("ArrowDown", g); key("h");`,
		`await go("#/methods"); await click(one("[data-column=entries]")); await click(one("[data-column=entries]")); type("Money"); await click(named("native-image and VM"));`,
		`await go("#/sites/branches"); const s = one("select"); s.value = "never"; s.dispatchEvent(new Event("change")); type("Pricing|String");`,
		`await go("#/sites/receivers"); await click(one("[data-which=megamorphic]"));`,
		`await go("#/units"); type("Pricing"); const g = one(".grid"); key("End", g);`,
	}
	for _, view := range shopViews {
		steps = append(steps, fmt.Sprintf("await go(%q);", view))
	}
	for _, step := range steps {
		v.Load("")
		before := v.Run("{" + step + "}" + see)
		v.Load(before[0])
		after := v.Run(see)
		if strings.Contains(step, `"End"`) { // the unit is selected, not the place in it
			before[2], after[2], before[3], after[3] = "", "", "", ""
		}
		for i := range max(len(before), len(after)) {
			if i >= min(len(before), len(after)) || before[i] != after[i] {
				t.Errorf("%s: line %d\nbefore %q\nafter  %q", step, i, before[i:], after[i:])
				break
			}
		}
	}
}

// trapped makes a page say when it runs, asks or loads something that it should not.
const trapped = `
	window.confirm = window.prompt = window.print = window.open = (x) => said.push("dialog " + x);
	console.warn = console.error;
	new PerformanceObserver((list) => { for (const e of list.getEntries()) if (!e.name.startsWith("blob:")) said.push("request: " + e.name); }).observe({type: "resource"});
`

// TestViewsHostile: names only ever become text, in every panel, tooltip, saved picture and copied table.
func TestViewsHostile(t *testing.T) {
	evil, r := evilNames(), reportOf(t, evilProfile(t, 1))
	v := browsertest.VisitFile(t, browsertest.Look(t, 1280, 800), r.page, "")
	got := v.Run(trapped + `
		let copied = [], saved = [], frames = 0, places = 0, units = 0, papers = 0;
		Object.defineProperty(navigator, "clipboard", {value: {writeText: async (s) => { copied.push(s); }}});
		const make = URL.createObjectURL; URL.createObjectURL = (b) => { saved.push(b); return make.call(URL, b); };
		HTMLAnchorElement.prototype.click = () => {};
		for (const view of ["flame", "flame?metric=calls"]) {
			await go("#/" + view);
			const list = one(".methods .body"), canvas = one(".spacer canvas");
			for (let i = 0; i < ` + fmt.Sprint(len(evil)) + `; i++) { key("ArrowDown", list); if (one(".details .about")) frames++; }
			for (let y = 0; y < 200; y += 18) { const box = canvas.getBoundingClientRect(); canvas.dispatchEvent(new MouseEvent("mousemove", {clientX: box.x + 40, clientY: box.y + y, bubbles: true})); }
			const colors = all(".tools select").find((s) => /^Colors/.test(s.selectedOptions[0].textContent));
			colors.value = "1"; colors.dispatchEvent(new Event("change")); // by package, whose names are in the legend
			key("b"); key("h"); key("p"); key("c"); key("s"); key("Escape");
			await click(named("SVG ↓"));
			dispatchEvent(new Event("beforeprint")); if (document.querySelectorAll(".paper text").length) papers++; dispatchEvent(new Event("afterprint"));
			for (const b of all(".methods .copy button")) await click(b);
		}
		for (const kind of ["branches", "receivers", "instanceof", "monitors"]) {
			await go("#/sites/" + kind);
			const g = one(".grid"), n = Number(g.getAttribute("aria-rowcount")) - 1;
			for (let i = 0; i < n; i++) { key("ArrowDown", g); if (one(".site h2")) places++; }
			for (const b of all(".copy button")) await click(b);
		}
		await go("#/units");
		const g = one(".grid"), canvas = one("aside.unit canvas"), n = Number(g.getAttribute("aria-rowcount")) - 1;
		for (let i = 0; i < n; i++) {
			key("ArrowDown", g); if (one("aside.unit h2").textContent) units++;
			const box = canvas.getBoundingClientRect();
			for (const y of [5, 25]) canvas.dispatchEvent(new MouseEvent("mousemove", {clientX: box.x + 10, clientY: box.y + y, bubbles: true}));
		}
		await click(named("SVG ↓"));
		for (const text of ["Markdown", "CSV"]) await click(named(text));
		for (const m of await (async () => { await go("#/methods"); return all(".grid .line a").map((a) => a.getAttribute("href")); })()) {
			await go(m);
			for (const b of all(".copy button")) await click(b);
		}
		for (const blob of saved) {
			const svg = new DOMParser().parseFromString(await blob.text(), "image/svg+xml"), bad = svg.querySelector("parsererror, script, image, a, foreignObject, style");
			if (bad) log("saved " + bad.outerHTML.slice(0, 200));
		}
		for (const s of copied) if (/^(=|\+|-|@)/m.test(s) && !s.startsWith("|")) log("a formula: " + /^(=|\+|-|@).*/m.exec(s)[0].slice(0, 60));
		await settled();
		log([frames > 10, places, units > 10, saved.length, copied.length > 30, papers]);
		log(document.querySelectorAll("img, iframe, object, embed, link").length + " " + document.scripts.length);`)
	browsertest.Expect(t, got, fmt.Sprintf("true,%d,true,3,true,2", 3*len(evil)+1), "0 3")
}

// expectWithoutScripts: a page says at its top that it needs scripts, and which commands serve in its place, and not that it is being read.
func expectWithoutScripts(t *testing.T, page *browser.Page, html string, commands ...string) {
	t.Helper()
	err := errors.Join(page.Scripts(false), page.Open(browsertest.WriteFile(t, "page.html", html)), page.Until(t.Context(), `document.readyState === "complete" && location.protocol === "file:"`))
	var seen string
	err = errors.Join(err, page.Run("return document.body.innerText + (document.documentElement.scrollHeight > innerHeight ? ' scrolls' : '');", &seen), page.Scripts(true))
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(seen, "Reading") || strings.HasSuffix(seen, " scrolls") || !strings.Contains(seen, "needs JavaScript") {
		t.Errorf("without scripts the page says:\n%s", seen)
	}
	for _, c := range commands {
		if !strings.Contains(seen, "iprof-viz "+c) {
			t.Errorf("without scripts the page does not name %s:\n%s", c, seen)
		}
	}
}

// TestViewsOfLittle: no scripts, no records, one, and a stack of 900 frames.
func TestViewsOfLittle(t *testing.T) {
	page := browsertest.Look(t, 1280, 800)
	const everywhere = trapped + `
		const views = [...document.querySelectorAll("[role=tab]")].map((a) => a.textContent);
		for (const view of views) { await click(named(view)); for (const k of ["?", "?", "ArrowDown", "Enter"]) key(k); for (const g of all(".grid")) { key("ArrowDown", g); key("End", g); } }
		log(views.join(" "));`
	const methods = `"types":[{"id":0,"name":"void"},{"id":1,"name":"a.B"}],"methods":[{"id":1,"name":"run","signature":[1,0]},{"id":2,"name":"main","signature":[1,0]}]`
	empty := reportOf(t, testprofile.Parse(t, `{"version":"1.1.0","types":[],"methods":[]}`))
	expectWithoutScripts(t, page, empty.page, "info", "top", "flame -o app.svg", "branches", "inline", "diff")
	var flameText strings.Builder
	if err := flame.HTML(&flameText, testtree.From(convert.Samples, testtree.Stack{Frames: "a;b", Value: 1, Base: 0}), flame.Options{}); err != nil {
		t.Fatal(err)
	}
	expectWithoutScripts(t, page, flameText.String(), "flame -o app.svg", "top")
	v := browsertest.VisitFile(t, page, empty.page, "#/units")
	browsertest.Expect(t, v.Run(everywhere), "Overview")
	one := testprofile.Parse(t, `{"version":"1.1.0",`+methods+`,"callCountProfiles":[{"ctx":"1:0","records":[1]}],"samplingProfiles":[{"ctx":"1:0","records":[1]}],
		"conditionalProfiles":[{"ctx":"1:3","records":[9,0,1,5,1,0]}],"monitorProfiles":[{"ctx":"0:0","records":[1,1]}]}`)
	v = browsertest.VisitFile(t, page, reportOf(t, one).page, "")
	browsertest.Expect(t, v.Run(everywhere+`
		await go("#/flame"); log(text(one(".details li"))); log(text(one(".methods .summary span")));
		await go("#/methods"); log(text(one(".column > .summary"))); await go("#/sites/monitors"); log(text(one(".column > .summary")));
		await go("#/units"); log(text(one(".column > .summary")));
		await go("#/method/a.B.run()V"); log([...document.querySelectorAll(".numbers dd")].map(text).join("; "));`),
		"Overview Flame Tree Methods Graph Sites Units", "1 sample, 100% of all", "1 method with samples", "1 selected, self 1 (100%), entries 1 (100%), as root 1, inlined 0 · 1 method with samples or calls3 more columns", "1 type", "1 unit, with 100% of all entries",
		"1 sample, 100%, 95%: 20–100%; 1 sample, 100%, 95%: 20–100%; 1, 100% of all: 1 as compilation root, 0 inlined, in 1 inlining context")
	sampled := testprofile.Parse(t, `{"version":"1.1.0",`+methods+`,"samplingProfiles":[{"ctx":"1:0","records":[1]}]}`)
	v = browsertest.VisitFile(t, page, reportOf(t, sampled).page, "#/method/a.B.run()V")
	browsertest.Expect(t, v.Run(`log(all(".note").map(text).some((s) => s.includes("nothing is known of inlining")));`), "true")
	context, calls := strings.Repeat("1:7<2:5<", 449)+"1:7<2:5", ""
	for i := 1; i < 300; i++ { // inlined 299 deep
		calls += fmt.Sprintf(`,{"ctx":"%s2:5","records":[%d]}`, strings.Repeat("1:7<", i), 1000-i)
	}
	deep := testprofile.Parse(t, `{"version":"1.1.0",`+methods+`,"callCountProfiles":[{"ctx":"2:0","records":[1000]}`+calls+`],"samplingProfiles":[{"ctx":"`+context+`","records":[7]}]}`)
	v = browsertest.VisitFile(t, page, reportOf(t, deep).page, "")
	browsertest.Expect(t, v.Run(everywhere+`
		await go("#/flame"); const s = one(".scroller"); s.scrollTop = 1e6; await settled(); log(s.scrollHeight / 18);
		await go("#/units"); await click(named("Expand all")); log(one(".grid").getAttribute("aria-rowcount")); key("End", one(".grid")); log(one("aside.unit .scroller").scrollTop > 3000);`),
		"Overview Flame Tree Methods Graph Sites Units", "901", "301", "true")
}

// TestViewsNumbers: the numbers of pictures, panels and copied tables are those of the commands.
func TestViewsNumbers(t *testing.T) {
	p := testprofile.Example("shop.iprof")
	names := convert.NewNames(p, convert.NameOptions{})
	r := reportOf(t, p)
	v := browsertest.VisitFile(t, browsertest.Look(t, 1280, 800), r.page, "")

	// Stacks with either of two methods count once, as with --focus.
	filter := reportFilter
	filter.Focus = regexp.MustCompile(`InvoiceWriter\.(field|escape)$`)
	tree, err := stacks.NewTree(p, names, stacks.Options{Filter: filter})
	if err != nil {
		t.Fatal(err)
	}
	either, all := tree.Nodes[0].Total, number(r.json["top.samples"]["base"])
	browsertest.Expect(t, v.Run(`await go("#/methods?s=InvoiceWriter.%28field%7Cescape%29%24"); key("a", one(".grid"), {ctrlKey: true}); log(text(one(".column > .summary")).split(" · ")[0].split(", ").pop());`),
		fmt.Sprintf("any of them on the stack %s (%s)", numbers.Thousands(either), numbers.Percent(either, all)))

	// Branches that are never taken, in hot methods.
	never, err := rank.Branches(p, names, rank.BranchOptions{SiteOptions: rank.SiteOptions{Filter: reportFilter}, Never: true})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	var chosen struct{ Chosen, Sites int }
	if err := tables.JSON(&b, never); err != nil || json.Unmarshal([]byte(b.String()), &chosen) != nil || chosen.Chosen == 0 {
		t.Fatal(err, chosen)
	}
	browsertest.Expect(t, v.Run(`await go("#/sites/branches?only=never&k=application,JDK,native-image%20and%20VM"); log(text(one(".column > .summary")));`), fmt.Sprintf("%d of %d conditionals · @ bytecode index, → where it goes, ↺ back in a loop", chosen.Chosen, chosen.Sites))

	// The picture of each unit, box by box, and the copied tree.
	var want []string
	for _, unit := range objects(r.json["inline"]["units"]) {
		of, seen := "all entries", map[string]bool{}
		for _, x := range objects(unit["instances"]) {
			share := x["share"]
			if of == "all entries" {
				share = unit["share"]
			}
			line := ""
			if x["bci"] != nil {
				line = "@" + x["bci"].(json.Number).String() + " "
			}
			here := orUnknown(x["entries"]) + " entries"
			if here == "1 entries" {
				here = "1 entry"
			}
			line += r.names[x["id"].(json.Number).String()] + " | " + here + " here | "
			if f, ok := x["frequency"].(json.Number); ok {
				n, _ := f.Float64()
				line += treeFactorOf(n) + " per entry of its caller | "
			}
			line += fmt.Sprintf("%s inclusive: %s of %s", counted(x["inclusive"]), portion(share), of)
			// A box without entries has no width.
			if x["inclusive"] != nil && number(x["inclusive"]) > 0 && !seen[line] {
				seen[line] = true
				want = append(want, line)
			}
			of = "the unit"
		}
	}
	same(t, v.Run(`
		await go("#/units?k=application,JDK,native-image%20and%20VM"); await click(named("Collapse all"));
		const g = one(".grid"), canvas = one("aside.unit canvas"), n = Number(g.getAttribute("aria-rowcount")) - 1;
		for (let i = 0; i < n; i++) {
			if (i) key("ArrowDown", g);
			const tips = new Set(), box = canvas.getBoundingClientRect();
			for (let y = 5, some = true; some; y += 18) {
				some = false;
				for (let x = Math.ceil(box.x); x < box.right; x++) {
					canvas.dispatchEvent(new MouseEvent("mousemove", {clientX: x, clientY: box.y + y, bubbles: true}));
					const [tip] = all("body > .tip");
					if (!tip) continue;
					some = true;
					tips.add([...tip.children].map((e) => e.textContent).join(" | "));
				}
			}
			for (const tip of tips) log(tip);
		}`), want)
	want = nil
	for _, unit := range objects(r.json["inline"]["units"]) {
		for _, x := range objects(unit["instances"]) {
			plain := func(key string) string {
				if n, ok := x[key].(json.Number); ok {
					return n.String()
				}
				return ""
			}
			want = append(want, strings.Join([]string{plain("depth"), plain("bci"), r.names[plain("id")], plain("entries"), plain("inclusive")}, ";"))
		}
	}
	same(t, v.Run(`await click(named("Expand all")); await click(named("CSV"));
		for (const line of copied.at(-1).trim().split("\n").slice(1)) { const c = line.match(/("[^"]*"|[^,]*)(,|$)/g).map((s) => s.replace(/,$/, "").replace(/^"|"$/g, "")); log([c[0], c[1], c[2], c[3], c[5]].join(";")); }`), want)

	// The panel beside a flame graph.
	id := func(name string) string {
		for id, n := range r.names {
			if n == name {
				return id
			}
		}
		return ""
	}
	field := id("com.example.shop.InvoiceWriter.field")
	find := func(part string) map[string]any {
		for _, row := range r.rows(part) {
			if row["id"].(json.Number).String() == field {
				return row
			}
		}
		t.Fatal(part)
		return nil
	}
	samples, calls, branch, types := find("top.samples"), find("top.calls"), find("branches"), find("receivers")
	successors := objects(branch["successors"])
	slices.SortStableFunc(successors, func(a, b map[string]any) int { return int(number(b["count"]) - number(a["count"])) })
	var goes, three []string
	for _, s := range successors {
		goes = append(goes, fmt.Sprintf("→%s %s", s["target_bci"], portion(s["probability"])))
	}
	for _, x := range objects(types["types"])[:3] {
		three = append(three, x["type"].(string)+" ≤ "+portion(x["share"])) // the site is saturated
	}
	browsertest.Expect(t, v.Run(`await go("#/flame?s=InvoiceWriter.field%24"); key("n"); const near = all(".about")[0]; for (const e of all(".about dt")) log(e.textContent + ": " + (near.contains(e) ? [...e.nextSibling.children].slice(0, 1) : [e.nextSibling]).map(text));`),
		"Callers: com.example.shop.InvoiceWriter.write 709, 100%", // folded has no other
		"Callees: java.lang.StringBuilder.append 320, 45.1%",
		fmt.Sprintf("Samples: %s with the method on the stack, %s, 95%%: %s", counted(samples["total"]), portion(samples["total_share"]), interval(samples["total_interval"])),
		fmt.Sprintf("Entries: %s: %s as compilation root, %s inlined", counted(calls["entries"]), counted(calls["root_calls"]), counted(calls["inlined_calls"])),
		"Inlined: 1 copy into 1 unit: com.example.shop.InvoiceWriter.write",
		fmt.Sprintf("Branches: @%s %s (%s)", branch["bci"], strings.Join(goes, " "), numbers.ShortCount(number(branch["executions"]))),
		fmt.Sprintf("Receivers: @%s %s: %s (≥ %s)", types["bci"], types["kind"], strings.Join(three, " | "), numbers.ShortCount(number(types["executions"]))))

	// A table of a few rows.
	browsertest.Expect(t, v.Run(`await go("#/method/com.example.shop.InvoiceWriter.field"); await click(one(".numbers ~ .butterfly .copy button:last-child")); log(copied.at(-1).trim().split("\n").join(";"));
		await click(one(".butterfly .copy button")); log(copied.at(-1).trim().split("\n")[2]);`),
		`Method,Calls,% of entries,Per entry,Samples,Evidence;com.example.shop.InvoiceWriter.write @6,"≥ 80,000",≥ 29.4%,≥ ×4,208,inlined;com.example.shop.InvoiceWriter.write @58,,,,501,samples;<callers unknown>,"≤ 192,000",≤ 70.6%,,,`,
		"| com.example.shop.InvoiceWriter.write @6 | ≥ 80,000 | ≥ 29.4% | ≥ ×4 | 208 | inlined |")
}

// orUnknown writes an integer of JSON, or that it is unknown.
func orUnknown(n any) string {
	if n == nil {
		return "n/a"
	}
	return counted(n)
}

// TestViewsPrint: paper is light, has all rows, and neither controls nor blank pages.
func TestViewsPrint(t *testing.T) {
	page := browsertest.Look(t, 1280, 500)
	if err := page.Theme(true); err != nil {
		t.Fatal(err)
	}
	v := browsertest.VisitFile(t, page, shopReport(t).page, "")
	v.Run(`
		// These listeners come after that of the theme, and before those of views.
		addEventListener("beforeprint", () => { window.printed = [document.documentElement.classList.contains("dark")]; });
		addEventListener("afterprint", () => printed.push(all(".grid .spacer > .line").length));`)
	for _, of := range []struct {
		view  string
		pages int
		rows  int
	}{
		{"#/methods?k=application%2CJDK%2Cnative-image+and+VM", 2, 67}, {"#/flame?k=application%2CJDK%2Cnative-image+and+VM", 1, 0},
		{"#/units?k=application%2CJDK%2Cnative-image+and+VM", 2, 34}, {"#/", 2, 0},
	} {
		v.Run(fmt.Sprintf("await go(%q);", of.view))
		pdf, err := page.Print()
		if err != nil {
			t.Fatal(err)
		}
		var got []any
		if err := page.Run("return printed", &got); err != nil {
			t.Fatal(err)
		}
		if n := len(regexp.MustCompile(`/Type\s*/Page\b`).FindAll(pdf, -1)); n < 1 || n > of.pages || got[0] != false || int(got[1].(float64)) != of.rows {
			t.Errorf("%s: %d pages, dark and rows: %v", of.view, n, got)
		}
		browsertest.Expect(t, v.Run(`log(document.documentElement.classList.contains("dark"));`), "true")
	}
}

// TestViewsOnPaper: pictures are as wide as a sheet, and their rows whole; the overview fills its columns. Sheets are A4 and Letter,
// upright and across, with margins of 10 mm.
func TestViewsOnPaper(t *testing.T) {
	page := browsertest.Look(t, 1280, 500)
	v := browsertest.VisitFile(t, page, shopReport(t).page, "")
	onSheet := func(view string, width int, script string) []string {
		t.Helper()
		v.Run(fmt.Sprintf(`await go(%q); dispatchEvent(new Event("beforeprint"));`, view))
		if err := page.Paper(true); err != nil {
			t.Fatal(err)
		}
		v.Resize(width, 700)
		got := v.Run(fmt.Sprintf("const sheet = %d;", width) + script)
		if err := page.Paper(false); err != nil {
			t.Fatal(err)
		}
		v.Resize(1280, 500)
		return append(got, v.Run(`dispatchEvent(new Event("afterprint")); if (one(".paper")) log("paper is left");`)...)
	}
	for _, sheet := range []struct {
		width, columns int
	}{{794, 1}, {816, 1}, {1056, 2}, {1123, 2}} {
		width := sheet.width - 76 // margins
		for _, view := range []string{"#/flame?k=application%2CJDK%2Cnative-image+and+VM", "#/flame?v=around&m=com.example.shop.InvoiceWriter.field", "#/units"} {
			browsertest.Expect(t, onSheet(view, width, `
				const pieces = all(".paper svg").filter((e) => e.clientWidth), width = Math.max(...pieces.map((e) => e.getBoundingClientRect().width));
				if (width < 0.97 * sheet || width > sheet) log(width + " wide");
				const rows = new Set(pieces.flatMap((e, i) => [...e.querySelectorAll("rect[y]")].map((r) => i + " " + r.getAttribute("y"))));
				const high = pieces.reduce((sum, e) => sum + e.viewBox.baseVal.height, 0) / 18;
				if (rows.size !== high || high < 2) log(rows.size + " of " + high + " rows");
				for (const e of pieces) for (const text of e.querySelectorAll("text")) {
					const font = parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a;
					if (font < 10 || text.getBoundingClientRect().right > sheet) log(text.textContent + " has " + font);
				}
				if (all("canvas").some((e) => e.checkVisibility())) log("canvas");`))
		}
		browsertest.Expect(t, onSheet("#/", width, `
			const tight = (e) => { const r = document.createRange(); r.selectNodeContents(e); return r.getBoundingClientRect(); };
			const blocks = all(".overview :is(caption, h2, tr, li, .note, .whose > *)").map(tight).filter((r) => r.width);
			const lefts = new Set(all(".overview :is(caption, h2)").map((e) => Math.round(tight(e).left))), bottoms = [...lefts].map((left) => Math.max(...blocks.filter((r) => Math.abs(r.left - left) < 3).map((r) => r.bottom)));
			log(lefts.size); log(Math.max(...bottoms) - Math.min(...bottoms) < 250 || bottoms); log(Math.max(...blocks.map((r) => r.right)) <= sheet);`),
			fmt.Sprint(sheet.columns), "true", "true")
	}
}

// TestSavedPictures: they have a title and a legend of colors, callers of a zoomed frame are pale, without empty space.
func TestSavedPictures(t *testing.T) {
	v := browsertest.VisitFile(t, browsertest.Look(t, 1280, 800), shopReport(t).page, "#/flame?k=application%2CJDK%2Cnative-image+and+VM")
	browsertest.Expect(t, v.Run(`
		let saved = [];
		const make = URL.createObjectURL; URL.createObjectURL = (b) => { saved.push(b); return make.call(URL, b); };
		HTMLAnchorElement.prototype.click = () => {};
		const waitFor = async (n) => { for (let i = 0; i < 100 && saved.length < n; i++) await settled(); return saved[n - 1]; };
		const list = one(".methods .body"); for (let i = 0; i < 3; i++) key("ArrowDown", list);
		await click(named("Zoom"));
		named("SVG ↓").dispatchEvent(new MouseEvent("click")); const svg = new DOMParser().parseFromString(await (await waitFor(1)).text(), "image/svg+xml");
		named("PNG ↓").dispatchEvent(new MouseEvent("click")); const png = await createImageBitmap(await waitFor(2));
		const lines = [...svg.querySelectorAll("text")].map((e) => e.textContent), boxes = [...svg.querySelectorAll("rect[x]:not(.swatch)")];
		log(lines[0].includes(one("h1").textContent)); log(/^shop.iprof; zoomed into .*: \d.*%; its callers are pale and not to scale; from the root$/.test(lines[1]) || lines[1]);
		log(boxes.some((e) => e.getAttribute("opacity")) && boxes.some((e) => !e.getAttribute("opacity")));
		log(png.height <= Number(svg.documentElement.getAttribute("height")) * 2 || png.height); log(png.width / Number(svg.documentElement.getAttribute("width")));
		// The legend of the page, and its colors.
		const color = (() => { const c = document.createElement("canvas").getContext("2d"); return (s) => { c.fillStyle = s; return c.fillStyle; }; })();
		const onPage = (inside) => [...inside.querySelectorAll(".legend > span")].map((e) => color(getComputedStyle(e.firstChild).backgroundColor) + " " + e.textContent).join(", ");
		const saving = async (format) => { const n = saved.length + 1; named(format + " ↓").dispatchEvent(new MouseEvent("click")); return waitFor(n); };
		const inSVG = async () => {
			const root = new DOMParser().parseFromString(await (await saving("SVG")).text(), "image/svg+xml").documentElement, all = [...root.children];
			return { root, swatches: [...root.querySelectorAll(".swatch")], text: [...root.querySelectorAll(".swatch")].map((e) => color(e.getAttribute("fill")) + " " +
				all.find((x) => x.localName === "text" && x.getAttribute("y") - e.getAttribute("y") < 16 && x.getAttribute("y") > Number(e.getAttribute("y")) && x.getAttribute("x") - e.getAttribute("x") === 16).textContent).join(", ") };
		};
		const colors = all(".tools select").find((s) => /^Colors/.test(s.selectedOptions[0].textContent));
		for (const option of colors.options) {
			colors.value = option.value; colors.dispatchEvent(new Event("change"));
			const { text, root } = await inSVG(), page = onPage(one(".flame"));
			if (text !== page || page.split(", ").length < (/name/.test(option.textContent) ? 1 : 2)) log(option.textContent + ": " + text + " instead of " + page);
			if (![...root.querySelectorAll("text")].some((e) => e.textContent.startsWith(option.textContent))) log("no " + option.textContent);
		}
		colors.value = "0"; colors.dispatchEvent(new Event("change")); type("Invoice");
		const { root, swatches, text: meanings } = await inSVG(), canvas = document.createElement("canvas").getContext("2d"), image = await createImageBitmap(await saving("PNG"));
		log(meanings === onPage(one(".flame")) + ", #6a1bb1 matches Invoice" || meanings);
		canvas.canvas.width = image.width; canvas.canvas.height = image.height; canvas.drawImage(image, 0, 0);
		const at = (x, y) => "#" + [...canvas.getImageData(2 * x, 2 * y, 1, 1).data].slice(0, 3).map((b) => b.toString(16).padStart(2, "0")).join("");
		log(swatches.length > 2 && swatches.every((e) => e.hasAttribute("stroke") &&  at(Number(e.getAttribute("x")) + 5, Number(e.getAttribute("y")) + 5) === color(e.getAttribute("fill"))));
		// No line of the caption is over another, or over the boxes.
		const below = Math.min(...[...root.querySelectorAll("rect[x]:not(.swatch)")].map((e) => Number(e.getAttribute("y"))));
		log(swatches.every((e) => Number(e.getAttribute("y")) + 11 < below));
		await go("#/units"); key("ArrowDown", one(".grid")); await settled();
		const { root: unit, text: kinds } = await inSVG(); log(kinds === onPage(one("aside.unit")) && kinds !== "" || kinds);
		const box = document.body.appendChild(document.importNode(unit, true)); log(box.querySelector("text").getBBox().width <= Number(box.getAttribute("width"))); box.remove();
		const drawn = await createImageBitmap(await saving("PNG")); canvas.canvas.width = drawn.width; canvas.canvas.height = drawn.height; canvas.drawImage(drawn, 0, 0);
		const shapes = [...unit.querySelectorAll("rect[x]:not(.swatch)")].map((e) => Object.fromEntries(["x", "y", "width", "fill"].map((k) => [k, e.getAttribute(k)]))).filter((r) => Number(r.width) > 12);
		// The right end of a box has no text.
		const wrong = shapes.filter((r) => at(Math.round(Number(r.x) + Number(r.width) - 5), Number(r.y) + 5) !== color(r.fill));
		log(shapes.length > 2 && !wrong.length || JSON.stringify(wrong)); log(drawn.height <= 2 * Number(unit.getAttribute("height")) + 2 || drawn.height);`),
		"true", "true", "true", "true", "2", "true", "true", "true", "true", "true", "true", "true")
}

// TestReportKeys: Shift selects rows and no text, arrows go into the table of a view that was just opened, an address without a view
// says so, and long names stay in the box of keys.
func TestReportKeys(t *testing.T) {
	v := browsertest.VisitFile(t, browsertest.Look(t, 1280, 800), shopReport(t).page, "#/methods")
	browsertest.Expect(t, v.Run(`
		const rows = () => all(".grid .spacer > .line"), press = (e) => !e.dispatchEvent(new MouseEvent("mousedown", {shiftKey: true, bubbles: true, cancelable: true}));
		await click(rows()[0].lastChild);
		log(press(rows()[3].lastChild)); getSelection().selectAllChildren(rows()[2]);
		rows()[3].lastChild.dispatchEvent(new MouseEvent("click", {shiftKey: true, bubbles: true})); log(text(one(".summary")).split(",")[0]);
		getSelection().removeAllRanges(); document.activeElement.blur();
		await go("#/"); key("4"); await new Promise((r) => setTimeout(r)); await settled();
		document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowDown", bubbles: true, cancelable: true}));
		log(location.hash + " " + (document.activeElement === one(".grid")) + " " + text(one(".summary")).split(",")[0]);
		await go("#/<b>nonsense"); log(text(one(".unknown"))); await go("#/"); log(text(one(".unknown")));
		await go("#/methods"); key("?"); const box = document.querySelector("dialog");
		for (const e of box.querySelectorAll("p, dd")) e.textContent = "com.example.".repeat(40);
		log(box.scrollWidth <= box.clientWidth);`),
		"true", "4 selected", "#/methods true 1 selected", "Unknown view “%3Cb%3Enonsense”; showing the overview.", "", "true")
}
