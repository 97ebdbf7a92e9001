// Where the items of layers are from left to right: below and above their neighbors, as far as there is room.

import { Item, readableWidth } from "./layers";

const gap = 22, passingGap = 12, sweeps = 30;

/** The centers of all items; the first begins at 0. All is as wide as a window or, if a layer is wider, as that. */
export function centers(rows: Item[][]): Map<Item, number> {
	const x = new Map<Item, number>();
	let room = readableWidth;
	for (const row of rows) {
		let left = 0;
		for (const [i, item] of row.entries()) {
			x.set(item, left += i ? apart(row[i - 1], item) : item.width / 2);
			room = Math.max(room, left + item.width / 2);
		}
	}
	for (let sweep = 0; sweep < sweeps; sweep++) {
		for (const row of sweep % 2 ? [...rows].reverse() : rows) {
			const wanted = row.map((item) => meanOf(item, x, sweep)), weights = wanted.map((w) => w.weight);
			place(row, wanted.map((w) => w.at), weights, room).forEach((at, i) => x.set(row[i], at));
		}
	}
	let least = Infinity;
	for (const [item, at] of x) least = Math.min(least, at - item.width / 2);
	for (const [item, at] of x) x.set(item, at - least);
	return x;
}

const apart = (a: Item, b: Item) => (a.width + b.width) / 2 + (a.box < 0 || b.box < 0 ? passingGap : gap);

// The first sweeps take one side each, so that items move far; the last ones both.
function meanOf(item: Item, x: ReadonlyMap<Item, number>, sweep: number): { at: number; weight: number } {
	const side = sweep % 2 ? item.down : item.up, all = sweep < sweeps / 2 && side.length ? side : [...item.up, ...item.down];
	let sum = 0, weight = 0;
	for (const n of all) {
		sum += n.weight * x.get(n.item)!;
		weight += n.weight;
	}
	return weight ? { at: sum / weight, weight } : { at: x.get(item)!, weight: 0.01 };
}

// The nearest places to the wanted ones in the room that keep the order and the distances: an isotonic regression by pooling adjacent
// violators.
function place(row: Item[], wanted: number[], weights: number[], room: number): number[] {
	if (!row.length) return [];
	let offset = 0;
	const offsets = row.map((item, i) => offset += i ? apart(row[i - 1], item) : 0), pools: { sum: number; weight: number; count: number }[] = [];
	wanted.forEach((at, i) => {
		pools.push({ sum: weights[i] * (at - offsets[i]), weight: weights[i], count: 1 });
		for (let n = pools.length; n > 1 && pools[n - 2].sum / pools[n - 2].weight > pools[n - 1].sum / pools[n - 1].weight; n--) {
			const last = pools.pop()!, into = pools[n - 2];
			into.sum += last.sum;
			into.weight += last.weight;
			into.count += last.count;
		}
	});
	const first = row[0].width / 2, last = room - offset - row.at(-1)!.width / 2;
	let i = 0;
	return pools.flatMap((pool) => Array.from({ length: pool.count }, () => Math.min(Math.max(first, pool.sum / pool.weight), last) + offsets[i++]));
}
