// Patterns without matches that would match regardless of case.

import { patternOf } from "../../pattern/matcher";
import { mayTakeLong } from "../../pattern/pattern";
import { plural } from "../../text/numbers";
import { Offer } from "../dom/offer";
import { Tree } from "../stacks/tree";
import { search } from "./search";

/** A pattern that ignores case. */
const inAnyCase = (pattern: string) => "(?i)" + pattern;

/** How many methods match a pattern regardless of case. */
export function methodsInAnyCase(tree: Tree, pattern: string): number {
	const all = inAnyCase(pattern);
	return mayTakeLong(all) ? 0 : search(tree, all).hits?.reduce((sum, hit) => sum + hit, 0) || 0;
}

/** How many rows match a pattern regardless of case: at least one of the names of each row must match. */
export function rowsInAnyCase(rows: Iterable<{ plain: string; signature: string }[]>, pattern: string): number {
	const all = inAnyCase(pattern), matcher = patternOf(all);
	if (matcher.invalid || mayTakeLong(all)) return 0;
	let sum = 0;
	for (const names of rows) if (names.some((n) => matcher.matches(n))) sum++;
	return sum;
}

/** Offers that many matches; null: none. */
export function offerAnyCase(n: number, noun: string, pattern: string, take: (pattern: string) => void): Offer | null {
	const all = inAnyCase(pattern);
	return n ? { text: `${plural(n, noun)} regardless of case: ${all}`, title: "Search for this pattern", action: () => take(all) } : null;
}
