// The trees that a flame view shows: the stacks according to its options.

import { search } from "../search/search";
import { deepestOf, withoutHidden } from "../stacks/hidden";
import { MergedView } from "../stacks/merged";
import { Node, Rules, View } from "../stacks/node";
import { follow, pathOf } from "../stacks/path";
import { Tree } from "../stacks/tree";
import { Merging } from "./shown";

/** A node in an address: its path in the view, or in the tree of a method's callers. */
export interface Paths {
	z: string;
	u: string;
}

export class Scene {
	readonly rules: Rules;
	/** The tree with only the values that count: see withoutHidden. */
	readonly counted: Tree;
	readonly view: View;
	/** The callers of a method, whose callees are in the view. */
	readonly callers: View | null;
	// Found when they are needed: that takes a look at all nodes.
	private boxes?: number;
	private deepest?: number;

	constructor(readonly tree: Tree, readonly merging: Readonly<Merging>) {
		const { mode, frame, kinds, hide, recursion, packages, grouped } = merging, { header, frames } = tree, hits = hide ? search(tree, hide).hits : null;
		const hidden = Uint8Array.from(frames.names, (_, f) => !kinds[frames.kind[f]] || hits?.[f] ? 1 : 0);
		this.rules = { hidden, recursion, packages, grouped };
		this.counted = header.entries && hidden.includes(1) ? withoutHidden(tree, hidden) : tree;
		this.callers = mode === "around" ? new MergedView(this.counted, this.rules, "callers", frame) : null;
		this.view = new MergedView(this.counted, this.rules, mode === "leaves" ? "callers" : "callees", mode === "around" ? frame : -1);
	}

	/** The number of boxes in the deepest stack. */
	get depth(): number {
		const { hidden, recursion, packages } = this.rules;
		return recursion || packages ? this.boxes ??= deepestOf(this.counted, hidden, (f) => this.view.key(f)) : this.frames;
	}

	/** The number of frames in the deepest stack, also of those that are merged. */
	get frames(): number {
		return this.deepest ??= deepestOf(this.counted, this.rules.hidden);
	}

	/** The method between its callers and its callees is one box, which belongs to the callees. */
	shared(node: Node): Node {
		return node === this.callers?.root ? this.view.root : node;
	}

	pathsTo(node: Node): Paths {
		const path = pathOf(this.tree, node.view, node);
		return node.view === this.callers ? { z: "", u: path } : { z: path, u: "" };
	}

	/** The node of paths, or the nearest one that exists. */
	nodeAt({ z, u }: Paths): { node: Node; lost: boolean } {
		const { node, lost } = this.callers && u ? follow(this.tree, this.callers, u) : follow(this.tree, this.view, z);
		return { node: this.shared(node), lost };
	}
}
