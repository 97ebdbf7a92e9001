// The keys of a flame view, and the dialog that shows them on its own page.

import { button, element } from "../dom/dom";

/** Keys and their meanings. */
export const flameKeys: [string, string][] = [
	["click, Enter", "zoom into a frame, open a rest; the pale ones zoom out"], ["Backspace", "zoom out by one frame"],
	["drag", "zoom into the dragged range"], ["Ctrl wheel, + −, two fingers", "make everything wider or narrower"], ["⇧ drag, ⇧ wheel, ⇧ ← →", "move sideways, also beyond the zoomed frame; so do a sideways wheel and fingers"],
	["Escape", "clear zoom and search; what is hidden or merged stays so"], ["0, Reset", "the same, and hidden methods and kinds come back, nothing is merged"],
	["arrows", "go from frame to frame"], ["/", "search in package.Class.method; name(types) searches in signatures, (?i) ignores case"],
	["n, N", "next, previous match, widest first; the picture is zoomed to those that are too narrow or too deep for it"], ["b", "callers above a method, callees below it"], ["v", "merge from the leaves, or from the root"],
	["h", "hide the selected method: it is in the row of hidden ones, where a click brings it back"],
	["r", "merge frames that call themselves directly; recursion through other methods stays"], ["p", "packages instead of methods"], ["g", "more than 100 roots below their packages and classes, or side by side"], ["i", "flip (icicle/flame)"],
	["t", "show or hide the table"], ["c, s, l", "copy name, stack, link"],
];

/** Shows the keys, and notes about the picture. */
export function showHelp(dialog: HTMLDialogElement, notes: string[]): void {
	dialog.replaceChildren();
	button("Close", "Close (Escape)", () => dialog.close(), dialog);
	element("h2", {}, "Keys", dialog);
	const keys = element("dl", {}, "", dialog);
	for (const [key, text] of flameKeys) {
		element("dt", {}, key, keys);
		element("dd", {}, text, keys);
	}
	element("h2", {}, "About this picture", dialog);
	for (const note of notes) element("p", {}, note, dialog);
	dialog.showModal();
}
