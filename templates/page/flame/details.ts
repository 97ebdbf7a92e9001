// The panel with details about the selected frame, and actions for it.

import { breakable, button, element } from "../dom/dom";
import { NamesInSentence } from "../dom/sentence";
import { Changes } from "../picture/changedboxes";
import { hasChanges } from "../picture/palettes";
import { changeInUnit, describe, nameOf } from "../stacks/describe";
import { Node, View } from "../stacks/node";
import { Sums } from "../stacks/tree";
import { Actions } from "./actions";
import { Host } from "./host";
import { changesInWords } from "./words";

/** About the picture. */
interface Facts {
	/** Values of methods as shown. */
	sums: Sums;
	changes: Changes | null;
	/** Why these colors were chosen; "": no need to say. */
	reason: string;
}

export class Details {
	private readonly element: HTMLElement;
	private notesOpen = false;

	constructor(inside: Element, private readonly flame: Actions, private readonly host: Host) {
		this.element = element("section", { id: "details", class: "details", "aria-live": "polite" }, "", inside);
	}

	/** Shows a node; focus fills the width. */
	show(node: Node, focus: Node, { sums, changes, reason }: Facts): void {
		const { flame, host, element: panel } = this, { view } = node, { header, frames } = view.tree, lines = describe(view, node, focus, sums);
		const { packages } = view.rules, page = packages || node.frame < 0 ? "" : host.methodPage(frames.names[node.frame]);
		panel.replaceChildren();
		const head = element("h2", {}, page ? "" : lines[0], panel);
		if (page) element("a", { href: page }, lines[0], head);
		const list = element("ul", {}, "", panel);
		for (const line of lines.slice(1)) element("li", {}, line, list);
		if (node === view.root && changes?.all.length) this.changes(changes, view, list);
		if (node.frame < 0) {
			const all = [...flame.notes, reason];
			if (node === view.root && hasChanges(view.tree) && frames.kind.some((k) => !host.narrow(header.kinds[k].name)) && !view.rules.hidden.includes(1)) all.unshift("All code is shown here, as changes were tested with it; other views start with the application's.");
			if (node === view.root && changes?.all.length && !view.rules.packages) all.unshift("Boxes are compared with their callees, on one path; tables compare methods in all stacks, and so count other changes.");
			this.notes(all.filter(Boolean), header.compared !== null, panel, list);
			return;
		}
		const acts = element("div", { class: "acts" }, "", panel), name = frames.names[node.frame];
		if (page) element("a", { href: page, class: "button", title: "Method details (m)" }, "Method", acts);
		if (!packages) button("Callers and callees", "Callers above it, callees below it, in all stacks (b)", () => flame.around(node.frame), acts);
		button("Zoom", "Zoom to it (Enter)", () => flame.zoomTo(node), acts);
		button("Hide", `Leave it out${header.entries ? "" : ": its callers get its value"} (h)`, () => flame.hide(node), acts);
		button("Copy name", "Copy its name (c)", () => flame.copy("name"), acts);
		button("Copy stack", "Copy its stack (s)", () => flame.copy("stack"), acts);
		if (!packages) host.about(name, panel);
	}

	// The largest changes in the picture, each with a link to it.
	private changes(changes: Changes, view: View, list: Element): void {
		const { all } = changes, { header, frames, sums } = view.tree, { scale } = header.compared!, most = 4, names = new NamesInSentence(Infinity);
		const item = element("li", { class: "changes" }, `${changesInWords(changes)}, significant; n goes to the next:`, list), some = element("ul", {}, "", item);
		for (const { node, self } of all.slice(0, most)) {
			const { frame } = node, change = self ? sums!.self[frame] - sums!.baseSelf[frame] * scale : node.total - node.base * scale;
			const one = element("li", {}, "", some);
			const link = button("", `Go to ${nameOf(view, node)}`, () => this.flame.goTo(node), one);
			if (view.rules.packages) breakable(nameOf(view, node), link);
			else names.add(frames.names[frame], link);
			one.append(` ${self ? "self " : ""}${changeInUnit(header, change)}`);
		}
		if (all.length > most) element("li", {}, "…", some);
	}

	// Of a comparison there are more notes than changes: folded, they leave room for the methods below.
	private notes(all: string[], folded: boolean, panel: Element, list: Element): void {
		if (!all.length) return;
		let inside = list;
		if (folded) {
			const fold = element("details", { class: "notes" }, "", panel) as HTMLDetailsElement;
			element("summary", {}, "About this comparison", fold);
			fold.open = this.notesOpen;
			fold.addEventListener("toggle", () => this.notesOpen = fold.open);
			inside = element("ul", {}, "", fold);
		}
		for (const about of all) element("li", {}, about, inside);
	}
}
