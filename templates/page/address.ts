// The address of a view. It has names and hashes of names, so that it finds the same place in a newer page.

import { View } from "./merged";
import { Node } from "./node";
import { Tree } from "./tree";

const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const encoder = new TextEncoder();

/** Four characters for a name. */
export function hash(name: string): string {
	let h = 2166136261;
	for (const b of encoder.encode(name)) h = Math.imul(h ^ b, 16777619);
	h ^= h >>> 15;
	h = Math.imul(h, 0x2c1b3c6d);
	h ^= h >>> 12;
	return [18, 12, 6, 0].map((shift) => digits[h >>> shift & 63]).join("");
}

/** The name that a node has in addresses. */
const nameOf = (tree: Tree, view: View, n: Node) => view.rules.packages ? tree.header.packages[n.key] || "" : tree.frames.names[n.frame];

/** The path to a node. */
export function pathOf(tree: Tree, view: View, node: Node): string {
	let path = "";
	for (let n: Node | null = node; n?.parent; n = n.parent) {
		if (!n.restOf) path = hash(nameOf(tree, view, n)) + path;
	}
	return path;
}

/** The node of a path, or the nearest there is. */
export function follow(tree: Tree, view: View, path: string): { node: Node; lost: boolean } {
	let node = view.root;
	for (let k = 0; k < path.length; k += 4) {
		view.expand(node, 0);
		const next = node.below!.find((n) => hash(nameOf(tree, view, n)) === path.slice(k, k + 4));
		if (!next) return { node, lost: true };
		node = next;
	}
	return { node, lost: false };
}
