// The boxes that match a search, widest first, however deep or narrow they are: they are searched for on demand.

import { Node, View } from "../stacks/node";

/** The maximum number of counted matches, and of boxes and nodes in them that are examined for counting. */
const mostCounted = 1000, mostLooked = 30_000;

export class Matches {
	/** Those found so far; they come from View.allBelow. */
	readonly found: Node[] = [];
	/** The index of the current one; -1: none. */
	at = -1;
	private readonly queue = new Queue();
	private readonly leads = new Map<View, Uint8Array>();
	private looked = 0;
	/** Nodes of the file that match. */
	private readonly all: number;
	private readonly counted: number | null;

	/** zoomed: the node of each tree that fills the width. Only these, and frames below and above them, are searched. nodes: how many each frame has in the file. */
	constructor(private readonly zoomed: Node[], private readonly hits: Uint8Array, nodes: Int32Array) {
		this.all = nodes.reduce((sum, n, f) => sum + n * hits[f], 0);
		for (const node of zoomed) {
			const line: Node[] = [];
			for (let n: Node | null = node.restOf || node; n; n = n.parent) line.push(n);
			for (const n of line.reverse()) this.queue.add(n);
		}
		this.counted = zoomed.some((n) => n.view.merges) ? null : zoomed.reduce((sum, n) => sum + (n.nodes[0] ? countOf(n, hits) : this.all), 0);
	}

	/** Whether there are any. */
	get some(): boolean {
		return this.counted !== null ? this.counted > 0 : this.zoomed.some((node) => {
			for (let n: Node | null = node; n; n = n.parent) if (this.matches(n)) return true;
			return this.goesOn(node);
		});
	}

	/** How many there are; atLeast: there may be more. */
	get count(): { n: number; atLeast: boolean } {
		const { found, counted } = this;
		return { n: counted ?? found.length, atLeast: counted === null && this.more };
	}

	private get more(): boolean {
		return this.queue.size > 0;
	}

	/** Goes to the next one, or with -1 to the previous one; null: none. */
	step(by: number): Node | null {
		const { found } = this, minimum = this.at + by + 1, countsOn = this.counted === null || by < 0 && this.at <= 0; // to the last one
		while (this.more && (found.length < minimum || countsOn && found.length < mostCounted && this.looked < mostLooked)) this.look(this.queue.take());
		if (!found.length) return null;
		const to = this.at < 0 && by > 0 ? 0 : this.at < 0 ? -1 : this.at + by;
		this.at = to >= 0 ? to % found.length : this.more ? 0 : found.length - 1; // the last one may not be known
		return found[this.at];
	}

	private look(node: Node): void {
		if (this.matches(node)) this.found.push(node);
		const from = this.zoomed.find((n) => n.view === node.view)!;
		if (node.depth < (from.restOf || from).depth || !this.goesOn(node)) return;
		const below = node.view.allBelow(node, this.leadsIn(node.view));
		if (node.parent) this.looked += below.length + node.nodes.length;
		for (const n of below) if (n.weight && this.goesOn(n)) this.queue.add(n);
	}

	// The method between its callers and its callees is one box, which belongs to the callees.
	private matches(node: Node): boolean {
		return node.frame >= 0 && this.hits[node.frame] === 1 && (node.parent !== null || node.view.direction === "callees");
	}

	// Whether a node, or one below it in the tree, matches.
	private goesOn(node: Node): boolean {
		if (!node.parent && node.frame < 0) return this.all > 0;
		const leads = this.leadsIn(node.view);
		for (const n of node.nodes) if (leads[n]) return true;
		return false;
	}

	private leadsIn(view: View): Uint8Array {
		let leads = this.leads.get(view);
		if (!leads) this.leads.set(view, leads = leadsOf(view, this.hits));
		return leads;
	}
}

// Nodes of the file that match, above and below a node that is not a sum of several.
function countOf({ nodes: [from], view: { tree: { frame, parent, end, weight } } }: Node, hits: Uint8Array): number {
	let count = 0;
	for (let i = from; i > 0; i = parent[i]) count += hits[frame[i]];
	for (let i = from + 1, last = end[from]; i < last; i++) if (hits[frame[i]] && weight[i]) count++;
	return count;
}

// By node of the file: whether it matches, or any node below it, or any caller.
function leadsOf({ tree: { frame, parent, end }, direction }: View, hits: Uint8Array): Uint8Array {
	const leads = new Uint8Array(frame.length);
	for (let i = 1; i < frame.length; i++) {
		if (!hits[frame[i]]) continue;
		if (direction === "callees") for (let up = i; up >= 0 && !leads[up]; up = parent[up]) leads[up] = 1;
		else {
			leads.fill(1, i, end[i]);
			i = end[i] - 1;
		}
	}
	return leads;
}

// A heap of nodes, from which the widest, and among equal ones the first, is taken first. A place that is free moves up or down, until it is
// the one for a node.
class Queue {
	private readonly all: Queued[] = [];
	private added = 0;

	get size(): number {
		return this.all.length;
	}

	add(node: Node): void {
		const { all } = this, one = { node, weight: node.weight, order: this.added++ };
		let free = all.push(one) - 1;
		for (let up; free > 0 && before(one, all[up = (free - 1) >> 1]); free = up) all[free] = all[up];
		all[free] = one;
	}

	take(): Node {
		const { all } = this, first = all[0], last = all.pop()!, size = all.length;
		if (!size) return first.node;
		let free = 0;
		for (let below = 1; below < size; below = 2 * free + 1) {
			if (below + 1 < size && before(all[below + 1], all[below])) below++;
			if (before(last, all[below])) break;
			all[free] = all[below];
			free = below;
		}
		all[free] = last;
		return first.node;
	}
}

interface Queued {
	node: Node;
	weight: number;
	order: number;
}

function before(a: Queued, b: Queued): boolean {
	return a.weight > b.weight || a.weight === b.weight && a.order < b.order;
}
