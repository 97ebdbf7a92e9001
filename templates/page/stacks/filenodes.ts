// Nodes of the file, by index in a tree: which of them the nodes of a view add up.

import { Node, View } from "./node";
import { Tree } from "./tree";

/** The outermost nodes of frames: a stack with several counts once. */
export function outermost(tree: Tree, wanted: (frame: number) => boolean): Int32Array {
	const is = Uint8Array.from(tree.frames.names, (_, f) => wanted(f) ? 1 : 0), all: number[] = [];
	for (let i = 1; i < tree.frame.length;) {
		if (is[tree.frame[i]]) {
			all.push(i);
			i = tree.end[i];
		} else i++;
	}
	return Int32Array.from(all);
}

/** The callees of all nodes that a node adds up, skipping those that the rules leave out or merge with it. */
export function calleesOfAll(view: View, node: Node): number[] {
	const { tree, rules } = view, callees: number[] = [];
	const merges = (rules.recursion || rules.packages) && node.frame >= 0;
	for (const n of node.nodes) {
		for (let c = n + 1; c < tree.end[n];) {
			const f = tree.frame[c];
			if (rules.hidden[f] || merges && view.key(f) === node.key) {
				c++; // its callees are ours
				continue;
			}
			callees.push(c);
			c = tree.end[c];
		}
	}
	return callees;
}

/** The same for callers: one for each node, 0 if none. */
export function callersOfAll(view: View, node: Node): Int32Array {
	const { tree: { frame, parent }, rules: { hidden, recursion, packages } } = view, { nodes } = node, callers = new Int32Array(nodes.length);
	const top = node === view.root && node.frame < 0;
	const merges = (recursion || packages) && node.frame >= 0;
	for (let i = 0; i < nodes.length; i++) {
		let n = top ? nodes[i] : parent[nodes[i]];
		while (n > 0 && (hidden[frame[n]] || merges && view.key(frame[n]) === node.key)) n = parent[n];
		callers[i] = Math.max(n, 0);
	}
	return callers;
}

/** Nodes with one key. */
export interface Group {
	key: number;
	nodes: Int32Array;
	/** The indexes of their stacks. */
	stacks: Int32Array | null;
}

/** Groups nodes, of which 0 means none, by key, if at least one with that key is wanted. places has a 0 for each key, before and after. */
export function grouped(nodes: Int32Array | number[], stacks: Int32Array | null, keyOf: (node: number) => number, places: Int32Array, wanted: Uint8Array | null): Group[] {
	const keys: number[] = []; // places has 1 + the index of the group of a key
	const placeOf = new Int32Array(nodes.length); // at first the keys
	for (let i = 0; i < nodes.length; i++) {
		const n = nodes[i];
		if (!n) continue;
		const key = placeOf[i] = keyOf(n);
		if (!wanted || wanted[n]) places[key] ||= keys.push(key);
	}
	const sizes = new Int32Array(keys.length + 1);
	for (let i = 0; i < nodes.length; i++) sizes[placeOf[i] = nodes[i] && places[placeOf[i]]]++;
	const groups = keys.map((key, g): Group => ({ key, nodes: new Int32Array(sizes[g + 1]), stacks: stacks && new Int32Array(sizes[g + 1]) }));
	for (let i = nodes.length - 1; i >= 0; i--) {
		const place = placeOf[i], at = --sizes[place];
		if (!place) continue;
		const group = groups[place - 1];
		group.nodes[at] = nodes[i];
		if (group.stacks) group.stacks[at] = stacks![i];
	}
	for (const key of keys) places[key] = 0;
	return groups;
}
