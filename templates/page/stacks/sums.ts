// Values of methods over all stacks.

import { Sums, Tree } from "./tree";

/** Hidden frames are charged to their callers. */
export function sumsOf(tree: Tree, hidden: Uint8Array): Sums {
	const n = tree.frames.names.length, open = new Int32Array(n), nodes = new Int32Array(n), { frame, end, weight } = tree;
	const self = new Float64Array(n), baseSelf = new Float64Array(n), total = new Float64Array(n), baseTotal = new Float64Array(n);
	for (let i = 1; i < frame.length; i++) {
		const f = frame[i];
		if (weight[i]) nodes[f]++;
		if (i < open[f]) continue;
		total[f] += tree.total[i];
		if (tree.base) baseTotal[f] += tree.base[i];
		open[f] = end[i];
	}
	tree.leaf.forEach((node, k) => {
		while (node > 0 && hidden[tree.frame[node]]) node = tree.parent[node];
		if (node <= 0) return;
		self[tree.frame[node]] += tree.self[k];
		if (tree.baseSelf) baseSelf[tree.frame[node]] += tree.baseSelf[k];
	});
	return { self, baseSelf, total, baseTotal, nodes };
}
