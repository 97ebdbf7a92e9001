// Methods that the reader has hidden: a row of buttons that show them again.

import { patternOfName } from "../../pattern/matcher";
import { Ruler, textFont } from "../../text/labels";
import { button, element } from "../dom/dom";

/** Pixels of a name, as in page.css. */
const mostName = 420;

/** The alternatives of a pattern. */
export function alternatives(pattern: string): string[] {
	const all: string[] = [];
	let depth = 0, start = 0, inClass = false;
	for (let i = 0; i < pattern.length; i++) {
		const c = pattern[i];
		if (c === "\\") i++;
		else if (inClass) inClass = c !== "]";
		else if (c === "[") inClass = true;
		else if (c === "(") depth++;
		else if (c === ")") depth--;
		else if (c === "|" && !depth) {
			all.push(pattern.slice(start, i));
			start = i + 1;
		}
	}
	all.push(pattern.slice(start));
	return all.filter(Boolean);
}

// The name behind a pattern of one name; other patterns are shown unchanged.
function nameOfPattern(pattern: string): string {
	const name = pattern.replace(/^\^|\$$/g, "").replace(/\\(.)/gs, "$1");
	return patternOfName(name) === pattern ? name : pattern;
}

/** The methods of a pattern, in display form. */
export const hiddenNames = (pattern: string) => alternatives(pattern).map(nameOfPattern);

export class Hidden {
	private readonly element: HTMLElement;
	private readonly ruler = new Ruler("12px " + textFont);
	private pattern = "";

	/** changed takes the pattern of those that stay hidden. */
	constructor(inside: Element, private readonly changed: (pattern: string) => void) {
		this.element = element("div", { class: "tools hidden", role: "group", "aria-label": "Hidden methods", hidden: "" }, "", inside);
	}

	show(pattern: string): void {
		if (pattern === this.pattern) return;
		this.pattern = pattern;
		const all = alternatives(pattern);
		this.element.hidden = !all.length;
		this.element.replaceChildren();
		element("span", {}, "Hidden:", this.element);
		all.forEach((one, i) => {
			const name = nameOfPattern(one), b = button("", `Show ${name} again`, () => this.changed(all.filter((_, k) => k !== i).join("|")), this.element);
			element("span", { class: "name" }, name === one ? name : this.ruler.fit(name, Math.min(mostName, 0.7 * innerWidth)) || name, b);
			element("span", { "aria-hidden": "true" }, "×", b);
		});
		button("Show all", "Show all hidden methods again", () => this.changed(""), this.element);
	}
}
