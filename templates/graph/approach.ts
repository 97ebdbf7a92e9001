// The section of a graph that is shown first, if not all of its text can be read at once: the hottest one.

import { arranges, blocks, move, pack } from "./blocks";
import { edges, graph, nodes, weight } from "./document";
import { byImportance, neighbors } from "./importance";
import { gap, legendRoom } from "./legend";
import { mapHeight, mapRight, mapWidth, setMapRight } from "./map";
import { Area, barHeight, center, places, show } from "./view";

const minText = 9; // pixels
const smallest = Math.min(...[...graph.querySelectorAll("text")].filter((e) => e.textContent!.trim()).map((e) => Number(e.getAttribute("font-size"))));
/** Text is legible if the graph is this large. */
export const readable = minText / smallest;

/** Something to show, with its importance. */
interface Item extends Area {
	worth: number;
}

/** Shows the most important part, at the size needed to read it. */
export function approach(): void {
	const k = readable, top = barHeight + gap, w = (innerWidth - 2 * gap) / k, h = (innerHeight - top - gap) / k;
	const [right, down] = legendRoom().map((size) => size / k);
	arrange(w, right, down);
	if (!edges.length) return show({ x: gap, y: top, k }); // trees are read from their first row on
	const area = new Map(places(nodes).map((a) => [a.e, a])), order = byImportance();
	if (!order.length) return center(nodes[0]);
	const mapW = (mapWidth() + gap) / k, mapH = (mapHeight() + gap) / k, items = itemsOf(area, order);
	let best = { score: -Infinity, x: 0, y: 0, onRight: mapRight };
	for (const onRight of [mapRight, !mapRight]) {
		const mapArea = onRight ? { left: w - mapW, right: w } : { left: 0, right: mapW };
		const found = bestPlace(area.get(order[0])!, items, [{ left: 0, top: 0, right, bottom: down }, { ...mapArea, top: h - mapH, bottom: h }], w, h);
		if (found.score > best.score) best = { ...found, onRight };
	}
	setMapRight(best.onRight);
	show({ x: gap + best.x * k, y: top + best.y * k, k });
}

// Puts the blocks with the heaviest nodes first, and trees in their order.
function arrange(w: number, right: number, down: number): void {
	if (!arranges) return move((b) => b.still);
	const weightOf = new Map(blocks.map((b) => [b, Math.max(0, ...[...b.e.querySelectorAll<SVGElement>("[data-weight]")].map(weight))]));
	const order = edges.length ? [...blocks].sort((a, b) => weightOf.get(b)! - weightOf.get(a)!) : blocks;
	const at = pack(order, Math.max(w, ...blocks.map((b) => b.w)), Infinity, right, down)!;
	move((b) => at[order.indexOf(b)]);
}

// More important items outweigh all that follow.
function itemsOf(area: Map<SVGElement, Area>, order: SVGElement[]): Item[] {
	const worth = new Map(order.map((e, i) => [e, Math.max(1, 1000 / 1.6 ** i)]));
	for (const e of neighbors(order[0])) worth.set(e, Math.max(6, worth.get(e) || 0));
	const items = nodes.map((e): Item => ({ ...area.get(e)!, worth: worth.get(e) || 0.5 }));
	for (const a of places([...graph.querySelectorAll(".edge text")])) items.push({ ...a, worth: 0.2 });
	return items;
}

// The position of the graph in a window with the hottest node in it; anything cut off or covered by the corners counts against a
// position.
function bestPlace(hot: Area, items: Item[], corners: Area[], w: number, h: number): { score: number; x: number; y: number } {
	const step = Math.max(8, Math.sqrt(w * h * items.length / 400000)), freeX = w - hot.right + hot.left, freeY = h - hot.bottom + hot.top;
	let best = { score: -Infinity, x: 0, y: 0 };
	for (let left = Math.min(0, freeX); left <= Math.max(0, freeX); left += step) {
		for (let top = Math.min(0, freeY); top <= Math.max(0, freeY); top += step) {
			const x = left - hot.left, y = top - hot.top;
			let score = -0.001 * Math.hypot(left + (hot.right - hot.left) / 2 - w / 2, top + (hot.bottom - hot.top) / 2 - h / 2) / w;
			for (const o of items) {
				const l = o.left + x, r = o.right + x, t = o.top + y, b = o.bottom + y;
				if (r <= 0 || l >= w || b <= 0 || t >= h) continue;
				if (corners.some((c) => l < c.right && r > c.left && t < c.bottom && b > c.top)) score -= o.worth < 0.5 ? 3 : 2000;
				else if (l < 0 || r > w || t < 0 || b > h) score -= o.worth < 0.5 ? 0.4 : 4;
				else score += o.worth;
			}
			if (score > best.score) best = { score, x, y };
		}
	}
	return best;
}
