// Shapes as a PNG: pages cannot load an image of them.

import { scalable, textFont } from "../../text/labels";
import { Shape } from "../dom/svgshapes";

/** Pixels of the PNG per pixel of the shapes, as far as browsers make such canvases. */
const ratio = 2, mostPixels = 60_000_000;

/** Paints an SVG of rectangles, paths, and texts. */
export function paint({ attributes, inside = [] }: Shape): Promise<Blob | null> {
	const [left, top, width, height] = String(attributes.viewBox).split(" ").map(Number), scale = Math.min(ratio, Math.sqrt(mostPixels / (width * height)));
	const canvas = document.createElement("canvas"), context = canvas.getContext("2d", { alpha: false })!;
	canvas.width = Math.round(width * scale);
	canvas.height = Math.round(height * scale);
	context.scale(scale, scale);
	context.translate(-left, -top);
	Object.assign(context, { textRendering: scalable }); // not all browsers have it
	for (const shape of inside) paintShape(shape, context);
	return new Promise((done) => canvas.toBlob(done, "image/png"));
}

function paintShape({ tag, attributes: a, text = "", inside = [] }: Shape, context: CanvasRenderingContext2D): void {
	for (const of of inside) paintShape(of, context);
	const number = (name: string) => Number(a[name] ?? 0);
	if (tag === "rect" || tag === "path") {
		const outline = new Path2D(tag === "path" ? String(a.d) : rounded(number("x"), number("y"), number("width"), number("height"), number("rx")));
		if (a.fill !== "none") {
			context.fillStyle = String(a.fill);
			context.fill(outline);
		}
		if (a.stroke === undefined) return;
		context.strokeStyle = String(a.stroke);
		context.lineWidth = Number(a["stroke-width"] ?? 1);
		context.setLineDash(String(a["stroke-dasharray"] ?? "").split(" ").filter(Boolean).map(Number));
		context.stroke(outline);
	} else if (tag === "text") {
		context.font = `${a["font-weight"] || ""} ${a["font-size"]}px ${textFont}`;
		context.textAlign = a["text-anchor"] === "middle" ? "center" : "left";
		context.fillStyle = String(a.fill);
		context.fillText(text, number("x"), number("y"));
	}
}

// Not every browser has roundRect.
function rounded(x: number, y: number, width: number, height: number, r: number): string {
	const corner = (dx: number, dy: number) => `a${r} ${r} 0 0 1 ${dx} ${dy}`;
	return `M${x + r} ${y}h${width - 2 * r}${corner(r, r)}v${height - 2 * r}${corner(-r, r)}h${2 * r - width}${corner(-r, -r)}v${2 * r - height}${corner(r, -r)}Z`;
}
