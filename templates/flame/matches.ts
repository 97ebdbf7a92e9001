// The frames that match a pattern, and their share of the picture.

import { problemOf } from "../pattern/pattern";
import { percent } from "../text/numbers";
import { data } from "./document";
import { count, end, hasFrames, isRest, name, names, total, weight, whole } from "./frames";

/** Matched has 1 for a frame that matches. */
export let pattern = "", matches = 0, matched = new Uint8Array(count);

/** Finds the frames; returns why the pattern is invalid, "" if it is valid. */
export function match(s: string): string {
	pattern = s;
	matched = new Uint8Array(count);
	matches = 0;
	if (!s) return "";
	let hits: Uint8Array;
	try {
		hits = Uint8Array.from(names.matching(s), Number);
	} catch (error) {
		return problemOf(error);
	}
	for (let i = 1; i < count; i++) matches += matched[i] = isRest(i) ? 0 : hits[name[i]];
	return "";
}

// Matches are in the order of their widths, widest first. They are not sorted, because there may be 100,000 after each typed letter.
const precedes = (a: number, b: number) => weight[a] > weight[b] || weight[a] === weight[b] && a < b;
/** The number of a match in this order, from 1; 0: the frame does not match. */
export function numberOf(match: number): number {
	if (!matched[match]) return 0;
	let n = 1;
	for (let i = 1; i < count; i++) if (matched[i] && precedes(i, match)) n++;
	return n;
}
/** The next match after a frame, or with -1 the previous one; from the last one, and from a frame that does not match, the first. */
export function nextMatch(from: number, by: number): number {
	const isBefore = (a: number, b: number) => by > 0 ? precedes(a, b) : precedes(b, a);
	let first = -1, next = -1;
	for (let i = 1; i < count; i++) {
		if (!matched[i]) continue;
		if (first < 0 || isBefore(i, first)) first = i;
		if (isBefore(from, i) && (next < 0 || isBefore(i, next))) next = i;
	}
	return matched[from] && next >= 0 ? next : first;
}

export function ignoringCaseFinds(): boolean {
	try {
		return !pattern.startsWith("(?") && names.matching("(?i)" + pattern).includes(true);
	} catch {
		return false;
	}
}

// Adds up the matches in a part of a tree. A stack with several matches counts once.
function sum(of: number, values: Float64Array): number {
	let all = 0;
	for (let i = of; i < end[of];) {
		if (matched[i]) all += values[i];
		i = matched[i] ? end[i] : i + 1;
	}
	return all;
}
/** The share of a subtree that matches. */
export function share(of: number, values: Float64Array, all = of ? values[of] : whole): string {
	return percent(sum(of, values), all);
}
const isVM = names.shown.map((s) => s === "<VM>");
/** The maximum additional share that may match: frames that the file lacks, or that stand for others. */
export function unseen(): string {
	let opaque = 0;
	for (let i = 0; i < count;) {
		const isOpaque = !matched[i] && (isRest(i) ? !hasFrames(i) : isVM[name[i]]);
		if (isOpaque) opaque += total[i];
		i = matched[i] || isOpaque ? end[i] : i + 1;
	}
	const rest = total[0] - sum(0, total);
	const value = Math.min(rest, opaque + (data.moved || 0));
	return value > 0 ? `, up to ${percent(value, whole)} more in frames that are not shown` : "";
}
