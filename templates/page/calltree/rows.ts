// The rows of a call tree: its open nodes and those below them.

import { Node, View } from "../stacks/node";

/** A node with less of the root's value ends the heaviest path. */
const leastOfPath = 0.01;

export class TreeRows {
	private readonly open = new Set<Node>();
	private all: Node[] | null = null;

	/** Opens the heaviest path: the hottest rows are in sight. */
	constructor(readonly view: View) {
		this.open.add(view.root);
		this.openHeaviest(view.root);
	}

	/** The rows, without the root. */
	get list(): Node[] {
		if (this.all) return this.all;
		const all: Node[] = this.all = [], waiting = [...this.below(this.view.root)].reverse();
		for (let n = waiting.pop(); n; n = waiting.pop()) {
			all.push(n);
			if (this.open.has(n)) waiting.push(...[...this.below(n)].reverse());
		}
		return all;
	}

	/** Callees, or callers in a tree from the leaves, the heaviest first. */
	below(node: Node): Node[] {
		this.view.expand(node, 0);
		return node.below!;
	}

	isOpen(node: Node): boolean {
		return this.open.has(node);
	}

	toggle(node: Node): void {
		if (!this.open.delete(node)) this.open.add(node);
		this.all = null;
	}

	/** Opens everything above a node. */
	openTo(node: Node): void {
		for (let n = node.parent; n; n = n.parent) this.open.add(n);
		this.all = null;
	}

	/** Opens the heaviest node below a node, and so on, until one has more itself than any below it. It returns the last one. */
	openHeaviest(node: Node): Node {
		const least = leastOfPath * this.view.root.weight;
		let at = node;
		for (let [first] = this.below(at); first && first.weight >= least && (at === node || first.total >= this.view.self(at)); [first] = this.below(at)) {
			this.open.add(at);
			at = first;
		}
		this.all = null;
		return at;
	}
}
