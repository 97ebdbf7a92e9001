package render

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/pattern"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/templates"
)

// TestRootInSight: a picture that is taller than the window opens with its root in it, also if it was made to have it at the
// bottom, and when it is turned upside down.
func TestRootInSight(t *testing.T) {
	tree := treeOf(convert.Samples, deep(300)...)
	for _, orientation := range []Orientation{AutoOrientation, Flame, Icicle} {
		svg := draw(t, tree, FlameOptions{Orientation: orientation})
		if got, want := strings.Contains(svg, `"icicle":true`), orientation != Flame; got != want {
			t.Errorf("orientation %d: icicle is %v", orientation, got)
		}
		if got, want := strings.Contains(svg, "Drawn downwards, as it is 300 frames deep: --flame draws it upwards."), orientation == AutoOrientation; got != want {
			t.Errorf("orientation %d: it says that it is drawn downwards: %v", orientation, got)
		}
		expect(t, inWindows(t, svg, `
			const root = () => {
				const r = [...svg.querySelectorAll(".graph rect[role=treeitem]")].find((e) => e.getAttribute("aria-label").startsWith("all,"))?.getBoundingClientRect();
				return r && r.top >= 0 && r.bottom <= view.innerHeight ? "root in sight" : "no root";
			};
			const flip = () => [...svg.querySelectorAll("button")].find((b) => b.textContent === "Flip").click();
			if (where.endsWith("page")) return;
			const said = [root()];
			for (let i = 0; i < 2; i++) {
				flip();
				said.push(root());
			}
			log(said.join(", "));`, 1280), "root in sight, root in sight, root in sight")
	}
	if svg := draw(t, server(), FlameOptions{}); !strings.Contains(svg, `"icicle":false`) || strings.Contains(svg, "Drawn downwards") {
		t.Error("a low picture is an icicle")
	}
}

// TestWindowWidth: alone in its document a picture has the width of the window, also after that has changed. On a page, or with
// a width of its own, it does not.
func TestWindowWidth(t *testing.T) {
	const script = `
		const root = () => Math.round(boxes(svg).find((e) => e.getAttribute("aria-label").startsWith("all,")).getBoundingClientRect().width);
		const cut = () => [...svg.querySelectorAll(".head text")].some((e) => e.getBoundingClientRect().right > view.innerWidth);
		const before = root();
		view.frameElement.style.width = "900px";
		view.dispatchEvent(new Event("resize"));
		log(where + ": " + before + ", then " + root() + (cut() ? ", cut off" : ""));`
	got := inWindows(t, draw(t, server(), FlameOptions{}), script, 500, 1300)
	slices.Sort(got)
	// The frame is 20 pixels narrower, its box a gap of half a pixel.
	expect(t, got, "1300 alone: 1280, then 880", "1300 on a page: 1180, then 1180", "500 alone: 480, then 880", "500 on a page: 1180, then 1180")
	got = inWindows(t, draw(t, server(), FlameOptions{Width: 700}), script, 1300)
	slices.Sort(got)
	expect(t, got, "1300 alone: 680, then 680", "1300 on a page: 680, then 680")
}

// TestRests: a rest opens if the file has its frames, and else says how to draw them.
func TestRests(t *testing.T) {
	few, many := []stack{{"a.A.wide", 100_000, 0}}, []stack{{"a.A.wide", 1_000_000, 0}}
	for i := range 50 {
		few = append(few, stack{fmt.Sprintf("b.B.narrow%02d;c.C.callee", i), 100, 0})
	}
	for i := range fileFrames + 1000 {
		many = append(many, stack{fmt.Sprintf("b.B.narrow%d", i), 1, 0})
	}
	const script = `
		const at = (x, y) => svg.querySelector(".graph").dispatchEvent(new MouseEvent("click", {clientX: x, clientY: y, bubbles: true}));
		const wide = box("a.A.wide").getBoundingClientRect();
		mouse("click", box("all"));
		at(wide.right + 2, wide.top + 8);
		log(names().replace(/(narrow\d\d \d+, ).*(, c.C)/, "$1…$2").replace(/(callee \d+), .*/, "$1"));
		log(status());`
	expect(t, play(t, script, draw(t, treeOf(convert.Samples, few...), FlameOptions{MinWidth: 2})),
		"all 1180, b.B.narrow00 23, …, c.C.callee 23", "")
	expect(t, play(t, script, draw(t, treeOf(convert.Samples, many...), FlameOptions{})),
		"all 1180, a.A.wide 1176", "3,000 frames, 0.30%: not in this file; drawn with --min-width 0 it has them")
	// A rest opens by itself where there is room.
	expect(t, play(t, `mouse("click", box("main.main")); log(boxes().length);`,
		draw(t, treeOf(convert.Samples, stack{"x.X.other", 10_000, 0}, stack{"main.main;b.B.one", 600, 0}, stack{"main.main;b.B.two", 9, 0}), FlameOptions{MinWidth: 2})),
		"4") // all, main, one, two
}

// TestViewerMergesRecursion: the viewer merges chains of a frame that calls itself as the program does.
func TestViewerMergesRecursion(t *testing.T) {
	for name, piles := range map[string][]stack{
		"chains":  {{"a;b;b;b;c", 5, 0}, {"a;b;c;c", 4, 0}, {"a;b;d;b", 3, 0}, {"a;a;a", 2, 0}, {"b;b;c", 9, 0}},
		"nothing": {{"a;b;a;b", 5, 0}},
		"deep":    deep(60),
	} {
		for _, metric := range []convert.Metric{convert.Samples, convert.Calls} {
			tree := treeOf(metric, piles...)
			opts := FlameOptions{Width: 500, MinWidth: 3, ID: "x", Title: "t"}
			still := linesOf(t, elements(t, draw(t, tree.MergeRecursion(), opts)))
			live := linesOf(t, open(t, draw(t, tree, opts), "#r=1"))
			// The picture stays as deep as it was.
			bottom := func(lines []string) []string {
				var of []string
				for _, l := range lines {
					f := strings.Fields(l)
					of = append(of, f[0]+" "+f[1])
				}
				slices.Sort(of)
				return of
			}
			if got, want := bottom(live), bottom(still); !slices.Equal(got, want) {
				t.Errorf("%s, %s:\ngot  %q\nwant %q", name, metric, got, want)
			}
		}
	}
}

// without returns stacks without a frame; of calls, without the stacks that end in it.
func without(metric convert.Metric, hidden string, piles []stack) []stack {
	var left []stack
	for _, s := range piles {
		frames := strings.Split(s.frames, ";")
		if metric == convert.Calls && frames[len(frames)-1] == hidden {
			continue
		}
		s.frames = strings.Join(slices.DeleteFunc(frames, func(f string) bool { return f == hidden }), ";")
		left = append(left, s)
	}
	return left
}

// TestViewerHides: callees of a hidden method take its place, with the widths that they have where stacks lack the method. Its samples
// are those of its callers; its entries do not count.
func TestViewerHides(t *testing.T) {
	piles := []stack{{"a;b;c", 50, 0}, {"a;c;b;d", 40, 0}, {"a;b", 30, 0}, {"b;b;c", 20, 0}, {"a;b;b;d", 15, 0}, {"a;d;b", 9, 0}}
	for _, metric := range []convert.Metric{convert.Samples, convert.Calls} {
		for _, reverse := range []bool{false, true} {
			tree, want := treeOf(metric, piles...), treeOf(metric, without(metric, "b", piles)...)
			if reverse {
				tree, want = tree.Reversed(), want.Reversed()
			}
			opts := FlameOptions{Width: 500, MinWidth: 1, ID: "x", Title: "t", Color: NameColor, Reverse: reverse}
			bottom := func(lines []string) []string {
				for i, l := range lines {
					lines[i] = strings.Join(strings.Fields(l)[:2], " ")
				}
				slices.Sort(lines)
				return lines
			}
			still, live := bottom(linesOf(t, elements(t, draw(t, want, opts)))), bottom(linesOf(t, open(t, draw(t, tree, opts), "#h=%5Eb%24")))
			if !slices.Equal(live, still) {
				t.Errorf("%s, reversed %v:\ngot  %q\nwant %q", metric, reverse, live, still)
			}
		}
	}
}

// TestHideAndReset: h hides the method last pointed at, wherever it is; the address has it, and Escape shows it again. The zoom stays.
func TestHideAndReset(t *testing.T) {
	svg := draw(t, server(), FlameOptions{})
	expect(t, play(t, `
		mouse("click", box("java.util.List.get"));
		log(names());
		mouse("mousemove", box("shop.Cart.total"));
		key("h");
		log(names() + " " + status() + " " + decodeURIComponent(location.hash.replace(/.*h=/, "")));
		log(document.activeElement.getAttribute("aria-label"));
		key("Escape");
		log(names() + " " + status());
		mouse("mousemove", box("shop.Cart.total"));
		button("Hide").click();
		mouse("mousemove", box("Main.main"));
		log(tip());
		type("Cart|Disk");
		log(status());
		log(button("Reset").disabled);
		mouse("mousemove", box("all"));
		key("h", svg);
		log(names());`, svg),
		"all 1180, Main.main 1180, shop.Cart.total 1180, shop.Cart.total 1180, java.util.List.get 1180",
		`all 1180, Main.main 1180, java.util.List.get 1180 1 method hidden ^shop\.Cart\.total$`,
		"Main.main, 100 samples, 100% of all, 100% of its parent, incl. hidden code 30",
		"all 1180, Main.main 1180, shop.Cart.total 708, java.nio.Disk.read 472, shop.Cart.total 354, java.util.List.get 354 ",
		"Main.main | 100 samples, 100% of all | 100% of its parent | incl. hidden code 30",
		"1 matched: 40.0%; 1 method hidden", "false", "all 1180, Main.main 1180, java.nio.Disk.read 472, java.util.List.get 354")
	if got := find(open(t, svg, "#h=(c%2B)%2Brt"), "output")[0].text; got != "nothing is hidden: the link's pattern might take for ever" {
		t.Errorf("status %q", got)
	}
	if compared := draw(t, treeOf(convert.Samples, stack{"a", 9, 8}), FlameOptions{}); len(play(t, `if (button("Hide")) log("Hide");`, compared)) > 0 {
		t.Error("a comparison hides methods: their sums were not tested")
	}
}

// TestRecursionKeepsZoom: the zoomed frame stays when recursion is merged, and no longer.
func TestRecursionKeepsZoom(t *testing.T) {
	expect(t, play(t, `
		mouse("click", box("java.util.List.get"));
		key("r");
		log(names());
		key("r");
		log(names());`, draw(t, server(), FlameOptions{})),
		"all 1180, Main.main 1180, shop.Cart.total 1180, java.util.List.get 1180",
		"all 1180, Main.main 1180, shop.Cart.total 1180, shop.Cart.total 1180, java.util.List.get 1180")
}

// TestFocusOfKeys: the picture stays in the order of Tab, with a current frame that is too narrow for a name as well; the focus and the
// tooltip are those of the frame that keys act on, after Escape and after a step back.
func TestFocusOfKeys(t *testing.T) {
	expect(t, play(t, `
		const stops = () => boxes().filter((b) => b.tabIndex === 0).map((b) => b.getAttribute("aria-label").split(",")[0]).join();
		type("hit");
		key("n", svg);
		log(stops());
		key("Escape", svg);
		log(stops());
		box("a.A.wide").focus();
		log(tip().split(" ")[0]);
		key("Escape");
		log(stops() + " " + document.activeElement.getAttribute("aria-label").split(",")[0] + " " + tip());
		key("ArrowUp");
		key("Enter");
		log(stops() + " " + document.activeElement.getAttribute("aria-label").split(",")[0]);
		history.replaceState(null, "", "#");
		dispatchEvent(new Event("popstate"));
		log(stops() + " " + document.activeElement.getAttribute("aria-label").split(",")[0] + " " + tip());`,
		draw(t, treeOf(convert.Samples, stack{"a.A.wide", 990, 0}, stack{"b.B.hit", 10, 0}), FlameOptions{})),
		"b.B.hit", "all", "a.A.wide", "all all ", "a.A.wide a.A.wide", "all all ")
}

// TestChanceInTooltips: tooltips of a comparison say whether a change is beyond chance, as still as live.
func TestChanceInTooltips(t *testing.T) {
	tree := treeOf(convert.Samples, stack{"a.A.more", 30_000, 20_000}, stack{"b.B.alike", 52_000, 50_000}, stack{"c.C.same", 18_005, 18_000}, stack{"d.D.fell", 0, 12_000})
	tree.Base.Changed = []bool{false, true, true, false, true} // of b.B.alike the color says no change
	svg := draw(t, tree, FlameOptions{})
	var still []string
	for _, e := range find(elements(t, svg), "title") {
		still = append(still, e.text)
	}
	for i, want := range []string{"a.A.more +", "b.B.alike +", "c.C.same +", "d.D.fell −"} {
		name := strings.Fields(want)[0]
		verdict := map[bool]string{true: "points, more than chance", false: "points, no more than chance"}[tree.Base.Changed[i+1]]
		if at := slices.IndexFunc(still, func(s string) bool { return strings.HasPrefix(s, name) }); at < 0 || !strings.Contains(still[at], verdict) {
			t.Errorf("%s: %q", name, still)
		}
		got := play(t, `mouse("mousemove", box("`+name+`")); log(tip());`, svg)
		if len(got) != 1 || !strings.Contains(got[0], verdict) {
			t.Errorf("%s: %q, want %s", name, got, verdict)
		}
	}
}

// TestMatchesByWeight: the next match is the next narrower one, wherever it is.
func TestMatchesByWeight(t *testing.T) {
	svg := draw(t, treeOf(convert.Samples, stack{"a.A.x;c.C.hit2", 30, 0}, stack{"b.B.hit1", 50, 0}, stack{"d.D.y;d.D.hit3", 20, 0}), FlameOptions{SortByName: true})
	expect(t, play(t, `
		type("hit");
		for (let i = 0; i < 4; i++) {
			key("n", svg);
			log(status() + " " + tip().split(" ")[0]);
		}
		key("N", svg);
		log(status());`, svg),
		"1/3 matched: 100% b.B.hit1", "2/3 matched: 100% c.C.hit2", "3/3 matched: 100% d.D.hit3", "1/3 matched: 100% b.B.hit1", "3/3 matched: 100%")
}

// TestSearchOfPlainNames: whatever names are shown, patterns match package.Class.method, and with \( the signature.
func TestSearchOfPlainNames(t *testing.T) {
	p, err := iprof.Parse(strings.NewReader(`{"version":"1.0.0",
		"types":[{"id":1,"name":"app.Main"},{"id":2,"name":"void"},{"id":3,"name":"[Ljava.lang.String;"},{"id":4,"name":"int"},{"id":5,"name":"other.Main"}],
		"methods":[{"id":1,"name":"main","signature":[1,2,3]},{"id":2,"name":"main","signature":[1,2]},{"id":3,"name":"work","signature":[1,2,4]},{"id":4,"name":"work","signature":[5,2,4]}],
		"samplingProfiles":[{"ctx":"2:0<1:1","records":[10]},{"ctx":"3:4<2:1<1:1","records":[30]},{"ctx":"4:4<2:1<1:1","records":[60]}]}`), iprof.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, style := range []convert.NameStyle{convert.FullNames, convert.ShortNames, convert.SignatureNames} {
		names := convert.NewNames(p, convert.NameOptions{Style: style, Disambiguate: true})
		tree, err := stacks.NewTree(p, names, stacks.Options{PatternNames: true})
		if err != nil {
			t.Fatal(err)
		}
		expect(t, play(t, `
			for (const s of ["app.Main.main", "main$", "other", "^app.Main.work$", "work\\(int\\)$", "main\\(java.lang.String\\[\\]\\)", "(app|other).*work", "String"]) {
				type(s);
				log(s + " " + status());
			}`, draw(t, tree, FlameOptions{})),
			"app.Main.main 2 matched: 100%", "main$ 2 matched: 100%", "other 1 matched: 60.0%", "^app.Main.work$ 1 matched: 30.0%",
			`work\(int\)$ 2 matched: 90.0%`, `main\(java.lang.String\[\]\) 1 matched: 100%`, "(app|other).*work 2 matched: 90.0%", "String no match")
	}
}

// TestUnseen: a search says how much it cannot see: frames that the file lacks, and VM frames that are folded.
func TestUnseen(t *testing.T) {
	piles := []stack{{"a.A.wide", 1_000_000, 0}, {"a.A.wide;" + convert.VMFrame, 500_000, 0}}
	for i := range fileFrames + 1000 {
		piles = append(piles, stack{fmt.Sprintf("b.B.narrow%d", i), 10, 0})
	}
	expect(t, play(t, `type("narrow0"); log(status()); type("wide"); log(status()); type("(?i)WIDE|all"); log(status());`,
		draw(t, treeOf(convert.Samples, piles...), FlameOptions{MinWidth: 1})),
		"no match, up to 34.6% more in frames that are not shown", // 530,000 of 1,530,000
		"1 matched: 98.0%, up to 1.96% more in frames that are not shown",
		"1 matched: 98.0%, up to 1.96% more in frames that are not shown")
}

// TestCopyWhatWasPointedAt: the pointer has to leave a frame to get to the button.
func TestCopyWhatWasPointedAt(t *testing.T) {
	expect(t, play(t, `
		Object.defineProperty(navigator, "clipboard", {value: {writeText: (s) => { log(s); return Promise.resolve(); }}});
		mouse("mousemove", box("java.nio.Disk.read"));
		svg.querySelector(".graph").dispatchEvent(new MouseEvent("mouseleave"));
		button("Copy name").click();
		button("Copy stack").click();
		mouse("click", box("shop.Cart.total"));
		button("Copy name").click();`, draw(t, server(), FlameOptions{})),
		"java.nio.Disk.read", "Main.main\njava.nio.Disk.read", "shop.Cart.total")
}

// TestDetails: notes are below the still picture, and in the viewer in a panel.
func TestDetails(t *testing.T) {
	tree := server()
	tree.Notes = []string{"samples are no seconds"}
	expect(t, play(t, `
		const panel = svg.querySelector(".panel");
		log([...svg.querySelectorAll(".head text")].some((e) => e.textContent.includes("seconds")));
		button("Details").click();
		log(panel.getAttribute("visibility") + " " + panel.textContent.includes("Samples are no seconds."));
		key("d", svg);
		log(panel.getAttribute("visibility"));`, draw(t, tree, FlameOptions{})),
		"false", "visible true", "hidden")
	if svg := draw(t, tree, FlameOptions{NoNotes: true}); strings.Contains(svg, "seconds") {
		t.Error("notes that were to be left out")
	}
}

// TestContentSecurityPolicy: the script runs where a page allows no other, by its hash, which is the same for all pictures.
func TestContentSecurityPolicy(t *testing.T) {
	for _, tree := range []*stacks.Tree{server(), treeOf(convert.Samples, hostile()...)} {
		svg := draw(t, tree, FlameOptions{})
		hash := sha256.Sum256([]byte("\n" + templates.FlameJS()))
		page := `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-` +
			base64.StdEncoding.EncodeToString(hash[:]) + `'">` + svg
		live := false
		if drive(t, look(t, 1300, 900), writeFile(t, "page.html", page), `return Boolean(document.querySelector("svg.live [role=treeitem]"))`, &live); !live {
			t.Error("the viewer does not run")
		}
	}
}

// TestSlide: a slide is a still picture of 16:9 with all of it in sight, however deep the stacks are.
func TestSlide(t *testing.T) {
	for _, tree := range []*stacks.Tree{server(), treeOf(convert.Samples, deep(300)...), treeOf(convert.Samples, wide(50, false)...), treeOf(convert.Samples)} {
		for _, orientation := range []Orientation{AutoOrientation, Flame, Icicle} {
			svg := draw(t, tree, FlameOptions{Slide: true, Orientation: orientation})
			all := elements(t, svg)
			if a := all[0].attr; a["width"] != "1920" || a["height"] != "1080" || len(find(all, "script"))+len(find(all, "metadata")) > 0 {
				t.Errorf("%v", a)
			}
			var width, height int
			fmt.Sscanf(all[0].attr["viewBox"], "0 0 %d %d", &width, &height)
			settled, _ := FlameOptions{Slide: true, Orientation: orientation}.settle(tree)
			f := newFlame(tree, settled, false)
			if size := labelSize * 1280 / float64(width); size < LeastSlideText {
				t.Errorf("text of %.1f pixels on a screen of 1280", size)
			}
			for i := range f.boxes {
				if b := &f.boxes[i]; !f.isTinyRest(b) && f.label(b) == "" {
					t.Errorf("a box of %.0f pixels at depth %d has no label", b.w, b.depth)
				}
			}
			if f.top+f.rows*rowHeight > height || width*9 != height*16 {
				t.Errorf("%d rows from %d on are not in %d × %d", f.rows, f.top, width, height)
			}
		}
	}
}

// TestSlideOfRun: frames with all of their caller's samples are one row, with their number and ends.
func TestSlideOfRun(t *testing.T) {
	tree := treeOf(convert.Samples, stack{"start;one;two;three;four;main;left", 600, 0}, stack{"start;one;two;three;four;main;right", 400, 0}).CollapseRuns()
	settled, _ := FlameOptions{Slide: true}.settle(tree)
	f := newFlame(tree, settled, false)
	var labels []string
	for i := range f.boxes {
		labels = append(labels, f.label(&f.boxes[i]))
	}
	if want := []string{"all: 1,000 samples", "… 5 frames: start … four", "main", "left", "right"}; !slices.Equal(labels, want) {
		t.Errorf("%q, want %q", labels, want)
	}
	if f.swatches[f.class[1]] != restSwatch || f.boxes[1].total != 1000 {
		t.Errorf("the run has the color %v and %d samples", f.swatches[f.class[1]], f.boxes[1].total)
	}
}

// recursiveTree is like a profile of a compiler: few methods, deep stacks, most of them seen once.
func recursiveTree(samples, depth int) *stacks.Tree {
	r := rand.New(rand.NewPCG(5, 6))
	var all []stack
	var path []string
	for range samples {
		path = path[:int(float64(len(path))*(1-r.Float64()*r.Float64()))]
		for len(path) < depth/3+r.IntN(depth*2/3) {
			path = append(path, fmt.Sprintf("com.example.compiler.comp.Attr%d.visit%d", r.IntN(20), r.IntN(30)))
		}
		all = append(all, stack{strings.Join(path, ";"), 1, 0})
	}
	return treeOf(convert.Samples, all...)
}

// TestBytesPerFrame: of a picture with many frames a file has at most 60 bytes a frame.
func TestBytesPerFrame(t *testing.T) {
	tree := recursiveTree(1157, 120)
	svg := draw(t, tree, FlameOptions{})
	if each := float64(len(svg)) / float64(len(tree.Nodes)); len(tree.Nodes) < 15_000 || each > 60 {
		t.Errorf("%d frames, %.1f bytes each", len(tree.Nodes), each)
	}
	fixed := len(draw(t, treeOf(convert.Samples, stack{"a", 1, 0}), FlameOptions{}))
	tree = treeOf(convert.Samples, wide(800, false)...)
	svg = draw(t, tree, FlameOptions{})
	if each := float64(len(svg)-fixed) / float64(len(tree.Nodes)); each > 60 {
		t.Errorf("%d frames, %.1f bytes each beside those of any picture", len(tree.Nodes), each)
	}
}

// TestSearchIsFocus: the share that a search tells is the one that --focus keeps, for every profile at hand.
func TestSearchIsFocus(t *testing.T) {
	files := []string{"../testdata/shop.iprof"}
	for _, beside := range []string{"../../shared/real/*.iprof.gz", "../../shared/jvm/*/*.iprof*"} {
		more, _ := filepath.Glob(beside)
		files = append(files, more...)
	}
	var svgs, want []string
	patterns := []string{"java.util", "Map.get", "main$", "^com", "i[nt]", `\.<init>`, "String", "[A-Z]ap", "walk|visit",
		"HashMap.get(Object)", "append(String)", "j.u.HashMap.put(Object, Object)", "Str…r.append(…)", "get(All)?", "main(java.lang.String[])"}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		p, err := iprof.Parse(strings.NewReader(string(data)), iprof.Options{})
		if err != nil {
			t.Fatal(err)
		}
		names := convert.NewNames(p, convert.NameOptions{Disambiguate: true})
		opts := stacks.Options{Metric: convert.DefaultMetric, PatternNames: true, Filter: convert.FilterOptions{View: convert.ExpertView}}
		all, err := stacks.NewTree(p, names, opts)
		if err != nil || all.Nodes[0].Total == 0 {
			continue
		}
		svgs = append(svgs, draw(t, all, FlameOptions{MinWidth: 1e-9}))
		for _, s := range patterns {
			if opts.Filter.Focus, err = pattern.Compile(s); err != nil {
				t.Fatal(err)
			}
			kept, err := stacks.NewTree(p, names, opts)
			if err != nil {
				t.Fatal(err)
			}
			said := "no match"
			if kept.Nodes[0].Total > 0 {
				said = percent(kept.Nodes[0].Total, all.Nodes[0].Total)
			}
			want = append(want, fmt.Sprintf("%d %s: %s", len(svgs)-1, s, said))
		}
	}
	quoted := fmt.Sprintf("%q", patterns)
	got := play(t, `
		const patterns = `+strings.ReplaceAll(strings.ReplaceAll(quoted, `" "`, `", "`), "\n", "")+`;
		graphs.forEach((g, i) => {
			for (const s of patterns) {
				type(s, g);
				log(i + " " + s + ": " + status(g).replace(/^.* matched: /, "").replace(/^no match.*/, "no match").replace(/, .*/, ""));
			}
		});`, svgs...)
	expect(t, got, want...)
}
