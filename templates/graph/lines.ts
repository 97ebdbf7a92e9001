// The lines of a graph as points, and a quick answer to how much is drawn in an area.

import { edges } from "./document";
import { Area, toView } from "./view";

const between = 10; // pixels from a point of a line to the next, at most about

/** Points on all lines, relative to the graph, which must have no transformation. */
export function pointsOfLines(): Area[] {
	const points: Area[] = [];
	const origin = toView(0, 0);
	for (const path of edges.flatMap((e) => [...e.querySelectorAll<SVGPathElement>("path:not(.hit)")])) {
		const n = (path.getAttribute("d")!.match(/-?[\d.]+/g) || []).map(Number), to = path.getScreenCTM();
		if (!to) continue;
		const add = (x: number, y: number) => {
			x += to.e + origin.x;
			y += to.f + origin.y;
			points.push({ left: x, right: x, top: y, bottom: y });
		};
		for (let i = 0; i + 7 < n.length; i += 6) {
			const [a, b, c, d] = [0, 2, 4, 6].map((k): [number, number] => [n[i + k], n[i + k + 1]]);
			const steps = Math.ceil((distance(a, b) + distance(b, c) + distance(c, d)) / between) || 1;
			for (let s = 0; s <= steps; s++) add(onCurve(a[0], b[0], c[0], d[0], s / steps), onCurve(a[1], b[1], c[1], d[1], s / steps));
		}
	}
	return points;
}

const distance = (a: [number, number], b: [number, number]) => Math.hypot(b[0] - a[0], b[1] - a[1]);

function onCurve(a: number, b: number, c: number, d: number, t: number): number {
	const u = 1 - t;
	return u * u * u * a + 3 * u * u * t * b + 3 * u * t * t * c + t * t * t * d;
}

const size = 12; // of a cell, in pixels

/** A picture in cells that are drawn on or free. */
export class Cells {
	private readonly left: number;
	private readonly top: number;
	private readonly width: number;
	private readonly height: number;
	/** The number of cells with something in them, above and to the left of each. */
	private readonly sums: Int32Array;

	constructor(drawn: Area[]) {
		const least = (f: (a: Area) => number) => drawn.reduce((v, a) => Math.min(v, f(a)), Infinity);
		this.left = least((a) => a.left);
		this.top = least((a) => a.top);
		this.width = drawn.length ? this.column(-least((a) => -a.right)) + 1 : 0;
		this.height = drawn.length ? this.row(-least((a) => -a.bottom)) + 1 : 0;
		const w = this.width + 1;
		this.sums = new Int32Array(w * (this.height + 1));
		for (const a of drawn) {
			for (let y = this.row(a.top); y <= this.row(a.bottom); y++) this.sums.fill(1, (y + 1) * w + this.column(a.left) + 1, (y + 1) * w + this.column(a.right) + 2);
		}
		for (let i = w; i < this.sums.length; i++) this.sums[i] = i % w && this.sums[i] + this.sums[i - 1] + this.sums[i - w] - this.sums[i - w - 1];
	}

	private column(x: number): number {
		return Math.floor((x - this.left) / size);
	}

	private row(y: number): number {
		return Math.floor((y - this.top) / size);
	}

	/** The number of cells that are drawn on in a section of a window, if the picture is at x, y there. */
	in(section: Area, x: number, y: number): number {
		const inside = (n: number, limit: number) => Math.max(0, Math.min(limit, n)), w = this.width + 1;
		const left = inside(this.column(section.left - x), this.width), right = inside(this.column(section.right - x) + 1, this.width);
		const top = inside(this.row(section.top - y), this.height), bottom = inside(this.row(section.bottom - y) + 1, this.height);
		return this.sums[bottom * w + right] - this.sums[top * w + right] - this.sums[bottom * w + left] + this.sums[top * w + left];
	}
}
