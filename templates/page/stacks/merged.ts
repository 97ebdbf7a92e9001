// Trees that are built while they are viewed: callees from the root, callers from the leaves, both around one method. Only nodes
// wide enough to be visible exist. A node adds up nodes of the file.

import { calleesOfAll, callersOfAll, grouped, outermost } from "./filenodes";
import { Direction, lineOf, Node, Rules, View } from "./node";
import { Tree } from "./tree";
import { areMany, RootGroups, rootsOf } from "./rootgroups";
import { indexes, leavesOf, sumAt, Values, valuesAt } from "./values";

export class MergedView implements View {
	readonly root: Node;
	/** For the stacks among callers. */
	private start: Values | null = null;
	/** By key, for grouped: 0 between its calls. */
	private readonly places: Int32Array;
	/** Everything below the root of merged nodes: every stack is in it. */
	private belowRoot: Node[] | null = null;
	readonly merges: boolean;
	/** Null: roots are not grouped. */
	private readonly groups: RootGroups | null = null;
	readonly folds: boolean;

	/** The whole tree (frame -1), or the callees or callers of a method, in all stacks that contain it. */
	constructor(readonly tree: Tree, readonly rules: Rules, readonly direction: Direction, frame: number) {
		const roots = rules.grouped && direction === "callees" && frame < 0 && !rules.packages ? rootsOf(tree, rules.hidden) : [];
		if (areMany(tree, roots)) this.groups = new RootGroups();
		this.merges = this.groups !== null || direction === "callers" || frame >= 0 || rules.recursion || rules.packages || rules.hidden.includes(1);
		this.folds = !tree.header.entries && rules.hidden.includes(1);
		this.places = new Int32Array(Math.max(tree.frames.names.length, tree.header.packages.length) + 1);
		const nodes = frame < 0 ? Int32Array.of(0) : outermost(tree, (f) => this.key(f) === this.key(frame));
		const key = frame < 0 ? -1 : this.key(frame);
		if (direction === "callees") {
			this.root = new Node(this, null, key, frame, nodes, null);
			this.addUp(this.root);
			return;
		}
		this.start = frame < 0 ? leavesOf(tree) : valuesAt(tree, nodes);
		const stacks = indexes(this.start.nodes.length);
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

	allBelow(node: Node, wanted: Uint8Array | null = null): Node[] {
		return this.made(node, 0, new Map(), wanted);
	}

	inTree(node: Node): Node {
		let at = this.root;
		for (const next of lineOf(node)) {
			const same = (n: Node) => n.key === next.key;
			at = at.below?.find(same) || (next.parent === at ? next : this.allBelow(at).find(same)!);
		}
		return at;
	}

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

	// The existing ones are in known. Without merging they are at least as wide as cut.
	private made(node: Node, cut: number, known: Map<number, Node>, wanted: Uint8Array | null = null): Node[] {
		if (!this.merges) return this.calleesOf(node, cut, known, wanted);
		if (this.groups && (node === this.root || node.group)) return this.madeOfGroup(this.groups, node, known, wanted);
		const merged = () => this.nodesOf(node, this.direction === "callees" ? calleesOfAll(this, node) : callersOfAll(this, node), known, node.parent && wanted);
		return node === this.root ? this.belowRoot ||= merged() : merged();
	}

	private madeOfGroup(groups: RootGroups, node: Node, known: Map<number, Node>, wanted: Uint8Array | null): Node[] {
		if (node.group?.of === "class") return this.nodesOf(node, node.nodes, known, wanted);
		const { groups: all, alone } = groups.below(this, node, node.group ? node.nodes : calleesOfAll(this, node), known, (n) => this.addUp(n));
		return alone.length ? [...all, ...this.nodesOf(node, alone, known, wanted)] : all;
	}

	private settle(node: Node, all: Node[], cut: number): void {
		const { names } = this.tree.frames;
		const byName = this.tree.header.byName;
		const name = (n: Node) => n.group ? n.group.name : names[n.frame];
		const order = (a: Node, b: Node) => (byName ? 0 : b.weight - a.weight) || (name(a) < name(b) ? -1 : name(a) > name(b) ? 1 : a.key - b.key);
		const wide = all.filter((n) => n.weight >= cut && n.weight > 0);
		wide.sort(order);
		node.below = wide;
		node.cut = cut;
		node.rest = this.restOf(node, all, wide, cut);
	}

	// The rest of a node: callees that are narrower than cut.
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

	// The callees of a rest: callees of its caller that are narrower than the rest's cut.
	private openRest(rest: Node, cut: number): void {
		const of = rest.restOf!, wide = new Set((of.below || []).map((n) => n.key));
		const all = this.made(of, cut, new Map()).filter((n) => !wide.has(n.key) && n.weight >= cut);
		rest.below = all.map((n) => {
			const moved = new Node(this, rest, n.key, n.frame, n.nodes, n.stacks, null, 0, n.group);
			this.addUp(moved);
			return moved;
		}).sort((a, b) => b.weight - a.weight);
		rest.cut = cut;
	}

	// Without rules callees have different names: they are the file's.
	private calleesOf(node: Node, cut: number, known: Map<number, Node>, wanted: Uint8Array | null): Node[] {
		const { tree } = this, n = node.nodes[0], all: Node[] = [];
		for (let c = n + 1; c < tree.end[n]; c = tree.end[c]) {
			if (tree.weight[c] < cut || !tree.weight[c]) {
				if (!tree.ordered) continue;
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

	// Nodes that add up the file's with the same key, if at least one of these is wanted.
	private nodesOf(parent: Node, nodes: Int32Array | number[], known: Map<number, Node>, wanted: Uint8Array | null): Node[] {
		const { frame } = this.tree;
		return grouped(nodes, parent.stacks, (n) => this.key(frame[n]), this.places, wanted).map(({ key, nodes, stacks }) => {
			const old = known.get(key);
			if (old) return old;
			const n = new Node(this, parent, key, frame[nodes[0]], nodes, stacks);
			this.addUp(n);
			return n;
		});
	}

	self(node: Node): number {
		if (node.group) return 0;
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
