// Blocks are connected components. They are rearranged for the window.

import { graph, numbersIn, sizeOf } from "./document";

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
/** Whether they can be rearranged quickly. */
export const arranges = blocks.length > 1 && blocks.length < 100;
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
 * Puts each block as high up as possible in an area with the legend in an upper corner; null if it does not fit. Those that fit into
 * its first section, such as a window, with the first block come before others; a main block is there, with its upper part, in its turn.
 */
export function pack(blocks: Block[], w: number, h: number, right: number, down: number, first: { w: number; h: number } | null = null, legendOnRight = false, main: Block | null = null): Point[] | null {
	const edge = legendOnRight ? (first || { w }).w - right : right;
	let outline: Step[] = right && down ? [{ left: 0, right: Math.min(edge, w), y: legendOnRight ? 0 : down }, { left: Math.min(edge, w), right: w, y: legendOnRight ? down : 0 }] : [{ left: 0, right: w, y: 0 }];
	const at = new Map<Block, Point>();
	for (const room of first ? [first, { w, h }] : [{ w, h }]) {
		for (const b of blocks) {
			if (at.has(b) || room === first && b.note) continue;
			const within = b === blocks[0] || b === main ? { w, h } : room, [x, y] = highest(outline, b, within.w);
			if (y + b.h > within.h) continue;
			at.set(b, [x, y]);
			const end = Math.min(x + b.w + blockGap, w);
			outline = outline.flatMap((o) => [{ ...o, right: Math.min(o.right, x) }, { ...o, left: Math.max(o.left, end) }].filter((o) => o.right > o.left));
			if (b === blocks[0] && x > 0) outline = outline.map((o) => o.left < x ? { ...o, y: Math.max(o.y, y + b.h + blockGap) } : o); // read first: nothing to its left
			outline.push({ left: x, right: end, y: y + b.h + blockGap });
			outline.sort((a, b) => a.left - b.left);
		}
	}
	return at.size === blocks.length ? blocks.map((b) => at.get(b)!) : null;
}

// The highest place for a block.
function highest(outline: Step[], b: Block, w: number): Point {
	let x = 0, y = Infinity;
	for (const s of outline) {
		if (s.left + b.w > w) continue;
		const free = Math.max(...outline.filter((o) => o.right > s.left && o.left < s.left + b.w).map((o) => o.y));
		if (free < y) [x, y] = [s.left, free];
	}
	return [x, y];
}
