// Paths to nodes, for addresses.

import { led, Names, step } from "../../text/steps";
import { Node, View } from "./node";
import { Tree } from "./tree";

function namesOf({ header, frames }: Tree, view: View, n: Node): Names {
	const pack = header.packages[n.key] || "";
	return view.rules.packages ? { plain: pack, shown: pack } : { plain: frames.plain[n.frame], shown: frames.names[n.frame] };
}

/** The path to a node. */
export function pathOf(tree: Tree, view: View, node: Node): string {
	let path = "";
	for (let n: Node | null = node; n?.parent; n = n.parent) {
		if (!n.restOf && !n.group) path = step(namesOf(tree, view, n)) + path;
	}
	return path;
}

/** The node of a path, or the nearest one that exists. */
export function follow(tree: Tree, view: View, path: string): { node: Node; lost: boolean } {
	let node = view.root;
	for (let k = 0; k < path.length; k += 4) {
		const [next] = led(path.slice(k, k + 4), framesBelow(view, node), (n) => namesOf(tree, view, n));
		if (!next) return { node, lost: true };
		node = next;
	}
	return { node, lost: false };
}

// Through groups, which are not in paths.
function framesBelow(view: View, node: Node): Node[] {
	view.expand(node, 0);
	return node.below!.flatMap((n) => n.group ? framesBelow(view, n) : [n]);
}
