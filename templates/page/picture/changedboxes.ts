// The boxes that changed significantly, for stepping from one to the next.

import { Node, View } from "../stacks/node";
import { notTested } from "../stacks/tree";
import { selfHasChanged, verdictOf } from "../stacks/verdict";
import { Part } from "./picture";

export interface ChangedBox {
	node: Node;
	/** The change is in the self of its method: its total has not changed. */
	self: boolean;
}

/** How many boxes of a picture changed significantly, alone or in a chain that counts as one change, and how many are untested. */
export interface BoxCounts {
	boxes: number;
	changed: number;
	/** Changed boxes. */
	methods: number;
	/** Sums of several frames. */
	notTested: number;
}

/** The changed boxes of a picture, starting at the frames that fill its width. */
export class Changes {
	/** Largest change first. */
	readonly all: ChangedBox[];
	private known: BoxCounts | null = null;

	constructor(private readonly parts: readonly Part[]) {
		this.all = parts.flatMap((part) => changedBoxes(part, parts.length > 1 && part.up));
	}

	get counts(): BoxCounts {
		return this.known ||= this.count();
	}

	private count(): BoxCounts {
		const counts = { boxes: 0, changed: 0, methods: 0, notTested: 0 }, listed = new Set(this.all.map(({ node }) => node)), methods = new Set<number>();
		for (const { view, rows: { rows, focus } } of this.parts) {
			for (const row of rows) {
				for (const { node } of row) {
					if (node.frame < 0 || node.depth < focus.depth) continue;
					const verdict = verdictOf(view, node);
					counts.boxes++;
					if (verdict === 1 || listed.has(node)) {
						counts.changed++;
						methods.add(node.frame);
					} else if (verdict === notTested) counts.notTested++;
				}
			}
		}
		return { ...counts, methods: methods.size };
	}
}

// For a part: first those with the largest change of self, excluding their callees. rest: another part has the first row.
function changedBoxes({ view, rows: { rows, focus } }: Part, rest: boolean): ChangedBox[] {
	const scale = view.tree.header.compared?.scale || 0, all: ChangedBox[] = [], bySelf = new Map<number, Node>(), found = new Set<number>();
	const difference = (n: Node) => n.total - n.base * scale;
	const own = (n: Node) => Math.abs(difference(n) - (view.direction === "callers" ? 0 : [...n.below || [], ...n.rest ? [n.rest] : []].reduce((sum, m) => sum + difference(m), 0)));
	for (const row of rest ? rows.slice(1) : rows) {
		for (const { node } of row) {
			if (node.frame < 0 || node.depth < focus.depth) continue;
			if (verdictOf(view, node) === 1) {
				found.add(node.frame);
				if (!isStep(view, node)) all.push({ node, self: false });
			} else if (selfHasChanged(view, node)) {
				const known = bySelf.get(node.frame);
				if (!known || own(node) > own(known)) bySelf.set(node.frame, node);
			}
		}
	}
	for (const [frame, node] of bySelf) if (!found.has(frame)) all.push({ node, self: true });
	return all.sort((a, b) => own(b.node) - own(a.node) || Math.abs(difference(b.node)) - Math.abs(difference(a.node)));
}

// Whether a box is in a chain with equal values, and is not the one nearest to where they were counted.
function isStep(view: View, { total, base, parent, below }: Node): boolean {
	const same = (n: Node | null | undefined) => n?.total === total && n.base === base && n.frame >= 0;
	return view.direction === "callers" ? same(parent) : below !== null && below.some(same);
}
