// The keyboard.

import { flip, hideMethod, reset, step, toggleRecursion } from "./actions";
import { current, select } from "./boxes";
import { barBox, input, toggleDetails } from "./controls";
import { copyPointedLink, copyPointedName, copyPointedStack } from "./copy";
import { alone, data, graph, svg } from "./document";
import { depth, hasRecursion, merges, parent, weight } from "./frames";
import { help } from "./help";
import { icicle, shown } from "./layout";
import { pattern } from "./matches";
import { searchTyped } from "./search";
import { zoomTo } from "./zoom";

// The nearest drawn frame in a direction, or the same frame.
function neighbor(i: number, direction: "in" | "out" | "left" | "right"): number {
	if (direction === "out") return parent[i] < 0 ? i : parent[i];
	if (direction === "in") {
		// The widest callee; above the zoomed frame, the next one on the path to it.
		let best = i;
		for (const c of shown[depth[i] + 1] || []) {
			if (parent[c] === i && (best === i || weight[c] > weight[best])) best = c;
		}
		return best;
	}
	const row = shown[depth[i]] || [], to = row.indexOf(i) + (direction === "right" ? 1 : -1);
	return row[to] ?? i;
}

export function listenToKeys(): void {
	(alone ? document : svg as unknown as Document).addEventListener("keydown", (event) => {
		if (event.ctrlKey || event.metaKey || event.altKey) return;
		const typing = event.target === input;
		if (typing) {
			if (event.key === "Enter" && pattern !== input.value) {
				searchTyped();
			} else if (event.key === "Enter") step(event.shiftKey ? -1 : 1);
			else if (event.key === "Escape") {
				event.preventDefault();
				if (pattern) reset();
				else input.blur();
			}
			return;
		}
		const onButton = barBox.contains(event.target as Node);
		const inward = icicle ? "ArrowDown" : "ArrowUp", outward = icicle ? "ArrowUp" : "ArrowDown";
		const actions: Record<string, (() => void) | null> = {
			[inward]: () => select(neighbor(current, "in"), true),
			[outward]: () => select(neighbor(current, "out"), true),
			ArrowLeft: () => select(neighbor(current, "left"), true),
			ArrowRight: () => select(neighbor(current, "right"), true),
			Enter: () => zoomTo(current, true),
			" ": () => zoomTo(current, true),
			Escape: reset,
			"/": () => input.focus(),
			n: () => step(1),
			N: () => step(-1),
			i: flip,
			r: hasRecursion ? toggleRecursion : null,
			h: merges ? hideMethod : null,
			d: data.notes ? toggleDetails : null,
			c: copyPointedName,
			s: copyPointedStack,
			l: copyPointedLink,
			"?": help,
		};
		const moves = /^(Arrow.*|Enter| )$/.test(event.key);
		const action = actions[event.key];
		if (!action || onButton && moves || moves && alone && !graph.contains(event.target as Node)) return;
		event.preventDefault();
		action();
	});
}
