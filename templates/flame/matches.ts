// The frames that match a pattern, and their share of the picture.

import { problemOf } from "../pattern/pattern";
import { percent } from "../text/numbers";
import { data } from "./document";
import { count, end, hasFrames, isRest, name, names, total, weight, whole } from "./frames";

export let pattern = "", matches: number[] = [], matched = new Uint8Array(count);

/** Finds the frames, widest first; returns why the pattern is invalid, "" if it is valid. */
export function match(s: string): string {
	pattern = s;
	matched = new Uint8Array(count);
	matches = [];
	if (!s) return "";
	let hits: boolean[];
	try {
		hits = names.matching(s);
	} catch (error) {
		return problemOf(error);
	}
	for (let i = 1; i < count; i++) {
		if (hits[name[i]]) {
			matched[i] = 1;
			matches.push(i);
		}
	}
	matches.sort((a, b) => weight[b] - weight[a] || a - b);
	return "";
}

export function ignoringCaseFinds(): boolean {
	try {
		return !pattern.startsWith("(?") && names.matching("(?i)" + pattern).includes(true);
	} catch {
		return false;
	}
}

// Adds up a part of a tree, without descending into counted frames.
function sum(of: number, counts: (i: number) => number, values: number[]): number {
	let all = 0;
	for (let i = of; i < end[of];) {
		const n = counts(i);
		if (n === 0) {
			i++;
			continue;
		}
		if (n > 0) all += values[i];
		i = end[i];
	}
	return all;
}
/** The share of a subtree that matches. A stack with several matches counts once. */
export function share(of: number, values: number[], all = of ? values[of] : whole): string {
	return percent(sum(of, (i) => matched[i], values), all);
}
/** The maximum additional share that may match: frames that the file lacks, or that stand for others. */
export function unseen(): string {
	const isOpaque = (i: number) => isRest(i) ? !hasFrames(i) : names.shown[name[i]] === "<VM>";
	const opaque = sum(0, (i) => matched[i] ? -1 : isOpaque(i) ? 1 : 0, total);
	const rest = total[0] - sum(0, (i) => matched[i], total);
	const value = Math.min(rest, opaque + (data.moved || 0));
	return value > 0 ? `, up to ${percent(value, whole)} more in frames that are not shown` : "";
}
