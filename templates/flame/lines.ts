// Boxes as pieces of thick lines: one path for each color. Lengths are in tenths of pixels.

import { element } from "../svg/elements";
import { kindOf, kinds } from "./file";

/** A path, and the piece at its end, which is not in it yet: the next box may continue it. */
interface Path {
	d: string;
	/** Where d ends. */
	x: number;
	y: number;
	from: number;
	to: number;
	at: number;
}

/** Boxes are added from left to right, row by row. */
export class Lines {
	// By class, twice: of callers of the zoomed frame at odd indexes.
	private readonly byKind: Path[] = [];

	/** Adds a box of a class, whose center is at y. */
	add(kind: number, above: boolean, from: number, to: number, y: number): void {
		const key = 2 * kind + Number(above), path = this.byKind[key] ||= { d: "", x: 0, y: 0, from, to: from, at: y };
		if (from !== path.to || y !== path.at) {
			end(path);
			path.from = from;
			path.at = y;
		}
		path.to = to;
	}
	/** The paths. Matches come last, on top. */
	paths(): SVGPathElement[] {
		const first: SVGPathElement[] = [], last: SVGPathElement[] = [];
		this.byKind.forEach((path, key) => {
			end(path);
			const name = kinds[key >> 1] + (key % 2 ? " above" : "");
			(key >> 1 === match ? last : first).push(element("path", { class: name, d: path.d }));
		});
		return [...first, ...last];
	}
	/** A row with boxes whose centers are at 0: a pattern, and a rectangle at y that repeats it. Pixel is the size of a pixel of the screen. */
	asPattern(id: string, y: number, width: number, margin: number, pixel: number): SVGElement[] {
		// Of whole pixels of the screen, so that it is not drawn between them.
		const pattern = element("pattern", { id, patternUnits: "userSpaceOnUse", x: -margin, width: Math.ceil((width + 2 * margin) / pixel) * pixel, height: pixel });
		element("g", { transform: `translate(${margin})` }, pattern).append(...this.paths());
		return [pattern, element("rect", { class: "row", y, width, height: 160, fill: `url(#${id})` })];
	}
}
/** The class of matches. */
export const match = kindOf("match");

function end(path: Path): void {
	path.d += `${path.d ? "m" : "M"}${path.from - path.x} ${path.at - path.y}h${path.to - path.from}`;
	path.x = path.to;
	path.y = path.at;
}
