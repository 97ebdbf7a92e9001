// Where the boxes, lines and labels of a graph are.

import { layersOf, Link, readableWidth } from "./layers";
import { centers } from "./positions";

export interface Size {
	width: number;
	height: number;
}

/** The left upper corner. */
export interface Place {
	x: number;
	y: number;
}

export interface LaidLine {
	/** From caller to callee: lines are vertical there, but for those of a box to itself. */
	points: Place[];
	/** Where the line ends, and the direction there: 1 is down, -1 up, 0 to the left. */
	end: Place & { down: number };
	/** The center of its label. */
	label: Place;
}

export interface Layout extends Size {
	boxes: Place[];
	lines: LaidLine[];
}

/** Around everything. */
const margin = 14;
const partGap = 26;
/** Width by height. */
const screen = 1.3;
/** Widths for parts that are tried. */
const widths = 16;
/** Between a layer of boxes and one of labels: the more, the further lines go sideways. */
const layerGap = 16, mostGap = 34, perGap = 9;
const labelRow = 13;
/** From a box to the far end of a line to itself. */
const loop = 26;

type LabeledLink = Link & { rows: number };

/** Lays out boxes of these sizes and weights, and lines; labels have that many rows. Of parts that are not connected, those with the heaviest boxes are nearest to the top. */
export function layoutOf(sizes: Size[], weights: number[], lines: LabeledLink[]): Layout {
	const heaviest = (boxes: number[]) => Math.max(...boxes.map((i) => weights[i]));
	const parts = partsOf(sizes.length, lines).sort((a, b) => heaviest(b) - heaviest(a)).map((boxes) => {
		const place = new Map(boxes.map((box, i) => [box, i])), own = lines.flatMap((l, i) => place.has(l.from) ? [i] : []);
		return { boxes, own, layout: layoutOfPart(boxes.map((i) => sizes[i]), own.map((i) => ({ ...lines[i], from: place.get(lines[i].from)!, to: place.get(lines[i].to)! }))) };
	});
	const all: Layout = { boxes: [], lines: [], width: 0, height: 0 };
	for (const [k, at] of packed(parts.map((p) => p.layout)).entries()) {
		const { boxes, own, layout } = parts[k], move = <T extends Place>(p: T): T => ({ ...p, x: p.x + at.x, y: p.y + at.y });
		boxes.forEach((box, i) => all.boxes[box] = move(layout.boxes[i]));
		own.forEach((line, i) => {
			const { points, end, label } = layout.lines[i];
			all.lines[line] = { points: points.map(move), end: move(end), label: move(label) };
		});
		all.width = Math.max(all.width, at.x + layout.width);
		all.height = Math.max(all.height, at.y + layout.height);
	}
	all.width += 2 * margin;
	all.height += 2 * margin;
	return all;
}

// Which boxes are connected, each in order.
function partsOf(count: number, lines: Link[]): number[][] {
	const part = Array.from({ length: count }, (_, i) => i), of = (i: number): number => part[i] === i ? i : part[i] = of(part[i]);
	for (const { from, to } of lines) {
		const [a, b] = [of(from), of(to)];
		part[Math.max(a, b)] = Math.min(a, b);
	}
	const all = new Map<number, number[]>();
	for (let i = 0; i < count; i++) all.set(of(i), [...all.get(of(i)) || [], i]);
	return [...all.values()];
}

// Parts beside and below each other, as near to the top as there is room: in the width with which all of them are largest in a window, but no
// wider than can be read in one, as readers rather scroll down than sideways.
function packed(parts: Size[]): Place[] {
	const widest = Math.max(...parts.map((p) => p.width)), beside = Math.min(parts.reduce((sum, p) => sum + p.width + partGap, -partGap), Math.max(widest, readableWidth));
	let best: Place[] = [], least = Infinity;
	for (let k = 0; k <= widths; k++) {
		const places = packedInto(widest + (beside - widest) * k / widths, parts), far = (end: (p: Size, at: Place) => number) => Math.max(...parts.map((p, i) => end(p, places[i])));
		const size = Math.max(far((p, at) => at.x + p.width) / screen, far((p, at) => at.y + p.height));
		if (size < least) [best, least] = [places, size];
	}
	return best;
}

function packedInto(room: number, parts: Size[]): Place[] {
	const placed: (Place & Size)[] = [];
	for (const p of parts) {
		let at = { x: margin, y: Infinity };
		for (const x of [margin, ...placed.map((q) => q.x + q.width + partGap)]) {
			if (x > margin && x + p.width > margin + room) continue;
			const y = Math.max(margin, ...placed.filter((q) => q.x < x + p.width + partGap && x < q.x + q.width + partGap).map((q) => q.y + q.height + partGap));
			if (y < at.y || y === at.y && x < at.x) at = { x, y };
		}
		placed.push({ ...at, width: p.width, height: p.height });
	}
	return placed;
}

function layoutOfPart(sizes: Size[], lines: LabeledLink[]): Layout {
	const loops = new Map(lines.flatMap((l) => l.from === l.to ? [[l.from, loop + l.width + 4] as const] : []));
	const { rows, paths } = layersOf(sizes.map((s, i) => s.width + (loops.get(i) || 0)), lines), x = centers(rows);
	const heights = rows.map((row) => Math.max(layerGap, ...row.map((item) => item.box >= 0 ? sizes[item.box].height : item.labeled ? lines[item.link].rows * labelRow : 0)));
	const tops: number[] = [];
	let top = 0, bottom = 0;
	rows.forEach((row, k) => {
		if (k) top = bottom + Math.min(mostGap, Math.max(layerGap, ...row.flatMap((item) => item.up.map((n) => Math.abs(x.get(n.item)! - x.get(item)!) / perGap))));
		tops.push(top);
		bottom = top + heights[k];
	});
	const boxes: Place[] = [];
	for (const [k, row] of rows.entries()) for (const item of row) if (item.box >= 0) boxes[item.box] = { x: x.get(item)! - item.width / 2, y: tops[k] };
	const port = ports(sizes, boxes, paths.map((p) => p.items.map((item) => x.get(item)!)), lines, paths.map((p) => p.upward));
	const laid = lines.map((line, i): LaidLine => {
		if (line.from === line.to) return loopOf(boxes[line.from], sizes[line.from], line.width);
		const { items, upward } = paths[i], points: Place[] = [], [first, last] = [items[0].box, items.at(-1)!.box];
		points.push({ x: port[i].upper, y: boxes[first].y + sizes[first].height });
		let label: Place = { x: 0, y: 0 };
		for (const item of items.slice(1, -1)) {
			const at = x.get(item)!, y = tops[item.layer];
			if (item.labeled) label = { x: at, y: y + heights[item.layer] / 2 };
			points.push({ x: at, y }, { x: at, y: y + heights[item.layer] });
		}
		points.push({ x: port[i].lower, y: boxes[last].y });
		if (upward) points.reverse();
		return { points, end: { ...points.at(-1)!, down: upward ? -1 : 1 }, label };
	});
	let width = 0;
	for (const row of rows) for (const item of row) width = Math.max(width, x.get(item)! + item.width / 2);
	return { boxes, lines: laid, width, height: bottom };
}

// Lines of a box begin and end beside each other, in the order of what they lead to.
function ports(sizes: Size[], boxes: Place[], along: number[][], lines: Link[], upward: boolean[]): { upper: number; lower: number }[] {
	const all = lines.map(() => ({ upper: 0, lower: 0 })), at = new Map<string, { line: number; to: number }[]>();
	const add = (box: number, side: "upper" | "lower", line: number, to: number) => {
		const key = `${box} ${side}`;
		at.set(key, [...at.get(key) || [], { line, to }]);
	};
	lines.forEach(({ from, to }, i) => {
		if (from === to) return;
		add(upward[i] ? to : from, "upper", i, along[i][1]);
		add(upward[i] ? from : to, "lower", i, along[i].at(-2)!);
	});
	for (const [key, ends] of at) {
		const [number, side] = key.split(" "), box = Number(number), step = Math.min(16, 0.7 * sizes[box].width / ends.length);
		ends.sort((a, b) => a.to - b.to).forEach(({ line }, i) => all[line][side as "upper" | "lower"] = boxes[box].x + sizes[box].width / 2 + (i - (ends.length - 1) / 2) * step);
	}
	return all;
}

// To the right of a box.
function loopOf({ x, y }: Place, { width, height }: Size, label: number): LaidLine {
	const right = x + width, up = y + height * 0.25, down = y + height * 0.75;
	return {
		points: [{ x: right, y: up }, { x: right + loop, y: up }, { x: right + loop, y: down }, { x: right, y: down }],
		end: { x: right, y: down, down: 0 }, label: { x: right + loop + label / 2 - 2, y: y + height / 2 },
	};
}
