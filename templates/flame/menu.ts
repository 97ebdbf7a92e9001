// Buttons and the field for searches.

import { flip, hideMethod, reset, step, toggleRecursion } from "./actions";
import { copyLink, copyName, copyStack, detailsButton, flipButton, helpButton, hideButton, input, mergeButton, next, previous, resetButton, toggleDetails } from "./controls";
import { copyPointedLink, copyPointedName, copyPointedStack } from "./copy";
import { help } from "./help";
import { searchTyped } from "./search";

const actions: [HTMLButtonElement | null, () => void][] = [
	[previous, () => step(-1)], [next, () => step(1)], [resetButton, reset], [flipButton, flip], [mergeButton, toggleRecursion], [hideButton, hideMethod],
	[copyName, copyPointedName], [copyStack, copyPointedStack], [copyLink, copyPointedLink], [detailsButton, toggleDetails], [helpButton, help],
];

export function listenToMenu(): void {
	for (const [button, action] of actions) button?.addEventListener("click", action);
	input.addEventListener("input", searchTyped);
}
