// Blocks are connected components. They are rearranged for the window.

import { edges, graph, numbersIn, sizeOf } from "./document";

type Point = [x: number, y: number];

export interface Block {
	e: SVGElement;
	/** It says what is left out, which comes last. */
	note: boolean;
	/** In the file. */
	transform: string;
	w: number;
	h: number;
	/** In the block's own coordinates. */
	left: number;
	top: number;
	at: Point;
	/** The position in the file. */
	still: Point;
}

export const blocks = [...graph.querySelectorAll<SVGElement>(":scope > [data-at]")].map((e): Block => {
	const [x, y] = numbersIn(e.dataset.at!), [w, h] = sizeOf(e), transform = e.getAttribute("transform")!, [left, top] = transform.match(/-?[\d.]+/g)!.map(Number);
	return { e, note: !e.querySelector(".row, .node"), transform, w, h, left: left - x, top: top - y, at: [x, y], still: [x, y] };
});
/** Trees have no lines between them, and are read from the first on. */
const trees = !edges.length;
/** Whether they can be rearranged quickly. */
export const arranges = blocks.length > (trees ? 0 : 1) && blocks.length < 100;
const blockGap = 22;

export function move(to: (b: Block, i: number) => Point): void {
	blocks.forEach((b, i) => {
		const [x, y] = b.at = to(b, i);
		b.e.setAttribute("transform", `translate(${b.left + x} ${b.top + y})`);
	});
}

/** The free area is below an outline. */
interface Step {
	left: number;
	right: number;
	y: number;
}

/**
 * Puts each block as high up as possible in an area with the legend in its upper left corner; null if it does not fit. Those that fit into
 * its first section, such as a window, with the first block come before others; a main block is there, with its upper part, in its turn. Trees
 * stay in their order, hottest first. The first is below the legend, and what is left out below all.
 */
export function pack(blocks: Block[], w: number, h: number, right: number, down: number, first: { w: number; h: number } | null = null, main: Block | null = null): Point[] | null {
	const edge = Math.min(right, w);
	let outline: Step[] = right && down ? [{ left: 0, right: edge, y: down }, { left: edge, right: w, y: 0 }] : [{ left: 0, right: w, y: 0 }];
	const at = new Map<Block, Point>();
	for (const room of first ? [first, { w, h }] : [{ w, h }]) {
		for (const b of blocks) {
			if (at.has(b) || room === first && b.note) continue;
			const within = b === blocks[0] || b === main ? { w, h } : room, [x, y] = placeFor(b);
			if (y + b.h > within.h) {
				if (trees) break;
				continue;
			}
			at.set(b, [x, y]);
			const end = Math.min(x + b.w + blockGap, w);
			outline = outline.flatMap((o) => [{ ...o, right: Math.min(o.right, x) }, { ...o, left: Math.max(o.left, end) }].filter((o) => o.right > o.left));
			outline.push({ left: x, right: end, y: y + b.h + blockGap });
			outline.sort((a, b) => a.left - b.left);

			function placeFor(b: Block): Point {
				if (trees && b === blocks[0]) return [0, down];
				return trees && b.note ? [0, Math.max(...outline.map((o) => o.y))] : highest(outline, b, within.w, trees ? new Set([...at.values()].map(([x]) => x)) : null);
			}
		}
	}
	return at.size === blocks.length ? blocks.map((b) => at.get(b)!) : null;
}

/** How much higher up a tree must be to begin right of others above it: columns are easier to read. */
const treeIndent = 80;

// The highest place for a block, with columns in a column, unless it is much higher up elsewhere.
function highest(outline: Step[], b: Block, w: number, columns: Set<number> | null): Point {
	let x = 0, y = Infinity, least = Infinity;
	for (const s of outline) {
		if (s.left + b.w > w) continue;
		const free = Math.max(...outline.filter((o) => o.right > s.left && o.left < s.left + b.w).map((o) => o.y));
		const cost = free + (free > 0 && columns && !columns.has(s.left) ? treeIndent : 0);
		if (cost < least) [x, y, least] = [s.left, free, cost];
	}
	return [x, y];
}
