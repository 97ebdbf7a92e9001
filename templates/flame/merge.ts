// Frames without those of hidden methods, whose callees take their place, and with each chain of one frame that calls itself merged
// into one frame.

import { Data, Frames, kindOf, kinds } from "./file";

interface Merged {
	name: number;
	total: number;
	weight: number;
	kind: number;
	/** Null: none. */
	callees: Map<number, Merged> | null;
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
	const root: Merged = { name: 0, total: of.total[0], weight: of.weight[0], kind: of.kind[0], callees: null };
	const own = of.total.slice(), up: number[] = [];
	of.depth.forEach((d, i) => {
		up[d] = i;
		if (d) own[up[d - 1]] -= of.total[i];
	});
	const path: (Merged | null)[] = [root]; // null: its stacks do not count
	for (let i = 1; i < of.name.length; i++) {
		const name = of.name[i], depth = of.depth[i], caller = path[depth - 1];
		const key = name < 0 ? -1 : name, isHidden = name > 0 && hidden[name];
		let node = caller;
		if (caller && isHidden) {
			// The entries of a hidden method do not count.
			const all = data.entries === "first" && depth === 1, gone = all ? of.total[i] : data.entries === "last" ? own[i] : 0;
			for (const n of new Set(path.slice(0, depth))) n!.weight = n!.total -= gone;
			if (all) node = null;
		} else if (caller && !(recursion && key > 0 && key === caller.name)) {
			const callees = caller.callees ||= new Map<number, Merged>();
			node = callees.get(key)!;
			if (!node) callees.set(key, node = { name: key < 0 ? 0 : name, total: 0, weight: 0, kind: of.kind[i], callees: null });
			if (key < 0) node.name += name;
		}
		if (node && node !== caller) {
			node.total += of.total[i];
			node.weight += of.weight[i];
		}
		// By inlining: c is a root, i is inlined, b is both.
		if (node && !isHidden && node.kind !== of.kind[i] && /^[ci]\d$/.test(kinds[node.kind])) node.kind = kindOf("b" + kinds[node.kind][1]);
		path[depth] = node;
	}
	let count = 0;
	const n = of.name.length;
	const to = { depth: new Int32Array(n), name: new Int32Array(n), total: new Float64Array(n), kind: new Uint16Array(n), weight: new Float64Array(n) };
	const order = (a: Merged, b: Merged) => Number(a.name < 0) - Number(b.name < 0) || (data.byName ? 0 : b.weight - a.weight) || a.name - b.name;
	for (const todo: [Merged, number][] = [[root, 0]]; todo.length;) {
		const [node, depth] = todo.pop()!;
		to.depth[count] = depth;
		to.name[count] = node.name;
		to.total[count] = node.total;
		to.kind[count] = node.kind;
		to.weight[count++] = node.weight;
		for (const callee of node.callees ? [...node.callees.values()].filter((c) => c.weight).sort(order).reverse() : []) todo.push([callee, depth + 1]);
	}
	const { depth, name, total, kind, weight } = to;
	return {
		depth: depth.subarray(0, count), name: name.subarray(0, count), total: total.subarray(0, count), kind: kind.subarray(0, count),
		weight: weight.subarray(0, count), counted: new Float64Array(0),
	};
}
