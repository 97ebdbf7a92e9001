package page

import (
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/browsertest"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// TestReportTitleStays: the name of a method is visible however far its page is scrolled, links lead to places below it, as does
// the focus; not where it would take the height of a short window, not if it is very long, and not on paper.
func TestReportTitleStays(t *testing.T) {
	page := browsertest.Look(t, 1000, 600)
	defer page.Close()
	v := browsertest.VisitFile(t, page, shopReport(t).page, "#/method/com.example.shop.InvoiceWriter.write")
	const inSight = `
		const title = () => one("h2.title"), top = () => title().getBoundingClientRect().top - view().getBoundingClientRect().top;
		const scroll = (y) => { view().scrollTop = y; return settled(); };
		const covered = (e) => e.getBoundingClientRect().top < title().getBoundingClientRect().bottom;`
	browsertest.Expect(t, v.Run(inReport+inSight+`
		const name = location.hash;
		log(getComputedStyle(title()).position); await scroll(400); log(Math.abs(top()) < 1 && view().scrollTop === 400);
		await scroll(1e6); const links = [...view().querySelectorAll("a")], above = links.filter(covered); if (!above.length) log("nothing is above");
		for (const a of above.reverse()) { a.focus(); await settled(); if (covered(a)) log(text(a) + " is below the title"); }
		view().style.paddingBottom = "2000px";
		await scroll(1e6); await go(name + "?at=40"); const row = one(".target"); log(text(row).slice(0, 3)); view().scrollTop = 1e6; row.scrollIntoView({block: "nearest"}); log(covered(row));`),
		"sticky", "true", "@40", "false")
	v.Resize(1000, 500)
	browsertest.Expect(t, v.Run(inReport+inSight+`log(getComputedStyle(title()).position);`), "static")
	v.Resize(1000, 600)
	if err := page.Paper(true); err != nil {
		t.Fatal(err)
	}
	got := v.Run(inReport + inSight + `log(getComputedStyle(title()).position);`)
	if err := page.Paper(false); err != nil {
		t.Fatal(err)
	}
	browsertest.Expect(t, got, "static")
	long := reportOf(t, testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":1,"name":"void"},{"id":2,"name":"A"}],"methods":[{"id":1,"name":"m`+strings.Repeat(" long", 200)+`","signature":[2,1]}]`+testprofile.Calls("1:0 7")+`}`))
	v = browsertest.VisitFile(t, page, long.page, "#/methods")
	browsertest.Expect(t, v.Run(inReport+inSight+`await click(lines()[0].querySelector("a")); log(getComputedStyle(title()).position + title().textContent.length);`), "static1003")
}

// TestReportNarrow: in 360 pixels, names of units have the width of their row and numbers are below; a flame graph that compares
// has at least half of a window, and the meanings of its colors are among the controls that unfold; the tabs need one line.
func TestReportNarrow(t *testing.T) {
	r := shopReport(t)
	r.addBase(t, olderShop(t), testprofile.Example("shop.iprof"))
	page := browsertest.Look(t, 1280, 800)
	defer page.Close()
	v := browsertest.VisitFile(t, page, r.page, "#/units")
	const rows = `
		const high = () => grid().querySelector(".spacer").offsetHeight / (Number(grid().getAttribute("aria-rowcount")) - 1);
		const places = () => lines().map((l) => l.getBoundingClientRect()).every((box, i, all) => !i || Math.abs(box.top - all[i - 1].bottom) < 1);`
	browsertest.Expect(t, v.Run(inReport+rows+`log(high() + " " + places());`), "22 true")
	for _, width := range []int{400, 360} {
		v.Resize(width, 800)
		browsertest.Expect(t, v.Run(inReport+rows+`
			await go("#/units"); for (let i = 0; i < 5; i++) await settled();
			log(high() + " " + places());
			for (const line of lines().filter((l) => !l.classList.contains("site"))) {
				const name = line.firstChild, link = name.querySelector("a"), numbers = [...line.children].slice(1).filter((c) => c.offsetWidth);
				if (name.clientWidth < grid().clientWidth - 24) log(link.textContent + " has " + name.clientWidth);
				if (link.getBoundingClientRect().right > innerWidth - 10) log(link.textContent + " is cut");
				if (!/\.[a-zA-Z<>$0-9]+$/.test(link.textContent)) log(link.textContent + " is no class and method");
				for (const f of numbers) if (f.getBoundingClientRect().top < name.getBoundingClientRect().bottom - 1) log(text(f) + " is beside the name");
				for (const f of numbers) if (f.getBoundingClientRect().bottom > line.getBoundingClientRect().bottom) log(text(f) + " is outside");
			}
			const heads = [...grid().querySelectorAll(".head [role=columnheader]")].slice(1), first = [...lines()[0].children].slice(1);
			heads.forEach((h, i) => { if (Math.abs(h.getBoundingClientRect().right - first[i].getBoundingClientRect().right) > 1) log(text(h) + " is not above its numbers"); });
			await go("#/flame"); for (let i = 0; i < 5; i++) await settled();
			const graph = one(".graph"), legend = () => view().querySelector(".legend").offsetHeight > 0, more = one(".fold");
			log([graph.offsetHeight >= 400, legend(), more.getAttribute("aria-expanded"), one(".many select").offsetTop === more.offsetTop]); await click(more); log([graph.offsetHeight >= 400, legend(), more.getAttribute("aria-expanded")]); await click(more);
			log(new Set(all(".tabs a").map((a) => a.offsetTop)).size + " " + (document.scrollingElement.scrollWidth > innerWidth));`),
			"44 true", "true,false,false,true", "true,true,true", "1 false")
	}
	v.Resize(1280, 800)
	browsertest.Expect(t, v.Run(inReport+rows+`await go("#/units"); for (let i = 0; i < 5; i++) await settled(); log(high() + " " + places());`), "22 true")
}

// TestReportGaps: caveats about a comparison stay apart from the table below; places of a method and all that was recorded there
// begin at one margin each.
func TestReportGaps(t *testing.T) {
	r := shopReport(t)
	r.addBase(t, testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":1,"name":"void"},{"id":2,"name":"A"}],"methods":[{"id":1,"name":"m","signature":[2,1]}]`+testprofile.Calls("1:0 7")+`}`), testprofile.Example("shop.iprof"))
	browsertest.Expect(t, browsertest.Visit(t, r.page, "#/changes", inReport+`
		const caveats = one(".caveats"); log(caveats.nextElementSibling.getBoundingClientRect().top - caveats.getBoundingClientRect().bottom >= 12);
		await go("#/method/" + encodeURIComponent("com.example.shop.InvoiceWriter.write"));
		const left = (node) => { const range = document.createRange(); range.selectNodeContents(node); return range.getClientRects()[0].left; }, at = [...view().querySelectorAll(".places tbody td:first-child")];
		const below = at.flatMap((c) => [...c.querySelectorAll(".below")]);
		log([at.length > 2, below.length > 1, new Set(at.map((c) => left(c.firstChild))).size, new Set(below.map(left)).size]);
		log(text(view().querySelector(".places [data-bci='40'] .below")));`),
		"true", "true,true,1,1", "◆ →43 76.2% →70 23.8%")
}

// TestReportSquares: the edges of squares of kinds have a contrast of 3 to their backgrounds, in both themes: some kinds are
// about as light as the page.
func TestReportSquares(t *testing.T) {
	page := browsertest.Look(t, 1280, 800)
	defer page.Close()
	report := shopReport(t).page
	var got []string
	for _, dark := range []bool{false, true} {
		if err := page.Theme(dark); err != nil {
			t.Fatal(err)
		}
		got = append(got, browsertest.VisitFile(t, page, report, "#/methods").Run(inReport+`
			const light = (color) => { const [r, g, b] = color.match(/[\d.]+/g).map((n) => n / 255).map((c) => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
			const contrast = (a, b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
			const probe = document.body.appendChild(document.createElement("i")), color = (name) => { probe.style.background = "var(" + name + ")"; return getComputedStyle(probe).backgroundColor; };
			const edge = getComputedStyle(lines()[0].firstChild, "::before").boxShadow;
			for (const on of ["--page", "--raised", "--on"]) { const c = contrast(light(edge), light(color(on))); if (c < 3) log(on + " " + c); }
			probe.remove(); log(document.documentElement.classList.contains("dark"));`)...)
	}
	browsertest.Expect(t, got, "false", "true")
}
