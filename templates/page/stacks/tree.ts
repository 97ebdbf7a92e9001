// The stacks of a profile, merged from the root, as the file has them. Nothing here changes after reading.

import { named } from "../../text/names";
import { Sums, sumsOf } from "./sums";
import { Columns } from "../data/unpack";

/** What Go says about the picture, see render/flamepageheader.go. */
export interface Header {
	title: string;
	subtitle: string;
	unit: string;
	/** Values are about the last frame of a stack alone, as entries of a method are: without the frame they do not count. */
	entries: boolean;
	/** The word for the value of a frame itself: "self", or that it includes code of libraries. */
	self: string;
	about: string[];
	/** The same of a picture from the leaves; from the root, where the tree has the leaves first. */
	leaves: string[];
	notes: string[];
	icicle: boolean;
	reverse: boolean;
	byName: boolean;
	theme: "auto" | "light" | "dark";
	frames: number;
	nodes: number;
	/** Frames are written as callees of frames. */
	callees: boolean;
	/** Values need more than 53 bits. */
	big: boolean;
	/** The whole that shares are of: what filters left out is part of it. */
	whole: number;
	kinds: Label[];
	/** The widest packages; frames have their number, or the next one. */
	packages: string[];
	palettes: Palette[];
	/** Index in palettes: the one for a tree that is not compared, and whether somebody chose it. See paletteOf. */
	palette: number;
	chosen: boolean;
	/** The share above which one color would be nearly all of the picture. */
	most: number;
	roles: boolean;
	compared: Compared | null;
}

export interface Label {
	name: string;
	hidden: boolean;
}

export interface Compared {
	/** From a value of the base to one of this profile. */
	scale: number;
	/** Whether differences were tested: otherwise each is a change. */
	tested: boolean;
	/** The verdict on values that did not change. */
	alike: string;
	/** The whole that shares of the base are of, in its own units. */
	whole: number;
	/** Ratios to the base from which on there is a next color. */
	rises: number[];
	falls: number[];
}

/** A meaning of colors. */
export interface Palette {
	id: "kind" | "package" | "name" | "inlining" | "change";
	label: string;
	groups: ColorGroup[];
}

/** Colors with one meaning: shades tell classes apart. */
export interface ColorGroup {
	label: string;
	light: string[];
	dark: string[];
}

/** The frames, by number. */
export interface Frames {
	names: string[];
	/** package.Class.method, which patterns match. */
	plain: string[];
	/** Parameters with parentheses. */
	params: string[];
	kind: Uint8Array;
	/** Number of the package in Header.packages. */
	pack: Int32Array;
	/** Which of three shades, by class. */
	shade: Uint8Array;
	/** Which of the colors for names. */
	hue: Uint8Array;
	/** In a comparison, the name before. */
	was: string[];
	/** In a comparison that was tested, a set: see selfChanged. */
	changed: Uint8Array;
}

/** In Frames.changed: self, and the total once a stack, differ by more than chance, in all stacks together. */
export const selfChanged = 1, totalChanged = 2;

/** In Tree.changed. */
export const notTested = 2;

/** Roles of nodes, a set: see stacks.Role. */
export const roleRoot = 1, roleInlined = 2;

/**
 * The tree in preorder: node 0 is all stacks, the subtree of node i is i to end[i], its first child is i + 1, and the next
 * sibling of a child c is end[c]. Siblings are in the order of the picture.
 */
export class Tree {
	readonly frame: Int32Array;
	readonly parent: Int32Array;
	readonly end: Int32Array;
	readonly depth: Int32Array;
	readonly total: Float64Array;
	/** Nodes in which stacks end, rising, and their values. */
	readonly leaf: Int32Array;
	readonly self: Float64Array;
	readonly exact: BigUint64Array | null;
	/** In a comparison: values of the base, unscaled, by node and by leaf. */
	readonly base: Float64Array | null;
	readonly baseSelf: Float64Array | null;
	/** In a comparison: what widths are of. Otherwise the totals. */
	readonly weight: Float64Array;
	/** In a comparison: 1 for a difference beyond chance, notTested for a value that was never tested. */
	readonly changed: Uint8Array | null;
	readonly role: Uint8Array | null;
	/** In a comparison: the values of methods that were tested. */
	readonly sums: Sums | null;
	readonly frames: Frames;
	readonly deepest: number;

	constructor(readonly header: Header, columns: Columns, strings?: string[]) {
		const n = header.nodes;
		this.frames = readFrames(header, columns, strings);
		this.frame = new Int32Array(n);
		this.parent = new Int32Array(n);
		this.end = new Int32Array(n);
		this.depth = new Int32Array(n);
		this.parent[0] = this.frame[0] = -1;
		let deepest = 0;
		for (let i = 1, depth = 0; i < n; i++) {
			// The path is this much shorter than that to the node before and a callee of it.
			depth += 1 - columns.number();
			let up = i - 1;
			for (let d = this.depth[up]; d >= depth; d--) {
				this.end[up] = i;
				up = this.parent[up];
			}
			this.parent[i] = up;
			this.depth[i] = depth;
			if (depth > deepest) deepest = depth;
		}
		for (let up = n - 1; up >= 0; up = this.parent[up]) this.end[up] = n;
		this.deepest = deepest;
		if (header.callees) this.readCallees(columns);
		else this.readFrameNumbers(columns);
		this.total = new Float64Array(n);
		this.exact = header.big ? new BigUint64Array(n) : null;
		for (let i = 0; i < n; i++) {
			if (this.exact) this.total[i] = Number(this.exact[i] = columns.bigNumber());
			else this.total[i] = columns.number();
		}
		this.base = this.baseSelf = null;
		this.changed = this.role = null;
		let own: Float64Array | null = null;
		this.weight = this.total;
		if (header.compared) {
			own = new Float64Array(n);
			for (let i = 0; i < n; i++) own[i] = columns.number();
			this.base = own.slice();
			this.weight = new Float64Array(n);
			for (let i = 0; i < n; i++) this.weight[i] = Math.max(this.total[i], own[i] * header.compared.scale);
			this.changed = columns.raw(n);
		}
		if (header.roles) this.role = columns.raw(n);

		let leaves = 0;
		for (let i = 0; i < n; i++) if (this.total[i] || own?.[i]) leaves++;
		this.leaf = new Int32Array(leaves);
		this.self = new Float64Array(leaves);
		if (own) this.baseSelf = new Float64Array(leaves);
		for (let i = 0, k = 0; i < n; i++) {
			if (!this.total[i] && !own?.[i]) continue;
			this.leaf[k] = i;
			this.self[k] = this.total[i];
			if (this.baseSelf) this.baseSelf[k] = own![i];
			k++;
		}
		for (let i = n - 1; i > 0; i--) {
			const up = this.parent[i];
			this.total[up] += this.total[i];
			if (this.exact) this.exact[up] += this.exact[i];
			if (this.base) {
				this.base[up] += this.base[i];
				this.weight[up] += this.weight[i];
			}
		}
		this.sums = header.compared && sumsOf(this, new Uint8Array(header.frames));
	}

	/** The same stacks, without the values of those that end in a hidden frame. */
	without(hidden: Uint8Array): Tree {
		const n = this.frame.length, { compared } = this.header;
		const total = new Float64Array(n), base = this.base && new Float64Array(n), kept = this.leaf.map((node, k) => node && hidden[this.frame[node]] ? -1 : k).filter((k) => k >= 0);
		for (const k of kept) {
			total[this.leaf[k]] = this.self[k];
			if (base) base[this.leaf[k]] = this.baseSelf![k];
		}
		const weight = base ? total.map((value, i) => Math.max(value, base[i] * compared!.scale)) : total;
		for (let i = n - 1; i > 0; i--) {
			const up = this.parent[i];
			total[up] += total[i];
			if (!base) continue;
			base[up] += base[i];
			weight[up] += weight[i];
		}
		const changed = this.changed?.map((is, i) => total[i] === this.total[i] && base![i] === this.base![i] ? is : notTested) || null;
		return treeOf({
			...this, total, base, weight, changed, exact: null, leaf: kept.map((k) => this.leaf[k]), self: Float64Array.from(kept, (k) => this.self[k]),
			baseSelf: this.baseSelf && Float64Array.from(kept, (k) => this.baseSelf![k]),
		});
	}

	/** The frames of the deepest stack that has a value, without those that are hidden; with a key, frames that call one with the same are one. */
	deepestOf(hidden: Uint8Array, key?: (frame: number) => number): number {
		const n = this.frame.length, depth = new Int32Array(n), last = key && new Int32Array(n).fill(-1); // the innermost key in sight
		let deepest = 0;
		for (let i = 1; i < n; i++) {
			const up = this.parent[i];
			depth[i] = depth[up] + 1 - hidden[this.frame[i]];
			if (last) {
				last[i] = hidden[this.frame[i]] ? last[up] : key(this.frame[i]);
				if (!hidden[this.frame[i]] && last[i] === last[up]) depth[i]--;
			}
			if (depth[i] > deepest && this.weight[i]) deepest = depth[i];
		}
		return deepest;
	}

	// The place of a frame among the callees that its caller had so far; 0 is a new one.
	private readCallees(columns: Columns): void {
		const { frame, parent } = this, n = frame.length, root = this.header.frames;
		const places = columns.numbers(n - 1);
		const callees: number[][] = Array.from({ length: root + 1 }, () => [-1]);
		for (let i = 1; i < n; i++) {
			const up = frame[parent[i]], known = callees[up < 0 ? root : up], place = places[i - 1];
			if (place) frame[i] = known[place];
			else known.push(frame[i] = columns.number());
		}
	}

	private readFrameNumbers(columns: Columns): void {
		const { frame } = this, n = frame.length, low = columns.raw(n - 1);
		for (let i = 1; i < n; i++) frame[i] = low[i - 1] + 256 * columns.number();
	}
}

/** A tree of columns that were made here. */
export const treeOf = (columns: Omit<Tree, "without" | "deepestOf">): Tree => Object.assign(Object.create(Tree.prototype) as Tree, columns);

function readFrames(header: Header, columns: Columns, strings?: string[]): Frames {
	const n = header.frames, names = columns.list(n, strings);
	names.forEach((name, i) => names[i] = named(name));
	// Parts of names that patterns match and that are not shown.
	const prefixes = columns.list(n, strings), keep = columns.numbers(n), params = columns.list(n, strings);
	const plain = names.map((name, i) => keep[i] ? prefixes[i] + name.slice(0, keep[i] - 1) : name);
	const kind = columns.raw(n), pack = columns.numbers(n), shade = columns.raw(n), hue = columns.raw(n);
	const was = header.compared ? columns.list(n, strings) : [], changed = header.compared ? columns.raw(n) : new Uint8Array(n);
	return { names, plain, params, kind, pack, shade, hue, was, changed };
}

/** Reads a tree, whose texts are places in strings, if there are any. */
export function readTree(bytes: Uint8Array, strings?: string[]): Tree {
	const columns = new Columns(bytes);
	const header = JSON.parse(columns.text()) as Header;
	return new Tree(header, columns, strings);
}
