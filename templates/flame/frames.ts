// The frames that are shown: those of the file, or those with merged recursion.

import { plural } from "../page/numbers";
import { Columns } from "./columns";
import { data } from "./document";
import { Names, readFrames, texts } from "./file";
import { mergeRecursion } from "./recursion";

export const names = new Names(data), places = data.places ? texts(data.places) : null;
const file = readFrames(data);
// null: there is none, or the picture compares.
const recursion = data.scale !== undefined ? null : mergeRecursion(file, data);
export const hasRecursion = recursion !== null;
export let merged = false;
export let { count, depth, name, total, kind, weight, counted, parent, end, left, self, widest, base } = new Columns(file, data);
/** Merges recursion, or no longer. */
export function toggleMerged(): void {
	merged = !merged;
	({ count, depth, name, total, kind, weight, counted, parent, end, left, self, widest, base } = new Columns(merged ? recursion! : file, data));
}

/** The total that shares are of. */
export const whole = data.whole || file.total[0];
export const contains = (a: number, i: number) => a <= i && i < end[a];
export const isRest = (i: number) => name[i] < 0, hasFrames = (i: number) => end[i] > i + 1;
/** The callees of a frame, with those in its rest. */
export function* callees(i: number): Generator<number> {
	for (let c = i + 1; c < end[i]; c = end[c]) {
		if (isRest(c)) yield* callees(c);
		else yield c;
	}
}

/** Such as 12 frames. */
export const countOf = (n: number) => plural(n, "frame");
export const full = (i: number) => name[i] < 0 ? countOf(-name[i]) + " too narrow to draw" : names.shown[name[i]];
/** From the root on, a line each. */
export function stackOf(i: number): string {
	const all: string[] = [];
	for (; i > 0; i = parent[i]) all.unshift(full(i));
	return all.join("\n");
}
