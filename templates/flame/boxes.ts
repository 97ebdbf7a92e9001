// The boxes of the visible rows, which replace the file's.

import { element, number, setAll } from "../svg/elements";
import { describe } from "./describe";
import { graph } from "./document";
import { contains, depth, kind } from "./frames";
import { label, minLabel, pad } from "./labels";
import { boxHeight, icicle, isDrawn, lefts, margin, rowHeight, rowOf, rows, shown, top, topOf, width, widths, zoom } from "./layout";
import { matched } from "./matches";
import { inSight } from "./sight";

/** The frame that keys act on, and the one last hovered over, which buttons act on. */
export let current = 0, pointed = 0;
export function point(i: number): void {
	pointed = i;
}
/** The next drawing selects it. */
export function setCurrent(i: number): void {
	current = i;
}

// Boxes are pieces of thick lines, with lengths in tenths of pixels. Above them are transparent elements: one that takes the
// events, and one for each labeled frame, which can have the focus.
const lines = element("g"), labels = element("g"), items = element("g", { role: "none" });
export const surface = element("rect");
export const cursor = element("rect", { class: "cursor", height: boxHeight, visibility: "hidden" });
graph.replaceChildren(lines, labels, surface, items, cursor);
/** Transparent elements of frames, which can have the focus. */
interface Item extends SVGRectElement {
	frame: number;
}
export const frameOf = (e: EventTarget | null) => (e as Partial<Item> | null)?.frame;
const boxes = new Map<number, Item>();
let painted = [0, -1];
let printing = false;

/** Draws the visible rows and some more. A picture is drawn again when it is scrolled beyond these. */
export function paint(always: boolean): void {
	const sight = inSight(), high = sight.bottom - sight.top;
	const rowAt = (y: number) => Math.floor((y - top) / rowHeight);
	const need = printing ? [0, rows - 1] : [Math.max(0, rowAt(sight.top)), Math.min(rows - 1, rowAt(sight.bottom))];
	if (!always && need[0] >= painted[0] && need[1] <= painted[1]) return;
	painted = printing ? need : [Math.max(0, rowAt(sight.top - high / 2)), Math.min(rows - 1, rowAt(sight.bottom + high / 2))];
	const hadFocus = items.contains(document.activeElement);
	boxes.clear();
	const paths: Record<string, { d: string; x: number; y: number }> = {}, texts: SVGTextElement[] = [], rects: Item[] = [];
	let outlines = "";
	for (let row = painted[0]; row <= painted[1]; row++) {
		const d = icicle ? row : rows - 1 - row, y = row * rowHeight;
		for (const i of shown[d] || []) {
			const w = widths[i], x0 = Math.round(lefts[i] * 10), x1 = Math.round((lefts[i] + (w < 3 ? w : w - 0.5)) * 10);
			if (x1 <= x0) continue;
			const key = (matched[i] ? "match" : kind[i]) + (i < zoom && contains(i, zoom) ? " above" : "");
			const path = paths[key] ||= { d: "", x: 0, y: 0 }, cy = y * 10 + 80;
			path.d += `${path.d ? "m" : "M"}${x0 - path.x} ${cy - path.y}h${x1 - x0}`;
			path.x = x1;
			path.y = cy;
			if (kind[i] === "w" && w >= 3) outlines += `M${x0 + 5} ${cy - 75}h${x1 - x0 - 10}v150h${x0 - x1 + 10}z`;
			if (w < minLabel + 2 * pad) continue;
			rects.push(item(i));
			const s = label(i);
			if (!s) continue;
			const text = element("text", {x: number(x0 / 10 + pad), y: y + 12, "aria-hidden": true});
			if (matched[i]) text.setAttribute("class", "on");
			text.textContent = s;
			texts.push(text);
		}
	}
	// Matches come last, on top.
	const keys = Object.keys(paths).sort((a, b) => Number(a.startsWith("match")) - Number(b.startsWith("match")));
	lines.setAttribute("transform", `translate(${margin} ${top}) scale(.1)`);
	lines.replaceChildren(...keys.map((key) => element("path", { class: key, d: paths[key].d })));
	if (outlines) element("path", { class: "new", d: outlines }, lines);
	for (const g of [labels, items]) g.setAttribute("transform", `translate(${margin} ${top})`);
	labels.replaceChildren(...texts);
	items.replaceChildren(...rects);
	setAll(surface, { x: margin, y: top, width, height: rows * rowHeight });
	if (!isDrawn(current)) return;
	const box = itemOf(current);
	if (hadFocus) box.focus({ preventScroll: true });
}
/** All rows, for printing, or only the visible ones again. */
export function print(on: boolean): void {
	printing = on;
	paint(true);
}
function item(i: number): Item {
	const box = element("rect", {
		x: number(lefts[i]), y: rowOf(depth[i]) * rowHeight, width: number(Math.max(1, widths[i] - 0.5)), height: boxHeight,
		role: "treeitem", "aria-level": depth[i] + 1, "aria-label": describe(i).join(", "), tabindex: i === current ? 0 : -1,
	}) as Item;
	box.frame = i;
	boxes.set(i, box);
	return box;
}
const itemOf = (i: number) => boxes.get(i) || items.appendChild(item(i));

/** Makes a frame the current one. */
export function select(i: number, focus = false): void {
	boxes.get(current)?.setAttribute("tabindex", "-1");
	current = i;
	const box = itemOf(i);
	box.setAttribute("tabindex", "0");
	setAll(cursor, { x: number(margin + lefts[i]), y: topOf(i), width: number(Math.max(widths[i], 2)) });
	if (!focus) return;
	pointed = i;
	box.focus({ preventScroll: true });
}
