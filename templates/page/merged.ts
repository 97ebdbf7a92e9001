// Trees that are made while one looks at them: callees from the root, callers from the leaves, both around one method. Only nodes
// wide enough to be seen exist. A node adds up nodes of the file.

import { Tree } from "./tree";
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

/** Values to hand from callee to caller. */
interface Start {
	nodes: Int32Array;
	total: Float64Array;
	base: Float64Array | null;
	weight: Float64Array;
}

export class View {
	readonly root: Node;
	private start: Start | null = null;
	/** By key, for nodesOf alone: 1 + the index of its group; 0: none. */
	private readonly places: Int32Array;
	/** All that is below the root of merged nodes: every stack is in it. */
	private belowRoot: Node[] | null = null;
	/** Whether nodes may add up several of the file. */
	readonly merges: boolean;
	/** Whether self has that of hidden callees. */
	readonly folds: boolean;

	/** The whole tree (frame -1), or the callees or callers of a method, in all stacks that it is in. */
	constructor(readonly tree: Tree, readonly rules: Rules, readonly direction: Direction, frame: number) {
		this.merges = direction === "callers" || frame >= 0 || rules.recursion || rules.packages || rules.hidden.includes(1);
		this.folds = !tree.header.entries && rules.hidden.includes(1);
		this.places = new Int32Array(Math.max(tree.frames.names.length, tree.header.packages.length) + 1);
		const nodes = frame < 0 ? Int32Array.of(0) : outermost(tree, (f) => this.key(f) === this.key(frame));
		const key = frame < 0 ? -1 : this.key(frame);
		if (direction === "callees") {
			this.root = new Node(this, null, key, frame, nodes, null);
			this.addUp(this.root);
			return;
		}
		this.start = frame < 0 ? leaves(tree) : {
			nodes, total: gather(tree.total, nodes), base: tree.base && gather(tree.base, nodes), weight: gather(tree.weight, nodes),
		};
		const stacks = Int32Array.from(this.start.nodes, (_, i) => i);
		this.root = new Node(this, null, key, frame, frame < 0 ? this.start.nodes : nodes, stacks);
		this.addUp(this.root);
	}

	key(frame: number): number {
		return this.rules.packages ? this.tree.frames.pack[frame] : frame;
	}

	private addUp(node: Node): void {
		const { total, base, weight } = node.stacks ? this.start! : this.tree, at = node.stacks || node.nodes;
		node.total = sumAt(total, at);
		node.weight = weight === total ? node.total : sumAt(weight, at);
		if (base) node.base = sumAt(base, at);
	}

	/** Makes the nodes below that are at least as wide as cut. Nodes that exist stay. */
	expand(node: Node, cut: number): void {
		if (node.below && node.cut <= cut) return;
		if (node.restOf) {
			this.openRest(node, cut);
			return;
		}
		const known = new Map<number, Node>();
		for (const n of node.below || []) known.set(n.key, n);
		this.settle(node, this.made(node, cut, known), cut);
	}

	/** Nodes for all that is below a node, or at least for those that add up some of the wanted ones of the file; the tree stays as it is. */
	allBelow(node: Node, wanted: Uint8Array | null = null): Node[] {
		return this.made(node, 0, new Map(), wanted);
	}

	/** A node as one of allBelow, with nodes of the tree before it as far as there are. */
	inTree(node: Node): Node {
		let at = this.root;
		for (const next of lineOf(node)) {
			const same = (n: Node) => n.key === next.key;
			at = at.below?.find(same) || (next.parent === at ? next : this.allBelow(at).find(same)!);
		}
		return at;
	}

	/** The same with a given node before it, or after it; nodes between them become part of the tree. */
	inSubtree(node: Node, from: Node): Node {
		const line = lineOf(node), first = lineOf(from).length, cut = node.weight * (1 - 1e-9); // sums of callers may have been rounded
		let at = from;
		for (let above = first - line.length; above > 0; at = at.parent!) if (!at.restOf) above--;
		for (const { key } of line.slice(first)) {
			this.expand(at, cut);
			at = at.below!.find((n) => n.key === key)!;
		}
		return at;
	}

	// Those that exist are in known. Without merging they are at least as wide as cut.
	private made(node: Node, cut: number, known: Map<number, Node>, wanted: Uint8Array | null = null): Node[] {
		if (!this.merges) return this.calleesOf(node, cut, known, wanted);
		const merged = () => this.nodesOf(node, this.direction === "callees" ? this.mergedCallees(node) : this.callers(node), known, node.parent && wanted);
		return node === this.root ? this.belowRoot ||= merged() : merged();
	}

	private settle(node: Node, all: Node[], cut: number): void {
		const { names } = this.tree.frames;
		const byName = this.tree.header.byName;
		const order = (a: Node, b: Node) => (byName ? 0 : b.weight - a.weight) || (names[a.frame] < names[b.frame] ? -1 : names[a.frame] > names[b.frame] ? 1 : a.key - b.key);
		const wide = all.filter((n) => n.weight >= cut && n.weight > 0);
		wide.sort(order);
		node.below = wide;
		node.cut = cut;
		node.rest = this.restOf(node, all, wide, cut);
	}

	// What is left of a node: callees that are narrower than cut.
	private restOf(node: Node, all: Node[], wide: Node[], cut: number): Node | null {
		let total = 0, weight = 0, base = 0, frames = 0;
		if (!this.merges) {
			const n = node.nodes[0], tree = this.tree;
			frames = tree.end[n] - n - 1;
			for (let c = n + 1; c < tree.end[n]; c = tree.end[c]) {
				if (tree.weight[c] >= cut && tree.weight[c] > 0) frames -= tree.end[c] - c;
				else {
					total += tree.total[c];
					weight += tree.weight[c];
					if (tree.base) base += tree.base[c];
				}
			}
		} else {
			for (const n of all) {
				if (n.weight >= cut && n.weight > 0) continue;
				total += n.total;
				weight += n.weight;
				base += n.base;
			}
			frames = all.length - wide.length;
		}
		if (!weight) return null;
		const rest = new Node(this, node, -2, -1, node.nodes, node.stacks, node, frames);
		rest.total = total;
		rest.weight = weight;
		rest.base = base;
		return rest;
	}

	// The callees of a rest: those of its caller that are narrower than the rest's cut.
	private openRest(rest: Node, cut: number): void {
		const of = rest.restOf!, wide = new Set((of.below || []).map((n) => n.key));
		const all = this.made(of, cut, new Map()).filter((n) => !wide.has(n.key) && n.weight >= cut);
		rest.below = all.map((n) => {
			const moved = new Node(this, rest, n.key, n.frame, n.nodes, n.stacks);
			this.addUp(moved);
			return moved;
		}).sort((a, b) => b.weight - a.weight);
		rest.cut = cut;
	}

	// Without rules callees have different names: they are those of the file.
	private calleesOf(node: Node, cut: number, known: Map<number, Node>, wanted: Uint8Array | null): Node[] {
		const { tree } = this, n = node.nodes[0], all: Node[] = [];
		for (let c = n + 1; c < tree.end[n]; c = tree.end[c]) {
			if (tree.weight[c] < cut || !tree.weight[c]) {
				if (tree.header.byName) continue;
				break; // the others are narrower
			}
			if (wanted && !wanted[c]) continue;
			let callee = known.get(tree.frame[c]);
			if (!callee) {
				callee = new Node(this, node, tree.frame[c], tree.frame[c], new Int32Array([c]), null);
				callee.total = tree.total[c];
				callee.weight = tree.weight[c];
				if (tree.base) callee.base = tree.base[c];
			}
			all.push(callee);
		}
		return all;
	}

	// The nodes of the file that are merged below a node.
	private mergedCallees(node: Node): number[] {
		const { tree, rules } = this, callees: number[] = [];
		const merges = (rules.recursion || rules.packages) && node.frame >= 0;
		for (const n of node.nodes) {
			for (let c = n + 1; c < tree.end[n];) {
				const f = tree.frame[c];
				if (rules.hidden[f] || merges && this.key(f) === node.key) {
					c++; // its callees are ours
					continue;
				}
				callees.push(c);
				c = tree.end[c];
			}
		}
		return callees;
	}

	// The same among callers: one of each node, 0 where there is none.
	private callers(node: Node): Int32Array {
		const { tree: { frame, parent }, rules: { hidden, recursion, packages } } = this, { nodes } = node, callers = new Int32Array(nodes.length);
		const top = node === this.root && node.frame < 0;
		const merges = (recursion || packages) && node.frame >= 0;
		for (let i = 0; i < nodes.length; i++) {
			let n = top ? nodes[i] : parent[nodes[i]];
			while (n > 0 && (hidden[frame[n]] || merges && this.key(frame[n]) === node.key)) n = parent[n];
			callers[i] = Math.max(n, 0);
		}
		return callers;
	}

	// Nodes that add up those of the file with the same key, if one of these is wanted.
	private nodesOf(parent: Node, nodes: Int32Array | number[], known: Map<number, Node>, wanted: Uint8Array | null): Node[] {
		const { tree: { frame }, places } = this, keys: number[] = [];
		for (const n of nodes) if (n && (!wanted || wanted[n])) places[this.key(frame[n])] ||= keys.push(this.key(frame[n]));
		const placeOf = (n: number) => n && places[this.key(frame[n])], sizes = new Int32Array(keys.length + 1);
		for (const n of nodes) sizes[placeOf(n)]++;
		const groups = keys.map((_, g) => ({ nodes: new Int32Array(sizes[g + 1]), stacks: parent.stacks && new Int32Array(sizes[g + 1]) }));
		for (let i = nodes.length - 1; i >= 0; i--) {
			const place = placeOf(nodes[i]), at = --sizes[place];
			if (!place) continue;
			const group = groups[place - 1];
			group.nodes[at] = nodes[i];
			if (group.stacks) group.stacks[at] = parent.stacks![i];
		}
		return groups.map(({ nodes, stacks }, g) => {
			const key = keys[g], old = known.get(key);
			places[key] = 0;
			if (old) return old;
			const n = new Node(this, parent, key, frame[nodes[0]], nodes, stacks);
			this.addUp(n);
			return n;
		});
	}

	/** The value that ends in a node, or begins in it among callers. */
	self(node: Node): number {
		if (!this.merges) {
			const n = node.nodes[0], { tree } = this;
			let self = tree.total[n];
			for (let c = n + 1; c < tree.end[n]; c = tree.end[c]) self -= tree.total[c];
			return self;
		}
		this.expand(node, node.cut === Infinity ? 0 : node.cut);
		let self = node.total - (node.rest?.total || 0);
		for (const n of node.below!) self -= n.total;
		return self;
	}
}

// The nodes from the root on, without it and without rests.
function lineOf(node: Node): Node[] {
	const line: Node[] = [];
	for (let n = node; n.parent; n = n.parent) if (!n.restOf) line.push(n);
	return line.reverse();
}

/** Whether a node is another one, or below it. */
export function isWithin(node: Node, other: Node): boolean {
	for (let n: Node | null = node; n && n.depth >= other.depth; n = n.parent) if (n === other) return true;
	return false;
}

/** The outermost nodes of frames: those of a stack that has several count once. */
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

function leaves(tree: Tree): Start {
	const scale = tree.header.compared?.scale || 0, base = tree.baseSelf;
	const weight = base ? tree.self.map((s, i) => Math.max(s, base[i] * scale)) : tree.self;
	return { nodes: tree.leaf, total: tree.self, base, weight };
}

function sumAt(values: Float64Array, at: Int32Array): number {
	let sum = 0;
	for (let i = 0; i < at.length; i++) sum += values[at[i]];
	return sum;
}

const gather = (from: Float64Array, at: Int32Array) => Float64Array.from(at, (n) => from[n]);
