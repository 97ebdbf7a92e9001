package flame

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/internal/browsertest"
	"github.com/iprof-viz/iprof-viz/internal/testsvg"
	"github.com/iprof-viz/iprof-viz/internal/testtree"
	"github.com/iprof-viz/iprof-viz/render/internal/svgtext"
	"github.com/iprof-viz/iprof-viz/render/palette"
)

// linesOf returns the boxes of a picture: class, x+width and y in tenths of pixels. They are lines of paths.
func linesOf(t *testing.T, all []*testsvg.Element) []string {
	t.Helper()
	var lines []string
	dense := 0 // the first line of a pattern
	for _, e := range all {
		switch {
		case e.Name == "pattern":
			dense = len(lines)
		case e.Attr["class"] == "row": // it repeats the pattern
			var top int
			fmt.Sscan(e.Attr["y"], &top)
			for i, l := range lines[dense:] {
				lines[dense+i] = strings.TrimSuffix(l, " 0") + fmt.Sprintf(" %d", top+boxHeight*tenths/2)
			}
		}
		if e.Name != "path" {
			continue
		}
		if e.Attr["class"] == "new" { // outlines
			for d := range strings.SplitSeq(e.Attr["d"], "z") {
				lines = append(lines, "outline "+d)
			}
			continue
		}
		if e.Attr["class"] == "ground" { // as wide as letters are, in the fonts of the system
			for piece := range strings.SplitSeq(e.Attr["d"][1:], "M") {
				place, _, _ := strings.Cut(piece, "h")
				lines = append(lines, "ground "+place)
			}
			continue
		}
		x, y, n := 0, 0, 0
		for piece := range strings.SplitSeq(strings.ToLower(e.Attr["d"])[1:], "m") {
			var dx, dy, w int
			if _, err := fmt.Sscanf(piece[:1]+strings.ReplaceAll(strings.Replace(piece[1:], "-", " -", 1), "  ", " "), "%d %dh%d", &dx, &dy, &w); err != nil {
				t.Fatalf("%q: %v", piece, err)
			}
			x, y, n = x+dx, y+dy, n+1
			lines = append(lines, fmt.Sprintf("%s %d+%d %d", strings.Fields(e.Attr["class"])[0], x, w, y))
			x += w
		}
	}
	slices.Sort(lines)
	return lines
}

// labelsOf returns the labels of boxes by position.
func labelsOf(all []*testsvg.Element) map[string]string {
	labels := map[string]string{}
	for _, e := range all {
		if e.Name == "text" && (e.Attr["class"] == "" || e.Attr["class"] == "on") {
			labels[e.Attr["x"]+","+e.Attr["y"]] = e.Text
		}
	}
	return labels
}

// checkLabels compares labels with the picture's without scripts. A browser measures the text where the program assumes the
// widest of fonts, so a label may be that of a box which is a little wider.
func checkLabels(t *testing.T, f *picture, live map[string]string) {
	t.Helper()
	for i := range f.boxes {
		b := &f.boxes[i]
		left, _ := edges(b)
		label := live[fmt.Sprintf("%s,%d", svgtext.Number(float64(left)/tenths+labelPad), f.row(b.depth)*rowHeight+12)]
		still, width := f.label(b), b.w
		found := false
		for ; b.w <= 1.5*width+5 && !found; b.w += 0.5 {
			found = f.label(b) == label
		}
		b.w = width
		if !found {
			t.Errorf("the label of %s, %.1f wide, is %q with scripts, %q without", f.name(b), width, label, still)
		}
	}
}

// unnamed has methods that a file does not list, in boxes from 30 to 130 pixels wide.
func unnamed() *stacks.Tree {
	var stacks []testtree.Stack
	for i := range 6 {
		stacks = append(stacks, testtree.Stack{Frames: fmt.Sprintf("<unknown method %d>;<VM>", 1666+i), Value: int64(30 + 20*i), Base: 0})
	}
	return testtree.From(convert.Samples, stacks...)
}

// TestViewerDrawsTheSame: the script draws the same picture as the file has without scripts.
func TestViewerDrawsTheSame(t *testing.T) {
	for name, tree := range map[string]*stacks.Tree{
		"wide": testtree.From(convert.Samples, testtree.Wide(50, false)...), "compared": testtree.From(convert.Samples, testtree.Wide(50, true)...),
		"calls": testtree.From(convert.Calls, testtree.Wide(50, false)...), "hostile": testtree.From(convert.Samples, testtree.Hostile()...),
		"part": testtree.FromRest(convert.Samples, 700, 100, testtree.Wide(50, true)...), "nothing": testtree.From(convert.Samples),
		"unnamed": unnamed(), "by name": testtree.From(convert.Samples, testtree.Wide(50, false)...),
		// Of 480 pixels, rests of 38 and of 3, where frames are drawn from 100 on.
		"rests": testtree.From(convert.Samples, testtree.Stack{Frames: "main;a", Value: 900, Base: 0}, testtree.Stack{Frames: "main;b", Value: 40, Base: 0}, testtree.Stack{Frames: "main;c", Value: 40, Base: 0},
			testtree.Stack{Frames: "main;a;d", Value: 6, Base: 0}, testtree.Stack{Frames: "main", Value: 14, Base: 0}),
	} {
		t.Run(name, func(t *testing.T) {
			opts := Options{Width: 500, MinWidth: 0.3, ID: "x", Title: name, Color: KindColor}
			switch {
			case tree.Metric == convert.Calls:
				opts.Color = InliningColor
			case name == "rests":
				opts.MinWidth = 100
			case name == "by name":
				opts.MinWidth, opts.SortByName = 2, true
			}
			svg := draw(t, tree, opts)
			dom := browsertest.Open(t, svg, "")
			still, live := linesOf(t, testsvg.Elements(t, svg)), linesOf(t, dom)
			if len(still) == 0 {
				t.Fatal("no boxes")
			}
			for i := range max(len(still), len(live)) {
				if i >= len(still) || i >= len(live) || still[i] != live[i] {
					t.Fatalf("%d boxes, with scripts %d; the first that differs:\n%s\n%s", len(still), len(live),
						still[min(i, len(still)-1)], live[min(i, len(live)-1)])
				}
			}
			checkLabels(t, newPicture(tree, opts, false), labelsOf(dom))
		})
	}
}

// TestSlowLinks: no pattern of a link keeps the picture busy, neither as a search nor as one of hidden methods.
func TestSlowLinks(t *testing.T) {
	svg := draw(t, testtree.From(convert.Samples, testtree.Stack{Frames: "main;" + browsertest.SlowName(), Value: 9}), Options{})
	v := browsertest.Visiting{T: t, Page: browsertest.Look(t, 1280, 800), File: browsertest.WriteFile(t, "flame.svg", svg)}
	v.Load("")
	for _, fragment := range []string{"#s=", "#h="} {
		got := v.SearchSlow(fragment)
		if len(got) != len(browsertest.SlowPatterns) {
			t.Errorf("%d answers", len(got))
		}
		for i, s := range got {
			if want := map[string]string{"#s=": "no match", "#h=": ""}[fragment]; s != want {
				t.Errorf("%s%.60s: %q", fragment, browsertest.SlowPatterns[i], s)
			}
		}
	}
	browsertest.Expect(t, v.Run(`await go("#s=a{90}"); log(one("output").textContent);`), "1 matched: 100%")
}

func TestSearch(t *testing.T) {
	browsertest.Short(t)
	svg := draw(t, testtree.Server(), Options{})
	all := browsertest.Open(t, svg, "#s=Cart")
	if got := testsvg.Find(all, "output")[0].Text; got != "2 matched: 60.0%" { // the stack with both counts once
		t.Errorf("status %q", got)
	}
	marked := slices.DeleteFunc(linesOf(t, all), func(s string) bool { return !strings.HasPrefix(s, "match ") })
	if fmt.Sprint(marked) != "[match 0+3835 250 match 0+7675 420]" { // of 12,800 tenths of pixels, less the gaps
		t.Errorf("marked %q", marked)
	}
	browsertest.Expect(t, browsertest.Play(t, `
		type("Disk|List"); log(status());
		type("disk.READ"); log(status()); type("(?i)disk.READ"); log(status());
		type("("); log(status());
		type("^java"); key("n", svg); log(status()); key("n", svg); log(status()); key("n", svg); log(status()); key("N", svg); log(status());
		log(tip());
		mouse("click", box("shop.Cart.total")); log(status());
		key("Escape"); log(status() + names());`, svg),
		"2 matched: 70.0%", "no match; (?i) before it ignores case", "1 matched: 40.0%", "not a regular expression",
		"1/2 matched: 70.0%", "2/2 matched: 70.0%", "1/2 matched: 70.0%", "2/2 matched: 70.0%",
		"java.util.List.get | 30 samples, 30.0% of all | 100% of its parent | self 30",
		"2 matched: 70.0%, 50.0% of zoom",
		"all 1180, Main.main 1180, shop.Cart.total 708, java.nio.Disk.read 472, shop.Cart.total 354, java.util.List.get 354",
	)
	// Filters have left a third of 300 samples, and a fifth of 500 of the base.
	browsertest.Expect(t, browsertest.Play(t, `type("b"); log(status()); mouse("click", box("a.A.a")); log(status()); mouse("mousemove", box("b.B.b")); log(tip());`,
		draw(t, testtree.FromRest(convert.Samples, 200, 400, testtree.Stack{Frames: "a.A.a;b.B.b", Value: 75, Base: 50}, testtree.Stack{Frames: "a.A.a", Value: 25, Base: 50}), Options{})),
		"1 matched: 25.0% (base 10.0%)", "1 matched: 25.0% (base 10.0%), 75.0% of zoom",
		"b.B.b | 75 samples, 25.0% of all | 75.0% of the zoomed frame | base: 50, 10.0%; +15.00 points, significant; +25 samples | 75.0% of its parent, base: 50.0%",
	)
}

func TestZoomAndKeys(t *testing.T) {
	browsertest.Short(t)
	browsertest.Expect(t, browsertest.Play(t, `
		mouse("click", box("shop.Cart.total")); log(names());
		mouse("mousemove", box("java.util.List.get")); log(tip());
		log(document.activeElement.getAttribute("aria-label"));
		key("ArrowUp"); log(document.activeElement.getAttribute("aria-label"));
		key("Enter"); log(names());
		key("ArrowDown"); key("ArrowDown"); key("ArrowDown"); key(" "); log(names());
		key("ArrowUp"); key("ArrowUp"); log(document.activeElement.getAttribute("aria-label"));
		key("ArrowRight"); log(document.activeElement.getAttribute("aria-label"));
		key("ArrowRight"); log(document.activeElement.getAttribute("aria-label"));
		log(boxes().filter((b) => b.tabIndex === 0).length);
		const y = (s) => box(s).getBoundingClientRect().y;
		log(y("all") > y("Main.main")); key("i"); log(y("all") < y("Main.main"));
		box("Main.main").focus(); key("ArrowDown"); log(document.activeElement.getAttribute("aria-label"));
		button("Flip").click(); log(y("all") > y("Main.main"));`, draw(t, testtree.Server(), Options{})),
		"all 1180, Main.main 1180, shop.Cart.total 1180, shop.Cart.total 590, java.util.List.get 590",
		"java.util.List.get | 30 samples, 30.0% of all | 50.0% of the zoomed frame | 100% of its parent | self 30",
		"shop.Cart.total, 60 samples, 60.0% of all, 60.0% of its parent, self 30",
		"shop.Cart.total, 30 samples, 30.0% of all, 50.0% of the zoomed frame, 50.0% of its parent, self 0",
		"all 1180, Main.main 1180, shop.Cart.total 1180, shop.Cart.total 1180, java.util.List.get 1180",
		"all 1180, Main.main 1180, shop.Cart.total 708, java.nio.Disk.read 472, shop.Cart.total 354, java.util.List.get 354",
		"shop.Cart.total, 60 samples, 60.0% of all, 60.0% of its parent, self 30",
		"java.nio.Disk.read, 40 samples, 40.0% of all, 40.0% of its parent, self 40",
		"java.nio.Disk.read, 40 samples, 40.0% of all, 40.0% of its parent, self 40",
		"1", "true", "true",
		"shop.Cart.total, 60 samples, 60.0% of all, 60.0% of its parent, self 30",
		"true",
	)
}

// tall has piles of twenty frames, with names of some length.
func tall() *stacks.Tree {
	var stacks []testtree.Stack
	for i := range 5 {
		pile := "main.Main.main"
		for d := range 20 {
			pile += fmt.Sprintf(";com.example.shop.of.packages.with.long.names.Class%d.method%d", i, d)
		}
		stacks = append(stacks, testtree.Stack{Frames: pile, Value: int64(300 + i), Base: 300})
	}
	return testtree.From(convert.Samples, stacks...)
}

// TestInSight: tooltips, the help on keys and the controls are within the picture and within the window, however wide or
// tall it is and wherever it is scrolled to, and the controls cover no box, tooltips no control.
func TestInSight(t *testing.T) {
	for _, opts := range []Options{{Width: 300, Orientation: Icicle}, {Width: 400}, {Width: 800, Orientation: Icicle}, {Width: 3000}} {
		browsertest.Expect(t, browsertest.Play(t, `
				const within = (what, e) => {
					const r = e.getBoundingClientRect(), p = svg.getBoundingClientRect();
					if (r.width < 5 || r.left < Math.max(0, p.left) || r.top < Math.max(0, p.top) || r.right > Math.min(innerWidth, p.right) || r.bottom > Math.min(innerHeight, p.bottom))
						log([what, "at", scrollX, scrollY, "is", r.left, r.top, r.right, r.bottom].join(" "));
				};
				if (svg.querySelector(".tools").compareDocumentPosition(svg.querySelector(".tip")) !== Node.DOCUMENT_POSITION_FOLLOWING) log("the controls cover the tooltip");
				document.body.style.margin = 0;
				svg.style.display = "block";
				for (const [x, y] of [[0, 0], [300, 0], [1e6, 0], [0, 1e6], [1e6, 100]]) {
					scrollTo(x, y);
					dispatchEvent(new Event("scroll")); // now, not with the next frame
					const p = svg.getBoundingClientRect();
					for (let cx = Math.max(12, p.left + 12); cx < Math.min(innerWidth, p.right - 12); cx += 97)
						for (let cy = Math.max(2, p.top); cy < Math.min(innerHeight, p.bottom); cy += 41) {
							svg.querySelector(".graph").dispatchEvent(new MouseEvent("mousemove", {clientX: cx, clientY: cy, bubbles: true}));
							if (!tip()) continue;
							within("tip", svg.querySelector(".tip div"));
							const shown = svg.querySelector(".tip div").getBoundingClientRect(), bar = svg.querySelector(".tools > div").getBoundingClientRect();
							if (shown.top < bar.bottom && shown.bottom > bar.top) log("the tooltip is over the controls");
						}
					if (y === 0) {
						key("?", svg);
						if (!tip().startsWith("Keys")) key("?", svg);
						within("help", svg.querySelector(".tip div"));
						key("?", svg);
						for (const b of svg.querySelectorAll("input, button")) within(b.textContent || "input", b);
						const bar = svg.querySelector(".tools > div").getBoundingClientRect();
						if (bar.bottom > Math.min(...boxes().map((b) => b.getBoundingClientRect().top))) log("the controls cover boxes");
						if (bar.top < Math.max(...[...svg.querySelectorAll(".head text")].map((e) => e.getBoundingClientRect().bottom))) log("the controls cover the legend");
					}
				}
				log("seen");`, draw(t, tall(), opts)),
			"seen")
	}
}

// TestAloneInSight: in its own document a picture that is wider and taller than the window has its controls visible.
func TestAloneInSight(t *testing.T) {
	svg := draw(t, tall(), Options{Width: 3000, Orientation: Icicle})
	svg = strings.Replace(svg, "</svg>\n", `<script>
		scrollTo(1700, 100);
		addEventListener("scroll", () => {
			const bar = document.querySelector(".tools > div").getBoundingClientRect();
			document.documentElement.setAttribute("data-bar", [scrollX, scrollY, bar.left, bar.top, bar.right - visualViewport.width].join(" "));
		});
		dispatchEvent(new Event("scroll"));
	</script></svg>`, 1)
	var bar string
	browsertest.Drive(t, browsertest.Look(t, 1200, 400), browsertest.WriteFile(t, "flame.svg", svg), `return document.documentElement.getAttribute("data-bar")`, &bar)
	if bar != "1700 100 0 0 0" {
		t.Errorf("the page is scrolled to, and the bar at, %q", bar)
	}
}

// TestLegendInSight: in a window that is narrower than the picture the controls have more rows than it has room for. They cover
// neither the legend nor boxes, and the picture ends below its boxes, either way up.
func TestLegendInSight(t *testing.T) {
	widths := []int{300, 360, 400, 500, 600, 700, 800, 1300}
	var want []string
	for _, w := range widths {
		want = append(want, fmt.Sprintf("%d alone: seen", w), fmt.Sprintf("%d on a page: seen", w))
	}
	for _, opts := range []Options{{}, {Width: 500, Orientation: Icicle}} {
		got := browsertest.InWindows(t, draw(t, tall(), opts), `
			const edges = (e) => e.getBoundingClientRect();
			for (const flipped of [false, true]) {
				const lines = [...svg.querySelectorAll(".head text")], boxes = [...svg.querySelectorAll(".graph rect[role=treeitem]")];
				for (const left of [0, 1e6]) {
					view.scrollTo(left, 0);
					view.dispatchEvent(new Event("scroll"));
					for (const e of [...lines, ...svg.querySelectorAll(".head rect")]) {
						const r = edges(e), from = Math.max(r.left, 0) + 2, to = Math.min(r.right, view.innerWidth) - 2;
						for (const y of [r.top + 3, r.bottom - 4]) for (const x of [from, (from + to) / 2, to]) {
							if (from >= to) continue;
							const seen = view.document.elementFromPoint(x, y);
							if (seen?.closest(".tools")) log([where, "the controls cover", e.textContent || "a color", "at", x, y].join(" "));
						}
					}
					const bar = edges(svg.querySelector(".tools > div"));
					if (bar.height < 20 || bar.bottom > Math.min(...boxes.map((b) => edges(b).top))) log(where + ": the controls cover boxes");
					for (const b of svg.querySelectorAll("input, button"))
						if (edges(b).right > Math.min(view.innerWidth, edges(svg).right) || edges(b).left < 0) log(where + ": out of sight is " + (b.textContent || "input"));
				}
				view.scrollTo(0, 0);
				const end = Math.max(...boxes.map((b) => edges(b).bottom)), of = edges(svg), page = edges(svg.querySelector(".page"));
				if (end + 11 !== of.bottom || page.bottom !== of.bottom || page.width !== of.width) log([where, "boxes end at", end, "the picture at", of.bottom, "its ground at", page.bottom].join(" "));
				const deep = boxes.find((b) => b.getAttribute("aria-level") === "4"), r = edges(deep);
				deep.dispatchEvent(new view.MouseEvent("mousemove", {clientX: Math.max(r.left, 0) + 1, clientY: r.top + 8, bubbles: true}));
				const tip = svg.querySelector(".tip div"), name = deep.getAttribute("aria-label").split(",")[0];
				if (tip.firstChild.textContent !== name) log([where, "pointed at", name, "and told of", tip.textContent].join(" "));
				[...svg.querySelectorAll("button")].find((b) => b.textContent === "Flip").click();
			}
			log(where + ": seen");`, widths...)
		browsertest.Expect(t, got, want...)
	}
}

// TestStatusInFull: the result of a search is not cut if there is room.
func TestStatusInFull(t *testing.T) {
	browsertest.Expect(t, browsertest.Play(t, `
		const full = (g) => { const o = g.querySelector("output"); log(status(g) + (o.scrollWidth > o.clientWidth ? ": cut off" : "")); };
		for (const g of graphs) {
			type("Class1|Class2.method1", g); full(g);
			key("n", g); full(g);
			mouse("click", box("com.example.shop.of.packages.with.long.names.Class1.method3", g)); full(g);
		}`, draw(t, tall(), Options{Width: 900}), draw(t, tall(), Options{Width: 600})),
		"31 matched: 39.9% (base 40.0%)", "1/31 matched: 39.9% (base 40.0%)", "4/31 matched: 39.9% (base 40.0%), 100% of zoom",
		"31 matched: 39.9% (base 40.0%)", "1/31 matched: 39.9% (base 40.0%)", "4/31 matched: 39.9% (base 40.0%), 100% of zoom",
	)
}

// TestStatusInWindows: the result of a search is not cut in narrow windows either, and the boxes do not move.
func TestStatusInWindows(t *testing.T) {
	widths := []int{300, 360, 400, 500, 600, 700, 760, 1300}
	var want []string
	for _, w := range widths {
		want = append(want, fmt.Sprintf("%d alone: seen", w), fmt.Sprintf("%d on a page: seen", w))
	}
	got := browsertest.InWindows(t, draw(t, tall(), Options{}), `
		const edges = (e) => e.getBoundingClientRect(), output = svg.querySelector("output"), bar = svg.querySelector(".tools > div");
		const input = svg.querySelector("input"), before = edges(svg.querySelector(".graph")).top;
		const find = (s) => {
			input.value = s;
			input.dispatchEvent(new view.Event("input", {bubbles: true}));
		};
		const zoom = () => {
			const e = [...svg.querySelectorAll(".graph rect")].find((e) => /Class1.method3/.test(e.getAttribute("aria-label"))), r = edges(e);
			e.dispatchEvent(new view.MouseEvent("click", {clientX: r.left + 1, clientY: r.top + 8, bubbles: true}));
		};
		const read = (says) => {
			if (output.textContent !== says) log([where, output.textContent, "instead of", says].join(" "));
			const range = view.document.createRange();
			range.selectNodeContents(output);
			const of = edges(bar);
			for (const r of [...range.getClientRects(), edges(input)]) {
				if (r.left < 0 || r.right > Math.min(view.innerWidth, of.right) || r.top < of.top || r.bottom > of.bottom)
					log([where, says, "is at", r.left, r.top, r.right, r.bottom].join(" "));
				for (const b of svg.querySelectorAll("button")) {
					const o = edges(b);
					if (o.left < r.right && r.left < o.right && o.top < r.bottom - 2 && r.top + 2 < o.bottom) log([where, b.textContent, "meets", says].join(" "));
				}
			}
			if (output.scrollWidth > output.clientWidth) log([where, says, "is cut off"].join(" "));
			if (edges(input).width < 80) log([where, "no room to type: ", edges(input).width].join(" "));
			if (edges(svg.querySelector(".graph")).top !== before) log([where, "the boxes move"].join(" "));
		};
		find("("); read("not a regular expression");
		find("Class1|Class2.method1"); read("31 matched: 39.9% (base 40.0%)");
		svg.querySelector("button[title^=Next]").click(); read("1/31 matched: 39.9% (base 40.0%)");
		zoom(); read("4/31 matched: 39.9% (base 40.0%), 100% of zoom");
		log(where + ": seen");`, widths...)
	browsertest.Expect(t, got, want...)
}

// TestLink: a link is the path of frames, so it finds its frame in a picture of another profile, or as much of the path
// as there is.
func TestLink(t *testing.T) {
	link := browsertest.Play(t, `mouse("click", boxes().filter((b) => b.getAttribute("aria-label").startsWith("shop.Cart.total"))[1]); type("list"); log(location.hash);`,
		draw(t, testtree.Server(), Options{ID: "g"}))[0]
	parameters, err := url.ParseQuery(strings.TrimPrefix(link, "#"))
	if err != nil || parameters.Get("g.s") != "list" || len(parameters.Get("g.z")) != 3*4 {
		t.Fatalf("link %s: %v", link, err)
	}
	fragment := "#z=" + parameters.Get("g.z")

	zoomed := func(tree *stacks.Tree) []string {
		names := make([]string, 9) // by level
		for _, e := range testsvg.Find(browsertest.Open(t, draw(t, tree, Options{Width: 700}), fragment), "rect") {
			if e.Attr["width"] == "679.5" && e.Attr["role"] == "treeitem" {
				name, _, _ := strings.Cut(e.Attr["aria-label"], ",")
				level, _ := strconv.Atoi(e.Attr["aria-level"])
				names[level] = name
			}
		}
		return slices.DeleteFunc(names, func(s string) bool { return s == "" })
	}
	newer := testtree.Server(testtree.Stack{Frames: "Aaa.first", Value: 50, Base: 0}, testtree.Stack{Frames: "Main.main;shop.Cart.total;shop.Cart.add", Value: 7, Base: 0}, testtree.Stack{Frames: "Main.main;shop.Cart.total;shop.Cart.total;a", Value: 1, Base: 0})
	if got := fmt.Sprint(zoomed(newer)); got != "[all Main.main shop.Cart.total shop.Cart.total]" {
		t.Errorf("full width in the newer picture: %s", got)
	}
	without := testtree.From(convert.Samples, testtree.Stack{Frames: "Main.main;shop.Cart.total;x", Value: 1, Base: 0}, testtree.Stack{Frames: "Main.main;shop.Cart.total;y", Value: 1, Base: 0}, testtree.Stack{Frames: "z", Value: 1, Base: 0})
	if got := fmt.Sprint(zoomed(without)); got != "[all Main.main shop.Cart.total]" {
		t.Errorf("full width where the frame is gone: %s", got)
	}
}

// TestSeveralGraphsPerPage: graphs made with the same options have their own ids and do not react to each other.
func TestSeveralGraphsPerPage(t *testing.T) {
	a, b := draw(t, testtree.Server(), Options{}), draw(t, testtree.Server(testtree.Stack{Frames: "Other.run", Value: 100, Base: 0}), Options{})
	browsertest.Expect(t, browsertest.Play(t, `
		const ids = [...document.querySelectorAll("svg, svg [id]")].map((e) => e.id);
		log(ids.length > 5 && new Set(ids).size === ids.length);
		mouse("click", box("shop.Cart.total", graphs[1])); type("Disk", graphs[0]); key("i", graphs[0]);
		log(names(graphs[0])); log(names(graphs[1]));
		log(status(graphs[0])); log(status(graphs[1]));`, a, b),
		"true",
		"all 1180, Main.main 1180, shop.Cart.total 708, java.nio.Disk.read 472, shop.Cart.total 354, java.util.List.get 354",
		"all 1180, Main.main 1180, shop.Cart.total 1180, shop.Cart.total 590, java.util.List.get 590",
		"1 matched: 40.0%", "",
	)
}

// TestHostileNamesInABrowser: names run nothing and make no elements, in their own file and inside of HTML.
func TestHostileNamesInABrowser(t *testing.T) {
	browsertest.Short(t)
	stacks := testtree.Hostile()
	for _, evil := range []string{
		`<img src=x onerror="pwned()">`, `</metadata><script>pwned()</script>`, `</svg><script>pwned()</script>`, `</style><script>pwned()</script>`,
		`";pwned();"`, `<!--<script>`, `]]></script><script>pwned()</script>`,
	} {
		stacks = append(stacks, testtree.Stack{Frames: "main.Main.main;" + strings.ReplaceAll(evil, ";", ","), Value: 50, Base: 0})
	}
	svg := draw(t, testtree.From(convert.Samples, stacks...), Options{Title: `</title><script>pwned()</script>`, Subtitle: `<script>pwned()</script>`, Width: 4000})
	browsertest.Expect(t, browsertest.Play(t, `
		log(document.scripts.length + " " + document.images.length + " " + document.querySelectorAll("svg script").length);
		type("script"); log(status());
		for (const b of boxes()) mouse("mousemove", b);
		const evil = boxes().find((b) => b.getAttribute("aria-label").startsWith("<img")); mouse("mousemove", evil); log(tip());
		log(document.images.length);`, `<script>const pwned = () => document.title = "pwned";</script>`+svg, `<script>document.title === "pwned" && console.log("pwned")</script>`),
		"3 0 1",            // the page's own three
		"7 matched: 25.1%", // 30 + 44 + 5 * 50 of 1,293
		`<img src=x onerror="pwned()"> | 50 samples, 3.87% of all | 3.87% of its parent | self 50`,
		"0",
	)
}

// TestStillPicture: in an img element no script runs. Boxes have their colors where they should be, on both
// backgrounds, and names end within their boxes.
func TestStillPicture(t *testing.T) {
	tree := testtree.From(convert.Samples, testtree.Wide(40, false)...)
	for _, theme := range []palette.Theme{palette.LightTheme, palette.DarkTheme} {
		svg := draw(t, tree, Options{Width: 900, Theme: theme, Color: KindColor})
		opts, err := Options{Width: 900, Color: KindColor, ID: "x"}.Settle(tree)
		if err != nil {
			t.Fatal(err)
		}
		f := newPicture(tree, opts, false)
		name := browsertest.WriteFile(t, "flame.svg", svg)
		var height int
		_, text, _ := strings.Cut(svg, `height="`)
		fmt.Sscan(text, &height)
		picture := browsertest.Screenshot(t, `<body style="margin:0"><img style="display:block" src="`+name+`">`, 900, height)
		checkRims(t, picture, f, theme == palette.DarkTheme, 900)
		checked := 0
		for i, b := range f.boxes {
			if b.w < 3 || b.node == noNode {
				continue
			}
			s := f.swatches[f.class[i]]
			want := s.Light
			if theme == palette.DarkTheme {
				want = s.Dark
			}
			// The last whole pixel of the box: after the name, before the neighbor.
			x, y := int(margin+b.x+b.w-0.5)-1, f.top+f.row(b.depth)*rowHeight+8
			if got := browsertest.HexOf(picture, x, y); got != want {
				t.Errorf("%s: box %d at depth %d, pixel %d,%d: %s, want %s", theme, i, b.depth, x, y, got, want)
			}
			checked++
		}
		if checked < 50 {
			t.Errorf("%s: only %d boxes checked", theme, checked)
		}
	}
}
