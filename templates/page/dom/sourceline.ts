// A line of source code in colors.

import { Token } from "../../text/sourcetokens";
import { element } from "./dom";

/** Adds the tokens of a line. Narrow windows have half of its indentation. */
export function showTokens([first, ...others]: Token[], inside: HTMLElement): void {
	if (!first) return;
	const spaces = first.text.search(/\S|$/);
	if (spaces) {
		element("span", { class: "indent" }, first.text.slice(0, spaces), inside);
		inside.style.setProperty("--indent", String(spaces));
	}
	for (const { text, kind } of [{ ...first, text: first.text.slice(spaces) }, ...others]) {
		if (kind) element("span", { class: "t-" + kind }, text, inside);
		else inside.append(text);
	}
}
