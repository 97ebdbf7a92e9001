// Values of nodes of the file, by node or for some nodes.

import { Header } from "./header";
import { Tree } from "./tree";

/** Values that callees add to their callers, by node. */
export interface Values {
	nodes: Int32Array;
	total: Float64Array;
	base: Float64Array | null;
	weight: Float64Array;
}

/** The values at some places. Float64Array.from takes twenty times the time. */
export function pick(values: Float64Array, at: Int32Array): Float64Array {
	const some = new Float64Array(at.length);
	for (let i = 0; i < at.length; i++) some[i] = values[at[i]];
	return some;
}

/** The numbers from 0 on. */
export function indexes(length: number): Int32Array {
	const all = new Int32Array(length);
	for (let i = 0; i < length; i++) all[i] = i;
	return all;
}

/** What widths are proportional to: values, or in a comparison the base's if they are larger. */
export function weightsOf(values: Float64Array, base: Float64Array | null, { compared }: Header): Float64Array {
	return base ? values.map((value, i) => Math.max(value, base[i] * compared!.scale)) : values;
}

/** Adds values of nodes to those of their callers. Without a base the weights are the totals. */
export function addUp(parent: Int32Array, total: Float64Array, base: Float64Array | null, weight: Float64Array): void {
	for (let i = parent.length - 1; i > 0; i--) {
		const up = parent[i];
		total[up] += total[i];
		if (!base) continue;
		base[up] += base[i];
		weight[up] += weight[i];
	}
}

/** The leaves of all stacks, with the values that end in them. */
export function leavesOf({ header, leaf, self, baseSelf }: Tree): Values {
	return { nodes: leaf, total: self, base: baseSelf, weight: weightsOf(self, baseSelf, header) };
}

/** Nodes with their totals. */
export function valuesAt({ total, base, weight }: Tree, nodes: Int32Array): Values {
	return { nodes, total: pick(total, nodes), base: base && pick(base, nodes), weight: pick(weight, nodes) };
}

export function sumAt(values: Float64Array, at: Int32Array): number {
	let sum = 0;
	for (let i = 0; i < at.length; i++) sum += values[at[i]];
	return sum;
}
