// The section of a graph that is shown first, if not all of its text can be read at once: the hottest one, with the start of the way there.

import { arranges, Block, blocks, move, pack } from "./blocks";
import { edges, graph, nodes, weight } from "./document";
import { byImportance, neighbors } from "./importance";
import { gap, legendRoom, setLegendRight } from "./legend";
import { Cells, pointsOfLines } from "./lines";
import { freeCorner, mapSize } from "./map";
import { pointTo } from "./start";
import { Area, barHeight, center, places, show } from "./view";

const minText = 8; // pixels
/** If that brings the whole graph, or the start of the hot path, into the window. */
const leastText = 7.8;
const smallest = Math.min(...[...graph.querySelectorAll("text")].filter((e) => e.textContent!.trim()).map((e) => Number(e.getAttribute("font-size"))));
/** Text is legible if the graph is this large. */
export const readable = minText / smallest;
/** A graph is shown as a whole if it then is at least this large. */
export const leastReadable = leastText / smallest;

/** An item that is cut off is worth at most that, or costs as much, by how much of it is seen: it is no reason to leave room empty. */
const mostCut = 4;
/** One that is cut off by a pixel has half the worth of a whole one. */
const wholeFor = 1.5;
/** The last search for a place has this many steps in each step of the first. */
const closeness = 4;
/** The cost of a place without a free corner for the map. */
const mapCost = 2;

/** Something to show, with its importance. */
interface Item extends Area {
	worth: number;
}

/** Where the legend is, and how much that and the map are in the way. */
interface Corners {
	legendRight: boolean;
	cost: number;
}

/** Shows the most important part, at the size needed to read it. */
export function approach(): void {
	const top = barHeight + gap, room = (k: number) => ({ w: (innerWidth - 2 * gap) / k, h: (innerHeight - top - gap) / k });
	const legendSize = (k: number) => legendRoom().map((size) => size / k);
	arrange(room(readable), legendSize(readable));
	if (!edges.length) return show({ x: gap, y: top, k: readable }); // trees are read from their first row on
	const area = new Map(places(nodes).map((a) => [a.e, a])), { start, order } = byImportance();
	if (!order.length) return center(nodes[0]);
	const k = readable * closer(area.get(order[0])!, area.get(start)!, room(readable)), { w, h } = room(k), [right, down] = legendSize(k);
	const labels = places([...graph.querySelectorAll(".edge text")]), rest = [...labels, ...pointsOfLines()];
	const boxes = new Cells([...area.values()]), lines = new Cells(rest), drawn = new Cells([...area.values(), ...rest]), map = mapSize([...area.values()]);
	const legend = (onRight: boolean): Area => ({ left: onRight ? w - right : 0, right: onRight ? w : right, top: 0, bottom: down });
	const corners = (x: number, y: number): Corners => {
		const cost = (onRight: boolean) => right ? 2000 * boxes.in(legend(onRight), x, y) + Math.min(300, 10 * lines.in(legend(onRight), x, y)) : 0;
		const left = cost(false), legendRight = left > cost(true) + 1;
		// A map covers nothing: without room for it, it waits.
		const waits = !freeCorner(drawn, map, { x: gap + x * k, y: top + y * k, k }, legendRight);
		return { legendRight, cost: (legendRight ? cost(true) + 1 : left) + (waits ? mapCost : 0) };
	};
	const best = bestPlace(area.get(order[0])!, itemsOf(area, order, labels), corners, w, h);
	setLegendRight(best.legendRight);
	pointTo(start, area.get(start)!);
	show({ x: gap + best.x * k, y: top + best.y * k, k });
}

// How much smaller the graph may become, so that two boxes fit into the window.
function closer(a: Area, b: Area, { w, h }: { w: number; h: number }): number {
	const slack = 1.02; // the place is searched in steps
	const fits = Math.min(w / (Math.max(a.right, b.right) - Math.min(a.left, b.left)), h / (Math.max(a.bottom, b.bottom) - Math.min(a.top, b.top))) / slack;
	return fits < 1 && fits >= leastText / minText ? fits : 1;
}

// Puts the blocks with the heaviest nodes first, of those that fit into the window, then the others; and trees in their order.
function arrange({ w, h }: { w: number; h: number }, [right, down]: number[]): void {
	if (!arranges) return move((b) => b.still);
	const weights = new Map(blocks.map((b) => [b, [...b.e.querySelectorAll<SVGElement>("[data-weight]")].map(weight)]));
	const weightOf = new Map(blocks.map((b) => [b, Math.max(0, ...weights.get(b)!)])), sumOf = (b: Block) => weights.get(b)!.reduce((sum, n) => sum + n, 0);
	// A hot method that is alone is no reason to open beside the rest of the program.
	const main = edges.length ? blocks.reduce((a, b) => sumOf(b) > sumOf(a) ? b : a) : null;
	const order = edges.length ? [...blocks].sort((a, b) => weightOf.get(b)! - weightOf.get(a)!) : blocks;
	const at = pack(order, Math.max(w, ...blocks.map((b) => b.w)), Infinity, right, down, { w, h }, main)!;
	move((b) => at[order.indexOf(b)]);
}

// The hottest node and the start of the way there outweigh all others together, which are worth less and less.
function itemsOf(area: Map<SVGElement, Area>, order: SVGElement[], labels: Area[]): Item[] {
	const worth = new Map(order.map((e, i) => [e, [1000, 100][i] || Math.max(1, 16 / i)]));
	for (const e of neighbors(order[0])) worth.set(e, Math.max(6, worth.get(e) || 0));
	const items = nodes.map((e): Item => ({ ...area.get(e)!, worth: worth.get(e) || 0.5 }));
	for (const a of labels) items.push({ ...a, worth: 0.2 });
	return items;
}

// The position of the graph in a window with the hottest node in it; anything cut off or covered by the corners counts against a
// position.
function bestPlace(hot: Area, items: Item[], cornersAt: (x: number, y: number) => Corners, w: number, h: number): Corners & { x: number; y: number } {
	const step = Math.max(8, Math.sqrt(w * h * items.length / 400000)), freeX = Math.max(0, w - hot.right + hot.left), freeY = Math.max(0, h - hot.bottom + hot.top);
	let best = { score: -Infinity, left: 0, top: 0, x: 0, y: 0, legendRight: false, cost: 0 };
	const look = (left: number, top: number): void => {
		const x = left - hot.left, y = top - hot.top, corners = cornersAt(x, y);
		let score = -corners.cost - 0.001 * Math.hypot(left + (hot.right - hot.left) / 2 - w / 2, y) / w; // rather from the top on, with the hottest in the middle
		for (const o of items) {
			const l = o.left + x, r = o.right + x, t = o.top + y, b = o.bottom + y;
			if (r <= 0 || l >= w || b <= 0 || t >= h) continue;
			const seen = (Math.min(r, w) - Math.max(l, 0)) * (Math.min(b, h) - Math.max(t, 0)) / ((r - l) * (b - t));
			score += l < 0 || r > w || t < 0 || b > h ? Math.min(mostCut, o.worth) * (wholeFor * seen - 1) : o.worth;
		}
		if (score > best.score) best = { ...corners, score, left, top, x, y };
	};
	for (let left = 0; left <= freeX; left += step) { // of a node that is larger than the window, its upper left part is seen
		for (let top = 0; top <= freeY; top += step) look(left, top);
	}
	// Between the steps, a node that loses a few pixels may be whole.
	const { left, top } = best, near = [...Array(2 * closeness + 1).keys()].map((i) => (i / closeness - 1) * step);
	for (const dx of near) {
		for (const dy of near) if (left + dx >= 0 && left + dx <= freeX && top + dy >= 0 && top + dy <= freeY) look(left + dx, top + dy);
	}
	return best;
}
