// How a graph fits into the window: as a whole, or where it is hottest.

import { approach, leastReadable, readable } from "./approach";
import { arranges, blocks, move, pack } from "./blocks";
import { sayHint } from "./controls";
import { alone, edges, graph, inFile, sizeOf } from "./document";
import { foldLegend, gap, isTooLarge, legendChosen, legendFolded, legendRoom, legendShown, setLegendRight } from "./legend";
import { pointsOfLines } from "./lines";
import { drawMap } from "./map";
import { pointToNone } from "./start";
import { barHeight, minScale, places, show, View, view } from "./view";

const [width, height] = sizeOf(graph);

/** Restores the last full or hottest view after the window or the legend changed. */
export let showAgain = open;

/** Shows all. */
export function fit(): void {
	showAgain = fit;
	fill();
	drawMap();
	sayHint();
}

/** Shows a graph as a whole if all of its text is then legible, otherwise the hottest part, at the size needed to read it. */
export function open(): void {
	showAgain = open;
	if (alone && !legendChosen) foldLegend(isTooLarge());
	fill();
	if (alone && !legendChosen && !legendFolded && view.k < readable) {
		foldLegend(true);
		fill();
	}
	const part = alone && view.k < leastReadable;
	if (part) approach();
	drawMap();
	sayHint(...part ? ["f shows all"] : []);
}

// The graph is as large as possible, with nothing of it below the legend.
function fill(): void {
	pointToNone();
	setLegendRight(false);
	if (!alone) {
		const [x, y] = inFile(graph, "transform")!.match(/[\d.]+/g)!.map(Number);
		return show({ x, y, k: 1 });
	}
	const top = barHeight + gap, w = innerWidth - 2 * gap, h = innerHeight - top - gap, [right, down] = legendRoom();
	move((b) => b.still);
	const best = beside(w, h, right, down);
	// Or arranged around the legend, as trees are if they can be.
	for (let k = 1.6; arranges && k > (edges.length ? best.k : minScale); k *= 0.97) {
		const at = pack(blocks, w / k, h / k, right / k, down / k);
		if (!at) continue;
		move((_, i) => at[i]);
		return show({ x: gap, y: top, k });
	}
	show({ x: gap + best.x, y: top + best.y, k: best.k });
}

/** The upper left corners of nodes, relative to the graph's. */
let obstacles: { x: number; y: number }[] | null = null;

// As in the file, moved and shrunk until nothing is below the legend.
function beside(w: number, h: number, right: number, down: number): View {
	obstacles ||= areas();
	const whole = Math.max(minScale, Math.min(1.6, w / width, h / height));
	for (let k = whole; k > whole / 8; k *= 0.97) {
		const free = [w - width * k, h - height * k];
		const below = Math.min(down, free[1]), toTheRight = Math.min(right, free[0]);
		for (const [x, y] of [[free[0] / 2, free[1] / 2], [free[0] / 2, below], [toTheRight, free[1] / 2], [free[0] / 2, free[1]], [free[0], free[1] / 2], [free[0], free[1]]]) {
			if (!legendShown || !obstacles.some((o) => x + o.x * k < right && y + o.y * k < down)) return { x, y, k };
		}
	}
	return { x: 0, y: 0, k: 0 };
}

function areas(): { x: number; y: number }[] {
	return [...places([...graph.querySelectorAll(".node, .row, .cluster, .edge text")]), ...pointsOfLines()].map((a) => ({ x: a.left, y: a.top }));
}
