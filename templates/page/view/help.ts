// The keys of a view, and notes about its numbers.

import { withoutFlags } from "../../text/hints";
import { visible } from "../../text/names";
import { button, element } from "../dom/dom";
import { View } from "./view";

export class Help {
	private readonly dialog: HTMLDialogElement;

	constructor(inside: Element) {
		this.dialog = element("dialog", { "aria-label": "Shortcuts and notes" }, "", inside);
	}

	toggle(tabs: [string, string][], { keys, notes = [] }: View): void {
		const { dialog } = this;
		if (dialog.open) return dialog.close();
		dialog.replaceChildren();
		button("Close", "Close (Escape)", () => dialog.close(), dialog); // first: it has the focus, and the dialog opens at its top
		this.list("This view", keys);
		this.list("Everywhere", [...tabs, ["?", "show or hide this"]]);
		if (notes.length) element("h2", {}, "Notes", dialog);
		for (const note of notes.map(withoutFlags)) if (note) element("p", {}, visible(note), dialog);
		dialog.showModal();
	}

	private list(title: string, keys: [string, string][]): void {
		if (!keys.length) return;
		element("h2", {}, title, this.dialog);
		const list = element("dl", {}, "", this.dialog);
		for (const [key, text] of keys) {
			element("dt", {}, key, list);
			element("dd", {}, text, list);
		}
	}
}

/** For views with a table. */
export const gridKeys: [string, string][] = [
	["/", "filter by package.Class.method; name(types) matches signatures, (?i) ignores case"], ["↑ ↓, Page, Home, End", "go from row to row"],
	["Shift, Space, Ctrl A", "select several rows: counts are added up"], ["Enter", "open the method"], ["Escape", "select none"],
];
