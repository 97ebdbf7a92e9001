// What a view shows only a part of, or shows in another way, as buttons that undo it.

import { button, element } from "./dom";

/** A row of crumbs, hidden without any. */
export class Crumbs {
	private readonly row: HTMLElement;

	constructor(label: string, inside: Element) {
		this.row = element("div", { class: "tools hidden", role: "group", "aria-label": label, hidden: "" }, "", inside);
	}

	/** Shows these. title: about the button. */
	show(crumbs: { text: string; title: string; remove: () => void }[]): void {
		this.row.replaceChildren();
		for (const { text, title, remove } of crumbs) {
			const b = button("", title, remove, this.row);
			element("span", { class: "name" }, text, b);
			element("span", { "aria-hidden": "true" }, "×", b);
		}
		this.row.hidden = !crumbs.length;
	}
}
