package page

import (
	"context"
	"fmt"
	"math"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/flate"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/internal/browsertest"
	"github.com/iprof-viz/iprof-viz/internal/testtree"
	"github.com/iprof-viz/iprof-viz/render/flame"
	"github.com/iprof-viz/iprof-viz/render/internal/pagedata"
)

func svgOf(t *testing.T, tree *stacks.Tree, opts flame.Options) string {
	t.Helper()
	var b strings.Builder
	if err := flame.SVG(&b, tree, opts); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func pageOf(t *testing.T, tree *stacks.Tree, opts flame.Options) string {
	t.Helper()
	browsertest.Needed(t)
	var b strings.Builder
	if err := flame.HTML(&b, tree, opts); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// server has 100 samples: 60 in Cart, 30 of them where Cart calls itself, 40 in Disk.
func TestFlamePage(t *testing.T) {
	browsertest.Short(t)
	browsertest.Expect(t, browsertest.Visit(t, pageOf(t, testtree.Server(), flame.Options{Title: "T", Subtitle: "app.iprof"}), "", `
		log(d.querySelector("h1").textContent + ", " + d.querySelector(".sub").textContent);
		log(details());
		log(table());
		await key("ArrowDown"); log(details());
		await key("ArrowDown"); log(details());
		await key("ArrowRight"); log(details());
		await key("ArrowLeft"); await key("ArrowDown"); log(details());
		await key("ArrowUp"); await key("Enter"); await key("ArrowDown"); log(details());
		await key("Backspace"); log(details());
		await key("Escape"); log(details());`),
		"T, app.iprof",
		"all | 100 samples, 100% of all | 4 frames deep. | Width: samples of a frame and its callees. | Only 100 samples: a 50% share has a 95% interval of 40–60%.",
		"40 40 java.nio.Disk.read, 30 60 shop.Cart.total, 30 30 java.util.List.get, 0 100 Main.main", // self, total; ties by total
		"Main.main | 100 samples, 100% of all | 100% of its parent | self 0 | application",
		"shop.Cart.total | 60 samples, 60.0% of all | 60.0% of its parent | self 30 | application",
		"java.nio.Disk.read | 40 samples, 40.0% of all | 40.0% of its parent | self 40 | JDK",
		"shop.Cart.total | 30 samples, 30.0% of all | 50.0% of its parent | self 0 | application",
		"shop.Cart.total | 30 samples, 30.0% of all | 50.0% of the zoomed frame | 50.0% of its parent | self 0 | application",
		"Main.main | 100 samples, 100% of all | 100% of its parent | self 0 | application",
		"all | 100 samples, 100% of all | 4 frames deep. | Width: samples of a frame and its callees. | Only 100 samples: a 50% share has a 95% interval of 40–60%.",
	)
}

func TestFlamePageViews(t *testing.T) {
	page := pageOf(t, testtree.Server(), flame.Options{})
	browsertest.Expect(t, browsertest.Visit(t, page, "", `
		const hidden = () => [...d.querySelectorAll(".hidden:not([hidden]) button")].map((b) => b.textContent).join(" ");
		const pressed = () => [...d.querySelectorAll(".tools button[aria-pressed=true]")].map((b) => b.textContent).join(" ");
		await key("v"); await key("ArrowDown"); log(details()); // from the leaves: Disk first
		await key("ArrowRight"); await key("ArrowDown"); await key("ArrowDown"); log(details()); // List < Cart < Cart < Main
		await key("v"); await key("r"); await key("ArrowDown"); await key("ArrowDown"); log(details()); // recursion is merged
		await key("ArrowDown"); log(details());
		await key("r"); await key("p"); await key("ArrowDown"); await key("ArrowDown"); log(details()); // packages
		await key("p"); await press("JDK"); await key("ArrowDown"); await key("ArrowDown"); await key("ArrowDown"); log(details());
		log(table());
		await press("JDK"); await key("ArrowDown"); await key("ArrowDown"); await key("h"); log(hidden()); await key("ArrowDown"); await key("ArrowDown"); log(details());
		await key("h"); log(hidden()); await press("shop.Cart.total×"); log(hidden()); await key("ArrowDown"); await key("ArrowDown"); log(details().split(" | ")[0]);
		await press("Show all"); log(hidden());
		// Escape keeps hidden and merged frames, Reset brings all back.
		await key("h"); await press("Recursion"); await press("JDK"); await key("ArrowDown"); await key("h"); await key("ArrowDown"); await key("Enter"); await type("Cart");
		for (const reset of [async () => {}, () => key("Escape"), () => press("Reset"), back, () => key("0")]) {
			await reset(); await settled();
			log([hidden(), pressed(), d.querySelector("input").value, w.location.hash.replace(/z=[^&]+/, "z=…"), d.querySelector(".details h2").textContent].join("; "));
		}
		await key("?"); for (const k of d.querySelectorAll("dialog dt")) if (/^(Escape|0, Reset)$/.test(k.textContent)) log(k.nextSibling.textContent);`),
		"java.nio.Disk.read | 40 samples, 40.0% of all | 40.0% of its callee | JDK",
		"shop.Cart.total | 30 samples, 30.0% of all | 100% of its callee | application",
		"shop.Cart.total | 60 samples, 60.0% of all | 60.0% of its parent | self 30 | application",
		"java.util.List.get | 30 samples, 30.0% of all | 50.0% of its parent | self 30 | JDK",
		"shop | 60 samples, 60.0% of all | 60.0% of its parent | self 30",
		"shop.Cart.total | 30 samples, 30.0% of all | 50.0% of its parent | incl. library code 30 | application", // List's
		"60 60 shop.Cart.total, 40 100 Main.main",                                                                // with List's and Disk's
		"shop.Cart.total× Show all",
		"java.nio.Disk.read | 40 samples, 40.0% of all | 40.0% of its parent | incl. hidden code 40 | JDK",
		"shop.Cart.total× java.nio.Disk.read× Show all", "java.nio.Disk.read× Show all", "shop.Cart.total", "",
		"Main.main× Show all; application Recursion Table; Cart; #z=…&s=Cart&h=%5EMain%5C.main%24&k=application&r=1; shop.Cart.total",
		"Main.main× Show all; application Recursion Table; ; #h=%5EMain%5C.main%24&k=application&r=1; all",
		"; application JDK Table; ; ; all", "Main.main× Show all; application Recursion Table; ; #h=%5EMain%5C.main%24&k=application&r=1; all", "; application JDK Table; ; ; all",
		"clear zoom and search; what is hidden or merged stays so", "the same, and hidden methods and kinds come back, nothing is merged",
	)
	// A pattern of a link is a row of its alternatives.
	browsertest.Expect(t, browsertest.Visit(t, page, "#h="+url.QueryEscape(`^java\.nio\.Disk\.read$|[|]x|(List|Map)\|`), `
		log([...d.querySelectorAll(".hidden button")].map((b) => b.textContent + " " + (b.title || "")).join("; "));
		await press("[|]x×"); log(new URLSearchParams(w.location.hash.slice(1)).get("h"));`),
		`java.nio.Disk.read× Show java.nio.Disk.read again; [|]x× Show [|]x again; (List|Map)\|× Show (List|Map)\| again; Show all Show all hidden methods again`,
		`^java\.nio\.Disk\.read$|(List|Map)\|`)
}

// TestFlamePageResize: the canvas follows the window.
func TestFlamePageResize(t *testing.T) {
	page := browsertest.Look(t, 1280, 800)
	if err := page.Open(browsertest.WriteFile(t, "flame.html", pageOf(t, testtree.Server(), flame.Options{}))); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), browsertest.Patience)
	defer cancel()
	for _, size := range [][2]int{{1280, 800}, {1280, 410}, {700, 900}, {1280, 800}} {
		if err := page.Resize(size[0], size[1]); err != nil {
			t.Fatal(err)
		}
		const fits = `(() => {
			const canvas = document.querySelector(".spacer canvas"), scroller = document.querySelector(".scroller");
			return canvas && innerWidth === %d && innerHeight === %d && scroller.getBoundingClientRect().bottom <= innerHeight &&
				canvas.clientHeight === scroller.clientHeight && canvas.clientWidth === scroller.clientWidth && canvas.height === canvas.clientHeight;
		})()`
		if err := page.Until(ctx, fmt.Sprintf(fits, size[0], size[1])); err != nil {
			t.Errorf("%v: %v", size, err)
		}
	}
}

// TestFlamePageTip: a tooltip is above its box, as callees are below.
func TestFlamePageTip(t *testing.T) {
	browsertest.Expect(t, browsertest.Visit(t, pageOf(t, testtree.Server(), flame.Options{}), "", `
		const canvas = d.querySelector(".spacer canvas"), tip = d.querySelector(".tip");
		const box = canvas.getBoundingClientRect(), y = box.top + 3.5 * 18;
		for (let x = 20; tip.hidden && x < box.right; x += 40) canvas.dispatchEvent(new w.MouseEvent("mousemove", {clientX: x, clientY: y, bubbles: true}));
		log(!tip.hidden && tip.getBoundingClientRect().bottom <= box.top + 3 * 18);`), "true")
}

// TestFlamePageAround: all stacks with a method, its callers above and its callees below.
func TestFlamePageAround(t *testing.T) {
	page := pageOf(t, testtree.Server(), flame.Options{})
	browsertest.Expect(t, browsertest.Visit(t, page, "#v=around&m=shop.Cart.total", `
		log(details());
		await key("ArrowDown"); log(details());
		await key("ArrowRight"); log(details());
		await type("List"); log(status());
		await key("n"); log(details());
		// The method is shown even if its kind is not.
		w.location.hash = "#v=around&m=java.util.List.get&k=application&c=kind"; await settled(); await settled(); log([...d.querySelectorAll(".legend > span")].map((e) => e.textContent));`),
		"shop.Cart.total | 60 samples, 60.0% of all | self 30 | application",
		"shop.Cart.total | 30 samples, 30.0% of all | 50.0% of its parent | self 0 | application",
		"shop.Cart.total | 30 samples, 30.0% of all | 50.0% of its parent | self 0 | application", // no neighbor
		"1 method matched: 50.0% of what is drawn, 30.0% of all",
		"java.util.List.get | 30 samples, 30.0% of all | 50.0% of the 60 samples shown | 100% of its parent | self 30 | JDK",
		"application,JDK",
	)
}

// TestFlamePageSearch: the same patterns as on the command line, the same shares.
func TestFlamePageSearch(t *testing.T) {
	page := pageOf(t, testtree.Server(), flame.Options{})
	browsertest.Expect(t, browsertest.Visit(t, page, "#s=Cart", `
		log(status() + " " + d.querySelector("input").value);
		await type("Disk|List"); log(status());
		await type("disk.READ"); log(status()); await type("(?i)disk.READ"); log(status());
		for (const pattern of ["a)", "Cart("]) { await type(pattern); log(status() + " " + d.querySelector("input").getAttribute("aria-invalid")); }
		await type("^java"); await key("n"); log(status()); await key("n"); log(status()); await key("n"); log(status()); await key("N"); log(status());
		await type("List"); await key("Escape"); await key("ArrowDown"); await key("ArrowDown"); await key("Enter"); await type("List"); log(status());`),
		"1 method matched: 60.0% Cart",
		"2 methods matched: 70.0%",
		"no match", "1 method matched: 40.0%",
		"not a regular expression true",
		"incomplete pattern null",
		"2 methods matched: 70.0% (1/2)", "2 methods matched: 70.0% (2/2)", "2 methods matched: 70.0% (1/2)", "2 methods matched: 70.0% (2/2)",
		"1 method matched: 30.0%, 50.0% of zoom",
	)
	browsertest.Expect(t, browsertest.Visit(t, page, "#h=(c", `log(status());`), "hidden methods not restored: the link's pattern is invalid or too complex")
}

// tableBeside gives the table below a shallow picture the width that it has beside a deep one.
const tableBeside = `
	document.querySelector(".shallow .details").style.flex = "0 0 200px"; document.querySelector(".shallow > aside").style.width = 200 + 0.3 * innerWidth + "px";
	for (let i = 0; i < 3; i++) await settled();
`

// TestFlamePageNames: the rows that a search leaves have their own room for names.
func TestFlamePageNames(t *testing.T) {
	tree := testtree.From(convert.Samples, testtree.Stack{Frames: "shop.Main.main;shop.orders." + strings.Repeat("parts.", 12) + "Cart.total", Value: 2, Base: 0})
	browsertest.Expect(t, browsertest.Visit(t, pageOf(t, tree, flame.Options{}), "", `
		const names = () => [...d.querySelectorAll(".methods .row .name")].slice(-2).map((e) => e.textContent).join(" ");
		`+tableBeside+`log(names()); await type("Main"); await settled(); log(d.querySelector(".methods .body .name").textContent); await type(""); await settled(); log(names());`),
		"Cart.total Main.main", "shop.Main.main", "Cart.total Main.main")
}

// TestFlamePageNamesOnTwoLines: where a class or a method would be cut beside the numbers, all rows of the table have room for a line for the
// class and one for the method, also those that a search leaves, and names that fit on one line have one; where none would be cut, all have one.
func TestFlamePageNamesOnTwoLines(t *testing.T) {
	const nested = "java.util.stream.StreamSpliterators$InfiniteSupplyingSpliterator$OfInt"
	long := []testtree.Stack{
		{Frames: "shop.Main.main;" + nested + ".tryAdvance(java.lang.Object)", Value: 9}, {Frames: "shop.Main.main;" + nested + ".tryAdvance(java.util.function.IntConsumer)", Value: 8},
		{Frames: "shop.Main.main;java.util.stream.AbstractPipeline.copyIntoWithCancel;shop.Main.main", Value: 7},
	}
	window := browsertest.Look(t, 1280, 800)
	const look = tableBeside + `
		const look = () => { const rows = [...d.querySelectorAll(".methods .spacer > .row")]; return [...new Set(rows.map((r) => r.getBoundingClientRect().height))].join(" ") + " pixels: " + rows.map((r) => { const name = r.querySelector(".name"); return [...(name.querySelector("small") ? name.children : [name])].map((e) => e.textContent).join("|"); }).join(" "); };
		const all = look(); await type("main"); await settled(); log(all); log(look());
		log([...d.querySelectorAll(".methods .spacer .lines")].every((e) => e.getBoundingClientRect().top >= e.closest(".row").getBoundingClientRect().top && e.getBoundingClientRect().bottom <= e.closest(".row").getBoundingClientRect().bottom && e.scrollWidth <= e.closest(".name").clientWidth));`
	v := browsertest.VisitFile(t, window, pageOf(t, testtree.From(convert.Samples, long...), flame.Options{}), "")
	browsertest.Expect(t, v.Run(look),
		"34 pixels: …InfiniteSupplyingSpliterator$OfInt.|tryAdvance(Object) …InfiniteSupplyingSpliterator$OfInt.|tryAdvance(IntConsumer) Main.main AbstractPipeline.copyIntoWithCancel",
		"34 pixels: Main.main", "true")
	v = browsertest.VisitFile(t, window, pageOf(t, testtree.From(convert.Samples, long[2]), flame.Options{}), "")
	browsertest.Expect(t, v.Run(look), "22 pixels: Main.main AbstractPipeline.copyIntoWithCancel", "22 pixels: shop.Main.main", "true")
	// A name far below the first ones does not decide for all.
	long = long[:1]
	for i := range 1000 {
		long = append(long, testtree.Stack{Frames: fmt.Sprintf("shop.Main.step%d", i), Value: 10})
	}
	v = browsertest.VisitFile(t, window, pageOf(t, testtree.From(convert.Samples, long...), flame.Options{}), "")
	browsertest.Expect(t, v.Run(tableBeside+`log(d.querySelector(".methods .spacer > .row").offsetHeight);`), "22")
}

// TestFlamePageNamesApart: methods that differ in a hash or in parameters alone, for which the table has no room, have what differs; the
// address of a lambda of a JVM is left out.
func TestFlamePageNamesApart(t *testing.T) {
	holder := "com.oracle.svm.core.FactoryMethodHolder.BinaryTreesOfAVeryLongNameThatFills$TreeNode_constructor_"
	total := "shop.orders.Cart.totalOfAllOrdersInTheCartOfOneCustomer(" + strings.Repeat("shop.Item, ", 3)
	tree := testtree.From(convert.Samples, testtree.Stack{Frames: "shop.Main.main;" + holder + strings.Repeat("5ae665", 7), Value: 8}, testtree.Stack{Frames: "shop.Main.main;" + holder + strings.Repeat("881cdb", 7), Value: 6},
		testtree.Stack{Frames: "shop.Main.main;" + total + "int)", Value: 4}, testtree.Stack{Frames: "shop.Main.main;" + total + "long)", Value: 2}, testtree.Stack{Frames: "jdk.Util$$Lambda$74+0x00007f2f3c02da60/306123060.run", Value: 1})
	got := browsertest.Visit(t, pageOf(t, tree, flame.Options{}), "", `
		const cells = [...d.querySelectorAll(".methods .body .name")], names = cells.map((e) => e.textContent);
		log(cells.every((c) => c.scrollWidth <= c.clientWidth)); log(new Set(names).size === names.length); for (const n of names) log(n);`)
	if len(got) != 8 || got[0] != "true" || got[1] != "true" || !strings.HasSuffix(got[2], "_5ae665…") || !strings.HasSuffix(got[3], "_881cdb…") || !strings.HasSuffix(got[4], "int)") || !strings.HasSuffix(got[5], "long)") || !slices.Contains(got, "Util$$Lambda$74….run") {
		t.Errorf("%q", got)
	}
}

// TestFlamePageOnPhones: in 390 pixels, the field for searches has room for the words in it.
func TestFlamePageOnPhones(t *testing.T) {
	v := browsertest.VisitFile(t, browsertest.Look(t, 390, 844), pageOf(t, testtree.Server(), flame.Options{}), "")
	browsertest.Expect(t, v.Run(`
		const input = document.querySelector(".find input"), style = getComputedStyle(input), context = document.createElement("canvas").getContext("2d");
		context.font = style.font; const needed = context.measureText(input.placeholder).width;
		log(input.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) >= needed);
		log(document.documentElement.scrollWidth <= innerWidth);`), "true", "true")
}

// TestFlamePageSearchDims: boxes that do not match are 35% of their color on white; nothing is dim without a match; the picture stays
// where it is; and the map of a zoomed picture marks matches.
func TestFlamePageSearchDims(t *testing.T) {
	browsertest.Expect(t, browsertest.Visit(t, pageOf(t, testtree.Server(), flame.Options{}), "", `
		const canvas = (s) => d.querySelector(s), high = () => canvas(".graph canvas:not(.minimap)").getBoundingClientRect().top;
		const pixel = (s, x, y) => { const c = canvas(s), r = w.devicePixelRatio || 1; return [...c.getContext("2d").getImageData(Math.floor(x * c.width), y * r, 1, 1).data].slice(0, 3); };
		const box = (x, row) => pixel(".graph canvas:not(.minimap)", x, 18 * row + 3), near = (a, b) => a.every((v, i) => Math.abs(v - b[i]) <= 1);
		const main = box(0.9, 1), disk = box(0.9, 2), top = high();
		await type("Disk"); await settled(); log(box(0.9, 2).join() + " " + near(box(0.9, 1), main.map((v) => 0.35 * v + 0.65 * 255)) + " " + (high() === top));
		await type("nothing"); await settled(); log(near(box(0.9, 1), main) + " " + near(box(0.9, 2), disk) + " " + (high() === top));
		await type("Disk|Cart|Main|List|"+"a".repeat(400)); await settled(); log(high() === top);
		await type(""); await key("ArrowDown"); await key("ArrowDown"); await key("Enter"); await type("Disk"); await settled();
		log(pixel(".minimap", 0.9, 9).join());`),
		"106,27,177 true true", "true true true", "true", "106,27,177")
}

// TestFlamePageFolded: a search says that code of a kind that is off matches, and values with such code have a separate name.
func TestFlamePageFolded(t *testing.T) {
	deep := testtree.From(convert.Samples, testtree.Stack{Frames: "Main.main;" + strings.Repeat("java.util.List.get;java.util.Map.get;", 3) + "java.nio.Disk.read", Value: 7, Base: 0}, testtree.Stack{Frames: "Main.main;shop.Cart.total", Value: 3, Base: 0}, testtree.Stack{Frames: "Main.main;shop.Shelf.take", Value: 0, Base: 0})
	browsertest.Expect(t, browsertest.Visit(t, pageOf(t, deep, flame.Options{}), "", `
		const head = () => d.querySelector(".methods .head button").textContent;
		const unseen = () => { const b = [...d.querySelectorAll("button")].find((b) => b.textContent.includes("hidden kinds") && !b.hidden); return b ? b.textContent : "none"; };
		log(head() + " " + unseen() + " " + d.querySelector(".summary span").textContent);
		await press("JDK"); log(head() + ", " + status()); await key("ArrowDown"); log(details());
		await type("Disk|Cart"); log(status() + ", " + unseen());
		await type("Disk"); log(status() + ", " + unseen());
		await press("1 method in hidden kinds: show"); log(status() + ", " + unseen() + ", " + head());`),
		"self none 5 methods with samples", // none of Shelf, which has no samples
		"incl. library, 2 of 8 rows: JDK code counts for its callers; switch it on to see it",
		"Main.main | 10 samples, 100% of all | 100% of its parent | incl. library code 7 | application",
		"1 method matched: 30.0%, 1 method in hidden kinds: show",
		"no match in the code that is shown, 1 method in hidden kinds: show",
		"1 method matched: 70.0%, none, self")
}

// TestFlamePageLegend: a comparison says whether colors show changes of shares or of numbers, and names only colors that boxes have, the
// first of each direction with it.
func TestFlamePageLegend(t *testing.T) {
	for counts, want := range map[bool]string{
		false: "colors: change of the share of all samples|width: the larger of both profiles|share down 20% or more|share up 25% or more",
		true:  "colors: change of the number of samples|width: the larger of both profiles|samples down 20% or more|samples up 25% or more",
	} {
		tree := testtree.From(convert.Samples, testtree.Stack{Frames: "a.A.more", Value: 700, Base: 500}, testtree.Stack{Frames: "a.A.less", Value: 300, Base: 500})
		tree.Base.Changed, tree.Base.Tests = []bool{false, true, true}, 2
		tree.Base.Counts, tree.Base.Typical = counts, counts
		browsertest.Expect(t, browsertest.Visit(t, pageOf(t, tree, flame.Options{}), "", `log([...d.querySelectorAll(".legend > span")].map((e) => e.textContent).filter((s) => !/lower edge/.test(s)).join("|"));`), want)
	}
}

// TestFlamePageMarks: where no change is significant, colors are not of changes: then the legend says what widths and marks are.
func TestFlamePageMarks(t *testing.T) {
	for _, test := range []struct {
		less, more int64
		want       string
	}{{0, 2, "width: the larger of both profiles|− only in the base, + only in this profile|no significant change in any frame"}, {1, 1, "width: the larger of both profiles|no significant change in any frame"}} {
		tree := testtree.From(convert.Calls, testtree.Stack{Frames: "a.A.less", Value: test.less, Base: 2}, testtree.Stack{Frames: "a.A.more", Value: test.more, Base: 2 - test.more})
		tree.Base.Changed, tree.Base.Tests = []bool{false, false, false}, 2
		browsertest.Expect(t, browsertest.Visit(t, pageOf(t, tree, flame.Options{}), "", `log([...d.querySelectorAll(".legend > span")].map((e) => e.textContent).filter((s) => !/^(compilation root|inlined into its caller|both|in no inlining context)$/.test(s)).join("|"));`), test.want)
	}
}

// TestFlamePageChanges: colors by change start with frames as they were tested; those that add up several have a separate color.
func TestFlamePageChanges(t *testing.T) {
	tree := testtree.From(convert.Samples, testtree.Stack{Frames: "Main.main;shop.Cart.total;java.util.List.get", Value: 900, Base: 500}, testtree.Stack{Frames: "Main.main;shop.Cart.total", Value: 50, Base: 450},
		testtree.Stack{Frames: "Main.main;java.util.List.get;shop.Cart.total", Value: 50, Base: 50})
	browsertest.Expect(t, browsertest.Visit(t, pageOf(t, tree, flame.Options{}), "", `
		const legend = () => log([...d.querySelectorAll(".legend span span")].some((e) => e.textContent === "sum of several frames, not tested"));
		log([...d.querySelectorAll(".kinds button")].map((b) => b.textContent + " " + b.getAttribute("aria-pressed")).join(", ") + [...d.querySelectorAll(".kinds i")].map((i) => i.offsetWidth)); legend(); // no gap for a square that they do not have
		log([...d.querySelectorAll(".methods .head button")].map((b) => b.textContent).join("|"));
		for (const row of d.querySelectorAll(".spacer > .row")) log([...row.children].slice(0, 3).map((c) => c.title).join("|") + "|" + row.title);
		await key("ArrowDown"); await key("ArrowDown"); await key("ArrowDown"); log(details());
		await press("JDK"); legend(); await key("ArrowDown"); await key("ArrowDown"); log(details()); // Cart below Main and below List
		await key("Escape"); log(details().includes("Colors: change.")); // the reason for the colors is with those alone
		const colors = [...d.querySelectorAll("select")].find((s) => /^Colors/.test(s.selectedOptions[0].textContent)); colors.value = "0"; colors.dispatchEvent(new w.Event("change")); log(details().includes("Colors:"));`),
		"application true, JDK true0,0", "false",
		"self ±|total|total ±|method",
		"−40.00 points, significant; −400 samples|1,000 samples|±0 points, not significant; ±0 samples|shop.Cart.total", "+40.00 points, significant; +400 samples|950 samples|+40.00 points, significant; +400 samples|java.util.List.get",
		"±0 points, not significant; ±0 samples|1,000 samples|±0 points, not significant; ±0 samples|Main.main",
		"java.util.List.get | this box: 900 samples, 90.0% of all | base: 500, 50.0%; +40.00 points, significant; +400 samples | 94.7% of its parent, base: 52.6% | "+
			"the method in all stacks: self 900, 90.0%; base: 500, 50.0%; +40.00 points, significant; +400 samples | the method in all stacks: total 950, 95.0%; base: 550, 55.0%; +40.00 points, significant; +400 samples",
		"true", "shop.Cart.total | this box: 1,000 samples, 100% of all | base: 1,000, 100%; ±0 points, not significant; ±0 samples | 100% of its parent, base: 100% | "+
			"the method in all stacks: incl. library code 1,000, 100%; base: 1,000, 100%; ±0 points, sum of several frames, not tested; ±0 samples",
		"true", "false")
}

// TestFlamePageStripes: the label of a removed frame, which is hatched, is on the plain page, in the picture and in its SVG; the rest of the box is not.
func TestFlamePageStripes(t *testing.T) {
	tree := testtree.From(convert.Samples, testtree.Stack{Frames: "shop.Main.main", Value: 500, Base: 400}, testtree.Stack{Frames: "shop.Cart.take", Value: 0, Base: 400})
	browsertest.Expect(t, browsertest.Visit(t, pageOf(t, tree, flame.Options{}), "", `
		const canvas = d.querySelector(".graph canvas:not(.minimap)"), ratio = w.devicePixelRatio || 1, left = Math.ceil(canvas.width * 2 / 3 + 2 * ratio);
		const plain = (from, to, y) => { const { data } = canvas.getContext("2d").getImageData(Math.round(left + from * ratio), Math.round((18 + y) * ratio), Math.round((to - from) * ratio), 1); return [...data].filter((c) => c < 250).length; };
		log(plain(0, 90, 2) > 0); log(plain(130, 200, 2) > 0);`), "false", "true")
}

// TestFlamePageUntested: how many changes there are, in how many boxes of how many methods, and how many boxes were not tested.
func TestFlamePageUntested(t *testing.T) {
	tree := testtree.From(convert.Samples, testtree.Stack{Frames: "Main.main", Value: 50, Base: 50}, testtree.Stack{Frames: "Main.main;java.util.List.get;shop.Cart.total", Value: 300, Base: 300}, testtree.Stack{Frames: "Main.main;java.util.Map.get;shop.Cart.total", Value: 300, Base: 300},
		testtree.Stack{Frames: "Other.main;shop.Cart.total", Value: 400, Base: 400}, testtree.Stack{Frames: "Other.main;shop.Shelf.take;shop.Shelf.find", Value: 500, Base: 100}, testtree.Stack{Frames: "shop.Shelf.find", Value: 0, Base: 400})
	// Of Shelf the box of take and find, which is one change, and that of find alone. Other.main has 900 now and had 500.
	// Without the JDK's code the two boxes of Cart below Main.main are one, of 600 of the 1,000 that it has in all stacks.
	browsertest.Expect(t, browsertest.Visit(t, pageOf(t, tree, flame.Options{}), "", `log(status()); await press("JDK"); log(status());
		await press("JDK"); [...d.querySelectorAll(".spacer > .row")].find((r) => r.textContent.includes("Cart")).click(); await settled(); await key("n"); log(status());`),
		"3 changes: n goes to the next",
		"3 changes: n goes to the next; 1 of 7 boxes is a sum, not tested; JDK code counts for its callers",
		"change 1 of 3 visible changes, largest first")
}

// TestFlamePageDeepChange: a method whose self changed is said to have, though its total has not. The picture opens with the
// change visible, however deep it is, and the address says nothing of that; n goes from change to change.
func TestFlamePageDeepChange(t *testing.T) {
	chain := "Main.main;shop.Hot.work"
	for i := range 45 {
		chain += fmt.Sprintf(";shop.Step.s%02d", i)
	}
	piles := []testtree.Stack{{Frames: chain + ";shop.Hot.work", Value: 522, Base: 264}, {Frames: chain + ";shop.Cold.c0", Value: 566, Base: 564}, {Frames: "Main.main;shop.Hot.work;shop.Cold.c9", Value: 0, Base: 0}}
	for i := 1; i < 5; i++ {
		piles = append(piles, testtree.Stack{Frames: fmt.Sprintf("%s;shop.Cold.c%d", chain, i), Value: 564, Base: 564})
	}
	// 522 of 3,344 are 15.61%, 264 of 3,084 are 8.560%.
	browsertest.Expect(t, browsertest.Visit(t, pageOf(t, testtree.From(convert.Samples, piles...), flame.Options{}), "", `
		let saved = ""; w.HTMLAnchorElement.prototype.click = () => {}; const make = w.URL.createObjectURL; w.URL.createObjectURL = (b) => { saved = b; return make.call(w.URL, b); };
		const edges = async () => { await press("SVG ↓"); return ((await saved.text()).match(/class="edge"/g) || []).length; };
		const first = () => details().split(" | ").slice(0, 4).join(" | ");
		log([w.location.hash, d.querySelector(".scroller").scrollTop > 0, status(), first()].join("; "));
		log((await edges()) + ", " + [...d.querySelectorAll(".legend span span")].map((e) => e.textContent).pop());
		await key("n"); log(status() + "; " + details());
		await press("Reset"); d.querySelector(".spacer > .row").click(); await settled(); log(details().split(" | ")[2]);
		await press("Reset"); d.querySelector(".details .changes button").click(); await settled(); log(status());
		await key("v"); await key("ArrowDown"); log(first()); await key("ArrowRight"); await key("ArrowRight"); await key("ArrowRight"); await key("ArrowRight"); await key("ArrowRight"); log(first()); log(await edges());`),
		"; true; 1 change: n goes to the next; all | 3,344 samples, 100% of all | base: 3,084, 100%; ±0 points; +260 samples | 1 visible change, in 1 box of 1 method, significant; n goes to the next:Hot.work +7.05 points",
		"2, lower edge: self of the method changed, in all stacks",
		"change 1 of 1 visible changes, largest first; shop.Hot.work | this box: 522 samples, 15.6% of all | base: 264, 8.56%; +7.05 points, significant; +258 samples | 15.6% of its parent, base: 8.56% | "+
			"the method in all stacks: self 522, 15.6%; base: 264, 8.56%; +7.05 points, significant; +258 samples | the method in all stacks: total 3,344, 100%; base: 3,084, 100%; ±0 points, not significant; +260 samples",
		"base: 264, 8.56%; +7.05 points, significant; +258 samples", "change 1 of 1 visible changes, largest first",
		"shop.Cold.c0 | 566 samples, 16.9% of all | base: 564, 18.3%; −1.36 points, not significant; +2 samples | 16.9% of its callee, base: 18.3%",
		"shop.Hot.work | this box: 522 samples, 15.6% of all | base: 264, 8.56%; +7.05 points, significant; +258 samples | 15.6% of its callee, base: 8.56%", "0")
}

// TestFlamePageLinks: the address has what is shown, finds it again in a newer profile, and a step back is one.
func TestFlamePageLinks(t *testing.T) {
	got := browsertest.Visit(t, pageOf(t, testtree.Server(), flame.Options{}), "", `
		await key("ArrowDown"); await key("ArrowDown"); await key("Enter"); await type("List"); await key("i");
		log(w.location.hash);
		await back(); log(w.location.hash); await back(); log(details());`)
	if len(got) != 3 || !strings.HasPrefix(got[0], "#z=") {
		t.Fatalf("%q", got)
	}
	if before := strings.TrimSuffix(got[0], "&i=1"); before == got[0] || got[1] != before || !strings.HasPrefix(got[2], "shop.Cart.total | 60 samples") {
		t.Errorf("steps back from %q: %q", got[0], got[1:])
	}
	more := testtree.Server(testtree.Stack{Frames: "Main.main;shop.Shelf.take", Value: 500, Base: 0}) // first of the siblings
	browsertest.Expect(t, browsertest.Visit(t, pageOf(t, more, flame.Options{}), got[0], `log(details()); log(status());`),
		"shop.Cart.total | 60 samples, 10.0% of all | 10.0% of its parent | self 30 | application",
		"1 method matched: 5.00%, 50.0% of zoom")
	other := testtree.From(convert.Samples, testtree.Stack{Frames: "Main.main;shop.Shelf.take", Value: 500, Base: 0})
	browsertest.Expect(t, browsertest.Visit(t, pageOf(t, other, flame.Options{}), strings.Split(got[0], "&")[0], `log(status()); log(details().split(" | ")[0]);`),
		"the linked frame is not in this profile: this is its nearest caller", "Main.main")
}

// TestFlamePageHostile: names only ever become text, and the page sends no requests.
func TestFlamePageHostile(t *testing.T) {
	all := testtree.Hostile()
	for _, evil := range []string{
		`<img src=x onerror="pwned()">`, `</script><script>pwned()</script>`, `</style><script>pwned()</script>`, `";pwned();"`, `<!--<script>`,
		"javascript:pwned()", strings.Repeat("x", 60_000),
	} {
		all = append(all, testtree.Stack{Frames: "main.Main.main;" + strings.ReplaceAll(evil, ";", ","), Value: 50, Base: 0})
	}
	scripts := 0
	for _, s := range all {
		if strings.Contains(s.Frames, "script") {
			scripts++
		}
	}
	page := pageOf(t, testtree.From(convert.Samples, all...), flame.Options{Title: `</title><script>pwned()</script>`, Subtitle: `<script>pwned()</script>`})
	if !strings.Contains(page, `content="default-src 'none'; script-src 'sha256-`) || strings.Contains(page, "unsafe") {
		t.Error("the content security policy is weak")
	}
	browsertest.Expect(t, browsertest.Visit(t, page, "", `
		log(d.scripts.length + " " + d.images.length + " " + d.querySelector("h1").textContent);
		await type("script"); log(status().split(" matched")[0]);
		for (let i = 0; i < 12; i++) await key("n");
		await key("t"); await key("?"); await key("?"); for (let i = 0; i < 3; i++) { await key("h"); await key("ArrowDown"); } await key("v"); await key("p");
		log(d.querySelectorAll(".hidden button").length > 1);
		log(d.scripts.length + " " + d.images.length);`),
		"3 0 </title><script>pwned()</script>", // data and a packed script are two of them
		fmt.Sprintf("%d methods", scripts), "true", "3 0")
	for _, packed := range []string{`(?s)id="data">\n([(-;=-}]+)</script>`, `id="script">([(-;=-}]+)</script>`} {
		if !regexp.MustCompile(packed).MatchString(page) {
			t.Errorf("no digits alone: %s", packed)
		}
	}
}

// TestPageOfAnotherScript: the policy lets a page have the style and run the script that it was written with, and no other ones.
func TestPageOfAnotherScript(t *testing.T) {
	page := pageOf(t, testtree.Server(), flame.Options{})
	packed := regexp.MustCompile(`id="script">([(-;=-}]+)</script>`)
	var other strings.Builder
	c := pagedata.NewWriter(&other, flate.BestCompression)
	c.WriteString("#app{opacity:0}\x00document.getElementById(\"app\").textContent = \"pwned\"")
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	page = packed.ReplaceAllLiteralString(page, `id="script">`+other.String()+`</script>`)
	browsertest.Expect(t, browsertest.Visit(t, page, "", `await until(() => said.length > 2); log(d.querySelector(".failed").textContent + getComputedStyle(one("#app")).opacity);`),
		"policy: inline style-src-elem",
		"policy: inline script-src-elem",
		"rejected: Error: its script did not start: the file is damaged, or its CSP was changed",
		"The page cannot be shown: its script did not start: the file is damaged, or its CSP was changed1")
}

// TestFlamePageExtremes: a page of nothing, and of more than JavaScript's numbers hold.
func TestFlamePageExtremes(t *testing.T) {
	browsertest.Expect(t, browsertest.Visit(t, pageOf(t, &stacks.Tree{}, flame.Options{}), "", `log(details().split(" | ")[0]); log(table());`), "all", "")
	huge := testtree.From(convert.Samples, testtree.Stack{Frames: "Main.main;a.B.c", Value: math.MaxInt64 - 9, Base: 0}, testtree.Stack{Frames: "Main.main;a.B.d", Value: 2, Base: 0})
	browsertest.Expect(t, browsertest.Visit(t, pageOf(t, huge, flame.Options{}), "", `await key("ArrowDown"); log(details().split(" | ")[1]);`),
		"9,223,372,036,854,775,800 samples, 100% of all")
	// A stack deeper than any screen, with one sample at the tip.
	deep := testtree.From(convert.Samples, testtree.Stack{Frames: "Main.main;" + strings.Repeat("a.B.c;a.B.d;", 50_000) + "a.B.tip", Value: 3, Base: 0})
	browsertest.Expect(t, browsertest.Visit(t, pageOf(t, deep, flame.Options{}), "", `
		log(details().split(" | ")[2]);
		const s = d.querySelector(".scroller");
		for (let i = 0; i < 300; i++) { const h = s.scrollHeight; s.scrollTop = h; s.dispatchEvent(new w.Event("scroll")); await settled(); if (s.scrollHeight === h) break; }
		log(s.scrollHeight);`),
		"100,002 frames deep.", fmt.Sprint(100_003*18))
}

// TestLinkFindsOverloads: a link finds its method where overloads have come or gone, and lambdas whose numbers have changed, if there is
// only one that it may be.
func TestLinkFindsOverloads(t *testing.T) {
	const caller, hotspot, later = "a.Main.main", "a.Main$$Lambda$126+0x00007fa590018848/200.apply", "a.Main$$Lambda$7+0x00007fa5900aa000/311.apply"
	of := func(frames ...string) *stacks.Tree {
		var all []testtree.Stack
		for i, f := range frames {
			all = append(all, testtree.Stack{Frames: caller + ";" + f, Value: int64(9 - i), Base: 0})
		}
		return testtree.From(convert.Samples, all...)
	}
	for _, test := range []struct {
		linked string
		now    []string
		found  string
	}{
		{"a.B.find()", []string{"z.Z.other", "a.B.find"}, "a.B.find"},
		{"a.B.find", []string{"z.Z.other", "a.B.find(int)"}, "a.B.find(int)"},
		{"a.B.find(int)", []string{"a.B.find()", "a.B.find(int)"}, "a.B.find(int)"},
		{"a.B.find(long)", []string{"a.B.find()", "a.B.find(int)"}, caller},
		{hotspot, []string{"z.Z.other", later}, later},
		{hotspot, []string{later, strings.Replace(later, "$7", "$8", 1)}, caller},
		{hotspot, []string{later, hotspot}, hotspot},
		{"a.B.find", []string{"a.B.findAll", "a.C.find"}, caller},
	} {
		script := `mouse("click", box("` + test.linked + `")); log(location.hash);`
		link := browsertest.Play(t, script, svgOf(t, of(test.linked, "y.Y.y"), flame.Options{ID: "g"}))[0]
		zoomed := `log(boxes().filter((b) => Math.round(b.getBoundingClientRect().width) === 1180).at(-1).getAttribute("aria-label").split(", ")[0] + " " + status());`
		script = `history.replaceState(null, "", "` + link + `"); dispatchEvent(new Event("popstate")); ` + zoomed
		want := test.found + " "
		if test.found == caller {
			want += "the linked frame is not in this picture: this is its nearest caller"
		}
		browsertest.Expect(t, browsertest.Play(t, script, svgOf(t, of(test.now...), flame.Options{ID: "g"})), want)
		page := browsertest.Visit(t, pageOf(t, of(test.now...), flame.Options{}), strings.Replace(link, "g.z", "z", 1), `log(details());`)
		if len(page) != 1 || !strings.HasPrefix(page[0], test.found+" |") {
			t.Errorf("in a page, %s leads to %q, want %s", test.linked, page, test.found)
		}
	}
}
