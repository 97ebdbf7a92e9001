// A frame in words.

import { testOf } from "./colors";
import { isWithin, Node, View } from "./merged";
import { percent, plural, points, thousands, unitOf } from "./numbers";
import { Tree } from "./tree";

/** The name of a node. */
export function nameOf(view: View, node: Node): string {
	const { tree } = view;
	if (node.restOf) return node.frames ? `${plural(node.frames, "frame")} too narrow to draw` : "frames too narrow to draw";
	if (node.frame < 0) return "all";
	if (view.rules.packages) return tree.header.packages[node.key] || "(no package)";
	const was = tree.frames.was[node.frame];
	return was ? `${tree.frames.names[node.frame]} (was ${was})` : tree.frames.names[node.frame];
}

/** The word for the value of a frame itself, with that of the frames that count for it. */
export function selfWord({ header, frames }: Tree, hidden: Uint8Array): string {
	if (header.entries || header.self !== "self" || !hidden.includes(1)) return header.self;
	return hidden.some((is, f) => is === 1 && header.kinds[frames.kind[f]].name === "application") ? "incl. hidden code" : "incl. library code";
}

/** A value, exact even above 2^53. */
function count(tree: Tree, node: Node, value: number): string {
	if (value <= Number.MAX_SAFE_INTEGER) return thousands(value);
	if (tree.exact && node.nodes.length === 1 && !node.stacks && value === tree.total[node.nodes[0]]) return thousands(tree.exact[node.nodes[0]]);
	return "about " + value.toPrecision(15);
}

/** Lines about a node: its name, its value and its shares of all, of the view (the zoomed frame, or all that is shown) and of the node before it. */
export function describe(view: View, node: Node, zoom: Node): string[] {
	const { tree } = view, { header } = tree;
	const lines = [nameOf(view, node), `${count(tree, node, node.total)} ${unitOf(node.total, header.unit)}, ${percent(node.total, header.whole)} of all`];
	const up = node.parent, { root } = view;
	if (zoom !== root && zoom !== node && isWithin(node, zoom)) lines.push(`${percent(node.total, zoom.total)} of the zoomed frame`);
	else if (up && up !== root && root.total !== header.whole) lines.push(`${percent(node.total, root.total)} of the ${count(tree, root, root.total)} ${unitOf(root.total, header.unit)} shown`);
	const of = view.direction === "callees" ? "parent" : "callee";
	if (header.compared) {
		const base = node.base * header.compared.scale;
		let line = `base: ${thousands(node.base)}, ${percent(base, header.compared.whole)}; ${points(node.total - base, header.whole)}`;
		if (node.frame >= 0 && !node.total) line += "; gone";
		if (node.frame >= 0 && !node.base) line += "; new";
		lines.push(line);
		if (header.compared.tested && node.frame >= 0) {
			lines.push(["no more than chance", "more than chance", "a sum of several frames: not tested"][testOf(view, node)]);
		}
		if (up) lines.push(`${percent(node.total, up.total)} of its ${of}, base: ${percent(node.base, up.base)}`);
		return lines;
	}
	if (up) lines.push(`${percent(node.total, up.total)} of its ${of}`);
	if (!node.restOf && node.frame >= 0 && view.direction === "callees") lines.push(`${selfWord(tree, view.rules.hidden)} ${thousands(view.self(node))}`);
	if (!node.restOf && node.frame >= 0 && !view.rules.packages) lines.push(header.kinds[tree.frames.kind[node.frame]].name);
	return lines;
}

/** The stack of a node, root first, a line each. */
export function stackOf(view: View, node: Node): string {
	const all: string[] = [];
	for (let n: Node | null = node; n && n.frame >= 0; n = n.parent) if (!n.restOf) all.push(nameOf(view, n));
	if (view.direction === "callees") all.reverse();
	return all.join("\n");
}
