package render

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/iprof-viz/iprof-viz/internal/browser"
)

// patience is how long a page may take: far longer than any does on a busy machine.
const patience = 2 * time.Minute

// pages are in one browser, as starting one takes half a second. Only the page that was opened last has frames.
var pages pagesBrowser

type pagesBrowser struct {
	start sync.Once
	*browser.Browser
	err error
}

func TestMain(m *testing.M) {
	status := m.Run()
	if pages.Browser != nil {
		pages.Close()
	}
	os.Exit(status)
}

// look returns a page of its own, with a window of this size, until the test ends. Its frames are real. It skips the test if there is
// no browser.
func look(t *testing.T, width, height int) *browser.Page {
	t.Helper()
	if testing.Short() {
		t.Skip("-short: no browser")
	}
	if _, ok := browser.Find(); !ok {
		t.Skip("no chromium on PATH: what pictures and pages look like and do in a browser is not tested")
	}
	pages.start.Do(func() {
		pages.Browser, pages.err = browser.Start(context.Background(), 1280, 800)
	})
	if pages.err != nil {
		t.Fatal(pages.err)
	}
	page, err := pages.NewPage(beforeScripts)
	if err == nil {
		t.Cleanup(func() { page.Close() })
		err = page.Resize(width, height)
	}
	if err != nil {
		t.Fatal(err)
	}
	return page
}

// screenshot returns a picture of a page in a window of this size.
func screenshot(t *testing.T, html string, width, height int) image.Image {
	t.Helper()
	page := look(t, width, height)
	drive(t, page, writeFile(t, "page.html", html), "", nil)
	return pixels(t, page)
}

// pixels returns a picture of a page as it is.
func pixels(t *testing.T, page *browser.Page) image.Image {
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

func writeFile(t *testing.T, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
	return "file://" + path
}

// visiting has the actions of a test on a page in a browser.
type visiting struct {
	t    *testing.T
	page *browser.Page
	file string // its address
}

// visit opens a page in a window of 1280 × 800, lets a script use it as a reader would, and returns the lines that it logs, with
// errors of the page.
func visit(t *testing.T, html, fragment, script string) []string {
	t.Helper()
	page := look(t, 1280, 800)
	defer page.Close()
	return visitFile(t, page, html, fragment).run(script)
}

// visitFile opens a page of ours.
func visitFile(t *testing.T, page *browser.Page, html, fragment string) visiting {
	t.Helper()
	v := visiting{t, page, writeFile(t, "page.html", html)}
	v.load(fragment)
	return v
}

// load opens the page anew.
func (v visiting) load(fragment string) {
	v.t.Helper()
	// An address that differs in its fragment alone is no new load.
	if err := v.page.Open("about:blank"); err != nil {
		v.t.Fatal(err)
	}
	v.until(`location.href === "about:blank"`)
	if err := v.page.Open(v.file + fragment); err != nil {
		v.t.Fatal(err)
	}
	v.until(`document.querySelector("#panel .view, .graph, .failed")`)
}

// until waits until an expression is true in the page.
func (v visiting) until(expression string) {
	v.t.Helper()
	ctx, cancel := context.WithTimeout(v.t.Context(), patience)
	defer cancel()
	if err := v.page.Until(ctx, expression); err != nil {
		v.t.Fatal(err)
	}
}

// resize changes the size of the window, and waits until the page has it.
func (v visiting) resize(width, height int) {
	v.t.Helper()
	if err := v.page.Resize(width, height); err != nil {
		v.t.Fatal(err)
	}
	v.until(fmt.Sprintf("innerWidth === %d && innerHeight === %d", width, height))
	v.run("await settled();")
}

// run runs a script with the functions of inPage, and returns the lines that it and the page's errors log.
func (v visiting) run(script string) []string {
	v.t.Helper()
	var lines []string
	if err := v.page.Run(fmt.Sprintf(`
		const late = new Promise((_, fail) => setTimeout(() => fail(new Error("it takes too long")), %d));
		await Promise.race([late, (async () => {%s{%s
}})()]);
		return said.splice(0);`, patience.Milliseconds(), inPage, script), &lines); err != nil {
		v.t.Fatal(err)
	}
	return lines
}

// beforeScripts runs in every page before its own scripts. It keeps what tests log, errors of the page among them, texts that were
// copied, and which address the page has heard of: events about later ones are still to come.
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

// inPage has functions for scripts that use a page. Those that act wait until the page has done its part.
const inPage = `
const w = window, d = document, log = (x) => said.push(String(x));
const task = () => new Promise((r) => setTimeout(r));
// The page has heard of its address, drawn a frame, and finished its work after that.
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
// Of a flame view.
const status = () => one("output").textContent;
const details = () => [one(".details h2"), ...all(".details li")].map((e) => e.textContent).join(" | ");
const table = () => all(".methods .spacer > .row").map((row) => [...row.children].map((c, i) => i < 2 ? c.title.split(" ")[0] : row.title).join(" ")).join(", ");
`

// open returns the elements of a picture once its script has run.
func open(t *testing.T, svg, fragment string) []*element {
	t.Helper()
	page := look(t, 1300, 2000)
	defer page.Close()
	var text string
	drive(t, page, writeFile(t, "flame.svg", svg)+fragment, "return document.documentElement.outerHTML", &text)
	return elements(t, text)
}

// drive loads a page whose scripts act while it loads, and then evaluates the body of a function in it.
func drive(t *testing.T, page *browser.Page, address, body string, into any) {
	t.Helper()
	if err := page.Open(address); err != nil {
		t.Fatal(err)
	}
	v := visiting{t, page, address}
	v.until(`location.href !== "about:blank" && document.readyState === "complete"`)
	if err := page.Run(body, into); err != nil {
		t.Fatal(err)
	}
}

// play puts pictures on a page, lets a script use them as a reader would, and returns the lines that it logs. The
// script has the functions below; keys go to the focused element, or to the one given.
func play(t *testing.T, script string, svgs ...string) []string {
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
	page := look(t, 1300, 900)
	defer page.Close()
	var lines []string
	drive(t, page, writeFile(t, "page.html", html), "return lines", &lines)
	return lines
}
