// The panel of facts about the selected frame, and actions with it.

import { describe } from "./describe";
import { button, element } from "./dom";
import type { Flame } from "./flame";
import { Host } from "./flamehost";
import { Node, View } from "./merged";

export class Details {
	private readonly element: HTMLElement;

	constructor(inside: Element, private readonly flame: Flame, private readonly host: Host) {
		this.element = element("section", { id: "details", class: "details", "aria-live": "polite" }, "", inside);
	}

	/** Shows a node; zooms: it can fill the width. */
	show(view: View, node: Node, focus: Node, zooms: boolean): void {
		const { flame, host, element: panel } = this, { header, frames } = view.tree, lines = describe(view, node, focus);
		panel.replaceChildren();
		element("h2", {}, lines[0], panel);
		const list = element("ul", {}, "", panel);
		for (const line of lines.slice(1)) element("li", {}, line, list);
		if (node.frame < 0) {
			const colors = flame.state().palette === header.palette ? header.colors : "";
			for (const about of [...header.about, colors]) if (about) element("li", {}, about, list);
			return;
		}
		const acts = element("div", { class: "acts" }, "", panel), { packages } = view.rules, name = frames.names[node.frame];
		const page = packages ? "" : host.methodPage(name);
		if (page) element("a", { href: page, class: "button", title: "All about the method (m)" }, "Method", acts);
		if (!packages) button("Callers and callees", "Callers above it, callees below it, in all stacks (b)", () => flame.around(node.frame), acts);
		button("Zoom", "Fill the width with it (Enter)", () => flame.zoomTo(node), acts).disabled = !zooms;
		button("Hide", `Leave it out${header.entries ? "" : ": its callers get its value"} (h)`, () => flame.hide(node), acts);
		button("Copy name", "Copy its name (c)", () => flame.copy("name"), acts);
		button("Copy stack", "Copy its stack (s)", () => flame.copy("stack"), acts);
		if (!packages) host.about(name, panel);
	}
}
