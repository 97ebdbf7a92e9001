// The range of a flame graph's width that is shown.

import { percent } from "../../text/numbers";
import { everything, isAll, Range } from "../picture/layout";
import { Node, startOf } from "../stacks/node";

/** The narrowest range: narrower ones would be inexact. */
const narrowest = 1e-9;

/** A part of what is shown, as a range of the whole view: it can be moved beyond the zoomed frame. From and to are parts of the shown width. */
export function rangeWithin(focus: Node, shown: Range, from: number, to: number): Range {
	const whole = focus.view.root.weight || 1, wide = (shown.to - shown.from) * focus.weight, left = startOf(focus) + shown.from * focus.weight;
	const width = Math.min(1, Math.max(narrowest, (to - from) * wide / whole)), start = (left + from * wide) / whole;
	const first = Math.min(Math.max(0, start), 1 - width);
	return width === 1 ? everything : { from: first, to: first + width };
}

/** For addresses; "": everything. */
export const rangeText = (range: Range) => isAll(range) ? "" : [range.from, range.to].map((x) => Number(x.toPrecision(12))).join("-");

/** The range of an address; null: it is invalid. */
export function rangeIn(text: string): Range | null {
	if (!text) return everything;
	const [, from, to] = (/^([\d.]+(?:e-\d+)?)-([\d.]+(?:e-\d+)?)$/.exec(text) || []).map(Number);
	return from >= 0 && to <= 1 && to - from >= narrowest * 0.99 ? { from, to } : null;
}

/** In words; "": everything. */
export const aboutRange = ({ from, to }: Range) => isAll({ from, to }) ? "" : `${percent(to - from, 1)} of the width is shown: scroll sideways or drag with ⇧ to move, Escape shows all`;
