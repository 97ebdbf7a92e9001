// The rows of boxes around a node that fills the width.

import { Node, View } from "../stacks/node";

export interface Box {
	node: Node;
	/** Pixels from the left edge. */
	x: number;
	width: number;
}

export class Rows {
	/** By depth: callers of the node, as wide as it, the node, and everything below it, from left to right. */
	readonly rows: Box[][] = [];
	private readonly unit: number;

	constructor(readonly view: View, readonly focus: Node, readonly width: number, private readonly minimum: number) {
		this.unit = width / (focus.weight || 1);
		for (let n: Node | null = focus; n; n = n.parent) this.rows.unshift([{ node: n, x: 0, width }]);
	}

	/** Makes rows until there are that many, or no more. It returns whether there may be more. */
	ensure(count: number): boolean {
		const cut = this.minimum / this.unit;
		while (this.rows.length < count) {
			const row: Box[] = [];
			for (const box of this.rows[this.rows.length - 1]) {
				if (box.node.restOf && box.node !== this.focus) continue;
				this.view.expand(box.node, cut);
				let x = box.x;
				for (const n of box.node.below!) {
					const width = n.weight * this.unit;
					row.push({ node: n, x, width });
					x += width;
				}
				const rest = box.node.rest;
				if (rest && rest.weight * this.unit >= this.minimum) row.push({ node: rest, x, width: rest.weight * this.unit });
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
