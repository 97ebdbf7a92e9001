// Regular expressions over names, as the command line has them.

import { compilePattern } from "../pattern.js";
import { Tree } from "./tree";

export interface Search {
	pattern: string;
	/** By frame: 1 matches. null: no search. */
	hits: Uint8Array | null;
	invalid: boolean;
}

export const noSearch: Search = { pattern: "", hits: null, invalid: false };

/** Finds frames by package.Class.method, or with parameters in the pattern by their signature. */
export function search(tree: Tree, pattern: string): Search {
	if (!pattern) return noSearch;
	let expression: RegExp;
	try {
		expression = compilePattern(pattern);
	} catch {
		return { pattern, hits: null, invalid: true };
	}
	const { plain, params } = tree.frames, signatures = expression.source.includes("\\(");
	const hits = Uint8Array.from(plain, (name, f) => expression.test(signatures ? name + params[f] : name) ? 1 : 0);
	return { pattern, hits, invalid: false };
}

/** By frame, of boxes that are packages: whether the package has a method that matches. */
export function hitsOfBoxes({ frames: { pack } }: Tree, hits: Uint8Array): Uint8Array {
	const packages = new Set(pack.filter((_, f) => hits[f]));
	return Uint8Array.from(pack, (p) => packages.has(p) ? 1 : 0);
}

/** A pattern over names that are not frames of a tree. */
export interface Matcher {
	matches(names: { plain: string; signature: string }): boolean;
	/** asks: it waits for the user. */
	problem: "" | "invalid" | "asks";
}

export const noMatcher: Matcher = { matches: () => true, problem: "" };

/** The pattern of one name, which is package.Class.method. */
export const patternOfName = (name: string) => "^" + name.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&") + "$";

/** Who wrote a link may want the page to hang: without repetition no pattern takes long. */
export const mayHang = (pattern: string) => /[*+?{]/.test(pattern.replace(/\\./g, ""));

export function patternOf(pattern: string, linked: boolean): Matcher {
	if (!pattern) return noMatcher;
	if (linked && mayHang(pattern)) return { ...noMatcher, problem: "asks" };
	try {
		const expression = compilePattern(pattern), signatures = expression.source.includes("\\(");
		return { matches: (n) => expression.test(signatures ? n.signature : n.plain), problem: "" };
	} catch {
		return { ...noMatcher, problem: "invalid" };
	}
}

/** Adds up the outermost nodes of frames: a stack with several counts once. */
export function matched(tree: Tree, hits: Uint8Array, values: Float64Array, from = 0): number {
	let sum = 0;
	for (let i = from; i < tree.end[from];) {
		if (i > 0 && hits[tree.frame[i]]) {
			sum += values[i];
			i = tree.end[i];
		} else i++;
	}
	return sum;
}
