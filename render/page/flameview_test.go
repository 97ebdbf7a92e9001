package page

import (
	"fmt"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/browsertest"
	"github.com/iprof-viz/iprof-viz/internal/testtree"
	"github.com/iprof-viz/iprof-viz/render/flame"
)

const inFlame = `
	const colors = () => all("select").find((s) => /^Colors/.test(s.selectedOptions[0].textContent)).selectedOptions[0].textContent;
	const legend = () => all(".legend > span").map((e) => e.textContent).join(", ");
	const reason = () => all(".details li").map((e) => e.textContent).filter((s) => s.startsWith("Colors")).join();
	const pressed = (name) => named(name).getAttribute("aria-pressed");
	const offer = () => all(".said button").map((b) => b.textContent).join();
`

// TestColorsOfShown: the colors that a page chooses, and the reason for them, are of the kinds that are shown, until the reader chooses others.
func TestColorsOfShown(t *testing.T) {
	// 90 of 100 samples are in the JDK, in two packages, below the application, which is one package.
	tree := testtree.From(convert.Samples, testtree.Stack{Frames: "app.Main.main;java.util.List.get", Value: 50, Base: 0}, testtree.Stack{Frames: "app.Main.main;java.nio.Disk.read", Value: 40, Base: 0}, testtree.Stack{Frames: "app.Main.main", Value: 10, Base: 0})
	page := pageOf(t, tree, flame.Options{})
	browsertest.Expect(t, browsertest.Visit(t, page, "", inFlame+`
		const see = () => log([colors(), reason(), legend(), location.hash].join("; "));
		see(); await press("JDK"); see(); await press("JDK"); see();
		const s = all("select").find((s) => /^Colors/.test(s.selectedOptions[0].textContent)); s.value = [...s.options].find((o) => o.textContent === "Colors by name").value; s.dispatchEvent(new Event("change")); await settled(); see();
		await press("JDK"); await press("JDK"); see();`),
		"Colors by kind; ; application, JDK; ", "Colors by kind; ; application; #k=application", "Colors by kind; ; application, JDK; ",
		"Colors by name; ; ; #c=name", "Colors by name; ; ; #c=name")
	// The application is too little to be seen.
	alone := testtree.From(convert.Samples, testtree.Stack{Frames: "java.lang.Thread.run;java.util.List.get", Value: 500, Base: 0}, testtree.Stack{Frames: "java.lang.Thread.run;java.nio.Disk.read", Value: 499, Base: 0}, testtree.Stack{Frames: "app.Main.main", Value: 1, Base: 0})
	browsertest.Expect(t, browsertest.Visit(t, pageOf(t, alone, flame.Options{}), "", inFlame+`for (let i = 0; i < 3; i++) { log(colors() + "; " + reason()); await press("JDK"); }`),
		"Colors by package; Colors: package, as 99.9% is JDK.", "Colors by kind; ", "Colors by package; Colors: package, as 99.9% is JDK.")
	chosen := pageOf(t, tree, flame.Options{Color: flame.NameColor})
	browsertest.Expect(t, browsertest.Visit(t, chosen, "", inFlame+`log(colors() + reason()); await press("JDK"); log(colors() + reason());`), "Colors by name", "Colors by name")
	// Two packages of the application.
	two := testtree.From(convert.Samples, testtree.Stack{Frames: "app.Main.main;shop.Cart.total", Value: 50, Base: 0}, testtree.Stack{Frames: "app.Main.main;java.nio.Disk.read", Value: 50, Base: 0})
	browsertest.Expect(t, browsertest.Visit(t, pageOf(t, two, flame.Options{}), "", inFlame+`log(colors() + reason()); await press("JDK"); log(colors() + "; " + reason());`),
		"Colors by kind", "Colors by package; Colors: package, as 100% is application.")
}

// TestNothingChanged: a comparison without a change opens with the colors of a page without a base, and says so.
func TestNothingChanged(t *testing.T) {
	same := testtree.From(convert.Samples, testtree.Stack{Frames: "app.Main.main;shop.Cart.total", Value: 50, Base: 50}, testtree.Stack{Frames: "app.Main.main;java.nio.Disk.read", Value: 50, Base: 50})
	browsertest.Expect(t, browsertest.Visit(t, pageOf(t, same, flame.Options{}), "", inFlame+`
		log(colors() + "; " + legend());
		const blobs = [], make = URL.createObjectURL; URL.createObjectURL = (b) => { blobs.push(b); return make.call(URL, b); }; HTMLAnchorElement.prototype.click = () => {};
		await press("SVG ↓"); log((await blobs[0].text()).includes("no significant change in any frame"));`),
		"Colors by kind; width: the larger of both profiles, application, JDK, no significant change in any frame", "true")
	other := testtree.From(convert.Samples, testtree.Stack{Frames: "app.Main.main;shop.Cart.total", Value: 500, Base: 50}, testtree.Stack{Frames: "app.Main.main;java.nio.Disk.read", Value: 50, Base: 500})
	browsertest.Expect(t, browsertest.Visit(t, pageOf(t, other, flame.Options{}), "", inFlame+`log(colors() + " " + reason() + " " + legend().includes("no significant change in any frame"));`), "Colors by change Colors: change. false")
}

// TestFlameNotes: depths are of the stacks as they are shown, and widths are explained from the end that stacks begin at; boxes
// of calls say that they include inlined callees.
func TestFlameNotes(t *testing.T) {
	tree := testtree.From(convert.Calls, testtree.Stack{Frames: "app.Main.main;java.util.List.get;java.util.List.get;shop.Cart.total", Value: 50, Base: 0}, testtree.Stack{Frames: "app.Main.main", Value: 10, Base: 0})
	browsertest.Expect(t, browsertest.Visit(t, pageOf(t, tree, flame.Options{}), "", inFlame+`
		const notes = () => all(".details li").slice(1, 3).map((e) => e.textContent).join(" | ");
		log(notes()); await press("Recursion"); log(notes()); await press("Recursion"); await press("JDK"); log(notes()); await press("JDK"); await press("Packages"); log(notes()); await press("Packages");
		await key("v"); log(notes()); await key("?"); log([...d.querySelectorAll("dialog p")].map((e) => e.textContent)[1]); await key("?"); await key("v");
		await key("ArrowDown"); log(details());`),
		"4 frames deep. | Width: method entries of a frame, inclusive. Calls are not time.",
		"3 frames deep as shown, 4 with all code. | Width: method entries of a frame, inclusive. Calls are not time.",
		"2 frames deep as shown, 4 with all code. | Width: method entries of a frame, inclusive. Calls are not time.",
		"3 frames deep as shown, 4 with all code. | Width: method entries of a frame, inclusive. Calls are not time.",
		"4 frames deep. | Inverted: leaves first, then their callers. Width: method entries that a path leads to. Calls are not time.",
		"Inverted: leaves first, then their callers. Width: method entries that a path leads to. Calls are not time.",
		"app.Main.main | 60 method entries, inclusive, 100% of all | 100% of its parent | self 10 | application")
}

// TestSearchOffers: a search without a match offers those regardless of case; controls stay where they are while one types; half
// a pattern is not a mistake; and a search ends as everything found is hidden.
func TestSearchOffers(t *testing.T) {
	page := pageOf(t, testtree.Server(), flame.Options{})
	browsertest.Expect(t, browsertest.Visit(t, page, "", inFlame+`
		const where = () => all(".tools select, .tools button").filter((b) => !b.closest(".said")).map((b) => b.getBoundingClientRect()).map((r) => r.x + "," + r.y).join(" "), before = where();
		await type("cart"); log(status() + ", " + offer() + " " + (where() === before));
		await click(one(".said button")); log([one("input").value, status(), offer(), document.activeElement === one("input"), location.hash].join(", "));
		await type("nothing"); log(status() + offer());
		for (const half of ["Cart.total(", "[Cc", "(Cart|(List", "Cart\\", "(?"]) { await type(half); log(status() + " " + one("input").hasAttribute("aria-invalid")); }
		await type("Cart)"); log(status() + " " + one("input").getAttribute("aria-invalid"));
		await press("JDK"); await type("List"); log(offer() + " " + (where() === before)); await click(one(".said button")); log(status() + offer());
		await key("Enter", one("input")); await key("Enter", one("input")); await press("Hide"); log([one("input").value, all(".methods .spacer > .row").length, location.hash].join(" "));
		await back(); log(one("input").value + " " + status());`),
		"no match, 1 method regardless of case: (?i)cart true",
		"(?i)cart, 1 method matched: 60.0%, , true, #s=%28%3Fi%29cart", "no match",
		"incomplete pattern false", "incomplete pattern false", "incomplete pattern false", "incomplete pattern false", "incomplete pattern false",
		"not a regular expression true",
		"1 method in hidden kinds: show true", "1 method matched: 30.0%",
		" 3 #h=%5Ejava%5C.util%5C.List%5C.get%24", "List 1 method matched: 30.0%")
}

// TestFlameSteps: Flip is a step of the history, switches look pressed, and keys that need a frame ask for one.
func TestFlameSteps(t *testing.T) {
	browsertest.Expect(t, browsertest.Visit(t, pageOf(t, testtree.Server(), flame.Options{}), "", inFlame+`
		const see = () => log(["Flip", "Recursion", "Table"].map(pressed).join(" ") + " " + location.hash);
		see(); await key("r"); await key("i"); see(); await back(); see(); await back(); see();
		await press("Table"); see(); await key("t"); see();
		for (const k of ["b", "h", "m"]) { await key(k); log(status()); await key("Escape"); }
		await press("Recursion"); log(status());
		await key("?"); const box = one("dialog"); log(box.scrollTop + " " + document.activeElement.textContent);`),
		"false false true ", "true true true #r=1&i=1", "false true true #r=1", "false false true ",
		"false false false ", "false false true ",
		"choose a frame first: click it, or go to it with the arrow keys", "choose a frame first: click it, or go to it with the arrow keys", "choose a frame first: click it, or go to it with the arrow keys",
		"", "0 Close")
	// Only a frame that calls itself directly is merged.
	indirect := testtree.From(convert.Samples, testtree.Stack{Frames: "a.A.f;b.B.g;a.A.f", Value: 10, Base: 0})
	browsertest.Expect(t, browsertest.Visit(t, pageOf(t, indirect, flame.Options{}), "", inFlame+`await press("Recursion"); log(status()); log(named("Recursion").title);`),
		"no frame calls itself directly: nothing to merge", "Merge frames that call themselves directly; recursion through other methods stays (r)")
}

// TestFirstRowInSight: the first row stays visible however deep one scrolls, and a method between callers and callees does as the
// controls above take more room.
func TestFirstRowInSight(t *testing.T) {
	deep := testtree.Stack{Frames: "Main.main", Value: 5, Base: 0}
	for i := range 70 {
		deep.Frames += fmt.Sprintf(";shop.Step.s%02d", i)
	}
	for _, icicle := range []flame.Orientation{flame.Icicle, flame.Flame} {
		browsertest.Expect(t, browsertest.Visit(t, pageOf(t, testtree.From(convert.Samples, deep), flame.Options{Orientation: icicle}), "", `
			const s = one(".scroller"), canvas = one(".spacer canvas"), up = s.scrollTop > 0;
			s.scrollTop = up ? 0 : s.scrollHeight; await settled();
			const r = canvas.getBoundingClientRect(), y = up ? r.bottom - 5 : r.top + 5;
			canvas.dispatchEvent(new MouseEvent("mousemove", {clientX: r.left + 9, clientY: y, bubbles: true})); log(one("body > .tip b").textContent);
			canvas.dispatchEvent(new MouseEvent("mousemove", {clientX: r.left + 9, clientY: y + (up ? -18 : 18), bubbles: true})); log(/s\d\d/.test(one("body > .tip b").textContent));`),
			"all", "true")
	}
	v := browsertest.VisitFile(t, browsertest.Look(t, 1280, 800), pageOf(t, testtree.From(convert.Samples, deep), flame.Options{}), "#v=around&m=shop.Step.s69")
	for _, height := range []int{800, 700, 640} {
		v.Resize(1280, height)
		browsertest.Expect(t, v.Run(`
			const r = one(".spacer canvas").getBoundingClientRect();
			one(".spacer canvas").dispatchEvent(new MouseEvent("mousemove", {clientX: r.left + 9, clientY: r.bottom - 16, bubbles: true})); log(one("body > .tip b").textContent);`), "shop.Step.s69")
	}
}

// TestNumbersFitColumns: no number of the table is wider than its column.
func TestNumbersFitColumns(t *testing.T) {
	tree := testtree.From(convert.Samples, testtree.Stack{Frames: "Main.main;shop.Cart.total", Value: 100_000_000, Base: 100_000_000}, testtree.Stack{Frames: "Main.main;shop.Shelf.take", Value: 900, Base: 6}, testtree.Stack{Frames: "Main.main;shop.Shelf.find", Value: 3, Base: 2})
	browsertest.Expect(t, browsertest.Visit(t, pageOf(t, tree, flame.Options{}), "", `
		const cells = all(".methods .spacer > .row .share"); log(cells.map((c) => c.textContent).filter((s) => s.length > 7).length > 0);
		log(cells.some((c) => c.classList.contains("sure") && c.textContent.length > 7) + " " + cells.filter((c) => c.scrollWidth > c.clientWidth).map((c) => c.textContent).join());
		const heads = all(".methods .head button"), row = one(".methods .spacer > .row");
		log(heads.slice(0, 3).every((h, i) => Math.abs(h.getBoundingClientRect().right - row.children[i].getBoundingClientRect().right) < 1.5));`),
		"true", "true ", "true")
}

// TestPictureNames: a picture is named after its profile.
func TestPictureNames(t *testing.T) {
	got := browsertest.Visit(t, pageOf(t, testtree.Server(), flame.Options{Subtitle: "runs/shop cart.iprof.gz, compared with old.iprof"}), "", `
		const names = []; HTMLAnchorElement.prototype.click = function () { names.push(this.download); };
		await press("SVG ↓"); await press("PNG ↓"); await until(() => names.length === 2); await key("v"); await press("SVG ↓"); log(names.join(" "));`)
	browsertest.Expect(t, got, "shop-cart-flame.svg shop-cart-flame.png shop-cart-flame-leaves.svg")
	r := shopReport(t)
	browsertest.Expect(t, browsertest.Visit(t, r.page, "#/flame?metric=calls", `
		const names = []; HTMLAnchorElement.prototype.click = function () { names.push(this.download); };
		await press("SVG ↓"); await go("#/units"); await key("ArrowDown", one(".grid")); await press("SVG ↓"); log(names[0]); log(names[1].replace(/[A-Z].*[.](?=svg)/, "…."));
		await go("#/flame?metric=calls"); const s = one(".tools select"); s.focus(); s.value = "samples"; s.dispatchEvent(new Event("change")); await settled(); log(document.activeElement === one(".tools select") && one(".tools select") !== s);`),
		"shop-flame-calls.svg", "shop-unit-….svg", "true")
}

// TestControlsInARow: the controls of a report's flame graph are a row of at most 44 pixels, with the meanings of colors on the switches of
// kinds; the others are in a menu that keys open and close. A search moves no canvas, and other colors have a legend.
func TestControlsInARow(t *testing.T) {
	v := browsertest.VisitFile(t, browsertest.Look(t, 1280, 800), shopReport(t).page, "#/flame")
	browsertest.Expect(t, v.Run(inReport+`
		for (let i = 0; i < 3; i++) await settled();
		const seen = (e) => e.getClientRects().length > 0 && getComputedStyle(e).visibility === "visible", bar = one(".tools.many"), canvas = () => one(".graph canvas:not(.minimap)").getBoundingClientRect().top, top = canvas(), fold = one(".fold"), menu = one(".menu");
		log([bar.offsetHeight <= 44, canvas() - bar.getBoundingClientRect().bottom < 4, seen(view().querySelector(".legend")), seen(menu)].join(" "));
		const i = one(".kinds button i"), [r, g, b] = getComputedStyle(i).backgroundColor.match(/\d+/g).map(Number);
		log(i.offsetWidth + " " + [r > 200, g > 100 && g < 200, b < 120].join(" "));
		fold.focus(); fold.click();
		const inside = [...menu.querySelectorAll("button")], last = inside.at(-1).getBoundingClientRect();
		log(inside.map(text).join(", ") + " " + inside.every(seen) + " " + (document.elementFromPoint(last.x + 5, last.y + 5) === inside.at(-1)) + " " + fold.getAttribute("aria-expanded"));
		inside[0].focus(); await key("Escape", inside[0]);
		log([seen(menu), document.activeElement === fold, fold.getAttribute("aria-expanded")].join(" "));
		fold.click(); one(".graph").dispatchEvent(new PointerEvent("pointerdown", {bubbles: true})); log(seen(menu));
		await type("write"); log(/matched/.test(text(one(".said output"))) + " " + (canvas() === top) + " " + bar.offsetHeight);
		const colors = [...bar.querySelectorAll("select")].at(-1); colors.value = "1"; colors.dispatchEvent(new Event("change")); await settled();
		log(colors.selectedOptions[0].textContent + " " + seen(view().querySelector(".legend")) + " " + seen(i));`),
		"true true false false", "10 true true true", "Only application, Recursion, Packages, Flip, Reset, SVG ↓, PNG ↓, Link true true true",
		"false true false", "false", "true true 42", "Colors by package true false")
}

// TestMethodsLookAlike: the names beside a picture have packages in all rows, or in none; the controls are one row.
func TestMethodsLookAlike(t *testing.T) {
	browsertest.Short(t)
	window := browsertest.Look(t, 1280, 800)
	names := func(first string) []testtree.Stack {
		return []testtree.Stack{{Frames: first, Value: 50}, {Frames: "java.util.HashMap.get", Value: 30}, {Frames: "app.C.c", Value: 20}}
	}
	for first, want := range map[string]string{
		"app.Main.main": "1 row, java.util.HashMap.get app.C.c",
		"java.util.concurrent.ConcurrentHashMap$ForwardingNode.find": "1 row, HashMap.get C.c",
	} {
		page := pageOf(t, testtree.From(convert.Samples, names(first)...), flame.Options{})
		browsertest.Expect(t, browsertest.VisitFile(t, window, page, "").Run(`
			`+tableBeside+`const tops = new Set([...document.querySelectorAll(".tools.many button, .tools.many select")].filter((e) => e.offsetParent).map((e) => Math.round(e.getBoundingClientRect().top / 20)));
			log(tops.size + " row, " + [...document.querySelectorAll(".methods .body .name")].slice(1, 3).map((e) => e.textContent).join(" "));`), want)
	}
}
