// Frames without those of hidden methods, whose callees take their place, and with each chain of one frame that calls itself merged
// into one frame.

import { Data, Frames } from "./file";

interface Merged {
	name: number;
	total: number;
	weight: number;
	kind: string;
	callees: Map<number, Merged>;
}

/** Whether a frame calls itself. */
export function recurs({ name, depth }: Frames): boolean {
	const path: number[] = [];
	return name.some((n, i) => {
		path[depth[i]] = n;
		return n > 0 && n === path[depth[i] - 1];
	});
}

/** Returns merged frames for a graph that is not a comparison; hidden is by name. */
export function merge(of: Frames, data: Data, hidden: boolean[], recursion: boolean): Frames {
	const root: Merged = { name: 0, total: of.total[0], weight: of.weight[0], kind: of.kind[0], callees: new Map() };
	const own = of.total.slice(), up: number[] = [];
	of.depth.forEach((d, i) => {
		up[d] = i;
		if (d) own[up[d - 1]] -= of.total[i];
	});
	const path: (Merged | null)[] = [root]; // null: its stacks do not count
	for (let i = 1; i < of.name.length; i++) {
		const name = of.name[i], depth = of.depth[i], caller = path[depth - 1];
		const key = name < 0 ? -1 : name;
		let node = caller;
		if (caller && hidden[name]) {
			// The entries of a hidden method do not count.
			const all = data.entries === "first" && depth === 1, gone = all ? of.total[i] : data.entries === "last" ? own[i] : 0;
			for (const n of new Set(path.slice(0, depth))) n!.weight = n!.total -= gone;
			if (all) node = null;
		} else if (caller && !(recursion && key > 0 && key === caller.name)) {
			node = caller.callees.get(key)!;
			if (!node) caller.callees.set(key, node = { name: key < 0 ? 0 : name, total: 0, weight: 0, kind: of.kind[i], callees: new Map() });
			if (key < 0) node.name += name;
		}
		if (node && node !== caller) {
			node.total += of.total[i];
			node.weight += of.weight[i];
		}
		// By inlining: c is a root, i is inlined, b is both.
		if (node && !hidden[name] && /^[ci]\d$/.test(node.kind) && node.kind !== of.kind[i]) node.kind = "b" + node.kind[1];
		path[depth] = node;
	}
	const to: Frames = { depth: [], name: [], total: [], kind: [], weight: [], counted: [] };
	const order = (a: Merged, b: Merged) => Number(a.name < 0) - Number(b.name < 0) || (data.byName ? 0 : b.weight - a.weight) || a.name - b.name;
	for (const todo: [Merged, number][] = [[root, 0]]; todo.length;) {
		const [node, depth] = todo.pop()!;
		to.depth.push(depth);
		to.name.push(node.name);
		to.total.push(node.total);
		to.kind.push(node.kind);
		to.weight.push(node.weight);
		for (const callee of [...node.callees.values()].filter((c) => c.weight).sort(order).reverse()) todo.push([callee, depth + 1]);
	}
	return to;
}
