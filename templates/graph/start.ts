// A button that leads to the start of the hot path, while that is out of the window.

import { startButton } from "./controls";
import { Area, barHeight, center, onView, View, view } from "./view";

let start: { e: Element; area: Area } | null = null;

/** Points to a node while it is out of the window. */
export function pointTo(e: Element, area: Area): void {
	start = { e, area };
}

/** Points to none: all is shown. */
export function pointToNone(): void {
	start = null;
}

export function goToStart(): void {
	if (start) center(start.e);
}

// Where a node is that is out of the window: an arrow.
function wayTo({ left, top, right, bottom }: Area, { x, y, k }: View): string {
	if (top * k + y < barHeight) return "↑";
	if (bottom * k + y > innerHeight) return "↓";
	if (left * k + x < 0) return "←";
	return right * k + x > innerWidth ? "→" : "";
}

onView(() => {
	const arrow = start ? wayTo(start.area, view) : "";
	startButton.hidden = !arrow;
	if (arrow) startButton.textContent = `${arrow} ${start!.e.querySelector(".name")?.textContent}`;
});
