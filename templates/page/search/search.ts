// Regular expressions over the names of a tree's frames.

import { whyInvalid } from "../../pattern/matcher";
import { compilePattern } from "../../pattern/pattern";
import { Tree } from "../stacks/tree";

export interface Search {
	pattern: string;
	/** By frame: 1 matches. null: no search. */
	hits: Uint8Array | null;
	/** Why it is invalid, or notComplete; "": it is valid. */
	invalid: string;
}

export const noSearch: Search = { pattern: "", hits: null, invalid: "" };

/** Finds frames by package.Class.method or, if the pattern has parameters, by signature. */
export function search(tree: Tree, pattern: string): Search {
	if (!pattern) return noSearch;
	try {
		const { plain, params } = tree.frames, { expression, signatures } = compilePattern(pattern);
		return { pattern, hits: Uint8Array.from(plain, (name, f) => expression.test(signatures ? name + params[f] : name) ? 1 : 0), invalid: "" };
	} catch (error) {
		return { pattern, hits: null, invalid: whyInvalid(pattern, error) };
	}
}

/** By frame, for boxes that are packages: whether the package has a matching method. */
export function hitsOfBoxes({ frames: { pack } }: Tree, hits: Uint8Array): Uint8Array {
	const packages = new Set(pack.filter((_, f) => hits[f]));
	return Uint8Array.from(pack, (p) => packages.has(p) ? 1 : 0);
}

/** The value of stacks that match; the base's, unscaled, is 0 without a comparison. */
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

/** The value of matching stacks among those through some nodes, none of which is below another one. */
export function matchedThrough(tree: Tree, hits: Uint8Array, nodes: Int32Array): number {
	const { frame, parent, total } = tree;
	let sum = 0;
	for (const node of nodes) {
		let n = node;
		while (n > 0 && !hits[frame[n]]) n = parent[n];
		sum += n > 0 ? total[node] : matched(tree, hits, node).total; // with a match above, all stacks through the node have it
	}
	return sum;
}
