// The controls above the graph. Their actions are in menu.ts.

import { element, html, setAll } from "../svg/elements";
import { edges, svg } from "./document";
import { openable, openableLines } from "./opened";

export const bar = element("foreignObject", { class: "bar", x: 0, y: 0, width: 100, height: 34 }, svg);
export const tools = html("div", "", bar);
export const input = html("input", "", tools);
setAll(input, { type: "search", placeholder: "search: regular expression", "aria-label": "Search methods by a regular expression" });

function button(text: string, title: string): HTMLButtonElement {
	const b = html("button", text, tools);
	setAll(b, { title, type: "button" });
	return b;
}
export const previous = button("‹", "Previous match (N)"), next = button("›", "Next match (n)");
export const startButton = button("", "Start of the hot path (r)");
startButton.classList.add("start");
startButton.hidden = true;
const status = html("output", "", tools);
status.setAttribute("aria-live", "polite");
export const smaller = button("−", "Zoom out (-)"), larger = button("+", "Zoom in (+)");
export const fitButton = button("Fit", "Show all (f)"), homeButton = button("Home", "Back to the initial view (h)");
export const legendButton = button("Legend", "Show or hide the legend (l)");
legendButton.setAttribute("aria-pressed", "true");

export function say(s: string): void {
	status.textContent = s;
	status.title = s;
}

const opened = [...openable.length > openableLines.length ? ["double outline"] : [], ...openableLines.length ? ["dashed line"] : []].join(" or ");
const hints = [...opened ? [`click a ${opened} to open it`] : [], edges.length ? "hover for callers and callees" : "hover for whole names and counts", "drag to pan", "scroll to zoom"];
/** Says what the reader can do, as far as there is room: the least surprising comes last. */
export function sayHint(...more: string[]): void {
	if (input.value) return;
	const all = [...more, ...hints];
	for (let n = all.length; n > 0; n--) {
		say(all.slice(0, n).join(", "));
		if (status.scrollWidth <= status.clientWidth) break;
	}
	status.title = all.join(", ");
}
