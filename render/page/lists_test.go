package page

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/browsertest"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// comparedShop is the example with its older version as the base.
func comparedShop(t *testing.T) report {
	t.Helper()
	p := testprofile.Example("shop.iprof")
	r := reportOf(t, p)
	r.addBase(t, olderShop(t), p)
	return r
}

// TestReportReturns: back, forward and a reload show the rows that were visible, and what was open.
func TestReportReturns(t *testing.T) {
	v := browsertest.VisitFile(t, browsertest.Look(t, 1280, 330), comparedShop(t).page, "")
	const see = `const see = () => { const g = grid(); log([location.hash.split("?")[0], g.scrollTop, g.getAttribute("aria-rowcount"), summary()].join(" ")); };`
	for _, view := range []string{"#/methods?k=application%2CJDK", "#/sites/branches?k=application%2CJDK", "#/units"} {
		v.Load(view)
		got := v.Run(inReport + see + `
			if (named("Expand all")) await click(named("Expand all"));
			grid().scrollTop = 70; await settled(); see();
			await click(lines().find((row) => row.querySelector("a") && row.getBoundingClientRect().top > grid().getBoundingClientRect().top + 40).querySelector("a"));
			log(location.hash.split("/")[1]);
			await back(); see();
			const gone = new Promise((r) => addEventListener("popstate", r, {once: true})); history.forward(); await gone; await settled(); log(location.hash.split("/")[1]);
			await back(); see();
			window.before = true; setTimeout(() => location.reload());`)
		v.Until(`!window.before && document.querySelector("#panel .view")`)
		got = append(got, v.Run(inReport+see+`see();`)...)
		if len(got) != 6 || !strings.Contains(got[0], " 70 ") || got[1] != "method" || got[3] != "method" || got[2] != got[0] || got[4] != got[0] || got[5] != got[0] {
			t.Errorf("%s: %q", view, got)
		}
	}
	// Also pages of one column, and the row that was chosen.
	v.Load("#/changes")
	browsertest.Expect(t, v.Run(inReport+`
		const visit = async (page, link) => { page.scrollTop = 120; await settled(); await click(link); log(location.hash.split("/")[1]); await back(); log(page.scrollTop); };
		await visit(one(".view.overview"), one(".view.overview td a"));
		await go("#/method/com.example.shop.Shop.run"); await visit(view(), view().querySelector("td a"));
		await go("#/changes/branches"); await key("ArrowDown", grid()); await key("ArrowDown", grid()); const panel = text(one("aside.site"));
		await key("Enter", grid()); log(location.hash.split("/")[1]); await back();
		log([lines().findIndex((row) => row.matches(".active[aria-selected=true]")), panel !== "" && text(one("aside.site")) === panel]);`),
		"method", "120", "method", "120", "method", "0,true")
}

// TestReportChoiceOfKinds: a link may show more code in one view; others follow the reader's choice alone.
func TestReportChoiceOfKinds(t *testing.T) {
	v := browsertest.VisitFile(t, browsertest.Look(t, 1280, 800), comparedShop(t).page, "#/overview")
	browsertest.Expect(t, v.Run(inReport+`
		const pressed = () => all(".kinds[role=group] button").filter((b) => b.getAttribute("aria-pressed") === "true").map(text).join(",");
		await click(all("a").find((a) => text(a) === "All methods")); log(pressed());
		await click(one("#tab-sites")); log(pressed()); await click(one("#tab-units")); log(pressed());
		await click(one("#tab-methods")); log(pressed()); // as it was left
		await click(named("native-image and VM")); log(pressed());
		await click(one("#tab-sites")); log(pressed()); await click(one("#tab-flame")); log(location.hash);
		window.before = true; setTimeout(() => location.reload());`),
		"application,JDK,native-image and VM", "application", "application", "application,JDK,native-image and VM",
		"application,JDK", "application,JDK", "#/flame?k=application%2CJDK")
	v.Until(`!window.before && document.querySelector("#panel .view")`)
	browsertest.Expect(t, v.Run(inReport+`await click(one("#tab-units")); log(location.hash);`), "#/units?k=application%2CJDK")
	// The lists of a view keep it.
	v.Load("#/sites/branches")
	browsertest.Expect(t, v.Run(inReport+`
		const list = async (title) => { await click([...view().querySelectorAll(".links a")].filter(shown).find((a) => text(a) === title)); log(location.hash); };
		await click([...view().querySelectorAll(".kinds button")].filter(shown).find((b) => text(b) === "JDK"));
		for (const title of ["Receivers", "Monitors", "Branches"]) await list(title);
		await go("#/changes/branches"); await click([...view().querySelectorAll(".kinds button")].filter(shown).find((b) => text(b) === "JDK"));
		for (const title of ["Receivers", "Largest", "Branches"]) await list(title);`),
		"#/sites/receivers?k=application%2CJDK", "#/sites/monitors?k=application%2CJDK", "#/sites/branches?k=application%2CJDK",
		"#/changes/receivers?k=application%2Cnative-image+and+VM", "#/changes?k=application%2Cnative-image+and+VM", "#/changes/branches?k=application%2Cnative-image+and+VM")
}

// TestReportOffersAnyCase: a list without a match offers those regardless of case, and shows as many.
func TestReportOffersAnyCase(t *testing.T) {
	v := browsertest.VisitFile(t, browsertest.Look(t, 1280, 800), comparedShop(t).page, "")
	browsertest.Expect(t, v.Run(inReport+`
		const offered = () => [...view().querySelectorAll("button")].filter((b) => shown(b) && text(b).includes("regardless"));
		for (const of of ["methods", "sites/branches", "changes/branches", "units"]) {
			await go("#/" + of + "?k=" + encodeURIComponent(allKinds));
			await search("INVOICEWRITER"); const [offer, more] = offered();
			if (!offer || more) log("offers: " + offered().length);
			log(of + " " + text(offer));
			const n = Number(/^\d+/.exec(text(offer))[0]);
			await click(offer); const rows = lines().length;
			log([of === "units" ? rows >= n : rows === n, new URLSearchParams(location.hash.split("?")[1]).get("s"), offered().length, view().querySelector("[type=search]").value].join(" "));
			await search("no.such.place"); log(offered().length);
			await search("(?i"); log(offered().length);
		}`),
		"methods 3 methods regardless of case: (?i)INVOICEWRITER", "true (?i)INVOICEWRITER 0 (?i)INVOICEWRITER", "0", "0",
		"sites/branches 4 conditionals regardless of case: (?i)INVOICEWRITER", "true (?i)INVOICEWRITER 0 (?i)INVOICEWRITER", "0", "0",
		"changes/branches 1 conditional regardless of case: (?i)INVOICEWRITER", "true (?i)INVOICEWRITER 0 (?i)INVOICEWRITER", "0", "0",
		"units 3 units regardless of case: (?i)INVOICEWRITER", "true (?i)INVOICEWRITER 0 (?i)INVOICEWRITER", "0", "0") // units are open below their roots
}

// TestReportHeadsFit: the title of each column is visible with its arrow, also for rows sorted by it.
func TestReportHeadsFit(t *testing.T) {
	v := browsertest.VisitFile(t, browsertest.Look(t, 1280, 800), comparedShop(t).page, "")
	browsertest.Expect(t, v.Run(inReport+`
		for (const of of ["methods", "sites/branches", "sites/receivers", "changes/calls", "changes/branches", "changes/inlining"]) {
			await go("#/" + of);
			const all = () => [...grid().querySelectorAll(".head button")];
			log(of + " " + (all().length > 4));
			for (const { dataset: { column } } of all()) {
				await click(all().find((b) => b.dataset.column === column));
				const b = all().find((b) => b.dataset.column === column), arrow = getComputedStyle(b, "::after").content;
				if (b.scrollWidth > b.clientWidth || arrow === "none") log([of, column, b.scrollWidth, b.clientWidth, arrow].join(" "));
			}
		}`), "methods true", "sites/branches true", "sites/receivers true", "changes/calls true", "changes/branches true", "changes/inlining true")
}

// TestReportCopiesSmallChanges: CSV has the change of a share that is too small for the page's digits, and is empty where it is
// unknown.
func TestReportCopiesSmallChanges(t *testing.T) {
	profile := func(often, once int) *iprof.Profile {
		return testprofile.Parse(t, fmt.Sprintf(`{"version":"1.1.0","types":[{"id":0,"name":"void"},{"id":1,"name":"app.Main"}],"methods":[{"id":1,"name":"often","signature":[1,0]},{"id":2,"name":"rarely","signature":[1,0]},{"id":3,"name":"never","signature":[1,0]}],
			"callCountProfiles":[{"ctx":"1:0","records":[%d]},{"ctx":"2:0","records":[%d]}]}`, often, once))
	}
	// The length of the runs is by the method that is entered often, whose share is the same then. 3 of 4,000,000,000 instead of 1 are
	// 5e-8 percentage points more.
	p := profile(3_999_999_997, 3)
	r := reportOf(t, p)
	r.addBase(t, profile(3_999_999_999, 1), p)
	v := browsertest.VisitFile(t, browsertest.Look(t, 1280, 800), r.page, "#/methods")
	browsertest.Expect(t, v.Run(inReport+`
		log(lines().map((row) => text([...row.children][[...grid().querySelectorAll(".head button")].findIndex((b) => b.dataset.column === "entries_points")])).join(" "));
		await click(named("CSV"));
		const [names, ...rows] = copied.at(-1).trim().split("\n").map((line) => line.split(",")), at = names.indexOf("entries_points");
		for (const row of rows) log(row[0] + " " + row[at]);
		log(/NaN|Infinity/.test(copied.at(-1)));`), "≈ ≈", "app.Main.often 0", "app.Main.rarely 5e-8", "false")
}

// TestReportLinksToPlaces: everything that names a place of a method leads to it, and it is marked and visible.
func TestReportLinksToPlaces(t *testing.T) {
	r := comparedShop(t)
	v := browsertest.VisitFile(t, browsertest.Look(t, 1280, 500), r.page, "")
	for _, view := range []string{"#/sites/branches", "#/sites/receivers", "#/sites/instanceof", "#/changes/branches", "#/changes/receivers"} {
		got := v.Run(inReport + fmt.Sprintf(`
			await go(%q);
			const links = (await everything(grid(), (row) => ({href: row.querySelector("a")?.getAttribute("href"), place: row.firstChild.title})));
			for (const {href, place} of links) {
				if (!href) continue;
				const bci = / @(\d+)/.exec(place)[1];
				await go(href);
				const page = view(), marked = [...page.querySelectorAll(".target")], box = page.getBoundingClientRect();
				const seen = marked.some((row) => { const b = row.getBoundingClientRect(); return b.top >= box.top && b.bottom <= box.bottom + 1; });
				if (!seen || marked.some((row) => row.dataset.bci !== bci)) log([place, href, marked.length, seen].join(" "));
			}
			log(links.length > 0);`, view+"?k=application%2CJDK%2Cnative-image%20and%20VM"))
		if !slices.Equal(got, []string{"true"}) {
			t.Errorf("%s: %q", view, got)
		}
	}
}

// TestReportCountsChoices: choices of sites say how many rows each shows with the other filters, and an empty table keeps its head.
func TestReportCountsChoices(t *testing.T) {
	r := comparedShop(t)
	v := browsertest.VisitFile(t, browsertest.Look(t, 1280, 800), r.page, "")
	for _, filter := range []string{"", "s=Money", "k=JDK", "k=application%2CJDK"} {
		got := v.Run(inReport + fmt.Sprintf(`
			const pressed = () => [...view().querySelectorAll(".kinds[role=group] [aria-pressed=true]")].filter(shown).map(text).join();
			for (const kind of ["receivers", "instanceof"]) {
				await go("#/sites/" + kind + "?" + %[1]q);
				for (const b of all(".which button").slice(1)) {
					const n = Number(/\d+/.exec(text(b))[0]);
					const before = pressed();
					await click(b);
					if (pressed() !== before) log(text(b) + " shows code of " + pressed());
					if (Number(grid().getAttribute("aria-rowcount")) - 1 !== n) log([location.hash, text(b), n, grid().getAttribute("aria-rowcount")].join(" "));
					if (grid().querySelector(".head").getBoundingClientRect().height !== 31 || grid().clientHeight < 30) log("no head");
					await go("#/sites/" + kind + "?" + %[1]q);
				}
			}
			await go("#/sites/branches?" + %[1]q);
			const before = pressed(), select = one(".tools select"), choices = [...select.options].slice(1).map((o) => [o.value, Number(/: (\d+)$/.exec(o.text)[1])]);
			for (const [value, n] of choices) {
				await go("#/sites/branches?" + %[1]q); select.value = value; select.dispatchEvent(new w.Event("change")); await settled();
				if (pressed() !== before) log(value + " shows code of " + pressed());
				if (Number(grid().getAttribute("aria-rowcount")) - 1 !== n) log([value, n, grid().getAttribute("aria-rowcount")].join(" "));
			}
			log(choices.length);`, filter))
		if !slices.Equal(got, []string{"6"}) {
			t.Errorf("%s: %q", filter, got)
		}
	}
	browsertest.Expect(t, v.Run(inReport+`
		await go("#/sites/receivers?s=no.such.place"); const g = grid();
		log(text(g.querySelector("[data-column=executions]")) + " " + (g.clientHeight >= 30) + " " + getComputedStyle(g).overflowY);`), "Executions true hidden")
}

// TestWorstBranch: of a method whose conditionals always go one way, none is hard to predict.
func TestWorstBranch(t *testing.T) {
	p := testprofile.Parse(t, `{`+testprofile.Methods("one", "both")+testprofile.Calls("1:0 100", "2:0 100")+testprofile.Section("conditionalProfiles", []string{"1:6 10 0 0 20 1 100", "2:3 10 0 30 20 1 70"})+`}`)
	browsertest.Expect(t, browsertest.Visit(t, reportOf(t, p).page, "#/methods", inReport+`
		await settled(); await settled(); await click(named("CSV"));
		const [head, ...rows] = copied.at(-1).trim().split("\n"), names = head.split(",");
		for (const row of rows) { const c = row.split(","); log(["method", "worst_branch_bci", "worst_branch_probability"].map((n) => c[names.indexOf(n)]).join(" ")); }
		log(all(".grid [role=gridcell]").map(text).filter((t) => t.includes("@")).join("|"));`),
		"T.both 3 0.7", "T.one  ", "70.0% @3")
}

// TestReportCopiesSeen: Markdown has the columns that are seen, with separate titles; CSV has all, in the units of the commands'
// tables.
func TestReportCopiesSeen(t *testing.T) {
	r := comparedShop(t)
	v := browsertest.VisitFile(t, browsertest.Look(t, 1280, 800), r.page, "")
	got := v.Run(inReport + `
		for (const view of ["methods", "sites/branches", "sites/receivers", "changes/calls", "changes/branches"]) {
			await go("#/" + view);
			await click(named("Markdown"));
			const heads = copied.at(-1).split("\n")[0].replace(/^\| | \|$/g, "").split(" | ");
			if (heads.length !== grid().querySelectorAll("[role=columnheader]").length || new Set(heads).size !== heads.length) log(view + ": " + heads);
			await click(named("CSV"));
			const names = copied.at(-1).split("\n")[0].split(",");
			if (new Set(names).size !== names.length) log(view + ": " + names);
		}
		await go("#/methods"); const g = grid();
		await key("ArrowDown", g); await key("ArrowDown", g, {shiftKey: true}); await click(named("CSV")); await settled();
		log(text([...view().querySelectorAll(".tools output")][0])); log(copied.at(-1).trim().split("\n").length);
		await key("Escape", g); await click(named("CSV")); await settled(); log(text([...view().querySelectorAll(".tools output")][0]));
		const [head, ...rows] = copied.at(-1).trim().split("\n"), names = head.split(",");
		for (const row of rows) { const c = row.split(","); log(["method", "self_points", "worst_branch_bci", "worst_branch_probability"].map((n) => c[names.indexOf(n)]).join(" ")); }`)
	if len(got) < 4 {
		t.Fatal(got)
	}
	browsertest.Expect(t, got[:3], "2 selected rows copied", "3", fmt.Sprintf("%d rows copied", len(got)-3))
	// The numbers of branches and of diff.
	worst := map[string]string{}
	for _, row := range r.rows("branches") {
		name := r.names[fmt.Sprint(row["id"])]
		if worst[name] != "" {
			continue
		}
		likeliest := "0"
		for _, s := range objects(row["successors"]) {
			if p := fmt.Sprint(s["probability"]); number(s["count"])*2 >= number(row["executions"]) || likeliest == "0" {
				likeliest = p
			}
		}
		if likeliest != "1" { // always one way
			worst[name] = fmt.Sprint(row["bci"], " ", likeliest)
		}
	}
	for _, line := range got[3:] {
		cells := strings.SplitN(line+"  ", " ", 3)
		if want := worst[cells[0]]; strings.TrimSpace(cells[2]) != want {
			t.Errorf("%s: worst branch %q, want %q", cells[0], cells[2], want)
		}
		if _, digits, _ := strings.Cut(cells[1], "."); len(digits) > 5 {
			t.Errorf("%s: points %s", cells[0], cells[1])
		}
	}
}

// TestReportChangesRead: at 1280 pixels no text about a change is cut, also beside the panel about it: fewer of its parts are
// shown, and how many more there are.
func TestReportChangesRead(t *testing.T) {
	v := browsertest.VisitFile(t, browsertest.Look(t, 1280, 800), comparedShop(t).page, "")
	browsertest.Expect(t, v.Run(inReport+`
		for (const view of ["branches", "receivers", "instanceof"]) {
			await go("#/changes/" + view);
			for (const panel of [false, true]) {
				if (panel) await key("ArrowDown", grid());
				for (let i = 0; i < 3; i++) await settled();
				for (const row of lines()) {
					const cell = row.lastChild, parts = cell.title.split("; ").length, more = Number(/ and (\d+) more$/.exec(cell.textContent)?.[1] || 0);
					if (cell.scrollWidth > cell.clientWidth && parts > 1) log("cut: " + cell.textContent);
					if (cell.textContent.split("; ").length + more !== parts) log("parts: " + cell.textContent);
					log([view, parts, more > 0]);
				}
			}
		}
		await go("#/changes/inlining"); log([...grid().querySelectorAll("[role=columnheader]")].map(text).filter((s) => s.startsWith("Copies")).join(", "));`),
		"branches,2,false", "branches,2,true", "receivers,8,true", "receivers,8,true", "instanceof,4,true", "instanceof,4,true", "Copies gone, Copies new, Copies changed")
}

// TestReportListsNarrow: at 400 pixels tables of changes have all columns, and lambdas of a class keep separate names.
func TestReportListsNarrow(t *testing.T) {
	v := browsertest.VisitFile(t, browsertest.Look(t, 400, 800), comparedShop(t).page, "#/changes")
	browsertest.Expect(t, v.Run(inReport+`
		for (const table of view().querySelectorAll("table.changed")) {
			const heads = [...table.querySelectorAll("th")];
			log(heads.map((h) => h.checkVisibility() ? text(h) : "-").join(" ") + (table.getBoundingClientRect().right <= innerWidth ? "" : " beyond the window"));
		}`), "Method Points Old · % New · % ×* ±", "Method Points Old · % New · % ×* ±", "Method Points Old · % New · %* ×*")
	// Names beside a sentence also have room.
	browsertest.Expect(t, v.Run(inReport+`
		await go("#/changes/inlining");
		for (const href of lines().map((row) => row.querySelector("a").getAttribute("href"))) {
			await go(href);
			for (const table of [...view().querySelectorAll("table")].filter((table) => /copies that changed$/.test(table.caption.textContent) && table.querySelector(".words"))) {
				log([view().querySelector("h2").textContent, table.querySelector("td").clientWidth >= 130, table.getBoundingClientRect().right <= innerWidth].join(" "));
			}
		}`), "com.example.shop.InvoiceWriter.field true true")
	lambdas := testprofile.Parse(t, `{"version":"1.1.0","types":[{"id":0,"name":"void"},{"id":1,"name":"org.tdi.StreamTDI$$Lambda$7f9625e1d86ae5b20ac1c4611023b13e51ac48e9"},{"id":2,"name":"org.tdi.StreamTDI$$Lambda$dad24778dcb66cddeb4ac7dfccd2892f964ee6bf"}],
		"methods":[{"id":1,"name":"test","signature":[1,0]},{"id":2,"name":"test","signature":[2,0]}],"callCountProfiles":[{"ctx":"1:0","records":[900000001]},{"ctx":"2:0","records":[800000001]}]}`)
	v = browsertest.VisitFile(t, v.Page, reportOf(t, lambdas).page, "#/methods")
	got := v.Run(inReport + `for (const row of lines()) log(text(row.firstChild));`)
	if len(got) != 2 || got[0] == got[1] || !strings.HasSuffix(got[0], ".test") {
		t.Errorf("%q", got)
	}
}

// TestReportBars: bars are beside their numbers, which they do not cover, and differ from the page; in narrow windows and, at least 54
// pixels wide, in flame graphs and units they are below.
func TestReportBars(t *testing.T) {
	const bars = inReport + `
		const luminance = (c) => c.map((x) => (x /= 255) <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4).reduce((sum, x, i) => sum + x * [0.2126, 0.7152, 0.0722][i], 0.05);
		let seen = 0, covered = 0, pale = 0, cut = 0, below = 0, short = 0;
		for (const e of view().querySelectorAll(".line .bar, .row .share")) {
			if (!e.textContent || !e.style.getPropertyValue("--share")) continue;
			const style = getComputedStyle(e), cell = e.getBoundingClientRect(), range = document.createRange(); range.selectNodeContents(e);
			const text = range.getBoundingClientRect(), [width, height] = style.backgroundSize.split(" ").map((s) => s.endsWith("%") ? cell.width : parseFloat(s));
			seen++;
			if (height <= 3) { below++; if (width < 54 && e.closest(".row, .units")) short++; }
			if (height > 3 ? text.left < cell.left + width : height < 1) covered++;
			if (e.scrollWidth > e.clientWidth) cut++;
			if (luminance([255, 255, 255]) / luminance(style.backgroundImage.match(/\d+/g).slice(0, 3).map(Number)) < 1.9) pale++;
		}
		log([seen > 3, covered, pale, cut, short, below === (innerWidth > 760 && !view().querySelector(".row .share, .units") ? 0 : seen)].join(" "));`
	for _, size := range [][2]int{{1280, 800}, {390, 844}} {
		page := browsertest.Look(t, size[0], size[1])
		for _, tab := range []string{"methods", "tree", "flame", "units", "sites"} {
			if tab == "sites" && size[0] < 500 {
				continue // has no room for a share
			}
			if got := browsertest.VisitFile(t, page, shopReport(t).page, "#/"+tab).Run(bars); len(got) != 1 || got[0] != "true 0 0 0 0 true" {
				t.Errorf("%s, %d pixels: %q", tab, size[0], got)
			}
		}
	}
}

// TestReportSelectedBars: the shares of selected rows also have bars.
func TestReportSelectedBars(t *testing.T) {
	v := browsertest.VisitFile(t, browsertest.Look(t, 1280, 800), shopReport(t).page, "#/methods")
	browsertest.Expect(t, v.Run(inReport+`
		const bar = () => getComputedStyle(grid().querySelector(".line.active .bar, .line .bar")).backgroundImage, before = bar();
		await key("ArrowDown", grid()); const row = grid().querySelector("[aria-selected=true]"), on = getComputedStyle(row.querySelector(".bar")).backgroundImage;
		log(on.startsWith("linear-gradient") + " " + (on !== before));`), "true true")
}

// TestMethodsBesideComparedFlame: beside a compared flame graph, at least ten methods are in a window of 1280 × 800; the notes are
// folded, in a click, and stay open.
func TestMethodsBesideComparedFlame(t *testing.T) {
	v := browsertest.VisitFile(t, browsertest.Look(t, 1280, 800), comparedShop(t).page, "#/flame")
	browsertest.Expect(t, v.Run(`
		await settled();
		const bottom = () => one(".methods .body").getBoundingClientRect().bottom, rows = () => all(".methods .spacer > .row").filter((e) => e.getBoundingClientRect().bottom <= bottom());
		log(rows().length >= 10 || rows().length + " rows"); log(one(".details").textContent.includes("significant; n goes to the next"));
		const notes = () => one(".details .notes");
		log(notes().open + " " + text(notes().querySelector("summary"))); await click(notes().querySelector("summary"));
		log(/All code is shown here.*/.test(text(notes())));
		key("ArrowDown", one(".scroller")); await settled(); key("Escape", one(".scroller")); await settled(); key("Home", one(".scroller")); await settled();
		log(notes()?.open);`), "true", "true", "false About this comparison", "true", "true")
}
