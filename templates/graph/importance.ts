// What a reader looks for in a graph: its hottest node, and what is around it.

import { around, edges, nodes, weight } from "./document";

export const neighbors = (e: SVGElement) => nodes.filter((n) => n !== e && around.get(e.dataset.node!)?.nodes.has(n.dataset.node!));

const byNumber = new Map(nodes.map((e) => [e.dataset.node, e]));
// The weight of an edge.
const heavy = (e: SVGElement) => Number(e.querySelector("path:not(.hit)")?.getAttribute("stroke-width")) || 1;
const byWeight = (a: SVGElement, b: SVGElement) => heavy(b) - heavy(a);

/** The hottest node, the start of the way there, the hottest others, what is between, and other nodes, most important first; and that start. */
export function byImportance(): { start: SVGElement; order: SVGElement[] } {
	const hot = nodes.filter(weight).sort((a, b) => weight(b) - weight(a));
	if (!hot.length) return { start: nodes[0], order: [] };
	const hottest = hot[0].dataset.node;
	const follow = (from: "from" | "to", to: "from" | "to") => {
		const path: SVGElement[] = [], seen = new Set([hottest]);
		for (let at = hottest; at;) {
			const next = edges.filter((e) => e.dataset[from] === at && byNumber.has(e.dataset[to]) && !seen.has(e.dataset[to]));
			at = next.sort(byWeight)[0]?.dataset[to];
			if (!at) break;
			seen.add(at);
			path.push(byNumber.get(at)!);
		}
		return path;
	};
	const up = follow("to", "from"), down = follow("from", "to");
	const callers = edges.filter((e) => e.dataset.to === hottest && byNumber.has(e.dataset.from)).sort(byWeight).map((e) => byNumber.get(e.dataset.from)!);
	const order = [...new Set([hot[0], ...up.slice(-1), ...up.slice(0, 1), ...hot.slice(1, 4), ...down.slice(0, 1), ...up, ...down.slice(1, 2), ...callers, ...down, ...hot])];
	return { start: up.at(-1) || hot[0], order };
}
