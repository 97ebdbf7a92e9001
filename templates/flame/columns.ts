// The frames that the viewer draws: the file's, with callees that are too narrow to draw in a rest.

import { Data, Frames } from "./file";

/** A step adds a frame or a rest, or ends one. */
type Step = { add: number | number[]; at: number; from: number; depth: number; inRest: boolean } | { end: number };

/** Columns in preorder. A rest with frames below it is at their depth, and their parent is its parent. */
export class Columns {
	count = 0;
	readonly depth: number[] = [];
	readonly name: number[] = [];
	readonly total: number[] = [];
	readonly kind: string[] = [];
	readonly weight: number[] = [];
	readonly counted: number[] = [];
	readonly parent: number[] = [];
	readonly end: number[] = [];
	/** Distance from the left, in weights. */
	readonly left: number[] = [];
	readonly self: number[] = [];
	/** For a rest: its widest frame. */
	readonly widest: number[] = [];
	/** In a comparison: values of the base in units of the profile. */
	readonly base: number[] | null;

	constructor(private readonly of: Frames, data: Data) {
		const n = of.name.length, endOf = new Int32Array(n).fill(n), size = new Float64Array(n), alone = Float64Array.from(of.total);
		for (let i = 0, path: number[] = []; i < n; i++) {
			while (path.length > of.depth[i]) endOf[path.pop()!] = i;
			if (path.length) alone[path[path.length - 1]] -= of.total[i];
			path.push(i);
		}
		for (let i = n - 1; i >= 0; i--) {
			size[i] += of.name[i] < 0 ? -of.name[i] : 1;
			for (let c = i + 1; c < endOf[i]; c = endOf[c]) size[i] += size[c];
		}
		const scale = data.width / (of.weight[0] || 1);
		const narrow = (i: number) => of.name[i] < 0 || of.weight[i] * scale < data.minWidth;
		const todo: Step[] = [{ add: 0, at: -1, from: 0, depth: 0, inRest: false }];
		for (let step; step = todo.pop();) {
			if ("end" in step) {
				this.end[step.end] = this.count;
				continue;
			}
			const { add, at, from, depth, inRest } = step;
			if (typeof add !== "number") {
				const rest = this.addRest(add, size, at, from, depth);
				todo.push({ end: rest });
				if (add.length === 1 && of.name[add[0]] < 0) continue;
				let to = from;
				const steps: Step[] = [];
				for (const c of add) {
					steps.push({ add: c, at, from: to, depth, inRest: true });
					to += of.weight[c];
					if (of.name[c] >= 0) this.widest[rest] = Math.max(this.widest[rest], of.weight[c]);
				}
				todo.push(...steps.reverse());
				continue;
			}
			const me = this.add(of.name[add], of.total[add], of.kind[add], of.weight[add], of.counted[add], at, from, depth);
			this.self[me] = alone[add];
			todo.push({ end: me });
			const steps: Step[] = [], rest: number[] = [];
			let to = from;
			for (let c = add + 1; c < endOf[add]; c = endOf[c]) {
				if (!inRest && narrow(c)) {
					rest.push(c);
					continue;
				}
				steps.push({ add: c, at: me, from: to, depth: depth + 1, inRest });
				to += of.weight[c];
			}
			if (rest.length) steps.push({ add: rest, at: me, from: to, depth: depth + 1, inRest: false });
			for (let k = steps.length - 1; k >= 0; k--) todo.push(steps[k]);
		}
		this.base = data.scale === undefined ? null : this.counted.map((c) => c * data.scale!);
	}

	private add(name: number, total: number, kind: string, weight: number, counted: number, at: number, from: number, depth: number): number {
		const i = this.count++;
		this.name[i] = name;
		this.total[i] = total;
		this.kind[i] = kind;
		this.weight[i] = weight;
		this.counted[i] = counted;
		this.parent[i] = at;
		this.left[i] = from;
		this.depth[i] = depth;
		this.self[i] = this.widest[i] = 0;
		return i;
	}

	private addRest(frames: number[], size: Float64Array, at: number, from: number, depth: number): number {
		const { of } = this;
		let name = 0, total = 0, weight = 0, counted = 0;
		for (const c of frames) {
			name -= size[c];
			total += of.total[c];
			weight += of.weight[c];
			counted += of.counted[c];
		}
		return this.add(name, total, "r", weight, counted, at, from, depth);
	}
}
