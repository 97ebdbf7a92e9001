// Package browsertest shows pages and pictures in a browser, for tests.
package browsertest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/iprof-viz/iprof-viz/internal/browser"
	"github.com/iprof-viz/iprof-viz/internal/testsvg"
	"github.com/iprof-viz/iprof-viz/internal/testtier"
)

// Patience is the maximum time for a page: far longer than any page takes on a busy machine.
const Patience = 5 * time.Minute

// Pages share one browser, because starting one takes half a second. Each has a window: tests use them beside each other.
var Pages pagesBrowser

type pagesBrowser struct {
	start sync.Once
	*browser.Browser
	err error

	mu   sync.Mutex
	used map[*browser.Page]*testing.T
	free []*browser.Page // they are used again: a new one has a new process, which takes longer than to load a page
}

// Main runs the tests of a package, and then ends the browser and does what else comes after.
func Main(m *testing.M, after ...func()) {
	status := m.Run()
	for _, f := range after {
		f()
	}
	if Pages.Browser != nil {
		Pages.Close()
	}
	os.Exit(status)
}

// short holds the names of tests that called Short.
var short sync.Map

// Short makes a test open its pages in the short tier of tests as well. Other tests open theirs in the long tier, because each page
// takes about a second. It is for the test of each view that fails first if the view is broken.
func Short(t *testing.T) { short.Store(t.Name(), true) }

// Needed skips a test that [Look] skips: in the short tier, or without a browser. Helpers that make pages call it first, as making one
// takes time as well. The test then runs beside others, as it waits for frames for half of its time.
func Needed(t *testing.T) {
	t.Helper()
	testtier.Sequential(t)
	test, _, _ := strings.Cut(t.Name(), "/")
	if _, ok := short.Load(test); !ok {
		testtier.Long(t, "opens pages and pictures in a browser, but for the few tests that call browsertest.Short")
	}
	if _, ok := browser.Find(); !ok {
		t.Skip("no chromium on PATH: what pictures and pages look like and do in a browser is not tested")
	}
	runBeside(t)
}

// beside holds the tests that run beside others.
var beside sync.Map

// runBeside makes a test run beside others, when it is called first. The tests below it stay in their order: they use its pages.
func runBeside(t *testing.T) {
	if strings.Contains(t.Name(), "/") {
		return
	}
	if _, does := beside.LoadOrStore(t, true); !does {
		t.Cleanup(func() { beside.Delete(t) })
		t.Parallel()
	}
}

// Look returns a separate page, with a window of this size, until the test ends. Its frames are real. Without a browser it skips
// the test.
func Look(t *testing.T, width, height int) *browser.Page {
	t.Helper()
	Needed(t)
	Pages.start.Do(func() {
		Pages.Browser, Pages.err = browser.Start(context.Background(), 1280, 800)
	})
	if Pages.err != nil {
		t.Fatal(Pages.err)
	}
	page, err := Pages.take(t)
	if err == nil {
		t.Cleanup(func() { Pages.give(t, page) })
		err = resize(t, page, width, height)
	}
	if err != nil {
		t.Fatal(err)
	}
	return page
}

// resize changes the size of a window, and waits until its document has it.
func resize(t *testing.T, page *browser.Page, width, height int) error {
	if err := page.Resize(width, height); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(t.Context(), Patience)
	defer cancel()
	return page.Until(ctx, fmt.Sprintf("innerWidth === %d && innerHeight === %d", width, height))
}

// take returns a page that no test uses.
func (b *pagesBrowser) take(t *testing.T) (page *browser.Page, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if n := len(b.free); n > 0 {
		page, b.free = b.free[n-1], b.free[:n-1]
	} else {
		page, err = b.NewWindow(beforeScripts)
	}
	if err == nil {
		if b.used == nil {
			b.used = map[*browser.Page]*testing.T{}
		}
		b.used[page] = t
	}
	return page, err
}

// give returns a page that a test no longer uses, which may be left in any state if that failed. A second time has no effect, also when
// another test uses the page by then, and neither has a page that the test has closed.
func (b *pagesBrowser) give(t *testing.T, page *browser.Page) {
	b.mu.Lock()
	mine := b.used[page] == t
	if mine {
		delete(b.used, page)
	}
	b.mu.Unlock()
	if !mine {
		return
	}
	if !t.Failed() {
		ctx, cancel := context.WithTimeout(context.Background(), Patience)
		defer cancel()
		if page.Reset(ctx) == nil {
			b.mu.Lock()
			b.free = append(b.free, page)
			b.mu.Unlock()
			return
		}
	}
	page.Close()
}

// Screenshot returns a picture of a page in a window of this size.
func Screenshot(t *testing.T, html string, width, height int) image.Image {
	t.Helper()
	page := Look(t, width, height)
	Drive(t, page, WriteFile(t, "page.html", html), "", nil)
	return Pixels(t, page)
}

// Pixels returns a picture of a page in its current state.
func Pixels(t *testing.T, page *browser.Page) image.Image {
	t.Helper()
	data, err := page.Screenshot()
	if err != nil {
		t.Fatal(err)
	}
	shot, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return shot
}

func WriteFile(t *testing.T, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
	return "file://" + path
}

// Visiting holds the actions of a test on a page in a browser.
type Visiting struct {
	T    *testing.T
	Page *browser.Page
	File string // its address
}

// Visit opens a page in a window of 1280 × 800, lets a script use it as a reader would, and returns the lines that it logs,
// including errors of the page.
func Visit(t *testing.T, html, fragment, script string) []string {
	t.Helper()
	page := Look(t, 1280, 800)
	defer func() { Pages.give(t, page) }()
	return VisitFile(t, page, html, fragment).Run(script)
}

// VisitFile opens one of our pages.
func VisitFile(t *testing.T, page *browser.Page, html, fragment string) Visiting {
	t.Helper()
	v := Visiting{t, page, WriteFile(t, "page.html", html)}
	v.Load(fragment)
	return v
}

// Load loads the page, or loads it again.
func (v Visiting) Load(fragment string) {
	v.T.Helper()
	// An address that differs only in its fragment is not a new load, and the view of another page is not this one's. A new page is empty.
	const empty = `location.href === "about:blank"`
	var isEmpty bool
	if err := v.Page.Run("return "+empty, &isEmpty); err != nil {
		v.T.Fatal(err)
	}
	if !isEmpty {
		if err := v.Page.Open("about:blank"); err != nil {
			v.T.Fatal(err)
		}
		v.Until(empty)
	}
	if err := v.Page.Open(v.File + fragment); err != nil {
		v.T.Fatal(err)
	}
	v.Until(`document.querySelector("#panel .view, .graph, .failed")`)
}

// SlowPatterns keep a matcher busy for ages that tries one way after the other, with names such as those of [SlowName]. None matches.
var SlowPatterns = []string{
	`[\D\S]{40}~`, `((a|a)*b)*~`, `(a|a)*b~`, `(a*)*c~`, `(x+x+)+y`, `(.|.){40}\x00`, `(a|aa)+~`, `(.*)*~`, `(.*a){25}~`, `((a+)+)+~`, `(?:[\s\S]|\w){50}~`, `([a-z]+)*~`, `(?i)(A|a|K)*~`,
	`(((.{2}){5}){5}){5}~`, `(a?){40}~`, `(?:.?.){500}[ab]q~`, `(?:e.{50}|a.{70}|x.{90}|t.{110}|n.{35})+~`, `(\w|\d|\D){60}~`, `(^|a|\b)*~`, `[aeiou].{0,300}[xyz].{0,300}q~`, `(?:[a-z].{1,30}){20}~`,
	`(?i)[` + strings.Repeat(`\PL\x{1f600}-\x{1f64f}`, 300) + `]{40}\x00`, strings.Repeat("(", 900) + "a" + strings.Repeat(")*", 900) + "~", strings.Repeat("…+x", 60) + "~",
}

// SlowName returns a name for [SlowPatterns].
func SlowName() string { return strings.Repeat("a", 90) + "." + strings.Repeat("x", 60) }

// SearchSlow has the page search for [SlowPatterns] as links do, and returns what it says about each. The fragment is all but the pattern.
func (v Visiting) SearchSlow(fragment string) []string {
	v.T.Helper()
	list, err := json.Marshal(SlowPatterns)
	if err != nil {
		v.T.Fatal(err)
	}
	return v.Run(`for (const pattern of ` + string(list) + `) { await go(` + strconv.Quote(fragment) + ` + encodeURIComponent(pattern)); log(all("output").map(text).join(" ")); }`)
}

// Until waits until an expression is true in the page.
func (v Visiting) Until(expression string) {
	v.T.Helper()
	ctx, cancel := context.WithTimeout(v.T.Context(), Patience)
	defer cancel()
	if err := v.Page.Until(ctx, expression); err != nil {
		v.T.Fatal(err)
	}
}

// Resize changes the size of the window, and waits until the page has it.
func (v Visiting) Resize(width, height int) {
	v.T.Helper()
	if err := resize(v.T, v.Page, width, height); err != nil {
		v.T.Fatal(err)
	}
	v.Run("await settled();")
}

// Run runs a script with the functions of inPage, and returns the lines logged by it and by the page's errors.
func (v Visiting) Run(script string) []string {
	v.T.Helper()
	var lines []string
	if err := v.Page.Run(fmt.Sprintf(`
		const late = new Promise((_, fail) => setTimeout(() => fail(new Error("it takes too long")), %d));
		await Promise.race([late, (async () => {%s{%s
}})()]);
		return said.splice(0);`, Patience.Milliseconds(), inPage, script), &lines); err != nil {
		v.T.Fatal(err)
	}
	return lines
}

// beforeScripts runs in every page before its own scripts. It records what tests log, including errors of the page, copied texts,
// and the last address that the page has received an event about: events about later ones are still to come.
const beforeScripts = `
window.said = [];
window.copied = [];
Object.defineProperty(navigator, "clipboard", {configurable: true, value: {writeText: async (s) => { copied.push(s); }}});
addEventListener("error", (e) => said.push("error: " + e.message));
addEventListener("unhandledrejection", (e) => said.push("rejected: " + e.reason));
addEventListener("securitypolicyviolation", (e) => said.push("policy: " + e.blockedURI + " " + e.violatedDirective));
console.error = (...all) => said.push("console: " + all.join(" "));
window.alert = window.pwned = (x) => said.push("pwned " + x);
window.heard = location.href;
addEventListener("hashchange", () => { window.heard = location.href; });
for (const change of ["pushState", "replaceState"]) {
	const own = history[change];
	history[change] = function (...all) { own.apply(this, all); window.heard = location.href; };
}
`

// inPage holds functions for scripts that use a page. Those that act wait until the page has reacted.
const inPage = `
const w = window, d = document, log = (x) => said.push(String(x));
const task = () => new Promise((r) => setTimeout(r));
// The page has processed its address, drawn a frame, and finished its work after that.
const settled = async () => {
	do await task(); while (heard !== location.href);
	await new Promise((r) => requestAnimationFrame(r));
	await task();
};
const until = async (done) => { while (!done()) await settled(); };
const shown = (e) => e.closest("[hidden]") === null;
const all = (selector) => [...d.querySelectorAll(selector)].filter(shown);
const one = (selector) => all(selector)[0];
const named = (text) => all("button, a").find((b) => b.textContent === text);
const text = (e) => e.textContent.replace(/\s+/g, " ").trim();
const go = (hash) => { location.hash = hash; return settled(); };
const back = async () => { const gone = new Promise((r) => addEventListener("popstate", r, {once: true})); history.back(); await gone; await settled(); };
const key = (key, e = d.body, more = {}) => { e.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true, ...more})); return settled(); };
const click = (e, more = {}) => { e.dispatchEvent(new MouseEvent("click", {bubbles: true, cancelable: true, ...more})); return settled(); };
const press = (text) => click(named(text));
const type = (s) => { const i = one("input"); i.value = s; i.dispatchEvent(new Event("input", {bubbles: true})); return settled(); };
// For a flame view.
const status = () => one("output").textContent;
const details = () => [one(".details h2"), ...all(".details li")].map((e) => e.textContent).join(" | ");
const table = () => all(".methods .spacer > .row").map((row) => [...row.children].map((c, i) => i < 2 ? c.title.split(" ")[0] : row.title).join(" ")).join(", ");
`

// Open returns the elements of a picture once its script has run.
func Open(t *testing.T, svg, fragment string) []*testsvg.Element {
	t.Helper()
	page := Look(t, 1300, 2000)
	defer func() { Pages.give(t, page) }()
	var text string
	Drive(t, page, WriteFile(t, "flame.svg", svg)+fragment, "return document.documentElement.outerHTML", &text)
	return testsvg.Elements(t, text)
}

// Drive loads a page whose scripts act while it loads, and then evaluates the body of a function in it.
func Drive(t *testing.T, page *browser.Page, address, body string, into any) {
	t.Helper()
	if err := page.Open(address); err != nil {
		t.Fatal(err)
	}
	v := Visiting{t, page, address}
	v.Until(`location.href !== "about:blank" && document.readyState === "complete"`)
	if err := page.Run(body, into); err != nil {
		t.Fatal(err)
	}
}

// Play puts pictures on a page, lets a script use them as a reader would, and returns the lines that it logs. The script has the
// functions below; keys go to the focused element, or to the given one.
func Play(t *testing.T, script string, svgs ...string) []string {
	t.Helper()
	html := `<!doctype html><meta charset="utf-8"><title>page</title><body>` + strings.Join(svgs, "\n") + `<script>
const lines = [], log = (x) => lines.push(String(x));
onerror = (message, file, line) => log("error: " + message + " in line " + line);
const graphs = [...document.querySelectorAll("svg")], svg = graphs[0];
const level = (b) => Number(b.getAttribute("aria-level"));
const boxes = (g = svg) => [...g.querySelectorAll(".graph rect[role=treeitem]")].sort((a, b) => level(a) - level(b) || a.x.baseVal.value - b.x.baseVal.value);
const box = (start, g = svg) => boxes(g).find((b) => b.getAttribute("aria-label").startsWith(start));
const mouse = (type, e) => {
	const r = e.getBoundingClientRect();
	e.dispatchEvent(new MouseEvent(type, {clientX: r.x + r.width / 2, clientY: r.y + r.height / 2, bubbles: true}));
};
const key = (key, e = document.activeElement) => e.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true}));
const button = (text, g = svg) => [...g.querySelectorAll("button")].find((b) => b.textContent === text);
const type = (s, g = svg) => { const i = g.querySelector("input"); i.value = s; i.dispatchEvent(new Event("input", {bubbles: true})); };
const status = (g = svg) => g.querySelector("output").textContent;
const tip = () => svg.querySelector(".tip").getAttribute("visibility") === "hidden" ? "" : [...svg.querySelector(".tip div").children].map((e) => e.textContent).join(" | ");
const names = (g = svg) => boxes(g).map((b) => b.getAttribute("aria-label").split(",")[0] + " " + Math.round(b.getBoundingClientRect().width)).join(", ");
` + script + `</script>`
	page := Look(t, 1300, 900)
	defer func() { Pages.give(t, page) }()
	var lines []string
	Drive(t, page, WriteFile(t, "page.html", html), "return lines", &lines)
	return lines
}

func Expect(t *testing.T, got []string, want ...string) {
	t.Helper()
	for i := range max(len(got), len(want)) {
		g, w := "(nothing)", "(nothing)"
		if i < len(got) {
			g = got[i]
		}
		if i < len(want) {
			w = want[i]
		}
		if g != w {
			t.Errorf("line %d:\ngot  %s\nwant %s", i+1, g, w)
		}
	}
}

// InWindows opens a picture in windows of some widths, alone in its document and on a page, and has a script log what it
// finds there: svg, view (the window), and where (its name). Windows open in any order; the lines are in that of the widths.
func InWindows(t *testing.T, svg, script string, widths ...int) []string {
	t.Helper()
	data, err := json.Marshal(struct {
		SVG    string
		Widths []int
	}{svg, widths})
	if err != nil {
		t.Fatal(err)
	}
	return Play(t, `
		const look = (view, svg, where) => {`+script+`};
		const data = `+string(data)+`, page = "<!doctype html><meta charset=utf-8><body style='margin: 0'>" + data.SVG, frames = [];
		let opening = 2 * data.Widths.length;
		const opened = () => {
			if (--opening === 0) for (const [frame, where] of frames) look(frame.contentWindow, frame.contentDocument.querySelector("svg"), where);
		};
		for (const width of data.Widths)
			for (const [where, type, text] of [["alone", "image/svg+xml", data.SVG], ["on a page", "text/html", page]]) {
				const frame = document.createElement("iframe");
				frame.style.cssText = "border: 0; height: 900px; width: " + width + "px";
				frame.onload = opened;
				frames.push([frame, width + " " + where]);
				frame.src = URL.createObjectURL(new Blob([text], {type}));
				document.body.append(frame);
			}`)
}

func HexOf(p image.Image, x, y int) string {
	c := color.RGBAModel.Convert(p.At(x, y)).(color.RGBA)
	return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B)
}
