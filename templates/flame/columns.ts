// The frames that the viewer draws: the file's, with callees that are too narrow to draw in a rest.

import { Data, Frames, kindOf } from "./file";

/** Columns in preorder. A rest with frames below it is at their depth, and their parent is its parent. */
export class Columns {
	/** The columns may be longer. */
	count = 0;
	readonly depth: Int32Array;
	readonly name: Int32Array;
	readonly total: Float64Array;
	readonly kind: Uint16Array;
	readonly weight: Float64Array;
	readonly counted: Float64Array;
	readonly parent: Int32Array;
	readonly end: Int32Array;
	/** Distance from the left, in weights. */
	readonly left: Float64Array;
	readonly self: Float64Array;
	/** For a rest: its widest frame. */
	readonly widest: Float64Array;
	/** In a comparison: values of the base in units of the profile. */
	readonly base: Float64Array | null;

	constructor(private readonly of: Frames, data: Data) {
		const n = of.name.length, up = new Int32Array(n).fill(-1), size = new Float64Array(n), alone = Float64Array.from(of.total);
		for (let i = 0, path: number[] = []; i < n; i++) {
			path[of.depth[i]] = i;
			if (!i) continue;
			up[i] = path[of.depth[i] - 1];
			alone[up[i]] -= of.total[i];
		}
		for (let i = n - 1; i >= 0; i--) {
			size[i] += of.name[i] < 0 ? -of.name[i] : 1;
			if (i) size[up[i]] += size[i];
		}
		// The callees of each frame as a list, narrow ones last. Callees of narrow frames are narrow.
		const scale = data.width / (of.weight[0] || 1), narrow = of.name.map((name, i) => Number(name < 0 || of.weight[i] * scale < data.minWidth));
		const first = new Int32Array(n).fill(-1), next = new Int32Array(n).fill(-1);
		const link = (which: number) => {
			for (let i = n - 1; i > 0; i--) {
				if (narrow[i] !== which) continue;
				next[i] = first[up[i]];
				first[up[i]] = i;
			}
		};
		link(1);
		const firstNarrow = first.slice(), most = n + firstNarrow.reduce((rests, i) => rests + Number(i >= 0), 0);
		link(0);
		[this.depth, this.name, this.parent, this.end] = [0, 1, 2, 3].map(() => new Int32Array(most));
		[this.total, this.weight, this.counted, this.left, this.self, this.widest] = [0, 1, 2, 3, 4, 5].map(() => new Float64Array(most));
		this.kind = new Uint16Array(most);
		const column = new Int32Array(n), to = new Float64Array(n); // of each frame: its index here, and where its next callee begins
		let opened = -1, rest = -1; // the frame whose rest is being added
		for (let i = 0; i >= 0;) {
			const p = up[i], at = i ? column[p] : -1, from = i ? to[p] : 0;
			if (i && opened < 0 && i === firstNarrow[p]) {
				opened = p;
				rest = this.addRest(i, next, size, at, from);
			}
			if (i && opened === p && of.name[i] < 0 && i === firstNarrow[p] && next[i] < 0) column[i] = rest; // alone in it
			else {
				column[i] = this.add(of.name[i], of.total[i], of.kind[i], of.weight[i], of.counted[i], at, from, of.depth[i]);
				this.self[column[i]] = alone[i];
			}
			to[i] = from;
			if (i) to[p] += of.weight[i];
			if (first[i] >= 0) {
				i = first[i];
				continue;
			}
			// It ends, and with it those whose last callee it is.
			for (; i >= 0; i = up[i]) {
				this.end[column[i]] = this.count;
				if (i && up[i] === opened && next[i] < 0) {
					this.end[rest] = this.count;
					opened = -1;
				}
				if (next[i] < 0) continue;
				i = next[i];
				break;
			}
		}
		this.base = data.scale === undefined ? null : this.counted.map((c) => c * data.scale!);
	}

	private add(name: number, total: number, kind: number, weight: number, counted: number, at: number, from: number, depth: number): number {
		const i = this.count++;
		this.name[i] = name;
		this.total[i] = total;
		this.kind[i] = kind;
		this.weight[i] = weight;
		this.counted[i] = counted;
		this.parent[i] = at;
		this.left[i] = from;
		this.depth[i] = depth;
		return i;
	}

	// Adds the rest that has a frame and those after it.
	private addRest(first: number, next: Int32Array, size: Float64Array, at: number, from: number): number {
		const { of } = this, rest = this.add(0, 0, kindOf("r"), 0, 0, at, from, of.depth[first]);
		for (let c = first; c >= 0; c = next[c]) {
			this.name[rest] -= size[c];
			this.total[rest] += of.total[c];
			this.weight[rest] += of.weight[c];
			this.counted[rest] += of.counted[c];
			if (of.name[c] >= 0) this.widest[rest] = Math.max(this.widest[rest], of.weight[c]);
		}
		return rest;
	}
}
