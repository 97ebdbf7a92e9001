// Regular expressions over names, as the command line has them.

import { compilePattern, mayTakeLong, Pattern, problemOf } from "../../pattern.js";
import { Tree } from "../stacks/tree";

export interface Search {
	pattern: string;
	/** By frame: 1 matches. null: no search. */
	hits: Uint8Array | null;
	/** Why it is no pattern, or notComplete; "": it is one. */
	invalid: string;
}

/** The beginning of a pattern that is being typed. */
export const notComplete = "the pattern is not complete yet";

// Endings that complete patterns: of groups, classes, escapes, and flags.
const endings = () => ["", "]", "a]", "\\", ":", "P<n>"].flatMap((end) => ["", ")", "))", ")))"].map((close) => end + close)).slice(1);

function whyInvalid(pattern: string, error: unknown): string {
	for (const end of endings()) {
		try {
			compilePattern(pattern + end);
			return notComplete;
		} catch { /* the next */ }
	}
	return problemOf(error);
}

export const noSearch: Search = { pattern: "", hits: null, invalid: "" };

/** Finds frames by package.Class.method, or with parameters in the pattern by their signature. */
export function search(tree: Tree, pattern: string): Search {
	if (!pattern) return noSearch;
	let compiled: Pattern;
	try {
		compiled = compilePattern(pattern);
	} catch (error) {
		return { pattern, hits: null, invalid: whyInvalid(pattern, error) };
	}
	const { plain, params } = tree.frames, { expression, signatures } = compiled;
	const hits = Uint8Array.from(plain, (name, f) => expression.test(signatures ? name + params[f] : name) ? 1 : 0);
	return { pattern, hits, invalid: "" };
}

/** By frame, of boxes that are packages: whether the package has a method that matches. */
export function hitsOfBoxes({ frames: { pack } }: Tree, hits: Uint8Array): Uint8Array {
	const packages = new Set(pack.filter((_, f) => hits[f]));
	return Uint8Array.from(pack, (p) => packages.has(p) ? 1 : 0);
}

/** A pattern over names that are not frames of a tree. */
export interface Matcher {
	matches(names: { plain: string; signature: string }): boolean;
	/** Why it is no pattern, or notComplete; "": it is one. */
	invalid: string;
	/** It waits for the reader. */
	asks: boolean;
}

export const noMatcher: Matcher = { matches: () => true, invalid: "", asks: false };

/** The pattern of one name, which is package.Class.method. */
export const patternOfName = (name: string) => "^" + name.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&") + "$";

// Patterns that the reader has typed, or has confirmed where a link has them: these run again, after a step back.
const own = new Set<string>();

/** The reader wants a pattern. */
export function trust(pattern: string): void {
	own.add(pattern);
}

/** Whether a pattern has to wait for the reader: who wrote a link may want the page to hang. */
export const asks = (pattern: string) => !own.has(pattern) && mayTakeLong(pattern);

/** The words of a table about its pattern. */
export const aboutMatcher = ({ invalid, asks }: Matcher) => asks ? "Enter filters by the link's pattern" : invalid;

export function patternOf(pattern: string): Matcher {
	if (!pattern) return noMatcher;
	if (asks(pattern)) return { ...noMatcher, asks: true };
	try {
		const { expression, signatures } = compilePattern(pattern);
		return { ...noMatcher, matches: (n) => expression.test(signatures ? n.signature : n.plain) };
	} catch (error) {
		return { ...noMatcher, invalid: whyInvalid(pattern, error) };
	}
}

/** The value of stacks that match; that of the base, unscaled, is 0 without a comparison. */
export interface Matched {
	total: number;
	base: number;
}

/** Adds up the outermost nodes of frames below a node: a stack with several counts once. */
export function matched({ frame, end, total, base }: Tree, hits: Uint8Array, from = 0): Matched {
	const sum = { total: 0, base: 0 }, last = end[from];
	for (let i = from + 1; i < last;) {
		if (!hits[frame[i]]) {
			i++;
			continue;
		}
		sum.total += total[i];
		if (base) sum.base += base[i];
		i = end[i];
	}
	return sum;
}
