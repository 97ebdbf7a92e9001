// A tooltip beside a box of a picture.

import { element } from "../dom/dom";
import { rowHeight } from "./picture";

export class Tip {
	private readonly element = element("div", { class: "tip", role: "tooltip", hidden: "" }, "", document.body);

	hide(): void {
		this.element.hidden = true;
	}

	/**
	 * Shows a name and facts about a box, whose upper edge is at top in the window, near x. Readers look at its callees next: the tooltip is
	 * on the other side of the box, or beside it.
	 */
	show([name, ...lines]: string[], top: number, x: number, up: boolean): void {
		const tip = this.element;
		tip.replaceChildren();
		element("b", {}, name, tip);
		for (const line of lines) element("div", {}, line, tip);
		tip.hidden = false;
		const { offsetWidth: w, offsetHeight: h } = tip, above = top - h - 6, below = top + rowHeight + 4;
		const fits = (to: number) => to >= 4 && to + h <= innerHeight - 4;
		const [free, other] = up ? [below, above] : [above, below];
		const right = Math.min(x + 14, innerWidth - w - 8), beside = x + 40 + w <= innerWidth ? x + 40 : x - w - 40;
		tip.style.left = Math.max(4, fits(free) ? right : beside) + "px";
		tip.style.top = Math.max(4, fits(free) ? free : Math.min(other, innerHeight - h - 4)) + "px";
	}
}
