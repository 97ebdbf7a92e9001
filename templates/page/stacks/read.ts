// Reads a tree of stacks from columns, which render/flame/pagenodes.go writes.

import { named } from "../../text/names";
import { Columns } from "../data/unpack";
import { Header } from "./header";
import { sumsOf } from "./sums";
import { Frames, Tree } from "./tree";
import { addUp, pick, weightsOf } from "./values";

/** Reads a tree, whose texts are indexes in strings, if there are any. */
export function readTree(bytes: Uint8Array, strings?: string[]): Tree {
	const columns = new Columns(bytes), header = JSON.parse(columns.text()) as Header, { nodes: n, compared } = header;
	const frames = readFrames(header, columns, strings), paths = readPaths(n, columns), { parent } = paths;
	const frame = header.callees ? readCallees(header, parent, columns) : readFrameNumbers(n, columns);
	const total = new Float64Array(n), exact = header.big ? new BigUint64Array(n) : null;
	for (let i = 0; i < n; i++) {
		if (exact) total[i] = Number(exact[i] = columns.bigNumber());
		else total[i] = columns.number();
	}
	const base = compared && new Float64Array(n);
	if (base) for (let i = 0; i < n; i++) base[i] = columns.number();
	const changed = compared && columns.raw(n), role = header.roles ? columns.raw(n) : null;

	const leaf = leavesOf(total, base), self = pick(total, leaf), baseSelf = base && pick(base, leaf), weight = weightsOf(total, base, header);
	addUp(parent, total, base, weight);
	if (exact) for (let i = n - 1; i > 0; i--) exact[parent[i]] += exact[i];
	const tree: Tree = { header, frames, frame, ...paths, total, leaf, self, exact, base, baseSelf, weight, changed, role, sums: null, ordered: !header.byName };
	return compared ? { ...tree, sums: sumsOf(tree, new Uint8Array(header.frames)) } : tree;
}

function readFrames(header: Header, columns: Columns, strings?: string[]): Frames {
	const n = header.frames, names = columns.list(n, strings);
	names.forEach((name, i) => names[i] = named(name));
	// Parts of names that patterns match but that are not shown.
	const prefixes = columns.list(n, strings), keep = columns.numbers(n), params = columns.list(n, strings);
	const plain = names.map((name, i) => keep[i] ? prefixes[i] + name.slice(0, keep[i] - 1) : name);
	const kind = columns.raw(n), pack = columns.numbers(n), shade = columns.raw(n), hue = columns.raw(n);
	const was = header.compared ? columns.list(n, strings) : [], changed = header.compared ? columns.raw(n) : new Uint8Array(n);
	return { names, plain, params, kind, pack, shade, hue, was, changed };
}

function readPaths(n: number, columns: Columns): { parent: Int32Array; end: Int32Array; depth: Int32Array; deepest: number } {
	const parent = new Int32Array(n), end = new Int32Array(n), depth = new Int32Array(n);
	parent[0] = -1;
	let deepest = 0;
	for (let i = 1, now = 0; i < n; i++) {
		// The path is this much shorter than the path to a callee of the previous node.
		now += 1 - columns.number();
		let up = i - 1;
		for (let d = depth[up]; d >= now; d--) {
			end[up] = i;
			up = parent[up];
		}
		parent[i] = up;
		depth[i] = now;
		if (now > deepest) deepest = now;
	}
	for (let up = n - 1; up >= 0; up = parent[up]) end[up] = n;
	return { parent, end, depth, deepest };
}

// The index of a frame among the callees that its caller has had so far; 0 is a new one.
function readCallees({ frames: root }: Header, parent: Int32Array, columns: Columns): Int32Array {
	const n = parent.length, frame = new Int32Array(n), places = columns.numbers(n - 1);
	const callees: number[][] = Array.from({ length: root + 1 }, () => [-1]);
	frame[0] = -1;
	for (let i = 1; i < n; i++) {
		const up = frame[parent[i]], known = callees[up < 0 ? root : up], place = places[i - 1];
		if (place) frame[i] = known[place];
		else known.push(frame[i] = columns.number());
	}
	return frame;
}

function readFrameNumbers(n: number, columns: Columns): Int32Array {
	const frame = new Int32Array(n), low = columns.raw(n - 1);
	frame[0] = -1;
	for (let i = 1; i < n; i++) frame[i] = low[i - 1] + 256 * columns.number();
	return frame;
}

// Nodes with a self value.
function leavesOf(own: Float64Array, base: Float64Array | null): Int32Array {
	const leaves = new Int32Array(own.length);
	let count = 0;
	for (let i = 0; i < own.length; i++) if (own[i] || base?.[i]) leaves[count++] = i;
	return leaves.slice(0, count);
}
