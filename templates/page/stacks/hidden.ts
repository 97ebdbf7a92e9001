// A tree without hidden code.

import { notTested, Tree } from "./tree";
import { addUp, indexes, pick, weightsOf } from "./values";

/** The same tree with the values of some stacks, given as indexes in leaf. */
function withStacks(tree: Tree, kept: Int32Array): Tree {
	const n = tree.frame.length, { header, parent } = tree, total = new Float64Array(n), base = tree.base && new Float64Array(n);
	for (const k of kept) {
		total[tree.leaf[k]] = tree.self[k];
		if (base) base[tree.leaf[k]] = tree.baseSelf![k];
	}
	const weight = weightsOf(total, base, header);
	addUp(parent, total, base, weight);
	const changed = tree.changed?.map((is, i) => total[i] === tree.total[i] && base![i] === tree.base![i] ? is : notTested) || null;
	return {
		...tree, total, base, weight, changed, exact: null, ordered: false, leaf: kept.map((k) => tree.leaf[k]), self: pick(tree.self, kept),
		baseSelf: tree.baseSelf && pick(tree.baseSelf, kept),
	};
}

const stacksWhere = ({ leaf }: Tree, wanted: (node: number) => boolean) => indexes(leaf.length).filter((k) => wanted(leaf[k]));

/** The same stacks, without the values of those that end in a hidden frame. */
export const withoutHidden = (tree: Tree, hidden: Uint8Array): Tree => withStacks(tree, stacksWhere(tree, (node) => !node || !hidden[tree.frame[node]]));

/** The stacks with a frame of one set and without any of another; null: of no such set. */
export function stacksWith(tree: Tree, focus: Uint8Array | null, ignore: Uint8Array | null): Tree {
	const { frame, parent } = tree, focused = new Uint8Array(frame.length), ignored = new Uint8Array(frame.length);
	if (!focus) focused[0] = 1;
	for (let i = 1; i < frame.length; i++) {
		focused[i] = focused[parent[i]] || (focus?.[frame[i]] ?? 0);
		ignored[i] = ignored[parent[i]] || (ignore?.[frame[i]] ?? 0);
	}
	return withStacks(tree, stacksWhere(tree, (node) => focused[node] === 1 && !ignored[node]));
}

/** The number of frames in the deepest stack that has a value, without hidden frames; with a key, consecutive frames with the same key count as one. */
export function deepestOf({ frame, parent, depth: whole, weight }: Tree, hidden: Uint8Array, key?: (frame: number) => number): number {
	const n = frame.length;
	let deepest = 0;
	if (!key && !hidden.includes(1)) {
		for (let i = 1; i < n; i++) if (whole[i] > deepest && weight[i]) deepest = whole[i];
		return deepest;
	}
	const depth = new Int32Array(n), last = key && new Int32Array(n).fill(-1); // the innermost visible key
	for (let i = 1; i < n; i++) {
		const up = parent[i];
		depth[i] = depth[up] + 1 - hidden[frame[i]];
		if (last) {
			last[i] = hidden[frame[i]] ? last[up] : key(frame[i]);
			if (!hidden[frame[i]] && last[i] === last[up]) depth[i]--;
		}
		if (depth[i] > deepest && weight[i]) deepest = depth[i];
	}
	return deepest;
}
