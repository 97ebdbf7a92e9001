// The keyboard of a flame view.

import { Actions } from "./actions";
import { Tools } from "./tools";

/** Handles keys of the page while the view is active; movement keys only in the picture. */
export function listenToKeys(flame: Actions, tools: Tools, graph: HTMLElement): void {
	const { input } = tools;
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
		"+": () => flame.widen(2),
		"=": () => flame.widen(2),
		"-": () => flame.widen(0.5),
		Escape: () => flame.clear(),
		"0": () => flame.reset(),
		Backspace: () => flame.zoomOut(),
		"/": () => input.focus(),
		n: () => flame.step(1),
		N: () => flame.step(-1),
		i: () => flame.change({ icicle: !state().icicle }),
		r: () => flame.change({ recursion: !state().recursion }),
		g: () => flame.change({ grouped: !state().grouped }),
		p: () => flame.change({ packages: !state().packages }),
		v: () => flame.change({ mode: state().mode === "leaves" ? "root" : "leaves", frame: -1 }),
		b: () => flame.aroundSelected(),
		m: () => flame.openPage(),
		h: () => flame.hideSelected(),
		c: () => void flame.copy("name"),
		s: () => void flame.copy("stack"),
		l: () => void flame.copy("link"),
		t: () => tools.toggleTable(),
		"?": () => tools.help(),
	};
	addEventListener("keydown", (e) => {
		if (!flame.active || e.ctrlKey || e.metaKey || e.altKey || e.key !== "?" && document.querySelector("dialog[open]")) return;
		const target = e.target as HTMLElement;
		if (target === input) return typed(flame, input, e);
		if (target.closest("input, select, textarea")) return;
		if (e.shiftKey && (e.key === "ArrowLeft" || e.key === "ArrowRight") && (target === graph || target === document.body)) {
			e.preventDefault();
			return flame.slideBy(e.key === "ArrowRight" ? 1 : -1);
		}
		const action = actions[e.key] || (target === graph || target === document.body) && moves[e.key];
		if (!action) return;
		e.preventDefault();
		action();
	});
}

// A key in the search field.
function typed(flame: Actions, input: HTMLInputElement, e: KeyboardEvent): void {
	if (e.key === "Enter" && flame.pattern !== input.value) flame.typed(input.value);
	else if (e.key === "Enter") flame.step(e.shiftKey ? -1 : 1);
	else if (e.key === "Escape") {
		e.preventDefault();
		if (!input.value) return input.blur();
		input.value = "";
		flame.typed("");
	}
}
