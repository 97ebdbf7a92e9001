// The map shows the whole, and the window in it, unless the window shows all.

import { element, setAll } from "../svg/elements";
import { bar } from "./controls";
import { alone, edges, graph, nodes, svg, weight } from "./document";
import { Area, barHeight, middle, onView, places, show, View, view } from "./view";

/** Rows begin at the left, so their map is at the right. */
export const mapRight = nodes.every((e) => !weight(e));
let onRight = mapRight;
export function setMapRight(to: boolean): void {
	onRight = to;
}
export const mapWidth = () => Math.min(240, innerWidth / 4), mapHeight = () => Math.min(170, innerHeight / 4);

/** The map's position in the window, its scale, and the section of the graph that it shows. */
interface Mapped extends Area {
	scale: number;
	x: number;
	y: number;
}

const map = alone ? element("g", { class: "map" }) : null;
let here: SVGRectElement | null = null, mapped: Mapped;
/** The first view, if the map would cover boxes there in both corners: it then appears when the reader moves. */
let waiting: View | null = null;

export const isOnMap = (e: Node) => here !== null && map!.contains(e);

/** Draws it for the positions of all nodes. */
export function drawMap(): void {
	if (!map) return;
	if (!map.parentNode) svg.insertBefore(map, bar);
	map.textContent = "";
	const all = places([...graph.querySelectorAll<SVGElement>(".cluster, .node, .row")]);
	const bounds = outline(all), w = bounds.right - bounds.left, h = bounds.bottom - bounds.top;
	const scale = Math.min(mapWidth() / w, mapHeight() / h);
	const right = innerWidth - w * scale - 10, y = innerHeight - h * scale - 10;
	const covers = (x: number) => all.some((a) => overlaps(a, { left: x - 4, top: y - 4, right: x + w * scale + 4, bottom: innerHeight }));
	let x = onRight ? right : 10;
	waiting = null;
	if (covers(x)) {
		const other = onRight ? 10 : right;
		if (covers(other)) waiting = { ...view };
		else x = other;
	}
	mapped = { ...bounds, scale, x, y };
	element("rect", { class: "ground", x: mapped.x - 4, y: mapped.y - 4, width: w * scale + 8, height: h * scale + 8, rx: 3 }, map);
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

// Whether an area of the graph is in a section of the window.
function overlaps(a: Area, section: Area): boolean {
	const { x, y, k } = view;
	return a.left * k + x < section.right && a.right * k + x > section.left && a.top * k + y < section.bottom && a.bottom * k + y > section.top;
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
