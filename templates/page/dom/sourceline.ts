// A line of source code in colors.

import { Token } from "../../text/sourcetokens";
import { element } from "./dom";

/** Adds the tokens of a line. */
export function showTokens(tokens: Token[], inside: Element): void {
	for (const { text, kind } of tokens) {
		if (kind) element("span", { class: "t-" + kind }, text, inside);
		else inside.append(text);
	}
}
