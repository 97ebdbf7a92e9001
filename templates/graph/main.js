// The viewer of a call graph. It finds its graph by its own position in the document. Names only ever become text. Without it,
// and on paper, the picture is as the file has it.

"use strict";

import { compilePattern, mayTakeLong, problemOf } from "../pattern/pattern";

const svg = document.currentScript.ownerSVGElement;
const graph = svg.querySelector(".graph"), legend = svg.querySelector(".legend"), ground = svg.querySelector(".background");
const xhtml = "http://www.w3.org/1999/xhtml";
// Alone in its document, the graph fills the window and uses the whole keyboard and the address.
const alone = document.documentElement === svg;
const asInFile = new Map([svg, graph, legend, ground].map((e) => [e, ["width", "height", "viewBox", "transform", "points"].map((a) => [a, e.getAttribute(a)])]));
const inFile = (e, name) => asInFile.get(e).find(([a]) => a === name)[1];
const sizeOf = (e) => e.dataset.size.split(" ").map(Number);
let [width, height] = sizeOf(graph);
// The legend is as in the file, or folded to what a reader of the picture needs.
const fullLegend = sizeOf(legend), folds = legend.dataset.folded?.split(" ").map(Number);
let [legendWidth, legendHeight] = fullLegend, legendFolded = false;
const box = svg.viewBox.baseVal, page = {width: box.width, height: box.height};
const least = 0.02, most = 12;
// Blocks are what is connected. They are arranged anew for the window.
const blocks = [...graph.querySelectorAll(":scope > [data-at]")].map((e) => {
	const [x, y] = e.dataset.at.split(" ").map(Number), [w, h] = sizeOf(e), [left, top] = e.getAttribute("transform").match(/-?[\d.]+/g).map(Number);
	return {e, transform: e.getAttribute("transform"), w, h, left: left - x, top: top - y, at: [x, y], still: [x, y]};
});
const blockGap = 22;

const nodes = [...graph.querySelectorAll("[data-name]")], edges = [...graph.querySelectorAll(".edge")];
const around = new Map();
for (const e of edges) {
	for (const [at, other] of [[e.dataset.from, e.dataset.to], [e.dataset.to, e.dataset.from]]) {
		if (!around.has(at)) around.set(at, {nodes: new Set([at]), edges: new Set()});
		around.get(at).nodes.add(other);
		around.get(at).edges.add(e);
	}
}

// The view: the graph at x, y, enlarged by k. Lengths are pixels if the graph is alone, else those of the file.
let view = {x: 0, y: 0, k: 1}, legendShown = true, barHeight = 0;
const room = () => alone ? {width: innerWidth, height: innerHeight} : page;
function place() {
	graph.setAttribute("transform", `translate(${view.x} ${view.y}) scale(${view.k})`);
	placeMap();
}

// The legend has its natural size, in the upper left corner. The graph is as large as can be without a node below the legend.
const legendScale = () => alone ? Math.min(1.1, (innerWidth - 16) / legendWidth) : 1;
const gap = 12;
let obstacles = null, shown = open;
function fit() {
	shown = fit;
	fill();
	drawMap();
	sayHint();
}
function fill() {
	if (!alone) {
		const [x, y] = inFile(graph, "transform").match(/[\d.]+/g).map(Number);
		view = {x, y, k: 1};
		return place();
	}
	const top = barHeight + gap, w = innerWidth - 2 * gap, h = innerHeight - top - gap;
	const right = legendShown ? legendWidth * legendScale() + gap : 0, down = legendShown ? legendHeight * legendScale() + gap : 0;
	// As in the file, moved and shrunk until no node is below the legend.
	move((b) => b.still);
	[width, height] = sizeOf(graph);
	obstacles ||= areas();
	const whole = Math.max(least, Math.min(1.6, w / width, h / height));
	let best = {x: gap, y: top, k: 0};
	for (let k = whole; k > whole / 8 && !best.k; k *= 0.97) {
		const free = [w - width * k, h - height * k];
		const below = Math.min(down, free[1]), beside = Math.min(right, free[0]);
		for (const [x, y] of [[free[0] / 2, free[1] / 2], [free[0] / 2, below], [beside, free[1] / 2], [free[0] / 2, free[1]], [free[0], free[1] / 2], [free[0], free[1]]]) {
			if (legendShown && obstacles.some((o) => x + o.x * k < right && y + o.y * k < down)) continue;
			best = {x: gap + x, y: top + y, k};
			break;
		}
	}
	// Or arranged around the legend.
	if (blocks.length > 1 && blocks.length < 100) {
		for (let k = 1.6; k > best.k; k *= 0.97) {
			const at = pack(blocks, w / k, h / k, right / k, down / k);
			if (!at) continue;
			move((b, i) => at[i]);
			best = {x: gap, y: top, k};
			break;
		}
	}
	view = best;
	place();
}
function move(to) {
	blocks.forEach((b, i) => {
		const [x, y] = b.at = to(b, i);
		b.e.setAttribute("transform", `translate(${b.left + x} ${b.top + y})`);
	});
}
// Puts each block as high as it can be in an area with the legend in its upper left corner; null if there is no room.
function pack(blocks, w, h, right, down) {
	let outline = right && down ? [{left: 0, right: Math.min(right, w), y: down}, {left: Math.min(right, w), right: w, y: 0}] : [{left: 0, right: w, y: 0}];
	const at = [];
	for (const b of blocks) {
		let x = 0, y = Infinity;
		for (const s of outline) {
			if (s.left + b.w > w) continue;
			const free = Math.max(...outline.filter((o) => o.right > s.left && o.left < s.left + b.w).map((o) => o.y));
			if (free < y) [x, y] = [s.left, free];
		}
		if (y + b.h > h) return null;
		at.push([x, y]);
		const end = Math.min(x + b.w + blockGap, w);
		outline = outline.flatMap((o) => [{...o, right: Math.min(o.right, x)}, {...o, left: Math.max(o.left, end)}].filter((o) => o.right > o.left));
		outline.push({left: x, right: end, y: y + b.h + blockGap});
		outline.sort((a, b) => a.left - b.left);
	}
	return at;
}
// The upper left corners of nodes, from that of the graph.
function areas() {
	view = {x: 0, y: 0, k: 1};
	place();
	return [...graph.querySelectorAll(".node, .row, .cluster, .edge text")].map((e) => {
		const r = e.getBoundingClientRect(), p = toView(r.left, r.top);
		return {x: p.x, y: p.y};
	});
}

const tallLegend = 0.4; // of the window
function foldLegend(fold) {
	legendFolded = Boolean(folds) && fold;
	[legendWidth, legendHeight] = legendFolded ? [folds[0], folds[1]] : fullLegend;
	for (const e of legend.querySelectorAll("[data-more]")) e.style.display = legendFolded ? "none" : "";
	for (const e of legend.querySelectorAll("[data-up]")) e.style.transform = legendFolded ? `translateY(-${e.dataset.up}px)` : "";
	if (folds) placeFolder();
}
// A graph opens as a whole if all of its text can be read then, else where it is hottest, as large as that takes.
const leastText = 9; // pixels
const smallest = Math.min(...[...graph.querySelectorAll("text")].filter((e) => e.textContent.trim()).map((e) => Number(e.getAttribute("font-size"))));
const readable = leastText / smallest;
function open() {
	shown = open;
	if (alone && folder.dataset.chosen === undefined) foldLegend(legendHeight * legendScale() > tallLegend * innerHeight);
	fill();
	if (alone && folder.dataset.chosen === undefined && !legendFolded && view.k < readable) {
		foldLegend(true);
		fill();
	}
	const part = alone && view.k < readable;
	if (part) approach();
	drawMap();
	sayHint(part ? "f shows all; " : "");
}
function approach() {
	const k = readable, top = barHeight + gap, w = (innerWidth - 2 * gap) / k, h = (innerHeight - top - gap) / k;
	const [right, down] = legendShown ? [(legendWidth * legendScale() + gap) / k, (legendHeight * legendScale() + gap) / k] : [0, 0];
	if (blocks.length > 1 && blocks.length < 100) {
		const weightOf = new Map(blocks.map((b) => [b, Math.max(0, ...[...b.e.querySelectorAll("[data-weight]")].map(weight))]));
		const order = [...blocks].sort((a, b) => weightOf.get(b) - weightOf.get(a));
		const at = pack(order, Math.max(w, ...blocks.map((b) => b.w)), Infinity, right, down);
		move((b) => at[order.indexOf(b)]);
	} else move((b) => b.still);
	const area = new Map(places(nodes).map((a) => [a.e, a])), order = byImportance();
	if (!order.length) return center(nodes[0]);
	// What is important counts more than all that follows, and whatever is cut or covered counts against a view.
	const worth = new Map(order.map((e, i) => [e, Math.max(1, 1000 / 2 ** i)]));
	for (const e of neighbors(order[0])) worth.set(e, Math.max(6, worth.get(e) || 0));
	const items = nodes.map((e) => ({...area.get(e), worth: worth.get(e) || 0.5}));
	for (const a of places([...graph.querySelectorAll(".edge text")])) items.push({...a, worth: 0.2});
	const legendArea = {left: 0, top: 0, right, bottom: down};
	const mapW = (mapWidth() + gap) / k, mapH = (mapHeight() + gap) / k;
	const hot = area.get(order[0]);
	const step = Math.max(8, Math.sqrt(w * h * items.length / 400000));
	let best = {score: -Infinity};
	for (const onRight of [mapRight, !mapRight]) {
		const mapArea = onRight ? {left: w - mapW, right: w} : {left: 0, right: mapW};
		const corners = [legendArea, {...mapArea, top: h - mapH, bottom: h}];
		for (let x = Math.min(0, w - hot.right + hot.left); x <= Math.max(0, w - hot.right + hot.left); x += step) {
			for (let y = Math.min(0, h - hot.bottom + hot.top); y <= Math.max(0, h - hot.bottom + hot.top); y += step) {
				const by = {x: x - hot.left, y: y - hot.top};
				let score = -0.001 * Math.hypot(x + (hot.right - hot.left) / 2 - w / 2, y + (hot.bottom - hot.top) / 2 - h / 2) / w;
				for (const o of items) {
					const l = o.left + by.x, r = o.right + by.x, t = o.top + by.y, b = o.bottom + by.y;
					if (r <= 0 || l >= w || b <= 0 || t >= h) continue;
					if (corners.some((c) => l < c.right && r > c.left && t < c.bottom && b > c.top)) score -= o.worth < 0.5 ? 3 : 40;
					else if (l < 0 || r > w || t < 0 || b > h) score -= o.worth < 0.5 ? 0.4 : 4;
					else score += o.worth;
				}
				if (score > best.score) best = {score, by, onRight};
			}
		}
	}
	mapOnRight = best.onRight;
	view = {x: gap + best.by.x * k, y: top + best.by.y * k, k};
	place();
}
const neighbors = (e) => nodes.filter((n) => n !== e && around.get(e.dataset.node)?.nodes.has(n.dataset.node));
const weight = (e) => Number(e.dataset.weight) || 0;
// The hottest node, its heaviest callers and callees, and other nodes: those first that are to be seen.
function byImportance() {
	const hot = nodes.filter(weight).sort((a, b) => weight(b) - weight(a));
	if (!hot.length) return [];
	const byID = new Map(nodes.map((e) => [e.dataset.node, e]));
	const heavy = (e) => Number(e.querySelector("path:not(.hit)")?.getAttribute("stroke-width")) || 1;
	const follow = (from, to) => {
		const path = [], seen = new Set([hot[0].dataset.node]);
		for (let at = hot[0].dataset.node; at;) {
			const next = edges.filter((e) => e.dataset[from] === at && byID.has(e.dataset[to]) && !seen.has(e.dataset[to]));
			at = next.sort((a, b) => heavy(b) - heavy(a))[0]?.dataset[to];
			if (!at) break;
			seen.add(at);
			path.push(byID.get(at));
		}
		return path;
	};
	const up = follow("to", "from"), down = follow("from", "to");
	const callers = edges.filter((e) => e.dataset.to === hot[0].dataset.node && byID.has(e.dataset.from)).sort((a, b) => heavy(b) - heavy(a)).map((e) => byID.get(e.dataset.from));
	return [...new Set([hot[0], ...down.slice(0, 1), ...up.slice(0, 1), ...hot.slice(1, 5), ...down.slice(1, 2), ...up.slice(1, 2), ...callers, ...up, ...down, ...hot])];
}
// The places of elements in the graph.
function places(list) {
	graph.removeAttribute("transform");
	return list.map((e) => {
		const r = e.getBoundingClientRect(), p = toView(r.left, r.top);
		return {e, left: p.x, top: p.y, right: p.x + r.width, bottom: p.y + r.height};
	});
}
function outline(areas) {
	return {
		left: Math.min(...areas.map((a) => a.left)), top: Math.min(...areas.map((a) => a.top)),
		right: Math.max(...areas.map((a) => a.right)), bottom: Math.max(...areas.map((a) => a.bottom)),
	};
}

// The map shows the whole, and the window in it, unless the window shows all.
// Rows begin at the left, so their map is at the right.
const mapRight = nodes.every((e) => !weight(e));
let mapOnRight = mapRight;
const mapWidth = () => Math.min(240, innerWidth / 4), mapHeight = () => Math.min(170, innerHeight / 4);
let map = null, mapped = null;
function drawMap() {
	if (!alone) return;
	map ||= element("g", {class: "map"}, svg, bar);
	map.textContent = "";
	const all = places([...graph.querySelectorAll(".cluster, .node, .row")]);
	const bounds = outline(all), w = bounds.right - bounds.left, h = bounds.bottom - bounds.top;
	const scale = Math.min(mapWidth() / w, mapHeight() / h);
	mapped = {...bounds, scale, x: mapOnRight ? innerWidth - w * scale - 10 : 10, y: innerHeight - h * scale - 10};
	element("rect", {class: "ground", x: mapped.x - 4, y: mapped.y - 4, width: w * scale + 8, height: h * scale + 8, rx: 3}, map);
	const inner = element("g", {transform: `translate(${mapped.x} ${mapped.y}) scale(${scale}) translate(${-bounds.left} ${-bounds.top})`}, map);
	const at = new Map(all.map((a) => [a.e.dataset.node, a]));
	const lines = edges.map((e) => [at.get(e.dataset.from), at.get(e.dataset.to)]).filter(([a, b]) => a && b);
	const mid = (a) => `${(a.left + a.right) / 2} ${(a.top + a.bottom) / 2}`;
	element("path", {class: "lines", d: lines.map(([a, b]) => `M${mid(a)}L${mid(b)}`).join("")}, inner);
	for (const a of all) {
		const fill = a.e.querySelector("[fill^='#']:not(text)")?.getAttribute("fill");
		if (fill) element("rect", {class: a.e.classList.contains("cluster") ? "cluster" : "box", fill, x: a.left, y: a.top, width: a.right - a.left, height: a.bottom - a.top}, inner);
	}
	element("rect", {class: "here"}, inner);
	place();
}
function placeMap() {
	if (!map) return;
	const {left, top, right, bottom} = mapped, k = view.k, slack = 2 / k;
	const seen = {left: -view.x / k, top: (barHeight - view.y) / k, right: (innerWidth - view.x) / k, bottom: (innerHeight - view.y) / k};
	const hidden = seen.left <= left + slack && seen.top <= top + slack && seen.right >= right - slack && seen.bottom >= bottom - slack;
	map.style.display = hidden ? "none" : "";
	const x = Math.max(left, Math.min(right, seen.left)), y = Math.max(top, Math.min(bottom, seen.top));
	const here = map.querySelector(".here");
	for (const [a, v] of [["x", x], ["y", y], ["width", Math.max(0, Math.min(right, seen.right) - x)], ["height", Math.max(0, Math.min(bottom, seen.bottom) - y)]]) here.setAttribute(a, v);
}
// Brings a place on the map into the middle.
function lookAt(p) {
	const [x, y] = middle();
	view.x = x - ((p.x - mapped.x) / mapped.scale + mapped.left) * view.k;
	view.y = y - ((p.y - mapped.y) / mapped.scale + mapped.top) * view.k;
	place();
}
function zoom(by, x, y) {
	const k = Math.min(most, Math.max(least, view.k * by));
	view = {x: x - (x - view.x) * k / view.k, y: y - (y - view.y) * k / view.k, k};
	place();
}
const middle = () => [room().width / 2, (room().height + barHeight) / 2];
// Brings a node into the middle, large enough to read.
function center(e) {
	const of = e.getBoundingClientRect(), p = toView(of.left + of.width / 2, of.top + of.height / 2), [x, y] = middle();
	view.x += x - p.x;
	view.y += y - p.y;
	zoom(Math.max(1, 1.1 / view.k), x, y);
}
function toView(x, y) {
	const m = svg.getScreenCTM();
	return m ? new DOMPoint(x, y).matrixTransform(m.inverse()) : {x, y};
}

// The controls.

function html(tag, text, inside) {
	const e = document.createElementNS(xhtml, tag);
	e.textContent = text;
	inside.appendChild(e);
	return e;
}
function element(tag, attributes, inside, before) {
	const e = document.createElementNS(svg.namespaceURI, tag);
	for (const a in attributes) e.setAttribute(a, attributes[a]);
	inside.insertBefore(e, before || null);
	return e;
}
const panel = element("rect", {class: "panel", rx: 4}, legend, legend.firstChild);
const bar = element("foreignObject", {class: "bar", x: 0, y: 0, width: 100, height: 34}, svg);
const tools = html("div", "", bar);
const input = html("input", "", tools);
input.type = "search";
input.placeholder = "search: regular expression";
input.setAttribute("aria-label", "Search methods by a regular expression");
function button(text, title, act) {
	const b = html("button", text, tools);
	b.title = title;
	b.type = "button";
	b.addEventListener("click", act);
	return b;
}
button("‹", "Previous match (N)", () => step(-1));
button("›", "Next match (n)", () => step(1));
const status = html("output", "", tools);
status.setAttribute("aria-live", "polite");
button("−", "Zoom out (-)", () => zoom(1 / 1.4, ...middle()));
button("+", "Zoom in (+)", () => zoom(1.4, ...middle()));
button("Fit", "Show all (f)", fit);
button("Home", "Back to the part that opened first (h)", open);
const legendButton = button("Legend", "Show or hide the legend (l)", toggleLegend);
legendButton.setAttribute("aria-pressed", true);
// At the end of the legend's first line: folds it, or unfolds it.
const folder = element("text", {class: "folder", "text-anchor": "end", "font-size": 11}, legend);
function placeFolder() {
	folder.textContent = legendFolded ? "▸ more" : "▾ less";
	folder.setAttribute("x", Math.max(legendWidth, 260));
	folder.setAttribute("y", 13);
	legendWidth = Math.max(legendWidth, 260);
	placePanel();
}
function placePanel() {
	for (const [a, v] of [["x", -4], ["y", -4], ["width", legendWidth + 8], ["height", legendHeight + 8]]) panel.setAttribute(a, v);
}
folder.addEventListener("click", () => {
	folder.dataset.chosen = "";
	foldLegend(!legendFolded);
	layOut();
});
const hint = "drag to move, wheel to zoom, point at a method for its callers and callees";
function sayHint(more = "") {
	if (!input.value) say(more + hint);
}
function toggleLegend() {
	legendShown = !legendShown;
	legend.style.display = legendShown ? "" : "none";
	legendButton.setAttribute("aria-pressed", legendShown);
	shown();
}
function layOut() {
	if (alone) {
		svg.removeAttribute("viewBox");
		svg.setAttribute("width", "100%");
		svg.setAttribute("height", "100%");
		ground.setAttribute("points", `0,0 ${innerWidth},0 ${innerWidth},${innerHeight} 0,${innerHeight}`);
	}
	bar.setAttribute("width", room().width);
	const needed = tools.offsetHeight || 34;
	bar.setAttribute("height", needed);
	barHeight = alone ? needed : 0;
	if (alone) legend.setAttribute("transform", `translate(10 ${barHeight + 10}) scale(${legendScale()})`);
	else {
		bar.setAttribute("y", -needed);
		svg.setAttribute("viewBox", `0 ${-needed} ${page.width} ${page.height + needed}`);
		const tall = Number(inFile(svg, "height"));
		if (tall) svg.setAttribute("height", tall * (page.height + needed) / page.height);
	}
	placePanel();
}

// The search. A pattern is matched as in commands: against package.Class.method, or the signature if it has parameters.


let matches = [], at = -1, searched = "";
const own = new Set(); // patterns that the reader has typed or confirmed
function searchTyped() {
	own.add(input.value);
	search(input.value);
	remember();
}
function search(pattern) {
	searched = pattern;
	matches = [];
	at = -1;
	input.removeAttribute("aria-invalid");
	for (const e of nodes) e.classList.remove("match", "current");
	svg.classList.toggle("searching", pattern !== "");
	if (!pattern) return sayHint();
	let compiled;
	try {
		compiled = compilePattern(pattern);
	} catch (error) {
		input.setAttribute("aria-invalid", true);
		svg.classList.remove("searching");
		return say(problemOf(error));
	}
	const { expression, signatures } = compiled;
	matches = nodes.filter((e) => expression.test(e.dataset[signatures ? "signature" : "name"]));
	for (const e of matches) e.classList.add("match");
	say(matches.length ? `${matches.length} of ${nodes.length} match` : "no match");
}
function say(s) {
	status.textContent = s;
	status.title = s;
}
function step(by) {
	if (!matches.length) return;
	at = at < 0 ? (by > 0 ? 0 : matches.length - 1) : (at + by + matches.length) % matches.length;
	for (const e of nodes) e.classList.toggle("current", e === matches[at]);
	center(matches[at]);
	say(`${at + 1}/${matches.length}: ${matches[at].dataset.name}`);
}
function remember() {
	if (!alone) return;
	try {
		history.replaceState(null, "", input.value ? "#s=" + encodeURIComponent(input.value) : location.pathname + location.search);
	} catch {
		// Some pages forbid it.
	}
}
function restore() {
	const s = alone && new URLSearchParams(location.hash.slice(1)).get("s") || "";
	const asks = !own.has(s) && mayTakeLong(s);
	input.value = s;
	search(asks ? "" : s);
	if (asks) say("Enter searches for the link's pattern");
}

// Callers and callees of a node.

function point(e) {
	const near = e && around.get(e.dataset.node);
	svg.classList.toggle("pointing", Boolean(near));
	for (const n of graph.querySelectorAll(".near")) n.classList.remove("near");
	if (!near) return;
	for (const n of graph.querySelectorAll(".node")) if (near.nodes.has(n.dataset.node)) n.classList.add("near");
	for (const n of near.edges) n.classList.add("near");
}

// Events.

let held = null, moved = false, onMap = false;
svg.addEventListener("pointerdown", (event) => {
	if (event.button || bar.contains(event.target)) return;
	held = toView(event.clientX, event.clientY);
	moved = false;
	onMap = Boolean(map?.contains(event.target));
	if (onMap) lookAt(held);
});
svg.addEventListener("pointermove", (event) => {
	if (!held) return;
	const p = toView(event.clientX, event.clientY);
	if (onMap) return lookAt(p);
	if (!moved && Math.hypot(p.x - held.x, p.y - held.y) < 4) return;
	if (!moved) svg.setPointerCapture?.(event.pointerId);
	moved = true;
	view.x += p.x - held.x;
	view.y += p.y - held.y;
	held = p;
	place();
});
for (const type of ["pointerup", "pointercancel"]) svg.addEventListener(type, () => held = null);
svg.addEventListener("wheel", (event) => {
	// On a page, the wheel scrolls the page.
	if (bar.contains(event.target) || !alone && !event.ctrlKey) return;
	event.preventDefault();
	const p = toView(event.clientX, event.clientY), lines = event.deltaMode ? 20 : 1;
	zoom(Math.exp(-Math.max(-200, Math.min(200, event.deltaY * lines)) * (event.ctrlKey ? 0.008 : 0.002)), p.x, p.y);
}, {passive: false});
graph.addEventListener("mouseover", (event) => held || point(event.target.closest(".node")));
graph.addEventListener("mouseleave", () => point(null));
graph.addEventListener("dblclick", (event) => {
	const e = event.target.closest(".node, .row");
	if (e) center(e);
});
// The hottest methods in the legend lead to their boxes.
for (const e of legend.querySelectorAll("[data-of]")) {
	const to = nodes.find((n) => n.dataset.signature === e.dataset.of);
	if (!to) continue;
	e.classList.add("go");
	element("title", {}, e).textContent = e.dataset.of;
	e.addEventListener("click", () => {
		for (const n of nodes) n.classList.toggle("current", n === to);
		center(to);
	});
}
(alone ? document : svg).addEventListener("keydown", (event) => {
	if (event.ctrlKey || event.metaKey || event.altKey) return;
	if (event.target === input) {
		if (event.key === "Enter" && searched !== input.value) searchTyped();
		else if (event.key === "Enter") step(event.shiftKey ? -1 : 1);
		else if (event.key === "Escape") {
			event.preventDefault();
			if (input.value) {
				input.value = "";
				search("");
				remember();
			} else input.blur();
		}
		return;
	}
	const pan = (x, y) => {
		view.x += x;
		view.y += y;
		place();
	};
	const actions = {
		ArrowLeft: () => pan(60, 0), ArrowRight: () => pan(-60, 0), ArrowUp: () => pan(0, 60), ArrowDown: () => pan(0, -60),
		"+": () => zoom(1.4, ...middle()), "=": () => zoom(1.4, ...middle()), "-": () => zoom(1 / 1.4, ...middle()),
		0: fit, f: fit, h: open, l: toggleLegend, n: () => step(1), N: () => step(-1), "/": () => input.focus(),
		Escape: () => {
			input.value = "";
			search("");
			remember();
			open();
		},
	};
	if (!actions[event.key] || /^Arrow/.test(event.key) && !alone) return;
	event.preventDefault();
	actions[event.key]();
});
input.addEventListener("input", searchTyped);
addEventListener("hashchange", restore);
if (alone) {
	addEventListener("resize", () => {
		layOut();
		shown();
	});
	let wasFolded = false;
	addEventListener("beforeprint", () => {
		wasFolded = legendFolded;
		foldLegend(false);
		for (const [e, attributes] of asInFile) {
			for (const [a, v] of attributes) v === null ? e.removeAttribute(a) : e.setAttribute(a, v);
		}
		for (const b of blocks) b.e.setAttribute("transform", b.transform);
	});
	addEventListener("afterprint", () => {
		foldLegend(wasFolded);
		layOut();
		move((b) => b.at);
		place();
	});
}
svg.classList.add("live");
svg.setAttribute("role", "figure");
if (alone) svg.insertBefore(legend, bar); // over the graph
layOut();
restore();
open();
