// Rows that match, in hidden code.

import { plural } from "../../text/numbers";
import { Offer } from "../dom/offer";
import { Kinds } from "./kinds";

/** Offers the rows that are hidden only because of their kinds: 1 match in JDK: show. null: none. */
export function unseenOf(kinds: Kinds, of: number[], noun: string, shown: () => void): Offer | null {
	if (!of.length) return null;
	const all = [...new Set(of)].sort((a, b) => a - b), names = all.map((k) => kinds.nameOf(k));
	return {
		text: `${plural(of.length, noun)} in ${names.join(", ")}: show`, title: "Also show the code of these kinds", action: () => {
			kinds.switchOn(all);
			shown();
		},
	};
}
