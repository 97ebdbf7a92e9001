package main

import (
	"context"
	"fmt"
	"os"
	"slices"
	"time"

	"github.com/iprof-viz/iprof-viz/internal/browser"
)

// A row holds the measurements of a page. Durations are 0 and failed is "" if not applicable.
type row struct {
	name    string
	bytes   int64
	written time.Duration
	first   time.Duration // from the start of loading to the end of the frame with the profile
	zoom    time.Duration
	search  time.Duration
	view    time.Duration // to another view of a report, or another layout of a flame graph; of an SVG, to other frames
	memory  int64         // bytes
	failed  string
}

// A viewer describes how to use a kind of page.
type viewer struct {
	ready string // an expression that is true when the page shows its profile
	// Bodies of asynchronous functions with the functions of [steps]; "": not available on the page.
	zoom, search, views string
}

// steps are functions for viewers. A step lasts until its next frame.
const steps = `
const frame = () => new Promise((r) => requestAnimationFrame(() => setTimeout(r, 0)));
let slowest = 0;
const step = async (act) => {
	const start = performance.now();
	act();
	await frame();
	slowest = Math.max(slowest, performance.now() - start);
	await new Promise((r) => setTimeout(r, 30));
};
const key = (key, e) => step(() => e.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true})));
// Methods of generated stacks, and of the generated profile.
const pattern = "method12|Cart1";
const put = (text, input) => step(() => {
	input.value = text;
	input.dispatchEvent(new Event("input", {bubbles: true}));
});
const type = async (text, input) => {
	for (let n = 1; n <= text.length; n++) await put(text.slice(0, n), input);
};
// A step that is not measured.
const between = async (act) => {
	const before = slowest;
	await act();
	slowest = before;
};
// Flame graphs: from the root, around the method of a match, from the leaves.
const searchAll = async (text, input, graph) => {
	for (const layout of ["root", "b", "v"]) {
		if (layout !== "root") await between(() => key(layout, graph));
		await type(text, input);
		for (const k of ["n", "n", "N"]) await key(k, graph);
		if (layout !== "root") await put("", input);
	}
	await between(() => key("v", graph));
};
const zoomKeys = ["ArrowDown", "Enter", "ArrowDown", "Enter", "ArrowDown", "ArrowRight", "Enter", "Backspace"];
const zoomAll = async (graph) => {
	graph.focus();
	for (const k of [...zoomKeys, "Escape", "i", "i"]) await key(k, graph);
	await between(() => key("v", graph));
	for (const k of zoomKeys) await key(k, graph);
	await between(() => key("v", graph));
};
`

var (
	flameViewer = viewer{
		ready: `document.querySelector(".graph canvas, .failed")`,
		views: `
			const graph = document.querySelector(".graph"), input = document.querySelector("input");
			await between(async () => { await put(pattern, input); await key("n", graph); });
			for (const k of ["b", "v", "v"]) await key(k, graph);
			await between(() => key("Escape", graph));`,
		zoom:   `await zoomAll(document.querySelector(".graph"));`,
		search: `await searchAll(pattern, document.querySelector("input"), document.querySelector(".graph"));`,
	}
	reportViewer = viewer{
		ready: `document.querySelector("[role=tabpanel] .view > *, .failed")`,
		views: `
			for (const view of ["methods", "sites", "units", "flame", "overview", "methods", "flame"]) await step(() => { location.hash = "#/" + view; });
			location.hash = "#/flame";
			await frame();`,
		zoom: flameViewer.zoom, search: `await searchAll(pattern, document.querySelector(".flame input"), document.querySelector(".graph"));`,
	}
	// The arrow keys of an SVG follow its direction.
	svgViewer = viewer{
		ready: `document.querySelector("svg.live")`,
		views: svgKeys + `await press("ArrowDown", "ArrowDown", "h", "Escape");`,
		zoom:  svgKeys + `await press(...zoomKeys, "Escape", "i", "i");`,
		search: `
			const input = document.querySelector("input");
			await type(pattern, input);
			for (const k of ["n", "n", "N"]) await key(k, document.documentElement);
			await put("", input);`,
	}
	// Speedscope has no elements for its frames: only the first frame is measured.
	speedscopeViewer = viewer{ready: `document.title.includes(" - speedscope") && document.querySelector("canvas")`}
)

// svgKeys is a function for SVGs: it presses keys on the frame that has the focus, at first the root.
const svgKeys = `
	const inward = JSON.parse(document.querySelector("metadata").textContent).icicle ? "ArrowDown" : "ArrowUp";
	document.querySelector(".graph rect[role=treeitem]").focus();
	const press = async (...keys) => {
		for (const k of keys) await key(k === "ArrowDown" ? inward : k, document.activeElement || document.documentElement);
	};
`

// measure loads a page several times in its own browser. Content is the file whose size counts.
func (v viewer) measure(ctx context.Context, loads int, name, page, content string) (row, error) {
	r := row{name: name}
	info, err := os.Stat(content)
	if err != nil {
		return r, err
	}
	r.bytes = info.Size()
	b, err := browser.Start(ctx, 1280, 800)
	if err != nil {
		return r, err
	}
	defer b.Close()
	var first, zoom, search, views []time.Duration
	for range loads {
		if err := v.load(ctx, b, page, func(p *browser.Page) error {
			took := func(body string, into *[]time.Duration) error {
				if body == "" {
					return nil
				}
				var ms float64
				err := p.Run(body, &ms)
				*into = append(*into, time.Duration(ms*1e6))
				return err
			}
			using := func(body string) string {
				if body == "" {
					return ""
				}
				return steps + body + "return slowest;"
			}
			if err := took("return window.firstFrame;", &first); err != nil {
				return err
			}
			if err := took(using(v.views), &views); err != nil {
				return err
			}
			if err := took(using(v.zoom), &zoom); err != nil {
				return err
			}
			if err := took(using(v.search), &search); err != nil {
				return err
			}
			if _, peak, err := b.Memory(); err == nil {
				r.memory = max(r.memory, peak)
			}
			return nil
		}); err != nil {
			return r, fmt.Errorf("%s: %w", name, err)
		}
	}
	r.first, r.zoom, r.search, r.view = median(first), median(zoom), median(search), median(views)
	return r, nil
}

// patience is the maximum time for a page to show its profile.
const patience = time.Minute

// load opens a page, waits until it shows its profile, and uses it.
func (v viewer) load(ctx context.Context, b *browser.Browser, file string, use func(*browser.Page) error) error {
	// The time of the frame after the one that is drawn when the page is ready: some pages draw only in the next frame.
	page, err := b.NewPage(`
		const look = () => {
			if (!(` + v.ready + `)) return requestAnimationFrame(look);
			requestAnimationFrame(() => setTimeout(() => { window.firstFrame = performance.now(); }, 0));
		};
		requestAnimationFrame(look);`)
	if err != nil {
		return err
	}
	defer page.Close()
	if err := page.Open("file://" + file); err != nil {
		return err
	}
	wait, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if err := page.Until(wait, "window.firstFrame"); err != nil {
		return err
	}
	return use(page)
}

func median(all []time.Duration) time.Duration {
	if len(all) == 0 {
		return 0
	}
	slices.Sort(all)
	return all[len(all)/2]
}
