// The controls above the boxes, and the notes. Their actions are in menu.ts.

import { element, html, setAll } from "../svg/elements";
import { paint } from "./boxes";
import { alone, data, svg } from "./document";
import { hasRecursion, merges } from "./frames";
import { all, margin, setTop, top } from "./layout";
import { inSight } from "./sight";
import { headBottom, size, toolsHeight } from "./size";

const bar = element("foreignObject", { class: "tools", x: 0, y: 0, width: all(), height: 1 }, svg);
/** The lower end of the controls. */
export let barBottom = 0;
export const barBox = html("div", "", bar);
barBox.setAttribute("role", "toolbar");
barBox.setAttribute("aria-label", "Flame graph");
const find = html("span", "", barBox);
export const input = html("input", "", find);
setAll(input, { type: "search", placeholder: "Search: regexp", "aria-label": "Search frames by regular expression", spellcheck: "false", autocomplete: "off" });

function button(text: string, title: string, inside: Element): HTMLButtonElement {
	const b = html("button", text, inside);
	setAll(b, { type: "button", title, "aria-label": title });
	return b;
}
export const previous = button("‹", "Previous match (N)", find);
export const next = button("›", "Next match (n)", find);
const status = html("output", "", barBox);
status.setAttribute("aria-live", "polite");
const acts = html("span", "", barBox);
export const resetButton = button("Reset", "Reset zoom, search and hiding (Escape)", acts);
export const flipButton = button("Flip", "Flip (icicle/flame) (i)", acts);
export const mergeButton = hasRecursion ? button("Recursion", "Merge direct recursion (r)", acts) : null;
mergeButton?.setAttribute("aria-pressed", "false");
export const hideButton = merges ? button("Hide", "Hide the method last pointed at (h)", acts) : null;
export const copyName = button("Copy name", "Copy the name of the frame last pointed at (c)", acts);
export const copyStack = button("Copy stack", "Copy its stack, root first (s)", acts);
export const copyLink = button("Copy link", "Copy a link to it (l)", acts);
export const detailsButton = data.notes ? button("Details", "Legend and notes (d)", acts) : null;
export const helpButton = button("?", "Keys (?)", acts);

export const say = (s: string) => {
	status.textContent = s;
	status.title = s;
	placeBar();
};

// The notes.
const panel = element("foreignObject", { class: "panel", width: 1, height: 1, visibility: "hidden" }, svg);
const panelBox = html("div", "", panel);
for (const note of data.notes || []) html("div", note, panelBox);
export function toggleDetails(): void {
	const open = panel.getAttribute("visibility") === "hidden";
	panel.setAttribute("visibility", open ? "visible" : "hidden");
	if (detailsButton) detailsButton.setAttribute("aria-expanded", String(open));
	placeBar();
}

/**
 * Places the controls above the boxes, as wide as the visible part of the picture. If the graph is alone in its document, they also
 * stay in view when a tall picture is scrolled. In a window that is narrower than the picture they may need more rows than there is
 * room for: then the boxes move down and the picture becomes taller.
 */
export function placeBar(): void {
	const sight = inSight(), room = sight.right - sight.left;
	setAll(bar, { x: sight.left, width: room });
	barBox.className = room < data.twoRows ? "narrow least" : room < data.oneRow ? "narrow" : "";
	const needed = barBox.offsetHeight;
	setAll(bar, { height: needed });
	const to = headBottom + Math.max(toolsHeight(all()), needed - 4);
	if (to !== top) {
		setTop(to);
		size();
		paint(true);
	}
	const y = top - 4 - needed, at = alone ? Math.max(y, sight.top) : y;
	setAll(bar, { y: at });
	barBottom = at + needed;
	setAll(panel, { x: sight.left + margin, y: at + needed + 2, width: Math.min(740, room - 2 * margin) });
}
