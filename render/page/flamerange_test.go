package page

import (
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/browsertest"
	"github.com/iprof-viz/iprof-viz/internal/testtree"
	"github.com/iprof-viz/iprof-viz/render/flame"
)

// ranged are pointers on the picture of a flame graph: places are parts of its width.
const ranged = `
	const canvas = one(".graph canvas:not(.minimap)"), box = () => canvas.getBoundingClientRect(), wait = (ms) => new Promise((r) => setTimeout(r, ms));
	canvas.setPointerCapture = () => {}; // its pointers are not real
	const pointer = (type, x, more) => canvas.dispatchEvent(new (type === "click" ? MouseEvent : PointerEvent)(type, {bubbles: true, cancelable: true, button: 0, pointerId: 1, pointerType: "mouse", clientX: box().left + x * box().width, clientY: box().top + 45, ...more}));
	const drag = async (from, to, more = {}) => { pointer("pointerdown", from, more); for (const x of [(from + to) / 2, to]) pointer("pointermove", x, {...more, buttons: 1}); const band = one(".band") ? one(".band").getBoundingClientRect() : null; pointer("pointerup", to, more); pointer("click", to, more); await settled(); await wait(300); return band; };
	const wheel = async (of) => { const e = new WheelEvent("wheel", {bubbles: true, cancelable: true, clientX: box().left + box().width / 2, clientY: box().top + 45, ...of}); canvas.dispatchEvent(e); await settled(); await wait(300); return e.defaultPrevented; };
	const range = () => (/[#&?]w=([^&]*)/.exec(decodeURIComponent(location.hash)) || ["", "all"])[1].split("-").map((x) => x === "all" ? x : Number(Number(x).toFixed(3))).join(" to ");
	// The shares of the width at which the color changes in a row, in hundredths.
	const edges = (row) => { const c = canvas.getContext("2d"), y = (row * 18 + 14) * devicePixelRatio, at = []; let before = "";
		for (let x = 0; x < canvas.width; x++) { const now = [...c.getImageData(x, y, 1, 1).data].slice(0, 3).join(); if (before && now !== before) at.push(Math.round(100 * x / canvas.width)); before = now; } return [...new Set(at)].filter((x) => x > 0 && x < 100).join(); };
`

// TestFlameRange: a dragged range fills the width, and is moved, widened and left by wheel, mouse and keys; it is in the address.
func TestFlameRange(t *testing.T) {
	tree := testtree.From(convert.Samples, testtree.Stack{Frames: "app.Main.main;app.A.a", Value: 50}, testtree.Stack{Frames: "app.Main.main;java.util.B.b", Value: 30}, testtree.Stack{Frames: "app.Main.main;app.C.c", Value: 20})
	page := pageOf(t, tree, flame.Options{})
	v := browsertest.VisitFile(t, browsertest.Look(t, 1280, 800), page, "")
	browsertest.Expect(t, v.Run(ranged+`
		const scope = () => [...document.querySelectorAll(".methods > .note")].filter((e) => !e.hidden).length;
		await settled(); log(range() + " | " + edges(2) + " | " + scope());
		const band = await drag(0.25, 0.75); log(Math.round(100 * band.width / box().width) + " " + (Math.abs(band.left - box().left - box().width / 4) < 2) + " | " + range() + " | " + edges(2) + " | " + !one(".band") + " " + scope() + " " + status());
		log(String(await wheel({deltaX: 40})) + " " + String(await wheel({deltaY: 40})) + " | " + (range() !== "0.25 to 0.75"));
		await drag(0.5, 0.9, {shiftKey: true}); await drag(0.1, 0.9, {shiftKey: true}); log(range() + " | " + edges(2));
		await key("ArrowRight", document.body, {shiftKey: true}); await wait(300); log(range() + " | " + one(".minimap").hidden);
		await wheel({deltaY: -200, ctrlKey: true}); const [from, to] = range().split(" to ").map(Number); log(Math.abs((from + to) / 2 - 0.375) < 0.002 && Math.abs((to - from) * 1.003 ** 200 - 0.5) < 0.002);
		await key("Escape"); await settled(); log(range() + " | " + edges(2) + " | " + status());`),
		"all | 50,80 | 0", "50 true | 0.25 to 0.75 | 50 | true 1 50.0% of the width is shown: scroll sideways or drag with ⇧ to move, Escape shows all", "true false | true",
		"0 to 0.5 | ", "0.125 to 0.625 | false", "true", "all | 50,80 | ")
	// Moved beyond the zoomed frame; and a link has the range.
	v.Load("#w=0.4-0.9")
	browsertest.Expect(t, v.Run(ranged+`
		await settled(); log(edges(2)); await key("ArrowDown"); await key("ArrowDown"); await key("Enter"); await settled(); log(range() + " | " + edges(2) + " | " + details().split(" | ")[0]);
		await drag(0.2, 0.8, {shiftKey: true}); log(range() + " | " + edges(2) + " | " + status().includes("30.0% of the width"));
		await type("C.c"); await press("›"); await settled(); log(range() + " | " + edges(2).split(",").length + " " + details().split(" | ")[0]);
		location.hash = "#w=2-3"; await settled(); await wait(300); log(status());`),
		"20,80", "all |  | java.util.B.b", "0.32 to 0.62 | 60 | true", "all | 2 app.C.c", "the link's range of the width is invalid: all of it is shown")
}
