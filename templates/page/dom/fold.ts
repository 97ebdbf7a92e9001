// The button that shows the controls of a toolbar that are folded: in narrow windows, and those of its menu.

import { button } from "./dom";

/** Makes it: in wide windows, the controls are a menu that a click elsewhere or Escape closes. */
export function foldButton(bar: HTMLElement, inside: Element): HTMLButtonElement {
	const wide = matchMedia("(min-width: 761px)");
	const open = (to: boolean) => fold.setAttribute("aria-expanded", String(bar.classList.toggle("open", to)));
	const fold = button("More", "Show or hide the other controls", () => open(!bar.classList.contains("open")), inside);
	fold.className = "fold";
	fold.setAttribute("aria-expanded", "false");
	document.addEventListener("pointerdown", (e) => {
		if (wide.matches && !inside.contains(e.target as Node)) open(false);
	});
	inside.addEventListener("keydown", (e) => {
		if ((e as KeyboardEvent).key !== "Escape" || !wide.matches || !bar.classList.contains("open")) return;
		e.stopPropagation();
		open(false);
		fold.focus();
	});
	return fold;
}
