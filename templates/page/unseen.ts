// Rows that match, of code that is not shown.

import { Kinds } from "./kinds";
import { plural } from "./numbers";

export interface Unseen {
	/** On a button: 1 match in JDK: show. */
	text: string;
	/** Switches their kinds on. */
	show(): void;
}

/** The rows that are not shown for their kinds alone, given these; null: there are none. */
export function unseenOf(kinds: Kinds, of: number[], noun: string): Unseen | null {
	if (!of.length) return null;
	const all = [...new Set(of)].sort((a, b) => a - b), names = all.map((k) => kinds.nameOf(k));
	return { text: `${plural(of.length, noun)} in ${names.join(", ")}: show`, show: () => kinds.switchOn(all) };
}
