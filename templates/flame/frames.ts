// The frames that are shown: the file's, without hidden methods or with merged recursion.

import { plural } from "../text/numbers";
import { Columns } from "./columns";
import { data } from "./document";
import { kinds, Names, readFrames, texts, unknown } from "./file";
import { merge, recurs } from "./merge";

export const names = new Names(data), places = data.places ? texts(data.places) : null;
const file = readFrames(data);
/** Not in a comparison: its frames were tested unmerged. */
export const merges = data.scale === undefined, hasRecursion = merges && recurs(file);
/** Whether recursion is merged, and the pattern of hidden methods. */
export let merged = false, hidden = "";
let hides: boolean[] = [];
const unmerged = new Columns(file, data);
export let { count, depth, name, total, kind, weight, counted, parent, end, left, self, widest, base } = unmerged;
/** Merges recursion or not, and hides the methods that match a pattern. */
export function setRules(recursion: boolean, hide: string): void {
	merged = recursion;
	hidden = hide;
	hides = [];
	try {
		if (hide) hides = names.matching(hide);
	} catch {
		hidden = "";
	}
	({ count, depth, name, total, kind, weight, counted, parent, end, left, self, widest, base } = merged || hidden ? new Columns(merge(file, data, hides, merged), data) : unmerged);
}
/** The number of hidden names. */
export const hiddenNames = () => hides.filter(Boolean).length;

/** The total that shares are relative to. */
export const whole = data.whole || file.total[0];
export const contains = (a: number, i: number) => a <= i && i < end[a];
export const isRest = (i: number) => name[i] < 0, hasFrames = (i: number) => end[i] > i + 1;
/** The callees of a frame, including those in its rest. */
export function* callees(i: number): Generator<number> {
	for (let c = i + 1; c < end[i]; c = end[c]) {
		if (isRest(c)) yield* callees(c);
		else yield c;
	}
}

/** Such as 12 frames. */
export const countOf = (n: number) => plural(n, "frame");
/** Whether a frame is not compared, so that 0 says nothing. */
export const isUnknown = (i: number) => kinds[kind[i]].endsWith(unknown);
export const full = (i: number) => name[i] < 0 ? countOf(-name[i]) + " too narrow to draw" : names.shown[name[i]];
/** The names from the root on, without it and without rests. */
export function pathOf(i: number): number[] {
	const all: number[] = [];
	for (; i > 0; i = parent[i]) if (!isRest(i)) all.unshift(name[i]);
	return all;
}
/**
 * The frame of a path, or the nearest of its callers that exists; next returns the callees that a step leads to. With chains, frames that
 * call themselves may be skipped.
 */
export function find(steps: number, next: (all: number[], step: number) => number[], chains = false): { frame: number; lost: boolean } {
	let at = [0];
	for (let step = 0; step < steps; step++) {
		const to: number[] = [];
		for (const i of at) {
			const all = [...callees(i)];
			to.push(...next(all, step));
			if (chains) at.push(...all.filter((c) => name[c] === name[i]));
		}
		if (!to.length) return { frame: at[0], lost: true };
		at = to;
	}
	return { frame: at[0], lost: false };
}
/** The frame of a path that had other rules, or the nearest of its callers that exists. */
export function findPath(path: number[]): number {
	const left = path.filter((n) => !hides[n]).filter((n, k, all) => !merged || n !== all[k - 1]);
	return find(left.length, (all, step) => all.filter((c) => name[c] === left[step]), !merged).frame;
}
/** From the root on, one per line. */
export function stackOf(i: number): string {
	const all: string[] = [];
	for (; i > 0; i = parent[i]) all.unshift(full(i));
	return all.join("\n");
}
