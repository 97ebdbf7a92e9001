// Nodes of trees that are built while they are viewed, and the rules by which they add up nodes of the file.

import { notTested, Tree, unknownChange } from "./tree";

/** How stacks are merged. */
export interface Rules {
	/** By frame: 1 leaves it out and charges its value to its caller. */
	hidden: Uint8Array;
	/** Chains of a method that calls itself are one node. */
	recursion: boolean;
	/** Packages instead of methods; chains of one package are one node. */
	packages: boolean;
	/** Many roots are below their packages and classes. */
	grouped?: boolean;
}

export type Direction = "callees" | "callers";

/** unchanged: not significant or, for calls, too small; changed: significant; notTested. */
export type Verdict = 0 | 1 | typeof notTested | typeof unknownChange;

/** A tree of such nodes: the whole one, or the callees or callers of a method. */
export interface View {
	readonly tree: Tree;
	readonly rules: Rules;
	readonly direction: Direction;
	readonly root: Node;
	/** Whether nodes may add up several of the file. */
	readonly merges: boolean;
	/** Whether self includes hidden callees. */
	readonly folds: boolean;
	/** Of a frame: see Node.key. */
	key(frame: number): number;
	/** Makes the nodes below that are at least as wide as cut. Existing nodes are kept. */
	expand(node: Node, cut: number): void;
	/** Nodes for everything below a node, or at least for those that add up some of the wanted ones of the file; the tree does not change. */
	allBelow(node: Node, wanted?: Uint8Array | null): Node[];
	/** A node like one of allBelow, whose parents are nodes of the tree as far as they exist. */
	inTree(node: Node): Node;
	/** The same with a given node before it, or after it; nodes between them become part of the tree. */
	inSubtree(node: Node, from: Node): Node;
	/** The value that ends in a node, or begins in it among callers. */
	self(node: Node): number;
}

/** A package or a class with the roots of stacks below it: not a frame. */
export interface RootGroup {
	name: string;
	of: "package" | "class";
}

export class Node {
	total = 0;
	base = 0;
	weight = 0;
	/** Callees (or callers) at least as wide as cut, widest first; null: not made yet. */
	below: Node[] | null = null;
	cut = Infinity;
	/** The narrower ones. */
	rest: Node | null = null;
	/** See verdictOf. */
	verdict?: Verdict;

	constructor(
		/** The view that it belongs to: its parent's. */
		readonly view: View,
		readonly parent: Node | null,
		/** The method or, in a view by packages, its package; -1 for all stacks. */
		readonly key: number,
		/** One of its frames, for its kind, name and color; -1 for all stacks, for rests and for groups. */
		readonly frame: number,
		/** Nodes of the file that it adds up. */
		readonly nodes: Int32Array,
		/** Among callers: the stacks through each of nodes, as indexes in Start. */
		readonly stacks: Int32Array | null,
		/** For a rest: the node that has these callees, and the number of frames in the rest, if known. */
		readonly restOf: Node | null = null,
		readonly frames = 0,
		readonly group: RootGroup | null = null,
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

/** Whether a node is another one or below it. */
export function isWithin(node: Node, other: Node): boolean {
	for (let n: Node | null = node; n && n.depth >= other.depth; n = n.parent) if (n === other) return true;
	return false;
}

/** Where a node begins, as a weight from the left of its view's root. */
export function startOf(node: Node): number {
	let at = 0;
	for (let n = node; n.parent; n = n.parent) {
		for (const sibling of n.parent.below || []) {
			if (sibling.key === n.key) break;
			at += sibling.weight;
		}
	}
	return at;
}
