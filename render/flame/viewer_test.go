package flame

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/pattern"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/internal/browsertest"
	"github.com/iprof-viz/iprof-viz/internal/testfile"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/internal/testsvg"
	"github.com/iprof-viz/iprof-viz/internal/testtree"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render/internal/numbers"
	"github.com/iprof-viz/iprof-viz/render/internal/pixeltext"
	"github.com/iprof-viz/iprof-viz/render/palette"
	"github.com/iprof-viz/iprof-viz/templates"
)

// TestRootInSight: a picture that is taller than the window opens with its root in it, also if it was made to have it at the
// bottom, and when it is turned upside down.
func TestRootInSight(t *testing.T) {
	tree := testtree.From(convert.Samples, testtree.Deep(300)...)
	for _, orientation := range []Orientation{AutoOrientation, Flame, Icicle} {
		svg := draw(t, tree, Options{Orientation: orientation})
		if got, want := strings.Contains(svg, `"icicle":true`), orientation != Flame; got != want {
			t.Errorf("orientation %d: icicle is %v", orientation, got)
		}
		if got, want := strings.Contains(svg, "Root on top because it is 300 frames deep: --flame puts it at the bottom."), orientation == AutoOrientation; got != want {
			t.Errorf("orientation %d: it says that it is drawn downwards: %v", orientation, got)
		}
		browsertest.Expect(t, browsertest.InWindows(t, svg, `
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
	if svg := draw(t, testtree.Server(), Options{}); !strings.Contains(svg, `"icicle":false`) || strings.Contains(svg, "Drawn downwards") {
		t.Error("a low picture is an icicle")
	}
}

// TestWindowWidth: alone in its document a picture has the width of the window, also after that has changed. On a page, or with
// its own width, it does not.
func TestWindowWidth(t *testing.T) {
	const script = `
		const root = () => Math.round(boxes(svg).find((e) => e.getAttribute("aria-label").startsWith("all,")).getBoundingClientRect().width);
		const cut = () => [...svg.querySelectorAll(".head text")].some((e) => e.getBoundingClientRect().right > view.innerWidth);
		const before = root();
		view.frameElement.style.width = "900px";
		view.dispatchEvent(new Event("resize"));
		log(where + ": " + before + ", then " + root() + (cut() ? ", cut off" : ""));`
	got := browsertest.InWindows(t, draw(t, testtree.Server(), Options{}), script, 500, 1300)
	// The frame is 20 pixels narrower, its box a gap of half a pixel.
	browsertest.Expect(t, got, "500 alone: 480, then 880", "500 on a page: 1180, then 1180", "1300 alone: 1280, then 880", "1300 on a page: 1180, then 1180")
	got = browsertest.InWindows(t, draw(t, testtree.Server(), Options{Width: 700}), script, 1300)
	browsertest.Expect(t, got, "1300 alone: 680, then 680", "1300 on a page: 680, then 680")
}

// TestRests: a rest opens if the file has its frames, and else says how to draw them.
func TestRests(t *testing.T) {
	few, many := []testtree.Stack{{Frames: "a.A.wide", Value: 100_000, Base: 0}}, []testtree.Stack{{Frames: "a.A.wide", Value: 1_000_000, Base: 0}}
	for i := range 50 {
		few = append(few, testtree.Stack{Frames: fmt.Sprintf("b.B.narrow%02d;c.C.callee", i), Value: 100, Base: 0})
	}
	for i := range fileFrames + 1000 {
		many = append(many, testtree.Stack{Frames: fmt.Sprintf("b.B.narrow%d", i), Value: 1, Base: 0})
	}
	const script = `
		const at = (x, y) => svg.querySelector(".graph").dispatchEvent(new MouseEvent("click", {clientX: x, clientY: y, bubbles: true}));
		const wide = box("a.A.wide").getBoundingClientRect();
		mouse("click", box("all"));
		at(wide.right + 2, wide.top + 8);
		log(names().replace(/(narrow\d\d \d+, ).*(, c.C)/, "$1…$2").replace(/(callee \d+), .*/, "$1"));
		log(status());`
	browsertest.Expect(t, browsertest.Play(t, script, draw(t, testtree.From(convert.Samples, few...), Options{MinWidth: 2})),
		"all 1180, b.B.narrow00 23, …, c.C.callee 23", "")
	browsertest.Expect(t, browsertest.Play(t, script, draw(t, testtree.From(convert.Samples, many...), Options{})),
		"all 1180, a.A.wide 1176", "3,000 frames, 0.30%: not in this file; drawn with --min-width 0 it has them")
	// A rest opens by itself where there is room.
	browsertest.Expect(t, browsertest.Play(t, `mouse("click", box("main.main")); log(boxes().length);`,
		draw(t, testtree.From(convert.Samples, testtree.Stack{Frames: "x.X.other", Value: 10_000, Base: 0}, testtree.Stack{Frames: "main.main;b.B.one", Value: 600, Base: 0}, testtree.Stack{Frames: "main.main;b.B.two", Value: 9, Base: 0}), Options{MinWidth: 2})),
		"4") // all, main, one, two
}

// TestViewerMergesRecursion: the viewer merges chains of a frame that calls itself as the program does.
func TestViewerMergesRecursion(t *testing.T) {
	for name, piles := range map[string][]testtree.Stack{
		"chains":  {{Frames: "a;b;b;b;c", Value: 5, Base: 0}, {Frames: "a;b;c;c", Value: 4, Base: 0}, {Frames: "a;b;d;b", Value: 3, Base: 0}, {Frames: "a;a;a", Value: 2, Base: 0}, {Frames: "b;b;c", Value: 9, Base: 0}},
		"nothing": {{Frames: "a;b;a;b", Value: 5, Base: 0}},
		"deep":    testtree.Deep(60),
	} {
		for _, metric := range []convert.Metric{convert.Samples, convert.Calls} {
			tree := testtree.From(metric, piles...)
			opts := Options{Width: 500, MinWidth: 3, ID: "x", Title: "t"}
			still := linesOf(t, testsvg.Elements(t, draw(t, tree.MergeRecursion(), opts)))
			live := linesOf(t, browsertest.Open(t, draw(t, tree, opts), "#r=1"))
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
func without(metric convert.Metric, hidden string, piles []testtree.Stack) []testtree.Stack {
	var left []testtree.Stack
	for _, s := range piles {
		frames := strings.Split(s.Frames, ";")
		if metric == convert.Calls && frames[len(frames)-1] == hidden {
			continue
		}
		s.Frames = strings.Join(slices.DeleteFunc(frames, func(f string) bool { return f == hidden }), ";")
		left = append(left, s)
	}
	return left
}

// TestViewerHides: callees of a hidden method take its place, with the widths that they have where stacks lack the method. Its samples
// are those of its callers; its entries do not count.
func TestViewerHides(t *testing.T) {
	piles := []testtree.Stack{{Frames: "a;b;c", Value: 50, Base: 0}, {Frames: "a;c;b;d", Value: 40, Base: 0}, {Frames: "a;b", Value: 30, Base: 0}, {Frames: "b;b;c", Value: 20, Base: 0}, {Frames: "a;b;b;d", Value: 15, Base: 0}, {Frames: "a;d;b", Value: 9, Base: 0}}
	for _, metric := range []convert.Metric{convert.Samples, convert.Calls} {
		for _, reverse := range []bool{false, true} {
			tree, want := testtree.From(metric, piles...), testtree.From(metric, without(metric, "b", piles)...)
			if reverse {
				tree, want = tree.Reversed(), want.Reversed()
			}
			opts := Options{Width: 500, MinWidth: 1, ID: "x", Title: "t", Color: NameColor, Reverse: reverse}
			bottom := func(lines []string) []string {
				for i, l := range lines {
					lines[i] = strings.Join(strings.Fields(l)[:2], " ")
				}
				slices.Sort(lines)
				return lines
			}
			still, live := bottom(linesOf(t, testsvg.Elements(t, draw(t, want, opts)))), bottom(linesOf(t, browsertest.Open(t, draw(t, tree, opts), "#h=%5Eb%24")))
			if !slices.Equal(live, still) {
				t.Errorf("%s, reversed %v:\ngot  %q\nwant %q", metric, reverse, live, still)
			}
		}
	}
}

// TestHideAndReset: h hides the method last pointed at, wherever it is; the address has it, and Escape shows it again. The zoom stays.
func TestHideAndReset(t *testing.T) {
	svg := draw(t, testtree.Server(), Options{})
	browsertest.Expect(t, browsertest.Play(t, `
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
	if got := testsvg.Find(browsertest.Open(t, svg, "#h=(c"), "output")[0].Text; got != "hidden methods not restored: the link's pattern is invalid or too complex" {
		t.Errorf("status %q", got)
	}
	if compared := draw(t, testtree.From(convert.Samples, testtree.Stack{Frames: "a", Value: 9, Base: 8}), Options{}); len(browsertest.Play(t, `if (button("Hide")) log("Hide");`, compared)) > 0 {
		t.Error("a comparison hides methods: their sums were not tested")
	}
}

// TestRecursionKeepsZoom: the zoomed frame stays when recursion is merged, and no longer.
func TestRecursionKeepsZoom(t *testing.T) {
	browsertest.Expect(t, browsertest.Play(t, `
		mouse("click", box("java.util.List.get"));
		key("r");
		log(names());
		key("r");
		log(names());`, draw(t, testtree.Server(), Options{})),
		"all 1180, Main.main 1180, shop.Cart.total 1180, java.util.List.get 1180",
		"all 1180, Main.main 1180, shop.Cart.total 1180, shop.Cart.total 1180, java.util.List.get 1180")
}

// TestFocusOfKeys: the picture stays in the order of Tab, with a current frame that is too narrow for a name as well; the focus and the
// tooltip are those of the frame that keys act on, after Escape and after a step back.
func TestFocusOfKeys(t *testing.T) {
	browsertest.Expect(t, browsertest.Play(t, `
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
		draw(t, testtree.From(convert.Samples, testtree.Stack{Frames: "a.A.wide", Value: 990, Base: 0}, testtree.Stack{Frames: "b.B.hit", Value: 10, Base: 0}), Options{})),
		"b.B.hit", "all", "a.A.wide", "all all ", "a.A.wide a.A.wide", "all all ")
}

// TestChanceInTooltips: tooltips of a comparison say whether a change is significant, as still as live.
func TestChanceInTooltips(t *testing.T) {
	tree := testtree.From(convert.Samples, testtree.Stack{Frames: "a.A.more", Value: 30_000, Base: 20_000}, testtree.Stack{Frames: "b.B.alike", Value: 52_000, Base: 50_000}, testtree.Stack{Frames: "c.C.same", Value: 18_005, Base: 18_000}, testtree.Stack{Frames: "d.D.fell", Value: 0, Base: 12_000})
	tree.Base.Changed = []bool{false, true, true, false, true} // of b.B.alike the color says no change
	svg := draw(t, tree, Options{})
	var still []string
	for _, e := range testsvg.Find(testsvg.Elements(t, svg), "title") {
		still = append(still, e.Text)
	}
	for i, want := range []string{"a.A.more +", "b.B.alike +", "c.C.same +", "d.D.fell −"} {
		name := strings.Fields(want)[0]
		verdict := map[bool]string{true: "points, significant", false: "points, not significant"}[tree.Base.Changed[i+1]]
		if at := slices.IndexFunc(still, func(s string) bool { return strings.HasPrefix(s, name) }); at < 0 || !strings.Contains(still[at], verdict) {
			t.Errorf("%s: %q", name, still)
		}
		got := browsertest.Play(t, `mouse("mousemove", box("`+name+`")); log(tip());`, svg)
		if len(got) != 1 || !strings.Contains(got[0], verdict) {
			t.Errorf("%s: %q, want %s", name, got, verdict)
		}
	}
}

// TestUnknownInTooltips: where counts are missing, no tooltip says by how much the others differ, nor that of all.
func TestUnknownInTooltips(t *testing.T) {
	tree := testtree.From(convert.Calls, testtree.Stack{Frames: "a.A.known", Value: 30_000, Base: 30_000}, testtree.Stack{Frames: "b.B.missing", Value: 0, Base: 50_000})
	tree.Base.Changed, tree.Base.Unknown = make([]bool, 3), []bool{true, false, true}
	svg := draw(t, tree, Options{})
	titles := map[string]string{}
	for _, e := range testsvg.Find(testsvg.Elements(t, svg), "title") {
		titles[strings.Fields(e.Text)[0]] = e.Text
	}
	all := map[string]bool{"all": true, "a.A.known": false, "b.B.missing": true}
	check := func(text string, unknown bool) {
		if strings.Contains(text, "; not compared: counts are missing") != unknown || strings.Contains(text, " points") == unknown || strings.Contains(text, "gone") {
			t.Errorf("%q", text)
		}
	}
	for name, unknown := range all {
		check(titles[name], unknown)
	}
	for name, unknown := range all {
		check(strings.Join(browsertest.Play(t, `mouse("mousemove", box("`+name+`")); log(tip());`, svg), "|"), unknown)
	}
}

// TestMatchesByWeight: the next match is the next narrower one, wherever it is.
func TestMatchesByWeight(t *testing.T) {
	svg := draw(t, testtree.From(convert.Samples, testtree.Stack{Frames: "a.A.x;c.C.hit2", Value: 30, Base: 0}, testtree.Stack{Frames: "b.B.hit1", Value: 50, Base: 0}, testtree.Stack{Frames: "d.D.y;d.D.hit3", Value: 20, Base: 0}), Options{SortByName: true})
	browsertest.Expect(t, browsertest.Play(t, `
		type("hit");
		for (let i = 0; i < 4; i++) {
			key("n", svg);
			log(status() + " " + tip().split(" ")[0]);
		}
		key("N", svg);
		log(status());`, svg),
		"1/3 matched: 100% b.B.hit1", "2/3 matched: 100% c.C.hit2", "3/3 matched: 100% d.D.hit3", "1/3 matched: 100% b.B.hit1", "3/3 matched: 100%")
}

// TestSearchOfPlainNames: patterns match, regardless of the names shown, package.Class.method, and with \( the signature.
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
		browsertest.Expect(t, browsertest.Play(t, `
			for (const s of ["app.Main.main", "main$", "other", "^app.Main.work$", "work\\(int\\)$", "main\\(java.lang.String\\[\\]\\)", "(app|other).*work", "String"]) {
				type(s);
				log(s + " " + status());
			}`, draw(t, tree, Options{})),
			"app.Main.main 2 matched: 100%", "main$ 2 matched: 100%", "other 1 matched: 60.0%", "^app.Main.work$ 1 matched: 30.0%",
			`work\(int\)$ 2 matched: 90.0%`, `main\(java.lang.String\[\]\) 1 matched: 100%`, "(app|other).*work 2 matched: 90.0%", "String no match")
	}
}

// TestUnseen: a search says how much it cannot see: frames that the file lacks, and VM frames that are folded.
func TestUnseen(t *testing.T) {
	piles := []testtree.Stack{{Frames: "a.A.wide", Value: 1_000_000, Base: 0}, {Frames: "a.A.wide;" + convert.VMFrame, Value: 500_000, Base: 0}}
	for i := range fileFrames + 1000 {
		piles = append(piles, testtree.Stack{Frames: fmt.Sprintf("b.B.narrow%d", i), Value: 10, Base: 0})
	}
	browsertest.Expect(t, browsertest.Play(t, `type("narrow0"); log(status()); type("wide"); log(status()); type("(?i)WIDE|all"); log(status());`,
		draw(t, testtree.From(convert.Samples, piles...), Options{MinWidth: 1})),
		"no match, up to 34.6% more in frames that are not shown", // 530,000 of 1,530,000
		"1 matched: 98.0%, up to 1.96% more in frames that are not shown",
		"1 matched: 98.0%, up to 1.96% more in frames that are not shown")
}

// TestCopyWhatWasPointedAt: the pointer has to leave a frame to get to the button.
func TestCopyWhatWasPointedAt(t *testing.T) {
	browsertest.Expect(t, browsertest.Play(t, `
		Object.defineProperty(navigator, "clipboard", {value: {writeText: (s) => { log(s); return Promise.resolve(); }}});
		mouse("mousemove", box("java.nio.Disk.read"));
		svg.querySelector(".graph").dispatchEvent(new MouseEvent("mouseleave"));
		button("Copy name").click();
		button("Copy stack").click();
		mouse("click", box("shop.Cart.total"));
		button("Copy name").click();`, draw(t, testtree.Server(), Options{})),
		"java.nio.Disk.read", "Main.main\njava.nio.Disk.read", "shop.Cart.total")
}

// TestDetails: notes are below the static image, and in the viewer in a panel.
func TestDetails(t *testing.T) {
	tree := testtree.Server()
	tree.Notes = []string{"samples are not seconds"}
	browsertest.Expect(t, browsertest.Play(t, `
		const panel = svg.querySelector(".panel");
		log([...svg.querySelectorAll(".head text")].some((e) => e.textContent.includes("seconds")));
		button("Details").click();
		log(panel.getAttribute("visibility") + " " + panel.textContent.includes("Samples are not seconds."));
		key("d", svg);
		log(panel.getAttribute("visibility"));`, draw(t, tree, Options{})),
		"false", "visible true", "hidden")
	if svg := draw(t, tree, Options{NoNotes: true}); strings.Contains(svg, "seconds") {
		t.Error("notes that were to be left out")
	}
}

// TestContentSecurityPolicy: the script runs where a page allows no other, by its hash, which is the same for all pictures.
func TestContentSecurityPolicy(t *testing.T) {
	for _, tree := range []*stacks.Tree{testtree.Server(), testtree.From(convert.Samples, testtree.Hostile()...)} {
		svg := draw(t, tree, Options{})
		hash := sha256.Sum256([]byte("\n" + templates.FlameJS()))
		page := `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-` +
			base64.StdEncoding.EncodeToString(hash[:]) + `'">` + svg
		live := false
		if browsertest.Drive(t, browsertest.Look(t, 1300, 900), browsertest.WriteFile(t, "page.html", page), `return Boolean(document.querySelector("svg.live [role=treeitem]"))`, &live); !live {
			t.Error("the viewer does not run")
		}
	}
}

// TestSlide: a slide is a static image of 16:9 with all of it visible, however deep the stacks are.
func TestSlide(t *testing.T) {
	for _, tree := range []*stacks.Tree{testtree.Server(), testtree.From(convert.Samples, testtree.Deep(300)...), testtree.From(convert.Samples, testtree.Wide(50, false)...), testtree.From(convert.Samples)} {
		for _, orientation := range []Orientation{AutoOrientation, Flame, Icicle} {
			svg := draw(t, tree, Options{Slide: true, Orientation: orientation})
			all := testsvg.Elements(t, svg)
			if a := all[0].Attr; a["width"] != "1920" || a["height"] != "1080" || len(testsvg.Find(all, "script"))+len(testsvg.Find(all, "metadata")) > 0 {
				t.Errorf("%v", a)
			}
			var width, height int
			fmt.Sscanf(all[0].Attr["viewBox"], "0 0 %d %d", &width, &height)
			settled, _ := Options{Slide: true, Orientation: orientation}.Settle(tree)
			f := newPicture(tree, settled, false)
			if size := LabelSize * 1280 / float64(width); size < pixeltext.MinOnSlides {
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
	tree := testtree.From(convert.Samples, testtree.Stack{Frames: "start;one;two;three;four;main;left", Value: 600, Base: 0}, testtree.Stack{Frames: "start;one;two;three;four;main;right", Value: 400, Base: 0}).CollapseRuns()
	settled, _ := Options{Slide: true}.Settle(tree)
	f := newPicture(tree, settled, false)
	var labels []string
	for i := range f.boxes {
		labels = append(labels, f.label(&f.boxes[i]))
	}
	if want := []string{"all: 1,000 samples", "… 5 frames: start … four", "main", "left", "right"}; !slices.Equal(labels, want) {
		t.Errorf("%q, want %q", labels, want)
	}
	if f.swatches[f.class[1]] != palette.RestSwatch || f.boxes[1].total != 1000 {
		t.Errorf("the run has the color %v and %d samples", f.swatches[f.class[1]], f.boxes[1].total)
	}
}

// recursiveTree is like a profile of a compiler: few methods, deep stacks, most of them seen once.
func recursiveTree(samples, depth int) *stacks.Tree {
	r := rand.New(rand.NewPCG(5, 6))
	var all []testtree.Stack
	var path []string
	for range samples {
		path = path[:int(float64(len(path))*(1-r.Float64()*r.Float64()))]
		for len(path) < depth/3+r.IntN(depth*2/3) {
			path = append(path, fmt.Sprintf("com.example.compiler.comp.Attr%d.visit%d", r.IntN(20), r.IntN(30)))
		}
		all = append(all, testtree.Stack{Frames: strings.Join(path, ";"), Value: 1, Base: 0})
	}
	return testtree.From(convert.Samples, all...)
}

// TestBytesPerFrame: of a picture with many frames a file has at most 60 bytes a frame.
func TestBytesPerFrame(t *testing.T) {
	tree := recursiveTree(1157, 120)
	svg := draw(t, tree, Options{})
	if each := float64(len(svg)) / float64(len(tree.Nodes)); len(tree.Nodes) < 15_000 || each > 60 {
		t.Errorf("%d frames, %.1f bytes each", len(tree.Nodes), each)
	}
	fixed := len(draw(t, testtree.From(convert.Samples, testtree.Stack{Frames: "a", Value: 1, Base: 0}), Options{}))
	tree = testtree.From(convert.Samples, testtree.Wide(800, false)...)
	svg = draw(t, tree, Options{})
	if each := float64(len(svg)-fixed) / float64(len(tree.Nodes)); each > 60 {
		t.Errorf("%d frames, %.1f bytes each beside those of any picture", len(tree.Nodes), each)
	}
}

// TestSearchIsFocus: the share that a search tells is the one that --focus keeps, for every profile at hand.
func TestSearchIsFocus(t *testing.T) {
	files := []string{"../../testdata/shop.iprof"}
	for _, beside := range []string{"../../../shared/real/*.iprof.gz", "../../../shared/jvm/*/*.iprof*"} {
		more, _ := filepath.Glob(beside)
		files = append(files, more...)
	}
	var svgs, want []string
	patterns := []string{"java.util", "Map.get", "main$", "^com", "i[nt]", `\.<init>`, "String", "[A-Z]ap", "walk|visit",
		"HashMap.get(Object)", "append(String)", "j.u.HashMap.put(Object, Object)", "Str…r.append(…)", "get(All)?", "main(java.lang.String[])"}
	for _, file := range files {
		data := testfile.Read(t, file)
		p := testprofile.Parse(t, string(data))
		names := convert.NewNames(p, convert.NameOptions{Disambiguate: true})
		opts := stacks.Options{Metric: convert.DefaultMetric, PatternNames: true, Filter: convert.FilterOptions{View: convert.ExpertView}}
		all, err := stacks.NewTree(p, names, opts)
		if err != nil || all.Nodes[0].Total == 0 {
			continue
		}
		svgs = append(svgs, draw(t, all, Options{MinWidth: 1e-9}))
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
				said = numbers.Percent(kept.Nodes[0].Total, all.Nodes[0].Total)
			}
			want = append(want, fmt.Sprintf("%d %s: %s", len(svgs)-1, s, said))
		}
	}
	quoted := fmt.Sprintf("%q", patterns)
	got := browsertest.Play(t, `
		const patterns = `+strings.ReplaceAll(strings.ReplaceAll(quoted, `" "`, `", "`), "\n", "")+`;
		graphs.forEach((g, i) => {
			for (const s of patterns) {
				type(s, g);
				log(i + " " + s + ": " + status(g).replace(/^.* matched: /, "").replace(/^no match.*/, "no match").replace(/, .*/, ""));
			}
		});`, svgs...)
	browsertest.Expect(t, got, want...)
}
