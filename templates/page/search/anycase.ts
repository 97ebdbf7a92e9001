// Patterns without matches that would match regardless of case.

import { Names, patternOf } from "../../pattern/matcher";
import { plural } from "../../text/numbers";
import { Offer } from "../dom/offer";
import { Tree } from "../stacks/tree";
import { search } from "./search";

/** A pattern that ignores case. */
const inAnyCase = (pattern: string) => "(?i)" + pattern;

/** How many methods match a pattern regardless of case. */
export const methodsInAnyCase = (tree: Tree, pattern: string) => search(tree, inAnyCase(pattern)).hits?.reduce((sum, hit) => sum + hit, 0) || 0;

/** How many rows match a pattern regardless of case: at least one of the names of each row must match. */
export function rowsInAnyCase(rows: Names[][], pattern: string): number {
	const { invalid, matches } = patternOf(inAnyCase(pattern), rows.flat());
	return invalid ? 0 : rows.filter((names) => names.some(matches)).length;
}

/** Offers that many matches; null: none. */
export function offerAnyCase(n: number, noun: string, pattern: string, take: (pattern: string) => void): Offer | null {
	const all = inAnyCase(pattern);
	return n ? { text: `${plural(n, noun)} regardless of case: ${all}`, title: "Search for this pattern", action: () => take(all) } : null;
}
