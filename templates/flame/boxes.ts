// The boxes of the visible rows, which replace the file's.

import { element, number, setAll } from "../svg/elements";
import { describe } from "./describe";
import { graph, svg } from "./document";
import { contains, depth, kind } from "./frames";
import { kindOf, kinds } from "./file";
import { label, minLabel, pad, widthOf } from "./labels";
import { Lines, match } from "./lines";
import { boxHeight, icicle, isDrawn, lefts, margin, rowHeight, rowOf, rows, shown, tenths, top, topOf, width, widths, zoom } from "./layout";
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
//
// A browser takes long for thousands of narrow boxes, as it computes the edges of each in all pixels of its height. So a row with many
// of them is a rectangle that repeats a pattern, which is one pixel high.
const lines = element("g"), labels = element("g"), items = element("g", { role: "none" });
export const surface = element("rect");
export const cursor = element("rect", { class: "cursor", height: boxHeight, visibility: "hidden" });
graph.replaceChildren(lines, labels, surface, items, cursor);
/** Transparent elements of frames, which can have the focus. */
interface Item extends SVGRectElement {
	frame: number;
}
export const frameOf = (e: EventTarget | null) => (e as Partial<Item> | null)?.frame;
const boxes = new Map<number, Item>(), texts = new Map<number, SVGTextElement>();
// Boxes from this width on have a gap to the next one.
const gapFrom = 3;
// The number of narrow boxes from which on a row has a pattern.
const dense = 50;
const newKind = kindOf("w");
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
	texts.clear();
	for (let row = painted[0]; row <= painted[1]; row++) {
		for (const i of framesOf(row)) {
			if (widths[i] < minLabel + 2 * pad) continue;
			item(i);
			const s = label(i);
			if (!s) continue;
			const text = element("text", { x: number(Math.round(lefts[i] * 10) / 10 + pad), y: row * rowHeight + 12, "aria-hidden": true });
			text.textContent = s;
			texts.set(i, text);
		}
	}
	paintMatches();
	for (const g of [labels, items]) g.setAttribute("transform", `translate(${margin} ${top})`);
	labels.replaceChildren(...texts.values());
	items.replaceChildren(...boxes.values());
	setAll(surface, { x: margin, y: top, width, height: rows * rowHeight });
	if (!isDrawn(current)) return;
	const box = itemOf(current);
	if (hadFocus) box.focus({ preventScroll: true });
}
const framesOf = (row: number) => shown[icicle ? row : rows - 1 - row] || [];
/** Draws the same boxes in other colors: after a search. */
export function paintMatches(): void {
	const all = new Lines(), patterns: SVGElement[] = [];
	const pixel = 10 / ((svg.getScreenCTM()?.a || 1) * devicePixelRatio);
	let outlines = "", grounds = "";
	for (let row = painted[0]; row <= painted[1]; row++) {
		const frames = framesOf(row), y = row * rowHeight * 10, id = `${svg.id}-row${row}`;
		const narrow = !printing && isDense(frames) ? new Lines() : all;
		for (const i of frames) {
			const w = widths[i], isNarrow = w < gapFrom, x0 = tenths(lefts[i]), x1 = tenths(lefts[i] + (isNarrow ? w : w - 0.5));
			if (x1 <= x0) continue;
			const lines = isNarrow ? narrow : all;
			lines.add(matched[i] ? match : kind[i], i < zoom && contains(i, zoom), x0, x1, lines === all ? y + 80 : 0);
			if (!matched[i] && texts.has(i) && /^[gh]( |$)/.test(kinds[kind[i]])) grounds += `M${x0 + 10} ${y + 80}h${Math.ceil(Math.min(x1 - x0 - 20, 10 * (widthOf(texts.get(i)!.textContent!) + 2 * pad - 2)))}`;
			if (kind[i] === newKind && !isNarrow) outlines += `M${x0 + 5} ${y + 5}h${x1 - x0 - 10}v150h${x0 - x1 + 10}z`;
		}
		if (narrow !== all) patterns.push(...narrow.asPattern(id, y, width * 10, margin * 10, pixel));
	}
	lines.setAttribute("transform", `translate(${margin} ${top}) scale(.1)`);
	lines.replaceChildren(...patterns, ...all.paths());
	if (outlines) element("path", { class: "new", d: outlines }, lines);
	if (grounds) element("path", { class: "ground", d: grounds }, lines); // letters are hard to read on stripes
	for (const [i, text] of texts) {
		const to = matched[i] ? "on" : "";
		if (text.getAttribute("class") !== to) text.setAttribute("class", to);
	}
}
function isDense(frames: number[]): boolean {
	let narrow = 0;
	for (const i of frames) if (widths[i] < gapFrom) narrow++;
	return narrow > dense;
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
