// Which layer each box of a graph is in, and the order within layers: callers are above their callees, and few lines cross.

/** A line between two boxes, by index. */
export interface Link {
	from: number;
	to: number;
	/** Of its label; 0: none. */
	width: number;
	/** How straight and short it should be. */
	weight: number;
}

/** Something in a layer: a box, or the place where a line passes. */
export interface Item {
	layer: number;
	/** Index of the box; -1: a line passes here. */
	box: number;
	/** Index of the line that passes; -1: it is a box. */
	link: number;
	/** The label of the line is here. */
	labeled: boolean;
	width: number;
	up: Neighbor[];
	down: Neighbor[];
}

export interface Neighbor {
	item: Item;
	weight: number;
}

export interface Layers {
	/** By layer, from left to right. Boxes are in the even ones, labels of lines in the odd ones. */
	rows: Item[][];
	/** By line: the items from the upper end to the lower one, and whether that is from callee to caller. */
	paths: { items: Item[]; upward: boolean }[];
}

/** Rows over which the boxes that only one box calls are spread, how many leaves are in one row at least, and how many other callees are. */
const spreadRows = 4, leavesInRow = 3, calleesInRow = 5;
/** The width of a layer in a window of 1280 pixels, at a scale at which text can be read; and the space around each box. */
export const readableWidth = 1220;
const around = 22;
/** The width of the labels that are in one layer if lines are long enough to have theirs elsewhere. */
const labelsInLayer = 820;
/** Sweeps over all layers. */
const sweeps = 12;
const passing = 10;

/** Puts boxes of these widths into layers. Lines from a box to itself have no path. */
export function layersOf(widths: number[], links: Link[]): Layers {
	const upward = reversed(widths.length, links), rank = ranks(widths, links, upward);
	const labelLayer = labelLayers(rank, links, upward);
	const boxes = widths.map((width, box): Item => ({ layer: 2 * rank[box], box, link: -1, labeled: false, width, up: [], down: [] })), all = [...boxes];
	const paths = links.map(({ from, to, width, weight }, link) => {
		if (from === to) return { items: [], upward: false };
		const first = boxes[upward[link] ? to : from], last = boxes[upward[link] ? from : to], items = [first];
		for (let layer = first.layer + 1; layer < last.layer; layer++) {
			const labeled = layer === labelLayer[link] && width > 0, item: Item = { layer, box: -1, link, labeled, width: labeled ? width : passing, up: [], down: [] };
			all.push(item);
			items.push(item);
		}
		items.push(last);
		for (let i = 1; i < items.length; i++) {
			const [a, b] = [items[i - 1], items[i]], strength = weight * (a.box < 0 && b.box < 0 ? 8 : a.box < 0 || b.box < 0 ? 2 : 1);
			a.down.push({ item: b, weight: strength });
			b.up.push({ item: a, weight: strength });
		}
		return { items, upward: upward[link] };
	});
	const rows: Item[][] = [];
	for (const item of inDepth(all)) (rows[item.layer] ||= []).push(item);
	for (let i = 0; i < rows.length; i++) rows[i] ||= [];
	return { rows: ordered(rows), paths };
}

// By line, the layer of its label: next to the upper box or, of a long line, where there is most room. Many labels beside each other would be wider
// than any layer of boxes.
function labelLayers(rank: number[], links: Link[], upward: boolean[]): number[] {
	const used: number[] = [], layer = links.map(() => 0);
	const ends = links.map(({ from, to }, i) => upward[i] ? [rank[to], rank[from]] : [rank[from], rank[to]]);
	const byLength = links.flatMap(({ from, to, width }, i) => from === to || !width ? [] : [i]).sort((a, b) => ends[a][1] - ends[a][0] - ends[b][1] + ends[b][0]);
	for (const i of byLength) {
		const [first, last] = ends[i], { width } = links[i];
		let best = first;
		for (let k = first; k < last && (used[best] || 0) + width > labelsInLayer; k++) if ((used[k] || 0) < (used[best] || 0)) best = k;
		used[best] = (used[best] || 0) + width + passing;
		layer[i] = 2 * best + 1;
	}
	return layer;
}

// Lines that close a circle, from the first boxes on.
function reversed(count: number, links: Link[]): boolean[] {
	const out: number[][] = Array.from({ length: count }, () => []), state = new Uint8Array(count), back = links.map(() => false), called = new Uint8Array(count);
	links.forEach(({ from, to }, i) => {
		if (from === to) return;
		out[from].push(i);
		called[to] = 1;
	});
	const visit = (start: number) => {
		const path: [number, number][] = [[start, 0]];
		state[start] = 1;
		while (path.length) {
			const top = path[path.length - 1], link = out[top[0]][top[1]++];
			if (link === undefined) {
				state[top[0]] = 2;
				path.pop();
			} else if (state[links[link].to] === 1) back[link] = true;
			else if (!state[links[link].to]) {
				state[links[link].to] = 1;
				path.push([links[link].to, 0]);
			}
		}
	};
	for (let i = 0; i < count; i++) if (!called[i] && !state[i]) visit(i);
	for (let i = 0; i < count; i++) if (!state[i]) visit(i);
	return back;
}

// The longest way from a box without callers; the callees of one box are spread, and boxes without callers are near their callees.
function ranks(widths: number[], links: Link[], upward: boolean[]): number[] {
	const count = widths.length;
	const down: number[][] = Array.from({ length: count }, () => []), up: number[][] = Array.from({ length: count }, () => []);
	links.forEach(({ from, to }, i) => {
		if (from === to) return;
		const [a, b] = upward[i] ? [to, from] : [from, to];
		down[a].push(b);
		up[b].push(a);
	});
	const rank = new Array<number>(count).fill(0), waits = up.map((all) => all.length), ready = waits.flatMap((n, i) => n ? [] : [i]);
	for (const i of ready) {
		const steps = spread(down[i], (to) => up[to].length === 1, (to) => !down[to].length);
		down[i].forEach((to, k) => {
			rank[to] = Math.max(rank[to], rank[i] + steps[k]);
			if (!--waits[to]) ready.push(to);
		});
	}
	narrow(rank, widths, down);
	for (const i of [...ready].reverse()) if (!up[i].length && down[i].length) rank[i] = Math.max(0, Math.min(...down[i].map((to) => rank[to])) - 1);
	return rank;
}

// Moves boxes of a layer that is too wide to the next one, with what is below them: those that call nothing first, and the last of these,
// which are the coldest.
function narrow(rank: number[], widths: number[], down: number[][]): void {
	const boxes = rank.map((_, i) => i), lower = (box: number) => {
		for (const path = [box]; path.length;) {
			const i = path.pop()!;
			for (const to of down[i]) {
				if (rank[to] > rank[i]) continue;
				rank[to] = rank[i] + 1;
				path.push(to);
			}
		}
	};
	for (let layer = 0; layer <= Math.max(...rank); layer++) {
		const row = boxes.filter((i) => rank[i] === layer).sort((a, b) => Number(down[b].length > 0) - Number(down[a].length > 0) || a - b);
		for (let width = row.reduce((sum, i) => sum + widths[i] + around, 0); width > readableWidth && row.length > 1;) {
			const box = row.pop()!;
			width -= widths[box] + around;
			rank[box]++;
			lower(box);
		}
	}
}

// How many layers below its caller each callee is at least. Hot ones come first, and stay near.
function spread(callees: number[], alone: (box: number) => boolean, leaf: (box: number) => boolean): number[] {
	const leaves = callees.filter((to) => alone(to) && leaf(to)).length, rows = (n: number, inRow: number) => Math.max(1, Math.min(spreadRows, Math.ceil(n / inRow)));
	const leafRows = rows(leaves, leavesInRow), otherRows = rows(callees.length, calleesInRow);
	let leavesBefore = 0, othersBefore = 0;
	return callees.map((to) => !alone(to) ? 1 : 1 + (leaf(to) ? leavesBefore++ % leafRows : othersBefore++ % otherRows));
}

// From each box without callers down, so that what belongs together is close.
function inDepth(all: Item[]): Item[] {
	const seen = new Set<Item>(), order: Item[] = [];
	for (const start of [...all].sort((a, b) => a.up.length && b.up.length ? 0 : a.up.length - b.up.length)) {
		const path = [start];
		while (path.length) {
			const item = path.pop()!;
			if (seen.has(item)) continue;
			seen.add(item);
			order.push(item);
			path.push(...item.down.map((n) => n.item).reverse());
		}
	}
	return order;
}

// Boxes are as far as possible in the order of their neighbors; of all orders that were tried, the one with the fewest crossings is taken.
function ordered(rows: Item[][]): Item[][] {
	let best = rows.map((row) => [...row]), fewest = crossings(best);
	for (let sweep = 0; sweep < sweeps && fewest; sweep++) {
		const down = sweep % 2 === 0;
		for (let k = 1; k < rows.length; k++) {
			const at = down ? k : rows.length - 1 - k, places = new Map(rows[down ? at - 1 : at + 1].map((item, i) => [item, i]));
			const wanted = new Map(rows[at].map((item, i) => [item, middle((down ? item.up : item.down).map((n) => places.get(n.item)!)) ?? i]));
			rows[at].sort((a, b) => wanted.get(a)! - wanted.get(b)!);
		}
		exchange(rows);
		const n = crossings(rows);
		if (n >= fewest) continue;
		fewest = n;
		best = rows.map((row) => [...row]);
	}
	return best;
}

function middle(places: number[]): number | null {
	if (!places.length) return null;
	places.sort((a, b) => a - b);
	const half = places.length >> 1;
	return places.length % 2 ? places[half] : (places[half - 1] + places[half]) / 2;
}

// Neighbors change places where that avoids crossings.
function exchange(rows: Item[][]): void {
	for (let r = 0; r < rows.length; r++) {
		const row = rows[r], above = new Map(rows[r - 1]?.map((item, i) => [item, i])), below = new Map(rows[r + 1]?.map((item, i) => [item, i]));
		for (let i = 1; i < row.length; i++) {
			const [a, b] = [row[i - 1], row[i]];
			if (between(a.up, b.up, above) + between(a.down, b.down, below) > between(b.up, a.up, above) + between(b.down, a.down, below)) [row[i - 1], row[i]] = [b, a];
		}
	}
}

// Crossings of the lines of an item with those of one to its right.
function between(left: Neighbor[], right: Neighbor[], places: Map<Item, number>): number {
	let n = 0;
	for (const a of left) for (const b of right) if (places.get(a.item)! > places.get(b.item)!) n += 1;
	return n;
}

function crossings(rows: Item[][]): number {
	let n = 0;
	for (let r = 1; r < rows.length; r++) {
		const places = new Map(rows[r].map((item, i) => [item, i])), ends = rows[r - 1].flatMap((item) => item.down.map((to) => places.get(to.item)!).sort((a, b) => a - b));
		for (let i = 0; i < ends.length; i++) for (let k = i + 1; k < ends.length; k++) if (ends[i] > ends[k]) n++;
	}
	return n;
}
