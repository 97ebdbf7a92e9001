// Where frames are: the zoomed one is as wide as the picture.

import { data } from "./document";
import { contains, count, depth, end, hasFrames, isRest, left, weight, widest } from "./frames";

export const margin = 10, rowHeight = 17, boxHeight = 16;
// Narrower rests are not drawn.
const minRest = Math.min(data.minWidth, 1);

export let zoom = 0, icicle = data.icicle;
/** Of the boxes, in pixels; rows is the number of rows that fit. */
export let width = data.width, top = data.top, rows = 1;
// The rows of the whole picture.
let rowsOfAll = 1;
/** The size of the picture. */
export const all = () => width + 2 * margin, tall = () => top + rows * rowHeight + margin;
/** Where the edges of boxes are. */
export const tenths = (pixels: number) => Math.round(pixels * 10);
const scale = () => width / (weight[zoom] || 1);
const isOpen = (r: number) => hasFrames(r) && (contains(r, zoom) || widest[r] * scale() >= data.minWidth);

/** The drawn frames by depth, from left to right. */
export let shown: number[][] = [];
/** Their edges in pixels. */
export let lefts = new Float64Array(count), widths = new Float64Array(count);
export function layOut(): void {
	shown = [];
	if (widths.length === count) widths.fill(0);
	else {
		widths = new Float64Array(count);
		lefts = new Float64Array(count);
	}
	const unit = scale();
	for (let i = 0; i < count;) {
		if (contains(i, zoom)) {
			if (isRest(i)) {
				i++;
				continue;
			}
			lefts[i] = 0;
			widths[i] = width;
		} else if (!contains(zoom, i)) {
			i = end[i];
			continue;
		} else {
			lefts[i] = (left[i] - left[zoom]) * unit;
			widths[i] = weight[i] * unit;
			if (isRest(i) && isOpen(i)) {
				widths[i] = 0;
				i++;
				continue;
			}
			if (isRest(i) ? widths[i] < minRest : tenths(lefts[i]) === tenths(lefts[i] + widths[i])) { // nor would be anything below it
				widths[i] = 0;
				i = end[i];
				continue;
			}
		}
		(shown[depth[i]] ||= []).push(i);
		i = isRest(i) ? end[i] : i + 1;
	}
}

export const rowOf = (d: number) => icicle ? d : rows - 1 - d;
export const topOf = (i: number) => top + rowOf(depth[i]) * rowHeight;
export const isDrawn = (i: number) => widths[i] > 0;

// These take effect when frames are laid out again.

export function setZoom(i: number): void {
	zoom = i;
}
export function setIcicle(on: boolean): void {
	icicle = on;
}
export function setWidth(to: number): void {
	width = to;
}
export function setTop(to: number): void {
	top = to;
}
/** Makes room for all frames. */
export function findRows(): void {
	rowsOfAll = 1;
	for (let i = 0; i < count; i = isRest(i) ? end[i] : i + 1) rowsOfAll = Math.max(rowsOfAll, depth[i] + 1);
	rows = rowsOfAll;
}
/** Makes room for the drawn frames; reports whether the height of the picture has changed. */
export function fillRows(): boolean {
	const before = rows;
	rows = Math.max(shown.length, rowsOfAll);
	return rows !== before;
}
