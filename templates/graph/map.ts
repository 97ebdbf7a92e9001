// The map shows the whole, and the window in it, unless the window shows all.

import { element, setAll } from "../svg/elements";
import { bar } from "./controls";
import { alone, edges, graph, nodes, svg, weight } from "./document";
import { legendOnRight, legendRoom } from "./legend";
import { Cells, pointsOfLines } from "./lines";
import { Area, barHeight, middle, onView, places, show, View, view } from "./view";

/** Rows begin at the left, so their map is at the right. */
const rowsOnly = nodes.every((e) => !weight(e));

interface Size {
	w: number;
	h: number;
	scale: number;
}

/** The size of a map of areas. */
export function mapSize(all: Area[]): Size {
	const { left, top, right, bottom } = outline(all), scale = Math.min(Math.min(240, innerWidth / 4) / (right - left), Math.min(170, innerHeight / 4) / (bottom - top));
	return { w: (right - left) * scale, h: (bottom - top) * scale, scale };
}

const margin = 10; // from the edges of the window
const frame = 4; // around the map

/** The upper left corner of a map that covers nothing, in a corner of the window; null if there is none. */
export function freeCorner(drawn: Cells, { w, h }: Size, { x, y, k }: View, legendOnRight: boolean): { x: number; y: number } | null {
	const left = margin, right = innerWidth - w - margin, low = innerHeight - h - margin, [legendWidth] = legendRoom();
	const corners = [{ x: left, y: low }, { x: right, y: low }];
	if (rowsOnly) corners.reverse();
	if (legendWidth + w + 4 * margin < innerWidth) corners.push({ x: legendOnRight ? left : right, y: barHeight + margin });
	const free = (at: { x: number; y: number }) =>
		!drawn.in({ left: (at.x - frame) / k, top: (at.y - frame) / k, right: (at.x + w + frame) / k, bottom: (at.y + h + frame) / k }, x / k, y / k);
	return corners.find(free) || null;
}

/** The map's position in the window, its scale, and the section of the graph that it shows. */
interface Mapped extends Area {
	scale: number;
	x: number;
	y: number;
}

const map = alone ? element("g", { class: "map" }) : null;
let here: SVGRectElement | null = null, mapped: Mapped;
/** The first view, if the map would cover something there in every corner: it then appears when the reader moves. */
let waiting: View | null = null;

export const isOnMap = (e: Node) => here !== null && map!.contains(e);

/** Draws it for the positions of all nodes. */
export function drawMap(): void {
	if (!map) return;
	if (!map.parentNode) svg.insertBefore(map, bar);
	map.textContent = "";
	const all = places([...graph.querySelectorAll<SVGElement>(".cluster, .node, .row")]);
	const bounds = outline(all), size = mapSize(all), { w, h, scale } = size;
	const drawn = new Cells([...all, ...places([...graph.querySelectorAll(".edge text")]), ...pointsOfLines()]);
	const free = freeCorner(drawn, size, view, legendOnRight);
	waiting = free ? null : { ...view };
	const { x, y } = free || { x: rowsOnly ? innerWidth - w - margin : margin, y: innerHeight - h - margin };
	mapped = { ...bounds, scale, x, y };
	element("rect", { class: "ground", x: x - frame, y: y - frame, width: w + 2 * frame, height: h + 2 * frame, rx: 3 }, map);
	const inner = element("g", { transform: `translate(${mapped.x} ${mapped.y}) scale(${scale}) translate(${-bounds.left} ${-bounds.top})` }, map);
	const at = new Map(all.map((a) => [a.e.dataset.node, a]));
	const mid = (a: Area) => `${(a.left + a.right) / 2} ${(a.top + a.bottom) / 2}`;
	const lines = edges.map((e) => {
		const from = at.get(e.dataset.from), to = at.get(e.dataset.to);
		return from && to ? `M${mid(from)}L${mid(to)}` : "";
	});
	element("path", { class: "lines", d: lines.join("") }, inner);
	for (const a of all) {
		const fill = a.e.querySelector("[fill^='#']:not(text)")?.getAttribute("fill");
		if (fill) element("rect", { class: a.e.classList.contains("cluster") ? "cluster" : "box", fill, x: a.left, y: a.top, width: a.right - a.left, height: a.bottom - a.top }, inner);
	}
	here = element("rect", { class: "here" }, inner);
	show();
}

function outline(areas: Area[]): Area {
	return {
		left: Math.min(...areas.map((a) => a.left)), top: Math.min(...areas.map((a) => a.top)),
		right: Math.max(...areas.map((a) => a.right)), bottom: Math.max(...areas.map((a) => a.bottom)),
	};
}

onView(() => {
	if (!here) return;
	const { left, top, right, bottom } = mapped, k = view.k, slack = 2 / k;
	const seen = { left: -view.x / k, top: (barHeight - view.y) / k, right: (innerWidth - view.x) / k, bottom: (innerHeight - view.y) / k };
	const hidden = seen.left <= left + slack && seen.top <= top + slack && seen.right >= right - slack && seen.bottom >= bottom - slack;
	if (waiting && (waiting.x !== view.x || waiting.y !== view.y || waiting.k !== view.k)) waiting = null;
	map!.style.display = hidden || waiting ? "none" : "";
	const x = Math.max(left, Math.min(right, seen.left)), y = Math.max(top, Math.min(bottom, seen.top));
	setAll(here, { x, y, width: Math.max(0, Math.min(right, seen.right) - x), height: Math.max(0, Math.min(bottom, seen.bottom) - y) });
});

/** Centers a place on the map. */
export function lookAt(p: { x: number; y: number }): void {
	const [x, y] = middle();
	show({
		x: x - ((p.x - mapped.x) / mapped.scale + mapped.left) * view.k,
		y: y - ((p.y - mapped.y) / mapped.scale + mapped.top) * view.k,
	});
}
