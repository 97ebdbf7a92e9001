// The rows of boxes around a node that fills the width.

import { Node, View } from "../stacks/node";

export interface Box {
	node: Node;
	/** Pixels from the left edge, and the width, as far as the window shows the box. */
	x: number;
	width: number;
	/** Where the whole box begins: less than 0 if that is left of the window. */
	start: number;
}

/** The part of a picture's width that is shown, from 0 to 1. */
export interface Range {
	from: number;
	to: number;
}

export const everything: Range = { from: 0, to: 1 };

export const isAll = ({ from, to }: Range) => from <= 0 && to >= 1;

/** Sums of widths may be this much too large, in pixels: boxes of one weight stay equally wide. */
const rounding = 1e-6;

export class Rows {
	/** By depth: callers of the node, as wide as it, the node, and everything below it, from left to right. */
	readonly rows: Box[][] = [];
	private readonly unit: number;

	/** The shown range is one of the node's width. */
	constructor(readonly view: View, readonly focus: Node, readonly width: number, private readonly minimum: number, readonly shown: Range = everything) {
		this.unit = width / ((shown.to - shown.from) * (focus.weight || 1));
		const start = -shown.from * (focus.weight || 1) * this.unit;
		for (let n: Node | null = focus; n; n = n.parent) this.rows.unshift([{ node: n, x: 0, width, start }]);
	}

	// Adds a box to a row, if the window shows some of it.
	private put(row: Box[], node: Node, start: number): void {
		const whole = node.weight * this.unit, left = Math.max(0, -start), right = start + whole - this.width, width = whole - left - (right > rounding ? right : 0);
		if (width > 0) row.push({ node, x: start + left, width, start });
	}

	/** Makes rows until there are that many, or no more. It returns whether there may be more. */
	ensure(count: number): boolean {
		const cut = this.minimum / this.unit;
		while (this.rows.length < count) {
			const row: Box[] = [];
			for (const box of this.rows[this.rows.length - 1]) {
				if (box.node.restOf && box.node !== this.focus) continue;
				this.view.expand(box.node, cut);
				let start = box.start;
				for (const n of box.node.below!) {
					this.put(row, n, start);
					start += n.weight * this.unit;
				}
				const rest = box.node.rest;
				if (rest && rest.weight * this.unit >= this.minimum) this.put(row, rest, start);
			}
			if (!row.length) return false;
			this.rows.push(row);
		}
		return true;
	}

	/** The box of a row at a distance from the left. */
	at(row: number, x: number): Box | null {
		const boxes = this.rows[row];
		if (!boxes || !boxes.length) return null;
		let low = 0, high = boxes.length;
		while (low < high) {
			const middle = (low + high) >> 1;
			if (boxes[middle].x <= x) low = middle + 1;
			else high = middle;
		}
		const box = boxes[low - 1];
		return box && x < box.x + box.width ? box : null;
	}

	boxOf(node: Node): Box | null {
		return this.rows[node.depth]?.find((b) => b.node === node) || null;
	}
}
