package page

import (
	"fmt"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/rank"
	"github.com/iprof-viz/iprof-viz/convert/sourceline"
	"github.com/iprof-viz/iprof-viz/internal/browsertest"
	"github.com/iprof-viz/iprof-viz/internal/testpath"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// TestNarrowBars: in 390 pixels, sites have the bars of their branches and types with the largest share, in place of the text, which a wider
// window has beside them; methods have the bars of their changes, apart from the numbers, and their names above, in the whole width.
func TestNarrowBars(t *testing.T) {
	r := shopReport(t)
	r.addBase(t, olderShop(t), testprofile.Example("shop.iprof"))
	v := browsertest.VisitFile(t, browsertest.Look(t, 390, 844), r.page, "")
	const bars = `
		for (const list of ["branches", "receivers", "instanceof"]) {
			await go("#/sites/" + list + "?k=" + encodeURIComponent(allKinds)); await settled();
			const rows = lines().map((l) => l.querySelector(".sharebar").parentElement);
			log(list + " " + rows.every((c) => { const b = c.querySelector(".sharebar").getBoundingClientRect(), all = document.createRange(); all.selectNodeContents(c); return b.width > 30 && all.getBoundingClientRect().right < innerWidth && c.scrollWidth <= c.clientWidth; }) + " " + rows.every((c) => c.getAttribute("aria-label") === c.title) + " " + text(rows[0]));
		}`
	browsertest.Expect(t, v.Run(inReport+bars), "branches true true →13 →60 93.3%", "receivers true true String Integer … ≤ 39.0%", "instanceof true true String 45.3%")
	browsertest.Expect(t, v.Run(inReport+`
		const number = (cell) => { const range = document.createRange(); range.selectNodeContents(cell); return range.getBoundingClientRect(); };
		for (const address of ["#/changes", "#/overview"]) {
			await go(address); for (let i = 0; i < 3; i++) await settled();
			const rows = [...view().querySelectorAll("table.named tbody tr")].map((r) => [...r.cells]), ends = rows.flat().map((c) => c.getBoundingClientRect().right);
			log(address + " " + (rows.length > 5) + " " + rows.every(([name, ...others]) => others.every((c) => !text(c) || number(c).top >= name.getBoundingClientRect().bottom - 1)) + " " + (Math.max(...ends) <= innerWidth) + " " + rows.every(([name]) => name.clientWidth > 300));
			log(rows.every(([, ...others]) => others.filter((c) => text(c)).map(number).every((r, i, all) => !i || all[i - 1].right < r.left))); // side by side
			const withBars = rows.map((r) => r.find((c) => c.classList.contains("bar"))).filter(Boolean);
			log(withBars.length > 5 && withBars.every((c) => number(c).left >= c.getBoundingClientRect().left + 14 + parseFloat(getComputedStyle(c).backgroundSize)));
		}`), "#/changes true true true true", "true", "true", "#/overview true true true true", "true", "true")
	v.Resize(640, 400) // as of a large window at twice the size, whose rows have one line
	browsertest.Expect(t, v.Run(inReport+bars), "branches true true →13 93.3%", "receivers true true String ≤ 39.0%", "instanceof true true String 45.3%")
	v.Resize(1280, 800)
	browsertest.Expect(t, v.Run(inReport+`
		await go("#/sites/branches?k=" + encodeURIComponent(allKinds)); await settled(); const bars = lines()[0].querySelectorAll(".sharebar"); log(bars.length + " " + /^→\d+ /.test(text(bars[0].parentElement)));`), "1 true")
}

// TestNarrowNames: in 390 pixels, all names have their class, which is above the method, as rows are high enough for a finger.
func TestNarrowNames(t *testing.T) {
	r, p := tallyReport(t, "tally.jar", "java/tally/Tally.java"), testprofile.Example("tally.iprof")
	path := testpath.Open(t, "../../testdata/tally.jar")
	lines := sourceline.New(p, path.Class, nil)
	branches, err := rank.Branches(p, convert.NewNames(p, convert.NameOptions{}), rank.BranchOptions{SiteOptions: rank.SiteOptions{Filter: reportFilter, Lines: lines}})
	if err != nil {
		t.Fatal(err)
	}
	r.parts.Branches = NewTable[BranchRow](branches)
	r.write(t)
	v := browsertest.VisitFile(t, browsertest.Look(t, 390, 844), r.page, "#/sites/branches")
	const names = `
		for (let i = 0; i < 3; i++) await settled();
		const places = lines().map((l) => text(l.querySelector("a"))), cut = [...view().querySelectorAll(".line a")].filter((a) => a.parentElement.scrollWidth > a.parentElement.clientWidth);
		log(places.length > 5 && new Set(places.map((s) => s.replace(/\w+ @/, "@").replace(/\d+/g, "1"))).size + " spellings such as " + places[0] + ", " + cut.length + " cut");`
	browsertest.Expect(t, v.Run(inReport+names), "1 spellings such as Tally.isLetter @3 :41, 0 cut")
	v.Resize(1280, 800)
	browsertest.Expect(t, v.Run(inReport+`await until(() => innerWidth > 1000);`+names), "1 spellings such as tally.Tally.isLetter @3 :41, 0 cut")
	const place = `{"ctx":"%d:3","records":[5,0,7,8,1,9]}`
	for methods, want := range map[string]string{
		"a reservedStock":     "Main.main @3 Stock.a @3 Stock.reservedStock @3",
		"a b c reservedStock": "Main.main @3 Stock.a @3 Stock.b @3 Stock.c @3 Stock.reservedStock @3",
	} {
		list, places := `{"id":1,"name":"main","signature":[3,1]}`, fmt.Sprintf(place, 1)
		for i, name := range strings.Fields(methods) {
			list += fmt.Sprintf(`,{"id":%d,"name":%q,"signature":[2,1]}`, i+2, name)
			places += "," + fmt.Sprintf(place, i+2)
		}
		p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":1,"name":"void"},{"id":2,"name":"com.example.warehouse.Stock"},{"id":3,"name":"com.example.warehouse.Main"}],
			"methods":[`+list+`],"conditionalProfiles":[`+places+`]}`)
		v = browsertest.VisitFile(t, v.Page, reportOf(t, p).page, "#/sites/branches")
		v.Resize(330, 844)
		browsertest.Expect(t, v.Run(inReport+`for (let i = 0; i < 3; i++) await settled(); 
			log(lines().map((l) => text(l.querySelector("a"))).sort().join(" "));
			const inRow = (e, row) => e.getBoundingClientRect().top >= row.getBoundingClientRect().top && e.getBoundingClientRect().bottom <= row.getBoundingClientRect().bottom;
			log(lines().every((row) => { const [of, method] = row.querySelector(".lines").children; return inRow(of, row) && inRow(method, row) && of.getBoundingClientRect().bottom <= method.getBoundingClientRect().top + 1; }));`), want, "true")
	}
}

// TestNarrowTexts: in 390 pixels, a share that is nearly all is not cut beside its bar, and notes begin where other texts do.
func TestNarrowTexts(t *testing.T) {
	r := tallyReport(t, "tally.jar", "java/tally/Tally.java")
	r.addBase(t, testprofile.Example("tally.iprof"), testprofile.Example("tally.iprof"))
	v := browsertest.VisitFile(t, browsertest.Look(t, 390, 844), r.page, "#/sites/branches")
	browsertest.Expect(t, v.Run(inReport+`
		const slim = [...view().querySelectorAll(".line .slim")].filter((c) => text(c).includes(">")), left = (e) => { const range = document.createRange(); range.selectNodeContents(e); return range.getBoundingClientRect().left; };
		log((slim.length > 0) + " " + slim.filter((c) => c.scrollWidth > c.clientWidth).length + " " + left(one(".alone")));`), "true 0 10")
	v = browsertest.VisitFile(t, v.Page, wordCountReport(t).page, "#/overview")
	browsertest.Expect(t, v.Run(inReport+`
		for (let i = 0; i < 3; i++) await settled();
		const left = (e) => { const range = document.createRange(); range.selectNodeContents(e); return range.getBoundingClientRect().left; };
		log([...view().querySelectorAll("h2 > span.note")].filter(shown).map((e) => e.getBoundingClientRect().top > e.parentElement.getBoundingClientRect().top + 10 ? left(e) : 10).join(" "));`), "10")
}

// TestNarrowBounds: in 390 pixels, the share of a type among as many as the profiler keeps is a bound, as in wide windows.
func TestNarrowBounds(t *testing.T) {
	v := browsertest.VisitFile(t, browsertest.Look(t, 390, 844), shopReport(t).page, "#/sites/receivers")
	browsertest.Expect(t, v.Run(inReport+`
		const slim = lines().map((row) => [text(row.children[1]), row.querySelector(".slim")]).filter(([, c]) => text(c));
		log(slim.filter(([n]) => n.startsWith("≥")).map(([, c]) => text(c)).join() + " " + slim.some(([n, c]) => n.startsWith("≥") !== text(c).includes("≤")) + " " + slim.some(([, c]) => c.scrollWidth > c.clientWidth));`), "String Integer … ≤ 39.0% false false")
}

// TestNarrowShares: in 390 pixels, the shares of the least are whole, which are wider than those of the hottest, and heads say of which
// number shares are that stand alone.
func TestNarrowShares(t *testing.T) {
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":1,"name":"void"},{"id":2,"name":"app.A"}],
		"methods":[{"id":1,"name":"a","signature":[2,1]},{"id":3,"name":"c","signature":[2,1]},{"id":2,"name":"b","signature":[2,1]}]`+testprofile.Calls("1:0 600000", "2:0 4", "3:0 400000")+`}`)
	v := browsertest.VisitFile(t, browsertest.Look(t, 390, 844), reportOf(t, p).page, "#/methods")
	browsertest.Expect(t, v.Run(inReport+`await settled();
		const drawn = () => [...view().querySelectorAll(".spacer [role=gridcell], .spacer .line > *")].filter(shown), cut = () => drawn().filter((c) => c.scrollWidth > c.clientWidth).map(text).join();
		log(drawn().filter((c) => text(c).endsWith("%")).map(text).join(" ") + " " + cut());
		await go("#/tree"); await settled();
		log([...view().querySelectorAll(".head .line > *")].filter((e) => e.getBoundingClientRect().width).map((e) => e.innerText.trim()).join("|") + " " + cut());`), "60.0% 40.0% <0.01% ", "Method, its callees below it|Total %|Self % ")
	v.Resize(1280, 800)
	browsertest.Expect(t, v.Run(inReport+`await settled(); log([...view().querySelectorAll(".head .line > *")].filter((e) => e.getBoundingClientRect().width).map((e) => e.innerText.trim()).join("|"));`), "Method, its callees below it|Total|%|Self|%")
}

// TestNarrowColumns: in 390 pixels, short names leave room for more numbers, shares beside what they are of; with these, no name is cut, and
// long names leave room for fewer.
func TestNarrowColumns(t *testing.T) {
	see := func(class string) []string {
		p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":1,"name":"void"},{"id":2,"name":"`+class+`"}],"methods":[{"id":1,"name":"a","signature":[2,1]},{"id":2,"name":"b","signature":[2,1]}]`+
			testprofile.Calls("1:0 600", "2:0<1:7 400")+testprofile.Samples("1:3 300", "2:0<1:7 500")+`}`)
		return browsertest.VisitFile(t, browsertest.Look(t, 390, 844), reportOf(t, p).page, "#/methods").Run(inReport + `
			for (let i = 0; i < 3; i++) await settled();
			const shownCells = [...view().querySelectorAll(".spacer [role=gridcell]")].filter(shown), head = [...view().querySelectorAll(".grid .head [role=columnheader]")];
			log(head.map(text).join("|")); log(shownCells.filter((c) => c.scrollWidth > c.clientWidth).map(text).join());
			const [name, number] = shownCells.map((c) => { const range = document.createRange(); range.selectNodeContents(c); return range.getBoundingClientRect(); }); log(number.left - name.right < 150);`)
	}
	browsertest.Expect(t, see("app.A"), "Method|Self|%|Total|%", "", "true")
	browsertest.Expect(t, see("app.LongNameOfAClassThatReadersKnow"), "Method|Self|%|Total %", "", "true")
}

// TestSelectsRead: the meaning of colors and the kind of picture are not cut in their controls.
func TestSelectsRead(t *testing.T) {
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":1,"name":"void"},{"id":2,"name":"java.util.A"},{"id":3,"name":"java.io.B"}],
		"methods":[{"id":1,"name":"a","signature":[2,1]},{"id":2,"name":"b","signature":[3,1]}],"samplingProfiles":[{"ctx":"2:0<1:0","records":[500]}]}`)
	v := browsertest.VisitFile(t, browsertest.Look(t, 1280, 800), reportOf(t, p).page, "#/flame")
	browsertest.Expect(t, v.Run(inReport+`
		for (const s of [...view().querySelectorAll(".tools select")].filter(shown)) {
			const style = getComputedStyle(s), canvas = document.createElement("canvas").getContext("2d"), name = s.selectedOptions[0].textContent, arrow = 20; canvas.font = style.font;
			log(name + " " + (canvas.measureText(name).width <= s.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - arrow));
		}`), "From the root true", "Colors by package true")
}

// TestNamesOfSmallTables: where a name would need more than two lines, all names of a table are without packages, and with them again
// in a wider window.
func TestNamesOfSmallTables(t *testing.T) {
	const pack = "com.example.warehouse.inventory.reservations.policies.of.many.words.until.it.is.longer.than.two.lines."
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":1,"name":"void"},{"id":2,"name":"`+pack+`ReservationPolicy"},{"id":3,"name":"app.Main"}],
		"methods":[{"id":1,"name":"reserveAll","signature":[2,1]},{"id":3,"name":"main","signature":[3,1]}]`+testprofile.Calls("1:0 7", "3:0 5")+`}`)
	v := browsertest.VisitFile(t, browsertest.Look(t, 390, 844), reportOf(t, p).page, "")
	const names = `for (let i = 0; i < 3; i++) await settled(); log([...view().querySelectorAll("table.named td:first-child > a")].slice(0, 2).map((a) => a.innerText.replace(/\s/g, "")).join(" "));`
	browsertest.Expect(t, v.Run(inReport+names), "ReservationPolicy.reserveAll Main.main")
	v.Resize(1920, 800)
	browsertest.Expect(t, v.Run(inReport+names), pack+"ReservationPolicy.reserveAll app.Main.main")
}

// TestWideWindows: pages begin where the title and the tabs do, also in windows that are wider than they need.
func TestWideWindows(t *testing.T) {
	p := testprofile.Parse(t, `{`+testprofile.Methods("a")+testprofile.Calls("1:0 7")+`}`)
	v := browsertest.VisitFile(t, browsertest.Look(t, 1920, 1080), reportOf(t, p).page, "")
	browsertest.Expect(t, v.Run(inReport+`await settled();
		const left = (e) => { const range = document.createRange(); range.selectNodeContents(e); return range.getBoundingClientRect().left; };
		log(left(one("h1")) + " " + left(one("article p, article h2")));`), "20 20")
}

// TestLongNamesOfSmallTables: a table whose names would still need more than two lines without packages leaves out parameters, if its names
// stay distinct, or else has the classes of all above their methods, also in rows that are shown later.
func TestLongNamesOfSmallTables(t *testing.T) {
	see := func(class string, signatures ...string) []string {
		methods, calls := "", []string{}
		for i, signature := range signatures {
			methods += fmt.Sprintf(`,{"id":%d,"name":"reserveAll(%s)","signature":[2,1]}`, i+2, signature)
			calls = append(calls, fmt.Sprintf("%d:0 %d", i+2, 90-i))
		}
		for i := range 14 {
			methods += fmt.Sprintf(`,{"id":%d,"name":"m%d","signature":[3,1]}`, i+50, i)
			calls = append(calls, fmt.Sprintf("%d:0 %d", i+50, 30-i))
		}
		p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":1,"name":"void"},{"id":2,"name":"`+class+`"},{"id":3,"name":"app.Main"},{"id":4,"name":"int"}],
			"methods":[`+methods[1:]+`]`+testprofile.Calls(calls...)+`}`)
		r := reportOf(t, p)
		r.addBase(t, testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":1,"name":"void"},{"id":3,"name":"app.Main"}],"methods":[{"id":99,"name":"old","signature":[3,1]}]`+testprofile.Calls("99:0 500")+`}`), p)
		return browsertest.VisitFile(t, browsertest.Look(t, 1280, 800), r.page, "#/overview").Run(inReport + `
			for (let i = 0; i < 3; i++) await settled();
			const table = view().querySelector("table.named"), links = () => [...table.querySelectorAll("td:first-child > a")];
			log(links().slice(1, 3).map((a) => a.innerText.trim().replace(/\n/g, "|")).join(" "));
			log(links().every((a) => a.offsetHeight < 48 && a.title.startsWith(a.title.includes("reserve") ? "` + class + `" : "app.Main")));
			table.parentElement.querySelector("button.more")?.click(); await settled();
			log(new Set(links().map((a) => a.classList.contains("lines"))).size);`)
	}
	const types = "com.example.warehouse.Customer, com.example.warehouse.Reservation, com.example.warehouse.Quantity"
	const pack = "com.example.warehouse.inventory.reservations.policies.ReservationPolicy"
	browsertest.Expect(t, see(pack, types+", "+types), "ReservationPolicy.reserveAll Main.m0", "true", "1")
	browsertest.Expect(t, see(pack, types, types+", int"), "ReservationPolicy.|reserveAll…uantity) ReservationPolicy.|reserveAll…ty, int)", "true", "1")
	browsertest.Expect(t, see(pack+"OfTheWholeWarehouseAndOfAllOfItsCustomersInTheWorld", types), "…AndOfAllOfItsCustomersInTheWorld.|reserveAll Main.|m0", "true", "1")
}

// TestNarrowCallers: in 390 pixels, tables of callers and callees with many columns have the names above, and no number leaves the window or
// touches another one; the heads of all tables are clear of the buttons that copy them.
func TestNarrowCallers(t *testing.T) {
	r := tallyReport(t, "tally.jar", "java/tally/Tally.java")
	v := browsertest.VisitFile(t, browsertest.Look(t, 390, 844), r.page, "")
	browsertest.Expect(t, v.Run(inReport+`
		const box = (e) => { const range = document.createRange(); range.selectNodeContents(e); return range.getBoundingClientRect(); };
		for (const name of ["addText", "isLetter", "find"]) {
			await go("#/method/tally.Tally." + name); for (let i = 0; i < 3; i++) await settled();
			const tables = [...view().querySelectorAll(".calls")];
			log(name + " " + tables.length);
			for (const table of tables) {
				for (const { cells } of table.rows) {
					const texts = [...cells].filter(text).map(box);
					if (texts.some((b) => b.right > innerWidth + 1)) log("outside: " + text(cells[0]));
					if (texts.some((b, i) => texts.slice(i + 1).some((c) => b.left < c.right - 1 && c.left < b.right - 1 && b.top < c.bottom - 1 && c.top < b.bottom - 1))) log("overlap: " + [...cells].map(text).join("|"));
				}
				const copy = table.parentElement.querySelector(".copy").getBoundingClientRect();
				for (const head of table.rows[0].cells) { const b = box(head); if (b.bottom > copy.top && b.top < copy.bottom - 1 && b.right > copy.left) log("covered: " + text(head)); }
			}
		}`), "addText 2", "isLetter 1", "find 2")
}

// TestFlagsAreWhole: lines do not break within a flag, as --classpath, after its hyphens, nor within the number that is the name of a method.
func TestFlagsAreWhole(t *testing.T) {
	nameless := testprofile.Parse(t, `{"version":"1.0.0","types":[],"methods":[]`+testprofile.Calls("6084:0 5000", "6099:0<6084:26 70000")+"}")
	for _, c := range []struct{ page, pattern string }{{shopReport(t).page, "--[a-z][a-z-]+"}, {reportOf(t, nameless).page, `<unknown method \d+>`}} {
		v := browsertest.VisitFile(t, browsertest.Look(t, 390, 844), c.page, "")
		for _, width := range []int{390, 340, 440, 1280} {
			v.Resize(width, 844)
			wholeTexts(t, v, c.pattern)
		}
	}
}

func wholeTexts(t *testing.T, v browsertest.Visiting, pattern string) {
	t.Helper()
	browsertest.Expect(t, v.Run(inReport+`
		await go("#/methods"); await go("#/overview"); for (let i = 0; i < 3; i++) await settled();
		const walker = d.createTreeWalker(d.body, NodeFilter.SHOW_TEXT), broken = []; let found = 0;
		for (let n; n = walker.nextNode();) for (const { index, 0: s } of n.data.matchAll(/`+pattern+`/g)) {
			const range = d.createRange(); range.setStart(n, index); range.setEnd(n, index + s.length);
			if (!range.getClientRects().length) continue;
			found++;
			if (range.getClientRects().length > 1) broken.push(s);
		}
		log((found > 1) + " " + broken.join());`), "true ")
}

// TestMoreColumns: the button for more columns is beside the number of rows, or where there is too little room below it, at the same edge.
func TestMoreColumns(t *testing.T) {
	v := browsertest.VisitFile(t, browsertest.Look(t, 1280, 800), shopReport(t).page, "#/methods")
	const look = inReport + `
		for (let i = 0; i < 3; i++) await settled();
		const foot = one(".column > .summary"), words = document.createRange(); words.selectNodeContents(foot.firstChild);
		const said = words.getBoundingClientRect(), more = foot.querySelector("button").getBoundingClientRect();
		log(more.top >= said.bottom ? "below, at " + (more.left - said.left) : more.left - said.right + " pixels beside");`
	browsertest.Expect(t, v.Run(look), "8 pixels beside")
	v.Resize(300, 844)
	browsertest.Expect(t, v.Run(look), "below, at 0")
}
