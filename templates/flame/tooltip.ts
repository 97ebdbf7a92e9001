// The tooltip.

import { element, html, setAll } from "../svg/elements";
import { barBottom } from "./controls"; // the frame it is above
import { describe } from "./describe";
import { svg } from "./document";
import { all, boxHeight, icicle, lefts, margin, topOf, widths } from "./layout";
import { inSight } from "./sight";

const tip = element("foreignObject", { class: "tip", width: 1, height: 1, visibility: "hidden" }, svg);
const tipBox = html("div", "", tip);
/** Whether the tooltip has a first line. */
export const tells = (first: string) => tip.getAttribute("visibility") === "visible" && tipBox.firstChild?.textContent === first;

/** Shows the lines about a frame, near the pointer or the left edge of its box. */
export function show(i: number, x?: number, y?: number): void {
	if (x === undefined) {
		x = margin + Math.max(0, lefts[i] + Math.min(widths[i] / 2, 40));
		y = topOf(i) + boxHeight;
	}
	tell(describe(i), x, y!);
}
/** Shows lines near a point: on the side of callers if there is room, because readers look at callees next. */
export function tell([first, ...rest]: string[], x: number, y: number): void {
	tipBox.replaceChildren(html("b", first), ...rest.map((line) => html("div", line)));
	const sight = inSight(), top = Math.max(sight.top, barBottom) + 2;
	tipBox.style.maxWidth = Math.min(560, sight.right - sight.left - 24) + "px";
	setAll(tip, { width: all() });
	const tw = tipBox.offsetWidth, th = tipBox.offsetHeight;
	const below = y + 18, above = y - th - boxHeight - 6;
	const to = (icicle ? above >= top : below + th + 2 > sight.bottom) ? above : below;
	setAll(tip, { x: Math.max(sight.left + 2, Math.min(x + 12, sight.right - tw - 4)), y: Math.max(top, Math.min(to, sight.bottom - th - 2)), visibility: "visible" });
}
export function hide(): void {
	tip.setAttribute("visibility", "hidden");
}
