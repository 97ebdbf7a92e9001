// Nodes of trees that are made while one looks at them, and the rules by which they add up nodes of the file.

import type { View } from "./merged";
import type { Verdict } from "./verdict";

/** How stacks are merged. */
export interface Rules {
	/** By frame: 1 leaves it out, its value is its caller's. */
	hidden: Uint8Array;
	/** Chains of a method that calls itself are one node. */
	recursion: boolean;
	/** Packages instead of methods; chains of one package are one node. */
	packages: boolean;
}

export type Direction = "callees" | "callers";

export class Node {
	total = 0;
	base = 0;
	weight = 0;
	/** Callees (or callers) at least as wide as cut, the widest first; null: not made yet. */
	below: Node[] | null = null;
	cut = Infinity;
	/** Those that are narrower. */
	rest: Node | null = null;
	/** See verdictOf. */
	verdict?: Verdict;

	constructor(
		/** The view that it is of: that of its parent. */
		readonly view: View,
		readonly parent: Node | null,
		/** The method, in a view by packages its package; -1 for all stacks. */
		readonly key: number,
		/** A frame of it: its kind, name, color; -1 for all stacks and for rests. */
		readonly frame: number,
		/** Nodes of the file that it adds up. */
		readonly nodes: Int32Array,
		/** Among callers: the stacks through each of nodes, as indexes in Start. */
		readonly stacks: Int32Array | null,
		/** A rest: the node that has these callees, and frames in the rest, if known. */
		readonly restOf: Node | null = null,
		readonly frames = 0,
	) {
		this.depth = parent ? parent.depth + 1 : 0;
	}
	readonly depth: number;
}

/** The nodes from the root on, without it and without rests. */
export function lineOf(node: Node): Node[] {
	const line: Node[] = [];
	for (let n = node; n.parent; n = n.parent) if (!n.restOf) line.push(n);
	return line.reverse();
}

/** Whether a node is another one, or below it. */
export function isWithin(node: Node, other: Node): boolean {
	for (let n: Node | null = node; n && n.depth >= other.depth; n = n.parent) if (n === other) return true;
	return false;
}
