package render

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// comparedShop is the example with its older version as the base.
func comparedShop(t *testing.T) report {
	t.Helper()
	p := testprofile.Example("shop.iprof")
	r := reportOf(t, p)
	r.addBase(t, olderShop(t), p)
	return r
}

// TestReportReturns: back, forward and a reload show the rows that were in sight, and what was open.
func TestReportReturns(t *testing.T) {
	v := visitFile(t, look(t, 1280, 330), comparedShop(t).page, "")
	const see = `const see = () => { const g = grid(); log([location.hash.split("?")[0], g.scrollTop, g.getAttribute("aria-rowcount"), summary()].join(" ")); };`
	for _, view := range []string{"#/methods?k=application%2CJDK", "#/sites/branches?k=application%2CJDK", "#/units"} {
		v.load(view)
		got := v.run(inReport + see + `
			if (named("Open all")) await click(named("Open all"));
			grid().scrollTop = 70; await settled(); see();
			await click(lines().find((row) => row.querySelector("a") && row.getBoundingClientRect().top > grid().getBoundingClientRect().top + 40).querySelector("a"));
			log(location.hash.split("/")[1]);
			await back(); see();
			const gone = new Promise((r) => addEventListener("popstate", r, {once: true})); history.forward(); await gone; await settled(); log(location.hash.split("/")[1]);
			await back(); see();
			window.before = true; setTimeout(() => location.reload());`)
		v.until(`!window.before && document.querySelector("#panel .view")`)
		got = append(got, v.run(inReport+see+`see();`)...)
		if len(got) != 6 || !strings.Contains(got[0], " 70 ") || got[1] != "method" || got[3] != "method" || got[2] != got[0] || got[4] != got[0] || got[5] != got[0] {
			t.Errorf("%s: %q", view, got)
		}
	}
	// Pages of one column, too, and the row that was chosen.
	v.load("#/changes")
	expect(t, v.run(inReport+`
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
	v := visitFile(t, look(t, 1280, 800), comparedShop(t).page, "#/overview")
	expect(t, v.run(inReport+`
		const pressed = () => all(".kinds[role=group] button").filter((b) => b.getAttribute("aria-pressed") === "true").map(text).join(",");
		await click(all("a").find((a) => text(a) === "All methods")); log(pressed());
		await click(one("#tab-sites")); log(pressed()); await click(one("#tab-units")); log(pressed());
		await click(one("#tab-methods")); log(pressed()); // as it was left
		await click(named("native-image and VM")); log(pressed());
		await click(one("#tab-sites")); log(pressed()); await click(one("#tab-flame")); log(location.hash);
		window.before = true; setTimeout(() => location.reload());`),
		"application,JDK,native-image and VM", "application", "application", "application,JDK,native-image and VM",
		"application,JDK", "application,JDK", "#/flame?k=application%2CJDK")
	v.until(`!window.before && document.querySelector("#panel .view")`)
	expect(t, v.run(inReport+`await click(one("#tab-units")); log(location.hash);`), "#/units?k=application%2CJDK")
}

// TestReportLinksToPlaces: whatever names a place of a method leads to it, and it is marked and in sight.
func TestReportLinksToPlaces(t *testing.T) {
	r := comparedShop(t)
	v := visitFile(t, look(t, 1280, 500), r.page, "")
	for _, view := range []string{"#/sites/branches", "#/sites/receivers", "#/sites/instanceof", "#/changes/branches", "#/changes/receivers"} {
		got := v.run(inReport + fmt.Sprintf(`
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
	v := visitFile(t, look(t, 1280, 800), r.page, "")
	for _, filter := range []string{"", "s=Money", "k=JDK", "k=application%2CJDK"} {
		got := v.run(inReport + fmt.Sprintf(`
			for (const kind of ["receivers", "instanceof"]) {
				await go("#/sites/" + kind + "?" + %[1]q);
				for (const b of all(".which button").slice(1)) {
					const n = Number(/\d+/.exec(text(b))[0]);
					await click(b);
					if (Number(grid().getAttribute("aria-rowcount")) - 1 !== n) log([location.hash, text(b), n, grid().getAttribute("aria-rowcount")].join(" "));
					if (grid().querySelector(".head").getBoundingClientRect().height !== 31 || grid().clientHeight < 30) log("no head");
					await go("#/sites/" + kind + "?" + %[1]q);
				}
			}
			await go("#/sites/branches?" + %[1]q);
			const select = one(".tools select"), choices = [...select.options].slice(1).map((o) => [o.value, Number(/: (\d+)$/.exec(o.text)[1])]);
			for (const [value, n] of choices) {
				await go("#/sites/branches?" + %[1]q); select.value = value; select.dispatchEvent(new w.Event("change")); await settled();
				if (Number(grid().getAttribute("aria-rowcount")) - 1 !== n) log([value, n, grid().getAttribute("aria-rowcount")].join(" "));
			}
			log(choices.length);`, filter))
		if !slices.Equal(got, []string{"6"}) {
			t.Errorf("%s: %q", filter, got)
		}
	}
	expect(t, v.run(inReport+`
		await go("#/sites/receivers?s=no.such.place"); const g = grid();
		log(text(g.querySelector("[data-column=executions]")) + " " + (g.clientHeight >= 30) + " " + getComputedStyle(g).overflowY);`), "Executions true hidden")
}

// TestReportCopiesSeen: Markdown has the columns that are seen, with titles of their own; CSV has all, in the units of the commands' tables.
func TestReportCopiesSeen(t *testing.T) {
	r := comparedShop(t)
	v := visitFile(t, look(t, 1280, 800), r.page, "")
	got := v.run(inReport + `
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
	expect(t, got[:3], "2 selected rows copied", "3", fmt.Sprintf("%d rows copied", len(got)-3))
	// The figures of branches and of diff.
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
		worst[name] = fmt.Sprint(row["bci"], " ", likeliest)
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

// TestReportChangesRead: at 1280 pixels no text about a change is cut, beside the panel about it, too: fewer of its parts are shown, and
// how many more there are.
func TestReportChangesRead(t *testing.T) {
	v := visitFile(t, look(t, 1280, 800), comparedShop(t).page, "")
	expect(t, v.run(inReport+`
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

// TestReportListsNarrow: at 400 pixels tables of changes have all columns, and lambdas of a class keep names of their own.
func TestReportListsNarrow(t *testing.T) {
	v := visitFile(t, look(t, 400, 800), comparedShop(t).page, "#/changes")
	expect(t, v.run(inReport+`
		for (const table of view().querySelectorAll("table.changed")) {
			const heads = [...table.querySelectorAll("th")];
			log(heads.map((h) => h.checkVisibility() ? text(h) : "-").join(" ") + (table.getBoundingClientRect().right <= innerWidth ? "" : " beyond the window"));
		}`), "Method Points Old New ×", "Method Points Old New ×")
	lambdas := testprofile.Parse(t, `{"version":"1.1.0","types":[{"id":0,"name":"void"},{"id":1,"name":"org.tdi.StreamTDI$$Lambda$7f9625e1d86ae5b20ac1c4611023b13e51ac48e9"},{"id":2,"name":"org.tdi.StreamTDI$$Lambda$dad24778dcb66cddeb4ac7dfccd2892f964ee6bf"}],
		"methods":[{"id":1,"name":"test","signature":[1,0]},{"id":2,"name":"test","signature":[2,0]}],"callCountProfiles":[{"ctx":"1:0","records":[900000001]},{"ctx":"2:0","records":[800000001]}]}`)
	v = visitFile(t, v.page, reportOf(t, lambdas).page, "#/methods")
	got := v.run(inReport + `for (const row of lines()) log(text(row.firstChild));`)
	if len(got) != 2 || got[0] == got[1] || !strings.HasSuffix(got[0], ".test") {
		t.Errorf("%q", got)
	}
}

// TestReportSelectedBars: the shares of selected rows have bars, too.
func TestReportSelectedBars(t *testing.T) {
	v := visitFile(t, look(t, 1280, 800), shopReport(t).page, "#/methods")
	expect(t, v.run(inReport+`
		const bar = () => getComputedStyle(grid().querySelector(".line.active .bar, .line .bar")).backgroundImage, before = bar();
		await key("ArrowDown", grid()); const row = grid().querySelector("[aria-selected=true]"), on = getComputedStyle(row.querySelector(".bar")).backgroundImage;
		log(on.startsWith("linear-gradient") + " " + (on !== before));`), "true true")
}
