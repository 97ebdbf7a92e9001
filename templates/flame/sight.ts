// The visible section of the picture, and the frame at a point of it.

import { svg } from "./document";
import { all, lefts, margin, rowHeight, rowOf, shown, tall, top, width, widths } from "./layout";

export function toPicture(x: number, y: number): DOMPoint {
	return new DOMPoint(x, y).matrixTransform(svg.getScreenCTM()!.inverse());
}
interface Sight {
	left: number;
	top: number;
	right: number;
	bottom: number;
}
/** The section of the picture that the window shows; all of it if the picture is not drawn. */
export function inSight(): Sight {
	// In quirks mode the body has the size of the window.
	const { clientWidth, clientHeight } = document.compatMode === "BackCompat" ? document.body : document.documentElement;
	const drawn = svg.getScreenCTM(), right = all(), bottom = tall();
	const from = drawn ? toPicture(0, 0) : { x: 0, y: 0 }, to = drawn ? toPicture(clientWidth, clientHeight) : { x: right, y: bottom };
	const left = Math.max(0, Math.min(from.x, right - 300)), top = Math.max(0, from.y);
	return { left, top, right: Math.max(left + 300, Math.min(right, to.x)), bottom: Math.max(top, Math.min(bottom, to.y)) };
}

/** The frame under the pointer, however narrow; -1: none. */
export function frameAt(event: MouseEvent): number {
	const p = toPicture(event.clientX, event.clientY), x = p.x - margin;
	const row = shown[rowOf(Math.floor((p.y - top) / rowHeight))];
	if (!row || x < 0 || x >= width) return -1;
	let low = 0, high = row.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		if (lefts[row[middle]] <= x) low = middle + 1;
		else high = middle;
	}
	const i = row[low - 1];
	return i !== undefined && x < lefts[i] + widths[i] ? i : -1;
}
