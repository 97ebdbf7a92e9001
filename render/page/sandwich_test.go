package page

import (
	"fmt"
	"math/rand/v2"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/browsertest"
	"github.com/iprof-viz/iprof-viz/internal/testtree"
	"github.com/iprof-viz/iprof-viz/render/flame"
	"github.com/iprof-viz/iprof-viz/render/internal/numbers"
)

// flameKeys has functions for scripts that use a flame view, beside those of browsertest.inPage.
const flameKeys = `
	const keys = async (...all) => { for (const k of all) await key(k, one(".graph [role=application]")); };
	// A mouse event in a row of boxes, some way from the left.
	const mouse = async (type, row, x) => {
		const canvas = one(".graph canvas:not(.minimap)"), box = canvas.getBoundingClientRect();
		canvas.dispatchEvent(new MouseEvent(type, {clientX: box.x + x * box.width, clientY: box.y + 18 * row + 9 - one(".scroller").scrollTop, bubbles: true}));
		await settled();
	};
	const tip = () => [...all("body > .tip")[0].children].map((e) => e.textContent).join(" | ");
`

// around has a method between two callers and a callee.
var around = []testtree.Stack{{Frames: "Main.main;a.A.x;m.M.m;b.B.y", Value: 50, Base: 0}, {Frames: "Main.main;c.C.z;m.M.m", Value: 10, Base: 0}, {Frames: "Main.main", Value: 3, Base: 0}, {Frames: "Main.main;o.O.o", Value: 37, Base: 0}}

// sumOf adds up the stacks that pass.
func sumOf(all []testtree.Stack, passes func(frames string) bool) (sum int64) {
	for _, s := range all {
		if passes(s.Frames) {
			sum += s.Value
		}
	}
	return sum
}

// TestSandwich: callers of a method and its callees are two trees of one picture. Each frame keeps to its own, in every new
// layout; arrows cross from one to the other; callers can also be zoomed, and found again by the address.
func TestSandwich(t *testing.T) {
	sum := func(part string) int64 {
		return sumOf(around, func(s string) bool { return strings.Contains(s, part) })
	}
	all, shown := sum("Main"), sum("m.M.m")
	line := func(name, part, of string, before int64, self string) string {
		n := sum(part)
		lines := []string{name, fmt.Sprintf("%d samples, %s of all", n, numbers.Percent(n, all))}
		if of != "method" && of != "" {
			lines = append(lines, fmt.Sprintf("%s of the %d samples shown", numbers.Percent(n, shown), shown))
		}
		if of != "" {
			lines = append(lines, fmt.Sprintf("%s of its %s", numbers.Percent(n, before), strings.Replace(of, "method", "callee", 1)))
		}
		return strings.Join(append(slices.DeleteFunc(lines, func(s string) bool { return s == "" }), slices.DeleteFunc([]string{self, "application"}, func(s string) bool { return s == "" })...), " | ")
	}
	main, caller := line("Main.main", "a.A.x;m", "callee", sum("a.A.x;m"), ""), line("a.A.x", "a.A.x;m", "method", shown, "")
	method, callee := line("m.M.m", "m.M.m", "", 0, fmt.Sprintf("self %d", shown-sum("b.B.y"))), strings.Replace(line("b.B.y", "b.B.y", "method", shown, "self 50"), "callee", "parent", 1)
	other := line("c.C.z", "c.C.z", "method", shown, "")
	v := browsertest.VisitFile(t, browsertest.Look(t, 1280, 800), pageOf(t, testtree.From(convert.Samples, around...), flame.Options{}), "#v=around&m=m.M.m")
	// Rows: callers of callers, callers, the method, its callee.
	browsertest.Expect(t, v.Run(flameKeys+`
		await mouse("mousemove", 0, 0.1); log(tip()); await mouse("mousemove", 1, 0.1); log(tip()); await mouse("mousemove", 2, 0.1); log(tip()); await mouse("mousemove", 3, 0.1); log(tip());
		await mouse("click", 0, 0.1); log(details());`), main, caller, method, callee, main)
	v.Resize(1100, 700)
	browsertest.Expect(t, v.Run(flameKeys+`
		log(details()); await keys("Enter"); log(details()); await mouse("mousemove", 0, 0.9); log(tip());`), main, main, main) // as wide as the picture
	address := strings.Join(v.Run("log(location.hash);"), "")
	if !strings.Contains(address, "&u=") || strings.Contains(address, "z=") {
		t.Errorf("the address of a zoomed caller is %s", address)
	}
	v.Load(address)
	browsertest.Expect(t, v.Run(flameKeys+`
		log(details() + status()); for (const k of ["ArrowDown", "ArrowDown", "ArrowDown", "ArrowUp", "ArrowUp", "ArrowUp"]) { await keys(k); log(details()); }
		await keys("Backspace", "Backspace"); log(details()); await keys("ArrowUp", "ArrowRight"); log(details()); await keys("Enter"); log(details());
		await keys("ArrowDown", "ArrowDown", "Enter"); log(details());
		await mouse("mousemove", 0, 0.9); log(tip().split(" | ")[1]);`), // the other part is not zoomed
		main, caller, method, callee, method, caller, main, method, other, other, strings.Replace(callee, " | self", " | self", 1), fmt.Sprintf("%d samples, %s of all", sum("c.C.z"), numbers.Percent(sum("c.C.z"), all)))
}

// TestFlameShareOfView: of values that are left out, boxes also have shares of what is shown.
func TestFlameShareOfView(t *testing.T) {
	tree := testtree.From(convert.Calls, testtree.Stack{Frames: "Main.main;shop.Cart.total;shop.Cart.add", Value: 20, Base: 0}, testtree.Stack{Frames: "Main.main", Value: 20, Base: 0}, testtree.Stack{Frames: "Main.main;java.util.List.get", Value: 60, Base: 0})
	browsertest.Expect(t, browsertest.VisitFile(t, browsertest.Look(t, 1280, 800), pageOf(t, tree, flame.Options{}), "#k=application").Run(flameKeys+`
		await keys("ArrowDown"); log(details()); await keys("ArrowDown"); log(details()); await keys("ArrowDown"); log(details()); await keys("ArrowUp", "Enter", "ArrowDown"); log(details());`),
		"Main.main | 40 method entries, inclusive, 40.0% of all | 100% of its parent | self 20 | application",
		"shop.Cart.total | 20 method entries, inclusive, 20.0% of all | 50.0% of the 40 method entries shown | 50.0% of its parent | self 0 | application",
		"shop.Cart.add | 20 method entries, inclusive, 20.0% of all | 50.0% of the 40 method entries shown | 100% of its parent | self 20 | application",
		"shop.Cart.add | 20 method entries, inclusive, 20.0% of all | 100% of the zoomed frame | 100% of its parent | self 20 | application")
}

// narrow has twenty stacks that are too narrow to be drawn, one that is not, and a wide one.
func narrow() []testtree.Stack {
	all := []testtree.Stack{{Frames: "Main.main;wide.W.w", Value: 5_000_000, Base: 0}, {Frames: "Main.main;wide.W.w;q.Q.hit", Value: 50_000, Base: 0}}
	for i := range int64(20) {
		all = append(all, testtree.Stack{Frames: fmt.Sprintf("Main.main;p.P.f%d;q.Q.hit", i+1), Value: i + 1, Base: 0})
	}
	return all
}

// TestSearchAroundAMethod: a search says which share of the drawn stacks, those with the method, it matches, 10 of 60, and which of all 100;
// the table says that it is of all.
func TestSearchAroundAMethod(t *testing.T) {
	v := browsertest.VisitFile(t, browsertest.Look(t, 1280, 800), pageOf(t, testtree.From(convert.Samples, around...), flame.Options{}), "#v=around&m=m.M.m&s=z%24")
	browsertest.Expect(t, v.Run(flameKeys+`
		const table = () => text(one(".methods .summary span")) + ([...document.querySelectorAll(".methods > .note")].some((e) => !e.hidden) ? ", in all stacks" : ""); log(status()); log(table()); await go("#v=around&m=m.M.m"); log(table());
		await go("#v=around&m=m.M.m&s=o.O"); log(status()); await go("#s=o.O"); log(status()); log(table());`),
		"1 method matched: 16.7% of what is drawn, 10.0% of all", "1 of 6 methods with samples, in all stacks", "6 methods with samples, in all stacks",
		"no match in what is drawn; 37.0% of all", "1 method matched: 37.0%", "1 of 6 methods with samples")
}

// TestMatchesOutOfSight: the next match may be narrower than a pixel, or deeper than the rows that are laid out.
func TestMatchesOutOfSight(t *testing.T) {
	page := browsertest.Look(t, 1280, 800)
	want := []string{fmt.Sprint("1/21 ", 50_000, " ")}
	for i := range 20 {
		want = append(want, fmt.Sprintf("%d/21, zoomed in %d z", i+2, 20-i))
	}
	want = append(want, want[0], want[20], want[19], want[0])
	value := sumOf(narrow(), func(s string) bool { return strings.Contains(s, "q.Q.hit") })
	all := sumOf(narrow(), func(string) bool { return true })
	v := browsertest.VisitFile(t, page, pageOf(t, testtree.From(convert.Samples, narrow()...), flame.Options{}), "#s=q.Q.hit")
	browsertest.Expect(t, v.Run(flameKeys+`
		const at = () => /\((.*)\)$/.exec(status())[1] + " " + details().split(" | ")[1].replace(/ samples?, .*/, "").replace(",", "") + " " + (/z=/.test(location.hash) ? "z" : "");
		log(status());
		for (let i = 0; i < 22; i++) { await keys("n"); log(at()); }
		await keys("N"); log(at()); await keys("N"); log(at()); await click(named("Reset")); await type("q.Q.hit"); await keys("n"); log(at());`),
		append([]string{fmt.Sprintf("1 method matched: %s", numbers.Percent(value, all))}, want...)...)
	// Without the wide one there is none in the picture. Among callers of a method the same are wide enough.
	browsertest.Expect(t, v.Run(flameKeys+`
		await keys("N"); log(/z=/.test(location.hash)); await type("p.P"); log(/z=/.test(location.hash)); await keys("Escape"); await type("p.P"); log(status()); log(named("›").disabled); await keys("n"); log(status());
		await keys("Escape"); await go("#v=around&m=q.Q.hit&s=p.P"); let sum = 0; const seen = new Set();
		for (let i = 0; i < 20; i++) { await keys("n"); seen.add(details().split(" | ")[0]); sum += Number(/\| ([\d,]+) sample/.exec(details())[1]); }
		log(seen.size + " " + sum + " " + status());
		await go("#v=leaves&s=p.P"); await keys("N"); log(details().split(" | ").slice(0, 2).join()); log(status());`),
		"true", "false", "20 methods matched: <0.01%, too narrow or too deep to be in the picture: › (n) zooms to them", "false", "20 methods matched: <0.01%, 100% of zoom (1/20, zoomed in)",
		fmt.Sprintf("20 %d 20 methods matched: %s of what is drawn, <0.01%% of all (20/20, zoomed in)", 20*21/2, numbers.Percent(20*21/2, value)),
		"p.P.f1,1 sample, <0.01% of all", "20 methods matched: <0.01% (20/20, zoomed in)")
	// Deep, and of two sorts that are as wide.
	deep := testtree.From(convert.Samples, testtree.Stack{Frames: "Main.main;" + strings.Repeat("a.B.c;a.B.d;", 3000) + "a.B.tip", Value: 2, Base: 0}, testtree.Stack{Frames: "Main.main;a.B.other", Value: 1, Base: 0})
	browsertest.Expect(t, browsertest.VisitFile(t, page, pageOf(t, deep, flame.Options{}), "#s="+url.QueryEscape("tip$")).Run(flameKeys+`
		log(status()); log(named("›").disabled); await keys("n"); log(status()); log(details());
		const { scrollTop, clientHeight } = one(".scroller"); log(6002 * 18 >= scrollTop && 6003 * 18 <= scrollTop + clientHeight || scrollTop); await type("a.B.c$"); await keys("n", "n"); log(status());`),
		"1 method matched: 66.7%, too narrow or too deep to be in the picture: › (n) zooms to them", "false", "1 method matched: 66.7% (1/1)",
		"a.B.tip | 2 samples, 66.7% of all | 100% of its parent | self 2 | application", "true", "1 method matched: 66.7% (2/3,000)")
}

// matchesOf returns each box that matches, in a layout of stacks that are merged from their first frame on, with its stack, root first,
// and its value, and the value of stacks that match and of all that are drawn: counted stack by stack.
func matchesOf(piles []testtree.Stack, layout string, method, hidden string, recursion bool, matches func(string) bool) (boxes []string, value, drawn int64) {
	sums := map[string]int64{}
	for _, s := range piles {
		frames := strings.Split(s.Frames, ";")
		if layout != "around" || slices.Contains(frames, method) {
			drawn += s.Value
			if slices.ContainsFunc(frames, func(f string) bool { return f != hidden && matches(f) }) {
				value += s.Value
			}
		}
		frames = slices.DeleteFunc(frames, func(f string) bool { return f == hidden })
		var lines [][]string
		reversed := func(frames []string) []string {
			slices.Reverse(frames)
			return frames
		}
		switch first := slices.Index(frames, method); {
		case layout == "root":
			lines = [][]string{frames}
		case layout == "leaves":
			lines = [][]string{reversed(frames)}
		case first >= 0:
			lines = [][]string{frames[first:], reversed(slices.Clone(frames[:first+1]))}
		}
		for up, line := range lines {
			if recursion {
				line = slices.Compact(line)
			}
			for n := range line {
				if !matches(line[n]) || up == 1 && n == 0 { // the method is one box
					continue
				}
				path := slices.Clone(line[:n+1])
				if layout == "leaves" || up == 1 {
					slices.Reverse(path)
				}
				sums[fmt.Sprint(up, " ", strings.Join(path, ";"))] += s.Value
			}
		}
	}
	for path, sum := range sums {
		boxes = append(boxes, fmt.Sprint(path[2:], " ", sum))
	}
	return boxes, value, drawn
}

// TestMatchesOfLayouts: steps go to each box that matches, widest first, however stacks are merged, and the matched share is that
// of the stacks that are drawn.
func TestMatchesOfLayouts(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	var piles []testtree.Stack
	for range 12 {
		frames := []string{"a.Main.main"}
		for range r.IntN(8) {
			frames = append(frames, fmt.Sprintf("a.B.m%d", r.IntN(4)))
		}
		piles = append(piles, testtree.Stack{Frames: strings.Join(frames, ";"), Value: 1 + r.Int64N(9), Base: 0})
	}
	v := browsertest.VisitFile(t, browsertest.Look(t, 1280, 800), pageOf(t, testtree.From(convert.Samples, piles...), flame.Options{}), "")
	const method, hidden, pattern = "a.B.m3", "a.B.m2", "m[12]$"
	for _, layout := range []string{"root", "leaves", "around"} {
		for rules, of := range map[string]struct {
			hidden    string
			recursion bool
		}{"": {}, "&r=1": {"", true}, "&h=" + hidden: {hidden, false}} {
			boxes, value, drawn := matchesOf(piles, layout, method, of.hidden, of.recursion, regexp.MustCompile(pattern).MatchString)
			want := []string{fmt.Sprintf("%s %[2]d/%[2]d", numbers.Percent(value, drawn), len(boxes))}
			address := "#v=" + layout + "&m=" + method + rules + "&s=" + url.QueryEscape(pattern)
			got := v.Run(flameKeys + fmt.Sprintf(`
				await go(%q);
				let last = "";
				for (let i = 0; i < %d; i++) {
					await keys("n");
					last = status();
					await keys("s");
					log(copied.at(-1).replaceAll("\n", ";") + " " + details().split(" | ")[1].split(" ")[0]);
				}
				log(last.replace(/.* matched: (\S+) .*\((\d+.\d+).*/, "$1 $2"));`, address, len(boxes)))
			t.Run(address, func(t *testing.T) {
				widths := make([]int, len(boxes))
				for i := range widths {
					fmt.Sscan(got[i][strings.LastIndex(got[i], " ")+1:], &widths[i])
				}
				if slices.Reverse(widths); !slices.IsSorted(widths) {
					t.Errorf("not widest first: %q", got)
				}
				same(t, got, append(want, boxes...))
			})
		}
	}
}

// TestSavedRows: saved pictures have all rows, or say which.
func TestSavedRows(t *testing.T) {
	page := browsertest.Look(t, 1280, 800)
	for _, of := range []struct {
		frames  int // of the stack
		address string
		rows    int
		note    string
	}{{2000, "", 2002, ""}, {5100, "", 5000, "rows 1 to 5,000 of 5,102 rows"}, {5100, "#v=around&m=a.B.m2500", 5000, "rows 102 to 5,101 of 5,101 rows"}} {
		names := make([]string, of.frames)
		for i := range names {
			names[i] = fmt.Sprintf("a.B.m%d", i)
		}
		tree := testtree.From(convert.Samples, testtree.Stack{Frames: "Main.main;" + strings.Join(names, ";"), Value: 3, Base: 0})
		v := browsertest.VisitFile(t, page, pageOf(t, tree, flame.Options{}), of.address)
		browsertest.Expect(t, v.Run(flameKeys+`
			const saved = [], make = URL.createObjectURL; URL.createObjectURL = (b) => { saved.push(b); return make.call(URL, b); };
			HTMLAnchorElement.prototype.click = () => {};
			const before = status();
			named("SVG ↓").dispatchEvent(new MouseEvent("click")); while (!saved.length) await settled(); await settled();
			const svg = new DOMParser().parseFromString(await saved[0].text(), "image/svg+xml"), boxes = [...svg.querySelectorAll("rect[x]:not(.swatch)")];
			const tops = new Set(boxes.map((e) => Number(e.getAttribute("y")))), last = Math.max(...tops), first = Math.min(...tops);
			log(tops.size); log(last - first === 18 * (tops.size - 1) && Number(svg.documentElement.getAttribute("height")) === last + 18);
			log([...svg.querySelectorAll("text")].map((e) => e.textContent).slice(0, 4).filter((s) => /rows/.test(s)).map((s) => s.replace(/.*; /, "")).join());
			log(status() === before ? "" : status());`),
			fmt.Sprint(of.rows), "true", of.note, strings.TrimPrefix("saved "+of.note, strings.Repeat("saved ", 1-min(len(of.note), 1))))
	}
}

// TestFlameInReport: the other metric is shown with the same kinds, search, hidden methods and colors; names are links to the views of
// methods.
func TestFlameInReport(t *testing.T) {
	v := browsertest.VisitFile(t, browsertest.Look(t, 1280, 800), shopReport(t).page, "#/flame?c=package&h=%5Ejava%5C.lang%5C.String.&k=application%2CJDK&r=1&s=Invoice")
	browsertest.Expect(t, v.Run(flameKeys+`
		const state = () => [...[...readParameters()].filter(([k]) => k !== "metric").map(([k, v]) => k + "=" + v).sort(), ...all(".kinds button").map((b) => b.textContent + " " + b.getAttribute("aria-pressed")),
			all(".hidden button").length, one("input").value, /matched|shown/.exec(status()), all(".tools select").map((s) => s.selectedOptions[0].textContent).find((s) => /^Colors/.test(s))].join("; ");
		const readParameters = () => new URLSearchParams(location.hash.replace(/^.*\?/, ""));
		const choose = async (metric) => { const s = all(".tools select").find((s) => [...s.options].some((o) => o.value === "calls")); s.value = metric; s.dispatchEvent(new Event("change")); await settled(); };
		await keys("n", "Enter"); log(/z=/.test(location.hash)); await keys("Backspace"); while (/z=/.test(location.hash)) await keys("Backspace");
		const before = state(); await keys("n", "Enter"); await choose("calls");
		log(readParameters().get("metric") + " " + (state().replace(/native-image and VM \w+; /, "") === before.replace(/native-image and VM \w+; /, "") || before + " is " + state())); await choose("samples"); log(state() === before || before + " is " + state());
		log(before);`),
		"true", "calls true", "true", "c=package; h=^java\\.lang\\.String.; k=application,JDK; r=1; s=Invoice; application true; JDK true; native-image and VM false; 2; Invoice; matched; Colors by package")
	browsertest.Expect(t, v.Run(flameKeys+`
		await go("#/flame?k=application%2CJDK"); await keys("ArrowDown", "ArrowDown");
		const name = one(".details h2").textContent, link = one(".details h2 a"); log(decodeURIComponent(link.hash).replace(/\(.*/, "") === "#/method/" + name || link.hash);
		for (const e of all(".methods .row .name")) { const name = e.parentNode.title.replace(/\(.*/, ""); if (decodeURIComponent(e.firstChild.hash).replace(/\(.*/, "") !== "#/method/" + name) log(e.parentNode.title + " " + e.firstChild.hash); }
		const row = all(".methods .spacer > .row")[2], chosen = row.title.replace(/\(.*/, "");
		await click(row.firstChild); log(/^#.flame/.test(location.hash) && one(".details h2").textContent === chosen);
		one(".methods .row .name a").click(); await settled(); log(/^#.method/.test(location.hash));`),
		"true", "true", "true")
}
