// The keyboard of a flame view.

import type { Flame } from "./flame";

/** Keys and their meanings. */
export const flameKeys: [string, string][] = [
	["click, Enter", "zoom into a frame, open a rest; the pale ones zoom out"], ["Backspace", "zoom out by one frame"],
	["Escape", "clear zoom and search; what is hidden or merged stays so"], ["0, Reset", "the same, and hidden methods and kinds come back, nothing is merged"],
	["arrows", "go from frame to frame"], ["/", "search in package.Class.method; name(types) searches in signatures, (?i) ignores case"],
	["n, N", "next, previous match, the widest first; the picture is zoomed to those that are too narrow or too deep for it"], ["b", "callers above a method, callees below it"], ["v", "merge from the leaves, or from the root"],
	["h", "hide the selected method: it is in the row of hidden ones, where a click brings it back"],
	["r", "merge frames that call themselves directly; recursion through other methods stays"], ["p", "packages instead of methods"], ["i", "turn upside down"],
	["t", "show or hide the table"], ["c, s, l", "copy name, stack, link"],
];

/** Handles keys of the page while the view is active; those of movement only in the picture. */
export function listenToKeys(flame: Flame, graph: HTMLElement): void {
	const { input } = flame.tools;
	const moves: Record<string, () => void> = {
		ArrowDown: () => flame.move(flame.growsUp ? "out" : "in"),
		ArrowUp: () => flame.move(flame.growsUp ? "in" : "out"),
		ArrowLeft: () => flame.move("left"),
		ArrowRight: () => flame.move("right"),
		Enter: () => flame.zoomIn(),
		" ": () => flame.zoomIn(),
	};
	const { state } = flame;
	const actions: Record<string, () => void> = {
		Escape: () => flame.clear(),
		"0": () => flame.reset(),
		Backspace: () => flame.zoomOut(),
		"/": () => input.focus(),
		n: () => flame.step(1),
		N: () => flame.step(-1),
		i: () => flame.change({ icicle: !state().icicle }),
		r: () => flame.change({ recursion: !state().recursion }),
		p: () => flame.change({ packages: !state().packages }),
		v: () => flame.change({ mode: state().mode === "leaves" ? "root" : "leaves", frame: -1 }),
		b: () => flame.aroundSelected(),
		m: () => flame.openPage(),
		h: () => flame.hideSelected(),
		c: () => void flame.copy("name"),
		s: () => void flame.copy("stack"),
		l: () => void flame.copy("link"),
		t: () => flame.tools.toggleTable(),
		"?": () => flame.tools.help(),
	};
	addEventListener("keydown", (e) => {
		if (!flame.active || e.ctrlKey || e.metaKey || e.altKey || e.key !== "?" && document.querySelector("dialog[open]")) return;
		const target = e.target as HTMLElement;
		if (target === input) return typed(flame, e);
		if (target.closest("input, select, textarea")) return;
		const action = actions[e.key] || (target === graph || target === document.body) && moves[e.key];
		if (!action) return;
		e.preventDefault();
		action();
	});
}

// A key in the search field.
function typed(flame: Flame, e: KeyboardEvent): void {
	const { input } = flame.tools;
	if (e.key === "Enter" && flame.pattern !== input.value) flame.typed(input.value);
	else if (e.key === "Enter") flame.step(e.shiftKey ? -1 : 1);
	else if (e.key === "Escape") {
		e.preventDefault();
		if (!input.value) return input.blur();
		input.value = "";
		flame.typed("");
	}
}
