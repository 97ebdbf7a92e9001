// Chains of one frame that calls itself, merged with what these call.

import { Data, Frames } from "./file";

interface Merged {
	name: number;
	total: number;
	weight: number;
	kind: string;
	callees: Map<number, Merged>;
}

/** Returns the frames with merged chains; null: there are none. */
export function mergeRecursion(of: Frames, data: Data): Frames | null {
	const root: Merged = { name: 0, total: of.total[0], weight: of.weight[0], kind: of.kind[0], callees: new Map() }, path = [root];
	let merged = false;
	for (let i = 1; i < of.name.length; i++) {
		const name = of.name[i], caller = path[of.depth[i] - 1];
		const key = name < 0 ? -1 : name;
		let node: Merged | undefined = caller;
		if (key < 0 || key !== caller.name) {
			node = caller.callees.get(key);
			if (!node) caller.callees.set(key, node = { name: key < 0 ? 0 : name, total: 0, weight: 0, kind: of.kind[i], callees: new Map() });
			if (key < 0) node.name += name;
			node.total += of.total[i];
			node.weight += of.weight[i];
		} else merged = true;
		// By inlining: c is a root, i is inlined, b is both.
		if (/^[ci]\d$/.test(node.kind) && node.kind !== of.kind[i]) node.kind = "b" + node.kind[1];
		path[of.depth[i]] = node;
	}
	if (!merged) return null;
	const to: Frames = { depth: [], name: [], total: [], kind: [], weight: [], counted: [] };
	const order = (a: Merged, b: Merged) => Number(a.name < 0) - Number(b.name < 0) || (data.byName ? 0 : b.weight - a.weight) || a.name - b.name;
	for (const todo: [Merged, number][] = [[root, 0]]; todo.length;) {
		const [node, depth] = todo.pop()!;
		to.depth.push(depth);
		to.name.push(node.name);
		to.total.push(node.total);
		to.kind.push(node.kind);
		to.weight.push(node.weight);
		for (const callee of [...node.callees.values()].sort(order).reverse()) todo.push([callee, depth + 1]);
	}
	return to;
}
