// The filters of a call tree: its stacks, its frames, its end.

import { search } from "../search/search";
import { stacksWith, withoutHidden } from "../stacks/hidden";
import { MergedView } from "../stacks/merged";
import { View } from "../stacks/node";
import { Tree } from "../stacks/tree";

export interface Filters {
	/** From the methods in which stacks end, to their callers. */
	leaves: boolean;
	/** Methods that call themselves are one row. */
	recursion: boolean;
	/** Patterns; "": none. Only stacks with a matching frame; without those; matching frames left out. */
	focus: string;
	ignore: string;
	hide: string;
}

/** The filters by patterns: their parameters in addresses, and their words before a name. */
export const patternFilters = [["focus", "f", "only stacks with"], ["ignore", "x", "no stacks with"], ["hide", "h", "hidden, charged to callers:"]] as const;

export type PatternFilter = typeof patternFilters[number][0];

/** The parameters of filters in an address. */
export function parametersOf(filters: Filters): Record<string, string> {
	const all: Record<string, string> = { v: filters.leaves ? "leaves" : "", r: filters.recursion ? "1" : "" };
	for (const [filter, key] of patternFilters) all[key] = filters[filter];
	return all;
}

/** The filters of an address, and the parameter that is not valid here; "": all are. */
export function filtersIn(p: URLSearchParams, tree: Tree): { filters: Filters; lost: string } {
	const filters: Filters = { leaves: p.get("v") === "leaves", recursion: p.get("r") === "1", focus: "", ignore: "", hide: "" };
	let lost = "";
	for (const [filter, key] of patternFilters) {
		const pattern = p.get(key) || "";
		if (search(tree, pattern).invalid) lost ||= pattern;
		else filters[filter] = pattern;
	}
	return { filters, lost };
}

/** The tree of stacks and frames that filters keep; isHidden: by kind of code. */
export function viewOf(tree: Tree, filters: Filters, isHidden: (kind: number) => boolean): View {
	const hits = (pattern: string) => pattern ? search(tree, pattern).hits : null, hide = hits(filters.hide);
	const hidden = Uint8Array.from(tree.frames.kind, (kind, f) => isHidden(kind) || hide?.[f] ? 1 : 0);
	const kept = filters.focus || filters.ignore ? stacksWith(tree, hits(filters.focus), hits(filters.ignore)) : tree;
	const counted = tree.header.entries && hidden.includes(1) ? withoutHidden(kept, hidden) : kept; // as in flame graphs
	return new MergedView(counted, { hidden, recursion: filters.recursion, packages: false }, filters.leaves ? "callers" : "callees", -1);
}
