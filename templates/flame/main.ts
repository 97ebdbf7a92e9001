// The viewer of a flame graph in an SVG. It finds its graph by its own position in the document and reads the frames from the metadata
// element. Names only ever become text. It replaces the boxes of the file by equal ones of its own, of the rows in sight.
//
// It puts callees that are too narrow to draw into a rest, as the file does. Such a rest is a frame with these callees below it; it
// opens when there is room, or when it is clicked.

import { hash } from "../page/address";
import { Ruler } from "../page/labels";
import { percent, plural, points, thousands } from "../page/numbers";
import { mayHang } from "../page/search";
import { compilePattern } from "../pattern.js";
import { Columns } from "./columns";
import { Data, Frames, Names, readFrames, texts } from "./file";
import { mergeRecursion } from "./recursion";

const svg = (document.currentScript as SVGScriptElement).ownerSVGElement!;
const graph = svg.querySelector<SVGGElement>(".graph")!, head = svg.querySelector(".head")!;
const data = JSON.parse(svg.querySelector("metadata")!.textContent!) as Data, { unit } = data;
const margin = 10, rowHeight = 17, boxHeight = 16, pad = 3, leastLabel = 11, lineHeight = 17;
// Rests that are narrower are not drawn.
const leastRest = Math.min(data.minWidth, 1);
const xhtml = "http://www.w3.org/1999/xhtml";
// Alone in its document, the graph uses the whole window, the whole keyboard and the whole address.
const alone = (document.documentElement as Element) === svg;
const fluid = alone && !data.fixed;

const names = new Names(data), places = data.places ? texts(data.places) : null;
const compared = data.scale !== undefined, file = readFrames(data);
let { count, depth, name, total, kind, weight, counted, parent, end, left, self, widest, base } = new Columns(file, data);
/** Shows the frames of the file, or those with merged recursion. */
function use(frames: Frames): void {
	({ count, depth, name, total, kind, weight, counted, parent, end, left, self, widest, base } = new Columns(frames, data));
}
let merged = false;
const whole = data.whole || file.total[0];

let zoom = 0, icicle = data.icicle, current = 0, pointed = 0;
let pattern = "", matches: number[] = [], matched = new Uint8Array(count);
let width = data.width, top = data.top, rows = 1;
const all = () => width + 2 * margin, tall = () => top + rows * rowHeight + margin;
const scale = () => width / (weight[zoom] || 1);
const contains = (a: number, i: number) => a <= i && i < end[a];
const isRest = (i: number) => name[i] < 0, hasFrames = (i: number) => end[i] > i + 1;
const isOpen = (r: number) => hasFrames(r) && (contains(r, zoom) || widest[r] * scale() >= data.minWidth);

// The drawn frames by depth, from left to right, and their edges in pixels.
let shown: number[][] = [];
let lefts = new Float64Array(count), widths = new Float64Array(count);
function layOut(): void {
	shown = [];
	widths = new Float64Array(count);
	lefts = new Float64Array(count);
	const unit = scale();
	for (let i = 0; i < count;) {
		if (contains(i, zoom)) {
			if (isRest(i)) {
				i++;
				continue;
			}
			widths[i] = width;
		} else if (!contains(zoom, i)) {
			i = end[i];
			continue;
		} else {
			lefts[i] = (left[i] - left[zoom]) * unit;
			widths[i] = weight[i] * unit;
			if (isRest(i) && isOpen(i)) {
				widths[i] = 0;
				i++;
				continue;
			}
			if (widths[i] < (isRest(i) ? leastRest : 0.01)) {
				widths[i] = 0;
				i = end[i];
				continue;
			}
		}
		(shown[depth[i]] ||= []).push(i);
		i = isRest(i) ? end[i] : i + 1;
	}
}
const rowOf = (d: number) => icicle ? d : rows - 1 - d;
const topOf = (i: number) => top + rowOf(depth[i]) * rowHeight;

// Text.

const frames = (n: number) => plural(n, "frame");
const full = (i: number) => name[i] < 0 ? frames(-name[i]) + " too narrow to draw" : names.shown[name[i]];

// The lines about a frame, its name first.
function describe(i: number): string[] {
	const lines = [full(i), ...places && places[name[i]] ? [places[name[i]]] : [], `${thousands(total[i])} ${unit}, ${percent(total[i], whole)} of all`];
	const inZoom = zoom && i !== zoom && contains(zoom, i);
	if (inZoom) lines.push(`${percent(total[i], total[zoom])} of the zoomed frame`);
	if (base) {
		let line = `base: ${thousands(counted[i])}, ${percent(base[i], whole)}; ${points(total[i] - base[i], whole)}`;
		if (i && name[i] >= 0 && !total[i]) line += "; gone";
		if (i && name[i] >= 0 && !base[i]) line += "; new";
		lines.push(line);
		if (i) lines.push(`${percent(total[i], total[parent[i]])} of its parent, base: ${percent(counted[i], counted[parent[i]])}`);
		return lines;
	}
	if (i) lines.push(`${percent(total[i], total[parent[i]])} of its parent`);
	if (name[i] >= 0) lines.push(`self ${thousands(self[i])}`);
	return lines;
}

const { fontFamily } = getComputedStyle(graph);
const ofLabels = new Ruler("11px " + fontFamily), ofText = new Ruler("12px " + fontFamily), ofTitle = new Ruler("bold 17px " + fontFamily);

function label(i: number): string {
	const room = widths[i] - 2 * pad;
	if (room < leastLabel) return "";
	if (isRest(i)) return ofLabels.cut(`… ${frames(-name[i])}, ${percent(weight[i], weight[0])}`, room);
	if (!i) return ofLabels.cut(`all: ${thousands(total[0])} ${unit}`, room);
	const mark = !base ? "" : !total[i] ? "− " : !base[i] ? "+ " : "";
	const s = ofLabels.shorten(names.shown[name[i]], room - ofLabels.measure(mark));
	return s && mark + s;
}

// Drawing.

type Attributes = Record<string, string | number | boolean>;
const setAll = (e: Element, attributes: Attributes) => {
	for (const a in attributes) e.setAttribute(a, String(attributes[a]));
};
function element<K extends keyof SVGElementTagNameMap>(tag: K, attributes: Attributes = {}, inside?: Element): SVGElementTagNameMap[K] {
	const e = document.createElementNS("http://www.w3.org/2000/svg", tag);
	setAll(e, attributes);
	inside?.appendChild(e);
	return e;
}
const number = (x: number) => String(Math.round(x * 100) / 100).replace(/^0\./, ".");
// Boxes are pieces of thick lines, with lengths in tenths of pixels. Above them are transparent elements: one that takes the
// events, and one for each labelled frame, which can have the focus.
const lines = element("g"), labels = element("g"), surface = element("rect"), items = element("g", { role: "none" });
const cursor = element("rect", { class: "cursor", height: boxHeight, visibility: "hidden" });
graph.replaceChildren(lines, labels, surface, items, cursor);
/** Transparent elements of frames, which can have the focus. */
interface Item extends SVGRectElement {
	frame: number;
}
const frameOf = (e: EventTarget | null) => (e as Partial<Item> | null)?.frame;
const boxes = new Map<number, Item>();
let painted = [0, -1];

function draw(): void {
	hide();
	layOut();
	if (shown.length !== rows) {
		const before = rows;
		rows = Math.max(shown.length, rowsOfAll);
		if (rows !== before) size();
	}
	paint(true);
	if (!place(current)) current = isRest(zoom) ? parent[zoom] : zoom;
	select(current, false);
	resetButton.disabled = !zoom && !pattern;
}
const place = (i: number) => widths[i] > 0;

// Draws the rows in sight, and some more. A scrolled picture is drawn again when it leaves these.
function paint(always: boolean): void {
	const sight = inSight(), high = sight.bottom - sight.top;
	const rowAt = (y: number) => Math.floor((y - top) / rowHeight);
	const need = printing ? [0, rows - 1] : [Math.max(0, rowAt(sight.top)), Math.min(rows - 1, rowAt(sight.bottom))];
	if (!always && need[0] >= painted[0] && need[1] <= painted[1]) return;
	painted = printing ? need : [Math.max(0, rowAt(sight.top - high / 2)), Math.min(rows - 1, rowAt(sight.bottom + high / 2))];
	const active = frameOf(document.activeElement), hadFocus = active !== undefined && items.contains(document.activeElement);
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
			if (w < leastLabel + 2 * pad) continue;
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
	if (hadFocus && place(active!)) itemOf(active!).focus({ preventScroll: true });
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

// Makes a frame the current one, which keys and buttons act on.
function select(i: number, focus = false): void {
	boxes.get(current)?.setAttribute("tabindex", "-1");
	current = i;
	setAll(cursor, { x: number(margin + lefts[i]), y: topOf(i), width: number(Math.max(widths[i], 2)) });
	if (!focus) return void boxes.get(i)?.setAttribute("tabindex", "0");
	pointed = i;
	const box = itemOf(i);
	box.setAttribute("tabindex", "0");
	box.focus({ preventScroll: true });
}

function zoomTo(i: number, focus = false): void {
	if (isRest(i) && !hasFrames(i)) {
		const text = `${frames(-name[i])}, ${percent(weight[i], weight[0])}: not in this file; drawn with --min-width 0 it has them`;
		if (place(i)) current = i;
		return say(text);
	}
	zoom = i;
	current = pointed = isRest(i) ? parent[i] : i;
	draw();
	if (focus) select(current, true);
	report();
	remember(true);
}

// Brings a frame into view, and zooms if it is too narrow.
function reveal(i: number, focus = false): void {
	if (!place(i) || widths[i] < 4) {
		let a = i;
		while (parent[a] >= 0 && weight[i] / weight[parent[a]] * width >= 40) a = parent[a];
		zoomTo(a);
	}
	if (!place(i)) return;
	select(i, focus);
	pointed = i;
	cursor.setAttribute("visibility", "visible");
	cursor.scrollIntoView({ block: "nearest" });
	paint(false);
	show(i);
}
// Scrolls to the root if it is out of sight.
function rootInSight(): void {
	const sight = inSight(), y = topOf(0);
	if (y >= sight.top && y + boxHeight <= sight.bottom) return;
	if (alone) scrollTo(0, icicle ? 0 : tall());
	else {
		const mark = element("rect", { x: margin, y, width: 1, height: boxHeight, visibility: "hidden" }, svg);
		mark.scrollIntoView({ block: "nearest", inline: "nearest" });
		mark.remove();
	}
}

// The tooltip.

const tip = element("foreignObject", { class: "tip", width: 1, height: 1, visibility: "hidden" }, svg);
function html<K extends keyof HTMLElementTagNameMap>(tag: K, text: string, inside?: Element): HTMLElementTagNameMap[K] {
	const e = document.createElementNS(xhtml, tag) as HTMLElementTagNameMap[K];
	e.textContent = text;
	inside?.appendChild(e);
	return e;
}
const tipBox = html("div", "", tip);

function show(i: number, x?: number, y?: number): void {
	if (x === undefined) {
		x = margin + Math.max(0, lefts[i] + Math.min(widths[i] / 2, 40));
		y = topOf(i) + boxHeight;
	}
	tell(describe(i), x, y!);
}
// Shows lines near a point: on the side of callers if there is room, as callees are the next rows that a reader looks at.
function tell([first, ...rest]: string[], x: number, y: number): void {
	tipBox.replaceChildren(html("b", first), ...rest.map((line) => html("div", line)));
	const sight = inSight();
	tipBox.style.maxWidth = Math.min(560, sight.right - sight.left - 24) + "px";
	setAll(tip, { width: all() });
	const tw = tipBox.offsetWidth, th = tipBox.offsetHeight;
	const below = y + 18, above = y - th - boxHeight - 6;
	const to = (icicle ? above >= sight.top + 2 : below + th + 2 > sight.bottom) ? above : below;
	setAll(tip, { x: Math.max(sight.left + 2, Math.min(x + 12, sight.right - tw - 4)), y: Math.max(sight.top + 2, Math.min(to, sight.bottom - th - 2)), visibility: "visible" });
}
function hide(): void {
	tip.setAttribute("visibility", "hidden");
}
function toPicture(x: number, y: number): DOMPoint {
	return new DOMPoint(x, y).matrixTransform(svg.getScreenCTM()!.inverse());
}
interface Sight {
	left: number;
	top: number;
	right: number;
	bottom: number;
}
// The part of the picture that the window shows; all of it if the picture is not drawn.
function inSight(): Sight {
	// In quirks mode the body has the size of the window.
	const { clientWidth, clientHeight } = document.compatMode === "BackCompat" ? document.body : document.documentElement;
	const drawn = svg.getScreenCTM(), right = all(), bottom = tall();
	const from = drawn ? toPicture(0, 0) : { x: 0, y: 0 }, to = drawn ? toPicture(clientWidth, clientHeight) : { x: right, y: bottom };
	const left = Math.max(0, Math.min(from.x, right - 300)), top = Math.max(0, from.y);
	return { left, top, right: Math.max(left + 300, Math.min(right, to.x)), bottom: Math.max(top, Math.min(bottom, to.y)) };
}

// The frame under the pointer, however narrow; -1 for none.
function frameAt(event: MouseEvent): number {
	const p = toPicture(event.clientX, event.clientY), x = p.x - margin;
	const row = shown[rowOf(Math.floor((p.y - top) / rowHeight))];
	if (!row || x < 0 || x >= width) return -1;
	let low = 0, high = row.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		if (lefts[row[middle]] <= x) low = middle + 1;
		else high = middle;
	}
	const i = row[low - 1];
	return i !== undefined && x < lefts[i] + widths[i] ? i : -1;
}

// Search.

function search(s: string): void {
	pattern = s;
	matched = new Uint8Array(count);
	matches = [];
	let expression: RegExp | null = null;
	try {
		expression = s ? compilePattern(s) : null;
		input.removeAttribute("aria-invalid");
	} catch {
		input.setAttribute("aria-invalid", "true");
	}
	if (expression) {
		const signatures = expression.source.includes("\\(");
		const hits = names.shown.map((_, n) => n > 0 && expression!.test(signatures ? names.signature(n) : names.plain(n)));
		for (let i = 1; i < count; i++) {
			if (hits[name[i]]) {
				matched[i] = 1;
				matches.push(i);
			}
		}
		matches.sort((a, b) => weight[b] - weight[a] || a - b);
	}
	draw();
	report();
}

const ignoringCaseFinds = () => !pattern.startsWith("(?") && names.shown.some((_, n) => n > 0 && compilePattern("(?i)" + pattern).test(names.plain(n)));

// Adds up a part of a tree: frames that are counted are not looked into.
function sum(of: number, counts: (i: number) => number, values: number[]): number {
	let all = 0;
	for (let i = of; i < end[of];) {
		const n = counts(i);
		if (n === 0) {
			i++;
			continue;
		}
		if (n > 0) all += values[i];
		i = end[i];
	}
	return all;
}
// The share of a subtree that matches. A stack with several matches counts once.
function share(of: number, values: number[]): string {
	return percent(sum(of, (i) => matched[i], values), of ? values[of] : whole);
}
// The greatest share that may match as well: frames that the file lacks, or that stand for others.
function unseen(): string {
	const isOpaque = (i: number) => isRest(i) ? !hasFrames(i) : names.shown[name[i]] === "<VM>";
	const opaque = sum(0, (i) => matched[i] ? -1 : isOpaque(i) ? 1 : 0, total);
	const rest = total[0] - sum(0, (i) => matched[i], total);
	const value = Math.min(rest, opaque + (data.moved || 0));
	return value > 0 ? `, up to ${percent(value, whole)} more in frames that are not shown` : "";
}

function report(): void {
	previous.disabled = next.disabled = !matches.length;
	if (!pattern) return say("");
	if (input.hasAttribute("aria-invalid")) return say("not a regular expression");
	if (!matches.length) return say("no match" + (ignoringCaseFinds() ? "; (?i) before it ignores case" : "") + unseen());
	let s = share(0, total);
	if (base) s += ` (base ${share(0, base)})`;
	if (zoom) {
		let above = false;
		for (let i = parent[zoom]; i >= 0; i = parent[i]) above ||= matched[i] > 0;
		s += `, ${above ? "100%" : share(zoom, total)} of zoom`;
	}
	const at = matches.indexOf(current);
	say(`${at < 0 ? "" : at + 1 + "/"}${thousands(matches.length)} matched: ${s}${unseen()}`);
}

function step(by: number): void {
	if (!matches.length) return;
	const at = matches.indexOf(current), to = at < 0 ? by > 0 ? 0 : -1 : at + by;
	reveal(matches[(to + matches.length) % matches.length], false);
	report();
}

// The controls.

const bar = element("foreignObject", { class: "tools", x: 0, y: 0, width: all(), height: 1 }, svg);
const barBox = html("div", "", bar);
barBox.setAttribute("role", "toolbar");
barBox.setAttribute("aria-label", "Flame graph");
const find = html("span", "", barBox);
const input = html("input", "", find);
setAll(input, { type: "search", placeholder: "Search: regexp", "aria-label": "Search frames by regular expression", spellcheck: "false", autocomplete: "off" });
function button(text: string, title: string, action: () => void, inside: Element): HTMLButtonElement {
	const b = html("button", text, inside);
	setAll(b, { type: "button", title, "aria-label": title });
	b.addEventListener("click", action);
	return b;
}
const previous = button("‹", "Previous match (N)", () => step(-1), find);
const next = button("›", "Next match (n)", () => step(1), find);
const status = html("output", "", barBox);
status.setAttribute("aria-live", "polite");
const acts = html("span", "", barBox);
const resetButton = button("Reset", "Reset zoom and search (Escape)", reset, acts);
button("Flip", "Turn upside down (i)", flip, acts);
const recursion = compared ? null : mergeRecursion(file, data);
const mergeButton = recursion && button("Recursion", "Merge frames that call themselves (r)", toggleRecursion, acts);
mergeButton?.setAttribute("aria-pressed", "false");
button("Copy name", "Copy the name of the frame last pointed at (c)", () => copy(full(pointed), "name"), acts);
button("Copy stack", "Copy its stack, root first (s)", () => copy(stackOf(pointed), "stack"), acts);
button("Copy link", "Copy a link to it (l)", () => copy(link(pointed), "link"), acts);
const detailsButton = data.notes && button("Details", "How to read the picture, and what it leaves out (d)", toggleDetails, acts);
button("?", "Keys (?)", help, acts);
const say = (s: string) => {
	status.textContent = s;
	status.title = s;
	placeBar();
};

function reset(): void {
	const zoomed = zoom > 0;
	zoom = 0;
	current = 0;
	input.value = "";
	cursor.setAttribute("visibility", "hidden");
	search("");
	if (zoomed) rootInSight();
	placeBar();
	paint(false);
	remember(true);
}
function flip(): void {
	icicle = !icicle;
	draw();
	rootInSight();
	placeBar();
	paint(false);
	remember(false);
}
function toggleRecursion(): void {
	merged = !merged;
	mergeButton!.setAttribute("aria-pressed", String(merged));
	use(merged ? recursion! : file);
	zoom = current = pointed = 0;
	findRows();
	search(pattern);
	size();
	rootInSight();
	paint(true);
	remember(false);
}
function stackOf(i: number): string {
	const all: string[] = [];
	for (; i > 0; i = parent[i]) all.unshift(full(i));
	return all.join("\n");
}
async function copy(text: string, what: string): Promise<void> {
	let done = false;
	try {
		await navigator.clipboard.writeText(text);
		done = true;
	} catch {
		const area = html("textarea", "", barBox);
		area.value = text;
		area.select();
		done = document.execCommand("copy");
		area.remove();
	}
	say(done ? what + " copied" : "the browser does not allow copying");
}
function help(): void {
	if (tip.getAttribute("visibility") === "visible" && tipBox.firstChild?.textContent === "Keys") return hide();
	tell([
		"Keys", "click, Enter: zoom into a frame, open a rest; a caller zooms out", "Escape: reset zoom and search", "arrows: go from frame to frame",
		"/: search in package.Class.method; name(types) searches in signatures, (?i) ignores case", "n, N: next, previous match, the widest first", "i: turn upside down",
		...recursion ? ["r: merge frames that call themselves"] : [],
		"c, s, l: copy the name, stack or link of the frame last pointed at",
		...data.notes ? ["d: details"] : [],
	], inSight().left + margin, top - 10);
}
// The notes.
const panel = element("foreignObject", { class: "panel", width: 1, height: 1, visibility: "hidden" }, svg);
const panelBox = html("div", "", panel);
for (const note of data.notes || []) html("div", note, panelBox);
function toggleDetails(): void {
	const open = panel.getAttribute("visibility") === "hidden";
	panel.setAttribute("visibility", open ? "visible" : "hidden");
	if (detailsButton) detailsButton.setAttribute("aria-expanded", String(open));
	placeBar();
}

// The size of the picture. In a window of its own it has the width of that.

const attributes = { width: Number(svg.getAttribute("width")), height: Number(svg.getAttribute("height")), tall: svg.viewBox.baseVal.height };
const toolsHeight = (w: number) => w < data.twoRows ? 112 : w < data.oneRow ? 56 : 28;
const stillHead = data.top - toolsHeight(data.width + 2 * margin);
// The rows of the whole picture.
let rowsOfAll = 1, headBottom = stillHead, printing = false;
function findRows(): void {
	rowsOfAll = 1;
	for (let i = 0; i < count; i = isRest(i) ? end[i] : i + 1) rowsOfAll = Math.max(rowsOfAll, depth[i] + 1);
	rows = rowsOfAll;
}
function size(): void {
	setAll(svg.querySelector(".page")!, { width: all(), height: tall() });
	svg.setAttribute("viewBox", `0 0 ${all()} ${tall()}`);
	if (fluid) {
		setAll(svg, { width: all(), height: tall() });
	} else if (attributes.height) {
		// Keep the scale of the page.
		svg.setAttribute("height", String(attributes.height * tall() / attributes.tall));
	}
}
// Title, description and legend, as in flamelegend.go.
function drawHead(): void {
	const lines: Element[] = [];
	const text = (kind: string, s: string, x: number, y: number) => {
		const e = element("text", { class: kind, x: number(x), y });
		e.textContent = s;
		lines.push(e);
	};
	let y = margin;
	for (const line of wrap(svg.querySelector("title")!.textContent!, ofTitle)) {
		text("title", line, margin, y + 17);
		y += 23;
	}
	y += 3;
	for (const [kind, s] of [["sub", data.sub], ...data.about.map((s) => ["note", s])]) {
		for (const line of wrap(s, ofText)) {
			text(kind, line, margin, y + 12);
			y += lineHeight;
		}
	}
	y += 5;
	let x = 0;
	for (const [kind, label] of data.legend) {
		const box = kind ? 17 : 0, s = ofText.cut(label, width - box), w = box + ofText.measure(s);
		if (x > 0 && x + w > width) {
			x = 0;
			y += lineHeight;
		}
		if (kind) lines.push(element("rect", { class: kind, x: number(margin + x), y, width: 12, height: 12 }));
		text("key", s, margin + x + box, y + 10);
		x += w + 16;
	}
	if (x > 0) y += lineHeight;
	head.replaceChildren(...lines);
	headBottom = y + 6;
}
function wrap(s: string, ruler: Ruler): string[] {
	const lines: string[] = [];
	let line = "";
	for (const word of s.split(/\s+/).filter(Boolean)) {
		if (line && ruler.measure(line + " " + word) <= width) line += " " + word;
		else {
			if (line) lines.push(line);
			line = ruler.cut(word, width);
		}
	}
	return line ? [...lines, line] : lines;
}
function fit(): void {
	for (let tries = 0; tries < 2; tries++) { // a scroll bar may come or go
		const before = width;
		width = Math.max(300, document.documentElement.clientWidth) - 2 * margin;
		if (tries && width === before) break;
		drawHead();
		top = headBottom + toolsHeight(all());
		layOut();
		rows = Math.max(shown.length, rowsOfAll);
		size();
	}
}
// The controls are above the boxes and as wide as the visible part of the picture. If the graph is alone in its document, they
// also stay in view when a tall picture is scrolled. In a window that is narrower than the picture they may need more rows than
// there is room for: then the boxes move down and the picture becomes taller.
function placeBar(): void {
	const sight = inSight(), room = sight.right - sight.left;
	setAll(bar, { x: sight.left, width: room });
	barBox.className = room < data.twoRows ? "narrow least" : room < data.oneRow ? "narrow" : "";
	const needed = barBox.offsetHeight;
	setAll(bar, { height: needed });
	const to = headBottom + Math.max(toolsHeight(all()), needed - 4);
	if (to !== top) {
		top = to;
		size();
		paint(true);
	}
	const y = top - 4 - needed, at = alone ? Math.max(y, sight.top) : y;
	setAll(bar, { y: at });
	setAll(panel, { x: sight.left + margin, y: at + needed + 2, width: Math.min(740, room - 2 * margin) });
}

// The address: z is the path of the zoomed frame, with a hash of four characters for the name of each frame, so it also finds
// the frame in a newer picture; s is the search; i is 1 if the picture is flipped, r if recursion is merged. On a page, the graph's id is before each.

const hashes: string[] = [];
const hashOf = (n: number) => hashes[n] ||= hash(names.shown[n]);
const key = (k: string) => alone ? k : svg.id + "." + k;
const parameters = () => new URLSearchParams(location.hash.slice(1));
// The callees of a frame, with those in its rest.
function* callees(i: number): Generator<number> {
	for (let c = i + 1; c < end[i]; c = end[c]) {
		if (isRest(c)) yield* callees(c);
		else yield c;
	}
}

function link(i: number): string {
	const p = parameters();
	let z = "";
	for (let at = isRest(i) ? parent[i] : i; at > 0; at = parent[at]) z = hashOf(name[at]) + z;
	for (const [k, v] of [["z", z], ["s", pattern], ["i", icicle === data.icicle ? "" : "1"], ["r", merged ? "1" : ""]]) {
		if (v) p.set(key(k), v);
		else p.delete(key(k));
	}
	return location.href.replace(/#.*$/s, "") + (String(p) && "#" + p);
}
function remember(step: boolean): void {
	const to = link(zoom);
	if (to === location.href) return;
	try {
		history[step ? "pushState" : "replaceState"](null, "", to);
	} catch {
		// Some pages forbid it.
	}
}
function restore(): void {
	const p = parameters(), z = p.get(key("z")) || "";
	if (recursion && merged !== (p.get(key("r")) === "1")) {
		merged = !merged;
		mergeButton!.setAttribute("aria-pressed", String(merged));
		use(merged ? recursion! : file);
		findRows();
		size();
	}
	let i = 0, lost = false;
	for (let k = 0; k < z.length && !lost; k += 4) {
		lost = true;
		for (const c of callees(i)) {
			if (hashOf(name[c]) !== z.slice(k, k + 4)) continue;
			i = c;
			lost = false;
			break;
		}
	}
	zoom = current = pointed = i;
	icicle = data.icicle !== (p.get(key("i")) === "1");
	const s = p.get(key("s")) || "";
	input.value = s;
	// Who wrote the link may want the page to hang: without repetition no pattern takes long.
	const asks = s !== pattern && mayHang(s);
	search(asks ? "" : s);
	if (asks) say("Enter searches for the link's pattern");
	if (lost) say("the linked frame is not in this picture: this is its nearest caller");
}

// Events.

graph.addEventListener("mousemove", (event) => {
	const i = frameAt(event), p = toPicture(event.clientX, event.clientY);
	surface.style.cursor = i < 0 ? "default" : "";
	if (i < 0) return hide();
	pointed = i;
	show(i, p.x, p.y);
});
graph.addEventListener("mouseleave", hide);
graph.addEventListener("click", (event) => {
	const i = frameAt(event);
	if (i >= 0) zoomTo(i, true);
});
// On the document: browsers make SVG elements with focus listeners focusable.
document.addEventListener("focusin", (event) => {
	const target = event.target as Element, frame = frameOf(target);
	if (frame === undefined || !graph.contains(target)) return;
	select(frame, false);
	if (target.matches(":focus-visible")) {
		cursor.setAttribute("visibility", "visible");
		cursor.scrollIntoView({ block: "nearest" });
		show(current);
	}
});
document.addEventListener("focusout", (event) => {
	if (!graph.contains(event.target as Node)) return;
	cursor.setAttribute("visibility", "hidden");
	hide();
});

// The nearest drawn frame in a direction, or the same frame.
function neighbor(i: number, direction: "in" | "out" | "left" | "right"): number {
	if (direction === "out") return parent[i] < 0 ? i : parent[i];
	if (direction === "in") {
		// The widest callee; above the zoomed frame, the next one on the path to it.
		let best = i;
		for (const c of shown[depth[i] + 1] || []) {
			if (parent[c] === i && (best === i || weight[c] > weight[best])) best = c;
		}
		return best;
	}
	const row = shown[depth[i]] || [], to = row.indexOf(i) + (direction === "right" ? 1 : -1);
	return row[to] ?? i;
}

(alone ? document : svg as unknown as Document).addEventListener("keydown", (event) => {
	if (event.ctrlKey || event.metaKey || event.altKey) return;
	const typing = event.target === input;
	if (typing) {
		if (event.key === "Enter" && pattern !== input.value) {
			search(input.value);
			remember(false);
		} else if (event.key === "Enter") step(event.shiftKey ? -1 : 1);
		else if (event.key === "Escape") {
			event.preventDefault();
			if (pattern) reset();
			else input.blur();
		}
		return;
	}
	const onButton = barBox.contains(event.target as Node);
	const inward = icicle ? "ArrowDown" : "ArrowUp", outward = icicle ? "ArrowUp" : "ArrowDown";
	const actions: Record<string, (() => void) | null> = {
		[inward]: () => select(neighbor(current, "in"), true),
		[outward]: () => select(neighbor(current, "out"), true),
		ArrowLeft: () => select(neighbor(current, "left"), true),
		ArrowRight: () => select(neighbor(current, "right"), true),
		Enter: () => zoomTo(current, true),
		" ": () => zoomTo(current, true),
		Escape: reset,
		"/": () => input.focus(),
		n: () => step(1),
		N: () => step(-1),
		i: flip,
		r: recursion && toggleRecursion,
		d: data.notes ? toggleDetails : null,
		c: () => copy(full(pointed), "name"),
		s: () => copy(stackOf(pointed), "stack"),
		l: () => copy(link(pointed), "link"),
		"?": help,
	};
	const moves = /^(Arrow.*|Enter| )$/.test(event.key);
	const action = actions[event.key];
	if (!action || onButton && moves || moves && alone && !graph.contains(event.target as Node)) return;
	event.preventDefault();
	action();
});
input.addEventListener("input", () => {
	search(input.value);
	remember(false);
});
addEventListener("hashchange", restore);
addEventListener("popstate", restore);
addEventListener("scroll", () => {
	placeBar();
	paint(false);
});
addEventListener("resize", () => {
	if (fluid) {
		fit();
		draw();
	}
	placeBar();
	paint(false);
});
for (const type of ["beforeprint", "afterprint"]) {
	addEventListener(type, () => {
		printing = type === "beforeprint";
		paint(true);
	});
}

svg.classList.add("live");
graph.setAttribute("role", "tree");
graph.setAttribute("aria-label", svg.querySelector("title")!.textContent!);
for (const e of head.querySelectorAll(".foot")) e.remove();
findRows();
size();
if (fluid) fit();
placeBar();
restore();
if (alone) {
	if (zoom) reveal(zoom, false);
	else rootInSight();
	hide();
	cursor.setAttribute("visibility", "hidden");
	placeBar();
	paint(false);
}
