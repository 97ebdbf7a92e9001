// A tree without hidden code.

import { notTested, Tree } from "./tree";
import { addUp, weightsOf } from "./values";

/** The same stacks, without the values of those that end in a hidden frame. */
export function withoutHidden(tree: Tree, hidden: Uint8Array): Tree {
	const n = tree.frame.length, { header, parent, frame } = tree;
	const total = new Float64Array(n), base = tree.base && new Float64Array(n), kept = tree.leaf.map((node, k) => node && hidden[frame[node]] ? -1 : k).filter((k) => k >= 0);
	for (const k of kept) {
		total[tree.leaf[k]] = tree.self[k];
		if (base) base[tree.leaf[k]] = tree.baseSelf![k];
	}
	const weight = weightsOf(total, base, header);
	addUp(parent, total, base, weight);
	const changed = tree.changed?.map((is, i) => total[i] === tree.total[i] && base![i] === tree.base![i] ? is : notTested) || null;
	return {
		...tree, total, base, weight, changed, exact: null, leaf: kept.map((k) => tree.leaf[k]), self: Float64Array.from(kept, (k) => tree.self[k]),
		baseSelf: tree.baseSelf && Float64Array.from(kept, (k) => tree.baseSelf![k]),
	};
}

/** The number of frames in the deepest stack that has a value, without hidden frames; with a key, consecutive frames with the same key count as one. */
export function deepestOf({ frame, parent, weight }: Tree, hidden: Uint8Array, key?: (frame: number) => number): number {
	const n = frame.length, depth = new Int32Array(n), last = key && new Int32Array(n).fill(-1); // the innermost visible key
	let deepest = 0;
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
