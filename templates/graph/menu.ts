// Buttons, the field for searches, and the keyboard.

import { fitButton, homeButton, input, larger, legendButton, next, previous, smaller, startButton } from "./controls";
import { alone, svg } from "./document";
import { fit, open, showAgain } from "./fit";
import { layOut } from "./layout";
import { folder, legendShown, toggleFolded, toggleShown } from "./legend";
import { close, isInPanel, isPanelOpen } from "./panel";
import { clear, searched, searchTyped, step } from "./search";
import { goToStart } from "./start";
import { middle, pan, zoom } from "./view";

const zoomIn = () => zoom(1.4, ...middle()), zoomOut = () => zoom(1 / 1.4, ...middle());

function toggleLegend(): void {
	toggleShown();
	legendButton.setAttribute("aria-pressed", String(legendShown));
	showAgain();
}

export function listenToButtons(): void {
	const actions: [Element, () => void][] = [
		[previous, () => step(-1)], [next, () => step(1)], [smaller, zoomOut], [larger, zoomIn], [fitButton, fit], [homeButton, open], [startButton, goToStart], [legendButton, toggleLegend],
		[folder, () => {
			toggleFolded();
			layOut();
		}],
	];
	for (const [e, action] of actions) e.addEventListener("click", action);
	input.addEventListener("input", searchTyped);
}

const keys: Record<string, () => void> = {
	"+": zoomIn, "=": zoomIn, "-": zoomOut, 0: fit, f: fit, h: open, r: goToStart, l: toggleLegend, n: () => step(1), N: () => step(-1), "/": () => input.focus(),
	Escape: () => {
		if (isPanelOpen()) return close();
		clear();
		open();
	},
};
// Only for a graph that is alone: otherwise these keys scroll the page.
const moves: Record<string, () => void> = { ArrowLeft: () => pan(60, 0), ArrowRight: () => pan(-60, 0), ArrowUp: () => pan(0, 60), ArrowDown: () => pan(0, -60) };

export function listenToKeys(): void {
	(alone ? document : svg as unknown as Document).addEventListener("keydown", (event) => {
		if (event.ctrlKey || event.metaKey || event.altKey) return;
		if (event.target === input) return typed(event);
		const action = keys[event.key] || alone && !isInPanel(event.target) && moves[event.key];
		if (!action) return;
		event.preventDefault();
		action();
	});
}

// A key in the search field.
function typed(event: KeyboardEvent): void {
	if (event.key === "Enter" && searched !== input.value) searchTyped();
	else if (event.key === "Enter") step(event.shiftKey ? -1 : 1);
	else if (event.key === "Escape") {
		event.preventDefault();
		if (input.value) clear();
		else input.blur();
	}
}
